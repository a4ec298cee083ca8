"""How a distribution goes through a unit.

A unit is cut at its rolls and at the branches, loops and `do` steps that contain one; what lies between is a piece.
No control flow is rebuilt: a distribution of states with integer weights goes through the stages one after another.
A unit's *row* for certain inputs, the weighted results it can end with, is kept for the length of an odds run, and
so are the steps of a loop's pass from a state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from handhold.language import core
from handhold.language.core import Place
from handhold.language.dice import DiceValue
from handhold.language.known_dice import constant_dice
from handhold.language.runtime import RuleFault
from handhold.language.types import INTEGER
from handhold.packs import checked
from handhold.play.compiling.pieces import Dist, Layout, Level, Pieces, State, assigned, call_arguments
from handhold.play.compiling.program import Program
from handhold.play.compiling.units import Node, Unit
from handhold.play.odds.loops import LoopStage
from handhold.play.odds.stages import (
    AsideStage,
    BranchStage,
    CallStage,
    ChoiceStage,
    Meter,
    PureStage,
    RollsStage,
    RollStage,
    Row,
    Stage,
    picker,
)
from handhold.play.progress import Progress
from handhold.play.refusal import Refused


@dataclass
class Spread:
    """One odds run: the units' stages and rows."""

    program: Program
    meter: Meter = field(default_factory=Meter)

    def __post_init__(self) -> None:
        self.pieces = Pieces(self.program)
        self._plans: dict[int, UnitPlan] = {}
        self._kept: list[AsideStage] = []

    def start(self, progress: Progress | None = None) -> None:
        """Begins an odds run: the work is counted afresh, and rows of an earlier run are dropped."""
        self.meter.steps, self.meter.progress = 0, progress
        for plan in self._plans.values():
            plan.forget()
        for stage in self._kept:
            stage.rows.clear()

    def plan(self, unit: Unit) -> UnitPlan:
        """The plan of a unit, made once."""
        if id(unit) not in self._plans:
            self._plans[id(unit)] = UnitPlan(self, unit)
        return self._plans[id(unit)]

    # -- making stages ----------------------------------------------------------------------------

    def stages(self, level: Level, nodes: Sequence[Node], before: Layout, after: Layout) -> list[Stage]:
        """The stages of a sequence of nodes, from the layout before it to the one after it."""
        nodes = tuple(self._settled(level, node) for node in nodes)
        cuts = [n for n, node in enumerate(nodes) if node.rolls]
        if not cuts:
            if not nodes and before == after:
                return []
            return [PureStage(self.meter, self.pieces.pure(level, before, nodes, after))]
        stages: list[Stage] = []
        first = nodes[: cuts[0]]
        for at, cut in enumerate(cuts):
            end = cuts[at + 1] if at + 1 < len(cuts) else len(nodes)
            node, then = nodes[cut], nodes[cut + 1 : end]
            last = then[-1] if then else node
            layout = after if end == len(nodes) else level.layout(last.live)
            stages.extend(self._cut(level, first, node, then, before, layout))
            first, before = (), layout
        return stages

    def _settled(self, level: Level, node: Node) -> Node:
        """The node itself; a roll of no dice as the value that it always gives."""
        statement = node.statement
        if not isinstance(statement, checked.Roll):
            return node
        dice = self._dice(level, statement)
        if dice is None or any(pool.number for pool in dice.pools):
            return node
        total = checked.Formula(core.Const(dice.plus, INTEGER), statement.dice.written)
        return replace(node, statement=checked.Let(statement.site, statement.name, total), rolls=False)

    def _dice(self, level: Level, statement: checked.Roll) -> DiceValue | None:
        """The dice of a roll, where they are the same in every state."""
        try:
            return constant_dice(statement.dice.core, known_choices(level.unit.nodes))
        except RuleFault:
            # told of where it is thrown
            return None

    def _cut(
        self, level: Level, first: Sequence[Node], node: Node, then: Sequence[Node], before: Layout, after: Layout
    ) -> list[Stage]:
        match node.statement:
            case checked.Roll():
                return self._roll(level, first, node, then, before, after)
            case checked.Call():
                assert node.unit is not None
                between = level.layout(self._between(node))
                arguments = self.pieces.arguments(level, before, first, node, between)
                returned = self.pieces.returned(level, between, node, then, after)
                goes_on = node.statement.go_on
                return [CallStage(self.meter, self.plan(node.unit), arguments, returned, goes_on)]
            case checked.Choose() as statement:
                seen = level.layout((node.live & frozenset(before)) | assigned(first) & node.live)
                piece = self.pieces.choice(level, before, first, node, then, after, seen)
                return [ChoiceStage(self.meter, piece, statement, node.path, level.unit.event, seen)]
            case checked.Branch():
                joined = level.layout(node.live)
                return [self._branch(level, first, node, before), *self.stages(level, then, joined, after)]
            case checked.Loop() as statement:
                return [self._loop(level, statement, first, node, then, before, after)]
            case other:
                raise AssertionError(f"no dice fall in {other}")

    def _branch(self, level: Level, first: Sequence[Node], node: Node, before: Layout) -> Stage:
        """A condition around a roll. What the body neither reads nor changes is kept aside, so that states which
        differ in nothing else go through it as one.
        """
        inner, joined = level.layout(node.entry), level.layout(node.live)
        touched = assigned(node.body) | self._read(node.body)
        aside = tuple(name for name in inner if name in joined and name not in touched)
        if not aside or self.program.units.played:
            # what a choice in the body is best for may depend on all that is read later
            split = self.pieces.split(level, before, first, node, inner, joined)
            return BranchStage(self.meter, split, self.stages(level, node.body, inner, joined))
        within = replace(level, aside=level.aside | frozenset(aside))
        inner, ended = within.layout(node.entry), within.layout(node.live)
        split = self.pieces.split(level, before, first, node, inner, joined, aside)
        pick = picker([(*aside, *ended).index(name) for name in joined])
        kept = AsideStage(self.meter, split, self.stages(within, node.body, inner, ended), pick, {})
        self._kept.append(kept)
        return kept

    def _read(self, nodes: Iterable[Node]) -> set[str]:
        """The variables that the nodes may read."""
        found: set[str] = set()
        for node in nodes:
            for tree in checked.formulas_of([node.statement]):
                found |= self.program.units.reads(tree)
            if node.answer is not None:
                found |= self.program.units.reads(node.answer.core)
            found |= self._read(node.body)
            if isinstance(node.statement, checked.Call):
                found |= call_arguments(node.statement, node)
        return found

    def _between(self, node: Node) -> frozenset[str]:
        """What a state holds while a `do` is away: what is read after it or where its results are put into columns."""
        statement, unit = node.statement, node.unit
        assert isinstance(statement, checked.Call)
        assert unit is not None
        held = node.live - {statement.name} - {f"{statement.name}.{name}" for name in unit.exports}
        args = dict(statement.args)
        kept: set[str] = set()
        for name in unit.exports:
            need, _, field = name.partition(".")
            place = args.get(need)
            if name not in unit.event.changes or not isinstance(place, Place):
                continue
            if place.index is None and not statement.go_on:
                held -= {place.variable(field)}
            else:
                kept |= {place.variable(field)} | self.program.units.reads(place)
        return held | kept

    def _loop(
        self,
        level: Level,
        statement: checked.Loop,
        first: Sequence[Node],
        node: Node,
        then: Sequence[Node],
        before: Layout,
        after: Layout,
    ) -> Stage:
        variable = statement.variable or f"{statement.name} number"
        passing = (variable, f"{statement.name} at")
        head = level.layout(node.head - set(passing))
        within = replace(level, env=(*level.env, *passing))
        inner = within.layout(node.body[-1].live) if node.keeps_passes else head
        body = self.stages(within, node.body, head, inner)
        if node.keeps_passes:
            body.append(PureStage(self.meter, self.pieces.passed(within, inner, node, head)))
        entry = self.pieces.entry(level, before, first, node, head)
        until = self.pieces.until(level, head, statement)
        left = PureStage(self.meter, self.pieces.left(level, head, node, then, after))
        reads_pass = node.keeps_passes or any(name in node.entry for name in passing)
        return LoopStage(self.meter, entry, until, body, left, reads_pass)

    def _roll(
        self, level: Level, first: Sequence[Node], node: Node, then: Sequence[Node], before: Layout, after: Layout
    ) -> list[Stage]:
        statement = node.statement
        assert isinstance(statement, checked.Roll)
        dice = self._dice(level, statement)
        if dice is not None:
            return [RollStage(self.meter, dice, self.pieces.roll(level, before, first, node, then, after))]
        between = level.layout(node.live - {statement.name})
        dice_of = self.pieces.grouped(level, before, first, between, statement)
        return [RollsStage(self.meter, dice_of, self.pieces.roll(level, between, (), node, then, after))]


def known_choices(nodes: Iterable[Node]) -> Mapping[str, int]:
    """The choices that always come out as the same whole number."""
    found: dict[str, int] = {}
    for node in nodes:
        match node:
            case Node(
                statement=checked.Choose(name=name, default=default, grounds=grounds), rolls=False, answer=answer
            ):
                taken = default if answer is None else answer if not grounds else None
                if taken is not None and isinstance(taken.core, core.Const) and taken.core.value.__class__ is int:
                    assert isinstance(taken.core.value, int)
                    found[name] = taken.core.value
            case _:
                pass
    return found


@dataclass
class UnitPlan:
    """A unit's stages, and its rows so far."""

    spread: Spread
    unit: Unit

    def __post_init__(self) -> None:
        unit = self.unit
        changing = assigned(unit.nodes)
        env = tuple(name for name in unit.inputs if name not in changing)
        level = Level(unit, env)
        before = level.layout(name for name in unit.inputs if name in changing)
        self._env = picker([unit.inputs.index(name) for name in env])
        self._begin = picker([unit.inputs.index(name) for name in before])
        self.stages = self.spread.stages(level, unit.nodes, before, unit.exports)
        self._rows: dict[State, Row] = {}

    def forget(self) -> None:
        """Drops all rows."""
        self._rows.clear()

    def begin(self, args: State) -> tuple[State, State]:
        """The constants and the state that these inputs make."""
        return self._env(args), self._begin(args)

    def row(self, args: State) -> Row:
        """The row for these inputs."""
        row = self._rows.get(args)
        if row is None:
            row = self._rows[args] = self._work_out(args)
        return row

    def _work_out(self, args: State) -> Row:
        env, start = self.begin(args)
        dist: Dist = {start: 1}
        den = 1
        try:
            for stage in self.stages:
                dist, den = stage.run(dist, den, env)
                self.spread.meter.denominator(den)
        except Refused as refused:
            # whatever can refuse stands before the first roll: there was one state, and it is the caller's
            return Row((), 1, refused)
        return Row(tuple(dist.items()), den)
