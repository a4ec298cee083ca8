"""Units: an event cut down to what is asked of it.

A unit is an event and the variables that are read of it afterwards. One pass backwards, with strong liveness, keeps
a statement if its result is read later or if it can fault, and only then do its own reads count. A whole run asks
for everything; odds ask for little, so that equal states merge. What a caller reads of a `do` decides the unit that
it calls.

Names of needs: a variable (`margin`, `check.margin`, `climber.exhaustion`), or `loop/name` for a name read of a
loop's passes.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from handhold.language import core
from handhold.language.core import Core, Place
from handhold.language.known_dice import constant_dice
from handhold.language.parts import children
from handhold.language.runtime import RuleFault
from handhold.language.types import OptionalOf, all_names
from handhold.language.world import Function, need_state
from handhold.packs import checked
from handhold.packs.checked import Statement


@dataclass(frozen=True, slots=True)
class Node:
    """A statement that is kept. `live` are the variables read after it; `rolls`: dice fall, or a choice is played.

    `entry` are the variables read at the start of its body, if it has one. For a `Call`, `unit` is what it calls.
    For a `Loop`, `fields` are the names that its passes hold, and `head` is what is read before each pass, the
    passes made so far (`name made`) included. `answer` replaces the answer to a choice, `path` leads to it.
    """

    statement: Statement
    live: frozenset[str]
    rolls: bool = False
    body: tuple[Node, ...] = ()
    unit: Unit | None = None
    fields: tuple[str, ...] = ()
    keeps_passes: bool = False
    entry: frozenset[str] = frozenset()
    head: frozenset[str] = frozenset()
    answer: checked.Formula | None = None
    path: str = ""


@dataclass(frozen=True, slots=True)
class Unit:
    """An event for certain needs.

    `inputs` are the variables of its needs that it reads (a root stands for the unchanging part); `exports` what it
    gives back, in order: names, then state that may have changed. `passes` says by loop which names its passes
    hold.
    """

    event: checked.Event
    nodes: tuple[Node, ...]
    inputs: tuple[str, ...]
    exports: tuple[str, ...]
    passes: Mapping[str, tuple[str, ...]]
    rolls: bool
    asks: bool


Answers = Mapping[str, checked.Formula | None]
"""Answers to choices by path without passes; None stands for the default."""


@dataclass
class Units:
    """Makes units of a pack's events, each once. With `answers`, choices are answered by them (odds) but for those
    `played` for the best; without, they stay open (runs). `trusted` says whether what is known of limits holds.
    """

    pack: checked.Pack
    answers: Answers | None = None
    played: frozenset[str] = frozenset()
    trusted: bool = True
    _units: dict[tuple[str, frozenset[str], str], Unit] = field(default_factory=dict)
    _faulty: dict[str, bool] = field(default_factory=dict)
    _whole: dict[str, Unit] = field(default_factory=dict)

    def whole(self, event: str) -> Unit:
        """The unit that gives everything: all names, all that changes."""
        if event not in self._whole:
            found = self.pack.events[event]
            self._whole[event] = self.unit(event, frozenset(all_names(found.names)) | found.changes)
        return self._whole[event]

    def unit(self, event: str, needs: frozenset[str], path: str = "") -> Unit:
        """The unit of an event for its needs; `path` (with a dot at its end) leads to its choices."""
        prefix = path if self.answers is not None and any(key.startswith(path) for key in self.answers) else "-"
        key = (event, needs, prefix)
        if key not in self._units:
            self._units[key] = _Pruning(self, self.pack.events[event], path).unit(needs)
        return self._units[key]

    def can_fault(self, tree: Core) -> bool:
        """Whether working out the formula can fault: for all that is known at load."""
        match tree:
            case core.Member() | core.IndexOf():
                return True
            case core.PassAt(type=of) if not isinstance(of, OptionalOf):
                return True
            case core.Math(op="/" | "//", right=right) if not (isinstance(right, core.Const) and right.value):
                return True
            case core.RowAt(table=table) if not self._covers(table):
                return True
            case core.MakeDice() | core.Func(id="successes"):
                try:
                    if constant_dice(tree) is None:
                        return True
                except RuleFault:
                    return True
            case core.Apply(id=id) if self._function_faults(id):
                return True
        return any(self.can_fault(child) for child in children(tree))

    def _covers(self, table: str) -> bool:
        bands = self.pack.tables[table].bands
        ends = bands[0].low is None and bands[-1].high is None
        return ends and all(
            one.high is not None and other.low is not None and other.low <= one.high + 1
            for one, other in itertools.pairwise(bands)
        )

    def _function_faults(self, id: str) -> bool:
        if id not in self._faulty:
            self._faulty[id] = False
            self._faulty[id] = self.can_fault(self.pack.functions[id].body)
        return self._faulty[id]

    def reads(self, tree: Core | Place, passes_read: bool = True) -> frozenset[str]:
        """The variables that working out the formula reads, names of passes (`loop/name`) included."""
        found: set[str] = set()
        self._reads(tree, found)
        return frozenset(found)

    def _reads(self, tree: Core | Place, found: set[str]) -> None:
        match tree:
            case Place(root=root, index=index):
                found.add(root)
                if index is not None:
                    self._reads(index, found)
                return
            case core.Var(name=name):
                found.add(name)
            case core.State(place=place, id=id):
                found.add(place.variable(id))
            case core.Fixed(place=place):
                found.add(place.root)
            case core.PassPart(loop=loop, name=name):
                found.add(f"{loop}/{name}")
            case core.Apply(id=id, args=args):
                self._apply_reads(self.pack.functions[id], dict(args), found)
            case _:
                pass
        bound = found if not isinstance(tree, core.Walk) else set[str]()
        for child in children(tree):
            self._reads(child, bound)
        if isinstance(tree, core.Walk):
            found |= bound - {tree.variable}

    def _apply_reads(self, function: Function, args: Mapping[str, Core | Place], found: set[str]) -> None:
        for arg in args.values():
            if isinstance(arg, Place):
                found.add(arg.root)
        for variable in function.reads:
            need, _, name = variable.partition(".")
            place = args[need]
            assert isinstance(place, Place)
            found.add(place.variable(name))


class _Pruning:
    """The pass backwards over one event."""

    def __init__(self, units: Units, event: checked.Event, path: str) -> None:
        self._units = units
        self._event = event
        self._path = path
        self._passes: dict[str, tuple[str, ...]] = {}

    def unit(self, needs: frozenset[str]) -> Unit:
        nodes, live = self._body(self._event.body, needs)
        for need in needs:
            loop, slash, _ = need.rpartition("/")
            if slash and loop not in self._passes:
                self._passes[loop] = _fields(needs, loop)
        exports = tuple(sorted(need for need in needs if "/" not in need))
        sheets = self._units.pack.sheets
        # all state of the needs: a policy or what is asked of the odds may read more than the event does
        state = (each for need, known in self._event.needs.items() for each in need_state(need, known.type, sheets))
        params = [*self._event.needs, *sorted(state)]
        inputs = tuple(param for param in params if param in live)
        return Unit(
            self._event, nodes, inputs, exports, self._passes, any(node.rolls for node in nodes), any(map(asks, nodes))
        )

    def _body(self, body: tuple[Statement, ...], live: frozenset[str]) -> tuple[tuple[Node, ...], frozenset[str]]:
        nodes: list[Node] = []
        for statement in reversed(body):
            node, live = self._statement(statement, live)
            if node is not None:
                nodes.append(node)
        return tuple(reversed(nodes)), live

    def _statement(self, statement: Statement, live: frozenset[str]) -> tuple[Node | None, frozenset[str]]:
        match statement:
            case checked.Let(name=name, value=value):
                if name not in live and not self._units.can_fault(value.core):
                    return None, live
                return Node(statement, live), (live - {name}) | self._units.reads(value.core)
            case checked.Roll(name=name, dice=dice):
                if name not in live and not self._units.can_fault(dice.core):
                    return None, live
                return Node(statement, live, True), (live - {name}) | self._units.reads(dice.core)
            case checked.Choose():
                return self._choose(statement, live)
            case checked.Put():
                return self._put(statement, live)
            case checked.Call():
                return self._call(statement, live)
            case checked.Refuse(grounds=grounds):
                read = frozenset[str]().union(*(self._units.reads(ground.when.core) for ground in grounds))
                return Node(statement, live), live | read
            case checked.Branch(test=test, body=body, skipped=skipped):
                nodes, inner = self._body(body, live)
                if not nodes and not live & frozenset(skipped) and not self._units.can_fault(test.core):
                    return None, live
                rolls = any(node.rolls for node in nodes)
                before = inner | (live - frozenset(skipped)) | self._units.reads(test.core)
                return Node(statement, live, rolls, nodes, entry=inner), before
            case checked.Loop():
                return self._loop(statement, live)

    def _choose(self, statement: checked.Choose, live: frozenset[str]) -> tuple[Node | None, frozenset[str]]:
        formulas = [each for each in (statement.options, statement.default) if each is not None]
        formulas += [ground.when for ground in statement.grounds]
        answer, path = None, self._path + statement.name
        if self._units.answers is not None:
            answer = self._units.answers.get(path)
            default = statement.default
            unread = answer is None and statement.options is None and statement.name not in live
            if unread and (default is None or not self._units.can_fault(default.core)):
                return None, live
            if answer is not None:
                formulas.append(answer)
        read = frozenset[str]().union(*(self._units.reads(each.core) for each in formulas))
        played = path in self._units.played and statement.name in live  # what nobody reads is worth nothing
        return Node(statement, live, played, answer=answer, path=path), (live | read) - {statement.name}

    def _put(self, statement: checked.Put, live: frozenset[str]) -> tuple[Node | None, frozenset[str]]:
        target = statement.target
        variable = target if isinstance(target, str) else target.place.variable(target.id)
        safe = statement.safe and self._units.trusted
        limited = statement.field is not None and statement.field.limits.any and not safe
        if not live & {variable, statement.name} and not limited and not self._units.can_fault(statement.value.core):
            return None, live
        column = not isinstance(target, str) and target.place.index is not None
        killed = {statement.name} if column else {statement.name, variable}
        read = self._units.reads(statement.value.core)
        if self._units.answers is None:
            read |= (
                self._units.reads(target) if not isinstance(target, str) else {target}
            )  # a trace notes what was there before
        if column and not isinstance(target, str) and variable in live:
            read |= self._units.reads(target)
        return Node(statement, live), (live - killed) | read

    def _call(self, statement: checked.Call, live: frozenset[str]) -> tuple[Node | None, frozenset[str]]:
        callee = self._units.pack.events[statement.event]
        args = dict(statement.args)
        prefix = f"{statement.name}."
        needs = {need.removeprefix(prefix) for need in live if need.startswith(prefix)}
        columns = set()
        written = {}
        for variable in callee.changes:
            need, _, name = variable.partition(".")
            place = args[need]
            assert isinstance(place, Place)
            if place.variable(name) in live:
                needs.add(variable)
                written[variable] = place.variable(name)
                if place.index is not None or statement.go_on:
                    # a column is changed in one place only, and where the sub-event is refused all stays as it was
                    columns.add(place.variable(name))
        unit = self._units.unit(statement.event, frozenset(needs), self._path + prefix)
        if not needs and not unit.nodes and statement.name not in live:
            return None, live
        for loop, fields in unit.passes.items():
            self._passes[prefix + loop] = fields
        killed = (
            {need for need in live if need.startswith(prefix)} | {statement.name} | (set(written.values()) - columns)
        )
        read = set(columns)
        for variable in unit.inputs:
            need, dot, name = variable.partition(".")
            arg = args[need]
            if isinstance(arg, Place):
                read |= self._units.reads(arg)
                if dot:
                    read.add(arg.variable(name))
            elif not dot:
                read |= self._units.reads(arg.core)
        for arg in args.values():
            if isinstance(arg, Place) and arg.index is not None and any(place in columns for place in written.values()):
                read |= self._units.reads(arg.index)
        return Node(statement, live, unit.rolls, unit=unit), (live - killed) | read

    def _loop(self, statement: checked.Loop, live: frozenset[str]) -> tuple[Node | None, frozenset[str]]:
        tracks = {track.name for track in statement.tracks}
        fields = _fields(live, statement.name)
        keeps = statement.name in live or bool(fields)
        if keeps:
            self._passes[statement.name] = fields
        within = f"{statement.name}/"
        inner_fields = frozenset(need.removeprefix(within) for need in live if need.startswith(within))
        after = frozenset(need for need in live if need != statement.name and not need.startswith(f"{statement.name}/"))
        until = frozenset[str]() if statement.until is None else self._units.reads(statement.until.core)
        keyed = {statement.variable} if keeps and statement.key != "position" and statement.variable else set()
        made = {f"{statement.name} made"} if keeps else set[str]()
        bound = _body_names(statement) | {f"{statement.name} at", statement.variable or f"{statement.name} number"}
        head = after | until | made
        while True:
            nodes, before = self._pass(statement, head | inner_fields | keyed)
            grown = head | (before | keyed) - bound
            if grown == head:
                break
            head = grown
        until_faults = statement.until is not None and self._units.can_fault(statement.until.core)
        if not nodes and not keeps and not tracks & after and not until_faults:
            return None, live
        for name, inner in list(self._passes.items()):
            if keeps and name in inner_fields:
                self._passes[f"{statement.name}/{name}"] = inner
        for need in inner_fields:
            loop, slash, _ = need.rpartition("/")
            if slash:
                self._passes[f"{statement.name}/{loop}"] = self._passes.get(loop, _fields(inner_fields, loop))
        entry = before
        before = head - tracks - made
        for track in statement.tracks:
            if track.name in head or self._units.can_fault(track.start.core):
                before |= self._units.reads(track.start.core)
        before |= self._units.reads(statement.source.core)
        rolls = any(node.rolls for node in nodes)
        return Node(statement, live, rolls, nodes, fields=fields, keeps_passes=keeps, entry=entry, head=head), before

    def _pass(self, statement: checked.Loop, live: frozenset[str]) -> tuple[tuple[Node, ...], frozenset[str]]:
        """The body of a loop, whose name stands in the paths of the choices in it."""
        outer = self._path
        self._path = f"{outer}{statement.name}."
        body = self._body(statement.body, live)
        self._path = outer
        return body


def asks(node: Node) -> bool:
    """Whether something in it has a path of its own: a roll, a choice, a refusal that is gone past."""
    match node.statement:
        case checked.Roll() | checked.Choose():
            return True
        case checked.Call(go_on=go_on):
            return go_on or (node.unit is not None and node.unit.asks)
        case _:
            return any(map(asks, node.body))


def _fields(needs: Iterable[str], loop: str) -> tuple[str, ...]:
    """The names that the passes of a loop hold for these needs."""
    prefix = f"{loop}/"
    return tuple(sorted({need.removeprefix(prefix).split("/")[0] for need in needs if need.startswith(prefix)}))


def _body_names(statement: checked.Loop) -> frozenset[str]:
    """The names that belong to one pass only; none of them is read from one pass to the next."""
    return frozenset(all_names(statement.names))
