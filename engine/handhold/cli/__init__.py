"""The command `handhold`: what was typed in, an exit code out.

Results go to stdout, all else to stderr, exit codes are those of `codes`. An answer is written as a whole or not at
all.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, TextIO

from handhold.__about__ import __version__
from handhold.cli.codes import INTERRUPTED, NO_ANSWER

if TYPE_CHECKING:
    from handhold.report.output import Output


def main(
    argv: Sequence[str] | None = None,
    stdout: TextIO | None = None,
    stderr: TextIO | None = None,
    stdin: TextIO | None = None,
) -> int:
    """Runs one command; what is not given is taken from the process. Gives the exit code and raises nothing."""
    try:
        return _main(argv, stdout, stderr, stdin)
    except KeyboardInterrupt:
        return INTERRUPTED


def _main(argv: Sequence[str] | None, stdout: TextIO | None, stderr: TextIO | None, stdin: TextIO | None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    out = sys.stdout if stdout is None else stdout
    err = sys.stderr if stderr is None else stderr
    if words == ["--version"]:
        out.write(f"handhold {__version__}\n")
        return 0
    from handhold.cli.command import call
    from handhold.report.output import Output

    answer, messages = Output(out), Output(err)
    code = call(words, answer, messages, sys.stdin if stdin is None else stdin)
    fault = _write(answer, out)
    if fault:
        messages.line(f"handhold: the answer cannot be written: {fault}")
        code = code or NO_ANSWER
    _write(messages, err)
    return code


def _write(shown: Output, stream: TextIO) -> str:
    """Writes what was collected, and says what went wrong; that nobody reads any more is not wrong."""
    try:
        shown.flush()
    except (BrokenPipeError, ValueError):
        _let_go(stream)
    except OSError as fault:
        _let_go(stream)
        return os.strerror(fault.errno or 0)
    return ""


def _let_go(stream: TextIO) -> None:
    """Keeps the interpreter from complaining at its end about what a reader who is gone has not read."""
    if stream is not sys.stdout:
        return
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        pass
