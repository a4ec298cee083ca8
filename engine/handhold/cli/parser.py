"""What a command takes: argparse, with its output sent where ours goes and its errors raised."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from handhold.report.output import Output

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

Arguments = argparse.Namespace
"""What was typed, by the names that a command gave."""


class UsageError(Exception):
    """The command cannot be understood. `hint` says what to do (may be empty)."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class Done(Exception):
    """All is done already, with that exit code: the help was shown."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Parser(argparse.ArgumentParser):
    """The parser of one command. Options may stand anywhere among the words, and are not shortened."""

    def __init__(self, name: str, summary: str, out: Output) -> None:
        super().__init__(
            prog=f"handhold {name}",
            description=f"{summary[:1].upper()}{summary[1:]}.",
            allow_abbrev=False,
            add_help=True,
        )
        self._out = out

    def read(self, words: Sequence[str]) -> Arguments:
        """What the words say. Raises UsageError, or Done when help was asked for."""
        arguments, left = self.parse_known_intermixed_args(list(words))
        if not left:
            return arguments
        from handhold.diagnostics import did_you_mean
        from handhold.packs.text import show

        first = left[0].partition("=")[0]
        if not first.startswith("-"):
            raise UsageError(f"'{show(left[0])}' is one word too many")
        options = (option for option in self._option_string_actions if option.startswith("--"))
        hint = did_you_mean(first, options)
        raise UsageError(f"there is no option '{show(first)}'", hint if hint.startswith("did you mean") else "")

    def format_option(self, *others: str) -> None:
        """Adds `--format`, with other formats than text and JSON that the command has."""
        choices = ("text", "json", *others)
        self.add_argument("--format", choices=choices, default="text", help="how to write the answer (text)")

    def locked_option(self) -> None:
        """Adds `--locked`."""
        self.add_argument("--locked", action="store_true", help="refuse a pack that is not the one in handhold.lock")

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Shows the help where results go."""
        self._out.raw(self.format_help())

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Ends in a way that leaves the process alone."""
        raise Done(status)

    def error(self, message: str) -> NoReturn:
        """Ends with a fault of usage."""
        raise UsageError(message)
