"""One-letter misspellings in shipped packs: every one is an error, and nine in ten name the right word.

A few of each kind are tried, the same in each run. What is tried stands in `misspellings`.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256

import pytest

from handhold.diagnostics import Diagnostic
from tests.misspellings import Slip, judged, names_the_word, slips

SAMPLES = {"infinity": 20, "trench-crusade": 14, "woin": 12, "lurasko": 6, "futile-kingdoms": 6}
"""Misspellings of each kind that are tried in a pack: the smaller it is, the faster."""

KINDS = ("key", "use", "definition")


@cache
def sample() -> tuple[tuple[Slip, tuple[Diagnostic, ...]], ...]:
    """Misspellings, and what is said of each."""
    chosen: list[Slip] = []
    for pack, most in SAMPLES.items():
        every = slips(pack)
        for kind in KINDS:
            some = sorted(
                (slip for slip in every if slip.kind == kind), key=lambda slip: sha256(str(slip).encode()).digest()
            )
            chosen.extend(some[:most])
    return tuple((slip, judged(slip)) for slip in chosen)


def test_every_one_is_an_error() -> None:
    missed = [str(slip) for slip, found in sample() if not any(each.severity == "error" for each in found)]
    assert missed == []


@pytest.mark.parametrize("kind", KINDS)
def test_nine_in_ten_name_the_right_word(kind: str) -> None:
    tried = [(slip, found) for slip, found in sample() if slip.kind == kind]
    unnamed = [f"{slip}: {found[0] if found else ''}" for slip, found in tried if not names_the_word(slip, found)]
    assert len(unnamed) <= len(tried) / 10, "\n".join(unnamed)


def test_all_kinds_of_places_are_tried() -> None:
    places = {slip.kind for slip in slips("infinity")}
    assert places == set(KINDS)
    words = {(slip.kind, slip.word) for slip in slips("woin")}
    assert {("key", "pack"), ("key", "modifiers"), ("key", "when"), ("use", "settings"), ("use", "integer")} <= words
