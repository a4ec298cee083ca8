"""Dotted paths: what can stand where in a pack, and what a path leads to.

A path begins with a section (`scene` stands for `sheets.scene`) and names every entry and key on its way. `*` stands
for every entry. The steps of an event are found however deep they stand, as are its refusals (`events.climb.refuse`).
A short form has the keys of the long one: the type of `dex: integer` is at `dex.type`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal

from handhold.packs.yaml.nodes import Key, Node, Scalar
from handhold.packs.yaml.nodes import Mapping as MappingNode

Slot = Literal["", "formula", "data", "text", "word"]


@dataclass(frozen=True, slots=True)
class Kind:
    """What can stand at a place.

    `keys` are the kinds of its own keys, `entries` is the kind of what stands under any other key ("" for nothing).
    `short` is the key that a value by itself stands for. `slot` says what a value is, where there are no keys.
    `made`: it is made where it is not there, as soon as something is put into it. `forms` are keys of which it has
    one: with another of them it is another thing. `unordered`: the order of a list means nothing.
    """

    title: str
    keys: Mapping[str, str] = field(default_factory=dict)
    entries: str = ""
    short: str = ""
    slot: Slot = ""
    made: bool = False
    unordered: bool = False
    forms: tuple[str, ...] = ()


_META: Final = {"title": "text", "cite": "text", "note": "text"}
_LIMITS: Final = dict.fromkeys(("default", "min", "max", "above", "below"), "data")
_STEP_FORMS: Final = ("roll", "choose", "set", "do", "each", "repeat", "refuse", "value", "steps")
_FORMULAS: Final = ("value", "roll", "when", "default", "among", "to", "until", "each", "repeat")
_WORDS: Final = ("choose", "by", "set", "do", "if_refused")

KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "pack": Kind(
            "the pack",
            {id: id for id in ("settings", "tables", "sheets", "modifiers", "formulas", "events")},
        ),
        "formula": Kind("a formula", slot="formula"),
        "data": Kind("a value", slot="data"),
        "words": Kind("a list of words", slot="data", unordered=True),
        "numbers": Kind("numbers", slot="data", unordered=True),
        "text": Kind("a text", slot="text"),
        "word": Kind("a word", slot="word"),
        "settings": Kind("the settings", entries="setting", made=True),
        "setting": Kind(
            "a setting", {"value": "data", "options": "words", "question": "text", "reading": "text", **_META}
        ),
        "tables": Kind("the tables", entries="table", made=True),
        "table": Kind("a table", {"ordered": "data", "columns": "columns", "rows": "rows", **_META}),
        "columns": Kind("the columns", entries="column", made=True),
        "column": Kind("a column", {"type": "word", "default": "data", **_META}, short="type"),
        "rows": Kind("the rows", entries="row"),
        "row": Kind("a row", {"at": "numbers", **_META}, entries="data"),
        "sheets": Kind("the sheets", entries="sheet", made=True),
        "sheet": Kind("a sheet", _META, entries="field"),
        "field": Kind(
            "a field",
            {"type": "word", **_LIMITS, "changes": "data", "value": "formula", **_META},
            short="type",
            forms=("value", "type"),
        ),
        "needs": Kind("the needs", entries="need", made=True),
        "need": Kind("a need", {"type": "word", **_LIMITS, **_META}, short="type"),
        "modifiers": Kind("the modifiers", entries="modifier", made=True),
        "modifier": Kind(
            "a group of modifiers",
            {"take": "word", "helps": "word", "base": "word", "needs": "needs", "lines": "lines", **_META},
        ),
        "lines": Kind("the lines", entries="line"),
        "line": Kind("a line", {"when": "formula", "value": "formula", **_META}),
        "formulas": Kind("the formulas", entries="named", made=True),
        "named": Kind("a formula", {"needs": "needs", "value": "formula", **_META}),
        "events": Kind("the events", entries="event", made=True),
        "event": Kind("an event", {"needs": "needs", "steps": "steps", "says": "says", **_META}),
        "says": Kind("what is said", entries="text", slot="text", made=True),
        "steps": Kind("the steps", entries="step"),
        "step": Kind(
            "a step",
            {
                **dict.fromkeys(_FORMULAS, "formula"),
                **dict.fromkeys(_WORDS, "word"),
                **{"with": "with", "track": "with", "refuse": "refusals", "steps": "steps"},
                **_META,
            },
            short="value",
            forms=_STEP_FORMS,
        ),
        "with": Kind("what is given", entries="formula", made=True),
        "refusals": Kind("the refusals", entries="refusal", made=True),
        "refusal": Kind("a refusal", {"when": "formula", "because": "text", **_META}),
        "refuse": Kind("the refusals of an event", entries="refusal"),
    }
)
"""What can stand in a pack, by name."""

_ALIKE: Final = 3
"""Paths of which none is meant more than the others."""

SHORT_ROOTS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType({"scene": ("sheets", "scene")})
"""First parts of paths that stand for two."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a pack: its path with every block and loop on the way, its kind, what stands there (None: nothing)."""

    path: tuple[str, ...]
    kind: str
    node: Node | None

    def inner(self, part: str) -> Spot:
        """The place of a key or entry directly inside."""
        return Spot((*self.path, part), kind_below(self.kind, part), child(self.node, self.kind, part))


@dataclass(frozen=True, slots=True)
class Lost:
    """Where a path leads no further: the place reached, which part of the path is not there, what could be."""

    spot: Spot
    part: int
    choices: tuple[str, ...]


def kind_below(kind: str, part: str) -> str:
    """The kind of what stands under a key; "" where nothing can."""
    known = KINDS[kind] if kind else Kind("")
    return known.keys.get(part) or known.entries


def child(node: Node | None, kind: str, part: str) -> Node | None:
    """What stands under a key, in the long form of the node."""
    if isinstance(node, MappingNode):
        return node.get(part)
    return node if node is not None and KINDS[kind].short == part else None


def entries(node: Node | None, kind: str) -> Iterator[tuple[Key, Node]]:
    """The entries of a mapping that are no keys of the language."""
    if isinstance(node, MappingNode):
        own = KINDS[kind].keys
        yield from ((key, value) for key, value in node.entries if str(key.value) not in own)


def opened(node: Scalar, kind: str) -> MappingNode:
    """The long form of a short one."""
    return MappingNode(((Key(KINDS[kind].short, node.span), node),), node.written)


Way = Literal["change", "add", "remove"]


class Paths:
    """What the paths of one pack lead to.

    The steps and refusals of an event are listed once, however many paths name one of them. `passed` counts the places
    that paths have led through.
    """

    def __init__(self, root: Node) -> None:
        self.root = root
        self.passed = 0
        self._steps: dict[tuple[str, ...], Mapping[str, tuple[Spot, ...]]] = {}
        self._refusals: dict[tuple[str, ...], Mapping[str, tuple[Spot, ...]]] = {}

    def find(self, parts: tuple[str, ...], way: Way, start: Spot | None = None) -> tuple[list[Spot], Lost | None]:
        """The places that a path leads to, from the top or from `start`; or where it is lost.

        With `*`, entries that lack the rest of the path are left out, as long as one has it. For a change, a cell that
        a row leaves out is the default of its column. To add, what is made where it is missing counts as being there.
        """
        spots = [start or Spot((), "pack", self.root)]
        for number, part in enumerate(parts):
            reached = [found for spot in spots for found in self.below(spot, part, way)]
            self.passed += len(spots) + len(reached)
            if not reached:
                return [], Lost(spots[0], number, tuple(dict.fromkeys(self._choices(spots[0]))))
            spots = reached
        return spots, None

    def below(self, spot: Spot, part: str, way: Way) -> Iterator[Spot]:
        """The places that one part of a path leads to."""
        if spot.kind == "pack" and part in SHORT_ROOTS:
            section, sheet = SHORT_ROOTS[part]
            inner = spot.inner(section).inner(sheet)
            if inner.node is not None or way == "add":
                yield inner
        elif spot.kind == "event" and part == "refuse":
            yield Spot(spot.path, "refuse", spot.node)
        elif spot.kind == "refuse":
            yield from self.refusals(spot, part)
        elif spot.kind == "steps":
            yield from self.steps(spot, part)
        elif part == "*" and KINDS[spot.kind].entries:
            yield from (spot.inner(str(key.value)) for key, _ in entries(spot.node, spot.kind))
        elif kind_below(spot.kind, part):
            inner = spot.inner(part)
            if inner.node is None and spot.kind == "row" and way == "change":
                inner = Spot(inner.path, inner.kind, default_cell(self.root, inner.path))
            made = KINDS[inner.kind].made or inner.path in SHORT_ROOTS.values()
            if inner.node is not None or (way == "add" and made):
                yield inner

    def meant(self, parts: tuple[str, ...]) -> list[str]:
        """The paths that somebody may mean who left out what stands between: `tables` and `rows` in `walls.high.dice`.
        None if there are more than a few.
        """
        # one place for each path: where `*` leads to many, the first shows what may stand below them
        reached: dict[tuple[str, ...], Spot] = {(): Spot((), "pack", self.root)}
        for part in parts:
            found: dict[tuple[str, ...], Spot] = {}
            for path, spot in reached.items():
                for way, between in self._with_between(path, spot):
                    for inner in self.below(between, part, "change"):
                        found.setdefault((*way, part), inner)
            reached = found
            if len(found) > _ALIKE:
                return []
        return [".".join(path) for path in reached]

    def _with_between(self, path: tuple[str, ...], spot: Spot) -> Iterator[tuple[tuple[str, ...], Spot]]:
        """A place, and those directly below it whose names are often left out: they hold entries."""
        yield path, spot
        for key, kind in KINDS[spot.kind].keys.items():
            inner = spot.inner(key)
            if KINDS[kind].entries and inner.node is not None:
                yield (*path, key), inner

    def steps(self, steps: Spot, part: str = "*") -> tuple[Spot, ...]:
        """Every step below of that name, however deep."""
        if steps.path not in self._steps:
            self._steps[steps.path] = _by_name(_steps_of(steps))
        return self._steps[steps.path].get(part, ())

    def refusals(self, event: Spot, part: str = "*") -> tuple[Spot, ...]:
        """Every refusal of an event of that name, those of choices too."""
        if event.path not in self._refusals:
            steps = self.steps(Spot(event.path, "event", event.node).inner("steps"))
            self._refusals[event.path] = _by_name(each for step in steps for each in _grounds_of(step))
        return self._refusals[event.path].get(part, ())

    def _choices(self, spot: Spot) -> Iterator[str]:
        """What could stand in a path after a place."""
        if spot.kind == "pack":
            yield from KINDS["pack"].keys
            yield from SHORT_ROOTS
        elif spot.kind == "refuse":
            yield from (refusal.path[-1] for refusal in self.refusals(spot))
        elif spot.kind == "steps":
            yield from (step.path[-1] for step in self.steps(spot))
        elif isinstance(spot.node, MappingNode):
            yield from (str(key.value) for key, _ in spot.node.entries)
        elif KINDS[spot.kind].short:
            yield KINDS[spot.kind].short


def _by_name(spots: Iterable[Spot]) -> Mapping[str, tuple[Spot, ...]]:
    """Places by the last part of their path, and all of them under `*`."""
    every = tuple(spots)
    named: dict[str, list[Spot]] = {}
    for spot in every:
        named.setdefault(spot.path[-1], []).append(spot)
    return {**{name: tuple(known) for name, known in named.items()}, "*": every}


def _steps_of(steps: Spot) -> Iterator[Spot]:
    """Every step below, however deep."""
    for key, _ in entries(steps.node, "steps"):
        step = steps.inner(str(key.value))
        yield step
        if isinstance(step.node, MappingNode) and step.inner("steps").node is not None:
            yield from _steps_of(step.inner("steps"))


def _grounds_of(step: Spot) -> Iterator[Spot]:
    """The refusals of one step."""
    grounds = step.inner("refuse")
    if isinstance(step.node, MappingNode) and grounds.node is not None:
        yield from (grounds.inner(str(key.value)) for key, _ in entries(grounds.node, "refusals"))


def default_cell(root: Node, path: tuple[str, ...]) -> Node | None:
    """What a cell is that its row leaves out: the default of its column."""
    column = Spot((), "pack", root).inner("tables").inner(path[1]).inner("columns").inner(path[-1])
    return column.inner("default").node if isinstance(column.node, MappingNode) else None


def node_at(root: Node, path: tuple[str, ...]) -> Node | None:
    """What stands at the path of a spot; for a cell that its row leaves out, the default of its column."""
    spot = Spot((), "pack", root)
    for part in path:
        if not kind_below(spot.kind, part):
            return None
        spot = spot.inner(part)
    if spot.node is None and len(path) == 5 and path[0] == "tables" and path[2] == "rows":
        return default_cell(root, path)
    return spot.node


def left_out(root: Node, spot: Spot) -> bool:
    """Whether a place is a cell that its row leaves out, so that the default of the column stands for it."""
    if spot.kind != "data" or len(spot.path) != 5 or spot.path[:3:2] != ("tables", "rows"):
        return False
    row = node_at(root, spot.path[:-1])
    return isinstance(row, MappingNode) and row.get(spot.path[-1]) is None


def default_path(path: tuple[str, ...]) -> tuple[str, ...]:
    """The path of the default of a cell's column."""
    return (*path[:2], "columns", path[-1], "default")
