"""Packs in zips, read where they are."""

from __future__ import annotations

import io
import random
import shutil
import subprocess
import tempfile
import zipfile
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import handhold as library
from handhold.packs.storage.archive import open_archive
from handhold.packs.storage.files import PackFile
from handhold.packs.storage.places import CASES, GOLDENS, PackPlace, files_of, notices_in, read_files, read_tests
from tests import zips
from tests.shell import handhold

SHIPPED = Path(__file__).parents[2] / "rulepacks"


def put(data: bytes, folder: Path, name: str = "zipped.zip") -> PackPlace:
    path = folder / name
    path.write_bytes(data)
    return PackPlace(path, name)


@pytest.mark.parametrize("name", zips.GOOD)
def test_a_zip_is_a_pack(name: str, tmp_path: Path) -> None:
    place = put(zips.GOOD[name](), tmp_path)
    files, found = read_files(place)
    assert not found
    assert [(file.name, file.inner) for file in files] == [("zipped.zip/pack.yaml", "pack.yaml")]
    cases, found = read_tests(place, CASES)
    assert not found
    assert [(file.name, file.inner) for file in cases] == [("zipped.zip/tests/a.yaml", "tests/a.yaml")]
    assert library.check(place.path) == ()
    assert library.run(library.load(place.path), "e").outcome == 1
    told = handhold("test", str(place.path))
    assert (told.code, told.out) == (0, "1 passed, 0 failed\n")


@pytest.mark.parametrize("name", zips.HOSTILE)
def test_a_zip_of_a_stranger_is_refused(name: str, tmp_path: Path) -> None:
    code, message, make = zips.HOSTILE[name]
    place = put(make(), tmp_path)
    found = library.check(place.path)
    assert {each.code for each in found} == {code}, found
    assert any(message in each.message for each in found), found
    assert all(each.span and f"{place.shown}" in each.span.file and each.span.file.isprintable() for each in found)


def test_every_fault_of_a_zip_is_told_once(tmp_path: Path) -> None:
    entries = [zips.Entry(b"../a"), zips.Entry(b"../b"), zips.PACK, zips.PACK, zips.Entry(b"c", flags=1)]
    _, found = read_files(put(zips.made(*entries), tmp_path))
    assert [(each.span and each.span.file, each.message.split(",")[0]) for each in found] == [
        ("zipped.zip/../a", "the name leads out of the zip"),
        ("zipped.zip/pack.yaml", "the name stands twice in the zip"),
        ("zipped.zip/c", "the file is encrypted"),
    ]


def test_a_fault_is_shown_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    cases = "cases:\n  one:\n    event: f\n    expect: {outcome: 1}\n"
    put(zips.of({"pack.yaml": zips.BODY.replace("steps:", "stps:"), "tests/a.yaml": cases}), tmp_path)
    told = handhold("check", "zipped.zip")
    assert told.code == 1
    assert "zipped.zip/pack.yaml:8:5: error[unknown-key]: " in told.out
    assert "   |     stps:\n" in told.out
    put(zips.of({"pack.yaml": zips.BODY, "tests/a.yaml": cases}), tmp_path)
    told = handhold("check", "zipped.zip")
    assert "zipped.zip/tests/a.yaml:3:12: error[bad-case]: " in told.out
    assert "   |     event: f\n" in told.out


def test_a_pack_is_the_same_in_every_kind_of_place(tmp_path: Path) -> None:
    folder = SHIPPED / "lurasko"
    shutil.make_archive(str(tmp_path / "inside"), "zip", folder)
    shutil.make_archive(str(tmp_path / "around"), "zip", SHIPPED, "lurasko")
    wanted = read_files(PackPlace(folder, "x"))[0], read_tests(PackPlace(folder, "x"), CASES)[0]
    assert len(wanted[0]) > 1
    assert wanted[1]
    for name in ("inside.zip", "around.zip"):
        place = PackPlace(tmp_path / name, "x")
        assert (read_files(place)[0], read_tests(place, CASES)[0]) == wanted
    told = [handhold("test", str(place), "-k", "near").out for place in (tmp_path / "inside.zip", folder)]
    assert told[0] == told[1]


def test_whole_results_and_notices_are_read_too(tmp_path: Path) -> None:
    held = {
        "pack.yaml": zips.BODY, "README.md": "a", "LICENSE": "b", "licence.txt": "c", "notes.md": "d",
        "tests/a.yaml": zips.CASE, "tests/a.golden.json": "{}", "tests/readme": "e",
    }  # fmt: skip
    place = put(zips.of(held), tmp_path)
    with zipfile.ZipFile(place.path) as archive:
        archive.extractall(tmp_path / "folder")
    for each in (place, PackPlace(tmp_path / "folder", "folder")):
        assert [file.inner for file in read_tests(each, GOLDENS)[0]] == ["tests/a.golden.json"]
        files, _ = files_of(each)
        assert files is not None
        assert sorted(file.inner for file in notices_in(files, "x")[0]) == ["LICENSE", "README.md", "licence.txt"]


def test_a_stack_may_hold_a_zip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    examples = Path(__file__).parents[2] / "examples" / "variants"
    shutil.make_archive("wet", "zip", examples / "wet-season")
    shutil.make_archive("heavy", "zip", examples / "heavy-packs")
    assert library.load("lurasko+wet.zip+heavy.zip").checked.header.name.startswith("lurasko@")
    assert handhold("test", "wet.zip").code == 0


@pytest.mark.parametrize("program", [["zip", "-qr", "out.zip", "."], ["7z", "a", "out.zip", "."]], ids=lambda it: it[0])
def test_what_a_program_on_this_computer_makes(program: list[str], tmp_path: Path) -> None:
    for name, text in {"pack.yaml": zips.BODY, "tests/a.yaml": zips.CASE}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    if shutil.which(program[0]):
        subprocess.run(program, cwd=tmp_path, check=True, capture_output=True)
        assert library.check(tmp_path / "out.zip") == ()


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    files, _ = files_of(put(zips.of({"pack.yaml": zips.BODY}), tmp_path))
    assert files is not None
    assert not isinstance(files.read("other.yaml"), PackFile)
    assert library.check(tmp_path / "nothing.zip")[0].code == "no-such-pack"
    (tmp_path / "folder.zip").mkdir()
    assert [each.message for each in library.check(tmp_path / "folder.zip")] == ["the folder has no pack.yaml"]


GOOD = zips.of({"pack.yaml": zips.BODY, "tests/a.yaml": zips.CASE, "more/": ""})


@given(st.binary(max_size=200), st.integers(0, len(GOOD)), st.integers(0, 60))
def test_whatever_a_zip_holds_it_is_read_or_refused(noise: bytes, at: int, gone: int) -> None:
    hurt = GOOD[:at] + noise + GOOD[at + gone :]
    _survives(hurt)


def test_a_zip_with_any_one_byte_changed_is_read_or_refused() -> None:
    chance = random.Random(7)
    for at in range(len(GOOD)):
        _survives(GOOD[:at] + bytes([GOOD[at] ^ (1 << chance.randrange(8))]) + GOOD[at + 1 :])


def _survives(data: bytes) -> None:
    """What is read of it is what the list of files says: the right number of bytes, with the right sum."""
    with tempfile.NamedTemporaryFile(suffix=".zip") as stream:
        stream.write(data)
        stream.flush()
        archive, found = open_archive(Path(stream.name), "x.zip")
    assert (archive is None) == bool(found)
    for name in () if archive is None else (*archive.names(), *(f"tests/{name}" for name in archive.names("tests"))):
        assert archive is not None
        read = archive.read(name)
        if isinstance(read, PackFile):
            entry = archive.entries[name]
            assert (len(read.data), zlib.crc32(read.data)) == (entry.file_size, entry.CRC)
            assert name in {info.filename for info in zipfile.ZipFile(io.BytesIO(data)).infolist()}


def test_nothing_is_written_beside_a_zip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CI", raising=False)
    other = tmp_path / "zipped" / "tests"
    other.mkdir(parents=True)
    (other / "b.golden.json").write_text("{}", encoding="utf-8")
    cases = "  one: {event: e, expect: {outcome: 1}}\n  two: {event: e}\n  three: {event: e, expect: {outcome: 2}}\n"
    golden = b'{"handhold": "golden/1", "cases": {"gone": {}}, "reached": {"gone": ""}, "rules": []}'
    pending = golden.replace(b"gone", b"one")
    held = {"pack.yaml": zips.BODY, "tests/a.yaml": f"cases:\n{cases}", "tests/a.golden.pending.json": pending}
    put(zips.of({**held, "tests/a.golden.json": golden}), tmp_path)
    before = sorted((path, path.is_file() and path.read_bytes()) for path in tmp_path.rglob("*"))
    for words in (("test",), ("test", "--update=always"), ("test", "--failed"), ("accept",), ("reject",), ("prune",)):
        told = handhold(words[0], "zipped.zip", *words[1:])
        assert "cannot" not in told.err, words
        assert "handhold review" not in told.out
    assert handhold("review", "zipped.zip", stdin=b"A\n").code in (0, 5)
    assert sorted((path, path.is_file() and path.read_bytes()) for path in tmp_path.rglob("*")) == before
