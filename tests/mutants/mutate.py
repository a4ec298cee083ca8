"""The mutants of a checked pack: each differs from it in one cell, one end of a row's `at`, one literal or one `when`.

What is changed is the pack as checked, so that a mutant costs no reading and no checking: a formula stands in it as
a typed tree, in which every literal has its place in the text. A literal that the checker has put in more than once
is changed everywhere it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from handhold.language import core
from handhold.language.core import Core, Place
from handhold.language.dice import DiceValue, dice_text
from handhold.language.parts import children
from handhold.language.types import DICE, FLAG, INTEGER, NUMBER, ListOf, OptionalOf, Row, Type, Word, present
from handhold.language.world import Band, TableInfo
from handhold.packs import checked
from handhold.record import replaced

Put = Callable[[Any], checked.Pack]
"""Gives the pack with something in the place of one part of it."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A pack with one thing changed: `id` says what and where; `unit` is what has to be reached to notice
    (`events.climb`, `formulas.gap_to`, `modifiers.climb_tn`, `climber.worn_out`, `tables.distances`).
    """

    id: str
    unit: str
    pack: Callable[[], checked.Pack]


@dataclass(frozen=True, slots=True)
class Slot:
    """A formula of the pack: where it stands, its tree, and how another tree gets there."""

    path: str
    unit: str
    tree: Core
    condition: bool
    put: Put


def mutants(pack: checked.Pack) -> tuple[Mutant, ...]:
    """All mutants of a pack in the order of the pack; their ids are unique."""
    found = [*_of_tables(pack), *(mutant for slot in slots(pack) for mutant in _of_slot(pack, slot))]
    seen: dict[str, int] = {}
    numbered = []
    for mutant in found:
        seen[mutant.id] = seen.get(mutant.id, 0) + 1
        times = seen[mutant.id]
        numbered.append(mutant if times == 1 else replace(mutant, id=f"{mutant.id} (no. {times})"))
    return tuple(numbered)


# -- tables ---------------------------------------------------------------------------------------


def _of_tables(pack: checked.Pack) -> Iterator[Mutant]:
    for table in pack.tables.values():
        unit = f"tables.{table.id}"
        for column, of in table.columns.items():
            for row, id in enumerate(table.rows):
                was = table.cells[column][row]
                new = _other(pack, was, of)
                label = f"{unit}.rows.{id}.{column}: {_text(pack, was, of)} → {_text(pack, new, of)}"
                yield Mutant(label, unit, partial(_with_cell, pack, table, column, row, new))
        yield from _of_bands(pack, table)


def _of_bands(pack: checked.Pack, table: TableInfo) -> Iterator[Mutant]:
    """Each end of a band one higher and one lower; a band that follows without a gap moves along."""
    unit = f"tables.{table.id}"
    for number, band in enumerate(table.bands):
        for by in (1, -1):
            if band.high is not None:
                label = f"{unit}.rows.{table.rows[band.row]}.at: ..{band.high} → ..{band.high + by}"
                yield Mutant(label, unit, partial(_with_high, pack, table, number, by))
            if band.low is not None and not (number and _touch(table.bands[number - 1], band)):
                label = f"{unit}.rows.{table.rows[band.row]}.at: {band.low}.. → {band.low + by}.."
                moved = replaced(band, low=band.low + by)
                yield Mutant(label, unit, partial(_with_bands, pack, table, {number: moved}))


def _touch(one: Band, other: Band) -> bool:
    return one.high is not None and other.low is not None and other.low - one.high <= 1


def _with_high(pack: checked.Pack, table: TableInfo, number: int, by: int) -> checked.Pack:
    band, *after = table.bands[number : number + 2]
    assert band.high is not None
    changed = {number: replaced(band, high=band.high + by)}
    if after and _touch(band, after[0]):
        assert after[0].low is not None
        changed[number + 1] = replaced(after[0], low=after[0].low + by)
    return _with_bands(pack, table, changed)


def _with_bands(pack: checked.Pack, table: TableInfo, changed: Mapping[int, Band]) -> checked.Pack:
    bands = [changed.get(number, band) for number, band in enumerate(table.bands)]
    kept = [band for band in bands if band.low is None or band.high is None or band.low <= band.high]
    return _with_table(pack, replaced(table, bands=tuple(kept)))


def _with_table(pack: checked.Pack, table: TableInfo) -> checked.Pack:
    return replace(pack, tables={**pack.tables, table.id: table})


def _with_cell(pack: checked.Pack, table: TableInfo, column: str, row: int, new: object) -> checked.Pack:
    held = table.cells[column]
    return _with_table(pack, replaced(table, cells={**table.cells, column: (*held[:row], new, *held[row + 1 :])}))


def _other(pack: checked.Pack, was: object, of: Type) -> object:
    """Another value of the type."""
    if was is None:
        return _some(pack, present(of))
    match of:
        case OptionalOf(of=inner):
            return _other(pack, was, inner)
        case ListOf(of=inner):
            assert isinstance(was, tuple)
            return was[1:] if was else (_some(pack, inner),)
        case Row(table=table):
            assert isinstance(was, int)
            return (was + 1) % len(pack.tables[table].rows)
        case _ if of == FLAG:
            return not was
        case _ if of == DICE:
            assert isinstance(was, DiceValue)
            if not was.pools:
                return was._replace(plus=was.plus + 1)
            first, *rest = was.pools
            return was._replace(pools=(first._replace(sides=first.sides + 1), *rest))
        case _ if of in (INTEGER, NUMBER):
            assert isinstance(was, int | Fraction)
            return was + 1
        case _:
            return f"{was}_x"


def _some(pack: checked.Pack, of: Type) -> object:
    if isinstance(of, Row):
        return 0
    if isinstance(of, ListOf):
        return ()
    return {FLAG: True, INTEGER: 1, NUMBER: 1, DICE: DiceValue((), 1)}.get(of, "x")


def _text(pack: checked.Pack, value: object, of: Type) -> str:
    of = present(of)
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case DiceValue():
            return dice_text(value)
        case int() if isinstance(of, Row):
            return pack.tables[of.table].rows[value]
        case tuple() if isinstance(of, ListOf):
            return f"[{', '.join(_text(pack, each, of.of) for each in value)}]"
        case _:
            return str(value)


# -- formulas -------------------------------------------------------------------------------------


def slots(pack: checked.Pack) -> Iterator[Slot]:
    """Every formula of a pack, those of functions first."""
    for id, function in pack.functions.items():
        body = function.body

        def put(new: Any, id: str = id) -> checked.Pack:
            return replace(pack, functions={**pack.functions, id: replaced(pack.functions[id], body=new)})

        if isinstance(body, core.Stack):
            yield from _of_stack(id, body, put)
        else:
            yield Slot(f"sheets.{id}" if "." in id else f"formulas.{id}", id, body, False, put)
    for event in pack.events.values():

        def put_body(new: Any, id: str = event.id) -> checked.Pack:
            return replace(pack, events={**pack.events, id: replace(pack.events[id], body=new)})

        yield from _within(event.body, "", f"events.{event.id}", put_body)


def _of_stack(id: str, stack: core.Stack, put: Put) -> Iterator[Slot]:
    for number, line in enumerate(stack.lines):

        def put_line(new: Any, number: int = number) -> checked.Pack:
            lines = stack.lines
            return put(replace(stack, lines=(*lines[:number], new, *lines[number + 1 :])))

        path = f"modifiers.{stack.group}.lines.{line.id}"
        if line.when is not None:
            yield Slot(f"{path}.when", id, line.when, True, _into(line, "when", put_line))
        yield Slot(f"{path}.value", id, line.value, False, _into(line, "value", put_line))


def _into(held: Any, name: str, put: Put) -> Put:
    return lambda new: put(replace(held, **{name: new}))


_APART = frozenset({"site", "scope", "type", "field", "written", "span", "names", "target"})
"""The parts of statements that hold no formula of theirs."""
_KEYS = {"test": "when", "args": "with", "options": "among", "dice": "roll", "start": ""} | dict.fromkeys(
    ("body", "grounds", "tracks"), ""
)
"""What the parts of statements are called in a pack."""


def _within(node: Any, path: str, unit: str, put: Put) -> Iterator[Slot]:
    """The formulas in statements, their grounds and tracks, and what is handed to other events."""
    if isinstance(node, checked.Formula):
        yield Slot(path, unit, node.core, path.endswith(".when"), _into(node, "core", put))
        return
    if isinstance(node, tuple):
        if len(node) == 2 and isinstance(node[0], str):
            path = f"{path}.{node[0]}"
        for number, inner in enumerate(node):
            yield from _within(inner, path, unit, partial(_into_tuple, node, number, put))
        return
    if not is_dataclass(node) or isinstance(node, Place):
        return
    if isinstance(node, checked.Ground):
        path = node.path
    elif isinstance(node, checked.Track):
        path = f"{path}.track.{node.name}"
    elif hasattr(node, "site"):
        path = node.site.path
    for part in fields(node):
        held = getattr(node, part.name)
        if part.name not in _APART:
            name = _KEYS.get(part.name, part.name)
            yield from _within(held, f"{path}.{name}" if name else path, unit, _into(node, part.name, put))


def _into_tuple(held: tuple[Any, ...], number: int, put: Put, new: Any) -> checked.Pack:
    return put((*held[:number], new, *held[number + 1 :]))


def _of_slot(pack: checked.Pack, slot: Slot) -> Iterator[Mutant]:
    if slot.condition:
        yield Mutant(f"{slot.path}: turned round", slot.unit, partial(slot.put, core.Not(slot.tree, FLAG)))
    found: dict[tuple[object, ...], Core] = {}
    for node in _nodes(slot.tree):
        if node.span[1] > node.span[0]:
            found.setdefault((type(node), *node.span), node)
    for node in found.values():
        for label, new in _changed(pack, node):
            mutated = partial(_swapped_in, slot, node, new)
            yield Mutant(f"{slot.path}: {label}", slot.unit, mutated)


def _swapped_in(slot: Slot, old: Core, new: Core) -> checked.Pack:
    return slot.put(_swapped(slot.tree, old, new))


def _changed(pack: checked.Pack, node: Core) -> Iterator[tuple[str, Core]]:
    """The ways to change a node, if it is a literal: what is changed, and the node instead."""
    match node:
        case core.Const(value=bool() as flag, type=of) if of == FLAG:
            yield f"{_flag(flag)} → {_flag(not flag)}", replace(node, value=not flag)
        case core.Const(value=int() | Fraction() as number, type=of) if of in (INTEGER, NUMBER, DICE):
            for other in (number + 1, number - 1):
                yield f"{number} → {other}", replace(node, value=other)
        case core.Const(value=int() as row, type=Row(table=table)):
            rows = pack.tables[table].rows
            other = (row + 1) % len(rows)
            if other != row:
                yield f"{rows[row]} → {rows[other]}", replace(node, value=other)
        case core.Const(value=str() as word, type=Word(setting=setting)):
            options = pack.settings[setting].options
            new = options[(options.index(word) + 1) % len(options)]
            yield f"{word} → {new}", replace(node, value=new)
        case core.MakeDice(count=count, sides=sides, reroll=reroll, explode=explode, keep=keep):
            yield f"d{sides} → d{sides + 1}", replace(node, sides=sides + 1)
            if isinstance(count, core.Const) and count.span[1] <= count.span[0]:
                yield f"one d{sides} → two", replace(node, count=replace(count, value=2))
            if reroll is not None:
                yield f"{reroll[0]} {reroll[1]} → {reroll[1] + 1}", replace(node, reroll=(reroll[0], reroll[1] + 1))
            if keep is not None:
                yield f"{keep[0]} {keep[1]} → {keep[1] + 1}", replace(node, keep=(keep[0], keep[1] + 1))
            if explode:
                yield "! → none", replace(node, explode=False)
        case _:
            pass


def _flag(value: bool) -> str:
    return "true" if value else "false"


def _nodes(tree: Core) -> Iterator[Core]:
    yield tree
    for child in children(tree):
        yield from _nodes(child)


def _swapped(node: Any, old: Core, new: Core) -> Any:
    """The tree with `new` wherever `old` stands, with the same place in the text."""
    if type(node) is type(old) and node.span == old.span:
        return new
    if isinstance(node, tuple):
        return tuple(_swapped(inner, old, new) for inner in node)
    if not isinstance(node, _TREES):
        return node
    changed = {}
    for part in fields(node):
        held = getattr(node, part.name)
        if isinstance(held, (*_TREES, tuple)) and part.name not in ("span", "path"):
            other = _swapped(held, old, new)
            if other is not held:
                changed[part.name] = other
    return replace(node, **changed) if changed else node


_TREES: tuple[type, ...] = (*Core.__args__, Place)


# -- what an event reaches ------------------------------------------------------------------------


def reached(pack: checked.Pack) -> Mapping[str, frozenset[str]]:
    """By event, the units that it can come to: itself, events that it does, functions, tables."""
    direct: dict[str, set[str]] = {}
    for slot in slots(pack):
        held = direct.setdefault(slot.unit, set())
        for node in _nodes(slot.tree):
            match node:
                case core.Apply(id=id):
                    held.add(id)
                case core.Cell(table=table) | core.RowAt(table=table):
                    held.add(f"tables.{table}")
                case _:
                    pass
    for event in pack.events.values():
        direct.setdefault(f"events.{event.id}", set()).update(_calls(event.body))
    return {id: frozenset(_closure(f"events.{id}", direct)) for id in pack.events}


def _calls(body: tuple[checked.Statement, ...]) -> Iterator[str]:
    for statement in body:
        match statement:
            case checked.Call(event=id):
                yield f"events.{id}"
            case checked.Branch(body=inner) | checked.Loop(body=inner):
                yield from _calls(inner)
            case _:
                pass


def _closure(start: str, direct: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    left = [start]
    while left:
        at = left.pop()
        if at not in found:
            found.add(at)
            left.extend(direct.get(at, ()))
    return found
