"""`handhold pack build`: the zip of a pack, the same bytes wherever it is made."""

from __future__ import annotations

from pathlib import Path

from handhold.cli.codes import FINE
from handhold.cli.parser import Arguments, Parser, UsageError
from handhold.cli.shell import Shell
from handhold.cli.source import add_source, source_of


def arguments(parser: Parser) -> None:
    """Says what the command takes."""
    add_source(parser)
    parser.add_argument("--output", metavar="FILE", help="the zip to write (NAME-VERSION.zip, here)")
    parser.format_option()


def run(arguments: Arguments, shell: Shell) -> int:
    """Checks the pack, and makes it."""
    from handhold.library.build import write_zip, zip_name
    from handhold.report.library import built_json, built_text

    if arguments.output is not None and not str(arguments.output).lower().endswith(".zip"):
        raise UsageError(f"'{arguments.output}' does not end in .zip", "a pack that is handed on is a .zip")
    parcel = source_of(arguments, alone=False)
    path = Path(arguments.output or zip_name(parcel))
    before = write_zip(parcel, path)
    write = built_json if arguments.format == "json" else built_text
    write(shell.out, parcel, path, before)
    return FINE
