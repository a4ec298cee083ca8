"""`handhold prune`: goldens of cases that are not there any more are taken away."""

from __future__ import annotations

from handhold.cli.codes import FINE, NOTHING
from handhold.cli.goldens import goldens_of, names_of, writable
from handhold.cli.parser import Arguments, Parser
from handhold.cli.shell import Shell


def arguments(parser: Parser) -> None:
    """Says what the command takes."""
    parser.add_argument("packs", metavar="PACK", nargs="*", help="packs; without any, the one here or all in rulepacks")


def run(arguments: Arguments, shell: Shell) -> int:
    """Prunes the goldens of each pack."""
    from handhold.packs.stacks.members import read
    from handhold.report.printable import printable

    writable()
    gone: list[str] = []
    for name in names_of(arguments.packs):
        goldens = goldens_of(name, shell)
        place = read(name).place_of_cases
        gone += goldens.prune([] if place is None else [place])
    for each in gone:
        shell.out.line(printable(each))
    shell.out.line(f"{len(gone)} pruned")
    return FINE if gone else NOTHING
