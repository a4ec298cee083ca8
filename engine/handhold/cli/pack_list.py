"""`handhold pack list`: the packs that have a name, those too that another one hides."""

from __future__ import annotations

from handhold.cli.codes import FINE, NOTHING
from handhold.cli.parser import Arguments, Parser
from handhold.cli.shell import Shell


def arguments(parser: Parser) -> None:
    """Says what the command takes."""
    parser.format_option()


def run(arguments: Arguments, shell: Shell) -> int:
    """Lists them; only the file with the header of each is read."""
    from handhold.library.listing import listed
    from handhold.report.library import listed_json, listed_text

    packs = listed()
    write = listed_json if arguments.format == "json" else listed_text
    write(shell.out, packs)
    return FINE if packs else NOTHING
