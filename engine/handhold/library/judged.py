"""A pack read, checked, and held to a lock if there is one: what every entrance begins with."""

from __future__ import annotations

from os import PathLike, fspath

from handhold.diagnostics import Diagnostic, in_order
from handhold.packs import checked


def text_of(where: str | PathLike[str]) -> str:
    """What names a pack, as a text: a path that does not look like one gets a leading dot. Raises TypeError."""
    from handhold.packs.shelves import is_path
    from handhold.packs.text import short

    if isinstance(where, str):
        return where
    path = fspath(where) if isinstance(where, PathLike) else where
    if not isinstance(path, str):
        raise TypeError(f"a pack is named by a text or a path, and not {short(path)}")
    return path if is_path(path) else f"./{path}"


def checked_pack(where: str, locked: str | PathLike[str] | None) -> tuple[checked.Pack | None, tuple[Diagnostic, ...]]:
    """The pack at `where`, or None if it has an error; and all that is wrong with it. Raises LibraryError for a lock
    that it breaks.
    """
    from handhold.packs.check import check_pack
    from handhold.packs.load import load_model, without_echoes

    guard = None
    if locked is not None:
        from handhold.library.lock import guard_by

        guard = guard_by(locked)
    model, found = load_model(where, guard=guard)
    if model is None:
        return None, found
    faulty = any(fault.severity == "error" for fault in found)
    pack, more = check_pack(model, whole=not faulty)
    found = in_order((*found, *without_echoes(found, more)))
    if found and model.header.variants:
        from handhold.packs.blame import with_blame

        found = with_blame(where, found)
    return None if faulty else pack, found
