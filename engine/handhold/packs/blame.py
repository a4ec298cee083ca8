"""Which variant is behind a fault in a text that another pack wrote: it took away, or made something else of, what the
text speaks of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from handhold.diagnostics import Diagnostic
from handhold.packs.edit import Edit
from handhold.packs.nodes import Mapping as MappingNode
from handhold.packs.nodes import Node, Scalar
from handhold.packs.paths import KINDS, node_at
from handhold.packs.report import words_quoted
from handhold.packs.stack import Stack, composed, open_stack
from handhold.source import Span

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_KEYS: Final = frozenset(key for kind in KINDS.values() for key in kind.keys)
"""Words of a path that are words of the language."""

_DONE: Final = {"add": "adds", "change": "changes", "remove": "removes"}


@dataclass(frozen=True, slots=True)
class _Touch:
    """One edit of a variant: the names on its path, and those that stand in what was there before."""

    variant: str
    edit: Edit
    path: frozenset[str]
    last: str
    before: frozenset[str]

    def bears_on(self, said: frozenset[str], around: frozenset[str]) -> tuple[int, int]:
        """How much it has to do with a fault that says some names in a text with others; (0, 0) if nothing."""
        if self.last in said:
            return 3, len(self.path & said)
        if self.last in around:
            return 2, len(self.path & around)
        if self.path & said and (self.edit.way == "remove" or self.edit.path[-1] == "at"):
            return 1, len(self.path & said)
        return int(bool(self.before & said)), 0


def with_blame(
    where: str, found: Sequence[Diagnostic], shelves: Sequence[Path] | None = None
) -> tuple[Diagnostic, ...]:
    """The faults of the stack at `where`; the hint of one that lies in the text of a pack tells the edit of another
    variant that it comes from, if there is one.
    """
    opened, _ = open_stack(where, shelves)
    stack, _ = composed(opened, shelves) if opened else (None, ())
    if stack is None:
        return tuple(found)
    touches = tuple(_touches(stack))
    return tuple(_blamed(fault, stack, touches) for fault in found)


def _touches(stack: Stack) -> Iterator[_Touch]:
    for id in stack.applied.order:
        for edit in stack.applied.edits[id]:
            names = [part for part in edit.path[1:] if part not in _KEYS]
            before = node_at(stack.base, edit.path)
            if names:
                yield _Touch(id, edit, frozenset(names), names[-1], frozenset(_names_in(before)))


def _blamed(fault: Diagnostic, stack: Stack, touches: Sequence[_Touch]) -> Diagnostic:
    if fault.span is None:
        return fault
    said = frozenset(words_quoted(fault.message))
    holder = _holder(stack.applied.whole, fault.span)
    around = frozenset(_names_in(holder))
    others = [touch for touch in touches if touch.variant != fault.span.variant]
    best = max(others, key=lambda touch: touch.bears_on(said, around), default=None)
    if best is None or best.bears_on(said, around) == (0, 0):
        return fault
    told = f"'{best.variant}' {_DONE[best.edit.way]} {best.edit.shown} at {best.edit.source}"
    return replace(fault, hint=f"{told}; {fault.hint}" if fault.hint else told)


def _holder(node: Node, span: Span) -> Node | None:
    """The scalar in which a place lies."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if isinstance(here, Scalar):
            at = here.span
            inside = (at.line, at.column) <= (span.line, span.column) <= (at.end_line, at.end_column)
            if at.file == span.file and inside:
                return here
        elif isinstance(here, MappingNode):
            waiting.extend(value for _, value in here.entries)
        else:
            waiting.extend(here.items)
    return None


def _names_in(node: Node | None) -> Iterator[str]:
    waiting = [node] if node is not None else []
    while waiting:
        here = waiting.pop()
        if isinstance(here, Scalar):
            yield from _NAME.findall(here.written.text)
        elif isinstance(here, MappingNode):
            waiting.extend(value for _, value in here.entries)
        else:
            waiting.extend(here.items)
