"""The least and the greatest number that a formula can give.

They are reckoned from written numbers, settings, cells, faces, the limits of fields and needs, and the operators.
Conditions narrow nothing, and what is not followed (a tally of a loop, a pass, a list that is given) is taken for
any number of its type. Nothing recurses: a formula is put in order once, each node after its parts, and a function
that is applied gets a frame of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import reduce

from handhold import limits
from handhold.language import core
from handhold.language.core import Core, Place
from handhold.language.intervals import ANY, ROUNDINGS, WHOLE, Interval, between
from handhold.language.parts import children
from handhold.language.reaches import Items, Reach, anything, constant, of_field, total, union
from handhold.language.throws import Throw, made
from handhold.language.types import DICE, GroupOf, ListOf, Sheet, Type, present
from handhold.language.world import FieldInfo, Number, World

Noted = core.RowAt | core.Math | core.Walk
"""What a notice is told of: lookups by number, divisions, and walks through a range of whole numbers."""

Notice = Callable[[Noted, Interval], None]
"""Is told what is looked up, what is divided by, or how many whole numbers are walked through."""


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


@dataclass(frozen=True, slots=True)
class _Step:
    """A node to be worked out from the results of earlier steps."""

    node: Core
    parts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Bind:
    """The variable of a walk stands for what the list, the result of an earlier step, holds."""

    variable: str
    source: int


_Program = tuple[_Step | _Bind, ...]
_Given = tuple[tuple[str, Reach], ...]


@dataclass(slots=True)
class _Frame:
    """A formula under way: the results of its steps so far, its variables, and what it is of (None: no function)."""

    program: _Program
    known: Mapping[str, Reach]
    key: tuple[str, _Given] | None = None
    own: dict[str, Reach] = field(default_factory=dict)
    results: list[Reach] = field(default_factory=list)

    def variable(self, name: str) -> Reach:
        return self.own[name] if name in self.own else self.known.get(name)


class Reckoner:
    """Reckons in one pack. What a function gives is kept for the same arguments.

    `met` are the functions looked into so far; `skipped` those that were not in some place, since
    `limits.RECKONING` were done.
    """

    def __init__(self, world: World, notice: Notice | None = None) -> None:
        self._world = world
        self._notice = notice
        self._programs: dict[str, _Program] = {}
        self._kept: dict[tuple[str, _Given], Reach] = {}
        self._columns: dict[tuple[str, str], Reach] = {}
        self._steps = 0
        self.met: set[str] = set()
        self.skipped: set[str] = set()

    def reach(self, node: Core, known: Mapping[str, Reach]) -> Reach:
        """What is known of the value of a formula."""
        frames = [_Frame(_in_order(node), known)]
        while True:
            frame = frames[-1]
            done = len(frame.results)
            if done == len(frame.program):
                result = frames.pop().results[-1]
                if frame.key is not None:
                    self._kept[frame.key] = result
                if not frames:
                    return result
                frames[-1].results.append(result)
                continue
            match frame.program[done]:
                case _Bind(variable=variable, source=source):
                    items = frame.results[source]
                    frame.own[variable] = items.each if isinstance(items, Items) else None
                    frame.results.append(None)
                case _Step(node=core.Apply() as node, parts=parts):
                    entered = self._enter(node, [frame.results[part] for part in parts])
                    if isinstance(entered, _Frame):
                        frames.append(entered)
                    else:
                        frame.results.append(entered)
                case _Step(node=node, parts=parts):
                    frame.results.append(self._result(node, [frame.results[part] for part in parts], frame))

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
            self._programs[node.id] = _in_order(function.body)
        program = self._programs[node.id]
        self._steps += len(program)
        if self._steps > limits.RECKONING:
            self.skipped.add(node.id)
            return anything(node.type)
        self.met.add(node.id)
        self._kept[key] = anything(node.type)
        return _Frame(program, given, key)

    def _result(self, node: Core, parts: list[Reach], frame: _Frame) -> Reach:
        match node:
            case core.Const(value=value, type=of):
                return constant(value, of)
            case core.Var(name=name, type=of):
                found = frame.variable(name)
                return anything(of) if found is None else found
            case core.Math(op=op, type=of):
                return self._math(node, op, total(parts[0]), total(parts[1]), of)
            case core.Minus():
                return -parts[0] if isinstance(parts[0], Interval) else parts[0]
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
                return self._column(table, column, of)
            case core.If(type=of):
                return union(parts[1:], of)
            case core.Otherwise(type=of):
                return union(parts, of)
            case core.Func(id=id, args=args, type=of):
                return _function(id, parts, of, args[0].type)
            case core.Walk(id=id, test=test, value=value, type=of):
                items = parts[0] if isinstance(parts[0], Items) else Items(None, 0, None)
                if isinstance(node.source, core.Count):
                    self._note(node, Interval(0, items.most, True))
                listed = Items(parts[-1], 0 if test is not None else items.least, items.most)
                return _function(id, [listed], of, ListOf(value.type))
            case core.Stack(take=take, lines=lines, base=base, type=of):
                return _stack(take, [line.when is not None for line in lines], parts, base is not None, of)
            case core.Setting(id=id, type=of):
                return constant(self._world.settings[id].value, of)
            case core.RowAt():
                self._note(node, parts[0])
                return None
            case core.Count():
                return _count(parts[0], parts[1])
            case core.Positions():
                return Items(between(0, limits.LIST_LENGTH - 1, True), 0, limits.LIST_LENGTH)
            case core.MakeDice(sides=sides, reroll=reroll, explode=explode, keep=keep):
                return made(parts[0] if isinstance(parts[0], Interval) else WHOLE, sides, reroll, explode, keep)
            case core.ElementAt(type=of):
                return parts[0].each if isinstance(parts[0], Items) else anything(of)
            case _:
                return anything(node.type)

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

    def _column(self, table: str, column: str, of: Type) -> Reach:
        if (table, column) not in self._columns:
            cells = self._world.tables[table].cells[column]
            self._columns[table, column] = union((constant(cell, of) for cell in cells), of)
        return self._columns[table, column]

    def _field(self, sheet: str, path: str) -> FieldInfo:
        *way, name = path.split(".")
        for step in way:
            inner = present(self._world.sheets[sheet].fields[step].type)
            assert isinstance(inner, Sheet)
            sheet = inner.sheet
        return self._world.sheets[sheet].fields[name]


def _in_order(body: Core) -> _Program:
    """The nodes of a formula, each once and after its parts, the variable of a walk bound once its list is there."""
    slots: dict[int, int] = {}
    program: list[_Step | _Bind] = []
    waiting: list[tuple[Core, bool] | core.Walk] = [(body, False)]
    while waiting:
        item = waiting.pop()
        if isinstance(item, core.Walk):
            program.append(_Bind(item.variable, slots[id(item.source)]))
            continue
        node, ready = item
        if id(node) in slots:
            continue
        parts = children(node)
        if ready:
            slots[id(node)] = len(program)
            program.append(_Step(node, tuple(slots[id(part)] for part in parts)))
            continue
        waiting.append((node, True))
        waiting.extend((part, False) for part in reversed(parts[1:]))
        if isinstance(node, core.Walk):
            waiting.append(node)
        waiting.extend((part, False) for part in parts[:1])
    return tuple(program)


def _count(first: Reach, last: Reach) -> Reach:
    if not isinstance(first, Interval) or not isinstance(last, Interval):
        return Items(WHOLE, 0, None)
    least = 0 if last.low is None or first.high is None else max(0, int(last.low - first.high) + 1)
    most = None if last.high is None or first.low is None else max(0, int(last.high - first.low) + 1)
    return Items(between(first.low, last.high, True) if most != 0 else None, least, most)


def _stack(take: str, conditional: list[bool], parts: list[Reach], based: bool, of: Type) -> Reach:
    """The lines of a modifier group: a sum leaves out lines that do not hold, anything else is one of them."""
    left = iter(parts)
    values = [(next(left), False)] if based else []
    for under in conditional:
        if under:
            next(left)
        values.append((next(left), under))
    if take != "sum":
        return union((value for value, _ in values), of)
    added = between(0, 0, True)
    for value, under in values:
        if isinstance(value, Interval):
            added += value.union(between(0, 0, True)) if under else value
    return added


def _function(id: str, parts: list[Reach], of: Type, first_type: Type) -> Reach:
    """What a function of the language gives."""
    match id, parts:
        case "abs", [Interval() as number]:
            return abs(number)
        case _, [Interval() as number] if id in ROUNDINGS:
            return number.rounded(id)
        case "min" | "max", [Interval(), Interval(), *_]:
            numbers = [part for part in parts if isinstance(part, Interval)]
            if len(numbers) == len(parts):
                return reduce(Interval.least if id == "min" else Interval.greatest, numbers)
        case "min" | "max" | "first" | "last", [Items(each=each)]:
            return each
        case "sum", [Items(each=each, least=least, most=most)]:
            return each * between(least, most, True) if isinstance(each, Interval) else between(0, 0, True)
        case "count", [Items(least=least, most=most)]:
            return between(least, most, True)
        case "count", _:
            return between(0, limits.LIST_LENGTH if isinstance(first_type, GroupOf) else None, True)
        case "list" | "reverse", [Items() as items]:
            return items
        case "join", [Items(each=Items() as inner, least=least, most=most)]:
            many = None if most is None or inner.most is None else most * inner.most
            return Items(inner.each, least * inner.least, many)
        case "successes", [Throw(dice=dice), *_]:
            return Throw(WHOLE if dice is None else between(0, dice, True), dice)
    return anything(of)
