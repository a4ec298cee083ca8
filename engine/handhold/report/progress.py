"""How far long work has come, on a terminal only: one line that is written over, and gone when the work is done."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

from handhold.report.output import Output

_FIRST: Final = 1.0
"""Seconds until the line is first shown; short work shows none."""
_AGAIN: Final = 0.25


class Progress:
    """Told how much is done and of how much, it shows that, and how long the rest may take at the same pace.
    `at_most`: the work may be done sooner.
    """

    def __init__(self, out: Output, what: str, now: Callable[[], float] = monotonic, *, at_most: bool = False) -> None:
        self._out = out
        self._what = what
        self._now = now
        self._at_most = "at most " if at_most else ""
        self._started = now()
        self._next = self._started + _FIRST
        self._shown = False

    def __call__(self, done: int, whole: int) -> None:
        """Shows the line, if it is time for it. `done` is at least 1."""
        now = self._now()
        if now < self._next or not self._out.terminal:
            return
        self._next = now + _AGAIN
        self._shown = True
        left = (now - self._started) * (whole - done) / done
        most = self._at_most
        self._out.live(f"\r\x1b[K{self._what} {done:,} of {most}{whole:,}, {most}{_duration(left)} left")

    def clear(self) -> None:
        """Takes the line away."""
        if self._shown:
            self._out.live("\r\x1b[K")
            self._shown = False


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"about {max(1, round(seconds))} s"
    if seconds < 5400:
        return f"about {round(seconds / 60)} min"
    return f"about {round(seconds / 3600)} h"
