"""What happened in a run, step by step.

A traced run notes, after each step, the values of the variables that the step's formula reads. Formulas are pure,
so everything else (the formula with the values put in, the modifier lines and table rows that applied) is worked
out from these when somebody reads the trace.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple, Protocol

from handhold.language.dice import dice_text
from handhold.language.types import Type
from handhold.play.chance import Rolled
from handhold.play.filled import NOT_THERE, Saying, Template
from handhold.play.shown import Plain, Shower, Shown
from handhold.source import Span

Kind = Literal["value", "roll", "choose", "set", "do", "refuse", "each", "block"]


class Line(NamedTuple):
    """A modifier line or table row that applied: its path in the pack, its value, what it cites and where it is
    written.
    """

    path: str
    value: Plain
    cite: str
    span: Span


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


class KnownLine(NamedTuple):
    """A line as far as it is known before a run. `of` is the type of its value, or the row that it is; `show` makes
    the value a plain one.
    """

    path: str
    cite: str
    span: Span
    of: Type | str
    show: Shower


Work = Callable[[tuple[object, ...]], tuple[bool, Sequence[object], list[tuple[int, object]], bool | None]]
"""Works out what an entry holds of what was noted; see `Coded`."""


class KnownLines(Protocol):
    """The lines of a program by their number."""

    def __getitem__(self, number: int, /) -> KnownLine:
        """The line of a number."""


class Coded(NamedTuple):
    """A step's formula in canonical form, and what works out the rest.

    `work` (the global `name` of the program) takes the noted values and gives: whether it is the formula behind the
    step's own whose values it gives, the values for its template, the lines that applied (number and value), and the
    step's condition.
    """

    written: str
    template: Template
    behind: Template
    name: str
    work: Work


class Step(NamedTuple):
    """A step as far as it is known before a run.

    A value of the type `of` (None: it has none) stands at `at` among what is noted, and what was there before at
    `before_at` (-1: nowhere); `show` makes them plain. The rest is as in `Entry`.
    """

    id: str
    title: str
    kind: Kind
    cite: str
    note: str
    span: Span
    target: str
    of: Type | None
    at: int
    before_at: int
    formula: Coded | None
    show: Shower | None


class Behind(Protocol):
    """What stands behind a compiled event, and is asked where something is told or goes wrong."""

    def fault(self, error: Exception, rolls: Mapping[str, Rolled]) -> Exception:
        """What to raise for a fault of the rules; `rolls` are those made by then."""

    def locals_of(self, error: BaseException) -> Mapping[str, object]:
        """The variables of the event's own function at the moment of an exception, by name."""

    def entry(self, number: int, path: str, values: tuple[object, ...], rolls: Mapping[str, Rolled]) -> Entry:
        """The entry of a trace for what was noted."""

    def saying(self, outcome: str) -> Saying:
        """The sentence for an outcome; empty if there is none."""

    def title_of(self, row: str) -> str:
        """The title of the row that the outcome is (may be empty)."""

    def cite_of(self, id: str) -> str:
        """What the formula or modifier of that id cites; empty if there is none."""


class Traced(Protocol):
    """A run that was traced; see `result.Result`."""

    @property
    def behind(self) -> Behind:
        """What stands behind its event."""

    @property
    def notes(self) -> list[tuple[int, str, tuple[object, ...]]] | None:
        """What was noted of its steps; None for a run without a trace."""

    @property
    def rolls(self) -> Mapping[str, Rolled]:
        """Each roll by its path."""


def entries(result: Traced) -> tuple[Entry, ...]:
    """The steps of a traced run, in the order in which they ended; empty for a run without a trace."""
    if result.notes is None:
        return ()
    entry = result.behind.entry
    rolls = result.rolls
    return tuple([entry(number, path, values, rolls) for number, path, values in result.notes])


def known_line(path: str, cite: str, span: Span, of: Type | str, shown: Shown) -> KnownLine:
    """A line whose value has a type, or is that row."""
    return KnownLine(path, cite, span, of, _row_of(of) if isinstance(of, str) else shown.shower(of))


def _row_of(id: str) -> Shower:
    return lambda row: id


def entry_of(
    step: Step, known: KnownLines, path: str, values: tuple[object, ...], rolls: Mapping[str, Rolled]
) -> Entry:
    """The entry of a step for what was noted; `known` are the lines of the program by their number."""
    id, title, kind, cite, note, span, target, _, at, before_at, coded, show = step
    full = path + id
    written = filled = dice = ""
    faces: tuple[int, ...] = ()
    lines: tuple[Line, ...] = ()
    value: Plain = None
    if coded is not None:
        written = coded.written
        behind, found, applied, value = coded.work(values)
        filled = (coded.behind if behind else coded.template).filled(found)
        if applied:
            lines = tuple([_line(known[number], held) for number, held in applied])
    if show is not None:
        value = show(values[at])
    elif kind == "roll":
        rolled = rolls[full]
        value, dice, faces = rolled.value, dice_text(rolled.dice), rolled.faces
    before = show(values[before_at]) if before_at >= 0 and show is not None else None
    return Entry(full, id, title, kind, written, filled, value, before, target, dice, faces, lines, cite, note, span)


def _line(known: KnownLine, held: object) -> Line:
    path, cite, span, _, show = known
    return Line(path, None if held is NOT_THERE else show(held), cite, span)
