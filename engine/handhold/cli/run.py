"""`handhold run`: one event resolved."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from handhold.cli.codes import FINE
from handhold.cli.parser import Arguments, Parser
from handhold.cli.shell import Shell
from handhold.cli.start import Start, add_arguments, start_of
from handhold.report.printable import printable

if TYPE_CHECKING:
    from handhold.play.result import Result


def arguments(parser: Parser) -> None:
    """Says what the command takes."""
    add_arguments(parser, dice=True)
    parser.add_argument(
        "--explain", action="store_true", help="show every step, with the numbers put in and its place in the pack"
    )
    parser.locked_option()
    parser.format_option()


def run(arguments: Arguments, shell: Shell) -> int:
    """Runs the event."""
    start = start_of(arguments, shell)
    if not shell.locked and _told_again(arguments, shell, start):
        return FINE
    import handhold

    pack = shell.load(arguments.pack)
    result = handhold.run(
        pack,
        start.event,
        start.given,
        choices=start.choices,
        dice=start.dice,
        settings=start.settings,
        seed=start.seed,
        trace=arguments.format == "text" or arguments.explain,
    )
    _tell(arguments, shell, result)
    if not shell.locked:
        from handhold.cli.remembered import remember

        remember(pack, start)
    return FINE


def _told_again(arguments: Arguments, shell: Shell, start: Start) -> bool:
    """Tells what the event comes to, if it was compiled before."""
    from handhold.cli.remembered import run_again

    out, err = shell.out.mark(), shell.err.mark()
    try:
        result = run_again(arguments.pack, start)
        if result is None:
            return False
        _tell(arguments, shell, result)
    except Exception:
        # what was given does not fit, the rules have no answer, or somebody has meddled with what was kept: the pack
        # itself is read, and says what there is to say
        shell.out.back(out)
        shell.err.back(err)
        return False
    return True


def _tell(arguments: Arguments, shell: Shell, result: Result) -> None:
    from handhold.report.runs import run_json, run_text
    from handhold.report.sentence import left_out

    if result.unused_answers:
        from handhold.play.problems import listed

        shell.err.line(f"handhold: the answer to {printable(listed(result.unused_answers))} was not asked for")
    if arguments.format == "text":
        run_text(shell.out, result, again(arguments, result.seed if result.rolls else None), explain=arguments.explain)
        for line in left_out(result):
            shell.err.line(f"handhold: {line}")
    else:
        run_json(shell.out, result, trace=arguments.explain)


def again(arguments: Arguments, seed: int | str | None) -> str:
    """The command that gives the same answer, quoted for a shell; `seed` is that of the dice that were thrown."""
    typed = ["handhold", "run", arguments.pack, *arguments.words]
    if arguments.file is not None:
        typed += ["--with", arguments.file]
    for option, values in (("--choose", arguments.choose), ("--set", arguments.set)):
        for value in values:
            typed += [option, value]
    for faces in arguments.dice:
        # a list that begins with a minus would be taken for an option
        typed += [f"--dice={faces}"] if faces.startswith("-") else ["--dice", faces]
    if seed is not None:
        typed += ["--seed", str(seed)]
    if arguments.locked:
        typed += ["--locked"]
    return shlex.join(typed)
