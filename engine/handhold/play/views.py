"""The values of an event's top level as one generated function: a tuple of run-time values in, nested plain values out.

It gives what `Shown.names` gives, for events whose values are read again and again.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from handhold.language.dice import DiceValue, dice_text
from handhold.language.namespace import call, load
from handhold.language.types import (
    DICE,
    FLAG,
    INTEGER,
    KEY,
    TEXT,
    GroupOf,
    ListOf,
    Names,
    Passes,
    Row,
    Sheet,
    Type,
    all_names,
    present,
)
from handhold.play.made import function, located
from handhold.play.shown import Known, Plain

View = Callable[[tuple[object, ...]], dict[str, Plain]]


class Shows(Protocol):
    """Shows values one by one."""

    def value(self, value: object, of: Type) -> Plain:
        """A value as shown."""

    def passes(self, passes: object, of: Passes) -> Plain:
        """The passes of a loop as shown."""


def view_of(pack: Known, names: Sequence[tuple[str, Type]], exports: tuple[str, ...], shows: Shows) -> View:
    """The function that shows what is held for `exports`: the names of an event, nested."""
    writer = _ViewWriter(pack, exports, shows, whole=True)
    return writer.function(writer.names(names, ""))


Key = tuple[Plain, ...]
"""Values as they are shown, those of several parts as a text."""
KeyOf = Callable[[tuple[object, ...]], Key]


def key_of(
    pack: Known,
    names: Sequence[tuple[str, Type]],
    exports: tuple[str, ...],
    shows: Shows,
    text: Callable[[Plain], str],
) -> KeyOf:
    """The function that shows some of what is held for `exports` as a key; `text` makes one of several parts."""
    writer = _ViewWriter(pack, exports, shows, whole=False)
    writer.values["text"] = text
    shown = ast.Tuple([writer.part(name, of) for name, of in names], ast.Load())
    made: KeyOf = writer.function(shown)  # type: ignore[assignment]  # the expression is a tuple
    return made


class _ViewWriter:
    """Writes the expression that shows names. A value is a part of `held`, which is taken apart first where nearly the
    `whole` of it is shown; a table is a mapping from its rows to ids.
    """

    def __init__(self, pack: Known, exports: tuple[str, ...], shows: Shows, *, whole: bool) -> None:
        self._pack = pack
        self._whole = whole
        self._at = {name: n for n, name in enumerate(exports)}
        self._tables: dict[str, str] = {}
        self.values: dict[str, object] = {
            "__builtins__": {},
            "show": shows.value,
            "passes": shows.passes,
            "dice": dice_text,
            "DiceValue": DiceValue,
            "int": int,
        }

    def function(self, shown: ast.expr) -> View:
        """The function of what is held that gives the expression."""
        parts: list[ast.expr] = [ast.Name(f"h{n}", ast.Store()) for n in self._at.values()]
        taken: list[ast.stmt] = [ast.Assign([ast.Tuple(parts, ast.Store())], load("held"))] if self._whole else []
        module = ast.Module([located(function("view", ["held"], taken, shown))], [])
        exec(compile(module, "<values>", "exec"), self.values)  # the tree is of our own making
        view = self.values["view"]
        assert callable(view)
        return view

    def part(self, name: str, of: Type) -> ast.expr:
        """One value of a key."""
        held = self._held(name)
        if isinstance(present(of), ListOf | GroupOf | Sheet):
            none = ast.Compare(held, [ast.Is()], [ast.Constant(None)])
            return ast.IfExp(none, held, call("text", call("show", held, self._constant(of))))
        return self._value(held, of)

    def _held(self, path: str) -> ast.expr:
        at = self._at[path]
        return load(f"h{at}") if self._whole else ast.Subscript(load("held"), ast.Constant(at), ast.Load())

    def names(self, names: Sequence[tuple[str, Type]], prefix: str) -> ast.expr:
        keys: list[ast.expr | None] = []
        shown: list[ast.expr] = []
        for name, of in names:
            inner = present(of)
            path = prefix + name
            if isinstance(inner, Names):
                nested = self.names(inner.fields, f"{path}.")
                value: ast.expr = ast.IfExp(self._there(inner, path), nested, ast.Constant(None))
            elif path in self._at:
                value = self._value(self._held(path), of)
            else:
                continue
            keys.append(ast.Constant(name))
            shown.append(value)
        return ast.Dict(keys, shown)

    def _there(self, names: Names, path: str) -> ast.expr:
        """Whether a `do` has left anything."""
        paths = [path, *(f"{path}.{each}" for each in all_names(names.fields) if "/" not in each)]
        held = [self._held(each) for each in paths if each in self._at]
        there = [ast.Compare(each, [ast.IsNot()], [ast.Constant(None)]) for each in held]
        return ast.BoolOp(ast.Or(), [*there, ast.Constant(False)])

    def _value(self, held: ast.expr, of: Type) -> ast.expr:
        kind = present(of)
        match kind:
            case Row(table=table) if of is kind:
                return ast.Subscript(load(self._rows(table)), held, ast.Load())
            case Row(table=table):
                return ast.Call(ast.Attribute(load(self._rows(table)), "get", ast.Load()), [held], [])
            case ListOf() | Passes():
                empty: ast.expr = ast.List([], ast.Load()) if isinstance(kind, ListOf) else ast.Dict([], [])
                none = ast.Compare(held, [ast.Eq()], [ast.Tuple([], ast.Load())])
                shown = call("passes" if isinstance(kind, Passes) else "show", held, self._constant(kind))
                return ast.IfExp(none, empty, shown)
            case plain if plain in (FLAG, INTEGER, TEXT, KEY):
                return held
            case plain if plain == DICE:
                pools = ast.Compare(ast.Attribute(held, "__class__", ast.Load()), [ast.Is()], [load("DiceValue")])
                return ast.IfExp(pools, call("dice", held), call("show", held, self._constant(kind)))
            case _:
                whole: ast.expr = ast.Compare(ast.Attribute(held, "__class__", ast.Load()), [ast.Is()], [load("int")])
                if of is not kind:
                    none = ast.Compare(held, [ast.Is()], [ast.Constant(None)])
                    whole = ast.BoolOp(ast.Or(), [none, whole])
                return ast.IfExp(whole, held, call("show", held, self._constant(kind)))

    def _constant(self, of: Type) -> ast.expr:
        name = f"t{len(self.values)}"
        self.values[name] = of
        return load(name)

    def _rows(self, table: str) -> str:
        if table not in self._tables:
            self._tables[table] = f"t{len(self.values)}"
            rows: Mapping[object, object] = dict(enumerate(self._pack.tables[table].rows))
            self.values[self._tables[table]] = rows
        return self._tables[table]
