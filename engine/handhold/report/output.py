"""Where a report goes: a stream with its encoding, its width, and whether it takes colours."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Final, Literal, Protocol

from handhold.report.printable import encodable, no_command

Style = Literal["strong", "faint", "bad", "good"]

_CODES: Final[Mapping[Style, str]] = {"strong": "1", "faint": "2", "bad": "31", "good": "32"}
_NARROW, _WIDE, _USUAL = 60, 120, 100


class Stream(Protocol):
    """What is asked of a stream of text."""

    def write(self, text: str, /) -> object:
        """Takes the text."""

    def flush(self) -> object:
        """Hands on what was taken."""


class Output:
    """Collects lines, and writes them to the stream at once: an answer is either there as a whole or not at all."""

    def __init__(self, stream: Stream, environ: Mapping[str, str] = os.environ) -> None:
        self._stream = stream
        self._parts: list[str] = []
        found = getattr(stream, "encoding", None)
        self.encoding: str | None = found if isinstance(found, str) else None
        self._colour = _takes_colour(stream, environ)

    @property
    def columns(self) -> int:
        """How wide a report may be: the terminal (or COLUMNS), kept within what can be read."""
        return min(max(_columns(), _NARROW), _WIDE)

    def paint(self, text: str, style: Style) -> str:
        """The text in a style, if the stream takes colours."""
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if self._colour and text else text

    def line(self, text: str = "") -> None:
        """Adds a line. The text is printable (see `printable`) but for what `paint` put into it."""
        self._parts.append(f"{no_command(text)}\n" if "::" in text or "##" in text else f"{text}\n")

    def raw(self, text: str) -> None:
        """Adds text that has its line ends already."""
        self._parts.append(text)

    def mark(self) -> int:
        """A mark to come back to."""
        return len(self._parts)

    def back(self, mark: int) -> None:
        """Takes back what was added since the mark was set."""
        del self._parts[mark:]

    @property
    def terminal(self) -> bool:
        """Whether somebody looks on while the work is done."""
        isatty = getattr(self._stream, "isatty", None)
        return bool(callable(isatty) and isatty())

    def live(self, text: str) -> None:
        """Writes the text at once, past what is collected."""
        self._stream.write(text)
        self._stream.flush()

    def flush(self) -> None:
        """Writes what was collected. Raises OSError if the stream cannot take it."""
        text, self._parts = "".join(self._parts), []
        if text:
            self._stream.write(encodable(text, self.encoding))
            self._stream.flush()


def _takes_colour(stream: Stream, environ: Mapping[str, str]) -> bool:
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR"):
        return environ["FORCE_COLOR"] != "0"
    isatty = getattr(stream, "isatty", None)
    return bool(callable(isatty) and isatty()) and environ.get("TERM") != "dumb"


_DIGITS: Final = 9
"""Digits that are too many for a number of columns."""


def _columns() -> int:
    """The columns of the terminal that the process has, as `shutil.get_terminal_size` finds them (whose import would
    take as long as much of a run).
    """
    told = os.environ.get("COLUMNS", "")
    # Python refuses to read a number of some thousand digits
    if told.isdecimal() and len(told) < _DIGITS and int(told):
        return int(told)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or _USUAL if sys.__stdout__ else _USUAL
    except (OSError, ValueError):
        return _USUAL
