"""The suite on the other Pythons: `python -m tests.interpreters [what pytest is to be told]`.

For each version that Handhold supports, other than the one that runs this, the first interpreter that starts gets a
virtual environment of its own (`.venv-3.12`) and runs pytest in it. A version that does not start here is passed over
with one line.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSIONS = ("3.11", "3.12", "3.13")

_PROBE = "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])"


def found(version: str, pyenv: Path | None = None) -> str | None:
    """The first interpreter of this version that runs and has venv, or None.

    One on the PATH may be a shim that fails when run, so each is tried; those of pyenv lie in a folder of their own.
    """
    return next((command for command in _candidates(version, pyenv) if _answers(command) == version), None)


def _candidates(version: str, pyenv: Path | None) -> Iterator[str]:
    named = shutil.which(f"python{version}")
    if named:
        yield named
    folder = pyenv or Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    yield from (str(python) for python in sorted(folder.glob(f"versions/{version}*/bin/python")))


def _answers(command: str) -> str:
    try:
        done = subprocess.run([command, "-c", _PROBE], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def environment(version: str, python: str) -> Path:
    """The interpreter of `.venv-VERSION`, made if it is not there whole.

    The mark is written last and holds what the environment was made from: broken off or out of date, it is made again.
    """
    folder = ROOT / f".venv-{version}"
    mark = folder / ".ready"
    inside = folder / "bin" / "python"
    made_from = hashlib.sha256(
        b"\0".join([os.fsencode(ROOT), *((ROOT / name).read_bytes() for name in ("pyproject.toml", "constraints.txt"))])
    ).hexdigest()
    if not (mark.is_file() and mark.read_text() == made_from and _answers(str(inside)) == version):
        print(f"Setting up {folder.name}, once.", flush=True)
        subprocess.run([python, "-m", "venv", "--clear", folder], check=True)
        quiet = ("--quiet", "--disable-pip-version-check", "--constraint", "constraints.txt")
        subprocess.run([inside, "-m", "pip", "install", *quiet, "--editable", ".[test]"], cwd=ROOT, check=True)
        mark.write_text(made_from)
    return inside


def main(arguments: list[str]) -> int:
    """Runs pytest with these arguments on each other version; the exit code is that of the first to fail, or 0."""
    failed = 0
    for version in VERSIONS:
        if version == "{}.{}".format(*sys.version_info):
            continue
        python = found(version)
        if python is None:
            print(f"Python {version}: passed over, none starts here.", flush=True)
            continue
        print(f"Python {version}: {python}", flush=True)
        try:
            inside = environment(version, python)
        except subprocess.CalledProcessError as broken:
            print(f"Python {version}: its environment could not be made ({broken}).", flush=True)
            failed = failed or 1
            continue
        told = ["-q", "-p", "no:cacheprovider", *arguments]
        done = subprocess.run([inside, "-m", "pytest", *told], cwd=ROOT, check=False)
        failed = failed or done.returncode
    return failed


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
