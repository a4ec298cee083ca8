"""The command in a child process with little time and little memory."""

from __future__ import annotations

import io
import json
import os
import resource
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import handhold.cli.check
import handhold.cli.evaluate
import handhold.cli.odds
import handhold.cli.play
import handhold.cli.run
import handhold.cli.show
import handhold.cli.testing
from handhold.cli import main
from tests.shell import DEMO, Told, handhold

SECONDS = 10
"""What a child is killed after: ten times what it should take, for machines that are slow or busy."""
MEMORY = 256_000_000


def warmed() -> None:
    """Whatever is imported or made once is there before the first child begins, so that all children have it."""
    handhold("check", DEMO)


def told(*words: str, stdin: bytes = b"") -> Told:
    """What the command says of it. A child that takes too long, takes too much or falls has code -1."""

    def work() -> str:
        out, err = io.StringIO(), io.StringIO()
        code = main(words, out, err, io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        return f"{code}\0{out.getvalue()}\0{err.getvalue()}"

    code, out, err = answered(work).split("\0")
    return Told(int(code), out, err)


def told_in_turn(
    commands: Sequence[Sequence[str]], where: Path, environ: Mapping[str, str]
) -> list[tuple[Told, float]]:
    """What the commands say one after the other in one child that stands in a folder, and the seconds of the processor
    that each took. Those from which a child did not come back are missing.
    """

    def work(part: Sequence[str]) -> str:
        out, err = io.StringIO(), io.StringIO()
        begun = time.process_time()
        code = main(part, out, err, io.TextIOWrapper(io.BytesIO()))
        return json.dumps([code, out.getvalue(), err.getvalue(), time.process_time() - begun])

    def all_of_it() -> Iterator[str]:
        os.chdir(where)
        os.environ.update(environ)
        for words in commands:
            yield work(words) + "\n"

    said = answered(all_of_it, "", SECONDS + len(commands))
    return [(Told(*each[:3]), each[3]) for each in map(json.loads, said.splitlines())]


def answered(work: Callable[[], str | Iterable[str]], broken: str = "-1\0\0", seconds: int = SECONDS) -> str:
    """What the work gives, whole or piece by piece, done in a child; if it was broken off, `broken`, or all that came
    before if that is empty.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _do(work, reading, writing, seconds)
    os.close(writing)
    with open(reading, "rb") as stream:
        answer = stream.read()
    _, status = os.waitpid(child, 0)
    return answer.decode() if status == 0 or not broken else broken


def _do(work: Callable[[], str | Iterable[str]], reading: int, writing: int, seconds: int) -> None:
    """Does it, and never comes back."""
    code = 1
    try:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        allowed = _size() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (allowed, allowed))
        with open(writing, "wb") as stream:
            given = work()
            for piece in [given] if isinstance(given, str) else given:
                stream.write(piece.encode("utf-8", "replace"))
                stream.flush()
        code = 0
    finally:
        os._exit(code)


def _size() -> int:
    """The address space that this process has already."""
    statm = Path("/proc/self/statm")
    pages = int(statm.read_text().split()[0]) if statm.exists() else 0
    return pages * resource.getpagesize() or 2_000_000_000


def faultless(answer: Told, codes: Sequence[int]) -> bool:
    """Whether it was answered with one of the codes, and plainly."""
    said = answer.out + answer.err
    plain = said.replace("\n", "").isprintable() and "Traceback" not in said and "bug in handhold" not in said
    return answer.code in codes and plain
