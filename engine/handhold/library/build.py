"""The zip of a pack: the same bytes from the same pack on every machine, at any time.

Files stand in the order of their names, with one time and one mode, and are not compressed: what a compressor makes
depends on its version, and a pack is small.
"""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from handhold import limits
from handhold.library.faults import LibraryError
from handhold.library.parcel import Manifest, Parcel, as_lines, inner_name, parcel_of
from handhold.library.whole import taking_turns, write_whole
from handhold.packs.storage.archive import archive_of
from handhold.packs.storage.files import PackFile, read_file, shown_name
from handhold.packs.storage.places import PackPlace
from handhold.packs.text import show

_TIME: Final = (1980, 1, 1, 0, 0, 0)
"""The first time that a zip can hold."""
_MODE: Final = (stat.S_IFREG | 0o644) << 16
_UNIX: Final = 3


def zip_name(parcel: Parcel) -> str:
    """What the zip of a pack is called: `wet-season-1.0.0.zip`."""
    return f"{parcel.manifest.pack}-{parcel.manifest.version}.zip"


def zipped(parcel: Parcel) -> bytes:
    """The bytes of the zip of a pack. Raises LibraryError if the pack has no licence, or the zip is too large."""
    if not parcel.manifest.license.strip():
        raise LibraryError(
            f"the pack '{parcel.manifest.pack}' names no licence, so nobody may pass it on",
            "write the licence of its own wording into pack.yaml, such as 'license: CC0-1.0'",
        )
    made = _zip((*parcel.files, *parcel.notices), parcel.manifest.pack)
    _, found = archive_of(made, parcel.manifest.pack)
    if found:
        raise LibraryError(f"no zip can hold '{parcel.manifest.pack}': {found[0]}", "give the file another name")
    if len(made) > limits.ARCHIVE_BYTES:
        raise LibraryError(
            f"the zip would have {len(made):,} bytes, and {limits.ARCHIVE_BYTES:,} are allowed",
            "leave some of the cases out",
        )
    return made


def built(path: Path) -> Parcel | None:
    """The pack in a zip that `zipped` has made; None for anything else, which somebody else may want to keep."""
    shown = shown_name(path)
    file = None if path.is_symlink() else read_file(path, shown, most=limits.ARCHIVE_BYTES)
    if not isinstance(file, PackFile):
        return None
    parcel, _ = parcel_of(PackPlace(path, shown))
    try:
        return parcel if parcel is not None and zipped(parcel) == file.data else None
    except LibraryError:
        return None


def write_zip(parcel: Parcel, path: Path) -> Manifest | None:
    """Writes the zip of a pack, over none but an earlier one of the same pack; gives the pack of the same version but
    other content that was there, if there was one.

    Raises LibraryError as `zipped`, and if there is anything else at the path; NotWritten where the system does not
    let it be written.
    """
    data = zipped(parcel)
    with taking_turns(path.parent):
        before = built(path)
        if os.path.lexists(path) and (before is None or before.manifest.pack != parcel.manifest.pack):
            raise LibraryError(
                f"what is at {shown_name(path)} is no zip of '{parcel.manifest.pack}' that 'pack build' has made, so "
                "it is left alone",
                "give another name with --output, or move it away first",
            )
        write_whole(path, data)
    if before is None or before.hash == parcel.hash or before.manifest.shown != parcel.manifest.shown:
        return None
    return before.manifest


def _zip(files: Iterable[PackFile], pack: str) -> bytes:
    from zipfile import ZIP_STORED, ZipFile, ZipInfo

    stream = io.BytesIO()
    with ZipFile(stream, "w", ZIP_STORED) as archive:
        for name, data in sorted((inner_name(file), as_lines(file)) for file in files):
            entry = ZipInfo(name, _TIME)
            entry.create_system = _UNIX
            entry.external_attr = _MODE
            try:
                archive.writestr(entry, data)
            except UnicodeEncodeError as fault:
                hint = "give the file another name"
                raise LibraryError(f"no zip can hold the file {show(name)} of '{pack}'", hint) from fault
    return stream.getvalue()
