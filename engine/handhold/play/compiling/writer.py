"""Statements of a unit written as Python statements.

One writer serves whole runs, traced or not, and the pieces of an odds run. In a whole run dice and answers come
from outside (`draw`, `ask`), each under its path; in odds a piece holds no roll, and every choice has its answer.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from handhold import limits
from handhold.language import core, folding
from handhold.language.core import Core, Place
from handhold.language.lower import Namespace, adds_fractions
from handhold.language.namespace import call, load
from handhold.language.types import INTEGER, ListOf, OptionalOf, Row, is_number, present
from handhold.language.world import SHORT, FieldInfo
from handhold.packs import checked
from handhold.play.compiling.callees import Callees, Noted
from handhold.play.compiling.units import Node, Unit, asks
from handhold.play.made import Locals, ask, kept, under, within
from handhold.play.placing import Placing

_READ: Final = (core.Const, core.Setting, core.Var, core.State, core.Part, core.Cell, core.PassPart)
"""Values that are there already: their digits have been counted."""


class Writer:
    """Writes the statements of one function. `run` says whether dice and answers come from outside; `traced`
    whether each step is noted.
    """

    def __init__(self, space: Namespace, callees: Callees, unit: Unit, *, run: bool, traced: bool) -> None:
        self._space = space
        self._callees = callees
        self._run = run
        self._traced = traced
        self._unit = unit
        self._idents: dict[str, str] = {}
        self._depth = 0
        self._roots = {need: known.type for need, known in unit.event.needs.items()}
        self.lowering = space.lowering(self.ident, self._roots, unit.passes.__getitem__)
        self.placing = Placing(space, self.lowering)

    # -- names ------------------------------------------------------------------------------------

    def ident(self, variable: str) -> str:
        """The identifier of a variable in this function."""
        return self._idents.setdefault(variable, f"v{len(self._idents)}")

    def locals(self) -> Locals:
        """What the identifiers of the function are, for messages about faults."""
        named = {ident: variable for variable, ident in self._idents.items()}
        return Locals(named, self._roots, self._unit.passes.__getitem__, self._unit.event.id)

    def _store(self, variable: str) -> ast.expr:
        return ast.Name(self.ident(variable), ast.Store())

    def _assign(self, variable: str, value: ast.expr) -> ast.stmt:
        return ast.Assign([self._store(variable)], value)

    def _formula(self, formula: checked.Formula) -> ast.expr:
        return self.lowering.formula(formula.core, formula.written)

    def _path(self, letter: str, id: str) -> ast.expr:
        return ast.BinOp(load(f"{letter}{self._depth}"), ast.Add(), ast.Constant(id))

    def _paths(self, id: str) -> list[ast.expr]:
        return [self._path("p", id), self._path("s", id)]

    # -- statements -------------------------------------------------------------------------------

    def body(self, nodes: Sequence[Node]) -> list[ast.stmt]:
        """The statements of the nodes."""
        with self.placing.kept():
            return [statement for node in nodes for statement in self._node(node)]

    def spent(self, nodes: Sequence[Node]) -> list[ast.stmt]:
        """Counts what the nodes take, loops once."""
        if not self._space.counted:
            return []
        self.placing.event()
        spent = ast.Expr(call("spend", ast.Constant(self._work([node.statement for node in nodes]))))
        return [self.placing.place(spent, self._unit.event.span)]

    def _work(self, body: Sequence[checked.Statement]) -> int:
        return self._space.work.of(*checked.formulas_of(body)) + limits.STEP_WORK * checked.number_of(body)

    def _node(self, node: Node) -> list[ast.stmt]:
        self.placing.begin(node.statement)
        return [self.placing.place(each, node.statement.site.span) for each in self._statements(node)]

    def _statements(self, node: Node) -> list[ast.stmt]:
        statement = node.statement
        match statement:
            case checked.Let(name=name, value=value):
                return self._noted([self._assign(name, self._formula(value))], statement, [value.core], name)
            case checked.Roll(name=name, dice=dice):
                drawn = ask("draw", *self._paths(name), self._space.thrown(self._formula(dice)))
                return self._noted([self._assign(name, self.placing.mark(drawn, dice))], statement, [dice.core], name)
            case checked.Choose():
                return self._choose(statement, node)
            case checked.Put():
                return self._put(statement, node)
            case checked.Call():
                return self._call(statement, node)
            case checked.Refuse(grounds=grounds):
                return self._refuse(statement, grounds)
            case checked.Branch(test=test):
                body = self.body(node.body)
                other = self._none(name for name in statement.skipped if name in node.live)
                noted = self._noted([], statement, [test.core])
                return [*noted, *under(self._formula(test), body, other)]
            case checked.Loop():
                return self._loop(statement, node)

    def _none(self, names: Iterable[str]) -> list[ast.stmt]:
        targets = [self._store(name) for name in names]
        return [ast.Assign(targets, ast.Constant(None))] if targets else []

    def _noted(
        self, body: list[ast.stmt], statement: checked.Statement, read: Sequence[Core], *names: str
    ) -> list[ast.stmt]:
        if not self._traced:
            return body
        variables = sorted(frozenset[str]().union(*(self._callees.reads(tree) for tree in read)) - set(names))
        held = tuple(name for name in (*variables, *names) if "/" not in name)
        number = self._callees.noted(Noted(statement, held))
        values = ast.Tuple([load(self.ident(name)) for name in held], ast.Load())
        entry = ast.Tuple([ast.Constant(number), load(f"p{self._depth}"), values], ast.Load())
        return [*body, ast.Expr(kept("notes", entry))]

    # -- choices ----------------------------------------------------------------------------------

    def _choose(self, statement: checked.Choose, node: Node) -> list[ast.stmt]:
        name = statement.name
        chosen = load(self.ident(name))
        choice = load(self._space.bind("c", statement))
        body: list[ast.stmt] = []
        default: ast.expr = load("NO_DEFAULT")
        if statement.default is not None:
            body.append(self._assign(f"{name} default", self._formula(statement.default)))
            default = load(self.ident(f"{name} default"))
        options: ast.expr = ast.Constant(None)
        if statement.options is not None:
            body.append(self._assign(f"{name} options", self._formula(statement.options)))
            options = load(self.ident(f"{name} options"))
        tests = ast.Tuple([self._formula(ground.when) for ground in statement.grounds], ast.Load())
        spot = statement.options or statement.default
        # where nobody gives an answer, a default that any value may be is taken as it is
        asks = self._run and node.answer is None
        usual = asks and statement.options is None and statement.default is not None
        before = len(body)
        if asks:
            asked = ask("answer", *self._paths(name), choice, options, default)
            body.append(self._assign(name, self.placing.mark(asked, spot) if spot else asked))
        else:
            answer = default if node.answer is None else self._formula(node.answer)
            judged_here = node.answer is not None or statement.options is not None or statement.default is None
            body.append(self._assign(name, call("answered", answer, choice, options) if judged_here else answer))
        if statement.grounds and (asks or node.answer is not None):
            # an answer is judged once; refused, it gives way to the default, which is not judged
            judged = (
                ask("judge", self._path("p", name), choice, chosen, default, tests)
                if asks
                else ast.IfExp(call("any", self.lowering.judged(choice, tests)), default, chosen)
            )
            body.append(self._assign(name, judged))
        if usual:
            given = ast.Attribute(load("run"), "given", ast.Load())
            unasked = [ast.Expr(kept("asked", self._path("p", name))), self._assign(name, default)]
            body[before:] = [ast.If(given, body[before:], unasked)]
        read = [each.core for each in (statement.options, statement.default) if each is not None]
        return self._noted([*body, *([] if asks else self.lowering.chose(choice, chosen))], statement, read, name)

    # -- state ------------------------------------------------------------------------------------

    def _put(self, statement: checked.Put, node: Node) -> list[ast.stmt]:
        value, tree = self._formula(statement.value), statement.value.core
        known = statement.field
        if known is not None and known.limits.any and not (statement.safe and self._space.trusted):
            broken = load(self._space.bind("b", known.limits.broken_by))
            value = self.placing.mark(within(value, known, broken), statement.value)
        elif is_number(present(tree.type)) and not isinstance(tree, _READ) and not adds_fractions(tree):
            # a formula that adds fractions has held what comes of it
            return self._held(statement, node, value)
        return self._stored(statement, node, value, [])

    def _held(self, statement: checked.Put, node: Node, value: ast.expr) -> list[ast.stmt]:
        """A new value whose digits are counted, which only a long number or a fraction needs."""
        new = load(self.ident(statement.name))
        apart: ast.expr = ast.Compare(ast.Attribute(new, "__class__", ast.Load()), [ast.IsNot()], [load("int")])
        short = ast.Compare(ast.Constant(-SHORT), [ast.Lt(), ast.Lt()], [new, ast.Constant(SHORT)])
        long: ast.expr = ast.BoolOp(ast.Or(), [apart, ast.UnaryOp(ast.Not(), short)])
        if isinstance(statement.value.core.type, OptionalOf):
            long = ast.BoolOp(ast.And(), [ast.Compare(new, [ast.IsNot()], [ast.Constant(None)]), long])
        counted = ast.Expr(self.placing.mark(call("held", new), statement.value))
        lead: list[ast.stmt] = [
            self._assign(statement.name, value),
            ast.If(long, [counted], []),
        ]
        return self._stored(statement, node, new, lead)

    def _stored(self, statement: checked.Put, node: Node, value: ast.expr, lead: list[ast.stmt]) -> list[ast.stmt]:
        target = statement.target
        self.placing.step(statement)
        variable = target if isinstance(target, str) else target.place.variable(target.id)
        index = None if isinstance(target, str) else target.place.index
        stored = [self._store(variable)] if index is None else []
        if not lead and (statement.name in node.live or not stored):
            stored.append(self._store(statement.name))
        before = self._before(target, statement)
        body: list[ast.stmt] = [*before, *lead, *([ast.Assign(stored, value)] if stored else [])]
        if index is not None and variable in node.live:
            parts = (load(self.ident(variable)), self.lowering.expr(index), load(self.ident(statement.name)))
            body.append(self._assign(variable, call("put", *parts)))
        names = (f"{statement.name} before", statement.name) if before else (statement.name,)
        read = [statement.value.core] if index is None else [statement.value.core, index]
        return self._noted(body, statement, read, *names)

    def _before(self, target: core.State | str, statement: checked.Put) -> list[ast.stmt]:
        if not self._traced:
            return []
        was = self.lowering.variable(target) if isinstance(target, str) else self.lowering.expr(target)
        return [self._assign(f"{statement.name} before", was)]

    # -- other events -----------------------------------------------------------------------------

    def _call(self, statement: checked.Call, node: Node) -> list[ast.stmt]:
        unit = node.unit
        assert unit is not None
        given = self.given(statement, unit)
        lead: list[ast.expr] = []
        if self._run:
            # where nothing inside has a path of its own, none is put together
            paths = (
                self._paths(f"{statement.name}.") if unit.asks or self._traced else [ast.Constant(""), ast.Constant("")]
            )
            lead = [load("run"), *paths]
        called = ast.Call(load(self._callees.unit_name(unit)), [*lead, *given], [])
        found, targets, after = self.results(statement, unit)
        body = [*self.lowering.begins(statement.site.path), *self.apart(statement), *found]
        body.append(ast.Assign([ast.Tuple(targets, ast.Store())], called) if targets else ast.Expr(called))
        body.extend(after)
        may_end = statement.go_on and unit.event.refusable
        there: list[ast.stmt] = []
        if statement.name in node.live or self._traced:
            there = [self._assign(statement.name, ast.Constant(True))]
        if not may_end:
            return self._noted([*body, *there], statement, [], statement.name)
        ended: list[ast.stmt] = []
        if self._run:
            ended.append(ast.Expr(ask("went_on", self._path("p", statement.name), load("refused"))))
        gone = [f"{statement.name}.{name}" for name in unit.exports if name not in unit.event.changes]
        ended.extend(self._none([*gone, statement.name]))
        handler = ast.ExceptHandler(load("Refused"), "refused", ended)
        tried = ast.Try([*body, *there], [handler], [], [])
        return self._noted([tried], statement, [], statement.name)

    def results(self, statement: checked.Call, unit: Unit) -> tuple[list[ast.stmt], list[ast.expr], list[ast.stmt]]:
        """Where the exports of a call go: what finds their elements before it is done, for it may change what finds
        them; targets in their order; and what puts state into columns.
        """
        self.placing.step(statement)
        places = {need: arg for need, arg in statement.args if isinstance(arg, Place)}
        found: dict[str, ast.stmt] = {}
        targets: list[ast.expr] = []
        after: list[ast.stmt] = []
        for name in unit.exports:
            if name not in unit.event.changes:
                targets.append(self._store(f"{statement.name}.{name}"))
                continue
            need, _, field = name.partition(".")
            place = places[need]
            variable = place.variable(field)
            if place.index is None:
                targets.append(self._store(variable))
                continue
            returned, at = f"{statement.name} {name}", f"{statement.name} at {need}"
            found[need] = self._assign(at, self.lowering.expr(place.index))
            targets.append(self._store(returned))
            after.append(self._assign(variable, call("put", *(load(self.ident(n)) for n in (variable, at, returned)))))
        return list(found.values()), targets, after

    def given(self, statement: checked.Call, unit: Unit) -> list[ast.expr]:
        """What a `do` hands over, in the order of the unit's inputs."""
        args = {need: arg if isinstance(arg, Place) else arg.core for need, arg in statement.args}
        return [self._held_to(unit.event.needs, param, statement, args) for param in unit.inputs]

    def _held_to(
        self, needs: Mapping[str, FieldInfo], param: str, statement: checked.Call, args: Mapping[str, Core | Place]
    ) -> ast.expr:
        formula = dict(statement.args).get(param)
        self.placing.step(statement)
        if isinstance(formula, checked.Formula):
            self.lowering.at(formula.written, formula.core)
        given = self.lowering.arguments(args, (param,))[0]
        known = needs.get(param)
        trusted = param in statement.safe and self._space.trusted
        if known is None or not known.limited or trusted or not isinstance(formula, checked.Formula):
            return given
        broken = load(self._space.bind("b", known.limits.broken_by))
        return self.placing.mark(within(given, known, broken), formula)

    def apart(self, statement: checked.Call) -> list[ast.stmt]:
        """What makes sure that a `do` is not handed one element of a list twice."""
        places = [arg for _, arg in statement.args if isinstance(arg, Place) and arg.index is not None]
        checks: list[ast.stmt] = []
        for n, one in enumerate(places):
            for other in places[n + 1 :]:
                if (one.root, one.path[: one.list_at]) == (other.root, other.path[: other.list_at]):
                    assert one.index is not None
                    assert other.index is not None
                    checks.append(
                        ast.Expr(call("apart", self.lowering.expr(one.index), self.lowering.expr(other.index)))
                    )
        return checks

    # -- refusals ---------------------------------------------------------------------------------

    def _refuse(self, statement: checked.Refuse, grounds: tuple[checked.Ground, ...]) -> list[ast.stmt]:
        tests = [self._formula(ground.when) for ground in grounds]
        again = [self._formula(ground.when) for ground in grounds]
        raised = ast.Raise(call("refusal", load(self._space.bind("g", grounds)), ast.Tuple(again, ast.Load())))
        noted = self._noted([], statement, [ground.when.core for ground in grounds])
        return [*noted, *under(folding.joined("or", tests), [raised])]

    # -- loops ------------------------------------------------------------------------------------

    def _loop(self, statement: checked.Loop, node: Node) -> list[ast.stmt]:
        name = statement.name
        body: list[ast.stmt] = []
        for track in statement.tracks:
            if track.name in node.head or track.name in node.live or self._traced:
                body.append(self._assign(track.name, self._formula(track.start)))
        if node.keeps_passes:
            body.append(self._assign(f"{name} made", ast.List([], ast.Load())))
        source = self._space.walked(self._formula(statement.source), self._work(statement.body))
        element = statement.variable or f"{name} number"
        target: ast.expr = self._store(element)
        at = f"{name} at"
        if statement.key == "position":
            source = call("enumerate", source, ast.Constant(1))
            target = ast.Tuple([self._store(at), target], ast.Store())
        inner: list[ast.stmt] = []
        if statement.until is not None:
            with self.placing.kept():
                self.placing.passes(statement)
                noted = self._noted([], statement, [statement.until.core])
                inner.extend([*noted, ast.If(self._formula(statement.until), [ast.Break()], [])])
        paths = self._run and (self._traced or any(map(asks, node.body)))
        if paths:
            self._depth += 1
            for letter in "ps":
                before = ast.BinOp(load(f"{letter}{self._depth - 1}"), ast.Add(), ast.Constant(f"{name}."))
                if letter == "p":
                    key = call("key_text", self.pass_key(statement))
                    before = ast.BinOp(ast.BinOp(before, ast.Add(), key), ast.Add(), ast.Constant("."))
                inner.append(ast.Assign([ast.Name(f"{letter}{self._depth}", ast.Store())], before))
        with self.placing.kept():
            self.placing.passes(statement)
            inner.extend(self.body(node.body))
        if paths:
            self._depth -= 1
        if node.keeps_passes:
            made = ast.Attribute(load(self.ident(f"{name} made")), "append", ast.Load())
            inner.append(ast.Expr(ast.Call(made, [self.passed(statement, node)], [])))
        walk = ast.For(target, source, inner or [ast.Pass()], [])
        # the source is what a pass too many is told of
        walk.lineno = walk.end_lineno = self.placing.mark(source, statement.source).lineno
        body.append(walk)
        if node.keeps_passes:
            body.append(self._assign(name, call("tuple", load(self.ident(f"{name} made")))))
        return body

    def pass_key(self, statement: checked.Loop) -> ast.expr:
        """What the present pass is called by: a key, a number, a row's id, a position."""
        element = load(self.ident(statement.variable or f"{statement.name} number"))
        of = statement.source.core.type
        match statement.key:
            case "position":
                return load(self.ident(f"{statement.name} at"))
            case "group":
                assert isinstance(statement.source.core, core.Positions)
                group = statement.source.core.of
                return self.lowering.expr(core.KeyAt(group, core.Var(statement.variable, INTEGER), INTEGER))
            case "element" if isinstance(of, ListOf) and isinstance(of.of, Row):
                rows = self._space.constant(self._space.world.tables[of.of.table].rows)
                return ast.Subscript(rows, element, ast.Load())
            case _:
                return element

    def passed(self, statement: checked.Loop, node: Node) -> ast.expr:
        """The present pass as a tuple: its key, then the names that somebody reads."""
        rows = isinstance(statement.source.core.type, ListOf) and isinstance(statement.source.core.type.of, Row)
        key = load(self.ident(statement.variable)) if statement.key == "element" and rows else self.pass_key(statement)
        return ast.Tuple([key, *(load(self.ident(name)) for name in node.fields)], ast.Load())
