"""`handhold show`: a pack or an event as a rule sheet; a place of a pack with its origins; credits; one flat pack."""

from __future__ import annotations

from handhold.cli.codes import FINE
from handhold.cli.parser import Arguments, Parser, UsageError
from handhold.cli.shell import Shell


def arguments(parser: Parser) -> None:
    """Says what the command takes."""
    parser.add_argument("pack", metavar="PACK", help="the name of a pack, or a path to one")
    parser.add_argument(
        "path", metavar="PATH", nargs="?", help="an event, or a dotted path: what stands there, and where it comes from"
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--readings", action="store_true", help="what the source leaves open, and what was chosen")
    which.add_argument("--credits", action="store_true", help="licences and sources of all that the pack is made from")
    which.add_argument("--flat", action="store_true", help="the pack with its variants, written out as one pack")
    parser.locked_option()
    parser.format_option()


def run(arguments: Arguments, shell: Shell) -> int:
    """Shows what is asked for."""
    from handhold.report import credits, sheets

    pack = shell.load(arguments.pack).checked
    path: str | None = arguments.path
    as_json = arguments.format == "json"
    if path is not None and (arguments.readings or arguments.credits or arguments.flat):
        raise UsageError(f"'{path}' is one question, and the option is another", "leave one of them out")
    if arguments.flat:
        _flat(arguments.pack, shell, as_json=as_json)
    elif arguments.credits:
        (credits.credits_json if as_json else credits.credits_text)(shell.out, pack.header)
    elif as_json:
        known = f"events.{path}" if path in pack.events else path
        _places(arguments.pack, "settings" if arguments.readings else known, shell, as_json=True)
    elif arguments.readings:
        sheets.readings_sheet(shell.out, pack)
    elif path is None:
        sheets.pack_sheet(shell.out, pack)
    elif path in pack.events:
        sheets.one_event(shell.out, pack, path)
    else:
        _places(arguments.pack, path, shell, as_json=False)
    return FINE


def _places(where: str, path: str | None, shell: Shell, *, as_json: bool) -> None:
    """What stands at a path, or in every section. Raises UsageError."""
    from handhold.diagnostics import did_you_mean
    from handhold.packs.checks.readers import Readers
    from handhold.packs.stacks.origins import NoPlace, places, sections
    from handhold.report.origins import places_json, places_text

    stack = shell.stack(where)
    try:
        found = sections(stack) if path is None else places(stack, path)
    except NoPlace as fault:
        near = did_you_mean(str(path), shell.load(where).events)
        hint = near if near.startswith("did you mean") and not fault.hint.startswith("did you mean") else fault.hint
        raise UsageError(str(fault), hint or f"handhold show {where} shows all that there is") from None
    readers = Readers(shell.load(where).checked)
    if as_json:
        places_json(shell.out, stack.headers, found, readers)
    else:
        places_text(shell.out, found, readers)


def _flat(where: str, shell: Shell, *, as_json: bool) -> None:
    from handhold.packs.stacks.flat import flat
    from handhold.report.printable import encodable

    if as_json:
        raise UsageError("--flat writes a pack, which is YAML", "leave out --format json")
    stack = shell.stack(where)
    text = flat(stack)
    fits = encodable(text, shell.out.encoding) == text
    shell.out.raw(text if fits else flat(stack, ascii_only=True))
