"""Dice in events: against other libraries, and those that cannot be thrown."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool
import pytest
from dyce import H, P
from dyce.evaluation import HResult, expand, explode_n
from icepool import d, lowest

from handhold.play.chance import InOrder
from handhold.play.odds.event import odds
from handhold.play.run_error import RunError
from handhold.play.runs.run import Runner
from tests.fixtures import pack

FATE = icepool.Die([-1, 0, 1])
BY_ICEPOOL = {
    "constants": {
        "plain": 2 @ d(4) + 1,
        "kept": d(4).highest(3, 2),
        "least": lowest(d(3), d(3), d(3)),
        "dropped": d(3).highest(3, 2),
        "dropped_high": d(3).lowest(3, 1),
        "fate": 2 @ FATE,
        "cent": d(100) - d(100),
    },
    "sums": {"outcome_dice": 2 @ d(6) - d(4) + 3},
}


@pytest.mark.parametrize(
    ("event", "name", "die"),
    [(event, name, die) for event, names in BY_ICEPOOL.items() for name, die in names.items()],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_a_roll_alone_has_the_odds_that_icepool_gives(event: str, name: str, die: Any) -> None:
    found = odds(pack("throws"), event, {}, show=(name,)).values[name]
    assert found == {str(total): die.probability(total) for total in die}


def _kept(dice: Any, kept: slice) -> H[int]:
    return expand(lambda result: sum(result.roll[kept]), dice, min_path_probability=Fraction(0))


def _once(sides: int, up_to: int) -> H[int]:
    def again(result: HResult[int]) -> H[int] | int:
        return H(sides) if result.outcome <= up_to else result.outcome

    return expand(again, H(sides), min_path_probability=Fraction(0))


BY_DYCE = [
    (0, "rerolled", lambda: 2 @ _once(4, 2)),
    (1, "rerolled_all", lambda: 2 @ H({2: 1, 3: 1, 4: 1})),
    (2, "exploding", lambda: explode_n(H(4), n=10, min_path_probability=Fraction(0))),
    (3, "successes_of", lambda: 3 @ H(4).ge(3)),
    (4, "kept_rerolled", lambda: _kept(3 @ P(_once(4, 1)), slice(1, None))),
    (6, "success_fate", lambda: 4 @ H({0: 2, 1: 1})),
    (8, "none_thrown", lambda: H({0: 1})),
    (9, "from_negative", lambda: -H(6)),
]


@pytest.mark.filterwarnings("ignore:.* is experimental:dyce.lifecycle.ExperimentalWarning")
@pytest.mark.parametrize(("kind", "name", "histogram"), BY_DYCE, ids=[name for _, name, _ in BY_DYCE])
def test_a_roll_alone_has_the_odds_that_dyce_gives(kind: int, name: str, histogram: Any) -> None:
    found = odds(pack("throws"), "one_of_each", {"kind": kind}, show=(name,)).values[name]
    weights = {int(total): weight for total, weight in histogram().items()}
    whole = sum(weights.values())
    assert found == {str(total): Fraction(weight, whole) for total, weight in weights.items()}


@pytest.mark.parametrize("least", [0, -1])
def test_successes_from_below_one_are_refused_when_the_number_is_known_only_then(least: int) -> None:
    message = f"successes are counted from a face of 1 or more, not from {least}"
    with pytest.raises(RunError, match=message):
        Runner(pack("throws")).run("counting", {"least": least}, InOrder([1, 2, 3]))
    with pytest.raises(RunError, match=message):
        odds(pack("throws"), "counting", {"least": least})


def test_successes_from_one_up_are_counted() -> None:
    assert odds(pack("throws"), "counting", {"least": 6}).outcomes == {
        "0": Fraction(125, 216), "1": Fraction(75, 216), "2": Fraction(15, 216), "3": Fraction(1, 216),
    }  # fmt: skip
    assert Runner(pack("throws")).run("counting", {"least": 1}, InOrder([1, 2, 3])).outcome == 3
