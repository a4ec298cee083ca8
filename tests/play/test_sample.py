"""Estimates: near the exact odds, the same for the same seed, and honest about what they are."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import settings

from handhold import limits
from handhold.language.dice import DiceValue, Pool
from handhold.packs import checked
from handhold.play.inputs import InputError
from handhold.play.odds.asking import Question
from handhold.play.odds.event import Odds, OddsRunner, odds
from handhold.play.odds.rounds import RoundsOdds, odds_over_rounds
from handhold.play.odds.sample import Estimate, estimate
from handhold.play.pools import distribution
from handhold.play.progress import Interrupted
from handhold.play.run_error import RunError
from handhold.play.stream import Stream, random_faces
from tests.fixtures import pack, shipped

SAMPLES = 1_000_000 if settings.default is not None and settings.default.max_examples > 1_000 else 20_000
"""A million in `make fuzz`; always for one event, and for one over rounds."""
CLIMB = {"climber": {"dex": 14}, "difficulty": "very_hard", "distance": "medium"}


def sampled(
    of: checked.Pack, event: str, given: dict[str, Any], samples: int, seed: int | str = 7, **asked: Any
) -> Estimate:
    again = {name: asked.pop(name) for name in ("until", "rounds", "progress") if name in asked}
    return estimate(of, Question.of(event, **asked), given, samples, seed, **again)


def near(found: Estimate, exact: dict[str, Fraction], told: dict[str, Fraction]) -> None:
    assert told.keys() <= exact.keys()
    for name, chance in exact.items():
        share = told.get(name, Fraction(0))
        assert abs(share - chance) <= 5 * found.error(share), (name, float(share), float(chance))


LOW_OR_HIGH = {"call": "if shown > 4 then low else high"}
EVENTS = [
    ("lurasko", "climb", CLIMB, {"show": ("margin",)}),
    ("siege", "batter", {"ram": {"weight": 3}, "wall": {"stone": 4}}, {"show": ("blows",)}),
    ("wager", "wager", {"purse": {"coins": 4}}, {"show": ("won",), "policies": LOW_OR_HIGH}),
    ("wager", "wager", {"purse": {"coins": 1}, "stake": 3}, {"policies": {"call": "high"}}),
    ("throws", "one_of_each", {"kind": 2}, {"show": ("exploding",)}),
    ("futile-kingdoms", "deviation", {}, {"policies": {"extra.again": "true"}}),
    ("woin", "attribute_check", {"who": {"luc": 3}, "pool": 2, "difficulty": 9}, {"choices": {"luck": 2}}),
]  # fmt: skip


@pytest.mark.hypothesis
@pytest.mark.parametrize(
    ("name", "event", "given", "asked"), EVENTS, ids=[f"{e[0]}-{e[1]}-{n}" for n, e in enumerate(EVENTS)]
)
def test_an_estimate_is_near_the_exact_odds(
    name: str, event: str, given: dict[str, Any], asked: dict[str, Any]
) -> None:
    of = pack(name) if name in ("siege", "wager", "throws") else shipped(name)
    exact = odds(of, event, given, **asked)
    found = sampled(of, event, given, SAMPLES, **asked)
    assert isinstance(found.odds, Odds)
    assert found.samples == SAMPLES
    near(found, exact.outcomes, found.odds.outcomes)
    near(found, {"": exact.unresolved}, {"": found.odds.unresolved})
    for asked_for, chances in exact.values.items():
        near(found, chances, found.odds.values[asked_for])


def test_a_million_samples_are_near_the_exact_odds() -> None:
    of = pack("ends")
    exact = odds(of, "sometimes", {}, show=("roll",))
    found = sampled(of, "sometimes", {}, 1_000_000, show=("roll",))
    assert found.samples == 1_000_000
    assert found.error(Fraction(1, 2)) == Fraction(499, 1_000_000)
    near(found, exact.outcomes, dict(found.odds.outcomes))
    near(found, {"": exact.unresolved}, {"": found.odds.unresolved})
    near(found, exact.values["roll"], found.odds.values["roll"])


def test_a_million_samples_of_rounds_are_near_the_odds_by_hand() -> None:
    # a d3 is added until 3 are reached, twice at the most; it is true where the last die shows more than 1
    given = {"digger": {}, "deep": 1}
    found = sampled(pack("ends"), "try_all", given, 1_000_000, until="digger.depth > 2", rounds=2)
    told = found.odds
    assert isinstance(told, RoundsOdds)
    near(found, {"1": Fraction(3, 9), "2": Fraction(5, 9)}, {str(n): chance for n, chance in told.by_round.items()})
    near(found, {"true": Fraction(7, 9), "false": Fraction(1, 9)}, dict(told.outcomes))
    near(found, {"": Fraction(1, 9)}, {"": told.open})


@pytest.mark.hypothesis
def test_an_estimate_of_rounds_is_near_the_exact_odds() -> None:
    of = shipped("lurasko")
    given = {"climber": {"dex": 9}, "difficulty": "hard", "distance": "short"}
    asked = {"policies": {"pushes": "if made_it and climber.progress == 1 then 1 else 0"}}
    exact = odds_over_rounds(OddsRunner(of), Question.of("climb_turn", **asked), given, "outcome is arrived", 6)
    found = sampled(of, "climb_turn", given, SAMPLES, until="outcome is arrived", rounds=6, **asked)
    told = found.odds
    assert isinstance(told, RoundsOdds)
    near(found, exact.outcomes, told.outcomes)
    near(found, {"": exact.open}, {"": told.open})
    near(found, {str(n): c for n, c in exact.by_round.items()}, {str(n): c for n, c in told.by_round.items()})
    near(found, exact.left, told.left)
    later = sampled(of, "climb_turn", {**given, "distance": "engagement"}, 500, until="false", rounds=3)
    assert isinstance(later.odds, RoundsOdds)
    assert later.odds.refused.keys() == {("climb_is_over",)}
    assert later.odds.open + sum(later.odds.refused.values()) == 1


def test_the_same_seed_is_the_same_estimate() -> None:
    one, other, third = (sampled(shipped("lurasko"), "climb", CLIMB, 500, seed) for seed in (7, "7", 8))
    assert isinstance(one.odds, Odds)
    assert isinstance(other.odds, Odds)
    assert isinstance(third.odds, Odds)
    assert one.odds.table == other.odds.table != third.odds.table
    assert one.odds.table == {("success",): 18, ("fail_safe",): 428, ("fall_same",): 13, ("fall_shorter",): 41}


def test_the_stream_throws_every_face_alike() -> None:
    stream = Stream(random_faces("faces"))
    for pool in (Pool(1, 6), Pool(3, 20, keep=2, keep_which="h"), Pool(1, 0)):
        dice = DiceValue((pool,), 1)
        totals, den = distribution(dice)
        thrown = [stream.draw("", "", dice) for _ in range(6_000)]
        for total, weight in totals:
            assert abs(thrown.count(total) - 6_000 * weight / den) < 5 * (6_000 * weight / den) ** 0.5 + 1


def test_a_refused_event_is_not_sampled() -> None:
    found = sampled(shipped("lurasko"), "climb", {**CLIMB, "climber": {"dex": 9, "hands_holding": 2}}, 100)
    assert [refusal.code for refusal in found.odds.refusals] == ["no_free_hand"]
    assert found.samples == 0


def test_what_never_came_is_not_taken_for_certain() -> None:
    found = sampled(shipped("lurasko"), "climb", {**CLIMB, "climber": {"dex": 99}}, 400)
    assert found.odds.outcomes == {"success": 1}
    assert found.error(Fraction(1)) == found.error(Fraction(0)) > Fraction(1, 1000)
    # 401 of 402: as if of two runs more one had come to it and one had not
    assert abs(float(found.error(Fraction(1))) - (401 / 402**3) ** 0.5) < 1e-6
    assert abs(found.error(Fraction(1, 2)) - Fraction(25, 1000)) < Fraction(1, 1000)


def test_what_was_interrupted_is_told_from_the_samples_made() -> None:
    def stop(made: int, samples: int) -> None:
        if made == 3_000:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as raised:
        sampled(shipped("lurasko"), "climb", CLIMB, 9_500, progress=stop)
    told = raised.value.so_far
    assert (told.samples, told.asked) == (3_000, 9_500)
    assert sum(told.odds.outcomes.values()) == 1


@pytest.mark.parametrize("samples", [0, limits.SAMPLES + 1, True, "9"])
def test_samples_within_limits(samples: Any) -> None:
    with pytest.raises(InputError, match="the samples are a whole number"):
        sampled(shipped("lurasko"), "climb", CLIMB, samples)


@pytest.mark.parametrize("seed", [None, 1.5, True, ["a"], 10**limits.DIGITS])
def test_a_seed_is_one_that_a_run_takes(seed: Any) -> None:
    with pytest.raises(InputError, match="a seed is a text, or a whole number of at most"):
        estimate(shipped("lurasko"), Question.of("climb"), CLIMB, 10, seed)


def test_a_choice_without_an_answer_is_no_sample() -> None:
    with pytest.raises(RunError, match="has no answer and no default"):
        sampled(pack("wager"), "push", {"nerve": 2}, 100)
