"""Values, types and fields as data, and back: JSON without mappings, of which nothing else can be made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Final

from handhold.language import types
from handhold.language.dice import DiceValue, Pool
from handhold.language.types import GroupOf, ListOf, Names, OptionalOf, Passes, Plain, Row, Sheet, Type, Word
from handhold.language.world import NO_DEFAULT, FieldInfo, Limits

Data = None | bool | int | str | list["Data"]
"""What JSON holds, without mappings and fractions."""


class NotKept(Exception):
    """Something cannot be kept, or what was kept is not as it was written."""


def _no(what: object) -> NotKept:
    return NotKept(f"{what.__class__.__name__} is not kept")


# -- values ------------------------------------------------------------------------------------------------------------


def value_data(value: object) -> Data:
    """A value that compiled code works with, as data. Raises NotKept for one that is no such value."""
    match value:
        case None | bool() | int() | str():
            return value
        case DiceValue(pools=pools, plus=plus):
            made: list[Data] = [list[Data](pool) for pool in pools]
            return ["d", plus, *made]
        case tuple():
            return ["t", *map(value_data, value)]
        case Fraction(numerator=over, denominator=under):
            return ["f", over, under]
        case _ if value is NO_DEFAULT:
            return ["-"]
        case _:
            raise _no(value)


def value_of(data: Data) -> object:
    """The value that was kept. Raises NotKept."""
    match data:
        case None | bool() | int() | str():
            return data
        case ["t", *items]:
            return tuple(map(value_of, items))
        case ["f", int() as over, int() as under] if under:
            return Fraction(over, under)
        case ["d", int() as plus, *pools]:
            return DiceValue(tuple(map(_pool, pools)), plus)
        case ["-"]:
            return NO_DEFAULT
        case _:
            raise _no(data)


def _pool(data: Data) -> Pool:
    match data:
        case [int(), int(), "" | "ro" | "rr", int(), bool(), int(), "" | "h" | "l", int(), 1 | -1]:
            return Pool(*data)  # type: ignore[arg-type]  # as matched
        case _:
            raise _no(data)


def number(data: Data) -> int | Fraction | None:
    """The number that was kept, or none. Raises NotKept."""
    value = value_of(data)
    if value.__class__ not in (int, Fraction, type(None)):
        raise _no(value)
    return value


# -- types and fields --------------------------------------------------------------------------------------------------

_PLAIN: Final[Mapping[str, Plain]] = {str(each): each for each in (*types.WRITABLE.values(), types.NONE, types.UNKNOWN)}


def type_data(of: Type) -> Data:
    """A type as data."""
    match of:
        case Plain(id=id):
            return id
        case Row(table=name):
            return ["row", name]
        case Sheet(sheet=name):
            return ["sheet", name]
        case Word(setting=name):
            return ["word", name]
        case GroupOf(sheet=name):
            return ["group", name]
        case ListOf(of=inner):
            return ["list", type_data(inner)]
        case OptionalOf(of=inner):
            return ["optional", type_data(inner)]
        case Names(owner=owner, fields=fields):
            return ["names", owner, names_data(fields)]
        case Passes(key=key, of=names, whole=whole):
            return ["passes", type_data(key), type_data(names), whole]


def type_of(data: Data) -> Type:
    """The type that was kept. Raises NotKept."""
    match data:
        case str() if data in _PLAIN:
            return _PLAIN[data]
        case ["row", str() as name]:
            return Row(name)
        case ["sheet", str() as name]:
            return Sheet(name)
        case ["word", str() as name]:
            return Word(name)
        case ["group", str() as name]:
            return GroupOf(name)
        case ["list", inner]:
            return ListOf(type_of(inner))
        case ["optional", inner]:
            return OptionalOf(type_of(inner))
        case ["names", str() as owner, fields]:
            return Names(owner, names_of(fields))
        case ["passes", key, names, bool() as whole]:
            of = type_of(names)
            if isinstance(of, Names):
                return Passes(type_of(key), of, whole)
    raise _no(data)


def names_data(names: Iterable[tuple[str, Type]]) -> list[Data]:
    """Names with their types as data."""
    return [[name, type_data(of)] for name, of in names]


def names_of(data: Data) -> tuple[tuple[str, Type], ...]:
    """The names that were kept. Raises NotKept."""
    return tuple((text(name), type_of(of)) for name, of in pairs(data))


def field_data(known: FieldInfo) -> Data:
    """A field as data."""
    return [known.id, type_data(known.type), limits_data(known.limits), value_data(known.default), known.changes]


def field_of(data: Data) -> FieldInfo:
    """The field that was kept. Raises NotKept."""
    match data:
        case [str() as id, of, limits, default, bool() as changes]:
            return FieldInfo(id, type_of(of), limits_of(limits), value_of(default), changes)
        case _:
            raise _no(data)


def limits_data(limits: Limits) -> Data:
    """Limits as data."""
    ends = (limits.min, limits.max, limits.above, limits.below)
    return [value_data(each) for each in ends] if limits.any else None


def limits_of(data: Data) -> Limits:
    """The limits that were kept. Raises NotKept."""
    match data:
        case None:
            return Limits()
        case [least, most, above, below]:
            return Limits(number(least), number(most), number(above), number(below))
        case _:
            raise _no(data)


def text(data: Data) -> str:
    """A text that was kept. Raises NotKept."""
    if not isinstance(data, str):
        raise _no(data)
    return data


def texts(data: Data) -> tuple[str, ...]:
    """Texts that were kept. Raises NotKept."""
    return tuple(map(text, items(data)))


def items(data: Data) -> list[Data]:
    """A list that was kept. Raises NotKept."""
    if not isinstance(data, list):
        raise _no(data)
    return data


def pairs(data: Data) -> Iterator[tuple[Data, Data]]:
    """A list of pairs that was kept. Raises NotKept."""
    for pair in items(data):
        match pair:
            case [one, other]:
                yield one, other
            case _:
                raise _no(pair)
