"""What the steps of an event share while they are checked: names, formulas, what is read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

from handhold import limits
from handhold.language import core
from handhold.language.bindings import hides
from handhold.language.bounds import Reckoner
from handhold.language.checker import Checked
from handhold.language.intervals import Interval
from handhold.language.reaches import Reach, broken_limit, of_field
from handhold.language.scope import Guard, Scope, Value
from handhold.language.types import (
    FLAG,
    Type,
    optional,
)
from handhold.language.world import FieldInfo
from handhold.packs import checked, model
from handhold.packs.checks.report import Findings
from handhold.packs.checks.world import PackWorld
from handhold.packs.text import placeholders
from handhold.source import Span, Written

_VALUE = re.compile(r"[a-z][a-z0-9_.]*")
"""A name as it stands in braces in a text."""


class EventSource(Protocol):
    """The events of a pack, checked when asked for."""

    world: PackWorld
    findings: Findings
    reckoner: Reckoner

    def ids(self) -> tuple[str, ...]:
        """The ids of all events."""

    def event(self, id: str, written: Written | None = None) -> checked.Event | None:
        """The event, checked; None after a fault, reported at `written`."""


@dataclass
class Frame:
    """The names of one level: the event's own, or those of a loop's body. `guards` are the blocks it is in."""

    scope: Scope
    names: list[tuple[str, Type]] = field(default_factory=list)
    guards: tuple[Guard, ...] = ()
    depth: int = 0


class StepBase:
    """Names and formulas of one event."""

    def __init__(self, events: EventSource, event: str, needs: Mapping[str, FieldInfo], scope: Scope) -> None:
        self.events = events
        self.world = events.world
        self.findings = events.findings
        self.event = event
        self.reaches: dict[str, Reach] = {id: of_field(known) for id, known in needs.items()}
        self.taken: dict[str, str] = dict.fromkeys(scope.names, "a need of that name")
        self.codes: set[str] = set()
        self.tracks: dict[str, Type] = {}
        self.spans: dict[str, Span] = {}
        self.reads: set[str] = set()
        self.changes: set[str] = set()
        self.scene = False

    def reach(self, tree: core.Core) -> Reach:
        """What is known of a formula here."""
        return self.events.reckoner.reach(tree, self.reaches)

    def fits(self, tree: core.Core, known: FieldInfo) -> bool:
        """Whether a value for a need is within its limits and the budget of digits whatever happens."""
        reach = self.reach(tree)
        if broken_limit(reach, known):
            return False
        if not isinstance(reach, Interval) or isinstance(tree, core.Const | core.Var | core.State | core.Cell):
            return True
        ends = (reach.low, reach.high)
        return reach.whole and all(end is not None and abs(end) < 10**limits.DIGITS for end in ends)

    # -- names ------------------------------------------------------------------------------------

    def formula(self, written: Written, scope: Scope, slot: Type | None = None) -> Checked:
        """The formula checked, and what it reads noted."""
        found = self.world.checked(written, scope, slot)
        self.note(found)
        return found

    def note(self, found: Checked) -> None:
        """Notes what a checked formula reads."""
        self.reads |= found.reads
        self.scene = self.scene or found.scene

    def add_name(self, id: str, of: Type, frame: Frame, span: Span) -> None:
        """Enters the name of a step, with its type, into the frame."""
        self.take(id, span)
        frame.names.append((id, optional(of) if frame.guards else of))
        frame.scope = frame.scope.with_name(id, Value(core.Var(id, of), frame.guards))

    def take(self, id: str, span: Span) -> None:
        """Refuses an id that would hide another name."""
        what = self.taken.get(id) or hides(id, self.world, ())
        if what:
            self.findings.add("hidden-name", f"'{id}' would hide {what}", span, "choose another name")
        self.taken[id] = "another name of this event"
        self.spans[id] = span

    def site(
        self, step: model.Step, kind: Literal["value", "roll", "choose", "set", "do", "refuse", "each", "block"]
    ) -> checked.Site:
        """The step as a person knows it."""
        return checked.Site(f"events.{self.event}.steps.{step.id}", step.id, kind, step.meta, step.span)

    def grounds(self, lines: Mapping[str, model.RefusalLine], scope: Scope) -> tuple[checked.Ground, ...]:
        """The grounds of a refusal, checked."""
        grounds = []
        for code, line in lines.items():
            if code in self.codes:
                self.findings.add("duplicate-key", f"the code '{code}' stands twice in '{self.event}'", line.span)
            self.codes.add(code)
            named = next((line.because[at:end] for at, end in placeholders(line.because)), "")
            if _VALUE.fullmatch(named):
                message = f"a reason is told as it stands: no value comes into the place of {{{named}}}"
                hint = "only the texts of 'says' hold values in braces"
                self.findings.add("bad-text", message, line.span, hint, "warning")
            test = checked.Formula(self.formula(line.when, scope, FLAG).core, line.when)
            path = f"events.{self.event}.refuse.{code}"
            grounds.append(checked.Ground(code, test, line.because, path, line.meta.cite, line.span))
        return tuple(grounds)
