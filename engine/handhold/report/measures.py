"""What a table of odds shows of each cell: the chance of each outcome, and of what was asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from handhold.play.odds.best import BestOdds
from handhold.play.odds.event import all_of
from handhold.play.odds.rounds import RoundsOdds
from handhold.play.odds.sample import Estimate
from handhold.play.odds.ways import counted
from handhold.report.chances import is_number, number_name
from handhold.report.ends import OPEN, ends
from handhold.report.estimates import error_text
from handhold.report.values import number_text, percent, points, tenths, value_text

if TYPE_CHECKING:
    from handhold.play.odds.tables import Cell, OddsTable
    from handhold.play.result import Plain

_FEW = 12


@dataclass(frozen=True, slots=True)
class Measure:
    """One number of each cell, by cell: a chance, what a value is on average, or what a chance gains, in points;
    None where it is none. `errors` are the standard errors of chances that are estimated.
    """

    title: str
    numbers: tuple[Fraction | None, ...]
    form: Literal["chance", "average", "gain"] = "chance"
    errors: tuple[Fraction | None, ...] = ()

    def text(self, at: int) -> str:
        """The number of a cell for a person."""
        number = self.numbers[at]
        if number is None:
            return "none"
        match self.form:
            case "chance":
                error = self.errors[at] if self.errors else None
                return percent(number) if error is None else f"{percent(number)} ± {error_text(error)}"
            case "average":
                return f"-{tenths(-number)}" if number < 0 else tenths(number)
            case "gain":
                return points(number).removesuffix(" points")


def outcome_measures(table: OddsTable) -> list[Measure]:
    """The chance of each end that can come anywhere: outcomes in the pack's order, then what is none."""
    found = [None if cell.odds is None else counted(cell.odds) for cell in table.cells]
    chances = [None if odds is None else ends(odds) for odds in found]
    seen = _names(odds.outcomes for odds in found if odds is not None)
    order = () if table.event.outcome is None else all_of(table.pack, table.event.outcome)
    names = [name for name in order if name in seen] if order else _ordered(seen)
    rest = _names(each for each in chances if each is not None) - seen
    # what is still open comes last
    names += sorted(rest, key=lambda name: (name == OPEN, name))
    numbers = is_number(table.event.outcome)
    titles = {name: number_name(name) if numbers and name in seen else name for name in names}
    return [_measure(titles[name], table, chances, name) for name in names]


def value_measures(table: OddsTable) -> list[Measure]:
    """What is shown of each value asked for: its average if it is a number, else the chance of each of its values."""
    measures = [*goal_measures(table), *_rounds_measures(table)]
    for name in table.names:
        chances = [None if cell.odds is None else counted(cell.odds).values.get(name, {}) for cell in table.cells]
        seen = _names(each for each in chances if each is not None)
        if seen <= {"true", "false", "none"}:
            measures.append(_measure(name, table, chances, "true"))
        elif all(_number(text) is not None for text in seen - {"none"}):
            averages = tuple(None if each is None else _average(each) for each in chances)
            measures.append(Measure(f"{name}, on average", averages, "average"))
        else:
            measures.extend(_measure(f"{name} is {text}", table, chances, text) for text in _ordered(seen)[:_FEW])
    return measures


def goal_measures(table: OddsTable) -> list[Measure]:
    """What comes of playing for the best: the chance of the goal, if it is none of the outcomes, and what is gained."""
    goal = table.way.goal
    if goal is None:
        return []
    played = [cell.odds if isinstance(cell.odds, BestOdds) else None for cell in table.cells]
    gained = Measure(f"{goal}, points gained", tuple(None if each is None else each.gain for each in played), "gain")
    if any(each is not None and goal in counted(each).outcomes for each in played):
        return [gained]
    return [Measure(goal, tuple(None if each is None else each.chance for each in played)), gained]


def _rounds_measures(table: OddsTable) -> list[Measure]:
    """When rounds end."""
    if table.way.until is None:
        return []
    told = [None if cell.odds is None else counted(cell.odds) for cell in table.cells]
    averages = tuple(each.average if isinstance(each, RoundsOdds) else None for each in told)
    return [Measure("the round of the end, on average", averages, "average")]


def _measure(title: str, table: OddsTable, chances: Sequence[Mapping[str, Fraction] | None], name: str) -> Measure:
    found = tuple(None if each is None else each.get(name, Fraction(0)) for each in chances)
    if table.way.samples is None:
        return Measure(title, found)
    errors = (
        cell.odds.error(chance) if isinstance(cell.odds, Estimate) and chance is not None else None
        for cell, chance in zip(table.cells, found, strict=True)
    )
    return Measure(title, found, errors=tuple(errors))


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


def nowhere(table: OddsTable) -> str:
    """Which outcomes come in no cell; empty if each may, or that is not known."""
    absent = ", ".join(table.impossible.get("outcome", ()))
    return f"cannot {'occur here' if table.way.until is None else 'be the end here'}: {absent}" if absent else ""


def stopped(table: OddsTable) -> str:
    """That not all cells are known; empty if they are."""
    done = len(table.cells)
    return f"Stopped after {done:,} of {table.size:,} cells." if done < table.size else ""


def why_not(cell: Cell) -> str:
    """Why a cell shows nothing; empty if it does."""
    if cell.odds is None:
        return f"no answer: {cell.fault}"
    codes = ", ".join(refusal.code for refusal in counted(cell.odds).refusals)
    return f"refused: {codes}" if codes else ""
