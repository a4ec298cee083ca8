"""The steps of one event, checked one after another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from handhold import limits
from handhold.language import syntax
from handhold.language.faults import Fault
from handhold.language.printer import show
from handhold.language.reaches import total
from handhold.language.scope import Guard, facts_if
from handhold.language.types import (
    DICE,
    FLAG,
    INTEGER,
    Names,
    Type,
    Word,
    present,
)
from handhold.packs import checked, model
from handhold.packs.checks.step_base import Frame
from handhold.packs.checks.step_calls import CallSteps
from handhold.packs.checks.step_choices import ChoiceSteps
from handhold.packs.checks.step_loops import LoopSteps
from handhold.packs.checks.world import WORDS
from handhold.source import Written


class StepChecker(ChoiceSteps, CallSteps, LoopSteps):
    """Checks the steps of one event; collects what state is read and changed, and whether the scene is read."""

    # -- steps ------------------------------------------------------------------------------------

    def steps(self, steps: Mapping[str, model.Step], frame: Frame) -> tuple[checked.Statement, ...]:
        """The steps as statements; their names come into the frame."""
        if frame.depth > limits.BLOCK_DEPTH:
            span = next(iter(steps.values())).span
            self.findings.add("too-big", f"blocks and loops stand more than {limits.BLOCK_DEPTH} deep", span)
            return ()
        return tuple(statement for step in steps.values() for statement in self._step(step, frame))

    def _step(self, step: model.Step, frame: Frame) -> list[checked.Statement]:
        if step.when is None:
            return self._statement(step, frame)
        test, condition, guard = self._condition(step.id, step.when, frame)
        outer = frame.scope
        known = facts_if(condition) if condition is not None else frozenset[str]()
        inner = Frame(
            replace(outer.knowing(known), tokens=outer.tokens | {step.id}), [], (*frame.guards, guard), frame.depth
        )
        if isinstance(step, model.BlockStep):
            inner.depth += 1
            self.take(step.id, step.span)
            body = self.steps(step.steps, inner)
        else:
            body = tuple(self._statement(step, inner))
        frame.names.extend(inner.names)
        names = {name: binding for name, binding in inner.scope.names.items() if name not in outer.names}
        frame.scope = replace(outer, names={**outer.names, **names})
        site = (
            self.site(step, "block")
            if isinstance(step, model.BlockStep)
            else body[0].site
            if body
            else self.site(step, "block")
        )
        return [checked.Branch(site, test, body, tuple(_variables(inner.names)))]

    def _condition(self, id: str, when: Written, frame: Frame) -> tuple[checked.Formula, syntax.Formula | None, Guard]:
        tree = self.world.parsed(when)
        found = self.formula(when, frame.scope, FLAG)
        formula = checked.Formula(found.core, when)
        if isinstance(tree, Fault):
            return formula, None, Guard(id, frozenset(), False)
        parts = tree.parts if isinstance(tree, syntax.Logic) and tree.op == "and" else (tree,)
        return formula, tree, Guard(id, frozenset(show(part) for part in parts), found.steady)

    def _statement(self, step: model.Step, frame: Frame) -> list[checked.Statement]:
        match step:
            case model.ValueStep():
                found = self.formula(step.value, replace(frame.scope, ends=step.id == "outcome"))
                if isinstance(present(found.core.type), Word):
                    message = f"'{step.id}' would be {found.core.type}, and such a word is only compared"
                    self.findings.add("wrong-type", message, step.value.within(*found.core.span), WORDS)
                self.add_name(step.id, found.core.type, frame, step.span)
                self.reaches[step.id] = self.reach(found.core)
                return [checked.Let(self.site(step, "value"), step.id, checked.Formula(found.core, step.value))]
            case model.RollStep():
                found = self.formula(step.roll, frame.scope, DICE)
                self.add_name(step.id, INTEGER, frame, step.span)
                self.reaches[step.id] = total(self.reach(found.core))
                return [checked.Roll(self.site(step, "roll"), step.id, checked.Formula(found.core, step.roll))]
            case model.ChooseStep():
                return self.choose(step, frame)
            case model.SetStep():
                return self.set(step, frame)
            case model.DoStep():
                return self.do(step, frame)
            case model.RefuseStep():
                self.take(step.id, step.span)
                return [checked.Refuse(self.site(step, "refuse"), self.grounds(step.refuse, frame.scope))]
            case model.LoopStep():
                return self.loop(step, frame)
            case model.BlockStep():
                raise AssertionError("a block always has a condition")


def _variables(names: list[tuple[str, Type]]) -> list[str]:
    """The variables behind names: a `do` has one for each of its names."""
    found: list[str] = []
    for name, of in names:
        inner = present(of)
        found.append(name)
        if isinstance(inner, Names):
            found.extend(f"{name}.{variable}" for variable in _variables(list(inner.fields)))
    return found
