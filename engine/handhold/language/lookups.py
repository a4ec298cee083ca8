"""What is looked up or taken: members, passes, rows by number, formulas and modifiers with their needs, lists to
walk through.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from handhold.diagnostics import did_you_mean
from handhold.language import core, syntax
from handhold.language.bindings import element_binding, hides, lives_walk, loop_of, scene_binding
from handhold.language.core import Core, Place
from handhold.language.functions import FUNCTIONS
from handhold.language.names import Things
from handhold.language.printer import show
from handhold.language.scope import Done, Live, Lives, Own, Thing, Value
from handhold.language.types import (
    INTEGER,
    KEY,
    NUMBER,
    UNKNOWN,
    GroupOf,
    ListOf,
    OptionalOf,
    Passes,
    Row,
    Sheet,
    Type,
    fits,
    is_number,
    optional,
    present,
)
from handhold.language.world import SCENE, Function, is_live

_OTHER_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "round": "round_half_up(…)' or 'round_down(…)' or 'round_up(…)",
        **dict.fromkeys(("ceil", "ceiling", "roundup"), "round_up(…)"),
        **dict.fromkeys(("floor", "rounddown"), "round_down(…)"),
        **dict.fromkeys(("int", "trunc"), "toward_zero(…)"),
        **dict.fromkeys(("len", "size", "length"), "count(…)"),
        "if": "if … then … else …",
        **dict.fromkeys(
            ("roll", "throw", "rand", "random", "dice"), "roll: d6' in a step of its own, such as '{roll: d6}"
        ),
    }
)
"""What other languages call the functions."""


class Lookups(Things):
    """Resolves `id(…)`, and what formulas and events take by name."""

    # -- lookups ----------------------------------------------------------------------------------

    def lookup(self, node: syntax.Call) -> Thing | None:
        """What `id(…)` stands for: a member, a pass, a row found by number, a formula with parts replaced."""
        id = node.id
        binding = self.scope.names.get(id)
        if binding is not None:
            thing = self.name(syntax.Name(id, node.span)) if isinstance(binding, Own) else binding
            return None if thing is None else self._member(thing, node)
        if id in self.world.tables:
            return self._row_at(node)
        if self.world.function(id) is not None:
            if node.args:
                self.fault("wrong-arguments", f"the parts of '{id}' are named", node.args[0], "write name = value")
                return None
            return self.apply(id, node, node.named)
        known = (*FUNCTIONS, *self.world.tables, *self.world.function_ids(), *self.scope.names)
        hint = f"write '{_OTHER_WORDS[id]}'" if id in _OTHER_WORDS else did_you_mean(id, known)
        self.fault("unknown-name", f"nothing named '{id}' can be asked like this", node, hint)
        return None

    def _row_at(self, node: syntax.Call) -> Thing | None:
        table = self.world.tables[node.id]
        if len(node.args) != 1 or node.named:
            self.fault("wrong-arguments", f"the table '{node.id}' is looked up by one number", node)
            return None
        if not table.bands:
            self.fault(
                "wrong-arguments", f"the table '{node.id}' is not looked up by number", node, "its rows have no 'at'"
            )
            return None
        number = self.fitted(node.args[0], NUMBER)
        return Value(core.RowAt(table.id, number, Row(table.id), node.span))

    def _member(self, binding: Thing, node: syntax.Call) -> Thing | None:
        if len(node.args) != 1 or node.named:
            self.fault("wrong-arguments", f"'{node.id}' is looked up by one key", node)
            return None
        key_node = node.args[0]
        match binding:
            case Lives(place=place, type=GroupOf(sheet=sheet)):
                key = self.fitted(key_node, KEY)
                index = core.IndexOf(core.Fixed(place, True, binding.type), key, INTEGER, node.span)
                return Live(Place(place.root, place.path, sheet, index, len(place.path), span=node.span))
            case Value(core=tree) if isinstance(tree.type, GroupOf):
                key = self.fitted(key_node, KEY)
                return Value(core.Member(tree, key, Sheet(tree.type.sheet), node.span))
            case Value(core=tree) if isinstance(present(tree.type), Passes):
                return self._pass(self.use(binding, syntax.Name(node.id)), key_node, node)
            case _:
                self.fault("wrong-type", f"'{node.id}' is no group, loop or table to look something up in", node)
                return None

    def _pass(self, passes: Core, key_node: syntax.Formula, node: syntax.Call) -> Thing | None:
        kind = present(passes.type)
        assert isinstance(kind, Passes)
        key = self.fitted(key_node, kind.key)
        maybe = not kind.whole or isinstance(passes.type, OptionalOf)
        base = core.PassAt(passes, key, optional(kind.of) if maybe else kind.of, node.span)
        return Done(kind.of, "", base, loop_of(passes), maybe)

    # -- formulas and modifiers -------------------------------------------------------------------

    def apply(self, id: str, node: syntax.Name | syntax.Call, named: tuple[syntax.Named, ...]) -> Thing | None:
        """A formula or modifier group worked out, its needs given by `named`, else taken by name."""
        function = self.world.function(id)
        assert function is not None
        if function.type == UNKNOWN:
            # what is wrong with it is reported there; a need that seems to be missing may follow from that
            for part in named:
                if part.id in function.needs:
                    self._given(part.value, function.needs[part.id])
            return None
        given = {part.id: part for part in named}
        for part in named:
            if part.id not in function.needs or part.id == SCENE:
                self.unknown(part.id, (n for n in function.needs if n != SCENE), part, f"'{id}' needs no")
                return None
        args: dict[str, Core | Place] = {}
        for need, of in function.needs.items():
            if need == SCENE:
                continue
            arg = self._given(given[need].value, of) if need in given else self.by_name(need, of, id, node)
            if arg is None:
                return None
            args[need] = arg
        pairs = self.with_scene(function, tuple(args.items()))
        self.reads_of(function, dict(pairs))
        return Value(core.Apply(id, pairs, function.type, node.span))

    def _given(self, node: syntax.Formula, of: Type) -> Core | Place | None:
        if of == UNKNOWN:
            return None
        if is_live(of, self.world.sheets):
            return self.place(node, of)
        tree = self.fitted(node, of)
        return None if tree.type == UNKNOWN else tree

    def by_name(self, need: str, of: Type, id: str, node: syntax.Formula) -> Core | Place | None:
        """What the name `need` gives to a need of that name of `id`; None after a fault, be it of either of them."""
        if of == UNKNOWN:
            return None
        binding = self.scope.names.get(need)
        if need == SCENE:
            self.scene = True
            binding = scene_binding(self.world)
        if binding is None:
            hint = f"write {id}({need} = …), or name a value '{need}' before"
            self.fault("missing-need", f"'{id}' needs '{need}', and nothing here has that name", node, hint)
            return None
        word = syntax.Name(need, node.span)
        if isinstance(binding, Live | Lives):
            return self.place_for(binding, of, word)
        if isinstance(binding, Done):
            self.fault("wrong-type", f"'{id}' needs '{need}', and here that is {binding.names.owner}", node)
            return None
        if isinstance(binding, Own):
            known = self.name(word)
            if not isinstance(known, Value):
                return self.place_for(known, of, word) if isinstance(known, Live | Lives) else None
            binding = known
        assert isinstance(binding, Value)
        tree = self.use(binding, word)
        if tree.type == UNKNOWN:
            return None
        if not fits(tree.type, of):
            maybe = isinstance(tree.type, OptionalOf) and fits(present(tree.type), of)
            code, what = ("maybe-none", "may be absent") if maybe else ("wrong-type", f"is {tree.type}, not {of}")
            self.fault(code, f"'{id}' takes '{need}' by name, and here that {what}", node, f"write {id}({need} = …)")
            return None
        return tree

    def place_for(self, thing: Live | Lives, of: Type, node: syntax.Formula) -> Place | None:
        """The place of a live thing, if it is of the kind asked for."""
        actual: Type = Sheet(thing.place.sheet) if isinstance(thing, Live) else present(thing.type)
        if actual != present(of):
            self.fault("wrong-type", f"'{show(node)}' is {actual}, where {present(of)} is needed", node)
            return None
        place = thing.place
        maybe = (place.optional or not self.scope.present(thing.guards)) and (
            f"{show(node)} is not none" not in self.scope.facts
        )
        if maybe and not isinstance(of, OptionalOf):
            self.fault("maybe-none", f"'{show(node)}' may be absent here", node, "test 'is not none' first")
            return None
        return replace(place, optional=maybe)

    def with_scene(
        self, function: Function, args: tuple[tuple[str, Core | Place], ...]
    ) -> tuple[tuple[str, Core | Place], ...]:
        """The arguments, and the scene where the function reads it."""
        if SCENE not in function.needs:
            return args
        self.scene = True
        scene = scene_binding(self.world)
        return (*args, (SCENE, scene.place if isinstance(scene, Live) else scene.core))

    def reads_of(self, function: Function, args: Mapping[str, Core | Place]) -> None:
        """Notes the state that the function reads of its arguments."""
        for variable in function.reads:
            need, _, state_field = variable.partition(".")
            place = args[need]
            assert isinstance(place, Place)
            self.reads.add(place.variable(state_field))
            self.steady = False

    # -- lists ------------------------------------------------------------------------------------

    def refuse_hiding(self, name: str, node: syntax.Formula) -> None:
        """Reports a `for` variable that would hide another name."""
        what = hides(name, self.world, self.scope.names)
        if what:
            self.fault("hidden-name", f"'{name}' would hide {what}", node, "choose another name")

    def walk_source(self, node: syntax.Each) -> tuple[Core, Thing | None]:
        """The list that a `for` goes through, and what its variable stands for."""
        source = node.source
        thing = self.thing(source) if isinstance(source, syntax.Name | syntax.Dot | syntax.Call) else None
        if thing is None and isinstance(source, syntax.Name | syntax.Dot):
            return core.Const(None, UNKNOWN), None
        if isinstance(thing, Lives):
            return lives_walk(self.world, thing, node.name)
        if isinstance(thing, Live | Done):
            return self.fault("wrong-type", f"'{show(source)}' is no list", source), None
        tree = self.use(thing, source) if thing is not None else self.value(source, None)
        binding = element_binding(tree, node.name)
        if binding is None and tree.type != UNKNOWN:
            if isinstance(tree.type, OptionalOf):
                self.fault("maybe-none", f"'{show(source)}' may be absent here", source)
            else:
                ways = _range_meant(source) or f"write 1..{show(source)} for the numbers up to it"
                up_to = ways if is_number(tree.type) else ""
                self.fault("wrong-type", f"'{show(source)}' is no list", source, up_to)
        positions = core.Positions(tree, ListOf(INTEGER)) if isinstance(tree.type, GroupOf) else tree
        return positions, binding


def _range_meant(source: syntax.Formula) -> str:
    """What to write for `1-3`, where a list is needed; empty for anything else."""
    ends = show(source).split(" - ")
    return (
        f"write {ends[0]}..{ends[1]}" if isinstance(source, syntax.Sum) and len(ends) == len(source.parts) == 2 else ""
    )
