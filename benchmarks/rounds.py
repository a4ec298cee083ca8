"""The row for odds over rounds: a climb turn by turn, against the same chain by hand."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any

import icepool
from dyce import H
from dyce.evaluation import HResult, expand

import handhold
from benchmarks import by_hand
from benchmarks.measure import Row

GIVEN = {"climber": {"dex": 14}, "difficulty": "hard", "distance": "long"}
UNTIL = "outcome.over"
ROUNDS = 200
GOALS = {"engagement": 1, "short": 3, "medium": 10, "long": 25}


def gains_of_a_turn(given: Mapping[str, Any]) -> tuple[dict[int | None, int], int]:
    """The weight of each number of successes in a turn, None for a fall, and their denominator."""
    climber = given["climber"]
    count, sides = by_hand.DICE[given["difficulty"]]
    tn = by_hand.target(climber)
    added = by_hand.hindrance(climber, "engagement")  # a turn has no Hindrance of its distance, as that range has none
    gains: dict[int | None, int] = {}
    for total, weight in by_hand.totals(count, sides).items():
        margin = tn - total - added
        gain = 1 + margin // 10 if margin >= 0 else None if margin <= -10 else 0
        gains[gain] = gains.get(gain, 0) + weight
    return gains, sides**count


def by_hand_chain(given: Mapping[str, Any], rounds: int) -> tuple[dict[tuple[int, str], int], int, int]:
    """The weight of each end in each round, what is left open, and the common denominator; the climber starts at the
    foot of the wall and nothing keeps them from it.
    """
    goal = GOALS[given["distance"]]
    gains, of = gains_of_a_turn(given)
    now = {0: 1}
    ends = []
    for _ in range(rounds):
        going: dict[int, int] = {}
        arrived = fell = 0
        for progress, weight in now.items():
            for gain, share in gains.items():
                if gain is None:
                    fell += weight * share
                elif progress + gain >= goal:
                    arrived += weight * share
                else:
                    going[progress + gain] = going.get(progress + gain, 0) + weight * share
        ends.append((arrived, fell))
        now = going
    table: dict[tuple[int, str], int] = {}
    scale = 1
    for number in range(rounds, 0, -1):
        arrived, fell = ends[number - 1]
        if arrived:
            table[number, "arrived"] = arrived * scale
        if fell:
            table[number, "fell"] = fell * scale
        scale *= of
    return table, sum(now.values()), scale


def by_icepool(given: Mapping[str, Any], rounds: int) -> Any:
    """The same as a die of the end and its round: None and no round where it is open."""
    gains, _ = gains_of_a_turn(given)
    turn, goal = icepool.Die({-1 if gain is None else gain: weight for gain, weight in gains.items()}), GOALS["long"]

    def step(state: tuple[str, int, int]) -> Any:
        end, progress, number = state
        if end:
            return state
        return turn.map(
            lambda gain: (
                ("fell", 0, number + 1) if gain < 0
                else ("arrived", 0, number + 1) if progress + gain >= goal
                else ("", progress + gain, number + 1)
            )
        )  # fmt: skip

    return icepool.Die([("", 0, 0)]).map(step, repeat=rounds, star=False)


def by_dyce(given: Mapping[str, Any], rounds: int) -> Any:
    """The same as a histogram over one number: `progress` where it is open, else -2 * round - 1 for an arrival and
    -2 * round for a fall.
    """
    gains, _ = gains_of_a_turn(given)
    turn = H({-1 if gain is None else gain: weight for gain, weight in gains.items()})
    goal = GOALS[given["distance"]]

    def step(number: int, state: HResult[int], gain: HResult[int]) -> int:
        if state.outcome < 0:
            return state.outcome
        if gain.outcome < 0:
            return -2 * number
        progress = state.outcome + gain.outcome
        return -2 * number - 1 if progress >= goal else progress

    now = H({0: 1})
    for number in range(1, rounds + 1):
        now = expand(partial(step, number), now, turn, min_path_probability=Fraction(0))
    return now


def agree(pack: handhold.Pack) -> None:
    """Raises AssertionError unless all give the same odds of a shorter climb."""
    found = handhold.odds_over_rounds(pack, "climb_turn", GIVEN, until=UNTIL, rounds=40)
    ours = {(number, str(key[0])): Fraction(weight, found.den) for (number, key), weight in found.ended.items()}
    table, still, den = by_hand_chain(GIVEN, 40)
    assert ours == {end: Fraction(weight, den) for end, weight in table.items()}
    assert found.open == Fraction(still, den)
    icepools = by_icepool(GIVEN, 40)
    assert ours == {(state[2], state[0]): icepools.probability(state) for state in icepools if state[0]}
    dyces = by_dyce(GIVEN, 40)
    ended = {
        ((-state) // 2, "arrived" if state % 2 else "fell"): weight for state, weight in dyces.items() if state < 0
    }
    assert ours == {end: Fraction(weight, dyces.total) for end, weight in ended.items()}


def rows(pack: handhold.Pack) -> list[Row]:
    """The rows of the table."""

    def ours() -> object:
        return handhold.odds_over_rounds(pack, "climb_turn", GIVEN, until=UNTIL, rounds=ROUNDS).ended

    return [
        Row("odds of a 200-round climb, turn by turn", ours, lambda: by_hand_chain(GIVEN, ROUNDS), 2),
        Row("the same, against icepool", ours, lambda: by_icepool(GIVEN, ROUNDS), 1),
        Row("the same, against dyce", ours, lambda: by_dyce(GIVEN, ROUNDS), 1),
    ]
