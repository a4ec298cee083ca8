"""Hostile packs through every command, each in a child whose processor time and memory are limited."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile.inputs import PACKS

SECONDS = 20
MEMORY = 1 << 30
COMMANDS = {
    "check": ("check",),
    "github": ("check", "--format", "github"),
    "json": ("check", "--format", "json"),
    "run": ("run", "e", "--seed", "1"),
    "odds": ("odds", "e"),
    "show": ("show",),
}
UNSEEN = "\u001b\u202e\u200b"


def called(path: Path, command: str) -> subprocess.CompletedProcess[str]:
    """The command on a file, in a child that is ended when it takes too much."""
    first, *rest = COMMANDS[command]

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    return subprocess.run(
        [sys.executable, "-m", "handhold", first, str(path), *rest],
        capture_output=True,
        text=True,
        timeout=10 * SECONDS,
        check=False,
        preexec_fn=limited,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )


@pytest.mark.parametrize("name", PACKS)
def test_a_hostile_pack_is_answered(name: str, tmp_path: Path) -> None:
    path = tmp_path / "hostile.yaml"
    path.write_text(PACKS[name], encoding="utf-8")
    for command in ("check", "odds" if name in ("explosions", "rerolls", "loops", "growing") else "run"):
        ran = called(path, command)
        assert ran.returncode in (0, 1, 2, 3), (command, ran.returncode, ran.stderr[-500:])
        assert "Traceback" not in ran.stderr
        assert "this is a bug" not in ran.stderr
        assert len(ran.stdout) + len(ran.stderr) < 1_000_000


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", ["planted", "planted_fault"])
def test_planted_text_comes_out_as_text(name: str, command: str, tmp_path: Path) -> None:
    path = tmp_path / "hostile.yaml"
    path.write_text(PACKS[name], encoding="utf-8")
    ran = called(path, command)
    assert ran.returncode in (0, 1, 2)
    assert not set(UNSEEN) & set(ran.stdout + ran.stderr)
    # a line that begins so would be a command of a build log
    assert not [line for line in ran.stdout.splitlines() if line.startswith("::stop-commands")]
    for line in ran.stdout.splitlines() if command == "github" else ():
        assert line.startswith(("::error ", "::warning ", "::notice ")), line
