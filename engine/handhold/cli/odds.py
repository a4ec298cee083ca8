"""`handhold odds`: the exact odds of an event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from handhold.cli import words
from handhold.cli.codes import FINE, INTERRUPTED
from handhold.cli.parser import Arguments, Parser, UsageError
from handhold.cli.shell import Shell
from handhold.cli.start import Start, add_arguments, start_of
from handhold.report.chances import odds_json, odds_text

if TYPE_CHECKING:
    import handhold
    from handhold.play.asking import Question

_ROUNDS = 100


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
        "--rounds", metavar="N", help=f"with --repeat-until: how often at the most (as a rule {_ROUNDS})"
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
    from handhold.play.asking import Question
    from handhold.play.tables import axes_of

    start = start_of(arguments, shell)
    policies = words.pairs(arguments.policy, "NAME=FORMULA", lambda name, text: text)
    both = sorted(policies.keys() & words.pairs(arguments.choose, "NAME=VALUE", words.value).keys())
    if both:
        raise UsageError(f"the choice '{both[0]}' has an answer and a policy", "give --choose or --policy for it")
    choices = {path: answer for path, answer in start.choices.items() if path not in policies}
    show = tuple(dict.fromkeys(arguments.show))
    question = Question.of(start.event, choices, policies, start.settings, show)
    if arguments.until is None and arguments.rounds is not None:
        raise UsageError("--rounds is for an event done again and again", "say until when: --repeat-until CONDITION")
    if arguments.samples is None and arguments.seed is not None:
        raise UsageError("a seed is for an estimate", "exact odds throw no dice; say how many runs: --samples N")
    pack = shell.load(arguments.pack)
    axes = axes_of(pack.checked, question.event, start.given, start.settings)
    alone = "leave out --repeat-until and --best-for"
    several = arguments.goal is not None or arguments.until is not None
    if arguments.format == "svg" and (several or not axes):
        hint = alone if several else "let something vary: NAME=8..16 or NAME=all"
        raise UsageError("a picture is of a table of the odds of one event", hint)
    if axes and several:
        raise UsageError(f"'{next(iter(axes))}' varies, and what varies gives a table of the odds of one event", alone)
    if arguments.samples is not None:
        if axes or arguments.goal is not None:
            raise UsageError("an estimate is of one event, or of its rounds", "leave out --best-for and what varies")
        return _estimate(arguments, shell, pack, question, start)
    if axes:
        return _table(arguments, shell, pack, question, start, axes)
    if arguments.goal is not None:
        return _best(arguments, shell, pack, question, start)
    if arguments.until is not None:
        return _over_rounds(arguments, shell, pack, question, start)
    found = pack.chances.ask(question, start.given)
    (odds_json if arguments.format == "json" else odds_text)(shell.out, found)
    return FINE


def _over_rounds(arguments: Arguments, shell: Shell, pack: handhold.Pack, question: Question, start: Start) -> int:
    from handhold.play.rounds import RoundsInterrupted, odds_over_rounds
    from handhold.report.progress import Progress
    from handhold.report.rounds import rounds_json, rounds_text

    rounds = _rounds(arguments)
    progress = Progress(shell.err, "round")
    code = FINE
    try:
        found = odds_over_rounds(pack.chances, question, start.given, arguments.until, rounds, progress)
    except RoundsInterrupted as interrupted:
        found, code = interrupted.so_far, INTERRUPTED
        shell.err.line(f"handhold: interrupted after round {found.made:,} of {rounds:,}")
    finally:
        progress.clear()
    (rounds_json if arguments.format == "json" else rounds_text)(shell.out, found)
    return code


def _rounds(arguments: Arguments) -> int:
    return _ROUNDS if arguments.rounds is None else words.whole("--rounds", arguments.rounds)


def _best(arguments: Arguments, shell: Shell, pack: handhold.Pack, question: Question, start: Start) -> int:
    from handhold.play.best import best
    from handhold.report.best import best_json, best_text
    from handhold.report.progress import Progress

    progress = Progress(shell.err, "round")
    rounds = 1 if arguments.until is None else _rounds(arguments)
    try:
        found = best(
            pack.checked, question, start.given, arguments.goal, until=arguments.until, rounds=rounds, progress=progress
        )
    finally:
        progress.clear()
    (best_json if arguments.format == "json" else best_text)(shell.out, found)
    return FINE


def _table(
    arguments: Arguments,
    shell: Shell,
    pack: handhold.Pack,
    question: Question,
    start: Start,
    axes: Mapping[str, Sequence[object]],
) -> int:
    from handhold.play.tables import TableInterrupted, odds_table
    from handhold.report.progress import Progress

    progress = Progress(shell.err, "cell")
    code = FINE
    try:
        found = odds_table(pack.checked, pack.chances.ask, question, start.given, axes, progress)
    except TableInterrupted as interrupted:
        found, code = interrupted.so_far, INTERRUPTED
        shell.err.line(f"handhold: interrupted after {len(found.cells):,} of {found.size:,} cells")
    finally:
        progress.clear()
    if arguments.format == "svg":
        from handhold.report.svg import table_svg as write
    elif arguments.format == "json":
        from handhold.report.tables import table_json as write
    else:
        from handhold.report.tables import table_text as write
    write(shell.out, found)
    return code


def _estimate(arguments: Arguments, shell: Shell, pack: handhold.Pack, question: Question, start: Start) -> int:
    from handhold.play.chance import fresh_seed
    from handhold.play.sample import EstimateInterrupted, estimate
    from handhold.report.estimates import estimate_json, estimate_text
    from handhold.report.progress import Progress

    samples = words.whole("--samples", arguments.samples)
    seed = fresh_seed() if arguments.seed is None else words.seed(arguments.seed)
    rounds = 1 if arguments.until is None else _rounds(arguments)
    progress = Progress(shell.err, "sample")
    code = FINE
    try:
        found = estimate(
            pack.checked, question, start.given, samples, seed, until=arguments.until, rounds=rounds, progress=progress
        )
    except EstimateInterrupted as interrupted:
        found, code = interrupted.so_far, INTERRUPTED
        shell.err.line(f"handhold: interrupted after {found.samples:,} of {samples:,} samples")
    finally:
        progress.clear()
    (estimate_json if arguments.format == "json" else estimate_text)(shell.out, found)
    return code
