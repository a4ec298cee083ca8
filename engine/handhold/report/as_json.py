"""JSON as every command writes it: keys in a fixed order, two spaces, a line end. The same answer is the same
bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from handhold.report.output import Output
from handhold.report.printable import encodable, no_command_json
from handhold.report.values import Json

if TYPE_CHECKING:
    from handhold.play.looks import PackName


def write(out: Output, answer: Mapping[str, Json]) -> None:
    """Writes an answer. What cannot be seen or encoded is escaped as JSON escapes it."""
    text = json.dumps(dict(answer), ensure_ascii=False, indent=2, allow_nan=False)
    if not text.replace("\n", "").isprintable():
        text = "".join(char if char.isprintable() or char == "\n" else _escape(char) for char in text)
    if encodable(text, out.encoding) != text:
        text = "".join(char if char.isascii() else _escape(char) for char in text)
    out.raw(no_command_json(text) + "\n")


def pack_name(header: PackName) -> str:
    """A pack as answers name it: `lurasko@1.0.0`, with variants `lurasko@1.0.0+wet-season@1.0.0`."""
    return header.name


def _escape(char: str) -> str:
    # JSON itself would leave the last of ASCII as it is
    return "\\u007f" if char == "\x7f" else json.dumps(char)[1:-1]
