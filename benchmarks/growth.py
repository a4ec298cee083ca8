"""The rows for growth: twice of something, against once of it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import handhold
from benchmarks import rounds
from benchmarks.measure import Row
from handhold.packs.storage.shelves import known_packs
from handhold.play.pools import forget_tables

HEAD = """\
pack: grown
format: 1
version: "1.0.0"
title: Grown
license: CC0-1.0
"""
DICE = (30, 60)
ROWS = (200, 400)
PACKS = (200, 400)
SITUATION = {"climber": {"dex": 14}, "difficulty": "hard", "distance": "long"}


def throwing(folder: Path, dice: int) -> handhold.Pack:
    """A pack whose event throws so many dice."""
    path = folder / f"dice{dice}.yaml"
    path.write_text(HEAD + f"events: {{throw: {{steps: {{total: {{roll: {dice}d6}}, outcome: total >= 90}}}}}}\n")
    return handhold.load(path)


def banded(folder: Path, rows: int) -> Path:
    """A pack with a table of so many rows, looked up by number."""
    lines = [HEAD, "tables:\n  bands:\n    columns: {worth: integer}\n    rows:\n"]
    lines += [f"      row_{n}: {{at: {n}, worth: {n % 7}}}\n" for n in range(1, rows)]
    lines.append(f"      row_{rows}: {{at: {rows}.., worth: 1}}\n")
    lines.append("events: {look: {needs: {n: {type: integer, min: 1}}, steps: {outcome: bands(n).worth}}}\n")
    path = folder / f"rows{rows}.yaml"
    path.write_text("".join(lines))
    return path


def shelf(folder: Path, packs: int) -> Path:
    """A folder with so many packs."""
    held = folder / f"packs{packs}"
    for n in range(packs):
        (held / f"pack_{n}").mkdir(parents=True)
        (held / f"pack_{n}" / "pack.yaml").write_text(HEAD)
    return held


@contextmanager
def rows(pack: handhold.Pack) -> Iterator[list[Row]]:
    """The rows of the table; their packs are there as long as it is entered."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        thrown = [throwing(folder, dice) for dice in DICE]
        tables = [banded(folder, number) for number in ROWS]
        shelves = [shelf(folder, packs) for packs in PACKS]

        def odds(held: handhold.Pack) -> object:
            forget_tables()
            return handhold.odds(held, "throw").outcomes

        def turns(number: int) -> object:
            return handhold.odds_over_rounds(pack, "climb_turn", SITUATION, until=rounds.UNTIL, rounds=number).ended

        yield [
            # a table of dice has as many cells as it has steps for each: it grows with the square
            Row("twice the dice of a roll, its odds", lambda: odds(thrown[1]), lambda: odds(thrown[0]), 4.4),
            Row("twice the rounds", lambda: turns(400), lambda: turns(200), 2.6),
            Row("twice the rows of a table", lambda: handhold.load(tables[1]), lambda: handhold.load(tables[0]), 2.5),
            Row("twice the packs", lambda: known_packs(shelves[1:]), lambda: known_packs(shelves[:1]), 2.2),
        ]
