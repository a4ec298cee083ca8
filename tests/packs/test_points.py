"""The numbered points of packs."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import handhold
from handhold.packs.checks.points import points

PACK = """
pack: points
format: 1
version: "1.0.0"
title: Points
license: CC0-1.0
settings:
  round: {value: up, options: [up, down], question: Which way?, reading: Up.}
  snow: {value: false, question: Is there snow?, reading: No.}
  worth: {value: 3, question: How much is it?, reading: Three.}
tables:
  ends: {rows: {made: {at: 1..}, missed: {at: ..0}}}
modifiers:
  help:
    take: sum
    needs: {n: integer}
    lines: {always: {value: 1}, late: {when: n > 3, value: if n > 5 then 2 else 1}}
formulas:
  half: {needs: {n: integer}, value: if settings.round is up then (n + 1) // 2 else n // 2}
  many: {needs: {n: list of integer}, value: count(x for x in n where x > settings.worth and not settings.snow)}
events:
  try_it:
    needs: {n: integer}
    steps:
      may: {refuse: {too_low: {when: n < 0, because: Too low.}}}
      push: {choose: flag, by: player, default: false}
      extra: {when: push, value: help}
      legs: {repeat: 3, track: {got: 0}, until: got > 2, steps: {more: {set: got, to: old + half}}}
      outcome: ends(got + (extra otherwise 0))
"""
EXPECTED = [
    ("setting", "settings.round.up"),
    ("setting", "settings.round.down"),
    ("setting", "settings.snow.true"),
    ("setting", "settings.snow.false"),
    ("setting", "settings.worth"),
    ("row", "tables.ends.rows.made"),
    ("row", "tables.ends.rows.missed"),
    ("branch", "formulas.half.1.then"),
    ("branch", "formulas.half.1.else"),
    ("branch", "formulas.many.1.true"),
    ("branch", "formulas.many.1.false"),
    ("line", "modifiers.help.lines.always"),
    ("line", "modifiers.help.lines.late"),
    ("branch", "modifiers.help.lines.late.when.true"),
    ("branch", "modifiers.help.lines.late.when.false"),
    ("branch", "modifiers.help.lines.late.value.1.then"),
    ("branch", "modifiers.help.lines.late.value.1.else"),
    ("refusal", "events.try_it.refuse.too_low"),
    ("branch", "events.try_it.refuse.too_low.false"),
    ("option", "events.try_it.steps.push.true"),
    ("option", "events.try_it.steps.push.false"),
    ("branch", "events.try_it.steps.extra.when.true"),
    ("branch", "events.try_it.steps.extra.when.false"),
    ("branch", "events.try_it.steps.legs.until.true"),
    ("branch", "events.try_it.steps.legs.until.false"),
]


def test_every_way_the_rules_can_go_is_a_point(tmp_path: Path) -> None:
    path = tmp_path / "points.yaml"
    path.write_text(PACK, encoding="utf-8")
    found = points(handhold.load(path).checked)
    assert [(each.kind, each.path) for each in found] == EXPECTED
    assert [each.number for each in found] == list(range(len(found)))
    lines = PACK.splitlines()
    for each in found:
        assert each.span.file.endswith("points.yaml")
        if each.kind in ("row", "line"):
            assert each.path.split(".")[-1] in lines[each.span.line - 1]


def test_a_branch_points_at_its_side(tmp_path: Path) -> None:
    path = tmp_path / "points.yaml"
    path.write_text(PACK, encoding="utf-8")
    by_path = {each.path: each.span for each in points(handhold.load(path).checked)}
    lines = PACK.splitlines()
    span = by_path["formulas.half.1.else"]
    assert lines[span.line - 1][span.column - 1 : span.end_column - 1] == "n // 2"


@pytest.mark.parametrize("pack", ["futile-kingdoms", "infinity", "lurasko", "trench-crusade", "woin"])
def test_the_points_of_a_shipped_pack_are_each_there_once(pack: str) -> None:
    found = points(handhold.load(pack).checked)
    twice = [path for path, times in Counter(each.path for each in found).items() if times > 1]
    assert twice == []
    assert {each.kind for each in found} >= {"row", "branch", "refusal"}
