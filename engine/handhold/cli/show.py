"""`handhold show`: a pack, or one of its events, as a short rule sheet."""

from __future__ import annotations

from handhold.cli.codes import FINE
from handhold.cli.parser import Arguments, Parser, UsageError
from handhold.cli.shell import Shell


def arguments(parser: Parser) -> None:
    """Says what the command takes."""
    parser.add_argument("pack", metavar="PACK", help="the name of a pack, or a path to one")
    parser.add_argument("event", metavar="EVENT", nargs="?", help="one event, with the tables and modifiers it names")
    parser.add_argument("--readings", action="store_true", help="what the source leaves open, and what was chosen")


def run(arguments: Arguments, shell: Shell) -> int:
    """Shows the pack, its readings, or the event."""
    from handhold.diagnostics import did_you_mean
    from handhold.report.sheets import event_sheet, pack_sheet, readings_sheet, used_by

    pack = shell.load(arguments.pack).checked
    if arguments.readings:
        readings_sheet(shell.out, pack)
    elif arguments.event is None:
        pack_sheet(shell.out, pack)
    elif arguments.event in pack.events:
        event_sheet(shell.out, pack, arguments.event)
        used_by(shell.out, pack, arguments.event)
    else:
        known = did_you_mean(arguments.event, pack.events)
        raise UsageError(f"the pack '{arguments.pack}' has no event '{arguments.event}'", known)
    return FINE
