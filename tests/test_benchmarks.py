"""The sides of the benchmarks give the same answers. Nothing is timed here."""

from __future__ import annotations

import pytest

import handhold
from benchmarks import climb, falls
from benchmarks.measure import Row, ratio


def test_a_climb_by_hand_is_that_of_the_pack() -> None:
    climb.agree(handhold.load("lurasko"))


@pytest.mark.filterwarnings("ignore::Warning")
def test_the_odds_of_a_climb_with_fall_damage_are_those_by_hand_and_of_other_tools() -> None:
    falls.agree(handhold.load("woin"))


def test_a_ratio_is_that_of_the_clock() -> None:
    now = 0.0

    def take(seconds: float) -> None:
        nonlocal now
        now += seconds

    assert ratio(Row("", lambda: take(3), lambda: take(2), 1, lambda: now)) == 1.5
    assert ratio(Row("", lambda: take(0.001), lambda: take(0.004), 1, lambda: now)) == pytest.approx(0.25)
