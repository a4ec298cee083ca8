"""Ratios of two pieces of work, measured in turn, so that the machine's moods fall on both alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time

PAIRS = 9
"""Interleaved pairs of a measurement; the median of their ratios counts."""
SECONDS = 0.05
"""How long one half of a pair takes at the least."""
AGAIN = 3
"""How often a row over its limit is measured before it counts as over."""

Work = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table: our work, the work it is held against, and the greatest ratio allowed."""

    name: str
    ours: Work
    theirs: Work
    limit: float


def ratio(row: Row) -> float:
    """The median ratio of our time to theirs."""
    ours, theirs = _repeats(row.ours), _repeats(row.theirs)
    return median(_time(row.ours, ours) / _time(row.theirs, theirs) for _ in range(PAIRS))


def report(row: Row) -> bool:
    """Measures a row, prints it, and says whether it is within its limit."""
    best = ratio(row)
    for _ in range(AGAIN - 1):
        if best <= row.limit:
            break
        best = min(best, ratio(row))
    within = best <= row.limit
    print(f"{row.name:<58} {best:>8.2f} {row.limit:>6g}  {'ok' if within else 'over'}", flush=True)
    return within


def _repeats(work: Work) -> int:
    times = 1
    while _time(work, times) * times < SECONDS:
        times *= 2
    return times


def _time(work: Work, times: int) -> float:
    start = process_time()
    for _ in range(times):
        work()
    return (process_time() - start) / times
