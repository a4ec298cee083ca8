"""Every name of a pack made nonsense, in the text of its files.

One word becomes one other word wherever it is a name of the pack: whether as an id, in a formula, in a type or as a
value. Left alone is what belongs to the language: its words, its functions, `scene`, `outcome`, `key`, `settings`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Literal

from handhold.language.functions import FUNCTIONS
from handhold.language.types import WRITABLE
from handhold.language.words import RESERVED, looks_like_dice
from handhold.packs.yaml.document import Key, Node, Scalar, Sequence, read_document
from handhold.packs.yaml.document import Mapping as YamlMapping
from handhold.source import Span

_KEPT = frozenset({"settings", "scene", "outcome", "key", *RESERVED, *FUNCTIONS})
_TYPES = frozenset({"optional", "list", "group", *WRITABLE})
_PATH = re.compile(r"\w+(?:\.\w+)*")
_NAME = re.compile(r"(?<!\w)[a-z][a-z0-9_]*(?![%\w])")
_VARIABLE = re.compile(r"\bfor\s+([a-z][a-z0-9_]*)\s+in\b|^\s*\W?\s*([a-z][a-z0-9_]*)\s+in\b")
_ID = re.compile(r"[a-z][a-z0-9_]*")
_META = frozenset({"title", "cite", "note"})
_FORMULAS = frozenset({"value", "when", "roll", "default", "among", "set", "to", "do", "each", "repeat", "until"})

Slot = Literal["word", "formula", "type"]
"""What stands somewhere: one whole word of data, or text with names in it."""


class _Walk:
    """Goes through one file of a pack and notes its names, and each place where one stands."""

    def __init__(self, text: str) -> None:
        self._lines = [0, *(at.end() for at in re.finditer("\n", text))]
        self._text = text
        self.names: set[str] = set()
        self.places: list[tuple[int, int, Slot]] = []
        """From where to where, and what stands there."""

    def pack(self, root: Node) -> None:
        for key, node in _entries(root):
            match key.value:
                case "settings":
                    self._each(node, self._setting)
                case "tables":
                    self._each(node, self._table)
                case "sheets":
                    self._each(node, self._fields)
                case "modifiers":
                    self._each(node, self._modifier)
                case "formulas":
                    self._each(node, self._with_needs)
                case "events":
                    self._each(node, self._event)

    # -- sections ---------------------------------------------------------------------------------

    def _setting(self, node: Node) -> None:
        for key, value in _entries(node):
            if key.value in ("value", "options"):
                self._data(value)
            if key.value == "options" and isinstance(value, Sequence):
                self.names |= {
                    item.text for item in value.items if isinstance(item, Scalar) and _ID.fullmatch(item.text)
                }

    def _table(self, node: Node) -> None:
        for key, value in _entries(node):
            if key.value == "columns":
                self._each(value, self._field)
            elif key.value == "rows":
                self._each(value, self._row)

    def _row(self, node: Node) -> None:
        for key, value in _entries(node):
            if key.value not in _META | {"at"}:
                self._id(key)
                self._data(value)

    def _fields(self, node: Node) -> None:
        for key, value in _entries(node):
            if key.value not in _META:
                self._id(key)
                self._field(value)

    def _field(self, node: Node) -> None:
        if isinstance(node, Scalar):
            self._words(node, "type")
        for key, value in _entries(node):
            if key.value == "type":
                self._words(value, "type")
            elif key.value == "value":
                self._words(value)
            elif key.value == "default":
                self._data(value)

    def _modifier(self, node: Node) -> None:
        self._with_needs(node)
        for key, value in _entries(node):
            if key.value == "base":
                self._words(value)
            elif key.value == "lines":
                self._each(value, self._line)

    def _with_needs(self, node: Node) -> None:
        for key, value in _entries(node):
            if key.value == "needs":
                self._each(value, self._field)
        self._line(node)

    def _line(self, node: Node) -> None:
        for key, value in _entries(node):
            if key.value in ("when", "value"):
                self._words(value)

    # -- events -----------------------------------------------------------------------------------

    def _event(self, node: Node) -> None:
        for key, value in _entries(node):
            if key.value == "needs":
                self._each(value, self._field)
            elif key.value == "steps":
                self._each(value, self._step)
            elif key.value == "says":
                self._says(value)

    def _step(self, node: Node) -> None:
        if isinstance(node, Scalar):
            self._words(node)
        for key, value in _entries(node):
            if key.value in _FORMULAS:
                self._words(value)
            elif key.value == "choose":
                self._words(value, "type")
            elif key.value in ("with", "track"):
                self._each(value, self._words)
            elif key.value == "refuse":
                self._each(value, self._line)
            elif key.value == "steps":
                self._each(value, self._step)

    def _says(self, node: Node) -> None:
        texts = [value for _, value in _entries(node)] or [node]
        for key, _ in _entries(node):
            self._data_at(key.span)
        for text in texts:
            start, end = self._range(text.span)
            for found in re.finditer(r"\{([^}]*)\}", self._text[start:end]):
                self.places.append((start + found.start(1), start + found.end(1), "formula"))

    # -- what stands somewhere --------------------------------------------------------------------

    def _each(self, node: Node, then: object) -> None:
        for key, value in _entries(node):
            self._id(key)
            assert callable(then)
            then(value)

    def _id(self, key: Key) -> None:
        self.names.add(str(key.value))
        self._data_at(key.span)

    def _data(self, node: Node) -> None:
        match node:
            case Scalar():
                self._data_at(node.span)
            case Sequence(items=items):
                for item in items:
                    self._data(item)
            case _:
                for key, value in _entries(node):
                    self._data_at(key.span)
                    self._data(value)

    def _words(self, node: Node, slot: Slot = "formula") -> None:
        start, end = self._range(node.span)
        raw = self._text[start:end]
        self.names |= {name for found in _VARIABLE.finditer(raw) for name in found.groups() if name}
        self.places.append((start, end, slot))

    def _data_at(self, span: Span) -> None:
        self.places.append((*self._range(span), "word"))

    def _range(self, span: Span) -> tuple[int, int]:
        return self._lines[span.line - 1] + span.column - 1, self._lines[span.end_line - 1] + span.end_column - 1


def _entries(node: Node) -> Iterable[tuple[Key, Node]]:
    return node.entries if isinstance(node, YamlMapping) else ()


class Renaming:
    """New names for all names of a pack."""

    def __init__(self, files: Iterable[Path]) -> None:
        self._walks: dict[Path, tuple[str, _Walk]] = {}
        for path in files:
            text = path.read_text("utf-8")
            root, faults = read_document(path.read_bytes(), path.name)
            assert root is not None, faults
            walk = _Walk(text)
            walk.pack(root)
            self._walks[path] = (text, walk)
        found = set[str]().union(*(walk.names for _, walk in self._walks.values()))
        names = sorted(name for name in found if name not in _KEPT and not looks_like_dice(name))
        numbers = list(range(len(names)))
        Random(3).shuffle(numbers)  # no order by name is the same as before
        self.names = {name: f"zq{number}x" for name, number in zip(names, numbers, strict=True)}

    def write(self, folder: Path) -> None:
        """Writes the pack with its new names."""
        for path, (text, walk) in self._walks.items():
            for start, end, slot in sorted(set(walk.places), reverse=True):
                text = text[:start] + self._renamed(text[start:end], slot) + text[end:]
            (folder / path.name).write_text(text, "utf-8")

    def _renamed(self, raw: str, slot: Slot) -> str:
        match slot:
            case "word":
                word = raw.strip("\"'")
                return raw.replace(word, self.names[word]) if word in self.names else raw
            case "type":
                return _NAME.sub(lambda found: found[0] if found[0] in _TYPES else self._new(found[0]), raw)
            case "formula":
                return self.formula(raw)

    def _new(self, word: str) -> str:
        return self.names.get(word, word)

    def formula(self, text: str) -> str:
        """A formula with every name in it renamed."""
        return _NAME.sub(lambda found: self._new(found[0]), text)

    def text(self, text: str) -> str:
        """A word or a path renamed; a sentence as it is."""
        return ".".join(map(self._new, text.split("."))) if _PATH.fullmatch(text) else text

    def place(self, path: str) -> str:
        """A path in the pack (`tables.ends.rows.fall`) with the names in it renamed."""
        return ".".join(self._new(part) if n % 2 else part for n, part in enumerate(path.split(".")))

    def shown(self, value: object) -> object:
        """A value of a line of odds, where lists and sheets are texts."""
        return self.formula(value) if isinstance(value, str) and value[:1] in ("[", "{") else self.data(value)

    def data(self, value: object) -> object:
        """Plain data with every name in it renamed."""
        match value:
            case Mapping():
                return {self.text(str(key)): self.data(each) for key, each in value.items()}
            case list():
                return [self.data(each) for each in value]
            case str():
                return self.text(value)
            case _:
                return value
