"""Which of a pack's points its cases reach: rules, not lines.

A point is one way that the rules can go (see `packs.points`). A row is reached when a cell of it is read, a number
finds it or a value of the run is it; a line when its value is taken; an option when it is what was chosen, and not
refused. Where odds are asked for, what some dice come to is reached. What the static check knows to be unreachable does
not count.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

from handhold.diagnostics import Diagnostic
from handhold.golden.cases import Case
from handhold.golden.marks import Marks
from handhold.golden.rows import rows_held, rows_of_odds, rows_of_result
from handhold.packs.checks.points import Point, points
from handhold.play.odds.event import Odds
from handhold.play.result import Result


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
            self._rows.update(rows_of_result(self._marks.pack, result))

    def add_odds(self, case: Case, chances: Odds) -> None:
        """Odds were asked for a case: what comes with some dice counts."""
        self._rows.update(rows_of_odds(self._marks.pack, case.event, case.given, chances))

    def _in_cells(self, paths: Iterable[str]) -> Iterator[str]:
        """The rows that stand in the cells read."""
        pack = self._marks.pack
        for path in paths:
            parts = path.split(".")
            if (
                parts[0] == "tables"
                and len(parts) == 5
                and parts[2] == "rows"
                and parts[4] in pack.tables[parts[1]].columns
            ):
                table = pack.tables[parts[1]]
                yield from rows_held(pack, table.cells[parts[4]][table.rows.index(parts[3])], table.columns[parts[4]])

    def coverage(self, warnings: Iterable[Diagnostic]) -> Coverage:
        """What was reached; `warnings` are what the static check has found."""
        paths = {self._marks.all[number].path for number in self._numbers} | self._rows
        paths |= set(self._in_cells(paths))
        paths |= {path.rpartition(".")[0] for path in paths if path.startswith("tables.") and path.count(".") == 4}
        every = points(self._marks.pack)
        paths |= {point.path for point in every if point.kind == "line" and f"{point.path}.value" in paths}
        lost = {found.span for found in warnings if found.code == "unreachable" and found.span is not None}
        refusals = frozenset(point.path for point in every if point.kind == "refusal")
        closed: set[str] = set()
        for point in every:
            # of two sides of a test that is decided, the one that no case has come to cannot be come to
            sides = _other_ways(point, refusals)
            shut = point.decided in lost and (not sides or any(side in paths for side in sides))
            if point.path not in paths and (shut or point.inside in closed):
                closed.add(point.path)
        return Coverage(
            tuple(point for point in every if point.path in paths),
            tuple(point for point in every if point.path not in paths and point.path not in closed),
            tuple(point for point in every if point.path in closed),
        )


_OTHER: Final = {"true": "false", "false": "true", "then": "else", "else": "then"}


def _other_ways(point: Point, refusals: Collection[str]) -> tuple[str, ...]:
    """The path of what goes the other way where a point goes one; none for what has no other way."""
    if point.path in refusals:
        return (f"{point.path}.false",)
    condition, _, side = point.path.rpartition(".")
    if point.kind != "branch":
        return ()
    return (condition if condition in refusals else f"{condition}.{_OTHER[side]}",)
