"""What a command takes: argparse, with its output sent where ours goes and its errors raised."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NoReturn

from handhold import limits
from handhold.report.output import Output

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

Arguments = argparse.Namespace
"""What was typed, by the names that a command gave."""


_OTHER_OPTIONS: Final = MappingProxyType(
    {
        "--json": "--format json",
        "--svg": "--format svg",
        "--output-format": "--format json",
        "--given": "NAME=VALUE without an option",
        "--input": "--with FILE",
        "--file": "--with FILE",
        "--roll": "--dice FACES",
        "--rolls": "--dice FACES",
        "--faces": "--dice FACES",
        "--choice": "--choose NAME=VALUE",
        "--setting": "--set SETTING=VALUE",
        "--trace": "--explain",
        "--verbose": "--explain",
        "-v": "--explain",
        "-d": "--dice FACES",
        "--until": "--repeat-until CONDITION",
    }
)
"""What other programs call the options."""


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
        if len(words) > limits.WORDS:
            # argparse takes four times as long for twice the words
            raise UsageError(f"the command has {len(words):,} words, and {limits.WORDS:,} are allowed")
        for word in words:
            # told first: what else is missing may only be missing since it is misspelt
            if word == "--":
                break
            name = word.partition("=")[0]
            if name.startswith("--") and name not in self._option_string_actions:
                raise self._no_option(name)
        arguments, left = self.parse_known_intermixed_args(list(words))
        if not left:
            return arguments
        from handhold.packs.text import show

        if left[0].startswith("-"):
            raise self._no_option(left[0].partition("=")[0])
        raise UsageError(f"'{show(left[0])}' is one word too many")

    def _no_option(self, name: str) -> UsageError:
        from handhold.diagnostics import did_you_mean
        from handhold.packs.text import show

        options = [option for option in self._option_string_actions if option.startswith("--")]
        hint = did_you_mean(name, options)
        if not hint.startswith("did you mean"):
            way = _OTHER_OPTIONS.get(name, "")
            hint = f"write {way}" if way.partition(" ")[0] in (*options, "NAME=VALUE") else ""
        return UsageError(f"there is no option '{show(name)}'", hint)

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Tells a value that is none of the choices in words of ours."""
        choices = None if action.choices is None else [str(choice) for choice in action.choices]
        if choices is None or value in choices:
            return
        from handhold.diagnostics import did_you_mean
        from handhold.packs.text import show

        name = (action.option_strings or [str(action.metavar)])[-1]
        raise UsageError(f"{name} cannot be '{show(str(value))}'", did_you_mean(str(value), choices))

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
