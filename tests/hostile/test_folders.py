"""Hostile folders: links, pipes, devices, names."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.hostile.child import faultless, told, warmed
from tests.hostile.packs import HEAD


@pytest.fixture(autouse=True, scope="module")
def _warm() -> None:
    warmed()


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


@pytest.mark.parametrize(
    "make",
    [
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
    ],
    ids=lambda make: make.__name__,
)
@pytest.mark.parametrize("form", ["text", "json", "github"])
def test_a_folder_is_refused_plainly(make: Callable[[Path], None], form: str, tmp_path: Path) -> None:
    make(tmp_path)
    answer = told("check", str(tmp_path), "--format", form)
    assert faultless(answer, [1]), answer
    assert "root:" not in answer.out
    assert not any(line.startswith("::error::") for line in answer.out.splitlines())
