"""The slots of an entry, read one by one: a text, a formula, a constant, a word, a mapping of further entries.

A fault is reported where it stands; an entry that cannot be made without what is faulty is skipped as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TypeVar

from handhold import limits
from handhold.diagnostics import Diagnostic, did_you_mean
from handhold.packs import model
from handhold.packs.text import show, words
from handhold.packs.yaml.nodes import Mapping as MappingNode
from handhold.packs.yaml.nodes import Node, Scalar
from handhold.packs.yaml.nodes import Sequence as SequenceNode
from handhold.source import Span, Written

_HANGING = re.compile(r"(?:[-+*/=<>(,.]|\b(?:and|or|not|is|if|then|else|otherwise|in|of|where))\s*\Z")
_ID = re.compile(r"[a-z][a-z0-9_]*")

_Entry = TypeVar("_Entry")


class Fields:
    """The entries of one mapping by key, and where the mapping stands."""

    __slots__ = ("keys", "nodes", "span")

    def __init__(self, node: MappingNode, span: Span) -> None:
        self.nodes = {str(key.value): value for key, value in node.entries}
        self.keys = {str(key.value): key.span for key, _ in node.entries}
        self.span = span


def key_spans(node: Node | None) -> Mapping[str, Span]:
    """The places of the keys of a mapping; none for anything else."""
    return {str(key.value): key.span for key, _ in node.entries} if isinstance(node, MappingNode) else {}


class Skip(Exception):
    """An entry cannot be made; the fault is reported already."""


class Slots:
    """Reads slots, and collects what is wrong, and the ids of the entries that cannot be made."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []
        self.lost: set[str] = set()
        self._formulas = 0
        self._words = 0

    def report(self, code: str, message: str, span: Span, hint: str = "") -> None:
        """Adds a fault."""
        self.found.append(Diagnostic(code, message, span, hint))

    def need(self, fields: Fields, key: str) -> Node:
        """The value of a key. Raises Skip if it is not there."""
        node = fields.nodes.get(key)
        if node is None:
            self.report("missing-key", f"the key '{key}' is missing", fields.span)
            raise Skip
        return node

    def text(self, fields: Fields, key: str) -> str:
        """A text for people; empty if it is not there."""
        node = fields.nodes.get(key)
        if node is None:
            return ""
        if isinstance(node, Scalar) and (isinstance(node.value, str) or node.faulty):
            return node.text
        self.report("wrong-kind", f"'{key}' is a text", node.span, _quote_hint(key, node))
        return ""

    def meta(self, fields: Fields) -> model.Meta:
        """Title, cite and note."""
        return model.Meta(self.text(fields, "title"), self.text(fields, "cite"), self.text(fields, "note"))

    def flag(self, fields: Fields, key: str) -> bool:
        """`true` or `false`, written down; false if it is not there."""
        node = fields.nodes.get(key)
        if node is None:
            return False
        if isinstance(node, Scalar) and (isinstance(node.value, bool) or node.faulty):
            return node.value is True
        self.report("wrong-kind", f"'{key}' is true or false", node.span)
        return False

    def written(self, node: Node, key: str) -> Written:
        """A word or path that is no formula: a type, the name of an event. Raises Skip."""
        if isinstance(node, Scalar) and (isinstance(node.value, str) or node.faulty):
            return node.written
        self.report("wrong-kind", f"'{key}' is a word", node.span)
        raise Skip

    def formula(self, node: Node, key: str) -> Written:
        """A formula as it stands in the file; what YAML has changed or cut off on the way is a fault. Raises Skip."""
        if not isinstance(node, Scalar):
            hint = "put quotes around a formula that begins with [ or {"
            self.report("wrong-kind", f"'{show(key)}' is a formula", node.span, hint)
            raise Skip
        if node.faulty:
            raise Skip
        self.spend(node.written.text, node.span)
        if node.value is None or not node.written.text.strip():
            self.report("wrong-kind", f"'{show(key)}' has no formula", node.span, "write one after the colon")
            raise Skip
        if node.escaped:
            message = "a formula has no doubled quote and no backslash"
            self.report("yaml-feature", message, node.span, "write it without quotes, or on the lines below '>-'")
        if node.commented and (_HANGING.search(node.text) or node.text.count("(") > node.text.count(")")):
            message = "' #' begins a comment, and cuts the formula off"
            self.report("cut-formula", message, node.span, "close the formula before the comment")
        return node.written

    def spend(self, text: str, span: Span) -> None:
        """Counts a formula; once there are too many of them, that is reported."""
        within = self._formulas <= limits.FORMULAS and self._words <= limits.FORMULAS_WORDS
        self._formulas += 1
        self._words += words(text)
        if within and self._formulas > limits.FORMULAS:
            self.report("too-big", f"the pack has more than {limits.FORMULAS:,} formulas", span)
        elif within and self._words > limits.FORMULAS_WORDS:
            message = f"the formulas of the pack have more than {limits.FORMULAS_WORDS:,} words and signs in all"
            self.report("too-big", message, span)

    def maybe_formula(self, fields: Fields, key: str) -> Written | None:
        """The formula of a key, None if it is not there. Raises Skip."""
        node = fields.nodes.get(key)
        return None if node is None else self.formula(node, key)

    def need_formula(self, fields: Fields, key: str) -> Written:
        """The formula of a key. Raises Skip."""
        return self.formula(self.need(fields, key), key)

    def constant(self, node: Node) -> model.Constant:
        """What is written down in a data slot."""
        if isinstance(node, Scalar):
            return model.Constant(node.value, node.written)
        if isinstance(node, SequenceNode):
            return model.Constant(tuple(self.constant(item) for item in node.items), node.written)
        inner = {str(key.value): self.constant(value) for key, value in node.entries}
        return model.Constant(inner, node.written)

    def maybe_constant(self, fields: Fields, key: str) -> model.Constant | None:
        """The constant of a key, None if it is not there."""
        node = fields.nodes.get(key)
        return None if node is None else self.constant(node)

    def word(self, fields: Fields, key: str, choices: Sequence[str]) -> str:
        """One of a few words; the first of them stands for a key that is not there and for a fault."""
        node = fields.nodes.get(key)
        if node is None:
            return choices[0]
        if isinstance(node, Scalar) and node.text in choices and node.text:
            return node.text
        given = node.text if isinstance(node, Scalar) else ""
        hint = did_you_mean(given, [choice for choice in choices if choice])
        self.report("bad-value", f"'{show(given)}' is not allowed for '{key}'", node.span, hint)
        return choices[0]

    def fields(self, node: Node, what: str, span: Span) -> Fields:
        """The keys and values of an entry that `span` points at. Raises Skip if it is no mapping."""
        if isinstance(node, MappingNode):
            return Fields(node, span)
        if not (isinstance(node, Scalar) and node.faulty):
            self.report("wrong-kind", f"{what} holds keys and values", node.span)
        raise Skip

    def each(self, node: Node | None, what: str, make: Callable[[str, Node, Span], _Entry]) -> Mapping[str, _Entry]:
        """What `make` makes of every entry of a mapping; an entry it cannot make is left out."""
        made: dict[str, _Entry] = {}
        if node is None:
            return MappingProxyType(made)
        if not isinstance(node, MappingNode):
            if not (isinstance(node, Scalar) and node.faulty):
                self.report("wrong-kind", f"'{what}' holds entries, each with its id", node.span)
            items = node.items if isinstance(node, SequenceNode) else (node,)
            # what stands there cannot be read, and any word in it may be one of the ids
            self.lost.update(id for item in items if isinstance(item, Scalar) for id in _ID.findall(item.text))
            return MappingProxyType(made)
        crowd = too_many_entries(node, what)
        if crowd is not None:
            self.found.append(crowd)
            return MappingProxyType(made)
        for key, value in node.entries:
            try:
                made[str(key.value)] = make(str(key.value), value, key.span)
            except Skip:
                self.lost.add(str(key.value))
        return MappingProxyType(made)


def too_many_entries(node: MappingNode, what: str) -> Diagnostic | None:
    """The fault of a mapping that is too large."""
    if len(node.entries) <= limits.ENTRIES:
        return None
    message = f"{len(node.entries):,} entries stand in '{show(what)}', and {limits.ENTRIES:,} are allowed"
    return Diagnostic("too-big", message, node.entries[limits.ENTRIES][0].span)


def crowded(node: Node, what: str = "the file") -> Iterator[Diagnostic]:
    """The faults of all mappings in a document that are too large."""
    if isinstance(node, MappingNode):
        crowd = too_many_entries(node, what)
        if crowd is not None:
            yield crowd
        for key, value in node.entries:
            yield from crowded(value, str(key.value))
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from crowded(item, what)


def _quote_hint(key: str, node: Node) -> str:
    return f'put quotes around it: {key}: "{node.written.text.strip()}"' if isinstance(node, Scalar) else ""
