"""Formulas checked: from the tree as written to the tree with every name resolved and every part typed.

A fault is reported once, where it is; the part it stands in becomes a value of unknown type, which fits everywhere,
so that nothing follows from it. Nothing is taken on trust: branches that a run never takes are checked like all
others.

The work is a chain of classes, each on the one before: `names` (what a name means), `lookups` (what is looked up or
taken by name), `operators`, `calls`, and here the whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from handhold.language import core, syntax
from handhold.language.calls import Calls
from handhold.language.core import Core, Place
from handhold.language.faults import Fault
from handhold.language.functions import list_type
from handhold.language.printer import show
from handhold.language.scope import Done, Live, Lives, Scope, Thing, Value
from handhold.language.types import (
    FLAG,
    INTEGER,
    NONE,
    NUMBER,
    UNKNOWN,
    ListOf,
    OptionalOf,
    Type,
    present,
)
from handhold.language.world import NO_DEFAULT, SCENE, FieldInfo, World, is_live


@dataclass(frozen=True, slots=True)
class Checked:
    """A formula checked: its tree, the faults found, the state it reads, whether it reads the scene or anything
    that changes.
    """

    core: Core
    faults: tuple[Fault, ...]
    reads: frozenset[str]
    scene: bool
    steady: bool


def check(formula: syntax.Formula, scope: Scope, world: World, slot: Type | None = None) -> Checked:
    """The formula in its scope; with `slot`, as a value for a place of that type."""
    checker = Checker(world, scope)
    tree = checker.fitted(formula, slot) if slot is not None else checker.value(formula, None)
    return checker.done(tree)


def check_need(
    need: str, known: FieldInfo, scope: Scope, world: World, owner: str
) -> tuple[Core | Place | None, Checked]:
    """What the need of an event takes by its name from the scope, else its default; None after a fault."""
    checker = Checker(world, scope)
    given: Core | Place | None
    if need in scope.names or (need == SCENE and SCENE in world.sheets):
        given = checker.by_name(need, known.type, owner, syntax.Name(need))
    elif known.default is not NO_DEFAULT:
        given = core.Const(known.default, known.type)
    elif isinstance(known.type, OptionalOf):
        given = core.Const(None, known.type)
    elif isinstance(known.type, ListOf) and not is_live(known.type, world.sheets):
        given = core.Const((), known.type)
    else:
        given = checker.by_name(need, known.type, owner, syntax.Name(need))
    return given, checker.done(core.Const(None, UNKNOWN))


def check_walk(source: syntax.Formula, variable: str, scope: Scope, world: World) -> tuple[Thing | None, Checked]:
    """The list that a loop goes through, and what its variable stands for; None after a fault."""
    checker = Checker(world, scope)
    tree, binding = checker.walk_source(syntax.Each("list", syntax.Name(variable), variable, source, None, source.span))
    return binding, checker.done(tree)


def check_place(formula: syntax.Formula, scope: Scope, world: World, of: Type) -> tuple[Place | None, Checked]:
    """A live sheet, list or group of the type `of` that the formula names; None after a fault."""
    checker = Checker(world, scope)
    place = checker.place(formula, of)
    return place, checker.done(core.Const(None, UNKNOWN))


class Checker(Calls):
    """Checks one formula. `Things` resolves what names and dots mean; this class makes values of them."""

    def done(self, tree: Core) -> Checked:
        """What was found."""
        return Checked(tree, tuple(self.faults), frozenset(self.reads), self.scene, self.steady)

    # -- slots ------------------------------------------------------------------------------------

    def fitted(self, node: syntax.Formula, slot: Type) -> Core:
        """The node as a value for a slot of the type `slot`."""
        tree = self.value(node, slot)
        return self.fit(tree, slot, node)

    def place(self, node: syntax.Formula, of: Type) -> Place | None:
        """The place that the node names, for a need of the live type `of`."""
        thing = self.thing(node)
        if isinstance(thing, Live | Lives):
            return self.place_for(thing, of, node)
        if thing is not None and not (isinstance(thing, Value) and thing.core.type == UNKNOWN):
            self.fault("wrong-type", f"'{show(node)}' is not a {present(of)} of this event", node)
        return None

    # -- values -----------------------------------------------------------------------------------

    def value(self, node: syntax.Formula, slot: Type | None) -> Core:
        """The node as a value; `slot` is the type asked for, by which a bare row is known."""
        match node:
            case syntax.Number(value=number):
                return core.Const(number, NUMBER if isinstance(number, Fraction) else INTEGER, node.span)
            case syntax.Flag(value=flag):
                return core.Const(flag, FLAG, node.span)
            case syntax.Nothing():
                return core.Const(None, NONE, node.span)
            case syntax.Old():
                if self.scope.old is None:
                    return self.fault(
                        "unknown-name", "'old' is the value there before, in the 'to' of a 'set' only", node
                    )
                return self.use(Value(self.scope.old), node)
            case syntax.Name() | syntax.Dot():
                return self.named(node, slot)
            case syntax.Call():
                return self.call(node)
            case syntax.Each():
                return self.walk(node)
            case syntax.Negative(value=value):
                return self.negative(node, value)
            case syntax.Sum(signs=signs, parts=parts):
                return self.chain(node, signs, parts)
            case syntax.Product(signs=signs, parts=parts):
                return self.chain(node, signs, parts)
            case syntax.Compare():
                return self.compare(node)
            case syntax.Is():
                return self.same_or_none(node)
            case syntax.OneOf(left=left, options=options, negated=negated):
                return self.one_of(node, left, options, negated)
            case syntax.In(left=left, source=source):
                return self.contained(node, left, source)
            case syntax.Range(first=first, last=last):
                low, high = (self.fit(self.value(end, INTEGER), INTEGER, end) for end in (first, last))
                return core.Count(low, high, ListOf(INTEGER), node.span)
            case syntax.Not(value=value):
                return core.Not(self.flag(value), FLAG, node.span)
            case syntax.Logic(op=op, parts=parts):
                return self.logic(node, op, parts)
            case syntax.If():
                return self.choice(node, slot)
            case syntax.Otherwise():
                return self.otherwise(node, slot)
            case syntax.Dice():
                return self.dice(node)

    def named(self, node: syntax.Name | syntax.Dot, slot: Type | None) -> Core:
        """A name or a dotted name as a value: a row where the slot asks for one, else what the name stands for."""
        bare_row = self.bare_row(node, slot)
        if bare_row is not None:
            return bare_row
        thing = self.thing(node)
        match thing:
            case None:
                return core.Const(None, UNKNOWN, node.span)
            case Value():
                return self.use(thing, node)
            case Done(names=names):
                return self.fault(
                    "wrong-type",
                    f"{names.owner} has no value of its own",
                    node,
                    f"read one of its names: {names.listed()}",
                )
            case Live() | Lives():
                return self.fault(
                    "wrong-type", f"'{show(node)}' is a sheet, not a value", node, "read one of its fields with a dot"
                )


def least_type(types: Iterable[Type]) -> Type | None:
    """The least type that all fit, or None."""
    return list_type(tuple(types))
