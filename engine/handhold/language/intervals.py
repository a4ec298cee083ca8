"""Numbers between two ends, and what the operators of the language make of them.

Every operation gives an interval that holds each number which it can give for numbers of its operands, and maybe
more. What is a fault (a division by zero, a number past the budget of digits) gives nothing to hold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, trunc
from types import MappingProxyType
from typing import Literal

from handhold import limits
from handhold.language.world import Number

_MOST = 10**limits.DIGITS

_End = tuple[int, Number]
"""An end that compares: (0, n) is the number n, (-1, 0) lies below all numbers, (1, 0) above."""


@dataclass(frozen=True, slots=True)
class Interval:
    """The numbers from `low` to `high`, both included (None: without end).

    `whole` leaves whole numbers only, `nonzero` all but 0. `between` makes it, with its ends as near as can be.
    """

    low: Number | None = None
    high: Number | None = None
    whole: bool = False
    nonzero: bool = False

    def holds(self, number: Number) -> bool:
        """Whether the number is one of the interval."""
        if (self.low is not None and number < self.low) or (self.high is not None and number > self.high):
            return False
        return not (self.whole and number.denominator != 1) and not (self.nonzero and number == 0)

    @property
    def empty(self) -> bool:
        """Whether there is no number in it."""
        if self.low is None or self.high is None:
            return False
        return self.low > self.high or (self.low == self.high and not self.holds(self.low))

    def clamped(self, low: Number | None, high: Number | None) -> Interval:
        """Those of its numbers that lie from `low` to `high`."""
        return self.meet(Interval(low, high))

    def meet(self, other: Interval) -> Interval:
        """The numbers that lie in both."""
        lows = [end for end in (self.low, other.low) if end is not None]
        highs = [end for end in (self.high, other.high) if end is not None]
        ends = max(lows, default=None), min(highs, default=None)
        return between(*ends, self.whole or other.whole, self.nonzero or other.nonzero)

    def __add__(self, other: Interval) -> Interval:
        one, two = self._ends, other._ends
        upward = one[0] >= (0, 0) and two[0] >= (0, 0)
        downward = one[1] <= (0, 0) and two[1] <= (0, 0)
        nonzero = (upward or downward) and not (self.holds(0) and other.holds(0))
        return _made(_sum(one[0], two[0]), _sum(one[1], two[1]), self.whole and other.whole, nonzero)

    def __neg__(self) -> Interval:
        low = None if self.high is None else -self.high
        high = None if self.low is None else -self.low
        return between(low, high, self.whole, self.nonzero)

    def __sub__(self, other: Interval) -> Interval:
        return self + -other

    def __mul__(self, other: Interval) -> Interval:
        corners = [_product(one, two) for one in self._ends for two in other._ends]
        nonzero = not self.holds(0) and not other.holds(0)
        return _made(min(corners), max(corners), self.whole and other.whole, nonzero)

    def __truediv__(self, other: Interval) -> Interval:
        return self * other._inverse()

    def __floordiv__(self, other: Interval) -> Interval:
        return (self / other).rounded("round_down")

    def __abs__(self) -> Interval:
        if self.low is not None and self.low >= 0:
            return self
        if self.high is not None and self.high <= 0:
            return -self
        high = None if self.low is None or self.high is None else max(-self.low, self.high)
        return between(0, high, self.whole, self.nonzero)

    def least(self, other: Interval) -> Interval:
        """What the lesser of a number of each can be."""
        return self._meet(other, min(self._ends[0], other._ends[0]), min(self._ends[1], other._ends[1]))

    def greatest(self, other: Interval) -> Interval:
        """What the greater of a number of each can be."""
        return self._meet(other, max(self._ends[0], other._ends[0]), max(self._ends[1], other._ends[1]))

    def union(self, other: Interval) -> Interval:
        """The least interval that holds the numbers of both."""
        return self._meet(other, min(self._ends[0], other._ends[0]), max(self._ends[1], other._ends[1]))

    def rounded(self, how: str) -> Interval:
        """What its numbers become under a rounding of `ROUNDINGS`."""
        if self.whole:
            return self
        rounding = ROUNDINGS[how]
        low = None if self.low is None else rounding(self.low)
        return between(low, None if self.high is None else rounding(self.high), True)

    @property
    def _ends(self) -> tuple[_End, _End]:
        return open_end(self.low, -1), open_end(self.high, 1)

    def _meet(self, other: Interval, low: _End, high: _End) -> Interval:
        return _made(low, high, self.whole and other.whole, not self.holds(0) and not other.holds(0))

    def _inverse(self) -> Interval:
        """What 1 divided by a number of it can be."""
        cleared = between(self.low, self.high, self.whole, True)
        low, high = cleared.low, cleared.high
        under = None if low is None or low == 0 else Fraction(1) / low
        over = None if high is None or high == 0 else Fraction(1) / high
        if low is not None and low >= 0:
            return between(over or 0, under, False, True)
        if high is not None and high <= 0:
            return between(over, under or 0, False, True)
        return between(-1, 1, False, True) if self.whole else between(None, None, False, True)


def between(low: Number | None, high: Number | None, whole: bool = False, nonzero: bool = False) -> Interval:
    """The interval with its ends as near as can be.

    The ends of whole numbers are whole. An end of more than `limits.DIGITS` digits is left out: the numbers of a run
    have no more.
    """
    low, high = _short(low, floor), _short(high, ceil)
    if whole:
        low = low if low is None or isinstance(low, int) else ceil(low)
        high = high if high is None or isinstance(high, int) else floor(high)
        if nonzero:
            low, high = 1 if low == 0 else low, -1 if high == 0 else high
    inside = nonzero and (low is None or low <= 0) and (high is None or high >= 0)
    return Interval(low, high, whole, inside)


def open_end(end: Number | None, side: Literal[-1, 1]) -> tuple[int, Number]:
    """An end that compares with (0, n) for a number n: below all numbers or above them where there is none."""
    return (side, 0) if end is None else (0, end)


def _short(end: Number | None, outward: Callable[[Number], int]) -> Number | None:
    if end is None:
        return None
    if not isinstance(end, int) and (end.denominator == 1 or end.denominator >= _MOST or abs(end.numerator) >= _MOST):
        end = outward(end)
    return end if -_MOST < end < _MOST else None


def _made(low: _End, high: _End, whole: bool, nonzero: bool) -> Interval:
    return between(None if low[0] else low[1], None if high[0] else high[1], whole, nonzero)


def _sum(one: _End, other: _End) -> _End:
    if one[0] or other[0]:
        return one[0] or other[0], 0
    return 0, one[1] + other[1]


def _product(one: _End, other: _End) -> _End:
    if not one[0] and not other[0]:
        return 0, one[1] * other[1]
    return _sign(one) * _sign(other), 0


def _sign(end: _End) -> int:
    return end[0] or (end[1] > 0) - (end[1] < 0)


def _half_up(number: Number) -> int:
    return (2 * number + 1) // 2


ROUNDINGS: Mapping[str, Callable[[Number], int]] = MappingProxyType(
    {"round_down": floor, "round_up": ceil, "round_half_up": _half_up, "round_half_even": round, "toward_zero": trunc}
)
"""The roundings of the language: none of them makes a lesser number greater than a greater one."""

ANY = Interval()
"""Any number."""
WHOLE = Interval(whole=True)
"""Any whole number."""
