"""Tables looked up by number against the numbers that can arrive, and divisors against 0.

A function is judged with what its uses in the pack give it; one that is not used, with the limits of its needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate

from handhold import limits
from handhold.language import core
from handhold.language.bounds import Noted, Reckoner
from handhold.language.core import Core
from handhold.language.intervals import WHOLE, Interval
from handhold.language.parts import children
from handhold.language.printer import decimal
from handhold.language.reaches import Items, Reach, anything, of_field
from handhold.language.throws import Throw
from handhold.language.types import is_number, present
from handhold.language.world import Band, FieldInfo, Function, Limits, Number, TableInfo
from handhold.packs import checked, model
from handhold.packs.gaps import Coverage
from handhold.packs.report import Findings
from handhold.source import Written


def check_ranges(pack: checked.Pack, findings: Findings) -> None:
    """Adds what is wrong with the ranges of a pack that has no other error.

    `gap`: a number that can arrive has no row. `unreachable` (a warning): no lookup of the table finds the row.
    `may-fault` (a warning): a divisor can be 0. `unbounded-loop`: a range that is walked through has no known end.
    """
    ranges = _Ranges(pack)
    ranges.judge_events()
    ranges.judge_unused_functions()
    ranges.report(findings)


class _Names(Mapping[str, Reach]):
    """What the variables of an event can be; those of an event that it does are looked up there."""

    def __init__(self, own: Mapping[str, Reach]) -> None:
        self.own = dict(own)
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


@dataclass(slots=True)
class _Asked:
    """A lookup or a division, where it is written, and what it is asked for, each with the formula that began it."""

    node: Noted
    written: Written
    numbers: dict[Interval, Written] = field(default_factory=dict)


class _Ranges:
    """Goes through a pack and keeps what each lookup and each division is asked for."""

    def __init__(self, pack: checked.Pack) -> None:
        self._pack = pack
        self._reckoner = Reckoner(pack, self._notice)
        self._asked: dict[int, _Asked] = {}
        self._events: dict[str, _Names] = {}
        self._inside: set[str] = set()
        # nodes of functions belong to texts of their own, whoever applies them
        self._texts: dict[int, Written] = {}
        self._origin = Written("", pack.source.header.span)
        for function in pack.functions.values():
            for part, written in self._texts_of(function):
                for node in _nodes(part):
                    self._texts[id(node)] = written
                    if isinstance(node, core.Apply):
                        self._inside.add(node.id)

    def _notice(self, node: Noted, number: Interval) -> None:
        asked = self._asked.get(id(node))
        if asked is None:
            asked = self._asked[id(node)] = _Asked(node, self._texts.get(id(node), self._origin))
        asked.numbers.setdefault(number, self._origin)

    def _reach(self, tree: Core, written: Written, known: Mapping[str, Reach]) -> Reach:
        self._origin = written
        return self._reckoner.reach(tree, known)

    def _formula(self, formula: checked.Formula, known: Mapping[str, Reach]) -> Reach:
        return self._reach(formula.core, formula.written, known)

    # -- events -----------------------------------------------------------------------------------

    def judge_events(self) -> None:
        """Judges the formulas of every event."""
        for event in self._pack.events.values():
            self._event(event)

    def _event(self, event: checked.Event) -> _Names:
        if event.id not in self._events:
            names = _Names({id: of_field(known) for id, known in event.needs.items()})
            self._body(event.body, names)
            self._events[event.id] = names
        return self._events[event.id]

    def _body(self, body: tuple[checked.Statement, ...], names: _Names) -> None:
        for statement in body:
            self._statement(statement, names)

    def _statement(self, statement: checked.Statement, names: _Names) -> None:
        match statement:
            case checked.Let(name=name, value=value):
                names.own[name] = self._formula(value, names)
            case checked.Roll(name=name, dice=dice):
                found = self._formula(dice, names)
                names.own[name] = found.total if isinstance(found, Throw) else WHOLE
            case checked.Choose():
                self._choose(statement, names)
            case checked.Put():
                self._put(statement, names)
            case checked.Call(name=name, event=id, args=args):
                for _, arg in args:
                    if isinstance(arg, checked.Formula):
                        self._formula(arg, names)
                    elif arg.index is not None:
                        self._reach(arg.index, _start(statement.site), names)
                names.done[name] = self._event(self._pack.events[id])
            case checked.Refuse(grounds=grounds):
                self._grounds(grounds, names)
            case checked.Loop():
                self._loop(statement, names)
            case checked.Branch(test=test, body=body):
                self._formula(test, names)
                self._body(body, names)

    def _put(self, step: checked.Put, names: _Names) -> None:
        found = self._formula(step.value, names)
        if isinstance(step.target, core.State):
            field_reach = self._reach(step.target, _start(step.site), names)
            if isinstance(found, Interval) and isinstance(field_reach, Interval):
                found = found.clamped(field_reach.low, field_reach.high)
        names.own[step.name] = found

    def _choose(self, step: checked.Choose, names: _Names) -> None:
        found: Reach = anything(step.type)
        if step.options is not None:
            options = self._formula(step.options, names)
            if is_number(present(step.type)) and isinstance(options, Items):
                found = options.each
        if step.default is not None:
            self._formula(step.default, names)
        names.own[step.name] = found
        self._grounds(step.grounds, names)

    def _grounds(self, grounds: tuple[checked.Ground, ...], names: _Names) -> None:
        for ground in grounds:
            self._formula(ground.when, names)

    def _loop(self, loop: checked.Loop, names: _Names) -> None:
        items = self._formula(loop.source, names)
        for track in loop.tracks:
            self._formula(track.start, names)
            names.own[track.name] = anything(track.type)
        if loop.until is not None:
            self._formula(loop.until, names)
        if loop.variable:
            names.own[loop.variable] = items.each if isinstance(items, Items) else None
        self._body(loop.body, names)

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
        self._reach(function.body, texts[0][1] if texts else self._origin, known)

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

    # -- findings ---------------------------------------------------------------------------------

    def report(self, findings: Findings) -> None:
        """Adds what was found."""
        covered: dict[str, Coverage] = {}
        looked_up: dict[str, set[Interval]] = {}
        for asked in self._asked.values():
            if isinstance(asked.node, core.Math):
                _report_division(asked, asked.node, findings)
                continue
            if isinstance(asked.node, core.Walk):
                _report_walk(asked, asked.node, findings)
                continue
            table = self._pack.tables[asked.node.table]
            if table.id not in covered:
                covered[table.id] = Coverage(table.bands)
            looked_up.setdefault(table.id, set()).update(asked.numbers)
            _report_gap(asked, table, covered[table.id], findings)
        for id, numbers in looked_up.items():
            self._report_unreached(self._pack.tables[id], covered[id], numbers, findings)

    def _report_unreached(
        self, table: TableInfo, coverage: Coverage, numbers: set[Interval], findings: Findings
    ) -> None:
        # +1 where the bands that a number can find begin, -1 behind them: added up, how many lookups find each
        steps = [0] * (len(table.bands) + 1)
        for number in numbers:
            reached = coverage.reached(number)
            if reached:
                steps[reached.start] += 1
                steps[reached.stop] -= 1
        found = {band.row for band, count in zip(table.bands, accumulate(steps), strict=False) if count}
        written = self._pack.source.tables[table.id].rows
        for row in sorted({band.row for band in table.bands} - found):
            at = written[table.rows[row]].at
            assert at is not None
            sample = _text(_some(next(band for band in table.bands if band.row == row)))
            message = f"no number that is looked up in '{table.id}' finds '{table.rows[row]}', such as {sample}"
            findings.add("unreachable", message, at.written.span, severity="warning")


def _report_gap(asked: _Asked, table: TableInfo, coverage: Coverage, findings: Findings) -> None:
    for number, origin in asked.numbers.items():
        missing = coverage.missing(number)
        if not missing:
            continue
        what = f"the number can be {_shown(number)}; " if (number.low, number.high) != (None, None) else ""
        hint = f"{what}{_nearest(missing[0], table)}"
        if any(sample.denominator != 1 for sample in missing):
            hint += "; round it first"
        *others, last = map(_text, missing)
        samples = f"{', '.join(others)} and {last}" if others else last
        message = f"'{table.id}' has no row for {samples}"
        findings.add("gap", message, asked.written.within(*asked.node.span), _asked_at(hint, asked, origin))
        return


def _report_division(asked: _Asked, node: core.Math, findings: Findings) -> None:
    place = node.right.span if any(node.right.span) else node.span
    for number, origin in asked.numbers.items():
        if number.holds(0):
            shown = " ".join(asked.written.text[slice(*place)].split())
            hint = _asked_at("give it a 'min' above 0, or divide by max(1, …)", asked, origin)
            message = f"'{shown}' may be 0, and nothing can be divided by 0"
            findings.add("may-fault", message, asked.written.within(*place), hint, "warning")
            return


def _report_walk(asked: _Asked, node: core.Walk, findings: Findings) -> None:
    for number, origin in asked.numbers.items():
        if number.high is None or number.high > limits.RANGE_LENGTH:
            what = "is not known" if number.high is None else f"may be {number.high}, more than {limits.RANGE_LENGTH}"
            message = f"how many whole numbers this goes through {what}"
            hint = _asked_at("give what it depends on a 'max'", asked, origin)
            findings.add("unbounded-loop", message, asked.written.within(*node.source.span), hint)
            return


def _asked_at(hint: str, asked: _Asked, origin: Written) -> str:
    return hint if origin is asked.written else f"{hint}; this comes from {origin.span}"


def _nearest(sample: Number, table: TableInfo) -> str:
    below = [band for band in table.bands if band.high is not None and band.high < sample]
    above = [band for band in table.bands if band.low is not None and band.low > sample]
    near = [*below[-1:], *above[:1]]
    rows = " and ".join(f"'{table.rows[band.row]}' at {_shown(band)}" for band in near)
    return f"the nearest rows are {rows}" if len(near) > 1 else f"the nearest row is {rows}"


def _shown(band: Band | Interval) -> str:
    if band.low is not None and band.low == band.high:
        return _text(band.low)
    return f"{'' if band.low is None else _text(band.low)}..{'' if band.high is None else _text(band.high)}"


def _some(band: Band) -> Number:
    return band.low if band.low is not None else band.high if band.high is not None else 0


def _text(number: Number) -> str:
    return decimal(Fraction(number)) or str(number)


def _start(site: checked.Site) -> Written:
    """Stands for a text that a statement does not keep: its step."""
    return Written("", site.span)


def _limits(declared: model.Field) -> Limits:
    ends = (declared.min, declared.max, declared.above, declared.below)
    return Limits(*(end.value if end is not None and isinstance(end.value, int | Fraction) else None for end in ends))


def _nodes(tree: Core) -> Iterator[Core]:
    """The nodes of a tree, each of them once."""
    seen: set[int] = set()
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if id(node) not in seen:
            seen.add(id(node))
            yield node
            waiting.extend(children(node))
