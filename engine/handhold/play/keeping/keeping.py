"""A compiled event as lines of JSON, so that it can be run again without its pack being read: see `kept`.

All that a run and its trace can come to is compiled for it, not only what one run came to.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from handhold.language import runtime
from handhold.language.types import GroupOf, ListOf, Names, OptionalOf, Passes, Row, Sheet, Type, present
from handhold.language.world import SCENE, Limits
from handhold.packs import checked
from handhold.play.compiling.compiled import ready_of, steps_of
from handhold.play.compiling.lent import TRACES
from handhold.play.compiling.program import Program, Settings
from handhold.play.compiling.weight import Weights
from handhold.play.filled import Blank, Saying, Template
from handhold.play.inputs import choice_paths
from handhold.play.keeping.codec import Data, NotKept, field_data, limits_data, names_data, type_data, value_data
from handhold.play.keeping.instructions import code_data
from handhold.play.trace import KnownLine, Step
from handhold.source import Span


def kept_event(pack: checked.Pack, event: checked.Event, settings: Mapping[str, object]) -> bytes:
    """The event compiled for these settings, as lines. Raises NotKept for what cannot be kept, InputError for a
    setting that is not there or not allowed.
    """
    return _Keeper(pack, event, settings).lines()


class _Keeper:
    """Compiles an event, and puts it down."""

    def __init__(self, pack: checked.Pack, event: checked.Event, settings: Mapping[str, object]) -> None:
        counted = not Weights(pack).fits(event.id)
        program = Program(pack, Settings.of(pack, settings), traced=True, counted=counted)
        self._base = frozenset(program.space.values) | TRACES.keys()
        self._functions = program.trees = {}
        self._pack = pack
        self._event = event
        self._program = program
        self._ready = ready_of(program, event, traced=True)
        self._tables: dict[str, None] = {}
        self._sheets: dict[str, None] = {}

    def lines(self) -> bytes:
        """What is kept of the event: a line that tells of all the others, then these."""
        steps = steps_of(self._program)
        noted = [steps.step(number) for number in range(len(self._program.notes))]
        known = steps.coder.lines
        sayings = {outcome: self._ready.behind.saying(outcome) for outcome in self._event.says}
        later = [_line(self._step(step)) for step in noted]
        later += [_line(self._known(line)) for line in known]
        later += [_line(self._saying(saying)) for saying in sayings.values()]
        counts: list[Data] = [len(noted), len(known), list(sayings)]
        facts = [*self._facts(), self._cites(noted), counts]
        functions = {name: _line(code_data(made)) for name, made in self._functions.items()}
        facts += [self._globals(), list(functions), self._kinds()]
        return b"\n".join((_line(facts), *functions.values(), *later))

    def _facts(self) -> list[Data]:
        """Who the pack is, what the event needs and gives."""
        ready, event = self._ready, self._event
        name = ready.function.__name__
        idents: list[Data] = [[ident, variable] for ident, variable in self._program.locals[name].variables.items()]
        needs: list[Data] = []
        for need, known in event.needs.items():
            self._type(known.type)
            needs.append([need, field_data(known)])
        for _, of in event.names:
            self._type(of)
        event_data: list[Data] = [
            event.id,
            needs,
            names_data(event.names),
            list[Data](sorted(event.changes)),
            None if event.outcome is None else self._type(event.outcome),
        ]
        compiled: list[Data] = [name, idents, list[Data](ready.variables), list[Data](ready.exports)]
        return [
            ready.name.name,
            ready.name.shown,
            ready.title,
            event_data,
            compiled,
            ready.meter is not None,
            list[Data](choice_paths(self._pack, event)),
            self._titles(),
        ]

    def _titles(self) -> Data:
        """The titles of the rows that the outcome may be."""
        of = None if self._event.outcome is None else present(self._event.outcome)
        if not isinstance(of, Row):
            return []
        titles = {row: self._ready.behind.title_of(row) for row in self._pack.tables[of.table].rows}
        return [[row, title] for row, title in titles.items() if title]

    def _cites(self, noted: list[Step]) -> Data:
        """What the formulas and modifiers cite that a step only names."""
        formulas = {step.formula.written for step in noted if step.formula is not None}
        cites = {id: self._ready.behind.cite_of(id) for id in sorted(formulas)}
        return [[id, cite] for id, cite in cites.items() if cite]

    # -- types ------------------------------------------------------------------------------------

    def _type(self, of: Type) -> Data:
        """A type as data; what it refers to is kept too."""
        self._refer(of)
        return type_data(of)

    def _refer(self, of: Type) -> None:
        match of:
            case Row(table=table):
                self._tables[table] = None
            case Sheet(sheet=sheet) | GroupOf(sheet=sheet):
                if sheet not in self._sheets:
                    self._sheets[sheet] = None
                    for known in self._pack.sheets[sheet].fields.values():
                        self._refer(known.type)
            case ListOf(of=inner) | OptionalOf(of=inner):
                self._refer(inner)
            case Names(fields=fields):
                for _, each in fields:
                    self._refer(each)
            case Passes(key=key, of=names):
                self._refer(key)
                self._refer(names)
            case _:
                pass

    def _kinds(self) -> Data:
        """The tables and sheets that are referred to: of a table its rows, of a sheet its fields."""
        if SCENE in self._pack.sheets:
            self._refer(Sheet(SCENE))
        tables: list[Data] = [[id, list[Data](self._pack.tables[id].rows)] for id in self._tables]
        sheets: list[Data] = []
        for id in self._sheets:
            known = self._pack.sheets[id]
            fields: list[Data] = [field_data(each) for each in known.fields.values()]
            sheets.append([id, fields, list[Data](known.computed), known.live])
        return [tables, sheets]

    # -- globals ----------------------------------------------------------------------------------

    def _globals(self) -> Data:
        values = self._program.space.values
        names = [name for name in values if name not in self._base and name not in self._functions]
        return [[name, *self._global(values[name])] for name in names]

    def _global(self, value: object) -> list[Data]:
        """What kind of thing a name stands for, and the thing itself."""
        match value:
            case runtime.RowsByNumber():
                bands: list[Data] = [[value_data(each.low), value_data(each.high), each.row] for each in value.bands]
                return ["rows", [value.table, bands]]
            case checked.Choose():
                return ["choice", [value.name, self._type(value.type), value.by, _grounds(value.grounds)]]
            case (checked.Ground(), *grounds):
                return ["grounds", _grounds((value[0], *grounds))]
            case _ if isinstance(getattr(value, "__self__", None), Limits):
                return ["limits", limits_data(value.__self__)]  # type: ignore[attr-defined]  # as was just seen
            case _:
                return ["value", value_data(value)]

    # -- what is told -----------------------------------------------------------------------------

    def _step(self, step: Step) -> Data:
        coded = step.formula
        formula: Data = None
        if coded is not None:
            formula = [coded.written, self._template(coded.template), self._template(coded.behind), coded.name]
        of = None if step.of is None else self._type(step.of)
        texts: list[Data] = [step.id, step.title, step.kind, step.cite, step.note]
        return [texts, _span(step.span), step.target, of, step.at, step.before_at, formula]

    def _template(self, template: Template) -> Data:
        return [
            part if isinstance(part, str) else [part.number, part.name, self._type(part.of), self._template(part.rest)]
            for part in template.parts
        ]

    def _known(self, line: KnownLine) -> Data:
        of: Data = ["row", line.of] if isinstance(line.of, str) else ["type", self._type(line.of)]
        return [line.path, line.cite, _span(line.span), of]

    def _saying(self, saying: Saying) -> Data:
        return [part if isinstance(part, str) else self._blank(part) for part in saying]

    def _blank(self, blank: Blank) -> Data:
        return [blank.text, list[Data](blank.variables), blank.name, self._type(blank.of)]


def _grounds(grounds: tuple[object, ...]) -> Data:
    found: list[Data] = []
    for each in grounds:
        if not isinstance(each, checked.Ground):
            raise NotKept("no ground")
        found.append([each.code, each.because, each.cite])
    return found


def _span(span: Span) -> Data:
    return [span.file, span.line, span.column, span.end_line, span.end_column, span.pack, span.variant]


def _line(data: Data) -> bytes:
    return json.dumps(data, ensure_ascii=True, separators=(",", ":"), allow_nan=False).encode("ascii")
