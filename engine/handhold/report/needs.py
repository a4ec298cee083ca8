"""What one event is given, a line for each word as it is typed: its name, its default, and what it can be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

from handhold.language import core
from handhold.language.types import DICE, FLAG, INTEGER, KEY, GroupOf, ListOf, Row, Sheet, Type, present
from handhold.language.world import NO_DEFAULT, FieldInfo
from handhold.packs import checked, model
from handhold.play.inputs import choice_paths, statements_below
from handhold.play.result import Plain, Shown
from handhold.report import as_json
from handhold.report.layout import two_sides
from handhold.report.listing import event_json, kinds_json, limits_text, type_text
from handhold.report.output import Output
from handhold.report.printable import printable, width
from handhold.report.sheets import WHO
from handhold.report.values import Json, number_text

_MOST: Final = 200
"""Lines of one event: sheets inside one another may have many more."""

_INSIDE: Final = "    "
"""Before what stands inside the elements of a list."""

_Line = tuple[str, str]
"""What is typed, and what it can be."""


def event_text(out: Output, pack: checked.Pack, id: str) -> None:
    """The event: all that it is given, its choices and its dice."""
    event = pack.events[id]
    heading = " · ".join(part for part in (pack.header.shown, id, event.meta.title) if part)
    two_sides(out, printable(heading), printable(event.meta.cite), style="strong")
    declared = pack.source.events[id].needs
    given = list(islice(_fields(pack, event.needs, declared, ""), _MOST + 1))
    if len(given) > _MOST:
        given[_MOST:] = [("…", "and more: the JSON has all of it")]
    choices = [_choice(pack, path, choice) for path, choice in choice_paths(pack, event).items()]
    rolls = [(f"{path}=…", "") for path in roll_paths(pack, event)]
    parts = (
        ("given; for … something must be written", given),
        ("choices, each behind --choose", choices),
        ("dice, each behind --dice", rolls),
    )
    room = min(40, max((width(printable(left)) for _, lines in parts for left, _ in lines), default=0))
    for title, lines in parts:
        if lines:
            out.line()
            out.line(f"{title}:")
        for left, right in lines:
            line = f"  {printable(left)}{' ' * (room - width(printable(left)))}  {printable(right)}"
            two_sides(out, line.rstrip(), "", hang=room + 4)
    if not any(lines for _, lines in parts):
        out.line()
        out.line("It is given nothing.")


def event_only_json(out: Output, pack: checked.Pack, id: str) -> None:
    """`list/1` with `event`."""
    event = pack.events[id]
    choices: list[Json] = [
        {
            "choice": path,
            "title": choice.site.meta.title,
            "by": choice.by,
            "type": type_text(choice.type),
            "among": None if choice.options is None else _written(choice.options),
            "default": None if choice.default is None else _written(choice.default),
        }
        for path, choice in choice_paths(pack, event).items()
    ]
    whole: dict[str, Json] = {
        "handhold": "list/1",
        "pack": as_json.pack_name(pack.header),
        "event": event_json(pack, event),
        "choices": choices,
        "dice": list(roll_paths(pack, event)),
        **kinds_json(pack, [event]),
    }
    as_json.write(out, whole)


def roll_paths(pack: checked.Pack, event: checked.Event) -> tuple[str, ...]:
    """The rolls of an event and of those it calls, by path without passes."""
    below = statements_below(pack, event.body)
    return tuple(dict.fromkeys(path + each.name for path, each in below if isinstance(each, checked.Roll)))


def _fields(
    pack: checked.Pack, fields: Mapping[str, FieldInfo], declared: Mapping[str, model.Field], above: str
) -> Iterator[_Line]:
    for name, known in fields.items():
        own = declared.get(name)
        yield from _field(pack, known, f"{above}{name}", own.meta.title if own is not None else "")


def _field(pack: checked.Pack, known: FieldInfo, path: str, title: str) -> Iterator[_Line]:
    kind = present(known.type)
    if kind == known.type and isinstance(kind, Sheet | GroupOf):
        yield from _sheet(pack, kind.sheet, f"{path}." if isinstance(kind, Sheet) else f"{path}.NAME.")
        return
    optional = "or null" if kind != known.type else ""
    said = (_can_be(pack, kind), limits_text(known.limits), optional, "changes" if known.changes else "")
    right = ", ".join(part for part in said if part)
    equals = ": " if path.startswith(_INSIDE) else "="
    yield f"{path}{equals}{_typed(pack, known)}", f"{right} · {title}" if title else right
    inner = kind.of if isinstance(kind, ListOf) else kind
    if isinstance(inner, Sheet):
        yield from _sheet(pack, inner.sheet, f"{path[: len(path) - len(path.lstrip())]}{_INSIDE}")


def _sheet(pack: checked.Pack, sheet: str, above: str) -> Iterator[_Line]:
    yield from _fields(pack, pack.sheets[sheet].fields, pack.source.sheets[sheet].fields, above)


def _choice(pack: checked.Pack, path: str, choice: checked.Choose) -> _Line:
    said = [f"{WHO[choice.by]} chooses {_can_be(pack, choice.type)}"]
    said += [f"among {_written(choice.options)}"] if choice.options is not None else []
    said += [f"else {_written(choice.default)}"] if choice.default is not None else []
    title = choice.site.meta.title
    return f"{path}=…", ", ".join(said) + (f" · {title}" if title else "")


def _can_be(pack: checked.Pack, of: Type) -> str:
    """What a value can be: rows by their ids."""
    match of:
        case Row(table=table):
            return " | ".join(pack.tables[table].rows)
        case ListOf(of=Row(table=table)):
            return f"list of {' | '.join(pack.tables[table].rows)}"
        case _ if of == FLAG:
            return "true | false"
        case _ if of == INTEGER:
            return "whole number"
        case _ if of == DICE:
            return "dice, such as 2d6+1"
        case _ if of == KEY:
            return "a name of the group"
        case _:
            return type_text(of)


def _typed(pack: checked.Pack, known: FieldInfo) -> str:
    """The default as it is typed, or that something must be."""
    if known.default is NO_DEFAULT:
        kind = present(known.type)
        if known.type != kind:
            return "null"
        return "[…]" if isinstance(kind, ListOf) else "{…}" if isinstance(kind, GroupOf) else "…"
    return _plain(Shown(pack).value(known.default, known.type))


def _plain(value: Plain) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case str():
            return value
        case list():
            return f"[{', '.join(map(_plain, value))}]"
        case dict():
            return f"{{{', '.join(f'{name}: {_plain(held)}' for name, held in value.items())}}}"
        case _:
            return number_text(value)


def _written(formula: checked.Formula) -> str:
    """A formula as it stands in the pack; that of a list which the pack leaves out is the empty one."""
    if isinstance(formula.core, core.Const) and formula.core.value == ():
        return "[]"
    return " ".join(formula.written.text.split())
