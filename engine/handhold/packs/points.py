"""The points of a pack: every place where the rules go one way or another, numbered.

A table row, a modifier line, both sides of each condition of a step and of each `if` in a formula, a ground for a
refusal, an option of a choice, a word of a setting. What tests of a pack have reached is told in points; the
numbers follow the order of the pack and its sections.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from handhold.language import core
from handhold.language.core import Core
from handhold.language.parts import children
from handhold.language.types import FLAG, ListOf, OptionalOf, Row, Type
from handhold.packs import checked
from handhold.source import Span, Written

Kind = Literal["word", "row", "line", "branch", "refusal", "option"]


@dataclass(frozen=True, slots=True)
class Point:
    """One point: its number from 0, what it is, its path in the pack, and where it is written.

    A branch's path ends in `.true` or `.false`, or in `.then` or `.else` behind the offset of the `if` in its
    formula.
    """

    number: int
    kind: Kind
    path: str
    span: Span


def points(pack: checked.Pack) -> tuple[Point, ...]:
    """All points of a checked pack, in order."""
    found = (each for part in (_settings(pack), _tables(pack), _functions(pack), _events(pack)) for each in part)
    return tuple(Point(number, kind, path, span) for number, (kind, path, span) in enumerate(found))


_Found = tuple[Kind, str, Span]


def _settings(pack: checked.Pack) -> Iterator[_Found]:
    for setting in pack.source.settings.values():
        for word in setting.options:
            yield "word", f"settings.{setting.id}.{word}", setting.span


def _tables(pack: checked.Pack) -> Iterator[_Found]:
    for table in pack.source.tables.values():
        for row in table.rows.values():
            yield "row", f"tables.{table.id}.rows.{row.id}", row.span


def _functions(pack: checked.Pack) -> Iterator[_Found]:
    for function in pack.functions.values():
        body = function.body
        if not isinstance(body, core.Stack):
            path = function.id if "." in function.id else f"formulas.{function.id}"
            yield from _ifs(body, path, pack.written[path])
            continue
        for line in body.lines:
            path = f"modifiers.{body.group}.lines.{line.id}"
            span = pack.source.modifiers[body.group].lines[line.id].span
            yield "line", path, span
            if line.when is not None:
                yield from _sides(f"{path}.when", span)
                yield from _ifs(line.when, f"{path}.when", pack.written[f"{path}.when"])
            yield from _ifs(line.value, f"{path}.value", pack.written[f"{path}.value"])


def _events(pack: checked.Pack) -> Iterator[_Found]:
    for event in pack.events.values():
        yield from _body(pack, event.body)


def _body(pack: checked.Pack, body: Iterable[checked.Statement]) -> Iterator[_Found]:
    for statement in body:
        path = statement.site.path
        match statement:
            case checked.Branch(test=test, body=inner):
                yield from _sides(f"{path}.when", test.written.within(*test.core.span))
                yield from _formula(test, f"{path}.when")
                yield from _body(pack, inner)
            case checked.Loop(source=source, until=until, tracks=tracks, body=inner):
                yield from _formula(source, f"{path}.each")
                for track in tracks:
                    yield from _formula(track.start, f"{path}.track.{track.name}")
                if until is not None:
                    yield from _sides(f"{path}.until", until.written.within(*until.core.span))
                    yield from _formula(until, f"{path}.until")
                yield from _body(pack, inner)
            case checked.Choose():
                yield from _choice(pack, statement, path)
            case checked.Refuse(grounds=grounds):
                yield from _grounds(grounds)
            case checked.Let(value=value) | checked.Put(value=value):
                yield from _formula(value, path)
            case checked.Roll(dice=dice):
                yield from _formula(dice, path)
            case checked.Call(args=args):
                for need, arg in args:
                    if isinstance(arg, checked.Formula):
                        yield from _formula(arg, f"{path}.with.{need}")


def _choice(pack: checked.Pack, statement: checked.Choose, path: str) -> Iterator[_Found]:
    for option in options_of(pack, statement.type):
        yield "option", f"{path}.{option}", statement.site.span
    for name, formula in (("among", statement.options), ("default", statement.default)):
        if formula is not None:
            yield from _formula(formula, f"{path}.{name}")
    yield from _grounds(statement.grounds)


def options_of(pack: checked.Pack, of: Type) -> tuple[str, ...]:
    """The options that a type has of itself."""
    match of:
        case Row(table=table):
            return pack.tables[table].rows
        case OptionalOf(of=inner):
            return (*options_of(pack, inner), "none")
        case ListOf(of=Row(table=table)):
            return pack.tables[table].rows
        case _:
            return ("true", "false") if of == FLAG else ()


def options_in(pack: checked.Pack, of: Type, value: object) -> tuple[str, ...]:
    """Which of the options that a type has are in a value of it."""
    match of:
        case OptionalOf(of=inner):
            return ("none",) if value is None else options_in(pack, inner, value)
        case Row(table=table):
            assert isinstance(value, int)
            return (pack.tables[table].rows[value],)
        case ListOf(of=Row() as row):
            assert isinstance(value, tuple)
            return tuple(option for each in value for option in options_in(pack, row, each))
        case _:
            return ("true" if value else "false",) if of == FLAG else ()


def _grounds(grounds: Iterable[checked.Ground]) -> Iterator[_Found]:
    for ground in grounds:
        yield "refusal", ground.path, ground.span
        yield from _formula(ground.when, f"{ground.path}.when")


def _sides(path: str, span: Span) -> Iterator[_Found]:
    for side in ("true", "false"):
        yield "branch", f"{path}.{side}", span


def _formula(formula: checked.Formula, path: str) -> Iterator[_Found]:
    return _ifs(formula.core, path, formula.written)


def _ifs(tree: Core, path: str, written: Written) -> Iterator[_Found]:
    """Both sides of each `if` of a formula, from left to right."""
    if isinstance(tree, core.If) and any(tree.span):
        for side, part in (("then", tree.yes), ("else", tree.no)):
            yield "branch", f"{path}.{tree.span[0]}.{side}", written.within(*part.span)
    for child in children(tree):
        yield from _ifs(child, path, written)
