"""What is known of what ranges, modifier groups and functions give, by what is known of their parts."""

from __future__ import annotations

from functools import reduce

from handhold import limits
from handhold.language.intervals import ROUNDINGS, WHOLE, Interval, between
from handhold.language.reaches import ALWAYS, NEVER, Items, Reach, anything, union
from handhold.language.throws import Throw
from handhold.language.types import GroupOf, Type


def count_reach(first: Reach, last: Reach) -> Reach:
    """The whole numbers from one to another, as a list."""
    if not isinstance(first, Interval) or not isinstance(last, Interval):
        return Items(WHOLE, 0, None)
    least = 0 if last.low is None or first.high is None else max(0, int(last.low - first.high) + 1)
    most = None if last.high is None or first.low is None else max(0, int(last.high - first.low) + 1)
    return Items(between(first.low, last.high, True) if most != 0 else None, least, most)


def stack_reach(take: str, conditional: list[bool], parts: list[Reach], based: bool, of: Type) -> Reach:
    """The lines of a modifier group: a sum leaves out lines that do not hold, anything else is one of them."""
    left = iter(parts)
    values = [(next(left), False)] if based else []
    for under in conditional:
        test = next(left) if under else ALWAYS
        value = next(left)
        if test != NEVER:
            values.append((value, test != ALWAYS))
    if take != "sum":
        return union([value for value, _ in values], of)
    added = between(0, 0, True)
    for value, under in values:
        if isinstance(value, Interval):
            added += value.union(between(0, 0, True)) if under else value
    return added


def function_reach(id: str, parts: list[Reach], of: Type, first_type: Type) -> Reach:
    """What a function of the language gives."""
    match id, parts:
        case "abs", [Interval() as number]:
            return abs(number)
        case _, [Interval() as number] if id in ROUNDINGS:
            return number.rounded(id)
        case "min" | "max", [Interval(), Interval(), *_]:
            numbers = [part for part in parts if isinstance(part, Interval)]
            if len(numbers) == len(parts):
                return reduce(Interval.least if id == "min" else Interval.greatest, numbers)
        case "min" | "max" | "first" | "last", [Items(each=each)]:
            return each
        case "sum", [Items(each=each, least=least, most=most)]:
            return each * between(least, most, True) if isinstance(each, Interval) else between(0, 0, True)
        case "count", [Items(least=least, most=most)]:
            return between(least, most, True)
        case "count", _:
            return between(0, limits.LIST_LENGTH if isinstance(first_type, GroupOf) else None, True)
        case "list" | "reverse", [Items() as items]:
            return items
        case "join", [Items(each=Items() as inner, least=least, most=most)]:
            many = None if most is None or inner.most is None else most * inner.most
            return Items(inner.each, least * inner.least, many)
        case "successes", [Throw(dice=dice), *_]:
            return Throw(WHOLE if dice is None else between(0, dice, True), dice)
    return anything(of)
