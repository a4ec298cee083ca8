"""From what a person typed to the model of a pack, with all that is wrong on the way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from handhold.diagnostics import Diagnostic, in_order, too_big
from handhold.packs import model
from handhold.packs.reading.reader import read_merged
from handhold.packs.schemas.schema import validate
from handhold.packs.stacks.depth import straightened
from handhold.packs.stacks.members import Reading, document_of, errors, read
from handhold.packs.stacks.stack import Stack, composed
from handhold.packs.storage.files import PackFile
from handhold.packs.storage.opening import Opened
from handhold.packs.yaml.echoes import without_echoes
from handhold.packs.yaml.nodes import Mapping as MappingNode
from handhold.packs.yaml.nodes import Node

_NO_NAME = re.compile(r"[^a-z0-9]+")


Guard = Callable[[Sequence[Opened]], tuple[Diagnostic, ...]]
"""Looks at all packs of a stack before they are judged, and says why they are not to be used."""


def load_model(
    where: str, shelves: Sequence[Path] | None = None, guard: Guard | None = None
) -> tuple[model.Pack | None, tuple[Diagnostic, ...]]:
    """The pack or stack at `where` (see `members.read`) as written, and everything wrong with it so far.

    None where a file cannot be read or something is too big. A pack that is given beside errors lacks the entries
    that are faulty. With a `guard`, None too where it refuses the packs, those that are extended included.
    """
    stack, found = read_stack(read(where, shelves), shelves, guard)
    return (None, found) if stack is None else model_of_stack(stack, found)


def read_stack(
    reading: Reading, shelves: Sequence[Path] | None = None, guard: Guard | None = None
) -> tuple[Stack | None, tuple[Diagnostic, ...]]:
    """The pack or stack that was read in one mapping with all that its variants do, and what is wrong with it; None
    where that keeps it from being used.
    """
    stack, found = composed(reading, shelves)
    refused = guard(reading.every) if guard is not None and (stack is not None or not errors(found)) else ()
    if stack is None or refused:
        return None, in_order((*found, *refused))
    return stack, found


def model_of_stack(stack: Stack, found: Sequence[Diagnostic]) -> tuple[model.Pack | None, tuple[Diagnostic, ...]]:
    """The model of a stack, as `load_model`; `found` is what is wrong with it as far as it is known."""
    pack, every = _judged(stack.applied.whole, found)
    return None if pack is None else replace(pack, header=replace(pack.header, variants=stack.headers[1:])), every


def model_of(files: Sequence[PackFile]) -> tuple[model.Pack | None, tuple[Diagnostic, ...]]:
    """The pack whose files are `files`, pack.yaml first; as `load_model`."""
    whole, found = document_of(files)
    return (None, in_order(found)) if whole is None else _judged(whole, found)


def _judged(whole: MappingNode, found: Sequence[Diagnostic]) -> tuple[model.Pack | None, tuple[Diagnostic, ...]]:
    """The model of a pack in one mapping; `found` is what was wrong with it before."""
    shape = validate(whole, "pack")
    if shape:
        whole, deeper = straightened(whole)
        if deeper:
            found, shape = (*found, *deeper), validate(whole, "pack")
    shape = without_echoes(found, shape, whole)
    pack, read = read_merged(whole)
    # the schema has told of every key that is missing, and of those that are only misspelt
    read = tuple(fault for fault in read if fault.code != "missing-key")
    lost = pack.lost | _below_faulty_keys(whole, (*found, *shape))
    every = in_order((*found, *shape, *without_echoes((*found, *shape), read, whole)))
    return None if too_big(every) else replace(pack, lost=lost), every


def _below_faulty_keys(whole: Node, found: Iterable[Diagnostic]) -> frozenset[str]:
    """The ids that a fault of shape may leave out: those under a faulty key, the key itself, and what it is a part of.

    A section that is misspelt has entries; a field with a misspelt 'changes' seems to be one that cannot change.
    """
    faulty = {fault.span for fault in found if fault.severity == "error"}
    lost: set[str] = set()
    waiting: list[tuple[Node, str, bool]] = [(whole, "", False)] if faulty else []
    while waiting:
        node, parent, inside = waiting.pop()
        if not isinstance(node, MappingNode):
            continue
        for key, value in node.entries:
            wrong = key.span in faulty
            if inside or wrong:
                # formulas write it as a name is written
                lost.update((str(key.value), _NO_NAME.sub("_", str(key.value).lower())))
            if wrong or value.span in faulty:
                lost.add(parent)
            waiting.append((value, str(key.value), inside or wrong))
    return frozenset(lost - {""})
