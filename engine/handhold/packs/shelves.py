"""Which pack a name means: the project's packs first, then the user's library, then the packs that ship.

Only names are looked at; no pack is opened. Packs of installed Python packages come last (see `advertised`): to look
for them costs as much as a whole run, and so none that was installed for something else stands before the others.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from handhold.diagnostics import Diagnostic, did_you_mean
from handhold.packs.files import PACK_FILE, data_folder, shown_name
from handhold.packs.places import PackPlace, Read, entries, read_files
from handhold.packs.text import show


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
        for entry in entries(shelf):
            if (entry / PACK_FILE).is_file():
                found.setdefault(entry.name, entry)
            elif entry.suffix in (".yaml", ".zip") and entry.is_file():
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
        for ending in (".yaml", ".zip"):
            if os.path.isfile(shelf / f"{where}{ending}"):
                return PackPlace(shelf / f"{where}{ending}", f"rulepacks/{show(where)}{ending}"), ()
    return None, (_no_such_name(where, shelves),)


def open_pack(where: str, shelves: Sequence[Path] | None = None) -> Read:
    """The files of a pack, pack.yaml first and the others by name; none of them if there are faults.

    `where` is a path if it has a slash of either kind, begins with a dot or ends in `.yaml` or `.zip`; otherwise a
    name. A folder of the current directory is never taken for a name.
    """
    place, found = find_pack(where, shelves)
    return ((), found) if place is None else read_files(place)


def _nowhere(message: str, hint: str) -> Diagnostic:
    return Diagnostic("no-such-pack", message, None, hint)


def _no_such_name(where: str, shelves: Sequence[Path] | None) -> Diagnostic:
    places = ", ".join(dict.fromkeys(shown_name(shelf) for shelf in (pack_shelves() if shelves is None else shelves)))
    hint = did_you_mean(where, (name for name, _ in known_packs(shelves)))
    if os.path.lexists(where):
        hint = f"for the one in this folder write './{show(where)}'"
    elif os.path.lexists(f"{where}.yaml"):
        hint = f"for the file in this folder write '{show(where)}.yaml'"
    return _nowhere(f"no pack named '{show(where)}' (looked in {places})", hint)
