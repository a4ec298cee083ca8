"""An event that was compiled before, ready to run from what was kept of it (see `keeping`).

It gives what the event of the pack would, and knows nothing else: where something does not fit or goes wrong, it has no
words for it, and the pack has to be read. Each function, step and sentence is put together when it is first needed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Final, get_args

from handhold import limits
from handhold.language.runtime import RUNTIME, RowsByNumber
from handhold.language.types import Type
from handhold.language.world import Band, FieldInfo, SheetInfo
from handhold.packs.values import Kinds
from handhold.play.chance import Rolled
from handhold.play.compiling.binder import Binder
from handhold.play.compiling.lent import TRACES, lent
from handhold.play.filled import Blank, Saying, Slot, Template
from handhold.play.frames import FILE, outermost_locals
from handhold.play.keeping.codec import (
    Data,
    NotKept,
    field_of,
    items,
    limits_of,
    names_of,
    number,
    pairs,
    text,
    texts,
    type_of,
    value_of,
)
from handhold.play.keeping.instructions import code_of
from handhold.play.meter import Meter
from handhold.play.ready import Ready
from handhold.play.shown import Shown
from handhold.play.trace import Coded, Entry, Kind, KnownLine, Step, Work, entry_of, known_line
from handhold.record import Record
from handhold.source import Span

_KINDS: Final[Mapping[str, Kind]] = {kind: kind for kind in get_args(Kind)}


class KeptName(Record):
    """What the pack is called; see `looks.PackName`."""

    name: str
    shown: str


class KeptEvent(Record):
    """The event; see `looks.EventLook`."""

    id: str
    needs: Mapping[str, FieldInfo]
    names: tuple[tuple[str, Type], ...]
    changes: frozenset[str]
    outcome: Type | None


class KeptTable(Record):
    """A table as far as its rows are named; see `world.Rows`."""

    id: str
    rows: tuple[str, ...]


class KeptGround(Record):
    """A ground for a refusal; see `refusal.Ground`."""

    code: str
    because: str
    cite: str


class KeptChoice(Record):
    """A choice; see `running.Asked`."""

    name: str
    type: Type
    by: str
    grounds: tuple[KeptGround, ...]


class Kept:
    """What was kept of a compiled event: `ready` runs it, `choices` are the paths of its choices without passes."""

    def __init__(self, ready: Ready, choices: tuple[str, ...]) -> None:
        self.ready = ready
        self.choices = choices


def event_of(data: bytes) -> Kept:
    """The event of these lines. Raises NotKept, or what comes of lines that `keeping` has not written."""
    lines = data.split(b"\n")
    match json.loads(lines[0]):
        case [
            name,
            shown,
            title,
            about,
            compiled,
            bool() as counted,
            choices,
            titles,
            cites,
            counts,
            held,
            made,
            kinds,
        ]:
            known = _kinds(kinds)
            meter = Meter(limits.RUN_WORK)
            behind = _Behind(lines, known, meter if counted else None, made, counts)
            behind.told(titles, cites)
            behind.globals(held, meter)
            ready = _ready(KeptName(text(name), text(shown)), text(title), _event(about), behind, compiled)
            return Kept(ready, texts(choices))
        case _:
            raise NotKept("another form")


def _ready(name: KeptName, title: str, event: KeptEvent, behind: _Behind, compiled: Data) -> Ready:
    match compiled:
        case [str() as function, idents, variables, exports]:
            behind.idents = {function: {text(ident): text(variable) for ident, variable in pairs(idents)}}
            binder = Binder(behind.kinds, event)
            return Ready(
                name,
                behind.kinds,
                event,
                title,
                behind.function(function),
                texts(variables),
                texts(exports),
                binder.quickly,
                binder.carefully,
                behind.meter,
                behind,
                traced=True,
            )
        case _:
            raise NotKept("no function")


def _event(data: Data) -> KeptEvent:
    match data:
        case [str() as id, needs, names, changes, outcome]:
            fields = {text(need): field_of(known) for need, known in pairs(needs)}
            of = None if outcome is None else type_of(outcome)
            return KeptEvent(id, fields, names_of(names), frozenset(texts(changes)), of)
        case _:
            raise NotKept("no event")


def _kinds(data: Data) -> Kinds:
    match data:
        case [tables, sheets]:
            rows = {text(id): KeptTable(text(id), texts(ids)) for id, ids in pairs(tables)}
            return Kinds(rows, {known.id: known for known in map(_sheet, items(sheets))})
        case _:
            raise NotKept("no kinds")


def _sheet(data: Data) -> SheetInfo:
    match data:
        case [str() as id, [*fields], computed, bool() as live]:
            known = [field_of(each) for each in fields]
            return SheetInfo(id, {each.id: each for each in known}, texts(computed), live)
        case _:
            raise NotKept("no sheet")


class _Behind:
    """What stands behind the event; see `trace.Behind`. The first of the `lines` tells of the others."""

    def __init__(self, lines: list[bytes], kinds: Kinds, meter: Meter | None, made: Data, counts: Data) -> None:
        self.kinds = kinds
        self.meter = meter
        self.idents: Mapping[str, Mapping[str, str]] = {}
        self._shown = Shown(kinds)
        self._lines = lines
        self._values: dict[str, object] = {}
        self._code = {name: number for number, name in enumerate(texts(made), 1)}
        self._steps: dict[int, Step] = {}
        match counts:
            case [int() as steps, int() as known, sayings]:
                self._first = 1 + len(self._code)
                self._known: list[KnownLine | None] = [None] * known
                self._from = self._first + steps
                self._sayings = {outcome: self._from + known + n for n, outcome in enumerate(texts(sayings))}
            case _:
                raise NotKept("no counts")

    def told(self, titles: Data, cites: Data) -> None:
        """What is told of rows and formulas."""
        self._titles = {text(row): text(title) for row, title in pairs(titles)}
        self._cites = {text(id): text(cite) for id, cite in pairs(cites)}

    def globals(self, held: Data, meter: Meter) -> None:
        """What the functions find by name."""
        self._values = {"__builtins__": {}, **RUNTIME, **TRACES, **lent(meter)}
        for each in items(held):
            match each:
                case [str() as name, str() as kind, data] if kind in _GLOBALS:
                    self._values[name] = _GLOBALS[kind](data)
                case _:
                    raise NotKept("no global")
        for name in self._code:
            self._values[name] = self._later(name)

    def _later(self, name: str) -> Callable[..., object]:
        """A function that is put together when it is first called."""
        return lambda *args: self.function(name)(*args)

    def function(self, name: str) -> Callable[..., tuple[object, ...]]:
        """A function put together, and bound to its name."""
        module = code_of(name, json.loads(self._lines[self._code[name]]))
        exec(compile(module, FILE, "exec"), self._values)  # the tree is of our own making
        made = self._values[name]
        assert callable(made)
        return made

    # -- see `trace.Behind` -----------------------------------------------------------------------

    def fault(self, error: Exception, rolls: Mapping[str, Rolled]) -> Exception:
        """The fault itself: its place is not known here."""
        return error

    def locals_of(self, error: BaseException) -> Mapping[str, object]:
        """The variables of the event's own function at the moment of an exception, by name."""
        return outermost_locals(error, self.idents)

    def entry(self, number: int, path: str, values: tuple[object, ...], rolls: Mapping[str, Rolled]) -> Entry:
        """The entry of a trace for what was noted."""
        step = self._steps.get(number)
        if step is None:
            step = self._steps[number] = self._step(json.loads(self._lines[self._first + number]))
        if self.meter is not None:
            self.meter.start()
        return entry_of(step, self, path, values, rolls)

    def saying(self, outcome: str) -> Saying:
        """The sentence for an outcome; empty if there is none."""
        at = self._sayings.get(outcome, self._sayings.get(""))
        if at is None:
            return ()
        return tuple(
            part if isinstance(part, str) else self._blank(part) for part in items(json.loads(self._lines[at]))
        )

    def title_of(self, row: str) -> str:
        """The title of the row that the outcome is (may be empty)."""
        return self._titles.get(row, "")

    def cite_of(self, id: str) -> str:
        """What the formula or modifier of that id cites; empty if there is none."""
        return self._cites.get(id, "")

    # -- lines, steps, sentences ------------------------------------------------------------------

    def __getitem__(self, number: int) -> KnownLine:
        """A line that may apply, by its number."""
        found = self._known[number]
        if found is None:
            found = self._known[number] = self._line(json.loads(self._lines[self._from + number]))
        return found

    def _line(self, data: Data) -> KnownLine:
        match data:
            case [str() as path, str() as cite, span, ["row", str() as row]]:
                return known_line(path, cite, _span(span), row, self._shown)
            case [str() as path, str() as cite, span, ["type", of]]:
                return known_line(path, cite, _span(span), type_of(of), self._shown)
            case _:
                raise NotKept("no line")

    def _step(self, data: Data) -> Step:
        match data:
            case [
                [str() as id, str() as title, str() as kind, str() as cite, str() as note],
                span,
                str() as target,
                of,
                int() as at,
                int() as before,
                formula,
            ]:
                known = None if of is None else type_of(of)
                show = None if known is None else self._shown.shower(known)
                coded = None if formula is None else self._coded(formula)
                return Step(id, title, _KINDS[kind], cite, note, _span(span), target, known, at, before, coded, show)
            case _:
                raise NotKept("no step")

    def _coded(self, data: Data) -> Coded:
        match data:
            case [str() as written, template, behind, str() as name]:
                work: Work = self.function(name)  # type: ignore[assignment]  # a function that `trace_code` has written
                return Coded(written, self._template(template), self._template(behind), name, work)
            case _:
                raise NotKept("no formula")

    def _template(self, data: Data) -> Template:
        return Template(tuple(part if isinstance(part, str) else self._slot(part) for part in items(data)))

    def _slot(self, data: Data) -> Slot:
        match data:
            case [int() as number, str() as name, of, rest]:
                known = type_of(of)
                return Slot(number, name, known, self._shown.texter(known), self._template(rest))
            case _:
                raise NotKept("no name in a formula")

    def _blank(self, data: Data) -> Blank:
        match data:
            case [str() as written, variables, str() as name, of]:
                return Blank(written, texts(variables), name, self.function(name), type_of(of))
            case _:
                raise NotKept("no name in a sentence")


def _span(data: Data) -> Span:
    match data:
        case [str(), int(), int(), int(), int(), str(), str()]:
            return Span(*data)  # type: ignore[arg-type]  # as matched
        case _:
            raise NotKept("no place")


def _rows(data: Data) -> RowsByNumber:
    match data:
        case [str() as table, [*bands]]:
            return RowsByNumber(tuple(map(_band, bands)), table, dense=False)
        case _:
            raise NotKept("no table")


def _band(data: Data) -> Band:
    match data:
        case [low, high, int() as row]:
            return Band(number(low), number(high), row)
        case _:
            raise NotKept("no band")


def _grounds(data: Data) -> tuple[KeptGround, ...]:
    return tuple(KeptGround(*ground) for ground in map(texts, items(data)))


def _choice(data: Data) -> KeptChoice:
    match data:
        case [str() as name, of, str() as by, grounds]:
            return KeptChoice(name, type_of(of), by, _grounds(grounds))
        case _:
            raise NotKept("no choice")


_GLOBALS: Final[Mapping[str, Callable[[Data], object]]] = {
    "rows": _rows,
    "choice": _choice,
    "grounds": _grounds,
    "limits": lambda data: limits_of(data).broken_by,
    "value": value_of,
}
"""What a name may stand for besides a function."""
