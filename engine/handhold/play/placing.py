"""Where generated code belongs: the lines of its statements, and the step that a fault in them is told of."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

from handhold.language.lower import Lowering
from handhold.language.namespace import Globals
from handhold.packs import checked
from handhold.source import Span, Written

_Node = TypeVar("_Node", ast.expr, ast.stmt)


class At(NamedTuple):
    """A step of an event as the owner of code, and the loops around it, the outermost first. Without a step it is the
    event itself, or the pass of the innermost loop.
    """

    site: checked.Site | None = None
    loops: tuple[checked.Loop, ...] = ()


class Placing:
    """Gives the code of one function its places."""

    def __init__(self, space: Globals, lowering: Lowering) -> None:
        self._space = space
        self._lowering = lowering
        self._loops: tuple[checked.Loop, ...] = ()

    def event(self) -> None:
        """What follows belongs to the event as a whole."""
        self._space.owner = At()

    def begin(self, statement: checked.Statement) -> None:
        """What follows belongs to the statement."""
        self._space.owner = At(statement.site, self._loops)
        self.step(statement)

    def step(self, statement: checked.Statement) -> None:
        """What is lowered now is no formula: a key that no member has is then a fault of the step."""
        self._lowering.at(Written("", statement.site.span))

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Afterwards things belong to what they belonged to before."""
        owner, loops = self._space.owner, self._loops
        yield
        self._space.owner, self._loops = owner, loops

    def passes(self, loop: checked.Loop) -> None:
        """What follows belongs to the passes of the loop."""
        self._loops = (*self._loops, loop)
        self._space.owner = At(None, self._loops)

    def mark(self, node: _Node, formula: checked.Formula) -> _Node:
        """The node with the line that stands for the formula."""
        line = self._space.line(formula.written, *formula.core.span, formula.core)
        node.lineno = node.end_lineno = line
        node.col_offset = node.end_col_offset = 0
        return node

    def place(self, statement: ast.stmt, span: Span) -> ast.stmt:
        """The statement with the line that stands for a place, if it has none of its own."""
        if getattr(statement, "lineno", None) is None:
            statement.lineno = statement.end_lineno = self._space.line(Written("", span), 0, 0, None)
        return statement
