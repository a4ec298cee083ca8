"""What makes a step's entry from what was noted of it, compiled once for each step.

A formula's text is split where its names stand, so that putting values in is joining texts. The values of these names
and the modifier lines and table rows that applied come from one function of the noted values. What cannot be worked
out (a part that the run passed over for its guard) is left out, alone.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, get_args

from handhold.language import core, syntax
from handhold.language.core import Core
from handhold.language.faults import Fault
from handhold.language.lower import Lowering, function_params
from handhold.language.namespace import call, load
from handhold.language.parser import parse
from handhold.language.printer import show
from handhold.language.types import FLAG, Names, Passes, Type, present
from handhold.language.world import Function
from handhold.packs import checked
from handhold.packs.checks.decided import cell_at, ground_at, line_at, row_at, step_at
from handhold.play.compiling.callees import Noted
from handhold.play.compiling.lent import TRACES
from handhold.play.compiling.program import Program
from handhold.play.compiling.templates import nodes, template
from handhold.play.filled import Template
from handhold.play.made import Locals, function
from handhold.play.shown import Shown
from handhold.play.trace import Coded, Kind, KnownLine, Step, known_line
from handhold.source import Span, Written

_FORMULAS = get_args(syntax.Formula)
_NOWHERE: Final = Written("", Span("", 1, 1, 1, 1))


class Coder:
    """Compiles what makes entries of the notes of one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._pack = program.pack
        self._shown = Shown(program.pack)
        self._trees: dict[str, syntax.Formula | None] = {}
        self._lines_of: dict[str, str] = {}
        self._values_of: dict[str, tuple[str, Template] | None] = {}
        self._silent: dict[str, bool] = {}
        self._brought: dict[tuple[str, str], bool] = {}
        self.lines: list[KnownLine] = []
        program.space.values.update(TRACES)

    # -- a step -----------------------------------------------------------------------------------

    def step(self, noted: Noted) -> Step:
        """What is known of a step before a run."""
        statement = noted.statement
        site, meta = statement.site, statement.site.meta
        formula = _formula(statement)
        coded = self._grounds(noted, statement) if isinstance(statement, checked.Refuse) else None
        if formula is not None:
            coded = self._coded(noted, formula)
        of: Type | None = None
        at = before_at = -1
        target = ""
        match statement:
            case checked.Let(name=name, value=value) if not isinstance(present(value.core.type), Names | Passes):
                of, at = value.core.type, noted.variables.index(name)
            case checked.Choose(name=name, type=chosen):
                of, at = chosen, noted.variables.index(name)
            case checked.Put(name=name, type=changed, target=put):
                of, at = changed, noted.variables.index(name)
                before_at = noted.variables.index(f"{name} before")
                target = put if isinstance(put, str) else put.place.variable(put.id)
            case _:
                pass
        kind: Kind = "block" if isinstance(statement, checked.Branch) else site.kind
        show = None if of is None else self._shown.shower(of)
        span = step_at(self._pack.source, statement, *self._named(formula))
        return Step(site.id, meta.title, kind, meta.cite, meta.note, span, target, of, at, before_at, coded, show)

    def _coded(self, noted: Noted, formula: checked.Formula) -> Coded:
        """What makes the entries of a step with this formula."""
        statement = noted.statement
        writer, body = self._begun(noted)
        body.extend(writer.before(statement))
        tree = self.parsed(formula.written.text)
        # the default of a choice is no reason for an answer
        filling = tree is not None and not isinstance(statement, checked.Choose)
        text, values = (
            template(tree, formula.core, self._shown.texter) if filling and tree is not None else (Template(()), [])
        )
        body.append(ast.Assign([ast.Name("behind", ast.Store())], ast.Constant(False)))
        behind = Template(())
        inner = self._behind(formula.core) if filling else None
        if inner is not None and isinstance(formula.core, core.Apply):
            inner_name, behind = inner
            given = call(inner_name, *writer.given(formula.core))
            body.extend(writer.tried("slots", given, ast.Constant(None)))
            flag = ast.Compare(load("slots"), [ast.IsNot()], [ast.Constant(None)])
            body.append(ast.Assign([ast.Name("behind", ast.Store())], flag))
            body.append(ast.If(ast.UnaryOp(ast.Not(), load("behind")), writer.slots(values), []))
        else:
            body.extend(writer.slots(values))
        body.extend(writer.lines(formula.core))
        condition: ast.expr = ast.Constant(None)
        if isinstance(statement, checked.Branch | checked.Loop):
            # what the step itself went by: it was worked out before, so it can be again
            condition = call("bool", writer.lowering.formula(formula.core, formula.written))
        parts = [load("behind"), load("slots"), load("lines"), condition]
        return self._coded_as("" if tree is None else show(tree), text, behind, body, parts)

    def _grounds(self, noted: Noted, refuse: checked.Refuse) -> Coded:
        """What makes the entries of a step that may refuse: their lines are the grounds that hold."""
        writer, body = self._begun(noted)
        for ground in refuse.grounds:
            number = self.line(ground.path, ground.cite, ground_at(self._pack.source, ground), FLAG)
            holds = writer.lowering.formula(ground.when.core, ground.when.written)
            body += [
                *writer.tried("holds", holds, ast.Constant(False)),
                ast.If(load("holds"), [_adding(number, load("holds"))], []),
            ]
        nothing = [ast.Constant(False), ast.Tuple([], ast.Load()), load("lines"), ast.Constant(None)]
        return self._coded_as("", Template(()), Template(()), body, nothing)

    def _begun(self, noted: Noted) -> tuple[_Writer, list[ast.stmt]]:
        """The writer of what makes the entries of a step, and how that begins: what was noted gets its names."""
        event = self._pack.events[noted.statement.site.path.split(".")[1]]
        roots = {need: known.type for need, known in event.needs.items()}
        writer = _Writer(self, roots, self._program.units.whole(event.id).passes.__getitem__)
        names: list[ast.expr] = [ast.Name(writer.ident(name), ast.Store()) for name in noted.variables]
        body: list[ast.stmt] = [ast.Assign([ast.Tuple(names, ast.Store())], load("noted"))] if names else []
        body.append(ast.Assign([ast.Name("lines", ast.Store())], ast.List([], ast.Load())))
        return writer, body

    def _coded_as(
        self, written: str, text: Template, behind: Template, body: list[ast.stmt], parts: list[ast.expr]
    ) -> Coded:
        name = self._program.space.bind("n", None)
        work = self.bind(name, ["noted"], body, ast.Tuple(parts, ast.Load()))
        return Coded(written, text, behind, name, work)  # type: ignore[arg-type]  # as written above

    def bind(self, name: str, params: list[str], body: list[ast.stmt], returned: ast.expr) -> Callable[..., object]:
        """A function bound to a name."""
        self._program.make(function(name, params, body, returned), Locals({}))
        made = self._program.space.values[name]
        assert callable(made)
        return made

    def parsed(self, text: str) -> syntax.Formula | None:
        """The tree of a formula's text; None if it is none."""
        if text not in self._trees:
            tree = parse(text)
            self._trees[text] = None if isinstance(tree, Fault) else tree
        return self._trees[text]

    def lowering(
        self, variable: Callable[[str], str], roots: Mapping[str, Type], passes: Callable[[str], tuple[str, ...]]
    ) -> Lowering:
        """What lowers formulas into the program, whatever it watches."""
        return Lowering(self._program.space, variable, roots, passes)

    # -- functions --------------------------------------------------------------------------------

    def _named(self, formula: checked.Formula | None) -> tuple[Written, ...]:
        """The formula of the pack that a step only names."""
        if formula is None or not isinstance(formula.core, core.Apply):
            return ()
        known = self._pack.written.get(f"formulas.{formula.core.id}")
        return () if known is None else (known,)

    def _behind(self, tree: Core) -> tuple[str, Template] | None:
        """Where a step only names a formula of the pack, what gives that formula's values, and its template."""
        if not isinstance(tree, core.Apply) or f"formulas.{tree.id}" not in self._pack.written:
            return None
        if tree.id not in self._values_of:
            self._values_of[tree.id] = self._values(self._pack.functions[tree.id])
        return self._values_of[tree.id]

    def _values(self, known: Function) -> tuple[str, Template] | None:
        parsed = self.parsed(self._pack.written[f"formulas.{known.id}"].text)
        if parsed is None:
            return None
        writer = _Writer(self, known.needs, lambda loop: ())
        params = [writer.ident(param) for param in function_params(known)]
        text, values = template(parsed, known.body, self._shown.texter)
        name = self._program.space.bind("b", None)
        self.bind(name, params, writer.slots(values), load("slots"))
        return name, text

    def lines_of(self, id: str) -> str:
        """The function that adds the lines of a formula, modifier or computed field; it takes the list first."""
        if id not in self._lines_of:
            known = self._pack.functions[id]
            writer = _Writer(self, known.needs, lambda loop: ())
            params = [writer.ident(param) for param in function_params(known)]
            stack = known.body if isinstance(known.body, core.Stack) else None
            body = list(writer.lines(known.body)) if stack is None else list(self._stack(stack, writer))
            name = self._lines_of[id] = self._program.space.bind("l", None)
            self.bind(name, ["lines", *params], body, ast.Constant(None))
        return self._lines_of[id]

    def _stack(self, stack: core.Stack, writer: _Writer) -> Iterator[ast.stmt]:
        group = self._pack.source.modifiers[stack.group]
        for line in stack.lines:
            known = group.lines[line.id]
            cite = known.meta.cite or group.meta.cite
            path = f"modifiers.{stack.group}.lines.{line.id}"
            number = self.line(path, cite, line_at(self._pack.source, stack.group, line.id), line.value.type)
            body = [*writer.tried("value", writer.lowering.formula(line.value, _NOWHERE), load("NOT_THERE"))]
            add = _adding(number, load("value"))
            if stack.take == "sum":
                nothing = ast.Compare(load("value"), [ast.NotEq()], [ast.Constant(0)])
                add = ast.If(nothing, [add], [])
            body.extend([add, *writer.lines(line.value)])
            if stack.take == "first":
                body.append(ast.Return(ast.Constant(None)))
            if line.when is None:
                yield from body
                continue
            yield from writer.tried("applies", writer.lowering.formula(line.when, _NOWHERE), ast.Constant(False))
            yield ast.If(load("applies"), body, [])

    def function(self, id: str) -> Function:
        """A formula, modifier or computed field of the pack."""
        return self._pack.functions[id]

    def silent(self, id: str) -> bool:
        """Whether a function has no line, whatever it is given."""
        if id not in self._silent:
            self._silent[id] = False
            self._silent[id] = not any(self._speaks(node) for node in nodes(self._pack.functions[id].body))
        return self._silent[id]

    def _speaks(self, node: Core) -> bool:
        match node:
            case core.Stack() | core.RowAt():
                return True
            case core.Cell(table=table, column=column):
                return self.is_brought(table, column)
            case core.Apply(id=id):
                return not self.silent(id)
            case _:
                return False

    def row_lines(self, table: str) -> int:
        """The number of the line of a table's first row; those of the others follow."""
        source = self._pack.source.tables[table]
        first = len(self.lines)
        for id in self._pack.tables[table].rows:
            known = source.rows[id]
            place = row_at(self._pack.source, table, id)
            self.line(f"tables.{table}.rows.{id}", known.meta.cite or source.meta.cite, place, id)
        return first

    def is_brought(self, table: str, column: str) -> bool:
        """Whether a variant brought a cell of the column, so that the place of a formula does not tell of it."""
        key = table, column
        if key not in self._brought:
            source = self._pack.source
            self._brought[key] = any(cell_at(source, table, row, column).variant for row in source.tables[table].rows)
        return self._brought[key]

    def cell_lines(self, table: str, column: str, of: Type) -> int:
        """The number of the line of the first cell of a column; those of the others follow."""
        source = self._pack.source
        first = len(self.lines)
        for row in self._pack.tables[table].rows:
            self.line(f"tables.{table}.rows.{row}.{column}", "", cell_at(source, table, row, column), of)
        return first

    def line(self, path: str, cite: str, span: Span, of: Type | str) -> int:
        """The number of a line whose value has a type, or is that row."""
        self.lines.append(known_line(path, cite, span, of, self._shown))
        return len(self.lines) - 1


class _Writer:
    """Writes parts of one function: its variables are what was noted, or the needs of a function."""

    def __init__(self, coder: Coder, roots: Mapping[str, Type], passes: Callable[[str], tuple[str, ...]]) -> None:
        self._coder = coder
        self._idents: dict[str, str] = {}
        self.lowering = coder.lowering(self.ident, roots, passes)
        self.lowering.at(_NOWHERE)

    def ident(self, variable: str) -> str:
        return self._idents.setdefault(variable, f"v{len(self._idents)}")

    def tried(self, name: str, value: ast.expr, otherwise: ast.expr) -> list[ast.stmt]:
        """Names a value, or something else where it cannot be worked out."""
        if isinstance(value, ast.Constant | ast.Name):
            return [ast.Assign([ast.Name(name, ast.Store())], value)]
        failed = ast.ExceptHandler(load("Missing"), None, [ast.Assign([ast.Name(name, ast.Store())], otherwise)])
        return [ast.Try([ast.Assign([ast.Name(name, ast.Store())], value)], [failed], [], [])]

    def before(self, statement: checked.Statement) -> list[ast.stmt]:
        """Gives the variables the values that a step's formula saw: what a `set` changes, as it was before."""
        if not isinstance(statement, checked.Put):
            return []
        was = load(self.ident(f"{statement.name} before"))
        target = statement.target
        variable = target if isinstance(target, str) else target.place.variable(target.id)
        if isinstance(target, str) or target.place.index is None:
            return [ast.Assign([ast.Name(self.ident(variable), ast.Store())], was)]
        if variable not in self._idents:
            return []
        column = call("put", load(self.ident(variable)), self.lowering.expr(target.place.index), was)
        return self.tried(self.ident(variable), column, load(self.ident(variable)))

    def slots(self, values: Sequence[Core]) -> list[ast.stmt]:
        """Works out the values for a template."""
        body: list[ast.stmt] = []
        names = []
        for number, value in enumerate(values):
            body.extend(self.tried(f"s{number}", self.lowering.formula(value, _NOWHERE), load("NOT_THERE")))
            names.append(load(f"s{number}"))
        return [*body, ast.Assign([ast.Name("slots", ast.Store())], ast.Tuple(list(names), ast.Load()))]

    def given(self, tree: core.Apply) -> list[ast.expr]:
        """What a function is given."""
        self.lowering.at(_NOWHERE)
        return self.lowering.arguments(dict(tree.args), function_params(self._coder.function(tree.id)))

    def lines(self, tree: Core) -> Iterator[ast.stmt]:
        """Adds the lines that applied in a formula."""
        for node in nodes(tree):
            match node:
                case core.RowAt(table=table):
                    yield from self._row_line(self._coder.row_lines(table), node, load("row"))
                case core.Cell(table=table, column=column, row=row):
                    if self._coder.is_brought(table, column):
                        first = self._coder.cell_lines(table, column, node.type)
                        yield from self.tried("value", self.lowering.formula(node, _NOWHERE), load("NOT_THERE"))
                        yield from self._row_line(first, row, load("value"))
                case core.Apply(id=id):
                    if self._coder.silent(id):
                        continue
                    called = call(self._coder.lines_of(id), load("lines"), *self.given(node))
                    failed = ast.ExceptHandler(load("Missing"), None, [ast.Pass()])
                    yield ast.Try([ast.Expr(called)], [failed], [], [])
                case _:
                    pass

    def _row_line(self, first: int, row: Core, value: ast.expr) -> Iterator[ast.stmt]:
        """Adds the line of a row, if there is one; `first` is the number of that of the table's first row."""
        yield from self.tried("row", self.lowering.formula(row, _NOWHERE), ast.Constant(None))
        number = ast.BinOp(ast.Constant(first), ast.Add(), load("row"))
        add = _added(ast.Tuple([number, value], ast.Load()))
        yield ast.If(ast.Compare(load("row"), [ast.IsNot()], [ast.Constant(None)]), [add], [])


def _adding(number: int, value: ast.expr) -> ast.stmt:
    return _added(ast.Tuple([ast.Constant(number), value], ast.Load()))


def _added(value: ast.expr) -> ast.stmt:
    return ast.Expr(ast.Call(ast.Attribute(load("lines"), "append", ast.Load()), [value], []))


def _formula(statement: checked.Statement) -> checked.Formula | None:
    match statement:
        case (
            checked.Let(value=formula)
            | checked.Put(value=formula)
            | checked.Roll(dice=formula)
            | checked.Branch(test=formula)
        ):
            return formula
        case checked.Loop(until=until):
            return until
        case checked.Choose(default=default):
            return default
        case _:
            return None
