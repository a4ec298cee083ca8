"""The globals of generated code: what it can find by name, each under a name of our own making."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final, NamedTuple

from handhold.language import runtime
from handhold.language.core import Core
from handhold.language.work import Work
from handhold.language.world import World
from handhold.source import Written

ROOM: Final = 20_000
"""Parts of all formulas of one program that are put where they are used."""


class Spot(NamedTuple):
    """What a line of generated code stands for: a range of a text, the formula that the text is (None where it is
    none), and who owned the namespace (`Globals.owner`) when it was written.
    """

    written: Written
    start: int
    end: int
    formula: Core | None
    owner: object


class Globals:
    """The globals of generated code: what `runtime` gives, constants, and the functions of a pack by number.

    `spots` are the places that line numbers stand for: line n is `spots[n - 1]`, and line 1 is nowhere. `room` is how
    many parts of formulas may still be put where they are used: code stays in proportion to the pack. `counted` says
    whether the work is counted while it goes on, `trusted` whether what is known of limits before a run holds in it.
    `owner` is what code is written for just now, whatever a caller wants to find again in a fault.
    """

    def __init__(self, world: World, settings: Mapping[str, object]) -> None:
        self.world = world
        self.settings = settings
        self.work = Work(world)
        self.values: dict[str, object] = {"__builtins__": {}, **runtime.RUNTIME}
        self.spots: list[Spot | None] = [None]
        self.owner: object = None
        self.room = ROOM
        self.counted = True
        self.trusted = True
        self._constants: dict[object, str] = {}
        self._finders: dict[str, str] = {}
        self._functions: dict[str, str] = {}

    def line(self, written: Written, start: int, end: int, formula: Core | None) -> int:
        """The line number that stands for a place."""
        self.spots.append(Spot(written, start, end, formula, self.owner))
        return len(self.spots)

    def constant(self, value: object) -> ast.expr:
        """A constant: written out if it is a small plain value, else a global."""
        if value is None or isinstance(value, bool | int | str):
            return ast.Constant(value)
        key = (type(value), repr(value)) if isinstance(value, tuple) else (type(value), value)
        if key not in self._constants:
            self._constants[key] = self.bind("k", value)
        return load(self._constants[key])

    def bind(self, letter: str, value: object) -> str:
        """A new global with that value; gives its name."""
        name = f"{letter}{len(self.values)}"
        self.values[name] = value
        return name

    def walked(self, source: ast.expr, work: int) -> ast.expr:
        """What is walked through, with so much work for each element."""
        return call("walked", source, ast.Constant(work)) if self.counted else source

    def whole(self, source: ast.expr, work: int = 1) -> ast.expr:
        """What is gone over as a whole, with so much work for each element."""
        return call("whole", source, ast.Constant(work)) if self.counted else source

    def thrown(self, dice: ast.expr) -> ast.expr:
        """What is thrown, with work for each die."""
        return call("thrown", dice) if self.counted else dice

    def column(self, table: str, column: str) -> ast.expr:
        """The cells of a column, as a tuple by row."""
        return self.constant(self.world.tables[table].cells[column])

    def finder(self, table: str) -> str:
        """What has the rows of a table by number."""
        if table not in self._finders:
            self._finders[table] = self.bind("t", runtime.RowsByNumber(self.world.tables[table].bands, table))
        return self._finders[table]

    @property
    def functions(self) -> Mapping[str, str]:
        """The globals of all formulas asked for, by id."""
        return self._functions

    def function_name(self, id: str) -> str:
        """The global that the formula, modifier or computed field `id` is bound to."""
        if id not in self._functions:
            self._functions[id] = self.bind("f", None)
        return self._functions[id]


def load(name: str) -> ast.expr:
    """The value of an identifier."""
    return ast.Name(name, ast.Load())


def call(name: str, *args: ast.expr) -> ast.expr:
    """A call of a global by position."""
    return ast.Call(load(name), list(args), [])
