"""The zip of a pack: the same bytes wherever and whenever it is made."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import stat
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import handhold as door
from handhold import limits
from handhold.library.build import zip_name, zipped
from handhold.library.faults import LibraryError
from handhold.library.parcel import Manifest, Parcel, parcel_of
from handhold.packs.storage.files import PackFile, data_folder
from handhold.packs.storage.places import PackPlace
from tests.library.packs import CASE, put, text, variant, whole
from tests.shell import handhold
from tests.zips import of

HELD = {"pack.yaml": text(), "b.yaml": "formulas: {}\n", "tests/a.yaml": CASE, "README.md": "Read.\n", "LICENSE": "x"}


def parcel(path: Path) -> Parcel:
    found, faults = parcel_of(PackPlace(path, "x"))
    assert found is not None, faults
    return found


def made(held: dict[str, str]) -> Parcel:
    files = tuple(PackFile(name, text.encode(), name) for name, text in held.items())
    return Parcel(Manifest("demo", "1.0.0", "Demo", "CC0-1.0", ""), files, ())


@pytest.mark.everywhere
def test_the_bytes_are_these() -> None:
    data = zipped(made({"tests/a.yaml": CASE, "pack.yaml": text().replace("\n", "\r\n"), "é.yaml": "formulas: {}\n"}))
    assert hashlib.sha256(data).hexdigest() == "43f45dac52189530699ac31c0eb298ab044f4f3d1659c14bea08da3af2136572"


def test_time_mode_folder_and_order_do_not_matter(tmp_path: Path) -> None:
    one = put(tmp_path / "one", HELD)
    two = put(tmp_path / "a place with a space" / "two", dict(reversed(HELD.items())))
    for number, path in enumerate(path for path in two.rglob("*") if path.is_file()):
        path.chmod(0o600 if number % 2 else 0o755)
        os.utime(path, (number * 10_000_000, number * 10_000_000))
    for folder, umask in ((one, "022"), (two, "077")):
        command = f"umask {umask} && exec {sys.executable} -m handhold pack build . --output ../out.zip"
        done = subprocess.run(["sh", "-c", command], cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    first, second = one.parent / "out.zip", two.parent / "out.zip"
    assert first.read_bytes() == second.read_bytes()
    assert (stat.S_IMODE(first.stat().st_mode), stat.S_IMODE(second.stat().st_mode)) == (0o644, 0o600)


def test_what_is_in_it(tmp_path: Path) -> None:
    folder = put(tmp_path / "demo", {**HELD, "map.png": "x", ".hidden.yaml": "x", "old/pack.yaml": "x"})
    (tmp_path / "out.zip").write_bytes(zipped(parcel(folder)))
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        assert archive.namelist() == sorted(HELD)
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert archive.read("README.md") == b"Read.\n"
        assert archive.testzip() is None
    assert parcel(tmp_path / "out.zip").hash == parcel(folder).hash
    assert zipped(parcel(tmp_path / "out.zip")) == (tmp_path / "out.zip").read_bytes()
    assert door.check(tmp_path / "out.zip") == ()


@pytest.mark.parametrize("name", ["lurasko", "woin"])
def test_a_shipped_pack_is_the_same_pack_in_a_zip(name: str, project: Path) -> None:
    folder = data_folder("rulepacks") / name
    told = handhold("pack", "build", str(folder))
    assert told.code == 0
    assert told.out.startswith(f"{name}-1.0.0.zip: {name} 1.0.0, ")
    assert parcel(project / f"{name}-1.0.0.zip").hash == parcel(folder).hash


def test_a_pack_of_one_file_and_a_variant(project: Path) -> None:
    put(project, {"demo.yaml": text(), "demo/tests/a.yaml": CASE, "v.yaml": variant("v", "demo >=1")})
    assert handhold("pack", "build", "demo.yaml").code == 0
    assert zipfile.ZipFile("demo-1.0.0.zip").namelist() == ["pack.yaml", "tests/a.yaml"]
    assert handhold("pack", "build", "v.yaml").code == 0
    assert zip_name(parcel(project / "v.yaml")) == "v-1.0.0.zip"


def test_another_place_for_it(project: Path) -> None:
    whole(project / "demo")
    assert handhold("pack", "build", "demo", "--output", "out/of/here.ZIP").code == 0
    assert [path.name for path in (project / "out" / "of").iterdir()] == ["here.ZIP"]
    told = handhold("pack", "build", "demo", "--output", "demo.tar")
    assert (told.code, told.out) == (2, "")
    assert "'demo.tar' does not end in .zip" in told.err


@pytest.mark.parametrize(
    ("files", "code", "message"),
    [
        ({"pack.yaml": text().replace("license: CC0-1.0\n", "")}, 1, "missing-key"),
        ({"pack.yaml": text(license="''")}, 1, "license"),
        ({"pack.yaml": text(license="' '")}, 1, "licence"),
        ({"pack.yaml": text(outcome="nothing")}, 1, "unknown-name"),
        ({"pack.yaml": text(), "tests/a.yaml": CASE.replace("event: e", "event: f")}, 1, "bad-case"),
        ({"pack.yaml": variant("v", "nobodys-pack")}, 1, "there is no pack of that name"),
        ({"pack.yaml": text(), "Pack.yaml": "formulas: {}\n"}, 1, "no zip can hold 'demo'"),
        ({"pack.yaml": text(), "a:b.yaml": "formulas: {}\n"}, 1, "no zip can hold 'demo'"),
        ({}, 1, "the folder has no pack.yaml"),
    ],
)
def test_what_is_faulty_is_not_built(files: dict[str, str], code: int, message: str, project: Path) -> None:
    (project / "demo").mkdir()
    put(project / "demo", files)
    told = handhold("pack", "build", "demo")
    assert (told.code, told.out) == (code, "")
    assert message in told.err
    assert [path.name for path in project.iterdir()] == ["demo"]


def test_a_name_that_no_zip_can_hold(project: Path) -> None:
    whole(project / "demo")
    Path(os.fsdecode(b"demo/a\xff.yaml")).write_text("formulas: {}\n")
    told = handhold("pack", "build", "demo")
    assert (told.code, told.out) == (1, "")
    assert "no zip can hold the file" in told.err


def test_a_zip_that_would_be_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ARCHIVE_BYTES", 500)
    with pytest.raises(LibraryError, match="the zip would have"):
        zipped(made({"pack.yaml": text(), "tests/a.yaml": "#" * 500}))


def test_another_content_under_the_same_version_is_pointed_out(project: Path) -> None:
    whole(project / "demo")
    assert "another" not in handhold("pack", "build", "demo").out
    assert "another" not in handhold("pack", "build", "demo").out
    put(project / "demo", {"more.yaml": "formulas: {}\n"})
    told = handhold("pack", "build", "demo")
    assert told.code == 0
    assert told.out.endswith("There was another demo 1.0.0: if somebody has it, give this one a new version.\n")
    shutil.copy("demo-1.0.0.zip", "demo-1.1.0.zip")
    put(project / "demo", {"pack.yaml": text(version="1.1.0")})
    assert "another" not in handhold("pack", "build", "demo").out
    assert handhold("pack", "build", "demo", "--format", "json").json["same_version_differs"] is False


def test_nothing_is_written_over_but_an_earlier_zip_of_the_pack(project: Path) -> None:
    whole(project / "demo")
    whole(project / "more", "more", "2.0.0")
    assert handhold("pack", "build", "demo", "--output", "out.zip").code == 0
    earlier = Path("out.zip").read_bytes()
    put(project / "demo", {"pack.yaml": text(version="1.1.0")})
    assert handhold("pack", "build", "demo", "--output", "out.zip").code == 0
    assert Path("out.zip").read_bytes() != earlier
    theirs = {"text.zip": b"my notes", "theirs.zip": of({"pack.yaml": text(), "map.png": b"PNG"}), "empty.zip": b""}
    put(project, theirs)
    Path("link.zip").symlink_to("out.zip")
    Path("loose.zip").symlink_to("nowhere.zip")
    whole(project / "folder.zip")
    os.mkfifo("pipe.zip")
    for name, source in ((name, "demo") for name in (*theirs, "link.zip", "loose.zip", "folder.zip", "pipe.zip")):
        told = handhold("pack", "build", source, "--output", name)
        assert (told.code, told.out) == (1, "")
        assert f"what is at {name} is no zip of '{source}' that 'pack build' has made" in told.err
    told = handhold("pack", "build", "more", "--output", "out.zip")
    assert (told.code, "no zip of 'more'" in told.err) == (1, True)
    assert {name: Path(name).read_bytes() for name in theirs} == theirs
    assert parcel(Path("out.zip")).manifest.version == "1.1.0"
    assert Path("link.zip").is_symlink()
    assert Path("loose.zip").is_symlink()
    assert not Path("nowhere.zip").exists()


@pytest.mark.parametrize("where", ["", "nothing", "a\0b", "./nothing.zip", "lurasko"])
def test_nothing_there(where: str, project: Path) -> None:
    for command in ("build", "add"):
        told = handhold("pack", command, where)
        assert (told.code, told.out) == (2, "")
        assert "there is nothing at" in told.err


def test_a_zip_may_hold_whole_results_as_long_as_a_folder_may(
    project: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)
    golden = whole(project / "demo") / "tests" / "a.golden.json"
    assert handhold("test", "./demo", "--update=always").code == 1
    assert handhold("accept", "./demo").code == 0
    golden.write_bytes(golden.read_bytes() + b" " * limits.FILE_BYTES)
    assert handhold("pack", "build", "demo").code == 0
    assert handhold("pack", "add", "demo-1.0.0.zip").code == 0
    assert handhold("test", "demo").out == "1 passed, 0 failed\n"
    assert parcel(library / "demo.zip").hash == parcel(project / "demo").hash
    golden.write_bytes(golden.read_bytes() + b" " * limits.GOLDEN_BYTES)
    told = handhold("pack", "build", "demo")
    assert (told.code, "demo/tests/a.golden.json:1:1: error[too-big]" in told.err) == (1, True)


def test_the_limits_of_a_zip_are_told() -> None:
    page = (data_folder("rulepacks").parent / "docs" / "library.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| ([a-z ]+) \| ([0-9,]+) \|$", page, flags=re.MULTILINE))
    assert {name: int(number.replace(",", "")) for name, number in told.items()} == {
        "bytes": limits.ARCHIVE_BYTES,
        "bytes unpacked": limits.ARCHIVE_UNPACKED,
        "files and folders": limits.ARCHIVE_ENTRIES,
        "characters of a path in it": limits.ARCHIVE_NAME,
        "folders inside one another": limits.ARCHIVE_DEPTH,
    }
    assert f"have {limits.FILE_BYTES:,} bytes, a file of whole results {limits.GOLDEN_BYTES:,}" in page
    assert f"at most {limits.LOCKED:,}\npacks" in page
