"""Whenever a writer of goldens is killed, each file is the old one or the new one, whole."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_goldens import begun, changed, ran
from tests.cli.test_goldens import pack as _pack

pack = _pack


@pytest.mark.skipif(not hasattr(os, "fork"), reason="children are forked")
def test_a_killed_writer_leaves_each_file_whole(
    pack: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.delenv("CI", raising=False)
    begun(pack)
    changed(pack, "        tiring: 5", "        tiring: 7")
    ran(".")
    start = tmp_path_factory.mktemp("start")
    for path in (pack / "tests").iterdir():
        shutil.copy(path, start)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.golden.killed", str(start)],
        cwd=pack,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    told = re.fullmatch(r"(\d+) lines, (\d+) moments, 0 faults\n", done.stdout)
    assert told, done.stdout + done.stderr
    assert int(told[1]) > 30
