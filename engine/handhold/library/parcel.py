"""A pack as a whole, whatever it lies in: what its header says, all its files, and the hash of their content.

The hash is the same for a folder, a file and a zip of the same pack, on every system. It is the SHA-256 of, for each
file of rules, cases and whole results in the order of their names (as UTF-8 in NFC, by bytes):

    NAME, a zero byte, the number of bytes in decimal, a zero byte, the bytes

The name is the path within the pack: `pack.yaml` for the file with the header, whatever it is called, `tests/a.yaml`
for a case. In the bytes each CR LF is an LF. README, LICENSE and the like are handed on with a pack but no part of
the hash, since nothing that Handhold answers depends on them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from handhold.diagnostics import Diagnostic
from handhold.packs.storage.files import PackFile
from handhold.packs.storage.places import (
    CASES,
    GOLDENS,
    PackPlace,
    files_of,
    notices_in,
    read_header_file,
    rules_in,
    tests_in,
)
from handhold.packs.yaml.document import plain, read_document

_NAME: Final = re.compile(r"[^\s<>=!~,]+")


@dataclass(frozen=True, slots=True)
class Manifest:
    """What the header of a pack says; a text is empty where it says nothing, or nothing that is one."""

    pack: str
    version: str
    title: str
    license: str
    extends: str

    @property
    def parent(self) -> str:
        """The name of what it extends, without the versions; empty for a base pack."""
        found = _NAME.match(self.extends)
        return found.group() if found else ""

    @property
    def shown(self) -> str:
        """The pack and its version, such as `lurasko 1.0.0`."""
        return f"{self.pack} {self.version}"


@dataclass(frozen=True, slots=True)
class Parcel:
    """A pack with all its files; `notices` are README, LICENSE and the like."""

    manifest: Manifest
    files: tuple[PackFile, ...]
    notices: tuple[PackFile, ...]

    @property
    def hash(self) -> str:
        """The hash of its content: `sha256:` and 64 digits."""
        return content_hash(self.files)


def manifest_of(place: PackPlace) -> Manifest | None:
    """What the header of the pack at a place says; only its file is read. None if that cannot be."""
    file = read_header_file(place)
    return None if file is None else _manifest(file)


def parcel_of(place: PackPlace, rules: tuple[PackFile, ...] = ()) -> tuple[Parcel | None, tuple[Diagnostic, ...]]:
    """The pack at a place, or None with what keeps a file of it from being read.

    `rules` are its rules if they were read already: then it is these bytes that count.
    """
    # looked into once: another pack may be put in its place meanwhile
    files, found = files_of(place)
    if files is None:
        return None, found
    if not rules:
        rules, found = rules_in(files, place.shown)
        if found:
            return None, found
    read = [tests_in(files, place.shown, ending) for ending in (CASES, GOLDENS)]
    read.append(notices_in(files, place.shown))
    faults = tuple(fault for _, faults in read for fault in faults)
    manifest = _manifest(rules[0])
    if manifest is None:
        return None, (*read_document(rules[0].data, rules[0].name)[1], *faults)
    (cases, _), (goldens, _), (notices, _) = read
    return (None, faults) if faults else (Parcel(manifest, (*rules, *cases, *goldens), notices), ())


def content_hash(files: Iterable[PackFile]) -> str:
    """The hash of the content of a pack, see above."""
    from hashlib import sha256

    whole = sha256()
    for name, data in sorted((inner_name(file).encode("utf-8", "surrogateescape"), as_lines(file)) for file in files):
        whole.update(name + b"\0" + str(len(data)).encode("ascii") + b"\0" + data)
    return f"sha256:{whole.hexdigest()}"


def inner_name(file: PackFile) -> str:
    """The path of a file within its pack, written the same way on every system."""
    return unicodedata.normalize("NFC", file.inner)


def as_lines(file: PackFile) -> bytes:
    """The bytes of a file, with an LF at the end of every line."""
    return file.data.replace(b"\r\n", b"\n")


def _manifest(file: PackFile) -> Manifest | None:
    node, _ = read_document(file.data, file.name)
    data = None if node is None else plain(node)
    header = data if isinstance(data, dict) else {}
    texts = {key: value for key, value in header.items() if isinstance(value, str)}
    keys = ("pack", "version", "title", "license", "extends")
    return None if node is None else Manifest(*(texts.get(key, "") for key in keys))
