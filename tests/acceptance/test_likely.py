"""What the worked cases throw can be thrown: each outcome of theirs has a chance in the odds of its event."""

from fractions import Fraction
from typing import Any

import pytest

from handhold.language.types import Row
from handhold.play.inputs import choice_paths
from handhold.play.odds.event import OddsRunner
from handhold.play.result import Result, shown_text
from handhold.play.runs.run import Runner
from tests.acceptance.runner import wrong_keys
from tests.acceptance.test_acceptance import DIGESTS, document_of

LEAST = {"futile-kingdoms": 140, "infinity": 0, "lurasko": 80, "trench-crusade": 27, "woin": 13}
"""Runs with dice that are looked at, at the least; one system throws none in its cases."""
ASKS = {"jump"}
"""Events with a choice that has no default."""


@pytest.mark.parametrize("system", DIGESTS)
def test_what_a_case_throws_has_a_chance(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[tuple[Runner, str, Any, dict[str, Any], Result]] = []
    plain = Runner.run

    def run(runner: Runner, event: str, given: Any, *args: Any, **asked: Any) -> Result:
        result = plain(runner, event, given, *args, **asked)
        ran.append((runner, event, given, asked, result))
        return result

    monkeypatch.setattr(Runner, "run", run)
    # a group of three with loans takes more than people are let wait for
    monkeypatch.setattr("handhold.limits.ODDS_WORK", 1_000_000_000)
    document = document_of(system)
    for case in document["cases"]:
        wrong_keys(system, case)
    reckoners: dict[int, OddsRunner] = {}
    seen = 0
    for runner, event, given, asked, result in ran:
        if not runner.pack.events[event].rolls or result.refused:
            continue
        reckoner = reckoners.setdefault(id(runner), OddsRunner(runner.pack))
        # other dice than those of the case may ask for an answer that it does not hold
        kinds = {path: choice.type for path, choice in choice_paths(runner.pack, runner.pack.events[event]).items()}
        rows = {path: runner.pack.tables[of.table].rows[0] for path, of in kinds.items() if isinstance(of, Row)}
        choices = {**(rows if event in ASKS else {}), **asked["choices"]}
        found = reckoner.odds(event, given, choices=choices, settings=asked["settings"])
        seen += 1
        chance = (
            found.unresolved if result.outcome is None else found.outcomes.get(shown_text(result.outcome), Fraction(0))
        )
        assert chance > 0 or found.event.outcome is None, (event, given, result.outcome)
    assert seen >= LEAST[system], seen
