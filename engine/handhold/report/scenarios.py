"""A scenario as it was played, in text and in JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from handhold.packs.model import Header
from handhold.play.result import Plain, Result
from handhold.play.runs.scenario import Scenario
from handhold.report import as_json
from handhold.report.layout import two_sides
from handhold.report.output import Output
from handhold.report.printable import printable
from handhold.report.runs import run_answer, run_lines
from handhold.report.values import Json, value_json


def heading_text(out: Output, scenario: Scenario, header: Header) -> None:
    """The title of the story, and the pack."""
    title = printable(scenario.title or "A scenario")
    two_sides(out, title, printable(header.shown), style="strong")


def entry_text(out: Output, scenario: Scenario, number: int, result: Result, *, explain: bool) -> None:
    """One event: what it is in the story, what came of it, its steps."""
    note = scenario.entries[number - 1].note
    out.line()
    if note:
        out.line(f"   {printable(note)}")
    run_lines(out, result, printable(result.event.id), explain=explain, number=f"{number}. ")


def scenario_json(
    out: Output, scenario: Scenario, header: Header, results: Sequence[Result], seed: int | str, *, trace: bool
) -> None:
    """`play/1`."""
    state: dict[str, Plain] = {}
    for result in results:
        state.update(result.state)
    answer: Mapping[str, Json] = {
        "handhold": "play/1",
        "pack": as_json.pack_name(header),
        "title": scenario.title,
        "seed": seed if any(result.seed is not None and result.rolls for result in results) else None,
        "entries": [run_answer(result, trace=trace) for result in results],
        "state": value_json(state),
    }
    as_json.write(out, answer)
