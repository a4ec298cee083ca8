"""Accepts goldens in children that kill themselves, and looks at what they have left: `python -m tests.golden.killed`.

One child for each line that the writing of a file runs, killed as it comes to that line; and some killed from outside
at moments of no choice. Prints how many children were killed, and what was neither the old file nor the new one.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from handhold.cli import main
from handhold.golden import goldens, kept
from handhold.packs.storage import folders

WATCHED = {
    *(made.__code__ for made in (kept.write_kept, folders.replace_file, folders._sync_folder, folders.take_away)),
    *(made.__code__ for made in (goldens.Goldens.accept, goldens.Goldens._drop)),
}
OUTSIDE = 20
LIMIT = 20_000


def in_child(work: Callable[[], object]) -> int:
    """Does the work in a child, and gives its process id."""
    child = os.fork()
    if child == 0:
        with open(os.devnull, "w", encoding="utf-8") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
            work()
        os._exit(0)
    return child


def killed_at(line: int, work: Callable[[], object]) -> bool:
    """Whether the work was killed as it came to the line of that number, counted as they are run."""
    seen = 0

    def trace(frame: FrameType, event: str, arg: object) -> object:
        nonlocal seen
        if frame.f_code not in WATCHED:
            return None
        if event == "line":
            seen += 1
            if seen == line:
                os.kill(os.getpid(), signal.SIGKILL)
        return trace

    def traced() -> None:
        sys.settrace(trace)
        work()

    return os.WIFSIGNALED(os.waitpid(in_child(traced), 0)[1])


def accept() -> None:
    main(["accept", "."], io.StringIO(), io.StringIO())


class Folder:
    """The folder of the pack, and what its golden may be."""

    def __init__(self, start: Path) -> None:
        self.start = start
        self.files = {path.name: path.read_bytes() for path in start.iterdir() if path.is_file()}
        self.faults: list[str] = []
        self.restore()
        accept()
        self.new = self.golden
        self.restore()
        self.old = self.golden
        assert self.old != self.new

    @property
    def golden(self) -> bytes:
        return (Path("tests") / "walls.golden.json").read_bytes()

    def restore(self) -> None:
        shutil.rmtree("tests", ignore_errors=True)
        Path("tests").mkdir()
        for name, data in self.files.items():
            (Path("tests") / name).write_bytes(data)

    def look(self, moment: str) -> None:
        """What is there is the old or the new file; and to accept once more does what was left to do."""
        if self.golden not in (self.old, self.new):
            self.faults.append(f"{moment}: neither old nor new")
        pending = Path("tests") / "walls.golden.pending.json"
        if pending.exists():
            json.loads(pending.read_text(encoding="utf-8"))
            accept()
        if self.golden != self.new:
            self.faults.append(f"{moment}: what was pending is lost")


def run(start: Path) -> None:
    folder = Folder(start)
    line = 0
    while line < LIMIT:
        line += 1
        folder.restore()
        if not killed_at(line, accept):
            break
        folder.look(f"line {line}")
    started = time.monotonic()
    folder.restore()
    os.waitpid(in_child(accept), 0)
    took = time.monotonic() - started
    for number in range(OUTSIDE):
        folder.restore()
        child = in_child(accept)
        time.sleep(took * number / OUTSIDE)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        folder.look(f"outside {number}")
    for fault in folder.faults:
        print(fault)
    print(f"{line - 1} lines, {OUTSIDE} moments, {len(folder.faults)} faults")


if __name__ == "__main__":
    run(Path(sys.argv[1]))
