"""`handhold list`: the packs, or the events of one."""

from __future__ import annotations

from handhold.cli.codes import FINE, NOTHING
from handhold.cli.parser import Arguments, Parser
from handhold.cli.shell import Shell


def arguments(parser: Parser) -> None:
    """Says what the command takes."""
    parser.add_argument(
        "pack", metavar="PACK", nargs="?", help="the name of a pack, or a path to one; without it, all packs are listed"
    )
    parser.format_option()


def run(arguments: Arguments, shell: Shell) -> int:
    """Lists them."""
    from handhold.library.listing import listed
    from handhold.report import listing

    as_json = arguments.format == "json"
    if arguments.pack is not None:
        pack = shell.load(arguments.pack).checked
        if as_json:
            listing.events_json(shell.out, pack)
        else:
            listing.events_text(shell.out, pack)
        return FINE if pack.events else NOTHING
    packs = [pack for pack in listed() if not pack.hidden_by]
    if as_json:
        listing.packs_json(shell.out, packs)
    else:
        listing.packs_text(shell.out, packs)
    return FINE if packs else NOTHING
