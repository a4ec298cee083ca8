"""Hostile inputs through every command that reads them, in children with limits.

Each command meets a few of its inputs here, spread over all of them; `make fuzz` puts every input through all commands.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hostile.child import faultless, told_in_turn, warmed
from tests.hostile.everywhere import (
    OF_A_LOCK,
    OF_A_PACK,
    OF_A_WITH_FILE,
    OF_CASES,
    UNDER_ENVIRON,
    Place,
    answers,
    places,
)

EVERY = tuple(places())
ROUNDS = {OF_A_PACK: 1, OF_CASES: 1, OF_A_WITH_FILE: 2, OF_A_LOCK: 1, UNDER_ENVIRON: 1}
"""How many inputs each command meets."""


@pytest.fixture(autouse=True, scope="module")
def _warm() -> None:
    warmed()


def chosen(commands: tuple[str, ...]) -> list[tuple[Place, str]]:
    """Inputs, each with one of the commands that it meets."""
    inputs = [each for each in EVERY if each.commands == commands]
    tries = ROUNDS[commands] * len(commands)
    return [(inputs[n * len(inputs) // tries], commands[n % len(commands)]) for n in range(tries)]


@pytest.mark.parametrize("commands", ROUNDS, ids=lambda commands: commands[0])
def test_it_is_answered_plainly(commands: tuple[str, ...], tmp_path: Path) -> None:
    for number, (place, command) in enumerate(chosen(commands)):
        found = answers(place, (command,), tmp_path / str(number))
        assert found, (place.name, command, "it takes too much")
        assert faultless(found[0][0], (0, 1, 2, 3, 5)), (place.name, command, found[0][0].code, found[0][0].err[:400])


def test_every_input_has_commands_that_are_tried() -> None:
    assert {each.commands for each in EVERY} == set(ROUNDS)
    assert len({each.name for each in EVERY}) == len(EVERY)
    assert told_in_turn([("check", "nobodys")], Path(), {})[0][0].code == 2
