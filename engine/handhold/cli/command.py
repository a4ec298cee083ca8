"""From the words typed to a command, and from what a command raises to an exit code and a message."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Final, Protocol, TextIO, cast

from handhold.__about__ import __version__
from handhold.cli.codes import FINE, INTERRUPTED, OUR_BUG, USAGE
from handhold.cli.parser import Arguments, Done, Parser, UsageError
from handhold.cli.shell import Shell
from handhold.report.output import Output
from handhold.report.printable import printable


class Command(Protocol):
    """What the module of a command holds."""

    def arguments(self, parser: Parser) -> None:
        """Says what the command takes."""

    def run(self, arguments: Arguments, shell: Shell) -> int:
        """Does it, and gives the exit code."""


Commands = Mapping[str, tuple[str, str]]
"""Commands by name: the module of each, which holds `arguments` and `run`, or a table `COMMANDS`; and what it does."""

COMMANDS: Final[Commands] = {
    "run": ("handhold.cli.run", "resolve one event"),
    "play": ("handhold.cli.play", "events one after another on one state"),
    "odds": ("handhold.cli.odds", "the exact odds of an event"),
    "eval": ("handhold.cli.evaluate", "the value of a formula, table cell or modifier"),
    "test": ("handhold.cli.testing", "the cases of packs"),
    "review": ("handhold.cli.review", "results that are not as their goldens, one after another"),
    "accept": ("handhold.cli.accept", "take pending results into goldens"),
    "reject": ("handhold.cli.reject", "throw pending results away"),
    "prune": ("handhold.cli.prune", "take goldens away that have no case"),
    "check": ("handhold.cli.check", "everything that is wrong with packs"),
    "explain": ("handhold.cli.explain", "what a code of check means, with examples"),
    "show": ("handhold.cli.show", "a pack or an event as a rule sheet; what stands at a path, and who wrote it"),
    "diff": ("handhold.cli.diff", "what is different between two packs, and what that does"),
    "new": ("handhold.cli.new", "a variant or a small system, ready to be changed"),
    "schema": ("handhold.cli.schema", "JSON Schema for editors, and of what an event is given"),
    "list": ("handhold.cli.listing", "the packs, or the events of one and what they need"),
    "pack": ("handhold.cli.pack", "packs of others: add, remove, list, lock, verify, build"),
}


def call(words: Sequence[str], out: Output, err: Output, stdin: TextIO) -> int:
    """Runs the command that the words name, and gives the exit code; whatever goes wrong is a message on `err`."""
    shell = Shell(out, err, stdin)
    try:
        return _run(words, COMMANDS, shell)
    except Done as done:
        return done.code
    except UsageError as fault:
        from handhold.report.faults import hint

        _say(err, str(fault))
        hint(err, fault.hint or f"handhold {shell.command}--help says how")
        return USAGE
    except KeyboardInterrupt:
        _say(err, "interrupted")
        return INTERRUPTED
    except Exception as fault:
        from handhold.cli import failures
        from handhold.report.faults import hint

        code = failures.tell(fault, shell)
        if code is not None:
            return code
        if os.environ.get("HANDHOLD_DEBUG"):
            import traceback

            err.raw(traceback.format_exc())
        _say(err, f"this is a bug in handhold: {type(fault).__name__}: {fault}")
        hint(err, "please report it with the command; HANDHOLD_DEBUG=1 shows where it happened")
        return OUR_BUG


def _run(words: Sequence[str], commands: Commands, shell: Shell) -> int:
    """Runs the command of that table that the first word names; its module may hold a table of its own."""
    if not words or words[0] not in commands:
        return _without_command(words, commands, shell)
    module, summary = commands[words[0]]
    shell.command += f"{words[0]} "
    held = import_module(module)
    inner: Commands | None = getattr(held, "COMMANDS", None)
    if inner is not None:
        return _run(words[1:], inner, shell)
    command = cast("Command", held)
    parser = Parser(shell.command.strip(), summary, shell.out)
    command.arguments(parser)
    arguments = parser.read(words[1:])
    shell.locked = "locked" in arguments and arguments.locked
    shell.format = arguments.format if "format" in arguments else "text"
    return command.run(arguments, shell)


def _without_command(words: Sequence[str], commands: Commands, shell: Shell) -> int:
    first = words[0] if words else ""
    if first in ("-h", "--help", "help"):
        _overview(shell.out, commands, shell.command)
        return FINE
    if first == "--version" and not shell.command:
        shell.out.line(f"handhold {__version__}")
        return FINE
    if not words:
        _overview(shell.err, commands, shell.command)
        return USAGE
    if first.startswith("-"):
        raise UsageError(f"the command comes first, before '{first}'")
    from handhold.diagnostics import did_you_mean

    raise UsageError(f"there is no command '{shell.command}{first}'", did_you_mean(first, commands))


def _overview(out: Output, commands: Commands, before: str) -> None:
    more = "--help" if before else "--version | --help"
    out.line(f"usage: handhold {before}COMMAND … | {more}")
    out.line()
    for name, (_, summary) in commands.items():
        out.line(f"  {name:<8}{summary}")
    out.line()
    out.line(f"handhold {before}COMMAND --help says what a command takes.")


def _say(err: Output, message: str) -> None:
    err.line(f"handhold: {printable(message)}")
