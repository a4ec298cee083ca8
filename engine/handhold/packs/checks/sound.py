"""The part of a faulty pack that no fault touches, so that it can be judged further in the same run."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from handhold.language import core
from handhold.language.core import Core, Place
from handhold.language.parts import nodes
from handhold.language.types import UNKNOWN, GroupOf, ListOf, Names, OptionalOf, Passes, Row, Sheet, Type
from handhold.packs import checked, model
from handhold.source import Span

_Entry = tuple[str, str]
"""A section and the id of an entry of it; both empty for what is known to be faulty, wherever that is."""

_FAULTY: _Entry = ("", "")
_Placed = model.Setting | model.Table | model.SheetForm | model.Modifier | model.NamedFormula | model.Event


def sound_part(pack: checked.Pack, faults: Iterable[Span]) -> checked.Pack | None:
    """The functions and events of a pack in which no fault lies, and which use nothing in which one does.

    An entry is faulty from its first line to the next entry. None where a fault lies in no entry, so that nobody can
    tell what it touches.
    """
    faulty = _entries_at(pack.source, faults)
    if faulty is None:
        return None
    uses = _Uses(pack)
    users: dict[_Entry, list[_Entry]] = {}
    for user, used in uses.of.items():
        for entry in used:
            users.setdefault(entry, []).append(user)
    waiting = [*faulty, _FAULTY]
    reached = set(waiting)
    while waiting:
        for user in users.get(waiting.pop(), ()):
            if user not in reached:
                reached.add(user)
                waiting.append(user)
    functions = {id: known for id, known in pack.functions.items() if uses.owners[id] not in reached}
    events = {id: known for id, known in pack.events.items() if ("events", id) not in reached}
    return replace(pack, functions=functions, events=events)


def _entries_at(source: model.Pack, faults: Iterable[Span]) -> set[_Entry] | None:
    sections: tuple[tuple[str, Mapping[str, _Placed]], ...] = (
        ("settings", source.settings),
        ("tables", source.tables),
        ("sheets", source.sheets),
        ("modifiers", source.modifiers),
        ("formulas", source.formulas),
        ("events", source.events),
    )
    starts: dict[str, list[tuple[int, int, _Entry]]] = {}
    for section, entries in sections:
        for id, entry in entries.items():
            starts.setdefault(entry.span.file, []).append((entry.span.line, entry.span.column, (section, id)))
    for listed in starts.values():
        listed.sort()
    found: set[_Entry] = set()
    for fault in faults:
        listed = starts.get(fault.file, [])
        position = bisect_right(listed, (fault.line, fault.column, ("~", "")))
        if not position:
            return None
        found.add(listed[position - 1][2])
    return found


class _Uses:
    """What each entry of a pack uses directly."""

    def __init__(self, pack: checked.Pack) -> None:
        self._pack = pack
        source = pack.source
        self._groups = {group.base.text.strip(): group for group in source.modifiers.values() if group.base is not None}
        self.owners = {id: self._owner(id) for id in pack.functions}
        self.of: dict[_Entry, set[_Entry]] = {}
        for id, function in pack.functions.items():
            self._add(self.owners[id], _of_types((function.type, *function.needs.values())), self._tree(function.body))
        for id, event in pack.events.items():
            self._add(("events", id), _of_types(known.type for known in event.needs.values()), self._body(event.body))
        for id, table in pack.tables.items():
            self._add(("tables", id), _of_types(table.columns.values()))
        for id, sheet in pack.sheets.items():
            self._add(("sheets", id), _of_types(known.type for known in sheet.fields.values()))
        for path, group in self._groups.items():
            # what is read of a sheet has passed through the groups that add to it
            self._add(("sheets", path.partition(".")[0]), [("modifiers", group.id)])

    def _add(self, user: _Entry, *used: Iterable[_Entry]) -> None:
        self.of.setdefault(user, set()).update(*used)

    def _owner(self, id: str) -> _Entry:
        """The entry that a function is written in."""
        if id in self._groups:
            return "modifiers", self._groups[id].id
        sheet, dot, _ = id.partition(".")
        if dot:
            return "sheets", sheet
        return ("formulas" if id in self._pack.source.formulas else "modifiers"), id

    def _body(self, body: Iterable[checked.Statement]) -> Iterator[_Entry]:
        for tree in checked.formulas_of(body):
            yield from self._place(tree) if isinstance(tree, Place) else self._tree(tree)
        for statement in checked.statements(body):
            match statement:
                case checked.Call(event=id):
                    # an event that could not be made is not there
                    yield ("events", id) if id in self._pack.events else _FAULTY
                case checked.Choose(type=of) | checked.Put(type=of):
                    yield from _of_types((of,))
                case checked.Loop(names=names, tracks=tracks):
                    yield from _of_types((*(of for _, of in names), *(track.type for track in tracks)))
                case _:
                    pass

    def _place(self, place: Place) -> Iterator[_Entry]:
        yield ("sheets", place.sheet) if place.sheet in self._pack.sheets else _FAULTY
        if place.index is not None:
            yield from self._tree(place.index)

    def _tree(self, tree: Core) -> Iterator[_Entry]:
        for node in nodes(tree):
            yield from _of_types((node.type,))
            match node:
                case core.Setting(id=name):
                    yield "settings", name
                case core.Cell(table=table) | core.RowAt(table=table):
                    yield "tables", table
                case core.Apply(id=name):
                    yield self.owners.get(name, _FAULTY)
                case core.State(place=place) | core.Fixed(place=place):
                    yield from self._place(place)
                case _:
                    pass


def _of_types(types: Iterable[Type]) -> Iterator[_Entry]:
    for of in types:
        match of:
            case Row(table=table):
                yield "tables", table
            case Sheet(sheet=sheet) | GroupOf(sheet=sheet):
                yield "sheets", sheet
            case ListOf(of=inner) | OptionalOf(of=inner):
                yield from _of_types((inner,))
            case Names(fields=fields):
                yield from _of_types(inner for _, inner in fields)
            case Passes(key=key, of=names):
                yield from _of_types((key, names))
            case _ if of == UNKNOWN:
                yield _FAULTY
            case _:
                pass
