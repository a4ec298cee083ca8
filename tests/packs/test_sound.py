"""A fault in one place hides none in what does not depend on it."""

from __future__ import annotations

from pathlib import Path

import pytest

import handhold
from handhold.diagnostics import in_order
from handhold.packs.checks.check import check_pack
from handhold.packs.stacks.load import model_of
from handhold.packs.storage.files import PackFile
from handhold.packs.yaml.echoes import without_echoes

PACK = """\
pack: half
format: 1
version: "1.0.0"
title: Half
license: CC0-1.0
settings:
  lenient: {value: true, question: "Is it?", reading: "It is."}
tables:
  ends:
    columns: {cost: integer}
    rows:
      low: {at: "..8", cost: 1}
      high: {at: "10..", cost: 2}
  kinds:
    columns: {worth: integer}
    rows:
      plain: {worth: 1}
      fine: {worth: 2}
sheets:
  hero: {skill: {type: integer, min: 0, max: 9}}
formulas:
  share: {needs: {foe: integer}, value: 10 / foe}
  doubled: {needs: {foe: integer}, value: 2 * share}
events:
  climb:
    needs: {hero: hero}
    steps:
      roll: {roll: d20}
      cost: ends(roll + hero.skill).cost
  split:
    needs: {foe: {type: integer, min: 0, max: 9}}
    steps:
      part: doubled
  other:
    needs: {kind: kinds}
    steps:
      a: kind.worth
      outcome: a > 1
"""


def told(text: str) -> list[tuple[str, int]]:
    """Code and line of all that is wrong with a pack of one file."""
    pack, found = model_of([PackFile("pack.yaml", text.encode())])
    assert pack is not None
    more = without_echoes(found, check_pack(pack, found)[1])
    return [(each.code, each.span.line if each.span else 0) for each in in_order((*found, *more))]


def test_what_is_wrong_without_a_fault() -> None:
    # the fault that the cases below bring in is not there
    assert told(PACK) == [("unused", 7), ("may-fault", 22), ("gap", 29)]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # in an event that does not depend on it
        ("a: kind.worth", "a: kind.worht", [("may-fault", 22), ("gap", 29), ("unknown-name", 37)]),
        # in a table, a row of which is lost
        ("fine: {worth: 2}", "fine: {worth: no}", [("look-alike", 18), ("may-fault", 22), ("gap", 29)]),
        ("fine: {worth: 2}", "fine: 2", [("wrong-kind", 18), ("may-fault", 22), ("gap", 29)]),
        # what is asked of the faulty formula, table or sheet is not told
        ("value: 2 * share", "value: 2 * shar", [("unknown-name", 23), ("gap", 29)]),
        ("value: 10 / foe", "value: 10 / fo", [("unknown-name", 22), ("gap", 29)]),
    ],
)
def test_a_fault_hides_nothing_that_does_not_depend_on_it(old: str, new: str, expected: list[tuple[str, int]]) -> None:
    assert told(PACK.replace(old, new)) == expected


def test_a_bad_cell_hides_no_other_of_its_line(tmp_path: Path) -> None:
    rows = "    rows: {a: {worth: heavy}, b: {worth: yes}, c: {worth: 1.5}, d: {worth: 2}}"
    start, end = PACK.index("    rows:\n      plain"), PACK.index("sheets:")
    (tmp_path / "pack.yaml").write_text(PACK[:start] + rows + "\n" + PACK[end:], encoding="utf-8")
    found = [each for each in handhold.check(tmp_path) if each.severity == "error" and each.code != "gap"]
    assert [rows[each.span.column - 1 : each.span.end_column - 1] for each in found if each.span] == [
        "heavy",
        "yes",
        "1.5",
    ]
