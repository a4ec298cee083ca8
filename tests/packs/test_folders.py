"""Files that are replaced: in one step, and none that somebody else would miss."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path

import pytest

from handhold.packs.storage.folders import Unwritable, replace_file, take_away
from handhold.packs.strict_json import read_json


def test_a_new_file_is_like_any_that_is_made(tmp_path: Path) -> None:
    path, plain = tmp_path / "made", tmp_path / "plain"
    plain.touch()
    replace_file(path, b"new")
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode == plain.stat().st_mode


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755, 0o200])
def test_what_may_be_done_with_a_file_stays(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    path.chmod(mode)
    replace_file(path, b"new")
    assert (stat.S_IMODE(path.stat().st_mode), path.read_bytes()) == (mode, b"new")


def _read_only(path: Path) -> None:
    path.write_bytes(b"old")
    path.chmod(0o444)


def _linked(path: Path) -> None:
    (path.parent / "aim").write_bytes(b"old")
    path.symlink_to(path.parent / "aim")


@pytest.mark.parametrize(
    ("put", "why"),
    [
        (_read_only, "it is read-only"),
        (_linked, "this is a link, which would be lost"),
        (lambda path: path.symlink_to("nowhere"), "this is a link, which would be lost"),
        (os.mkfifo, "this is not an ordinary file"),
        (os.mkdir, "this is not an ordinary file"),
    ],
)
def test_what_is_to_be_left_alone_is(
    put: Callable[[Path], None], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "file")
    before = {path.name: (path.lstat().st_mode, path.lstat().st_ino) for path in tmp_path.iterdir()}
    with pytest.raises(Unwritable) as fault:
        replace_file(tmp_path / "file", b"new")
    assert str(fault.value) == f"file cannot be written: {why}"
    assert {path.name: (path.lstat().st_mode, path.lstat().st_ino) for path in tmp_path.iterdir()} == before


def test_a_name_may_be_as_long_as_the_system_allows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Path] = []
    monkeypatch.setattr(os, "fsync", lambda handle: seen.extend(tmp_path.glob(".*")))
    for name in ("x" * 255, "é" * 127, "🧗" * 63, "🧗" * 50 + ".golden.pending.json"):
        replace_file(tmp_path / name, b"data")
        (tmp_path / name).unlink()
    assert seen
    # what a writer that was killed leaves of a golden is known by its name
    assert fnmatch(seen[-1].name, ".*.golden.*.tmp")


def test_what_is_not_there_is_taken_away_already(tmp_path: Path) -> None:
    take_away(tmp_path / "file")
    with pytest.raises(Unwritable, match=r"cannot be written: "):
        take_away(tmp_path)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", "line 1: "),
        (b"\xff", "not written in UTF-8"),
        (b'{"a": {"b": 1, "b": 2}}', "'b' stands twice"),
        (b"[1.0]", "1.0 is no whole number"),
        (b"[1e3]", "1e3 is no whole number"),
        (b"[NaN]", "NaN is no whole number"),
        (b"9" * 5_000, "a number of too many digits"),
        (b"[" * 41 + b"]" * 41, "nested too deeply"),
        (b"[" * 100_000, "nested too deeply"),
    ],
    ids=range(9),
)
def test_json_is_read_strictly(text: bytes, why: str) -> None:
    with pytest.raises(ValueError, match=why) as fault:
        read_json(text)
    assert "sys." not in str(fault.value)


def test_json_that_is_in_order() -> None:
    assert read_json(b'\xef\xbb\xbf{"a": [1, true, null, "x"]}') == {"a": [1, True, None, "x"]}
