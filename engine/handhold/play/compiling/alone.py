"""One formula compiled by itself, to be worked out from the values of its variables."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from handhold.language.core import Core
from handhold.language.lower import Lowering
from handhold.language.types import Type
from handhold.play.compiling.program import Compiled, Program
from handhold.play.made import Locals, function
from handhold.source import Span, Written

NOWHERE: Final = Written("", Span("", 1, 1, 1, 1))


class Alone:
    """Compiles formulas of a program's pack, each once. `passes` says what the passes of loops hold, `roots` the types
    of needs that places begin at.
    """

    def __init__(
        self,
        program: Program,
        passes: Callable[[str], tuple[str, ...]] = lambda loop: (),
        roots: Mapping[str, Type] = MappingProxyType({}),
    ) -> None:
        self._program = program
        self._passes = passes
        self._roots = roots
        self._made: dict[int, tuple[Core, tuple[str, ...], Compiled]] = {}

    def raw(self, tree: Core, env: Mapping[str, object], written: Written = NOWHERE) -> object:
        """The formula's value, as a part of what is counted already. Raises whatever comes of it."""
        variables, compiled = self.compiled(tree, written)
        return compiled(*(env[name] for name in variables))

    def compiled(self, tree: Core, written: Written = NOWHERE) -> tuple[tuple[str, ...], Compiled]:
        """The variables that a formula reads, and the function of these that gives its value."""
        key = id(tree)
        if key not in self._made:
            self._made[key] = (tree, *self._compiled(tree, written))
        return self._made[key][1:]

    def _compiled(self, tree: Core, written: Written) -> tuple[tuple[str, ...], Compiled]:
        idents: dict[str, str] = {}

        def ident(variable: str) -> str:
            return idents.setdefault(variable, f"v{len(idents)}")

        variables = tuple(sorted(name for name in self._program.reads(tree) if "/" not in name))
        params = [ident(name) for name in variables]
        lowering = Lowering(self._program.space, ident, self._roots, self._passes)
        returned = lowering.formula(tree, written)
        name = self._program.space.bind("x", None)
        made: ast.FunctionDef = function(name, params, [], returned)
        self._program.make(made, Locals({value: key for key, value in idents.items()}))
        compiled = self._program.space.values[name]
        assert callable(compiled)
        return variables, compiled
