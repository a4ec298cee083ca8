"""What happened in a run, step by step.

A traced run notes, after each step, the values of the variables that the step's formula reads. Formulas are pure,
so everything else (the formula with the values put in, the modifier lines and table rows that applied) is worked
out from these when somebody reads the trace.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Literal, get_args

from handhold.language import core, syntax
from handhold.language.core import Core, Place
from handhold.language.dice import dice_text
from handhold.language.faults import Fault
from handhold.language.functions import FUNCTIONS
from handhold.language.lower import function_params
from handhold.language.parser import parse
from handhold.language.parts import children
from handhold.language.printer import for_people, show
from handhold.language.runtime import put
from handhold.language.types import Names, Passes, Row, Type, present
from handhold.language.world import Function
from handhold.packs import checked
from handhold.play.chance import Rolled
from handhold.play.evaluate import NOT_THERE, Evaluator
from handhold.play.program import Program
from handhold.play.result import Plain, Result, Shown, shown_text
from handhold.source import Span

FORMULAS = get_args(syntax.Formula)

Kind = Literal["value", "roll", "choose", "set", "do", "refuse", "each", "block"]


@dataclass(frozen=True, slots=True)
class Line:
    """A modifier line or table row that applied: its path in the pack, its value, what it cites and where it is
    written.
    """

    path: str
    value: Plain
    cite: str
    span: Span


@dataclass(frozen=True, slots=True)
class Entry:
    """One step of a run.

    `path` is the step's path in the run (`end.tire`), `formula` its formula in canonical form, `filled` the same
    with the values put in. `value` is what came out: of a block or loop the condition. A roll has `dice` and
    `faces`, a `set` what was there `before` and the `target` it changes.
    """

    path: str
    id: str
    title: str
    kind: Kind
    formula: str
    filled: str
    value: Plain
    before: Plain
    target: str
    dice: str
    faces: tuple[int, ...]
    lines: tuple[Line, ...]
    cite: str
    note: str
    span: Span


def entries(result: Result) -> tuple[Entry, ...]:
    """The steps of a traced run, in the order in which they ended; empty for a run without a trace."""
    program = result.program
    if result.notes is None or program is None:
        return ()
    if not isinstance(program.viewer, _View):
        program.viewer = _View(program)
    view = program.viewer
    return tuple(view.entry(number, path, values, result.rolls) for number, path, values in result.notes)


class _View:
    """Makes entries of the notes of one program; keeps what it has parsed and compiled."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._pack = program.pack
        self._shown = Shown(program.pack)
        self._evaluators: dict[str, Evaluator] = {}
        self._trees: dict[str, syntax.Formula | Fault] = {}
        self._leaves: dict[int, tuple[Core, dict[tuple[int, int], Core]]] = {}

    def _parsed(self, text: str) -> syntax.Formula | Fault:
        if text not in self._trees:
            self._trees[text] = parse(text)
        return self._trees[text]

    def _evaluator(self, key: str, passes: Mapping[str, tuple[str, ...]], roots: Mapping[str, Type]) -> Evaluator:
        if key not in self._evaluators:
            self._evaluators[key] = Evaluator(self._program, passes, roots)
        return self._evaluators[key]

    def entry(self, number: int, path: str, values: tuple[object, ...], rolls: Mapping[str, Rolled]) -> Entry:
        noted = self._program.notes[number]
        statement = noted.statement
        site = statement.site
        env = dict(zip(noted.variables, values, strict=True))
        event = site.path.split(".")[1]
        roots = {need: known.type for need, known in self._pack.events[event].needs.items()}
        evaluator = self._evaluator(f"events.{event}", self._program.units.whole(event).passes, roots)
        formula = _formula(statement)
        written, filled = "", ""
        lines: tuple[Line, ...] = ()
        if formula is not None:
            tree = self._parsed(formula.written.text)
            before_it = _before(statement, env, evaluator)
            if not isinstance(tree, Fault):
                written = show(tree)
                # the default of a choice is no reason for an answer
                if not isinstance(statement, checked.Choose):
                    filled = self._formula_behind(formula.core, before_it, evaluator) or (
                        self._filled(tree, formula.core, before_it, evaluator)
                    )
            lines = tuple(self._lines(formula.core, before_it, evaluator))
        value: Plain = None
        before: Plain = None
        target, dice = "", ""
        faces: tuple[int, ...] = ()
        full = path + site.id
        match statement:
            case checked.Let(name=name, value=of) if not isinstance(present(of.core.type), Names | Passes):
                value = self._shown.value(env.get(name), of.core.type)
            case checked.Roll(name=name):
                rolled = rolls[full]
                value, dice, faces = rolled.value, dice_text(rolled.dice), rolled.faces
            case checked.Choose(name=name, type=of):
                value = self._shown.value(env.get(name), of)
            case checked.Put(name=name, type=of, target=put):
                value = self._shown.value(env.get(name), of)
                before = self._shown.value(env.get(f"{name} before"), of)
                target = put if isinstance(put, str) else put.place.variable(put.id)
            case checked.Branch() | checked.Loop() if formula is not None:
                value = bool(evaluator.value(formula.core, env))
            case _:
                pass
        meta = site.meta
        kind: Kind = "block" if isinstance(statement, checked.Branch) else site.kind
        return Entry(
            full,
            site.id,
            meta.title,
            kind,
            written,
            filled,
            value,
            before,
            target,
            dice,
            faces,
            lines,
            meta.cite,
            meta.note,
            site.span,
        )

    # -- formulas with values ---------------------------------------------------------------------

    def _filled(self, tree: syntax.Formula, checked_tree: Core, env: Mapping[str, object], evaluator: Evaluator) -> str:
        kept = self._leaves.get(id(checked_tree))
        if kept is None:
            found: dict[tuple[int, int], Core] = {}
            for node in _nodes(checked_tree):
                found.setdefault(node.span, node)
            kept = self._leaves[id(checked_tree)] = (checked_tree, found)
        by_span = kept[1]

        def fill(node: syntax.Formula) -> syntax.Formula:
            known = by_span.get(node.span)
            if known is not None and _has_value(node, known):
                value = evaluator.try_value(known, env)
                if value is not NOT_THERE:
                    # a name is printed as it is, so the printer sets what is put in like any other name
                    shown = self._shown.value(value, known.type)
                    put_in = for_people(shown) if isinstance(shown, Fraction) else shown_text(shown)
                    return syntax.Name(f"{show(node)} {put_in}", node.span)
            return _rebuilt(node, fill)

        return show(fill(tree))

    def _formula_behind(self, tree: Core, env: Mapping[str, object], evaluator: Evaluator) -> str:
        """Where a step only names a formula of the pack, that formula with its values; else nothing."""
        if not isinstance(tree, core.Apply) or f"formulas.{tree.id}" not in self._pack.written:
            return ""
        function = self._pack.functions[tree.id]
        behind = self._parsed(self._pack.written[f"formulas.{tree.id}"].text)
        inner = self._inside(function, dict(tree.args), env, evaluator)
        if inner is None or isinstance(behind, Fault):
            return ""
        return self._filled(behind, function.body, inner, self._evaluator(function.id, {}, function.needs))

    def _inside(
        self, function: Function, args: Mapping[str, Core | Place], env: Mapping[str, object], evaluator: Evaluator
    ) -> dict[str, object] | None:
        """The variables of a function as it is given its arguments here, or None if they cannot be worked out."""
        inner = {param: evaluator.try_value(_argument(args, param), env) for param in function_params(function)}
        return None if NOT_THERE in inner.values() else inner

    def _lines(self, tree: Core, env: Mapping[str, object], evaluator: Evaluator) -> Iterator[Line]:
        for node in _nodes(tree):
            match node:
                case core.RowAt(table=table):
                    row = evaluator.try_value(node, env)
                    if isinstance(row, int):
                        id = self._pack.tables[table].rows[row]
                        known = self._pack.source.tables[table].rows[id]
                        cite = known.meta.cite or self._pack.source.tables[table].meta.cite
                        yield Line(f"tables.{table}.rows.{id}", id, cite, known.span)
                case core.Apply(id=id, args=args):
                    function = self._pack.functions[id]
                    inner = self._inside(function, dict(args), env, evaluator)
                    if inner is None:
                        continue
                    own = self._evaluator(function.id, {}, function.needs)
                    if isinstance(function.body, core.Stack):
                        yield from self._stack(function.body, inner, own)
                    else:
                        yield from self._lines(function.body, inner, own)
                case _:
                    pass

    def _stack(self, stack: core.Stack, env: Mapping[str, object], evaluator: Evaluator) -> Iterator[Line]:
        group = self._pack.source.modifiers[stack.group]
        for line in stack.lines:
            if line.when is not None and evaluator.try_value(line.when, env) is not True:
                continue
            value = evaluator.try_value(line.value, env)
            known = group.lines[line.id]
            shown = None if value is NOT_THERE else self._shown.value(value, line.value.type)
            if not (stack.take == "sum" and value == 0):
                yield Line(
                    f"modifiers.{stack.group}.lines.{line.id}", shown, known.meta.cite or group.meta.cite, known.span
                )
            yield from self._lines(line.value, env, evaluator)
            if stack.take == "first":
                return


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


def _before(statement: checked.Statement, env: dict[str, object], evaluator: Evaluator) -> Mapping[str, object]:
    """The variables as a step's formula saw them: what a `set` changes, as it was before."""
    if not isinstance(statement, checked.Put):
        return env
    was = env[f"{statement.name} before"]
    target = statement.target
    if isinstance(target, str):
        return {**env, target: was}
    variable = target.place.variable(target.id)
    if target.place.index is None:
        return {**env, variable: was}
    index, column = evaluator.try_value(target.place.index, env), env.get(variable)
    if not isinstance(index, int) or not isinstance(column, tuple):
        return env
    return {**env, variable: put(column, index, was)}


def _nodes(tree: Core) -> Iterator[Core]:
    yield tree
    for child in children(tree):
        if not isinstance(tree, core.Walk):
            yield from _nodes(child)


def _argument(args: Mapping[str, Core | Place], param: str) -> Core:
    need, dot, name = param.partition(".")
    arg = args[need]
    if not isinstance(arg, Place):
        return core.Const(None, arg.type) if dot else arg
    plain = core.Const(None, core.Const(None, Row("")).type)
    return core.State(arg, name, plain.type) if dot else core.Fixed(arg, arg.index is None, plain.type)


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
        if isinstance(held, FORMULAS):
            changed[part.name] = fill(held)
        elif isinstance(held, tuple) and held and all(isinstance(each, FORMULAS) for each in held):
            changed[part.name] = tuple(fill(each) for each in held)
    return replace(node, **changed) if changed else node  # type: ignore[arg-type]  # the same parts, filled
