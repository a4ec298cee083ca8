"""Texts and values as messages name them: short, on one line, nothing in them that cannot be seen."""

from __future__ import annotations

import re
import reprlib

_WORD = re.compile(r"\w+|[^\w\s]")


def show(text: str, most: int = 60) -> str:
    """A text to be named in a message: on one line, shortened, unprintable characters as escapes."""
    flat = " ".join(text.split())
    if len(flat) > most:
        flat = flat[: most - 1] + "…"
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in flat)


def short(value: object) -> str:
    """A value of any kind in a few words."""
    if isinstance(value, bool):
        return "true" if value else "false"
    plain = isinstance(value, str | float | None) or (isinstance(value, int) and value.bit_length() < 200)
    kind = type(value).__name__
    return reprlib.repr(value) if plain else f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def words(formula: str) -> int:
    """How many words, numbers and signs stand in a formula: what reading and judging it takes grows with them."""
    return len(_WORD.findall(formula))


def placeholders(text: str) -> list[tuple[int, int]]:
    """The ranges of the names that stand in braces in a text."""
    found = []
    start = text.find("{")
    while start >= 0:
        end = text.find("}", start)
        if end < 0:
            break
        found.append((start + 1, end))
        start = text.find("{", end)
    return found


def lone_brace(text: str) -> int | None:
    """Where the first brace stands that belongs to no name in braces; None if there is none."""
    at = 0
    for start, end in [*placeholders(text), (len(text) + 1, len(text))]:
        for offset in range(at, start - 1):
            if text[offset] in "{}":
                return offset
        at = end + 1
    return None


def as_list(text: str) -> str:
    """How several values are written that were typed with commas between them."""
    parts = ", ".join(part.strip() for part in text.split(","))
    return f"write several values as a list: '{show(f'[{parts}]')}'"
