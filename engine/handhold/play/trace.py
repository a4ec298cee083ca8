"""What happened in a run, step by step.

A traced run notes, after each step, the values of the variables that the step's formula reads. Formulas are pure,
so everything else (the formula with the values put in, the modifier lines and table rows that applied) is worked
out from these when somebody reads the trace.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from handhold.language.dice import dice_text
from handhold.language.types import Names, Passes, present
from handhold.packs import checked
from handhold.play.alone import NOT_THERE
from handhold.play.callees import Noted
from handhold.play.chance import Rolled
from handhold.play.program import Program
from handhold.play.result import Plain, Result
from handhold.play.trace_code import Coded, Coder, Shower
from handhold.play.trace_code import Line as Line
from handhold.source import Span

Kind = Literal["value", "roll", "choose", "set", "do", "refuse", "each", "block"]


class Entry(NamedTuple):
    """One step of a run.

    `path` is the step's path in the run (`end.tire`), `formula` its formula in canonical form, `filled` the same
    with the values put in. `value` is what came out: of a block or loop the condition. A roll has `dice` and
    `faces`, a `set` what was there `before` and the `target` it changes.
    """

    path: str
    id: str
    title: str
    kind: Kind
    formula: str
    filled: str
    value: Plain
    before: Plain
    target: str
    dice: str
    faces: tuple[int, ...]
    lines: tuple[Line, ...]
    cite: str
    note: str
    span: Span


def entries(result: Result) -> tuple[Entry, ...]:
    """The steps of a traced run, in the order in which they ended; empty for a run without a trace."""
    program = result.program
    if result.notes is None or program is None:
        return ()
    if not isinstance(program.viewer, _View):
        program.viewer = _View(program)
    view = program.viewer
    rolls = result.rolls
    return tuple(view.entry(number, path, values, rolls) for number, path, values in result.notes)


class _View:
    """Makes entries of the notes of one program; keeps what it has made for each step."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._coder = Coder(program)
        self._makers: dict[int, _Maker] = {}

    def entry(self, number: int, path: str, values: tuple[object, ...], rolls: Mapping[str, Rolled]) -> Entry:
        maker = self._makers.get(number)
        if maker is None:
            maker = self._makers[number] = _Maker(self._program.notes[number], self._coder)
        if self._program.space.counted:
            self._program.meter.start()
        return maker.entry(path, values, rolls)


class _Maker:
    """Makes the entries of one step."""

    def __init__(self, noted: Noted, coder: Coder) -> None:
        statement = noted.statement
        formula = _formula(statement)
        self._statement = statement
        self._lines = coder.lines
        self._coded: Coded | None = None if formula is None else coder.step(noted, formula)
        self._kind: Kind = "block" if isinstance(statement, checked.Branch) else statement.site.kind
        self._show: Shower | None = None
        self._at = self._before_at = -1
        self._target = ""
        match statement:
            case checked.Let(name=name, value=of) if not isinstance(present(of.core.type), Names | Passes):
                self._show, self._at = coder.shower(of.core.type), noted.variables.index(name)
            case checked.Choose(name=name, type=of_type):
                self._show, self._at = coder.shower(of_type), noted.variables.index(name)
            case checked.Put(name=name, type=of_type, target=put):
                self._show, self._at = coder.shower(of_type), noted.variables.index(name)
                self._before_at = noted.variables.index(f"{name} before")
                self._target = put if isinstance(put, str) else put.place.variable(put.id)
            case _:
                pass

    def entry(self, path: str, values: tuple[object, ...], rolls: Mapping[str, Rolled]) -> Entry:
        """The entry for what was noted."""
        site = self._statement.site
        meta = site.meta
        coded, full = self._coded, path + site.id
        written = filled = dice = ""
        faces: tuple[int, ...] = ()
        lines: tuple[Line, ...] = ()
        value: Plain = None
        if coded is not None:
            written = coded.written
            behind, found, applied, condition = coded.work(values)
            filled = (coded.behind if behind else coded.template).filled(found)
            if applied:
                lines = tuple([self._line(number, held) for number, held in applied])
            value = condition
        if self._show is not None:
            value = self._show(values[self._at])
        elif isinstance(self._statement, checked.Roll):
            rolled = rolls[full]
            value, dice, faces = rolled.value, dice_text(rolled.dice), rolled.faces
        before = self._show(values[self._before_at]) if self._before_at >= 0 and self._show is not None else None
        return Entry(
            full,
            site.id,
            meta.title,
            self._kind,
            written,
            filled,
            value,
            before,
            self._target,
            dice,
            faces,
            lines,
            meta.cite,
            meta.note,
            site.span,
        )

    def _line(self, number: int, held: object) -> Line:
        path, cite, span, show = self._lines[number]
        return Line(path, None if held is NOT_THERE else show(held), cite, span)


def _formula(statement: checked.Statement) -> checked.Formula | None:
    match statement:
        case (
            checked.Let(value=formula)
            | checked.Put(value=formula)
            | checked.Roll(dice=formula)
            | checked.Branch(test=formula)
        ):
            return formula
        case checked.Loop(until=until):
            return until
        case checked.Choose(default=default):
            return default
        case _:
            return None
