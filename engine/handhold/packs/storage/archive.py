"""A pack in a zip, read where it is: nothing is ever unpacked to a disk.

What a zip may hold is little, so that it means the same to every program that opens it: ordinary files and folders,
stored or deflated, each name once and within the zip. All of that is looked at before the first file is read, and a
file is read to its declared size and no further. A zip within a zip is a file that is not read.
"""

from __future__ import annotations

import io
import stat
import struct
import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from handhold import limits
from handhold.diagnostics import Diagnostic
from handhold.packs.storage.files import PACK_FILE, PackFile, is_portable, most_bytes, read_file, too_big, top_of
from handhold.packs.text import show

if TYPE_CHECKING:
    from zipfile import ZipInfo

_CENTRAL: Final = b"PK\x01\x02"
"""What the entry of each file in the list at the end of a zip begins with."""
_LOCAL: Final = struct.Struct("<4s2xHH4xIIIHH")
"""What stands before each file: signature, flags, packing, checksum, size packed and unpacked, lengths of the name and
of what follows it.
"""
_SIZES_BEHIND: Final = 0x8
"""The flag of a file whose checksum and sizes stand behind it."""
_UTF_8: Final = 0x800
_LARGE: Final = 0xFFFFFFFF
_OTHER_NAME: Final = 0x7075
"""What else can be told of a file: its name once more, in Unicode."""
_DAMAGED: Final = "the file in the zip is damaged"
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
        if entry.file_size > most_bytes(inner):
            return too_big(shown, entry.file_size, most_bytes(inner))
        data = _unpacked(self.data, entry)
        if data is None:
            return Diagnostic("unreadable", _DAMAGED, top_of(shown), _AGAIN)
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
    found = tuple(_faults(data, entries, shown))
    if found:
        return None, found
    files = {_clean(entry.orig_filename): entry for entry in entries if not entry.orig_filename.endswith("/")}
    top = _top_folder(files)
    return Archive(shown, data, {name[len(top) :]: files[name] for name in files if name.startswith(top)}), ()


def _faults(data: bytes, entries: Iterable[ZipInfo], shown: str) -> Iterator[Diagnostic]:
    """What in the list of files makes it a zip that is not read, each kind of fault at its first file."""
    told: set[str] = set()
    known: dict[str, tuple[str, bool]] = {}
    total = 0
    for entry in entries:
        total += entry.file_size
        message = _fault(entry) or _difference(data, entry) or _double(entry.orig_filename, known)
        if message and message not in told:
            told.add(message)
            yield Diagnostic("unreadable", message, top_of(f"{shown}/{show(entry.orig_filename)}"), _AGAIN)
    if total > limits.ARCHIVE_UNPACKED:
        message = f"unpacked, the zip would have {total:,} bytes, and {limits.ARCHIVE_UNPACKED:,} are allowed"
        yield Diagnostic("too-big", message, top_of(shown), _AGAIN)


def _fault(entry: ZipInfo) -> str:
    """Why a file of a zip is none that is read, or nothing."""
    name = entry.orig_filename
    if len(name) > limits.ARCHIVE_NAME or name.count("/") > limits.ARCHIVE_DEPTH:
        return "the name is longer, or leads deeper, than some computers let it"
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if "\\" in name or "\0" in name or ":" in name or name.startswith("/") or ".." in name.split("/"):
        return "the name leads out of the zip, or would on some computers"
    if not all(map(is_portable, _clean(name).split("/"))):
        return "on some computers no file can have this name, or it would get another"
    if kind == stat.S_IFLNK:
        return "this is a link: a zip of a pack holds files and folders alone"
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "this is neither a file nor a folder"
    if entry.flag_bits & _ENCRYPTED:
        return "the file is encrypted"
    if entry.compress_type not in (_STORED, _DEFLATED):
        return "the file is packed in a way that is not read here"
    return ""


def _double(name: str, known: dict[str, tuple[str, bool]]) -> str:
    """Why a file or folder would come to lie on another one where capitals and accents do not count, or nothing. It and
    the folders that it lies in become `known`, with whether each is a folder.
    """
    parts = _clean(name).split("/")
    for number in range(1, len(parts) + 1):
        path = "/".join(parts[:number])
        is_folder = number < len(parts) or name.endswith("/")
        same = unicodedata.normalize("NFC", path).casefold()
        if same not in known:
            known[same] = path, is_folder
            continue
        other, is_other_folder = known[same]
        if other != path:
            return f"the name differs from '{show(other)}' only in the case of letters or in accents"
        if not (is_folder and is_other_folder):
            return "the name stands twice in the zip"
    return ""


def _difference(data: bytes, entry: ZipInfo) -> str:
    """In what a zip tells of a file in two ways, so that programs would unpack it differently, or nothing."""
    head = data[entry.header_offset :][: _LOCAL.size]
    if len(head) < _LOCAL.size or not head.startswith(b"PK\x03\x04"):
        return _DAMAGED
    _, flags, packing, *numbers, length, more = _LOCAL.unpack(head)
    start = entry.header_offset + _LOCAL.size
    name = entry.orig_filename.encode("utf-8" if entry.flag_bits & _UTF_8 else "cp437")
    if data[start : start + length] != name or (entry.flag_bits ^ flags) & _UTF_8:
        return "the zip gives the file two names"
    if _OTHER_NAME in (*_kinds(entry.extra), *_kinds(data[start + length : start + length + more])):
        return "the zip gives the file a second name"
    listed = (entry.CRC, entry.compress_size, entry.file_size)
    told = zip(numbers, listed, strict=True)
    same = flags & _SIZES_BEHIND or all(number in (known, _LARGE) for number, known in told)
    if packing != entry.compress_type or flags & _ENCRYPTED or not same:
        return "the zip tells of the file in two ways"
    return ""


def _kinds(extra: bytes) -> Iterator[int]:
    """The kinds of what else is told of a file."""
    while len(extra) >= 4:
        kind, size = struct.unpack_from("<HH", extra)
        yield kind
        extra = extra[4 + size :]


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
    *_, length, more = _LOCAL.unpack_from(data, entry.header_offset)
    start = entry.header_offset + _LOCAL.size + length + more
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
