"""Dice whose chances cannot be worked out: they can be thrown, and there is no exact table of their totals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from handhold import limits
from handhold.language.dice import DiceValue
from handhold.language.dice_cost import cost
from handhold.language.known_dice import constant_dice
from handhold.language.types import DICE, present
from handhold.packs import checked
from handhold.packs.checks.report import Findings
from handhold.source import Span


def check_dice(pack: checked.Pack, findings: Findings) -> None:
    """Adds a warning `too-much-work` for the dice of each roll and cell that exact odds refuse whatever happens."""
    for dice, span in (*_cells(pack), *(each for event in pack.events.values() for each in _rolls(event.body))):
        if cost(dice) > limits.DICE_STEPS:
            message = "the totals of these dice are too many to work out, so that there are no exact odds of them"
            hint = "throw fewer dice, or dice of fewer sides; 'odds --samples' estimates what comes of these"
            findings.add("too-much-work", message, span, hint, "warning")


def _rolls(body: Iterable[checked.Statement]) -> Iterator[tuple[DiceValue, Span]]:
    """The dice of the rolls that are the same whatever happens."""
    for statement in checked.statements(body):
        if isinstance(statement, checked.Roll):
            dice = constant_dice(statement.dice.core)
            if dice is not None:
                yield dice, statement.dice.written.span


def _cells(pack: checked.Pack) -> Iterator[tuple[DiceValue, Span]]:
    """The dice of the cells of tables."""
    for id, table in pack.tables.items():
        rows = pack.source.tables[id].rows
        for column, of in table.columns.items():
            if present(of) != DICE:
                continue
            for row, dice in zip(table.rows, table.cells[column], strict=True):
                if isinstance(dice, DiceValue):
                    cell = rows[row].cells.get(column)
                    yield dice, rows[row].span if cell is None else cell.written.span
