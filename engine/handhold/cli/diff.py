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
    from handhold.golden.cases import cases_of
    from handhold.golden.changes import case_changes
    from handhold.golden.odds_changes import odds_changes
    from handhold.packs.diff import differences
    from handhold.report import diffs
    from handhold.report.diffs_json import diff_json
    from handhold.report.faults import diagnostic

    one, other = shell.load(arguments.one), shell.load(arguments.other)
    first, second = shell.stack(arguments.one), shell.stack(arguments.other)
    found = differences(first.applied.whole, second.applied.whole)
    reading = shell.judged(arguments.one).reading
    cases, faults = cases_of(reading) if arguments.cases or arguments.odds else ((), ())
    for fault in faults:
        diagnostic(shell.err, fault, source_lines(reading))
    changes = case_changes(one.runner, other.runner, cases) if arguments.cases else None
    moves = odds_changes(one.chances, other.chances, cases) if arguments.odds else None
    if arguments.format == "json":
        diff_json(shell.out, (one.checked.header, other.checked.header), found, changes, moves)
        return FINE
    diffs.packs_text(shell.out, first.headers, second.headers, found)
    if changes is not None:
        diffs.cases_text(shell.out, arguments.one, cases, changes)
    if moves is not None:
        diffs.odds_text(shell.out, arguments.one, cases, moves)
    return FINE
