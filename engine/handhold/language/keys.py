"""Parts of formulas that are the same wherever they stand: what a test says of one is known of the others."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from handhold.language import core
from handhold.language.core import Core, Place

Key = tuple[object, ...]
"""Names a part of a formula: first how many parts it has, then what it is. Two parts of one key are equal."""

_MOST: Final = 20
"""Parts of what is named; nothing is known of anything larger."""
_STATE: Final = frozenset({"state", "place"})


def key_of(node: Core, parts: Sequence[Key | None]) -> Key | None:
    """The key of a node whose parts have these keys (see `parts.children`); None if nothing is ever known of it."""
    named = _named(node)
    if named is None:
        return None
    size = 1
    for part in parts:
        if part is None:
            return None
        assert isinstance(part[0], int)
        size += part[0]
    return (size, *named, *parts) if size <= _MOST else None


def variable(name: str) -> Key:
    """The key of a variable."""
    return (1, f"var {name}")


def difference(left: Key, right: Key) -> Key:
    """The key of the one taken away from the other."""
    assert isinstance(left[0], int)
    assert isinstance(right[0], int)
    return (1 + left[0] + right[0], "math", "-", left, right)


def changeable(key: Key) -> bool:
    """Whether it is about what a change of a sheet may change."""
    return bool(_words(key) & _STATE)


def about(key: Key, variable: str) -> bool:
    """Whether it is about a variable."""
    return f"var {variable}" in _words(key)


def _words(key: Key) -> set[object]:
    found: set[object] = set()
    waiting = [key]
    while waiting:
        for part in waiting.pop():
            if isinstance(part, tuple):
                waiting.append(part)
            else:
                found.add(part)
    return found


def _named(node: Core) -> tuple[object, ...] | None:
    """What tells a node from others, its parts left out."""
    match node:
        case core.Var(name=name):
            return (f"var {name}",)
        case core.Const(value=bool() | int() | Fraction() | str() | None as value):
            return ("const", type(value).__name__, value)
        case core.Setting(id=id):
            return ("setting", id)
        case core.State(place=place, id=id):
            return ("state", *_place(place), id)
        case core.Fixed(place=place):
            return ("fixed", *_place(place))
        case core.Part(index=index):
            return ("part", index)
        case core.Cell(table=table, column=column):
            return ("cell", table, column)
        case core.RowAt(table=table):
            return ("at", table)
        case core.PassPart(loop=loop, name=name):
            return ("pass", loop, name)
        case core.Apply(id=id, args=args):
            return ("apply", id, *((need, *_arg(arg)) for need, arg in args))
        case core.Func(id=id):
            return ("func", id)
        case core.Math(op=op):
            return ("math", op)
        case core.Minus() | core.Member() | core.PassAt() | core.KeyAt() | core.ElementAt():
            return (type(node).__name__,)
        case _:
            return None


def _place(place: Place) -> tuple[object, ...]:
    return (f"var {place.root}", *place.path, place.list_at, place.index is None)


def _arg(arg: Core | Place) -> tuple[object, ...]:
    return ("place", *_place(arg)) if isinstance(arg, Place) else ("value",)
