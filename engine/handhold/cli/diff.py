"""`handhold diff`: what is different between two packs, and what that does to cases and chances."""

from __future__ import annotations

from handhold.cli.codes import FINE
from handhold.cli.failures import source_lines
from handhold.cli.parser import Arguments, Parser
from handhold.cli.shell import Shell


def arguments(parser: Parser) -> None:
    """Says what the command takes."""
    parser.add_argument("one", metavar="A", help="the name of a pack, or a path to one")
    parser.add_argument("other", metavar="B", help="the pack that it is held against, such as A with a variant on it")
    parser.add_argument("--cases", action="store_true", help="run the cases of A on both, and show what changes")
    parser.add_argument("--odds", action="store_true", help="show how the chances of each case of A move")
    parser.locked_option()
    parser.format_option()


def run(arguments: Arguments, shell: Shell) -> int:
    """Compares the packs."""
    import handhold
    from handhold.report import diffs
    from handhold.report.diffs_json import diff_json
    from handhold.report.faults import diagnostic

    one, other = shell.load(arguments.one), shell.load(arguments.other)
    found = handhold.diff(one, other, cases=arguments.cases, odds=arguments.odds)
    for fault in found.faults:
        diagnostic(shell.err, fault, source_lines(one.judged.reading))
    if arguments.format == "json":
        diff_json(shell.out, (one.checked.header, other.checked.header), found.changes, found.moved, found.odds)
        return FINE
    diffs.packs_text(shell.out, *found.packs, found.changes)
    if found.moved is not None:
        diffs.cases_text(shell.out, arguments.one, found.cases, found.moved)
    if found.odds is not None:
        diffs.odds_text(shell.out, arguments.one, found.cases, found.odds)
    return FINE
