"""A pack with variants on it, written out as one pack that stands by itself."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from handhold import limits
from handhold.packs.model import Header, Origin
from handhold.packs.reading.reader import HEADER
from handhold.packs.stacks.stack import Stack
from handhold.packs.variants.writing import written
from handhold.packs.yaml.nodes import Key, Node, Scalar
from handhold.packs.yaml.nodes import Mapping as MappingNode
from handhold.source import Span, Written

_NOWHERE: Final = Span("", 1, 1, 1, 1)
_SEVERAL: Final = re.compile(r"\s(?:AND|OR|WITH)\s", re.IGNORECASE)


def flat(stack: Stack, *, ascii_only: bool = False) -> str:
    """The pack as YAML. A pack without variants keeps its header.

    With variants, the id is that of all joined by `-`, the version that of the last one put on, and the licence asks
    for all licences. With `ascii_only`, other letters become escapes in quotes.
    """
    headers, whole = stack.headers, stack.applied.whole
    entries = whole.entries
    own = tuple((key, node) for key, node in entries if key.value in HEADER)
    head = MappingNode(own, whole.written) if len(headers) == 1 else _mapping(_header(headers))
    sections = (MappingNode((entry,), whole.written) for entry in entries if entry[0].value not in HEADER)
    return "\n".join(written(part, "pack", ascii_only=ascii_only) for part in (head, *sections))


def licenses(headers: Sequence[Header]) -> str:
    """One SPDX expression that asks for the licences of all."""
    known = tuple(dict.fromkeys(header.license for header in headers))
    if len(known) == 1:
        return known[0]
    return " AND ".join(f"({each})" if _SEVERAL.search(each) else each for each in known)


def _header(headers: Sequence[Header]) -> Mapping[str, Node]:
    base = headers[0]
    id = "-".join(header.pack for header in headers)
    made = ", ".join(f"{header.pack} {header.version} ({header.license})" for header in headers)
    note = f"Made by handhold show --flat of {made}."
    longer = f"{note} {base.note}"
    origins = _origins(headers)
    return {
        "pack": _text(id if len(id) <= limits.ID_LENGTH else f"{base.pack[: limits.ID_LENGTH - 5]}-flat"),
        "format": Scalar(base.format, str(base.format), Written(str(base.format), _NOWHERE), "plain"),
        "version": _text(headers[-1].version, quoted=True),
        "title": _text(" + ".join(header.title for header in headers)[: limits.TEXT_LENGTH]),
        "license": _text(licenses(headers)),
        **({"based_on": _mapping(origins)} if origins else {}),
        "note": _text(longer if base.note and len(longer) <= limits.TEXT_LENGTH else note),
    }


def _origins(headers: Sequence[Header]) -> Mapping[str, Node]:
    """What the packs are based on; one that has the id of another gets the id of its pack in front."""
    found: dict[str, Origin] = {}
    for header in headers:
        for origin in header.based_on:
            if found.get(origin.id, origin) == origin:
                found[origin.id] = origin
            else:
                found[f"{header.pack.replace('-', '_')}_{origin.id}"[: limits.ID_LENGTH]] = origin
    return {id: _mapping(_origin(origin)) for id, origin in found.items()}


def _origin(origin: Origin) -> Mapping[str, Node]:
    told = {"title": origin.title, "author": origin.author, "url": origin.url, "note": origin.note}
    return {key: _text(text) for key, text in told.items() if text}


def _text(text: str, *, quoted: bool = False) -> Scalar:
    return Scalar(text, text, Written(text, _NOWHERE), "double" if quoted else "plain")


def _mapping(nodes: Mapping[str, Node]) -> MappingNode:
    return MappingNode(tuple((Key(id, _NOWHERE), node) for id, node in nodes.items()), Written("", _NOWHERE))
