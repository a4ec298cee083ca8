"""Arithmetic, tests and branches checked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from handhold.language import core, syntax
from handhold.language.core import Core
from handhold.language.known_dice import constant_dice
from handhold.language.lookups import Lookups
from handhold.language.printer import show
from handhold.language.runtime import RuleFault
from handhold.language.scope import Done, Live, Lives, Value, facts_if, facts_unless
from handhold.language.types import (
    DICE,
    FLAG,
    INTEGER,
    KEY,
    NONE,
    NUMBER,
    UNKNOWN,
    ListOf,
    Names,
    OptionalOf,
    Passes,
    Row,
    Type,
    Word,
    a_type,
    fits,
    is_number,
    join,
    optional,
    present,
)


class Operators(Lookups):
    """Checks operators and what they join."""

    def fit(self, tree: Core, slot: Type, node: syntax.Formula) -> Core:
        """The value, if it fits the slot."""
        if fits(tree.type, slot):
            return tree
        if fits(present(tree.type), slot):
            return self.absent(node)
        message = f"this is {a_type(tree.type)}, where {a_type(slot)} {'are' if slot == DICE else 'is'} needed"
        return self.fault("wrong-type", message, node, _way_to(slot, tree.type, node))

    def absent(self, node: syntax.Formula) -> Core:
        """The fault of using what may not be there."""
        return self.fault(
            "maybe-none",
            f"'{show(node)}' may be absent here",
            node,
            "say what then: write 'otherwise' and a value after it, or test 'is not none' first",
        )

    def number(self, node: syntax.Formula) -> Core:
        """The node as a number."""
        return self.fit(self.value(node, NUMBER), NUMBER, node)

    def flag(self, node: syntax.Formula) -> Core:
        """The node as a flag."""
        return self.fit(self.value(node, FLAG), FLAG, node)

    # -- arithmetic -------------------------------------------------------------------------------

    def negative(self, node: syntax.Formula, value: syntax.Formula) -> Core:
        """A number with a minus."""
        tree = self.value(value, NUMBER)
        if tree.type == DICE:
            return core.Math("-", core.Const(0, INTEGER), tree, DICE, node.span)
        tree = self.fit(tree, NUMBER, value)
        if isinstance(tree, core.Const) and is_number(tree.type):
            assert isinstance(tree.value, int | Fraction)
            return core.Const(-tree.value, tree.type, node.span)
        return core.Minus(tree, tree.type, node.span)

    def chain(self, node: syntax.Formula, signs: Iterable[str], parts: tuple[syntax.Formula, ...]) -> Core:
        """A chain of `+ -` or of `* / //`, from left to right."""
        tree = self._operand(parts[0])
        for op, part in list(zip(signs, parts, strict=True))[1:]:
            right = self._operand(part)
            span = (node.span[0], part.span[1])
            if DICE in (tree.type, right.type):
                if op not in "+-" or NUMBER in (tree.type, right.type):
                    return self.fault(
                        "bad-dice",
                        "dice take whole numbers and dice with '+' and '-' only",
                        node,
                        "roll them in a roll step first",
                    )
                of: Type = DICE
            elif op == "/":
                of = NUMBER
            elif op == "//":
                of = INTEGER
            else:
                of = INTEGER if tree.type == right.type == INTEGER else NUMBER
            if UNKNOWN in (tree.type, right.type):
                of = UNKNOWN
            tree = core.Math(op, tree, right, of, span)  # type: ignore[arg-type]  # the parser gives these operators only
        return self.throwable(tree, node) if tree.type == DICE else tree

    def _operand(self, node: syntax.Formula) -> Core:
        tree = self.value(node, NUMBER)
        return tree if tree.type == DICE else self.fit(tree, NUMBER, node)

    def dice(self, node: syntax.Dice) -> Core:
        """A pool of dice."""
        count = self.fit(self.value(node.count, INTEGER), INTEGER, node.count)
        sides = 0 if node.sides == "F" else node.sides
        return self.throwable(core.MakeDice(count, sides, node.reroll, node.explode, node.keep, DICE, node.span), node)

    def throwable(self, tree: Core, node: syntax.Formula) -> Core:
        """The dice, unless they are known by now and cannot be thrown."""
        try:
            constant_dice(tree)
        except RuleFault as fault:
            return self.fault("bad-dice", str(fault), node)
        return tree

    # -- tests ------------------------------------------------------------------------------------

    def compare(self, node: syntax.Compare) -> Core:
        """`== != < <= > >=`."""
        left = self.value(node.left, None)
        if left.type == UNKNOWN and isinstance(node.right, syntax.Name):
            return left  # a bare word may be a row of what could not be made out
        if isinstance(present(left.type), Word):
            hint = f"write '{'is' if node.op == '==' else 'is not'}' for what is not a number"
            return self.fault(
                "wrong-type", f"'{node.op}' compares numbers, and this is {a_type(left.type)}", node.left, hint
            )
        ordered = isinstance(left.type, Row) and node.op not in ("==", "!=")
        right = self.value(node.right, left.type if ordered else NUMBER)
        if ordered and isinstance(left.type, Row):
            table = self.world.tables[left.type.table]
            if not table.ordered:
                return self.fault(
                    "not-ordered",
                    f"the rows of '{table.id}' have no order",
                    node,
                    "the table needs 'ordered: true' for this",
                )
            right = self.fit(right, left.type, node.right)
            return core.Test(node.op, left, right, FLAG, node.span)
        for tree, part in ((left, node.left), (right, node.right)):
            if tree.type != UNKNOWN and not is_number(present(tree.type)):
                hint = "write 'is' for what is not a number" if node.op == "==" else ""
                hint = "write 'is not' for what is not a number" if node.op == "!=" else hint
                return self.fault(
                    "wrong-type", f"'{node.op}' compares numbers, and this is {a_type(tree.type)}", part, hint
                )
        left = self.fit(left, NUMBER, node.left)
        right = self.fit(right, NUMBER, node.right)
        return core.Test(node.op, left, right, FLAG, node.span)

    def same_or_none(self, node: syntax.Is) -> Core:
        """`is` and `is not`."""
        if isinstance(node.right, syntax.Nothing):
            return self._is_none(node)
        same = self._same(node.left, node.right, node)
        return core.Not(same, FLAG, node.span) if node.negated else same

    def _is_none(self, node: syntax.Is) -> Core:
        op = "!=" if node.negated else "=="
        thing = self.thing(node.left) if isinstance(node.left, syntax.Name | syntax.Dot | syntax.Call) else None
        match thing:
            case Done():
                tree = self.presence(thing)
            case Live(place=place):
                tree = core.Fixed(place, False, OptionalOf(KEY), node.left.span)
            case Lives(place=place, type=of):
                tree = core.Fixed(place, True, optional(of), node.left.span)
            case Value():
                tree = thing.core
                self.note(tree, changing=thing.changes)
            case None if isinstance(node.left, syntax.Name | syntax.Dot):
                return core.Const(False, UNKNOWN, node.span)
            case None:
                tree = self.value(node.left, None)
        return core.Test(op, tree, core.Const(None, NONE), FLAG, node.span)  # type: ignore[arg-type]  # one of two literals

    def _same(self, left_node: syntax.Formula, right_node: syntax.Formula, whole: syntax.Formula) -> Core:
        left = self.value(left_node, None)
        kind = present(left.type)
        if isinstance(kind, Word) and isinstance(right_node, syntax.Name):
            options = self.world.settings[kind.setting].options
            if right_node.id not in options:
                return self.unknown(right_node.id, options, right_node, f"settings.{kind.setting} has no option")
            word = core.Const(right_node.id, kind, right_node.span)
            return core.Test("==", left, word, FLAG, whole.span)
        if kind == UNKNOWN and isinstance(right_node, syntax.Name):
            return left  # a bare word may be a row or option of what could not be made out
        right = self.value(right_node, kind)
        if UNKNOWN in (kind, right.type):
            return core.Const(False, UNKNOWN, whole.span)
        joined = join(kind, present(right.type))
        if joined is None or isinstance(joined, Names | Passes | Word):
            return self.fault(
                "wrong-type",
                f"{a_type(kind)} is never {a_type(right.type)}",
                right_node,
                "both sides of 'is' must be of one kind",
            )
        return core.Test("==", left, right, FLAG, whole.span)

    def one_of(
        self, node: syntax.Formula, left: syntax.Formula, options: tuple[syntax.Formula, ...], negated: bool
    ) -> Core:
        """`is one of (…)`."""
        known = len(self.faults)
        tests = tuple(self._same(left, option, node) for option in options)
        self.faults[known:] = dict.fromkeys(self.faults[known:])  # the left side is looked at once for each option
        joined = core.Logic("or", tests, FLAG, node.span) if len(tests) > 1 else tests[0]
        return core.Not(joined, FLAG, node.span) if negated else joined

    def contained(self, node: syntax.Formula, left_node: syntax.Formula, source: syntax.Formula) -> Core:
        """`in`, with a range or a list."""
        if isinstance(source, syntax.Range):
            value = self.number(left_node)
            return core.Between(value, self.number(source.first), self.number(source.last), FLAG, node.span)
        listed = self.value(source, None)
        if listed.type == UNKNOWN:
            return listed
        if not isinstance(listed.type, ListOf):
            return self.fault("wrong-type", f"'in' needs a list or a range, and this is {a_type(listed.type)}", source)
        value = self.value(left_node, listed.type.of)
        if fits(present(value.type), value.type) and join(value.type, listed.type.of) is None:
            return self.fault("wrong-type", f"{a_type(value.type)} is never in {a_type(listed.type)}", left_node)
        return core.Contains(self.fit(value, present(value.type), left_node), listed, FLAG, node.span)

    def logic(self, node: syntax.Formula, op: str, parts: tuple[syntax.Formula, ...]) -> Core:
        """A chain of `and` or of `or`; what is known grows from part to part."""
        outer = self.scope
        trees: list[Core] = []
        for before, part in zip((None, *parts), parts, strict=False):
            told = len(self.faults)
            trees.append(self.flag(part))
            if isinstance(before, syntax.Compare) and isinstance(part, syntax.Number | syntax.Name):
                self._as_compared(before, part, told)
            self.scope = self.scope.knowing(facts_if(part) if op == "and" else facts_unless(part))
        self.scope = outer
        return core.Logic(op, tuple(trees), FLAG, node.span)  # type: ignore[arg-type]  # the parser gives these two only

    def _as_compared(self, before: syntax.Compare, part: syntax.Formula, told: int) -> None:
        """Says of what was told of `4` in `x == 3 or 4` since then that it is compared as the part before it was."""
        way = show(syntax.Compare(before.op, before.left, part))
        for n, fault in enumerate(self.faults[told:], told):
            if fault.code == "wrong-type":
                self.faults[n] = replace(fault, hint=f"write '{way}'")

    # -- branches ---------------------------------------------------------------------------------

    def choice(self, node: syntax.If, slot: Type | None) -> Core:
        """`if … then … else …`."""
        test = self.flag(node.test)
        outer = self.scope
        # a bare row in one branch is known by the other: the branch with a name of its own goes first
        swap = slot is None and isinstance(node.yes, syntax.Name) and node.yes.id not in outer.names
        branches: dict[bool, Core] = {}
        for yes_first in (not swap, swap):
            part, facts = (node.yes, facts_if) if yes_first else (node.no, facts_unless)
            self.scope = outer.knowing(facts(node.test))
            known = next(iter(branches.values())).type if branches else None
            branches[yes_first] = self.value(part, known if slot is None else slot)
        self.scope = outer
        yes, no = branches[True], branches[False]
        yes, no, of = self._joined(node.yes, yes, node.no, no)
        return core.If(test, yes, no, of, node.span)

    def otherwise(self, node: syntax.Otherwise, slot: Type | None) -> Core:
        """`… otherwise …`."""
        value = self.value(node.value, slot)
        if value.type != UNKNOWN and not isinstance(value.type, OptionalOf) and value.type != NONE:
            return self.fault(
                "wrong-type", f"'{show(node.value)}' is always there", node.value, "leave out the 'otherwise'"
            )
        kind = present(value.type)
        other = self.value(node.other, kind if kind != NONE else slot)
        if value.type == NONE:
            # it is the other one, as yet: a tally that starts absent is looked at again
            return core.Otherwise(value, other, other.type, node.span)
        inner = core.Otherwise(value, other, kind, node.span)
        _, other, of = self._joined(node.value, inner, node.other, other)
        return core.Otherwise(value, other, of, node.span)

    def _joined(self, first: syntax.Formula, one: Core, second: syntax.Formula, other: Core) -> tuple[Core, Core, Type]:
        # a bare row in one branch is known by the other branch
        if one.type == UNKNOWN or other.type == UNKNOWN:
            return one, other, UNKNOWN
        of = join(one.type, other.type)
        if of is None:
            self.fault(
                "wrong-type", f"this is {a_type(other.type)}, and the other branch is {a_type(one.type)}", second
            )
            return one, other, UNKNOWN
        return one, other, of


def _way_to(slot: Type, of: Type, node: syntax.Formula) -> str:
    """What to write where a value of one type stands for one of another; empty if that depends."""
    if of == DICE and is_number(present(slot)):
        return "dice are thrown in a step of their own: {roll: …}"
    if slot == DICE and is_number(of):
        return f"write dice, such as 2d6; as many as a number says are '({show(node)})d6'"
    if slot == FLAG and is_number(of):
        return f"compare it, such as '{show(node)} > 0'"
    return ""
