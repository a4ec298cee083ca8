"""Cases judged before they are run: whatever they name is there, and whatever they give and expect is of its kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from handhold.diagnostics import Diagnostic, did_you_mean
from handhold.golden.cases import Case
from handhold.golden.expected import Expected
from handhold.golden.given import Given
from handhold.packs import checked
from handhold.packs.yaml.nodes import Mapping as MappingNode


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
