"""The value of a formula, or the odds of its dice, in text and in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from handhold.report import as_json
from handhold.report.output import Output
from handhold.report.values import number_text, value_json, value_text

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


def dice_text(out: Output, chances: Mapping[int, Fraction]) -> None:
    """The chance of each total as fraction, in percent and as a bar."""
    from handhold.report.chances import chance_lines

    chance_lines(out, {str(total): chance for total, chance in chances.items()})


def dice_json(out: Output, header: Header, formula: str, dice: Plain, chances: Mapping[int, Fraction]) -> None:
    """`eval-odds/1`: every chance is a text."""
    as_json.write(
        out,
        {
            "handhold": "eval-odds/1",
            "pack": as_json.pack_name(header),
            "formula": formula,
            "dice": value_json(dice),
            "odds": {str(total): number_text(chance) for total, chance in chances.items()},
        },
    )
