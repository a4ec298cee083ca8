"""Values as they are shown: rows by their id, dice in notation, sheets and groups by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Protocol

from handhold.language.decimals import for_people
from handhold.language.dice import DiceValue, dice_text
from handhold.language.types import (
    DICE,
    FLAG,
    INTEGER,
    NUMBER,
    GroupOf,
    ListOf,
    Names,
    Passes,
    Row,
    Sheet,
    Type,
    all_names,
    present,
)
from handhold.language.world import Rows, SheetInfo, is_live

Plain = int | Fraction | bool | str | None | list["Plain"] | dict[str, "Plain"]
"""A value as shown: rows by their id, dice in notation, lists, and mappings for sheets, groups and what events
leave.
"""

Shower = Callable[[object], Plain]
"""Makes a value a plain one."""


class Known(Protocol):
    """What types refer to: tables and sheets."""

    @property
    def tables(self) -> Mapping[str, Rows]:
        """The tables by id."""

    @property
    def sheets(self) -> Mapping[str, SheetInfo]:
        """The sheets by id."""


class Shown:
    """Turns run-time values into plain ones, by type."""

    def __init__(self, pack: Known) -> None:
        self._pack = pack

    def value(self, value: object, of: Type) -> Plain:
        """A value of the type `of` as shown."""
        if value is None:
            return None
        match present(of):
            case Row(table=table):
                assert isinstance(value, int)
                return self._pack.tables[table].rows[value]
            case ListOf(of=inner):
                assert isinstance(value, tuple | range)
                return [self.value(each, inner) for each in value]
            case GroupOf(sheet=sheet):
                assert isinstance(value, tuple)
                return {key: self.value(each, Sheet(sheet)) for key, each in value}
            case Sheet(sheet=sheet):
                assert isinstance(value, tuple)
                info = self._pack.sheets[sheet]
                # what has state has something of its own behind its fields
                held = zip(info.fixed, value, strict=not info.live)
                return {name: self.value(each, info.fields[name].type) for name, each in held}
            case plain if plain == DICE:
                assert isinstance(value, DiceValue | int)
                return dice_text(value) if isinstance(value, DiceValue) else str(value)
            case _:
                return self.number(value)

    @staticmethod
    def number(value: object) -> Plain:
        """A plain value, a whole fraction as an int."""
        if isinstance(value, Fraction) and value.denominator == 1:
            return value.numerator
        assert isinstance(value, int | Fraction | str)
        return value

    def names(
        self, names: tuple[tuple[str, Type], ...], values: Mapping[str, object], prefix: str = ""
    ) -> dict[str, Plain]:
        """What names of a level hold, nested: those of a `do` in a mapping of their own, passes by their key."""
        shown: dict[str, Plain] = {}
        for name, of in names:
            path = prefix + name
            inner = present(of)
            if isinstance(inner, Names):
                there = any(
                    values.get(f"{path}.{each}") is not None for each in all_names(inner.fields) if "/" not in each
                )
                if there or values.get(path) is not None:
                    shown[name] = self.names(inner.fields, values, f"{path}.")
                else:
                    shown[name] = None
            elif path in values:
                value = values[path]
                shown[name] = self.passes(value, inner) if isinstance(inner, Passes) else self.value(value, of)
        return shown

    def passes(self, passes: object, of: Passes) -> Plain:
        """The passes of a loop by their key."""
        if passes is None:
            return None
        assert isinstance(passes, tuple)
        fields = tuple(sorted({each.split("/")[0] for each in all_names(of.of.fields)}))
        shown: dict[str, Plain] = {}
        for each in passes:
            key = self.value(each[0], of.key)
            shown[str(key)] = self.names(of.of.fields, dict(zip(fields, each[1:], strict=True)))
        return shown

    def sheet(self, of: Type, fixed: object, state: Mapping[str, object], variable: str) -> Plain:
        """A live need with its state, nested as declared: as it can be given to another run."""
        if fixed is None:
            return None
        match present(of):
            case Sheet(sheet=sheet):
                return self._live(sheet, fixed, state, variable, None)
            case GroupOf(sheet=sheet):
                assert isinstance(fixed, tuple)
                return {key: self._live(sheet, each, state, variable, n) for n, (key, each) in enumerate(fixed)}
            case ListOf(of=Sheet(sheet=sheet)):
                assert isinstance(fixed, tuple)
                return [self._live(sheet, each, state, variable, n) for n, each in enumerate(fixed)]
            case other:
                raise AssertionError(f"not live: {other}")

    def _live(self, sheet: str, fixed: object, state: Mapping[str, object], variable: str, index: int | None) -> Plain:
        if fixed is None:
            return None
        assert isinstance(fixed, tuple)
        info = self._pack.sheets[sheet]
        constants = dict(zip(info.fixed, fixed, strict=False))
        shown: dict[str, Plain] = {}
        for name, known in info.fields.items():
            path = f"{variable}.{name}"
            if known.changes:
                held = state[path]
                if index is not None:
                    assert isinstance(held, tuple)
                    held = held[index]
                shown[name] = self.value(held, known.type)
            elif (
                is_live(known.type, self._pack.sheets) and index is not None and isinstance(present(known.type), Sheet)
            ):
                shown[name] = self._live(present(known.type).sheet, constants[name], state, path, index)  # type: ignore[union-attr]  # a sheet, tested before
            elif is_live(known.type, self._pack.sheets):
                shown[name] = self.sheet(known.type, constants[name], state, path)
            else:
                shown[name] = self.value(constants[name], known.type)
        return shown

    def shower(self, of: Type) -> Shower:
        """What makes a value of a type a plain one."""
        kind = present(of)
        if isinstance(kind, Row):
            rows: dict[object, Plain] = dict(enumerate(self._pack.tables[kind.table].rows))
            return rows.get
        if kind in (INTEGER, FLAG):
            return _as_it_is
        if kind == NUMBER:
            return _number
        return lambda value: self.value(value, of)

    def texter(self, of: Type) -> Callable[[object], str]:
        """What makes a value of a type a text to be put into a formula."""
        kind = present(of)
        if isinstance(kind, Row):
            rows: dict[object, str] = {None: shown_text(None), **dict(enumerate(self._pack.tables[kind.table].rows))}
            return rows.__getitem__
        if kind == FLAG:
            flags: dict[object, str] = {flag: shown_text(flag) for flag in (None, False, True)}
            return flags.__getitem__
        plain = self.shower(of)

        def text(value: object) -> str:
            if value.__class__ is int:
                return str(value)
            shown = plain(value)
            return for_people(shown) if isinstance(shown, Fraction) else shown_text(shown)

        return text


def _as_it_is(value: object) -> Plain:
    assert value is None or isinstance(value, int)
    return value


def _number(value: object) -> Plain:
    # nearly all numbers are whole
    return value if value.__class__ is int or value is None else Shown.number(value)


def shown_text(value: object, fraction: Callable[[Fraction], str] = str) -> str:
    """A plain value as the name of a line of a table, its fractions written by `fraction`."""
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case Fraction():
            return fraction(value)
        case list():
            return "[" + ", ".join(shown_text(each, fraction) for each in value) + "]"
        case dict():
            return "{" + ", ".join(f"{key}: {shown_text(each, fraction)}" for key, each in value.items()) + "}"
        case _:
            return str(value)
