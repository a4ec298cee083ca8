"""From what a person typed to the packs that it names, their files read; what they say is not looked at.

A pack that a variant extends is looked for as any name, then beside the variant.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from handhold import limits
from handhold.diagnostics import Diagnostic
from handhold.packs.storage.files import PackFile, real, shown_name, top_of
from handhold.packs.storage.places import PackPlace, read_files
from handhold.packs.storage.shelves import find_pack
from handhold.record import Record, replaced


class Opened(Record):
    """A pack or variant whose files were read; `sought` says what it was looked for as, if nobody named it."""

    place: PackPlace
    files: tuple[PackFile, ...]
    sought: Sought | None = None


class Sought(Record):
    """A pack that was looked for by its name, since `child` extends it."""

    name: str
    child: Opened


def parts_of(where: str) -> tuple[str, ...]:
    """The packs that are stacked in what a person typed; a path that is there is one, whatever its name."""
    return (where,) if "+" not in where or os.path.lexists(where) else tuple(where.split("+"))


def open_packs(
    where: str, shelves: Sequence[Path] | None = None
) -> tuple[tuple[PackPlace, ...], tuple[Opened, ...], list[Diagnostic]]:
    """The places that are named, and the packs there with their files; and what is wrong."""
    places: list[PackPlace] = []
    opened: list[Opened] = []
    found: list[Diagnostic] = []
    parts = parts_of(where)
    if len(parts) > limits.STACK:
        message = f"more than {limits.STACK} packs are stacked"
        return (), (), [Diagnostic("too-big", message, None, "make one variant of several")]
    for part in parts:
        place, faults = find_pack(part.strip(), shelves)
        found += faults
        if place is None or any(place.path == other.path for other in places):
            continue
        places.append(place)
        files, faults = read_files(place)
        found += faults
        opened.append(Opened(place, files))
        if bytes_of(opened) > limits.PACK_BYTES:
            found.append(too_many_bytes(place))
            break
    return tuple(places), tuple(opened), found


def bytes_of(opened: Iterable[Opened]) -> int:
    """The bytes of all their files."""
    return sum(len(file.data) for each in opened for file in each.files)


def too_many_bytes(place: PackPlace) -> Diagnostic:
    """What is said where the packs of a stack have more bytes than one may have; `place` is the last of them."""
    message = f"the packs of the stack have more than {limits.PACK_BYTES:,} bytes"
    return Diagnostic("too-big", message, top_of(place.shown))


def find_parent(name: str, beside: Path, shelves: Sequence[Path] | None = None) -> PackPlace | None:
    """Where the pack of that name lies that a variant in the folder `beside` extends: as any name, else beside it."""
    place, _ = find_pack(name, shelves)
    if place is None:
        place, _ = find_pack(name, (real(beside),))
        place = place and replaced(place, shown=shown_name(place.path))
    return place
