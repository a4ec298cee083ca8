"""`handhold new`: a variant, or a small system, that checks and passes its test at once."""

from __future__ import annotations

from pathlib import Path

from handhold.cli.codes import FINE
from handhold.cli.parser import Arguments, Parser, UsageError
from handhold.cli.shell import Shell


def arguments(parser: Parser) -> None:
    """Says what the command takes."""
    parser.add_argument("name", metavar="NAME", help="the id of the new pack, and the name of its folder")
    how = parser.add_mutually_exclusive_group(required=True)
    how.add_argument("--extends", metavar="PACK", help="the pack or variant that the new one changes")
    how.add_argument("--from-scratch", action="store_true", help="a system of one event, to be made your own")
    parser.add_argument("--in", dest="folder", metavar="FOLDER", default=".", help="where the folder is made (.)")
    parser.add_argument("--title", metavar="TEXT", help="a heading for people")
    parser.add_argument("--license", metavar="TEXT", default="CC0-1.0", help="the licence of its wording (CC0-1.0)")


def run(arguments: Arguments, shell: Shell) -> int:
    """Writes the folder."""
    from handhold.cli.beginning import begin_system, begin_variant, checked_name
    from handhold.report.beginnings import Beginning, begun_text

    name = checked_name(arguments.name)
    title = arguments.title or name.replace("-", " ").replace("_", " ").capitalize()
    target = Path(arguments.folder) / name
    new = Beginning(name, title, arguments.license)
    try:
        if arguments.from_scratch:
            files = begin_system(new, target)
        else:
            files = begin_variant(new, target, shell.load(_one_pack(arguments.extends)))
    except FileExistsError as fault:
        hint = "nothing is written over it: take another name, or move it away"
        raise UsageError(f"there is something at '{fault.args[0]}' already", hint) from None
    except OSError as fault:
        raise UsageError(f"'{target}' cannot be made: {fault.strerror or fault}") from None
    begun_text(shell.out, target, files)
    return FINE


def _one_pack(where: str) -> str:
    """The pack that is to be extended. Raises UsageError for several."""
    from handhold.packs.storage.opening import parts_of

    if len(parts_of(where)) > 1:
        hint = "extend the last of them, and put the variants together when you use them: a+b+c"
        raise UsageError(f"'{where}' are several packs, and a variant extends one", hint)
    return where
