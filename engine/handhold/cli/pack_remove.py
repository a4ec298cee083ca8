"""`handhold pack remove`: a pack taken out of the user's library, or out of the project."""

from __future__ import annotations

from handhold.cli.codes import FINE
from handhold.cli.parser import Arguments, Parser
from handhold.cli.shell import Shell


def arguments(parser: Parser) -> None:
    """Says what the command takes."""
    parser.add_argument("name", metavar="NAME", help="the name of a pack that was added")
    parser.add_argument("--project", action="store_true", help="out of the folder rulepacks of this project")
    parser.format_option()


def run(arguments: Arguments, shell: Shell) -> int:
    """Takes it away."""
    from handhold.library.store import remove
    from handhold.packs.storage.shelves import PROJECT, library_folder
    from handhold.report.library import removed_json, removed_text

    path = remove(arguments.name, PROJECT if arguments.project else library_folder())
    write = removed_json if arguments.format == "json" else removed_text
    write(shell.out, arguments.name, path)
    return FINE
