"""Which defaults of fields and needs stand for what a case does not give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from handhold.language.types import GroupOf, ListOf, OptionalOf, Sheet, Type
from handhold.language.world import NO_DEFAULT, FieldInfo
from handhold.packs import checked

_ABSENT: Final = object()


def defaults_taken(pack: checked.Pack, event: checked.Event, given: Mapping[str, object]) -> Iterator[str]:
    """The paths of the defaults, for what an event has run with; one may come more than once."""
    for need, known in event.needs.items():
        yield from _of_field(pack, known, given.get(need, _ABSENT), f"events.{event.id}.needs.{need}")


def _of_field(pack: checked.Pack, known: FieldInfo, data: object, path: str) -> Iterator[str]:
    if data is _ABSENT and known.default is not NO_DEFAULT:
        yield f"{path}.default"
    elif data is not _ABSENT or isinstance(known.type, Sheet):
        yield from _within(pack, known.type, data)


def _within(pack: checked.Pack, of: Type, data: object) -> Iterator[str]:
    match of:
        case OptionalOf(of=inner) if data is not None:
            yield from _within(pack, inner, data)
        case Sheet(sheet=sheet):
            held = data if isinstance(data, Mapping) else {}
            for name, known in pack.sheets[sheet].fields.items():
                yield from _of_field(pack, known, held.get(name, _ABSENT), f"sheets.{sheet}.{name}")
        case ListOf(of=inner) if isinstance(data, list):
            for each in data:
                yield from _within(pack, inner, each)
        case GroupOf(sheet=sheet) if isinstance(data, Mapping):
            for each in data.values():
                yield from _within(pack, Sheet(sheet), each)
        case _:
            pass
