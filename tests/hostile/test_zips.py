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
    assert answer.out == ("0 passed, 0 failed\n" if command == "test" else "")


@pytest.mark.parametrize("command", ["add", "build", "lock"])
@pytest.mark.parametrize("name", zips.HOSTILE)
def test_a_hostile_zip_comes_into_no_library(
    name: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HANDHOLD_LIBRARY", str(tmp_path / "library"))
    (tmp_path / "h.zip").write_bytes(zips.HOSTILE[name][2]())
    answer = told("pack", command, "./h.zip")
    if command == "lock" and name == "name_that_cannot_be_shown":
        assert faultless(answer, [0]), "its files can be read, and what they say is for check"
        return
    assert faultless(answer, [1]), answer
    assert answer.out == ""
    assert [each.name for each in tmp_path.iterdir()] == ["h.zip"]


@pytest.mark.parametrize("command", [("list",), ("pack", "list"), ("pack", "verify"), ("run", "a", "e", "--locked")])
def test_a_library_and_a_project_full_of_hostile_zips(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HANDHOLD_LIBRARY", str(tmp_path / "library"))
    for folder in ("library", "rulepacks"):
        (tmp_path / folder).mkdir()
        for name, (_, _, make) in zips.HOSTILE.items():
            (tmp_path / folder / f"{name}.zip").write_bytes(make())
    (tmp_path / "handhold.lock").write_text('{"handhold": "lock/1", "packs": {"a": ' + '{"a": ' * 9000 + "}" * 9002)
    wanted = {"list": 0, "verify": 1, "run": 1}[command[1] if command[0] == "pack" else command[0]]
    assert faultless(told(*command), [wanted])
