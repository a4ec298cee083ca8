"""A folder of packs to which some are added and from which some are taken: the user's library, or that of a project.

A pack that is added lies there as one zip, which is put in place whole, so that whoever reads or writes at the same
time finds the old one or the new one.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from handhold.library.build import built, zipped
from handhold.library.faults import LibraryError, NotThere
from handhold.library.parcel import Manifest, Parcel
from handhold.library.whole import take_away, taking_turns, write_whole
from handhold.packs.storage.files import is_portable, shown_name
from handhold.packs.storage.shelves import find_pack, origin_of
from handhold.packs.text import show

_ID: Final = re.compile(r"[a-z][a-z0-9_-]{0,59}")


@dataclass(frozen=True, slots=True)
class Added:
    """What came of adding a pack: where it is now; `before` is what it took the place of; `new` if anything
    changed.
    """

    path: Path
    before: Manifest | None
    new: bool


def add(parcel: Parcel, folder: Path) -> Added:
    """Puts a pack into a folder of packs, in the place of another version of it.

    Whether the pack is in order is for `handhold.check` to say. Raises LibraryError if it has a name under which it
    cannot be kept, no licence, or the version of one there that has another content; NotWritten where the system
    does not let it be written.
    """
    manifest = parcel.manifest
    name = _kept_name(manifest.pack)
    data = zipped(parcel)
    with taking_turns(folder):
        path = folder / f"{name}.zip"
        own = _own(folder, name)
        if own is not None:
            raise LibraryError(
                f"there is a pack '{name}' already, at {shown_name(own)}",
                "it was not put there by 'pack add', so it is left alone: move it away first",
            )
        before = built(path)
        if before is not None and before.hash == parcel.hash:
            return Added(path, before.manifest, new=False)
        if before is not None and before.manifest.version == manifest.version:
            raise LibraryError(
                f"{manifest.shown} is there already, with other content",
                f"one version has one content: give the new one another version, or 'handhold pack remove {name}' "
                "first",
            )
        write_whole(path, data)
        return Added(path, before.manifest if before is not None else None, new=True)


def _elsewhere(name: str, folder: Path) -> str:
    """Where a pack is that was looked for in another folder."""
    place, _ = find_pack(name) if _ID.fullmatch(name) else (None, ())
    match "" if place is None or place.path.parent == folder else origin_of(place.path):
        case "project":
            return f"it is in this project: handhold pack remove {name} --project"
        case "library":
            return f"it is in your library: handhold pack remove {name}"
        case "shipped":
            return "it comes with Handhold, and stays"
        case _:
            return ""


def remove(name: str, folder: Path) -> Path:
    """Takes a pack out of a folder of packs that was added to it, and says where it was.

    Raises NotThere, LibraryError if it was not added but put there otherwise, NotWritten where the system does not
    let it be taken away.
    """
    path = folder / f"{name}.zip"
    missing = NotThere(f"there is no pack '{show(name)}' in {shown_name(folder)}", _elsewhere(name, folder))
    if not _ID.fullmatch(name) or not folder.is_dir():
        raise missing
    with taking_turns(folder):
        own = _own(folder, name)
        if own is not None:
            raise LibraryError(
                f"{shown_name(own)} was not put there by 'pack add', so it is left alone", "delete it yourself"
            )
        if not path.is_file():
            raise missing
        take_away(path)
    return path


def _kept_name(name: str) -> str:
    if not _ID.fullmatch(name):
        raise LibraryError(f"'{show(name)}' is no name of a pack", "names are like 'wet-season'")
    if not is_portable(name):
        raise LibraryError(f"on Windows no file can be called '{name}'", "give the pack another name")
    return name


def _own(folder: Path, name: str) -> Path | None:
    """What is in the folder under that name and was written or put there otherwise than by `add`."""
    own = (folder / name, folder / f"{name}.yaml", folder / f"{name}.zip")
    return next((path for path in own if os.path.lexists(path) and not (path == own[-1] and built(path))), None)
