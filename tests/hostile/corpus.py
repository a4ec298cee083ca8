"""Everything hostile as commands to be typed: what the benchmark measures, one row each."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from tests.hostile.folders import FOLDERS
from tests.hostile.given import ARGUMENTS, CASES, RIGHT, SCENARIOS, WITH_FILES
from tests.hostile.packs import FAULTY, RUNNABLE
from tests.hostile.variants import VARIANTS
from tests.shell import DEMO

Typed = tuple[str, tuple[str, ...]]
"""What a row is called, and the words after `handhold`."""


def commands(folder: Path) -> Iterator[Typed]:
    """Each hostile input with the command that meets it; its files are made in `folder` before it is given."""
    yield from _packs(folder)
    for name, put in VARIANTS.items():
        yield f"check, variant {name}", ("check", put.written(folder / f"variant_{name}"))
    for name, words in ARGUMENTS.items():
        seed = () if "--dice" in words else ("--seed", "1")
        yield f"run, argument {name}", ("run", DEMO, *RIGHT, *seed, *words)
    for name, text in WITH_FILES.items():
        for command in ("run", "odds"):
            file = _written(folder / f"with_{name}.yaml", text)
            yield f"{command} --with {name}", (command, DEMO, "--with", file)
    for name, text in SCENARIOS.items():
        yield f"play {name}", ("play", _written(folder / f"play_{name}.yaml", text))
    for name, text in CASES.items():
        pack = folder / f"cases_{name}"
        (pack / "tests").mkdir(parents=True)
        (pack / "pack.yaml").write_bytes(Path(DEMO).read_bytes())
        _written(pack / "tests" / "a.yaml", text)
        for command in ("check", "test"):
            yield f"{command}, cases {name}", (command, str(pack))
    for make in FOLDERS:
        place = folder / make.__name__
        place.mkdir()
        make(place)
        yield f"check, folder {make.__name__}", ("check", str(place))


def _packs(folder: Path) -> Iterator[Typed]:
    for name, (_, made) in FAULTY.items():
        yield f"check {name}", ("check", _written(folder / f"{name}.yaml", made()))
    for name, (_, _, made) in RUNNABLE.items():
        pack = _written(folder / f"{name}.yaml", made())
        for words in (("run", pack, "e", "--seed", "1"), ("odds", pack, "e"), ("show", pack, "e"), ("check", pack)):
            yield f"{words[0]} {name}", words


def _written(file: Path, text: str) -> str:
    file.write_bytes(os.fsencode(text))
    return str(file)
