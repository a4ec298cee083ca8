"""What the codes of check mean, in text and in JSON."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import indent, wrap
from typing import Final

from handhold.diagnostics import CODES
from handhold.explanations import EXPLANATIONS
from handhold.report import as_json
from handhold.report.output import Output
from handhold.report.values import Json

_WIDTH: Final = 100


def codes_text(out: Output) -> None:
    """Every code with one line."""
    longest = max(map(len, CODES))
    for code, what in CODES.items():
        out.line(f"{code:<{longest}}  {what}")
    out.line()
    out.line("handhold explain CODE says more.")


def code_text(out: Output, code: str) -> None:
    """What a code means, why it is a fault, and an example of it beside one that is right."""
    known = EXPLANATIONS[code]
    out.line(out.paint(code, "strong") + f": {CODES[code]}")
    out.line()
    for line in wrap(known.why, min(out.columns, _WIDTH)):
        out.line(line)
    for title, example in (("Wrong", known.bad), ("Right", known.good)):
        out.line()
        out.line(f"{title}:")
        out.raw(indent(example, "    "))


def explain_json(out: Output, codes: Iterable[str]) -> None:
    """`explain/1`: the codes with all that there is to say of them."""
    explained: list[Json] = [
        {
            "code": code,
            "what": CODES[code],
            "why": EXPLANATIONS[code].why,
            "bad": EXPLANATIONS[code].bad,
            "good": EXPLANATIONS[code].good,
        }
        for code in codes
    ]
    as_json.write(out, {"handhold": "explain/1", "codes": explained})
