"""Ratios of two pieces of work, measured in turn, so that the machine's moods fall on both alike."""

from __future__ import annotations

import os
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
    """One row of the table: our work, the work it is held against, the greatest ratio allowed, and the clock.

    The clock gives seconds of the processor, which stand still while others have it.
    """

    name: str
    ours: Work
    theirs: Work
    limit: float
    clock: Callable[[], float] = process_time


def ratio(row: Row) -> float:
    """The median ratio of our time to theirs."""
    clock = row.clock
    ours, theirs = _repeats(row.ours, clock), _repeats(row.theirs, clock)
    return median(_time(row.ours, ours, clock) / _time(row.theirs, theirs, clock) for _ in range(PAIRS))


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


def _repeats(work: Work, clock: Callable[[], float]) -> int:
    """How often the work is done in one half of a pair. What is made at its first use has no part in it."""
    work()
    times = 1
    while _time(work, times, clock) * times < SECONDS:
        times *= 2
    return times


def _time(work: Work, times: int, clock: Callable[[], float]) -> float:
    start = clock()
    for _ in range(times):
        work()
    return (clock() - start) / times


def as_installed(folder: str) -> dict[str, str]:
    """An environment in which what an installed package has beside it (compiled modules) and what a command of before
    has left (the cache) lie in the folder, whatever the environment of this process says of them.
    """
    environment = {**os.environ, "HANDHOLD_CACHE": f"{folder}/cache", "PYTHONPYCACHEPREFIX": f"{folder}/modules"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return environment
