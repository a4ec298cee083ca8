"""Workflow commands of GitHub Actions, which put a message beside a line where a change is looked at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from handhold.report.output import Output
from handhold.report.printable import printable
from handhold.source import Span

_DATA: Final = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY: Final = {**_DATA, ":": "%3A", ",": "%2C"}


def annotation(out: Output, level: str, title: str, span: Span | None, message: str) -> None:
    """Adds one command. The level is `error` or `warning`; a message may have several lines."""
    place = {
        "title": title,
        **({"file": span.file, "line": str(span.line), "col": str(span.column)} if span else {}),
        **({"endLine": str(span.end_line), "endColumn": str(span.end_column)} if span else {}),
    }
    parts = ",".join(f"{key}={_escaped(printable(value), _PROPERTY)}" for key, value in place.items())
    text = "\n".join(map(printable, message.split("\n")))
    out.raw(f"::{level} {parts}::{_escaped(text, _DATA)}\n")


def _escaped(text: str, signs: Mapping[str, str]) -> str:
    """A text as a workflow command holds it, which ends at its line and parts at signs of its own."""
    return "".join(signs.get(char, char) for char in text)
