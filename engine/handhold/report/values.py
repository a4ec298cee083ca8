"""Values and chances in text and in JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from handhold.language.decimals import for_people
from handhold.report.printable import printable

if TYPE_CHECKING:
    from handhold.play.result import Plain

Json = int | bool | str | None | list["Json"] | dict[str, "Json"]
"""What is written as JSON: no number with a fraction."""

_SHORT_BITS = 10_000
_SHORT = 10**9


def whole_text(number: int) -> str:
    """The decimal digits of a whole number of any size (Python's own conversion stops at some thousand digits)."""
    if number < 0:
        return "-" + whole_text(-number)
    bits = number.bit_length()
    if bits < _SHORT_BITS:
        return str(number)
    digits = bits * 3 // 20
    high, low = divmod(number, 10**digits)
    return whole_text(high) + whole_text(low).zfill(digits)


def number_text(number: int | Fraction) -> str:
    """A number as `14` or `25/2`."""
    if isinstance(number, int) or number.denominator == 1:
        return whole_text(int(number))
    return f"{whole_text(number.numerator)}/{whole_text(number.denominator)}"


def value_text(value: Plain) -> str:
    """A value for a person, on one line."""
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case int():
            return whole_text(value)
        case Fraction():
            return for_people(value)
        case str():
            return printable(value)
        case list():
            return "[" + ", ".join(value_text(each) for each in value) + "]"
        case dict():
            return "{" + ", ".join(f"{printable(key)}: {value_text(each)}" for key, each in value.items()) + "}"


def value_json(value: Plain) -> Json:
    """A value for a program: a whole number as a number, any other as the text `n/d`."""
    match value:
        case None | bool() | str() | int():
            return value
        case Fraction():
            return value.numerator if value.denominator == 1 else number_text(value)
        case list():
            return [value_json(each) for each in value]
        case dict():
            return {key: value_json(each) for key, each in value.items()}


def tenths(number: Fraction) -> str:
    """A number of 0 or more, to a tenth: `12.5`."""
    whole, tenth = divmod(round(number * 10), 10)
    return f"{whole}.{tenth}" if tenth else f"{whole}"


def points(gain: Fraction) -> str:
    """A difference of chances in points: `+4.1 points`."""
    number = tenths(abs(gain) * 100)
    if number == "0":
        return "+0 points" if not gain else f"{'+' if gain > 0 else '-'} less than 0.1 points"
    return f"{'+' if gain > 0 else '-'}{number} points"


def percent(chance: Fraction) -> str:
    """A chance in percent, to a tenth; what is possible never reads as 0 %, what is not certain never as 100 %."""
    thousandths = round(chance * 1000)
    if thousandths == 0 and chance > 0:
        return "< 0.1 %"
    if thousandths == 1000 and chance < 1:
        return "> 99.9 %"
    return f"{tenths(chance * 100)} %"
