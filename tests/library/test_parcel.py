"""The hash of a pack: the same for the same pack whatever it lies in, another for another."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from handhold.library.parcel import Manifest, manifest_of, parcel_of
from handhold.packs.storage.files import data_folder
from handhold.packs.storage.places import PackPlace
from tests import zips
from tests.library.packs import CASE, put, text

FILES = {"pack.yaml": text(), "rope.yaml": "formulas: {f: {value: 1}}\n", "tests/a.yaml": CASE}


def hash_of(path: Path) -> str:
    parcel, found = parcel_of(PackPlace(path, "x"))
    assert parcel is not None, found
    return parcel.hash


def crlf(files: dict[str, str]) -> dict[str, str]:
    return {name: held.replace("\n", "\r\n") for name, held in files.items()}


def test_the_hash_is_the_one_that_is_documented(tmp_path: Path) -> None:
    whole = hashlib.sha256()
    for name in sorted(FILES):
        whole.update(f"{name}\0{len(FILES[name])}\0{FILES[name]}".encode())
    assert hash_of(put(tmp_path, FILES)) == f"sha256:{whole.hexdigest()}"


@pytest.mark.parametrize("ends", [dict, crlf])
def test_the_hash_is_the_same_in_every_kind_of_place(
    ends: Callable[[dict[str, str]], dict[str, str]], tmp_path: Path
) -> None:
    wanted = hash_of(put(tmp_path / "folder", FILES))
    files = ends(FILES)
    assert hash_of(put(tmp_path / "again", files)) == wanted
    (tmp_path / "a.zip").write_bytes(zips.of(files))
    (tmp_path / "b.zip").write_bytes(zips.of({f"demo-main/{name}": held for name, held in files.items()}))
    assert {hash_of(tmp_path / "a.zip"), hash_of(tmp_path / "b.zip")} == {wanted}
    files = {name: held for name, held in files.items() if name != "rope.yaml"}
    single = put(tmp_path, {"demo.yaml": files["pack.yaml"], "demo/tests/a.yaml": files["tests/a.yaml"]}) / "demo.yaml"
    assert hash_of(single) == hash_of(put(tmp_path / "two", files))


@pytest.mark.parametrize(
    ("change", "same"),
    [
        ({"pack.yaml": text() + "# a comment\n"}, False),
        ({"pack.yaml": text(outcome="2")}, False),
        ({"rope.yaml": "formulas: {f: {value: 2}}\n"}, False),
        ({"more.yaml": ""}, False),
        ({"tests/a.yaml": CASE + "# changed\n"}, False),
        ({"tests/b.yaml": "cases: {}\n"}, False),
        ({"tests/a.golden.json": "{}\n"}, False),
        ({"README.md": "Read me."}, True),
        ({"LICENSE": "Free."}, True),
        ({".rope.yaml.swp": "x"}, True),
        ({"notes.txt": "x", "maps/one.yaml": "x", "tests/deep/a.yaml": "x", "tests/a.txt": "x"}, True),
    ],
)
def test_what_counts_changes_the_hash(change: dict[str, str], same: bool, tmp_path: Path) -> None:
    before = hash_of(put(tmp_path, FILES))
    assert (hash_of(put(tmp_path, change)) == before) is same


def test_bytes_may_not_move_from_one_file_to_another(tmp_path: Path) -> None:
    one = put(tmp_path / "one", {"pack.yaml": text(), "a.yaml": "x: 1\n", "b.yaml": "y: 1\n"})
    two = put(tmp_path / "two", {"pack.yaml": text(), "a.yaml": "x: 1\ny: 1\n", "b.yaml": ""})
    assert hash_of(one) != hash_of(two)


def test_accents_are_written_in_one_way(tmp_path: Path) -> None:
    one = put(tmp_path / "one", {"pack.yaml": text(), "\u00e9.yaml": "formulas: {}\n"})
    two = put(tmp_path / "two", {"pack.yaml": text(), "e\u0301.yaml": "formulas: {}\n"})
    assert hash_of(one) == hash_of(two)


def test_a_checkout_elsewhere_is_the_same_pack(tmp_path: Path) -> None:
    shipped = data_folder("rulepacks") / "lurasko"
    copy = shutil.copytree(shipped, tmp_path / "another name")
    assert hash_of(copy) == hash_of(shipped)


@pytest.mark.parametrize(
    ("held", "manifest"),
    [
        (text(), Manifest("demo", "1.0.0", "The demo", "CC0-1.0", "")),
        ("pack: demo\nextends: lurasko >=1,<2\n", Manifest("demo", "", "", "", "lurasko >=1,<2")),
        ("pack: [1]\nversion: 1.0\ntitle: {}\n", Manifest("", "", "", "", "")),
        ("- 1\n", Manifest("", "", "", "", "")),
        ("pack: [", Manifest("", "", "", "", "")),
        ("a\nb: 1", None),
        ("", None),
    ],
)
def test_what_a_header_says(held: str, manifest: Manifest | None, tmp_path: Path) -> None:
    path = put(tmp_path, {"demo.yaml": held}) / "demo.yaml"
    assert manifest_of(PackPlace(path, "x")) == manifest


@pytest.mark.parametrize(
    ("extends", "parent"),
    [
        ("", ""), ("lurasko", "lurasko"), ("lurasko >=1,<2", "lurasko"), ("part-2>=1", "part-2"), ("a==1.*", "a"),
        ("a~=1", "a"), (">=1", ""),
    ],
)  # fmt: skip
def test_the_name_of_what_is_extended(extends: str, parent: str) -> None:
    assert Manifest("x", "1.0.0", "X", "CC0-1.0", extends).parent == parent


def test_a_file_that_cannot_be_read_makes_it_no_pack(tmp_path: Path) -> None:
    put(tmp_path / "demo", FILES)
    (tmp_path / "demo" / "tests" / "b.yaml").symlink_to("/etc/passwd")
    parcel, found = parcel_of(PackPlace(tmp_path / "demo", "demo"))
    assert parcel is None
    assert [(each.code, each.span and each.span.file) for each in found] == [("unreadable", "demo/tests/b.yaml")]
