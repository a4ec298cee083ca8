"""Choices and changes checked."""

from __future__ import annotations

from dataclasses import replace

from handhold.language import core
from handhold.language.checker import Checked
from handhold.language.reaches import broken_limit, chosen
from handhold.language.scope import Scope, Value
from handhold.language.types import (
    UNKNOWN,
    ListOf,
    Row,
    Type,
    fits,
    is_number,
    join,
    optional,
    present,
)
from handhold.language.world import FieldInfo, is_live
from handhold.packs import checked, model
from handhold.packs.checks.step_base import Frame, StepBase
from handhold.source import Written


class ChoiceSteps(StepBase):
    """Checks `choose` and `set`."""

    # -- choose -----------------------------------------------------------------------------------

    def choose(self, step: model.ChooseStep, frame: Frame) -> list[checked.Statement]:
        """`choose`: a decision."""
        of = self.world.declared.type_of(step.choose, step.span)
        if is_live(of, self.world.sheets):
            self.findings.add("bad-choice", "a sheet that changes cannot be chosen", step.choose.span, "choose its key")
            of = UNKNOWN
        options = default = None
        if step.among is not None:
            # of a list, each element is one of the options
            option = of.of if isinstance(of, ListOf) else of
            found = self.formula(step.among, frame.scope, ListOf(option) if option != UNKNOWN else None)
            options = checked.Formula(found.core, step.among)
        elif is_number(present(of)):
            self.findings.add(
                "bad-choice", "a number is chosen among given ones", step.span, "add 'among: 1..6' or the like"
            )
        if step.default is not None:
            default = checked.Formula(self.formula(step.default, frame.scope, of).core, step.default)
        elif isinstance(of, ListOf):
            default = checked.Formula(core.Const((), of), step.choose)
        if step.refuse and default is None:
            self.findings.add("bad-choice", "a choice that can be refused needs a default to fall back to", step.span)
        self.add_name(step.id, of, frame, step.span)
        # any other answer, or default, is a fault
        listed, usual = (None if each is None else self.reach(each.core) for each in (options, default))
        self.reaches[step.id] = chosen(of, listed, usual)
        own = frame.scope.with_name(step.id, Value(core.Var(step.id, of)))
        grounds = self.grounds(step.refuse, own)
        return [checked.Choose(self.site(step, "choose"), step.id, of, step.by, options, default, grounds, frame.scope)]

    # -- set --------------------------------------------------------------------------------------

    def set(self, step: model.SetStep, frame: Frame) -> list[checked.Statement]:
        """`set`: a change of state or of a track name."""
        target = self.formula(step.set, frame.scope).core
        site = self.site(step, "set")
        match target:
            case core.State(place=place, id=id) if place.optional:
                self.findings.add(
                    "maybe-none",
                    f"'{step.set.text.strip()}' may be absent here",
                    step.set.span,
                    "test 'is not none' first",
                )
            case core.State(place=place, id=id):
                known = self.world.sheets[place.sheet].fields[id]
                scope = replace(frame.scope, old=target)
                found = self.formula(step.to, scope, known.type)
                self.changes.add(place.variable(id))
                self.add_name(step.id, known.type, frame, step.span)
                value = checked.Formula(found.core, step.to)
                return [checked.Put(site, step.id, target, known.type, known, value, self._safe(found, known))]
            case core.Var(name=name) if name in self.tracks:
                of = self.tracks[name]
                scope = replace(frame.scope, old=target)
                mark = self.findings.mark()
                found = self.formula(step.to, scope)
                if found.core.type == UNKNOWN or not fits(found.core.type, of):
                    found = self._bare(step.to, scope, of, found, mark)
                joined = join(of, found.core.type) if found.core.type != UNKNOWN else of
                self.tracks[name] = of if joined is None else joined
                if joined is None:
                    self.findings.add(
                        "wrong-type", f"'{name}' starts as {of}, and becomes {found.core.type} here", step.to.span
                    )
                self.add_name(step.id, self.tracks[name], frame, step.span)
                return [
                    checked.Put(
                        site, step.id, name, self.tracks[name], None, checked.Formula(found.core, step.to), False
                    )
                ]
            case core.Const(type=of) if of == UNKNOWN:
                pass
            case _:
                self.findings.add(
                    "bad-set",
                    f"'{step.set.text.strip()}' cannot be changed",
                    step.set.span,
                    "only a field with 'changes: true' or a 'track' name of the loop around can",
                )
        self.add_name(step.id, UNKNOWN, frame, step.span)
        return []

    def _safe(self, found: Checked, known: FieldInfo) -> bool:
        """Whether a new value is within the limits of its field whatever happens."""
        return not broken_limit(self.reach(found.core), known)

    def _bare(self, written: Written, scope: Scope, of: Type, found: Checked, mark: int) -> Checked:
        # a bare row is known by what the track name has been so far; of two looks the faults of one are kept
        if not isinstance(present(of), Row):
            return found
        second = self.findings.mark()
        again = self.world.checked(written, scope, optional(of))
        if again.core.type == UNKNOWN != found.core.type:
            self.findings.forget(second)
            return found
        self.findings.forget(mark, second)
        return again
