"""`handhold reject`: what is pending is thrown away, and the goldens stay as they are."""

from __future__ import annotations

from handhold.cli.goldens import filters, settle
from handhold.cli.parser import Arguments, Parser
from handhold.cli.shell import Shell


def arguments(parser: Parser) -> None:
    """Says what the command takes."""
    filters(parser)


def run(arguments: Arguments, shell: Shell) -> int:
    """Throws what is pending away."""
    return settle(arguments, shell, "rejected", lambda goldens, chosen: goldens.reject(chosen))
