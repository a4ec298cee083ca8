"""The command in a child process with little time and little memory."""

from __future__ import annotations

import io
import os
import resource
from collections.abc import Callable, Sequence
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


def answered(work: Callable[[], str]) -> str:
    """What the work gives, done in a child; `-1` and two empty texts if it was broken off."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _do(work, reading, writing)
    os.close(writing)
    with open(reading, "rb") as stream:
        answer = stream.read()
    _, status = os.waitpid(child, 0)
    return answer.decode() if status == 0 else "-1\0\0"


def _do(work: Callable[[], str], reading: int, writing: int) -> None:
    """Does it, and never comes back."""
    code = 1
    try:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        allowed = _size() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (allowed, allowed))
        with open(writing, "wb") as stream:
            stream.write(work().encode("utf-8", "replace"))
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
