"""Tables of odds, in text and in JSON."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Final

from handhold.play.odds.best import BestOdds
from handhold.play.odds.rounds import RoundsOdds
from handhold.play.odds.sample import Estimate
from handhold.play.odds.ways import counted
from handhold.report import as_json
from handhold.report.chances import NO_NUMBERS, heading, impossible_json, texts, values_json
from handhold.report.ends import estimated, way_text
from handhold.report.estimates import WHAT_IT_IS, error_json
from handhold.report.measures import Measure, label, nowhere, outcome_measures, stopped, value_measures, why_not
from handhold.report.output import Output
from handhold.report.printable import printable, width
from handhold.report.rounds import refused_later
from handhold.report.values import Json, number_text, value_json

if TYPE_CHECKING:
    from handhold.play.odds.tables import Cell, OddsTable
    from handhold.play.odds.ways import Way

_FILLS: Final = "█▓▒░"
_LEVELS: Final = " ▁▂▃▄▅▆▇█"
_BAR: Final = 40
_LEAST_BAR: Final = 10
_PLACES: Final = 4


def table_text(out: Output, table: OddsTable) -> None:
    """One thing that varies: a line with a bar for each value. More: a table for each outcome, the last across."""
    heading(out, table.pack, table.event, way_text(table.way), estimated(table.way.samples))
    if stopped(table):
        out.line(f"  {stopped(table)}")
    outcomes, values = outcome_measures(table), value_measures(table)
    if table.event.outcome is None and not values:
        out.line(NO_NUMBERS)
    if len(table.axes) == 1:
        _lines(out, table, outcomes, values)
    else:
        for measure in (*outcomes, *values):
            _matrix(out, table, measure)
    _reasons(out, table)


def _lines(out: Output, table: OddsTable, outcomes: Sequence[Measure], values: Sequence[Measure]) -> None:
    (name,) = table.axes
    fills = _FILLS if len(outcomes) <= len(_FILLS) else "abcdefghijklmnopqrstuvwxyz"
    fills = fills[: len(outcomes)]
    heads = [f"{fill} {printable(each.title)}" for fill, each in zip(fills, outcomes, strict=False)]
    heads += [printable(each.title) for each in (*outcomes[len(fills) :], *values)]
    rows = [[printable(name), *heads]]
    for n, cell in enumerate(table.cells):
        shown = [] if why_not(cell) else [each.text(n) for each in (*outcomes, *values)]
        rows.append([label(cell.at[0]), *shown])
    widths = [max(width(row[at]) for row in rows if at < len(row)) for at in range(len(rows[0]))]
    room = min(_BAR, out.columns - sum(widths) - 2 * len(widths) - 4)
    for n, row in enumerate(rows):
        texts = [_padded(text, size, right=at > 0) for at, (text, size) in enumerate(zip(row, widths, strict=False))]
        line = "  " + "  ".join(texts)
        if n > 0 and len(row) == 1:
            line += f"  {printable(why_not(table.cells[n - 1]).split(': ')[0])}"
        elif n > 0 and room >= _LEAST_BAR:
            line += "  " + _stacked([each.numbers[n - 1] for each in outcomes], fills, room)
        out.line(line.rstrip())


def _stacked(chances: Sequence[Fraction | None], fills: str, room: int) -> str:
    """A bar of that many signs, each outcome with its own."""
    bar = ""
    whole = Fraction(0)
    for chance, fill in zip(chances, fills, strict=False):
        whole += chance or 0
        bar += fill * (round(whole * room) - len(bar))
    return bar


def _matrix(out: Output, table: OddsTable, measure: Measure) -> None:
    *down, across = table.axes
    columns = table.axes[across]
    out.line(out.paint(printable(measure.title), "strong"))
    rows = [[*map(printable, down), *(label(value) for value in columns)]]
    keys = product(*(table.axes[name] for name in down))
    for n, key in enumerate(keys):
        start = n * len(columns)
        cells = table.cells[start : start + len(columns)]
        rows.append([*map(label, key), *(_entry(cell, measure, start + at) for at, cell in enumerate(cells))])
    widths = [max(width(row[at]) for row in rows if at < len(row)) for at in range(len(rows[0]))]
    lead = " " * (sum(widths[: len(down)]) + 2 * len(down) + 2)
    out.line(f"{lead}{printable(across)}")
    for row in rows:
        texts = [
            _padded(text, size, right=at >= len(down)) for at, (text, size) in enumerate(zip(row, widths, strict=False))
        ]
        out.line(("  " + "  ".join(texts)).rstrip())


def _entry(cell: Cell, measure: Measure, at: int) -> str:
    why = why_not(cell)
    if why:
        return why.split(":")[0]
    number = measure.numbers[at]
    if measure.form != "chance" or number is None:
        return measure.text(at)
    level = 0 if not number else max(1, round(number * (len(_LEVELS) - 1)))
    return f"{_LEVELS[level]} {measure.text(at):>8}".rstrip() if level else f"  {measure.text(at):>8}"


def _padded(text: str, size: int, *, right: bool) -> str:
    gap = " " * (size - width(text))
    return gap + text if right else text + gap


def _reasons(out: Output, table: OddsTable) -> None:
    """Why cells show nothing, those with the same reason together; outcomes that come nowhere."""
    reasons: dict[str, list[str]] = {}
    for cell in table.cells:
        why = why_not(cell)
        if why:
            reasons.setdefault(why, []).append(
                " ".join(f"{name}={label(value)}" for name, value in zip(table.axes, cell.at, strict=True))
            )
    for why, places in reasons.items():
        more = f", and {len(places) - _PLACES:,} more" if len(places) > _PLACES else ""
        out.line(f"  {printable(why)} ({printable(', '.join(places[:_PLACES]))}{more})")
    if any(cell.unanswered for cell in table.cells):
        out.line("  --choose NAME=VALUE gives the answer")
    if table.way.samples is not None:
        for line in WHAT_IT_IS:
            out.line(line)
        out.line(out.paint(f"  the dice came from the seed {printable(str(table.way.seed))}", "faint"))
    elif nowhere(table):
        out.line(out.paint(f"  {printable(nowhere(table))}", "faint"))


def table_json(out: Output, table: OddsTable) -> None:
    """`odds-table/1`: every chance is a text."""
    axes: list[Json] = [
        {"name": name, "values": [_value(value) for value in values]} for name, values in table.axes.items()
    ]
    as_json.write(
        out,
        {
            "handhold": "odds-table/1",
            "pack": as_json.pack_name(table.pack.header),
            "event": table.event.id,
            **_way_json(table.way),
            "axes": axes,
            "cells": [_cell_json(cell) for cell in table.cells],
            "impossible": impossible_json(table),
        },
    )


def _way_json(way: Way) -> dict[str, Json]:
    found: dict[str, Json] = {}
    if way.goal is not None:
        found["goal"] = way.goal
    if way.until is not None:
        found.update({"until": way.until, "rounds": way.rounds})
    if way.samples is not None:
        found.update({"samples": way.samples, "seed": way.seed})
    return found


def _value(value: object) -> Json:
    return value_json(value) if isinstance(value, int | Fraction | str | None) else str(value)


def _cell_json(cell: Cell) -> Json:
    at: list[Json] = [_value(value) for value in cell.at]
    told = cell.odds
    if told is None:
        return {"at": at, "fault": cell.fault}
    odds = counted(told)
    more: dict[str, Json] = {}
    if isinstance(odds, RoundsOdds):
        more = {
            "refused_later": refused_later(odds),
            "open": number_text(odds.open),
            "average_round": None if odds.average is None else number_text(odds.average),
        }
    if isinstance(told, BestOdds):
        usual = None if told.usual_chance is None else number_text(told.usual_chance)
        more.update({"chance": number_text(told.chance), "usual_chance": usual})
    if isinstance(told, Estimate):
        more["standard_errors"] = {name: error_json(told.error(chance)) for name, chance in odds.outcomes.items()}
    return {
        "at": at,
        "outcomes": texts(odds.outcomes),
        "refused": {refusal.code: "1" for refusal in odds.refusals},
        "values": values_json(odds),
        "unresolved": number_text(odds.unresolved),
        **more,
    }
