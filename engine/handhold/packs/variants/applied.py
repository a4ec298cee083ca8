"""Variants put on a pack: in an order that does not depend on how they were listed, or refused where they clash.

Each is held against the pack that it extends. What comes of it is a pack like any other, and judged like one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from itertools import islice

from handhold import limits
from handhold.diagnostics import Diagnostic, did_you_mean, too_big
from handhold.language.faults import Fault
from handhold.language.parser import parse
from handhold.packs.text import show
from handhold.packs.variants.beside import Touch, side_by_side
from handhold.packs.variants.draft import Draft
from handhold.packs.variants.edit import Edit, Spent, TooMuch
from handhold.packs.variants.edits import Resolver
from handhold.packs.variants.inherited import is_inherited, places_of
from handhold.packs.variants.meaning import same
from handhold.packs.variants.paths import KINDS, kind_below, node_at
from handhold.packs.yaml.nodes import Key, Node, Scalar, number_of_nodes
from handhold.packs.yaml.nodes import Mapping as MappingNode
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
    spent = Spent(number_of_nodes(base))
    for id in order:
        parent = trees.get(by_id[id].parent, base)
        resolver = Resolver(parent, by_id[id].document, spent, by_id[id].extends)
        resolver.resolve()
        found += resolver.found
        edits[id] = tuple(resolver.edits)
        trees[id], faults = put_on(parent, edits[id], spent)
        found += faults
        if _errors(resolver.found):
            # the whole is not judged then, and what can be said of these formulas by themselves is said here
            found += (fault for edit in edits[id] if edit.formula is None for fault in _misspelt(edit, spent))
        if too_big(found):
            return None, tuple(found)
    if _errors(found):
        return None, tuple(found)
    found += islice(_clashes(order, by_id, edits), limits.FAULTS)
    if _errors(found):
        return None, tuple(found)
    found = list(_without_restored(found, by_id, edits))
    stages: list[MappingNode] = []
    for id in order:
        below = stages[-1] if stages else base
        if trees.get(by_id[id].parent, base) is below:
            stages.append(trees[id])
        else:
            stage, faults = put_on(below, edits[id], spent, over=bool(by_id[id].over))
            found += faults
            stages.append(stage)
    return Applied(base, order, tuple(stages), edits), tuple(found)


def put_on(
    root: MappingNode, edits: Sequence[Edit], spent: Spent, *, over: bool = False
) -> tuple[MappingNode, tuple[Diagnostic, ...]]:
    """The pack with the edits of one variant made; `over`: what another variant has brought there gives way."""
    draft = Draft(root, "pack")
    found: dict[Span, Diagnostic] = {}
    changes: dict[Span, bool] = {}
    try:
        for edit in edits:
            fault = _made(draft, root, edit, spent, changes, over=over)
            if fault is not None:
                found.setdefault(edit.source, fault)
    except TooMuch as stopped:
        return root, (*found.values(), stopped.fault)
    effects = () if over else _without_effect(changes, found)
    return draft.node(), (*found.values(), *effects)


def _made(
    draft: Draft, root: MappingNode, edit: Edit, spent: Spent, changes: dict[Span, bool], *, over: bool
) -> Diagnostic | None:
    """Makes one edit, and gives what is wrong with it; `changes` learns whether it changes anything."""
    holder = draft.at(edit.path[:-1], edit.key)
    part = edit.path[-1]
    before = node_at(root, edit.path) if edit.way != "add" else None
    if holder is None or (edit.way != "add" and before is None):
        if edit.way == "remove":
            return None
        message = f"{edit.shown} is gone: another variant takes it away"
        return Diagnostic("duplicate-key", message, edit.source, "leave out one of the two")
    if edit.way == "remove":
        holder.remove(part)
    elif edit.way == "add":
        assert edit.node is not None
        if over:
            holder.remove(part)
        neighbour = edit.anchor[-1] if edit.anchor else ""
        sides = {edit.side: neighbour} if edit.side and holder.has(neighbour) else {}
        holder.insert(edit.key, edit.node, before=sides.get("before", ""), after=sides.get("after", ""))
    else:
        assert before is not None
        made = spent.made(edit, before)
        if isinstance(made, Fault):
            assert edit.formula is not None
            return Diagnostic(made.code, made.message, edit.formula.written.within(made.start, made.end), made.hint)
        changes[edit.source] = changes.get(edit.source, False) or _differs(edit, before, made, spent)
        holder.put(Key(part, edit.key.span), made)
    return None


def _differs(edit: Edit, before: Node, made: Node, spent: Spent) -> bool:
    """Whether a change makes a difference. A formula into which the old one was put is another, unless it is that one
    alone; and where very much is changed, no more is read to find out.
    """
    if edit.formula is not None and not isinstance(edit.formula.tree, Fault) and KINDS[edit.kind].slot == "formula":
        if is_inherited(edit.formula.tree):
            return False
        if any(places_of(edit.formula.tree)):
            return True
    letters = sum(len(node.written.text) for node in (before, made))
    return not (spent.may_compare(letters) and same(before, made, edit.kind))


def _misspelt(edit: Edit, spent: Spent) -> Iterator[Diagnostic]:
    """The formulas that an edit brings and nobody can read."""
    waiting = [(edit.node, edit.kind)] if edit.node is not None else []
    while waiting:
        node, kind = waiting.pop()
        if isinstance(node, MappingNode):
            waiting += [(value, kind_below(kind, str(key.value))) for key, value in node.entries]
            continue
        known = KINDS[kind] if kind else None
        formula = known is not None and "formula" in (known.slot, KINDS[kind_below(kind, known.short) or kind].slot)
        if formula and isinstance(node, Scalar) and not node.faulty and spent.may_compare(len(node.written.text)):
            tree = parse(node.written.text)
            if isinstance(tree, Fault):
                yield Diagnostic(tree.code, tree.message, node.written.within(tree.start, tree.end), tree.hint)


def _errors(found: Iterable[Diagnostic]) -> bool:
    return any(fault.severity == "error" for fault in found)


def _without_effect(changes: Mapping[Span, bool], found: Mapping[Span, Diagnostic]) -> Iterator[Diagnostic]:
    for source, effect in changes.items():
        if not effect and source not in found:
            message = "this changes nothing: the same stands in the pack that is extended"
            yield Diagnostic("no-change", message, source, "delete it", "warning")


def _without_restored(
    found: Iterable[Diagnostic], layers: Mapping[str, Layer], edits: Mapping[str, tuple[Edit, ...]]
) -> Iterator[Diagnostic]:
    """The diagnostics without changes that seem to change nothing, and restore what another variant changes that they
    are put over.
    """
    restored: set[Span] = set()
    for id, layer in layers.items():
        touched = {edit.path for other in layer.over if other in edits for edit in edits[other]}
        for edit in edits[id] if touched else ():
            if any(edit.path[:length] in touched for length in range(1, len(edit.path) + 1)):
                restored.add(edit.source)
    return (fault for fault in found if fault.code != "no-change" or fault.span not in restored)


def _order(layers: Mapping[str, Layer], found: list[Diagnostic]) -> tuple[str, ...] | None:
    """The variants in the order in which they are put on: after what they extend and are over, else by their ids."""
    sorter = TopologicalSorter({id: {layer.parent, *layer.over} & layers.keys() for id, layer in layers.items()})
    try:
        sorter.prepare()
    except CycleError as circle:
        found.append(_circle([str(id) for id in circle.args[1]][1:], layers))
        return None
    order: list[str] = []
    while sorter.is_active():
        ready = sorted(sorter.get_ready())
        order += ready
        sorter.done(*ready)
    return tuple(order)


def _circle(ids: Sequence[str], layers: Mapping[str, Layer]) -> Diagnostic:
    """What is said of variants of which each must come after the one before it, and the first after the last."""
    after = sorted(zip(ids, (ids[-1], *ids[:-1]), strict=True))
    said = next(layers[upper].over[lower] for upper, lower in after if lower in layers[upper].over)
    if len(ids) == 1:
        return Diagnostic("cycle", f"'{ids[0]}' is over itself", said, "take it out of 'over'")
    links = (f"'{one}' {'extends' if layers[one].parent == other else 'is over'} '{other}'" for one, other in after)
    message = f"each of these comes after another one: {', '.join(links)}"
    return Diagnostic("cycle", message, said, "one of them must give way: take out its 'over'")


def _above(id: str, layers: Mapping[str, Layer]) -> Iterator[str]:
    while id in layers:
        id = layers[id].parent
        yield id


def _clashes(
    order: Sequence[str], layers: Mapping[str, Layer], edits: Mapping[str, tuple[Edit, ...]]
) -> Iterator[Diagnostic]:
    """Two variants, neither of which extends the other or is over it, that touch the same place."""
    above = {id: frozenset(_above(id, layers)) for id in order}
    told: set[tuple[Span, Span]] = set()
    for (one, mine), (other, theirs) in _meeting(order, edits):
        related = one in above[other] or other in above[one]
        if related or one in layers[other].over or other in layers[one].over:
            continue
        if (mine.source, theirs.source) in told:
            continue
        told.add((mine.source, theirs.source))
        if mine.way == theirs.way == "add" and mine.path != theirs.path:
            where = f"{mine.side} {'.'.join(mine.anchor)}" if mine.side else f"last in {'.'.join(mine.path[:-1])}"
            message = f"'{one}' and '{other}' both put something {where}, where the order counts"
        else:
            message = f"'{one}' and '{other}' both touch {max(mine.shown, theirs.shown, key=len)}"
        upper, lower = (one, other) if layers[one].over and not layers[other].over else (other, one)
        known = [name for name in layers[upper].over if name in layers]
        says = f"let '{upper}' say over: [{', '.join((*known, lower))}]" if known else f"let one say over: {one}"
        meant = "".join((*_meant(layers[one], other, layers), *_meant(layers[other], one, layers)))
        hint = f"{mine.source} does so too: leave one of them out, or {says}{meant}"
        yield Diagnostic("duplicate-key", message, theirs.source, hint)


def _meeting(order: Sequence[str], edits: Mapping[str, tuple[Edit, ...]]) -> Iterator[tuple[Touch, Touch]]:
    """Pairs of edits of two variants, the first of them put on first, of which one touches what the other touches,
    stands in, is placed at or works with; and of those that stand side by side where the order counts.
    """
    at = {id: n for n, id in enumerate(order)}
    by_path: dict[tuple[str, ...], list[Touch]] = {}
    for id in order:
        for edit in edits[id]:
            by_path.setdefault(edit.path, []).append((id, edit))
    yield from side_by_side(order, edits)
    for id in order:
        for edit in edits[id]:
            for path in dict.fromkeys((edit.path, edit.anchor, edit.rests)):
                for length in range(1, len(path) + 1):
                    for other, known in by_path.get(path[:length], ()):
                        same_place = known.path == edit.path
                        if other == id or (same_place and at[other] > at[id]):
                            continue
                        if path in (edit.path, edit.rests) or known.way == "remove":
                            pair = ((other, known), (id, edit))
                            yield pair if at[other] < at[id] else pair[::-1]


def _meant(layer: Layer, other: str, layers: Mapping[str, Layer]) -> Iterator[str]:
    """What is said of an 'over' that is near the name of another variant, and that of none in the stack."""
    for name, span in layer.over.items():
        if name not in layers and did_you_mean(name, [other]).startswith("did you mean"):
            yield f"; {span} says over: {show(name)}: did you mean '{other}'?"
