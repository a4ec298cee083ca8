"""Faults of formulas that could be read in two ways: each shows what to write for the one and for the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

from handhold.language import syntax
from handhold.language.faults import Fault
from handhold.language.printer import Level, level, show
from handhold.language.syntax import Formula

_SHOWN = 80
"""Characters of a formula up to which a hint repeats it; this also bounds how deep it is."""


def chained(left: Formula, op: Literal["==", "!=", "<", "<=", ">", ">="], right: Formula, place: syntax.Place) -> Fault:
    """The fault for a comparison of a comparison: `a < b < c`."""
    message, plain = "comparisons cannot follow one another", "join two comparisons with 'and'"
    if not isinstance(left, syntax.Compare):
        return Fault("formula-syntax", message, *place, plain)
    if left.op == op == "<=":
        way: Formula = syntax.In(left.right, syntax.Range(left.left, right))
    else:
        way = syntax.Logic("and", (left, syntax.Compare(op, left.right, right)))
    return Fault("formula-syntax", message, *place, _write(place, [way], plain))


def mixed(parts: Sequence[Formula], signs: Sequence[str], place: syntax.Place) -> Fault:
    """The fault for `and` and `or` in one chain: `signs` stand between the parts."""
    ways = [_grouped(parts, signs, "and"), _grouped(parts, signs, "or")]
    hint = _write(place, ways, "put those that belong together in parentheses")
    return Fault("formula-syntax", "'and' and 'or' are mixed without parentheses", *place, hint)


def loose(parts: Sequence[Formula], as_read: Formula, place: syntax.Place) -> Fault:
    """The fault for a side of `otherwise` that is no single value; `place` is that side's, `as_read` the whole."""
    ways = [as_read]
    if len(parts) == 2:
        left, right = parts
        if level(left) is Level.SINGLE:
            ways.append(_at_edge(right, 0, lambda edge: syntax.Otherwise(left, edge)))
        elif level(right) is Level.SINGLE or is_negative_number(right):
            ways.insert(0, _at_edge(left, -1, lambda edge: syntax.Otherwise(edge, right)))
    hint = _write(as_read.span, ways, "put each side in parentheses")
    return Fault("formula-syntax", "each side of 'otherwise' is a single value", *place, hint)


def is_negative_number(formula: Formula) -> bool:
    """Whether the formula is a number with a minus, which may stand last after `otherwise`."""
    return isinstance(formula, syntax.Negative) and isinstance(formula.value, syntax.Number)


def _grouped(parts: Sequence[Formula], signs: Sequence[str], inner: Literal["and", "or"]) -> Formula:
    """The chain with what `inner` joins taken together."""
    groups = [[parts[0]]]
    for sign, part in zip(signs, parts[1:], strict=True):
        if sign == inner:
            groups[-1].append(part)
        else:
            groups.append([part])
    together = tuple(syntax.Logic(inner, tuple(group)) if len(group) > 1 else group[0] for group in groups)
    return syntax.Logic("or" if inner == "and" else "and", together)


def _at_edge(formula: Formula, end: Literal[0, -1], change: Callable[[Formula], Formula]) -> Formula:
    """The formula with its outermost single value on the left (0) or right (-1) changed."""

    def inner(part: Formula) -> Formula:
        return _at_edge(part, end, change) if level(part) > level(formula) else change(part)

    match formula:
        case syntax.Sum(parts=parts) | syntax.Product(parts=parts) | syntax.Logic(parts=parts):
            at = end % len(parts)
            return replace(formula, parts=tuple(inner(part) if i == at else part for i, part in enumerate(parts)))
        case syntax.Compare() | syntax.Is():
            if end == 0:
                return replace(formula, left=inner(formula.left))
            return replace(formula, right=inner(formula.right))
        case syntax.Not() | syntax.Negative() if end:
            return replace(formula, value=inner(formula.value))
        case _:
            return change(formula)


def _write(place: syntax.Place, ways: Sequence[Formula], plain: str) -> str:
    """A hint that shows the formulas to write in that place, or `plain` where these would be long."""
    if place[1] - place[0] > _SHOWN:
        return plain
    return "write " + " or ".join(dict.fromkeys(f"'{show(way)}'" for way in ways))
