"""Cases: what a pack is expected to give, written by hand beside it in `tests/*.yaml`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from handhold.diagnostics import Diagnostic, did_you_mean, in_order
from handhold.packs import checked
from handhold.packs.document import read_document
from handhold.packs.files import PackFile
from handhold.packs.nodes import Mapping as MappingNode
from handhold.packs.nodes import Node, plain
from handhold.packs.places import CASES, PackPlace, read_tests
from handhold.packs.schema import validate
from handhold.play.inputs import choice_paths, paths_of_none
from handhold.source import Span


@dataclass(frozen=True, slots=True)
class Case:
    """One case: what is given to an event, and what must come out of it.

    All data are plain. `dice` is a list in the order thrown, a mapping by path, or None; `expect` is a subset of
    what a run gives. `rules` are the rules of the source that the case is about, `authority` says what it rests on.
    """

    id: str
    title: str
    rules: tuple[str, ...]
    event: str
    given: Mapping[str, object]
    choices: Mapping[str, object]
    dice: list[object] | Mapping[str, object] | None
    settings: Mapping[str, object]
    seed: int | str | None
    expect: Mapping[str, object]
    authority: str
    span: Span


def read_cases(place: PackPlace) -> tuple[tuple[Case, ...], tuple[Diagnostic, ...]]:
    """The cases of a pack at that place, in the order of the files' names, and all faults of their files."""
    files, faults = read_tests(place, CASES)
    cases: list[Case] = []
    found = list(faults)
    for file in files:
        read, faults = cases_of(file)
        cases.extend(read)
        found.extend(faults)
    found.extend(_twice(cases))
    return tuple(cases), in_order(found)


def cases_of(file: PackFile) -> tuple[tuple[Case, ...], tuple[Diagnostic, ...]]:
    """The cases of one file, and the faults of the file."""
    node, faults = read_document(file.data, file.name)
    if node is None or faults:
        return (), faults
    faults = validate(node, "withfile")
    if faults:
        return (), faults
    held = node.get("cases") if isinstance(node, MappingNode) else None
    if not isinstance(held, MappingNode):
        where = node.span if node is not None else Span(file.name, 1, 1, 1, 1)
        return (), (
            Diagnostic("bad-case", "a file of cases begins with 'cases:'", where, "put each case under an id below it"),
        )
    return tuple(_case(str(key.value), key.span, body) for key, body in held.entries), ()


def check_cases(pack: checked.Pack, cases: Iterable[Case]) -> Iterator[Diagnostic]:
    """What is wrong with cases of a pack before they are run: events, choices and settings that it does not have."""
    for case in cases:
        event = pack.events.get(case.event)
        if event is None:
            hint = did_you_mean(case.event, pack.events)
            yield Diagnostic(
                "bad-case", f"the case '{case.id}' names an event '{case.event}' that is not there", case.span, hint
            )
            continue
        known = choice_paths(pack, event)
        for name in paths_of_none(case.choices, known):
            hint = did_you_mean(name, known)
            message = f"the case '{case.id}' answers a choice '{name}' that is not there"
            yield Diagnostic("bad-case", message, case.span, hint)
        for name in case.settings:
            if name not in pack.settings:
                hint = did_you_mean(name, pack.settings)
                yield Diagnostic(
                    "bad-case", f"the case '{case.id}' names a setting '{name}' that is not there", case.span, hint
                )


def _case(id: str, span: Span, body: Node) -> Case:
    data = plain(body)
    assert isinstance(data, dict)
    return Case(
        id,
        data.get("title", ""),
        tuple(data.get("rules") or ()),
        data["event"],
        data.get("given") or {},
        data.get("choices") or {},
        data.get("dice"),
        data.get("settings") or {},
        data.get("seed"),
        data.get("expect") or {},
        data.get("authority", ""),
        span,
    )


def _twice(cases: list[Case]) -> Iterator[Diagnostic]:
    first: dict[str, Case] = {}
    for case in cases:
        if case.id in first:
            yield Diagnostic(
                "duplicate-key", f"the case '{case.id}' stands twice; the other is at {first[case.id].span}", case.span
            )
        first.setdefault(case.id, case)
