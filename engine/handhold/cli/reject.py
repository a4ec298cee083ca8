"""`handhold reject`: what is pending is thrown away, and the goldens stay as they are."""

from __future__ import annotations

from handhold.cli.codes import FINE, NOTHING
from handhold.cli.goldens import choice_of, filters, goldens_of, names_of, tell_settled, writable
from handhold.cli.parser import Arguments, Parser
from handhold.cli.shell import Shell


def arguments(parser: Parser) -> None:
    """Says what the command takes."""
    filters(parser)


def run(arguments: Arguments, shell: Shell) -> int:
    """Throws what is pending away. Raises UsageError where CI is set."""
    from handhold.golden.goldens import Settled

    writable()
    settled = Settled()
    for name in names_of(arguments.packs):
        settled += goldens_of(name, shell).reject(choice_of(arguments))
    tell_settled(shell, settled, "rejected", "left as they were")
    return FINE if settled != Settled() else NOTHING
