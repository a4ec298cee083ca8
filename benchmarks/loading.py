"""The rows for a large pack loaded and checked, and for the command from a cold shell.

A large pack is one file of 200 KB with a formula for each 150 bytes. It is held against what cannot be done without:
libyaml's compose, Lark's parse of each formula to its own tree, and jsonschema with the published schema. A command is
measured in the seconds of the processor of its whole process.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any

import yaml
from jsonschema import Draft202012Validator
from lark import Lark

import handhold
from benchmarks.measure import Row, as_installed
from handhold.packs.schemas.schema import load_schema

SIZE = 200_000
STEPS = 40
HEAD = """\
pack: large
format: 1
version: "1.0.0"
title: A large pack
license: CC0-1.0
tables:
  bands:
    columns: {worth: integer}
    rows: {low: {at: ..0, worth: 1}, middle: {at: 1..5, worth: 2}, high: {at: 6.., worth: 3}}
sheets:
  who:
    nerve: {type: integer, min: 0, max: 20}
    grip: {type: integer, min: 0, max: 20}
    tired: {type: flag, default: false}
events:
"""
FORMULAS = (
    "who.nerve + who.grip - {n}",
    "if who.tired then {n} else who.grip + {n}",
    "bands(who.nerve - {n}).worth * 2 + who.grip",
    "(who.nerve * {n} + who.grip) // 3",
    "who.nerve >= {n} and not who.tired",
    "min(who.nerve, {n}) + bands.high.worth",
)
RUN = ("run", "lurasko", "climb", "climber.dex=14", "difficulty=hard", "distance=medium", "--seed", "1")


@dataclass(frozen=True, slots=True)
class Large:
    """A large pack: its text and its formulas."""

    text: str
    formulas: tuple[str, ...]

    @staticmethod
    def of(size: int) -> Large:
        """A pack of so many bytes."""
        lines, formulas, written, number = [HEAD], [], len(HEAD), 0
        while written < size:
            if not number % STEPS:
                lines.append(f"  event_{number // STEPS}:\n    needs: {{who: who}}\n    steps:\n")
                written += len(lines[-1])
            formula = FORMULAS[number % len(FORMULAS)].format(n=1 + number)
            line = f'      step_{number}: {{value: "{formula}", title: The value with the number {number}'
            line += " of all that this large pack has".ljust(147 - len(line), ".") + "}\n"
            lines.append(line)
            formulas.append(formula)
            written += len(line)
            number += 1
        return Large("".join(lines), tuple(formulas))


def plain(node: Any) -> Any:
    """Composed nodes as plain data."""
    if isinstance(node, yaml.MappingNode):
        return {plain(key): plain(value) for key, value in node.value}
    if isinstance(node, yaml.SequenceNode):
        return list(map(plain, node.value))
    value = node.value
    if not node.style and value in ("true", "false"):
        return value == "true"
    return int(value) if not node.style and value.isdigit() else value


class Needed:
    """What cannot be done without, for a large pack."""

    def __init__(self, large: Large) -> None:
        self.large = large
        grammar = resources.files("handhold.language").joinpath("grammar.lark").read_text("utf-8")
        self.lark = Lark(grammar, parser="lalr", lexer="basic")
        self.validator = Draft202012Validator(load_schema("pack"))

    def __call__(self) -> object:
        data = plain(yaml.compose(self.large.text, Loader=yaml.CSafeLoader))
        trees = [self.lark.parse(formula) for formula in self.large.formulas]
        return len(trees), list(self.validator.iter_errors(data))


def children_seconds() -> float:
    """Seconds of the processor of all processes that this one has started and that are over."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def command(folder: str, *words: str) -> object:
    """Runs Python with these words, and nothing of what it says is kept; see `as_installed`."""
    return subprocess.run([sys.executable, *words], check=True, capture_output=True, env=as_installed(folder))


def seen_before(folder: str) -> None:
    """Runs the command until nothing is new to it. Raises AssertionError if it has kept nothing."""
    for _ in range(2):
        command(folder, "-m", "handhold", *RUN)
    assert len(list(Path(folder, "cache").iterdir())) == 1


def agree(pack: handhold.Pack) -> None:
    """Raises AssertionError unless the large pack has no fault for either side, and the command's pack is there."""
    large = Large.of(SIZE)
    count, faults = Needed(large)()  # type: ignore[misc]  # a pair
    assert not faults, faults[:3]
    assert 0.9 < SIZE / 150 / count < 1.1, count
    assert pack.id == RUN[1]


@contextmanager
def rows() -> Iterator[list[Row]]:
    """The rows of the table; the packs are there as long as it is entered."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, size in enumerate((SIZE // 2, SIZE)):
            path = Path(folder) / f"large{number}.yaml"
            path.write_text(Large.of(size).text, encoding="utf-8")
            paths.append(path)

        def load(path: Path) -> object:
            return handhold.load(path)

        seen_before(folder)
        half, whole = (lambda: load(paths[0])), (lambda: load(paths[1]))
        yield [
            Row("a pack of 200 KB loaded and checked", whole, Needed(Large.of(SIZE)), 2),
            Row("the same, against a pack of 100 KB", whole, half, 2.2),
            Row(
                "handhold run from a cold shell, pack seen before",
                lambda: command(folder, "-m", "handhold", *RUN),
                lambda: command(folder, "-c", "pass"),
                12,
                children_seconds,
            ),
        ]
