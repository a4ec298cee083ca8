"""`handhold odds`: the exact odds of an event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Final

from handhold.cli import words
from handhold.cli.codes import FINE, INTERRUPTED, NO_ANSWER
from handhold.cli.parser import Arguments, Parser, UsageError
from handhold.cli.shell import Shell
from handhold.cli.start import add_arguments, start_of
from handhold.play.odds.ways import Way
from handhold.play.progress import ROUNDS
from handhold.report.printable import printable

if TYPE_CHECKING:
    from handhold.play.odds.tables import OddsTable
    from handhold.play.odds.ways import Told
    from handhold.report.output import Output


def arguments(parser: Parser) -> None:
    """Says what the command takes."""
    add_arguments(parser, dice=False)
    parser.add_argument(
        "--policy", action="append", default=[], metavar="NAME=FORMULA", help="answer a choice by a formula"
    )
    parser.add_argument(
        "--show", action="append", default=[], metavar="FORMULA", help="give the odds of this value too"
    )
    parser.add_argument(
        "--repeat-until", dest="until", metavar="CONDITION", help="do the event again and again until this holds"
    )
    parser.add_argument(
        "--rounds", metavar="N", help=f"with --repeat-until: how often at the most (as a rule {ROUNDS})"
    )
    parser.add_argument(
        "--best-for",
        dest="goal",
        metavar="OUTCOME",
        help="make every choice so that this outcome, or condition, is likeliest",
    )
    parser.add_argument("--samples", metavar="N", help="estimate the odds from so many runs instead of counting them")
    parser.add_argument("--seed", metavar="N", help="with --samples: throw the dice from this seed")
    parser.locked_option()
    parser.format_option("svg")


def run(arguments: Arguments, shell: Shell) -> int:
    """Counts every possibility."""
    from handhold.play.odds.asking import Question
    from handhold.play.odds.tables import axes_of, odds_table
    from handhold.play.progress import Interrupted
    from handhold.report.progress import Progress

    start = start_of(arguments, shell)
    policies = words.pairs(arguments.policy, "NAME=FORMULA", lambda name, text: text)
    both = sorted(policies.keys() & words.pairs(arguments.choose, "NAME=VALUE", words.value).keys())
    if both:
        raise UsageError(f"the choice '{both[0]}' has an answer and a policy", "give --choose or --policy for it")
    choices = {path: answer for path, answer in start.choices.items() if path not in policies}
    show = tuple(dict.fromkeys(arguments.show))
    question = Question.of(start.event, choices, policies, start.settings, show)
    way = _way(arguments)
    pack = shell.load(arguments.pack)
    axes = axes_of(pack.checked, question.event, start.given, start.settings)
    if arguments.format == "svg" and not axes:
        raise UsageError("a picture is of a table of odds", "let something vary: NAME=8..16 or NAME=all")
    progress = Progress(shell.err, _unit(way, axes), at_most=way == Way() and not axes)
    code = FINE
    found: Told | OddsTable
    try:
        if axes:
            found = odds_table(pack.chances, question, start.given, axes, way, progress)
            code = FINE if found.answered else NO_ANSWER
        else:
            found = way.ask(pack.chances, question, start.given, progress)
    except Interrupted as interrupted:
        found, code = interrupted.so_far, INTERRUPTED
        shell.err.line(f"handhold: interrupted {printable(interrupted.how_far)}")
    finally:
        progress.clear()
    _writer(found, arguments.format)(shell.out, found)
    return code


def _way(arguments: Arguments) -> Way:
    """How the odds are asked for. Raises UsageError."""
    from handhold.play.chance import fresh_seed

    if arguments.until is None and arguments.rounds is not None:
        raise UsageError("--rounds is for an event done again and again", "say until when: --repeat-until CONDITION")
    if arguments.samples is None and arguments.seed is not None:
        raise UsageError("a seed is for an estimate", "exact odds throw no dice; say how many runs: --samples N")
    if arguments.samples is not None and arguments.goal is not None:
        raise UsageError(
            "what is best cannot be found from samples",
            "leave out --best-for, and give each choice an answer or a policy: --choose NAME=VALUE",
        )
    way = Way(arguments.until, goal=arguments.goal)
    if arguments.rounds is not None:
        way = replace(way, rounds=words.whole("--rounds", arguments.rounds))
    if arguments.samples is not None:
        seed = fresh_seed() if arguments.seed is None else words.seed(arguments.seed)
        way = replace(way, samples=words.whole("--samples", arguments.samples), seed=seed)
    return way


def _unit(way: Way, axes: Mapping[str, object]) -> str:
    """What is counted while the work goes on."""
    if axes:
        return "cell"
    return "sample" if way.samples is not None else "round" if way.until is not None else "step"


_WRITERS: Final = {
    "Odds": ("chances", "odds"),
    "RoundsOdds": ("rounds", "rounds"),
    "BestOdds": ("best", "best"),
    "Estimate": ("estimates", "estimate"),
    "OddsTable": ("tables", "table"),
}
"""For each kind of answer the module of `report` that writes it, and by what name."""


def _writer(found: object, format: str) -> Callable[[Output, object], None]:
    module, name = _WRITERS[type(found).__name__]
    place = import_module(f"handhold.report.{'svg' if format == 'svg' else module}")
    write: Callable[[Output, object], None] = getattr(place, f"{name}_{format}")
    return write
