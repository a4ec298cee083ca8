"""An event ready to run: compiled for its settings, with what is known of its answers before it runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from handhold.language.types import Row
from handhold.play.filled import MISSING, NOT_THERE, Blank
from handhold.play.meter import Meter

if TYPE_CHECKING:
    from handhold.packs.values import Kinds
    from handhold.play.looks import EventLook, PackName
    from handhold.play.trace import Behind
    from handhold.play.views import View


class Ready:
    """A compiled event: `function` takes the values of `variables` as one list, and gives `exports`, among which the
    outcome stands at `outcome_at` (None: it has none).

    `meter` counts the work of a run, where it has to be counted. `quickly` binds what is plainly right, `carefully`
    all else. `rows` are the ids of its outcomes, if these are rows. `view` shows the values; it is made when they are
    read for the second time (`reads` counts).
    """

    def __init__(
        self,
        name: PackName,
        kinds: Kinds,
        event: EventLook,
        title: str,
        function: Callable[..., tuple[object, ...]],
        variables: tuple[str, ...],
        exports: tuple[str, ...],
        quickly: Callable[[Mapping[str, object]], list[object]],
        carefully: Callable[[Mapping[str, object]], tuple[tuple[str, ...], list[object]]],
        meter: Meter | None,
        behind: Behind,
        *,
        traced: bool,
    ) -> None:
        self.name = name
        self.kinds = kinds
        self.event = event
        self.title = title
        self.function = function
        self.variables = variables
        self.exports = exports
        self.quickly = quickly
        self.carefully = carefully
        self.meter = meter
        self.behind = behind
        self.traced = traced
        self.outcome_at = None if event.outcome is None else exports.index("outcome")
        of = event.outcome
        self.rows = kinds.tables[of.table].rows if isinstance(of, Row) else None
        self.view: View | None = None
        self.reads = 0

    def worked_out(self, blank: Blank, variables: Mapping[str, object]) -> object:
        """The value of a name in a sentence, or NOT_THERE."""
        if self.meter is not None:
            self.meter.start()
        try:
            return blank.work(*(variables[name] for name in blank.variables))
        except MISSING:
            return NOT_THERE

    def listed(self, names: tuple[str, ...], values: list[object]) -> list[object]:
        """What the function takes, of the variables bound in another order."""
        bound = dict(zip(names, values, strict=True))
        return [bound[name] for name in self.variables]
