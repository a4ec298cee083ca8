"""Refusals: a result of the rules, carried by an exception from where it is found to who answers for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from handhold.language.runtime import RuleFault


class Ground(Protocol):
    """A ground for a refusal; see `checked.Ground`."""

    @property
    def code(self) -> str:
        """Its code."""

    @property
    def because(self) -> str:
        """The reason."""

    @property
    def cite(self) -> str:
        """What it cites."""


class Refused(Exception):
    """An event is refused, on these grounds."""

    def __init__(self, grounds: tuple[Ground, ...]) -> None:
        super().__init__(", ".join(ground.code for ground in grounds))
        self.grounds = grounds


def refusal(grounds: tuple[Ground, ...], holding: Iterable[bool]) -> Refused:
    """The refusal for the grounds that hold."""
    return Refused(tuple(ground for ground, holds in zip(grounds, holding, strict=True) if holds))


class Unanswered(RuleFault):
    """A choice of that name comes up that has neither an answer nor a default."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the choice '{name}' has no answer and no default")
