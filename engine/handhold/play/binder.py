"""Needs bound quickly: what is given to an event, prepared once for each event.

Most fields of a sheet keep their defaults, so a sheet is a copy of a template with the given fields put in.
Whatever is not plainly right (a missing need, an unknown name, a text for a number) is left to `inputs.bind`, which
does the same with care and says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from handhold.language.types import FLAG, INTEGER, NUMBER, ListOf, OptionalOf, Row, Sheet
from handhold.language.world import NO_DEFAULT, FieldInfo, is_live
from handhold.packs import checked
from handhold.packs.values import LiveSheet
from handhold.play.inputs import bind, kinds_of

Taker = Callable[[object], object]
"""Gives the value for plain data. Raises KeyError or TypeError if it is not plainly right."""

_SMALL = 10**18
"""Numbers up to here have few enough digits."""


class _SheetTaker:
    """Fills a sheet without sheets in it: its unchanging fields become the value, its state goes behind its place
    among the variables.
    """

    def __init__(self, binder: Binder, sheet: str) -> None:
        info = binder.kinds.sheets[sheet]
        self.live = info.live
        self.fixed: list[object] = []
        self.state: list[object] = []
        self.required: set[str] = set()
        self._fields: dict[str, tuple[bool, int, Taker]] = {}
        for name, known in info.fields.items():
            default = default_of(known)
            if default is NO_DEFAULT:
                self.required.add(name)
            held = self.state if known.changes else self.fixed
            self._fields[name] = (known.changes, len(held), binder.taker(known))
            held.append(default)

    def fill(self, data: object, values: list[object], at: int) -> None:
        """Puts the sheet into the variables at `at`, and its state behind it."""
        if data.__class__ is not dict:
            raise TypeError
        assert isinstance(data, dict)
        fixed = self.fixed.copy()
        for name, given in data.items():
            changes, place, take = self._fields[name]
            if changes:
                values[at + 1 + place] = take(given)
            else:
                fixed[place] = take(given)
        if not self.required <= data.keys():
            raise KeyError
        values[at] = LiveSheet(fixed) if self.live else tuple(fixed)


class Binder:
    """Binds what is given to one event to the variables that it starts with."""

    def __init__(self, pack: checked.Pack, event: checked.Event) -> None:
        self.kinds = kinds_of(pack)
        self._pack = pack
        self._event = event
        self._template: list[object] = []
        self._sheets: dict[str, tuple[_SheetTaker, int]] = {}
        self._takers: dict[str, tuple[int, Taker]] = {}
        self._required: set[str] = set()
        variables: list[str] = []
        self._plain = all(self._prepare(need, known, variables) for need, known in event.needs.items())
        self._variables = tuple(variables)

    def _prepare(self, need: str, known: FieldInfo, variables: list[str]) -> bool:
        at = len(variables)
        variables.append(need)
        if isinstance(known.type, Sheet):
            fields = self.kinds.sheets[known.type.sheet].fields
            if any(
                isinstance(field.type, Sheet) or is_live(field.type, self.kinds.sheets) for field in fields.values()
            ):
                return False
            taker = _SheetTaker(self, known.type.sheet)
            variables.extend(f"{need}.{name}" for name, field in fields.items() if field.changes)
            self._template.extend([None, *taker.state])
            self._sheets[need] = (taker, at)
            return True
        if is_live(known.type, self.kinds.sheets):
            return False
        default = default_of(known)
        if default is NO_DEFAULT:
            self._required.add(need)
        self._template.append(default)
        self._takers[need] = (at, self.taker(known))
        return True

    def taker(self, known: FieldInfo) -> Taker:
        """How the plain data of a field or need is taken."""
        match known.type:
            case Row(table=table):
                rows: dict[object, int] = {name: n for n, name in enumerate(self.kinds.tables[table].rows)}
                return rows.__getitem__
            case of if of == FLAG:
                return _flag
            case of if of in (INTEGER, NUMBER) and not known.limits.any:
                return _whole
            case of if of in (INTEGER, NUMBER):
                broken_by = known.limits.broken_by

                def within(data: object) -> object:
                    value = _whole(data)
                    if broken_by(value):
                        raise KeyError
                    return value

                return within
            case _:
                return _careful

    def bind(self, given: Mapping[str, object]) -> dict[str, object]:
        """The variables by name. Raises InputError; see `inputs.bind`."""
        if self._plain:
            try:
                return dict(zip(self._variables, self._quickly(given), strict=True))
            except (KeyError, TypeError):
                pass
        return bind(self._pack, self._event, given)

    def _quickly(self, given: Mapping[str, object]) -> list[object]:
        values = self._template.copy()
        for name, data in given.items():
            if name not in self._sheets:
                at, take = self._takers[name]
                values[at] = take(data)
        if not self._required <= given.keys():
            raise KeyError
        for name, (taker, at) in self._sheets.items():
            taker.fill(given.get(name, _NOTHING), values, at)
        return values


_NOTHING: dict[str, object] = {}


def default_of(known: FieldInfo) -> object:
    """What a field or need is when it is not given; NO_DEFAULT if it must be."""
    if known.default is not NO_DEFAULT:
        return known.default
    if isinstance(known.type, OptionalOf):
        return None
    return () if isinstance(known.type, ListOf) else NO_DEFAULT


def _flag(data: object) -> object:
    if data is True or data is False:
        return data
    raise KeyError


def _whole(data: object) -> int:
    if data.__class__ is int:
        assert isinstance(data, int)
        if -_SMALL < data < _SMALL:
            return data
    raise KeyError


def _careful(data: object) -> object:
    """For data that take more care."""
    raise KeyError
