"""Where packs lie: from what a person typed to the bytes of the files.

Everything is looked at before it is read: a folder gives regular files of its own top level only, of a known size,
and no link leads out of it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from handhold import limits
from handhold.diagnostics import Diagnostic, did_you_mean
from handhold.packs.text import show
from handhold.source import Span

PACK_FILE: Final = "pack.yaml"
"""The file with the header of a pack that is a folder."""


@dataclass(frozen=True, slots=True)
class PackFile:
    """One file as read: the name shown to a person, and its bytes."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class PackPlace:
    """Where a pack was found: a folder or one file, and the name it is shown under."""

    path: Path
    shown: str


def data_folder(name: Literal["rulepacks", "schemas"]) -> Path:
    """The shipped packs or schemas: beside the package when installed, in the root of the repository otherwise."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "_data" / name
    return installed if installed.is_dir() else package.parents[1] / name


def pack_shelves() -> tuple[Path, ...]:
    """The folders in which a name is looked up, the first that has it wins: the project's, then the shipped ones."""
    return (Path("rulepacks"), data_folder("rulepacks"))


def is_path(where: str) -> bool:
    """Whether what a person typed is a path; otherwise it is the name of a pack."""
    return "/" in where or "\\" in where or where.startswith(".") or where.lower().endswith((".yaml", ".yml", ".zip"))


def known_packs(shelves: Sequence[Path] | None = None) -> list[tuple[str, Path]]:
    """Every pack that has a name, in the order of the names, and where it is."""
    found: dict[str, Path] = {}
    for shelf in pack_shelves() if shelves is None else shelves:
        for entry in _entries(shelf):
            if (entry / PACK_FILE).is_file():
                found.setdefault(entry.name, entry)
            elif entry.suffix == ".yaml" and entry.is_file():
                found.setdefault(entry.stem, entry)
    return sorted(found.items())


def find_pack(where: str, shelves: Sequence[Path] | None = None) -> tuple[PackPlace | None, tuple[Diagnostic, ...]]:
    """Where the pack is that `where` names; `shelves` are the folders for names (`pack_shelves()` by default)."""
    if "\0" in where or not where:
        return None, (_nowhere(f"'{show(where)}' is no name of a pack", "write the name of a pack, or a path to one"),)
    if is_path(where):
        path = Path(where)
        if os.path.lexists(path):
            return PackPlace(path, shown_name(path)), ()
        hint = "a name without '/' is looked up among the packs" if "/" in where else ""
        return None, (_nowhere(f"there is nothing at '{show(where, 200)}'", hint),)
    for shelf in pack_shelves() if shelves is None else shelves:
        # unlike Path.is_file, this has an answer for a name that is too long for a file, too
        if os.path.isfile(shelf / where / PACK_FILE):
            return PackPlace(shelf / where, f"rulepacks/{show(where)}"), ()
        if os.path.isfile(shelf / f"{where}.yaml"):
            return PackPlace(shelf / f"{where}.yaml", f"rulepacks/{show(where)}.yaml"), ()
    return None, (_no_such_name(where, shelves),)


def open_pack(where: str, shelves: Sequence[Path] | None = None) -> tuple[tuple[PackFile, ...], tuple[Diagnostic, ...]]:
    """The files of a pack, pack.yaml first and the others by name; none of them if there are faults.

    `where` is a path if it has a slash of either kind, begins with a dot or ends in `.yaml`; otherwise a name. A
    folder of the current directory is never taken for a name.
    """
    place, found = find_pack(where, shelves)
    return ((), found) if place is None else read_files(place)


def read_files(place: PackPlace) -> tuple[tuple[PackFile, ...], tuple[Diagnostic, ...]]:
    """The files of the pack at a place, as `open_pack`."""
    if not place.path.is_dir():
        return _read_single(place)
    names, found = _folder_names(place)
    if found:
        return (), found
    files: list[PackFile] = []
    faults: list[Diagnostic] = []
    total = 0
    root = place.path.resolve()
    for name in names:
        read = read_file(place.path / name, f"{place.shown}/{show(name)}", root)
        if isinstance(read, Diagnostic):
            faults.append(read)
            continue
        files.append(read)
        total += len(read.data)
        if total > limits.PACK_BYTES:
            message = f"the pack has more than {limits.PACK_BYTES:,} bytes"
            faults.append(Diagnostic("too-big", message, _top(place.shown)))
            break
    return ((), tuple(faults)) if faults else (tuple(files), ())


def read_file(path: Path, shown: str, root: Path | None = None) -> PackFile | Diagnostic:
    """One regular file of at most `limits.FILE_BYTES`; with `root` (resolved), one that no link puts outside it."""
    try:
        if root is not None and not path.resolve(strict=True).is_relative_to(root):
            return Diagnostic(
                "unreadable",
                "the file is a link that leads out of the folder of the pack",
                _top(shown),
                "copy it there",
            )
        # Opened before it is looked at, so that this very file is read; O_NONBLOCK keeps a FIFO from waiting.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError, RuntimeError) as fault:
        reason = os.strerror(fault.errno) if isinstance(fault, OSError) and fault.errno else "it cannot be opened"
        return Diagnostic("unreadable", f"the file cannot be read: {reason}", _top(shown))
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        os.close(handle)
        return Diagnostic("unreadable", "this is not an ordinary file", _top(shown), "packs are made of ordinary files")
    with os.fdopen(handle, "rb") as stream:
        if status.st_size > limits.FILE_BYTES:
            message = f"the file has {status.st_size:,} bytes, and {limits.FILE_BYTES:,} are allowed"
            return Diagnostic("too-big", message, _top(shown), "split it into several files of the same folder")
        try:
            return PackFile(shown, stream.read(limits.FILE_BYTES + 1))
        except OSError as fault:
            return Diagnostic("unreadable", f"the file cannot be read: {os.strerror(fault.errno or 0)}", _top(shown))


def shown_name(path: Path) -> str:
    """A path as it is shown: relative if it lies under the current directory, with `/`, nothing unprintable."""
    text = os.path.normpath(path)
    here = os.getcwd() + os.sep
    return show(text.removeprefix(here).replace(os.sep, "/"), 400)


def _read_single(place: PackPlace) -> tuple[tuple[PackFile, ...], tuple[Diagnostic, ...]]:
    if place.path.suffix.lower() == ".yml":
        return (), (
            Diagnostic("not-a-pack", "the name of a pack's file ends in .yaml", _top(place.shown), "rename it"),
        )
    if place.path.suffix.lower() != ".yaml":
        message = "this is neither a folder nor a .yaml file"
        return (), (
            Diagnostic(
                "not-a-pack", message, _top(place.shown), "a pack is a folder with a pack.yaml, or one .yaml file"
            ),
        )
    read = read_file(place.path, place.shown)
    return ((), (read,)) if isinstance(read, Diagnostic) else ((read,), ())


def _folder_names(place: PackPlace) -> tuple[list[str], tuple[Diagnostic, ...]]:
    names = [entry.name for entry in _entries(place.path)]
    if PACK_FILE not in names:
        likely = did_you_mean(PACK_FILE, names) if any(name.startswith("pack") for name in names) else ""
        message = f"the folder has no {PACK_FILE}"
        return [], (
            Diagnostic(
                "not-a-pack",
                message,
                _top(place.shown),
                likely or "a pack is a folder with a pack.yaml, or one .yaml file",
            ),
        )
    odd = [name for name in names if name.lower().endswith((".yml", ".yaml")) and not name.endswith(".yaml")]
    if odd:
        message = "the file would not be read: the names of a pack's files end in .yaml"
        return [], tuple(
            Diagnostic("not-a-pack", message, _top(f"{place.shown}/{show(name)}"), "rename it") for name in odd
        )
    yaml_names = [name for name in names if name.endswith(".yaml") and name != PACK_FILE]
    if len(yaml_names) >= limits.PACK_FILES:
        message = f"the pack has more than {limits.PACK_FILES} files"
        return [], (Diagnostic("too-big", message, _top(place.shown)),)
    return [PACK_FILE, *yaml_names], ()


def _entries(folder: Path) -> list[Path]:
    """What lies in a folder, by name; hidden files (of editors) left out, nothing if it cannot be listed."""
    try:
        return sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
    except OSError:
        return []


def _top(shown: str) -> Span:
    return Span(shown, 1, 1, 1, 1)


def _nowhere(message: str, hint: str) -> Diagnostic:
    return Diagnostic("no-such-pack", message, None, hint)


def _no_such_name(where: str, shelves: Sequence[Path] | None) -> Diagnostic:
    places = ", ".join(dict.fromkeys(shown_name(shelf) for shelf in (pack_shelves() if shelves is None else shelves)))
    hint = did_you_mean(where, (name for name, _ in known_packs(shelves)))
    if os.path.lexists(where):
        hint = f"for the one in this folder write './{show(where)}'"
    return _nowhere(f"no pack named '{show(where)}' (looked in {places})", hint)
