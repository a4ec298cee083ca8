"""The packs that ship, with their cases: each read once for the whole suite."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from handhold.golden.cases import Case, read_cases
from handhold.packs import checked
from handhold.packs.storage.shelves import find_pack
from tests import fixtures

ROOT = Path(__file__).resolve().parent.parent
PACKS = tuple(sorted(path.name for path in (ROOT / "rulepacks").iterdir() if path.is_dir()))


@dataclass(frozen=True, slots=True)
class Shipped:
    """A pack that ships, and its cases by id."""

    pack: checked.Pack
    cases: dict[str, Case]


@cache
def shipped(name: str) -> Shipped:
    """The pack of that name and its cases; an AssertionError if either has a fault."""
    where = str(ROOT / "rulepacks" / name)
    place, _ = find_pack(where)
    assert place is not None
    cases, found = read_cases(place)
    assert not found, found
    return Shipped(fixtures.shipped(name), {case.id: case for case in cases})
