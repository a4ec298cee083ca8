"""What is known of a value before anything runs: numbers within ends, lists of so many elements, dice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from handhold import limits
from handhold.language.dice import DiceValue
from handhold.language.intervals import ANY, WHOLE, Interval, between
from handhold.language.throws import Throw, thrown
from handhold.language.types import DICE, INTEGER, NUMBER, ListOf, Type, is_number, present
from handhold.language.world import FieldInfo


@dataclass(frozen=True, slots=True)
class Items:
    """A list of `least` to `most` elements (None: any number of them), each of them within `each`."""

    each: Reach
    least: int
    most: int | None


Reach = Interval | Items | Throw | None
"""What is known of a value: numbers, a list, dice. None for all else, and for a number that is never there
(`none`).
"""


def anything(of: Type) -> Reach:
    """What is known of a value by its type alone."""
    match present(of):
        case ListOf(of=inner):
            return Items(anything(inner), 0, None)
        case kind if kind == DICE:
            return Throw(WHOLE, None)
        case kind:
            return WHOLE if kind == INTEGER else ANY if kind == NUMBER else None


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
    if isinstance(value, tuple) and isinstance(kind, ListOf):
        return Items(union((constant(item, kind.of) for item in value), kind.of), len(value), len(value))
    return None


def total(found: Reach) -> Interval | None:
    """The numbers, or the totals of dice; None if it is neither."""
    return found.total if isinstance(found, Throw) else found if isinstance(found, Interval) else None


def union(found: Iterable[Reach], of: Type) -> Reach:
    """One of several values of the type `of`; one that is never there adds nothing."""
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
        case Items(), Items():
            most = None if one.most is None or other.most is None else max(one.most, other.most)
            kind = present(of)
            each = union((one.each, other.each), kind.of if isinstance(kind, ListOf) else kind)
            return Items(each, min(one.least, other.least), most)
        case _:
            return anything(of)
