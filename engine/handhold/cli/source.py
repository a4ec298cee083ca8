"""The pack that is to be added or handed on: whole, and without an error."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from handhold.cli.parser import Arguments, Parser, UsageError

if TYPE_CHECKING:
    from handhold.diagnostics import Diagnostic
    from handhold.library.parcel import Parcel
    from handhold.packs.storage.places import PackPlace


def add_source(parser: Parser) -> None:
    """Adds the argument that says where the pack is."""
    parser.add_argument("source", metavar="SOURCE", help="the path of a pack: a folder, a .yaml file, a .zip")


def source_of(arguments: Arguments, *, alone: bool) -> Parcel:
    """The pack at SOURCE. `alone`, it may be a variant of a pack that is not here, which then is not looked at.

    Raises UsageError if nothing is there, PackError if it has errors.
    """
    import handhold
    from handhold.library.parcel import parcel_of
    from handhold.packs.storage.files import shown_name
    from handhold.packs.storage.places import PackPlace

    where = str(arguments.source)
    if "\0" in where or not os.path.lexists(where):
        raise UsageError(f"there is nothing at '{where}'", "give the path of a folder, a .yaml file or a .zip")
    place = PackPlace(Path(where), shown_name(Path(where)))
    parcel, found = parcel_of(place)
    if parcel is not None:
        found = _faults(place, parcel, alone=alone)
    errors = tuple(fault for fault in found if fault.severity == "error")
    if parcel is None or errors:
        path = where if place.path.is_absolute() else f".{os.sep}{where}"
        raise handhold.PackError(path, errors)
    return parcel


def _faults(place: PackPlace, parcel: Parcel, *, alone: bool) -> tuple[Diagnostic, ...]:
    import handhold
    from handhold.packs.stacks.members import member_of
    from handhold.packs.storage.files import real
    from handhold.packs.storage.opening import Opened, find_parent
    from handhold.packs.storage.places import read_files

    parent = parcel.manifest.parent
    if alone and parent and find_parent(parent, real(place.path).parent) is None:
        return member_of(Opened(place, read_files(place)[0]))[1]
    return handhold.check(place.path)
