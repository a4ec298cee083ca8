"""Where a fault of shape stands: the place that a path of jsonschema leads to; and the parts of a schema there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from handhold.packs.text import show
from handhold.packs.yaml.nodes import Key, Node, Scalar
from handhold.packs.yaml.nodes import Mapping as MappingNode
from handhold.packs.yaml.nodes import Sequence as SequenceNode
from handhold.source import Span

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError


@dataclass(frozen=True, slots=True)
class Place:
    """What a path leads to: the value, its key (none in a list and at the top), and the keys inside it."""

    path: tuple[str | int, ...]
    node: Node
    key: Key | None
    inside: Mapping[str, Key]

    @property
    def name(self) -> str:
        """What the value is called: its key, or an entry of the list that it is in."""
        if self.key is not None:
            return f"'{show(str(self.key.value))}'"
        return f"an entry of '{show(str(self.path[-2]))}'" if len(self.path) > 1 else "the file"

    @property
    def head(self) -> Span:
        """Where the thing as a whole is pointed at: its key, else its beginning."""
        if self.key is not None:
            return self.key.span
        first = next(iter(self.inside.values()), None)
        return self.node.span if first is None else first.span


class Places:
    """Finds the nodes that jsonschema's paths lead to."""

    def __init__(self, root: MappingNode) -> None:
        self._root = root
        self._indexes: dict[int, dict[str, tuple[Key, Node]]] = {}
        self._inside: dict[int, dict[str, Key]] = {}

    def at(self, path: Iterable[str | int]) -> Place | None:
        """The place at a path; None where a fault of its own was reported on the way, from which this one follows."""
        steps = tuple(path)
        node: Node = self._root
        key: Key | None = None
        for step in steps:
            key = None
            if isinstance(node, MappingNode):
                key, node = self._index(node)[str(step)]
            elif isinstance(node, SequenceNode) and isinstance(step, int):
                node = node.items[step]
        if isinstance(node, Scalar) and node.faulty:
            return None
        return Place(steps, node, key, self._keys(node) if isinstance(node, MappingNode) else {})

    def _keys(self, node: MappingNode) -> Mapping[str, Key]:
        keys = self._inside.get(id(node))
        if keys is None:
            keys = {name: key for name, (key, _) in self._index(node).items()}
            self._inside[id(node)] = keys
        return keys

    def _index(self, node: MappingNode) -> dict[str, tuple[Key, Node]]:
        index = self._indexes.get(id(node))
        if index is None:
            index = {str(key.value): (key, value) for key, value in node.entries}
            self._indexes[id(node)] = index
        return index


def title_of(error: ValidationError) -> str:
    """The title of the schema that found the fault; empty if it has none."""
    return str(mapping(error.schema).get("title", ""))


def mapping(data: object) -> Mapping[str, object]:
    """A part of a schema that is a mapping; empty for one that is none."""
    return data if isinstance(data, Mapping) else {}


def mapping_of(data: object) -> dict[str, object]:
    """A part of a schema as a mapping of its own."""
    return {str(key): value for key, value in mapping(data).items()}


def texts(data: object) -> tuple[str, ...]:
    """A part of a schema that is a list of texts; empty for one that is none."""
    return tuple(str(item) for item in data) if isinstance(data, list | tuple) else ()
