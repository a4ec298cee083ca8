"""An event ready to run: compiled for its settings, with what is known of its answers before it runs."""

from __future__ import annotations

from handhold.language.types import Row
from handhold.packs import checked
from handhold.play.binder import Binder
from handhold.play.program import Program
from handhold.play.views import View


class Ready:
    """A compiled event: `function` takes the values of `variables` as one list, and gives `exports`, among which the
    outcome stands at `outcome_at` (None: it has none).

    `rows` are the ids of its outcomes, if these are rows. `view` shows the values; it is made when they are read for
    the second time (`reads` counts).
    """

    def __init__(self, program: Program, event: checked.Event, binder: Binder, *, traced: bool) -> None:
        unit = program.units.whole(event.id)
        self.program = program
        self.event = event
        self.binder = binder
        self.quickly = binder.quickly
        self.traced = traced
        self.counted = program.space.counted
        self.exports = unit.exports
        self.variables = binder.variables or unit.inputs
        self.function = program.entry_function(unit, self.variables)
        self.outcome_at = None if event.outcome is None else unit.exports.index("outcome")
        of = event.outcome
        self.rows = program.pack.tables[of.table].rows if isinstance(of, Row) else None
        self.view: View | None = None
        self.reads = 0

    def listed(self, names: tuple[str, ...], values: list[object]) -> list[object]:
        """What the function takes, of the variables bound in another order."""
        bound = dict(zip(names, values, strict=True))
        return [bound[name] for name in self.variables]
