"""`handhold accept`: what is pending becomes what is expected."""

from __future__ import annotations

from handhold.cli.codes import FINDINGS, FINE, NOTHING
from handhold.cli.goldens import among, choice_of, filters, goldens_of, names_of, pending_of, tell_settled, writable
from handhold.cli.parser import Arguments, Parser
from handhold.cli.shell import Shell


def arguments(parser: Parser) -> None:
    """Says what the command takes."""
    filters(parser)


def run(arguments: Arguments, shell: Shell) -> int:
    """Takes what is pending into the goldens, unless it is out of date. Raises UsageError where CI is set."""
    from handhold.golden.goldens import Settled
    from handhold.golden.verdict import Judge

    writable()
    settled = Settled()
    left = 0
    for name in names_of(arguments.packs):
        goldens = goldens_of(name, shell)
        found, outdated = pending_of(name, goldens, Judge(shell.load(name).checked), choice_of(arguments), shell)
        left += len(outdated)
        settled += goldens.accept(among(verdict.case.id for verdict in found))
    tell_settled(shell, settled, "accepted", "brought up to date")
    return FINDINGS if left else FINE if settled != Settled() else NOTHING
