"""`handhold schema`: JSON Schema of an event's inputs and of files, and the line for editors."""

from __future__ import annotations

from pathlib import Path

from handhold.cli.codes import FINDINGS, FINE, NOTHING
from handhold.cli.parser import Arguments, Parser, UsageError
from handhold.cli.shell import Shell
from handhold.report.printable import no_command_json


def arguments(parser: Parser) -> None:
    """Says what the command takes."""
    from handhold.packs.schemas.editor import KINDS

    kinds = ", ".join(KINDS)
    parser.add_argument("what", metavar="PACK", nargs="?", help=f"a pack, or a kind of file: {kinds}")
    parser.add_argument("event", metavar="EVENT", nargs="?", help="the event whose inputs are described")
    parser.add_argument(
        "--write",
        metavar="FOLDER",
        nargs="?",
        const=".",
        help="put the schemas into this folder (.), and into its files the line that editors look for",
    )


def run(arguments: Arguments, shell: Shell) -> int:
    """Prints the schema, or writes the lines."""
    from handhold.packs.schemas.editor import KINDS, schema, schema_text

    if arguments.write is not None:
        if arguments.what is not None:
            raise UsageError("a schema is printed, or the lines are written, not both at once")
        return _write(Path(arguments.write), shell)
    kind = next((kind for kind in KINDS if kind == arguments.what), None)
    if arguments.event is not None:
        shell.out.raw(no_command_json(schema_text(_of_event(arguments.what, arguments.event, shell))))
    elif kind is not None:
        shell.out.raw(schema_text(schema(kind)))
    else:
        hint = f"'handhold schema PACK EVENT' describes an event; the kinds of files are {', '.join(KINDS)}"
        raise UsageError("nothing says which schema it is to be", hint)
    return FINE


def _of_event(where: str, event: str, shell: Shell) -> dict[str, object]:
    from handhold.diagnostics import did_you_mean
    from handhold.report.input_schema import input_schema

    pack = shell.load(where).checked
    if event not in pack.events:
        raise UsageError(f"the pack '{where}' has no event '{event}'", did_you_mean(event, pack.events))
    return input_schema(pack, event)


def _write(project: Path, shell: Shell) -> int:
    from handhold.packs.schemas.editor import FOLDER, write_lines
    from handhold.packs.storage.files import shown_name
    from handhold.report.editor import lines_text

    if not project.is_dir():
        raise UsageError(f"there is no folder '{project}'")
    told = tuple(write_lines(project))
    lines_text(shell.out, shown_name(project / FOLDER), told)
    if any(each.done == "unreadable" for each in told):
        return FINDINGS
    return FINE if told else NOTHING
