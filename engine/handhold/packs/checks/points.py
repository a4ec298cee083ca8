"""The points of a pack: every place where the rules go one way or another, numbered.

A table row, a modifier line, both sides of each condition of a step and of each `if` and `where` in a formula, a ground
for a refusal and that it does not hold, an option of a choice, a value of a setting. What tests of a pack have reached
is told in points; the numbers follow the order of the pack and its sections.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from handhold.language import core
from handhold.language.core import Core
from handhold.language.parts import children
from handhold.language.syntax import Place as Offsets
from handhold.language.types import FLAG, ListOf, OptionalOf, Row, Type
from handhold.language.world import SettingInfo
from handhold.packs import checked
from handhold.source import Span, Written

Kind = Literal["setting", "row", "line", "branch", "refusal", "option"]


@dataclass(frozen=True, slots=True)
class Point:
    """One point: its number from 0, what it is, its path in the pack, and where it is written.

    A branch's path ends in `.true` or `.false`, or in `.then` or `.else` behind the number of the `if` in its
    formula (see `ways_in`). `decided` is where the check says of it that it cannot be reached, if it does: of a
    side, that one of the two cannot. `inside` is the path of the point that it can only be reached by way of; empty
    if there is none.
    """

    number: int
    kind: Kind
    path: str
    span: Span
    decided: Span | None = None
    inside: str = ""


def points(pack: checked.Pack) -> tuple[Point, ...]:
    """All points of a checked pack, in order."""
    found = (each for part in (_settings(pack), _tables(pack), _functions(pack), _events(pack)) for each in part)
    return tuple(replace(point, number=number) for number, point in enumerate(found))


def _point(kind: Kind, path: str, span: Span, decided: Span | None = None, inside: str = "") -> Point:
    return Point(0, kind, path, span, decided, inside)


def _settings(pack: checked.Pack) -> Iterator[Point]:
    for id, known in pack.settings.items():
        span = pack.source.settings[id].span
        for word in values_of(known):
            yield _point("setting", f"settings.{id}.{word}", span)
        if not values_of(known):
            yield _point("setting", f"settings.{id}", span)


def values_of(known: SettingInfo) -> tuple[str, ...]:
    """The values that a setting can have, as they are written; none for a number, which can have any."""
    return known.options or (("true", "false") if known.type == FLAG else ())


def _tables(pack: checked.Pack) -> Iterator[Point]:
    for table in pack.source.tables.values():
        for row in table.rows.values():
            decided = None if row.at is None else row.at.written.span
            yield _point("row", f"tables.{table.id}.rows.{row.id}", row.span, decided)


def _functions(pack: checked.Pack) -> Iterator[Point]:
    for function in pack.functions.values():
        body = function.body
        if not isinstance(body, core.Stack):
            path = function.id if "." in function.id else f"formulas.{function.id}"
            yield from _ways(body, path, pack.written[path])
            continue
        for line in body.lines:
            path = f"modifiers.{body.group}.lines.{line.id}"
            span = pack.source.modifiers[body.group].lines[line.id].span
            yield _point("line", path, span, span)
            if line.when is not None:
                written = pack.written[f"{path}.when"]
                yield from _sides(f"{path}.when", span, written.within(*line.when.span), path)
                yield from _ways(line.when, f"{path}.when", written, path)
            yield from _ways(line.value, f"{path}.value", pack.written[f"{path}.value"], path)


def _events(pack: checked.Pack) -> Iterator[Point]:
    for event in pack.events.values():
        yield from _body(pack, event.body, "")


def _body(pack: checked.Pack, body: Iterable[checked.Statement], inside: str) -> Iterator[Point]:
    for statement in body:
        path = statement.site.path
        match statement:
            case checked.Branch(test=test, body=inner):
                yield from _condition(test, f"{path}.when", inside)
                yield from _body(pack, inner, f"{path}.when.true")
            case checked.Loop(source=source, until=until, tracks=tracks, body=inner):
                yield from _formula(source, f"{path}.each", inside)
                for track in tracks:
                    yield from _formula(track.start, f"{path}.track.{track.name}", inside)
                if until is not None:
                    yield from _condition(until, f"{path}.until", inside)
                yield from _body(pack, inner, inside)
            case checked.Choose():
                yield from _choice(pack, statement, path, inside)
            case checked.Refuse(grounds=grounds):
                yield from _grounds(grounds, inside)
            case checked.Let(value=value) | checked.Put(value=value):
                yield from _formula(value, path, inside)
            case checked.Roll(dice=dice):
                yield from _formula(dice, path, inside)
            case checked.Call(args=args):
                for need, arg in args:
                    if isinstance(arg, checked.Formula):
                        yield from _formula(arg, f"{path}.with.{need}", inside)


def _choice(pack: checked.Pack, statement: checked.Choose, path: str, inside: str) -> Iterator[Point]:
    for option in options_of(pack, statement.type):
        yield _point("option", f"{path}.{option}", statement.site.span, None, inside)
    for name, formula in (("among", statement.options), ("default", statement.default)):
        if formula is not None:
            yield from _formula(formula, f"{path}.{name}", inside)
    yield from _grounds(statement.grounds, inside)


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


def _grounds(grounds: Iterable[checked.Ground], inside: str) -> Iterator[Point]:
    for ground in grounds:
        decided = ground.when.written.within(*ground.when.core.span)
        yield _point("refusal", ground.path, ground.span, decided, inside)
        yield _point("branch", f"{ground.path}.false", ground.span, decided, inside)
        yield from _formula(ground.when, f"{ground.path}.when", inside)


def _condition(test: checked.Formula, path: str, inside: str) -> Iterator[Point]:
    place = test.written.within(*test.core.span)
    yield from _sides(path, place, place, inside)
    yield from _formula(test, path, inside)


def _sides(path: str, span: Span, decided: Span, inside: str) -> Iterator[Point]:
    for side in ("true", "false"):
        yield _point("branch", f"{path}.{side}", span, decided, inside)


def _formula(formula: checked.Formula, path: str, inside: str) -> Iterator[Point]:
    return _ways(formula.core, path, formula.written, inside)


def ways_in(tree: Core) -> dict[Offsets, int]:
    """The numbers, from 1, of each `if` and each condition of a `where` in a formula, by where it stands in its text.

    They are counted from left to right, so that one keeps its number when it only moves.
    """
    found: set[Offsets] = set()
    left = [tree]
    while left:
        part = left.pop()
        way = part if isinstance(part, core.If) else part.test if isinstance(part, core.Walk) else None
        if way is not None and any(way.span):
            found.add(way.span)
        left += children(part)
    return {span: number for number, span in enumerate(sorted(found), 1)}


def _ways(tree: Core, path: str, written: Written, inside: str = "") -> Iterator[Point]:
    """Both sides of each `if` and each `where` of a formula."""
    return _part(tree, path, written, inside, ways_in(tree))


def _part(tree: Core, path: str, written: Written, inside: str, ways: Mapping[Offsets, int]) -> Iterator[Point]:
    if isinstance(tree, core.If) and tree.span in ways:
        at = f"{path}.{ways[tree.span]}"
        decided = written.within(*tree.test.span)
        yield from _part(tree.test, path, written, inside, ways)
        for side, part in (("then", tree.yes), ("else", tree.no)):
            yield _point("branch", f"{at}.{side}", written.within(*part.span), decided, inside)
            yield from _part(part, path, written, f"{at}.{side}", ways)
        return
    if isinstance(tree, core.Walk) and tree.test is not None and tree.test.span in ways:
        place = written.within(*tree.test.span)
        yield from _sides(f"{path}.{ways[tree.test.span]}", place, place, inside)
    for child in children(tree):
        yield from _part(child, path, written, inside, ways)
