"""What an event starts with: a with-file, and what was typed over it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from handhold import limits
from handhold.cli import words
from handhold.cli.parser import Arguments, Parser, UsageError
from handhold.cli.shell import Shell
from handhold.record import Record, replaced

if TYPE_CHECKING:
    from handhold.diagnostics import Diagnostic
    from handhold.packs.storage.files import PackFile

Dice = Mapping[str, tuple[int, ...]] | tuple[int, ...] | None


class Start(Record):
    """What is given to an event, as plain data."""

    event: str = ""
    given: Mapping[str, object] = MappingProxyType({})
    choices: Mapping[str, object] = MappingProxyType({})
    settings: Mapping[str, object] = MappingProxyType({})
    dice: Dice = None
    seed: int | str | None = None


def add_arguments(parser: Parser, *, dice: bool) -> None:
    """Adds what says what an event starts with."""
    parser.add_argument("pack", metavar="PACK", help="the name of a pack, or a path to one")
    parser.add_argument(
        "words", metavar="EVENT NAME=VALUE", nargs="*", help="the event, and what it needs: climber.dex=14"
    )
    parser.add_argument(
        "--with", dest="file", metavar="FILE", help="take event, given, choices … from a YAML or JSON file; - is stdin"
    )
    if dice:
        parser.add_argument(
            "--dice",
            action="append",
            default=[],
            metavar="FACES",
            help="the faces thrown: NAME=10,10,9 for each roll (as often as needed), or all in order",
        )
        parser.add_argument("--seed", metavar="N", help="throw the dice from this seed")
    parser.add_argument("--choose", action="append", default=[], metavar="NAME=VALUE", help="answer a choice")
    parser.add_argument(
        "--set", action="append", default=[], metavar="SETTING=VALUE", help="change a setting of the pack"
    )


def start_of(arguments: Arguments, shell: Shell) -> Start:
    """What the event starts with. Raises UsageError."""
    typed: list[str] = list(arguments.words)
    event = typed.pop(0) if typed and "=" not in typed[0] else ""
    start = Start() if arguments.file is None else _read(arguments.file, shell)
    dice: Dice = words.dice(arguments.dice) if "dice" in arguments else None
    seed = words.seed(arguments.seed) if "seed" in arguments and arguments.seed is not None else None
    if dice is not None and seed is not None:
        raise UsageError("dice come from faces or from a seed, not from both", "leave out --dice or --seed")
    if dice is not None or seed is not None:
        start = replaced(start, dice=dice, seed=seed)
    elif start.dice is not None:
        start = replaced(start, seed=None)
    start = replaced(
        start,
        event=event or start.event,
        given=words.merged(start.given, words.nested(typed)),
        choices={**start.choices, **words.pairs(arguments.choose, "NAME=VALUE", words.value)},
        settings={**start.settings, **words.pairs(arguments.set, "SETTING=VALUE", words.value)},
    )
    if not start.event:
        raise UsageError("no event is named", f"'handhold list {arguments.pack}' shows the events of the pack")
    return start


# -- with-files ----------------------------------------------------------------------------------


def _read(name: str, shell: Shell) -> Start:
    from handhold.packs.schemas.schema import validate
    from handhold.packs.yaml.document import Mapping as MappingNode
    from handhold.packs.yaml.document import plain, read_document

    file = _file(name, shell)
    if not file.data.strip():
        raise UsageError(
            f"{file.name}: the file is empty",
            "write what the event starts with: event, given, choices, dice, settings, seed",
        )
    node, found = read_document(file.data, file.name)
    if node is None or _errors(found):
        raise faulty(file, found, shell)
    data = plain(node)
    if isinstance(data, dict) and "handhold" in data:
        return _after_a_run(file.name, data)
    if isinstance(node, MappingNode) and isinstance(data, dict) and "cases" in data:
        raise UsageError(f"{file.name}: this is a file of cases", "give the with-part of one case in a file of its own")
    shape = validate(node, "withfile")
    if _errors(shape):
        raise faulty(file, shape, shell)
    assert isinstance(data, dict)
    return _start(data)


def _start(data: Mapping[str, object]) -> Start:
    """What a with-file says, whose shape was looked at."""
    seed = data.get("seed")
    assert seed is None or isinstance(seed, int | str)
    dice = data.get("dice")
    given: Dice = None
    if isinstance(dice, Mapping):
        given = {str(path): _faces(thrown) for path, thrown in dice.items()}
    elif dice is not None:
        given = _faces(dice)
    parts = {name: data.get(name) for name in ("given", "choices", "settings")}
    maps = {name: part if isinstance(part, Mapping) else {} for name, part in parts.items()}
    event = data.get("event")
    return Start(event if isinstance(event, str) else "", maps["given"], maps["choices"], maps["settings"], given, seed)


def _faces(thrown: object) -> tuple[int, ...]:
    several = thrown if isinstance(thrown, list) else [thrown]
    return tuple(face for face in several if isinstance(face, int))


def _after_a_run(shown: str, data: Mapping[str, object]) -> Start:
    """The JSON of a run: its state is what the next event is given."""
    state = data.get("state")
    if data["handhold"] != "run/1" or not isinstance(state, Mapping):
        raise UsageError(
            f"{shown}: of the answers of handhold only that of a run can be used", "its state is given to the event"
        )
    return Start(given=state)


def _file(name: str, shell: Shell) -> PackFile:
    from pathlib import Path

    from handhold.packs.storage.files import PackFile, read_file, shown_name

    if name != "-":
        read = read_file(Path(name), shown_name(Path(name))) if name and "\0" not in name else None
        if isinstance(read, PackFile):
            return read
        if read is None:
            raise UsageError("--with needs the name of a file")
        raise UsageError(f"{shown_name(Path(name))}: {read.message}", read.hint)
    binary = getattr(shell.stdin, "buffer", None)
    data = binary.read(limits.FILE_BYTES + 1) if binary else os.fsencode(shell.stdin.read(limits.FILE_BYTES + 1))
    if len(data) > limits.FILE_BYTES:
        raise UsageError(f"stdin has more than the {limits.FILE_BYTES:,} bytes allowed")
    return PackFile("stdin", data)


def _errors(found: tuple[Diagnostic, ...]) -> bool:
    return any(fault.severity == "error" for fault in found)


def faulty(
    file: PackFile,
    found: tuple[Diagnostic, ...],
    shell: Shell,
    hint: str = "it may hold event, given, choices, dice, settings and seed",
) -> UsageError:
    """What to raise for a file with faults, which are told here."""
    from handhold.report.faults import diagnostic, lines_of

    line_of = lines_of([(file.name, file.data)])
    for fault in found:
        diagnostic(shell.err, fault, line_of)
    return UsageError(f"{file.name} cannot be used", hint)
