"""Formulas worked out, or refused, with names of every type; their pack is the fixture `words`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from handhold.language import core
from handhold.language.checker import Checked, check
from handhold.language.faults import Fault
from handhold.language.parser import parse
from handhold.language.scope import Scope, Value
from handhold.language.types import (
    DICE,
    FLAG,
    INTEGER,
    KEY,
    NUMBER,
    GroupOf,
    ListOf,
    OptionalOf,
    Row,
    Sheet,
    Type,
)
from handhold.play.compiling.evaluate import Evaluator
from handhold.play.compiling.program import Program, Settings
from handhold.play.run_error import RunError
from tests.fixtures import pack


class Named(NamedTuple):
    """A name that formulas can use: its type and its value as the engine works with it."""

    type: Type
    value: object


BOX = (1, Fraction(15, 2), None)
NAMES: Mapping[str, Named] = {
    "n": Named(INTEGER, 7),
    "k": Named(INTEGER, -3),
    "zero": Named(INTEGER, 0),
    "q": Named(NUMBER, Fraction(5, 2)),
    "yes": Named(FLAG, True),
    "no": Named(FLAG, False),
    "maybe": Named(OptionalOf(INTEGER), None),
    "there": Named(OptionalOf(INTEGER), 4),
    "unsure": Named(OptionalOf(FLAG), None),
    "numbers": Named(ListOf(INTEGER), (3, 1, 2)),
    "halves": Named(ListOf(NUMBER), (Fraction(1, 2), 2)),
    "empty": Named(ListOf(INTEGER), ()),
    "flags": Named(ListOf(FLAG), (True, False)),
    "lists": Named(ListOf(ListOf(INTEGER)), ((1, 2), (), (3,))),
    "size": Named(Row("sizes"), 1),
    "lost": Named(OptionalOf(Row("sizes")), None),
    "found": Named(OptionalOf(Row("sizes")), 2),
    "colour": Named(Row("colours"), 0),
    "colours_seen": Named(ListOf(Row("colours")), (0, 1)),
    "who": Named(KEY, "ann"),
    "other": Named(KEY, "zoe"),
    "box": Named(Sheet("box"), BOX),
    "closed": Named(Sheet("box"), (0, 1, (4,))),
    "no_box": Named(OptionalOf(Sheet("box")), None),
    "a_box": Named(OptionalOf(Sheet("box")), BOX),
    "boxes": Named(GroupOf("box"), (("ann", BOX), ("bob", (0, 1, None)))),
    "row_of_boxes": Named(ListOf(Sheet("box")), (BOX,)),
    "pool": Named(DICE, None),
}
SCOPE = Scope({name: Value(core.Var(name, known.type)) for name, known in NAMES.items()})
WORLD = pack("words")
VALUES = {name: known.value for name, known in NAMES.items()}


def checked(text: str, slot: Type | None = None, scope: Scope = SCOPE) -> Checked:
    """The formula, which has to be one that can be read."""
    tree = parse(text)
    assert not isinstance(tree, Fault), tree
    return check(tree, scope, WORLD, slot)


def worked_out(tree: core.Core, values: Mapping[str, object] = VALUES) -> object:
    """The value of a checked formula. Raises RunError."""
    return Evaluator(Program(WORLD, Settings.of(WORLD, {}), run=False)).value(tree, values)


def value(text: str, slot: Type | None = None) -> object:
    """The value of a formula without a fault: lists as tuples, rows by their position. Raises RunError."""
    found = checked(text, slot)
    assert not found.faults, found.faults
    worked = worked_out(found.core)
    return tuple(worked) if isinstance(worked, range) else worked


__all__ = ["NAMES", "SCOPE", "WORLD", "RunError", "checked", "value", "worked_out"]
