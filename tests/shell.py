"""The command, called in this process with streams of its own."""

from __future__ import annotations

import functools
import io
import json
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

import handhold as library
from handhold.cli import main
from handhold.library import judged
from handhold.library.judged import Judged

ROOT = Path(__file__).parents[1]
SHIPPED = frozenset(folder.name for folder in (ROOT / "rulepacks").iterdir())
DEMO = str(Path(__file__).parent / "cli" / "packs" / "demo.yaml")
CLIMB = ("climb", "climber.dex=14", "difficulty=hard", "distance=medium")
"""The climb that the whole project is shown with."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a command gave back."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, object]:
        answer = json.loads(self.out)
        assert isinstance(answer, dict)
        return answer


def handhold(*words: str, stdin: bytes = b"", encoding: str = "utf-8") -> Told:
    """Runs the command. What is written in no known way is a fault of the test."""
    out, err = io.BytesIO(), io.BytesIO()
    stdout, stderr = (io.TextIOWrapper(stream, encoding=encoding, newline="\n") for stream in (out, err))
    code = main(words, stdout, stderr, io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
    stdout.flush()
    stderr.flush()
    return Told(code, out.getvalue().decode(encoding), err.getvalue().decode(encoding))


@functools.cache
def load(where: str) -> library.Pack:
    """A pack that was read once in the whole suite, since reading is what takes the time."""
    return library.load(where)


def judge(where: str, locked: str | PathLike[str] | None = None) -> Judged:
    """As the engine's own; what lies in the checkout is read once, since reading is what takes the time."""
    ours = where in SHIPPED and (Path.cwd() == ROOT or not Path("rulepacks").exists())
    if locked is None and (ours or where == DEMO):
        return _judged_once(where)
    return _JUDGE(where, locked)


@functools.cache
def _judged_once(where: str) -> Judged:
    return _JUDGE(where)


_JUDGE = judged.judge
