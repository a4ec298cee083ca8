"""From what a person typed to the model of a pack, with all that is wrong on the way."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from handhold import limits
from handhold.diagnostics import Diagnostic, in_order
from handhold.packs import model
from handhold.packs.document import Node, read_document
from handhold.packs.files import PackFile, open_pack
from handhold.packs.nodes import Mapping as MappingNode
from handhold.packs.nodes import number_of_nodes
from handhold.packs.reader import merge, read_merged
from handhold.packs.schema import validate

_PACK_ID = re.compile(rb"^pack: *['\"]?([a-z][a-z0-9_-]{0,59})['\"]? *(?:#[^\n]*)?\r?$", re.MULTILINE)


def load_model(where: str, shelves: Sequence[Path] | None = None) -> tuple[model.Pack | None, tuple[Diagnostic, ...]]:
    """The pack at `where` (a name or path, see `files.open_pack`) as written, and everything wrong with it so far.

    None where a file cannot be read or something is too big. A pack that is given beside errors lacks the entries
    that are faulty.
    """
    files, found = open_pack(where, shelves)
    return (None, found) if not files else model_of(files)


def model_of(files: Sequence[PackFile]) -> tuple[model.Pack | None, tuple[Diagnostic, ...]]:
    """The pack whose files are `files`, pack.yaml first; as `load_model`."""
    documents: list[Node] = []
    found: list[Diagnostic] = []
    id = _pack_id(files[0].data) if files else ""
    for file in files:
        node, faults = read_document(file.data, file.name, id)
        found.extend(faults)
        if node is not None:
            documents.append(node)
    if len(documents) < len(files):
        return None, in_order(found)
    whole, merged = merge(documents)
    found.extend(merged)
    if whole is None:
        return None, in_order(found)
    if sum(map(number_of_nodes, documents)) > limits.NODES:
        message = f"the pack has more than {limits.NODES:,} keys and values"
        return None, in_order((*found, Diagnostic("too-big", message, documents[0].span)))
    shape = without_echoes(found, validate(whole, "pack"))
    pack, read = read_merged(whole)
    lost = pack.lost | _below_faulty_keys(whole, (*found, *shape))
    every = in_order((*found, *shape, *without_echoes((*found, *shape), read)))
    return None if any(fault.code == "too-big" for fault in every) else replace(pack, lost=lost), every


def _below_faulty_keys(whole: Node, found: Iterable[Diagnostic]) -> frozenset[str]:
    """The ids that stand under keys that are not known, and these keys: a section that is misspelt has entries."""
    faulty = {fault.span for fault in found if fault.code in ("unknown-key", "bad-key", "bad-header")}
    below: set[str] = set()
    waiting: list[tuple[Node, bool]] = [(whole, False)] if faulty else []
    while waiting:
        node, inside = waiting.pop()
        if not isinstance(node, MappingNode):
            continue
        for key, value in node.entries:
            if inside or key.span in faulty:
                below.add(str(key.value))
            waiting.append((value, inside or key.span in faulty))
    return frozenset(below)


def without_echoes(earlier: Iterable[Diagnostic], later: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The faults of a later look that do not begin on a line on which an earlier look found an error.

    What is wrong in a file is met again by everything that reads on; the first to see it has the best words.
    """
    known = {(fault.span.file, fault.span.line) for fault in earlier if fault.span and fault.severity == "error"}
    return tuple(fault for fault in later if not (fault.span and (fault.span.file, fault.span.line) in known))


def _pack_id(data: bytes) -> str:
    """The id of the pack, so that every place in its files can say from the start which pack it belongs to."""
    found = _PACK_ID.search(data)
    return found.group(1).decode("ascii") if found else ""
