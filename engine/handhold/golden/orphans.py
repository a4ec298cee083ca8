"""Golden files whose file of cases is gone."""

from __future__ import annotations

from collections.abc import Iterable

from handhold.diagnostics import Diagnostic
from handhold.golden.cases import Case, holds_cases
from handhold.golden.kept import GoldenFault, read_kept
from handhold.packs.storage.files import TESTS, PackFile
from handhold.packs.storage.places import CASES, GOLDENS, Files, PackPlace, files_of


def orphans(place: PackPlace, cases: Iterable[Case], ending: str = GOLDENS) -> dict[str, tuple[str, ...]]:
    """The golden or pending files at a place whose file of cases is not there any more, or has no case any more: by
    name, the ids of the cases that each holds, none where it cannot be read. `cases` are known to be there.
    """
    files, _ = files_of(place)
    if files is None:
        return {}
    known = {case.file.stem for case in cases if case.file.place == place}
    stems = [name.removesuffix(ending) for name in files.names(TESTS) if name.endswith(ending)]
    return {
        f"{stem}{ending}": _ids(files.read(f"{TESTS}/{stem}{ending}"))
        for stem in stems
        if stem not in known and not _has_cases(files, place, stem)
    }


def _has_cases(files: Files, place: PackPlace, stem: str) -> bool:
    """Whether there is a file of cases of that name that has some, or that cannot be read."""
    name = f"{stem}{CASES}"
    if name not in files.names(TESTS):
        return False
    read = files.read(f"{TESTS}/{name}")
    return not isinstance(read, PackFile) or holds_cases(read, place)


def _ids(read: PackFile | Diagnostic) -> tuple[str, ...]:
    try:
        return tuple(read_kept(read)) if isinstance(read, PackFile) else ()
    except GoldenFault:
        return ()
