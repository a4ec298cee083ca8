"""What is known of values under a condition: a test, once it holds or does not, narrows what its sides can be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from handhold.language import core
from handhold.language.core import Core
from handhold.language.intervals import Interval
from handhold.language.keys import Key, difference
from handhold.language.reaches import ALWAYS, NEVER, Options, Reach, union
from handhold.language.types import FLAG, NUMBER, Type
from handhold.language.world import Number

Facts = Mapping[Key, Reach]
"""What each part of a formula, by its key, is known to be."""

Comparison = Literal["==", "!=", "<", "<=", ">", ">="]

FOLLOWED: Final = 40
"""Parts of one chain of `and` or `or` above which nothing is learned of it."""

_CONTRARY: Final[Mapping[str, Comparison]] = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_TURNED: Final[Mapping[str, Comparison]] = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison: its key, its type, and the step of the program that works it out."""

    key: Key | None
    type: Type
    slot: int


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison that holds."""

    op: Comparison
    left: Side
    right: Side


@dataclass(frozen=True, slots=True)
class Flagged:
    """A flag that is known."""

    key: Key
    holds: bool


@dataclass(frozen=True, slots=True)
class Joined:
    """All of these hold (`every`), or at least one of them."""

    every: bool
    parts: tuple[Lesson | None, ...]


Lesson = Compared | Flagged | Joined
"""What is learned where a test holds, or where it does not."""


def lesson(test: Core, holds: bool, side: Callable[[Core], Side]) -> Lesson | None:
    """What is learned where the test `holds`; None if nothing is. `side` gives the side of a comparison."""
    match test:
        case core.Not(value=value):
            return lesson(value, not holds, side)
        case core.Logic(op=op, parts=parts) if len(parts) <= FOLLOWED:
            return Joined((op == "and") == holds, tuple(lesson(part, holds, side) for part in parts))
        case core.Test(op=op, left=left, right=right):
            return Compared(op if holds else _CONTRARY[op], side(left), side(right))
        case core.Between(value=value, first=first, last=last) if holds:
            middle = side(value)
            return Joined(True, (Compared(">=", middle, side(first)), Compared("<=", middle, side(last))))
        case _ if test.type == FLAG:
            key = side(test).key
            return None if key is None else Flagged(key, holds)
        case _:
            return None


def learned(
    told: Lesson | None, results: Sequence[Reach], every: Callable[[Type], Reach]
) -> Iterator[tuple[Key, Reach]]:
    """What a lesson says of each part it is about, with what the steps of the program gave; a part may come twice.

    `every` is all that a value of a type can be.
    """
    match told:
        case None:
            pass
        case Flagged(key=key, holds=holds):
            yield key, Options(frozenset({holds}))
        case Joined(every=True, parts=parts):
            for part in parts:
                yield from learned(part, results, every)
        case Joined(parts=parts):
            yield from _common([dict(together(learned(part, results, every))) for part in parts])
        case Compared(op=op, left=left, right=right):
            one, other = results[left.slot], results[right.slot]
            if left.key is not None:
                yield left.key, _bound(op, other, every(left.type))
            if right.key is not None:
                yield right.key, _bound(_TURNED[op], one, every(right.type))
            if left.key is not None and right.key is not None and isinstance(one, Interval):
                zero = Interval(0, 0, True)
                whole_difference = isinstance(other, Interval) and one.whole and other.whole
                yield difference(left.key, right.key), _bound(op, zero, Interval(whole=whole_difference))
                yield difference(right.key, left.key), _bound(_TURNED[op], zero, Interval(whole=whole_difference))


def together(found: Iterator[tuple[Key, Reach]]) -> Iterator[tuple[Key, Reach]]:
    """Each part once, with all that is said of it."""
    said: dict[Key, Reach] = {}
    for key, reach in found:
        said[key] = meet(said.get(key), reach)
    yield from said.items()


def meet(one: Reach, other: Reach) -> Reach:
    """What is both."""
    match one, other:
        case None, _:
            return other
        case Interval(), Interval():
            return one.meet(other)
        case Options(values=values), Options(values=others):
            return Options(values & others)
        case _:
            return one


def decided(op: Comparison, left: Reach, right: object) -> bool | None:
    """Whether a comparison with a constant holds whatever the left side is; None if that depends."""
    match left, right:
        case Options(values=values), _ if values and op in ("==", "!="):
            if right in values and len(values) > 1:
                return None
            return (right in values) is (op == "==")
        case Options(values=values), int() if values:
            ends = [value for value in values if isinstance(value, int)]
            held = {_compared(op, value, right) for value in (min(ends), max(ends))} if ends else set()
        case Interval(), int() | Fraction() if not left.empty:
            below = left.high is not None and left.high < right
            above = left.low is not None and left.low > right
            under = left.high is not None and left.high <= right
            over = left.low is not None and left.low >= right
            match op:
                case "<":
                    held = {True} if below else {False} if over else set()
                case "<=":
                    held = {True} if under else {False} if above else set()
                case ">":
                    held = {True} if above else {False} if under else set()
                case ">=":
                    held = {True} if over else {False} if below else set()
                case _:
                    same = under and over
                    held = {(op == "==") is same} if same or not left.holds(right) else set()
        case _:
            return None
    return held.pop() if len(held) == 1 else None


def compared(op: Comparison, left: Reach, right: Reach) -> Reach:
    """Whether a comparison with one row, flag or word holds; None if that depends.

    Of numbers nothing is said: their settings may be chosen otherwise.
    """
    if not isinstance(left, Options) or not isinstance(right, Options) or len(right.values) != 1:
        return None
    (value,) = right.values
    return {True: ALWAYS, False: NEVER, None: None}[decided(op, left, value)]


def _compared(op: Comparison, one: int, other: int) -> bool:
    match op:
        case "<":
            return one < other
        case "<=":
            return one <= other
        case ">":
            return one > other
        case ">=":
            return one >= other
        case _:
            return (one == other) is (op == "==")


def _bound(op: Comparison, other: Reach, every: Reach) -> Reach:
    """What of `every` is left where the comparison with one of `other` holds."""
    match every, other:
        case Options(values=values), Options(values=others) if others:
            if op == "==":
                return Options(values & others)
            if op == "!=":
                return Options(values - others) if len(others) == 1 else every
            rows = [value for value in others if isinstance(value, int)]
            end = (max if "<" in op else min)(rows, default=0)
            return Options(frozenset(value for value in values if isinstance(value, int) and _compared(op, value, end)))
        case None, Options():
            return other if op == "==" else None
        case Interval(), Interval():
            return _numbers(op, other, every.whole and other.whole, every.whole)
        case _:
            return every


def _numbers(op: Comparison, other: Interval, both_whole: bool, is_whole: bool) -> Interval:
    step = 1 if both_whole else 0
    zero = other.low == other.high == 0

    def moved(end: Number | None, by: int) -> Number | None:
        return None if end is None else end + by

    match op:
        case "==":
            return Interval(other.low, other.high, is_whole, other.nonzero)
        case "!=":
            return Interval(None, None, is_whole, zero)
        case "<":
            return Interval(None, moved(other.high, -step), is_whole, zero)
        case "<=":
            return Interval(None, other.high, is_whole)
        case ">":
            return Interval(moved(other.low, step), None, is_whole, zero)
        case ">=":
            return Interval(other.low, None, is_whole)


def _common(each: Sequence[Mapping[Key, Reach]]) -> Iterator[tuple[Key, Reach]]:
    """What is said of a part whichever of several holds."""
    for key in each[0]:
        said = [facts.get(key) for facts in each]
        for kind, of in ((Interval, NUMBER), (Options, FLAG)):
            if all(isinstance(reach, kind) for reach in said):
                yield key, union(said, of)
