"""What a variant says, held against the pack that it extends: every place that it touches, and how.

A path in `change` leads to what is there; what it brings is put in its place, key by key where it is a mapping. A path
in `add` leads to what is not there, one in `remove` to what goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal

from handhold import limits
from handhold.diagnostics import FEW, Diagnostic, Severity, and_more, did_you_mean, is_slip, meant
from handhold.language.faults import Fault
from handhold.packs.text import show
from handhold.packs.variants import inherited
from handhold.packs.variants.edit import Edit, Made, Spent, TooMuch
from handhold.packs.variants.paths import (
    KINDS,
    Paths,
    Spot,
    Way,
    child,
    default_path,
    entries,
    kind_below,
    left_out,
    node_at,
)
from handhold.packs.yaml.nodes import Key, Node, Scalar
from handhold.packs.yaml.nodes import Mapping as MappingNode
from handhold.packs.yaml.nodes import Sequence as SequenceNode
from handhold.source import Span

_PLACED: Final = ("step", "row", "line")
"""Kinds of entries that can be put before or after another."""
_SIDES: Final[tuple[Literal["before", "after"], ...]] = ("before", "after")


class Resolver:
    """Holds one variant against the pack that it extends (`parent` is how that is shown); collects edits and faults."""

    def __init__(self, root: MappingNode, variant: MappingNode, spent: Spent, parent: str = "") -> None:
        self._root = root
        self._paths = Paths(root)
        self._variant = variant
        self._spent = spent
        self._parent = parent
        self.edits: list[Edit] = []
        self.found: list[Diagnostic] = []
        self._added: dict[tuple[tuple[str, ...], str], tuple[str, ...]] = {}

    def say(self, code: str, message: str, span: Span, hint: str = "", severity: Severity = "error") -> None:
        """Adds a fault. Raises TooMuch when that was the last error to be looked for."""
        self.found.append(Diagnostic(code, message, span, hint, severity))
        if severity == "error" and sum(fault.severity == "error" for fault in self.found) > limits.FAULTS:
            raise TooMuch(and_more(span))

    def resolve(self) -> None:
        """Finds every place that the variant touches."""
        try:
            for key, node in _entries_of(self._variant.get("change")):
                for spot in self._spots(key, "change"):
                    self._change(spot, key, node, key.span)
            for key, node in _entries_of(self._variant.get("add")):
                self._add(key, node)
            for item in _items_of(self._variant.get("remove")):
                self._remove(Key(item.text, item.span))
            self._overlaps()
            self._readings()
        except TooMuch as stopped:
            self.found.append(stopped.fault)

    def _edit(self, edit: Edit) -> None:
        self._spent.edit(edit)
        self.edits.append(edit)

    def _near(self, word: str, choices: Iterable[str]) -> str:
        """What is said of a word that is not there; of very many faults, the first are told what is near."""
        return did_you_mean(word, choices) if len(self.found) < FEW else ""

    # -- paths ---------------------------------------------------------------------------------------------------------

    def _spots(self, key: Key, way: Way, *, container: bool = False, start: Spot | None = None) -> list[Spot]:
        parts = tuple(str(key.value).split("."))
        if not all(parts):
            self.say("bad-path", f"'{show(str(key.value))}' is no path", key.span, "such as tables.NAME.rows.ROW")
            return []
        wanted = parts[:-1] if container else parts
        before = self._paths.passed
        spots, lost = self._paths.find(wanted, way, start)
        self._spent.way(self._paths.passed - before, key.span)
        if lost is None:
            return spots
        missing, above = wanted[lost.part], start.path if start else ()
        reached = ".".join((*above, *wanted[: lost.part])) or "the pack"
        of = f" of {self._parent}" if self._parent else ""
        long = [] if start or container or len(self.found) >= FEW else self._paths.meant(parts)
        hint = meant(long) or self._near(missing, lost.choices)
        if way == "change" and lost.part == len(wanted) - 1 and kind_below(lost.spot.kind, missing):
            bring = "to bring it in, write it under 'add'"
            hint = hint if hint.startswith("did you mean") else "; ".join(filter(None, (bring, hint)))
        elif of and not hint.startswith("did you mean"):
            older = "if an older one has it, change the path or extend that one"
            hint = f"{hint}; {older}" if hint else older
        self.say("bad-path", f"there is no '{show(missing)}' in {show(reached)}{of}", part_span(key, lost.part), hint)
        return []

    # -- change --------------------------------------------------------------------------------------------------------

    def _change(self, spot: Spot, key: Key, node: Node, source: Span) -> None:
        kind = KINDS[spot.kind]
        formula = _formula_of(node)
        if kind.slot and not (isinstance(spot.node, MappingNode) and isinstance(node, MappingNode)):
            self._leaf(spot, key, node, source)
        elif formula is not None and spot.inner("value").node is not None and "value" in kind.keys:
            self._leaf(spot.inner("value"), key, node, source)
        elif isinstance(node, MappingNode) and spot.path and spot.kind != "refuse":
            self._keys(spot, key, node, source)
        elif isinstance(node, Scalar) and kind.short and spot.inner(kind.short).node is not None:
            self._leaf(spot.inner(kind.short), key, node, source)
        elif not (isinstance(node, Scalar) and node.faulty):
            choices = ", ".join(str(each.value) for each, _ in _entries_of(spot.node)[:12])
            message = f"{'.'.join(spot.path) or 'the pack'} holds keys and values, and one value cannot take its place"
            hint = f"name one of them in the path: {choices}" if choices else ""
            if spot.kind == "setting" and isinstance(node, Scalar):
                hint = f"write {'.'.join(spot.path)}: {{value: {show(node.text)}, reading: why this one}}"
            self.say("wrong-kind", message, node.span, hint)

    def _keys(self, spot: Spot, key: Key, node: MappingNode, source: Span) -> None:
        if not node.entries and all(fault.span != source for fault in self.found):
            self.say("no-change", "this changes nothing: no key stands in it", source, "delete it", "warning")
        forms = KINDS[spot.kind].forms
        there = [form for form in forms if spot.inner(form).node is not None]
        brought = [form for form in forms if child(node, spot.kind, form) is not None]
        if "choose" in there and brought == ["refuse"]:
            brought = []
        if brought and not {*there} & {*brought}:
            self._edit(Edit("change", spot.path, spot.kind, key, source, node))
            return
        for inner, value in node.entries:
            for each in self._spots(inner, "change", start=spot):
                self._change(each, inner, value, inner.span)

    def _leaf(self, spot: Spot, key: Key, node: Node, source: Span) -> None:
        slot = KINDS[spot.kind].slot
        formula = _formula_of(node)
        if formula is not None:
            if slot in ("formula", "data"):
                made = self._spent.formula(formula.written)
                rests = default_path(spot.path) if left_out(self._root, spot) else ()
                self._edit(Edit("change", spot.path, spot.kind, key, source, formula=made, rests=rests))
                return
            self.say("wrong-kind", f"'{spot.path[-1]}' is {KINDS[spot.kind].title}, and no formula", node.span)
        elif isinstance(node, MappingNode) and slot != "text":
            hint = "write the new value itself, or {formula: …}"
            self.say("wrong-kind", f"'{spot.path[-1]}' is one value, and these are several", node.span, hint)
        else:
            plain = self._plain_formula(node) if slot == "formula" else None
            self._edit(Edit("change", spot.path, spot.kind, key, source, node, plain))

    def _plain_formula(self, node: Node) -> Made | None:
        """The formula of a value that speaks of what was there before without being marked as one that does."""
        if not isinstance(node, Scalar) or inherited.INHERITED not in node.text:
            return None
        made = self._spent.formula(node.written)
        return made if not isinstance(made.tree, Fault) and any(inherited.places_of(made.tree)) else None

    # -- add -----------------------------------------------------------------------------------------------------------

    def _add(self, key: Key, node: Node) -> None:
        parts = tuple(str(key.value).split("."))
        if len(parts) == 1 or parts[-1] == "*":
            hint = "such as modifiers.climb_tn.lines.rain"
            self.say("bad-path", f"'{show(str(key.value))}' does not say what is added", key.span, hint)
            return
        for container in self._spots(key, "add", container=True):
            self._add_into(container, parts[-1], key, node)

    def _add_into(self, container: Spot, part: str, key: Key, node: Node) -> None:
        if container.kind == "refuse":
            grounds = [each for each in self._paths.steps(container_steps(container)) if _refuses(each)]
            if len(grounds) != 1:
                hint = f"such as {'.'.join(container.path)}.steps.{grounds[0].path[-1] if grounds else 'STEP'}.refuse"
                self.say("bad-path", "the path does not say which step refuses", key.span, hint)
                return
            container = grounds[0].inner("refuse")
        kind = kind_below(container.kind, part)
        if not kind:
            hint = self._near(part, KINDS[container.kind].keys)
            message = f"'{show(part)}' is no key of {KINDS[container.kind].title}"
            self.say("bad-path", message, part_span(key, -1), hint)
            return
        taken = next(self._paths.below(container, part, "remove"), None)
        if taken is not None:
            message = f"there is a '{part}' in {'.'.join(container.path)} already"
            self.say("duplicate-key", message, part_span(key, -1), "write it under 'change', or take another name")
            return
        self._place(container, part, kind, key, node)

    def _place(self, container: Spot, part: str, kind: str, key: Key, node: Node) -> None:
        new = Key(part, part_span(key, -1))
        side, anchor, rest = _placement(self._root, container, kind, node)
        if anchor is not None:
            at = self._anchor(container, anchor)
            if at is None:
                choices = (each.path[-1] for each in self._neighbours(container))
                message = f"there is no '{show(anchor.text)}' that '{part}' could stand {side}"
                self.say("bad-path", message, anchor.span, self._near(anchor.text, choices))
                return
            ranked = _order_matters(container, self._root)
            edit = Edit("add", (*at[:-1], part), kind, new, key.span, rest, None, side, at, ranked)
        else:
            if _order_matters(container, self._root):
                for wrong, _ in _entries_of(node):
                    side_meant = next((word for word in _SIDES if is_slip(str(wrong.value), word)), "")
                    if side_meant:
                        message = f"'{show(str(wrong.value))}' is no key of {KINDS[kind].title}"
                        self.say("unknown-key", message, wrong.span, meant([side_meant]))
                        return
                first = next((str(each.value) for each, _ in entries(container.node, container.kind)), "NAME")
                message = f"the order matters here, and nothing says where '{part}' stands"
                self.say("missing-key", message, new.span, f"write before: or after: into it, such as before: {first}")
                return
            at = (*container.path, "outcome")
            ends = container.kind == "steps" and child(container.node, "steps", "outcome") is not None
            placed: tuple[Literal["", "before"], tuple[str, ...]] = ("before", at) if ends else ("", ())
            edit = Edit("add", (*container.path, part), kind, new, key.span, rest, None, *placed)
        for end in range(1, len(edit.path)):
            self._added.setdefault((edit.path[:end], part), edit.path)
        self._edit(edit)

    def _anchor(self, container: Spot, anchor: Scalar) -> tuple[str, ...] | None:
        """The path of the entry that an added one stands before or after; it may be added before it."""
        name = anchor.text
        if container.kind == "steps":
            there = [step.path for step in self._paths.steps(container, name)]
        else:
            inner = container.inner(name)
            there = [inner.path] if inner.node is not None and name not in KINDS[container.kind].keys else []
        return there[0] if there else self._added.get((container.path, name))

    def _neighbours(self, container: Spot) -> Sequence[Spot]:
        if container.kind == "steps":
            return self._paths.steps(container)
        return [container.inner(str(key.value)) for key, _ in entries(container.node, container.kind)]

    # -- remove --------------------------------------------------------------------------------------------------------

    def _remove(self, key: Key) -> None:
        for spot in self._spots(key, "remove"):
            if spot.kind in ("refuse", "pack"):
                self.say("bad-path", f"'{show(str(key.value))}' does not say what goes", key.span)
                continue
            self._edit(Edit("remove", spot.path, spot.kind, Key(spot.path[-1], key.span), key.span))
            if spot.kind == "column":
                table, column = spot.path[1], spot.path[-1]
                for cell in self._paths.find(("tables", table, "rows", "*", column), "remove")[0]:
                    self._edit(Edit("remove", cell.path, cell.kind, Key(column, key.span), key.span))

    # -- the edits together --------------------------------------------------------------------------------------------

    def _overlaps(self) -> None:
        """Reports a path that is given twice, or by a `*` and by name, or inside another."""
        kept: Edit | None = None
        removed = {edit.path for edit in self.edits if edit.way == "remove"}
        for edit in sorted(self.edits, key=lambda each: (each.path, each.source.line, each.source.column)):
            if kept is not None and edit.path[: len(kept.path)] == kept.path:
                first, second = sorted((kept, edit), key=lambda each: (each.source.file, each.source.line))
                message = f"{second.shown} is given twice"
                self.say("duplicate-key", message, second.source, f"{first.source} gives it too: keep one of them")
            else:
                kept = edit
            if edit.anchor in removed:
                message = f"'{edit.anchor[-1]}', which '{edit.path[-1]}' stands {edit.side}, is removed"
                self.say("bad-path", message, edit.source, "name another neighbour")

    def _readings(self) -> None:
        """Reports settings that are changed and keep the reading of another choice."""
        told = {edit.path[:2] for edit in self.edits if edit.path[2:] == ("reading",)}
        for edit in self.edits:
            changed = edit.way == "change" and edit.path[0] == "settings" and edit.path[2:] == ("value",)
            if changed and edit.path[:2] not in told:
                message = f"the setting '{edit.path[1]}' is changed, and its reading still tells of the other value"
                hint = f"write settings.{edit.path[1]}: {{value: …, reading: why this one}}"
                self.say("missing-key", message, edit.source, hint)


def part_span(key: Key, part: int) -> Span:
    """The place of one part of a path; of the whole path where it is not written on one line without quotes."""
    text, whole = str(key.value), key.span
    if whole.line != whole.end_line or whole.end_column - whole.column != len(text):
        return whole
    parts = text.split(".")
    before = sum(len(each) + 1 for each in parts[: part % len(parts)])
    start = whole.column + before
    end = start + len(parts[part])
    return Span(whole.file, whole.line, start, whole.line, end, whole.pack, whole.variant)


def container_steps(event: Spot) -> Spot:
    """The steps of an event."""
    return Spot(event.path, "event", event.node).inner("steps")


def _entries_of(node: Node | None) -> Sequence[tuple[Key, Node]]:
    return node.entries if isinstance(node, MappingNode) else ()


def _items_of(node: Node | None) -> Iterator[Scalar]:
    if isinstance(node, SequenceNode):
        yield from (item for item in node.items if isinstance(item, Scalar) and not item.faulty)


def _formula_of(node: Node) -> Scalar | None:
    """The formula of `{formula: …}`."""
    if isinstance(node, MappingNode) and len(node.entries) == 1:
        key, value = node.entries[0]
        return value if key.value == "formula" and isinstance(value, Scalar) else None
    return None


def _refuses(step: Spot) -> bool:
    inner = isinstance(step.node, MappingNode)
    return inner and step.inner("refuse").node is not None and step.inner("choose").node is None


def _placement(
    root: Node, container: Spot, kind: str, node: Node
) -> tuple[Literal["", "before", "after"], Scalar | None, Node]:
    """Where an entry says that it stands, and the entry without that."""
    if kind not in _PLACED or not isinstance(node, MappingNode):
        return "", None, node
    columns = node_at(root, ("tables", container.path[1], "columns")) if kind == "row" else None
    for side in _SIDES:
        anchor = node.get(side)
        if isinstance(anchor, Scalar) and child(columns, "columns", side) is None:
            rest = tuple((key, value) for key, value in node.entries if key.value != side)
            return side, anchor, MappingNode(rest, node.written)
    return "", None, node


def _order_matters(container: Spot, root: Node) -> bool:
    """Whether the entries are rows of an ordered table or lines of which the first counts."""
    if container.kind == "rows":
        ordered = node_at(root, (*container.path[:-1], "ordered"))
        return isinstance(ordered, Scalar) and ordered.value is True
    take = node_at(root, (*container.path[:-1], "take")) if container.kind == "lines" else None
    return isinstance(take, Scalar) and take.value == "first"
