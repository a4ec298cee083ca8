"""A case that the rules cannot answer, told to whoever asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Final

from handhold.language.decimals import for_people
from handhold.packs.text import show
from handhold.play.chance import Rolled
from handhold.play.shown import Plain, shown_text
from handhold.source import Span, Written

Rolls = Mapping[str, Rolled]
"""Rolls by path, in the order made."""
NO_ROLLS: Final[Rolls] = MappingProxyType({})

_NAMED: Final = 12
"""Names that a sentence tells the values of."""
_LONGEST: Final = 100
"""Characters of a value in a sentence."""


class RunError(Exception):
    """A case that the rules cannot answer.

    `message` says what happened, in one sentence. `written` is the text of the formula and where it stands, and
    `start` to `end` the part of it that has no value; `span` is the place of that part (None where there is none).
    `formula` is the formula in canonical form (empty where something else than a formula has failed), `names` are
    the names in it with their values as they were, as `Result.values` has them.

    `event` is the event that was asked for, `step` the path of the step in the run, with the passes of loops
    (`legs.7.falls.damage`); both are empty where no event was. `through` are paths of the pack, the outermost first:
    the steps, formulas and modifier lines that led there, the faulty formula's last. `rolls` are the rolls made by
    then. `round` is the number of the round, where an event is done again and again, else 0. `leads` finds a run that
    leads there, for a fault of odds. `unanswered` says that the fault is a choice without an answer and a default.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
        self.written: Written | None = None
        self.start = self.end = 0
        self.formula = ""
        self.names: Mapping[str, Plain] = MappingProxyType({})
        self.event = ""
        self.step = ""
        self.through: tuple[str, ...] = ()
        self.rolls: Rolls = NO_ROLLS
        self.round = 0
        self.unanswered = False
        self.leads: Callable[[], RunError] | None = None

    @property
    def span(self) -> Span | None:
        """Where the part without a value stands; None for a formula that no file holds."""
        if self.written is None or not self.written.span.file:
            return None
        return self.written.within(self.start, self.end)

    def __str__(self) -> str:
        place = "" if self.span is None else f"{self.span}: "
        known = self.values()
        where = f", where {known}" if known else ""
        step = f", in the step '{self.step}'" if self.step else ""
        return f"{place}{self.message}{where}{step}"

    def led(self) -> RunError:
        """The fault in a run that leads to it, if it is one of odds and such a run is found; else the fault itself."""
        return self if self.leads is None else self.leads()

    def values(self) -> str:
        """The names and their values in words, empty if there are none: `total is 1, heads is 0`."""
        told = [f"{name} is {show(value_words(value), _LONGEST)}" for name, value in self.names.items()]
        return ", ".join(told if len(told) <= _NAMED else (*told[:_NAMED], f"and {len(told) - _NAMED} more"))


@contextmanager
def leading() -> Iterator[None]:
    """Lets a fault of odds find a run that leads to it."""
    try:
        yield
    except RunError as fault:
        raise fault.led() from None


def value_words(value: Plain) -> str:
    """A value as its author would write it."""
    return shown_text(value, for_people)
