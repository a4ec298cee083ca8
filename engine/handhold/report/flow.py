"""Plain values as they are written in YAML, on one line."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from handhold.report.printable import printable

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:[-. ][A-Za-z0-9_]+)*")
OTHER_VALUES: Final = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n"})
"""Words that YAML, or other tools that read it, take for something else."""


def flow(value: object) -> str:
    """The value in YAML on one line: mappings and lists in brackets, quotes where they are needed.

    Values are None, bool, int, Fraction, text, and lists, tuples and mappings of these.
    """
    match value:
        case Mapping():
            return "{" + ", ".join(f"{flow(str(key))}: {flow(held)}" for key, held in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(flow, value)) + "]"
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case Fraction():
            return f'"{value}"'
        case _:
            text = printable(str(value))
            plain = _WORD.fullmatch(text) and text.lower() not in OTHER_VALUES
            return text if plain else json.dumps(text, ensure_ascii=False)
