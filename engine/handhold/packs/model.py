"""A pack as written: the tree that the reader makes of YAML and that variants and checks work on.

Nothing here is judged yet: formulas and constants are the text their author wrote, with its place. Every mapping
keeps the order of the file. Ids are unique in their mapping, so every entry has a dotted path
(`tables.distances.rows.short.exhaustion`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from handhold.source import Span, Written


@dataclass(frozen=True, slots=True)
class Constant:
    """A constant in a data slot: what YAML says by our own rules, and the text as written.

    `value` is an int or exact Fraction, a bool, None, a text, or a tuple of constants (a YAML list), or a dict of
    constants by text (a YAML mapping). The text as written is empty for a list or mapping of more than
    `limits.TEXT_LENGTH` code points.
    """

    value: object
    written: Written


@dataclass(frozen=True, slots=True)
class Meta:
    """What any entry may carry for the reader: title, cite, note (empty when absent)."""

    title: str = ""
    cite: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """A reading or house value. `options` is empty for a number or flag."""

    id: str
    value: Constant
    options: tuple[str, ...]
    question: str
    reading: str
    meta: Meta
    span: Span


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a sheet, a need of a formula, modifier or event, or a column of a table: a declared type and its
    limits.

    `type` is the type's text (`optional list of loan`). `value` is the formula of a computed field, which has no
    other key but `type` may be empty then. `changes` marks state.
    """

    id: str
    type: Written | None
    default: Constant | None
    min: Constant | None
    max: Constant | None
    above: Constant | None
    below: Constant | None
    changes: bool
    value: Written | None
    meta: Meta
    span: Span


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row: `at` are the numbers that find it (written as a number, a range or a list of them), `cells` by
    column, `keys` are the places of their keys.
    """

    id: str
    at: Constant | None
    cells: Mapping[str, Constant]
    keys: Mapping[str, Span]
    meta: Meta
    span: Span


@dataclass(frozen=True, slots=True)
class Table:
    """Named rows with columns."""

    id: str
    ordered: bool
    columns: Mapping[str, Field]
    rows: Mapping[str, TableRow]
    meta: Meta
    span: Span


@dataclass(frozen=True, slots=True)
class SheetForm:
    """What a thing is made of."""

    id: str
    fields: Mapping[str, Field]
    meta: Meta
    span: Span


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a modifier group; `when` None means always."""

    id: str
    when: Written | None
    value: Written
    meta: Meta
    span: Span


@dataclass(frozen=True, slots=True)
class Modifier:
    """Several named lines that make one value. `base` is the `sheet.field` that the lines add to, if any."""

    id: str
    take: Literal["sum", "first", "highest", "lowest"]
    helps: Literal["", "higher", "lower"]
    base: Written | None
    needs: Mapping[str, Field]
    lines: Mapping[str, Line]
    meta: Meta
    span: Span


@dataclass(frozen=True, slots=True)
class NamedFormula:
    """One named line, one value."""

    id: str
    needs: Mapping[str, Field]
    value: Written
    meta: Meta
    span: Span


@dataclass(frozen=True, slots=True)
class RefusalLine:
    """One ground for a refusal: its code is the id."""

    id: str
    when: Written
    because: str
    meta: Meta
    span: Span


@dataclass(frozen=True, slots=True)
class ValueStep:
    """Names a value."""

    id: str
    when: Written | None
    value: Written
    meta: Meta
    span: Span


@dataclass(frozen=True, slots=True)
class RollStep:
    """Throws dice; the name is the total."""

    id: str
    when: Written | None
    roll: Written
    meta: Meta
    span: Span


@dataclass(frozen=True, slots=True)
class ChooseStep:
    """A decision: of the type `choose`, by whom, among what, with which default; `refuse` judges the answer."""

    id: str
    when: Written | None
    choose: Written
    by: Literal["player", "opponent", "gm"]
    default: Written | None
    among: Written | None
    refuse: Mapping[str, RefusalLine]
    meta: Meta
    span: Span


@dataclass(frozen=True, slots=True)
class SetStep:
    """Changes a state field or a track name."""

    id: str
    when: Written | None
    set: Written
    to: Written
    meta: Meta
    span: Span


@dataclass(frozen=True, slots=True)
class DoStep:
    """Another event; `with_` says what is not taken by name, `keys` are the places of its keys.

    `go_on`: a refusal of the other event does not refuse this one.
    """

    id: str
    when: Written | None
    do: Written
    with_: Mapping[str, Written]
    keys: Mapping[str, Span]
    go_on: bool
    meta: Meta
    span: Span


@dataclass(frozen=True, slots=True)
class RefuseStep:
    """Grounds on which the event is refused; all that hold are reported."""

    id: str
    when: Written | None
    refuse: Mapping[str, RefusalLine]
    meta: Meta
    span: Span


@dataclass(frozen=True, slots=True)
class LoopStep:
    """`each: variable in source` or `repeat: times` (then `variable` is empty and `source` is the number of times)."""

    id: str
    when: Written | None
    variable: str
    source: Written
    track: Mapping[str, Written]
    until: Written | None
    steps: Mapping[str, Step]
    meta: Meta
    span: Span


@dataclass(frozen=True, slots=True)
class BlockStep:
    """Several steps under one condition."""

    id: str
    when: Written
    steps: Mapping[str, Step]
    meta: Meta
    span: Span


Step = ValueStep | RollStep | ChooseStep | SetStep | DoStep | RefuseStep | LoopStep | BlockStep


@dataclass(frozen=True, slots=True)
class Event:
    """Something that can happen. `says` are sentences for a person by outcome ("" for any other): `{name}` stands
    for a value. `keys` are the places of the outcomes there.
    """

    id: str
    needs: Mapping[str, Field]
    steps: Mapping[str, Step]
    says: Mapping[str, Constant]
    keys: Mapping[str, Span]
    meta: Meta
    span: Span


@dataclass(frozen=True, slots=True)
class Origin:
    """What the pack is based on."""

    id: str
    title: str
    author: str
    url: str
    note: str


@dataclass(frozen=True, slots=True)
class Header:
    """Who the pack is.

    `extends` is what a variant extends, as written: `lurasko >=1,<2`. `variants` are the headers of the variants that
    are on the pack, in the order in which they were put on.
    """

    pack: str
    format: int
    version: str
    title: str
    license: str
    based_on: tuple[Origin, ...]
    note: str
    span: Span
    extends: str = ""
    variants: tuple[Header, ...] = ()

    @property
    def name(self) -> str:
        """The pack and its variants as a program names them: `lurasko@1.0.0+wet-season@1.0.0`."""
        return "+".join(f"{each.pack}@{each.version}" for each in (self, *self.variants))

    @property
    def shown(self) -> str:
        """The pack and its variants as a person reads them: `lurasko 1.0.0 + wet-season 1.0.0`."""
        return " + ".join(f"{each.pack} {each.version}" for each in (self, *self.variants))

    @property
    def called(self) -> str:
        """What a person calls it: its title, or those of its variants."""
        return " + ".join(each.title for each in self.variants or (self,))


@dataclass(frozen=True, slots=True)
class Pack:
    """The six sections and the header. `lost` are ids of entries that a fault has kept out of them."""

    header: Header
    settings: Mapping[str, Setting]
    tables: Mapping[str, Table]
    sheets: Mapping[str, SheetForm]
    modifiers: Mapping[str, Modifier]
    formulas: Mapping[str, NamedFormula]
    events: Mapping[str, Event]
    lost: frozenset[str] = frozenset()
