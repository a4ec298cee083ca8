"""The tree of a formula as written.

Every node is frozen; `span` is the pair of offsets (start, end) in the formula's text, comes last and is left out
of comparison, so that two formulas are equal when they say the same. Parentheses leave no node (the span of what
stands in them is without them): the printer puts back those that are needed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, assert_never

Place = tuple[int, int]
NOWHERE: Place = (0, 0)


def _span() -> Place:
    return field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Number:
    """A literal: a whole number or an exact decimal (`12.5` is 25/2)."""

    value: int | Fraction
    span: Place = _span()


@dataclass(frozen=True, slots=True)
class Flag:
    """`true` or `false`."""

    value: bool
    span: Place = _span()


@dataclass(frozen=True, slots=True)
class Nothing:
    """`none`: no value."""

    span: Place = _span()


@dataclass(frozen=True, slots=True)
class Old:
    """`old`: in `set … to`, what was there before."""

    span: Place = _span()


@dataclass(frozen=True, slots=True)
class Name:
    """A bare name: a value, a table, a row whose type is known, or a formula or modifier taken by name."""

    id: str
    span: Place = _span()


@dataclass(frozen=True, slots=True)
class Dot:
    """`base.id`: a field, a column, a row of a table, a step of a sub-event or of a pass."""

    base: Formula
    id: str
    span: Place = _span()


@dataclass(frozen=True, slots=True)
class Named:
    """`name = value` among the parts of a call."""

    id: str
    value: Formula
    span: Place = _span()


@dataclass(frozen=True, slots=True)
class Call:
    """`id(…)`: a function, a formula or modifier with parts replaced, or a lookup by number or key."""

    id: str
    args: tuple[Formula, ...]
    named: tuple[Named, ...] = ()
    span: Place = _span()


@dataclass(frozen=True, slots=True)
class Each:
    """`id(value for name in source where test)`: a function over a list made on the spot."""

    id: str
    value: Formula
    name: str
    source: Formula
    test: Formula | None
    span: Place = _span()


@dataclass(frozen=True, slots=True)
class Negative:
    """`-value`."""

    value: Formula
    span: Place = _span()


@dataclass(frozen=True, slots=True)
class Sum:
    """A chain of `+` and `-`: `signs[i]` stands before `parts[i]`; the first sign is always `+`. At least two
    parts.
    """

    signs: tuple[Literal["+", "-"], ...]
    parts: tuple[Formula, ...]
    span: Place = _span()


@dataclass(frozen=True, slots=True)
class Product:
    """A chain of `*`, `/`, `//`, worked from left to right; `signs[0]` is always `*`. At least two parts."""

    signs: tuple[Literal["*", "/", "//"], ...]
    parts: tuple[Formula, ...]
    span: Place = _span()


@dataclass(frozen=True, slots=True)
class Compare:
    """One comparison; there are no chains."""

    op: Literal["==", "!=", "<", "<=", ">", ">="]
    left: Formula
    right: Formula
    span: Place = _span()


@dataclass(frozen=True, slots=True)
class Is:
    """`left is right`, `left is not right`: for everything, `none` included."""

    left: Formula
    right: Formula
    negated: bool
    span: Place = _span()


@dataclass(frozen=True, slots=True)
class OneOf:
    """`left is one of (a, b)`, `left is not one of (a, b)`."""

    left: Formula
    options: tuple[Formula, ...]
    negated: bool
    span: Place = _span()


@dataclass(frozen=True, slots=True)
class In:
    """`left in source`: a number in a range, or an element in a list."""

    left: Formula
    source: Formula
    span: Place = _span()


@dataclass(frozen=True, slots=True)
class Range:
    """`first..last`, both ends included; only where a list is asked."""

    first: Formula
    last: Formula
    span: Place = _span()


@dataclass(frozen=True, slots=True)
class Not:
    """`not value`."""

    value: Formula
    span: Place = _span()


@dataclass(frozen=True, slots=True)
class Logic:
    """A chain of one operator, `and` or `or`. At least two parts."""

    op: Literal["and", "or"]
    parts: tuple[Formula, ...]
    span: Place = _span()


@dataclass(frozen=True, slots=True)
class If:
    """`if test then yes else no`."""

    test: Formula
    yes: Formula
    no: Formula
    span: Place = _span()


@dataclass(frozen=True, slots=True)
class Otherwise:
    """`value otherwise other`: the other only where the value is none."""

    value: Formula
    other: Formula
    span: Place = _span()


@dataclass(frozen=True, slots=True)
class Dice:
    """One pool in dice notation: `count` dice of `sides` (a number, or "F" for a die of -1, 0, +1).

    `count` is 1 where none is written. `reroll` is ("ro" | "rr", n); `explode` the `!`; `keep` ("kh" | "kl" | "dh" |
    "dl", n). The order of the rule is rerolls first, then either an explosion or a keep.
    """

    count: Formula
    sides: int | Literal["F"]
    reroll: tuple[Literal["ro", "rr"], int] | None = None
    explode: bool = False
    keep: tuple[Literal["kh", "kl", "dh", "dl"], int] | None = None
    span: Place = _span()


Formula = (
    Number
    | Flag
    | Nothing
    | Old
    | Name
    | Dot
    | Call
    | Each
    | Negative
    | Sum
    | Product
    | Compare
    | Is
    | OneOf
    | In
    | Range
    | Not
    | Logic
    | If
    | Otherwise
    | Dice
)


def children(formula: Formula) -> tuple[Formula, ...]:
    """The formulas directly inside a formula, in the order written."""
    match formula:
        case Number() | Flag() | Nothing() | Old() | Name():
            return ()
        case Dot(base=inner) | Negative(value=inner) | Not(value=inner) | Dice(count=inner):
            return (inner,)
        case Call(args=args, named=named):
            return (*args, *(part.value for part in named))
        case Each(value=value, source=source, test=test):
            return (value, source) if test is None else (value, source, test)
        case Sum(parts=parts) | Product(parts=parts) | Logic(parts=parts):
            return parts
        case Compare(left=left, right=right) | Is(left=left, right=right) | In(left=left, source=right):
            return (left, right)
        case OneOf(left=left, options=options):
            return (left, *options)
        case Range(first=left, last=right) | Otherwise(value=left, other=right):
            return (left, right)
        case If(test=test, yes=yes, no=no):
            return (test, yes, no)
        case _:
            assert_never(formula)


def levels(formula: Formula) -> int:
    """How many levels of formulas inside one another there are; 1 for a number or name alone."""
    level = 0
    nodes: tuple[Formula, ...] = (formula,)
    while nodes:
        level += 1
        nodes = tuple(child for node in nodes for child in children(node))
    return level
