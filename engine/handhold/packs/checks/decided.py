"""Where it is decided what an entry of a pack does: where it is written, or what a variant has made another in it."""

from __future__ import annotations

from collections.abc import Iterable

from handhold.packs import checked, model
from handhold.source import Span, Written


def decided_at(header: model.Header, span: Span, parts: Iterable[Written]) -> Span:
    """The place of an entry that stands at `span`; where variants brought some of its parts, that of the first part
    that the last of these brought.
    """
    brought = [part.span for part in parts if part.span.variant not in ("", span.variant)]
    if not brought:
        return span
    order = {variant.pack: number for number, variant in enumerate(header.variants)}
    return max(brought, key=lambda place: order.get(place.variant, -1))


def row_at(pack: model.Pack, table: str, row: str) -> Span:
    """The place of a row: its numbers and cells are its parts."""
    known = pack.tables[table].rows[row]
    held = [*known.cells.values()] if known.at is None else [known.at, *known.cells.values()]
    return decided_at(pack.header, known.span, (each.written for each in held))


def cell_at(pack: model.Pack, table: str, row: str, column: str) -> Span:
    """The place of a cell; of the default of its column where the row leaves it out."""
    known = pack.tables[table].rows[row]
    held = known.cells.get(column) or pack.tables[table].columns[column].default
    return known.span if held is None else held.written.span


def line_at(pack: model.Pack, group: str, line: str) -> Span:
    """The place of a line of a group of modifiers."""
    known = pack.modifiers[group].lines[line]
    return decided_at(pack.header, known.span, (each for each in (known.value, known.when) if each is not None))


def ground_at(pack: model.Pack, ground: checked.Ground) -> Span:
    """The place of a ground for a refusal."""
    return decided_at(pack.header, ground.span, (ground.when.written,))


def step_at(pack: model.Pack, statement: checked.Statement, *more: Written) -> Span:
    """The place of a step: its formulas are its parts, its condition, and whatever else is one."""
    parts = [formula.written for _, formula in checked.own_formulas(statement)]
    match statement:
        case checked.Branch(test=test):
            parts.append(test.written)
        case checked.Loop(until=until) if until is not None:
            parts.append(until.written)
        case _:
            pass
    return decided_at(pack.header, statement.site.span, (*parts, *more))
