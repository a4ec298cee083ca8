"""Parts of generated code that are known before it runs, worked out at once.

Settings, cells and needs that a pack fixes are constants, so a condition on a reading leaves only the side that is
taken. What is left out can neither be reached nor fault.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

_COMPARISONS: Mapping[str, type[ast.cmpop]] = MappingProxyType(
    {"==": ast.Eq, "!=": ast.NotEq, "<": ast.Lt, "<=": ast.LtE, ">": ast.Gt, ">=": ast.GtE}
)
_SMALL: Final = 10**9
"""Numbers up to here are put together at once: what comes of two of them has few digits."""


def can_fault(node: ast.expr) -> bool:
    """Whether something in it can fault: only that has a line."""
    return any(hasattr(inner, "lineno") for inner in ast.walk(node))


def size(node: ast.expr) -> int:
    """How many expressions there are in it."""
    return sum(isinstance(inner, ast.expr) for inner in ast.walk(node))


def is_plain(node: ast.expr) -> bool:
    """Whether it only names something, so that it may as well stand in several places."""
    while isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant | ast.Name):
        node = node.value
    return isinstance(node, ast.Constant | ast.Name)


def compared(op: str, left: ast.expr, right: ast.expr) -> ast.expr:
    """Two values compared; with `none` by identity."""
    if isinstance(left, ast.Constant) and isinstance(right, ast.Constant) and op in ("==", "!="):
        return ast.Constant((left.value == right.value) is (op == "=="))
    if isinstance(right, ast.Constant) and right.value is None:
        return ast.Compare(left, [ast.Is() if op == "==" else ast.IsNot()], [right])
    return ast.Compare(left, [_COMPARISONS[op]()], [right])


def negated(value: ast.expr) -> ast.expr:
    """A flag's contrary."""
    return ast.Constant(not value.value) if isinstance(value, ast.Constant) else ast.UnaryOp(ast.Not(), value)


def joined(op: Literal["and", "or"], parts: Sequence[ast.expr]) -> ast.expr:
    """Flags joined; a part that decides ends them, a part that never does is left out."""
    decides = op == "or"
    kept: list[ast.expr] = []
    for part in parts:
        if not isinstance(part, ast.Constant):
            kept.append(part)
        elif part.value is decides:
            if not any(map(can_fault, kept)):
                return part
            kept.append(part)
            break
    if not kept:
        return ast.Constant(not decides)
    return kept[0] if len(kept) == 1 else ast.BoolOp(ast.Or() if decides else ast.And(), kept)


def chosen(test: ast.expr, yes: ast.expr, no: ast.expr) -> ast.expr:
    """One of two values."""
    if isinstance(test, ast.Constant):
        return yes if test.value else no
    return ast.IfExp(test, yes, no)


def added(op: Literal["+", "-"], left: ast.expr, right: ast.expr) -> ast.expr:
    """A sum or difference of numbers."""
    one, other = _number(left), _number(right)
    if one is not None and other is not None:
        return ast.Constant(one + other if op == "+" else one - other)
    if other == 0:
        return left
    if one == 0 and op == "+":
        return right
    return ast.BinOp(left, ast.Add() if op == "+" else ast.Sub(), right)


def multiplied(left: ast.expr, right: ast.expr) -> ast.expr | None:
    """A product that needs no working out, else None."""
    one, other = _number(left), _number(right)
    if one is not None and other is not None:
        return ast.Constant(one * other)
    return right if one == 1 else left if other == 1 else None


def _number(node: ast.expr) -> int | None:
    if isinstance(node, ast.Constant) and node.value.__class__ is int and -_SMALL < node.value < _SMALL:
        return node.value
    return None
