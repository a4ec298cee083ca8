"""The first variant of a stack with which a fault is there, and the edit of it that is nearest to the faulty place."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from handhold.diagnostics import Diagnostic
from handhold.packs.checks.check import check_pack
from handhold.packs.stacks.load import model_of_stack
from handhold.packs.stacks.stack import Stack
from handhold.packs.variants.applied import Applied
from handhold.packs.variants.edit import Edit
from handhold.packs.yaml.nodes import Mapping as MappingNode
from handhold.packs.yaml.nodes import Node, Scalar, names_in
from handhold.source import Span

_Path = tuple[str, ...]
_Fault = tuple[str, Span | None]


class FirstFaulty:
    """Looks for the variants behind the faults of a stack; each stage of it is checked once, when it is asked for."""

    def __init__(self, stack: Stack) -> None:
        self._stack = stack
        applied = stack.applied
        self._stages = (applied.base, *applied.stages)
        self._faults: dict[int, frozenset[_Fault]] = {}
        held = sorted(_places(applied.whole), key=lambda pair: pair[0])
        self._starts = [start for start, _ in held]
        self._paths = [path for _, path in held]
        self._uses: dict[str, dict[_Path, frozenset[str]]] = {}
        for section, whole in applied.whole.entries:
            for key, node in whole.entries if isinstance(whole, MappingNode) else ():
                names = frozenset(names_in(node))
                self._uses.setdefault(str(key.value), {})[str(section.value), str(key.value)] = names

    def behind(self, fault: Diagnostic) -> tuple[str, Edit] | None:
        """The variant without which the fault is not there, and what it does; None for a fault that it wrote itself, or
        that the pack at the bottom has.
        """
        assert fault.span is not None
        told = (fault.code, fault.span)
        stages = range(len(self._stages) - 1)
        number = bisect_left(stages, True, key=lambda stage: told in self._of_stage(stage))
        if number == 0:
            return None
        variant = self._stack.applied.order[number - 1]
        edits = self._stack.applied.edits[variant]
        if variant == fault.span.variant or not edits:
            return None
        return variant, self._nearest(self._path_of(fault.span), edits)

    def _of_stage(self, number: int) -> frozenset[_Fault]:
        if number not in self._faults:
            bottom = Stack(Applied(self._stages[number], (), (), {}), self._stack.headers[:1], ())
            pack, found = model_of_stack(bottom, ())
            more = () if pack is None else check_pack(pack, found)[1]
            self._faults[number] = frozenset((fault.code, fault.span) for fault in (*found, *more))
        return self._faults[number]

    def _path_of(self, span: Span) -> _Path:
        at = bisect_right(self._starts, (span.file, span.line, span.column)) - 1
        return self._paths[at] if at >= 0 and self._starts[at][0] == span.file else ()

    def _nearest(self, path: _Path, edits: tuple[Edit, ...]) -> Edit:
        """The edit in what is faulty, or in what that uses, or what this uses in turn; else the first of them."""
        touched: dict[_Path, list[Edit]] = {}
        for edit in edits:
            touched.setdefault(edit.path[:2], []).append(edit)
        waiting = [path[:2]]
        seen = {*waiting}
        for entry in waiting:
            if entry in touched:
                return max(touched[entry], key=lambda edit: _shared(edit.path, path))
            used = sorted(self._uses.get(entry[-1], {}).get(entry, ())) if entry else []
            for name in used:
                new = [each for each in (*self._uses.get(name, ()), ("sheets", name)) if each not in seen]
                seen.update(new)
                waiting += new
        return edits[0]


def _shared(one: _Path, other: _Path) -> int:
    return next((at for at, (mine, theirs) in enumerate(zip(one, other, strict=False)) if mine != theirs), len(one))


def _places(whole: MappingNode) -> Iterator[tuple[tuple[str, int, int], _Path]]:
    """Where the keys and values of a pack are written, with their paths."""
    waiting: list[tuple[Node, _Path]] = [(whole, ())]
    while waiting:
        node, path = waiting.pop()
        if isinstance(node, Scalar):
            yield (node.span.file, node.span.line, node.span.column), path
        elif isinstance(node, MappingNode):
            for key, value in node.entries:
                inner = (*path, str(key.value))
                yield (key.span.file, key.span.line, key.span.column), inner
                waiting.append((value, inner))
        else:
            waiting.extend((item, path) for item in node.items)
