"""What fuzzing has found, read again; and a few seeds, so that the targets themselves are seen to work."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.targets import TARGETS

FOUND = Path(__file__).parent / "fuzz" / "found"
SEEDS = [
    ("formula", b"1 + 2 * x"),
    ("formula", b"if a then 3d6kh2 else sum(n for n in 1..3 where n > 1)"),
    ("formula", b"((((("),
    ("formula", b"\xff\xfe"),
    ("yaml", b"pack: a\nformat: 1\n"),
    ("yaml", b"a: &x [*x]\n"),
    ("yaml", b"\x00\x89PNG"),
    ("yaml", b"events: {e: {steps: {a: 1, a: 2}}}"),
    *((path.parent.name, path.read_bytes()) for path in sorted(FOUND.glob("*/*"))),
]


@pytest.mark.parametrize(("name", "data"), SEEDS)
def test_what_was_found_and_what_may_be_is_answered(name: str, data: bytes) -> None:
    TARGETS[name](data)


def test_a_target_finds_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.fuzz.targets.show", lambda tree: "1")
    with pytest.raises(AssertionError):
        TARGETS["formula"](b"1 + 2")
