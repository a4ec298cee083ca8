"""The cache's folder and files: the user's own, whole, and as they were written, or not there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path, PurePosixPath

import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

from handhold import limits
from handhold.library import cache

NAME = "0" * 40
DATA = b"[1]\n[2]"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the cache, which is not there yet."""
    folder = tmp_path / "deep" / "cache"
    monkeypatch.setenv("HANDHOLD_CACHE", str(folder))
    return folder


@pytest.mark.parametrize(("platform", "oracle"), [("linux", Unix), ("freebsd13", Unix), ("darwin", MacOS)])
@pytest.mark.parametrize("environment", [{}, {"XDG_CACHE_HOME": "/cache of mine"}, {"XDG_CACHE_HOME": ""}])
def test_the_folder_is_that_of_platformdirs(
    platform: str, oracle: type[Unix | MacOS], environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    wanted = PurePosixPath(oracle("handhold", appauthor=False).user_cache_dir)
    found = cache.cache_folder(environment, platform)
    assert found is not None
    assert PurePosixPath(found) == wanted


def test_the_folder_on_windows_and_another_folder() -> None:
    found = cache.cache_folder({"LOCALAPPDATA": "/Users/me/AppData/Local"}, "win32")
    assert found is not None
    assert Path(found) == Path("/Users/me/AppData/Local/handhold/Cache")
    assert cache.cache_folder({"HANDHOLD_CACHE": "/mine"}, "win32") == "/mine"


@pytest.mark.parametrize("told", ["", "off"])
def test_it_can_be_turned_off(told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HANDHOLD_CACHE", told)
    cache.write(NAME, DATA)
    assert cache.read(NAME) is None
    assert not list(tmp_path.iterdir())


def test_what_is_written_is_read(folder: Path) -> None:
    assert cache.read(NAME) is None
    cache.write(NAME, DATA)
    assert cache.read(NAME) == DATA
    cache.write(NAME, b"")
    assert cache.read(NAME) == b""
    assert [path.name for path in folder.iterdir()] == [f"{NAME}.kept"]
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / f"{NAME}.kept").stat().st_mode & 0o077 == 0


def test_a_damaged_file_is_not_there(folder: Path) -> None:
    cache.write(NAME, DATA)
    path = folder / f"{NAME}.kept"
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at])
        assert cache.read(NAME) is None
        if at != 64:
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
            assert cache.read(NAME) is None
    path.write_bytes(whole + b"\n")
    assert cache.read(NAME) is None
    path.write_bytes(whole)
    assert cache.read(NAME) == DATA


@pytest.mark.parametrize("mode", [0o701, 0o710, 0o720, 0o777])
def test_a_folder_that_others_can_use_is_not_used(folder: Path, mode: int) -> None:
    cache.write(NAME, DATA)
    folder.chmod(mode)
    assert cache.read(NAME) is None
    cache.write("1" * 40, DATA)
    assert len(list(folder.iterdir())) == 1


def test_a_folder_of_somebody_else_is_not_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.write(NAME, DATA)
    own = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: own + 1)
    assert cache.read(NAME) is None


def test_a_link_is_no_folder(folder: Path, tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.mkdir(mode=0o700)
    folder.parent.mkdir()
    folder.symlink_to(real)
    cache.write(NAME, DATA)
    assert cache.read(NAME) is None
    assert not list(real.iterdir())


@pytest.mark.parametrize("there", ["file", "fifo"])
def test_where_no_folder_can_be_nothing_is_kept(folder: Path, there: str) -> None:
    folder.parent.mkdir()
    if there == "file":
        folder.write_bytes(b"mine")
    else:
        os.mkfifo(folder)
    cache.write(NAME, DATA)
    assert cache.read(NAME) is None
    assert there == "fifo" or folder.read_bytes() == b"mine"


@pytest.mark.parametrize("told", ["a\0b", "/proc/nowhere/cache", "/dev/null/cache"])
def test_a_folder_that_cannot_be_is_ignored(told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "cache_folder", lambda: told)
    cache.write(NAME, DATA)
    assert cache.read(NAME) is None


@pytest.mark.parametrize("kind", ["link", "dangling", "fifo", "folder", "huge", "device"])
def test_what_is_no_ordinary_file_of_a_fair_size_is_not_read(folder: Path, tmp_path: Path, kind: str) -> None:
    cache.write(NAME, DATA)
    path = folder / f"{NAME}.kept"
    elsewhere = tmp_path / "elsewhere"
    path.rename(elsewhere)
    if kind == "link":
        path.symlink_to(elsewhere)
    elif kind == "dangling":
        path.symlink_to(tmp_path / "nowhere")
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "fifo":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        with path.open("wb") as stream:
            stream.truncate(10**12)
    assert cache.read(NAME) is None
    cache.write(NAME, DATA)
    assert cache.read(NAME) == (None if kind == "folder" else DATA)


def test_what_is_too_big_is_not_kept(folder: Path) -> None:
    cache.write(NAME, b"x" * limits.CACHE_BYTES)
    assert cache.read(NAME) is None
    assert not folder.exists() or not list(folder.iterdir())


def test_the_oldest_files_go(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CACHE_FILES", 10)
    for number in range(11):
        name = f"{number:040}"
        cache.write(name, DATA)
        if number < 10:
            os.utime(folder / f"{name}.kept", (number, number))
    assert sorted(path.name for path in folder.iterdir()) == [f"{number:040}.kept" for number in range(6, 11)]


def test_several_that_write_at_once_do_no_harm(folder: Path) -> None:
    script = (
        "import sys; from handhold.library import cache\n"
        "for n in range(150):\n"
        "    cache.write('0' * 40, bytes([65 + n % 3]) * 20_000)\n"
        "    read = cache.read('0' * 40)\n"
        "    assert read is not None and len(read) == 20_000 and len(set(read)) == 1, read\n"
    )
    writers = [subprocess.Popen([sys.executable, "-c", script]) for _ in range(3)]
    assert [writer.wait(120) for writer in writers] == [0, 0, 0]
    assert [path.name for path in folder.iterdir()] == [f"{NAME}.kept"]
