"""Odds for several situations at once: one or more things that are given vary, and each combination is a cell.

What varies is written where a single value is: `8..16` for whole numbers, `all` for the rows of a table, for true and
false, or for the options of a setting, and a list of values where one value is needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from math import prod
from types import MappingProxyType
from typing import TYPE_CHECKING

from handhold import limits
from handhold.language.types import FLAG, INTEGER, NUMBER, ListOf, Row, Sheet, Type, present
from handhold.language.world import FieldInfo
from handhold.packs import checked
from handhold.packs.text import as_list, show
from handhold.packs.values import ValueFault, field_value
from handhold.play.asked import mapping
from handhold.play.compiling.program import Settings
from handhold.play.inputs import InputError, event_of, kinds_of, problem
from handhold.play.odds.asking import Question
from handhold.play.odds.event import OddsRunner
from handhold.play.odds.ways import Way, counted
from handhold.play.progress import Interrupted, Progress
from handhold.play.run_error import RunError

if TYPE_CHECKING:
    from handhold.play.odds.ways import Told

_RANGE = re.compile(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})")
_LIKE_RANGE = re.compile(r"all|-?[0-9]* *\.\.+ *-?[0-9.]*|-?[0-9]+ *([-–—]|to) *-?[0-9.]*|[<>]=? *-?[0-9]+")
_SETTING = "settings."
_ONCE = Way()


@dataclass(frozen=True, slots=True)
class Cell:
    """One combination: its values, one for each axis, and its odds; or None, and why there are none. `unanswered` says
    that it is for a choice without an answer.
    """

    at: tuple[object, ...]
    odds: Told | None
    fault: str = ""
    unanswered: bool = False


@dataclass(frozen=True, slots=True)
class OddsTable:
    """The odds of an event in several situations.

    `axes` are the values of each thing that varies, by its dotted name; a setting's name begins `settings.`.
    `cells` are all combinations, the last axis fastest; fewer where the work was interrupted. `way` is how each was
    asked for.
    """

    pack: checked.Pack
    event: checked.Event
    names: tuple[str, ...]
    axes: Mapping[str, tuple[object, ...]]
    cells: tuple[Cell, ...]
    way: Way = _ONCE

    def __repr__(self) -> str:
        return f"<OddsTable {self.pack.header.name} {self.event.id}: {len(self.cells)} of {self.size} cells>"

    @property
    def size(self) -> int:
        """How many combinations there are."""
        return prod(len(values) for values in self.axes.values())

    @property
    def answered(self) -> bool:
        """Whether a cell has an answer; a refusal is one."""
        return any(cell.odds is not None for cell in self.cells)

    @property
    def impossible(self) -> Mapping[str, tuple[str, ...]]:
        """What can come in no cell, as in `Odds`. Empty where that is not known: where a cell has no odds, is not
        worked out, or is an estimate.
        """
        told = [counted(cell.odds) for cell in self.cells if cell.odds is not None]
        if len(told) < self.size or self.way.samples is not None:
            return MappingProxyType({})
        absent = [odds.impossible for odds in told if not odds.refusals]
        nowhere = {
            name: tuple(text for text in texts if all(text in each.get(name, ()) for each in absent))
            for name, texts in (absent[0] if absent else {}).items()
        }
        return MappingProxyType({name: texts for name, texts in nowhere.items() if texts})


def odds_table(
    runner: OddsRunner,
    question: Question,
    given: Mapping[str, object] | None,
    axes: Mapping[str, Sequence[object]],
    way: Way = _ONCE,
    progress: Progress | None = None,
) -> OddsTable:
    """The odds of each combination of the values of the axes, laid over what is given, each asked for in that way.

    A combination that does not fit, or has no answer, is a cell without odds. Raises InputError where none fits or
    there are too many, and Interrupted with the cells that are known by then.
    """
    pack = runner.pack
    event = event_of(pack, question.event)
    varied = MappingProxyType({name: _several(name, values) for name, values in mapping(axes, "axes").items()})
    table = OddsTable(pack, event, question.show, varied, (), way)
    if not varied or not table.size:
        raise InputError("a table needs something that varies, and each such thing a value")
    if table.size > limits.TABLE_CELLS:
        raise InputError(f"the table has {table.size:,} cells, and at most {limits.TABLE_CELLS:,} are worked out")
    start = mapping(given, "given")
    cells: list[Cell] = []
    misfits: list[InputError] = []
    try:
        for at in product(*varied.values()):
            held, asked = start, question
            for name, value in zip(varied, at, strict=True):
                if name.startswith(_SETTING):
                    asked = replace(asked, settings={**asked.settings, name.removeprefix(_SETTING): value})
                else:
                    held = _put(held, name.split("."), value)
            try:
                cells.append(Cell(at, way.plain(runner, asked, held)))
            except InputError as fault:
                misfits.append(fault)
                cells.append(Cell(at, None, "; ".join(fault.problems)))
            except RunError as fault:
                cells.append(Cell(at, None, fault.message, fault.unanswered))
            if progress is not None:
                progress(len(cells), table.size)
    except KeyboardInterrupt:
        so_far = replace(table, cells=tuple(cells))
        raise Interrupted(so_far, f"after {len(cells):,} of {table.size:,} cells") from None
    if len(misfits) == len(cells):
        raise misfits[0]
    return replace(table, cells=tuple(cells))


def _several(name: str, values: object) -> tuple[object, ...]:
    """The values of an axis. Raises InputError for a single one, such as a text, and for more than a table can have."""
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
        raise InputError(f"{show(name)}: the values of an axis are given in a list or as range(8, 17)")
    taken = tuple(islice(values, limits.TABLE_CELLS + 1))
    if len(taken) > limits.TABLE_CELLS:
        raise InputError(f"{show(name)}: an axis has at most {limits.TABLE_CELLS:,} values")
    return taken


def _put(given: Mapping[str, object], path: Sequence[str], value: object) -> dict[str, object]:
    """What is given, with one value put in."""
    inner = given.get(path[0])
    held = inner if isinstance(inner, Mapping) else {}
    return {**given, path[0]: value if len(path) == 1 else _put(held, path[1:], value)}


def axes_of(
    pack: checked.Pack, event_id: str, given: Mapping[str, object], settings: Mapping[str, object]
) -> dict[str, tuple[object, ...]]:
    """What varies in what is given, and in the settings.

    Raises InputError for a range that is none, and for values that do not fit by themselves.
    """
    event = event_of(pack, event_id)
    found: dict[str, tuple[object, ...]] = {}
    problems: list[str] = []
    kinds = kinds_of(pack)
    for name, info, data in _leaves(pack, event.needs, given, ""):
        values = _values(pack, name, info.type, data)
        if values is not None:
            found[name] = values
            try:
                for value in values:
                    field_value(value, info, kinds, name)
            except ValueFault as fault:
                problems.append(problem(fault))
    for id, data in settings.items():
        known = pack.settings.get(id)
        if known is not None and (data == "all" or isinstance(data, list)) and known.options:
            found[_SETTING + id] = tuple(known.options) if data == "all" else tuple(data)
        elif known is not None and not known.options:
            values = _values(pack, f"the setting '{id}'", known.type, data)
            if values is not None:
                found[_SETTING + id] = values
        try:
            for value in found.get(_SETTING + id, ()):
                Settings.of(pack, {id: value})
        except InputError as fault:
            problems += fault.problems
    if problems:
        raise InputError(*problems)
    return found


def _leaves(
    pack: checked.Pack, fields: Mapping[str, FieldInfo], given: Mapping[str, object], path: str
) -> Iterator[tuple[str, FieldInfo, object]]:
    """What is given one by one, down into sheets, with what is known of it and its dotted name."""
    for name, data in given.items():
        known = fields.get(name)
        if known is None:
            continue
        kind = present(known.type)
        if isinstance(kind, Sheet) and isinstance(data, Mapping):
            yield from _leaves(pack, pack.sheets[kind.sheet].fields, data, f"{path}{name}.")
        else:
            yield f"{path}{name}", known, data


def _values(pack: checked.Pack, name: str, of: Type, data: object) -> tuple[object, ...] | None:
    """The values that are meant where one is needed; None where it is one."""
    kind = present(of)
    if isinstance(data, list) and not isinstance(kind, ListOf):
        return tuple(data) if data and all(not isinstance(each, list | dict) for each in data) else None
    if not isinstance(data, str):
        return None
    if data == "all" and kind == FLAG:
        return (True, False)
    if data == "all" and isinstance(kind, Row):
        rows = tuple(pack.tables[kind.table].rows)
        return None if "all" in rows else rows
    if "," in data and (kind == FLAG or isinstance(kind, Row)):
        raise InputError(f"{show(name)}: '{show(data)}' is not one value ({as_list(data)})")
    ends = _RANGE.fullmatch(data) if kind in (INTEGER, NUMBER) else None
    if ends is None:
        if kind in (INTEGER, NUMBER) and _LIKE_RANGE.fullmatch(data):
            raise InputError(f"{show(name)}: '{show(data)}' is no range (write both ends, such as 8..16)")
        return None
    low, high = int(ends[1]), int(ends[2])
    if low == high:
        raise InputError(f"{show(name)}: the range {data} is one value (write {low})")
    if not low < high or high - low >= limits.TABLE_CELLS:
        raise InputError(
            f"{show(name)}: the range {data} needs a lower end first, and at most {limits.TABLE_CELLS:,} values"
        )
    return tuple(range(low, high + 1))
