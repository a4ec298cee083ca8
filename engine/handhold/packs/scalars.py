"""What a scalar of YAML means in a pack: our own few rules instead of YAML's many.

`null`, `true`, `false`, whole numbers and exact decimals are what they look like; all else is text. What other tools
would read as a time, a date, an octal number or a flag is refused with what to type instead.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final, Literal

from handhold import limits
from handhold.language.words import MEANT

Style = Literal["plain", "single", "double", "literal", "folded"]
Plain = None | bool | int | Fraction | str

STYLES: Final[dict[str, Style]] = {"": "plain", "'": "single", '"': "double", "|": "literal", ">": "folded"}
"""PyYAML's sign for the way a scalar is written, and ours."""

FLAG_WORDS: Final = frozenset({"yes", "no", "on", "off"})
"""Words that many YAML tools read as flags."""

_WORDS: Final[dict[str, Plain]] = {"": None, "null": None, "true": True, "false": False}
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")
_SUSPECT = frozenset("0123456789+-.~−–")

_ESCAPE = re.compile(r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[\s\S])")
_HEADER = re.compile(r"[^\n]*")


def value_of(text: str) -> Plain:
    """The value of a scalar written without quotes. A whole number is an int, whichever way it is written."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in _SUSPECT and _NUMBER.fullmatch(text) and not too_long(text):
        if "." not in text:
            return int(text)
        number = Fraction(text)
        return number.numerator if number.denominator == 1 else number
    return text


def too_long(text: str) -> bool:
    """Whether a text is a number of more digits than the budget allows."""
    return len(text) > limits.DIGITS and sum(map(str.isdigit, text)) > limits.DIGITS and bool(_NUMBER.fullmatch(text))


def blanked(raw: str, style: Style) -> tuple[str, bool]:
    """The raw slice of a scalar with what belongs to YAML replaced by spaces, and whether it holds an escape.

    The length and all newlines are kept, so an offset in the result is a place in the file.
    """
    if style == "plain":
        return raw, False
    if style in ("literal", "folded"):
        header = _HEADER.match(raw)
        length = header.end() if header else 0
        return " " * length + raw[length:], False
    body = raw[1:-1]
    if style == "single":
        return f" {body.replace(chr(39) * 2, '  ')} ", "''" in body
    plain = _ESCAPE.sub(lambda found: "".join("\n" if char == "\n" else " " for char in found.group()), body)
    return f" {plain} ", "\\" in body


_LOOK_ALIKES: Final[tuple[tuple[re.Pattern[str], str, str], ...]] = tuple(
    (re.compile(pattern), message, hint)
    for pattern, message, hint in (
        (
            r"[0-9]+(?::[0-9]{1,2})+(?:\.[0-9]*)?",
            "'{}' is read as a time or as a number by other tools",
            'write the number itself, or put quotes around a text: "{}"',
        ),
        (
            r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt ].*)?",
            "'{}' is read as a date by other tools",
            'put quotes around a text: "{}"; a subtraction has spaces around its minus',
        ),
        (
            r"[-+]?0[0-9_]+(?:\.[0-9_]*)?",
            "'{}' begins with 0, which other tools read as another number",
            'write the number without it, or put quotes around a text: "{}"',
        ),
        (
            r"[-+]?[0-9][0-9_]*_[0-9_.]*",
            "'{}' has an underscore inside the number",
            "write the digits without it",
        ),
        (
            r"[-+]?[0-9]+(?:,[0-9]+)+",
            "'{}' has a comma inside the number",
            "",
        ),
        (
            r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)[eE][-+]?[0-9]+",
            "'{}' is a number in scientific notation",
            'write the digits out, or put quotes around a text: "{}"',
        ),
        (
            r"[-+]?0(?:[xX][0-9a-fA-F_]+|[oO][0-7_]+|[bB][01_]+)",
            "'{}' is a number that is not decimal",
            'write it with the digits 0 to 9, or put quotes around a text: "{}"',
        ),
        (
            r"\+(?:[0-9]+\.?[0-9]*|\.[0-9]+)",
            "'{}' has a plus sign",
            'write the number without it, or put quotes around a text: "{}"',
        ),
        (
            r"[−–][0-9]+(?:\.[0-9]+)?",
            "'{}' begins with a sign of print, which is no minus here",
            "write it with the '-' of the keyboard, or put quotes around a text: \"{}\"",
        ),
        (
            r"-?(?:[0-9]+\.|\.[0-9]+)",
            "'{}' has no digit on one side of the point",
            "write 0.5 or 5",
        ),
        (
            r"[-+]?\.(?:inf|Inf|INF|nan|NaN|NAN)",
            "'{}' is no number of a rule",
            'put quotes around a text: "{}"',
        ),
        (r"~", "'~' is read as nothing by other tools", 'write null, or put quotes around a text: "~"'),
    )
)
_COMMAS: Final = "write 1000 for a thousand and 0.5 for a half"
_WITH_UNIT = re.compile(r"(-?[0-9]+(?:\.[0-9]+)?) ?(?:[a-zA-Z]{1,12}|%)")
_GROUPED = re.compile(r"(-?[1-9][0-9]{0,2}(?:([ ,.'’])[0-9]{3})(?:\2[0-9]{3})*)(?:[.,]([0-9]{1,12}))?")
_DECIMAL_COMMA = re.compile(r"(-?[0-9]+), ?([0-9]+)")


def number_hint(text: str) -> str:
    """What to write for a number that is written as elsewhere: with its unit, a decimal comma or groups of digits;
    empty for anything else.
    """
    if found := _WITH_UNIT.fullmatch(text):
        return f"write the number alone: {found[1]}"
    if found := _GROUPED.fullmatch(text):
        return f"write the digits together: {found[1].replace(found[2], '')}" + (f".{found[3]}" if found[3] else "")
    if found := _DECIMAL_COMMA.fullmatch(text):
        return f"write a decimal with a point: {found[1]}.{found[2]}"
    return ""


def look_alike(text: str) -> tuple[str, str] | None:
    """Message and hint where a scalar without quotes reads differently from what it looks like, else None."""
    if not text:
        return None
    if len(text) <= 5:
        low = text.lower()
        if text in (low, low.title(), low.upper()):
            if low in FLAG_WORDS:
                hint = f'write {MEANT[low]}, or put quotes around a word: "{text}"'
                return f"'{text}' is read as a flag by other tools", hint
            if low in _WORDS and text != low:
                return f"'{text}' is written with small letters", f'write {low}, or put quotes around a word: "{text}"'
    if text[0] not in _SUSPECT:
        return None
    for pattern, message, hint in _LOOK_ALIKES:
        if pattern.fullmatch(text):
            return message.format(text), hint.format(text) or number_hint(text) or _COMMAS
    return None
