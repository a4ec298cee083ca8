"""Sub-events checked."""

from __future__ import annotations

from fractions import Fraction

from handhold import limits
from handhold.diagnostics import FEW, did_you_mean, is_slip
from handhold.language import core
from handhold.language.checker import check_need, check_place
from handhold.language.core import Place
from handhold.language.faults import Fault
from handhold.language.parser import parse
from handhold.language.scope import Done, Scope
from handhold.language.types import (
    UNKNOWN,
    Names,
    optional,
)
from handhold.language.world import SCENE, FieldInfo, is_live
from handhold.packs import checked, model
from handhold.packs.checks.step_base import Frame, StepBase


class CallSteps(StepBase):
    """Checks `do`."""

    # -- do ---------------------------------------------------------------------------------------

    def do(self, step: model.DoStep, frame: Frame) -> list[checked.Statement]:
        """`do`: another event."""
        id = step.do.text.strip()
        if id not in self.events.ids():
            self.findings.add(
                "unknown-name", f"no event named '{id}'", step.do.span, did_you_mean(id, self.events.ids())
            )
            self.add_name(step.id, UNKNOWN, frame, step.span)
            return []
        callee = self.events.event(id, step.do)
        if callee is None:
            self.add_name(step.id, UNKNOWN, frame, step.span)
            return []
        if len(self.reaches) + len(callee.reaches) > limits.NAMES:
            message = f"the event has more than {limits.NAMES:,} values with those of '{id}'"
            self.findings.add("too-much-work", message, step.do.span, "do fewer events in it")
            self.add_name(step.id, UNKNOWN, frame, step.span)
            return []
        misspelt: set[str] = set()
        for name in step.with_:
            if name not in callee.needs or name == SCENE:
                others = [need for need in callee.needs if need not in step.with_ and need != SCENE]
                self.findings.add(
                    "unknown-name", f"'{id}' needs no '{name}'", step.keys[name], did_you_mean(name, others)
                )
                if len(callee.needs) <= FEW:
                    misspelt.update(need for need in others if is_slip(name, need))
        args: list[tuple[str, checked.Formula | Place]] = []
        for need, known in callee.needs.items():
            if need in misspelt:
                continue
            given = self._given(need, known, step, frame.scope, id)
            if given is None:
                continue
            args.append((need, given))
        self._apart(args, step)
        for variable in callee.reads | callee.changes:
            self._state_of(variable, args, callee)
        names = Names(f"the step '{step.id}'", callee.names)
        may_end = step.go_on and callee.refusable
        self.take(step.id, step.span)
        frame.names.append((step.id, optional(names) if may_end or frame.guards else names))
        self.reaches |= {f"{step.id}.{name}": reach for name, reach in callee.reaches.items()}
        done = Done(names, step.id, maybe=may_end, guards=frame.guards)
        frame.scope = frame.scope.with_name(step.id, done)
        safe = frozenset(
            need
            for need, arg in args
            if not isinstance(arg, Place) and callee.needs[need].limited and self.fits(arg.core, callee.needs[need])
        )
        return [checked.Call(self.site(step, "do"), step.id, id, tuple(args), step.go_on, safe)]

    def _given(
        self, need: str, known: FieldInfo, step: model.DoStep, scope: Scope, owner: str
    ) -> checked.Formula | Place | None:
        written = step.with_.get(need)
        live = is_live(known.type, self.world.sheets)
        if written is None:
            found_at, result = check_need(need, known, scope, self.world, owner)
            self.note(result)
            for fault in result.faults:
                self.findings.add(fault.code, fault.message, step.do.span, f"write 'with: {{{need}: …}}'")
            return found_at if found_at is None or isinstance(found_at, Place) else checked.Formula(found_at, step.do)
        if not live:
            found = self.formula(written, scope, known.type).core
            if isinstance(found, core.Const) and isinstance(found.value, int | Fraction):
                broken = known.limits.broken_by(found.value)
                if broken:
                    message = f"'{owner}' needs a '{need}' within its limits, and {found.value} is {broken}"
                    self.findings.add("bad-value", message, written.within(*found.span))
            return checked.Formula(found, written)
        tree = parse(written.text)
        if isinstance(tree, Fault):
            self.findings.faults((tree,), written)
            return None
        place, result = check_place(tree, scope, self.world, known.type)
        self.note(result)
        self.findings.faults(result.faults, written)
        return place

    def _apart(self, args: list[tuple[str, checked.Formula | Place]], step: model.DoStep) -> None:
        places = [(need, arg) for need, arg in args if isinstance(arg, Place) and need != SCENE]
        for n, (need, one) in enumerate(places):
            for other_need, other in places[n + 1 :]:
                first, second = sorted((one, other), key=lambda place: len(place.path))
                inside = first.root == second.root and second.path[: len(first.path)] == first.path
                if inside and (first.index is None or second.index is None or first.index == second.index):
                    self.findings.add("same-place", f"'{need}' and '{other_need}' would be the same thing", step.span)

    def _state_of(self, variable: str, args: list[tuple[str, checked.Formula | Place]], callee: checked.Event) -> None:
        need, _, name = variable.partition(".")
        place = dict(args).get(need)
        if isinstance(place, Place):
            self.reads.add(place.variable(name))
            if variable in callee.changes:
                self.changes.add(place.variable(name))
