"""The stages of an odds run: how a distribution goes through a roll, a branch, a `do`, a loop.

A distribution is a mapping from states to integer weights over a common denominator; nothing is renormalised.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import lcm
from typing import Protocol

from handhold import limits
from handhold.language.dice import DiceValue
from handhold.play.pieces import Dist, Faces, State
from handhold.play.pools import distribution
from handhold.play.program import RunError
from handhold.play.refusal import Refused


class OddsBudget(RunError):
    """The odds would take more work than the budget allows."""


@dataclass
class Meter:
    """Counts the work of one odds run against its budget."""

    steps: int = 0

    def count(self, states: int, faces: int = 1) -> None:
        """Adds pairs of state and face. Raises OddsBudget past the budget."""
        self.steps += states * faces
        if states > limits.ODDS_STATES or self.steps > limits.ODDS_STEPS:
            raise OddsBudget(f"the exact odds take more than {limits.ODDS_STEPS:,} steps")

    def denominator(self, den: int) -> int:
        """The denominator itself. Raises OddsBudget if it has too many digits."""
        if den.bit_length() > limits.ODDS_DIGITS * 3322 // 1000:
            raise OddsBudget(f"the exact odds need fractions of more than {limits.ODDS_DIGITS:,} digits")
        return den


@dataclass(frozen=True, slots=True)
class Row:
    """What a unit can end with for certain inputs: results with weights that add up to `den`; or its refusal."""

    results: Faces
    den: int
    refused: Refused | None = None


class Stage(Protocol):
    """A stretch of a unit."""

    def run(self, dist: Dist, den: int, env: State) -> tuple[Dist, int]:
        """The distribution after the stretch, and its denominator."""


class Rows(Protocol):
    """A unit's rows."""

    def row(self, args: State) -> Row:
        """The row for these inputs."""


Piece = Callable[[Dist, Iterable[tuple[State, int]], State], None]
"""Goes through weighted states, and adds what comes out."""
Keyed = Piece
"""A piece whose keys are pairs of a state and something more."""


@dataclass(frozen=True, slots=True)
class PureStage:
    """The nodes of a piece, once for each state."""

    meter: Meter
    piece: Piece

    def run(self, dist: Dist, den: int, env: State) -> tuple[Dist, int]:
        """The distribution after the stage, and its denominator."""
        self.meter.count(len(dist))
        out: Dist = {}
        self.piece(out, dist.items(), env)
        return out, den


@dataclass(frozen=True, slots=True)
class RollStage:
    """A roll of the same dice in every state, and what follows it."""

    meter: Meter
    dice: DiceValue
    piece: Callable[[Dist, Iterable[tuple[State, int]], Faces, State], None]

    def run(self, dist: Dist, den: int, env: State) -> tuple[Dist, int]:
        """The distribution after the stage, and its denominator."""
        faces, of = distribution(self.dice)
        self.meter.count(len(dist), len(faces))
        out: Dist = {}
        self.piece(out, dist.items(), faces, env)
        return out, den * of


@dataclass(frozen=True, slots=True)
class RollsStage:
    """A roll whose dice depend on the state."""

    meter: Meter
    dice_of: Piece
    piece: Callable[[Dist, Iterable[tuple[State, int]], Faces, State], None]

    def run(self, dist: Dist, den: int, env: State) -> tuple[Dist, int]:
        """The distribution after the stage, and its denominator."""
        keyed: Dist = {}
        self.dice_of(keyed, dist.items(), env)
        groups: dict[object, list[tuple[State, int]]] = {}
        for key, weight in keyed.items():
            state, values = key
            assert isinstance(state, tuple)
            assert isinstance(values, tuple)
            groups.setdefault(values[0], []).append((state, weight))
        spreads = {dice: distribution(_dice_value(dice)) for dice in groups}
        whole = lcm(*(of for _, of in spreads.values()))
        out: Dist = {}
        for dice, items in groups.items():
            faces, of = spreads[dice]
            self.meter.count(len(items), len(faces))
            scale = whole // of
            scaled = items if scale == 1 else [(state, weight * scale) for state, weight in items]
            self.piece(out, scaled, faces, env)
        return out, den * whole


def _dice_value(dice: object) -> DiceValue:
    if isinstance(dice, DiceValue):
        return dice
    assert isinstance(dice, int)
    return DiceValue((), dice)


@dataclass(frozen=True, slots=True)
class CallStage:
    """A `do` that rolls: the rows of its unit, joined to the states."""

    meter: Meter
    callee: Rows
    arguments: Piece
    returned: Callable[[Dist, Iterable[tuple[State, int, Faces]], State], None]
    goes_on: bool

    def run(self, dist: Dist, den: int, env: State) -> tuple[Dist, int]:
        """The distribution after the stage, and its denominator."""
        meter = self.meter
        meter.count(len(dist))
        keyed: Dist = {}
        self.arguments(keyed, dist.items(), env)
        found: list[tuple[State, int, Row]] = []
        for key, weight in keyed.items():
            state, args = key
            row = self.callee.row(args)  # type: ignore[arg-type]  # pairs of a state and a tuple, as the piece makes them
            if row.refused is not None and not self.goes_on:
                raise row.refused
            found.append((state, weight, row))  # type: ignore[arg-type]  # as above
        whole = lcm(*(row.den for _, _, row in found))
        gone: Faces = ((None, 1),)
        items = []
        for state, weight, row in found:
            rows = gone if row.refused is not None else row.results
            meter.count(1, len(rows))
            items.append((state, weight * (whole // row.den), rows))
        out: Dist = {}
        self.returned(out, items, env)
        return out, den * whole


@dataclass(frozen=True, slots=True)
class BranchStage:
    """A condition around a roll: some states go through the body, the others past it."""

    meter: Meter
    split: Callable[[Dist, Dist, Iterable[tuple[State, int]], State], None]
    body: Sequence[Stage]

    def run(self, dist: Dist, den: int, env: State) -> tuple[Dist, int]:
        """The distribution after the stage, and its denominator."""
        self.meter.count(len(dist))
        yes: Dist = {}
        no: Dist = {}
        self.split(yes, no, dist.items(), env)
        if not yes:
            return no, den
        inner = den
        for stage in self.body:
            yes, inner = stage.run(yes, inner, env)
        scale = inner // den
        for state, weight in no.items():
            yes[state] = yes.get(state, 0) + weight * scale
        return yes, inner


@dataclass(frozen=True, slots=True)
class AsideStage:
    """A condition around a roll, where something passes the body by.

    The states that go through the body are without it, and what comes of each is worked out once. `order` says where
    each variable of a state after the body stands in what passed by and what came out, one behind the other.
    """

    meter: Meter
    split: Callable[[Dist, Dist, Iterable[tuple[State, int]], State], None]
    body: Sequence[Stage]
    order: tuple[int, ...]
    rows: dict[tuple[State, State], tuple[Dist, int]]

    def run(self, dist: Dist, den: int, env: State) -> tuple[Dist, int]:
        """The distribution after the stage, and its denominator."""
        self.meter.count(len(dist))
        yes: Dist = {}
        out: Dist = {}
        self.split(yes, out, dist.items(), env)
        if not yes:
            return out, den
        found = [(key[0], weight, *self._row(key[1], env)) for key, weight in yes.items()]  # type: ignore[arg-type]  # pairs of states, as the piece makes them
        whole = lcm(*{of for _, _, _, of in found})
        if whole != 1:
            for state in out:
                out[state] *= whole
        order = self.order
        for aside, weight, row, of in found:
            self.meter.count(1, len(row))
            scaled = weight * (whole // of)
            for state, share in row.items():
                both = aside + state  # type: ignore[operator]  # as above
                key = tuple([both[place] for place in order])
                out[key] = out.get(key, 0) + scaled * share
        return out, den * whole

    def _row(self, state: State, env: State) -> tuple[Dist, int]:
        found = self.rows.get((env, state))
        if found is None:
            dist: Dist = {state: 1}
            den = 1
            for stage in self.body:
                dist, den = stage.run(dist, den, env)
            found = self.rows[env, state] = dist, den
        return found


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

    def _ended(self, state: State, env: State) -> bool:
        return self.until is not None and self.until(state, env)

    def _passes(self, dist: Dist, source: Sequence[object], env: State) -> tuple[Dist, int]:
        den = 1
        ended: list[tuple[State, int, int]] = []
        for at, element in enumerate(source, 1):
            going = {}
            for state, weight in dist.items():
                if self._ended(state, env):
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
        steps = _Steps(self.body, self._ended, (*env, None, None), env)
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
