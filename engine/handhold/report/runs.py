"""What an event came to, in text and in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from handhold.language.dice import dice_text
from handhold.play.trace import entries
from handhold.report import as_json
from handhold.report.layout import two_sides
from handhold.report.output import Output
from handhold.report.printable import printable, width
from handhold.report.sentence import sentence
from handhold.report.steps import StepLine, chief_lines, every_line
from handhold.report.values import Json, value_json

if TYPE_CHECKING:
    from handhold.play.chance import Rolled
    from handhold.play.result import Refusal, Result
    from handhold.play.trace import Entry

_LONGEST_NAME = 24


def run_text(out: Output, result: Result, again: str, *, explain: bool) -> None:
    """The answer as it is read at a table; with `explain`, every step.

    The result was made with a trace. `again` is the command that gives the same answer.
    """
    run_lines(out, result, printable(f"{result.ready.name.shown} · {result.event.id}"), explain=explain)
    out.line(out.paint(f"again: {printable(again)}", "faint"))


def run_lines(out: Output, result: Result, place: str, *, explain: bool, number: str = "") -> None:
    """What an event came to: a sentence with its `number` and place, refusals, steps. The result was made with a
    trace.
    """
    two_sides(out, number + sentence(result), place, hang=2, style="bad" if result.refused else "strong")
    for n, refusal in enumerate(result.refusals):
        _refusal(out, refusal, said=result.refused and n == 0)
    steps = entries(result)
    if explain:
        for line in every_line(result, steps):
            left = f"  {line.name}  {line.text}" if line.name else f"      {line.text}"
            two_sides(out, left, line.right, hang=6)
    elif not result.refused:
        _aligned(out, chief_lines(result, steps))


def run_json(out: Output, result: Result, *, trace: bool) -> None:
    """`run/1`."""
    as_json.write(out, run_answer(result, trace=trace))


def run_answer(result: Result, *, trace: bool) -> dict[str, Json]:
    """A run as data, in the form of `run/1`."""
    answer: dict[str, Json] = {
        "handhold": "run/1",
        "pack": as_json.pack_name(result.ready.name),
        "event": result.event.id,
        "outcome": value_json(result.outcome),
        "refused": [{"code": each.code, "scope": each.scope, "reason": each.reason} for each in result.refusals],
        "values": value_json(result.values),
        "effects": [
            {"path": each.path, "before": value_json(each.before), "after": value_json(each.after)}
            for each in result.effects
        ],
        "state": value_json(result.state),
        "rolls": rolls_json(result.rolls),
        "seed": result.seed,
    }
    if trace:
        answer["trace"] = [_entry_json(entry) for entry in entries(result)]
    return answer


def rolls_json(rolls: Mapping[str, Rolled]) -> dict[str, Json]:
    """Rolls by path."""
    return {
        path: {"dice": dice_text(each.dice), "faces": list(each.faces), "value": each.value}
        for path, each in rolls.items()
    }


def _aligned(out: Output, lines: list[StepLine]) -> None:
    names = [width(line.name) for line in lines if width(line.name) <= _LONGEST_NAME]
    longest = max(names, default=0)
    for line in lines:
        gap = " " * max(0, longest - width(line.name))
        two_sides(out, f"  {line.name}{gap}  {line.text}", line.right, hang=longest + 6)


def _refusal(out: Output, refusal: Refusal, *, said: bool) -> None:
    """A refusal by its code; `said` is true of the one whose reason stands in the line before."""
    whose = f"{refusal.scope} is refused: " if refusal.scope else ""
    reason = "" if said else f"{whose}{refusal.reason} "
    two_sides(out, printable(f"  {reason}[{refusal.code}]"), printable(refusal.cite), hang=4)


def _entry_json(entry: Entry) -> dict[str, Json]:
    made: dict[str, Json] = {
        "path": entry.path,
        "kind": entry.kind,
        "title": entry.title,
        "formula": entry.formula,
        "filled": entry.filled,
        "value": value_json(entry.value),
    }
    if entry.kind == "set":
        made |= {"target": entry.target, "before": value_json(entry.before)}
    if entry.kind == "roll":
        made |= {"dice": entry.dice, "faces": list(entry.faces)}
    lines: list[Json] = [
        {
            "path": line.path,
            "value": value_json(line.value),
            "cite": line.cite,
            "file": line.span.file,
            "line": line.span.line,
        }
        for line in entry.lines
    ]
    made |= {"lines": lines, "cite": entry.cite, "note": entry.note, "file": entry.span.file, "line": entry.span.line}
    return made
