"""`handhold test`: the cases of packs."""

from __future__ import annotations

from handhold.cli.codes import FINDINGS, FINE, NOTHING
from handhold.cli.failures import source_lines
from handhold.cli.parser import Arguments, Parser
from handhold.cli.shell import Shell


def arguments(parser: Parser) -> None:
    """Says what the command takes."""
    parser.add_argument("packs", metavar="PACK", nargs="+", help="the name of a pack, or a path to one")
    parser.add_argument("-k", dest="only", metavar="TEXT", help="only cases whose id or rules hold this text")
    parser.format_option()


def run(arguments: Arguments, shell: Shell) -> int:
    """Runs the cases of each pack."""
    from handhold.golden.cases import read_cases
    from handhold.golden.compare import run_case
    from handhold.packs.stack import place_of_cases
    from handhold.report.cases import Outcome, cases_json, counts_text, failures_text
    from handhold.report.faults import diagnostic

    by_pack: list[tuple[str, list[Outcome]]] = []
    faulty = False
    for name in dict.fromkeys(arguments.packs):
        pack = shell.load(name)
        place = place_of_cases(name)
        cases, found = ((), ()) if place is None else read_cases(place)
        for each in found:
            diagnostic(shell.err, each, source_lines(name))
        faulty = faulty or bool(found)
        chosen = [
            case
            for case in cases
            if arguments.only is None or arguments.only in (case.id, *case.rules) or arguments.only in case.id
        ]
        by_pack.append((name, [(case, run_case(pack.runner, case)) for case in chosen]))
    every = [outcome for _, outcomes in by_pack for outcome in outcomes]
    if arguments.format == "json":
        cases_json(shell.out, by_pack)
    else:
        for name, outcomes in by_pack:
            failures_text(shell.out, name, outcomes)
        counts_text(shell.out, every)
    if faulty or any(differences for _, differences in every):
        return FINDINGS
    return FINE if every else NOTHING
