"""What a run may take: its steps and parts of formulas are counted while it goes on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from handhold import limits
from handhold.language.dice import DiceValue
from handhold.language.runtime import RuleFault

_Dice = TypeVar("_Dice")
_Element = TypeVar("_Element")


class TooLong(RuleFault):
    """More is to be done than is allowed."""


class Meter:
    """Counts down from what is allowed, each run afresh."""

    def __init__(self, allowed: int) -> None:
        self._allowed = allowed
        self._left = allowed

    def start(self) -> None:
        """A run begins."""
        self._left = self._allowed

    @property
    def spent(self) -> int:
        """What the run has done by now."""
        return self._allowed - self._left

    def spend(self, work: int) -> None:
        """So much is done now. Raises TooLong when that is too much."""
        self._left -= work
        if self._left < 0:
            raise TooLong(f"this takes too long: more than {self._allowed:,} parts of formulas would be worked out")

    def whole(self, source: Sequence[_Element] | None, work: int) -> Sequence[_Element] | None:
        """The list itself, which is gone over with so much to do for each element. Raises TooLong when that is too
        much.
        """
        if source:
            self.spend(work * len(source))
        return source

    def thrown(self, dice: _Dice) -> _Dice:
        """The dice themselves, which are thrown. Raises TooLong when that is too much."""
        if isinstance(dice, DiceValue):
            self.spend(limits.FACE_WORK * sum(pool.number for pool in dice.pools))
        return dice

    def walked(self, source: Iterable[_Element], work: int) -> Iterator[_Element]:
        """The elements, each with so much to do. Raises TooLong at the one that is too much."""
        for element in source:
            self.spend(work)
            yield element
