"""`handhold odds`: the exact odds of an event."""

from __future__ import annotations

from handhold.cli import words
from handhold.cli.codes import FINE
from handhold.cli.parser import Arguments, Parser, UsageError
from handhold.cli.shell import Shell
from handhold.cli.start import add_arguments, start_of
from handhold.report.chances import odds_json, odds_text


def arguments(parser: Parser) -> None:
    """Says what the command takes."""
    add_arguments(parser, dice=False)
    parser.add_argument(
        "--policy", action="append", default=[], metavar="NAME=FORMULA", help="answer a choice by a formula"
    )
    parser.add_argument(
        "--show", action="append", default=[], metavar="FORMULA", help="give the odds of this value too"
    )
    parser.format_option()


def run(arguments: Arguments, shell: Shell) -> int:
    """Counts every possibility."""
    import handhold

    start = start_of(arguments, shell)
    policies = words.pairs(arguments.policy, "NAME=FORMULA", lambda name, text: text)
    both = sorted(policies.keys() & words.pairs(arguments.choose, "NAME=VALUE", words.value).keys())
    if both:
        raise UsageError(f"the choice '{both[0]}' has an answer and a policy", "give --choose or --policy for it")
    pack = shell.load(arguments.pack)
    found = handhold.odds(
        pack,
        start.event,
        start.given,
        choices={path: answer for path, answer in start.choices.items() if path not in policies},
        policies=policies,
        settings=start.settings,
        show=tuple(dict.fromkeys(arguments.show)),
    )
    if arguments.format == "json":
        odds_json(shell.out, found)
    else:
        odds_text(shell.out, found)
    return FINE
