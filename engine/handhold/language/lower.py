"""Checked formulas lowered to Python's syntax tree.

Names of a pack never become identifiers: the caller gives each variable one of its own making, constants are looked
up by number. A node's line number is an index into a table of places, which a fault reads.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Final

from handhold.language import core, folding, runtime
from handhold.language.core import Core, Place
from handhold.language.dice import DiceValue
from handhold.language.functions import OVER_ALL
from handhold.language.known_dice import constant_dice
from handhold.language.namespace import Globals, call, load
from handhold.language.parts import nodes
from handhold.language.types import DICE, INTEGER, NUMBER, GroupOf, ListOf, OptionalOf, Sheet, Type, present
from handhold.language.world import Function
from handhold.source import Span, Written

_ADDED: Final = 4
"""Parts of work that adding a fraction takes."""
IN_PLACE: Final = 60
"""Parts of a formula that is put where it is used instead of being called."""
_NOWHERE: Final = Written("", Span("", 1, 1, 1, 1))


class Namespace(Globals):
    """The globals of generated code, and what lowers formulas into them."""

    def lowering(
        self, variable: Callable[[str], str], roots: Mapping[str, Type], passes: Callable[[str], tuple[str, ...]]
    ) -> Lowering:
        """What lowers the formulas of one function into this namespace."""
        return Lowering(self, variable, roots, passes)


def function_params(function: Function) -> tuple[str, ...]:
    """The variables that a lowered function takes, in order: its needs, then the state it reads."""
    return (*function.needs, *sorted(function.reads))


class Lowering:
    """Lowers the formulas of one function.

    `variable` gives the identifier of a variable; `roots` are the types of the needs that places begin at; `passes`
    gives the names that the passes of a loop hold, in order.
    """

    def __init__(
        self,
        namespace: Globals,
        variable: Callable[[str], str],
        roots: Mapping[str, Type],
        passes: Callable[[str], tuple[str, ...]],
    ) -> None:
        self._space = namespace
        self._world = namespace.world
        self._work = namespace.work
        self._variable = variable
        self._roots = roots
        self._passes = passes
        self._written: Written | None = None
        self._formula: Core | None = None
        self._bound = 0

    def formula(self, tree: Core, written: Written) -> ast.expr:
        """The formula, whose text is `written`. Where fractions are added, what comes of it is held to its digits: a
        sum of many may have many more than each of them.
        """
        self.at(written, tree)
        lowered = self.expr(tree)
        if not adds_fractions(tree):
            return lowered
        return self._marked(call("held_or_none" if isinstance(tree.type, OptionalOf) else "held", lowered), tree)

    def at(self, written: Written, formula: Core | None = None) -> None:
        """What is lowered from now on is written there, as a part of that formula."""
        self._written = written
        self._formula = formula

    def begins(self, path: str) -> list[ast.stmt]:
        """What is done where the step of that path begins; here nothing."""
        return []

    def judged(self, choice: ast.expr, tests: ast.expr) -> ast.expr:
        """Whether each ground against a given answer holds, where nobody is asked for it; here the tests themselves."""
        return tests

    def chose(self, choice: ast.expr, chosen: ast.expr) -> list[ast.stmt]:
        """What is done where something was chosen and nobody was asked; here nothing."""
        return []

    def variable(self, name: str) -> ast.expr:
        """The value of a variable."""
        return load(self._variable(name))

    def _marked(self, node: ast.expr, tree: Core) -> ast.expr:
        """The node with the line that stands for the formula's place, for what can fault."""
        assert self._written is not None
        node.lineno = node.end_lineno = self._space.line(self._written, *tree.span, self._formula)
        node.col_offset = node.end_col_offset = 0
        return node

    def expr(self, tree: Core) -> ast.expr:
        """A checked formula, or a part of one."""
        match tree:
            case core.Const(value=value):
                return self._space.constant(value)
            case core.Setting(id=id):
                return self._space.constant(self._space.settings[id])
            case core.Var(name=name):
                return self.variable(name)
            case core.Fixed(place=place):
                return self.fixed(place)
            case core.State(place=place, id=id):
                return self.state(place, id)
            case core.Part(base=base, index=index, maybe=maybe):
                return self._part(self.expr(base), index, maybe)
            case core.PassPart(base=base, loop=loop, name=name, maybe=maybe):
                return self._part(self.expr(base), 1 + self._passes(loop).index(name), maybe)
            case core.Cell(table=table, column=column, row=row, maybe=maybe):
                cells = self._space.column(table, column)
                if isinstance(row, core.Const) and isinstance(row.value, int):
                    return self._space.constant(self._world.tables[table].cells[column][row.value])
                if maybe:
                    return call("cell", cells, self.expr(row))
                return ast.Subscript(cells, self.expr(row), ast.Load())
            case core.RowAt(table=table, number=number):
                found = ast.Subscript(load(self._space.finder(table)), self.expr(number), ast.Load())
                return self._marked(found, tree)
            case core.Member(group=group, key=key):
                return self._marked(call("member", self._space.whole(self.expr(group)), self.expr(key)), tree)
            case core.IndexOf(group=group, key=key):
                return self._marked(call("index_of", self._space.whole(self.expr(group)), self.expr(key)), tree)
            case core.KeyAt(group=group, index=index):
                return self._part(ast.Subscript(self.expr(group), self.expr(index), ast.Load()), 0, False)
            case core.ElementAt(of=of, index=index):
                element = ast.Subscript(self.expr(of), self.expr(index), ast.Load())
                return self._part(element, 1, False) if isinstance(of.type, GroupOf) else element
            case core.PassAt(passes=passes, key=key, type=OptionalOf()):
                return call("pass_at", self._space.whole(self.expr(passes)), self.expr(key))
            case core.PassAt(passes=passes, key=key):
                return self._marked(call("pass_of", self._space.whole(self.expr(passes)), self.expr(key)), tree)
            case core.Apply():
                return self._apply(tree)
            case core.Func():
                return self._function(tree)
            case core.Walk():
                return self._walk(tree)
            case core.Count(first=first, last=last):
                return self._marked(call("count_up", self.expr(first), self.expr(last)), tree)
            case core.Positions(of=of):
                return call("range", call("len", self.expr(of)))
            case core.Math():
                return self._math(tree)
            case core.Minus(value=value):
                return ast.UnaryOp(ast.USub(), self.expr(value))
            case core.Test(op=op, left=left, right=right) if isinstance(present(left.type), ListOf):
                return folding.compared(op, self._space.whole(self.expr(left)), self.expr(right))
            case core.Test(op=op, left=left, right=right):
                return folding.compared(op, self.expr(left), self.expr(right))
            case core.Between(value=value, first=first, last=last):
                ends = [self.expr(value), self.expr(last)]
                return ast.Compare(self.expr(first), [ast.LtE(), ast.LtE()], ends)
            case core.Contains(value=value, source=source):
                listed = self.expr(source)
                if not isinstance(source, core.Const):
                    listed = self._space.whole(listed)
                return ast.Compare(self.expr(value), [ast.In()], [listed])
            case core.Not(value=value):
                return folding.negated(self.expr(value))
            case core.Logic(op=op, parts=parts):
                return folding.joined(op, [self.expr(part) for part in parts])
            case core.If(test=test, yes=yes, no=no):
                return folding.chosen(self.expr(test), self.expr(yes), self.expr(no))
            case core.Otherwise(value=value, other=other):
                return self._otherwise(value, other)
            case core.MakeDice():
                return self._dice(tree)
            case core.Stack():
                raise AssertionError("the lines of a modifier group are statements of a function")

    # -- places -----------------------------------------------------------------------------------

    def fixed(self, place: Place) -> ast.expr:
        """The unchanging part of a live sheet, or the members of a live list or group."""
        node = self.variable(place.root)
        of = present(self._roots[place.root])
        maybe = isinstance(self._roots[place.root], OptionalOf)
        for depth, name in enumerate((*place.path, "")):
            if place.index is not None and depth == place.list_at:
                node = ast.Subscript(node, self.expr(place.index), ast.Load())
                if isinstance(of, GroupOf):
                    node = self._part(node, 1, False)
                of = Sheet(of.sheet) if isinstance(of, GroupOf) else _element(of)
            if not name:
                break
            assert isinstance(of, Sheet)
            sheet = self._world.sheets[of.sheet]
            node = self._part(node, sheet.fixed.index(name), maybe)
            maybe = maybe or isinstance(sheet.fields[name].type, OptionalOf)
            of = present(sheet.fields[name].type)
        return node

    def state(self, place: Place, id: str) -> ast.expr:
        """The present value of a state field (a whole column for a list or group without an index)."""
        variable = self.variable(place.variable(id))
        return variable if place.index is None else ast.Subscript(variable, self.expr(place.index), ast.Load())

    def arguments(self, args: Mapping[str, Core | Place], params: tuple[str, ...]) -> list[ast.expr]:
        """What a function or event with these parameters is given: needs, then state by its variables."""
        given: list[ast.expr] = []
        for param in params:
            need, dot, name = param.partition(".")
            arg = args[need]
            if isinstance(arg, Place):
                given.append(self.state(arg, name) if dot else self.fixed(arg))
            else:
                given.append(ast.Constant(None) if dot else self.expr(arg))
        return given

    # -- parts ------------------------------------------------------------------------------------

    def _part(self, base: ast.expr, index: int, maybe: bool) -> ast.expr:
        if maybe:
            return call("part", base, ast.Constant(index))
        return ast.Subscript(base, ast.Constant(index), ast.Load())

    def _apply(self, tree: core.Apply) -> ast.expr:
        function = self._world.function(tree.id)
        assert function is not None
        params = function_params(function)
        args = self.arguments(dict(tree.args), params)
        in_place = self._in_place(function, dict(zip(params, args, strict=True)))
        return in_place or self._marked(call(self._space.function_name(tree.id), *args), tree)

    def _in_place(self, function: Function, args: Mapping[str, ast.expr]) -> ast.expr | None:
        """A short formula that cannot fault, put where it is used; None if it is to be called."""
        short = self._work.of_function(function.id) <= IN_PLACE and all(map(folding.is_plain, args.values()))
        if not short or not self._space.room:
            return None
        node = _InPlace(self._space, args, function.needs).whole(function.body)
        if node is None or folding.can_fault(node) or folding.size(node) > IN_PLACE:
            return None
        self._space.room -= folding.size(node)
        return node

    def _function(self, tree: core.Func) -> ast.expr:
        args = [self.expr(arg) for arg in tree.args]
        if tree.id in OVER_ALL and isinstance(present(tree.args[0].type), ListOf):
            args[0] = self._space.whole(args[0], 1 if tree.type != NUMBER else _ADDED)
        if tree.id == "join":
            self._bound += 1
            each = f"o{self._bound}"
            lists = ast.comprehension(ast.Name(each, ast.Store()), args[0], [], 0)
            return call("joined", ast.ListComp(self._space.whole(load(each)), [lists]))
        if tree.id in ("min", "max"):
            if len(args) > 1:
                return call(tree.id, *args)
            return call("least" if tree.id == "min" else "greatest", *args)
        if tree.id == "higher":
            row = present(tree.args[0].type)
            rows = len(self._world.tables[row.table].rows)  # type: ignore[union-attr]  # a row, by its signature
            return call("higher", *args, ast.Constant(rows))
        if tree.id == "lower" and folding.is_plain(args[0]):
            return folding.chosen(args[0], folding.added("-", args[0], ast.Constant(1)), ast.Constant(None))
        if tree.id == "reverse":
            return ast.Subscript(call("tuple", *args), ast.Slice(step=ast.Constant(-1)), ast.Load())
        if tree.id == "successes":
            return self._marked(call("successes", *args), tree)
        if tree.id == "sum" and tree.type != INTEGER:
            return self._marked(call("added", *args), tree)
        whole = {"count": "len", "list": "tuple"}.get(tree.id, tree.id)
        return call(whole, call("tuple", *args) if whole == "last" else args[0])

    def _walk(self, tree: core.Walk) -> ast.expr:
        work = self._work.of(*(part for part in (tree.value, tree.test) if part is not None))
        source = self._space.walked(self.expr(tree.source), work)
        loop = ast.comprehension(ast.Name(self._variable(tree.variable), ast.Store()), source, [], 0)
        if tree.test is not None:
            loop.ifs.append(self.expr(tree.test))
        if tree.id == "count":
            return call("sum", self._marked(ast.ListComp(ast.Constant(1), [loop]), tree))
        value = self.expr(tree.value)
        if tree.id == "join":
            value = self._space.whole(value)
        if tree.id in ("any", "all", "first"):
            return call(tree.id, self._marked(ast.GeneratorExp(value, [loop]), tree))
        items = self._marked(ast.ListComp(value, [loop]), tree)
        if tree.id == "reverse":
            return ast.Subscript(call("tuple", items), ast.Slice(step=ast.Constant(-1)), ast.Load())
        if tree.id == "sum" and tree.type != INTEGER:
            return self._marked(call("added", items), tree)
        name = {"min": "least", "max": "greatest", "list": "tuple", "join": "joined"}.get(tree.id, tree.id)
        return call(name, items)

    def _math(self, tree: core.Math) -> ast.expr:
        left, right = self.expr(tree.left), self.expr(tree.right)
        if tree.type == DICE:
            constant = self._constant_dice(tree)
            if constant is not None:
                return self._space.constant(constant)
            cell = isinstance(tree.left, core.Cell) and tree.right.type == INTEGER and folding.is_plain(left)
            if tree.op == "+" and cell:
                # a cell is a dice value for certain, and this is how one is made quickest
                pools = ast.Subscript(left, ast.Constant(0), ast.Load())
                plus = ast.BinOp(ast.Subscript(left, ast.Constant(1), ast.Load()), ast.Add(), right)
                return call("tuple_of", load("DiceValue"), ast.Tuple([pools, plus], ast.Load()))
            return self._marked(call("add_dice" if tree.op == "+" else "take_dice", left, right), tree)
        match tree.op:
            case "+" | "-":
                return folding.added(tree.op, left, right)
            case "*":
                return folding.multiplied(left, right) or self._marked(call("times", left, right), tree)
            case "/":
                return self._marked(call("divided", left, right), tree)
            case "//":
                if isinstance(tree.right, core.Const) and tree.right.value:
                    return ast.BinOp(left, ast.FloorDiv(), right)
                return self._marked(call("divided_down", left, right), tree)

    def _otherwise(self, value: Core, other: Core) -> ast.expr:
        # a lambda evaluates the value once, works inside comprehensions, and the other only if it is needed
        if isinstance(value, core.Var):
            there = ast.Compare(self.expr(value), [ast.IsNot()], [ast.Constant(None)])
            return ast.IfExp(there, self.expr(value), self.expr(other))
        self._bound += 1
        name = f"o{self._bound}"
        there = ast.Compare(load(name), [ast.IsNot()], [ast.Constant(None)])
        params = ast.arguments([], [ast.arg(name)], None, [], [], None, [])
        return ast.Call(ast.Lambda(params, ast.IfExp(there, load(name), self.expr(other))), [self.expr(value)], [])

    def _dice(self, tree: core.MakeDice) -> ast.expr:
        constant = self._constant_dice(tree)
        if constant is not None:
            return self._space.constant(constant)
        rest = (tree.sides, tree.reroll, tree.explode, tree.keep)
        return self._marked(
            call("make_dice", self.expr(tree.count), *(self._space.constant(each) for each in rest)), tree
        )

    def _constant_dice(self, tree: Core) -> DiceValue | None:
        try:
            return constant_dice(tree)
        except runtime.RuleFault:
            return None


def adds_fractions(tree: Core) -> bool:
    """Whether a formula gives a number that need not be whole, and adds such in itself."""
    if present(tree.type) != NUMBER:
        return False
    sums = (node for node in nodes(tree) if isinstance(node, core.Math) and node.op in ("+", "-"))
    return any(node.type == NUMBER for node in sums)


class _InPlace(Lowering):
    """Lowers a function with what it is given in the place of its needs."""

    def __init__(self, namespace: Globals, given: Mapping[str, ast.expr], needs: Mapping[str, Type]) -> None:
        super().__init__(namespace, lambda name: "w0", needs, lambda loop: ())
        self._given = given

    def variable(self, name: str) -> ast.expr:
        """What is given for a need; anything for the variable of a walk, which is never put in place."""
        return self._given.get(name) or load("w0")

    def whole(self, body: Core) -> ast.expr | None:
        """The function's body as one expression; None if it is not written as one."""
        if not isinstance(body, core.Stack):
            return self.formula(body, _NOWHERE)
        self.at(_NOWHERE)
        lines = [(self._test(line.when), self.expr(line.value)) for line in body.lines]
        base = None if body.base is None else self.expr(body.base)
        if body.take == "sum":
            total: ast.expr = base or ast.Constant(0)
            for test, value in lines:
                total = folding.added("+", total, folding.chosen(test, value, ast.Constant(0)))
            return total
        if body.take == "first":
            chosen: ast.expr = base or ast.Constant(None)
            for test, value in reversed(lines):
                chosen = folding.chosen(test, value, chosen)
            return chosen
        return None

    def _test(self, when: Core | None) -> ast.expr:
        return ast.Constant(True) if when is None else self.expr(when)


def _element(of: Type) -> Type:
    assert isinstance(of, ListOf)
    return of.of
