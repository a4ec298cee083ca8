"""Settings, tables and sheets: their types resolved and their constants converted."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from handhold import limits
from handhold.diagnostics import FEW, did_you_mean, is_slip, meant
from handhold.language.faults import Fault
from handhold.language.parser import TypeText, parse_range, parse_type
from handhold.language.types import (
    FLAG,
    INTEGER,
    NUMBER,
    UNKNOWN,
    WRITABLE,
    GroupOf,
    ListOf,
    OptionalOf,
    Row,
    Sheet,
    Type,
    Word,
    is_number,
    present,
)
from handhold.language.world import (
    NO_DEFAULT,
    Band,
    FieldInfo,
    Limits,
    Number,
    SettingInfo,
    SheetInfo,
    TableInfo,
    is_live,
)
from handhold.packs import model
from handhold.packs.checks.chain import linked
from handhold.packs.checks.report import Findings
from handhold.packs.values import Kinds, ValueFault, as_number, convert
from handhold.source import Span, Written

_META: Final = ("title", "cite", "note")

_OTHER_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(("int", "whole", "count"), "integer"),
        **dict.fromkeys(("float", "decimal", "real", "fraction"), "number"),
        **dict.fromkeys(("bool", "boolean", "yesno", "truth"), "flag"),
        **dict.fromkeys(("str", "string", "word", "name"), "text"),
        **dict.fromkeys(("die", "roll"), "dice"),
        **dict.fromkeys(("list", "array", "set"), "list of integer"),
    }
)
"""What other languages call the types."""


class Declarations:
    """The declarations of a pack. Faults go to the findings; what is faulty gets the unknown type, so that nothing
    follows from it.
    """

    def __init__(self, pack: model.Pack, findings: Findings) -> None:
        self._pack = pack
        self._findings = findings
        self.settings: dict[str, SettingInfo] = {id: self._setting(known) for id, known in pack.settings.items()}
        self.tables: dict[str, TableInfo] = {}
        self.sheets: dict[str, SheetInfo] = {}
        self._kinds = Kinds(self.tables, self.sheets)
        self._refuse_shared_ids()
        # rows are known before any cell or default is read, and which sheets are live before any field is judged
        for id, table in pack.tables.items():
            columns = {name: self.type_of(column.type, column.span) for name, column in table.columns.items()}
            self.tables[id] = TableInfo(id, table.ordered, tuple(table.rows), columns, {}, self._bands(table))
        self._find_live()
        for table in pack.tables.values():
            self._fill(table)
        for form in self._by_use():
            self.sheets[form.id] = self._sheet(form)

    @property
    def kinds(self) -> Kinds:
        """The tables and sheets, for converting values."""
        return self._kinds

    # -- settings ---------------------------------------------------------------------------------

    def _setting(self, setting: model.Setting) -> SettingInfo:
        value = setting.value.value
        span = setting.value.written.span
        if setting.options:
            if value not in setting.options:
                self._findings.add(
                    "bad-value",
                    f"'{value}' is no option of the setting '{setting.id}'",
                    span,
                    did_you_mean(str(value), setting.options),
                )
            return SettingInfo(setting.id, Word(setting.id), value, setting.options)
        if isinstance(value, bool):
            return SettingInfo(setting.id, FLAG, value, ())
        number = as_number(value) if isinstance(value, int | Fraction) else None
        if number is None:
            message = "a setting is a number, true or false, or a word with 'options'"
            self._findings.add("bad-value", message, span, f"add 'options: [{value}, …]'")
            return SettingInfo(setting.id, UNKNOWN, value, ())
        return SettingInfo(setting.id, INTEGER if isinstance(number, int) else NUMBER, number, ())

    # -- types ------------------------------------------------------------------------------------

    def type_of(self, written: Written | None, span: Span, id: str = "") -> Type:
        """The type that the text of a type says, of the thing called `id`; unknown after a fault."""
        if written is None:
            self._findings.add("missing-key", "the type is missing", span, "write 'type: integer' or the like")
            return UNKNOWN
        text = parse_type(written.text)
        if isinstance(text, Fault):
            # beside the fields of a sheet stand title, cite and note
            near = next((f"did you mean '{key}'?" for key in _META if is_slip(id, key)), "")
            self._findings.faults((replace(text, hint=near or text.hint),), written)
            return UNKNOWN
        return self._type(text, written, brought=written.span.variant not in ("", span.variant))

    def _type(self, text: TypeText, written: Written, *, brought: bool) -> Type:
        """The type that a text says; a variant has `brought` it to a thing that another pack wrote, or not."""
        if text.of is not None and text.kind != "group":
            inner = self._type(text.of, written, brought=brought)
            if inner == UNKNOWN:
                return UNKNOWN
            return OptionalOf(inner) if text.kind == "optional" else ListOf(inner)
        id = text.id if text.of is None else text.of.id
        span = written.within(*(text if text.of is None else text.of).span)
        if text.kind == "group":
            if id in self._pack.sheets:
                return GroupOf(id)
            message = f"no sheet named '{id}'"
            self._findings.add("unknown-name", message, span, did_you_mean(id, self._pack.sheets))
            return UNKNOWN
        if id in WRITABLE:
            return WRITABLE[id]
        if id in self._pack.tables:
            return Row(id)
        if id in self._pack.sheets:
            return Sheet(id)
        known = (*WRITABLE, *self._pack.tables, *self._pack.sheets)
        hint = f"write '{_OTHER_WORDS[id]}'" if id in _OTHER_WORDS else did_you_mean(id, known)
        if brought and not hint.startswith(("did you mean", "write")):
            hint = "what stands here is the type; the path of a default, a limit or a title ends in that key"
        self._findings.add("unknown-name", f"no type '{id}'", span, hint)
        return UNKNOWN

    def field(self, declared: model.Field) -> FieldInfo:
        """A stored field, need or column, with its default and limits converted."""
        of = self.type_of(declared.type, declared.span, declared.id)
        limits = Limits(
            *(self._limit(limit, of) for limit in (declared.min, declared.max, declared.above, declared.below))
        )
        default = NO_DEFAULT if declared.default is None else self.constant(declared.default, of)
        if (
            default is not NO_DEFAULT
            and declared.default is not None
            and isinstance(default, int | Fraction)
            and is_number(present(of))
        ):
            broken = limits.broken_by(default)
            if broken:
                self._findings.add("bad-value", f"the default {default} is {broken}", declared.default.written.span)
        if declared.changes and (isinstance(of, OptionalOf | ListOf | GroupOf | Sheet) or str(of) == "dice"):
            self._findings.add(
                "bad-value",
                f"a field that changes cannot be {of}",
                declared.span,
                "state is a number, flag, key, text or row",
            )
        return FieldInfo(declared.id, of, limits, default, declared.changes)

    @staticmethod
    def limited(declared: model.Field) -> bool:
        """Whether a field or need has limits."""
        return any(limit is not None for limit in (declared.min, declared.max, declared.above, declared.below))

    def _limit(self, limit: model.Constant | None, of: Type) -> Number | None:
        if limit is None:
            return None
        number = as_number(limit.value) if isinstance(limit.value, int | Fraction) else None
        if number is None or not is_number(present(of)):
            self._findings.add("bad-value", "a limit is a number, for a field that is a number", limit.written.span)
        return number

    def constant(self, constant: model.Constant, of: Type) -> object:
        """The constant as a value of the type; None after a fault."""
        if of == UNKNOWN or is_live(of, self.sheets):
            return None
        try:
            return convert(plain(constant), of, self._kinds)
        except ValueFault as fault:
            where = f"{fault.path.lstrip('.')}: " if fault.path else ""
            # nobody writes a value as a fraction: it was worked out from what was there
            made = isinstance(constant.value, Fraction) and "/" in constant.written.text
            hint = "put round_down( ) or round_up( ) around the formula" if made else fault.hint
            self._findings.add("wrong-type", f"{where}{fault.message}", constant.written.span, hint)
            return None

    # -- tables -----------------------------------------------------------------------------------

    def _fill(self, table: model.Table) -> None:
        info = self.tables[table.id]
        cells: dict[str, tuple[object, ...]] = {}
        misnamed: set[str] = set()
        for name, column in table.columns.items():
            of = info.columns[name]
            default = NO_DEFAULT if column.default is None else self.constant(column.default, of)
            if isinstance(of, OptionalOf) and default is NO_DEFAULT:
                default = None
            lacking = [row for row in table.rows.values() if name not in row.cells] if default is NO_DEFAULT else []
            other = self._other_name(name, lacking, table)
            if other:
                misnamed.add(other)
                message = f"the table '{table.id}' has a column '{name}', and its rows fill '{other}'"
                self._findings.add("unknown-key", message, column.span, f"did you mean '{other}'?")
                default = None
            cells[name] = tuple(self._cell(row, name, of, default, table) for row in table.rows.values())
        for row in table.rows.values():
            for name in row.cells:
                if name not in table.columns and name not in misnamed:
                    message = f"the table '{table.id}' has no column '{name}'"
                    self._findings.add("unknown-key", message, row.keys[name], _did_you_mean_in_row(name, row, table))
        self.tables[table.id] = TableInfo(info.id, info.ordered, info.rows, info.columns, cells, info.bands)

    def _other_name(self, column: str, lacking: list[model.TableRow], table: model.Table) -> str:
        """The name under which several rows fill a column that is written otherwise where it is declared."""
        if len(lacking) < 2:
            return ""
        shared = set(lacking[0].cells).intersection(*(row.cells for row in lacking[1:])) - set(table.columns)
        return next((name for name in sorted(shared) if is_slip(name, column)), "") if len(shared) <= FEW else ""

    def _cell(self, row: model.TableRow, column: str, of: Type, default: object, table: model.Table) -> object:
        if column in row.cells:
            return self.constant(row.cells[column], of)
        if default is not NO_DEFAULT:
            return default
        unknown = [name for name in row.cells if name not in table.columns]
        # a misspelt cell is told as such
        if not _only_one_lacks(row, table) and (
            len(unknown) > FEW or not any(is_slip(name, column) for name in unknown)
        ):
            self._findings.add(
                "missing-key", f"the row '{row.id}' has no '{column}'", row.span, "every row fills every column"
            )
        return default

    def _bands(self, table: model.Table) -> tuple[Band, ...]:
        bands: list[tuple[Band, Span]] = []
        with_at = [row for row in table.rows.values() if row.at is not None]
        for n, row in enumerate(table.rows.values()):
            if row.at is None:
                if with_at and not any(is_slip(name, "at") for name in row.cells if name not in table.columns):
                    self._findings.add("missing-key", f"the row '{row.id}' has no 'at', and others have", row.span)
                continue
            for part in row.at.value if isinstance(row.at.value, tuple) else (row.at,):
                band = self._band(part, n)
                if band is not None:
                    bands.append((band, part.written.span))
        bands.sort(key=lambda pair: (pair[0].low is not None, pair[0].low or 0))
        for (first, _), (second, span) in itertools.pairwise(bands):
            if first.high is None or second.low is None or second.low <= first.high:
                rows = tuple(table.rows)
                shared = second.low if second.low is not None else second.high
                self._findings.add(
                    "overlap", f"'{rows[first.row]}' and '{rows[second.row]}' of '{table.id}' both claim {shared}", span
                )
        return tuple(band for band, _ in bands)

    def _band(self, part: model.Constant, row: int) -> Band | None:
        value = part.value
        if isinstance(value, int | Fraction) and not isinstance(value, bool):
            return Band(value, value, row)
        ends = parse_range(value if isinstance(value, str) else str(value))
        if isinstance(ends, Fault):
            self._findings.add(ends.code, ends.message, part.written.span, ends.hint)
            return None
        low, high = ends
        return Band(low, high, row)

    # -- sheets -----------------------------------------------------------------------------------

    def _find_live(self) -> None:
        """Enters every sheet with its liveness, so that types can be judged before fields are."""
        live: set[str] = {id for id, form in self._pack.sheets.items() if any(f.changes for f in form.fields.values())}
        holds = {
            id: {word for known in form.fields.values() if known.type for word in known.type.text.split()}
            for id, form in self._pack.sheets.items()
        }
        growing = True
        while growing:
            more = {id for id, words in holds.items() if id not in live and words & live}
            growing = bool(more)
            live |= more
        for id in self._pack.sheets:
            self.sheets[id] = SheetInfo(id, {}, (), id in live)

    def _by_use(self) -> list[model.SheetForm]:
        """The sheets, each after those it holds; one that holds itself is a fault."""
        order: list[model.SheetForm] = []
        depths: dict[str, int] = {}
        way: list[str] = []

        def visit(form: model.SheetForm) -> None:
            way.append(form.id)
            depths[form.id] = 1
            for known in form.fields.values():
                for word in known.type.text.split() if known.type else ():
                    inner = self._pack.sheets.get(word)
                    if inner is None:
                        continue
                    if word in way:
                        circle = linked([*way[way.index(word) :], word], lambda id: self._pack.sheets[id].span)
                        self._findings.add("cycle", f"a {word} would hold itself: {circle}", known.span)
                        continue
                    if word not in depths and len(way) <= limits.SHEET_DEPTH:
                        visit(inner)
                    depths[form.id] = max(depths[form.id], 1 + depths.get(word, limits.SHEET_DEPTH))
            if depths[form.id] > limits.SHEET_DEPTH:
                message = f"sheets stand more than {limits.SHEET_DEPTH} deep in one another"
                self._findings.add("too-big", message, form.span, "put some of the fields into fewer sheets")
                depths[form.id] = 1
            way.pop()
            order.append(form)

        for form in self._pack.sheets.values():
            if form.id not in depths:
                visit(form)
        return order

    def _sheet(self, form: model.SheetForm) -> SheetInfo:
        fields: dict[str, FieldInfo] = {}
        computed: list[str] = []
        for name, declared in form.fields.items():
            if declared.value is not None:
                computed.append(name)
                continue
            known = self.field(declared)
            if isinstance(present(known.type), ListOf | GroupOf) and self._holds_live_list(known.type):
                self._findings.add(
                    "bad-value", "a list of changing sheets cannot hold another such list", declared.span
                )
            fields[name] = known
        return SheetInfo(form.id, fields, tuple(computed), self.sheets[form.id].live)

    def _holds_live_list(self, of: Type) -> bool:
        match present(of):
            case GroupOf(sheet=sheet) | ListOf(of=Sheet(sheet=sheet)):
                inner = self.sheets[sheet].fields.values()
                return any(is_live(f.type, self.sheets) and not isinstance(present(f.type), Sheet) for f in inner)
            case _:
                return False

    def _refuse_shared_ids(self) -> None:
        for id, form in self._pack.sheets.items():
            if id in self._pack.tables or id in WRITABLE:
                self._findings.add("hidden-name", f"'{id}' is the name of another type already", form.span)


def _did_you_mean_in_row(name: str, row: model.TableRow, table: model.Table) -> str:
    """As `did_you_mean`, for a key of a row: it may also be meant for one that every row can have."""
    sides = ("before", "after") if row.keys[name].variant else ()
    near = did_you_mean(name, (*table.columns, "at", *_META, *sides))
    if near.startswith("did"):
        return near
    lacks = [column for column in table.columns if column not in row.cells]
    return meant(lacks) if _only_one_lacks(row, table) else did_you_mean(name, table.columns)


def _only_one_lacks(row: model.TableRow, table: model.Table) -> bool:
    """Whether a row has one cell of no column, and lacks that of one column: the one is meant for the other."""
    unknown = [name for name in row.cells if name not in table.columns]
    return len(unknown) == 1 and len(row.cells) == len(table.columns)


def plain(constant: model.Constant) -> object:
    """A constant as plain data."""
    value = constant.value
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return value
