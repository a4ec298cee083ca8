"""A pack as checked: what can be run.

Formulas are typed trees, steps are statements over named variables (see `language.core` for how variables are
named). The statements of an event keep the order of the pack; a condition on a step is a `Branch` around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from handhold.language.core import Core, Place, State
from handhold.language.reaches import Reach
from handhold.language.scope import Scope
from handhold.language.types import Type
from handhold.language.world import FieldInfo, Function, SettingInfo, SheetInfo, TableInfo
from handhold.packs import model
from handhold.source import Span, Written


@dataclass(frozen=True, slots=True)
class Formula:
    """A checked formula and where it is written."""

    core: Core
    written: Written


@dataclass(frozen=True, slots=True)
class Site:
    """A step as a person knows it: its path in the pack (`events.climb.steps.roll`), its name, what it is."""

    path: str
    id: str
    kind: Literal["value", "roll", "choose", "set", "do", "refuse", "each", "block"]
    meta: model.Meta
    span: Span


@dataclass(frozen=True, slots=True)
class Let:
    """Names a value."""

    site: Site
    name: str
    value: Formula


@dataclass(frozen=True, slots=True)
class Roll:
    """Throws dice and names the total."""

    site: Site
    name: str
    dice: Formula


@dataclass(frozen=True, slots=True)
class Ground:
    """A ground for a refusal: code, test, reason."""

    code: str
    when: Formula
    because: str
    path: str
    cite: str
    span: Span


@dataclass(frozen=True, slots=True)
class Choose:
    """A decision. `options` is None where any value of the type will do; `default` None where an answer must be
    given.

    The grounds judge the answer, under its own name. `scope` are the names that a policy can use.
    """

    site: Site
    name: str
    type: Type
    by: Literal["player", "opponent", "gm"]
    options: Formula | None
    default: Formula | None
    grounds: tuple[Ground, ...]
    scope: Scope


@dataclass(frozen=True, slots=True)
class Put:
    """Changes a state field (`target` is the state) or a track name (`target` is the variable), and names the new
    value.
    """

    site: Site
    name: str
    target: State | str
    type: Type
    field: FieldInfo | None
    value: Formula
    safe: bool


@dataclass(frozen=True, slots=True)
class Call:
    """Another event. `args` gives each of its needs; its names become `name.its_name`, or none where a refusal goes
    on. `safe` are the needs whose value is within its limits whatever happens.
    """

    site: Site
    name: str
    event: str
    args: tuple[tuple[str, Formula | Place], ...]
    go_on: bool
    safe: frozenset[str]


@dataclass(frozen=True, slots=True)
class Refuse:
    """Refuses the event if one of the grounds holds."""

    site: Site
    grounds: tuple[Ground, ...]


@dataclass(frozen=True, slots=True)
class Track:
    """A tally of a loop: its name, least type and start."""

    name: str
    type: Type
    start: Formula


@dataclass(frozen=True, slots=True)
class Loop:
    """The body once for each element. `source` is a list, a `Count` or `Positions`; `variable` is its element or
    position.

    There are at most `most` passes; of a list whose length is not known that is what a range may have, for where lists
    are joined the work is counted in any case. `until` is tested before each pass. `key` says how a pass is called: the
    element (a row or number), the key in the group `source` walks, or the position from 1.
    """

    site: Site
    name: str
    variable: str
    source: Formula
    key: Literal["element", "group", "position"]
    most: int
    tracks: tuple[Track, ...]
    until: Formula | None
    body: tuple[Statement, ...]
    names: tuple[tuple[str, Type], ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """The body under a condition; `skipped` are the variables that are none otherwise."""

    site: Site
    test: Formula
    body: tuple[Statement, ...]
    skipped: tuple[str, ...]


Statement = Let | Roll | Choose | Put | Call | Refuse | Loop | Branch


@dataclass(frozen=True, slots=True)
class Event:
    """An event checked.

    `needs` in order, `scene` last if it is read here or in what it calls. `names` are the top level's, with types,
    in order. `reads` and `changes` are state variables of its needs (`climber.exhaustion`), those of events it
    calls too. `refusable`, `rolls`: whether it can be refused, whether it (or what it calls) throws dice. `work`
    bounds its steps. `scope` are the names that a formula can use after its last step, `outcome` is the type of the
    outcome, if it has one. `reaches` is what is known of the values of its names.
    """

    id: str
    meta: model.Meta
    needs: Mapping[str, FieldInfo]
    body: tuple[Statement, ...]
    names: tuple[tuple[str, Type], ...]
    reads: frozenset[str]
    changes: frozenset[str]
    refusable: bool
    rolls: bool
    work: int
    says: Mapping[str, str]
    scope: Scope
    outcome: Type | None
    reaches: Mapping[str, Reach]
    span: Span


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack that has no error: it can be run."""

    source: model.Pack
    settings: Mapping[str, SettingInfo]
    tables: Mapping[str, TableInfo]
    sheets: Mapping[str, SheetInfo]
    functions: Mapping[str, Function]
    written: Mapping[str, Written]
    """Where the formulas of functions are written, by the path of the formula, line or computed field."""
    events: Mapping[str, Event]
    bonuses: frozenset[str]

    def function(self, id: str) -> Function | None:
        """The function of that id, or None: a checked pack is the world of its own formulas (see `language.world`)."""
        return self.functions.get(id)

    def function_ids(self) -> tuple[str, ...]:
        """The ids of formulas and modifier groups, without computed fields and bonuses."""
        return tuple(id for id in self.functions if "." not in id)

    @property
    def header(self) -> model.Header:
        """Who the pack is."""
        return self.source.header


def formulas_of(body: Iterable[Statement]) -> Iterator[Core | Place]:
    """Every formula and place of statements."""
    for statement in body:
        match statement:
            case Let(value=value):
                yield value.core
            case Roll(dice=dice):
                yield dice.core
            case Choose(options=options, default=default, grounds=grounds):
                yield from (formula.core for formula in (options, default) if formula is not None)
                yield from (ground.when.core for ground in grounds)
            case Put(target=target, value=value):
                if not isinstance(target, str):
                    yield target
                yield value.core
            case Call(args=args):
                yield from (arg if isinstance(arg, Place) else arg.core for _, arg in args)
            case Refuse(grounds=grounds):
                yield from (ground.when.core for ground in grounds)
            case Loop(source=source, tracks=tracks, until=until, body=inner):
                yield source.core
                yield from (track.start.core for track in tracks)
                if until is not None:
                    yield until.core
                yield from formulas_of(inner)
            case Branch(test=test, body=inner):
                yield test.core
                yield from formulas_of(inner)


def statements(body: Iterable[Statement]) -> Iterator[Statement]:
    """The statements of a body in their order, those inside branches and loops too."""
    for statement in body:
        yield statement
        if isinstance(statement, Branch | Loop):
            yield from statements(statement.body)


def own_formulas(statement: Statement) -> Iterator[tuple[str, Formula]]:
    """The formulas of a statement that are no condition with two sides, by path, those of its grounds too."""
    path = statement.site.path
    match statement:
        case Let(value=value) | Put(value=value):
            yield path, value
        case Roll(dice=dice):
            yield path, dice
        case Choose(options=options, default=default, grounds=grounds):
            held = (("among", options), ("default", default))
            yield from ((f"{path}.{name}", formula) for name, formula in held if formula is not None)
            yield from ((f"{ground.path}.when", ground.when) for ground in grounds)
        case Refuse(grounds=grounds):
            yield from ((f"{ground.path}.when", ground.when) for ground in grounds)
        case Call(args=args):
            yield from ((f"{path}.with.{need}", arg) for need, arg in args if isinstance(arg, Formula))
        case Loop(source=source, tracks=tracks):
            yield f"{path}.each", source
            yield from ((f"{path}.track.{track.name}", track.start) for track in tracks)
        case Branch():
            pass


def number_of(body: Iterable[Statement]) -> int:
    """How many statements there are, those inside branches and loops included."""
    return sum(1 for _ in statements(body))
