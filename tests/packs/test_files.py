"""Where packs lie: names and paths, and the folders of strangers."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from handhold import limits
from handhold.packs.storage.files import PackFile, data_folder, read_file, shown_name
from handhold.packs.storage.shelves import is_path, known_packs, open_pack

BODY = b'pack: demo\nformat: 1\nversion: "1.0.0"\ntitle: Demo\nlicense: CC0-1.0\n'


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def make(path: Path, data: bytes = BODY) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("where", ["a/b", "./a", ".", "..", "a.yaml", "a.zip", "a\\b", "/a"])
def test_a_path(where: str) -> None:
    assert is_path(where)


@pytest.mark.parametrize("where", ["lurasko", "wet-season", "a_b"])
def test_a_name(where: str) -> None:
    assert not is_path(where)


def test_the_shipped_packs_and_schemas_are_found() -> None:
    assert (data_folder("schemas") / "pack.schema.json").is_file()
    assert data_folder("rulepacks").is_dir()


def test_a_name_is_looked_up_in_the_project_and_then_in_what_is_shipped(here: Path) -> None:
    shipped = here / "elsewhere"
    make(shipped / "demo" / "pack.yaml", b"shipped")
    shelves = (Path("rulepacks"), shipped)
    assert open_pack("demo", shelves)[0] == (PackFile("rulepacks/demo/pack.yaml", b"shipped"),)
    make(here / "rulepacks" / "demo" / "pack.yaml", b"own")
    assert open_pack("demo", shelves)[0] == (PackFile("rulepacks/demo/pack.yaml", b"own"),)
    assert [name for name, _ in known_packs(shelves)] == ["demo"]


def test_a_pack_of_one_file_has_a_name_too(here: Path) -> None:
    make(here / "rulepacks" / "small.yaml", b"small")
    assert open_pack("small")[0] == (PackFile("rulepacks/small.yaml", b"small"),)
    assert "small" in [name for name, _ in known_packs()]


def test_a_folder_here_is_never_taken_for_a_name(here: Path) -> None:
    make(here / "demo" / "pack.yaml")
    found, (fault,) = open_pack("demo", ())
    assert (found, fault.code, fault.hint) == ((), "no-such-pack", "for the one in this folder write './demo'")
    assert [file.name for file in open_pack("./demo")[0]] == ["demo/pack.yaml"]


def test_a_name_that_nobody_has(here: Path) -> None:
    make(here / "rulepacks" / "lurasko" / "pack.yaml")
    _, (fault,) = open_pack("lurasco", (Path("rulepacks"),))
    assert fault.code == "no-such-pack"
    assert "'lurasco'" in fault.message
    assert "rulepacks" in fault.message
    assert fault.hint == "did you mean 'lurasko'?"
    assert fault.span is None


@pytest.mark.parametrize("where", ["", "a\0b", "./nothing", "nothing.yaml", "../nothing/at/all"])
def test_nothing_there(here: Path, where: str) -> None:
    found, (fault,) = open_pack(where)
    assert (found, fault.code) == ((), "no-such-pack")
    assert "\0" not in fault.message


def test_a_folder_gives_its_own_yaml_files_and_no_others(here: Path) -> None:
    for name in ("pack.yaml", "b.yaml", "a.yaml", "note.txt", ".#a.yaml", "tests/case.yaml"):
        make(here / "demo" / name)
    found, faults = open_pack("./demo")
    assert faults == ()
    assert [file.name for file in found] == ["demo/pack.yaml", "demo/a.yaml", "demo/b.yaml"]


@pytest.mark.parametrize("where", ["./demo", "demo/", "demo/../demo", "{here}/demo"])
def test_a_file_is_shown_from_here(here: Path, where: str) -> None:
    make(here / "demo" / "pack.yaml")
    assert open_pack(where.format(here=here))[0][0].name == "demo/pack.yaml"


def test_a_file_elsewhere_is_shown_as_given(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(here / "demo" / "pack.yaml")
    (here / "inner").mkdir()
    monkeypatch.chdir(here / "inner")
    assert open_pack("../demo")[0][0].name == "../demo/pack.yaml"
    assert open_pack(str(here / "demo"))[0][0].name == f"{here}/demo/pack.yaml".replace(os.sep, "/")


@pytest.mark.parametrize(
    ("name", "part"), [("a\x1b[31m.yaml", "\\x1b"), ("a\u202eb.yaml", "\\u202e"), ("a\nb.yaml", "a b")]
)
def test_a_name_cannot_paint_the_terminal(here: Path, name: str, part: str) -> None:
    make(here / name)
    shown = open_pack(f"./{name}")[0][0].name
    assert shown.isprintable()
    assert part in shown


def test_a_folder_without_a_pack(here: Path) -> None:
    make(here / "demo" / "rules.yaml")
    _, (fault,) = open_pack("./demo")
    assert (fault.code, str(fault.span)) == ("not-a-pack", "demo:1:1")
    make(here / "demo" / "pack.yml")
    _, (fault,) = open_pack("./demo")
    assert fault.code == "not-a-pack"


def test_a_file_that_would_be_passed_over_is_named(here: Path) -> None:
    make(here / "demo" / "pack.yaml")
    make(here / "demo" / "more.yml")
    _, (fault,) = open_pack("./demo")
    assert (fault.code, str(fault.span), fault.hint) == ("not-a-pack", "demo/more.yml:1:1", "rename it")


@pytest.mark.parametrize("name", ["pack.txt", "pack.yml", "pack"])
def test_a_file_that_is_no_yaml_file(here: Path, name: str) -> None:
    make(here / name)
    _, (fault,) = open_pack(f"./{name}")
    assert fault.code == "not-a-pack"


def test_a_link_must_not_lead_out(here: Path) -> None:
    make(here / "secret.yaml", b"secret")
    make(here / "demo" / "pack.yaml")
    make(here / "demo" / "inside.yaml", b"inside")
    (here / "demo" / "alias.yaml").symlink_to("inside.yaml")
    assert [file.data for file in open_pack("./demo")[0]] == [BODY, b"inside", b"inside"]
    (here / "demo" / "out.yaml").symlink_to("../secret.yaml")
    found, (fault,) = open_pack("./demo")
    assert (found, fault.code, str(fault.span)) == ((), "unreadable", "demo/out.yaml:1:1")


def test_a_link_to_nothing_and_a_link_to_itself(here: Path) -> None:
    make(here / "demo" / "pack.yaml")
    (here / "demo" / "gone.yaml").symlink_to("nothing.yaml")
    (here / "demo" / "loop.yaml").symlink_to("loop.yaml")
    found, faults = open_pack("./demo")
    assert found == ()
    assert [fault.code for fault in faults] == ["unreadable", "unreadable"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no FIFOs here")
def test_a_fifo_and_a_folder_are_no_files(here: Path) -> None:
    make(here / "demo" / "pack.yaml")
    os.mkfifo(here / "demo" / "pipe.yaml")
    (here / "demo" / "folder.yaml").mkdir()
    found, faults = open_pack("./demo")
    assert found == ()
    assert [(fault.code, str(fault.span)) for fault in faults] == [
        ("unreadable", "demo/folder.yaml:1:1"),
        ("unreadable", "demo/pipe.yaml:1:1"),
    ]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there are no devices here")
def test_a_device_is_no_file(here: Path) -> None:
    read = read_file(Path("/dev/zero"), "zero")
    assert not isinstance(read, PackFile)
    assert read.code == "unreadable"


def test_sizes_are_known_before_anything_is_read(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with make(here / "big.yaml").open("wb") as stream:
        stream.truncate(10 * limits.FILE_BYTES)
    _, (fault,) = open_pack("./big.yaml")
    assert fault.code == "too-big"
    make(here / "demo" / "pack.yaml")
    make(here / "demo" / "more.yaml")
    monkeypatch.setattr(limits, "PACK_BYTES", len(BODY))
    _, (fault,) = open_pack("./demo")
    assert fault.code == "too-big"
    monkeypatch.setattr(limits, "PACK_FILES", 1)
    _, (fault,) = open_pack("./demo")
    assert (fault.code, fault.message) == ("too-big", "the pack has more than 1 files")


def test_a_path_is_shown_with_slashes(here: Path) -> None:
    assert shown_name(Path("a") / ".." / "b" / "c.yaml") == "b/c.yaml"
