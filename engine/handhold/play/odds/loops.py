"""Loops in an odds run: how a distribution goes through the passes of a loop with a roll in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import lcm

from handhold.play.compiling.pieces import Dist, State
from handhold.play.odds.stages import Keyed, Meter, Stage


@dataclass(frozen=True, slots=True)
class LoopStage:
    """A loop with a roll in it.

    Where the body does not read which pass it is, the step from a state is worked out once and kept. Otherwise the
    whole distribution goes through the body, pass by pass. `entry` leads to the first pass with the list of
    elements, `until` says whether the loop ends in a state, `left` is what follows.
    """

    meter: Meter
    entry: Keyed
    until: Callable[[State, State], bool] | None
    body: Sequence[Stage]
    left: Stage
    reads_pass: bool

    def run(self, dist: Dist, den: int, env: State) -> tuple[Dist, int]:
        """The distribution after the stage, and its denominator."""
        keyed: Dist = {}
        self.meter.count(len(dist))
        self.entry(keyed, dist.items(), env)
        groups: dict[object, Dist] = {}
        for key, weight in keyed.items():
            state, source = key
            which = source if self.reads_pass else len(source)  # type: ignore[arg-type]  # a tuple or a range
            groups.setdefault(which, {})[state] = weight  # type: ignore[index]  # pairs, as the piece makes them
        parts = [
            self._passes(part, source, env) if self.reads_pass else self._steps(part, source, env)  # type: ignore[arg-type]  # as grouped
            for source, part in groups.items()
        ]
        whole = lcm(*(of for _, of in parts))
        out: Dist = {}
        for part, of in parts:
            scale = whole // of
            for state, weight in part.items():
                out[state] = out.get(state, 0) + weight * scale
        self.meter.denominator(den * whole)
        return self.left.run(out, den * whole, env)

    def ended(self, state: State, env: State) -> bool:
        """Whether the loop ends in that state."""
        return self.until is not None and self.until(state, env)

    def _passes(self, dist: Dist, source: Sequence[object], env: State) -> tuple[Dist, int]:
        den = 1
        ended: list[tuple[State, int, int]] = []
        for at, element in enumerate(source, 1):
            going = {}
            for state, weight in dist.items():
                if self.ended(state, env):
                    ended.append((state, weight, den))
                else:
                    going[state] = weight
            dist = going
            if not dist:
                break
            for stage in self.body:
                dist, den = stage.run(dist, den, (*env, element, at))
            self.meter.denominator(den)
        return _joined(dist, den, ended), den

    def _steps(self, dist: Dist, passes: int, env: State) -> tuple[Dist, int]:
        steps = _Steps(self.body, self.ended, (*env, None, None), env)
        now = {steps.number(state): weight for state, weight in dist.items()}
        den = 1
        ended: list[tuple[State, int, int]] = []
        meter = self.meter
        for _ in range(passes):
            going = {}
            for n, weight in now.items():
                if steps.ended(n):
                    ended.append((steps.states[n], weight, den))
                else:
                    going[n] = weight
            if not going:
                now = {}
                break
            rows = [(weight, *steps.row(n)) for n, weight in going.items()]
            whole = lcm(*(of for _, _, of in rows))
            now = {}
            for weight, row, of in rows:
                meter.count(1, len(row))
                scaled = weight if of == whole else weight * (whole // of)
                for target, share in row:
                    now[target] = now.get(target, 0) + scaled * share
            den = meter.denominator(den * whole)
        return _joined({steps.states[n]: weight for n, weight in now.items()}, den, ended), den


class _Steps:
    """The steps of a loop's pass from one state to the next, each worked out once; states are numbered."""

    def __init__(self, body: Sequence[Stage], ended: Callable[[State, State], bool], env: State, outer: State) -> None:
        self._body = body
        self._ended = ended
        self._env = env
        self._outer = outer
        self._numbers: dict[State, int] = {}
        self._rows: dict[int, tuple[Sequence[tuple[int, int]], int]] = {}
        self._ends: dict[int, bool] = {}
        self.states: list[State] = []

    def number(self, state: State) -> int:
        """The number of a state."""
        number = self._numbers.setdefault(state, len(self.states))
        if number == len(self.states):
            self.states.append(state)
        return number

    def ended(self, number: int) -> bool:
        """Whether the loop ends in that state."""
        if number not in self._ends:
            self._ends[number] = self._ended(self.states[number], self._outer)
        return self._ends[number]

    def row(self, number: int) -> tuple[Sequence[tuple[int, int]], int]:
        """The states after a pass from that state, with weights, and their denominator."""
        found = self._rows.get(number)
        if found is None:
            dist: Dist = {self.states[number]: 1}
            den = 1
            for stage in self._body:
                dist, den = stage.run(dist, den, self._env)
            found = self._rows[number] = tuple((self.number(state), weight) for state, weight in dist.items()), den
        return found


def _joined(dist: Dist, den: int, ended: Iterable[tuple[State, int, int]]) -> Dist:
    """The states that are left and those that ended earlier, over the last denominator."""
    out = dict(dist)
    for state, weight, of in ended:
        out[state] = out.get(state, 0) + weight * (den // of)
    return out
