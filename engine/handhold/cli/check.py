"""`handhold check`: everything that is wrong with packs."""

from __future__ import annotations

from handhold.cli.codes import FINDINGS, FINE, USAGE
from handhold.cli.failures import source_lines
from handhold.cli.parser import Arguments, Parser
from handhold.cli.shell import Shell
from handhold.report.checks import check_github, check_json, check_text, counts, more_text


def arguments(parser: Parser) -> None:
    """Says what the command takes."""
    parser.add_argument("packs", metavar="PACK", nargs="+", help="the name of a pack, or a path to one")
    parser.add_argument("--strict", action="store_true", help="let warnings count as findings")
    parser.locked_option()
    parser.format_option("github")


def run(arguments: Arguments, shell: Shell) -> int:
    """Checks each pack."""
    from handhold.golden.checks import with_cases

    packs: list[str] = list(dict.fromkeys(arguments.packs))
    found = {pack: with_cases(shell.judged(pack)) for pack in packs}
    every = [each for pack in packs for each in found[pack]]
    if arguments.format == "json":
        check_json(shell.out, every)
    elif arguments.format == "github":
        check_github(shell.out, every)
    else:
        for pack in packs:
            check_text(shell.out, pack, found[pack], source_lines(shell.judged(pack).reading))
        more_text(shell.out, every)
    if any(each.code == "no-such-pack" for each in every):
        return USAGE
    errors, warnings = counts(every)
    return FINDINGS if errors or (warnings and arguments.strict) else FINE
