"""Functions made of Python's syntax tree: how generated code looks from outside."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from handhold.language.namespace import call, load
from handhold.language.types import ListOf, Type, present
from handhold.language.world import FieldInfo

RUN_PARAMS = ("run", "p0", "s0")
"""What the function of a whole run takes before its inputs: where dice, answers and notes go, and the path with and
without passes.
"""


class Locals(NamedTuple):
    """What the locals of a generated function are: variables by their identifiers, the types of the needs that places
    begin at, what the passes of loops hold, and the event that it is made of (empty for a formula).
    """

    variables: Mapping[str, str]
    roots: Mapping[str, Type] = MappingProxyType({})
    passes: Callable[[str], tuple[str, ...]] = lambda loop: ()
    event: str = ""


def ask(what: str, *args: ast.expr) -> ast.expr:
    """A call of what the run brings along."""
    return ast.Call(ast.Attribute(load("run"), what, ast.Load()), list(args), [])


def kept(where: str, value: ast.expr) -> ast.expr:
    """Adds to a list that the run keeps."""
    held = ast.Attribute(load("run"), where, ast.Load())
    return ast.Call(ast.Attribute(held, "append", ast.Load()), [value], [])


def under(test: ast.expr, body: list[ast.stmt], other: Sequence[ast.stmt] = ()) -> list[ast.stmt]:
    """Statements under a condition, and others without it; one that is known leaves only those that it chooses."""
    if isinstance(test, ast.Constant):
        return body if test.value else list(other)
    return [ast.If(test, body or [ast.Pass()], list(other))]


def within(value: ast.expr, known: FieldInfo, broken: ast.expr) -> ast.expr:
    """The value itself, held to what its field or need can be. Nearly all numbers are short and whole and within their
    limits, which is seen at once; `broken` is what says of any other in words which limit it breaks.
    """
    if isinstance(present(known.type), ListOf):
        return call("held_list", value)
    low, high = known.limits.whole_ends
    named = ast.NamedExpr(ast.Name("held_to", ast.Store()), value)
    whole = ast.Compare(ast.Attribute(named, "__class__", ast.Load()), [ast.Is()], [load("int")])
    ends = [load("held_to"), ast.Constant(high)]
    short = ast.Compare(ast.Constant(low), [ast.LtE(), ast.LtE()], ends)
    return ast.IfExp(ast.BoolOp(ast.And(), [whole, short]), load("held_to"), call("kept", load("held_to"), broken))


def function(name: str, params: Sequence[str], body: list[ast.stmt], returned: ast.expr) -> ast.FunctionDef:
    """A function by position."""
    args = ast.arguments([], [ast.arg(param) for param in params], None, [], [], None, [])
    made = ast.FunctionDef(name, args, [*body, ast.Return(returned)], [])
    made.type_params = []  # type: ignore[attr-defined]  # asked for from Python 3.12 on
    return made


def located(node: ast.stmt) -> ast.stmt:
    """The statement with a line number for every node: its own, else that of what it stands in."""

    def fill(inner: ast.AST, line: int) -> None:
        line = getattr(inner, "lineno", line)
        if "lineno" in inner._attributes:
            for name, value in (("lineno", line), ("end_lineno", line), ("col_offset", 0), ("end_col_offset", 0)):
                setattr(inner, name, value)
        for child in ast.iter_child_nodes(inner):
            fill(child, line)

    fill(node, 1)
    return node
