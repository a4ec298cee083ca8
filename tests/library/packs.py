"""Small packs, written where a test wants them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

CASE = "cases:\n  one:\n    event: e\n    expect: {outcome: 1}\n"


def text(id: str = "demo", version: str = "1.0.0", outcome: str = "1", license: str = "CC0-1.0") -> str:
    """A pack of one event."""
    head = f'pack: {id}\nformat: 1\nversion: "{version}"\ntitle: The {id}\nlicense: {license}\n'
    return f"{head}events:\n  e:\n    steps:\n      outcome: {outcome}\n"


def variant(id: str, of: str, version: str = "1.0.0", outcome: str = "2") -> str:
    """A variant that changes the outcome of that event."""
    head = f'pack: {id}\nformat: 1\nversion: "{version}"\ntitle: The {id}\nlicense: CC0-1.0\nextends: {of}\n'
    return f"{head}change:\n  events.e.steps.outcome: {outcome}\n"


AT_ONCE = """
import sys, time
print("ready", flush=True)
sys.stdin.readline()
began = time.monotonic()
{work}
print(began, time.monotonic())
"""


class Writers:
    """Children that do the same work with other words, begun at the same moment."""

    def __init__(self, work: str, *words: Sequence[str]) -> None:
        script = AT_ONCE.replace("{work}", work)
        self._children = [
            subprocess.Popen(
                [sys.executable, "-c", script, *each], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
            for each in words
        ]
        for child in self._children:
            assert child.stdout is not None
            assert child.stdout.readline() == "ready\n"
        for child in self._children:
            assert child.stdin is not None
            child.stdin.write("\n")
            child.stdin.flush()

    def at_work(self) -> bool:
        """Whether one of them is not done yet."""
        return any(child.poll() is None for child in self._children)

    def ended(self) -> None:
        """Waits for their ends, and sees to it that each was at work while the others were."""
        times = [child.communicate()[0].split() for child in self._children]
        assert [child.returncode for child in self._children] == [0] * len(times)
        assert max(float(began) for began, _ in times) < min(float(end) for _, end in times)


def put(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Writes the files, and gives the folder."""
    for name, held in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(held if isinstance(held, bytes) else held.encode())
    return folder


def whole(folder: Path, id: str = "demo", version: str = "1.0.0", outcome: str = "1") -> Path:
    """A pack that is a folder, with a case."""
    return put(folder, {"pack.yaml": text(id, version, outcome), "tests/a.yaml": CASE.replace("1}", outcome + "}")})
