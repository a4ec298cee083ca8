"""Faults that are met again: what one look has found in a place, a later one finds there too, in poorer words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from handhold.diagnostics import Diagnostic
from handhold.packs.yaml.nodes import Mapping, Node, Scalar
from handhold.packs.yaml.nodes import Sequence as SequenceNode
from handhold.source import Span

_Line = tuple[str, int]
"""A file and a line of it."""

_Columns = tuple[int, int]
"""Where something begins and ends in its line."""

_ALL: _Columns = (0, 1 << 30)


def without_echoes(
    earlier: Iterable[Diagnostic], later: Sequence[Diagnostic], whole: Node | None = None
) -> tuple[Diagnostic, ...]:
    """The faults of a later look that do not stand where an earlier look found an error.

    That place is the line of the error; only where it lies in a single value of `whole`, the document, it is that
    value with its key, and where the key of one is no key, that key alone.
    """
    known: dict[_Line, list[tuple[Span, bool]]] = {}
    for fault in earlier:
        if fault.span and fault.severity == "error":
            known.setdefault((fault.span.file, fault.span.line), []).append((fault.span, fault.code == "bad-key"))
    lines = {(fault.span.file, fault.span.line) for fault in later if fault.span} & known.keys()
    values = {} if whole is None or not lines else _values(whole, lines)
    places = {line: [_place(*each, values.get(line, [])) for each in known[line]] for line in lines}
    return tuple(fault for fault in later if not (fault.span and _within(fault.span, places)))


def _within(span: Span, places: dict[_Line, list[_Columns]]) -> bool:
    return any(first <= span.column <= last for first, last in places.get((span.file, span.line), ()))


def _place(span: Span, of_key: bool, values: list[tuple[int, int, int]]) -> _Columns:
    for first, begin, last in values:
        if begin <= span.column < last:
            return first, last
        if of_key and span.column == first < begin:
            return first, begin - 1
    return _ALL


def _values(whole: Node, lines: set[_Line]) -> dict[_Line, list[tuple[int, int, int]]]:
    """The single values on these lines: where their key, if there is one, and they begin, and where they end."""
    found: dict[_Line, list[tuple[int, int, int]]] = {}
    waiting = [whole]
    while waiting:
        node = waiting.pop()
        pairs = [(item.span, item) for item in node.items] if isinstance(node, SequenceNode) else []
        pairs += [(key.span, value) for key, value in node.entries] if isinstance(node, Mapping) else []
        for key, value in pairs:
            waiting.append(value)
            at = value.span
            line = at.file, at.line
            if isinstance(value, Scalar) and line in lines and at.end_line == at.line == key.line:
                found.setdefault(line, []).append((key.column, at.column, at.end_column))
    return found
