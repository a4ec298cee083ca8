"""The packs that ship, with their cases: each read once for the whole suite."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from handhold.golden.cases import Case, read_cases
from handhold.packs import checked
from handhold.packs.check import check_pack
from handhold.packs.files import find_pack
from handhold.packs.load import load_model

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
    model, found = load_model(where)
    assert model is not None, found
    pack, found = check_pack(model)
    assert pack is not None, found
    place, _ = find_pack(where)
    assert place is not None
    cases, found = read_cases(place)
    assert not found, found
    return Shipped(pack, {case.id: case for case in cases})
