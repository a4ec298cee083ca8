"""What is known of a value before anything runs: numbers within ends, one of a few rows or flags, lists of so many
elements, dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from handhold import limits
from handhold.language.dice import DiceValue
from handhold.language.intervals import ANY, WHOLE, Interval, between
from handhold.language.throws import Throw, thrown
from handhold.language.types import (
    DICE,
    FLAG,
    INTEGER,
    NONE,
    NUMBER,
    ListOf,
    OptionalOf,
    Row,
    Type,
    Word,
    is_number,
    present,
)
from handhold.language.world import FieldInfo, World


@dataclass(frozen=True, slots=True)
class Items:
    """A list of `least` to `most` elements (None: any number of them), each of them within `each`."""

    each: Reach
    least: int
    most: int | None


@dataclass(frozen=True, slots=True)
class Options:
    """One of these: rows (their index in the table), flags, words of a setting; None stands for what is absent."""

    values: frozenset[object]


Reach = Interval | Items | Throw | Options | None
"""What is known of a value: numbers, a list, dice, a few others. None for all else, and for a number that is never
there (`none`).
"""

ABSENT = Options(frozenset({None}))
"""What is never there."""
ALWAYS = Options(frozenset({True}))
"""A flag that always holds."""
NEVER = Options(frozenset({False}))
"""A flag that never holds."""


def anything(of: Type) -> Reach:
    """What is known of a value by its type alone."""
    match present(of):
        case ListOf(of=inner):
            return Items(anything(inner), 0, None)
        case kind if kind == DICE:
            return Throw(WHOLE, None)
        case kind:
            return WHOLE if kind == INTEGER else ANY if kind == NUMBER else None


ROWS: Final = 100
"""Rows of a table above which it is not followed which of them is left."""


def whole(of: Type, world: World) -> Reach:
    """All that a value of the type can be, rows and flags and words too; None for the rows of a large table."""
    match present(of):
        case Row(table=table) if len(world.tables[table].rows) <= ROWS:
            values: frozenset[object] = frozenset(range(len(world.tables[table].rows)))
        case Word(setting=setting):
            values = frozenset(world.settings[setting].options)
        case kind if kind == FLAG:
            values = frozenset({True, False})
        case _:
            return anything(of)
    return Options(values | {None} if isinstance(of, OptionalOf) else values)


def as_typed(found: Reach, of: Type) -> Reach:
    """What is known, by what the type says of its absence."""
    if not isinstance(found, Options):
        return found
    if isinstance(of, OptionalOf):
        return found if None in found.values else Options(found.values | {None})
    return Options(found.values - {None}) if None in found.values and of != NONE else found


def of_field(known: FieldInfo) -> Reach:
    """What the limits of a field or need leave of its type; `above` and `below` count as ends."""
    found = anything(known.type)
    if isinstance(found, Items):
        return Items(found.each, 0, limits.LIST_LENGTH)
    if not isinstance(found, Interval) or not known.limits.any:
        return found
    bounds = known.limits
    held = found.clamped(bounds.min, bounds.max).clamped(bounds.above, bounds.below)
    if found.whole:
        low = held.low if held.low is None or held.low != bounds.above else held.low + 1
        return held.clamped(low, held.high if held.high is None or held.high != bounds.below else held.high - 1)
    return between(held.low, held.high, False, 0 in (bounds.above, bounds.below))


def constant(value: object, of: Type) -> Reach:
    """A value known at load."""
    kind = present(of)
    if is_number(kind):
        # a fault elsewhere may have left none where a number should be
        return between(value, value, isinstance(value, int)) if isinstance(value, int | Fraction) else None
    if isinstance(value, DiceValue):
        return thrown(value)
    if value is None and kind == NONE:
        return ABSENT
    if kind == FLAG or isinstance(kind, Row | Word):
        return Options(frozenset({value}))
    if isinstance(value, tuple) and isinstance(kind, ListOf):
        return Items(union([constant(item, kind.of) for item in value], kind.of), len(value), len(value))
    return None


def total(found: Reach) -> Interval | None:
    """The numbers, or the totals of dice; None if it is neither."""
    return found.total if isinstance(found, Throw) else found if isinstance(found, Interval) else None


def union(found: Sequence[Reach], of: Type) -> Reach:
    """One of several values of the type `of`; a number, list or dice never there adds nothing."""
    kind = present(of)
    open_ended = not (is_number(kind) or kind == DICE or isinstance(kind, ListOf))
    if open_ended:
        known = [each.values for each in found if isinstance(each, Options)]
        return Options(frozenset[object]().union(*known)) if len(known) == len(found) else None
    joined: Reach = None
    for each in found:
        joined = each if joined is None else joined if each is None else _either(joined, each, of)
    return joined


def _either(one: Reach, other: Reach, of: Type) -> Reach:
    match one, other:
        case Interval(), Interval():
            return one.union(other)
        case Throw(), Throw():
            return one.union(other)
        case Options(), _ if one == ABSENT:
            return other
        case _, Options() if other == ABSENT:
            return one
        case Items(), Items():
            most = None if one.most is None or other.most is None else max(one.most, other.most)
            kind = present(of)
            each = union((one.each, other.each), kind.of if isinstance(kind, ListOf) else kind)
            return Items(each, min(one.least, other.least), most)
        case _:
            return anything(of)


def chosen(of: Type, options: Reach, default: Reach) -> Reach:
    """The answer to a choice. A number is one of the options; a list is one that is given, or the default."""
    kind = present(of)
    if is_number(kind) and isinstance(options, Items):
        return options.each
    if isinstance(kind, ListOf) and isinstance(default, Items) and default.most is not None:
        return Items(anything(kind.of), 0, max(default.most, limits.LIST_LENGTH))
    return anything(of)


def broken_limit(found: Reach, known: FieldInfo) -> str:
    """In words, the limit that some of the values may break; empty if none."""
    if isinstance(present(known.type), ListOf):
        most = found.most if isinstance(found, Items) else 0 if found == ABSENT else None
        return "" if most is not None and most <= limits.LIST_LENGTH else f"longer than {limits.LIST_LENGTH:,}"
    bounds = known.limits
    if not bounds.any:
        return ""
    reach = found if isinstance(found, Interval) else ANY
    if bounds.min is not None and (reach.low is None or reach.low < bounds.min):
        return f"less than {bounds.min}"
    if bounds.above is not None and (reach.low is None or reach.low < bounds.above or reach.holds(bounds.above)):
        return f"{bounds.above} or less"
    if bounds.max is not None and (reach.high is None or reach.high > bounds.max):
        return f"more than {bounds.max}"
    if bounds.below is not None and (reach.high is None or reach.high > bounds.below or reach.holds(bounds.below)):
        return f"{bounds.below} or more"
    return ""
