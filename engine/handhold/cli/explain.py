"""`handhold explain`: what a code means, why, and how it is put right."""

from __future__ import annotations

from handhold.cli.codes import FINE
from handhold.cli.parser import Arguments, Parser, UsageError
from handhold.cli.shell import Shell


def arguments(parser: Parser) -> None:
    """Says what the command takes."""
    parser.add_argument("code", metavar="CODE", nargs="?", help="a code of check; without it, all codes are listed")
    parser.format_option()


def run(arguments: Arguments, shell: Shell) -> int:
    """Explains one code, or lists all."""
    from handhold.diagnostics import CODES, did_you_mean
    from handhold.report import explained

    code = None if arguments.code is None else str(arguments.code).strip().strip("[]")
    if code is not None and code not in CODES:
        raise UsageError(f"there is no code '{code}'", did_you_mean(code, CODES) or "handhold explain lists all codes")
    if arguments.format == "json":
        explained.explain_json(shell.out, CODES if code is None else (code,))
    elif code is None:
        explained.codes_text(shell.out)
    else:
        explained.code_text(shell.out, code)
    return FINE
