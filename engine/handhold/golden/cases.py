"""Cases: what a pack is expected to give, written by hand beside it in `tests/*.yaml`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from handhold.diagnostics import Diagnostic, in_order
from handhold.packs.schemas.schema import validate
from handhold.packs.stacks.members import Reading, read
from handhold.packs.storage.files import PackFile
from handhold.packs.storage.places import CASES, PackPlace, read_tests
from handhold.packs.yaml.document import read_document
from handhold.packs.yaml.nodes import Mapping as MappingNode
from handhold.packs.yaml.nodes import Node, plain
from handhold.source import Span

_NAMES_STACK = re.compile(rb"^pack *:", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class CaseFile:
    """A file of cases: the pack that it lies in, and its name in the folder of cases."""

    place: PackPlace
    name: str

    @property
    def stem(self) -> str:
        """The name without its ending."""
        return self.name.removesuffix(CASES)


@dataclass(frozen=True, slots=True)
class Case:
    """One case: what is given to an event, and what must come out of it.

    All data are plain. `dice` is a list in the order thrown, a mapping by path, or None; `expect` is a subset of
    what a run gives. `rules` are the rules of the source that the case is about, `authority` says what it rests on.
    `file` is the file of cases that holds it, `body` what is written there.
    """

    id: str
    title: str
    rules: tuple[str, ...]
    tags: tuple[str, ...]
    event: str
    given: Mapping[str, object]
    choices: Mapping[str, object]
    dice: list[object] | Mapping[str, object] | None
    settings: Mapping[str, object]
    seed: int | str | None
    expect: Mapping[str, object]
    authority: str
    file: CaseFile
    span: Span
    body: MappingNode = field(compare=False, repr=False)

    def named(self, text: str) -> bool:
        """Whether the id holds the text, or the text is one of its rules."""
        return text in self.id or text in self.rules


def cases_for(where: str) -> tuple[tuple[Case, ...], tuple[Diagnostic, ...]]:
    """The cases that hold for a pack or stack as it was typed; see `cases_of`."""
    return cases_of(read(where))


def cases_of(reading: Reading) -> tuple[tuple[Case, ...], tuple[Diagnostic, ...]]:
    """The cases that hold for a pack or stack, in the order of the files, and the faults of the files.

    These are the cases beside the pack, or beside the one variant that no other one extends, and those beside any
    pack of the stack whose file says `pack:` and names the packs of this very stack.
    """
    own = reading.place_of_cases
    ids = frozenset(reading.members)
    places = (member.opened.place for member in reading.members.values())
    cases: list[Case] = []
    found: list[Diagnostic] = []
    for place in dict.fromkeys((*((own,) if own else ()), *places)):
        files, faults = _files(place, only_named=place != own)
        found.extend(faults)
        for file in files:
            if (place == own) if not file.packs else file.packs == ids:
                cases.extend(file.cases)
    return tuple(cases), in_order((*found, *_twice(cases)))


def read_cases(place: PackPlace) -> tuple[tuple[Case, ...], tuple[Diagnostic, ...]]:
    """The cases of a pack at that place, in the order of the files' names, and all faults of their files."""
    cases: list[Case] = []
    files, found = _files(place)
    for file in files:
        cases.extend(file.cases)
    return tuple(cases), in_order((*found, *_twice(cases)))


def holds_cases(file: PackFile, place: PackPlace) -> bool:
    """Whether there are cases in a file at that place; what cannot be read may hold some."""
    read, faults = _read(file, place)
    return bool(faults or read.cases)


@dataclass(frozen=True, slots=True)
class _File:
    """A file of cases; `packs` are the ids of the stack that it names, empty if it names none."""

    packs: frozenset[str] = frozenset()
    cases: tuple[Case, ...] = ()


def _files(place: PackPlace, *, only_named: bool = False) -> tuple[list[_File], list[Diagnostic]]:
    """The files of cases of a pack, by name, and all faults of them; `only_named`: those that name a stack."""
    files, faults = read_tests(place, CASES)
    read: list[_File] = []
    found = list(faults)
    for each in files:
        if only_named and not _NAMES_STACK.search(each.data):
            continue
        file, faults = _read(each, place)
        read.append(file)
        found.extend(faults)
    return read, found


def _read(file: PackFile, place: PackPlace) -> tuple[_File, tuple[Diagnostic, ...]]:
    node, faults = read_document(file.data, file.name)
    if node is None or faults:
        return _File(), faults
    faults = validate(node, "withfile")
    if faults:
        return _File(), faults
    held = node.get("cases") if isinstance(node, MappingNode) else None
    if not isinstance(node, MappingNode) or not isinstance(held, MappingNode):
        return _File(), (
            Diagnostic(
                "bad-case", "a file of cases begins with 'cases:'", node.span, "put each case under an id below it"
            ),
        )
    packs = node.get("pack")
    named = frozenset(part.strip() for part in str(plain(packs)).split("+")) if packs is not None else frozenset[str]()
    origin = CaseFile(place, file.inner.rpartition("/")[2])
    return _File(named, tuple(_case(str(key.value), key.span, body, origin) for key, body in held.entries)), ()


def _case(id: str, span: Span, body: Node, file: CaseFile) -> Case:
    data = plain(body)
    assert isinstance(data, dict)
    assert isinstance(body, MappingNode)
    return Case(
        id,
        data.get("title", ""),
        tuple(data.get("rules") or ()),
        tuple(data.get("tags") or ()),
        data["event"],
        data.get("given") or {},
        data.get("choices") or {},
        data.get("dice"),
        data.get("settings") or {},
        data.get("seed"),
        data.get("expect") or {},
        data.get("authority", ""),
        file,
        span,
        body,
    )


def _twice(cases: list[Case]) -> Iterator[Diagnostic]:
    first: dict[str, Case] = {}
    for case in cases:
        if case.id in first:
            yield Diagnostic(
                "duplicate-key", f"the case '{case.id}' stands twice; the other is at {first[case.id].span}", case.span
            )
        first.setdefault(case.id, case)
