"""What is wrong with a pack and with what lies beside it: its cases, their goldens, and what is pending for them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice

from handhold import limits
from handhold.diagnostics import Diagnostic, in_order, not_too_many
from handhold.golden.cases import Case, CaseFile, cases_of
from handhold.golden.kept import PENDING, GoldenFault, read_kept
from handhold.golden.orphans import orphans
from handhold.library.judged import Judged
from handhold.packs.storage.files import TESTS, PackFile, top_of
from handhold.packs.storage.places import CASES, GOLDENS, PackPlace, read_tests, shown_inside
from handhold.packs.text import show
from handhold.source import Span

_LINE = re.compile(r"line (\d+): ")


def with_cases(judged: Judged) -> tuple[Diagnostic, ...]:
    """All that is wrong with a pack that was judged, and with its cases."""
    cases, faults = cases_of(judged.reading)
    place = judged.reading.place_of_cases
    lost = () if place is None else check_orphans(place, cases)
    return not_too_many(in_order((*judged.found, *faults, *_of_cases(judged, cases), *check_goldens(cases), *lost)))


def _of_cases(judged: Judged, cases: tuple[Case, ...]) -> tuple[Diagnostic, ...]:
    if judged.pack is None or not cases:
        return ()
    # it knows what runs give, which takes long to import, and a pack without cases does not wait for it
    from handhold.golden.case_checks import check_cases

    return tuple(islice(check_cases(judged.pack, cases), limits.FAULTS + 1))


def check_goldens(cases: Iterable[Case]) -> Iterator[Diagnostic]:
    """The goldens of cases, and what is pending for them, that cannot be read, and goldens there that have no case."""
    known: dict[CaseFile, set[str]] = {}
    for case in cases:
        known.setdefault(case.file, set()).add(case.id)
    for place in dict.fromkeys(file.place for file in known):
        for ending in (GOLDENS, PENDING):
            held, faults = read_tests(place, ending)
            yield from faults
            for file in held:
                ids = known.get(CaseFile(place, f"{file.inner.rpartition('/')[2].removesuffix(ending)}{CASES}"))
                if ids is not None:
                    yield from _golden(file, ids if ending == GOLDENS else None)


def _golden(file: PackFile, ids: Collection[str] | None) -> Iterator[Diagnostic]:
    """What is wrong with one file; `ids` are the cases that it may hold, None: whatever they are."""
    try:
        kept = read_kept(file)
    except GoldenFault as fault:
        found = _LINE.match(fault.reason)
        line = int(found[1]) if found else 1
        message = f"these results cannot be read: {fault.reason[found.end() if found else 0 :]}"
        yield Diagnostic("bad-golden", message, Span(file.name, line, 1, line, 2), fault.hint)
    else:
        stale = [id for id in kept if ids is not None and id not in ids]
        if stale:
            yield _stale(file.name, stale)


def check_orphans(place: PackPlace, cases: Iterable[Case]) -> Iterator[Diagnostic]:
    """The golden files at a place whose file of cases is gone, or has no case any more."""
    for name, ids in orphans(place, cases).items():
        yield _stale(shown_inside(place.shown_folder, f"{TESTS}/{name}"), ids or (name,))


def _stale(name: str, ids: Sequence[str]) -> Diagnostic:
    hint = "'handhold prune' takes away what has none"
    return Diagnostic("stale-golden", without_case(ids), top_of(name), hint, "warning")


def without_case(ids: Sequence[str]) -> str:
    """That these goldens have no case, the first of them by name."""
    some = ", ".join(map(show, ids[:3])) + (", …" if len(ids) > 3 else "")
    return f"1 golden has no case ({some})" if len(ids) == 1 else f"{len(ids)} goldens have no case ({some})"
