"""What formulas of a pack can see: settings, tables, sheets, and the formulas, modifiers and computed fields of the
pack.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, Final, Protocol

from handhold.language.types import GroupOf, ListOf, Sheet, Type, present
from handhold.record import Record

if TYPE_CHECKING:
    from handhold.language.core import Core

Number = int | Fraction

SELF = "self"
"""The need of a computed field: the sheet it belongs to."""
SCENE = "scene"
"""The sheet that is given once with an event and seen everywhere."""


class SettingInfo(Record):
    """A setting: its type (a number, flag or word) and the value chosen; `options` are the words it can take."""

    id: str
    type: Type
    value: object
    options: tuple[str, ...]


class Band(Record):
    """Numbers from `low` to `high` (None: without end), both included, that find the row with the index `row`."""

    low: Number | None
    high: Number | None
    row: int


class Rows(Protocol):
    """The rows of a table by their ids, in order."""

    @property
    def id(self) -> str:
        """The id of the table."""

    @property
    def rows(self) -> tuple[str, ...]:
        """The ids of its rows."""


class TableInfo(Record):
    """A table: rows are their index in `rows`; `cells[column][row]`; `bands` in rising order, empty without `at`."""

    id: str
    ordered: bool
    rows: tuple[str, ...]
    columns: Mapping[str, Type]
    cells: Mapping[str, tuple[object, ...]]
    bands: tuple[Band, ...]


SHORT: Final = 10**18
"""Whole numbers up to here have few enough digits."""


class Limits(Record):
    """The limits of a number field: each may be absent."""

    min: Number | None = None
    max: Number | None = None
    above: Number | None = None
    below: Number | None = None

    def broken_by(self, value: Number) -> str:
        """In words, the limit that a value breaks; empty if none."""
        if self.min is not None and value < self.min:
            return f"less than {self.min}"
        if self.max is not None and value > self.max:
            return f"more than {self.max}"
        if self.above is not None and value <= self.above:
            return f"not above {self.above}"
        if self.below is not None and value >= self.below:
            return f"not below {self.below}"
        return ""

    @property
    def whole_ends(self) -> tuple[int, int]:
        """The least and the greatest whole number within the limits, as far as numbers are short."""
        lows = [-SHORT, *(ceil(low) for low in (self.min,) if low is not None)]
        lows += [floor(low) + 1 for low in (self.above,) if low is not None]
        highs = [SHORT, *(floor(high) for high in (self.max,) if high is not None)]
        highs += [ceil(high) - 1 for high in (self.below,) if high is not None]
        return max(lows), min(highs)

    @property
    def any(self) -> bool:
        """Whether there is a limit at all."""
        return any(limit is not None for limit in (self.min, self.max, self.above, self.below))


NO_DEFAULT = object()
"""Stands where a field has no default: it must be given."""


class FieldInfo(Record):
    """A stored field of a sheet, or a need: its type, limits, default (`NO_DEFAULT` if it must be given), whether
    it is state.
    """

    id: str
    type: Type
    limits: Limits = Limits()
    default: object = NO_DEFAULT
    changes: bool = False

    @property
    def limited(self) -> bool:
        """Whether some values of its type cannot be: numbers past its limits, lists that are too long."""
        return self.limits.any or isinstance(present(self.type), ListOf)


class SheetInfo(Record):
    """A sheet: stored fields in order, and the ids of the computed ones."""

    id: str
    fields: Mapping[str, FieldInfo]
    computed: tuple[str, ...]
    live: bool

    @property
    def fixed(self) -> tuple[str, ...]:
        """The stored fields that never change, in the order of the tuple that holds them."""
        return tuple(name for name, known in self.fields.items() if not known.changes)


class Function(Record):
    """A formula, modifier group or computed field, checked: a pure function of its needs.

    `needs` holds the implicit `scene` too where it is read. `reads` are the state fields it reads, as variables of
    its own needs (`climber.exhaustion`).
    """

    id: str
    needs: Mapping[str, Type]
    type: Type
    body: Core
    reads: frozenset[str]


class World(Protocol):
    """What the checker asks of a pack. Functions are checked when first asked for."""

    @property
    def settings(self) -> Mapping[str, SettingInfo]:
        """The settings by id."""

    @property
    def tables(self) -> Mapping[str, TableInfo]:
        """The tables by id."""

    @property
    def sheets(self) -> Mapping[str, SheetInfo]:
        """The sheets by id."""

    @property
    def bonuses(self) -> frozenset[str]:
        """The fields (`sheet.field`) that a modifier group adds to."""

    def function(self, id: str) -> Function | None:
        """The formula or modifier group `id`, or the computed field or field with a bonus `sheet.field`; None if
        there is none.
        """

    def function_ids(self) -> tuple[str, ...]:
        """All ids of formulas and modifier groups (without fields)."""


def is_live(of: Type, sheets: Mapping[str, SheetInfo]) -> bool:
    """Whether a need or field of this type is live: a sheet with state, or a list or group of such sheets."""
    match present(of):
        case Sheet(sheet=sheet) | GroupOf(sheet=sheet) | ListOf(of=Sheet(sheet=sheet)):
            return sheet in sheets and sheets[sheet].live
        case _:
            return False


def state_fields(sheet: str, sheets: Mapping[str, SheetInfo]) -> tuple[tuple[str, Type], ...]:
    """The state fields of a sheet with their types, those of live sheets in its fields too (`who.burning`)."""
    found: list[tuple[str, Type]] = []
    for name, known in sheets[sheet].fields.items():
        if known.changes:
            found.append((name, known.type))
        elif is_live(known.type, sheets):
            found.extend((f"{name}.{inner}", of) for inner, of in state_fields(_sheet_of(known.type), sheets))
    return tuple(found)


def need_state(need: str, of: Type, sheets: Mapping[str, SheetInfo]) -> tuple[str, ...]:
    """The variables that hold the state of a live need."""
    return tuple(f"{need}.{name}" for name, _ in state_fields(_sheet_of(of), sheets)) if is_live(of, sheets) else ()


def _sheet_of(of: Type) -> str:
    match present(of):
        case Sheet(sheet=sheet) | GroupOf(sheet=sheet) | ListOf(of=Sheet(sheet=sheet)):
            return sheet
        case other:
            raise AssertionError(f"no sheet in {other}")
