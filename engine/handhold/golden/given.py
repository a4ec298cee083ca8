"""What a case gives to its event, judged where it is written: needs, answers to choices, settings, names of rolls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from handhold.diagnostics import Diagnostic, did_you_mean
from handhold.golden.cases import Case
from handhold.language.types import GroupOf, ListOf, Sheet, Type, Word, present
from handhold.language.world import NO_DEFAULT, SCENE, FieldInfo, SheetInfo, is_live
from handhold.packs import checked
from handhold.packs.text import short, show
from handhold.packs.values import ValueFault, convert, field_value, items_in, live_value, members_in, no_field
from handhold.packs.yaml.nodes import Key, Node, Sequence, plain
from handhold.packs.yaml.nodes import Mapping as MappingNode
from handhold.play.inputs import Paths, choice_paths, kinds_of, statements_below
from handhold.source import Span

Found = tuple[Span, ValueFault]
"""A value that does not fit, and where it stands."""


def entries_of(node: Node | None) -> dict[str, tuple[Key, Node]]:
    """What stands in a mapping by name; nothing for anything else."""
    return {str(key.value): (key, value) for key, value in node.entries} if isinstance(node, MappingNode) else {}


class Given:
    """Judges what is given to one event of a pack."""

    def __init__(self, pack: checked.Pack, event: checked.Event) -> None:
        self._pack = pack
        self._event = event
        self._kinds = kinds_of(pack)
        self._choices = choice_paths(pack, event)
        self._choice_paths = Paths(self._choices)
        below = statements_below(pack, event.body)
        self._rolls = tuple(path + each.name for path, each in below if isinstance(each, checked.Roll))
        self._roll_paths = Paths(self._rolls)

    def faults(self, case: Case) -> Iterator[Diagnostic]:
        """All that does not fit, each at its place."""
        for span, fault in self._needs(case.body.get("given"), case.span):
            yield Diagnostic("bad-case", str(fault), span, fault.hint)
        yield from self._answers(case.body.get("choices"))
        for name, (key, _) in entries_of(case.body.get("dice")).items():
            if not self._roll_paths.led_to(name):
                message = f"'{self._event.id}' has no roll '{show(name)}'"
                yield Diagnostic("bad-case", message, key.span, did_you_mean(name, self._rolls))
        yield from self._settings(case.body.get("settings"))

    # -- needs ---------------------------------------------------------------------------------------------------------

    def _needs(self, node: Node | None, whole: Span) -> Iterator[Found]:
        given = entries_of(node)
        needs = self._event.needs
        whole = node.span if node is not None and given else whole
        for name, (key, _) in given.items():
            if name not in needs and not (name == SCENE and SCENE in self._pack.sheets):
                hint = did_you_mean(name, needs)
                yield key.span, ValueFault(show(name), f"is nothing that '{self._event.id}' needs", hint)
        yield from self._fields(needs, given, "", whole)

    def _fields(
        self, fields: Mapping[str, FieldInfo], given: Mapping[str, tuple[Key, Node]], path: str, whole: Span
    ) -> Iterator[Found]:
        for name, known in fields.items():
            inner = f"{path}.{name}" if path else name
            if name in given:
                yield from self._field(given[name][1], known, inner)
            else:
                yield from self._value(NO_DEFAULT, known, inner, whole)

    def _field(self, node: Node, known: FieldInfo, path: str) -> Iterator[Found]:
        match present(known.type), node:
            case Sheet(sheet=sheet), MappingNode():
                yield from self._sheet(node, self._pack.sheets[sheet], path)
            case GroupOf(sheet=sheet), MappingNode(entries=entries):
                yield from _refused(members_in, {str(key.value): None for key, _ in entries}, path, node.span)
                for key, member in entries:
                    yield from self._field(member, FieldInfo(known.id, Sheet(sheet)), f"{path}.{show(str(key.value))}")
            case ListOf(of=of), Sequence(items=items):
                yield from _refused(items_in, items, path, node.span)
                for n, item in enumerate(items, 1):
                    yield from self._field(item, FieldInfo(known.id, of), f"{path}.{n}")
            case _:
                yield from self._value(plain(node), known, path, node.span)

    def _sheet(self, node: MappingNode, sheet: SheetInfo, path: str) -> Iterator[Found]:
        given = entries_of(node)
        for name, (key, _) in given.items():
            if name not in sheet.fields:
                yield key.span, no_field(sheet, name, path)
        yield from self._fields(sheet.fields, given, path, node.span)

    def _value(self, data: object, known: FieldInfo, path: str, span: Span) -> Iterator[Found]:
        try:
            if is_live(known.type, self._pack.sheets):
                live_value(None if data is NO_DEFAULT else data, known.type, self._kinds, path, {}, path)
            else:
                field_value(data, known, self._kinds, path)
        except ValueFault as fault:
            yield span, fault

    # -- choices and settings ------------------------------------------------------------------------------------------

    def _answers(self, node: Node | None) -> Iterator[Diagnostic]:
        for name, (key, value) in entries_of(node).items():
            paths = self._choice_paths.led_to(name)
            if not paths:
                message = f"'{self._event.id}' has no choice '{show(name)}'"
                yield Diagnostic("bad-case", message, key.span, did_you_mean(name, self._choices))
            for path in paths[:1]:
                yield from self._constant(value, self._choices[path].type, name)

    def _settings(self, node: Node | None) -> Iterator[Diagnostic]:
        for name, (key, value) in entries_of(node).items():
            known = self._pack.settings.get(name)
            if known is None:
                message = f"the pack has no setting '{show(name)}'"
                yield Diagnostic("bad-case", message, key.span, did_you_mean(name, self._pack.settings))
            elif not isinstance(known.type, Word):
                yield from self._constant(value, known.type, name)
            elif plain(value) not in known.options:
                message = f"{short(plain(value))} is no option of the setting '{name}'"
                yield Diagnostic("bad-case", message, value.span, did_you_mean(str(plain(value)), known.options))

    def _constant(self, node: Node, of: Type, path: str) -> Iterator[Diagnostic]:
        try:
            convert(plain(node), of, self._kinds, show(path))
        except ValueFault as fault:
            yield Diagnostic("bad-case", str(fault), node.span, fault.hint)


def _refused(taken: Callable[[object, str], object], data: object, path: str, span: Span) -> Iterator[Found]:
    """The fault for which data are not taken."""
    try:
        taken(data, path)
    except ValueFault as fault:
        yield span, fault
