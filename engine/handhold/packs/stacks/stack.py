"""Packs with variants on them: from what was read to one pack in one mapping."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from handhold import limits
from handhold.diagnostics import Diagnostic, did_you_mean
from handhold.packs.model import Header
from handhold.packs.stacks.members import NAME, Member, Reading, errors, others_known
from handhold.packs.storage.files import real
from handhold.packs.storage.opening import Opened, find_parent
from handhold.packs.text import show
from handhold.packs.variants.applied import Applied, Layer, apply
from handhold.packs.yaml.nodes import Mapping as MappingNode
from handhold.packs.yaml.nodes import Scalar
from handhold.packs.yaml.nodes import Sequence as SequenceNode
from handhold.source import Span


@dataclass(frozen=True, slots=True)
class Stack:
    """A pack with variants on it, if any, the headers of all in the order in which they were put on, and what was read
    for it.
    """

    applied: Applied
    headers: tuple[Header, ...]
    opened: tuple[Opened, ...]


def composed(reading: Reading, shelves: Sequence[Path] | None = None) -> tuple[Stack | None, tuple[Diagnostic, ...]]:
    """The stack of what was read; None with what is wrong. A pack by itself is one whatever is wrong inside it."""
    members, found = reading.members, list(reading.found)
    if not members:
        return None, tuple(found)
    first = next(iter(members.values()))
    if len(reading.opened) == 1 and not first.is_variant:
        return Stack(Applied(first.document, (), (), {}), (first.header,), reading.every), tuple(found)
    if errors(found):
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
    crowds = [layer for layer in layers if len(layer.over) > limits.STACK]
    for layer in crowds:
        message = f"'{layer.id}' is over {len(layer.over):,} others, and {limits.STACK} are allowed"
        found.append(Diagnostic("too-big", message, next(iter(layer.over.values()))))
    if crowds:
        return None, tuple(found)
    for layer in layers:
        found += _idle_over(members[layer.id], layer.over, members, shelves)
    applied, faults = apply(bases[0].document, layers)
    found += faults
    if applied is None:
        return None, tuple(found)
    headers = tuple(members[id].header for id in applied.order)
    return Stack(applied, (bases[0].header, *headers), reading.every), tuple(found)


def _idle_over(
    member: Member, over: Mapping[str, Span], members: Mapping[str, Member], shelves: Sequence[Path] | None
) -> Iterator[Diagnostic]:
    """Warns of packs that one is over in vain: it extends them, or they are neither in the stack nor known anywhere
    else.
    """
    above = member.header.extends and member.asked[0]
    while above in members:
        if above in over:
            message = f"'{member.id}' extends '{above}', and so it comes after that anyway"
            yield Diagnostic("no-change", message, over[above], "take it out of 'over'", "warning")
        above = members[above].header.extends and members[above].asked[0]
    beside = real(member.opened.place.path).parent
    unknown = {
        name: span
        for name, span in over.items()
        if name not in members and not (NAME.fullmatch(name) and find_parent(name, beside, shelves) is not None)
    }
    known = {*others_known(member, shelves), *members} - {member.id} if unknown else set()
    for name, span in unknown.items():
        message = f"'{member.id}' is over '{show(name)}', and there is no pack of that name"
        near = did_you_mean(name, known)
        yield Diagnostic("bad-header", message, span, near or "take it out of 'over'", "warning")


def _shown(id: str, members: Mapping[str, Member]) -> str:
    """A pack that is extended, with its version."""
    return f"{id} {members[id].header.version}"


def _over(document: MappingNode) -> dict[str, Span]:
    node = document.get("over")
    items = node.items if isinstance(node, SequenceNode) else (node,)
    return {item.text: item.span for item in items if isinstance(item, Scalar)}
