"""What may go wrong at a formula, by the numbers that can arrive there, and what can never come about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate

from handhold import limits
from handhold.language import core
from handhold.language.bounds import Answer, Noted
from handhold.language.core import Core
from handhold.language.decimals import decimal
from handhold.language.dice import Pool, expected_faces
from handhold.language.intervals import Interval
from handhold.language.reaches import Options, Reach, broken_limit
from handhold.language.types import NUMBER, ListOf, Row, present
from handhold.language.world import Band, FieldInfo, Number, TableInfo
from handhold.packs import checked
from handhold.packs.checks.gaps import Coverage
from handhold.packs.checks.report import Findings
from handhold.source import Written

_WRAP = "write max(…, …) or min(…, …) around it, or give what it depends on limits"
_SHORTEN = "give what its length depends on a 'max', or walk through a table or a list that was given"


@dataclass(slots=True)
class _Asked:
    """Something a number arrives at, where it is written, and the numbers, each with the formula that began it."""

    node: Noted
    written: Written
    numbers: dict[Interval, Written] = field(default_factory=dict)


@dataclass(slots=True)
class _Answers:
    """A test, where it is written, and what was known of its answer first; whether it is so each time."""

    written: Written
    first: Answer
    agreed: bool = True


class Hazards:
    """Keeps what arrives where, and reports what may come of it.

    `gap`: a number that can arrive has no row. `unbounded-loop`: a range that is walked through has no known end.
    `bad-choice`: a default is never one of the options. Warnings: `unreachable`, of a row that no lookup of the table
    finds and a test that is decided by what is asked before it; `may-fault`, of a divisor that can be 0, dice that
    cannot be thrown, a number past the limits of a field or need, a default that may be none of the options.
    """

    def __init__(self, pack: checked.Pack, findings: Findings) -> None:
        self._pack = pack
        self._findings = findings
        self._asked: dict[int, _Asked] = {}
        self._answers: dict[int, _Answers] = {}

    # -- what arrives -----------------------------------------------------------------------------

    def notice(self, node: Noted, number: Interval, written: Written, origin: Written) -> None:
        """A number arrives at a node of the text `written`, in a formula that began at `origin`."""
        asked = self._asked.get(id(node))
        if asked is None:
            asked = self._asked[id(node)] = _Asked(node, written)
        asked.numbers.setdefault(number, origin)

    def answered(self, answer: Answer, written: Written) -> None:
        """A test of the text `written` is asked."""
        before = self._answers.get(id(answer.asked.test))
        if before is None:
            self._answers[id(answer.asked.test)] = _Answers(written, answer)
        elif before.first.holds is not answer.holds:
            before.agreed = False

    def changed(self, step: checked.Put, found: Reach) -> None:
        """A field gets a new value."""
        assert step.field is not None
        broken = broken_limit(found, step.field)
        if broken:
            message = f"'{step.field.id}' may become {broken} here, which it cannot be"
            self._warn(message, step.value, _can_be(found) + _WRAP)

    def handed_over(self, step: checked.Call, need: FieldInfo, given: checked.Formula, found: Reach) -> None:
        """An event gets what it needs."""
        # a constant is looked at where the event is done
        if isinstance(given.core, core.Const):
            return
        broken = broken_limit(found, need)
        if broken:
            message = f"'{need.id}' may be {broken} here, and '{step.event}' needs it within its limits"
            listed = isinstance(present(need.type), ListOf)
            self._warn(message, given, _SHORTEN if listed else _can_be(found) + _WRAP)

    def fallback(self, step: checked.Choose, reach: Callable[[Core], Reach]) -> None:
        """A choice has a default; `reach` says what is known of a formula there."""
        options, default = step.options, step.default
        if options is None or default is None:
            return
        if isinstance(options.core, core.Const) and isinstance(default.core, core.Const):
            listed, value = options.core.value, default.core.value
            several = value if isinstance(value, tuple) else (value,)
            never = isinstance(listed, tuple) and value is not None and not set(several) <= set(listed)
            broken = ""
        elif isinstance(options.core, core.Count) and isinstance(reach(default.core), Interval):
            first, last = options.core.first, options.core.last
            never = _never_reaches(reach, first, default.core) or _never_reaches(reach, default.core, last)
            least, most = _reaches(reach, first, default.core), _reaches(reach, default.core, last)
            broken = "" if least and most else "less than the least" if not least else "more than the greatest"
        else:
            return
        if never:
            message = f"the default of '{step.name}' is none of its options"
            span = default.written.within(*default.core.span)
            self._findings.add("bad-choice", message, span, "choose a default that 'among' holds")
        elif broken:
            message = f"the default of '{step.name}' may be {broken} of its options"
            self._warn(message, default, "write max(…, …) or min(…, …) around it, or make 'among' hold it always")

    def _warn(self, message: str, formula: checked.Formula, hint: str) -> None:
        # what is taken by name is written nowhere but where it is taken
        place = formula.core.span
        span = formula.written.within(*place) if any(place) else formula.written.span
        self._findings.add("may-fault", message, span, hint, "warning")

    # -- findings ---------------------------------------------------------------------------------

    def report(self, *, whole: bool) -> None:
        """Adds what was found of all that was told; that something never comes about, of a `whole` pack alone."""
        covered: dict[str, Coverage] = {}
        looked_up: dict[str, set[Interval]] = {}
        for asked in self._asked.values():
            match asked.node:
                case core.Math() as node:
                    _report_division(asked, node, self._findings)
                case core.Walk() as node:
                    _report_walk(asked, node, self._findings)
                case core.MakeDice() as node:
                    _report_dice(asked, node, self._findings)
                case core.RowAt(table=id):
                    table = self._pack.tables[id]
                    if id not in covered:
                        covered[id] = Coverage(table.bands)
                    looked_up.setdefault(id, set()).update(asked.numbers)
                    _report_gap(asked, table, covered[id], self._findings)
        if not whole:
            return
        for id, numbers in looked_up.items():
            self._report_unreached(self._pack.tables[id], covered[id], numbers)
        for answers in self._answers.values():
            self._report_answer(answers)

    def _report_unreached(self, table: TableInfo, coverage: Coverage, numbers: set[Interval]) -> None:
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
            self._findings.add("unreachable", message, at.written.span, severity="warning")

    def _report_answer(self, answers: _Answers) -> None:
        first = answers.first
        if first.holds is None or not answers.agreed:
            return
        asked, of = first.asked, present(first.asked.left.type)
        rows = self._pack.tables[of.table].rows if isinstance(of, Row) else ()
        what = "always" if first.holds else "never"
        if asked.op == "==" and isinstance(first.left, Options):
            shown = _slice(answers.written, asked.left)
            message = f"'{shown}' is {what} '{_option(asked.right, rows)}' here, by what is asked before"
        else:
            message = f"'{_slice(answers.written, asked.test)}' {what} holds here, by what is asked before"
        left_over = _left(first.left, rows)
        hint = (
            "leave out the test, and what stands for its contrary"
            if first.holds
            else f"all that is left is {left_over}"
        )
        self._findings.add("unreachable", message, answers.written.within(*asked.test.span), hint, "warning")


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
            never = isinstance(node.right, core.Const)
            if never:
                message = f"'{shown}' is 0, and nothing can be divided by 0"
                hint = _asked_at("divide by another number", asked, origin)
            findings.add("may-fault", message, asked.written.within(*place), hint, "error" if never else "warning")
            return


def _report_dice(asked: _Asked, node: core.MakeDice, findings: Findings) -> None:
    keep = 0 if node.keep is None else node.keep[1]
    most = _most_dice(node)
    shown = _slice(asked.written, node.count)
    for number, origin in asked.numbers.items():
        if number.low is None or number.low < 0:
            low = "less than 0" if number.low is None else number.low
            message = f"'{shown}' may be {low}, and so many dice cannot be thrown"
            hint = "give what it depends on a 'min', or write max(0, …)"
        elif number.low < keep:
            verb = "kept" if node.keep is not None and node.keep[0] in ("kh", "kl") else "dropped"
            message = f"'{shown}' may be {number.low}, and {keep} of the dice are {verb}"
            hint = f"give what it depends on a 'min', or write max({keep}, …)"
        elif number.high is None or number.high > most:
            high = f"more than {most}" if number.high is None else number.high
            message = f"'{shown}' may be {high}, and {most} of these dice are the most of one throw"
            hint = f"give what it depends on a 'max', or write min({most}, …)"
        else:
            continue
        place = asked.written.within(*node.count.span)
        findings.add("may-fault", message, place, _asked_at(hint, asked, origin), "warning")
        return


def _most_dice(node: core.MakeDice) -> int:
    """How many of the dice can be thrown at once."""
    kind, face = node.reroll or ("", 0)
    each = expected_faces(Pool(1, node.sides, kind, face, node.explode))
    return min(limits.DICE, limits.REROLLS // each) if each else limits.DICE


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


def _reaches(reach: Callable[[Core], Reach], low: Core, high: Core) -> bool:
    """Whether the one is never greater than the other."""
    apart = reach(core.Math("-", high, low, NUMBER))
    if isinstance(apart, Interval) and apart.low is not None and apart.low >= 0:
        return True
    match low, high:
        case core.Func(id="min" | "max" as id, args=parts), _ if len(parts) > 1:
            return (any if id == "min" else all)(_reaches(reach, part, high) for part in parts)
        case _, core.Func(id="min" | "max" as id, args=parts) if len(parts) > 1:
            return (all if id == "min" else any)(_reaches(reach, low, part) for part in parts)
        case _:
            return False


def _never_reaches(reach: Callable[[Core], Reach], low: Core, high: Core) -> bool:
    """Whether the one is always greater than the other."""
    apart = reach(core.Math("-", high, low, NUMBER))
    return isinstance(apart, Interval) and apart.high is not None and apart.high < 0


def _slice(written: Written, node: Core) -> str:
    return " ".join(written.text[slice(*node.span)].split())


def _can_be(found: Reach) -> str:
    limited = isinstance(found, Interval) and (found.low, found.high) != (None, None)
    return f"it can be {_shown(found)}; " if limited and isinstance(found, Interval) else ""


def _option(value: object, rows: Sequence[str]) -> str:
    """A row, flag or word as it is written."""
    if value is None or isinstance(value, bool):
        return {None: "none", True: "true", False: "false"}[value]
    return rows[value] if isinstance(value, int) else str(value)


def _left(found: Reach, rows: Sequence[str]) -> str:
    """What is left to be, a few of it."""
    if isinstance(found, Options):
        names = [
            f"'{_option(value, rows)}'" for value in sorted(found.values, key=lambda value: (value is None, value))
        ]
        return ", ".join(names[:4]) + (" and others" if len(names) > 4 else "")
    return _shown(found) if isinstance(found, Interval) else ""
