"""Faulty formulas: the code of each, and the text that the mark stands under (between ⟦ and ⟧)."""

from __future__ import annotations

import pytest

from handhold.diagnostics import Diagnostic
from handhold.packs.checks.check import check_pack
from handhold.packs.stacks.load import model_of
from handhold.packs.storage.files import PackFile

STAGE = """\
pack: stage
format: 1
version: "1.0.0"
title: Stage
license: CC0-1.0
settings:
  step: {value: 1, reading: One.}
  way: {value: up, options: [up, down], reading: Up.}
tables:
  walls:
    columns: {goal: integer, extra: optional integer}
    rows: {low: {goal: 1}, high: {goal: 2}}
  grades:
    ordered: true
    rows: {easy: {}, low: {}, grave: {}}
  ends:
    rows: {good: {at: 0..}, bad: {at: ..-1}}
sheets:
  tool: {weight: integer}
  mate: {strength: integer}
  climber:
    dex: integer
    name: text
    tired: {type: integer, default: 0, changes: true}
    tools: list of tool
formulas:
  gap: {needs: {speed: integer}, value: speed + 1}
  part: {needs: {maybe: integer}, value: maybe + 1}
  rested: {needs: {check: integer}, value: check + 1}
  load: {needs: {mate: mate}, value: mate.strength}
events:
  rest:
    needs: {climber: climber}
    steps: {worn: climber.tired + 1}
  climb:
    needs:
      climber: climber
      crew: group of climber
      helper: optional climber
      wall: walls
      grade: grades
      grave: integer
      maybe: optional integer
      maybes: optional list of integer
      ok: flag
      n: integer
      pool: dice
      faces: list of integer
      flags: list of flag
      gear: list of tool
    steps:
      check: {do: rest}
      legs: {each: leg in 1..3, steps: {height: leg}}
      asked: |-
        """

LINE = STAGE.count("\n") + 1
COLUMN = 9

FAULTY = [
    # what cannot be read
    ("n *⟦*⟧ 2", "formula-syntax"),
    ("n <⟦>⟧ 2", "formula-syntax"),
    ("n ⟦=⟧> 2", "formula-syntax"),
    ("n == ⟦Yes⟧", "formula-syntax"),
    ("n +⟦=⟧ 2", "formula-syntax"),
    ("n is ⟦in⟧ 1..2", "formula-syntax"),
    ("n ⟦=⟧ 2", "formula-syntax"),
    ("n ==⟦=⟧ 2", "formula-syntax"),
    ("n +⟦=⟧ 2", "formula-syntax"),
    ("⟦=⟧ 2", "formula-syntax"),
    ("n * ⟦-⟧2", "formula-syntax"),
    ("n + ⟦+⟧2", "formula-syntax"),
    ("⟦*⟧ 2", "formula-syntax"),
    ("n + ⟦if⟧ ok then 1 else 2", "formula-syntax"),
    ("n + ⟦.⟧5", "formula-syntax"),
    ("n in ⟦..⟧5", "formula-syntax"),
    ("max(n, ⟦)⟧", "formula-syntax"),
    ("max(1, (⟦)⟧)", "formula-syntax"),
    ("n + 2 +⟦⟧", "formula-syntax"),
    ("2 ⟦n⟧", "formula-syntax"),
    ("n ⟦2⟧", "formula-syntax"),
    ("n ⟦d6⟧", "formula-syntax"),
    ("2 ⟦(⟧n)", "formula-syntax"),
    ("n ⟦if⟧ ok", "formula-syntax"),
    ("n ⟦not⟧ in faces", "formula-syntax"),
    ("n ⟦then⟧ 2", "formula-syntax"),
    ("n ⟦else⟧ 2", "formula-syntax"),
    ("if ok ⟦else⟧ 2", "formula-syntax"),
    ("max(if ok then 1⟦)⟧", "formula-syntax"),
    ("n⟦)⟧", "formula-syntax"),
    ("1⟦,⟧5", "formula-syntax"),
    ("n ⟦for⟧ x in faces", "formula-syntax"),
    ("n ⟦where⟧ ok", "formula-syntax"),
    ("n == 1⟦..⟧3", "formula-syntax"),
    ("n < 2 ⟦is⟧ one", "formula-syntax"),
    ("sum(x for x in faces ⟦is⟧ 3)", "formula-syntax"),
    ("climber . ⟦.⟧ dex", "formula-syntax"),
    ("climber.⟦if⟧", "formula-syntax"),
    ("climber.⟦d6⟧", "formula-syntax"),
    ("sum(x for ⟦2⟧ in faces)", "formula-syntax"),
    ("max(n, 2⟦⟧", "formula-syntax"),
    ("if ok⟦⟧", "formula-syntax"),
    ("if ok then 1⟦⟧", "formula-syntax"),
    ("if ok ⟦1⟧ else 2", "formula-syntax"),
    ("n ⟦&&⟧ ok", "formula-syntax"),
    ("n ⟦%⟧ 2", "formula-syntax"),
    ("faces⟦[⟧1]", "formula-syntax"),
    ("wall is ⟦'⟧low'", "formula-syntax"),
    ("n ⟦≥⟧ 2", "formula-syntax"),
    ("n ⟦−⟧ 2", "formula-syntax"),
    ("n ⟦×⟧ 2", "formula-syntax"),
    ("⟦Dex⟧ + 1", "formula-syntax"),
    ("n ⟦AND⟧ ok", "formula-syntax"),
    ("⟦2D6⟧", "formula-syntax"),
    ("⟦1_000⟧ + n", "formula-syntax"),
    ("⟦größe⟧ + 1", "formula-syntax"),
    ("⟦３⟧ + 1", "formula-syntax"),
    ("n + ⟦☃⟧", "formula-syntax"),
    ("n⟦\u00a0⟧+ 1", "formula-syntax"),
    ("n + ⟦\u0378⟧1", "formula-syntax"),
    ("⟦007⟧ + n", "formula-syntax"),
    ("⟦1 < n < 3⟧", "formula-syntax"),
    ("⟦ok and n > 1 or n < 0⟧", "formula-syntax"),
    ("maybe otherwise ⟦1 + n⟧", "formula-syntax"),
    ("⟦" + "9" * 61 + "⟧", "formula-too-big"),
    ("⟦" + "a" * 61 + "⟧", "formula-too-big"),
    ("⟦" + " + ".join(["n"] * 401) + "⟧", "formula-too-big"),
    ("(" * 61 + "⟦n⟧" + ")" * 61, "formula-too-big"),
    # dice
    ("⟦101d6⟧", "bad-dice"),
    ("⟦2d1001⟧", "bad-dice"),
    ("⟦2d6kh3⟧", "bad-dice"),
    ("⟦2d1!⟧", "bad-dice"),
    ("⟦2d6rr<=6⟧", "bad-dice"),
    ("2⟦d0⟧", "bad-dice"),
    ("2⟦d06⟧", "bad-dice"),
    ("2d6⟦r1⟧", "bad-dice"),
    ("2d6⟦ro>=5⟧", "bad-dice"),
    ("2d6⟦ro1⟧", "bad-dice"),
    ("2d6⟦k1⟧", "bad-dice"),
    ("2d6⟦kh⟧", "bad-dice"),
    ("2d6⟦!>=5⟧", "bad-dice"),
    ("2⟦d" + "9" * 61 + "⟧", "bad-dice"),
    ("⟦1.5d6⟧", "bad-dice"),
    ("2d6kh1⟦ro<=1⟧", "bad-dice"),
    ("2d6kh1⟦!⟧", "bad-dice"),
    ("⟦pool * 2⟧", "bad-dice"),
    ("successes(5d6, ⟦0⟧)", "bad-dice"),
    ("⟦(-1)d6⟧", "bad-dice"),
    # names
    ("⟦nn⟧ + 1", "unknown-name"),
    ("⟦dex⟧ + 1", "unknown-name"),
    ("⟦mate⟧ + 1", "unknown-name"),
    ("⟦easy⟧", "unknown-name"),
    ("⟦step⟧ + 1", "unknown-name"),
    ("⟦settings.stpe⟧ + 1", "unknown-name"),
    ("⟦climber.dxe⟧ + 1", "unknown-name"),
    ("⟦wall.gaol⟧ + 1", "unknown-name"),
    ("wall is ⟦walls.lwo⟧", "unknown-name"),
    ("⟦check.wron⟧ + 1", "unknown-name"),
    ("settings.way is ⟦donw⟧", "unknown-name"),
    ("⟦climber.key⟧", "unknown-name"),
    ("⟦mxa(n, 2)⟧", "unknown-name"),
    ("grade is ⟦grave⟧", "ambiguous-name"),
    ("⟦sum(n.weight for n in gear)⟧", "hidden-name"),
    # kinds
    ("n + ⟦ok⟧", "wrong-type"),
    ("n == ⟦wall⟧", "wrong-type"),
    ("⟦ok⟧ == true", "wrong-type"),
    ("wall is ⟦grade⟧", "wrong-type"),
    ("n in ⟦wall⟧", "wrong-type"),
    ("⟦ok⟧ in faces", "wrong-type"),
    ("⟦n⟧ otherwise 1", "wrong-type"),
    ("if ok then 1 else ⟦wall⟧", "wrong-type"),
    ("⟦check⟧ + 1", "wrong-type"),
    ("⟦climber⟧ + 1", "wrong-type"),
    ("⟦legs(1)⟧ + 1", "wrong-type"),
    ("⟦helper⟧ + 1", "wrong-type"),
    ("⟦crew.dex⟧ + 1", "wrong-type"),
    ("⟦n.dex⟧ + 1", "wrong-type"),
    ("⟦n(1)⟧", "wrong-type"),
    ("⟦legs.height⟧ + 1", "wrong-type"),
    ("sum(x for x in ⟦climber⟧)", "wrong-type"),
    ("sum(x for x in ⟦n⟧)", "wrong-type"),
    ("⟦abs(ok)⟧", "wrong-type"),
    ("⟦sum(ok for x in faces)⟧", "wrong-type"),
    ("sum(⟦legs⟧)", "wrong-type"),
    ("⟦rested⟧", "wrong-type"),
    ("load(mate = ⟦n⟧)", "wrong-type"),
    ("⟦maybe⟧ + 1", "maybe-none"),
    ("⟦helper.dex⟧ + 1", "maybe-none"),
    ("max(⟦maybe⟧, 1)", "maybe-none"),
    ("sum(⟦wall.extra⟧ for x in faces)", "maybe-none"),
    ("sum(x for x in ⟦maybes⟧)", "maybe-none"),
    ("⟦part⟧", "maybe-none"),
    ("⟦wall < walls.low⟧", "not-ordered"),
    ("⟦higher(wall)⟧", "not-ordered"),
    # calls
    ("⟦abs(n = 1)⟧", "wrong-arguments"),
    ("⟦abs(n, 1)⟧", "wrong-arguments"),
    ("⟦max()⟧", "wrong-arguments"),
    ("⟦list(n)⟧", "wrong-arguments"),
    ("⟦abs(x for x in faces)⟧", "wrong-arguments"),
    ("count(⟦x > 3⟧ for x in faces)", "wrong-arguments"),
    ("⟦ends(1, 2)⟧", "wrong-arguments"),
    ("⟦walls(1)⟧", "wrong-arguments"),
    ("⟦legs(1, 2)⟧", "wrong-arguments"),
    ("gap(⟦3⟧)", "wrong-arguments"),
    ("gap(⟦sped = 3⟧)", "unknown-name"),
    ("⟦gap⟧", "missing-need"),
]


def found_in(formula: str) -> tuple[Diagnostic, ...]:
    """The errors of a formula in a step of the stage."""
    model, found = model_of([PackFile("stage.yaml", (STAGE + formula + "\n").encode())])
    assert model is not None, found
    return (*found, *check_pack(model, found)[1])


def marked(formula: str) -> tuple[str, int, int]:
    """The formula, and the columns between its marks."""
    before, _, rest = formula.partition("⟦")
    inside, _, after = rest.partition("⟧")
    return before + inside + after, COLUMN + len(before), COLUMN + len(before) + max(len(inside), 1)


@pytest.mark.parametrize(("formula", "code"), FAULTY)
def test_a_faulty_formula_is_told_where_it_is_wrong(formula: str, code: str) -> None:
    text, column, end = marked(formula)
    found = [each for each in found_in(text) if each.severity == "error"]
    assert [each.code for each in found] == [code], "\n".join(map(str, found))
    span = found[0].span
    assert span is not None
    assert (span.line, span.column, span.end_line, span.end_column) == (LINE, column, LINE, end), str(found[0])


def test_the_stage_itself_has_no_error() -> None:
    assert [each for each in found_in("n + 1") if each.severity == "error"] == []
