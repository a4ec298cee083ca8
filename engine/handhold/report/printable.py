"""Text that is safe to show: whatever a pack, a file name or an argument holds, it stays on its line."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import category, combining, east_asian_width

_PLAIN: Final = str.maketrans(
    {
        "→": "->", "·": "-", "−": "-", "–": "-", "—": "-", "…": "...", "×": "x", "≥": ">=", "≤": "<=", "≈": "~",
        "‘": "'", "’": "'", "“": '"', "”": '"', "█": "#", "½": "1/2", "¼": "1/4", "¾": "3/4",
        "±": "+/-", "▓": "=", "▒": "-", "░": ".", "▁": ".", "▂": ".", "▃": ":", "▄": ":", "▅": "+", "▆": "+", "▇": "#",
    }
)  # fmt: skip

_INSIDE: Final = re.compile(r"##(?=[\w-]*\[)")


def printable(text: str) -> str:
    """The text on one line, every space a plain one.

    Control, bidirectional, zero-width and other unprintable characters become escapes.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(char) for char in text)


def _shown(char: str) -> str:
    if char.isprintable():
        return char
    if char == "\n" or category(char) == "Zs":
        return " "
    return char.encode("unicode_escape").decode("ascii")


def no_command(line: str) -> str:
    """The line, which a CI service that runs us would not take for a command to itself: those begin with `::`, or hold
    `##[` or `##name[` anywhere.
    """
    line = _INSIDE.sub(r"#\\x23", line)
    start = line.lstrip()
    return f"{line[: len(line) - len(start)]}\\x3a{start[1:]}" if start.startswith("::") else line


def no_command_json(text: str) -> str:
    """JSON in which such a command is written with an escape."""
    return _INSIDE.sub(r"#\\u0023", text)


def encodable(text: str, encoding: str | None) -> str:
    """The text in characters that the encoding can write (None: any); signs of our own get a spelling in ASCII."""
    if encoding is None or _fits(text, encoding):
        return text
    fitting = text.translate({sign: plain for sign, plain in _PLAIN.items() if not _fits(chr(sign), encoding)})
    return fitting.encode(encoding, "backslashreplace").decode(encoding)


def _fits(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def width(text: str) -> int:
    """The columns that a printable text takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text)
