"""What two variants add at one place where it makes a difference which of them stands first.

Such are rows of an ordered table, lines of which the first counts, and steps of which one changes what the other
names or changes, or does another event where the other changes something too. What a name is worked out from is not
looked into. Everything else at one place stands in the order of the variants' ids, and may.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from handhold.packs.variants.edit import Edit
from handhold.packs.yaml.nodes import Mapping as MappingNode
from handhold.packs.yaml.nodes import Node, scalars

Touch = tuple[str, Edit]
"""A variant and a place that it touches."""
_Place = tuple[tuple[str, ...], str, tuple[str, ...]]

_TOLD: Final = frozenset(("title", "cite", "note", "because"))
"""Keys of a step that hold no formula."""
_DOTTED: Final = re.compile(r"[a-z]\w*(?:\s*\.\s*[a-z]\w*)*")
_DONE: Final = "do *"
"""Stands for what another event changes; no value has that name."""


def side_by_side(order: Sequence[str], edits: Mapping[str, tuple[Edit, ...]]) -> Iterator[tuple[Touch, Touch]]:
    """Pairs of additions of two variants, the one that is put on first before the other."""
    ranked: dict[_Place, list[Touch]] = {}
    changing: dict[tuple[_Place, str], dict[str, Edit]] = {}
    naming: dict[tuple[_Place, str], dict[str, Edit]] = {}
    for id in order if len(order) > 1 else ():
        added = [(edit, _place(edit), *_bearing(edit)) for edit in edits[id] if edit.way == "add"]
        for edit, place, changed, named in added:
            for known in ranked.get(place, ()) if edit.ranked else ():
                yield known, (id, edit)
            for name in sorted(changed | named):
                for held in (changing, naming) if name in changed else (changing,):
                    yield from ((known, (id, edit)) for known in held.get((place, name), {}).items())
        for edit, place, changed, named in added:
            if edit.ranked:
                ranked.setdefault(place, []).append((id, edit))
            for names, held in ((changed, changing), (named, naming)):
                for name in names:
                    held.setdefault((place, name), {}).setdefault(id, edit)


def _place(edit: Edit) -> _Place:
    return edit.path[:-1], edit.side, edit.anchor


def _named(node: Node) -> Iterator[str]:
    """The names that formulas speak of, and what these belong to."""
    for each in scalars(node):
        for found in _DOTTED.findall(each.written.text):
            parts = "".join(found.split()).split(".")
            yield from (".".join(parts[:end]) for end in range(1, len(parts) + 1))


def _bearing(edit: Edit) -> tuple[frozenset[str], frozenset[str]]:
    """The names of what an added step changes, and of what it speaks of; nothing for what is no step."""
    changed: set[str] = set()
    named: set[str] = set()
    waiting: list[tuple[str, Node]] = [("", edit.node)] if edit.kind == "step" and edit.node is not None else []
    while waiting:
        key, node = waiting.pop()
        if isinstance(node, MappingNode):
            waiting += [(str(key.value), value) for key, value in node.entries if key.value not in _TOLD]
        elif key == "do":
            changed.add(_DONE)
        elif key == "set":
            target = "".join(node.written.text.split())
            # the same field may be that of the same thing under another name
            changed |= {target, f".{target.rpartition('.')[2]}"}
            named.add(_DONE)
        else:
            named.update(_named(node))
    return frozenset(changed), frozenset(named)
