"""Constants and given values, from plain data to what a run works with.

Data slots of a pack and what is given to a run go through the same conversion, since both hold constants of a
declared type. At run time an integer is an `int`, a number an `int` or (never whole) `Fraction`, a flag a `bool`, a
row its index, a key or text a `str`, dice a `DiceValue`, a list a tuple, a group a tuple of (key, member) pairs, a
sheet the tuple of its unchanging fields. The state of a live sheet is apart, by the names of its variables.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil, floor

from handhold import limits
from handhold.diagnostics import did_you_mean
from handhold.language.dice import DiceValue
from handhold.language.types import (
    DICE,
    FLAG,
    INTEGER,
    KEY,
    NUMBER,
    TEXT,
    GroupOf,
    ListOf,
    OptionalOf,
    Row,
    Sheet,
    Type,
    present,
)
from handhold.language.words import MEANT
from handhold.language.world import NO_DEFAULT, FieldInfo, Rows, SheetInfo, is_live
from handhold.packs.scalars import number_hint
from handhold.packs.text import short, show
from handhold.record import Record


class ValueFault(ValueError):
    """A value that does not fit: `path` is the dotted path of the value from the slot, `hint` what to do (may be
    empty).
    """

    def __init__(self, path: str, message: str, hint: str = "") -> None:
        super().__init__(f"{path}: {message}" if path else message)
        self.path = path
        self.message = message
        self.hint = hint


def own(fixed: list[object]) -> tuple[object, ...]:
    """The unchanging fields of a live sheet, and behind them something of its own: two alike stay two. No class of
    tuples is made for it, for Python looks into tuples of its own quickest.
    """
    fixed.append(object())
    return tuple(fixed)


class Kinds(Record):
    """What types refer to: tables and sheets of a pack."""

    tables: Mapping[str, Rows]
    sheets: Mapping[str, SheetInfo]


State = dict[str, object]


def convert(data: object, of: Type, kinds: Kinds, path: str = "") -> object:
    """Plain data as a value of the type `of`, which is not live.

    Plain data are int, Fraction, float (taken as it prints), bool, None, str, lists or tuples, mappings. Raises
    ValueFault.
    """
    match of:
        case OptionalOf(of=inner):
            return None if data is None else convert(data, inner, kinds, path)
        case ListOf(of=inner):
            items = items_in(data, path)
            return tuple(convert(item, inner, kinds, f"{path}.{n}") for n, item in enumerate(items, 1))
        case GroupOf(sheet=sheet):
            members = members_in(data, path)
            return tuple((key, convert(member, Sheet(sheet), kinds, f"{path}.{key}")) for key, member in members)
        case Sheet(sheet=sheet):
            return sheet_value(data, kinds.sheets[sheet], kinds, path, {}, "")
        case Row(table=table):
            return _row(data, kinds.tables[table], path)
        case _:
            return _plain(data, of, path)


def live_value(data: object, of: Type, kinds: Kinds, path: str, state: State, variable: str) -> object:
    """The unchanging part of a live need or field; its state goes into `state` under variables that begin with
    `variable`.

    Raises ValueFault.
    """
    match of:
        case OptionalOf(of=inner):
            if data is not None:
                return live_value(data, inner, kinds, path, state, variable)
            for name in _state_names(present(of), kinds):
                state[f"{variable}.{name}"] = None
            return None
        case ListOf(of=Sheet(sheet=sheet)):
            items = items_in(data, path)
            return _column(((f"{path}.{n}", item) for n, item in enumerate(items, 1)), sheet, kinds, state, variable)
        case GroupOf(sheet=sheet):
            members = members_in(data, path)
            fixed = _column(((f"{path}.{key}", item) for key, item in members), sheet, kinds, state, variable)
            return tuple(zip((key for key, _ in members), fixed, strict=True))
        case Sheet(sheet=sheet):
            return sheet_value(data, kinds.sheets[sheet], kinds, path, state, variable)
        case other:
            raise AssertionError(f"not live: {other}")


def _column(
    items: Iterable[tuple[str, object]], sheet: str, kinds: Kinds, state: State, variable: str
) -> tuple[object, ...]:
    fixed = []
    columns: dict[str, list[object]] = {name: [] for name in _state_names(Sheet(sheet), kinds)}
    for path, item in items:
        own: State = {}
        fixed.append(sheet_value(item, kinds.sheets[sheet], kinds, path, own, ""))
        for name, column in columns.items():
            column.append(own[f".{name}"])
    for name, column in columns.items():
        state[f"{variable}.{name}"] = tuple(column)
    return tuple(fixed)


def _state_names(of: Type, kinds: Kinds) -> tuple[str, ...]:
    sheet = of.of if isinstance(of, ListOf) else of
    assert isinstance(sheet, Sheet | GroupOf)
    names: list[str] = []
    for name, known in kinds.sheets[sheet.sheet].fields.items():
        if known.changes:
            names.append(name)
        elif is_live(known.type, kinds.sheets):
            names.extend(f"{name}.{inner}" for inner in _state_names(present(known.type), kinds))
    return tuple(names)


def sheet_value(data: object, sheet: SheetInfo, kinds: Kinds, path: str, state: State, variable: str) -> object:
    """A sheet's unchanging fields as a tuple (see `own` if it has state); its state goes into `state`. Raises
    ValueFault.
    """
    if data is None:
        data = {}
    if not isinstance(data, Mapping):
        raise ValueFault(path, f"a {sheet.id} is needed here, with a value for each of its fields")
    for key in data:
        if key not in sheet.fields:
            raise no_field(sheet, str(key), path)
    fixed: list[object] = []
    for name, known in sheet.fields.items():
        inner = f"{path}.{name}" if path else name
        given = data.get(name, NO_DEFAULT)
        if is_live(known.type, kinds.sheets):
            data_given = None if given is NO_DEFAULT else given
            fixed.append(live_value(data_given, known.type, kinds, inner, state, f"{variable}.{name}"))
            continue
        value = field_value(given, known, kinds, inner)
        if known.changes:
            state[f"{variable}.{name}"] = value
        else:
            fixed.append(value)
    return own(fixed) if sheet.live else tuple(fixed)


def no_field(sheet: SheetInfo, name: str, path: str) -> ValueFault:
    """What is wrong with a name that is no field that a sheet can be given."""
    what = "is worked out, and cannot be given" if name in sheet.computed else f"is no field of a {sheet.id}"
    named = show(name)
    return ValueFault(f"{path}.{named}" if path else named, what, did_you_mean(name, sheet.fields))


def field_value(given: object, known: FieldInfo, kinds: Kinds, path: str) -> object:
    """The value of a field or need that is not live: what is given, else its default. Raises ValueFault."""
    if given is NO_DEFAULT:
        if known.default is not NO_DEFAULT:
            return known.default
        match known.type:
            case OptionalOf():
                return None
            case ListOf() | GroupOf():
                return ()
            case Sheet():
                given = {}
            case _:
                raise ValueFault(path, f"is missing: {_article(known.type)} must be given")
    value = convert(given, known.type, kinds, path)
    if known.limits.any and value is not None:
        assert isinstance(value, int | Fraction)
        broken = known.limits.broken_by(value)
        if broken:
            raise ValueFault(path, f"{value} is {broken}")
    return value


def items_in(data: object, path: str) -> list[object]:
    """The items of a list. Raises ValueFault for what is none, or too long."""
    if data is None:
        return []
    if not isinstance(data, list | tuple):
        raise ValueFault(path, "a list is needed here")
    if len(data) > limits.LIST_LENGTH:
        raise ValueFault(path, f"a list of {len(data)} is longer than the {limits.LIST_LENGTH} allowed")
    return list(data)


def members_in(data: object, path: str) -> list[tuple[str, object]]:
    """The members of a group by key. Raises ValueFault for what is none, or too large, or has a key that is none."""
    if data is None:
        return []
    if not isinstance(data, Mapping):
        raise ValueFault(path, "a group is needed here: a name and a sheet for each member")
    if len(data) > limits.LIST_LENGTH:
        raise ValueFault(path, f"a group of {len(data)} is larger than the {limits.LIST_LENGTH} allowed")
    return [(_key(key, path), member) for key, member in data.items()]


def _key(data: object, path: str) -> str:
    if not isinstance(data, str) or not data or len(data) > limits.ID_LENGTH:
        raise ValueFault(path, "a key is a short word")
    if not all(letter.isalnum() or letter in "_-" for letter in data):
        raise ValueFault(path, f"the key '{show(data)}' may hold letters, digits, '_' and '-' only")
    return data


def _row(data: object, table: Rows, path: str) -> int:
    text = _written(data)
    name = text.removeprefix(f"{table.id}.")
    if name not in table.rows:
        shown = f"'{show(text)}'" if isinstance(data, str) else short(data)
        raise ValueFault(path, f"{shown} is no row of '{table.id}'", did_you_mean(name, table.rows))
    return table.rows.index(name)


def _written(data: object) -> str:
    """A text, or a whole number of few digits as one; empty for anything else."""
    number = type(data) is int and abs(data) < 10**limits.DIGITS
    return str(data) if number or isinstance(data, str) else ""


def _plain(data: object, of: Type, path: str) -> object:
    if of in (INTEGER, NUMBER):
        return _number(data, of, path)
    if of == FLAG and isinstance(data, bool):
        return data
    if of == TEXT and isinstance(data, str):
        if len(data) > limits.TEXT_LENGTH:
            raise ValueFault(path, f"a text of {len(data)} characters is longer than the {limits.TEXT_LENGTH} allowed")
        return data
    if of == KEY:
        return _key(data, path)
    if of == DICE:
        return _dice(data, path)
    hint = _formula_hint(data) or (_flag_hint(data) if of == FLAG else "")
    raise ValueFault(path, f"{_article(of)} is needed here", hint)


def _number(data: object, of: Type, path: str) -> int | Fraction:
    number = as_number(data)
    if number is None:
        hint = _formula_hint(data) or (number_hint(data) if isinstance(data, str) else "")
        raise ValueFault(path, f"{_article(of)} is needed here", hint)
    if max(abs(number.numerator), number.denominator) >= 10**limits.DIGITS:
        raise ValueFault(path, f"a number may have {limits.DIGITS} digits at the most")
    if isinstance(number, Fraction) and of == INTEGER:
        hint = f"write {floor(number)} or {ceil(number)}; a fraction needs the type 'number'"
        raise ValueFault(path, f"a whole number is needed here, and this is {number}", hint)
    return number


def _formula_hint(data: object) -> str:
    """What to write for a formula of a variant in the place of a value; empty if it is none."""
    told = isinstance(data, str) and re.search(r"\binherited\b", data) is not None
    return f"write {{formula: {show(data)}}}" if told and isinstance(data, str) else ""


def _flag_hint(data: object) -> str:
    """What to write for a word that stands for true or false elsewhere."""
    if data in ("true", "false"):
        return f"write {data} without quotes"
    meant = MEANT.get(data.lower()) if isinstance(data, str) else None
    return f"write {meant}" if meant in ("true", "false") else "write true or false"


def as_number(data: object) -> int | Fraction | None:
    """The exact number that plain data or a text such as `12.5` or `25/2` says, an int where it is whole; None if
    it is none.
    """
    if isinstance(data, bool):
        return None
    if isinstance(data, int):
        return data
    if isinstance(data, float):
        data = repr(data)
    if isinstance(data, str):
        if len(data) > 3 * limits.DIGITS or not data.isascii() or "_" in data or "e" in data.lower():
            return None
        try:
            data = Fraction(data)
        except (ValueError, ZeroDivisionError):
            return None
    if isinstance(data, Fraction):
        return int(data) if data.denominator == 1 else data
    return None


def _dice(data: object, path: str) -> DiceValue:
    if isinstance(data, DiceValue):
        return data
    text = _written(data)
    if text:
        from handhold.language.faults import Fault
        from handhold.language.parser import parse_dice

        dice = parse_dice(text)
        if isinstance(dice, Fault):
            raise ValueFault(path, dice.message, _formula_hint(data) or dice.hint)
        return dice
    raise ValueFault(path, "dice are needed here, such as d6 or 3d20+1")


def _article(of: Type) -> str:
    text = {"integer": "a whole number", "flag": "true or false", "dice": "dice"}.get(str(of), str(of))
    return text if text.startswith(("a ", "true", "dice")) else ("an " if text[0] in "aeiou" else "a ") + text
