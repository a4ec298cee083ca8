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
        "packs", metavar="PACK", nargs="*", help="packs to lock beside those that are; without it, those of the project"
    )
    parser.format_option()


def run(arguments: Arguments, shell: Shell) -> int:
    """Writes handhold.lock."""
    import handhold
    from handhold.library.lock import locked_packs, places_of, project_packs, write_lock
    from handhold.report.library import locked_json, locked_text

    names = tuple(arguments.packs) or project_packs()
    if not names:
        shell.err.line("handhold: there are no packs in rulepacks; name the packs to be locked")
        return NOTHING
    places, found = places_of(names)
    packs, faults = locked_packs(places)
    if found or faults:
        raise handhold.PackError(names[0], (*found, *faults))
    whole = write_lock(Path(LOCK_FILE), packs, keep=bool(arguments.packs))
    write = locked_json if arguments.format == "json" else locked_text
    write(shell.out, LOCK_FILE, whole)
    return FINE
