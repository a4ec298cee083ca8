"""The tree of an event with choices that are played for the best, as layers of places.

A place is where the event stands: a state, the constants it is seen with, and what waits for it (the callers, the
loops). From a place of a layer either dice lead to places of the next, or somebody chooses one of them. Equal
places of a layer are one. Backwards through the layers, each place has its worth; forwards, under the choices found
best, its chance.

Whatever has no such choice in it is one step of dice, worked out as odds are.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from handhold.language.dice import DiceFault
from handhold.language.runtime import RuleFault
from handhold.play.compiling.pieces import State
from handhold.play.odds.loops import LoopStage
from handhold.play.odds.reckoner import Reckoner
from handhold.play.odds.spread import UnitPlan
from handhold.play.odds.stages import AsideStage, BranchStage, CallStage, ChoiceStage, Stage


class Frame(NamedTuple):
    """The constants of a place, and what it comes back to: the caller's frame and state (`held`), or for a pass of a
    loop the frame around it and the list it goes through.
    """

    env: State
    back: Frame | None = None
    held: Sequence[object] = ()


Place: TypeAlias = "tuple[int, Frame, State]"
"""How deep in blocks, loops and events the place is, its frame, its state. Only the deepest move."""


@dataclass(frozen=True, slots=True)
class Chances:
    """Dice: weighted places over `den`."""

    places: tuple[tuple[Place, int], ...]
    den: int


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice: answers, what is seen when they are given, and the places they lead to."""

    stage: ChoiceStage
    answers: tuple[tuple[object, State, Place], ...]


Edge = Chances | Decision


@dataclass(frozen=True, slots=True)
class Layer:
    """The places that move, the others, and the round that it belongs to."""

    moves: Mapping[Place, Edge]
    waiting: frozenset[Place]
    round: int


DONE: Final = -1
"""The depth of places where the event is over."""
Move = Callable[[Frame, State], Edge]


def sure(place: Place) -> Chances:
    """The only place that there is."""
    return Chances(((place, 1),), 1)


def places_of(edge: Edge) -> Iterator[Place]:
    """Where it leads."""
    if isinstance(edge, Chances):
        yield from (place for place, _ in edge.places)
    else:
        yield from (place for _, _, place in edge.answers)


@dataclass
class Layers:
    """Goes forwards through an event, and keeps the layers; `now` are the places after the last."""

    reckoner: Reckoner
    now: set[Place]
    layers: list[Layer] = field(default_factory=list)
    round: int = 1
    _moves: dict[Hashable, dict[tuple[Frame, State], Edge]] = field(default_factory=dict)

    def forward(self, depth: int, at: Hashable, move: Move) -> None:
        """One layer more: the places of that depth move; `at` is what moves them, by which moves are remembered."""
        known = self._moves.setdefault((at, depth), {})
        moves: dict[Place, Edge] = {}
        after: set[Place] = set()
        for place in self.now:
            if place[0] != depth:
                after.add(place)
                continue
            edge = known.get(place[1:])
            if edge is None:
                edge = known[place[1:]] = self._moved(move, place)
            moves[place] = edge
            after.update(places_of(edge))
        waiting = frozenset(place for place in self.now if place[0] != depth)
        self.reckoner.spread.meter.count(len(after))
        self.layers.append(Layer(moves, waiting, self.round))
        self.now = {place for place in after if place[0] != DONE}

    def end_after(self, round: int, move: Move) -> None:
        """Goes back to the end of a round, and ends it by another move."""
        self.layers = [layer for layer in self.layers if layer.round <= round]
        last = self.layers.pop()
        self.now, self.round = {*last.moves, *last.waiting}, round
        self.forward(0, "end", move)

    def _moved(self, move: Move, place: Place) -> Edge:
        try:
            return move(place[1], place[2])
        except (RuleFault, DiceFault) as error:
            raise self.reckoner.fault(error) from None

    def walk(self, stages: Sequence[Stage], depth: int) -> None:
        """Through stages, one after the other."""
        for group in _groups(stages):
            match group[0]:
                case ChoiceStage() as stage:
                    self.forward(depth, id(stage), _decision(stage, depth))
                case BranchStage() as stage if plays(stage):
                    self._branch(stage, depth)
                case CallStage() as stage if plays(stage):
                    self._call(stage, depth)
                case LoopStage() as stage if plays(stage):
                    self._loop(stage, depth)
                case _:
                    self.forward(depth, id(group[0]), _dice(group, depth))

    def _branch(self, stage: BranchStage, depth: int) -> None:
        def split(frame: Frame, state: State) -> Edge:
            yes: dict[State, int] = {}
            no: dict[State, int] = {}
            stage.split(yes, no, [(state, 1)], frame.env)
            return sure((depth + 1, frame, next(iter(yes))) if yes else (depth, frame, next(iter(no))))

        self.forward(depth, id(stage), split)
        self.walk(stage.body, depth + 1)
        self.forward(depth + 1, id(stage), lambda frame, state: sure((depth, frame, state)))

    def _call(self, stage: CallStage, depth: int) -> None:
        plan = stage.callee
        assert isinstance(plan, UnitPlan)

        def enter(frame: Frame, state: State) -> Edge:
            keyed: dict[State, int] = {}
            stage.arguments(keyed, [(state, 1)], frame.env)
            between, args = next(iter(keyed))
            assert isinstance(between, tuple)
            assert isinstance(args, tuple)
            refused = plan.row(args).refused
            if refused is None:
                env, start = plan.begin(args)
                return sure((depth + 1, Frame(env, frame, between), start))
            if not stage.goes_on:
                raise refused
            return back(frame, between, None)

        def back(frame: Frame, between: Sequence[object], results: object) -> Edge:
            out: dict[State, int] = {}
            stage.returned(out, [(tuple(between), 1, ((results, 1),))], frame.env)
            return sure((depth, frame, next(iter(out))))

        def leave(frame: Frame, state: State) -> Edge:
            assert frame.back is not None
            return back(frame.back, frame.held, state)

        self.forward(depth, id(stage), enter)
        self.walk(plan.stages, depth + 1)
        self.forward(depth + 1, id(stage), leave)

    def _loop(self, stage: LoopStage, depth: int) -> None:
        def enter(frame: Frame, state: State) -> Edge:
            keyed: dict[State, int] = {}
            stage.entry(keyed, [(state, 1)], frame.env)
            start, source = next(iter(keyed))
            assert isinstance(start, tuple)
            assert isinstance(source, tuple | range)
            return sure((depth + 1, Frame((), frame, source), start))

        def turn(number: int) -> Move:
            def move(frame: Frame, state: State) -> Edge:
                outer, source = frame.back, frame.held
                assert outer is not None
                if number > len(source) or stage.ended(state, outer.env):
                    left, _ = stage.left.run({state: 1}, 1, outer.env)
                    return sure((depth, outer, next(iter(left))))
                passing = (source[number - 1], number) if stage.reads_pass else (None, None)
                return sure((depth + 1, Frame((*outer.env, *passing), outer, source), state))

            return move

        self.forward(depth, id(stage), enter)
        number = 1
        while any(place[0] == depth + 1 for place in self.now):
            self.forward(depth + 1, (id(stage), number), turn(number))
            if any(place[0] == depth + 1 for place in self.now):
                self.walk(stage.body, depth + 1)
            number += 1


def _groups(stages: Sequence[Stage]) -> Iterator[list[Stage]]:
    """The stages, those next to one another without a choice together."""
    group: list[Stage] = []
    for stage in stages:
        if plays(stage):
            if group:
                yield group
            yield [stage]
            group = []
        else:
            group.append(stage)
    if group:
        yield group


def plays(stage: Stage) -> bool:
    """Whether a choice in the stage is played for the best."""
    match stage:
        case ChoiceStage():
            return True
        case BranchStage(body=body) | AsideStage(body=body) | LoopStage(body=body):
            return any(map(plays, body))
        case CallStage(callee=UnitPlan() as plan):
            return any(map(plays, plan.stages))
        case _:
            return False


def _decision(stage: ChoiceStage, depth: int) -> Move:
    def move(frame: Frame, state: State) -> Edge:
        found = stage.answers(state, frame.env)
        return Decision(stage, tuple((answer, seen, (depth, frame, after)) for answer, seen, after in found))

    return move


def _dice(stages: Sequence[Stage], depth: int) -> Move:
    def move(frame: Frame, state: State) -> Edge:
        dist, den = {state: 1}, 1
        for stage in stages:
            dist, den = stage.run(dist, den, frame.env)
        return Chances(tuple(((depth, frame, after), weight) for after, weight in dist.items()), den)

    return move
