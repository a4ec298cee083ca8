"""Which pack a name means: the project's packs first, then the user's library, the packs that ship, and last those of
installed Python packages.

Only names are looked at; no pack is opened. Python packages come last because to look for them costs as much as a
whole run, and so that none that was installed for something else stands before the others.

The user's folder is worked out here and not by platformdirs: every `handhold run` has to know it, and the import of
that takes three times as long as all else that a run needs to find its pack. The tests hold the two together.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from handhold.diagnostics import Diagnostic, did_you_mean
from handhold.packs.storage.files import PACK_FILE, data_folder, real, shown_name
from handhold.packs.storage.places import PackPlace, Read, entries, read_files
from handhold.packs.text import show
from handhold.record import Record

PROJECT: Final = Path("rulepacks")
"""The folder of a project that holds its packs, seen from the project."""


class Named(Record):
    """A pack that has a name; `origin` is `project`, `library`, `shipped`, or `installed` and the Python package."""

    name: str
    place: PackPlace
    origin: str


def library_folder(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The folder of the user's library: that of HANDHOLD_LIBRARY, else among what the system keeps for the user."""
    if environ.get("HANDHOLD_LIBRARY"):
        return Path(environ["HANDHOLD_LIBRARY"])
    if platform == "win32" and environ.get("LOCALAPPDATA"):
        base = Path(environ["LOCALAPPDATA"])
    elif os.path.isabs(environ.get("XDG_DATA_HOME", "")):
        base = Path(environ["XDG_DATA_HOME"])
    elif platform == "darwin":
        base = Path(os.path.expanduser("~/Library/Application Support"))
    else:
        base = Path(os.path.expanduser("~/.local/share"))
    return base / "handhold" / "packs"


def pack_shelves() -> tuple[Path, ...]:
    """The folders in which a name is looked up, the first that has it wins: project, library, shipped."""
    return (PROJECT, library_folder(), data_folder("rulepacks"))


def is_path(where: str) -> bool:
    """Whether what a person typed is a path; otherwise it is the name of a pack."""
    return "/" in where or "\\" in where or where.startswith(".") or where.lower().endswith((".yaml", ".yml", ".zip"))


def known_packs(shelves: Sequence[Path] | None = None) -> list[tuple[str, Path]]:
    """Every pack that has a name, in the order of the names, and where it is."""
    found: dict[str, Path] = {}
    for pack in named_packs(shelves):
        found.setdefault(pack.name, pack.place.path)
    return sorted(found.items())


def named_packs(shelves: Sequence[Path] | None = None) -> list[Named]:
    """Every pack that has a name, by name; of equal names the one that it means stands first."""
    found = [pack for shelf in _apart(pack_shelves() if shelves is None else shelves) for pack in _on(shelf)]
    if shelves is None:
        from handhold.packs.storage.advertised import advertised

        for pack in advertised():
            place = PackPlace(pack.path, f"installed/{show(pack.name)}")
            found.append(Named(pack.name, place, f"installed {pack.package}"))
    return sorted(found, key=lambda pack: pack.name)


def find_pack(where: str, shelves: Sequence[Path] | None = None) -> tuple[PackPlace | None, tuple[Diagnostic, ...]]:
    """Where the pack is that `where` names; `shelves` are the folders for names, by default all there are."""
    if "\0" in where or not where:
        return None, (_nowhere(f"'{show(where)}' is no name of a pack", "write the name of a pack, or a path to one"),)
    if is_path(where):
        path = Path(where)
        if os.path.lexists(path):
            return PackPlace(path, shown_name(path)), ()
        hint = "a name without '/' is looked up among the packs" if "/" in where else ""
        return None, (_nowhere(f"there is nothing at '{show(where, 200)}'", hint),)
    for shelf in pack_shelves() if shelves is None else shelves:
        place = _named(shelf, where)
        if place is not None:
            return place, ()
    if shelves is None:
        from handhold.packs.storage.advertised import advertised

        for pack in advertised():
            if pack.name == where:
                return PackPlace(pack.path, f"installed/{show(where)}"), ()
    return None, (_no_such_name(where, shelves),)


def open_pack(where: str, shelves: Sequence[Path] | None = None) -> Read:
    """The files of a pack, pack.yaml first and the others by name; none of them if there are faults.

    `where` is a path if it has a slash of either kind, begins with a dot or ends in `.yaml` or `.zip`; otherwise a
    name. A folder of the current directory is never taken for a name.
    """
    place, found = find_pack(where, shelves)
    return ((), found) if place is None else read_files(place)


def looked_in(shelves: Sequence[Path] | None = None, *beside: Path) -> str:
    """Where a name was looked up, for a message: on the shelves and in the folders `beside` as well."""
    folders = (*(pack_shelves() if shelves is None else shelves), *beside)
    places = [shown_name(folder) for folder in _apart(folders)]
    return ", ".join((*places, *(("the Python packages that are installed",) if shelves is None else ())))


def origin_of(path: Path) -> str:
    """Where a pack comes from that lies there: as `Named.origin`, or `path`."""
    folder = real(path).parent
    for shelf in _apart(pack_shelves()):
        if folder == real(shelf):
            return _origin(shelf)
    from handhold.packs.storage.advertised import advertised

    return next((f"installed {pack.package}" for pack in advertised() if real(pack.path) == real(path)), "path")


def _named(shelf: Path, name: str) -> PackPlace | None:
    """The pack of that name on a shelf."""
    shown = f"{_shown(shelf)}/{show(name)}"
    # unlike Path.is_file, this has an answer for a name that is too long for a file, too
    if os.path.isfile(shelf / name / PACK_FILE):
        return PackPlace(shelf / name, shown)
    for ending in (".yaml", ".zip"):
        if os.path.isfile(shelf / f"{name}{ending}"):
            return PackPlace(shelf / f"{name}{ending}", f"{shown}{ending}")
    return None


def _on(shelf: Path) -> Iterator[Named]:
    """The packs of one shelf."""
    names = dict.fromkeys(entry.stem if entry.suffix in (".yaml", ".zip") else entry.name for entry in entries(shelf))
    for name in names:
        place = _named(shelf, name)
        if place is not None:
            yield Named(name, place, _origin(shelf))


def _apart(shelves: Sequence[Path]) -> list[Path]:
    """The shelves without those that are an earlier one again, as in a checkout, which holds what ships."""
    found: dict[Path, Path] = {}
    for shelf in shelves:
        found.setdefault(real(shelf), shelf)
    return list(found.values())


def _origin(shelf: Path) -> str:
    if real(shelf) == real(data_folder("rulepacks")):
        return "shipped"
    return "library" if shelf == library_folder() else "project"


def _shown(shelf: Path) -> str:
    return "library" if shelf == library_folder() else "rulepacks"


def _nowhere(message: str, hint: str) -> Diagnostic:
    return Diagnostic("no-such-pack", message, None, hint)


def _no_such_name(where: str, shelves: Sequence[Path] | None) -> Diagnostic:
    hint = did_you_mean(where, (name for name, _ in known_packs(shelves)))
    if os.path.lexists(where):
        hint = f"for the one in this folder write './{show(where)}'"
    elif os.path.lexists(f"{where}.yaml"):
        hint = f"for the file in this folder write '{show(where)}.yaml'"
    return _nowhere(f"no pack named '{show(where)}' (looked in {looked_in(shelves)})", hint)
