"""Goldens are the same bytes wherever they are made, and cases give the same in any order and alone."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import handhold
from handhold.golden.cases import Case, cases_for
from handhold.golden.goldens import Goldens
from handhold.golden.kept import Kept, read_kept, write_kept
from handhold.golden.outcome import Json, same
from handhold.golden.verdict import Judge
from handhold.packs import checked
from handhold.packs.storage.files import PackFile
from tests.shipped import PACKS, ROOT, shipped

VARIANTS = ROOT / "examples" / "variants"


def others_made_anew(pack: checked.Pack, cases: tuple[Case, ...], made: Path) -> list[str]:
    """The golden files of cases that are not as they would be made."""
    judge = Judge(pack)
    others = []
    for file in Goldens(cases).files.values():
        now = {case.id: judge.verdict(case, None, keeps=True).now for case in file.cases}
        made.unlink(missing_ok=True)
        write_kept(made, {id: kept for id, kept in now.items() if kept is not None}, None)
        path = file.golden_path
        if not path.exists() or made.read_bytes() != path.read_bytes().replace(b"\r\n", b"\n"):
            others.append(path.name)
    return others


@pytest.mark.everywhere
@pytest.mark.parametrize("name", PACKS)
def test_a_golden_made_anew_is_the_same_bytes(name: str, tmp_path: Path) -> None:
    held = shipped(name)
    # 'handhold test' and 'handhold accept' bring them up to date
    assert others_made_anew(held.pack, tuple(held.cases.values()), tmp_path / "made.json") == []


@pytest.mark.parametrize("folder", sorted(VARIANTS.iterdir()), ids=lambda folder: folder.name)
def test_a_golden_of_a_variant_made_anew_is_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    cases, faults = cases_for(str(folder))
    assert faults == ()
    assert len(cases) >= 3
    assert others_made_anew(handhold.load(folder).checked, cases, tmp_path / "made.json") == []


@pytest.mark.parametrize("name", PACKS)
def test_cases_give_the_same_in_any_order_and_alone(name: str) -> None:
    held = shipped(name)
    cases = list(held.cases.values())
    shuffled = random.Random(name).sample(cases, len(cases))
    one, other = Judge(held.pack), Judge(held.pack)
    straight = {case.id: one.verdict(case, None, keeps=True).now for case in cases}
    turned = {case.id: other.verdict(case, None, keeps=True).now for case in shuffled}
    assert straight == turned
    for case in shuffled[:8]:
        assert Judge(held.pack).verdict(case, None, keeps=True).now == straight[case.id]


@pytest.mark.parametrize(
    "environment",
    [
        {"LC_ALL": "C", "TZ": "Asia/Kathmandu", "PYTHONHASHSEED": "1", "PYTHONUTF8": "0"},
        {"LC_ALL": "tr_TR.UTF-8", "TZ": "America/Caracas", "PYTHONHASHSEED": "2", "PYTHONIOENCODING": "cp1252"},
    ],
    ids=lambda environment: environment["LC_ALL"],
)
def test_a_golden_survives_other_surroundings(environment: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "eine andere Müh’ & Co"
    shutil.copytree(ROOT / "rulepacks" / "trench-crusade", folder)
    for path in [*folder.glob("*.yaml"), *(folder / "tests").iterdir()]:
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    before = {path.name: path.read_bytes() for path in (folder / "tests").iterdir()}
    kept = {name: value for name, value in os.environ.items() if name not in ("CI", "LANG", "LC_ALL", "LC_CTYPE")}
    done = subprocess.run(
        [sys.executable, "-m", "handhold", "test", "--update=always", "./"],
        cwd=folder,
        env={**kept, **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith(" passed, 0 failed\n")
    assert {path.name: path.read_bytes() for path in (folder / "tests").iterdir()} == before


# -- the file -------------------------------------------------------------------------------------

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
RULES = st.lists(st.tuples(st.text(), st.text()), unique=True, max_size=6).map(lambda found: tuple(sorted(found)))
CASES = st.dictionaries(
    st.text(min_size=1), st.builds(Kept, st.dictionaries(st.text(), JSON, max_size=4), RULES), min_size=1, max_size=4
)


@settings(max_examples=50)
@given(cases=CASES)
def test_what_is_written_is_read_again(cases: dict[str, Kept], tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "law.golden.json"
    path.unlink(missing_ok=True)
    assert write_kept(path, cases, None)
    data = path.read_bytes()
    again = read_kept(PackFile(path.name, data))
    assert list(again) == list(cases)
    assert all(same(dict(again[id].result), dict(cases[id].result)) for id in cases)
    assert all(again[id].rules == cases[id].rules for id in cases)
    assert all(char.isprintable() or char == "\n" for char in data.decode("utf-8"))
    assert not write_kept(path, cases, again)
    assert not write_kept(path, again, cases)
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        (1, True, False),
        (0, False, False),
        (None, 0, False),
        ({"a": 1, "b": [1]}, {"b": [1], "a": 1}, True),
        ([1, 2], [2, 1], False),
        ({"a": None}, {}, False),
        ("1", 1, False),
    ],
)
def test_what_is_the_same(one: Json, other: Json, equal: bool) -> None:
    assert same(one, other) == equal
    assert same(json.loads(json.dumps(one)), one)
