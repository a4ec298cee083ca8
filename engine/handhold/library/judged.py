"""A pack read, checked, and held to a lock if there is one: what every entrance begins with."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike, fspath
from typing import TYPE_CHECKING

from handhold.diagnostics import Diagnostic, in_order
from handhold.packs import checked

if TYPE_CHECKING:
    from handhold.packs.stacks.members import Reading
    from handhold.packs.stacks.stack import Stack


def text_of(where: str | PathLike[str]) -> str:
    """What names a pack, as a text: a path that does not look like one gets a leading dot. Raises TypeError."""
    from handhold.packs.storage.shelves import is_path
    from handhold.packs.text import short

    if isinstance(where, str):
        return where
    path = fspath(where) if isinstance(where, PathLike) else where
    if not isinstance(path, str):
        raise TypeError(f"a pack is named by a text or a path, and not {short(path)}")
    return path if is_path(path) else f"./{path}"


@dataclass(frozen=True, slots=True)
class Judged:
    """What was read, the stack that it makes, if it can be read, the pack that can be run, if it has no error, and all
    that is wrong with it.
    """

    reading: Reading
    stack: Stack | None
    pack: checked.Pack | None
    found: tuple[Diagnostic, ...]


def judge(where: str, locked: str | PathLike[str] | None = None) -> Judged:
    """The pack at `where`, read and checked. Raises LibraryError for a lock that it breaks."""
    from handhold.packs.checks.check import check_pack
    from handhold.packs.stacks.load import model_of_stack, read_stack
    from handhold.packs.stacks.members import read
    from handhold.packs.yaml.echoes import without_echoes

    guard = None
    if locked is not None:
        from handhold.library.lock import guard_by

        guard = guard_by(locked)
    reading = read(where)
    stack, found = read_stack(reading, guard=guard)
    model, found = (None, found) if stack is None else model_of_stack(stack, found)
    if stack is None or model is None:
        return Judged(reading, stack, None, found)
    pack, more = check_pack(model, found)
    found = in_order((*found, *without_echoes(found, more, stack.applied.whole)))
    if found and model.header.variants:
        from handhold.packs.stacks.blame import with_blame

        found = with_blame(stack, found)
    return Judged(reading, stack, pack, found)
