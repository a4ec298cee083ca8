"""Packs with variants on them: from `NAME+wet-season`, or the name of a variant, to one pack in one mapping.

What a variant extends is looked for among what was typed, then as any name of a pack, then beside the variant.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from handhold import limits
from handhold.diagnostics import Diagnostic, did_you_mean
from handhold.packs.document import Node, read_document
from handhold.packs.files import PackFile, real, shown_name
from handhold.packs.formats import other_format
from handhold.packs.model import Header
from handhold.packs.nodes import Mapping as MappingNode
from handhold.packs.nodes import Scalar, number_of_nodes
from handhold.packs.nodes import Sequence as SequenceNode
from handhold.packs.places import PackPlace, read_files
from handhold.packs.reader import HEADER, merge, read_merged
from handhold.packs.schema import validate
from handhold.packs.shelves import find_pack, known_packs, looked_in
from handhold.packs.slots import crowded
from handhold.packs.text import show
from handhold.packs.variants import Applied, Layer, apply
from handhold.source import Span

_PACK_ID = re.compile(rb"^pack: *['\"]?([a-z][a-z0-9_-]{0,59})['\"]? *(?:#[^\n]*)?\r?$", re.MULTILINE)
_EXTENDS = re.compile(rb"^(?:extends|change|add|remove) *:", re.MULTILINE)
_RANGE: Final = re.compile(r"(?P<name>[^\s<>=!~,]+)\s*(?P<range>.*)", re.DOTALL)
_NAME: Final = re.compile(r"[a-z][a-z0-9_-]*")
_EXAMPLE: Final = "such as 'extends: NAME >=1,<2'"


@dataclass(frozen=True, slots=True)
class Opened:
    """A pack or variant whose files were read."""

    place: PackPlace
    files: tuple[PackFile, ...]


@dataclass(frozen=True, slots=True)
class Stack:
    """A pack with variants on it, the pack without them, their headers in the order in which they were put on, and what
    was read.
    """

    applied: Applied
    base: MappingNode
    variants: tuple[Header, ...]
    opened: tuple[Opened, ...]


@dataclass(frozen=True, slots=True)
class _Member:
    opened: Opened
    document: MappingNode
    header: Header

    @property
    def id(self) -> str:
        return self.header.pack

    @property
    def asked(self) -> tuple[str, str, Span]:
        """What a variant extends: the name, the range of versions, and where that stands."""
        node = self.document.get("extends")
        found = _RANGE.fullmatch(self.header.extends.strip())
        span = node.span if node is not None else self.header.span
        return (found["name"], found["range"].strip(), span) if found else ("", "", span)


def parts_of(where: str) -> tuple[str, ...]:
    """The packs that are stacked in what a person typed; a path that is there is one, whatever its name."""
    return (where,) if "+" not in where or os.path.lexists(where) else tuple(where.split("+"))


def open_stack(where: str, shelves: Sequence[Path] | None = None) -> tuple[tuple[Opened, ...], tuple[Diagnostic, ...]]:
    """The packs that are named by `where`, names or paths joined by `+`, with their files; none if there are faults."""
    opened: list[Opened] = []
    found: list[Diagnostic] = []
    parts = parts_of(where)
    if len(parts) > limits.STACK:
        message = f"more than {limits.STACK} packs are stacked"
        return (), (Diagnostic("too-big", message, None, "make one variant of several"),)
    for part in parts:
        place, faults = find_pack(part.strip(), shelves)
        found += faults
        if place is None or any(place.path == other.place.path for other in opened):
            continue
        files, faults = read_files(place)
        found += faults
        opened.append(Opened(place, files))
    return ((), tuple(found)) if found else (tuple(opened), ())


def is_variant(files: Sequence[PackFile]) -> bool:
    """Whether these are the files of a variant, which extends another pack."""
    return bool(files) and any(_EXTENDS.search(file.data) for file in files)


def document_of(files: Sequence[PackFile]) -> tuple[MappingNode | None, tuple[Diagnostic, ...]]:
    """The files of a pack as one mapping, pack.yaml first; None if one of them cannot be read, all are too big, or they
    are written in another format.
    """
    named = _PACK_ID.search(files[0].data) if files else None
    id = named.group(1).decode("ascii") if named else ""
    variant = id if is_variant(files) else ""
    other = other_format(files[0], id, variant) if files else None
    if other is not None:
        return None, (other,)
    documents: list[Node] = []
    found: list[Diagnostic] = []
    for file in files:
        node, faults = read_document(file.data, file.name, id, variant)
        found.extend(faults)
        if node is not None:
            documents.append(node)
    if len(documents) < len(files):
        return None, tuple(found)
    whole, merged = merge(documents)
    found.extend(merged)
    if whole is not None and sum(map(number_of_nodes, documents)) > limits.NODES:
        message = f"the pack has more than {limits.NODES:,} keys and values"
        return None, (*found, Diagnostic("too-big", message, documents[0].span))
    # known before anything else looks at them: what a crowd of entries has wrong would take long to tell
    crowds = () if whole is None else tuple(crowded(whole))
    return None if crowds else whole, (*found, *crowds)


def composed(
    opened: Sequence[Opened], shelves: Sequence[Path] | None = None
) -> tuple[Stack | None, tuple[Diagnostic, ...]]:
    """The stack of what was opened, with all that it extends; None with what is wrong."""
    members: dict[str, _Member] = {}
    found: list[Diagnostic] = []
    for each in opened:
        member, faults = _member(each)
        found += faults
        if member is None:
            continue
        if member.id in members:
            message = f"the pack '{member.id}' is named twice"
            hint = f"{members[member.id].opened.place.shown} is called so too: rename one of them"
            found.append(Diagnostic("bad-header", message, member.header.span, hint))
        members[member.id] = member
    if not _errors(found):
        found += _with_parents(members, shelves)
    if _errors(found):
        return None, tuple(found)
    bases = sorted((member for member in members.values() if not member.header.extends), key=lambda each: each.id)
    for other in bases[1:]:
        message = f"'{other.id}' extends nothing, so it cannot be put on '{bases[0].id}'"
        hint = "one pack and variants of it make a stack"
        found.append(Diagnostic("bad-header", message, other.header.span, hint))
    if len(bases) != 1:
        return None, tuple(found)
    layers = [
        Layer(member.id, member.asked[0], _over(member.document), member.document, _shown(member.asked[0], members))
        for member in members.values()
        if member.header.extends
    ]
    for layer in layers:
        found += _unknown_over(members[layer.id], layer.over, members, shelves)
    applied, faults = apply(bases[0].document, layers)
    found += faults
    if applied is None:
        return None, tuple(found)
    headers = tuple(members[id].header for id in applied.order)
    return Stack(applied, bases[0].document, headers, tuple(member.opened for member in members.values())), tuple(found)


def faults_alone(opened: Opened) -> tuple[Diagnostic, ...]:
    """What is wrong with a pack or variant without a look at what it extends."""
    return _member(opened)[1]


def stack_files(where: str, shelves: Sequence[Path] | None = None) -> tuple[PackFile, ...]:
    """The files of all packs of a stack, those of what they extend included, as far as they can be read."""
    opened, _ = open_stack(where, shelves)
    if len(opened) == 1 and not is_variant(opened[0].files):
        return opened[0].files
    members: dict[str, _Member] = {}
    for each in opened:
        member, _ = _member(each)
        if member is not None:
            members[member.id] = member
    _with_parents(members, shelves)
    known = {file.name: file for each in opened for file in each.files}
    known |= {file.name: file for member in members.values() for file in member.opened.files}
    return tuple(known.values())


def place_of_cases(where: str, shelves: Sequence[Path] | None = None) -> PackPlace | None:
    """Where the cases of a pack or stack lie: with the one variant of it that no other one extends, if there is one."""
    opened, _ = open_stack(where, shelves)
    if len(opened) <= 1:
        place, _ = find_pack(where, shelves) if not opened else (opened[0].place, ())
        return place
    members = [member for member, _ in map(_member, opened) if member is not None]
    extended = {member.asked[0] for member in members}
    last = [member for member in members if member.id not in extended]
    return last[0].opened.place if len(last) == 1 else None


def members_of(where: str, shelves: Sequence[Path] | None = None) -> tuple[tuple[str, PackPlace], ...]:
    """The packs of a stack with their ids, those that they extend included, as far as they can be read."""
    opened, _ = open_stack(where, shelves)
    if len(opened) == 1 and not is_variant(opened[0].files):
        named = _PACK_ID.search(opened[0].files[0].data)
        return ((named.group(1).decode("ascii"), opened[0].place),) if named else ()
    members = {member.id: member for member, _ in map(_member, opened) if member is not None}
    _with_parents(members, shelves)
    return tuple((id, member.opened.place) for id, member in members.items())


# -- what is extended --------------------------------------------------------------------------------------------------


def _member(opened: Opened) -> tuple[_Member | None, tuple[Diagnostic, ...]]:
    """A pack or variant as read; of a variant, its shape is looked at."""
    document, found = document_of(opened.files)
    if document is None:
        return None, found
    if is_variant(opened.files):
        known = {(fault.span.file, fault.span.line) for fault in found if fault.span}
        shape = (fault for fault in validate(document, "pack"))
        found = (*found, *(each for each in shape if each.span and (each.span.file, each.span.line) not in known))
    return _Member(opened, document, header_of(document)), found


def header_of(document: MappingNode) -> Header:
    """The header of a pack or variant."""
    held = tuple((key, node) for key, node in document.entries if key.value in HEADER)
    pack, _ = read_merged(MappingNode(held, document.written))
    return pack.header


def _with_parents(members: dict[str, _Member], shelves: Sequence[Path] | None) -> list[Diagnostic]:
    """Adds what the members extend, and what that extends; gives what is wrong with it."""
    found: list[Diagnostic] = []
    waiting = list(members.values())
    while waiting:
        member = waiting.pop()
        if not member.header.extends:
            continue
        name, _, span = member.asked
        parent = members.get(name)
        if parent is None:
            place, unfound = _find_parent(member, shelves)
            if place is None:
                found += unfound
                continue
            files, faults = read_files(place)
            found += faults
            parent, faults = _member(Opened(place, files)) if files else (None, ())
            found += faults
            if parent is None:
                continue
            if parent.id != name:
                message = f"the pack at {place.shown} is called '{parent.id}', and not '{name}'"
                found.append(Diagnostic("bad-header", message, span, f"write 'extends: {parent.id}'"))
                continue
            if len(members) >= limits.STACK:
                message = f"more than {limits.STACK} packs are stacked"
                return [*found, Diagnostic("too-big", message, span, "make one variant of several")]
            members[name] = parent
            waiting.append(parent)
        found += _version_faults(member, parent)
    return found or _circles(members)


def find_parent(name: str, beside: Path, shelves: Sequence[Path] | None = None) -> PackPlace | None:
    """Where the pack of that name lies that a variant in the folder `beside` extends: as any name, else beside it."""
    place, _ = find_pack(name, shelves)
    if place is None:
        place, _ = find_pack(name, (real(beside),))
        place = place and replace(place, shown=shown_name(place.path))
    return place


def _find_parent(member: _Member, shelves: Sequence[Path] | None) -> tuple[PackPlace | None, list[Diagnostic]]:
    """Where the pack lies that a variant extends."""
    name, _, span = member.asked
    if _NAME.fullmatch(name):
        beside = real(member.opened.place.path).parent
        place = find_parent(name, beside, shelves)
        if place is not None:
            return place, []
        looked = looked_in(shelves, beside)
        message = f"'{member.id}' extends '{name}', and there is no pack of that name (looked in {looked})"
        near = did_you_mean(name, _others(member, shelves))
        put = "put it into one of these folders"
        hint = near if near.startswith("did you mean") else "; ".join(filter(None, (put, near)))
    else:
        message = f"'{show(member.header.extends)}' is no name of a pack"
        hint = f"write the name of a pack and, if you like, a range of versions, {_EXAMPLE}"
    return None, [Diagnostic("bad-header", message, span, hint)]


def _unknown_over(
    member: _Member, over: Mapping[str, Span], members: Mapping[str, _Member], shelves: Sequence[Path] | None
) -> Iterator[Diagnostic]:
    """Warns of variants that one is over, and that are neither in the stack nor known anywhere else."""
    beside = real(member.opened.place.path).parent
    for name, span in over.items():
        if name in members or (_NAME.fullmatch(name) and find_parent(name, beside, shelves) is not None):
            continue
        message = f"'{member.id}' is over '{show(name)}', and there is no pack of that name"
        near = did_you_mean(name, {*_others(member, shelves), *members} - {member.id})
        yield Diagnostic("bad-header", message, span, near or "take it out of 'over'", "warning")


def _others(member: _Member, shelves: Sequence[Path] | None) -> list[str]:
    """The names of the packs that a variant can name: of all that are known or lie beside it, but for itself."""
    own = real(member.opened.place.path)
    known = (*known_packs(shelves), *known_packs((own.parent,)))
    return [name for name, path in known if real(path) != own]


def _version_faults(member: _Member, parent: _Member) -> list[Diagnostic]:
    """What is wrong with the version of the pack that a variant extends."""
    from packaging.specifiers import InvalidSpecifier, SpecifierSet
    from packaging.version import InvalidVersion, Version

    name, written, span = member.asked
    try:
        wanted = SpecifierSet(written)
    except InvalidSpecifier:
        return [Diagnostic("bad-header", f"'{show(written)}' is no range of versions", span, _EXAMPLE)]
    try:
        version = Version(parent.header.version)
    except InvalidVersion:
        return []
    if version in wanted:
        return []
    message = f"'{member.id}' extends {name} {written}, and {name} is {version} here"
    hint = f"it is at {parent.opened.place.shown}: take a version that fits, or try whether the range can be wider"
    return [Diagnostic("bad-header", message, span, hint)]


def _circles(members: Mapping[str, _Member]) -> list[Diagnostic]:
    """Variants that extend one another."""
    for id in sorted(members):
        chain = [id]
        while members[chain[-1]].header.extends and members[chain[-1]].asked[0] in members:
            chain.append(members[chain[-1]].asked[0])
            if chain[-1] == id:
                message = f"the variant '{id}' would extend itself: {' → '.join(chain)}"
                hint = "one of them must extend another pack"
                return [Diagnostic("cycle", message, members[id].asked[2], hint)]
            if len(chain) > len(members):
                break
    return []


def _shown(id: str, members: Mapping[str, _Member]) -> str:
    """A pack that is extended, with its version."""
    return f"{id} {members[id].header.version}"


def _over(document: MappingNode) -> dict[str, Span]:
    node = document.get("over")
    items = node.items if isinstance(node, SequenceNode) else (node,)
    return {item.text: item.span for item in items if isinstance(item, Scalar)}


def _errors(found: Iterable[Diagnostic]) -> bool:
    return any(fault.severity == "error" for fault in found)
