"""Formulas with the values put in: their text, apart at their names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Final, get_args

from handhold.language import core, syntax
from handhold.language.core import Core
from handhold.language.functions import FUNCTIONS
from handhold.language.parts import children
from handhold.language.printer import show
from handhold.language.types import Names, Passes, Type, present
from handhold.play.filled import Slot, Template

_FORMULAS = get_args(syntax.Formula)
_MARK: Final = "\0"
TextOf = Callable[[Type], Callable[[object], str]]
"""Gives what makes a value of a type a text."""


def template(tree: syntax.Formula, checked_tree: Core, text_of: TextOf) -> tuple[Template, list[Core]]:
    """A formula's text apart at its names, and what gives their values."""
    by_span: dict[tuple[int, int], Core] = {}
    for node in nodes(checked_tree):
        by_span.setdefault(node.span, node)
    values: list[Core] = []
    apart: list[tuple[int, str, Type, str]] = []

    def fill(node: syntax.Formula) -> syntax.Formula:
        known = by_span.get(node.span)
        if known is None or not _has_value(node, known):
            return _rebuilt(node, fill)
        place, number = len(apart), len(values)
        values.append(known)
        apart.append((number, show(node), known.type, ""))
        apart[place] = (number, show(node), known.type, show(_rebuilt(node, fill)))
        # a name is printed as it is, so the printer sets what is put in like any other name
        return syntax.Name(f"{_MARK}{place}{_MARK}", node.span)

    whole = show(fill(tree))
    slots: dict[int, Slot] = {}
    for place in reversed(range(len(apart))):
        number, name, of, rest = apart[place]
        slots[place] = Slot(number, name, of, text_of(of), _split(rest, slots))
    return _split(whole, slots), values


def _split(text: str, slots: Mapping[int, Slot]) -> Template:
    """A text apart at the marks of slots."""
    pieces = text.split(_MARK)
    parts = [piece if not n % 2 else slots[int(piece)] for n, piece in enumerate(pieces)]
    return Template(tuple(part for part in parts if part != ""))


def _has_value(node: syntax.Formula, tree: Core) -> bool:
    """Whether the node is a name whose value a reader wants to see."""
    if isinstance(tree, core.Const | core.Fixed) or isinstance(present(tree.type), Names | Passes):
        return False
    match node:
        case syntax.Name() | syntax.Dot() | syntax.Old():
            return True
        case syntax.Call(id=id):
            return id not in FUNCTIONS
        case _:
            return False


def _rebuilt(node: syntax.Formula, fill: Callable[[syntax.Formula], syntax.Formula]) -> syntax.Formula:
    """The node with the parts in which names are looked for filled in: what a `for` goes through stays as it is."""
    if isinstance(node, syntax.Each | syntax.Call) and not (isinstance(node, syntax.Call) and node.id in FUNCTIONS):
        return node
    changed: dict[str, object] = {}
    for part in fields(node):
        held = getattr(node, part.name)
        if isinstance(held, _FORMULAS):
            changed[part.name] = fill(held)
        elif isinstance(held, tuple) and held and all(isinstance(each, _FORMULAS) for each in held):
            changed[part.name] = tuple(fill(each) for each in held)
    return replace(node, **changed) if changed else node  # type: ignore[arg-type]  # the same parts, filled


def nodes(tree: Core) -> Iterator[Core]:
    """The nodes of a formula that are worked out once."""
    yield tree
    for child in children(tree):
        if not isinstance(tree, core.Walk):
            yield from nodes(child)
