"""The least and the greatest number that a formula can give.

They are reckoned from written numbers, settings, cells, faces, the limits of fields and needs, the operators, and
the conditions that stand around. What is not followed (a pass, a list that is given) is taken for any number of its
type. Nothing recurses: a formula is put in order once, each node after its parts, and a function that is applied
gets a frame of its own, in which the conditions around its use are not known.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from handhold import limits
from handhold.language import core
from handhold.language.core import Core, Place
from handhold.language.facts import Facts, compared, decided, learned, meet
from handhold.language.intervals import ANY, WHOLE, Interval, between, open_end
from handhold.language.keys import Key
from handhold.language.program import Apart, Asked, Bind, End, Program, Role, Step, Under, program, told
from handhold.language.reaches import (
    ALWAYS,
    NEVER,
    Items,
    Options,
    Reach,
    anything,
    as_typed,
    constant,
    of_field,
    total,
    union,
    whole,
)
from handhold.language.throws import Throw, made
from handhold.language.types import DICE, ListOf, Sheet, Type, present
from handhold.language.world import FieldInfo, Number, World
from handhold.language.yields import count_reach, function_reach, stack_reach

Noted = core.RowAt | core.Math | core.Walk | core.MakeDice
"""What a notice is told of: lookups by number, divisions, walks through whole numbers, and numbers of dice."""

Notice = Callable[[Noted, Interval], None]
"""Is told what is looked up, what is divided by, how many whole numbers are walked through or dice are thrown."""

NOTHING: Facts = MappingProxyType({})
"""Where no condition is known."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of a test before it is asked: whether its comparison `holds` whatever happens (None: that depends,
    or does not matter), and what its left side can be there, by what was asked before.
    """

    asked: Asked
    holds: bool | None
    left: Reach


Answers = Callable[[Answer], None]
"""Is told of each test that stands under a condition."""


def reach(node: Core, world: World, known: Mapping[str, Reach]) -> Interval:
    """The numbers that a formula can give with variables as in `known`; any other can be any number of its type."""
    found = Reckoner(world).reach(node, known)
    return found if isinstance(found, Interval) else ANY


def dice_reach(node: Core, world: World, known: Mapping[str, Reach]) -> Interval:
    """The totals that can be thrown with the dice that a formula gives."""
    return total(Reckoner(world).reach(node, known)) or WHOLE


def greatest(node: Core, world: World, needs: Mapping[str, FieldInfo]) -> Number | None:
    """The greatest number that a formula over these needs can give, None without end; 0 of a formula with a fault."""
    return Reckoner(world).greatest(node, needs)


_Given = tuple[tuple[str, Reach], ...]


@dataclass(slots=True)
class _Frame:
    """A formula under way: the results of its steps so far, its variables, and what it is of (None: no function).

    `facts` are those that hold here, `outer` those known around the formula; `undo` says for each condition what it
    changed in them.
    """

    program: Program
    known: Mapping[str, Reach]
    key: tuple[str, _Given] | None = None
    outer: Facts = field(default_factory=dict)
    own: dict[str, Reach] = field(default_factory=dict)
    results: list[Reach] = field(default_factory=list)
    facts: dict[Key, Reach] = field(default_factory=dict)
    undo: list[list[tuple[Key, Reach]] | dict[Key, Reach]] = field(default_factory=list)

    def variable(self, name: str) -> Reach:
        return self.own[name] if name in self.own else self.known.get(name)

    def add(self, step: Step, found: Reach) -> None:
        """The result of a step, narrowed by what is known of it."""
        if self.facts and step.key in self.facts:
            found = meet(found, self.facts[step.key])
        self.results.append(as_typed(found, step.node.type))


class Reckoner:
    """Reckons in one pack. What a function gives is kept for the same arguments.

    `met` are the functions looked into so far; `skipped` those that were not in some place, since
    `limits.RECKONING` were done.
    """

    def __init__(self, world: World, notice: Notice | None = None, answers: Answers | None = None) -> None:
        self._world = world
        self._notice = notice
        self._answers = answers
        self._programs: dict[str, Program] = {}
        self._kept: dict[tuple[str, _Given], Reach] = {}
        self._columns: dict[tuple[str, str, frozenset[object] | None], Reach] = {}
        self._rows: dict[tuple[str, Interval], Reach] = {}
        self._wholes: dict[Type, Reach] = {}
        self._steps = 0
        self.met: set[str] = set()
        self.skipped: set[str] = set()

    def reach(self, node: Core, known: Mapping[str, Reach], facts: Facts = NOTHING) -> Reach:
        """What is known of the value of a formula, where the facts are known."""
        return self._results(program(node, named=bool(facts)), known, facts)[-1]

    def tell(
        self, test: Core, known: Mapping[str, Reach], facts: Facts = NOTHING, role: Role = "when"
    ) -> tuple[Facts, Facts]:
        """What is known where a test holds, and where it does not, beside the facts known."""
        steps = program(test, role)
        results = self._results(steps, known, facts)
        found: list[Facts] = []
        for holds in (True, False):
            more = dict(facts)
            for key, reach in learned(told(steps, test, holds), results, self._every):
                more[key] = meet(more.get(key), reach)
            found.append(more)
        return found[0], found[1]

    def _results(self, steps: Program, known: Mapping[str, Reach], facts: Facts) -> list[Reach]:
        frames = [_Frame(steps, known, outer=facts, facts=dict(facts))]
        while True:
            frame = frames[-1]
            done = len(frame.results)
            if done == len(frame.program):
                frames.pop()
                if not frames:
                    return frame.results
                assert frame.key is not None
                self._kept[frame.key] = frame.results[-1]
                above = frames[-1]
                use = above.program[len(above.results)]
                assert isinstance(use, Step)
                above.add(use, frame.results[-1])
                continue
            match frame.program[done]:
                case Bind(variable=variable, source=source):
                    items = frame.results[source]
                    frame.own[variable] = items.each if isinstance(items, Items) else None
                    frame.results.append(None)
                case Under(told=lesson):
                    self._begin(frame, learned(lesson, frame.results, self._every))
                case Apart():
                    frame.undo.append(frame.facts)
                    frame.facts = dict(frame.outer)
                    frame.results.append(None)
                case End():
                    before = frame.undo.pop()
                    if isinstance(before, dict):
                        frame.facts = before
                    else:
                        frame.facts.update(reversed(before))
                    frame.results.append(None)
                case Step(node=core.Apply() as node, parts=parts) as step:
                    entered = self._enter(node, [frame.results[part] for part in parts])
                    if isinstance(entered, _Frame):
                        frames.append(entered)
                    else:
                        frame.add(step, entered)
                case Step(parts=parts) as step:
                    frame.add(step, self._result(step, [frame.results[part] for part in parts], frame))
                    if step.asked is not None and self._answers is not None:
                        self._answer(step.asked, frame)

    def greatest(self, node: Core, needs: Mapping[str, FieldInfo]) -> Number | None:
        """As the function `greatest`, with what is kept already."""
        return self.highest(node, {id: of_field(known) for id, known in needs.items()})

    def highest(self, node: Core, known: Mapping[str, Reach]) -> Number | None:
        """The greatest number that a formula can give with variables as in `known`, None without end; 0 after a
        fault.
        """
        found = self.reach(node, known)
        return found.high if isinstance(found, Interval) else 0

    def _enter(self, node: core.Apply, parts: list[Reach]) -> Reach | _Frame:
        """What the function gives where that is known already, or the frame that works it out."""
        values = iter(parts)
        given: dict[str, Reach] = {}
        for need, arg in node.args:
            if not isinstance(arg, Place):
                given[need] = next(values)
            elif arg.index is not None:
                next(values)
        key = (node.id, tuple(given.items()))
        if key in self._kept:
            return self._kept[key]
        function = self._world.function(node.id)
        if function is None:
            return anything(node.type)
        if node.id not in self._programs:
            self._programs[node.id] = program(function.body, named=False)
        steps = self._programs[node.id]
        self._steps += len(steps)
        if self._steps > limits.RECKONING:
            self.skipped.add(node.id)
            return anything(node.type)
        self.met.add(node.id)
        self._kept[key] = anything(node.type)
        return _Frame(steps, given, key)

    def _result(self, step: Step, parts: list[Reach], frame: _Frame) -> Reach:
        node = step.node
        match node:
            case core.Const(value=value, type=of):
                return constant(value, of)
            case core.Var(name=name, type=of):
                found = frame.variable(name)
                return anything(of) if found is None else found
            case core.Math(op="-") if step.key is not None and step.key[3] == step.key[4]:
                return between(0, 0, True)
            case core.Math(op=op, type=of):
                return self._math(node, op, total(parts[0]), total(parts[1]), of)
            case core.Minus():
                return -parts[0] if isinstance(parts[0], Interval) else parts[0]
            case core.PassPart(loop=loop, name=name, type=of):
                # the names of a loop's steps are those of the event that the loop is in
                event, dot, _ = loop.rpartition("/")[2].rpartition(".")
                found = frame.variable(f"{event}{dot}{name}")
                return anything(of) if found is None else found
            case core.State(place=place, id=id):
                return of_field(self._field(place.sheet, id))
            case core.Part(base=base, index=index, type=of):
                sheet = present(base.type)
                if not isinstance(sheet, Sheet):
                    return anything(of)
                info = self._world.sheets[sheet.sheet]
                return of_field(info.fields[info.fixed[index]])
            case core.Cell(table=table, column=column, row=row, type=of):
                if isinstance(row, core.Const) and isinstance(row.value, int):
                    return constant(self._world.tables[table].cells[column][row.value], of)
                return self._column(table, column, parts[0], of)
            case core.Test(op=op):
                return compared(op, parts[0], parts[1])
            case core.Not():
                return {ALWAYS: NEVER, NEVER: ALWAYS}.get(parts[0]) if isinstance(parts[0], Options) else None
            case core.Logic(op=op):
                ends, other = (NEVER, ALWAYS) if op == "and" else (ALWAYS, NEVER)
                return ends if ends in parts else other if all(part == other for part in parts) else None
            case core.If(type=of):
                live = parts[1:2] if parts[0] == ALWAYS else parts[2:] if parts[0] == NEVER else parts[1:]
                return union(live, of)
            case core.Otherwise(type=of):
                return union(parts, of)
            case core.Func(id=id, args=args, type=of):
                return function_reach(id, parts, of, args[0].type)
            case core.Walk(id=id, test=test, value=value, type=of):
                items = parts[0] if isinstance(parts[0], Items) else Items(None, 0, None)
                if isinstance(node.source, core.Count):
                    self._note(node, Interval(0, items.most, True))
                listed = Items(parts[-1], 0 if test is not None else items.least, items.most)
                return function_reach(id, [listed], of, ListOf(value.type))
            case core.Stack(take=take, lines=lines, base=base, type=of):
                return stack_reach(take, [line.when is not None for line in lines], parts, base is not None, of)
            case core.Setting(id=id, type=of):
                # of a word or flag every one is looked into: another may be chosen
                value = constant(self._world.settings[id].value, of)
                return None if isinstance(value, Options) else value
            case core.RowAt(table=table):
                self._note(node, parts[0])
                return self._found(table, parts[0])
            case core.Count():
                return count_reach(parts[0], parts[1])
            case core.Positions():
                return Items(between(0, limits.LIST_LENGTH - 1, True), 0, limits.LIST_LENGTH)
            case core.MakeDice(sides=sides, reroll=reroll, explode=explode, keep=keep):
                self._note(node, parts[0])
                return made(parts[0] if isinstance(parts[0], Interval) else WHOLE, sides, reroll, explode, keep)
            case core.ElementAt(type=of):
                return parts[0].each if isinstance(parts[0], Items) else anything(of)
            case _:
                return anything(node.type)

    def _every(self, of: Type) -> Reach:
        if of not in self._wholes:
            self._wholes[of] = whole(of, self._world)
        return self._wholes[of]

    def _begin(self, frame: _Frame, found: Iterator[tuple[Key, Reach]]) -> None:
        """A condition holds from here on."""
        before: list[tuple[Key, Reach]] = []
        for key, reach in found:
            before.append((key, frame.facts.get(key)))
            frame.facts[key] = meet(frame.facts.get(key), reach)
        frame.undo.append(before)
        frame.results.append(None)

    def _answer(self, asked: Asked, frame: _Frame) -> None:
        """Tells whether a test is decided by what is asked before it, whatever is looked into."""
        assert self._answers is not None
        every = self._every(asked.left.type)
        left = meet(every, frame.facts.get(asked.key))
        holds = decided(asked.op, left, asked.right)
        if holds is None or decided(asked.op, every, asked.right) is not None:
            holds = None
        elif holds is not asked.negated:
            # where nothing depends on it, or others say so, it may stand there to be clear or to guard what follows
            by_others = decided(asked.op, meet(every, frame.outer.get(asked.key)), asked.right)
            if by_others is not None or isinstance(left, Interval) or asked.role in ("and", "when"):
                holds = None
        self._answers(Answer(asked, holds, left))

    def _math(self, node: core.Math, op: str, left: Interval | None, right: Interval | None, of: Type) -> Reach:
        if op in ("/", "//"):
            self._note(node, right)
        if left is None or right is None:
            return None
        match op:
            case "+":
                found = left + right
            case "-":
                found = left - right
            case "*":
                found = left * right
            case "/":
                found = left / right
            case _:
                found = left // right
        return Throw(found, None) if of == DICE else found

    def _note(self, node: Noted, number: Reach) -> None:
        if self._notice is not None and isinstance(number, Interval):
            self._notice(node, number)

    def _column(self, table: str, column: str, row: Reach, of: Type) -> Reach:
        """What stands in a column, in the rows that it can be."""
        info = self._world.tables[table]
        rows = row.values - {None} if isinstance(row, Options) else frozenset[object]()
        kept = (table, column, rows if 0 < len(rows) < len(info.rows) else None)
        if kept not in self._columns:
            cells = info.cells[column]
            some = cells if kept[2] is None else [cells[n] for n in rows if isinstance(n, int)]
            self._columns[kept] = union([constant(cell, of) for cell in some], of)
        return self._columns[kept]

    def _found(self, table: str, number: Reach) -> Reach:
        """The rows that a number finds."""
        if not isinstance(number, Interval):
            return None
        if (table, number) not in self._rows:
            bands = self._world.tables[table].bands
            low, high = number.low, number.high
            first = 0 if low is None else bisect_left(bands, (0, low), key=lambda band: open_end(band.high, 1))
            last = None if high is None else bisect_right(bands, (0, high), key=lambda band: open_end(band.low, -1))
            self._rows[table, number] = Options(frozenset(band.row for band in bands[first:last]))
        return self._rows[table, number]

    def _field(self, sheet: str, path: str) -> FieldInfo:
        *way, name = path.split(".")
        for step in way:
            inner = present(self._world.sheets[sheet].fields[step].type)
            assert isinstance(inner, Sheet)
            sheet = inner.sheet
        return self._world.sheets[sheet].fields[name]
