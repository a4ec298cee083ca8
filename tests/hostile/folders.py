"""Hostile folders: links, pipes, devices, names."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from tests.hostile.packs import HEAD


def pack_as_pipe(folder: Path) -> None:
    os.mkfifo(folder / "pack.yaml")


def pack_as_folder(folder: Path) -> None:
    (folder / "pack.yaml").mkdir()


def pack_as_link_outside(folder: Path) -> None:
    (folder / "pack.yaml").symlink_to("/etc/passwd")


def pack_as_link_to_itself(folder: Path) -> None:
    (folder / "pack.yaml").symlink_to("pack.yaml")


def pack_as_device(folder: Path) -> None:
    (folder / "pack.yaml").symlink_to("/dev/zero")


def part_as_device(folder: Path) -> None:
    (folder / "pack.yaml").write_text(HEAD)
    (folder / "part.yaml").symlink_to("/dev/null")


def part_as_pipe(folder: Path) -> None:
    (folder / "pack.yaml").write_text(HEAD)
    os.mkfifo(folder / "part.yaml")


def many_parts(folder: Path) -> None:
    (folder / "pack.yaml").write_text(HEAD)
    for number in range(300):
        (folder / f"part{number}.yaml").write_text("formulas: {}\n")


def megabytes(folder: Path) -> None:
    (folder / "pack.yaml").write_text(HEAD)
    for number in range(3):
        (folder / f"part{number}.yaml").write_text("# x\n" * 240_000)


def one_great_file(folder: Path) -> None:
    with (folder / "pack.yaml").open("wb") as stream:
        stream.truncate(10**12)


def cases_as_pipe(folder: Path) -> None:
    (folder / "pack.yaml").write_text(HEAD)
    (folder / "tests").mkdir()
    os.mkfifo(folder / "tests" / "a.yaml")


def cases_as_link_outside(folder: Path) -> None:
    (folder / "pack.yaml").write_text(HEAD)
    (folder / "tests").mkdir()
    (folder / "tests" / "a.yaml").symlink_to("/etc/passwd")


def name_that_cannot_be_shown(folder: Path) -> None:
    (folder / "pack.yaml").write_text(HEAD)
    Path(os.fsdecode(os.fsencode(folder) + b"/a\xff\x1b[31m\n::error::x.yaml")).write_text("nonsense: 1\n")


def cases_folder_as_link_outside(folder: Path) -> None:
    (folder / "pack.yaml").write_text(HEAD)
    outside = folder.parent / f"{folder.name}-outside"
    outside.mkdir()
    (outside / "a.yaml").write_text("root: x\n")
    (folder / "tests").symlink_to(outside)


def pipe_for_cases(folder: Path) -> None:
    (folder / "pack.yaml").write_text(HEAD)
    os.mkfifo(folder / "tests")


def part_of_bytes(folder: Path) -> None:
    (folder / "pack.yaml").write_text(HEAD)
    (folder / "part.yaml").write_bytes(b"\xff\xfe")


def names_alike_but_for_case(folder: Path) -> None:
    (folder / "pack.yaml").write_text(HEAD)
    (folder / "Part.YAML").write_text("formulas: {}\n")


def deep_folder(folder: Path) -> None:
    deep = folder.joinpath(*["d" * 50] * 60)
    deep.mkdir(parents=True)
    (deep / "pack.yaml").write_text(HEAD)


FOLDERS: tuple[Callable[[Path], None], ...] = (
    pack_as_pipe,
    pack_as_folder,
    pack_as_link_outside,
    pack_as_link_to_itself,
    pack_as_device,
    part_as_device,
    part_as_pipe,
    many_parts,
    megabytes,
    one_great_file,
    cases_as_pipe,
    cases_as_link_outside,
    name_that_cannot_be_shown,
    cases_folder_as_link_outside,
    part_of_bytes,
    names_alike_but_for_case,
    deep_folder,
)
"""Each makes a folder into a pack that is refused."""
