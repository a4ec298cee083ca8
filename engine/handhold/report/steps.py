"""The steps of a run as lines: what was worked out from what, and where that stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from handhold.record import Record
from handhold.report.printable import printable
from handhold.report.values import value_text

if TYPE_CHECKING:
    from handhold.play.chance import Rolled
    from handhold.play.result import Result
    from handhold.play.trace import Entry, Line
    from handhold.source import Span

MOST: Final = 12
"""Lines of steps that are shown where not all are asked for."""


class StepLine(Record):
    """A line of a report: the step's name, what came out and how, and the place at the right. All printable.

    The name is empty where the line belongs to the step before.
    """

    name: str
    text: str
    right: str = ""


def chief_lines(result: Result, entries: Sequence[Entry]) -> list[StepLine]:
    """The lines that matter at a table.

    They are the numbers, rows and dice worked out at the top level, every roll, answers, and what has changed.
    """
    paths = {entry.path for entry in entries}
    thrown = {entry.formula for entry in entries if entry.kind == "roll"}
    lines = [
        StepLine(printable(entry.path), _came_out(entry, result), _cite(entry, result))
        for entry in entries
        if _matters(entry, paths, thrown)
    ]
    if len(lines) > MOST:
        left = len(lines) - MOST + 1
        lines = [*lines[: MOST - 4], StepLine("…", f"{left} more steps; --explain shows them"), *lines[-3:]]
    cites = {entry.target: entry.cite for entry in entries if entry.kind == "set"}
    for effect in result.effects:
        text = f"{value_text(effect.before)} → {value_text(effect.after)}"
        lines.append(StepLine(printable(effect.path), text, printable(cites.get(effect.path, ""))))
    return lines


def every_line(result: Result, entries: Sequence[Entry]) -> Iterator[StepLine]:
    """Every step, those inside other events too, with the numbers put in and its line in the pack.

    Under a step stand the modifier lines that applied, rows and cells that a variant brought, and the grounds on which
    it refuses.
    """
    for entry in entries:
        if entry.kind == "do":
            continue
        right = _source(_cite(entry, result), entry.span)
        yield StepLine(printable(entry.path), _came_out(entry, result, explain=True), right)
        if entry.kind == "refuse":
            for line in entry.lines:
                yield StepLine("", printable(line.path.rpartition(".")[2]), _source(line.cite, line.span))
        for line in entry.lines:
            # the step's own line tells of a row, unless a variant made it what it is
            if not line.path.startswith("modifiers.") and not (line.path.startswith("tables.") and line.span.variant):
                continue
            name = line.path.partition(".")[2].replace(".lines.", ".").replace(".rows.", ".")
            yield StepLine("", printable(f"{name}  {value_text(line.value)}"), _source(line.cite, line.span))


def _matters(entry: Entry, paths: set[str], thrown: set[str]) -> bool:
    if entry.kind == "roll":
        return True
    if "." in entry.path:
        return entry.kind == "choose" and bool(entry.value)
    if entry.kind == "choose":
        return True
    value = entry.value
    told = isinstance(value, int | Fraction | str) and not isinstance(value, bool)
    copied = entry.formula in paths or entry.path in thrown
    nothing = value == 0 and entry.filled == f"{entry.formula} 0" and not entry.lines
    return entry.kind == "value" and told and not copied and not nothing


def _came_out(entry: Entry, result: Result, *, explain: bool = False) -> str:
    """What a step came to, with the numbers that it was worked out from."""
    value = value_text(entry.value)
    match entry.kind:
        case "roll":
            faces = _faces(result.rolls[entry.path])
            return printable(f"{entry.dice} → {faces}" + (f" = {value}" if faces != value else ""))
        case "set":
            return printable(f"{entry.target} {value_text(entry.before)} → {value}{_how(entry, value, explain)}")
        case "choose":
            told = explain and entry.formula not in ("", value)
            return f"{value} (by default {printable(entry.formula)})" if told else value
        case "value":
            return value + _how(entry, value, explain)
        case "block":
            return f"{'applies' if entry.value is True else 'does not apply'}: {printable(entry.filled)}"
        case "each":
            end = f", until {printable(entry.filled)}: {value}" if entry.formula else ""
            return f"its passes are made{end}"
        case "refuse":
            return "refuses" if entry.lines else "nothing is refused"
        case "do":
            return "is done"


def _how(entry: Entry, value: str, explain: bool) -> str:
    if entry.filled not in ("", value, f"{entry.formula} {value}"):
        return f" = {printable(entry.filled)}"
    told = [f"{line.path.rpartition('.')[2]} {value_text(line.value)}" for line in _modifier_lines(entry)]
    if told and not explain:
        return f" = {printable(' + '.join(told))}"
    return f" = {printable(entry.formula)}" if explain and entry.formula not in ("", value) else ""


def _modifier_lines(entry: Entry) -> list[Line]:
    return [line for line in entry.lines if line.path.startswith("modifiers.")]


def _is_cell(line: Line) -> bool:
    return line.path.startswith("tables.") and line.path.count(".") > 3


def _source(cite: str, span: Span) -> str:
    # of a variant's file the folder is told too, for many of them are called pack.yaml
    place = f"{'/'.join(span.file.split('/')[-2 if span.variant else -1 :])}:{span.line}"
    return printable(f"{cite} · {place}" if cite else place)


def _faces(rolled: Rolled) -> str:
    pools = rolled.dice.pools
    changed = any(pool.reroll or pool.explode or pool.keep_which or pool.at_least or pool.sign < 0 for pool in pools)
    if changed or not rolled.faces:
        return ", ".join(map(str, rolled.faces)) or "no dice"
    parts = " + ".join(map(str, rolled.faces))
    plus = rolled.dice.plus
    return f"{parts} {'-' if plus < 0 else '+'} {abs(plus)}" if plus else parts


def _cite(entry: Entry, result: Result) -> str:
    """Where the step is from: its own place, else that of the formula it is, else that of the one line that
    applied.
    """
    of_lines = {line.cite for line in entry.lines if not _is_cell(line)}
    found = entry.cite or result.behind.cite_of(entry.formula) or (of_lines.pop() if len(of_lines) == 1 else "")
    return printable(found)
