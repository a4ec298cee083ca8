"""A seed gives the same bytes on each Python. `python -m tests.test_interpreters` writes the golden file anew."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import interpreters

ROOT = interpreters.ROOT
GOLDEN = Path(__file__).parent / "golden" / "seeds.txt"
CLIMB = ("lurasko", "climb", "climber.dex=14", "difficulty=hard", "distance=medium")
SEEDS = ("0", "1", "7", "18446744073709551617")


def answers(hash_seed: str, folder: Path) -> bytes:
    """What the command prints for each seed, one after the other."""
    told = b""
    for seed in SEEDS:
        arguments = ["run", *CLIMB, "--seed", seed, "--format", "json"]
        done = subprocess.run(
            [sys.executable, "-c", "from handhold.cli import main; raise SystemExit(main())", *arguments],
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "HOME": str(folder), "XDG_CACHE_HOME": str(folder)},
            cwd=folder,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
        told += f"$ handhold {' '.join(arguments)}\n".encode() + done.stdout
    return told


@pytest.mark.everywhere
@pytest.mark.parametrize("hash_seed", ["0", "4242"])
def test_a_seed_gives_the_golden_bytes(hash_seed: str, tmp_path: Path) -> None:
    assert answers(hash_seed, tmp_path).decode() == GOLDEN.read_bytes().decode()


def test_this_interpreter_is_found() -> None:
    version = "{}.{}".format(*sys.version_info)
    assert version in interpreters.VERSIONS, "a version that is not supported runs the suite"


def _script(place: Path, text: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"#!/bin/sh\n{text}\n")
    place.chmod(0o755)


def test_a_shim_that_fails_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _script(tmp_path / "shims" / "python3.12", "echo 3.12; exit 127")
    monkeypatch.setenv("PATH", str(tmp_path / "shims"))
    assert interpreters.found("3.12", tmp_path) is None

    _script(tmp_path / "versions" / "3.12.1" / "bin" / "python", "echo 3.11")
    assert interpreters.found("3.12", tmp_path) is None, "it is of another version"

    _script(tmp_path / "versions" / "3.12.4" / "bin" / "python", "echo 3.12")
    assert interpreters.found("3.12", tmp_path) == str(tmp_path / "versions" / "3.12.4" / "bin" / "python")


if __name__ == "__main__":
    import tempfile

    GOLDEN.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        GOLDEN.write_bytes(answers("0", Path(folder)))
