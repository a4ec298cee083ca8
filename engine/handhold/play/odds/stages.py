"""The stages of an odds run: how a distribution goes through a roll, a branch, a `do`, a loop.

A distribution is a mapping from states to integer weights over a common denominator; nothing is renormalised.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import lcm
from operator import itemgetter
from typing import Protocol

from handhold import limits
from handhold.language.dice import DiceValue
from handhold.packs import checked
from handhold.play.compiling.pieces import Dist, Faces, State
from handhold.play.pools import distribution
from handhold.play.progress import Progress
from handhold.play.refusal import Refused
from handhold.play.run_error import RunError


class OddsBudget(RunError):
    """The odds would take more work than the budget allows. `best`: choices were played for the best."""

    best = False


@dataclass
class Meter:
    """Counts the work of one odds run against its budget; `progress` is told before each stretch of it."""

    steps: int = 0
    progress: Progress | None = None

    def count(self, states: int, faces: int = 1) -> None:
        """Adds pairs of state and face. Raises OddsBudget past the budget."""
        if self.progress is not None and self.steps:
            self.progress(self.steps, limits.ODDS_STEPS)
        self.steps += states * faces
        if states > limits.ODDS_STATES or self.steps > limits.ODDS_STEPS:
            raise OddsBudget(f"the exact odds take more than {limits.ODDS_STEPS:,} steps")

    def denominator(self, den: int) -> int:
        """The denominator itself. Raises OddsBudget if it has too many digits."""
        if den.bit_length() > limits.ODDS_DIGITS * 3322 // 1000:
            raise OddsBudget(f"the exact odds need fractions of more than {limits.ODDS_DIGITS:,} digits")
        return den


def picker(places: Sequence[int]) -> Callable[[State], State]:
    """What makes a state of those places of another."""
    if len(places) > 1:
        return itemgetter(*places)
    return lambda state: tuple([state[place] for place in places])


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
    dice_of: Callable[[dict[object, Dist], Iterable[tuple[State, int]], State], None]
    piece: Callable[[Dist, Iterable[tuple[State, int]], Faces, State], None]

    def run(self, dist: Dist, den: int, env: State) -> tuple[Dist, int]:
        """The distribution after the stage, and its denominator."""
        groups: dict[object, Dist] = {}
        self.dice_of(groups, dist.items(), env)
        spreads = [distribution(_dice_value(dice)) for dice in groups]
        whole = lcm(*(of for _, of in spreads))
        out: Dist = {}
        for group, (faces, of) in zip(groups.values(), spreads, strict=True):
            self.meter.count(len(group), len(faces))
            scale = whole // of
            items = group.items() if scale == 1 else [(state, weight * scale) for state, weight in group.items()]
            self.piece(out, items, faces, env)
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
class ChoiceStage:
    """A choice that is played for the best, and what follows it.

    The piece gives triples of an answer, the values of the names `seen` when it is made, and the state after; the
    default comes first. `path` leads to the choice, without passes; `event` is whose choice it is.
    """

    meter: Meter
    piece: Piece
    choice: checked.Choose
    path: str
    event: checked.Event
    seen: tuple[str, ...]

    def run(self, dist: Dist, den: int, env: State) -> tuple[Dist, int]:
        """The distribution after the stage, and its denominator, where the first answer is always taken."""
        out: Dist = {}
        for state, weight in dist.items():
            after = next(after for _, _, after in self.answers(state, env))
            out[after] = out.get(after, 0) + weight
        return out, den

    def answers(self, state: State, env: State) -> Sequence[tuple[object, State, State]]:
        """Each answer in that state, what is seen then, and the state after it."""
        found: Dist = {}
        self.piece(found, [(state, 1)], env)
        self.meter.count(len(found))
        return list(found)  # type: ignore[arg-type]  # triples, as the piece makes them


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

    The states that go through the body are without it, and what comes of each is worked out once. `pick` makes a state
    after the body of what passed by and what came out, one behind the other.
    """

    meter: Meter
    split: Callable[[Dist, Dist, Iterable[tuple[State, int]], State], None]
    body: Sequence[Stage]
    pick: Callable[[State], State]
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
        pick = self.pick
        for aside, weight, row, of in found:
            self.meter.count(1, len(row))
            scaled = weight * (whole // of)
            for state, share in row.items():
                key = pick(aside + state)  # type: ignore[operator]  # as above
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
