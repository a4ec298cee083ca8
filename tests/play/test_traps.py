"""The traps of odds: what a roll is once, it is all through; explosions and keeps; what is hardly possible."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import icepool
import pytest
from icepool import d

from handhold.packs import checked
from handhold.play.odds.event import odds
from tests.fixtures import loaded

RULES = """
pack: traps
format: 1
version: "1.0.0"
title: Traps
license: CC0-1.0
events:
  once:
    steps:
      r: {roll: d6}
      s: {roll: d6}
      t: {roll: d6 - d6}
      twice: r + r
      same: r - r
      apart: r - s
      outcome: r + r == 7
  kept_then_exploding:
    steps:
      kept: {roll: 2d6kh1}
      more: {when: kept == 6, roll: d6!}
      outcome: kept + (more otherwise 0)
  exploding_then_kept:
    steps:
      one_die: {roll: d6!}
      other_die: {roll: d6!}
      outcome: max(one_die, other_die)
  nine:
    steps:
      rolls:
        repeat: 9
        track: {sixes: 0}
        steps:
          die: {roll: d6}
          hit: {when: die == 6, set: sixes, to: old + 1}
      outcome: sixes
"""


@pytest.fixture(scope="module")
def traps(tmp_path_factory: pytest.TempPathFactory) -> checked.Pack:
    path: Path = tmp_path_factory.mktemp("traps") / "traps.yaml"
    path.write_text(RULES, encoding="utf-8")
    return loaded(path)


def table(die: Any) -> dict[str, Fraction]:
    return {str(total): die.probability(total) for total in die if die.probability(total)}


def test_one_roll_is_the_same_wherever_it_is_read(traps: checked.Pack) -> None:
    found = odds(traps, "once", {}, show=("twice", "same", "apart", "t"))
    assert found.outcomes == {"false": 1}
    assert found.impossible == {"outcome": ("true",)}
    assert found.values["twice"] == table(d(6) * 2)
    assert found.values["same"] == {"0": 1}
    assert found.values["apart"] == found.values["t"] == table(d(6) - d(6))


def test_an_explosion_before_the_keep_is_not_one_after(traps: checked.Pack) -> None:
    exploding = d(6).explode(depth=10)
    after = odds(traps, "kept_then_exploding", {}).outcomes
    before = odds(traps, "exploding_then_kept", {}).outcomes
    assert before == table(icepool.highest(exploding, exploding))
    assert after == table(d(6).highest(2, 1).map(lambda face: face + exploding if face == 6 else face))
    assert after != before


def test_what_is_hardly_possible_is_not_lost(traps: checked.Pack) -> None:
    found = odds(traps, "nine", {}).outcomes
    assert found["9"] == Fraction(1, 6**9)
    assert sum(found.values()) == 1
    assert found == table(9 @ (d(6) == 6))
