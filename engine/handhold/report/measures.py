"""What a table of odds shows of each cell: the chance of each outcome, and of what was asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from handhold.report.values import number_text, percent, tenths, value_text

if TYPE_CHECKING:
    from handhold.play.result import Plain
    from handhold.play.tables import Cell, OddsTable

NO_OUTCOME = "(no outcome)"
_FEW = 12


@dataclass(frozen=True, slots=True)
class Measure:
    """One number of each cell, by cell: a chance, or (`average`) what a value is on average, None where it is none."""

    title: str
    numbers: tuple[Fraction | None, ...]
    average: bool = False

    def text(self, at: int) -> str:
        """The number of a cell for a person."""
        number = self.numbers[at]
        if number is None:
            return "none"
        if not self.average:
            return percent(number)
        return f"-{tenths(-number)}" if number < 0 else tenths(number)


def outcome_measures(table: OddsTable) -> list[Measure]:
    """The chance of each outcome that can come anywhere, in the pack's order."""
    from handhold.play.odds import all_of

    found = [cell.odds for cell in table.cells]
    seen = _names(odds.outcomes for odds in found if odds is not None)
    order = () if table.event.outcome is None else all_of(table.pack, table.event.outcome)
    names = [name for name in order if name in seen] if order else _ordered(seen)
    chances = [None if odds is None else odds.outcomes for odds in found]
    measures = [_measure(name, chances, name) for name in names]
    if any(odds is not None and odds.unresolved for odds in found):
        measures.append(Measure(NO_OUTCOME, tuple(None if odds is None else odds.unresolved for odds in found)))
    return measures


def value_measures(table: OddsTable) -> list[Measure]:
    """What is shown of each value asked for: its average if it is a number, else the chance of each of its values."""
    measures = []
    for name in table.names:
        chances = [None if cell.odds is None else cell.odds.values.get(name, {}) for cell in table.cells]
        seen = _names(each for each in chances if each is not None)
        if seen <= {"true", "false", "none"}:
            measures.append(_measure(name, chances, "true"))
        elif all(_number(text) is not None for text in seen - {"none"}):
            averages = tuple(None if each is None else _average(each) for each in chances)
            measures.append(Measure(f"{name}, on average", averages, average=True))
        else:
            measures.extend(_measure(f"{name} is {text}", chances, text) for text in _ordered(seen)[:_FEW])
    return measures


def _measure(title: str, chances: Sequence[Mapping[str, Fraction] | None], name: str) -> Measure:
    return Measure(title, tuple(None if each is None else each.get(name, Fraction(0)) for each in chances))


def _names(several: Iterable[Mapping[str, Fraction]]) -> set[str]:
    return {name for each in several for name in each}


def _ordered(names: Iterable[str]) -> list[str]:
    """Numbers in their order, all else by the alphabet."""
    return sorted(names, key=lambda name: (_number(name) is None, _number(name) or Fraction(0), name))


def _number(text: str) -> Fraction | None:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None


def _average(chances: Mapping[str, Fraction]) -> Fraction | None:
    """The average where there is a value."""
    there = {text: chance for text, chance in chances.items() if text != "none"}
    whole = sum(there.values(), Fraction(0))
    return sum((Fraction(text) * chance for text, chance in there.items()), Fraction(0)) / whole if whole else None


def label(value: object) -> str:
    """A value of an axis for a person; printable."""
    plain: Plain = value if isinstance(value, int | Fraction | str | None) else number_text(Fraction(str(value)))
    return value_text(plain)


def why_not(cell: Cell) -> str:
    """Why a cell shows nothing; empty if it does."""
    if cell.odds is None:
        return f"no answer: {cell.fault}"
    codes = ", ".join(refusal.code for refusal in cell.odds.refusals)
    return f"refused: {codes}" if codes else ""
