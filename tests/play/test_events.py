"""Events of the fixture packs, run with given dice, against the same rules written by hand."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from handhold.play.chance import InOrder
from handhold.play.result import Result
from handhold.play.run import Runner
from tests.fixtures import pack
from tests.play.all_cases import CASES
from tests.play.by_hand import Case, some_ways


def value_of(result: Result, name: str) -> object:
    """The value of that dotted name, else the state of that path."""
    for found in (result.values, result.state):
        at: object = found
        for part in name.split("."):
            at = at.get(part, ...) if isinstance(at, Mapping) else None if at is None else ...
        if at is not ...:
            return at
    raise KeyError(name)


PLAIN = [case for case in CASES if not case.policies]
"""The cases whose decisions are the same whatever the dice show."""


@pytest.mark.parametrize("case", PLAIN, ids=lambda case: case.id)
def test_a_run_says_what_the_rules_written_by_hand_say(case: Case) -> None:
    runner = Runner(pack(case.pack))
    for told, faces in some_ways(case, 12):
        result = runner.run(case.event, case.given, InOrder(faces), choices=case.choices, settings=case.settings)
        assert result.outcome == told.outcome
        assert type(result.outcome) is type(told.outcome)
        expected = {**told.values, **told.state}
        assert {name: value_of(result, name) for name in expected} == expected
        assert sorted((refusal.code, refusal.scope) for refusal in result.refusals) == sorted(told.refusals)
        assert result.refused == told.refused
        assert tuple(face for rolled in result.rolls.values() for face in rolled.faces) == faces
