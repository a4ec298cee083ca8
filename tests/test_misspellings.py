"""One-letter misspellings in shipped packs: every one is an error, and nine in ten name the right word.

Some of each kind are tried, the same in each run and spread evenly over the files; `make misspellings` tries them all.
"""

from __future__ import annotations

from functools import cache

import pytest

from handhold.diagnostics import Diagnostic
from tests.misspell.slips import KINDS, Slip, judged, names_the_word, slips

SAMPLES = {
    "infinity": (36, 60, 40),
    "trench-crusade": (18, 36, 24),
    "woin": (12, 24, 16),
    "lurasko": (8, 14, 10),
    "futile-kingdoms": (6, 10, 6),
}
"""Misspellings that are tried of each kind in a pack: the smaller it is, the faster."""


@cache
def sample() -> tuple[tuple[Slip, tuple[Diagnostic, ...]], ...]:
    """Misspellings, and what is said of each."""
    chosen: list[Slip] = []
    for pack, numbers in SAMPLES.items():
        every = slips(pack)
        for kind, most in zip(KINDS, numbers, strict=True):
            some = [slip for slip in every if slip.kind == kind]
            chosen.extend(some[n * len(some) // most] for n in range(most))
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
