"""Random legal data for an event's needs, and random legal answers to its choices."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from handhold.language.types import DICE, FLAG, INTEGER, KEY, NUMBER, GroupOf, ListOf, OptionalOf, Row, Sheet, Type
from handhold.language.world import NO_DEFAULT, SCENE, FieldInfo, Limits
from handhold.packs import checked

KEYS = ("ann", "bob", "cid")
FREE = Limits()


def number(random: Random, of: Type, limits: Limits, near: int = 12) -> int | Fraction:
    """A number within the limits, near zero or near them."""
    low = limits.min if limits.min is not None else limits.above if limits.above is not None else None
    high = limits.max if limits.max is not None else limits.below if limits.below is not None else None
    least = low if low is not None else (high - near if high is not None else -3)
    most = min(high, least + near) if high is not None else least + near
    for _ in range(100):
        value: int | Fraction = random.randint(int(least), int(most))
        if of == NUMBER and random.random() < 0.3:
            value = Fraction(2 * value + 1, 2)
        if not limits.broken_by(value):
            return value
    return int(most)


def value(random: Random, pack: checked.Pack, of: Type, limits: Limits = FREE) -> object:
    """Random plain data of a type."""
    match of:
        case OptionalOf(of=inner):
            return None if random.random() < 0.5 else value(random, pack, inner, limits)
        case ListOf(of=inner):
            return [value(random, pack, inner) for _ in range(random.randint(0, 3))]
        case GroupOf(sheet=sheet):
            return {key: sheet_data(random, pack, sheet) for key in KEYS[: random.randint(1, 3)]}
        case Sheet(sheet=sheet):
            return sheet_data(random, pack, sheet)
        case Row(table=table):
            return random.choice(pack.tables[table].rows)
        case _ if of in (INTEGER, NUMBER):
            return number(random, of, limits)
        case _ if of == FLAG:
            return random.random() < 0.5
        case _ if of == KEY:
            return random.choice(KEYS)
        case _ if of == DICE:
            return random.choice(["d4", "d6", "2d6", "d20+1"])
        case _:
            return "text"


def field(random: Random, pack: checked.Pack, known: FieldInfo) -> object:
    """Random data for a field or need; NO_DEFAULT to leave it out."""
    may_default = known.default is not NO_DEFAULT or isinstance(known.type, OptionalOf | ListOf)
    if may_default and random.random() < 0.5:
        return NO_DEFAULT
    return value(random, pack, known.type, known.limits)


def sheet_data(random: Random, pack: checked.Pack, sheet: str) -> dict[str, object]:
    """Random data for a sheet."""
    found = {name: field(random, pack, known) for name, known in pack.sheets[sheet].fields.items()}
    return {name: data for name, data in found.items() if data is not NO_DEFAULT}


def given(random: Random, pack: checked.Pack, event: checked.Event) -> dict[str, object]:
    """Random data for all needs of an event."""
    found = {name: field(random, pack, known) for name, known in event.needs.items()}
    if SCENE in found and found[SCENE] is NO_DEFAULT:
        found[SCENE] = sheet_data(random, pack, SCENE)
    return {name: data for name, data in found.items() if data is not NO_DEFAULT}
