"""Nodes to the model of a pack: each section, entry by entry, as it was written.

What has the wrong shape is left to the schema, which is asked before; the reader still reports it, for whoever reads
without the schema, and goes on with the next entry. It alone sees what a schema cannot: entries that stand in two
files, and formulas that YAML has changed on the way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Final, Literal, get_args

from handhold import limits
from handhold.diagnostics import Diagnostic
from handhold.packs import model
from handhold.packs.reading.read_steps import step
from handhold.packs.reading.slots import Fields, Skip, Slots, key_spans
from handhold.packs.text import placeholders, show
from handhold.packs.yaml.nodes import Key, Node, Scalar
from handhold.packs.yaml.nodes import Mapping as MappingNode
from handhold.packs.yaml.nodes import Sequence as SequenceNode
from handhold.source import Span

SECTIONS: Final = ("settings", "tables", "sheets", "modifiers", "formulas", "events")
"""The sections of a pack; each may be spread over several files."""

HEADER: Final = ("pack", "format", "version", "title", "license", "based_on", "note", "extends", "over")
"""The keys of the header, which stands in the first file only."""

_META: Final = frozenset({"title", "cite", "note"})

Take = Literal["sum", "first", "highest", "lowest"]
Helps = Literal["", "higher", "lower"]


def merge(documents: Sequence[Node]) -> tuple[MappingNode | None, tuple[Diagnostic, ...]]:
    """The files of a pack as one mapping, each section once; the first file has the header.

    An entry that stands in two files is an error that names both places. None if the first file is no mapping.
    """
    found: list[Diagnostic] = []
    whole: dict[str, tuple[Key, Node]] = {}
    for number, document in enumerate(documents):
        if not isinstance(document, MappingNode):
            found.append(_not_a_pack(document))
            continue
        of_cases = document.get("cases") is not None
        for key, node in document.entries:
            id = str(key.value)
            before = whole.get(id)
            if id == "cases":
                message = "'cases' stand in files of cases, and this is a file of rules"
                found.append(
                    Diagnostic("unknown-key", message, key.span, "those lie in the folder 'tests' of the pack")
                )
            elif number and of_cases and id in HEADER:
                continue
            elif number and id in HEADER:
                message = f"'{id}' belongs to the header of the pack"
                found.append(Diagnostic("bad-header", message, key.span, "write it in pack.yaml"))
            elif before is None:
                whole[id] = (key, node)
            elif isinstance(node, SequenceNode) and isinstance(before[1], SequenceNode):
                whole[id] = (before[0], SequenceNode((*before[1].items, *node.items), before[1].written))
            elif isinstance(node, MappingNode) and isinstance(before[1], MappingNode):
                whole[id] = (before[0], _joined(id, before[1], node, found))
            else:
                wrong = before[1] if isinstance(node, MappingNode) else node
                found.append(Diagnostic("wrong-kind", f"'{show(id)}' holds entries, each with its id", wrong.span))
    if not documents or not isinstance(documents[0], MappingNode):
        return None, tuple(found)
    return MappingNode(tuple(whole.values()), documents[0].written), tuple(found)


def read_pack(documents: Sequence[Node]) -> tuple[model.Pack | None, tuple[Diagnostic, ...]]:
    """The model of a pack whose files are `documents`, pack.yaml first; None if that is no mapping."""
    whole, merged = merge(documents)
    if whole is None:
        return None, merged
    pack, found = read_merged(whole)
    return pack, (*merged, *found)


def read_merged(whole: MappingNode) -> tuple[model.Pack, tuple[Diagnostic, ...]]:
    """The model of a pack that `merge` has made one mapping; faulty entries are left out."""
    reader = _Reader()
    pack = reader.pack(whole)
    return pack, tuple(reader.found)


def _joined(section: str, first: MappingNode, second: MappingNode, found: list[Diagnostic]) -> MappingNode:
    known = {str(key.value): key for key, _ in first.entries}
    kept = list(first.entries)
    for key, node in second.entries:
        before = known.get(str(key.value))
        if before is None:
            kept.append((key, node))
            continue
        message = f"'{show(str(key.value))}' stands in '{show(section)}' a second time"
        found.append(Diagnostic("duplicate-key", message, key.span, f"{before.span} has it too: rename or delete one"))
    return MappingNode(tuple(kept), first.written)


def _not_a_pack(node: Node) -> Diagnostic:
    hint = "a file of a pack holds keys and values, such as 'title: My pack'"
    if isinstance(node, Scalar) and ":" in node.text:
        hint = "write a space after the colon"
    return Diagnostic("not-a-pack", "this file is no part of a pack", node.span, hint)


class _Reader(Slots):
    """Makes the model of one pack."""

    def pack(self, whole: MappingNode) -> model.Pack:
        nodes = {str(key.value): node for key, node in whole.entries}
        return model.Pack(
            self.header(Fields(whole, _head(whole))),
            self.each(nodes.get("settings"), "settings", self.setting),
            self.each(nodes.get("tables"), "tables", self.table),
            self.each(nodes.get("sheets"), "sheets", self.sheet),
            self.each(nodes.get("modifiers"), "modifiers", self.modifier),
            self.each(nodes.get("formulas"), "formulas", self.named_formula),
            self.each(nodes.get("events"), "events", self.event),
            frozenset(self.lost),
        )

    def header(self, fields: Fields) -> model.Header:
        name = fields.nodes.get("pack")
        if name is None:
            self.report("missing-key", "the key 'pack' is missing", fields.span)
        number = fields.nodes.get("format")
        is_number = isinstance(number, Scalar) and type(number.value) is int
        return model.Header(
            pack=name.text if isinstance(name, Scalar) else "",
            format=number.value if isinstance(number, Scalar) and isinstance(number.value, int) and is_number else 0,
            version=self.text(fields, "version"),
            title=self.text(fields, "title"),
            license=self.text(fields, "license"),
            based_on=tuple(self.each(fields.nodes.get("based_on"), "based_on", self.origin).values()),
            note=self.text(fields, "note"),
            span=fields.keys.get("pack", fields.span),
            extends=self.text(fields, "extends"),
        )

    def origin(self, id: str, node: Node, span: Span) -> model.Origin:
        fields = self.fields(node, "an origin", span)
        title, author, url, note = (self.text(fields, key) for key in ("title", "author", "url", "note"))
        return model.Origin(id, title, author, url, note)

    def setting(self, id: str, node: Node, span: Span) -> model.Setting:
        fields = self.fields(node, "a setting", span)
        listed = fields.nodes.get("options")
        items = listed.items if isinstance(listed, SequenceNode) else ()
        options = tuple(item.text for item in items if isinstance(item, Scalar))
        value = self.constant(self.need(fields, "value"))
        question, reading = self.text(fields, "question"), self.text(fields, "reading")
        return model.Setting(id, value, options, question, reading, self.meta(fields), span)

    def field(self, id: str, node: Node, span: Span) -> model.Field:
        """A field, need or column: the text of its type alone, or a mapping."""
        if isinstance(node, Scalar):
            if node.value is None:
                self.report(
                    "wrong-kind", f"'{show(id)}' has no type", node.span, "write one after the colon, such as integer"
                )
                raise Skip
            of = self.written(node, id)
            return model.Field(id, of, None, None, None, None, None, False, None, model.Meta(), span)
        fields = self.fields(node, "a field", span)
        of_node = fields.nodes.get("type")
        return model.Field(
            id,
            type=None if of_node is None else self.written(of_node, "type"),
            default=self.maybe_constant(fields, "default"),
            min=self.maybe_constant(fields, "min"),
            max=self.maybe_constant(fields, "max"),
            above=self.maybe_constant(fields, "above"),
            below=self.maybe_constant(fields, "below"),
            changes=self.flag(fields, "changes"),
            value=self.maybe_formula(fields, "value"),
            meta=self.meta(fields),
            span=span,
        )

    def table(self, id: str, node: Node, span: Span) -> model.Table:
        fields = self.fields(node, "a table", span)
        declared = self.each(fields.nodes.get("columns"), "columns", self.field)
        # the schema refuses a column with the name of a row's own keys: every row would seem to lack it
        columns = {name: column for name, column in declared.items() if name not in (*_META, "at")}
        rows = self.each(self.need(fields, "rows"), "rows", self.row)
        if len(columns) * len(rows) > limits.CELLS:
            message = f"'{show(id)}' has {len(columns)} columns and {len(rows)} rows"
            self.report("too-big", message, span, f"{limits.CELLS:,} cells are allowed in one table")
        return model.Table(id, self.flag(fields, "ordered"), columns, rows, self.meta(fields), span)

    def row(self, id: str, node: Node, span: Span) -> model.TableRow:
        fields = self.fields(node, "a row", span)
        cells = {name: self.constant(cell) for name, cell in fields.nodes.items() if name not in (*_META, "at")}
        at = self.maybe_constant(fields, "at")
        return model.TableRow(id, at, MappingProxyType(cells), fields.keys, self.meta(fields), span)

    def sheet(self, id: str, node: Node, span: Span) -> model.SheetForm:
        fields = self.fields(node, "a sheet", span)
        assert isinstance(node, MappingNode)
        declared = tuple((key, value) for key, value in node.entries if str(key.value) not in _META)
        made = self.each(MappingNode(declared, node.written), "sheets", self.field)
        return model.SheetForm(id, made, self.meta(fields), span)

    def modifier(self, id: str, node: Node, span: Span) -> model.Modifier:
        fields = self.fields(node, "a group of modifiers", span)
        take = self.word(fields, "take", get_args(Take))
        helps = self.word(fields, "helps", get_args(Helps))
        base = fields.nodes.get("base")
        return model.Modifier(
            id,
            take=next(known for known in get_args(Take) if known == take),
            helps=next(known for known in get_args(Helps) if known == helps),
            base=None if base is None else self.written(base, "base"),
            needs=self.each(fields.nodes.get("needs"), "needs", self.field),
            lines=self.each(self.need(fields, "lines"), "lines", self.line),
            meta=self.meta(fields),
            span=span,
        )

    def line(self, id: str, node: Node, span: Span) -> model.Line:
        fields = self.fields(node, "a line", span)
        when = self.maybe_formula(fields, "when")
        return model.Line(id, when, self.need_formula(fields, "value"), self.meta(fields), span)

    def named_formula(self, id: str, node: Node, span: Span) -> model.NamedFormula:
        fields = self.fields(node, "a formula", span)
        needs = self.each(fields.nodes.get("needs"), "needs", self.field)
        return model.NamedFormula(id, needs, self.need_formula(fields, "value"), self.meta(fields), span)

    def event(self, id: str, node: Node, span: Span) -> model.Event:
        fields = self.fields(node, "an event", span)
        steps = self.each(self.need(fields, "steps"), "steps", partial(step, self))
        many = _number_of(steps)
        if many > limits.STEPS:
            message = f"'{show(id)}' has {many:,} steps, and {limits.STEPS:,} are allowed"
            self.report("too-big", message, span, "make events of some of them, which this one does")
        return model.Event(
            id,
            needs=self.each(fields.nodes.get("needs"), "needs", self.field),
            steps=steps,
            says=self.says(fields.nodes.get("says")),
            keys=key_spans(fields.nodes.get("says")),
            meta=self.meta(fields),
            span=span,
        )

    def says(self, node: Node | None) -> Mapping[str, model.Constant]:
        if isinstance(node, Scalar):
            return MappingProxyType({"": self.said("", node, node.span)})
        return self.each(node, "says", self.said)

    def said(self, id: str, node: Node, span: Span) -> model.Constant:
        text = self.constant(node)
        for start, end in placeholders(text.written.text):
            self.spend(text.written.text[start:end], text.written.within(start, end))
        return text


def _number_of(steps: Mapping[str, model.Step]) -> int:
    """How many steps there are, those inside blocks and loops included."""
    inner = (step.steps for step in steps.values() if isinstance(step, model.BlockStep | model.LoopStep))
    return len(steps) + sum(map(_number_of, inner))


def _head(whole: MappingNode) -> Span:
    return whole.entries[0][0].span if whole.entries else whole.span
