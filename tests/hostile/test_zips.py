"""Hostile zips: each through the commands, in a child with limits."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import zips
from tests.hostile.child import faultless, told, warmed


@pytest.fixture(autouse=True, scope="module")
def _warm() -> None:
    warmed()


@pytest.mark.parametrize("form", ["text", "json", "github"])
@pytest.mark.parametrize("name", zips.HOSTILE)
def test_a_zip_is_refused_plainly(name: str, form: str, tmp_path: Path) -> None:
    code, message, make = zips.HOSTILE[name]
    path = tmp_path / "h.zip"
    path.write_bytes(make())
    answer = told("check", str(path), "--format", form)
    assert faultless(answer, [1]), answer
    assert code in answer.out
    assert message in answer.out
    assert not any(line.startswith("::error::") for line in answer.out.splitlines())
    assert "root:" not in answer.out
    assert [each.name for each in tmp_path.iterdir()] == ["h.zip"], "nothing is unpacked"


@pytest.mark.parametrize("command", ["run", "odds", "show", "list", "eval", "test"])
@pytest.mark.parametrize("name", ["bomb", "more_than_it_says", "link", "parent", "files_a_hundred_thousand", "cut"])
def test_no_command_uses_a_hostile_zip(name: str, command: str, tmp_path: Path) -> None:
    path = tmp_path / "h.zip"
    path.write_bytes(zips.HOSTILE[name][2]())
    words = {"run": ["e"], "odds": ["e"], "eval": ["1 + 1"]}.get(command, [])
    answer = told(command, str(path), *words)
    assert faultless(answer, [1]), answer
    assert answer.out == ""
