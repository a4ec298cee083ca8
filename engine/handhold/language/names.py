"""What a name or a dotted name means: a value, a live sheet, a live list, or the names of a sub-event or pass."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import replace

from handhold.diagnostics import did_you_mean, is_slip
from handhold.language import core, syntax
from handhold.language.bindings import live_binding, scene_binding
from handhold.language.core import Core, Place
from handhold.language.faults import Fault
from handhold.language.functions import FUNCTIONS
from handhold.language.printer import show
from handhold.language.scope import Binding, Done, Live, Lives, Own, Scope, Thing, Value
from handhold.language.types import (
    FLAG,
    KEY,
    NONE,
    UNKNOWN,
    ListOf,
    Names,
    OptionalOf,
    Passes,
    Row,
    Sheet,
    Type,
    optional,
    present,
)
from handhold.language.words import MEANT
from handhold.language.world import SCENE, SELF, Function, SheetInfo, World, is_live


class Things(ABC):
    """Resolves names in a scope. Reports faults; collects which state is read, and whether the scene is."""

    def __init__(self, world: World, scope: Scope) -> None:
        self.world = world
        self.scope = scope
        self.faults: list[Fault] = []
        self.reads: set[str] = set()
        self.scene = False
        self.steady = True

    # -- faults -----------------------------------------------------------------------------------

    def fault(self, code: str, message: str, node: syntax.Formula | syntax.Named, hint: str = "") -> Core:
        """Reports a fault and gives the value that fits everywhere."""
        self.faults.append(Fault(code, message, node.span[0], node.span[1], hint))
        return core.Const(None, UNKNOWN, node.span)

    def unknown(self, word: str, choices: Iterable[str], node: syntax.Formula | syntax.Named, what: str) -> Core:
        """Reports a word that is not among the choices."""
        return self.fault("unknown-name", f"{what} '{word}'", node, did_you_mean(word, choices))

    @abstractmethod
    def value(self, node: syntax.Formula, slot: Type | None) -> Core:
        """A node as a value."""

    @abstractmethod
    def fitted(self, node: syntax.Formula, slot: Type) -> Core:
        """A node as a value for a slot of that type."""

    @abstractmethod
    def place(self, node: syntax.Formula, of: Type) -> Place | None:
        """A node as a place for a need of that live type."""

    @abstractmethod
    def lookup(self, node: syntax.Call) -> Thing | None:
        """What `id(…)` stands for, if it is no function of the language."""

    @abstractmethod
    def apply(self, id: str, node: syntax.Name | syntax.Call, named: tuple[syntax.Named, ...]) -> Thing | None:
        """A formula or modifier group worked out, its needs given by `named`, else taken by name."""

    @abstractmethod
    def with_scene(
        self, function: Function, args: tuple[tuple[str, Core | Place], ...]
    ) -> tuple[tuple[str, Core | Place], ...]:
        """The arguments, and the scene where the function reads it."""

    @abstractmethod
    def reads_of(self, function: Function, args: Mapping[str, Core | Place]) -> None:
        """Notes the state that the function reads of its arguments."""

    # -- what is read -----------------------------------------------------------------------------

    def note(self, tree: Core, *, changing: bool = False) -> None:
        """Notes what using `tree` reads."""
        if isinstance(tree, core.State):
            self.reads.add(tree.place.variable(tree.id))
            changing = True
        if changing:
            self.steady = False

    def use(self, thing: Value, node: syntax.Formula) -> Core:
        """The value of a thing at this place: optional unless what guards it, or a test of it, is known here."""
        tree = thing.core
        self.note(tree, changing=thing.changes)
        of = tree.type
        if not self.scope.present(thing.guards):
            of = optional(of)
        if f"{show(node)} is not none" in self.scope.facts:
            # a tally that starts absent is looked at again when it is known what else it becomes
            of = UNKNOWN if of == NONE else present(of)
        return replace(tree, type=of, span=node.span)

    def presence(self, thing: Done) -> Core:
        """What is none exactly where the step whose names `thing` is was skipped or refused."""
        of = OptionalOf(FLAG)
        if thing.base is None:
            return core.Var(thing.prefix, of)
        if not thing.prefix:
            return thing.base
        return core.PassPart(thing.base, thing.loop, thing.prefix, thing.maybe, of)

    # -- rows -------------------------------------------------------------------------------------

    def bare_row(self, node: syntax.Formula, slot: Type | None) -> Core | None:
        """The row that a bare word or `table.row` names, if it names one here."""
        if isinstance(node, syntax.Dot) and isinstance(node.base, syntax.Name):
            table = self.world.tables.get(node.base.id)
            if table is None or node.base.id in self.scope.names:
                return None
            if node.id not in table.rows:
                return self.unknown(node.id, table.rows, node, f"the table '{table.id}' has no row")
            return core.Const(table.rows.index(node.id), Row(table.id), node.span)
        wanted = present(slot) if slot is not None else None
        if not isinstance(node, syntax.Name) or not isinstance(wanted, Row):
            return None
        rows = self.world.tables[wanted.table].rows
        if node.id not in rows:
            return None
        if node.id in self.scope.names or node.id in self.world.function_ids():
            return self.fault(
                "ambiguous-name",
                f"'{node.id}' is a row of '{wanted.table}' and also a name here",
                node,
                f"write '{wanted.table}.{node.id}' for the row",
            )
        return core.Const(rows.index(node.id), wanted, node.span)

    # -- things -----------------------------------------------------------------------------------

    def thing(self, node: syntax.Formula) -> Thing | None:
        """What the node stands for; None after a fault. Anything but names, dots and lookups is a value."""
        match node:
            case syntax.Name():
                return self.name(node)
            case syntax.Dot(base=syntax.Name(id="settings"), id=id):
                return self._setting(id, node)
            case syntax.Dot(base=base, id=id):
                row = self.bare_row(node, None)
                if row is not None:
                    return Value(row) if row.type != UNKNOWN else None
                thing = self.thing(base)
                return None if thing is None else self._dot(thing, id, node)
            case syntax.Call() if node.id not in FUNCTIONS:
                return self.lookup(node)
            case _:
                tree = self.value(node, None)
                return None if tree.type == UNKNOWN else Value(tree)

    def name(self, node: syntax.Name) -> Thing | None:
        """What a bare name stands for."""
        id = node.id
        binding = self.scope.names.get(id)
        if binding is None and id == SCENE and SCENE in self.world.sheets:
            self.scene = True
            return scene_binding(self.world)
        if isinstance(binding, Own):
            own = syntax.Dot(syntax.Name(SELF, node.span), id, node.span)
            return self._dot(binding.base, id, own, raw=binding.raw)
        if binding is not None:
            return binding
        if id in self.world.tables:
            rows = tuple(range(len(self.world.tables[id].rows)))
            return Value(core.Const(rows, ListOf(Row(id)), node.span))
        if self.world.function(id) is not None:
            return self.apply(id, node, ())
        self._no_such_name(node)
        return None

    def _no_such_name(self, node: syntax.Name) -> None:
        id = node.id
        if id in self.scope.hidden:
            self.fault("unknown-name", f"'{id}' cannot be used here", node, self.scope.hidden[id])
            return
        message = f"no value named '{id}'"
        if id in MEANT:
            self.fault("unknown-name", message, node, f"write '{MEANT[id]}'")
            return
        ways = self._ways_to(id)
        if ways:
            near = did_you_mean(id, self.scope.names) if ways[0].startswith(tuple(self.scope.names)) else ""
            lead = f"{near} Or write " if near.startswith("did") else "write "
            self.fault("unknown-name", message, node, lead + " or ".join(f"'{way}'" for way in ways[:3]))
            return
        if id in self.world.sheets:
            message = f"'{id}' is a kind of sheet, and no value of that name is here"
            hint = did_you_mean(id, self.scope.names)
            add = f"write '{{{id}: {id}}}' into the needs"
            self.fault("unknown-name", message, node, hint if hint.startswith("did") else add)
            return
        if id in FUNCTIONS:
            self.fault("unknown-name", message, node, f"write '{id}(…)'")
            return
        rows = (row for table in self.world.tables.values() for row in table.rows)
        words = ("settings", SCENE) if SCENE in self.world.sheets else ("settings",)
        functions = (known for known in self.world.function_ids() if known != self.scope.owner)
        named = () if self.scope.ends else FUNCTIONS
        known = (*self.scope.names, *self.world.tables, *functions, *named, *words, *rows)
        hint = did_you_mean(id, self.world.sheets if id == SCENE else known)
        if not hint.startswith("did") and self.scope.owner and id != SCENE:
            hint = f"if it is given, write it with its type into the needs of '{self.scope.owner}': '{id}: integer'"
            if self.scope.ends:
                hint += f"; an outcome in words is a row of a table, and is written 'TABLE.{id}'"
        self.fault("unknown-name", message, node, hint)

    def _ways_to(self, id: str) -> list[str]:
        """How to write what has that name elsewhere: a field of a sheet that is here, a row, a setting."""
        ways = [f"{name}.{id}" for name, binding in self.scope.names.items() if id in self._fields_of(binding)]
        if not ways:
            ways = [f"{table.id}.{id}" for table in self.world.tables.values() if id in table.rows]
        if id in self.world.settings:
            ways.append(f"settings.{id}")
        return ways

    def _fields_of(self, binding: Binding) -> tuple[str, ...]:
        match binding:
            case Live(place=place):
                sheet = place.sheet
            case Value(core=tree) if isinstance(kind := present(tree.type), Sheet):
                sheet = kind.sheet
            case _:
                return ()
        return (*self.world.sheets[sheet].fields, *self.world.sheets[sheet].computed)

    def _setting(self, id: str, node: syntax.Dot) -> Thing | None:
        setting = self.world.settings.get(id)
        if setting is None:
            self.unknown(id, self.world.settings, node, "no setting named")
            return None
        return Value(core.Setting(id, setting.type, node.span))

    def _dot(self, thing: Thing, id: str, node: syntax.Dot, *, raw: bool = False) -> Thing | None:
        match thing:
            case Done(names=names):
                return self._left_by(thing, names, id, node)
            case Live(place=place):
                return self._live_field(thing, place, id, node, raw=raw)
            case Lives():
                self.fault("wrong-type", f"'{show(node.base)}' is a list of sheets", node, "choose one of them first")
                return None
            case Value(core=tree):
                used = self.use(thing, node.base)
                if isinstance(present(used.type), Row | Sheet):
                    return self._part(thing, used, id, node, raw=raw)
                if isinstance(present(used.type), Passes):
                    loop = show(node.base)
                    message = f"'{loop}' is a loop, and each of its passes has a '{id}' of its own"
                    hint = f"write {loop}(…).{id} for one, or sum(p.{id} for p in {loop})"
                    self.fault("wrong-type", message, node, hint)
                elif used.type != UNKNOWN:
                    self.fault("wrong-type", f"'{show(node.base)}' is {tree.type}, and has no '{id}'", node)
                return None

    def _left_by(self, thing: Done, names: Names, id: str, node: syntax.Dot) -> Thing | None:
        of = names.get(id)
        if of is None:
            self.unknown(id, (name for name, _ in names.fields), node, f"{names.owner} leaves no name")
            return None
        known = self.scope.present(thing.guards) or f"{show(node.base)} is not none" in self.scope.facts
        maybe = (thing.maybe and f"{show(node.base)} is not none" not in self.scope.facts) or not known
        name = f"{thing.prefix}.{id}" if thing.prefix else id
        inner = present(of)
        if isinstance(inner, Names):
            return Done(inner, name, thing.base, thing.loop, maybe or isinstance(of, OptionalOf))
        of = optional(of) if maybe else of
        if thing.base is None:
            return Value(core.Var(name, of, node.span))
        return Value(core.PassPart(thing.base, thing.loop, name, maybe, of, node.span))

    def _live_field(self, thing: Live, place: Place, id: str, node: syntax.Dot, *, raw: bool) -> Thing | None:
        maybe = (place.optional or not self.scope.present(thing.guards)) and (
            f"{show(node.base)} is not none" not in self.scope.facts
        )
        sheet = self.world.sheets[place.sheet]
        if id == "key" and thing.key is not None:
            return Value(thing.key)
        stored = sheet.fields.get(id)
        if id in sheet.computed or (stored is not None and not raw and f"{sheet.id}.{id}" in self.world.bonuses):
            return self._computed(sheet, id, place, maybe, node)
        if stored is None:
            self._no_field(sheet, id, node)
            return None
        if stored.changes:
            at = replace(place, optional=maybe)
            return Value(core.State(at, id, optional(stored.type) if maybe else stored.type, node.span))
        if is_live(stored.type, self.world.sheets):
            return live_binding(self.world, replace(place, path=(*place.path, id)), stored.type, maybe)
        fixed = core.Fixed(place, False, Sheet(sheet.id), node.span)
        of = optional(stored.type) if maybe else stored.type
        return Value(core.Part(fixed, sheet.fixed.index(id), maybe, of, node.span))

    def _part(self, thing: Value, base: Core, id: str, node: syntax.Dot, *, raw: bool) -> Thing | None:
        maybe = isinstance(base.type, OptionalOf)
        kind = present(base.type)
        if isinstance(kind, Row):
            table = self.world.tables[kind.table]
            if id not in table.columns:
                self.unknown(id, table.columns, node, f"the table '{table.id}' has no column")
                return None
            of = table.columns[id]
            return Value(core.Cell(table.id, id, base, maybe, optional(of) if maybe else of, node.span))
        assert isinstance(kind, Sheet)
        sheet = self.world.sheets[kind.sheet]
        if id == "key" and thing.key is not None:
            return Value(thing.key)
        stored = sheet.fields.get(id)
        if id in sheet.computed or (stored is not None and not raw and f"{sheet.id}.{id}" in self.world.bonuses):
            return self._computed(sheet, id, base, maybe, node)
        if stored is None:
            self._no_field(sheet, id, node)
            return None
        of = optional(stored.type) if maybe else stored.type
        return Value(core.Part(base, sheet.fixed.index(id), maybe, of, node.span))

    def _no_field(self, sheet: SheetInfo, id: str, node: syntax.Dot) -> None:
        if id == "key":
            self.fault("unknown-name", "only a loop's variable over a group has a key", node)
            return
        keys = ("key",) if is_slip(id, "key") else ()
        self.unknown(id, (*sheet.fields, *sheet.computed, *keys), node, f"a {sheet.id} has no field")

    def _computed(self, sheet: SheetInfo, id: str, base: Core | Place, maybe: bool, node: syntax.Dot) -> Thing | None:
        function = self.world.function(f"{sheet.id}.{id}")
        if function is None or function.type == UNKNOWN:
            return None
        applied = core.Apply(function.id, self.with_scene(function, ((SELF, base),)), function.type, node.span)
        self.reads_of(function, dict(applied.args))
        if not maybe:
            return Value(applied)
        there = core.Fixed(base, False, OptionalOf(KEY)) if isinstance(base, Place) else base
        test = core.Test("!=", there, core.Const(None, NONE), FLAG)
        return Value(core.If(test, applied, core.Const(None, NONE), optional(function.type), node.span))
