"""Hostile folders are refused plainly, and nothing outside them is read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.hostile.child import faultless, told, warmed
from tests.hostile.folders import FOLDERS, pipe_for_cases
from tests.hostile.packs import HEAD


@pytest.fixture(autouse=True, scope="module")
def _warm() -> None:
    warmed()


@pytest.mark.parametrize("make", FOLDERS, ids=lambda make: make.__name__)
@pytest.mark.parametrize("form", ["text", "json", "github"])
def test_a_folder_is_refused_plainly(make: Callable[[Path], None], form: str, tmp_path: Path) -> None:
    make(tmp_path)
    answer = told("check", str(tmp_path), "--format", form)
    assert faultless(answer, [1]), answer
    assert "root:" not in answer.out
    assert not any(line.startswith("::error::") for line in answer.out.splitlines())


@pytest.mark.parametrize("make", FOLDERS, ids=lambda make: make.__name__)
@pytest.mark.parametrize("command", ["run", "odds", "show", "list", "test", "eval", "play"])
def test_no_command_uses_such_a_folder(command: str, make: Callable[[Path], None], tmp_path: Path) -> None:
    make(tmp_path)
    words = {"run": ("climb",), "odds": ("climb",), "eval": ("1",)}.get(command, ())
    answer = told(command, str(tmp_path), *words)
    assert faultless(answer, [0, 1, 2, 5]), answer
    assert "root:" not in answer.out + answer.err


def test_a_pipe_for_the_cases_is_not_waited_for(tmp_path: Path) -> None:
    pipe_for_cases(tmp_path)
    for command in ("check", "test"):
        assert faultless(told(command, str(tmp_path)), [0, 5])


@pytest.mark.parametrize("make", FOLDERS, ids=lambda make: make.__name__)
def test_a_project_with_such_a_pack_lists_the_others(
    make: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packs = tmp_path / "rulepacks"
    (packs / "odd").mkdir(parents=True)
    make(packs / "odd")
    (packs / "even").mkdir()
    (packs / "even" / "pack.yaml").write_text(HEAD)
    monkeypatch.chdir(tmp_path)
    answer = told("list")
    assert faultless(answer, [0, 1]), answer
    assert "even" in answer.out
    assert "lurasko" in answer.out
