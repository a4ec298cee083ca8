"""What the worked cases throw can be thrown: each outcome of theirs has a chance in the odds of its event."""

from fractions import Fraction
from typing import Any

import pytest

from handhold.play.inputs import InputError
from handhold.play.odds import OddsRunner
from handhold.play.program import RunError
from handhold.play.result import Result, shown_text
from handhold.play.run import Runner
from tests.acceptance.runner import wrong_keys
from tests.acceptance.test_acceptance import DIGESTS, document_of

LEAST = {"futile-kingdoms": 40, "infinity": 0, "lurasko": 40, "trench-crusade": 20, "woin": 10}
"""Runs with dice that are looked at, at the least; one system throws none in its cases."""


@pytest.mark.parametrize("system", DIGESTS)
def test_what_a_case_throws_has_a_chance(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[tuple[Runner, str, Any, dict[str, Any], Result]] = []
    plain = Runner.run

    def run(runner: Runner, event: str, given: Any, *args: Any, **asked: Any) -> Result:
        result = plain(runner, event, given, *args, **asked)
        ran.append((runner, event, given, asked, result))
        return result

    monkeypatch.setattr(Runner, "run", run)
    document = document_of(system)
    for case in document["cases"]:
        wrong_keys(system, case)
    reckoners: dict[int, OddsRunner] = {}
    seen = 0
    for runner, event, given, asked, result in ran:
        if not runner.pack.events[event].rolls or result.refused:
            continue
        reckoner = reckoners.setdefault(id(runner), OddsRunner(runner.pack))
        try:
            found = reckoner.odds(event, given, choices=asked.get("choices"), settings=asked.get("settings"))
        except (InputError, RunError) as fault:
            # odds answer choices by their path without passes; in the run it was answered by its full path
            if "has no choice" not in str(fault) and "has no answer and no default" not in str(fault):
                raise
            continue
        seen += 1
        chance = (
            found.unresolved if result.outcome is None else found.outcomes.get(shown_text(result.outcome), Fraction(0))
        )
        assert chance > 0 or found.event.outcome is None, (event, given, result.outcome)
    assert seen >= LEAST[system], seen
