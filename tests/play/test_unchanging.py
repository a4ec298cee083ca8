"""Answers about odds stay as they are: nothing that can be read of one can be changed."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import pytest

import handhold
from handhold.packs import checked

GIVEN = {"climber": {"dex": 14}, "difficulty": "hard", "distance": "short"}
AGAIN = {"until": "outcome.over", "rounds": 3}
ANSWERS: list[Callable[[handhold.Pack], object]] = [
    lambda pack: handhold.odds(pack, "climb", GIVEN, show=["margin", "climber.blind"]),
    lambda pack: handhold.odds(pack, "climb", {**GIVEN, "climber": {"dex": 9, "hands_holding": 2}}),
    lambda pack: handhold.odds_over_rounds(pack, "climb_turn", GIVEN, **AGAIN, show=["margin"]),
    lambda pack: handhold.best_odds(pack, "climb_turn", GIVEN, best_for="arrived"),
    lambda pack: handhold.best_odds(pack, "climb_turn", GIVEN, best_for="arrived", **AGAIN),
    lambda pack: handhold.odds_table(pack, "climb", GIVEN, axes={"climber.dex": [8, 9]}, show=["margin"]),
    lambda pack: handhold.estimate(pack, "climb", GIVEN, samples=50, seed=7, show=["margin"]),
    lambda pack: handhold.estimate(pack, "climb_turn", GIVEN, samples=50, seed=7, **AGAIN),
]
PLAIN = str | int | Fraction | None | checked.Pack | checked.Event


def parts(held: object, name: str) -> Iterator[tuple[str, object]]:
    """Everything that can be read of it, by its name."""
    yield name, held
    if isinstance(held, PLAIN):
        return
    if isinstance(held, Mapping):
        for key, inner in held.items():
            yield from parts(inner, f"{name}[{key!r}]")
    elif isinstance(held, tuple):
        for number, inner in enumerate(held):
            yield from parts(inner, f"{name}[{number}]")
    elif type(held).__module__.startswith("handhold."):
        for each in dir(held):
            inner: Any = getattr(held, each) if not each.startswith("_") else None
            if not callable(inner):
                yield from parts(inner, f"{name}.{each}")


@pytest.mark.parametrize("ask", ANSWERS)
def test_nothing_of_an_answer_can_be_changed(ask: Callable[[handhold.Pack], object]) -> None:
    answer = ask(handhold.load("lurasko"))
    found = dict(parts(answer, "answer"))
    assert len(found) > 5
    assert [name for name, held in found.items() if isinstance(held, list | dict | set)] == []
    for held in found.values():
        if dataclasses.is_dataclass(held):
            with pytest.raises(AttributeError):
                setattr(held, dataclasses.fields(held)[0].name, None)
