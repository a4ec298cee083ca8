"""Which of a pack's points its cases reach: rules, not lines.

A point is one way that the rules can go (see `packs.points`). A row is reached when a cell of it is read, a number
finds it or a value of the run is it; a line when its value is taken; an option when it is what was chosen, and not
refused. What the static check knows to be unreachable does not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from handhold.diagnostics import Diagnostic
from handhold.golden.marks import Marks
from handhold.language.types import GroupOf, ListOf, Names, Passes, Row, Sheet, Type, present
from handhold.language.world import is_live
from handhold.packs import checked
from handhold.packs.points import Point, points
from handhold.play.result import Plain, Result


@dataclass(frozen=True)
class Coverage:
    """The points of a pack, by whether its cases reach them."""

    reached: tuple[Point, ...]
    missed: tuple[Point, ...]
    unreachable: tuple[Point, ...]

    @cached_property
    def percent(self) -> Fraction:
        """How much of what can be reached is, from 0 to 100; 100 where there is nothing to reach."""
        count = len(self.reached) + len(self.missed)
        return Fraction(100 * len(self.reached), count) if count else Fraction(100)


class Reach:
    """Collects what the cases of a pack reach."""

    def __init__(self, marks: Marks) -> None:
        self._marks = marks
        self._numbers: set[int] = set()
        self._rows: set[str] = set()

    def add(self, reached: Iterable[int], result: Result | None) -> None:
        """A case came to these marks, and to that result."""
        self._numbers.update(reached)
        if result is not None:
            self._rows.update(_rows(self._marks.pack, result))

    def _in_cells(self, paths: Iterable[str]) -> Iterator[str]:
        """The rows that stand in the cells read."""
        pack = self._marks.pack
        walk = _Values(pack)
        for path in paths:
            parts = path.split(".")
            if (
                parts[0] == "tables"
                and len(parts) == 5
                and parts[2] == "rows"
                and parts[4] in pack.tables[parts[1]].columns
            ):
                table = pack.tables[parts[1]]
                yield from walk.held(table.cells[parts[4]][table.rows.index(parts[3])], table.columns[parts[4]])

    def coverage(self, warnings: Iterable[Diagnostic]) -> Coverage:
        """What was reached; `warnings` are what the static check has found."""
        paths = {self._marks.all[number].path for number in self._numbers} | self._rows
        paths |= set(self._in_cells(paths))
        paths |= {path.rpartition(".")[0] for path in paths if path.startswith("tables.") and path.count(".") == 4}
        lost = [found.span for found in warnings if found.code == "unreachable" and found.span is not None]
        reached: list[Point] = []
        missed: list[Point] = []
        unreachable: list[Point] = []
        for point in points(self._marks.pack):
            if point.path in paths or (point.kind == "line" and f"{point.path}.value" in paths):
                reached.append(point)
            elif any(_within(point, span.file, span.line, span.column) for span in lost):
                unreachable.append(point)
            else:
                missed.append(point)
        return Coverage(tuple(reached), tuple(missed), tuple(unreachable))


def _within(point: Point, file: str, line: int, column: int) -> bool:
    span = point.span
    return span.file == file and (span.line, span.column) <= (line, column) <= (span.end_line, span.end_column)


# -- rows that are values -------------------------------------------------------------------------


def _rows(pack: checked.Pack, result: Result) -> Iterator[str]:
    """The paths of the rows that are a value in a run: given, named, chosen or in the state."""
    walk = _Values(pack)
    for need, known in result.event.needs.items():
        after = result.state.get(need) if is_live(known.type, pack.sheets) else None
        yield from walk.plain(after, known.type) if after is not None else walk.held(result.given[need], known.type)
    values = result.values
    yield from (path for name, of in result.event.names if name in values for path in walk.plain(values[name], of))


class _Values:
    def __init__(self, pack: checked.Pack) -> None:
        self._pack = pack

    def held(self, value: object, of: Type) -> Iterator[str]:
        """The rows in a value as a run works with it."""
        match value, present(of):
            case int(), Row(table=table):
                yield f"tables.{table}.rows.{self._pack.tables[table].rows[value]}"
            case tuple(), ListOf(of=inner):
                for each in value:
                    yield from self.held(each, inner)
            case tuple(), GroupOf(sheet=sheet):
                for _, each in value:
                    yield from self.held(each, Sheet(sheet))
            case tuple(), Sheet(sheet=sheet):
                info = self._pack.sheets[sheet]
                for name, each in zip(info.fixed, value, strict=True):
                    yield from self.held(each, info.fields[name].type)
            case _:
                pass

    def plain(self, value: Plain, of: Type) -> Iterator[str]:
        """The rows in a value as it is shown."""
        match value, present(of):
            case str(), Row(table=table):
                yield f"tables.{table}.rows.{value}"
            case list(), ListOf(of=inner):
                for each in value:
                    yield from self.plain(each, inner)
            case dict(), GroupOf(sheet=sheet):
                for each in value.values():
                    yield from self.plain(each, Sheet(sheet))
            case dict(), Sheet(sheet=sheet):
                fields = {name: known.type for name, known in self._pack.sheets[sheet].fields.items()}
                yield from self._names(value, fields)
            case dict(), Names(fields=fields):
                yield from self._names(value, dict(fields))
            case dict(), Passes(of=of):
                for each in value.values():
                    yield from self.plain(each, of)
            case _:
                pass

    def _names(self, value: Mapping[str, Plain], types: Mapping[str, Type]) -> Iterator[str]:
        for name, each in value.items():
            if name in types:
                yield from self.plain(each, types[name])
