"""The packs that are shipped, with random inputs: odds against every run, traced runs against plain ones."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from handhold.language.types import Names, Passes, present
from handhold.packs import checked
from handhold.play.chance import Seeded, enumerate_runs
from handhold.play.inputs import InputError, choice_paths
from handhold.play.odds.event import odds
from handhold.play.run_error import RunError
from handhold.play.runs.run import Runner
from tests.fixtures import shipped
from tests.play.by_hand import text
from tests.play.given import given, value
from tests.play.test_odds import told
from tests.play.test_trace import same

PACKS = tuple(sorted(path.name for path in (Path(__file__).parents[2] / "rulepacks").iterdir()))
EVENTS = [(name, event) for name in PACKS for event in shipped(name).events]
TRIES = 8
MOST_PATHS = 200


def answers(random: Random, pack: checked.Pack, event: checked.Event) -> dict[str, object]:
    """Random answers to the event's choices; one without a default always has one."""
    found = {
        path: value(random, pack, choice.type)
        for path, choice in choice_paths(pack, event).items()
        if choice.default is None or random.random() < 0.5
    }
    return {path: answer for path, answer in found.items() if answer is not None}


def shown(event: checked.Event) -> list[str]:
    """Names of values, some of them, that can be asked for."""
    return [name for name, of in event.names if not isinstance(present(of), Names | Passes) and name != "outcome"][:5]


@pytest.mark.parametrize(("name", "id"), EVENTS, ids=[f"{name}-{event}" for name, event in EVENTS])
def test_odds_are_the_runs_over_every_face_and_a_trace_changes_nothing(name: str, id: str) -> None:
    pack = shipped(name)
    event, runner, random = pack.events[id], Runner(pack), Random(f"{name} {id}")
    names = shown(event)
    for _ in range(TRIES):
        inputs, choices = given(random, pack, event), answers(random, pack, event)
        try:
            plain = runner.run(id, inputs, Seeded(7), choices=choices)
        except (InputError, RunError):
            continue
        assert same(plain, runner.run(id, inputs, Seeded(7), choices=choices, traced=True))
        runs = enumerate_runs(lambda chance: runner.run(id, inputs, chance, choices=choices))  # noqa: B023  # used now
        by_runs: Counter[tuple[str, ...]] = Counter()
        try:
            ways = list(islice(runs, MOST_PATHS + 1))
        except (InputError, RunError):
            with pytest.raises((InputError, RunError)):
                odds(pack, id, inputs, choices=choices, show=names)
            continue
        if len(ways) > MOST_PATHS:
            continue
        found = odds(pack, id, inputs, choices=choices, show=names)
        if plain.refused:
            assert set(found.refused) == {refusal.code for refusal in plain.refusals if not refusal.scope}
            continue
        for result, weight, of in ways:
            by_runs[(text(result.outcome), *(text(result.values[name]) for name in names))] += Fraction(weight, of)
        assert told(found) == by_runs
