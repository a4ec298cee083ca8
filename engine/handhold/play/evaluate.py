"""One formula worked out by itself, from the values of its variables: for traces and for `eval`."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import MappingProxyType

from handhold.language.core import Core
from handhold.language.lower import Lowering
from handhold.language.runtime import RuleFault
from handhold.language.types import Type
from handhold.play.made import function
from handhold.play.program import Compiled, Program, RunError
from handhold.source import Span, Written

NOT_THERE = object()
"""Stands for a value that cannot be worked out from the variables given."""

_NOWHERE = Written("", Span("", 1, 1, 1, 1))


class Evaluator:
    """Works out formulas of a program's pack. `passes` says what the passes of loops hold, `roots` the types of
    needs that places begin at.
    """

    def __init__(
        self,
        program: Program,
        passes: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
        roots: Mapping[str, Type] = MappingProxyType({}),
    ) -> None:
        self._program = program
        self._passes = passes
        self._roots = roots
        self._made: dict[int, tuple[Core, tuple[str, ...], Compiled]] = {}

    def value(self, tree: Core, env: Mapping[str, object], written: Written = _NOWHERE) -> object:
        """The formula's value. Raises KeyError for a variable that is not there, RunError for a case without an
        answer.
        """
        key = id(tree)
        if key not in self._made:
            self._made[key] = (tree, *self._compiled(tree, written))
        _, variables, compiled = self._made[key]
        self._program.meter.start()
        try:
            return compiled(*(env[name] for name in variables))
        except (RuleFault, ZeroDivisionError) as error:
            raise self._program.fault(error) from None

    def try_value(self, tree: Core, env: Mapping[str, object]) -> object:
        """The formula's value, or NOT_THERE."""
        try:
            return self.value(tree, env)
        except (KeyError, RunError):
            return NOT_THERE
        except (TypeError, AttributeError):
            # a part that the run passed over for its guard (`helper is not none and helper.tool`) reads none as a value
            return NOT_THERE

    def _compiled(self, tree: Core, written: Written) -> tuple[tuple[str, ...], Compiled]:
        idents: dict[str, str] = {}

        def ident(variable: str) -> str:
            return idents.setdefault(variable, f"v{len(idents)}")

        variables = tuple(sorted(name for name in self._program.reads(tree) if "/" not in name))
        params = [ident(name) for name in variables]
        lowering = Lowering(self._program.space, ident, self._roots, self._passes.__getitem__)
        returned = lowering.formula(tree, written)
        name = self._program.space.bind("x", None)
        made: ast.FunctionDef = function(name, params, [], returned)
        self._program.make(made, {value: key for key, value in idents.items()})
        compiled = self._program.space.values[name]
        assert callable(compiled)
        return variables, compiled
