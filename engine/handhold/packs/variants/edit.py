"""One place that a variant touches, what is brought there, and what all variants of a stack may take together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from handhold import limits
from handhold.diagnostics import Diagnostic
from handhold.language.faults import Fault
from handhold.language.parser import parse
from handhold.language.syntax import Formula
from handhold.packs.text import words
from handhold.packs.variants import inherited
from handhold.packs.variants.paths import KINDS, Way
from handhold.packs.yaml.nodes import Key, Node, Scalar, number_of_nodes
from handhold.source import Span, Written


@dataclass(frozen=True, slots=True)
class Made:
    """The formula that a new value is made from, and its tree or the fault in it."""

    written: Written
    tree: Formula | Fault


@dataclass(frozen=True, slots=True)
class Edit:
    """One place that a variant touches.

    `path` is the way to it with every block and loop, `source` where the variant says so. `node` is what it brings;
    with `formula` that is worked out from what was there. An added entry stands before or after (`side`) the entry
    at `anchor`, or last; `ranked`, what else stands at that place makes a difference. `rests` is the path of what a
    formula works with, where that is another one: a cell that its row leaves out is the default of its column.
    """

    way: Way
    path: tuple[str, ...]
    kind: str
    key: Key
    source: Span
    node: Node | None = None
    formula: Made | None = None
    side: Literal["", "before", "after"] = ""
    anchor: tuple[str, ...] = ()
    ranked: bool = False
    rests: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        """The path as it is shown to a person."""
        return ".".join(self.path)


class TooMuch(Exception):
    """The variants of a stack take more than they may, and are not looked at any further."""

    def __init__(self, fault: Diagnostic) -> None:
        super().__init__(fault.message)
        self.fault = fault


class Spent:
    """What the variants of one stack have taken of their budgets; whatever takes more than is left raises TooMuch."""

    def __init__(self, nodes: int) -> None:
        self._nodes = nodes
        self._edits = 0
        self._passed = 0
        self._letters = 0
        self._words = 0
        self._parts = 0
        self._compared = 0
        self._trees: dict[str, Formula | Fault] = {}

    def edit(self, edit: Edit) -> None:
        """A place is touched, and something may be brought to it."""
        self._edits += 1
        if self._edits > limits.EDITS:
            message = f"more than {limits.EDITS:,} places of a pack are touched"
            raise _too_much(message, edit.source, "change what the others are worked out from")
        self._nodes += number_of_nodes(edit.node) if edit.node is not None else 0
        if self._nodes > limits.NODES:
            message = f"with what is brought here, the pack has more than {limits.NODES:,} keys and values"
            raise _too_much(message, edit.source, "bring less to so many places")

    def way(self, passed: int, span: Span) -> None:
        """A path has led through so many places."""
        self._passed += passed
        if self._passed > limits.PLACES_PASSED:
            message = f"the paths up to this one lead through more than {limits.PLACES_PASSED:,} places of a pack"
            raise _too_much(message, span, "write fewer '*'")

    def formula(self, written: Written) -> Made:
        """A formula that may speak of what was there before, read once wherever it is put."""
        tree = self._trees.get(written.text)
        if tree is None:
            self._letters += len(written.text)
            if self._letters > limits.EDITS_LENGTH:
                message = f"the formulas with 'inherited' have more than {limits.EDITS_LENGTH:,} characters in all"
                raise _too_much(message, written.span, "write what is the same once, with '*'")
            tree = self._trees[written.text] = parse(written.text)
        return Made(written, tree)

    def may_compare(self, letters: int) -> bool:
        """Whether so many letters more may be read to see that a change is none."""
        self._compared += letters
        return self._compared <= limits.EDITS_LENGTH

    def made(self, edit: Edit, before: Node | None) -> Node | Fault:
        """What a change brings, `before` being what is there."""
        if edit.formula is None:
            assert edit.node is not None
            return edit.node
        formula = edit.formula
        if isinstance(formula.tree, Fault):
            return formula.tree
        if KINDS[edit.kind].slot == "data":
            self._parts += inherited.parts_of(formula.tree)
            if self._parts > limits.EDITS_WORK:
                message = f"more than {limits.EDITS_WORK:,} parts of formulas are worked out from what was there"
                raise _too_much(message, edit.source, "write shorter formulas, or the values themselves")
            return inherited.constant(formula.written, formula.tree, before)
        made = inherited.woven(formula.written, formula.tree, before.written if isinstance(before, Scalar) else None)
        if isinstance(made, Fault):
            return made
        self._words += words(made.text)
        if self._words > limits.FORMULAS_WORDS:
            most = f"{limits.FORMULAS_WORDS:,} words and signs"
            message = f"with what was there before, the formulas have more than {most}"
            raise _too_much(message, edit.source, "write the new formulas themselves")
        text = made.text.strip()
        return Scalar(text, text, made, "plain")


def _too_much(message: str, span: Span, hint: str) -> TooMuch:
    return TooMuch(Diagnostic("too-big", message, span, hint))
