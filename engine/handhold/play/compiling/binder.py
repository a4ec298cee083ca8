"""Needs bound quickly: what is given to an event, prepared once for each event.

Most fields of a sheet keep their defaults, so a sheet is a copy of a template with the given fields put in.
Whatever is not plainly right (a missing need, an unknown name, a text for a number) is left to `inputs.bind`, which
does the same with care and says what is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping

from handhold.language.types import FLAG, INTEGER, NUMBER, ListOf, OptionalOf, Row, Sheet, present
from handhold.language.world import NO_DEFAULT, FieldInfo, is_live
from handhold.packs.values import Kinds, own
from handhold.play.inputs import bind
from handhold.play.looks import EventLook

_Slot = tuple[type, int, Mapping[object, int] | None, int, int, bool]
"""The class of data that are plainly right; where the value goes; the rows it is one of, else its least and greatest
value; whether its place is among the variables, not in the unchanging part of a sheet. A plain tuple is quickest to
take apart.
"""
_Sheet = tuple[int, bool, list[object], Mapping[str, _Slot], tuple[int, ...]]
"""A sheet without sheets in it: where it goes, its state behind it; whether it is live; its unchanging fields, and
where among these those stand that must be given; its fields.
"""


class _Careful:
    """No data are of this class: they all take more care."""


class Binder:
    """Binds what is given to one event to the variables that it starts with, which are mostly `variables`, in order
    (none where a need takes more care).
    """

    def __init__(self, kinds: Kinds, event: EventLook) -> None:
        self._kinds = kinds
        self._event = event
        self._template: list[object] = []
        self._sheets: dict[str, _Sheet] = {}
        self._slots: dict[str, _Slot] = {}
        self._required: list[int] = []
        variables: list[str] = []
        plain = all(self._prepare(need, known, variables) for need, known in event.needs.items())
        self.variables = tuple(variables) if plain else ()

    def _prepare(self, need: str, known: FieldInfo, variables: list[str]) -> bool:
        at = len(variables)
        variables.append(need)
        if isinstance(known.type, Sheet):
            info = self._kinds.sheets[known.type.sheet]
            fields = info.fields
            if any(
                isinstance(field.type, Sheet) or is_live(field.type, self._kinds.sheets) for field in fields.values()
            ):
                return False
            variables.extend(f"{need}.{name}" for name, field in fields.items() if field.changes)
            fixed: list[object] = []
            self._template.append(None)
            slots: dict[str, _Slot] = {}
            for name, field in fields.items():
                held = self._template if field.changes else fixed
                slots[name] = _slot(field, self._kinds, field.changes, len(held))
                held.append(default_of(field))
            self._required.extend(n for n in range(at, len(variables)) if self._template[n] is NO_DEFAULT)
            self._slots[need] = (dict, at, None, 0, 0, True)
            self._sheets[need] = (at, info.live, fixed, slots, _missing(fixed))
            return True
        if is_live(known.type, self._kinds.sheets):
            return False
        default = default_of(known)
        if default is NO_DEFAULT:
            self._required.append(at)
        self._template.append(default)
        self._slots[need] = _slot(known, self._kinds, True, at)
        return True

    def bind(self, given: Mapping[str, object]) -> dict[str, object]:
        """The variables by name. Raises InputError; see `inputs.bind`."""
        return dict(zip(*self.values(given), strict=True))

    def values(self, given: Mapping[str, object]) -> tuple[tuple[str, ...], list[object]]:
        """The names of the variables and their values. Raises InputError; see `inputs.bind`."""
        try:
            return self.variables, self.quickly(given)
        except (KeyError, TypeError):
            return self.carefully(given)

    def carefully(self, given: Mapping[str, object]) -> tuple[tuple[str, ...], list[object]]:
        """As `values`, for whatever is given."""
        bound = bind(self._kinds, self._event, given)
        return tuple(bound), list(bound.values())

    def quickly(self, given: Mapping[str, object]) -> list[object]:
        """The values of `variables`. Raises KeyError or TypeError for whatever is not plainly right."""
        if not self.variables:
            raise KeyError
        values = self._template.copy()
        slots, sheets = self._slots, self._sheets
        seen = 0
        for name, data in given.items():
            kind, place, rows, low, high, _ = slots[name]
            if data.__class__ is not kind:
                raise KeyError
            if rows is not None:
                values[place] = rows[data]
            elif kind is dict:
                seen += 1
                _fill(sheets[name], data, values)  # type: ignore[arg-type]  # a mapping, by its class
            elif low <= data <= high:  # type: ignore[operator]  # a whole number or a flag, by its class
                values[place] = data
            else:
                raise KeyError
        if seen < len(sheets):
            for name, sheet in sheets.items():
                if name not in given:
                    _fill(sheet, _NOTHING, values)
        for place in self._required:
            if values[place] is NO_DEFAULT:
                raise KeyError
        return values


_NOTHING: dict[str, object] = {}


def _fill(sheet: _Sheet, data: Mapping[str, object], values: list[object]) -> None:
    """Puts a sheet into the variables. Raises KeyError or TypeError if the data are not plainly right."""
    place, live, template, fields, required = sheet
    fixed = template.copy()
    for name, given in data.items():
        kind, at, rows, low, high, changes = fields[name]
        if given.__class__ is not kind:
            raise KeyError
        if rows is not None:
            given = rows[given]
        elif not low <= given <= high:  # type: ignore[operator]  # a whole number or a flag, by its class
            raise KeyError
        if changes:
            values[at] = given
        else:
            fixed[at] = given
    for at in required:
        if fixed[at] is NO_DEFAULT:
            raise KeyError
    values[place] = own(fixed) if live else tuple(fixed)


def _missing(template: list[object]) -> tuple[int, ...]:
    return tuple(n for n, value in enumerate(template) if value is NO_DEFAULT)


def default_of(known: FieldInfo) -> object:
    """What a field or need is when it is not given; NO_DEFAULT if it must be."""
    if known.default is not NO_DEFAULT:
        return known.default
    if isinstance(known.type, OptionalOf):
        return None
    return () if isinstance(known.type, ListOf) else NO_DEFAULT


def _slot(known: FieldInfo, kinds: Kinds, changes: bool, place: int) -> _Slot:
    match present(known.type):
        case Row(table=table):
            rows: dict[object, int] = {name: n for n, name in enumerate(kinds.tables[table].rows)}
            return (str, place, rows, 0, 0, changes)
        case of if of == FLAG:
            return (bool, place, None, 0, 1, changes)
        case of if of in (INTEGER, NUMBER):
            return (int, place, None, *known.limits.whole_ends, changes)
        case _:
            return (_Careful, place, None, 0, 0, changes)
