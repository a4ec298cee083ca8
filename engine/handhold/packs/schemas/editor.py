"""What an editor needs to complete and explain the keys of packs: the schemas in the project, and in each file a line
that says which of them it keeps to.

The line is the one that the YAML language server reads, which stands behind the YAML support of most editors.
"""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from handhold import limits
from handhold.packs.schemas.schema import load_schema
from handhold.packs.storage.files import PACK_FILE, PackFile, read_file, shown_name
from handhold.packs.storage.folders import Unwritable, replace_file
from handhold.packs.yaml.document import read_document

Kind = Literal["pack", "part", "withfile", "scenario"]
KINDS: Final[tuple[Kind, ...]] = ("pack", "part", "withfile", "scenario")
"""The kinds of files that have a schema: a pack, another file of a pack's folder, a with-file or cases, a scenario."""

FOLDER: Final = ".handhold/schemas"
"""Where the schemas lie in a project."""

_LINE = re.compile(rb"^#\s*yaml-language-server:\s*\$schema=(?P<schema>\S*)")
_TOP: Final = re.compile(rb"^([a-z_]+) *:", re.MULTILINE)
_SECTIONS: Final = frozenset({b"settings", b"tables", b"sheets", b"modifiers", b"formulas", b"events"})
_PART: Final = _SECTIONS | {b"change", b"add", b"remove"}
_SCENARIO: Final = frozenset((b"pack", b"title", b"cite", b"note", b"given", b"settings", b"seed", b"entries"))
_CASES: Final = frozenset((b"pack", b"title", b"note", b"cases"))
_WITH_FILE: Final = frozenset((b"event", b"given", b"choices", b"dice", b"settings", b"seed"))
_OURS: Final = b'"urn:handhold:schema:'
_EVENT: Final = re.compile(rb"\bevent *:")
_BOM: Final = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Told:
    """What became of one file: its shown name, and whether the line was `written`, was there, or why it was not."""

    file: str
    done: Literal["written", "there", "own", "unreadable"]
    why: str = ""


def schema(kind: Kind) -> dict[str, object]:
    """The published schema of a kind of file; that of a further file of a pack is a part of that of packs."""
    if kind != "part":
        return load_schema(kind)
    whole = load_schema("pack")
    top = {key: value for key, value in whole.items() if key not in ("if", "then", "else")}
    return {**top, "$id": "urn:handhold:schema:part", "title": "part of a pack", "$ref": "#/$defs/part"}


def schema_files() -> Mapping[str, str]:
    """The files of the schemas, by their paths in a project."""
    return {f"{FOLDER}/{kind}.schema.json": schema_text(schema(kind)) for kind in KINDS}


def schema_text(data: Mapping[str, object]) -> str:
    """A schema as it is written to a file."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def schema_line(kind: Kind, up: int = 0) -> str:
    """The line for a file that lies `up` folders below that of the project."""
    return f"# yaml-language-server: $schema={'../' * up}{FOLDER}/{kind}.schema.json"


def kind_of(path: Path, data: bytes) -> Kind | None:
    """What kind of file it is, by its keys at the margin and what lies beside it; None if it is none of ours."""
    keys = frozenset(_TOP.findall(data))
    if {b"pack", b"entries"} <= keys <= _SCENARIO:
        return "scenario"
    if b"pack" in keys and keys & (_SECTIONS | {b"format", b"extends"}):
        return "pack"
    # many a file of others has one of these words; ours have no others
    if {b"cases"} <= keys <= _CASES and (_is_pack(path.parent.parent) or _EVENT.search(data)):
        return "withfile"
    if keys <= _WITH_FILE and (b"given" in keys or (b"event" in keys and len(keys) > 1)):
        return "withfile"
    beside = path.name != PACK_FILE and _is_pack(path.parent)
    return "part" if beside and keys & _PART else None


def _is_pack(folder: Path) -> bool:
    return (folder / PACK_FILE).is_file()


def with_line(data: bytes, line: str) -> bytes:
    """The file with the line at its top, or in place of an older one of ours; as it is where it has one of its own."""
    mark = _BOM if data.startswith(_BOM) else b""
    text = data[len(mark) :]
    at = 0
    for each in text.splitlines(keepends=True):
        found = _LINE.match(each)
        if found is not None:
            if not _is_ours(found["schema"]):
                return data
            end = at + len(each.rstrip(b"\r\n"))
            return mark + text[:at] + line.encode() + text[end:]
        if each.strip() and not each.lstrip().startswith(b"#"):
            break
        at += len(each)
    ending = b"\r\n" if b"\r\n" in text.partition(b"\n")[0] + b"\n" else b"\n"
    return mark + line.encode() + ending + text


def _is_ours(schema: bytes) -> bool:
    return re.fullmatch(rb"(?:\.\./)*" + re.escape(FOLDER.encode()) + rb"/[a-z]+\.schema\.json", schema) is not None


def write_lines(project: Path) -> Iterator[Told]:
    """Puts the schemas into the project, and the line into each file of it that is one of ours.

    Hidden folders, links and files that are read-only are left alone. Raises Unwritable where the schemas cannot be
    put; then no file has been changed.
    """
    for name, text in schema_files().items():
        _put_schema(project, project / name, text.encode())
    for path in _yaml_files(project):
        read = read_file(path, shown_name(path))
        if not isinstance(read, PackFile):
            yield Told(shown_name(path), "unreadable", read.message)
            continue
        kind = kind_of(path, read.data)
        if kind is None:
            if path.name != PACK_FILE and _is_pack(path.parent) and read_document(read.data, read.name)[1]:
                yield Told(read.name, "unreadable", "it is no YAML that can be read; 'handhold check' says why")
            continue
        if _leads_to(path, read.data, kind):
            yield Told(read.name, "there")
            continue
        after = with_line(read.data, schema_line(kind, len(path.relative_to(project).parts) - 1))
        if len(after) > limits.FILE_BYTES:
            yield Told(read.name, "unreadable", "with one line more the file would be too big")
        elif after != read.data:
            try:
                replace_file(path, after)
            except Unwritable as fault:
                yield Told(read.name, "unreadable", fault.why)
            else:
                yield Told(read.name, "written")
        else:
            own = schema_line(kind, len(path.relative_to(project).parts) - 1).encode() not in read.data
            yield Told(read.name, "own" if own else "there")


def _leads_to(path: Path, data: bytes, kind: Kind) -> bool:
    """Whether the line of a file leads to a schema of its kind that is there: a pack may have brought its own."""
    first = _LINE.search(data.partition(b"\n")[0].removeprefix(_BOM).rstrip())
    if first is None or not _is_ours(first["schema"]):
        return False
    place = path.parent / first["schema"].decode("ascii")
    return place.name == f"{kind}.schema.json" and place.is_file()


def _put_schema(project: Path, path: Path, data: bytes) -> None:
    """Puts a schema into its folder. Raises Unwritable, also where a link or a file of others is there."""
    folder = path.parent
    for each in (folder.parent, folder):
        if each.is_symlink():
            raise Unwritable(each, OSError(errno.EPERM, "this is a link, and leads elsewhere"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise Unwritable(folder, fault) from fault
    if os.path.lexists(path):
        known = read_file(path, path.name)
        if isinstance(known, PackFile) and known.data == data:
            return
        if isinstance(known, PackFile) and _OURS not in known.data:
            raise Unwritable(path, OSError(errno.EPERM, "this is no schema of Handhold's"))
    replace_file(path, data)


def _yaml_files(project: Path) -> Iterator[Path]:
    for here, folders, names in os.walk(project):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(here, name)
            if name.endswith(".yaml") and not name.startswith(".") and not path.is_symlink():
                yield path
