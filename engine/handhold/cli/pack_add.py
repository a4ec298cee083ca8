"""`handhold pack add`: a pack put into the user's library, or into the project."""

from __future__ import annotations

from handhold.cli.codes import FINE
from handhold.cli.parser import Arguments, Parser
from handhold.cli.shell import Shell
from handhold.cli.source import add_source, source_of


def arguments(parser: Parser) -> None:
    """Says what the command takes."""
    add_source(parser)
    parser.add_argument("--project", action="store_true", help="into the folder rulepacks of this project")
    parser.format_option()


def run(arguments: Arguments, shell: Shell) -> int:
    """Checks the pack, and puts it there."""
    from handhold.library.listing import others_of
    from handhold.library.store import add
    from handhold.packs.storage.shelves import PROJECT, find_pack, library_folder
    from handhold.report.library import added_json, added_text

    parcel = source_of(arguments, alone=True)
    added = add(parcel, PROJECT if arguments.project else library_folder())
    parent = parcel.manifest.parent
    here = bool(parent) and find_pack(parent)[0] is not None
    others = others_of(parcel, added.path)
    write = added_json if arguments.format == "json" else added_text
    write(shell.out, parcel, added, here=here, others=others)
    return FINE
