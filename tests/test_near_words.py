"""The letters that two words differ by: counted only as far as it matters, and the same as counted in full."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from handhold.diagnostics import _slips


def slips(word: str, other: str) -> int:
    """Every letter against every letter, by the definition."""
    if not word or not other:
        return len(word) + len(other)
    least = min(
        slips(word[:-1], other) + 1, slips(word, other[:-1]) + 1, slips(word[:-1], other[:-1]) + (word[-1] != other[-1])
    )
    if len(word) > 1 < len(other) and word[-2:] == other[:-3:-1]:
        least = min(least, slips(word[:-2], other[:-2]) + 1)
    return least


@settings(deadline=None)
@given(st.text("abc", max_size=5), st.text("abc", max_size=5), st.integers(0, 6))
def test_slips_are_counted_as_far_as_they_matter(word: str, other: str, most: int) -> None:
    assert _slips(word, other, most) == min(slips(word, other), most + 1)
