"""The goldens of a pack: read beside its files of cases, compared, made pending, accepted, rejected, pruned.

Only `accept` and `prune` write a golden. A file of cases has goldens if one lies beside it: then each of its cases
needs one. Where there is none yet, `always` begins it; a case that expects nothing needs one in any file.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from handhold.golden.cases import Case, CaseFile
from handhold.golden.kept import PENDING, GoldenFault, Kept, read_kept, same_kept, write_kept
from handhold.golden.orphans import orphans
from handhold.golden.outcome import same
from handhold.golden.verdict import Judge, Verdict
from handhold.packs.storage.folders import take_away
from handhold.packs.storage.places import GOLDENS, PackPlace, read_tests

Update = Literal["no", "new", "always"]


def update_allowed(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether anything may be written: not where CI is set."""
    return environ.get("CI", "").lower() in ("", "0", "false")


@dataclass(frozen=True, slots=True)
class File:
    """A file of cases with its goldens (None: it has none) and what is pending."""

    origin: CaseFile
    cases: tuple[Case, ...]
    golden: Mapping[str, Kept] | None
    pending: Mapping[str, Kept]

    @property
    def golden_path(self) -> Path:
        """Where the golden is written."""
        return self.origin.place.cases / f"{self.origin.stem}{GOLDENS}"

    @property
    def pending_path(self) -> Path:
        """Where what is pending is written."""
        return self.origin.place.cases / f"{self.origin.stem}{PENDING}"

    @property
    def stale(self) -> tuple[str, ...]:
        """The goldens whose case is not there any more."""
        known = {case.id for case in self.cases}
        return tuple(id for id in self.golden or () if id not in known)

    def waiting(self, chosen: Callable[[Case], bool]) -> dict[str, Kept]:
        """What is pending for the chosen cases, in the order of the file."""
        return {case.id: self.pending[case.id] for case in self.cases if case.id in self.pending and chosen(case)}


@dataclass(frozen=True, slots=True)
class Settled:
    """How many results were accepted or rejected: new or other ones, and those that are `reworded`."""

    results: int = 0
    reworded: int = 0

    def __add__(self, other: Settled) -> Settled:
        return Settled(self.results + other.results, self.reworded + other.reworded)


@dataclass
class Goldens:
    """The goldens of the cases of one pack or stack. Reading raises GoldenFault, writing Unwritable."""

    cases: Sequence[Case]
    files: dict[CaseFile, File] = field(init=False)

    def __post_init__(self) -> None:
        by_file: dict[CaseFile, list[Case]] = {}
        for case in self.cases:
            by_file.setdefault(case.file, []).append(case)
        read = {
            (place, ending): _read(place, ending, {origin.stem for origin in by_file if origin.place == place})
            for place in self.places
            for ending in (GOLDENS, PENDING)
        }
        self.files = {
            origin: File(
                origin,
                tuple(cases),
                read[origin.place, GOLDENS].get(origin.stem),
                read[origin.place, PENDING].get(origin.stem, {}),
            )
            for origin, cases in by_file.items()
        }

    @property
    def places(self) -> tuple[PackPlace, ...]:
        """The packs whose cases these are."""
        return tuple(dict.fromkeys(case.file.place for case in self.cases))

    def verdicts(self, judge: Judge, chosen: Iterable[Case], *, begin: bool = False) -> list[Verdict]:
        """How the chosen cases go. With `begin`, each of them needs a golden, in whatever file it is."""
        found = []
        for case in chosen:
            golden = self.files[case.file].golden
            kept = None if golden is None else golden.get(case.id)
            found.append(judge.verdict(case, kept, keeps=begin or golden is not None))
        return found

    def make_pending(self, verdicts: Sequence[Verdict], *, whole: bool) -> None:
        """Writes what has changed beside the goldens. What is pending for cases that were not run stays, unless the
        run was `whole` and they are not there any more; where nothing is pending any more, the file goes.
        """
        by_file: dict[CaseFile, dict[str, Verdict]] = {}
        for verdict in verdicts:
            by_file.setdefault(verdict.case.file, {})[verdict.case.id] = verdict
        for origin, run in by_file.items():
            file = self.files[origin]
            if origin.place.is_zip:
                continue
            waiting: dict[str, Kept] = {}
            for case in file.cases:
                if case.id not in run:
                    kept = file.pending.get(case.id)
                else:
                    kept = run[case.id].now if run[case.id].is_news else None
                if kept is not None:
                    waiting[case.id] = kept
            if not whole:
                known = {case.id for case in file.cases}
                waiting |= {id: kept for id, kept in file.pending.items() if id not in known}
            write_kept(file.pending_path, waiting, file.pending or None)

    def accept(self, chosen: Callable[[Case], bool]) -> Settled:
        """Takes what is pending for the chosen cases into their goldens."""
        count = Settled()
        for file in self.files.values():
            taken = file.waiting(chosen)
            if not taken:
                continue
            golden = file.golden or {}
            count += _settled(file, taken)
            order = dict.fromkeys((*(case.id for case in file.cases), *golden))
            whole = {**golden, **taken}
            write_kept(file.golden_path, {id: whole[id] for id in order if id in whole}, file.golden)
            self._drop(file, taken)
        return count

    def reject(self, chosen: Callable[[Case], bool]) -> Settled:
        """Throws away what is pending for the chosen cases."""
        count = Settled()
        for file in self.files.values():
            dropped = file.waiting(chosen)
            count += _settled(file, dropped)
            if dropped:
                self._drop(file, dropped)
        return count

    def _drop(self, file: File, gone: Mapping[str, Kept]) -> None:
        rest = {id: kept for id, kept in file.pending.items() if id not in gone}
        write_kept(file.pending_path, rest, file.pending)

    def prune(self, places: Iterable[PackPlace]) -> list[str]:
        """Takes away goldens whose case is not there any more, golden and pending files whose file of cases is gone or
        has none any more, and what a writer that was killed has left. Gives what has gone.
        """
        gone: list[str] = []
        for file in self.files.values():
            if file.stale and file.golden is not None and not file.origin.place.is_zip:
                stale = dict.fromkeys(file.stale)
                gone.extend(f"{file.origin.stem}: {id}" for id in stale)
                kept = {id: each for id, each in file.golden.items() if id not in stale}
                write_kept(file.golden_path, kept, file.golden)
        for place in (place for place in places if not place.is_zip):
            folder = place.cases
            for name, ids in orphans(place, self.cases).items():
                take_away(folder / name)
                gone.extend([f"{name.removesuffix(GOLDENS)}: {id}" for id in ids] or [name])
            left = [path.name for path in sorted(folder.glob(".*.golden.*.tmp")) if path.is_file()]
            for name in (*left, *orphans(place, self.cases, PENDING)):
                take_away(folder / name)
                gone.append(name)
        return gone


def _read(place: PackPlace, ending: str, stems: Collection[str]) -> dict[str, dict[str, Kept]]:
    """The golden or pending files that belong to files of cases of these names; in a zip nothing is pending. Raises
    GoldenFault.
    """
    if ending == PENDING and place.is_zip:
        return {}
    files, faults = read_tests(place, ending)
    if faults:
        raise GoldenFault(str(faults[0]))
    by_stem = {file.inner.rpartition("/")[2].removesuffix(ending): file for file in files}
    return {stem: read_kept(file) for stem, file in by_stem.items() if stem in stems}


def _settled(file: File, waiting: Mapping[str, Kept]) -> Settled:
    golden = file.golden or {}
    results = sum(
        id not in golden or not same(dict(golden[id].result), dict(kept.result)) for id, kept in waiting.items()
    )
    return Settled(results, len(waiting) - results)


def pending_verdicts(
    goldens: Goldens, judge: Judge, chosen: Callable[[Case], bool]
) -> tuple[list[Verdict], list[Case]]:
    """What is pending for the chosen cases, as it stands to their goldens; and the cases for which it is out of date,
    since they come to something else by now.
    """
    found: list[Verdict] = []
    outdated: list[Case] = []
    for file in goldens.files.values():
        waiting = file.waiting(chosen)
        for case in file.cases:
            if case.id in waiting:
                verdict = judge.verdict(case, (file.golden or {}).get(case.id), keeps=True)
                if verdict.now is None or not same_kept(verdict.now, waiting[case.id]):
                    outdated.append(case)
                elif verdict.is_news:
                    found.append(replace(verdict, differences=()))
    return found, outdated
