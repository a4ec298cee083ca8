"""Every pack that ships, and every variant and stack of the examples, is clean under `check --strict`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shell import handhold
from tests.shipped import PACKS

VARIANTS = Path(__file__).parents[1] / "examples" / "variants"
STACKS = (
    *PACKS,
    *(str(path) for path in sorted(VARIANTS.iterdir())),
    f"{VARIANTS / 'wet-season'}+{VARIANTS / 'heavy-packs'}",
    f"lurasko+{VARIANTS / 'heavy-packs'}+{VARIANTS / 'wet-season'}",
)


@pytest.mark.parametrize("where", STACKS, ids=lambda where: "+".join(Path(part).name for part in where.split("+")))
def test_nothing_is_wrong(where: str) -> None:
    told = handhold("check", "--strict", where)
    assert (told.code, told.out, told.err) == (0, f"{where}: nothing is wrong.\n", "")


def test_there_is_something_to_check() -> None:
    assert len(PACKS) == 5
    assert len(STACKS) == len(PACKS) + 4 + 2
