"""Hostile packs are refused plainly, or run within what a run may take."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from handhold import limits
from tests.hostile.child import faultless, told, warmed
from tests.hostile.packs import FAULTY, HEAD, RUNNABLE, event


@pytest.fixture(autouse=True, scope="module")
def _warm() -> None:
    warmed()


@pytest.mark.parametrize("name", FAULTY)
def test_a_faulty_pack_is_refused_plainly(name: str, tmp_path: Path) -> None:
    code, made = FAULTY[name]
    pack = tmp_path / "h.yaml"
    pack.write_text(made(), encoding="utf-8")
    answer = told("check", str(pack), "--format", "json")
    assert faultless(answer, [1]), answer.err
    found = json.loads(answer.out)["diagnostics"]
    assert code in {each["code"] for each in found}, found[:3]
    assert len(found) <= 3 * (limits.FAULTS + 2)


@pytest.mark.parametrize("command", ["run", "odds", "show"])
@pytest.mark.parametrize("name", RUNNABLE)
def test_a_pack_that_does_too_much_is_broken_off(name: str, command: str, tmp_path: Path) -> None:
    run, odds, made = RUNNABLE[name]
    pack = tmp_path / "h.yaml"
    pack.write_text(made(), encoding="utf-8")
    seed = ("--seed", "1") if command == "run" else ()
    answer = told(command, str(pack), "e", *seed)
    wanted = {"run": run, "odds": odds, "show": 0}[command]
    assert faultless(answer, [wanted]), (answer.code, answer.err[:400])
    if wanted == 3:
        assert answer.out == ""


@pytest.mark.parametrize("form", ["text", "json", "github"])
def test_what_looks_like_a_command_comes_out_as_text(form: str, tmp_path: Path) -> None:
    planted = "]]><script>=HYPERLINK(|%0A::error::x"
    pack = tmp_path / "h.yaml"
    pack.write_text(f'{HEAD}"{planted}": 1\n"::stop-commands::x": 1\n', encoding="utf-8")
    answer = told("check", str(pack), "--format", form)
    assert faultless(answer, [1])
    lines = answer.out.splitlines()
    assert not any(line.startswith("::stop-commands") or line.lstrip().startswith("=HYPER") for line in lines)
    if form == "github":
        commands = [line for line in lines if line.startswith("::")]
        assert len(commands) == 2
        assert all("%0A::error" not in line.replace("%250A", "") for line in commands)


def test_a_loop_broken_off_is_told_at_its_line(tmp_path: Path) -> None:
    pack = tmp_path / "h.yaml"
    pack.write_text(
        event("l: {repeat: 9999, steps: {k: {repeat: 99, steps: {x: 1 + 1}}}}", "outcome: 1"), encoding="utf-8"
    )
    answer = told("run", str(pack), "e")
    assert answer.code == 3
    assert ":10:" in answer.err.splitlines()[0]
    assert "takes too long" in answer.err
