"""Hostile variants are refused plainly or put on within what a pack may take, alone and in stacks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from handhold import limits
from tests.hostile.child import faultless, told, warmed
from tests.hostile.variants import VARIANTS


@pytest.fixture(autouse=True, scope="module")
def _warm() -> None:
    warmed()


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_is_refused_plainly_or_put_on(name: str, tmp_path: Path) -> None:
    put = VARIANTS[name]
    answer = told("check", put.written(tmp_path), "--format", "json")
    assert faultless(answer, [1 if put.codes else 0]), (answer.code, answer.err[:400])
    found = json.loads(answer.out)["diagnostics"]
    errors = {each["code"] for each in found if each["severity"] == "error"}
    assert put.codes <= errors, found[:3]
    assert bool(errors) is bool(put.codes), found[:3]
    assert len(found) <= 3 * (limits.FAULTS + 2)
