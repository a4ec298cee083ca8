"""Two packs held against each other, place by place: what is another, new, gone or elsewhere.

What makes no difference is none: quotes and spacing of formulas, short and long forms, the order of keys. Order
counts where rules go by it: of steps, refusals, rows (loops and lists take them in order, whether or not the table is
ordered), lines of which the first counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final, Literal

from handhold.packs.variants.meaning import same
from handhold.packs.variants.paths import KINDS, Spot, default_cell, kind_below, node_at, opened
from handhold.packs.yaml.nodes import Mapping as MappingNode
from handhold.packs.yaml.nodes import Node, Scalar
from handhold.source import Span, Written

_NOWHERE: Final = Span("", 1, 1, 1, 1)
_NOTHING: Final = MappingNode((), Written("", _NOWHERE))


@dataclass(frozen=True, slots=True)
class Change:
    """One place at which two packs differ.

    `old` and `new` are what stands there. Of what was `moved`, `before` and `after` are the entries that it stood
    behind and stands behind now, empty for the first place. `span` is the place in the new pack, for what is gone in
    the old one.
    """

    way: Literal["changed", "added", "removed", "moved"]
    path: tuple[str, ...]
    kind: str
    old: Node | None
    new: Node | None
    span: Span
    before: str = ""
    after: str = ""

    @property
    def wording(self) -> bool:
        """Whether only what people read differs, and no rule."""
        return KINDS[self.kind].slot == "text"


@dataclass(frozen=True, slots=True)
class Group:
    """Changes of one kind: `path` has `*` where they stand in several rows or lines."""

    way: Literal["changed", "added", "removed", "moved"]
    path: tuple[str, ...]
    changes: tuple[Change, ...]


def differences(one: MappingNode, other: MappingNode) -> tuple[Change, ...]:
    """Every place at which a pack differs from another, by section, in the order of the new pack."""
    comparison = _Comparison(one, other)
    spots = ((Spot((), "pack", one).inner(id), Spot((), "pack", other).inner(id)) for id in KINDS["pack"].keys)
    return tuple(change for old, new in spots for change in comparison.between(old, new))


def grouped(changes: Iterable[Change]) -> tuple[Group, ...]:
    """The changes, those of the same kind to several rows of a table or lines of a group as one."""
    alike: dict[tuple[str, tuple[str, ...]], list[Change]] = {}
    for change in changes:
        alike.setdefault((change.way, _pattern(change.path)), []).append(change)
    return tuple(
        Group(several[0].way, several[0].path if len(several) == 1 else path, tuple(several))
        for (_, path), several in alike.items()
    )


def _pattern(path: tuple[str, ...]) -> tuple[str, ...]:
    kind = "pack"
    parts: list[str] = []
    for part in path:
        parts.append("*" if kind in ("rows", "lines") else part)
        kind = kind_below(kind, part)
    return tuple(parts)


class _Comparison:
    """Two packs under comparison."""

    def __init__(self, one: MappingNode, other: MappingNode) -> None:
        self._one = one
        self._other = other

    def between(self, old: Spot, new: Spot) -> Iterator[Change]:
        """What differs at one place of both."""
        kind = KINDS[new.kind] if new.kind else None
        first, second = _long(old.node, new.kind), _long(new.node, new.kind)
        if kind is not None and kind.made and (first is None or second is None):
            first, second = first or _NOTHING, second or _NOTHING
        if first is None or second is None:
            if first is not second:
                way: Literal["added", "removed"] = "added" if first is None else "removed"
                yield Change(way, new.path, new.kind, old.node, new.node, self._place(old, new))
        elif isinstance(first, MappingNode) and isinstance(second, MappingNode) and not _other_form(first, second, new):
            yield from self._entries(Spot(old.path, old.kind, first), Spot(new.path, new.kind, second))
        elif not same(first, second, new.kind):
            yield Change("changed", new.path, new.kind, old.node, new.node, self._place(old, new))

    def _entries(self, old: Spot, new: Spot) -> Iterator[Change]:
        assert isinstance(old.node, MappingNode)
        assert isinstance(new.node, MappingNode)
        before, after = ([str(key.value) for key, _ in node.entries] for node in (old.node, new.node))
        for id in dict.fromkeys((*after, *before)):
            yield from self.between(self._inner(self._one, old, id, new), self._inner(self._other, new, id, old))
        if self._order_counts(new):
            yield from self._moves(new, before, after)

    def _inner(self, root: MappingNode, spot: Spot, id: str, there: Spot) -> Spot:
        """What stands under a key; a cell that its row leaves out, and the other row does not, is the default."""
        inner = spot.inner(id)
        if inner.node is not None or spot.kind != "row" or inner.kind != "data":
            return inner
        if node_at(root, (*spot.path[:2], "columns", id)) is None:
            # the column has gone with its cells, and is told
            return Spot(inner.path, inner.kind, there.inner(id).node)
        return Spot(inner.path, inner.kind, default_cell(root, inner.path))

    def _order_counts(self, spot: Spot) -> bool:
        if spot.kind in ("steps", "refusals", "rows"):
            return True
        held = node_at(self._other, (*spot.path[:-1], "take")) if spot.kind == "lines" else None
        return isinstance(held, Scalar) and held.value == "first"

    def _moves(self, spot: Spot, before: list[str], after: list[str]) -> Iterator[Change]:
        one, other = [id for id in before if id in after], [id for id in after if id in before]
        kept = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
        stays = {id for block in kept for id in one[block.a : block.a + block.size]}
        for at, id in enumerate(other):
            if id not in stays:
                inner = spot.inner(id)
                was = one.index(id)
                behind = (one[was - 1] if was else "", other[at - 1] if at else "")
                yield Change("moved", inner.path, inner.kind, inner.node, inner.node, self._key(inner), *behind)

    def _place(self, old: Spot, new: Spot) -> Span:
        return self._key(new, self._other) if new.node is not None else self._key(old, self._one)

    def _key(self, spot: Spot, root: MappingNode | None = None) -> Span:
        """Where a person looks for it: the value itself, the key of what holds keys and values."""
        if isinstance(spot.node, Scalar) and not KINDS[spot.kind].short:
            return spot.node.span
        outer = node_at(root or self._other, spot.path[:-1])
        entries = outer.entries if isinstance(outer, MappingNode) else ()
        found = next((key.span for key, _ in entries if str(key.value) == spot.path[-1]), None)
        return found or (spot.node.span if spot.node is not None else _NOWHERE)


def _long(node: Node | None, kind: str) -> Node | None:
    return opened(node, kind) if isinstance(node, Scalar) and kind and KINDS[kind].short else node


def _other_form(old: MappingNode, new: MappingNode, spot: Spot) -> bool:
    """Whether an entry has become another thing, such as a roll a value."""
    forms = KINDS[spot.kind].forms if spot.kind else ()
    there, here = ({form for form in forms if node.get(form) is not None} for node in (old, new))
    return bool(there) and bool(here) and not there & here
