"""Which cases hold for a stack of variants: its own, and those that name it."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import cases as many
from handhold.golden.cases import cases_for

HEAD = 'format: 1\nversion: "1"\ntitle: A pack\nlicense: CC0-1.0\n'
BASE = f"pack: base\n{HEAD}events: {{go: {{steps: {{a: {{value: 1, title: A}}}}}}}}\n"
VARIANTS = {"wet": "base", "dry": "base", "soaked": "wet"}
"""Each variant, and what it extends."""


def variant(id: str, on: str) -> str:
    return f"pack: {id}\n{HEAD}extends: {on}\nadd: {{events.go.steps.{id}: 2}}\n"


def cases(*ids: str, pack: str = "") -> str:
    named = f"# for a stack\npack: {pack}\n" if pack else ""
    return named + "cases:\n" + "".join(f"  {id}: {{event: go, expect: {{}}}}\n" for id in ids)


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A base, two variants of it, and a variant of one of them, each with cases."""
    packs = {"base": BASE, **{id: variant(id, on) for id, on in VARIANTS.items()}}
    for id, text in packs.items():
        folder = tmp_path / "rulepacks" / id
        (folder / "tests").mkdir(parents=True)
        (folder / "pack.yaml").write_text(text, encoding="utf-8")
        (folder / "tests" / "own.yaml").write_text(cases(f"of_{id}"), encoding="utf-8")
    tests = tmp_path / "rulepacks" / "dry" / "tests"
    (tests / "both.yaml").write_text(cases("of_both", pack="base+wet+dry"), encoding="utf-8")
    (tests / "alone.yaml").write_text(cases("of_dry_too", pack="dry + base"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("where", "ids"),
    [
        ("base", ["of_base"]),
        ("wet", ["of_wet"]),
        ("base+wet", ["of_wet"]),
        ("dry", ["of_dry", "of_dry_too"]),
        ("soaked", ["of_soaked"]),
        ("wet+soaked", ["of_soaked"]),
        # two variants of which neither extends the other: only what was written for both
        ("wet+dry", ["of_both"]),
        ("dry+base+wet", ["of_both"]),
        ("soaked+dry", []),
    ],
)
def test_the_cases_of_a_stack(shelf: Path, where: str, ids: list[str]) -> None:
    found, faults = cases_for(where)
    assert faults == ()
    assert sorted(case.id for case in found) == ids


def test_the_cases_that_the_benchmark_makes_pass(tmp_path: Path) -> None:
    many.write_cases(tmp_path / "pack", 7)
    assert many.tested(tmp_path / "pack", "--update=no") == "7 passed, 0 failed"
