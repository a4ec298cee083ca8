"""Which packs and cases a command about goldens means."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from handhold.cli.parser import Arguments, Parser, UsageError
from handhold.cli.shell import Shell

if TYPE_CHECKING:
    from handhold.golden.cases import Case
    from handhold.golden.goldens import Goldens, Settled
    from handhold.golden.verdict import Judge, Verdict


def filters(parser: Parser) -> None:
    """Adds the packs, and the options that choose among their cases."""
    parser.add_argument("packs", metavar="PACK", nargs="*", help="packs; without any, the one here or all in rulepacks")
    parser.add_argument("-k", dest="only", metavar="TEXT", help="only cases whose id holds this text, or of that rule")
    parser.add_argument("--tag", metavar="TAG", help="only cases with this tag")


def choice_of(arguments: Arguments) -> Callable[[Case], bool]:
    """Whether a case is one of those chosen."""
    only, tag = arguments.only, arguments.tag
    return lambda case: (only is None or case.named(only)) and (tag is None or tag in case.tags)


def among(ids: Iterable[str]) -> Callable[[Case], bool]:
    """Whether a case is one of those ids."""
    known = frozenset(ids)
    return lambda case: case.id in known


def names_of(typed: Iterable[str]) -> list[str]:
    """The packs that are meant: those typed, else the one in this folder, else all in the folder `rulepacks` here.

    Raises UsageError if there is none.
    """
    from handhold.packs.storage.files import PACK_FILE
    from handhold.packs.storage.shelves import known_packs

    names = list(dict.fromkeys(typed))
    if not names and Path(PACK_FILE).is_file():
        names = ["."]
    if not names:
        names = [name for name, _ in known_packs((Path("rulepacks"),))]
    if not names:
        raise UsageError("no pack is named, and there is none here", "name one: 'handhold list' shows the packs")
    return names


def goldens_of(name: str, shell: Shell) -> Goldens:
    """The goldens of a pack's cases; faults of its files are told."""
    from handhold.cli.failures import source_lines
    from handhold.golden.cases import cases_of
    from handhold.golden.goldens import Goldens
    from handhold.packs.stacks.members import read
    from handhold.report.faults import diagnostic

    reading = read(name)
    if not reading.members:
        shell.load(name)
    cases, found = cases_of(reading)
    for each in found:
        diagnostic(shell.err, each, source_lines(reading))
    return Goldens(cases)


def tell_settled(shell: Shell, settled: Settled, done: str, reworded: str) -> None:
    """Says how many results were settled: `done` is what was done to them, `reworded` to goldens with the same ones."""
    count, same = settled.results, settled.reworded
    others = f", {same} {'golden' if same == 1 else 'goldens'} with the same results {reworded}" if same else ""
    shell.out.line(f"{count} {'result' if count == 1 else 'results'} {done}{others}")


def pending_of(
    name: str, goldens: Goldens, judge: Judge, chosen: Callable[[Case], bool], shell: Shell
) -> tuple[list[Verdict], list[Case]]:
    """What is pending for the chosen cases, and the cases for which it is out of date, which is said."""
    from handhold.golden.goldens import pending_verdicts
    from handhold.report.printable import printable

    found, outdated = pending_verdicts(goldens, judge, chosen)
    if outdated:
        some = "1 pending result is" if len(outdated) == 1 else f"{len(outdated)} pending results are"
        since = f"the pack or its cases were changed since; 'handhold test {printable(name)}' makes them anew"
        shell.out.line(f"{some} out of date: {since}")
    return found, outdated


def writable() -> None:
    """Raises UsageError where CI is set: goldens are accepted where somebody looks at them."""
    from handhold.golden.goldens import update_allowed

    if not update_allowed():
        raise UsageError("CI is set, and there nothing is written", "accept goldens on your own computer")
