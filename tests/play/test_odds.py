"""Odds of the events of the fixture packs, against the rules written by hand over every face, and against every run."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from handhold.play.chance import enumerate_runs
from handhold.play.odds import Odds, odds
from handhold.play.run import Runner
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
        choices=case.choices, policies=case.policies, settings=case.settings, show=first.values,
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
