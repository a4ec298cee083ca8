"""What can arrive at each formula of a pack, by what its needs and fields can be, its steps, and the conditions that
stand before and around it.

A function is judged with what its uses in the pack give it; one that is not used, with the limits of its needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from handhold.language import core
from handhold.language.bounds import Answer, Noted, Reckoner
from handhold.language.core import Core, Place
from handhold.language.facts import meet
from handhold.language.intervals import WHOLE, Interval
from handhold.language.keys import Key, about, changeable, variable
from handhold.language.parts import nodes
from handhold.language.reaches import Items, Reach, anything, chosen, of_field
from handhold.language.throws import Throw
from handhold.language.world import FieldInfo, Function, Limits
from handhold.packs import checked, model
from handhold.packs.checks.hazards import Hazards
from handhold.packs.checks.outcomes import check_outcomes
from handhold.packs.checks.report import Findings
from handhold.source import Written


def check_ranges(pack: checked.Pack, findings: Findings, *, whole: bool = True) -> None:
    """Adds what may go wrong in a pack that has no error, by what can arrive at its formulas; see `Hazards`.

    Of one that is not `whole` only the events are judged: what is missing may use its functions in other ways.
    """
    ranges = _Ranges(pack, findings)
    ranges.judge_events()
    if whole:
        ranges.judge_unused_functions()
    ranges.hazards.report(whole=whole)


class _Names(Mapping[str, Reach]):
    """What the variables of an event can be; those of an event that it does are looked up there.

    `worked_out` are the steps that work out a value, `reads` what each of them reads that never changes.
    """

    def __init__(self, own: Mapping[str, Reach]) -> None:
        self.own = dict(own)
        self.worked_out: list[checked.Let] = []
        self.reads: dict[str, frozenset[Key]] = {}
        self.changing: set[str] = set()
        self.done: dict[str, _Names] = {}

    def __getitem__(self, name: str) -> Reach:
        names = self
        while name not in names.own:
            step, _, name = name.partition(".")
            names = names.done[step]
        return names.own[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.own)

    def __len__(self) -> int:
        return len(self.own)


_FOLLOWED = 1_000
"""How many values of one pack are worked out again because a condition says more of what they read."""

_Known = dict[Key, Reach]
"""What the conditions before and around a step say, as long as nothing changes it."""


class _Ranges:
    """Goes through a pack and tells `hazards` what arrives where."""

    def __init__(self, pack: checked.Pack, findings: Findings) -> None:
        self._pack = pack
        self._findings = findings
        self.hazards = Hazards(pack, findings)
        self._reckoner = Reckoner(pack, self._notice, self._answered)
        self._quiet = Reckoner(pack)
        self._left = _FOLLOWED
        self._events: dict[str, _Names] = {}
        self._inside: set[str] = set()
        # nodes of functions belong to texts of their own, whoever applies them
        self._texts: dict[int, Written] = {}
        self._origin = Written("", pack.source.header.span)
        for function in pack.functions.values():
            for part, written in self._texts_of(function):
                for node in nodes(part):
                    self._texts[id(node)] = written
                    if isinstance(node, core.Apply):
                        self._inside.add(node.id)

    def _notice(self, node: Noted, number: Interval) -> None:
        self.hazards.notice(node, number, self._texts.get(id(node), self._origin), self._origin)

    def _answered(self, answer: Answer) -> None:
        node = answer.asked.test
        self.hazards.answered(answer, self._texts.get(id(node), self._origin))

    def _reach(self, tree: Core, written: Written, names: Mapping[str, Reach], known: _Known) -> Reach:
        self._origin = written
        return self._reckoner.reach(tree, names, known)

    def _formula(self, formula: checked.Formula, names: Mapping[str, Reach], known: _Known) -> Reach:
        return self._reach(formula.core, formula.written, names, known)

    def _test(self, formula: checked.Formula, names: _Names, known: _Known) -> tuple[_Known, _Known]:
        """What is known where the test holds, and where it does not."""
        self._origin = formula.written
        holds, fails = self._reckoner.tell(formula.core, names, known)
        return dict(holds), dict(fails)

    def _followed(self, now: _Known, before: _Known, names: _Names) -> _Known:
        """What is known now, and what that says of the values that were worked out from it."""
        new = now.keys() - before.keys()
        for step in names.worked_out if new else ():
            if step.name not in names.reads:
                names.reads[step.name] = _variables(step.value.core, names)
            if new & names.reads[step.name] and self._left:
                self._left -= 1
                key = variable(step.name)
                now[key] = meet(now.get(key), self._quiet.reach(step.value.core, names, now))
                new.add(key)
        return now

    # -- events -----------------------------------------------------------------------------------

    def judge_events(self) -> None:
        """Judges the formulas of every event."""
        for event in self._pack.events.values():
            self._event(event)

    def _event(self, event: checked.Event) -> _Names:
        if event.id not in self._events:
            names = _Names({id: of_field(known) for id, known in event.needs.items()})
            self._body(event.body, names, {}, event)
            self._events[event.id] = names
            check_outcomes(event, names.get("outcome"), self._pack, self._findings)
        return self._events[event.id]

    def _body(self, body: tuple[checked.Statement, ...], names: _Names, around: _Known, event: checked.Event) -> None:
        known = dict(around)
        for statement in body:
            self._statement(statement, names, known, event)

    def _statement(self, statement: checked.Statement, names: _Names, known: _Known, event: checked.Event) -> None:
        """Judges a statement; afterwards `known` is what is known behind it."""
        match statement:
            case checked.Let(name=name, value=value):
                names.own[name] = self._formula(value, names, known)
                names.worked_out.append(statement)
            case checked.Roll(name=name, dice=dice):
                found = self._formula(dice, names, known)
                names.own[name] = found.total if isinstance(found, Throw) else WHOLE
            case checked.Choose():
                self._choose(statement, names, known)
            case checked.Put():
                self._put(statement, names, known)
            case checked.Call():
                self._call(statement, names, known)
            case checked.Refuse(grounds=grounds):
                before = dict(known)
                for _, fails in [self._test(ground.when, names, known) for ground in grounds]:
                    known.update({key: meet(known.get(key), reach) for key, reach in fails.items()})
                self._followed(known, before, names)
            case checked.Loop():
                self._loop(statement, names, known, event)
            case checked.Branch(test=test, body=body):
                holds, _ = self._test(test, names, known)
                self._body(body, names, self._followed(holds, known, names), event)
        _forget(known, (statement,), self._pack)

    def _put(self, step: checked.Put, names: _Names, known: _Known) -> None:
        found = self._formula(step.value, names, known)
        if isinstance(step.target, core.State):
            assert step.field is not None
            self.hazards.changed(step, found)
            field_reach = self._reach(step.target, _start(step.site), names, known)
            if isinstance(found, Interval) and isinstance(field_reach, Interval):
                found = found.meet(field_reach)
        names.own[step.name] = found

    def _call(self, step: checked.Call, names: _Names, known: _Known) -> None:
        callee = self._pack.events[step.event]
        for need, arg in step.args:
            if isinstance(arg, checked.Formula):
                self.hazards.handed_over(step, callee.needs[need], arg, self._formula(arg, names, known))
            elif arg.index is not None:
                self._reach(arg.index, _start(step.site), names, known)
        names.done[step.name] = self._event(callee)

    def _choose(self, step: checked.Choose, names: _Names, known: _Known) -> None:
        options = None if step.options is None else self._formula(step.options, names, known)
        default = None if step.default is None else self._formula(step.default, names, known)
        if step.default is not None:
            self._origin = step.default.written
            self.hazards.fallback(step, lambda tree: self._reckoner.reach(tree, names, known))
        names.own[step.name] = chosen(step.type, options, default)
        for ground in step.grounds:
            self._formula(ground.when, names, known)

    def _loop(self, loop: checked.Loop, names: _Names, known: _Known, event: checked.Event) -> None:
        items = self._formula(loop.source, names, known)
        for track in loop.tracks:
            self._formula(track.start, names, known)
            tally = event.reaches.get(track.name)
            names.own[track.name] = anything(track.type) if tally is None else tally
            names.changing.add(track.name)
        around = dict(known)
        _forget(around, loop.body, self._pack)
        if loop.until is not None:
            _, around = self._test(loop.until, names, around)
        if loop.variable:
            names.own[loop.variable] = items.each if isinstance(items, Items) else None
        self._body(loop.body, names, around, event)

    # -- functions --------------------------------------------------------------------------------

    def judge_unused_functions(self) -> None:
        """Judges the functions that nothing applies, and those that were not looked into in some place."""
        for function in self._pack.functions.values():
            if function.id not in self._reckoner.met and function.id not in self._inside:
                self._open_function(function)
        judged: set[str] = set()
        while waiting := self._reckoner.skipped - judged:
            for id in sorted(waiting):
                self._open_function(self._pack.functions[id])
            judged |= waiting

    def _open_function(self, function: Function) -> None:
        source = self._pack.source
        group = source.formulas.get(function.id) or source.modifiers.get(function.id)
        declared = group.needs if group is not None else {}
        known = {
            need: of_field(FieldInfo(need, of, _limits(declared[need]) if need in declared else Limits()))
            for need, of in function.needs.items()
        }
        texts = self._texts_of(function)
        self._reach(function.body, texts[0][1] if texts else self._origin, known, {})

    def _texts_of(self, function: Function) -> list[tuple[Core, Written]]:
        """The trees of a function with the text each is written as: one, or those of the lines of a modifier group."""
        known = self._pack.written
        written = known.get(f"formulas.{function.id}") or known.get(function.id)
        if written is not None:
            return [(function.body, written)]
        if not isinstance(function.body, core.Stack):
            return []
        path = f"modifiers.{function.body.group}.lines"
        found = [(line.value, known[f"{path}.{line.id}.value"]) for line in function.body.lines]
        tests = [(line.when, known[f"{path}.{line.id}.when"]) for line in function.body.lines if line.when is not None]
        return found + tests


def _start(site: checked.Site) -> Written:
    """Stands for a text that a statement does not keep: its step."""
    return Written("", site.span)


def _forget(known: _Known, body: tuple[checked.Statement, ...], pack: checked.Pack) -> None:
    """Drops what these statements may change."""
    for statement in body:
        match statement:
            case checked.Put(target=str(track)):
                stale = [key for key in known if about(key, track)]
            case checked.Put():
                stale = [key for key in known if changeable(key)]
            case checked.Call(event=id) if pack.events[id].changes:
                stale = [key for key in known if changeable(key)]
            case checked.Branch(body=inner) | checked.Loop(body=inner):
                _forget(known, inner, pack)
                continue
            case _:
                continue
        for key in stale:
            del known[key]


def _variables(tree: Core, names: _Names) -> frozenset[Key]:
    """The variables that a formula reads; none of one that may come out differently later."""
    found: set[str] = set()
    for node in nodes(tree):
        match node:
            case core.Var(name=name):
                found.add(name)
            case core.State() | core.Fixed():
                return frozenset()
            case core.Apply(args=args) if any(isinstance(arg, Place) for _, arg in args):
                return frozenset()
            case _:
                pass
    return frozenset() if found & names.changing else frozenset(map(variable, found))


def _limits(declared: model.Field) -> Limits:
    ends = (declared.min, declared.max, declared.above, declared.below)
    return Limits(*(end.value if end is not None and isinstance(end.value, int | Fraction) else None for end in ends))
