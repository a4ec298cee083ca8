"""The value of a formula, in text and in JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handhold.report import as_json
from handhold.report.output import Output
from handhold.report.values import value_json, value_text

if TYPE_CHECKING:
    from handhold.packs.model import Header
    from handhold.play.result import Plain


def value_only(out: Output, value: Plain) -> None:
    """The value alone on a line, for a person or a script."""
    out.line(value_text(value))


def eval_json(out: Output, header: Header, formula: str, value: Plain) -> None:
    """`eval/1`."""
    as_json.write(
        out,
        {
            "handhold": "eval/1",
            "pack": as_json.pack_name(header),
            "formula": formula,
            "value": value_json(value),
        },
    )
