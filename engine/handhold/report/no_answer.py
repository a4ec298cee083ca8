"""A case that the rules cannot answer: what, where, with which values, and what led there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from handhold.report import as_json
from handhold.report.faults import LineOf, hint, marked, place_json
from handhold.report.output import Output
from handhold.report.printable import printable
from handhold.report.runs import rolls_json
from handhold.report.values import Json, value_json

if TYPE_CHECKING:
    from handhold.packs.model import Header
    from handhold.play.run_error import RunError

_ROLLS: Final = 12
"""Rolls that are told in a text: the last ones."""


def no_answer_text(out: Output, fault: RunError, line_of: LineOf) -> None:
    """Adds a fault for a person: with the line of the pack, the values, the step, and the dice that were thrown."""
    span = fault.span
    if span is None:
        out.line(f"handhold: {printable(fault.message)}")
        if fault.written is not None:
            typed = fault.written.text.strip("\n")
            marked(out, fault.written.within(fault.start, fault.end), typed)
    else:
        out.line(f"{printable(str(span))}: {printable(fault.message)}")
        marked(out, span, line_of(span.file, span.line))
    hint(out, fault.values())
    hint(out, _where(fault))
    rolls = [(path, roll.faces) for path, roll in fault.rolls.items() if roll.faces]
    if rolls:
        told = " ".join(f"{path}={','.join(map(str, faces))}" for path, faces in rolls[-_ROLLS:])
        hint(out, f"after the dice {'… ' if len(rolls) > _ROLLS else ''}{told}")


def _where(fault: RunError) -> str:
    """The formulas that use one another, the innermost first, and the step."""
    formulas = [path for path in reversed(fault.through) if not path.startswith("events.")]
    parts = [", used by ".join(formulas)] if formulas else []
    steps = [path for path in fault.through if path.startswith("events.")]
    if fault.step:
        parts.append(f"in the step '{fault.step}' of the event '{fault.event}'")
    elif steps:
        parts.append(f"in {steps[-1]}")
    if fault.round:
        parts.append(f"in round {fault.round}")
    return ", ".join(parts)


def no_answer_json(out: Output, fault: RunError, header: Header | None) -> None:
    """`fault/1`."""
    answer: dict[str, Json] = {
        "handhold": "fault/1",
        "pack": None if header is None else as_json.pack_name(header),
        "message": fault.message,
        **place_json(fault.span),
        "formula": fault.formula or None,
        "names": {name: value_json(value) for name, value in fault.names.items()},
        "event": fault.event or None,
        "step": fault.step or None,
        "through": list(fault.through),
        "round": fault.round or None,
        "rolls": rolls_json(fault.rolls),
    }
    as_json.write(out, answer)
