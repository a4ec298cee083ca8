"""Keys that stand as deep as what they belong to, for want of spaces before them: told once, and read as meant."""

from __future__ import annotations

from collections.abc import Mapping as MappingType
from types import MappingProxyType
from typing import Final

from handhold.diagnostics import Diagnostic
from handhold.packs.reading.reader import HEADER
from handhold.packs.text import show
from handhold.packs.variants.paths import KINDS, Kind, kind_below
from handhold.packs.yaml.nodes import Key, Mapping, Node, Scalar
from handhold.packs.yaml.yaml_faults import nothing_below
from handhold.source import Written

_Entry = tuple[Key, Node]

_TOP: Final = frozenset({*HEADER, *KINDS["pack"].keys, "change", "add", "remove"})
_MUST: Final[MappingType[str, str]] = MappingProxyType(
    {"setting": "value", "table": "rows", "modifier": "lines", "named": "value", "event": "steps"}
)
"""A key that each entry of a section has: one without it, and with the name of a key, is part of the entry before."""
_NOTHING: Final = Kind("nothing")
_WHOLE: Final = ("needs", "steps", "rows", "columns", "lines", "refusals", "with")
"""Kinds of keys that hold keys and values; any other key of a step holds a single value."""


def straightened(whole: Mapping) -> tuple[Mapping, tuple[Diagnostic, ...]]:
    """The mapping of a pack with each entry below what it belongs to, and what is said of those that were not."""
    found: list[Diagnostic] = []
    entries = [
        (key, _straight(value, str(key.value), found) if key.value in KINDS["pack"].keys else value)
        for key, value in _gathered(whole, "pack", found)
    ]
    return Mapping(tuple(entries), whole.written), tuple(found)


def _straight(node: Node, kind: str, found: list[Diagnostic]) -> Node:
    if not isinstance(node, Mapping) or not kind:
        return node
    entries = _raised(_gathered(node, kind, found), kind, found)
    return Mapping(
        tuple((key, _straight(value, kind_below(kind, str(key.value)), found)) for key, value in entries), node.written
    )


def _gathered(node: Mapping, kind: str, found: list[Diagnostic]) -> list[_Entry]:
    """The entries of a mapping, those that belong to the one before put into it."""
    kept: list[_Entry] = []
    waiting = list(reversed(node.entries))
    while waiting:
        key, value = waiting.pop()
        inner = KINDS.get(kind_below(kind, str(key.value)), _NOTHING)
        moved: list[_Entry] = []
        if isinstance(value, Scalar) and value.value is None and not value.text and not value.faulty:
            while waiting and waiting[-1][0].span.line > key.span.line and _fits(waiting[-1], kind, inner):
                moved.append(waiting.pop())
            if moved:
                found.append(nothing_below(key, moved[0][0]))
                value = Mapping(tuple(moved), Written("", moved[0][0].span))
        elif isinstance(value, Mapping) and kind in KINDS["pack"].keys:
            while waiting and _is_part(waiting[-1], KINDS[kind].entries, value):
                moved.append(waiting.pop())
                found.append(_as_deep(moved[-1][0], key))
            value = Mapping((*value.entries, *moved), value.written) if moved else value
        kept.append((key, value))
    return kept


def _raised(entries: list[_Entry], kind: str, found: list[Diagnostic]) -> list[_Entry]:
    """The entries, with the key that must be among them taken out of another that it stands in."""
    must = _MUST.get(kind, "")
    if not must or any(key.value == must for key, _ in entries):
        return entries
    kept: list[_Entry] = []
    for key, value in entries:
        kept.append((key, value))
        names = [inner.value for inner, _ in value.entries] if isinstance(value, Mapping) else []
        if isinstance(value, Mapping) and must in names[1:] and key.span.line < value.span.line:
            at = names.index(must)
            kept[-1:] = [(key, Mapping(value.entries[:at], value.written)), *value.entries[at:]]
            found.append(_too_deep(value.entries[at][0], key))
    return kept


def _fits(entry: _Entry, kind: str, inner: Kind) -> bool:
    """Whether an entry of a mapping of one kind belongs into the empty one before it."""
    name, value = str(entry[0].value), entry[1]
    outer = KINDS[kind]
    if not outer.entries:
        known = _TOP if kind == "pack" else outer.keys
        return bool(inner.entries) and not (name in known and (kind != "step" or _is_key(outer, name, value)))
    if name in inner.keys:
        return not inner.short or _is_key(inner, name, value)
    return bool(inner.entries) and isinstance(value, Scalar) and value.value is not None


def _is_key(kind: Kind, name: str, value: Node) -> bool:
    """Whether a value can stand under a key of a step, need or field."""
    return (kind.keys[name] in _WHOLE) != isinstance(value, Scalar)


def _is_part(entry: _Entry, kind: str, before: Mapping) -> bool:
    """Whether an entry of a section is a key of the entry before it."""
    name, value = str(entry[0].value), entry[1]
    if name not in KINDS[kind].keys or kind not in _MUST or before.get(name) is not None:
        return False
    return not (isinstance(value, Mapping) and value.get(_MUST[kind]) is not None)


def _as_deep(key: Key, before: Key) -> Diagnostic:
    name, other = show(str(key.value)), show(str(before.value))
    message = f"'{name}' stands as deep as '{other}', and belongs below it"
    hint = f"put two more spaces before '{name}', and before all lines that belong to it"
    return Diagnostic("wrong-kind", message, key.span, hint)


def _too_deep(key: Key, around: Key) -> Diagnostic:
    name, other = show(str(key.value)), show(str(around.value))
    message = f"'{name}' stands below '{other}', and belongs beside it"
    hint = (
        f"take spaces away before '{name}' until it stands as deep as '{other}', and as many before what belongs to it"
    )
    return Diagnostic("wrong-kind", message, key.span, hint)
