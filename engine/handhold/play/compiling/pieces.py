"""Pieces: the stretches of a unit between its rolls, as Python functions from states to states.

A state is the tuple of the values of the live variables, in a fixed order (a *layout*). A piece goes through
weighted states, and where it begins with a roll or a `do`, through the weighted faces or results as well; equal
states that come out merge. What the unit never assigns is no part of a state: it comes as `env`.

Several faces go through the same statements one after another, so whatever those statements change is put back
before each face.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from handhold.language.namespace import load
from handhold.packs import checked
from handhold.play.compiling.program import Program
from handhold.play.compiling.units import Node, Unit
from handhold.play.compiling.writer import Writer
from handhold.play.made import function

Layout = tuple[str, ...]
State = tuple[object, ...]
Dist = dict[State, int]
Faces = Sequence[tuple[object, int]]


def assigned(nodes: Iterable[Node]) -> set[str]:
    """The variables that the nodes may assign."""
    found: set[str] = set()
    for node in nodes:
        match node.statement:
            case checked.Let(name=name) | checked.Roll(name=name) | checked.Choose(name=name):
                found.add(name)
            case checked.Put(name=name, target=target):
                found |= {name, target if isinstance(target, str) else target.place.variable(target.id)}
            case checked.Call() as statement:
                found |= call_results(statement, node)
            case checked.Branch(skipped=skipped):
                found |= assigned(node.body) | (set(skipped) & node.live)
            case checked.Loop(name=name, variable=variable, tracks=tracks):
                found |= {name, variable, f"{name} number", f"{name} at", *(track.name for track in tracks)}
                found |= assigned(node.body)
            case checked.Refuse():
                pass
    return found


def call_results(statement: checked.Call, node: Node) -> set[str]:
    """The variables that a `do` assigns."""
    unit = node.unit
    assert unit is not None
    found = {statement.name}
    args = dict(statement.args)
    for name in unit.exports:
        need, _, field = name.partition(".")
        if name not in unit.event.changes:
            found.add(f"{statement.name}.{name}")
        else:
            place = args[need]
            assert not isinstance(place, checked.Formula)
            found.add(place.variable(field))
    return found


def call_arguments(statement: checked.Call, node: Node) -> set[str]:
    """The state that a `do` is handed, or hands back."""
    unit = node.unit
    assert unit is not None
    args = dict(statement.args)
    found: set[str] = set()
    for name in (*unit.inputs, *unit.exports):
        need, dot, field = name.partition(".")
        place = args.get(need)
        if dot and place is not None and not isinstance(place, checked.Formula):
            found.add(place.variable(field))
    return found


@dataclass(frozen=True, slots=True)
class Level:
    """Where pieces are written: their unit, the variables that are `env` there, in order, and those that only pass
    by: they are kept aside until the place is left.
    """

    unit: Unit
    env: Layout
    aside: frozenset[str] = frozenset()

    def layout(self, live: Iterable[str]) -> Layout:
        """The order of the live variables that are part of a state."""
        return tuple(
            sorted(name for name in live if "/" not in name and name not in self.env and name not in self.aside)
        )


class Pieces:
    """Writes the pieces of one odds run."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def _writer(self, level: Level, statement: checked.Statement | None = None) -> Writer:
        writer = Writer(self._program.space, self._program, level.unit, run=False, traced=False)
        if statement is not None:
            writer.placing.begin(statement)
        return writer

    def _unpack(self, writer: Writer, layout: Layout, source: str) -> list[ast.stmt]:
        if not layout:
            return []
        targets: list[ast.expr] = [ast.Name(writer.ident(name), ast.Store()) for name in layout]
        return [ast.Assign([ast.Tuple(targets, ast.Store())], load(source))]

    def _tuple(self, writer: Writer, layout: Layout) -> ast.expr:
        return ast.Tuple([load(writer.ident(name)) for name in layout], ast.Load())

    def _add(self, writer: Writer, layout: Layout, out: str, weight: str) -> list[ast.stmt]:
        return self._add_key(self._tuple(writer, layout), out, weight)

    def _made(self, params: Sequence[str], body: list[ast.stmt], writer: Writer, returned: ast.expr) -> object:
        name = self._program.space.bind("p", None)
        self._program.make(function(name, params, body, returned), writer.locals())
        return self._program.space.values[name]

    def _finish(self, params: Sequence[str], body: list[ast.stmt], writer: Writer) -> Callable[..., None]:
        made = self._made(params, body, writer, ast.Constant(None))
        assert callable(made)
        return made

    def _states(self, body: list[ast.stmt], more: str = "") -> ast.stmt:
        """`for state, w0[, more] in items: body`."""
        names = ["state", "w0", *([more] if more else [])]
        targets: list[ast.expr] = [ast.Name(name, ast.Store()) for name in names]
        return ast.For(ast.Tuple(targets, ast.Store()), load("items"), body, [])

    def pure(
        self, level: Level, before: Layout, nodes: Sequence[Node], after: Layout
    ) -> Callable[[Dist, Iterable[tuple[State, int]], State], None]:
        """`piece(out, items, env)`: the nodes once for each state."""
        writer = self._writer(level)
        body = [*self._unpack(writer, before, "state"), *writer.body(nodes), *self._add(writer, after, "out", "w0")]
        whole = [*self._unpack(writer, level.env, "env"), self._states(body)]
        return self._finish(("out", "items", "env"), whole, writer)

    def grouped(
        self, level: Level, before: Layout, first: Sequence[Node], after: Layout, roll: checked.Roll
    ) -> Callable[[dict[object, Dist], Iterable[tuple[State, int]], State], None]:
        """`piece(groups, items, env)`: the nodes once for each state, which goes to the others with the same dice."""
        writer = self._writer(level, roll)
        group: ast.expr = ast.Name("group", ast.Store())
        dice = writer.lowering.formula(roll.dice.core, roll.dice.written)
        thrown = ast.Assign([ast.Name("thrown", ast.Store())], dice)
        found = ast.Call(ast.Attribute(load("groups"), "get", ast.Load()), [load("thrown")], [])
        new = ast.Assign([group, ast.Subscript(load("groups"), load("thrown"), ast.Store())], ast.Dict([], []))
        body = [
            *self._unpack(writer, before, "state"),
            *writer.body(first),
            thrown,
            ast.Assign([group], found),
            ast.If(ast.Compare(load("group"), [ast.Is()], [ast.Constant(None)]), [new], []),
            *self._add(writer, after, "group", "w0"),
        ]
        whole = [*self._unpack(writer, level.env, "env"), self._states(body)]
        return self._finish(("groups", "items", "env"), whole, writer)

    def _add_key(self, key: ast.expr, out: str, weight: str) -> list[ast.stmt]:
        """`k = key; out[k] = got(k, 0) + w`."""
        got = ast.Call(ast.Attribute(load(out), "get", ast.Load()), [load("k"), ast.Constant(0)], [])
        return [
            ast.Assign([ast.Name("k", ast.Store())], key),
            ast.Assign([ast.Subscript(load(out), load("k"), ast.Store())], ast.BinOp(got, ast.Add(), load(weight))),
        ]

    def _saved(self, writer: Writer, names: Iterable[str]) -> tuple[list[ast.stmt], list[ast.stmt]]:
        """What saves the variables before the faces, and what puts them back for each."""
        save: list[ast.stmt] = []
        back: list[ast.stmt] = []
        for name in sorted(names):
            held = writer.ident(f"{name} held")
            save.append(ast.Assign([ast.Name(held, ast.Store())], load(writer.ident(name))))
            back.append(ast.Assign([ast.Name(writer.ident(name), ast.Store())], load(held)))
        return save, back

    def _faces(self, inner: list[ast.stmt], source: str, target: ast.expr) -> ast.stmt:
        """`for target, q in source: w = w0 * q; inner`."""
        weight = ast.Assign([ast.Name("w", ast.Store())], ast.BinOp(load("w0"), ast.Mult(), load("q")))
        return ast.For(ast.Tuple([target, ast.Name("q", ast.Store())], ast.Store()), load(source), [weight, *inner], [])

    def roll(
        self, level: Level, before: Layout, first: Sequence[Node], roll: Node, then: Sequence[Node], after: Layout
    ) -> Callable[[Dist, Iterable[tuple[State, int]], Faces, State], None]:
        """`piece(out, items, faces, env)`: the nodes `first` once for each state, and for each face of the roll the
        nodes `then`.
        """
        statement = roll.statement
        assert isinstance(statement, checked.Roll)
        writer = self._writer(level)
        save, back = self._saved(writer, assigned(then) & roll.live - {statement.name})
        inner = [*back, *writer.body(then), *self._add(writer, after, "out", "w")]
        target = ast.Name(writer.ident(statement.name), ast.Store())
        lead = [*writer.body(first), *writer.lowering.begins(statement.site.path), *save]
        body = [*self._unpack(writer, before, "state"), *lead, self._faces(inner, "faces", target)]
        whole = [*self._unpack(writer, level.env, "env"), self._states(body)]
        return self._finish(("out", "items", "faces", "env"), whole, writer)

    def choice(
        self,
        level: Level,
        before: Layout,
        first: Sequence[Node],
        node: Node,
        then: Sequence[Node],
        after: Layout,
        seen: Layout,
    ) -> Callable[[Dist, Iterable[tuple[State, int]], State], None]:
        """`piece(out, items, env)`: the nodes `first`, and for each answer that is not refused the nodes `then`; the
        key is the answer, what is seen when it is given, and the state.
        """
        statement = node.statement
        assert isinstance(statement, checked.Choose)
        writer = self._writer(level, statement)
        name = writer.ident(statement.name)
        save, back = self._saved(writer, assigned(then) & node.live - {statement.name})
        options: ast.expr = load(self._program.space.bind("o", self._program.values_of(statement)))
        if statement.options is not None:
            options = writer.lowering.formula(statement.options.core, statement.options.written)
        default: ast.expr = load("NO_DEFAULT")
        if statement.default is not None:
            default = writer.lowering.formula(statement.default.core, statement.default.written)
        chosen = load(self._program.space.bind("c", statement))
        tried = ast.Call(load("attempts"), [chosen, options, load("default")], [])
        tests = [writer.lowering.formula(ground.when.core, ground.when.written) for ground in statement.grounds]
        given = ast.Compare(load(name), [ast.NotEq()], [load("default")])
        refused = ast.BoolOp(ast.And(), [given, ast.BoolOp(ast.Or(), [ast.Constant(False), *tests])])
        key = ast.Tuple([load("answer"), load("situation"), self._tuple(writer, after)], ast.Load())
        inner: list[ast.stmt] = [
            *back,
            ast.Assign([ast.Name(name, ast.Store())], load("answer")),
            *([ast.If(refused, [ast.Continue()], [])] if tests else []),
            *writer.body(then),
            *self._add_key(key, "out", "w0"),
        ]
        body: list[ast.stmt] = [
            *self._unpack(writer, before, "state"),
            *writer.body(first),
            *save,
            ast.Assign([ast.Name("situation", ast.Store())], self._tuple(writer, seen)),
            ast.Assign([ast.Name("default", ast.Store())], default),
            ast.For(ast.Name("answer", ast.Store()), tried, inner, []),
        ]
        whole = [*self._unpack(writer, level.env, "env"), self._states(body)]
        return self._finish(("out", "items", "env"), whole, writer)

    def split(
        self,
        level: Level,
        before: Layout,
        first: Sequence[Node],
        branch: Node,
        yes: Layout,
        no: Layout,
        aside: Layout | None = None,
    ) -> Callable[[Dist, Dist, Iterable[tuple[State, int]], State], None]:
        """`piece(yes, no, items, env)`: the states where the condition holds, and the others, their skipped names
        none. With `aside`, the key of the former is the pair of these variables and the state.
        """
        statement = branch.statement
        assert isinstance(statement, checked.Branch)
        writer = self._writer(level, statement)
        test = writer.lowering.formula(statement.test.core, statement.test.written)
        skipped = [name for name in statement.skipped if name in branch.live]
        none = [ast.Assign([ast.Name(writer.ident(name), ast.Store())], ast.Constant(None)) for name in skipped]
        goes = self._add(writer, yes, "yes", "w0")
        if aside is not None:
            key = ast.Tuple([self._tuple(writer, aside), self._tuple(writer, yes)], ast.Load())
            goes = self._add_key(key, "yes", "w0")
        parted = ast.If(test, goes, [*none, *self._add(writer, no, "no", "w0")])
        body = [*self._unpack(writer, before, "state"), *writer.body(first), parted]
        whole = [*self._unpack(writer, level.env, "env"), self._states(body)]
        return self._finish(("yes", "no", "items", "env"), whole, writer)

    def arguments(
        self, level: Level, before: Layout, first: Sequence[Node], node: Node, between: Layout
    ) -> Callable[[Dist, Iterable[tuple[State, int]], State], None]:
        """`piece(out, items, env)`: the nodes `first`; the key is the pair of the state and what the `do` hands
        over.
        """
        statement, unit = node.statement, node.unit
        assert isinstance(statement, checked.Call)
        assert unit is not None
        writer = self._writer(level, statement)
        body = [*self._unpack(writer, before, "state"), *writer.body(first), *writer.apart(statement)]
        given = ast.Tuple(writer.given(statement, unit), ast.Load())
        key = ast.Tuple([self._tuple(writer, between), given], ast.Load())
        body.extend(self._add_key(key, "out", "w0"))
        whole = [*self._unpack(writer, level.env, "env"), self._states(body)]
        return self._finish(("out", "items", "env"), whole, writer)

    def returned(
        self, level: Level, between: Layout, node: Node, then: Sequence[Node], after: Layout
    ) -> Callable[[Dist, Iterable[tuple[State, int, Faces]], State], None]:
        """`piece(out, items, env)` with items (state, weight, rows): for each result of the `do` (none if it was
        refused) the nodes `then`.
        """
        statement, unit = node.statement, node.unit
        assert isinstance(statement, checked.Call)
        assert unit is not None
        writer = self._writer(level)
        results = call_results(statement, node)
        save, back = self._saved(writer, (assigned(then) | results) & set(between))
        found, targets, put = writer.results(statement, unit)
        there = ast.Assign([ast.Name(writer.ident(statement.name), ast.Store())], ast.Constant(True))
        taken = [ast.Assign([ast.Tuple(targets, ast.Store())], load("got"))] if targets else []
        took: list[ast.stmt] = [*found, *taken, *put, there]
        gone = [f"{statement.name}.{name}" for name in unit.exports if name not in unit.event.changes]
        none: list[ast.expr] = [ast.Name(writer.ident(name), ast.Store()) for name in (*gone, statement.name)]
        refused = ast.Compare(load("got"), [ast.Is()], [ast.Constant(None)])
        chosen = ast.If(refused, [ast.Assign(none, ast.Constant(None))], took)
        inner = [*back, chosen, *writer.body(then), *self._add(writer, after, "out", "w")]
        body = [
            *self._unpack(writer, between, "state"),
            *writer.lowering.begins(statement.site.path),
            *save,
            self._faces(inner, "rows", ast.Name("got", ast.Store())),
        ]
        whole = [*self._unpack(writer, level.env, "env"), self._states(body, "rows")]
        return self._finish(("out", "items", "env"), whole, writer)

    def entry(
        self, level: Level, before: Layout, first: Sequence[Node], loop: Node, head: Layout
    ) -> Callable[[Dist, Iterable[tuple[State, int]], State], None]:
        """`piece(out, items, env)`: up to a loop's first pass; the key is the pair of the state and the list of
        elements.
        """
        statement = loop.statement
        assert isinstance(statement, checked.Loop)
        writer = self._writer(level, statement)
        body = [*self._unpack(writer, before, "state"), *writer.body(first)]
        starts = [track for track in statement.tracks if track.name in head]
        for track in starts:
            value = writer.lowering.formula(track.start.core, track.start.written)
            body.append(ast.Assign([ast.Name(writer.ident(f"{track.name} start"), ast.Store())], value))
        for track in starts:
            start = load(writer.ident(f"{track.name} start"))
            body.append(ast.Assign([ast.Name(writer.ident(track.name), ast.Store())], start))
        if loop.keeps_passes:
            made = ast.Name(writer.ident(f"{statement.name} made"), ast.Store())
            body.append(ast.Assign([made], ast.Tuple([], ast.Load())))
        source = writer.lowering.formula(statement.source.core, statement.source.written)
        key = ast.Tuple([self._tuple(writer, head), source], ast.Load())
        body.extend(self._add_key(key, "out", "w0"))
        whole = [*self._unpack(writer, level.env, "env"), self._states(body)]
        return self._finish(("out", "items", "env"), whole, writer)

    def until(self, level: Level, head: Layout, loop: checked.Loop) -> Callable[[State, State], bool] | None:
        """`test(state, env)`: whether the loop ends before its next pass; None where it has no such condition."""
        if loop.until is None:
            return None
        writer = self._writer(level)
        writer.placing.passes(loop)
        body = [*self._unpack(writer, level.env, "env"), *self._unpack(writer, head, "state")]
        test = writer.lowering.formula(loop.until.core, loop.until.written)
        made = self._made(("state", "env"), body, writer, test)
        assert callable(made)
        return made

    def passed(
        self, level: Level, before: Layout, loop: Node, head: Layout
    ) -> Callable[[Dist, Iterable[tuple[State, int]], State], None]:
        """`piece(out, items, env)`: the end of a pass that is kept: it joins the passes made so far."""
        statement = loop.statement
        assert isinstance(statement, checked.Loop)
        writer = self._writer(level)
        made = f"{statement.name} made"
        joined = ast.BinOp(load(writer.ident(made)), ast.Add(), ast.Tuple([writer.passed(statement, loop)], ast.Load()))
        body = [*self._unpack(writer, before, "state"), ast.Assign([ast.Name(writer.ident(made), ast.Store())], joined)]
        body.extend(self._add(writer, head, "out", "w0"))
        whole = [*self._unpack(writer, level.env, "env"), self._states(body)]
        return self._finish(("out", "items", "env"), whole, writer)

    def left(
        self, level: Level, head: Layout, loop: Node, then: Sequence[Node], after: Layout
    ) -> Callable[[Dist, Iterable[tuple[State, int]], State], None]:
        """`piece(out, items, env)`: what follows a loop."""
        statement = loop.statement
        assert isinstance(statement, checked.Loop)
        writer = self._writer(level)
        body = self._unpack(writer, head, "state")
        if loop.keeps_passes:
            made = load(writer.ident(f"{statement.name} made"))
            body.append(ast.Assign([ast.Name(writer.ident(statement.name), ast.Store())], made))
        body.extend([*writer.body(then), *self._add(writer, after, "out", "w0")])
        whole = [*self._unpack(writer, level.env, "env"), self._states(body)]
        return self._finish(("out", "items", "env"), whole, writer)
