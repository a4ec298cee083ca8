"""A pack under change: what is changed is opened, all else stays the node that it was."""

from __future__ import annotations

from collections.abc import Iterator

from handhold.packs.variants.paths import KINDS, kind_below, opened
from handhold.packs.yaml.nodes import Key, Node, Scalar
from handhold.packs.yaml.nodes import Mapping as MappingNode
from handhold.source import Written


class Draft:
    """One mapping under change, and those inside it that are."""

    def __init__(self, node: MappingNode, kind: str) -> None:
        self._kind = kind
        self._written = node.written
        self._entries: dict[str, tuple[Key, Node | Draft]] = {
            str(key.value): (key, value) for key, value in node.entries
        }
        self._before: dict[str, list[str]] = {}
        self._after: dict[str, list[str]] = {}
        self._placed: set[str] = set()

    def at(self, path: tuple[str, ...], key: Key) -> Draft | None:
        """The mapping at a path, opened; what may be missing is made, `key` being where it is asked for.

        None where the path leads to no mapping.
        """
        here = self
        for part in path:
            found = here._inner(part, key)
            if found is None:
                return None
            here = found
        return here

    def _inner(self, part: str, asked: Key) -> Draft | None:
        kind = kind_below(self._kind, part)
        key, node = self._entries.get(part, (Key(part, asked.span), None))
        if isinstance(node, Draft):
            return node
        if node is None and (KINDS[kind].made or (self._kind, part) == ("sheets", "scene")):
            node = MappingNode((), Written("", asked.span))
        elif isinstance(node, Scalar) and KINDS[kind].short:
            node = opened(node, kind)
        if not isinstance(node, MappingNode):
            return None
        inner = Draft(node, kind)
        self._entries[part] = (key, inner)
        return inner

    def has(self, part: str) -> bool:
        """Whether there is an entry of that key."""
        return part in self._entries

    def put(self, key: Key, node: Node) -> None:
        """Changes an entry, in its place; a new one comes last."""
        part = str(key.value)
        old = self._entries.get(part)
        self._entries[part] = (key if old is None else old[0], node)

    def insert(self, key: Key, node: Node, *, before: str = "", after: str = "") -> None:
        """Adds an entry before or after another one; those at one place stand in the order in which they came."""
        part = str(key.value)
        self._entries[part] = (key, node)
        if before or after:
            self._placed.add(part)
            (self._before if before else self._after).setdefault(before or after, []).append(part)

    def remove(self, part: str) -> None:
        """Takes an entry away."""
        self._entries.pop(part, None)

    def node(self) -> MappingNode:
        """The mapping as it now is; what is empty and need not be there is left out."""
        kept: list[tuple[Key, Node]] = []
        for part in self._order() if self._placed else self._entries:
            key, value = self._entries[part]
            if isinstance(value, Draft):
                value = value.node()
                if not value.entries and KINDS[kind_below(self._kind, part)].made:
                    continue
                if not value.entries and (self._kind, part) == ("sheets", "scene"):
                    continue
            kept.append((key, value))
        return MappingNode(tuple(kept), self._written)

    def _order(self) -> Iterator[str]:
        for first in self._entries:
            if first in self._placed:
                continue
            waiting: list[tuple[str, bool]] = [(first, False)]
            while waiting:
                part, opened_up = waiting.pop()
                if opened_up:
                    yield part
                    continue
                waiting.extend((late, False) for late in reversed(self._after.get(part, ())))
                waiting.append((part, True))
                waiting.extend((early, False) for early in reversed(self._before.get(part, ())))
