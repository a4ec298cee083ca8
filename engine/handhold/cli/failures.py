"""What the library raises, as a message and an exit code."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final

from handhold.cli.codes import FINDINGS, NO_ANSWER, USAGE
from handhold.report.faults import LineOf, diagnostics, hint, lines_of, marked
from handhold.report.output import Output
from handhold.report.printable import printable

if TYPE_CHECKING:
    import handhold
    from handhold.play.program import RunError


def tell(fault: Exception, err: Output, pack: handhold.Pack | None) -> int | None:
    """Says on `err` what went wrong and gives the exit code; None where it is none of the faults that are foreseen.

    A fault can only come from a module that was imported, so nothing is imported to look.
    """
    for module, name, teller in _TELLERS:
        kind = getattr(sys.modules.get(module), name, None)
        if isinstance(kind, type) and isinstance(fault, kind):
            return teller(fault, err, pack)
    return None


def source_lines(where: str) -> LineOf:
    """The lines of the files of a pack, for what is said about them; the files are read when the first is asked for."""

    @cache
    def known() -> LineOf:
        from handhold.packs.places import CASES, read_rules, read_tests
        from handhold.packs.shelves import find_pack
        from handhold.packs.stack import place_of_cases, stack_files

        files = stack_files(where)
        place = place_of_cases(where)
        if not files:
            found, _ = find_pack(where)
            files, _ = read_rules(found) if found is not None else ((), ())
        cases, _ = read_tests(place, CASES) if place is not None else ((), ())
        return lines_of((file.name, file.data) for file in (*files, *cases))

    return lambda file, line: known()(file, line)


def _pack(fault: Exception, err: Output, pack: handhold.Pack | None) -> int:
    import handhold

    assert isinstance(fault, handhold.PackError)
    line_of = source_lines(fault.where)
    diagnostics(err, fault.diagnostics, line_of)
    return USAGE if any(found.code == "no-such-pack" for found in fault.diagnostics) else FINDINGS


def _problems(fault: Exception, err: Output, pack: handhold.Pack | None) -> int:
    from handhold.play.inputs import InputError

    for problem in getattr(fault, "problems", (str(fault),)):
        err.line(f"handhold: {printable(str(problem))}")
    if pack is not None and isinstance(fault, InputError):
        hint(err, f"'handhold list {pack.where}' shows the events and what they need")
    return USAGE


def _too_much(fault: Exception, err: Output, pack: handhold.Pack | None) -> int:
    err.line(f"handhold: {printable(str(fault))}")
    hint(err, "--samples 100000 gives an estimate instead")
    return NO_ANSWER


def _no_answer(fault: Exception, err: Output, pack: handhold.Pack | None) -> int:
    from handhold.play.program import RunError

    assert isinstance(fault, RunError)
    if fault.spot is None:
        err.line(f"handhold: {printable(fault.message)}")
        return NO_ANSWER
    written, start, end = fault.spot
    place = written.within(start, end)
    lead = f"{printable(str(place))}: " if place.file else "handhold: "
    err.line(f"{lead}{printable(fault.message)}")
    line = source_lines(pack.where)(place.file, place.line) if pack and place.file else written.text.strip("\n")
    marked(err, place, line)
    if pack is not None:
        hint(err, ", ".join(_values(fault, pack)))
    return NO_ANSWER


def _values(fault: RunError, pack: handhold.Pack) -> list[str]:
    """The values of the names around the fault, as far as their type is known."""
    from handhold.language.types import Plain, present
    from handhold.play.result import Shown
    from handhold.report.values import value_text

    types = {name: of for event in pack.checked.events.values() for name, of in event.names}
    types.update((need, of) for known in pack.checked.functions.values() for need, of in known.needs.items())
    types.update((need, known.type) for event in pack.checked.events.values() for need, known in event.needs.items())
    fields = {name: known.type for sheet in pack.checked.sheets.values() for name, known in sheet.fields.items()}
    told = []
    for name, value in fault.values.items():
        of = types.get(name) or fields.get(name.rpartition(".")[2])
        if of is not None and isinstance(present(of), Plain) and not isinstance(value, tuple):
            told.append(f"{name} is {value_text(Shown(pack.checked).value(value, of))}")
    return told


def _golden(fault: Exception, err: Output, pack: handhold.Pack | None) -> int:
    err.line(f"handhold: {printable(str(fault))}")
    return FINDINGS


def _library(fault: Exception, err: Output, pack: handhold.Pack | None) -> int:
    from handhold.library.faults import LibraryError, NotThere, NotWritten

    assert isinstance(fault, LibraryError)
    err.line(f"handhold: {printable(str(fault))}")
    hint(err, fault.hint)
    return NO_ANSWER if isinstance(fault, NotWritten) else USAGE if isinstance(fault, NotThere) else FINDINGS


def _unwritable(fault: Exception, err: Output, pack: handhold.Pack | None) -> int:
    err.line(f"handhold: {printable(str(fault))}")
    return NO_ANSWER


_Teller = Callable[[Exception, Output, "handhold.Pack | None"], int]
_TELLERS: Final[tuple[tuple[str, str, _Teller], ...]] = (
    ("handhold", "PackError", _pack),
    ("handhold.play.inputs", "InputError", _problems),
    ("handhold.play.chance", "DiceMismatch", _problems),
    ("handhold.play.stages", "OddsBudget", _too_much),
    ("handhold.play.program", "RunError", _no_answer),
    ("handhold.golden.kept", "GoldenFault", _golden),
    ("handhold.library.faults", "LibraryError", _library),
    ("handhold.packs.folders", "Unwritable", _unwritable),
)
