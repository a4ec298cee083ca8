"""The functions of the language: what each takes, what it gives.

The names are the whole list; a variant cannot add to it. What they do at run time is in `runtime`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from handhold.language.types import (
    DICE,
    FLAG,
    INTEGER,
    NONE,
    NUMBER,
    UNKNOWN,
    ListOf,
    Row,
    Type,
    is_number,
    join,
    optional,
)

Typing = Callable[[tuple[Type, ...]], Type | str]
"""From the types of the arguments to the type of the result, or in words what should have been given."""


@dataclass(frozen=True, slots=True)
class Signature:
    """A function: how many arguments (`most` None: any number), their typing, and whether it takes `… for … in …`."""

    least: int
    most: int | None
    typing: Typing
    takes_list: bool
    explained: str


def _rounding(types: tuple[Type, ...]) -> Type | str:
    return INTEGER if is_number(types[0]) else "a number"


def _abs(types: tuple[Type, ...]) -> Type | str:
    return types[0] if is_number(types[0]) else "a number"


def _extreme(types: tuple[Type, ...]) -> Type | str:
    if len(types) == 1:
        listed = types[0]
        if isinstance(listed, ListOf) and (is_number(listed.of) or listed.of == NONE):
            return optional(listed.of)
        return "two or more numbers, or one list of numbers"
    return (NUMBER if NUMBER in types else INTEGER) if all(map(is_number, types)) else "numbers"


def _sum(types: tuple[Type, ...]) -> Type | str:
    listed = types[0]
    if isinstance(listed, ListOf) and (is_number(listed.of) or listed.of == NONE):
        return INTEGER if listed.of == NONE else listed.of
    return "a list of numbers"


def _count(types: tuple[Type, ...]) -> Type | str:
    return INTEGER if isinstance(types[0], ListOf) else "a list"


def _flags(types: tuple[Type, ...]) -> Type | str:
    listed = types[0]
    return FLAG if isinstance(listed, ListOf) and listed.of in (FLAG, NONE) else "a list of flags"


def _same_list(types: tuple[Type, ...]) -> Type | str:
    return types[0] if isinstance(types[0], ListOf) else "a list"


def _element(types: tuple[Type, ...]) -> Type | str:
    return optional(types[0].of) if isinstance(types[0], ListOf) else "a list"


def _joined(types: tuple[Type, ...]) -> Type | str:
    listed = types[0]
    return listed.of if isinstance(listed, ListOf) and isinstance(listed.of, ListOf) else "a list of lists"


def _neighbour(types: tuple[Type, ...]) -> Type | str:
    return optional(types[0]) if isinstance(types[0], Row) else "a row of an ordered table"


def _successes(types: tuple[Type, ...]) -> Type | str:
    return DICE if types == (DICE, INTEGER) else "one pool of dice and the least face that counts"


FUNCTIONS: dict[str, Signature] = {
    "abs": Signature(1, 1, _abs, False, "the number without its sign"),
    "round_down": Signature(1, 1, _rounding, False, "the next whole number below"),
    "round_up": Signature(1, 1, _rounding, False, "the next whole number above"),
    "round_half_up": Signature(1, 1, _rounding, False, "the nearest whole number, halves up"),
    "round_half_even": Signature(1, 1, _rounding, False, "the nearest whole number, halves to the even one"),
    "toward_zero": Signature(1, 1, _rounding, False, "the whole number without the fraction"),
    "min": Signature(1, None, _extreme, True, "the least"),
    "max": Signature(1, None, _extreme, True, "the greatest"),
    "sum": Signature(1, 1, _sum, True, "the numbers added; 0 of none"),
    "count": Signature(1, 1, _count, True, "how many elements"),
    "any": Signature(1, 1, _flags, True, "whether one holds"),
    "all": Signature(1, 1, _flags, True, "whether every one holds"),
    "list": Signature(1, 1, _same_list, True, "the list itself"),
    "first": Signature(1, 1, _element, True, "the first element, or none"),
    "last": Signature(1, 1, _element, True, "the last element, or none"),
    "reverse": Signature(1, 1, _same_list, True, "the list from its end"),
    "join": Signature(1, 1, _joined, True, "lists put one after another"),
    "lower": Signature(1, 1, _neighbour, False, "the row before in an ordered table, or none"),
    "higher": Signature(1, 1, _neighbour, False, "the row after in an ordered table, or none"),
    "successes": Signature(2, 2, _successes, False, "dice that show so much or more, counted"),
}


OVER_ALL: frozenset[str] = frozenset(("min", "max", "sum", "any", "all", "list", "last", "reverse", "join"))
"""Those that go over a whole list."""


def result_type(id: str, types: tuple[Type, ...]) -> Type | str:
    """The type of the function's result for arguments of these types, or in words what it takes."""
    if UNKNOWN in types or any(isinstance(of, ListOf) and of.of == UNKNOWN for of in types):
        known = FUNCTIONS[id].typing(tuple(INTEGER if of == UNKNOWN else of for of in types))
        return known if not isinstance(known, str) else UNKNOWN
    return FUNCTIONS[id].typing(types)


def list_type(types: tuple[Type, ...]) -> Type | None:
    """The least element type that all fit, or None."""
    of: Type | None = types[0] if types else NONE
    for each in types[1:]:
        of = join(of, each) if of is not None else None
    return of
