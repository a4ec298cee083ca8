"""`handhold accept`: what is pending becomes what is expected."""

from __future__ import annotations

from handhold.cli.goldens import filters, settle
from handhold.cli.parser import Arguments, Parser
from handhold.cli.shell import Shell


def arguments(parser: Parser) -> None:
    """Says what the command takes."""
    filters(parser)


def run(arguments: Arguments, shell: Shell) -> int:
    """Takes what is pending into the goldens."""
    return settle(arguments, shell, "accepted", lambda goldens, chosen: goldens.accept(chosen))
