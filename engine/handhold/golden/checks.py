"""Cases judged before they are run: whatever they name is there, and whatever they give and expect is of its kind."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from handhold import limits
from handhold.diagnostics import Diagnostic, did_you_mean, in_order, not_too_many
from handhold.golden.cases import Case, cases_of
from handhold.golden.expected import Expected
from handhold.golden.given import Given
from handhold.golden.kept import PENDING, GoldenFault, read_kept
from handhold.library.judged import Judged
from handhold.packs import checked
from handhold.packs.nodes import Mapping as MappingNode
from handhold.packs.places import GOLDENS, read_tests
from handhold.source import Span

_LINE = re.compile(r"line (\d+): ")


def with_cases(judged: Judged) -> tuple[Diagnostic, ...]:
    """All that is wrong with a pack that was judged, and with its cases."""
    cases, faults = cases_of(judged.reading)
    told = () if judged.pack is None else tuple(islice(check_cases(judged.pack, cases), limits.FAULTS + 1))
    return not_too_many(in_order((*judged.found, *faults, *told, *check_goldens(cases))))


def check_cases(pack: checked.Pack, cases: Iterable[Case]) -> Iterator[Diagnostic]:
    """What is wrong with cases of a pack before they are run: what they name, give and expect of its events."""
    known: dict[str, tuple[Given, Expected]] = {}
    for case in cases:
        event = pack.events.get(case.event)
        if event is None:
            node = case.body.get("event")
            hint = did_you_mean(case.event, pack.events)
            message = f"the case '{case.id}' names an event '{case.event}' that is not there"
            yield Diagnostic("bad-case", message, case.span if node is None else node.span, hint)
            continue
        if event.id not in known:
            known[event.id] = (Given(pack, event), Expected(pack, event))
        given, expected = known[event.id]
        yield from given.faults(case)
        expect = case.body.get("expect")
        if isinstance(expect, MappingNode):
            yield from expected.faults(expect)


def check_goldens(cases: Iterable[Case]) -> Iterator[Diagnostic]:
    """The goldens of cases, and what is pending for them, that cannot be read."""
    files = {case.file for case in cases}
    for place in dict.fromkeys(file.place for file in files):
        stems = {file.stem for file in files if file.place == place}
        for ending in (GOLDENS, PENDING):
            held, faults = read_tests(place, ending)
            yield from faults
            for file in held:
                if file.inner.rpartition("/")[2].removesuffix(ending) in stems:
                    try:
                        read_kept(file)
                    except GoldenFault as fault:
                        found = _LINE.match(fault.reason)
                        line = int(found[1]) if found else 1
                        message = f"these results cannot be read: {fault.reason[found.end() if found else 0 :]}"
                        yield Diagnostic("bad-golden", message, Span(file.name, line, 1, line, 2), fault.hint)
