"""What the formulas of a pack name: settings, tables, columns, fields, functions, steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from handhold.language import core
from handhold.language.checker import check
from handhold.language.core import Core, Place
from handhold.language.faults import Fault
from handhold.language.parser import parse
from handhold.language.parts import nodes
from handhold.language.types import GroupOf, ListOf, Row, Sheet, Type, Word, present
from handhold.language.world import SELF
from handhold.packs import checked
from handhold.packs.checks.decided import line_at, step_at
from handhold.packs.text import placeholders
from handhold.source import Span


@dataclass(frozen=True, slots=True)
class Spoken:
    """A formula, or a place that is handed over or changed.

    `path` is that of the entry or key that it belongs to, `span` where it stands, `owner` whose `needs` it can name.
    `bonus` is the field that it is a part of, in a group that adds to one.
    """

    path: str
    span: Span
    tree: Core | Place
    owner: str
    needs: Mapping[str, Type]
    bonus: str = ""


def every_formula(pack: checked.Pack) -> Iterator[Spoken]:
    """Everything in a pack that can name something."""
    for id, function in pack.functions.items():
        bonus = id if id in pack.bonuses else ""
        owner = f"formulas.{id}"
        if isinstance(function.body, core.Stack):
            for line in function.body.lines:
                path = f"modifiers.{function.body.group}.lines.{line.id}"
                place = line_at(pack.source, function.body.group, line.id)
                for tree in (line.when, line.value) if line.when is not None else (line.value,):
                    yield Spoken(path, place, tree, owner, function.needs, bonus)
            continue
        path = f"sheets.{id}" if "." in id else owner
        place = pack.written[id if "." in id else owner].span
        yield Spoken(path, place, function.body, owner, function.needs, bonus)
    for event in pack.events.values():
        needs = {id: known.type for id, known in event.needs.items()}
        owner = f"events.{event.id}"
        for statement in checked.statements(event.body):
            place = step_at(pack.source, statement)
            alone = replace(statement, body=()) if isinstance(statement, checked.Branch | checked.Loop) else statement
            for each in checked.formulas_of((alone,)):
                yield Spoken(statement.site.path, place, each, owner, needs)
        for outcome, text in event.says.items():
            path = f"{owner}.says.{outcome}" if outcome else f"{owner}.says"
            for start, end in placeholders(text):
                name = parse(text[start:end])
                if not isinstance(name, Fault):
                    place = pack.source.events[event.id].says[outcome].written.span
                    yield Spoken(path, place, check(name, event.scope, pack).core, owner, needs)


@dataclass(slots=True)
class Uses:
    """What formulas name, and whose formula it is (`owner`)."""

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

    def add(self, spoken: Spoken) -> None:
        """What a formula or place names is used."""
        if isinstance(spoken.tree, Place):
            self._place(spoken.tree, spoken.owner, spoken.needs)
        else:
            for node in nodes(spoken.tree):
                self._node(node, spoken.owner, spoken.needs, spoken.bonus)

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
