"""Where what a pack says comes from: the pack that wrote it, and every variant that touched it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from handhold.diagnostics import did_you_mean, meant
from handhold.packs.stacks.stack import Stack
from handhold.packs.text import show
from handhold.packs.variants.applied import Applied
from handhold.packs.variants.edit import Edit
from handhold.packs.variants.paths import KINDS, Paths, Spot, default_path, left_out, node_at
from handhold.packs.yaml.nodes import Mapping as MappingNode
from handhold.packs.yaml.nodes import Node, Scalar
from handhold.source import Span


@dataclass(frozen=True, slots=True)
class Stage:
    """What one pack did to a place.

    `path` is where: the place itself, or something inside it. `pack` is the pack that wrote it or the variant that
    touched it, `span` where it says so. `formula` is what the new value was made from, if it was. `before` and
    `after` are what stood at the path.
    """

    pack: str
    way: Literal["wrote", "change", "add", "remove"]
    path: tuple[str, ...]
    kind: str
    span: Span
    formula: str
    before: Node | None
    after: Node | None


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a pack: what stands there in the end, and what each pack did to it, in order."""

    path: tuple[str, ...]
    kind: str
    node: Node
    stages: tuple[Stage, ...]


class NoPlace(Exception):
    """A path leads nowhere; `hint` says what could be meant (may be empty)."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def places(stack: Stack, path: str) -> tuple[Place, ...]:
    """The places that a dotted path leads to: one, or several with `*`. Raises NoPlace."""
    applied = stack.applied
    parts = tuple(path.split("."))
    known = Paths(applied.whole)
    spots, lost = known.find(parts, "change")
    if lost is not None:
        reached = ".".join(parts[: lost.part]) or "the pack"
        gone = _gone(applied, parts)
        if gone is not None:
            raise NoPlace(f"there is no {show(path)}: '{gone.source.variant}' takes it away", f"{gone.source} says so")
        message = f"there is no '{show(parts[lost.part])}' in {show(reached)}"
        raise NoPlace(message, meant(known.meant(parts)) or did_you_mean(parts[lost.part], lost.choices))
    found = [each for spot in spots for each in (known.refusals(spot) if spot.kind == "refuse" else (spot,))]
    if not found:
        raise NoPlace(f"there is nothing in {show(path)}")
    return tuple(place_of(stack, spot) for spot in found)


def sections(stack: Stack) -> tuple[Place, ...]:
    """The places of all sections that a pack has."""
    spots = [Spot((), "pack", stack.applied.whole).inner(section) for section in KINDS["pack"].keys]
    return tuple(place_of(stack, spot) for spot in spots if spot.node is not None)


def place_of(stack: Stack, spot: Spot) -> Place:
    """A place of the whole pack, with all that was done to it."""
    assert spot.node is not None
    return Place(spot.path, spot.kind, spot.node, tuple(_stages(stack.applied, stack.headers[0].pack, spot)))


def _stages(applied: Applied, base: str, spot: Spot) -> Iterator[Stage]:
    written = node_at(applied.base, spot.path)
    if written is not None:
        yield Stage(base, "wrote", spot.path, spot.kind, _place(applied.base, spot.path, written), "", None, written)
    before = applied.base
    for id, after in zip(applied.order, applied.stages, strict=True):
        ways = (spot.path, default_path(spot.path)) if left_out(before, spot) else (spot.path,)
        for edit in applied.edits[id]:
            if any(way[: len(edit.path)] == edit.path for way in ways):
                yield _stage(id, edit, spot.path, spot.kind, before, after)
            elif edit.path[: len(spot.path)] == spot.path:
                yield _stage(id, edit, edit.path, edit.kind, before, after)
        before = after


def _stage(id: str, edit: Edit, path: tuple[str, ...], kind: str, before: MappingNode, after: MappingNode) -> Stage:
    old, new = node_at(before, path), node_at(after, path)
    formula = " ".join(edit.formula.written.text.split()) if edit.formula is not None else ""
    way: Literal["change", "add", "remove"] = "add" if old is None else "remove" if new is None else "change"
    return Stage(id, way, path, kind, edit.source, formula, old, new)


def _place(root: Node, path: tuple[str, ...], node: Node) -> Span:
    """Where a person looks for it: the value itself, the key of what holds keys and values."""
    outer = node_at(root, path[:-1])
    if isinstance(node, Scalar) or not isinstance(outer, MappingNode):
        return node.span
    return next((key.span for key, _ in outer.entries if str(key.value) == path[-1]), node.span)


def _gone(applied: Applied, parts: tuple[str, ...]) -> Edit | None:
    """What took away what the path led to before."""
    before = applied.base
    for id, after in zip(applied.order, applied.stages, strict=True):
        spots, _ = Paths(before).find(parts, "change")
        if spots and not Paths(after).find(parts, "change")[0]:
            removed = [edit for edit in applied.edits[id] if edit.way == "remove"]
            return next((edit for edit in removed if spots[0].path[: len(edit.path)] == edit.path), None)
        before = after
    return None
