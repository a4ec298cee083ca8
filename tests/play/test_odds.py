"""Odds of the events of the fixture packs, against the rules written by hand over every face, and against every run."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from handhold.play.chance import enumerate_runs
from handhold.play.inputs import InputError
from handhold.play.odds.event import Odds, odds
from handhold.play.runs.run import Runner
from tests.fixtures import pack
from tests.play.all_cases import CASES
from tests.play.by_hand import Case, every_way, table, text
from tests.play.test_events import PLAIN, value_of


def told(found: Odds) -> Counter[tuple[str, ...]]:
    """The table of odds with texts, the outcome first."""
    lead = () if found.event.outcome is not None else ("none",)
    joined: Counter[tuple[str, ...]] = Counter()
    for key, chance in found.joint.items():
        joined[(*lead, *map(text, key))] += chance
    return joined


@pytest.mark.parametrize("case", [case for case in CASES if case.odds], ids=lambda case: case.id)
def test_the_odds_are_those_of_the_rules_written_by_hand(case: Case) -> None:
    first, _ = next(every_way(case))
    found = odds(
        pack(case.pack), case.event, case.given,
        choices=case.choices, policies=case.policies, settings=case.settings, show=tuple(first.values),
    )  # fmt: skip
    if first.refused:
        assert found.refused == {code: 1 for code, scope in first.refusals if not scope}
        assert not found.joint
        return
    assert not found.refused
    by_hand = table(case)
    assert told(found) == by_hand
    assert sum(found.table.values()) == found.den
    outcomes: Counter[str] = Counter()
    for key, chance in by_hand.items():
        outcomes[key[0]] += chance
    unresolved = outcomes.pop("none", Fraction(0))
    if found.event.outcome is not None:
        assert found.outcomes == outcomes
        assert found.unresolved == unresolved


@pytest.mark.parametrize("case", [case for case in CASES if case.odds], ids=lambda case: case.id)
def test_what_is_asked_for_changes_no_odds(case: Case) -> None:
    names = tuple(next(every_way(case))[0].values)
    asked = {"choices": case.choices, "policies": case.policies, "settings": case.settings}
    all_at_once = odds(pack(case.pack), case.event, case.given, **asked, show=names)
    alone = odds(pack(case.pack), case.event, case.given, **asked)
    assert alone.outcomes == all_at_once.outcomes
    for name in names[:3]:
        one = odds(pack(case.pack), case.event, case.given, **asked, show=(name,))
        assert one.values[name] == all_at_once.values[name]


@pytest.mark.parametrize("case", PLAIN, ids=lambda case: case.id)
def test_the_runs_over_every_face_are_the_rules_written_by_hand(case: Case) -> None:
    runner = Runner(pack(case.pack))
    by_hand = table(case)
    names = tuple(next(every_way(case))[0].values)
    found: Counter[tuple[str, ...]] = Counter()
    runs = enumerate_runs(
        lambda chance: runner.run(case.event, case.given, chance, choices=case.choices, settings=case.settings)
    )
    for result, weight, of in runs:
        key = (text(result.outcome), *(text(value_of(result, name)) for name in names))
        found[key] += Fraction(weight, of)
    assert found == by_hand


def test_what_the_event_never_reads_can_be_asked_for() -> None:
    given = {"purse": {"coins": 3}, "stake": 2}
    pass_it = odds(pack("wager"), "wager", given, policies={"call": "pass"}, show=("purse.coins",))
    assert pass_it.values == {"purse.coins": {"3": Fraction(1)}}
    unread = odds(pack("weather"), "splash", {"walker": {"legs": 1}}, show=("walker.boots", "walker.wet", "scene.wind"))
    assert unread.values["scene.wind"] == {"still": Fraction(1)}
    ram = {"ram": {"weight": 1, "wear": 2}, "wall": {"stone": 4}}
    silent = odds(pack("siege"), "blow", ram, show=("wall.cracks", "ram.broken"))
    assert silent.values["ram.broken"] == {"true": Fraction(1, 6), "false": Fraction(5, 6)}


def test_a_policy_may_read_state_that_the_event_does_not() -> None:
    given = {"digger": {"depth": 2, "tired": 1}}
    found = odds(
        pack("ends"), "idle", given, policies={"stay": "digger.depth > 1"}, show=("digger.tired", "digger.depth")
    )
    assert found.joint == {(True, 1, 2): Fraction(1)}
    found = odds(pack("ends"), "idle", {"digger": {}}, policies={"stay": "digger.depth > 1"})
    assert found.outcomes == {"false": Fraction(1)}


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"show": ("digger.depth = 1",)}, r"'=' does not compare \(write '=='\)"),
        ({"policies": {"stay": "digger.depth = 1"}}, r"'=' does not compare \(write '=='\)"),
        ({"policies": {"stay": "digger.dept > 1"}}, "did you mean 'depth'"),
    ],
)
def test_a_formula_that_is_none_is_told_with_what_to_do(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        odds(pack("ends"), "idle", {"digger": {}}, **asked)


def test_a_policy_may_not_read_the_scene_where_the_event_does_not() -> None:
    with pytest.raises(InputError, match="reads the scene, which the event 'rest' does not"):
        odds(pack("weather"), "rest", {"walker": {"legs": 1}}, policies={"stay": "scene.raining"})
    asked = odds(pack("weather"), "rest", {"walker": {"legs": 1}, "scene": {"raining": True}}, show=("scene.raining",))
    assert asked.joint == {(True, True): Fraction(1)}
