"""What a YAML file is made of here: scalars, mappings and lists, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from handhold.packs.scalars import Plain, Style
from handhold.source import Span, Written

_NAME = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a mapping: a text or a whole number."""

    value: str | int
    span: Span


@dataclass(frozen=True, slots=True)
class Scalar:
    """A single value.

    `value` is what it means, `text` the words without quotes and folded as YAML folds them, `written` the raw slice
    of the file. `escaped`: it has a doubled quote or a backslash escape, so `written` does not say what `text`
    says. `commented`: a comment stands behind it on the same line. `faulty`: a fault was reported, and `value`
    means nothing.
    """

    value: Plain
    text: str
    written: Written
    style: Style
    escaped: bool = False
    commented: bool = False
    faulty: bool = False

    @property
    def span(self) -> Span:
        """Where it stands, quotes included."""
        return self.written.span


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and values in the order of the file; keys are unique.

    The text of `written` is empty where it would be longer than `limits.TEXT_LENGTH`.
    """

    entries: tuple[tuple[Key, Node], ...]
    written: Written
    _index: dict[str, Node] = field(default_factory=dict, init=False, repr=False, compare=False)
    """The values by key, from the first time that one is asked for: paths ask for thousands of them."""

    @property
    def span(self) -> Span:
        """From the first key to the end of the last value, brackets included."""
        return self.written.span

    def get(self, key: str | int) -> Node | None:
        """The value of a key, None if it is not there."""
        if not self._index:
            self._index.update((str(known.value), node) for known, node in self.entries)
        return self._index.get(str(key))


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list. The text of `written` is empty where it would be longer than `limits.TEXT_LENGTH`."""

    items: tuple[Node, ...]
    written: Written

    @property
    def span(self) -> Span:
        """From the first dash or bracket to the end of the last item."""
        return self.written.span


Node = Scalar | Mapping | Sequence


def number_of_nodes(node: Node) -> int:
    """How many scalars, mappings and lists there are, keys included."""
    if isinstance(node, Scalar):
        return 1
    if isinstance(node, Sequence):
        return 1 + sum(map(number_of_nodes, node.items))
    return 1 + sum(1 + number_of_nodes(value) for _, value in node.entries)


def plain(node: Node) -> object:
    """The node as plain data: dict with text keys, list, text, int, Fraction, bool, None."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return {str(key.value): plain(value) for key, value in node.entries}


def scalars(node: Node) -> Iterator[Scalar]:
    """The single values in a node."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if isinstance(here, Scalar):
            yield here
        elif isinstance(here, Mapping):
            waiting.extend(value for _, value in here.entries)
        else:
            waiting.extend(here.items)


def names_in(node: Node | None) -> Iterator[str]:
    """The words in the values of a node that may be names."""
    for each in scalars(node) if node is not None else ():
        yield from _NAME.findall(each.written.text)
