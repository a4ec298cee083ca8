"""Odds of states that throw different dice, against every run: weights over different denominators come together."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from handhold.packs import checked
from handhold.play.chance import enumerate_runs
from handhold.play.odds.event import odds
from handhold.play.runs.run import Runner
from tests.fixtures import loaded
from tests.play.by_hand import text

RULES = """
pack: scales
format: 1
version: "1.0.0"
title: Scales
license: CC0-1.0
tables:
  weights:
    columns: {heavy: integer}
    rows: {light: {heavy: 1}, medium: {heavy: 2}, full: {heavy: 3}}
events:
  steps:
    steps:
      tries:
        repeat: 3
        track: {total: 0, done: false}
        until: done
        steps:
          die: {roll: d3}
          more: {when: total > 1, roll: d5}
          add: {set: total, to: "min(6, old + die + (more otherwise 0))"}
          stop: {set: done, to: total == 4}
      outcome: total
  lengths:
    steps:
      many: {roll: d3}
      tries:
        repeat: many
        track: {total: 0}
        steps:
          die: {roll: d2}
          add: {set: total, to: old + die}
      outcome: total
  parts:
    steps:
      many: {roll: d3}
      tries:
        each: n in list(row for row in weights where row.heavy <= many)
        track: {total: 0}
        steps:
          die: {roll: d2}
          add: {set: total, to: old + n.heavy * die}
      outcome: total
  branches:
    needs: {bonus: {type: integer, default: 0}}
    steps:
      lead: {roll: d4}
      other: {roll: d2}
      more:
        when: lead > 2
        steps:
          extra: {roll: (other)d3}
          again: {when: extra == 1 + bonus, roll: d5}
      outcome: lead + 10 * other + 100 * (extra otherwise 0) + 1000 * (again otherwise 0)
"""


@pytest.fixture(scope="module")
def scales(tmp_path_factory: pytest.TempPathFactory) -> checked.Pack:
    path: Path = tmp_path_factory.mktemp("scales") / "scales.yaml"
    path.write_text(RULES, encoding="utf-8")
    return loaded(path)


@pytest.mark.parametrize(
    ("event", "given"),
    [("steps", {}), ("lengths", {}), ("parts", {}), ("branches", {}), ("branches", {"bonus": 1})],
    ids=str,
)
def test_the_odds_are_those_of_every_run(scales: checked.Pack, event: str, given: dict[str, object]) -> None:
    by_runs: Counter[str] = Counter()
    for result, weight, of in enumerate_runs(lambda chance: Runner(scales).run(event, given, chance)):
        by_runs[text(result.outcome)] += Fraction(weight, of)
    found = odds(scales, event, given)
    assert found.outcomes == by_runs
    assert sum(found.table.values()) == found.den
