"""Which variant is behind a fault in a text that another pack wrote: it took away, or made something else of, what the
text speaks of.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from handhold.diagnostics import Diagnostic
from handhold.packs.checks.report import words_quoted
from handhold.packs.stacks.first_faulty import FirstFaulty
from handhold.packs.stacks.stack import Stack
from handhold.packs.variants.edit import Edit
from handhold.packs.variants.paths import KINDS, node_at
from handhold.packs.yaml.nodes import Mapping as MappingNode
from handhold.packs.yaml.nodes import Node, Scalar, names_in, scalars
from handhold.record import replaced
from handhold.source import Span

_KEYS: Final = frozenset(key for kind in KINDS.values() for key in kind.keys)
"""Words of a path that are words of the language."""

_DELETE: Final = "delete it"
"""What a hint says of an entry in a pack's own text, and what nobody can do in the text of another."""

_LOOKED_AT: Final = 200
"""Edits that are looked at for one fault."""
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


def with_blame(stack: Stack, found: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The faults of a stack; the hint of one that lies in the text of a pack tells the edit of another variant that it
    comes from, if there is one.
    """
    blame = _Blame(stack)
    return tuple(blame.told(fault) for fault in found)


class _Blame:
    """The edits of a stack by the names that they have to do with, and the scalars of the pack by their places."""

    def __init__(self, stack: Stack) -> None:
        self._by_last: dict[str, list[int]] = {}
        self._by_name: dict[str, list[int]] = {}
        self._touches = tuple(_touches(stack))
        self._stack = stack
        self._first: FirstFaulty | None = None
        self._paths: Mapping[Span, str] | None = None
        for number, touch in enumerate(self._touches):
            self._by_last.setdefault(touch.last, []).append(number)
            for name in touch.path | touch.before:
                self._by_name.setdefault(name, []).append(number)
        held = sorted(((_start(each.span), each) for each in scalars(stack.applied.whole)), key=lambda pair: pair[0])
        self._starts = [start for start, _ in held]
        self._scalars = [each for _, each in held]

    def told(self, fault: Diagnostic) -> Diagnostic:
        """The fault, with what is behind it."""
        if fault.span is None:
            return fault
        said = frozenset(words_quoted(fault.message))
        around = frozenset(names_in(self._holder(fault.span)))
        best: tuple[tuple[int, int], int] = ((0, 0), 0)
        for number in self._likely(said, around):
            if self._touches[number].variant != fault.span.variant:
                best = max(best, (self._touches[number].bears_on(said, around), -number))
        if best[0] != (0, 0):
            touch = self._touches[-best[1]]
            variant, edit = touch.variant, touch.edit
        else:
            found = self._brought(fault)
            if found is None:
                return fault
            variant, edit = found
        told = f"'{variant}' {_DONE[edit.way]} {edit.shown} at {edit.source}"
        hint = fault.hint
        path = self._path_at(fault.span) if fault.code == "unused" else ""
        if path:
            hint = hint.replace(_DELETE, f"write '{path}' under 'remove'")
        return replaced(fault, hint=f"{told}; {hint}" if hint else told)

    def _path_at(self, span: Span) -> str:
        """The path of the entry whose key stands at a place; empty if none does."""
        if self._paths is None:
            self._paths = dict(_keys_of(self._stack.applied.whole))
        return self._paths.get(span, "")

    def _brought(self, fault: Diagnostic) -> tuple[str, Edit] | None:
        """The variant without which an error is not there, and what it does; for warnings nothing is checked again."""
        if fault.severity != "error":
            return None
        self._first = self._first or FirstFaulty(self._stack)
        return self._first.behind(fault)

    def _likely(self, said: frozenset[str], around: frozenset[str]) -> Iterable[int]:
        """The edits that may be behind a fault, those first that have most to do with it."""
        ways = ((self._by_last, said), (self._by_last, around), (self._by_name, said))
        likely = (number for known, names in ways for name in sorted(names) for number in known.get(name, ()))
        return dict.fromkeys(islice(likely, _LOOKED_AT))

    def _holder(self, span: Span) -> Scalar | None:
        """The scalar in which a place lies."""
        at = bisect_right(self._starts, _start(span)) - 1
        if at < 0:
            return None
        found = self._scalars[at]
        ends = (found.span.end_line, found.span.end_column)
        return found if found.span.file == span.file and (span.line, span.column) <= ends else None


def _keys_of(root: Node) -> Iterator[tuple[Span, str]]:
    """The place of every key in a pack, and its path."""
    waiting: list[tuple[Node, str]] = [(root, "")]
    while waiting:
        node, path = waiting.pop()
        for key, value in node.entries if isinstance(node, MappingNode) else ():
            inner = f"{path}.{key.value}" if path else str(key.value)
            yield key.span, inner
            waiting.append((value, inner))


def _start(span: Span) -> tuple[str, int, int]:
    return span.file, span.line, span.column


def _touches(stack: Stack) -> Iterator[_Touch]:
    named: dict[tuple[str, ...], frozenset[str]] = {}
    for id in stack.applied.order:
        for edit in stack.applied.edits[id]:
            names = [part for part in edit.path[1:] if part not in _KEYS]
            node = node_at(stack.applied.base, edit.path)
            if names:
                # a place that many variants touch is looked into once
                if node is not None and edit.path not in named:
                    named[edit.path] = frozenset(names_in(node))
                yield _Touch(id, edit, frozenset(names), names[-1], named.get(edit.path, frozenset()))
