"""A checked pack compiled: each unit of an event and each formula one Python function, made when first needed.

Functions are made through `ast` and `compile`, never from source text; names of a pack never become identifiers,
and generated code sees no builtin but those that `language.runtime` lends it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from handhold import limits
from handhold.language import core
from handhold.language.core import Core
from handhold.language.lower import Lowering, Namespace, function_params
from handhold.language.namespace import load
from handhold.language.runtime import RuleFault
from handhold.language.types import FLAG, INTEGER, ListOf, OptionalOf, Row, Word, present
from handhold.language.world import NO_DEFAULT
from handhold.packs import checked
from handhold.packs.text import short
from handhold.packs.values import Kinds, ValueFault, convert
from handhold.play.compiling.callees import Noted
from handhold.play.compiling.lent import lent
from handhold.play.compiling.units import Answers, Unit, Units
from handhold.play.compiling.writer import Writer
from handhold.play.frames import FILE, outermost_locals
from handhold.play.inputs import InputError
from handhold.play.made import RUN_PARAMS, Locals, function, located, under
from handhold.play.meter import Meter
from handhold.play.problems import said_of_unknown
from handhold.play.refusal import Unanswered

Compiled = Callable[..., tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class Settings:
    """The values of a pack's settings for a run: those of the pack, some of them replaced.

    `own` says whether they are all those of the pack: what is known of limits before a run is known for these.
    """

    values: Mapping[str, object]
    own: bool

    @staticmethod
    def of(pack: checked.Pack, given: Mapping[str, object]) -> Settings:
        """The settings with the given ones in place. Raises InputError for one that is not there or not allowed."""
        values = {id: known.value for id, known in pack.settings.items()}
        wrong = [id for id in given if id not in values]
        problems = said_of_unknown(wrong, values, f"the pack '{pack.header.pack}' has no setting {{}}")
        for id, value in given.items():
            known = pack.settings.get(id)
            if known is None:
                continue
            if isinstance(known.type, Word):
                if value not in known.options:
                    problems.append(f"the setting '{id}' is one of {', '.join(known.options)}, not {short(value)}")
                values[id] = value
            else:
                try:
                    values[id] = convert(value, known.type, Kinds(pack.tables, pack.sheets), f"the setting '{id}'")
                except ValueFault as fault:
                    problems.append(str(fault))
        if problems:
            raise InputError(*problems)
        own = all(values[id] == known.value for id, known in pack.settings.items())
        return Settings(values, own)


class Program:
    """A pack ready to run with certain settings. `answers` are given for odds, where no choice is left open; `played`
    are the paths of those that are played for the best. `counted` says whether the work is counted, which only what
    fits its budget whatever happens may leave out. `space` is a namespace of another kind for what is compiled.
    """

    def __init__(
        self,
        pack: checked.Pack,
        settings: Settings,
        *,
        run: bool = True,
        traced: bool = False,
        counted: bool = True,
        answers: Answers | None = None,
        played: frozenset[str] = frozenset(),
        space: Namespace | None = None,
    ) -> None:
        self.pack = pack
        self.settings = settings
        self.units = Units(pack, answers, played, settings.own)
        self.space = Namespace(pack, settings.values) if space is None else space
        self.space.counted = counted or not settings.own
        self.space.trusted = settings.own
        self.meter = Meter(limits.RUN_WORK if run else limits.ODDS_WORK)
        self.space.values.update({**lent(self.meter), "answered": answered, "attempts": attempts})
        self.notes: list[Noted] = []
        self.viewer: object = None
        """What `trace` keeps to make entries of notes."""
        self.trees: dict[str, ast.FunctionDef] | None = None
        """The functions as they are made, where somebody keeps them."""
        self._run = run
        self._traced = traced
        self._names: dict[int, str] = {}
        self._units: list[Unit] = []
        self.locals: dict[str, Locals] = {}
        """What the locals of each function are, by its name."""
        self.teller: object = None
        """What `faulted` keeps to tell of faults."""
        self._made: set[str] = set()

    # -- what writers ask -------------------------------------------------------------------------

    def unit_name(self, unit: Unit) -> str:
        """The global that the unit's function is bound to; it is made now."""
        if id(unit) not in self._names:
            name = self.space.bind("e", None)
            self._names[id(unit)] = name
            self._units.append(unit)
            self._compile_unit(name, unit)
        return self._names[id(unit)]

    def noted(self, noted: Noted) -> int:
        """The number of a note, by which a trace finds it."""
        self.notes.append(noted)
        return len(self.notes) - 1

    def reads(self, tree: Core) -> frozenset[str]:
        """The variables that a formula reads."""
        return self.units.reads(tree)

    def values_of(self, choice: checked.Choose) -> tuple[object, ...]:
        """All values of a choice's type, where that has few: flags and rows. Else nothing."""
        kind = present(choice.type)
        if isinstance(kind, Row):
            return tuple(range(len(self.pack.tables[kind.table].rows)))
        return (False, True) if kind == FLAG else ()

    # -- compiled functions -----------------------------------------------------------------------

    def unit_function(self, unit: Unit) -> Compiled:
        """The function of a unit: in a whole run `RUN_PARAMS` first, then the unit's inputs; it gives the exports."""
        found = self.space.values[self.unit_name(unit)]
        assert callable(found)
        return found

    def entry_function(self, unit: Unit, variables: tuple[str, ...]) -> Compiled:
        """The function of a unit that a run begins with: `RUN_PARAMS`, then one list with the values of `variables`."""
        name = self.space.bind("e", None)
        self._compile_unit(name, unit, variables)
        found = self.space.values[name]
        assert callable(found)
        return found

    def _compile_unit(self, name: str, unit: Unit, listed: tuple[str, ...] | None = None) -> None:
        writer = Writer(self.space, self, unit, run=self._run, traced=self._traced)
        owner = self.space.owner
        body = [*writer.spent(unit.nodes), *writer.body(unit.nodes)]
        self.space.owner = owner
        returned = ast.Tuple([load(writer.ident(variable)) for variable in unit.exports], ast.Load())
        lead = RUN_PARAMS if self._run else ()
        if listed is None:
            params = [writer.ident(variable) for variable in unit.inputs]
        else:
            params = ["listed"]
            targets: list[ast.expr] = [ast.Name(writer.ident(variable), ast.Store()) for variable in listed]
            body[:0] = [ast.Assign([ast.Tuple(targets, ast.Store())], load("listed"))] if targets else []
        self.make(function(name, [*lead, *params], body, returned), writer.locals())

    def make(self, made: ast.FunctionDef, known: Locals) -> None:
        """Compiles a function and binds it to its name, and every formula that it calls."""
        if self.trees is not None:
            self.trees[made.name] = made
        module = ast.Module([located(made)], [])
        exec(compile(module, FILE, "exec"), self.space.values)  # the tree is of our own making
        self.locals[made.name] = known
        for id, name in list(self.space.functions.items()):
            if name not in self._made:
                self._made.add(name)
                self._compile_function(id, name)

    def _compile_function(self, id: str, name: str) -> None:
        known = self.pack.functions[id]
        owner = self.space.owner
        idents: dict[str, str] = {}

        def ident(variable: str) -> str:
            return idents.setdefault(variable, f"v{len(idents)}")

        params = [ident(variable) for variable in function_params(known)]
        lowering = self.space.lowering(ident, known.needs, lambda loop: ())
        if isinstance(known.body, core.Stack):
            body, returned = self._stack(known.body, id, lowering)
        else:
            path = id if "." in id else f"formulas.{id}"
            self.space.owner = f"sheets.{id}" if "." in id else path
            body, returned = [], lowering.formula(known.body, self.pack.written[path])
        named = {value: key for key, value in idents.items()}
        self.space.owner = owner
        self.make(function(name, params, body, returned), Locals(named, known.needs))

    def _stack(self, stack: core.Stack, id: str, lowering: Lowering) -> tuple[list[ast.stmt], ast.expr]:
        total = ast.Name("total", ast.Store())
        group = self.pack.source.modifiers[stack.group]
        base: ast.expr = ast.Constant(0 if stack.take == "sum" else None)
        if stack.base is not None:
            assert group.base is not None
            self.space.owner = f"modifiers.{stack.group}.base"
            base = lowering.formula(stack.base, group.base)
        body: list[ast.stmt] = [ast.Assign([total], base)]
        for line in stack.lines:
            path = self.space.owner = f"modifiers.{stack.group}.lines.{line.id}"
            value = lowering.formula(line.value, self.pack.written[f"{path}.value"])
            taken = self._taken(stack.take, value)
            if line.when is not None:
                taken = under(lowering.formula(line.when, self.pack.written[f"{path}.when"]), taken)
            body.extend(taken)
        return body, load("total")

    def _taken(self, take: str, value: ast.expr) -> list[ast.stmt]:
        total = ast.Name("total", ast.Store())
        match take:
            case "sum":
                return [ast.AugAssign(total, ast.Add(), value)]
            case "first":
                return [ast.Return(value)]
            case _:
                got = ast.Assign([ast.Name("value", ast.Store())], value)
                order: ast.cmpop = ast.Gt() if take == "highest" else ast.Lt()
                empty = ast.Compare(load("total"), [ast.Is()], [ast.Constant(None)])
                better = ast.Compare(load("value"), [order], [load("total")])
                return [got, ast.If(ast.BoolOp(ast.Or(), [empty, better]), [ast.Assign([total], load("value"))], [])]

    # -- faults -----------------------------------------------------------------------------------

    def locals_of(self, error: BaseException) -> Mapping[str, object]:
        """The variables of the outermost unit at the moment of an exception, by name."""
        return outermost_locals(error, {name: known.variables for name, known in self.locals.items()})


def answered(answer: object, choice: checked.Choose, options: tuple[object, ...] | range | None) -> object:
    """The answer itself. Raises RuleFault if it is none of the options, or none at all."""
    if answer is NO_DEFAULT:
        raise Unanswered(choice.name)
    if answer is None and isinstance(choice.type, OptionalOf):
        return None
    several = answer if isinstance(choice.type, ListOf) else (answer,)
    assert isinstance(several, tuple)
    if options is not None and not all(each in options for each in several):
        listed = f" (choose from: {', '.join(map(str, options[:12]))})" if options and choice.type == INTEGER else ""
        raise RuleFault(f"the choice '{choice.name}' has no such option{listed}")
    return answer


def attempts(choice: checked.Choose, options: Iterable[object], default: object) -> Iterable[object]:
    """The answers to try, the default first. Raises RuleFault if there is none, or the default is no option."""
    several = (*options, None) if isinstance(choice.type, OptionalOf) else tuple(options)
    if default is NO_DEFAULT:
        return several or (answered(default, choice, several),)
    answered(default, choice, several)
    return (default, *(option for option in several if option != default))
