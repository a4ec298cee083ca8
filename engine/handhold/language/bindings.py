"""What names stand for: the bindings that needs, loops and the scene bring into a scope."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from handhold.language import core
from handhold.language.core import Core, Place
from handhold.language.functions import FUNCTIONS
from handhold.language.scope import Done, Live, Lives, Thing, Value
from handhold.language.types import (
    INTEGER,
    KEY,
    GroupOf,
    ListOf,
    OptionalOf,
    Passes,
    Sheet,
    Type,
    present,
)
from handhold.language.world import SCENE, SELF, World, is_live


def loop_of(passes: Core) -> str:
    """The path of the loop whose passes these are."""
    match passes:
        case core.Var(name=name):
            return name
        case core.PassPart(loop=loop, name=name):
            return f"{loop}/{name}"
        case other:
            raise AssertionError(f"no passes: {other}")


def scene_binding(world: World) -> Live | Value:
    """What `scene` stands for."""
    if world.sheets[SCENE].live:
        return Live(Place(SCENE, (), SCENE))
    return Value(core.Var(SCENE, Sheet(SCENE)))


def live_binding(world: World, place: Place, of: Type, maybe: bool) -> Live | Lives:
    """What a need or field of a live type stands for at `place`."""
    match present(of):
        case Sheet(sheet=sheet):
            return Live(replace(place, sheet=sheet, optional=maybe or isinstance(of, OptionalOf)))
        case GroupOf(sheet=sheet) | ListOf(of=Sheet(sheet=sheet)):
            return Lives(replace(place, sheet=sheet), present(of))
        case other:
            raise AssertionError(f"not live: {other}")


def need_binding(world: World, need: str, of: Type) -> Thing:
    """What a need of a formula, modifier or event stands for inside it."""
    if is_live(of, world.sheets):
        return live_binding(world, Place(need, (), ""), of, False)
    return Value(core.Var(need, of))


def lives_walk(world: World, lives: Lives, variable: str) -> tuple[Core, Live]:
    """The positions that a walk through a live list or group takes, and what its variable stands for."""
    place = lives.place
    index = core.Var(variable, INTEGER)
    members = core.Fixed(place, True, lives.type)
    key = core.KeyAt(members, index, KEY) if isinstance(lives.type, GroupOf) else None
    at = replace(place, index=index, list_at=len(place.path))
    return core.Positions(members, ListOf(INTEGER)), Live(at, key=key)


def element_binding(source: Core, variable: str) -> Thing | None:
    """What the variable of a walk through a list of values stands for; None if it is no list."""
    match source.type:
        case ListOf(of=of):
            return Value(core.Var(variable, of))
        case GroupOf(sheet=sheet):
            index = core.Var(variable, INTEGER)
            key = core.KeyAt(source, index, KEY)
            return Value(core.ElementAt(source, index, Sheet(sheet)), key=key)
        case Passes(of=names):
            return Done(names, "", core.Var(variable, names), loop_of(source))
        case _:
            return None


def hides(name: str, world: World, names: Iterable[str]) -> str:
    """In words, what a new name would hide; empty if nothing."""
    if name in names:
        return "another value of that name"
    if name in world.tables:
        return "the table of that name"
    if name in FUNCTIONS:
        return "the function of that name"
    if name in world.function_ids():
        return "the formula or modifier of that name"
    if name in ("settings", SCENE, SELF):
        return f"'{name}'"
    return ""
