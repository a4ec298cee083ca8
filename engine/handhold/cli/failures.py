"""What the library raises, as a message and an exit code."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final

from handhold.cli.codes import FINDINGS, NO_ANSWER, USAGE
from handhold.report.faults import LineOf, diagnostics, hint, lines_of, no_lines
from handhold.report.printable import printable

if TYPE_CHECKING:
    from handhold.cli.shell import Shell
    from handhold.packs.stacks.members import Reading


def tell(fault: Exception, shell: Shell) -> int | None:
    """Says what went wrong and gives the exit code; None where it is none of the faults that are foreseen.

    A fault can only come from a module that was imported, so nothing is imported to look.
    """
    for module, name, teller in _TELLERS:
        kind = getattr(sys.modules.get(module), name, None)
        if isinstance(kind, type) and isinstance(fault, kind):
            return teller(fault, shell)
    return None


def source_lines(where: str | Reading) -> LineOf:
    """The lines of the files of a pack, for what is said about them; the files are read when the first is asked for,
    if they were not before.
    """

    @cache
    def known() -> LineOf:
        from handhold.packs.stacks.members import read
        from handhold.packs.storage.places import CASES, read_rules, read_tests

        reading = read(where) if isinstance(where, str) else where
        place = reading.place_of_cases
        files = reading.files or tuple(file for each in reading.places for file in read_rules(each)[0])
        cases, _ = read_tests(place, CASES) if place is not None else ((), ())
        return lines_of((file.name, file.data) for file in (*files, *cases))

    return lambda file, line: known()(file, line)


def _pack(fault: Exception, shell: Shell) -> int:
    import handhold

    assert isinstance(fault, handhold.PackError)
    line_of = source_lines(fault.where)
    diagnostics(shell.err, fault.diagnostics, line_of)
    return USAGE if any(found.code == "no-such-pack" for found in fault.diagnostics) else FINDINGS


def _problems(fault: Exception, shell: Shell) -> int:
    from handhold.play.inputs import InputError

    for problem in getattr(fault, "problems", (str(fault),)):
        shell.err.line(f"handhold: {printable(str(problem))}")
    if shell.pack is not None and isinstance(fault, InputError):
        hint(shell.err, f"'handhold list {shell.pack.where}' shows the events and what they need")
    return USAGE


def _too_much(fault: Exception, shell: Shell) -> int:
    code = _no_answer(fault, shell)
    instead = "--samples 100000 gives an estimate instead"
    if getattr(fault, "best", False):
        instead = "without --best-for, and with an answer or a policy for each choice, " + instead
    hint(shell.err, instead)
    return code


def _no_answer(fault: Exception, shell: Shell) -> int:
    from handhold.play.run_error import RunError
    from handhold.report.no_answer import no_answer_json, no_answer_text

    assert isinstance(fault, RunError)
    lines = source_lines(shell.pack.where) if shell.pack is not None and fault.span is not None else no_lines
    no_answer_text(shell.err, fault, lines)
    if fault.unanswered:
        hint(shell.err, "--choose NAME=VALUE gives the answer")
    if shell.format == "json":
        no_answer_json(shell.out, fault, None if shell.pack is None else shell.pack.checked.header)
    return NO_ANSWER


def _golden(fault: Exception, shell: Shell) -> int:
    shell.err.line(f"handhold: {printable(str(fault))}")
    return FINDINGS


def _library(fault: Exception, shell: Shell) -> int:
    from handhold.library.faults import LibraryError, NotThere, NotWritten

    assert isinstance(fault, LibraryError)
    shell.err.line(f"handhold: {printable(str(fault))}")
    hint(shell.err, fault.hint)
    return NO_ANSWER if isinstance(fault, NotWritten) else USAGE if isinstance(fault, NotThere) else FINDINGS


def _unwritable(fault: Exception, shell: Shell) -> int:
    shell.err.line(f"handhold: {printable(str(fault))}")
    return NO_ANSWER


_Teller = Callable[[Exception, "Shell"], int]
_TELLERS: Final[tuple[tuple[str, str, _Teller], ...]] = (
    ("handhold", "PackError", _pack),
    ("handhold.play.inputs", "InputError", _problems),
    ("handhold.play.chance", "DiceMismatch", _problems),
    ("handhold.play.odds.stages", "OddsBudget", _too_much),
    ("handhold.play.run_error", "RunError", _no_answer),
    ("handhold.golden.kept", "GoldenFault", _golden),
    ("handhold.library.faults", "LibraryError", _library),
    ("handhold.packs.storage.folders", "Unwritable", _unwritable),
)
