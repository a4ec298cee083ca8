"""`handhold pack lock`: which packs the project uses, by version and content."""

from __future__ import annotations

from pathlib import Path

from handhold.cli.codes import FINE, NOTHING
from handhold.cli.parser import Arguments, Parser
from handhold.cli.shell import Shell
from handhold.library import LOCK_FILE


def arguments(parser: Parser) -> None:
    """Says what the command takes."""
    parser.add_argument(
        "packs", metavar="PACK", nargs="*", help="packs to lock; without any, those of the project and of its lock"
    )
    parser.format_option()


def run(arguments: Arguments, shell: Shell) -> int:
    """Writes handhold.lock."""
    import handhold
    from handhold.library.lock import known_places, locked_packs, places_of, write_lock
    from handhold.report.library import locked_json, locked_text

    path = Path(LOCK_FILE)
    named = tuple(arguments.packs)
    places, found = places_of(named)
    gone: tuple[str, ...] = ()
    if not named:
        places, gone = known_places(path)
        if not places and not gone:
            shell.err.line("handhold: there are no packs in rulepacks; name the packs to be locked")
            return NOTHING
    packs, faults = locked_packs(places)
    if found or faults:
        raise handhold.PackError(named[0] if named else ".", (*found, *faults))
    whole = write_lock(path, packs, gone)
    write = locked_json if arguments.format == "json" else locked_text
    write(shell.out, LOCK_FILE, whole, gone)
    return FINE
