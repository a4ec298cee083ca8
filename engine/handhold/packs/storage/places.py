"""Where a pack lies (a folder, one file, a zip), and its files, the same way for all three.

A pack has rules (`*.yaml` of its top folder) and, below `tests`, cases and what is kept beside them. Nothing else of
the place is read, but for the notices that go with it when it is handed on. A folder gives regular files only, and no
link leads out of it; for zips see `archive`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, Protocol

from handhold import limits
from handhold.diagnostics import Diagnostic, did_you_mean
from handhold.packs.storage.files import PACK_FILE, TESTS, PackFile, most_bytes, read_file, real, top_of
from handhold.packs.text import show
from handhold.record import Record

CASES: Final = ".yaml"
"""How the names of files of cases end."""
GOLDENS: Final = ".golden.json"
"""How the names of files of whole results end."""

_PACK_HINT: Final = "a pack is a folder with a pack.yaml, one .yaml file, or a .zip of such a folder"
_NOTICES: Final = ("readme", "license", "licence", "copying", "notice")

Read = tuple[tuple[PackFile, ...], tuple[Diagnostic, ...]]
"""Files, and what is wrong with others."""


class PackPlace(Record):
    """Where a pack was found: a folder, a .yaml file or a .zip, and the name it is shown under."""

    path: Path
    shown: str

    @property
    def is_zip(self) -> bool:
        """Whether it lies in a zip, so that nothing can be written beside its cases."""
        return self.path.suffix.lower() == ".zip" and not self.path.is_dir()

    @property
    def cases(self) -> Path:
        """The folder of its cases, if it is no zip: the cases of `climb.yaml` are in `climb/tests`."""
        return (self.path if self.path.is_dir() else self.path.with_suffix("")) / TESTS

    @property
    def shown_folder(self) -> str:
        """What the folder or zip with its cases is shown under: that of `climb.yaml` is `climb`."""
        single = self.path.suffix.lower() == ".yaml" and not self.path.is_dir()
        return self.shown[: -len(self.path.suffix)] if single else self.shown


class Files(Protocol):
    """The files of one pack."""

    @property
    def kind(self) -> str:
        """What the pack lies in: `folder`, `file` or `zip`."""

    def names(self, folder: str = "") -> list[str]:
        """The names of what lies in its top folder or in `tests`, in order, hidden ones left out."""

    def read(self, inner: str) -> PackFile | Diagnostic:
        """The file at that path within the pack."""


def files_of(place: PackPlace) -> tuple[Files | None, tuple[Diagnostic, ...]]:
    """The files of the pack at a place; None if there is no pack that could be looked into."""
    if place.path.is_dir():
        return _Folder(place.path, place.shown), ()
    ending = place.path.suffix.lower()
    if ending == ".zip":
        from handhold.packs.storage.archive import open_archive

        return open_archive(place.path, place.shown)
    if ending == ".yaml":
        return _Single(place), ()
    if ending == ".yml":
        message, hint = "the name of a pack's file ends in .yaml", "rename it"
        return None, (Diagnostic("not-a-pack", message, top_of(place.shown), hint),)
    message = "this is neither a folder nor a .yaml or .zip file"
    return None, (Diagnostic("not-a-pack", message, top_of(place.shown), _PACK_HINT),)


def read_files(place: PackPlace) -> Read:
    """The rules of the pack at a place, pack.yaml first and the others by name; none of them if there are faults."""
    files, faults = read_rules(place)
    return ((), faults) if faults else (files, ())


def read_rules(place: PackPlace) -> Read:
    """As `read_files`, but with what can be read if something cannot."""
    files, found = files_of(place)
    return ((), found) if files is None else rules_in(files, place.shown)


def read_tests(place: PackPlace, ending: str) -> Read:
    """The files below `tests` whose names end so (`CASES`, `GOLDENS`), by name, and what is wrong with others."""
    files, found = files_of(place)
    return ((), found) if files is None else tests_in(files, place.shown, ending)


def read_header_file(place: PackPlace) -> PackFile | None:
    """The file with the header of a pack, and nothing else of it; None if it cannot be read."""
    files, _ = files_of(place)
    read = files.read(PACK_FILE) if files is not None else None
    return read if isinstance(read, PackFile) else None


def rules_in(files: Files, shown: str) -> Read:
    """The rules among the files of a pack that is shown under that name, and what is wrong with others."""
    names, found = _rules(files.names(), files.kind, shown)
    read, faults = _all_of(files, names, limits.PACK_BYTES, shown)
    return read, (*found, *faults)


def tests_in(files: Files, shown: str, ending: str) -> Read:
    """The files below `tests` whose names end so, as `rules_in`."""
    names = [f"{TESTS}/{name}" for name in files.names(TESTS) if name.endswith(ending)]
    if len(names) > limits.TESTS_FILES:
        message = f"the pack has more than {limits.TESTS_FILES:,} files of cases"
        return (), (Diagnostic("too-big", message, top_of(shown)),)
    return _all_of(files, names, limits.TESTS_BYTES, shown)


def notices_in(files: Files, shown: str) -> Read:
    """The files that say what a pack is and how it may be used, for who gets it: README, LICENSE and the like."""
    names = [name for name in files.names() if name.lower().removesuffix(".md").removesuffix(".txt") in _NOTICES]
    return _all_of(files, names, limits.PACK_BYTES, shown)


# -- the kinds of place ------------------------------------------------------------------------------------------------


class _Folder(Record):
    path: Path
    shown: str
    kind: str = "folder"

    def names(self, folder: str = "") -> list[str]:
        return [entry.name for entry in entries(self.path / folder)]

    def read(self, inner: str) -> PackFile | Diagnostic:
        shown = shown_inside(self.shown, inner)
        return read_file(self.path / inner, shown, real(self.path), inner=inner, most=most_bytes(inner))


class _Single(Record):
    """A pack that is one file; its cases lie in a folder of its name."""

    place: PackPlace
    kind: str = "file"

    @property
    def _beside(self) -> _Folder:
        return _Folder(self.place.path.with_suffix(""), self.place.shown_folder)

    def names(self, folder: str = "") -> list[str]:
        return self._beside.names(folder) if folder else [PACK_FILE]

    def read(self, inner: str) -> PackFile | Diagnostic:
        if inner == PACK_FILE:
            return read_file(self.place.path, self.place.shown, inner=PACK_FILE)
        return self._beside.read(inner)


def shown_inside(shown: str, inner: str) -> str:
    """How a file of a pack is shown."""
    return "/".join((shown, *map(show, inner.split("/"))))


def entries(folder: Path) -> list[Path]:
    """What lies in a folder, by name; hidden files (of editors) left out, nothing if it cannot be listed."""
    try:
        return sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
    except OSError:
        return []


def _rules(names: Sequence[str], kind: str, shown: str) -> tuple[list[str], tuple[Diagnostic, ...]]:
    """Which files of the top folder are the rules, pack.yaml first."""
    if PACK_FILE not in names:
        likely = did_you_mean(PACK_FILE, names) if any(name.startswith("pack") for name in names) else ""
        message = f"the {kind} has no {PACK_FILE}"
        return [], (Diagnostic("not-a-pack", message, top_of(shown), likely or _PACK_HINT),)
    odd = [name for name in names if name.lower().endswith((".yml", ".yaml")) and not name.endswith(".yaml")]
    if odd:
        message = "the file would not be read: the names of a pack's files end in .yaml"
        places = (top_of(shown_inside(shown, name)) for name in odd)
        return [], tuple(Diagnostic("not-a-pack", message, place, "rename it") for place in places)
    rules = [name for name in names if name.endswith(".yaml") and name != PACK_FILE]
    if len(rules) >= limits.PACK_FILES:
        message = f"the pack has more than {limits.PACK_FILES} files"
        return [], (Diagnostic("too-big", message, top_of(shown)),)
    return [PACK_FILE, *rules], ()


def _all_of(files: Files, names: Iterable[str], most: int, shown: str) -> Read:
    """The files of those names, and what is wrong with others; no more than so many bytes of all together."""
    read: list[PackFile] = []
    found: list[Diagnostic] = []
    total = 0
    for name in names:
        file = files.read(name)
        if isinstance(file, Diagnostic):
            found.append(file)
            continue
        total += len(file.data)
        if total > most:
            message = f"the pack has more than {most:,} bytes"
            found.append(Diagnostic("too-big", message, top_of(shown)))
            break
        read.append(file)
    return tuple(read), tuple(found)
