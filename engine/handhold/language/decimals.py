"""Exact numbers in decimal digits."""

from __future__ import annotations

from fractions import Fraction


def decimal(value: int | Fraction) -> str | None:
    """The number in exact decimal digits, or None if it has no end."""
    rest = value.denominator
    places = {2: 0, 5: 0}
    for prime in places:
        while rest % prime == 0:
            rest //= prime
            places[prime] += 1
    if rest != 1:
        return None
    after = max(places.values())
    if not after:
        return str(value.numerator)
    digits = str(abs(value.numerator) * 10**after // value.denominator).rjust(after + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-after]}.{digits[-after:]}"


_SHORT = 12
"""Characters of a decimal that is read more easily than the fraction."""


def for_people(value: Fraction) -> str:
    """The number as `7.5`, or as `22/7` where the decimal has no end or is long."""
    text = decimal(value)
    return text if text is not None and len(text) <= _SHORT else str(value)
