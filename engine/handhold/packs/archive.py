"""A pack in a zip, read where it is: nothing is ever unpacked to a disk.

What a zip may hold is little, so that it means the same to every program that opens it: ordinary files and folders,
stored or deflated, each name once and within the zip. All of that is looked at before the first file is read, and a
file is read to its declared size and no further. A zip within a zip is a file that is not read.
"""

from __future__ import annotations

import io
import stat
import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from handhold import limits
from handhold.diagnostics import Diagnostic
from handhold.packs.files import PACK_FILE, PackFile, read_file, too_big, top_of
from handhold.packs.text import show

if TYPE_CHECKING:
    from zipfile import ZipInfo

_CENTRAL: Final = b"PK\x01\x02"
"""What the entry of each file in the list at the end of a zip begins with."""
_LOCAL: Final = b"PK\x03\x04"
_LOCAL_SIZE: Final = 30
_STORED, _DEFLATED = 0, 8
_ENCRYPTED: Final = 0x2041
"""The flags of a file that is encrypted, in either way, and of a list of files that is."""
_OF_FINDER: Final = "__MACOSX"
_AGAIN: Final = "make the zip again from the folder of the pack: handhold pack build"


@dataclass(frozen=True, slots=True)
class Archive:
    """The files of a pack in a zip; `entries` are they by their path within the pack."""

    shown: str
    data: bytes
    entries: Mapping[str, ZipInfo]
    kind: str = "zip"

    def names(self, folder: str = "") -> list[str]:
        """The names of what lies in the top folder of the pack or in `tests`, in order, hidden ones left out."""
        above = f"{folder}/" if folder else ""
        held = (name.removeprefix(above) for name in self.entries if name.startswith(above))
        return sorted(name for name in held if "/" not in name and not name.startswith("."))

    def read(self, inner: str) -> PackFile | Diagnostic:
        """The file at that path within the pack."""
        shown = "/".join((self.shown, *map(show, inner.split("/"))))
        entry = self.entries.get(inner)
        if entry is None:
            return Diagnostic("unreadable", "there is no such file in the zip", top_of(shown))
        if entry.file_size > limits.FILE_BYTES:
            return too_big(shown, entry.file_size, limits.FILE_BYTES)
        data = _unpacked(self.data, entry)
        if data is None:
            return Diagnostic("unreadable", "the file in the zip is damaged", top_of(shown), _AGAIN)
        return PackFile(shown, data, inner)


def open_archive(path: Path, shown: str) -> tuple[Archive | None, tuple[Diagnostic, ...]]:
    """The zip at a path, or None with everything that makes it none that is read."""
    file = read_file(path, shown, most=limits.ARCHIVE_BYTES)
    return (None, (file,)) if isinstance(file, Diagnostic) else archive_of(file.data, shown)


def archive_of(data: bytes, shown: str) -> tuple[Archive | None, tuple[Diagnostic, ...]]:
    """The zip with those bytes, as `open_archive`."""
    # counted before the list is read, so that a list of millions costs nothing
    if data.count(_CENTRAL) > limits.ARCHIVE_ENTRIES:
        message = f"the zip has more than {limits.ARCHIVE_ENTRIES:,} files"
        return None, (Diagnostic("too-big", message, top_of(shown), _AGAIN),)
    from zipfile import BadZipFile, ZipFile

    try:
        with ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
    except (BadZipFile, ValueError, NotImplementedError):
        return None, (Diagnostic("unreadable", "this is no zip, or a damaged one", top_of(shown), _AGAIN),)
    found = tuple(_faults(entries, shown))
    if found:
        return None, found
    files = {_clean(entry.orig_filename): entry for entry in entries if not entry.orig_filename.endswith("/")}
    top = _top_folder(files)
    return Archive(shown, data, {name[len(top) :]: files[name] for name in files if name.startswith(top)}), ()


def _faults(entries: Iterable[ZipInfo], shown: str) -> Iterator[Diagnostic]:
    """What in the list of files makes it a zip that is not read, each kind of fault at its first file."""
    told: set[str] = set()
    known: dict[str, str] = {}
    total = 0
    for entry in entries:
        name = entry.orig_filename
        total += entry.file_size
        same = unicodedata.normalize("NFC", _clean(name)).casefold()
        message = _fault(entry)
        if not message and same in known:
            other = known[same]
            message = "the name stands twice in the zip"
            if other != _clean(name):
                message = f"the name differs from '{show(other)}' only in the case of letters or in accents"
        known.setdefault(same, _clean(name))
        if message and message not in told:
            told.add(message)
            yield Diagnostic("unreadable", message, top_of(f"{shown}/{show(name)}"), _AGAIN)
    if total > limits.ARCHIVE_UNPACKED:
        message = f"unpacked, the zip would have {total:,} bytes, and {limits.ARCHIVE_UNPACKED:,} are allowed"
        yield Diagnostic("too-big", message, top_of(shown), _AGAIN)


def _fault(entry: ZipInfo) -> str:
    """Why a file of a zip is none that is read, or nothing."""
    name = entry.orig_filename
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if "\\" in name or "\0" in name or ":" in name or name.startswith("/") or ".." in name.split("/"):
        return "the name leads out of the zip, or would on some computers"
    if kind == stat.S_IFLNK:
        return "this is a link: a zip of a pack holds files and folders alone"
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "this is neither a file nor a folder"
    if entry.flag_bits & _ENCRYPTED:
        return "the file is encrypted"
    if entry.compress_type not in (_STORED, _DEFLATED):
        return "the file is packed in a way that is not read here"
    return ""


def _clean(name: str) -> str:
    """A name without the parts that mean nothing."""
    return "/".join(part for part in name.split("/") if part not in ("", "."))


def _top_folder(names: Iterable[str]) -> str:
    """The one folder that everything lies in, with a `/`, as in a zip of a folder; empty if there is none."""
    parts = [name.split("/") for name in names]
    tops = {tuple(each[:1]) if len(each) > 1 else () for each in parts if _is_content(each[0])}
    if len(tops) == 1 and () not in tops and [PACK_FILE] not in parts:
        return f"{tops.pop()[0]}/"
    return ""


def _is_content(top: str) -> bool:
    return top != _OF_FINDER and not top.startswith(".")


def _unpacked(data: bytes, entry: ZipInfo) -> bytes | None:
    """The bytes of a file, or None if they are not what the list of files says."""
    start = entry.header_offset
    head = data[start : start + _LOCAL_SIZE]
    if len(head) < _LOCAL_SIZE or not head.startswith(_LOCAL):
        return None
    start += _LOCAL_SIZE + int.from_bytes(head[26:28], "little") + int.from_bytes(head[28:30], "little")
    packed = data[start : start + entry.compress_size]
    if len(packed) < entry.compress_size:
        return None
    if entry.compress_type == _STORED:
        unpacked = packed
    else:
        stream = zlib.decompressobj(-zlib.MAX_WBITS)
        try:
            unpacked = stream.decompress(packed, entry.file_size + 1)
        except zlib.error:
            return None
        if not stream.eof or stream.unused_data:
            return None
    return unpacked if len(unpacked) == entry.file_size and zlib.crc32(unpacked) == entry.CRC else None
