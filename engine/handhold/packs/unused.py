"""What a pack declares and nothing uses.

Steps are what an event leaves, events are what is asked for, and what a pack is based on is told to those who are
handed it: these are never unused. A choice is, where nothing depends on the answer; a tally of a loop, where no step
changes it; and options of a setting, where nothing tells them from one another (one may stand for all that is left).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from handhold.language import core
from handhold.language.checker import check
from handhold.language.core import Core, Place
from handhold.language.faults import Fault
from handhold.language.parser import parse
from handhold.language.parts import nodes
from handhold.language.types import GroupOf, ListOf, Row, Sheet, Type, Word, present
from handhold.language.world import SCENE, SELF
from handhold.packs import checked, model
from handhold.packs.report import Findings
from handhold.packs.text import placeholders
from handhold.source import Span


def check_unused(pack: checked.Pack, findings: Findings) -> None:
    """Adds a warning `unused` for each setting, table, column, sheet, field, modifier, formula, need, choice and tally
    that nothing uses, and for options of a setting that nothing tells apart.

    Nothing is added for a pack without events, for that one is there to be looked up in.
    """
    if not pack.events:
        return
    uses = _Uses(pack)
    uses.find()
    for what, id, span in uses.left_over():
        findings.add("unused", f"nothing uses the {what} '{id}'", span, "delete it, or use it", "warning")
    for message, span, hint in (*uses.alike_options(), *uses.idle_steps()):
        findings.add("unused", message, span, hint, "warning")


@dataclass(slots=True)
class _Uses:
    """Goes through all formulas of a pack and keeps what each of them names; `owner` is whose formula it is."""

    pack: checked.Pack
    settings: set[str] = field(default_factory=set)
    words: set[tuple[str, str]] = field(default_factory=set)
    tables: set[str] = field(default_factory=set)
    columns: set[tuple[str, str]] = field(default_factory=set)
    read: set[str] = field(default_factory=set)
    """The names of steps and tallies that something reads, wherever they stand."""
    functions: set[str] = field(default_factory=set)
    fields: set[tuple[str, str]] = field(default_factory=set)
    names: set[tuple[str, str]] = field(default_factory=set)

    def find(self) -> None:
        """Looks at everything."""
        for id, function in self.pack.functions.items():
            self._formula(function.body, f"formulas.{id}", function.needs, id if id in self.pack.bonuses else "")
        for event in self.pack.events.values():
            needs = {id: known.type for id, known in event.needs.items()}
            owner = f"events.{event.id}"
            for tree in checked.formulas_of(event.body):
                if isinstance(tree, Place):
                    self._place(tree, owner, needs)
                else:
                    self._formula(tree, owner, needs)
            for text in event.says.values():
                for start, end in placeholders(text):
                    name = parse(text[start:end])
                    if not isinstance(name, Fault):
                        self._formula(check(name, event.scope, self.pack).core, owner, needs)

    def left_over(self) -> Iterator[tuple[str, str, Span]]:
        """What is not used: what it is, its id, its place."""
        source = self.pack.source
        types = set(_type_words(source))
        for id, setting in source.settings.items():
            if id not in self.settings:
                yield "setting", id, setting.span
        for id, table in source.tables.items():
            if id not in self.tables | types:
                yield "table", id, table.span
                continue
            for name, column in table.columns.items():
                if (id, name) not in self.columns:
                    yield "column", f"{id}.{name}", column.span
        for id, form in source.sheets.items():
            if id not in types and id != SCENE:
                yield "sheet", id, form.span
                continue
            for name, known in form.fields.items():
                if (id, name) not in self.fields:
                    yield "field", f"{id}.{name}", known.span
        for id, group in source.modifiers.items():
            if group.base is None:
                if id not in self.functions:
                    yield "modifier", id, group.span
                yield from self._needs(f"formulas.{id}", group.needs)
        for id, formula in source.formulas.items():
            if id not in self.functions:
                yield "formula", id, formula.span
            yield from self._needs(f"formulas.{id}", formula.needs)
        for id, event in source.events.items():
            yield from self._needs(f"events.{id}", event.needs)

    def alike_options(self) -> Iterator[tuple[str, Span, str]]:
        """Options of settings that nothing tells apart: what is wrong, its place, what to do."""
        for id, setting in self.pack.source.settings.items():
            alike = [option for option in setting.options if (id, option) not in self.words]
            if id in self.settings and len(alike) > 1:
                shown = " and ".join(f"'{option}'" for option in alike[:3])
                message = f"nothing tells the options {shown} of the setting '{id}' apart"
                yield message, setting.span, f"write 'settings.{id} is {alike[0]}' where it matters, or delete one"

    def idle_steps(self) -> Iterator[tuple[str, Span, str]]:
        """Choices on whose answer nothing depends, and tallies that nothing changes."""
        for event in self.pack.events.values():
            for statement in checked.statements(event.body):
                match statement:
                    case checked.Choose(name=name, site=site) if name not in self.read and name != "outcome":
                        message = f"nothing depends on the choice '{name}'"
                        yield message, site.span, f"use '{name}' in a step that comes after it, or delete it"
                    case checked.Loop(tracks=tracks, body=body, site=site):
                        changed = {each.target for each in checked.statements(body) if isinstance(each, checked.Put)}
                        for track in tracks:
                            if track.name not in changed:
                                message = f"no step of '{site.id}' changes '{track.name}'"
                                yield message, track.start.written.span, f"add a step with 'set: {track.name}'"
                    case _:
                        pass

    def _needs(self, owner: str, needs: Mapping[str, model.Field]) -> Iterator[tuple[str, str, Span]]:
        for need, known in needs.items():
            if (owner, need) not in self.names:
                yield "need", need, known.span

    def _formula(self, tree: Core, owner: str, needs: Mapping[str, Type], bonus: str = "") -> None:
        for node in nodes(tree):
            self._node(node, owner, needs, bonus)

    def _node(self, node: Core, owner: str, needs: Mapping[str, Type], bonus: str) -> None:
        match node:
            case core.Setting(id=id):
                self.settings.add(id)
            case core.Var(name=name):
                self.names.add((owner, name))
                self.read.add(name.rpartition(".")[2])
            case core.PassPart(name=name):
                self.read.add(name.rpartition(".")[2])
            case core.Cell(table=table, column=column):
                self.tables.add(table)
                self.columns.add((table, column))
            case core.RowAt(table=table):
                self.tables.add(table)
            case core.Const(value=str() as word, type=Word(setting=setting)):
                self.words.add((setting, word))
            case core.Const(type=of):
                inner = present(of)
                inner = inner.of if isinstance(inner, ListOf) else inner
                if isinstance(inner, Row):
                    self.tables.add(inner.table)
            case core.Part(base=base, index=index):
                sheet = _sheet_of(base.type)
                name = self.pack.sheets[sheet].fixed[index]
                # a group that adds to a field reads it, which is no use of the field
                if bonus != f"{sheet}.{name}" or not isinstance(base, core.Var):
                    self.fields.add((sheet, name))
            case core.State(place=place, id=id):
                self._place(place, owner, needs)
                if bonus != f"{place.sheet}.{id}" or place.root != SELF:
                    self._path(place.sheet, id.split("."))
            case core.Fixed(place=place):
                self._place(place, owner, needs)
            case core.Apply(id=id, args=args):
                self.functions.add(id)
                sheet, dot, name = id.partition(".")
                if dot:
                    self.fields.add((sheet, name))
                for _, arg in args:
                    if isinstance(arg, Place):
                        self._place(arg, owner, needs)
            case _:
                pass

    def _place(self, place: Place, owner: str, needs: Mapping[str, Type]) -> None:
        self.names.add((owner, place.root))
        if place.path:
            self._path(_sheet_of(needs[place.root] if place.root in needs else Sheet(place.root)), place.path)

    def _path(self, sheet: str, path: Iterable[str]) -> None:
        for name in path:
            self.fields.add((sheet, name))
            known = self.pack.sheets[sheet].fields.get(name)
            sheet = _sheet_of(known.type) if known is not None else ""


def _sheet_of(of: Type) -> str:
    match present(of):
        case Sheet(sheet=sheet) | GroupOf(sheet=sheet) | ListOf(of=Sheet(sheet=sheet)):
            return sheet
        case _:
            return ""


def _type_words(pack: model.Pack) -> Iterator[str]:
    """The words of all types that stand in a pack."""
    fields: list[model.Field] = []
    owners = (pack.formulas, pack.modifiers, pack.events)
    for table in pack.tables.values():
        fields.extend(table.columns.values())
    for form in pack.sheets.values():
        fields.extend(form.fields.values())
    for needs in (known.needs for held in owners for known in held.values()):
        fields.extend(needs.values())
    for known in fields:
        if known.type is not None:
            yield from known.type.text.split()
    for event in pack.events.values():
        yield from _chosen(event.steps)


def _chosen(steps: Mapping[str, model.Step]) -> Iterator[str]:
    for step in steps.values():
        match step:
            case model.ChooseStep(choose=choose):
                yield from choose.text.split()
            case model.LoopStep(steps=inner) | model.BlockStep(steps=inner):
                yield from _chosen(inner)
            case _:
                pass
