"""An event of a checked pack made ready to run, and what stands behind it."""

from __future__ import annotations

from collections.abc import Mapping

from handhold.language.checker import check
from handhold.language.faults import Fault
from handhold.language.parser import parse
from handhold.language.types import Row, present
from handhold.packs import checked
from handhold.packs.text import placeholders
from handhold.play.chance import Rolled
from handhold.play.compiling.binder import Binder
from handhold.play.compiling.evaluate import Evaluator
from handhold.play.compiling.program import Program
from handhold.play.compiling.trace_code import Coder
from handhold.play.filled import Blank, Saying
from handhold.play.inputs import kinds_of
from handhold.play.ready import Ready
from handhold.play.trace import Entry, Step, entry_of


def ready_of(program: Program, event: checked.Event, *, traced: bool) -> Ready:
    """The event ready to run as the program has it."""
    unit = program.units.whole(event.id)
    kinds = kinds_of(program.pack)
    binder = Binder(kinds, event)
    variables = binder.variables or unit.inputs
    return Ready(
        program.pack.header,
        kinds,
        event,
        event.meta.title,
        program.entry_function(unit, variables),
        variables,
        unit.exports,
        binder.quickly,
        binder.carefully,
        program.meter if program.space.counted else None,
        Compiled(program, event),
        traced=traced,
    )


class Compiled:
    """What stands behind an event of a program; see `trace.Behind`."""

    def __init__(self, program: Program, event: checked.Event) -> None:
        self.program = program
        self._pack = program.pack
        self._event = event
        self._evaluator: Evaluator | None = None
        self._sayings: dict[str, Saying] = {}
        self._steps: Steps | None = None

    def fault(self, error: Exception, rolls: Mapping[str, Rolled]) -> Exception:
        """The fault with its place in the pack."""
        from handhold.play.compiling.faulted import run_error

        return run_error(self.program, error, rolls)

    def locals_of(self, error: BaseException) -> Mapping[str, object]:
        """The variables of the event's own function at the moment of an exception, by name."""
        return self.program.locals_of(error)

    def entry(self, number: int, path: str, values: tuple[object, ...], rolls: Mapping[str, Rolled]) -> Entry:
        """The entry of a trace for what was noted."""
        steps = self._steps
        if steps is None:
            steps = self._steps = steps_of(self.program)
        if self.program.space.counted:
            self.program.meter.start()
        return entry_of(steps.step(number), steps.coder.lines, path, values, rolls)

    def saying(self, outcome: str) -> Saying:
        """The sentence for an outcome; empty if there is none."""
        says = self._event.says
        text = says.get(outcome, says.get("", ""))
        if text not in self._sayings:
            self._sayings[text] = self._apart(text)
        return self._sayings[text]

    def title_of(self, row: str) -> str:
        """The title of the row that the outcome is (may be empty)."""
        of = None if self._event.outcome is None else present(self._event.outcome)
        return self._pack.source.tables[of.table].rows[row].meta.title if isinstance(of, Row) else ""

    def cite_of(self, id: str) -> str:
        """What the formula or modifier of that id cites; empty if there is none."""
        source = self._pack.source
        known = source.formulas.get(id) or source.modifiers.get(id)
        return known.meta.cite if known else ""

    def _apart(self, text: str) -> Saying:
        parts: list[str | Blank] = []
        at = 0
        for start, end in placeholders(text):
            blank = self._blank(text[start:end])
            if blank is not None:
                parts += (text[at : start - 1], blank)
                at = end + 1
        return tuple(part for part in (*parts, text[at:]) if part)

    def _blank(self, text: str) -> Blank | None:
        tree = parse(text)
        if isinstance(tree, Fault):
            return None
        found = check(tree, self._event.scope, self._pack)
        if found.faults:
            return None
        if self._evaluator is None:
            roots = {need: known.type for need, known in self._event.needs.items()}
            passes = self.program.units.whole(self._event.id).passes.__getitem__
            self._evaluator = Evaluator(self.program, passes, roots)
        variables, work = self._evaluator.compiled(found.core)
        return Blank(f"{{{text}}}", variables, work.__name__, work, found.core.type)


class Steps:
    """The steps of one program, as far as they are known before a run; each is looked at when it is first asked for."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._steps: dict[int, Step] = {}
        self.coder = Coder(program)

    def step(self, number: int) -> Step:
        """The step of a note."""
        step = self._steps.get(number)
        if step is None:
            step = self._steps[number] = self.coder.step(self._program.notes[number])
        return step


def steps_of(program: Program) -> Steps:
    """The steps of a program, which keeps them."""
    if not isinstance(program.viewer, Steps):
        program.viewer = Steps(program)
    return program.viewer
