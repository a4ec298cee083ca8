"""Formulas with the values put in, as far as they are known before a run: texts apart at their names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from handhold.language.dice import DiceFault
from handhold.language.runtime import RuleFault
from handhold.language.types import Type

MISSING = (RuleFault, DiceFault, ZeroDivisionError, TypeError, AttributeError, KeyError)
"""What a formula raises that reads what a run has passed over for its guard (`helper is not none and helper.tool`)."""
NOT_THERE = object()
"""Stands for a value that cannot be worked out from the variables given."""


class Slot(NamedTuple):
    """A name in a formula's text: the number of its value, how it is written, the type of its value, how
    that is written, and what stands there
    if it has none.
    """

    number: int
    name: str
    of: Type
    text: Callable[[object], str]
    rest: Template


class Template(NamedTuple):
    """A formula's text, apart at the names whose values are put in."""

    parts: tuple[str | Slot, ...]

    def filled(self, values: Sequence[object]) -> str:
        """The text with values put in."""
        found = []
        for part in self.parts:
            if isinstance(part, str):
                found.append(part)
                continue
            number, name, _, text, rest = part
            value = values[number]
            found.append(rest.filled(values) if value is NOT_THERE else f"{name} {text(value)}")
        return "".join(found)


class Blank(NamedTuple):
    """A name in braces in a sentence: `text` as written, what works it out from `variables`, and the type of that.

    `name` is the global of the program that `work` is bound to.
    """

    text: str
    variables: tuple[str, ...]
    name: str
    work: Callable[..., object]
    of: Type


Saying = tuple[str | Blank, ...]
"""A sentence of a pack, apart at the names in braces."""
