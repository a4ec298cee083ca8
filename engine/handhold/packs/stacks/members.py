"""The packs that a person typed, each read once, with all that they extend.

What a variant extends is looked for among what was typed, then as any name of a pack, then beside the variant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from handhold import limits
from handhold.diagnostics import Diagnostic, did_you_mean, too_big
from handhold.packs.model import Header
from handhold.packs.reading.reader import HEADER, merge, read_merged
from handhold.packs.reading.slots import crowded
from handhold.packs.schemas.schema import validate
from handhold.packs.storage.files import PackFile, real
from handhold.packs.storage.formats import other_format
from handhold.packs.storage.opening import Opened, Sought, bytes_of, find_parent, open_packs, too_many_bytes
from handhold.packs.storage.places import PackPlace, read_files
from handhold.packs.storage.shelves import known_packs, looked_in
from handhold.packs.text import show
from handhold.packs.yaml.document import Node, read_document
from handhold.packs.yaml.echoes import without_echoes
from handhold.packs.yaml.nodes import Mapping as MappingNode
from handhold.packs.yaml.nodes import Scalar, number_of_nodes
from handhold.source import Span

_PACK_ID = re.compile(rb"^pack: *['\"]?([a-z][a-z0-9_-]{0,59})['\"]? *(?:#[^\n]*)?\r?$", re.MULTILINE)
_VARIANT = re.compile(rb"^(?:extends|change|add|remove) *:", re.MULTILINE)
_OF_VARIANTS: Final = ("extends", "change", "add", "remove")
"""Keys of which each makes a pack a variant."""
_RANGE: Final = re.compile(r"(?P<name>[^\s<>=!~,]+)\s*(?P<range>.*)", re.DOTALL)
_RANGE_AS_COMMENT: Final = re.compile(rb"^extends *: *[^\s#]+ +#[ \t]*([<>=!~]=?=?[ \t]*[0-9][^\r\n]*)", re.MULTILINE)
NAME: Final = re.compile(r"[a-z][a-z0-9_-]*")
"""The name of a pack."""
_EXAMPLE: Final = "such as 'extends: NAME >=1,<2'"


@dataclass(frozen=True, slots=True)
class Member:
    """A pack or variant whose files are one mapping."""

    opened: Opened
    document: MappingNode
    header: Header

    @property
    def id(self) -> str:
        """Its id."""
        return self.header.pack

    @property
    def is_variant(self) -> bool:
        """Whether it extends another pack, or would if it said which."""
        return is_variant(self.document)

    @property
    def asked(self) -> tuple[str, str, Span]:
        """What a variant extends: the name, the range of versions, and where that stands."""
        node = self.document.get("extends")
        found = _RANGE.fullmatch(self.header.extends.strip())
        span = node.span if node is not None else self.header.span
        return (found["name"], found["range"].strip(), span) if found else ("", "", span)


@dataclass(frozen=True, slots=True)
class Reading:
    """What was typed as it was read: the places that were named, the packs there whose files were read, these and what
    they extend as far as that can be read, and what is wrong.
    """

    where: str
    places: tuple[PackPlace, ...]
    opened: tuple[Opened, ...]
    members: Mapping[str, Member]
    found: tuple[Diagnostic, ...]

    @property
    def every(self) -> tuple[Opened, ...]:
        """All packs whose files were read, those that are extended included."""
        return tuple(dict.fromkeys((*self.opened, *(member.opened for member in self.members.values()))))

    @property
    def files(self) -> tuple[PackFile, ...]:
        """The files of all packs."""
        return tuple({file.name: file for each in self.every for file in each.files}.values())

    @property
    def place_of_cases(self) -> PackPlace | None:
        """Where the cases lie: with the one variant that no other one extends, if there is one."""
        if len(self.places) <= 1:
            return self.places[0] if self.places else None
        asked = [member for member in self.members.values() if member.opened in self.opened]
        extended = {member.asked[0] for member in asked}
        last = [member for member in asked if member.id not in extended]
        return last[0].opened.place if len(last) == 1 else None


def read(where: str, shelves: Sequence[Path] | None = None) -> Reading:
    """Reads the packs that are named by `where`, names or paths joined by `+`, and what they extend."""
    places, opened, found = open_packs(where, shelves)
    if found:
        return Reading(where, places, (), {}, tuple(found))
    members: dict[str, Member] = {}
    for each in opened:
        member, faults = member_of(each)
        found += faults
        if member is None:
            continue
        if member.id in members:
            message = f"the pack '{member.id}' is named twice"
            hint = f"{members[member.id].opened.place.shown} is called so too: rename one of them"
            found.append(Diagnostic("bad-header", message, member.header.span, hint))
        members[member.id] = member
        found += _too_much(members, member)
        if too_big(found):
            return Reading(where, places, opened, members, tuple(found))
    parents = _with_parents(members, shelves)
    if not errors(found):
        found += parents
    return Reading(where, places, opened, members, tuple(found))


def _too_much(members: Mapping[str, Member], last: Member) -> list[Diagnostic]:
    """What is said where all packs of a stack have more keys and values than one pack may have."""
    if len(members) > 1 and sum(number_of_nodes(each.document) for each in members.values()) > limits.NODES:
        message = f"the packs of the stack have more than {limits.NODES:,} keys and values"
        return [Diagnostic("too-big", message, last.header.span)]
    return []


# -- one pack ----------------------------------------------------------------------------------------------------------


def document_of(files: Sequence[PackFile]) -> tuple[MappingNode | None, tuple[Diagnostic, ...]]:
    """The files of a pack as one mapping, pack.yaml first; None if one of them cannot be read, all are too big, or they
    are written in another format.

    Each place in them knows the id of the pack, and whether it is a variant, before anything is read: that is looked
    for in the bytes, and where it turns out to be otherwise, the files are read once more.
    """
    named = _PACK_ID.search(files[0].data) if files else None
    id = named.group(1).decode("ascii") if named else ""
    variant = id if any(_VARIANT.search(file.data) for file in files) else ""
    other = other_format(files[0], id, variant) if files else None
    if other is not None:
        return None, (other,)
    whole, found = _document(files, id, variant)
    if whole is None:
        return None, found
    name = whole.get("pack")
    known = name.text if isinstance(name, Scalar) and NAME.fullmatch(name.text) else id
    if (known, known if is_variant(whole) else "") != (id, variant):
        return _document(files, known, known if is_variant(whole) else "")
    return whole, found


def is_variant(document: MappingNode) -> bool:
    """Whether it is that of a variant, which extends another pack, or would if it said which."""
    return any(document.get(key) is not None for key in _OF_VARIANTS)


def _document(files: Sequence[PackFile], id: str, variant: str) -> tuple[MappingNode | None, tuple[Diagnostic, ...]]:
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


def member_of(opened: Opened) -> tuple[Member | None, tuple[Diagnostic, ...]]:
    """A pack or variant as read, without a look at what it extends; of a variant, its shape is looked at."""
    document, found = document_of(opened.files)
    if document is None:
        return None, found
    if is_variant(document):
        found = (*found, *without_echoes(found, validate(document, "pack"), document))
    return Member(opened, document, header_of(document)), found


def header_of(document: MappingNode) -> Header:
    """The header of a pack or variant."""
    held = tuple((key, node) for key, node in document.entries if key.value in HEADER)
    pack, _ = read_merged(MappingNode(held, document.written))
    return pack.header


def errors(found: Iterable[Diagnostic]) -> bool:
    """Whether one of them is an error."""
    return any(fault.severity == "error" for fault in found)


# -- what is extended --------------------------------------------------------------------------------------------------


def _with_parents(members: dict[str, Member], shelves: Sequence[Path] | None) -> list[Diagnostic]:
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
            sought = Sought(name, member.opened)
            parent, faults = member_of(Opened(place, files, sought)) if files else (None, ())
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
            much = _too_much(members, parent)
            if bytes_of(each.opened for each in members.values()) > limits.PACK_BYTES:
                much.append(too_many_bytes(place))
            if much:
                return [*found, *much]
        found += (*_version_faults(member, parent), *_range_as_comment(member))
    return found if errors(found) else [*found, *_circles(members)]


def _find_parent(member: Member, shelves: Sequence[Path] | None) -> tuple[PackPlace | None, list[Diagnostic]]:
    """Where the pack lies that a variant extends."""
    name, _, span = member.asked
    if NAME.fullmatch(name):
        beside = real(member.opened.place.path).parent
        place = find_parent(name, beside, shelves)
        if place is not None:
            return place, []
        looked = looked_in(shelves, beside)
        message = f"'{member.id}' extends '{name}', and there is no pack of that name (looked in {looked})"
        near = did_you_mean(name, others_known(member, shelves))
        put = "put it into one of these folders"
        hint = near if near.startswith("did you mean") else "; ".join(filter(None, (put, near)))
    else:
        message = f"'{show(member.header.extends)}' is no name of a pack"
        hint = f"write the name of a pack and, if you like, a range of versions, {_EXAMPLE}"
    return None, [Diagnostic("bad-header", message, span, hint)]


def others_known(member: Member, shelves: Sequence[Path] | None) -> list[str]:
    """The names of the packs that a variant can name: of all that are known or lie beside it, but for itself."""
    own = real(member.opened.place.path)
    known = (*known_packs(shelves), *known_packs((own.parent,)))
    return [name for name, path in known if real(path) != own]


def _version_faults(member: Member, parent: Member) -> list[Diagnostic]:
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


def _range_as_comment(member: Member) -> Iterator[Diagnostic]:
    """Warns of a range of versions that YAML does not read."""
    name, written, span = member.asked
    found = _RANGE_AS_COMMENT.search(member.opened.files[0].data) if not written else None
    if found:
        behind = show(found[1].decode("utf-8", "replace").strip(), 30)
        message = f"'# {behind}' is a comment: any version of '{name}' will do"
        yield Diagnostic("look-alike", message, span, f"write 'extends: {name} {behind}'", "warning")


def _circles(members: Mapping[str, Member]) -> list[Diagnostic]:
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
