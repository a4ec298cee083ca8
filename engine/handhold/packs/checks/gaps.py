"""The numbers that find no row of a table, and the rows that no number finds."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from fractions import Fraction

from handhold.language.intervals import Interval, open_end
from handhold.language.world import Band, Number

_End = tuple[int, Number]
"""An end that compares: (0, n) is the number n, (-1, 0) lies below all numbers, (1, 0) above."""
_Hole = tuple[_End, _End]

SAMPLES = 3
"""Samples of what is missing that are given for one lookup."""


class Coverage:
    """The bands of one table, in rising order and apart from one another."""

    def __init__(self, bands: tuple[Band, ...]) -> None:
        self._lows = [open_end(band.low, -1) for band in bands]
        self._highs = [open_end(band.high, 1) for band in bands]
        holes = zip([(-1, 0), *self._highs], [*self._lows, (1, 0)], strict=True)
        self._holes: list[_Hole] = [(after, before) for after, before in holes if after < before]
        self._whole_holes = [hole for hole in self._holes if _holds_whole(hole)]

    def missing(self, number: Interval) -> tuple[Number, ...]:
        """A sample of each stretch of numbers in the interval that no band holds, of the first `SAMPLES` stretches."""
        holes = self._whole_holes if number.whole else self._holes
        low, high = open_end(number.low, -1), open_end(number.high, 1)
        found: list[Number] = []
        for after, before in holes[bisect_right(holes, low, key=lambda hole: hole[1]) :]:
            if after >= high or len(found) == SAMPLES:
                break
            sample = _sample(number, after, before)
            if sample is not None:
                found.append(sample)
        return tuple(found)

    def reached(self, number: Interval) -> range:
        """The positions of the bands that lie, even in part, between the ends of the interval."""
        if number.empty:
            return range(0)
        return range(
            bisect_left(self._highs, open_end(number.low, -1)), bisect_right(self._lows, open_end(number.high, 1))
        )


def _holds_whole(hole: _Hole) -> bool:
    after, before = hole
    return bool(after[0] or before[0]) or after[1].__floor__() + 1 < before[1]


def _sample(number: Interval, after: _End, before: _End) -> Number | None:
    """A number of the interval in the hole, near to a band and whole if it can be; None if there is none."""
    low, high = max(open_end(number.low, -1), after), min(open_end(number.high, 1), before)
    tried: list[Number] = []
    if not after[0]:
        tried.append(after[1].__floor__() + 1)
    if not before[0]:
        tried.append(before[1].__ceil__() - 1)
    if not low[0] and not high[0]:
        # the second is for an interval without the 0 that may be the middle
        tried += [Fraction(low[1] + high[1]) / 2, Fraction(low[1] + 3 * high[1]) / 4]
    for end, inward in ((low, 1), (high, -1)):
        if not end[0]:
            tried += [end[1], end[1] + inward]
    tried += [0, 1]
    return next((sample for sample in tried if number.holds(sample) and after < (0, sample) < before), None)
