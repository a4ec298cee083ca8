"""Loops checked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Literal

from handhold import limits
from handhold.language import core, syntax
from handhold.language.bindings import hides
from handhold.language.checker import check_walk
from handhold.language.core import Core
from handhold.language.faults import Fault
from handhold.language.intervals import Interval
from handhold.language.parser import parse
from handhold.language.reaches import Items, Reach, union
from handhold.language.scope import Binding, Scope, Value
from handhold.language.types import (
    FLAG,
    INTEGER,
    KEY,
    UNKNOWN,
    GroupOf,
    ListOf,
    Names,
    Passes,
    Row,
    Type,
    optional,
)
from handhold.packs import checked, model
from handhold.packs.checks.step_base import Frame, StepBase


class LoopSteps(StepBase, ABC):
    """Checks `each` and `repeat`."""

    @abstractmethod
    def steps(self, steps: Mapping[str, model.Step], frame: Frame) -> tuple[checked.Statement, ...]:
        """The steps of a body; see `StepChecker`."""

    # -- loops ------------------------------------------------------------------------------------

    def loop(self, step: model.LoopStep, frame: Frame) -> list[checked.Statement]:
        """`each` and `repeat`."""
        self.take(step.id, step.span)
        source, binding, key = self._source(step, frame.scope)
        starts = {name: self.formula(start, frame.scope) for name, start in step.track.items()}
        types = {name: found.core.type for name, found in starts.items()}
        mark, taken, codes, reaches = self.findings.mark(), dict(self.taken), set(self.codes), dict(self.reaches)
        for name, start in step.track.items():
            self.take(name, start.span)
        while True:
            self.tracks.update(types)
            body = self._body(step, frame, binding, types)
            grown = {name: self.tracks[name] for name in types}
            if grown == types:
                break
            types = grown
            self.findings.forget(mark)
            self.taken, self.codes = {**taken, **dict.fromkeys(types, "a track name")}, set(codes)
            self.reaches = dict(reaches)  # what was found in the body rests on the types before
        statements, until, inner = body
        for name in types:
            del self.tracks[name]
        names = Names(f"a pass of '{step.id}'", tuple(inner.names))
        passes = Passes(_key_type(key, source), names, key == "group" and step.until is None)
        guards = frame.guards
        frame.scope = frame.scope.with_name(step.id, Value(core.Var(step.id, passes), guards))
        frame.names.append((step.id, optional(passes) if guards else passes))
        for name, of in types.items():
            frame.scope = frame.scope.with_name(name, Value(core.Var(name, of), guards))
            frame.names.append((name, optional(of) if guards else of))
        inside = [step.variable, *(name for name, _ in inner.names)]
        shut = {name: f"it is of one pass of the loop: '{step.id}(…).{name}' reads it" for name in inside[1:]}
        shut[step.variable] = f"it stands for one thing at a time inside the loop '{step.id}'"
        frame.scope = replace(frame.scope, hidden={**frame.scope.hidden, **shut})
        tracks = tuple(
            checked.Track(name, types[name], checked.Formula(starts[name].core, start))
            for name, start in step.track.items()
        )
        most = self._most(source, step)
        for track in tracks:
            self.reaches[track.name] = self._tally(track, statements, most)
        return [
            checked.Loop(
                self.site(step, "each"),
                step.id,
                step.variable or "",
                source,
                key,
                most,
                tracks,
                until,
                statements,
                tuple(inner.names),
            )
        ]

    def _tally(self, track: checked.Track, body: tuple[checked.Statement, ...], most: int) -> Reach:
        """What is known of a tally in the loop and after it: what it starts as, and whatever its sets can make of
        that: as often as there are passes where these are few, else any number of times.
        """
        sets = list(_sets_of(track.name, body))
        reach = self.reach(track.start.core)
        inside = any(list(_sets_of(track.name, loop.body)) for loop in _loops_of(body))
        few = not inside and most * len(sets) <= _FEW
        for turn in range(most * len(sets) if few else _TURNS):
            if not isinstance(reach, Interval):
                return None
            known = {**self.reaches, track.name: reach}
            found = union((reach, *(self.events.reckoner.reach(each, known) for each in sets)), track.type)
            if found == reach:
                return reach
            reach = _widened(reach, found) if turn and not few and isinstance(found, Interval) else found
        return reach if few and isinstance(reach, Interval) else None

    def _body(
        self, step: model.LoopStep, frame: Frame, binding: Binding | None, types: dict[str, Type]
    ) -> tuple[tuple[checked.Statement, ...], checked.Formula | None, Frame]:
        scope = frame.scope
        for name, of in types.items():
            scope = scope.with_name(name, Value(core.Var(name, of), changes=True))
        until = None
        if step.until is not None:
            until = checked.Formula(self.formula(step.until, scope, FLAG).core, step.until)
        if step.variable:
            what = hides(step.variable, self.world, scope.names)
            if what:
                self.findings.add(
                    "hidden-name", f"'{step.variable}' would hide {what}", step.source.span, "choose another name"
                )
            scope = scope.with_name(step.variable, binding or Value(core.Const(None, UNKNOWN)))
        inner = Frame(replace(scope, tokens=scope.tokens | {step.id}), depth=frame.depth + 1)
        return self.steps(step.steps, inner), until, inner

    def _source(
        self, step: model.LoopStep, scope: Scope
    ) -> tuple[checked.Formula, Binding | None, Literal["element", "group", "position"]]:
        if not step.variable:
            found = self.formula(step.source, scope, INTEGER)
            count = core.Count(core.Const(1, INTEGER), found.core, ListOf(INTEGER))
            return checked.Formula(count, step.source), None, "element"
        tree = parse(step.source.text)
        if isinstance(tree, Fault):
            self.findings.faults((tree,), step.source)
            return checked.Formula(core.Const(None, UNKNOWN), step.source), None, "position"
        binding, found = check_walk(tree, step.variable, scope, self.world)
        self.note(found)
        self.findings.faults(found.faults, step.source)
        key: Literal["element", "group", "position"] = "position"
        match found.core:
            case core.Count():
                key = "element"
            case core.Const(type=ListOf(of=Row())) if isinstance(tree, syntax.Name):
                key = "element"
            case core.Positions(of=of) if isinstance(of.type, GroupOf):
                key = "group"
            case _:
                pass
        return checked.Formula(found.core, step.source), binding, key

    def _most(self, source: checked.Formula, step: model.LoopStep) -> int:
        match source.core:
            case core.Count(last=last, first=first):
                most = self.events.reckoner.highest(core.Math("-", last, first, INTEGER), self.reaches)
                if most is None:
                    self.findings.add(
                        "unbounded-loop",
                        "how often this is repeated is not known",
                        step.source.span,
                        "give what it depends on a 'max'",
                    )
                    return 0
                if most >= limits.RANGE_LENGTH:
                    self.findings.add(
                        "too-much-work",
                        f"{int(most) + 1} passes are more than the {limits.RANGE_LENGTH} allowed",
                        step.source.span,
                    )
                if most < 0:
                    message = "its steps are never done: it is repeated 0 times, or fewer"
                    self.findings.add("unreachable", message, step.source.span, "write a number above 0", "warning")
                return max(0, int(most) + 1)
            case core.Const(value=tuple() as rows):
                return len(rows)
            case _:
                listed = self.reach(source.core)
                known = listed.most if isinstance(listed, Items) else None
                return limits.RANGE_LENGTH if known is None else known


def _key_type(key: str, source: checked.Formula) -> Type:
    if key == "group":
        return KEY
    of = source.core.type
    return of.of if key == "element" and isinstance(of, ListOf) else INTEGER


_TURNS = 6
"""How often a tally is reckoned through its loop before it counts as open; ends that go on moving are given up
after the second.
"""

_FEW = 24
"""How many sets of a tally are followed one by one."""


def _loops_of(body: tuple[checked.Statement, ...]) -> Iterator[checked.Loop]:
    """The loops inside a body."""
    for statement in body:
        match statement:
            case checked.Loop():
                yield statement
            case checked.Branch(body=inner):
                yield from _loops_of(inner)
            case _:
                pass


def _sets_of(name: str, body: tuple[checked.Statement, ...]) -> Iterator[Core]:
    """The formulas that a body sets a track name to."""
    for statement in checked.statements(body):
        if isinstance(statement, checked.Put) and statement.target == name:
            yield statement.value.core


def _widened(before: Interval, after: Interval) -> Interval:
    """The numbers after, an end that has moved given up: down to 0 if it is above, else without end."""
    low, high = after.low, after.high
    if low != before.low:
        low = 0 if low is not None and low >= 0 else None
    if high != before.high:
        high = 0 if high is not None and high <= 0 else None
    return Interval(low, high, after.whole)
