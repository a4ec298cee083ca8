"""Packs put into a library and taken out: whole or not at all, whoever else is at it."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import handhold as door
from handhold.library.build import zipped
from handhold.library.faults import LibraryError, NotThere, NotWritten
from handhold.library.parcel import Manifest, Parcel, parcel_of
from handhold.library.store import add, remove
from handhold.library.whole import taking_turns, write_whole
from handhold.packs.storage.files import PackFile
from handhold.packs.storage.places import PackPlace
from tests.library.packs import CASE, Writers, put, text, variant, whole
from tests.shell import handhold
from tests.zips import of


def parcel(path: Path) -> Parcel:
    found, faults = parcel_of(PackPlace(path, "x"))
    assert found is not None, faults
    return found


def named(name: str) -> Parcel:
    file = PackFile("pack.yaml", text(name).encode(), "pack.yaml")
    return Parcel(Manifest(name, "1.0.0", "X", "CC0-1.0", ""), (file,), ())


@pytest.mark.parametrize("kind", ["folder", "file", "zip"])
def test_a_pack_of_each_kind_is_added_and_removed(kind: str, project: Path, library: Path) -> None:
    put(project, {"demo.yaml": text(), "demo/pack.yaml": text(), "demo/tests/a.yaml": CASE})
    assert handhold("pack", "build", "demo").code == 0
    source = {"folder": "demo", "file": "demo.yaml", "zip": "demo-1.0.0.zip"}[kind]
    told = handhold("pack", "add", source)
    assert (told.code, told.err) == (0, "")
    assert told.out == f"demo 1.0.0 is added: {library}/demo.zip\n"
    assert [path.name for path in library.iterdir()] == ["demo.zip"]
    assert handhold("test", "demo").out == "1 passed, 0 failed\n"
    assert handhold("pack", "add", source).out == f"demo 1.0.0 is there already: {library}/demo.zip\n"
    assert handhold("pack", "remove", "demo").out == f"demo is removed: {library}/demo.zip\n"
    assert list(library.iterdir()) == []
    assert [each.code for each in door.check("demo")] == ["no-such-pack"]


def test_into_the_project(project: Path, library: Path) -> None:
    whole(project / "source")
    assert handhold("pack", "add", "--project", "source").out == "demo 1.0.0 is added: rulepacks/demo.zip\n"
    assert not library.exists()
    assert door.load("demo").id == "demo"
    assert handhold("pack", "remove", "--project", "demo").code == 0
    assert list((project / "rulepacks").iterdir()) == []


def test_another_version_takes_its_place_but_not_another_content(project: Path, library: Path) -> None:
    for version in ("1.0.0", "1.1.0", "1.0.0"):
        told = handhold("pack", "add", str(whole(project / version, version=version)))
        assert told.code == 0
    assert told.out.splitlines()[1] == "It takes the place of demo 1.1.0."
    before = (library / "demo.zip").read_bytes()
    told = handhold("pack", "add", str(whole(project / "other", outcome="2")))
    assert (told.code, told.out) == (1, "")
    assert told.err.startswith("handhold: demo 1.0.0 is there already, with other content\n   = one version has one")
    assert (library / "demo.zip").read_bytes() == before


def test_the_same_version_elsewhere_is_pointed_out(project: Path, library: Path) -> None:
    assert handhold("pack", "add", str(whole(project / "one"))).code == 0
    told = handhold("pack", "add", "--project", str(whole(project / "two", outcome="2")))
    assert told.out.splitlines()[1:] == [
        "There is another demo 1.0.0 with other content, the one in the library.",
        "'handhold pack list' shows which of them 'demo' means.",
    ]
    told = handhold("pack", "add", str(whole(project / "three", "lurasko", "9.0.0")))
    assert told.out.splitlines()[1] == "There is another lurasko 1.0.0, the one that ships."
    others = handhold("pack", "add", str(project / "one"), "--format", "json").json["others"]
    assert others == [{"from": "project", "version": "1.0.0", "clash": True}]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"pack.yaml": text(outcome="nothing")}, "error[unknown-name]"),
        ({"pack.yaml": text(), "tests/a.yaml": CASE.replace("event: e", "event: f")}, "error[bad-case]"),
        ({"pack.yaml": text("../x")}, "error[bad-"),
        ({"pack.yaml": text("CON")}, "error[bad-"),
        ({"pack.yaml": text("x" * 61)}, "error["),
        ({"pack.yaml": text("a.b")}, "error[bad-"),
        ({"pack.yaml": text("con")}, "on Windows no file can be called 'con'"),
        ({"pack.yaml": text("lpt1")}, "on Windows no file can be called 'lpt1'"),
        ({"pack.yaml": text(version="../1")}, "error[bad-header]"),
        ({"pack.yaml": "pack: [\n"}, "error[yaml-syntax]"),
    ],
)
def test_what_is_faulty_is_not_added(files: dict[str, str], message: str, project: Path, library: Path) -> None:
    put(project / "demo", files)
    told = handhold("pack", "add", "demo")
    assert (told.code, told.out) == (1, "")
    assert message in told.err
    assert not library.exists() or list(library.iterdir()) == []


@pytest.mark.parametrize(
    "name", ["", "../x", "/x", "CON", "a.b", ".", "..", "x" * 61, "a\0b", "Ä", "a\nb", "nul", "com1"]
)
def test_a_name_that_is_no_name_is_refused_by_itself(name: str, library: Path) -> None:
    with pytest.raises(LibraryError):
        add(named(name), library)
    with pytest.raises(NotThere):
        remove(name, library)
    assert not library.exists()


def test_a_variant_says_what_it_extends(project: Path, library: Path) -> None:
    put(project, {"v.yaml": variant("v", "demo >=1,<2")})
    told = handhold("pack", "add", "v.yaml")
    assert told.code == 0
    assert told.out.splitlines()[1] == (
        "It extends demo >=1,<2, which is not here yet, so it was not checked with it: add that too."
    )
    assert handhold("run", "v", "e").code == 1
    assert handhold("pack", "add", str(whole(project / "demo"))).code == 0
    told = handhold("pack", "add", "v.yaml")
    assert told.out.splitlines()[1] == "It extends demo >=1,<2, which is here."
    assert handhold("run", "v", "e").code == 0
    assert handhold("pack", "add", "v.yaml", "--format", "json").json["extends"] == {
        "pack": "demo >=1,<2",
        "here": True,
    }


@pytest.mark.parametrize(
    ("held", "message"),
    [
        (variant("v", "demo").replace("change:", "chnge:"), "did you mean 'change'?"),
        (variant("v", "demo >=2"), "and demo is 1.0.0 here"),
        (variant("v", "lurasko"), "error["),
    ],
)
def test_a_faulty_variant_is_refused(held: str, message: str, project: Path, library: Path) -> None:
    if ">=2" in held:
        assert handhold("pack", "add", str(whole(project / "demo"))).code == 0
    put(project, {"v.yaml": held})
    told = handhold("pack", "add", "v.yaml")
    assert (told.code, told.out) == (1, "")
    assert message in told.err
    assert not (library / "v.zip").exists()


def test_what_somebody_put_there_is_left_alone(project: Path, library: Path) -> None:
    whole(library / "demo")
    put(library, {"single.yaml": text("single")})
    whole(project / "demo")
    for name in ("demo", "single"):
        source = whole(project / name, name)
        told = handhold("pack", "add", str(source))
        assert told.code == 1
        assert f"there is a pack '{name}' already, at {library}/{name}" in told.err
        told = handhold("pack", "remove", name)
        assert told.code == 1
        assert "so it is left alone" in told.err
    assert sorted(path.name for path in library.iterdir()) == ["demo", "single.yaml"]


def test_a_pack_that_is_not_there_is_not_removed(project: Path, library: Path) -> None:
    whole(project / "rulepacks" / "mine", "mine")
    hints = {
        "demo": "",
        "../demo": "",
        "lurasko": "   = it comes with Handhold, and stays\n",
        "mine": "   = it is in this project: handhold pack remove mine --project\n",
    }
    for name, hint in hints.items():
        told = handhold("pack", "remove", name)
        assert (told.code, told.err) == (2, f"handhold: there is no pack '{name}' in {library}\n{hint}")


def _other_zip(project: Path) -> bytes:
    """A zip of the pack that a person has made, with more in it."""
    return of({"pack.yaml": text(), "map.png": b"PNG"})


@pytest.mark.parametrize("held", [b"no zip", _other_zip, "link", "folder"])
def test_a_zip_that_somebody_put_there_is_left_alone(
    held: bytes | str | Callable[[Path], bytes], project: Path, library: Path
) -> None:
    path = library / "demo.zip"
    library.mkdir(parents=True)
    match held:
        case "link":
            (project / "mine.zip").write_bytes(zipped(parcel(whole(project / "mine"))))
            path.symlink_to(project / "mine.zip")
        case "folder":
            whole(path)
        case bytes():
            path.write_bytes(held)
        case _:
            path.write_bytes(held(project))
    before = sorted((each, each.is_symlink(), each.is_file() and each.read_bytes()) for each in library.rglob("*"))
    told = handhold("pack", "add", str(whole(project / "demo", version="2.0.0")))
    assert (told.code, told.out) == (1, "")
    assert told.err.startswith(f"handhold: there is a pack 'demo' already, at {path}\n   = it was not put there by")
    told = handhold("pack", "remove", "demo")
    assert (told.code, told.out) == (1, "")
    assert (
        told.err == f"handhold: {path} was not put there by 'pack add', so it is left alone\n   = delete it yourself\n"
    )
    after = sorted((each, each.is_symlink(), each.is_file() and each.read_bytes()) for each in library.rglob("*"))
    assert after == before


# -- what the system does not allow ------------------------------------------------------------------------------------


def test_a_library_that_cannot_be_written(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole(project / "demo")
    put(project, {"file": "x"})
    for folder, reason in (("/proc/nothing", os.strerror(errno.ENOENT)), (str(project / "file"), "")):
        monkeypatch.setenv("HANDHOLD_LIBRARY", folder)
        told = handhold("pack", "add", "demo")
        assert (told.code, told.out) == (3, "")
        assert re.fullmatch(rf"handhold: \S+ cannot be written: {reason or '.+'}\n", told.err)
    assert handhold("pack", "build", "demo", "--output", "/proc/nothing/demo.zip").code == 3
    assert handhold("pack", "build", "demo", "--output", "file/demo.zip").code == 3


def test_a_pack_that_may_not_be_taken_away(project: Path, library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert handhold("pack", "add", str(whole(project / "demo"))).code == 0

    def refused(path: Path, missing_ok: bool = False) -> None:
        raise PermissionError(errno.EACCES, "refused")

    monkeypatch.setattr(Path, "unlink", refused)
    told = handhold("pack", "remove", "demo")
    assert (told.code, told.err) == (3, f"handhold: {library}/demo.zip cannot be written: refused\n")
    assert handhold("run", "demo", "e").code == 0


@pytest.mark.parametrize(
    ("function", "fault"),
    [("fsync", errno.ENOSPC), ("replace", errno.EROFS), ("open", errno.EACCES), ("open", errno.EROFS)],
)
def test_a_full_disk_changes_nothing(
    function: str, fault: int, project: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert handhold("pack", "add", str(whole(project / "demo"))).code == 0
    before = (library / "demo.zip").read_bytes()
    new = parcel(whole(project / "new", version="2.0.0"))
    real = getattr(os, function)

    def failing(*arguments: object, **named: object) -> object:
        if function == "open" and ".demo.zip." not in str(arguments[0]):
            return real(*arguments, **named)
        raise OSError(fault, os.strerror(fault))

    monkeypatch.setattr(os, function, failing)
    with pytest.raises(NotWritten, match=os.strerror(fault)):
        add(new, library)
    monkeypatch.undo()
    assert [(path.name, path.read_bytes()) for path in library.iterdir()] == [("demo.zip", before)]


def test_a_write_that_is_broken_off_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(handle: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", stopped)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "x", b"data")
    assert list(tmp_path.iterdir()) == []


# -- two at once -------------------------------------------------------------------------------------------------------

WRITER = """
from pathlib import Path
from handhold.library.faults import LibraryError
from handhold.library.parcel import parcel_of
from handhold.library.store import add
from handhold.packs.storage.places import PackPlace
parcels = [parcel_of(PackPlace(Path(path), path))[0] for path in sys.argv[2:]]
for turn in range(40):
    for parcel in parcels:
        try:
            add(parcel, Path(sys.argv[1]))
        except LibraryError as fault:
            assert "with other content" in str(fault), fault
"""


def test_two_writers_and_a_reader_harm_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "library"
    sources = [whole(tmp_path / f"s{n}", version=f"1.{n}.0", outcome=str(n)) for n in range(4)]
    sources.append(whole(tmp_path / "clash", version="1.0.0", outcome="9"))
    known = {parcel(source).hash for source in sources}
    writers = Writers(WRITER, *([str(folder), *map(str, part)] for part in (sources, reversed(sources))))
    seen = set()
    while writers.at_work():
        if (folder / "demo.zip").exists():
            seen.add(parcel(folder / "demo.zip").hash)
    writers.ended()
    assert seen <= known
    assert len(seen) > 1
    assert [path.name for path in folder.iterdir()] == ["demo.zip"]


def test_adding_and_removing_at_once_harm_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "library"
    source = whole(tmp_path / "source")
    work = """
from pathlib import Path
from handhold.library.faults import NotThere
from handhold.library.parcel import parcel_of
from handhold.library.store import add, remove
from handhold.packs.storage.places import PackPlace
parcel = parcel_of(PackPlace(Path(sys.argv[2]), "x"))[0]
for turn in range(150):
    add(parcel, Path(sys.argv[1]))
    try:
        remove("demo", Path(sys.argv[1]))
    except NotThere:
        pass
"""
    Writers(work, *([str(folder), str(source)] for _ in range(2))).ended()
    assert list(folder.iterdir()) == []


def test_whoever_comes_second_waits(tmp_path: Path) -> None:
    script = (
        "import sys\nfrom pathlib import Path\nfrom handhold.library.whole import taking_turns\n"
        "with taking_turns(Path(sys.argv[1])):\n    print('in')"
    )
    with taking_turns(tmp_path):
        second = subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], stdout=subprocess.PIPE, text=True)
        with pytest.raises(subprocess.TimeoutExpired):
            second.wait(1.5)
    assert second.communicate(timeout=30)[0] == "in\n"
