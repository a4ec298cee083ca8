"""Dice that lead to a fault of the odds: odds go through all states at once, and forget how each was reached.

Runs are tried until one has no answer: with the least faces and then on in order, with the greatest and then back,
and with random ones, in turns, as long as the work that is allowed for one run lasts.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle
from typing import Protocol

from handhold import limits
from handhold.language.dice import DiceFault
from handhold.language.runtime import RuleFault
from handhold.play.compiling.faulted import run_error
from handhold.play.meter import TooLong
from handhold.play.odds.asking import Asking
from handhold.play.odds.stages import OddsBudget
from handhold.play.refusal import Refused
from handhold.play.run_error import RunError
from handhold.play.stream import Stream, random_faces


def led_to(asking: Asking, variables: Mapping[str, object], fault: RunError) -> RunError:
    """The fault as a run has it, with its step and its rolls; the fault itself, if no run was found.

    `variables` are those that the odds, or the round, started with. All dice of the event are thrown, those too that
    nobody reads. A choice is answered as it was asked, or by its default.
    """
    if isinstance(fault, OddsBudget):
        return fault
    program = asking.program(run=True)
    unit = program.units.whole(asking.event.id)
    function = program.unit_function(unit)
    args = [variables[name] for name in unit.inputs]
    ways: list[_Way] = [_InOrder(), _InOrder(back=True), _Random()]
    left = limits.LED_WORK
    for way in cycle(ways):
        if left <= 0 or all(each.done for each in ways[:2]):
            break
        if way.done:
            continue
        stream = Stream(way.face)
        program.meter.start()
        try:
            function(stream, "", "", *args)
        except Refused:
            pass
        except TooLong:
            break
        except (RuleFault, DiceFault) as error:
            found = run_error(program, error, stream.rolls)
            if (found.span, found.message) == (fault.span, fault.message):
                found.round = fault.round
                return found
        left -= program.meter.spent + sum(len(roll.faces) for roll in stream.rolls.values())
        way.next()
    return fault


class _Way(Protocol):
    """A way to go through faces, run after run; `done` says that there are no more."""

    done: bool

    def face(self, low: int, high: int, /) -> int:
        """The next face of the run."""

    def next(self) -> None:
        """A run was made."""


class _InOrder:
    """Faces one after another: the last die goes on first. `back` begins with the greatest."""

    def __init__(self, *, back: bool = False) -> None:
        self.done = False
        self._back = back
        self._trail: list[list[int]] = []
        self._depth = 0

    def face(self, low: int, high: int) -> int:
        """The next face of the run."""
        if self._depth == len(self._trail):
            self._trail.append([0, high - low])
        at = self._trail[self._depth][0]
        self._depth += 1
        return high - at if self._back else low + at

    def next(self) -> None:
        """A run was made."""
        trail = self._trail
        while trail and trail[-1][0] == trail[-1][1]:
            trail.pop()
        self._depth = 0
        self.done = not trail
        if trail:
            trail[-1][0] += 1


class _Random:
    """Random faces, which are the same every time."""

    def __init__(self) -> None:
        self.done = False
        self._face = random_faces("led")

    def face(self, low: int, high: int) -> int:
        """The next face of the run."""
        return self._face(low, high)

    def next(self) -> None:
        """A run was made."""
