"""Variants put on a pack: in an order that does not depend on how they were listed, or refused where they clash.

Each is held against the pack that it extends. What comes of it is a pack like any other, and judged like one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from handhold.diagnostics import Diagnostic, did_you_mean
from handhold.language.faults import Fault
from handhold.packs.draft import Draft
from handhold.packs.edits import Edit, Resolver, worked_out
from handhold.packs.meaning import same
from handhold.packs.nodes import Key
from handhold.packs.nodes import Mapping as MappingNode
from handhold.packs.paths import node_at
from handhold.packs.text import show
from handhold.source import Span


@dataclass(frozen=True, slots=True)
class Layer:
    """A variant by its id: the id of what it extends, which other variants it is over and where it says so, its file,
    and how what it extends is shown.
    """

    id: str
    parent: str
    over: Mapping[str, Span]
    document: MappingNode
    extends: str = ""


@dataclass(frozen=True, slots=True)
class Applied:
    """A pack with variants on it: `order` are their ids as they were put on, `stages` the pack after each of them,
    `edits` what each of them touches.
    """

    base: MappingNode
    order: tuple[str, ...]
    stages: tuple[MappingNode, ...]
    edits: Mapping[str, tuple[Edit, ...]]

    @property
    def whole(self) -> MappingNode:
        """The pack with all of them on it."""
        return (self.base, *self.stages)[-1]

    def origins(self, path: tuple[str, ...]) -> tuple[tuple[str, Edit], ...]:
        """The edits that touch a path or what it stands in, in the order in which they were made, with their
        variants.
        """
        return tuple((id, edit) for id in self.order for edit in self.edits[id] if path[: len(edit.path)] == edit.path)


def apply(base: MappingNode, layers: Sequence[Layer]) -> tuple[Applied | None, tuple[Diagnostic, ...]]:
    """The pack with all variants on it, or None with what is wrong."""
    by_id = {layer.id: layer for layer in layers}
    found: list[Diagnostic] = []
    order = _order(by_id, found)
    if order is None:
        return None, tuple(found)
    trees: dict[str, MappingNode] = {}
    edits: dict[str, tuple[Edit, ...]] = {}
    for id in order:
        parent = trees.get(by_id[id].parent, base)
        resolver = Resolver(parent, by_id[id].document, by_id[id].extends)
        resolver.resolve()
        found += resolver.found
        edits[id] = tuple(resolver.edits)
        trees[id] = parent
        if not _errors(resolver.found):
            trees[id], faults = put_on(parent, edits[id])
            found += faults
    if _errors(found):
        return None, tuple(found)
    found += _clashes(order, by_id, edits)
    if _errors(found):
        return None, tuple(found)
    stages: list[MappingNode] = []
    for id in order:
        below = stages[-1] if stages else base
        if trees.get(by_id[id].parent, base) is below:
            stages.append(trees[id])
        else:
            stage, faults = put_on(below, edits[id], over=bool(by_id[id].over))
            found += faults
            stages.append(stage)
    return Applied(base, order, tuple(stages), edits), tuple(found)


def put_on(
    root: MappingNode, edits: Sequence[Edit], *, over: bool = False
) -> tuple[MappingNode, tuple[Diagnostic, ...]]:
    """The pack with the edits of one variant made; `over`: what another variant has brought there gives way."""
    draft = Draft(root, "pack")
    found: list[Diagnostic] = []
    changes: dict[Span, bool] = {}
    for edit in edits:
        holder = draft.at(edit.path[:-1], edit.key)
        part = edit.path[-1]
        if holder is None or (edit.way != "add" and node_at(root, edit.path) is None):
            if edit.way != "remove":
                message = f"{edit.shown} is gone: another variant takes it away"
                found.append(Diagnostic("duplicate-key", message, edit.source, "leave out one of the two"))
        elif edit.way == "remove":
            holder.remove(part)
        elif edit.way == "add":
            assert edit.node is not None
            if over and holder.has(part):
                holder.put(edit.key, edit.node)
            else:
                neighbour = edit.anchor[-1] if edit.anchor else ""
                sides = {edit.side: neighbour} if edit.side and holder.has(neighbour) else {}
                holder.insert(edit.key, edit.node, before=sides.get("before", ""), after=sides.get("after", ""))
        else:
            before = node_at(root, edit.path)
            assert before is not None
            made = worked_out(edit, before)
            if isinstance(made, Fault):
                assert edit.formula is not None
                place = edit.formula.within(made.start, made.end)
                found.append(Diagnostic(made.code, made.message, place, made.hint))
                continue
            changes[edit.source] = changes.get(edit.source, False) or not same(before, made, edit.kind, part)
            holder.put(Key(part, edit.key.span), made)
    if not over:
        found += _without_effect(changes)
    return draft.node(), tuple(found)


def _errors(found: Iterable[Diagnostic]) -> bool:
    return any(fault.severity == "error" for fault in found)


def _without_effect(changes: Mapping[Span, bool]) -> Iterator[Diagnostic]:
    for source, effect in changes.items():
        if not effect:
            message = "this changes nothing: the same stands in the pack that is extended"
            yield Diagnostic("no-change", message, source, "delete it", "warning")


def _order(layers: Mapping[str, Layer], found: list[Diagnostic]) -> tuple[str, ...] | None:
    """The variants in the order in which they are put on: after what they extend and are over, else by their ids."""
    sorter = TopologicalSorter({id: {layer.parent, *layer.over} & layers.keys() for id, layer in layers.items()})
    try:
        sorter.prepare()
    except CycleError as circle:
        ids = [str(id) for id in circle.args[1]]
        layer = next(layers[id] for id in sorted(ids) if layers[id].over)
        message = f"these are over one another: {', '.join(sorted(set(ids)))}"
        hint = "one of them must give way: take out its 'over'"
        found.append(Diagnostic("cycle", message, next(iter(layer.over.values())), hint))
        return None
    order: list[str] = []
    while sorter.is_active():
        ready = sorted(sorter.get_ready())
        order += ready
        sorter.done(*ready)
    return tuple(order)


def _above(id: str, layers: Mapping[str, Layer]) -> Iterator[str]:
    while id in layers:
        id = layers[id].parent
        yield id


def _clashes(
    order: Sequence[str], layers: Mapping[str, Layer], edits: Mapping[str, tuple[Edit, ...]]
) -> Iterator[Diagnostic]:
    """Two variants, neither of which extends the other, that touch the same place."""
    for number, one in enumerate(order):
        for other in order[number + 1 :]:
            related = one in _above(other, layers) or other in _above(one, layers)
            if not related and one not in layers[other].over and other not in layers[one].over:
                meant = (*_meant(layers[one], other), *_meant(layers[other], one))
                yield from _between(one, edits[one], other, edits[other], "".join(meant))


def _meant(layer: Layer, other: str) -> Iterator[str]:
    """What is said of an 'over' that is near the name of another variant, and not that name."""
    for name, span in layer.over.items():
        if did_you_mean(name, [other]).startswith("did you mean"):
            yield f"; {span} says over: {show(name)}: did you mean '{other}'?"


def _between(one: str, first: Sequence[Edit], other: str, second: Sequence[Edit], meant: str) -> Iterator[Diagnostic]:
    told: set[tuple[Span, Span]] = set()
    for mine, theirs in _meeting(first, second):
        if (mine.source, theirs.source) not in told:
            told.add((mine.source, theirs.source))
            message = f"'{one}' and '{other}' both touch {max(mine.shown, theirs.shown, key=len)}"
            hint = f"{mine.source} does so too: leave one of them out, or let one say over: {one}{meant}"
            yield Diagnostic("duplicate-key", message, theirs.source, hint)


def _meeting(first: Sequence[Edit], second: Sequence[Edit]) -> Iterator[tuple[Edit, Edit]]:
    """Pairs of edits of which one touches what the other touches, stands in, or is placed at."""
    for here, there, turned in ((first, second, False), (second, first, True)):
        by_path = {edit.path: edit for edit in here}
        for edit in there:
            ways = {edit.path: len(edit.path) + (0 if turned else 1), edit.anchor: len(edit.anchor) + 1}
            for path, end in ways.items():
                for length in range(1, end):
                    known = by_path.get(path[:length])
                    if known is not None and (path == edit.path or known.way == "remove"):
                        yield (edit, known) if turned else (known, edit)
