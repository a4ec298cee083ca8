"""The rows for cases: `handhold test` of 5,000 cases with their goldens, and of half as many."""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import yaml

from benchmarks import by_hand
from benchmarks.measure import Row
from handhold.cli import main
from handhold.packs.storage.files import data_folder

CASES = 5_000
EACH = 500
"""Cases of one file."""


def write_cases(folder: Path, count: int) -> None:
    """A copy of a shipped pack with so many cases of a climb; by hand each expects that nothing is refused."""
    random = Random(11)
    folder.mkdir()
    for path in (data_folder("rulepacks") / "lurasko").glob("*.yaml"):
        shutil.copy(path, folder)
    (folder / "tests").mkdir()
    for first in range(0, count, EACH):
        lines = ["cases:"]
        for number in range(first, min(first + EACH, count)):
            difficulty = random.choice(list(by_hand.DICE))
            dice, sides = by_hand.DICE[difficulty]
            faces = [random.randint(1, sides) for _ in range(dice)]
            climber = f"{{dex: {random.randint(8, 30)}, encumbrance_degrees: {random.randint(0, 2)}}}"
            distance = random.choice(list(by_hand.DISTANCES))
            lines += [
                f"  climb_{number}:",
                "    event: climb",
                f"    given: {{climber: {climber}, difficulty: {difficulty}, distance: {distance}}}",
                f"    dice: {{roll: {faces}}}",
                "    expect: {refused: []}",
                "    authority: by hand",
            ]
        (folder / "tests" / f"climbs_{first:04}.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def tested(folder: Path, *words: str) -> str:
    """The last line of `handhold test`."""
    out, err = io.StringIO(), io.StringIO()
    main(["test", str(folder), *words], out, err)
    return out.getvalue().splitlines()[-1]


@contextmanager
def rows() -> Iterator[list[Row]]:
    """The rows; their cases lie in a folder that is gone afterwards. Each case passes, with its golden."""
    with TemporaryDirectory() as place:
        whole, half = Path(place) / "whole", Path(place) / "half"
        for folder, count in ((whole, CASES), (half, CASES // 2)):
            write_cases(folder, count)
            tested(folder, "--update=always")
            main(["accept", str(folder)], io.StringIO(), io.StringIO())
            assert tested(folder, "--update=no") == f"{count} passed, 0 failed"
        texts = [path.read_text(encoding="utf-8") for path in sorted((whole / "tests").glob("*.yaml"))]
        yield [
            Row(
                "5,000 cases with goldens, against yaml.compose of their files",
                lambda: tested(whole, "--update=no"),
                lambda: list(map(yaml.compose, texts)),
                3,
            ),
            Row(
                "5,000 cases, against 2,500",
                lambda: tested(whole, "--update=no"),
                lambda: tested(half, "--update=no"),
                2.2,
            ),
        ]
