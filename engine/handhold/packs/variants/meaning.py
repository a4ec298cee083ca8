"""What a node says, however it is written: formulas in their canonical form, values, short forms in the long one."""

from __future__ import annotations

from fractions import Fraction

from handhold.language.dice import DiceValue, dice_text
from handhold.language.faults import Fault
from handhold.language.parser import parse, parse_dice
from handhold.language.printer import show
from handhold.packs.variants.paths import KINDS, kind_below, opened
from handhold.packs.yaml.nodes import Mapping as MappingNode
from handhold.packs.yaml.nodes import Node, Scalar
from handhold.packs.yaml.nodes import Sequence as SequenceNode
from handhold.source import Written

Meaning = None | bool | int | Fraction | str | list["Meaning"] | dict[str, "Meaning"]
"""What a node says, as plain data."""


def meaning(node: Node | None, kind: str) -> Meaning:
    """What a node of that kind (see `paths.KINDS`) says; a formula is its canonical text. None for nothing."""
    if node is None:
        return None
    known = KINDS[kind] if kind else None
    if isinstance(node, Scalar):
        if known is not None and known.short:
            return meaning(opened(node, kind), kind)
        formula = known is not None and known.slot == "formula"
        return formula_text(node.written) if formula else node.value
    if isinstance(node, SequenceNode):
        return [meaning(item, kind) for item in node.items]
    assert isinstance(node, MappingNode)
    entries = ((str(key.value), value) for key, value in node.entries)
    return {id: meaning(value, kind_below(kind, id)) for id, value in entries}


def formula_text(written: Written) -> str:
    """A formula in its canonical form; as its author wrote it, on one line, if it cannot be read."""
    tree = parse(written.text)
    return " ".join(written.text.split()) if isinstance(tree, Fault) else show(tree)


def same(old: Node, new: Node, kind: str) -> bool:
    """Whether two nodes of that kind say the same."""
    if isinstance(old, Scalar) and isinstance(new, Scalar) and old.written.text == new.written.text:
        return _comparable(old.value, kind) == _comparable(new.value, kind)
    return _comparable(meaning(old, kind), kind) == _comparable(meaning(new, kind), kind)


def _comparable(said: Meaning, kind: str) -> object:
    """What a node says in a form that is equal where it makes no difference; a flag is no number."""
    if isinstance(said, list):
        items = [_comparable(item, "") for item in said]
        return sorted(items, key=repr) if kind and KINDS[kind].unordered else items
    if isinstance(said, dict):
        return {id: _comparable(value, kind_below(kind, id)) for id, value in said.items()}
    if isinstance(said, str):
        dice = parse_dice(said)
        return ("dice", dice_text(dice)) if isinstance(dice, DiceValue) and dice.pools else " ".join(said.split())
    return (type(said).__name__, said)
