"""Hostile arguments, with-files, scenarios and cases."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.hostile.child import faultless, told, warmed
from tests.hostile.given import ARGUMENTS, CASES, RIGHT, SCENARIOS, WITH_FILES
from tests.shell import DEMO

SAID = 300_000
"""Characters that are said of one hostile input at the most."""


@pytest.fixture(autouse=True, scope="module")
def _warm() -> None:
    warmed()


@pytest.mark.parametrize("name", ARGUMENTS)
def test_an_argument_is_refused_plainly(name: str) -> None:
    seed = () if "--dice" in ARGUMENTS[name] else ("--seed", "1")
    answer = told("run", DEMO, *RIGHT, *seed, *ARGUMENTS[name])
    assert faultless(answer, [2]), (answer.code, answer.err[:300])
    assert len(answer.err) < SAID


@pytest.mark.parametrize("columns", ["9" * 5000, "9" * 8, "-1", "0", "x", "\uff19"])
def test_any_number_of_columns_will_do(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert told("run", DEMO, *RIGHT, "--seed", "1").code == 0


def test_what_is_right_without_them_is_run() -> None:
    assert told("run", DEMO, *RIGHT, "--seed", "1").code == 0


def test_a_name_too_long_for_a_file_is_no_pack() -> None:
    assert faultless(told("check", "x" * 100_000), [2])
    assert faultless(told("check", "./" + "x" * 100_000), [2])
    assert faultless(told("check", "+".join(["x"] * 9000)), [1, 2])


@pytest.mark.parametrize("name", WITH_FILES)
@pytest.mark.parametrize("command", ["run", "odds"])
def test_a_with_file_is_refused_plainly(command: str, name: str, tmp_path: Path) -> None:
    file = tmp_path / "with.yaml"
    file.write_bytes(os.fsencode(WITH_FILES[name]))
    answer = told(command, DEMO, "--with", str(file))
    # odds throw no dice, and what is given for them is left aside
    assert faultless(answer, [0, 2] if command == "odds" and "dice:" in WITH_FILES[name] else [2]), answer.err[:300]
    assert len(answer.err) < SAID


@pytest.mark.parametrize("name", WITH_FILES)
def test_a_with_file_from_stdin_is_refused_plainly(name: str) -> None:
    answer = told("run", DEMO, "--with", "-", stdin=os.fsencode(WITH_FILES[name]))
    assert faultless(answer, [2]), (answer.code, answer.err[:300])


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_is_refused_plainly(name: str, tmp_path: Path) -> None:
    file = tmp_path / "play.yaml"
    file.write_bytes(os.fsencode(SCENARIOS[name]))
    answer = told("play", str(file))
    assert faultless(answer, [1, 2]), (answer.code, answer.err[:300])
    assert len(answer.err) < SAID


@pytest.mark.parametrize("name", CASES)
def test_cases_are_refused_plainly(name: str, tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_bytes(Path(DEMO).read_bytes())
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "a.yaml").write_bytes(os.fsencode(CASES[name]))
    for words in (("check",), ("check", "--format", "json"), ("check", "--format", "github"), ("test",)):
        answer = told(words[0], str(tmp_path), *words[1:])
        assert faultless(answer, [1, 2] if words == ("test",) else [1]), (answer.code, answer.err[:300])
        assert words == ("test",) or len(answer.out + answer.err) < SAID, words
