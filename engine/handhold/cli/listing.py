"""`handhold list`: the packs, the events of one, or what one event is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handhold.cli.codes import FINE, NOTHING
from handhold.cli.parser import Arguments, Parser, UsageError
from handhold.cli.shell import Shell

if TYPE_CHECKING:
    from handhold.packs import checked


def arguments(parser: Parser) -> None:
    """Says what the command takes."""
    parser.add_argument(
        "pack", metavar="PACK", nargs="?", help="the name of a pack, or a path to one; without it, all packs are listed"
    )
    parser.add_argument("event", metavar="EVENT", nargs="?", help="an event of the pack: all that it is given")
    parser.format_option()


def run(arguments: Arguments, shell: Shell) -> int:
    """Lists them."""
    from handhold.library.listing import listed
    from handhold.report import listing

    as_json = arguments.format == "json"
    if arguments.pack is not None:
        pack = shell.load(arguments.pack).checked
        if arguments.event is not None:
            return _event(pack, arguments, shell)
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


def _event(pack: checked.Pack, arguments: Arguments, shell: Shell) -> int:
    """What one event is given. Raises UsageError for none of the pack."""
    from handhold.diagnostics import did_you_mean
    from handhold.report.needs import event_only_json, event_text

    event = str(arguments.event)
    if event not in pack.events:
        message = f"the pack '{arguments.pack}' has no event '{event}'"
        raise UsageError(message, did_you_mean(event, pack.events) or f"'handhold list {arguments.pack}' shows them")
    (event_only_json if arguments.format == "json" else event_text)(shell.out, pack, event)
    return FINE
