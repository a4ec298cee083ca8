"""Whether a pack was seen before as it is now: all its files, and those of what it extends, byte for byte."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from hashlib import blake2b
from typing import Final

from handhold.__about__ import __version__
from handhold.packs.storage.files import real
from handhold.packs.storage.opening import Opened, Sought, find_parent, open_packs
from handhold.packs.storage.places import read_files

_FORM: Final = 1
"""Goes up when what is kept has another form."""


def opened_now(where: str) -> tuple[Opened, ...]:
    """The packs that are named by `where` with their files; none if something is wrong with them."""
    _, opened, found = open_packs(where)
    return () if found else opened


def name_of(opened: Iterable[Opened], asked: Sequence[str]) -> str:
    """The name under which something is kept that was made from packs: other packs, other things asked of them, another
    engine or another Python are another name. What is extended is not looked at.
    """
    named = [opened_digest(each) for each in opened if each.sought is None]
    return _digest(
        [repr((_FORM, __version__, sys.implementation.cache_tag, sys.hexversion)), _engine(), *named, *asked]
    )


def parents_of(opened: Sequence[Opened]) -> bytes:
    """The packs that are extended, as one line: for each its name, the number of who extends it, and its digest."""
    by_place = {str(each.place.path): number for number, each in enumerate(opened)}
    parents = [
        [each.sought.name, by_place[str(each.sought.child.place.path)], opened_digest(each)]
        for each in opened
        if each.sought is not None
    ]
    return json.dumps(parents, ensure_ascii=True).encode("ascii")


def are_parents(line: bytes, opened: Sequence[Opened]) -> bool:
    """Whether that is what the packs extend now, and it is as it was. Raises what comes of another line."""
    found = list(opened)
    for name, child, digest in json.loads(line):
        place = find_parent(name, real(found[child].place.path).parent)
        if place is None:
            return False
        files, faults = read_files(place)
        found.append(Opened(place, files, Sought(name, found[child])))
        if faults or opened_digest(found[-1]) != digest:
            return False
    return True


def opened_digest(opened: Opened) -> str:
    """The digest of a pack's files with their names, as they are shown too."""
    parts = [opened.place.shown]
    return _digest([*parts, *(each for file in opened.files for each in (file.name, file.data))])


def _digest(parts: Iterable[str | bytes]) -> str:
    digest = blake2b(digest_size=20)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


@cache
def _engine() -> str:
    """The engine's own files by size and time: where it is worked on, its version does not tell one from another."""
    return _digest(sorted(sources(os.path.dirname(os.path.dirname(__file__)))))


def sources(folder: str) -> Iterator[str]:
    """The modules and grammars below a folder, each with its size and time."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith((".py", ".lark")):
                status = entry.stat()
                yield f"{entry.name} {status.st_size} {status.st_mtime_ns}"
            elif entry.is_dir() and not entry.name.startswith("_"):
                yield from sources(entry.path)
