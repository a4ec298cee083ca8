"""What there is: the packs on the shelves, and the events of a pack with what they need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from handhold.language.types import GroupOf, ListOf, Plain, Row, Sheet, Type, present
from handhold.language.world import NO_DEFAULT, SCENE, FieldInfo, Limits
from handhold.library.listing import Listed
from handhold.packs import checked
from handhold.packs.storage.files import shown_name
from handhold.play.result import Shown
from handhold.report import as_json
from handhold.report.layout import two_sides
from handhold.report.output import Output
from handhold.report.printable import printable, width
from handhold.report.values import Json, number_text, value_json, value_text


def packs_text(out: Output, packs: Sequence[Listed]) -> None:
    """One line for each pack."""
    if not packs:
        out.line("There are no packs here.")
        return
    names = max(width(printable(pack.name)) for pack in packs)
    versions = max(len(printable(_version(pack))) for pack in packs)
    for pack in packs:
        name, version = printable(pack.name), printable(_version(pack))
        title = printable(pack.manifest.title if pack.manifest else "") or "(cannot be read: handhold check says why)"
        hides = printable(f" (hides {' and '.join(map(the_one, pack.hides))})") if pack.hides else ""
        line = f"{name}{' ' * (names - width(name))}  {version:<{versions}}  {title}{hides}"
        two_sides(out, line, "", hang=names + versions + 4)


def packs_json(out: Output, packs: Sequence[Listed]) -> None:
    """`list/1` with `packs`."""
    listed: list[Json] = [
        {
            "name": pack.name,
            "version": _version(pack) or None,
            "title": (pack.manifest.title if pack.manifest else "") or None,
            "place": shown_name(pack.place.path),
            "from": pack.origin,
            "hides": list(pack.hides),
        }
        for pack in packs
    ]
    as_json.write(out, {"handhold": "list/1", "packs": listed})


def events_text(out: Output, pack: checked.Pack) -> None:
    """Each event with its title and what it needs, then what the needs can be."""
    header = pack.header
    out.line(out.paint(printable(f"{header.shown} · {header.called}"), "strong"))
    out.line()
    names = max((width(event) for event in pack.events), default=0)
    for event in pack.events.values():
        two_sides(out, printable(f"{event.id:<{names}}  {event.meta.title}").rstrip(), "", hang=names + 2)
        needs = [_need_text(pack, need) for need in event.needs.values() if need.id != SCENE]
        if needs:
            two_sides(out, "  " + "  ".join(needs), "", hang=4)
    sheets, tables = _kinds(pack, pack.events.values())
    for sheet in sheets:
        out.line()
        out.line(printable(f"{sheet}:"))
        fields = [_need_text(pack, field) for field in pack.sheets[sheet].fields.values()]
        two_sides(out, "  " + "  ".join(fields), "", hang=4)
    if tables:
        out.line()
    for table in tables:
        two_sides(out, printable(f"{table}: {', '.join(pack.tables[table].rows)}"), "", hang=2)


def events_json(out: Output, pack: checked.Pack) -> None:
    """`list/1` with `events`."""
    as_json.write(
        out,
        {
            "handhold": "list/1",
            "pack": as_json.pack_name(pack.header),
            "title": pack.header.called,
            "events": [event_json(pack, event) for event in pack.events.values()],
            **kinds_json(pack, pack.events.values()),
        },
    )


def event_json(pack: checked.Pack, event: checked.Event) -> dict[str, Json]:
    """An event and what it needs."""
    return {
        "event": event.id,
        "title": event.meta.title,
        "cite": event.meta.cite,
        "needs": [_need_json(pack, need) for need in event.needs.values()],
    }


def kinds_json(pack: checked.Pack, events: Iterable[checked.Event]) -> dict[str, Json]:
    """The sheets and tables that can be given with events."""
    sheets, tables = _kinds(pack, events)
    fields: dict[str, Json] = {
        sheet: [_need_json(pack, field) for field in pack.sheets[sheet].fields.values()] for sheet in sheets
    }
    return {"sheets": fields, "tables": {table: list(pack.tables[table].rows) for table in tables}}


def the_one(origin: str) -> str:
    """A pack that is named only by where it comes from."""
    words = {"project": "the one of the project", "library": "the one in the library", "shipped": "the one that ships"}
    return words.get(origin) or f"the one of the Python package {origin.removeprefix('installed ')}"


def _version(pack: Listed) -> str:
    return pack.manifest.version if pack.manifest else ""


def _kinds(pack: checked.Pack, events: Iterable[checked.Event]) -> tuple[list[str], list[str]]:
    """The sheets and tables that can be given with events, those inside of other sheets too."""
    found: dict[Type, None] = {}

    def visit(of: Type) -> None:
        kind = present(of)
        inner = kind.of if isinstance(kind, ListOf) else Sheet(kind.sheet) if isinstance(kind, GroupOf) else kind
        if inner in found or not isinstance(inner, Row | Sheet):
            return
        found[inner] = None
        if isinstance(inner, Sheet):
            for field in pack.sheets[inner.sheet].fields.values():
                visit(field.type)

    for event in events:
        for need in event.needs.values():
            visit(need.type)
    sheets = [kind.sheet for kind in found if isinstance(kind, Sheet)]
    return sheets, [kind.table for kind in found if isinstance(kind, Row)]


def limits_text(limits: Limits) -> str:
    """The limits of a number, as they are written in a pack: `min 0, max 6`."""
    return ", ".join(f"{name} {number_text(limit)}" for name, limit in _limits(limits))


def _limits(limits: Limits) -> Iterator[tuple[str, int | Fraction]]:
    for name, limit in (("min", limits.min), ("max", limits.max), ("above", limits.above), ("below", limits.below)):
        if limit is not None:
            yield name, limit


def type_text(of: Type) -> str:
    """A type as it is written in a pack."""
    match of:
        case Row(table=table):
            return table
        case ListOf(of=inner):
            return f"list of {type_text(inner)}"
        case Plain():
            return str(of)
        case _:
            inner = present(of)
            return str(of) if inner == of else f"optional {type_text(inner)}"


def _need_text(pack: checked.Pack, need: FieldInfo) -> str:
    kind = type_text(need.type)
    limits = f" ({limits_text(need.limits)})" if need.limits.any else ""
    if need.default is not NO_DEFAULT:
        return printable(f"[{need.id}={value_text(Shown(pack).value(need.default, need.type))}{limits}]")
    if kind == need.id:
        return printable(need.id)
    text = f"{need.id}: {kind}{limits}"
    return printable(f"[{text}]" if kind.startswith("optional ") else text)


def _need_json(pack: checked.Pack, need: FieldInfo) -> dict[str, Json]:
    made: dict[str, Json] = {"name": need.id, "type": type_text(need.type)}
    if need.default is not NO_DEFAULT:
        made["default"] = value_json(Shown(pack).value(need.default, need.type))
    for name, limit in _limits(need.limits):
        made[name] = limit if isinstance(limit, int) else number_text(limit)
    if need.changes:
        made["changes"] = True
    return made
