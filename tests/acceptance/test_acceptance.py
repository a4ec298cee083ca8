"""The worked cases pass; each key that they expect is compared, and no word of theirs is passed over."""

import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.acceptance.runner import wrong_keys

Case = dict[str, Any]

HERE = Path(__file__).parent
# The cases come from elsewhere and stay as they came.
DIGESTS = {
    "futile-kingdoms": "8c4291d30f0d2077400c73254c0cd5a118002bf496883a55d27dc5f94268b5b5",
    "infinity": "4a1a3c0308b207d14fdcc5a083983e83d26bed1813cce419f051ee23ce14f38b",
    "lurasko": "c26d82c0ea056aac968d5de85a44d6e59641a596df0bf3efdf45bfbd3a187d63",
    "trench-crusade": "28cbf320f1bca400e2be47632ad34cd79468db6f44a048927031ecfd33c637f0",
    "woin": "b4ce7225afbd473aafc372ad6988f3e23c1cc683be7a9f8c5c982f0cba403f0c",
}


def document_of(system: str, folder: str = "cases") -> dict[str, Any]:
    document = yaml.safe_load((HERE / folder / f"{system}.yaml").read_text("utf-8"))
    assert document["system"] == system
    return document


def expectations(case: Case) -> Iterator[dict[str, Any]]:
    """Each mapping of expected keys in a case: its own, those of its steps, those within."""
    for holder in (case, *case.get("steps", [])):
        waiting = [holder.get("expect", {})]
        while waiting:
            expected = waiting.pop()
            inner = [value for value in expected.values() if isinstance(value, dict)]
            waiting += inner
            if len(inner) < len(expected):
                yield expected


def another(value: object) -> object:
    """A value that is not the same."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case list():
            return [*value, "more"]
        case _:
            return f"not {value}"


def program(*files: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.acceptance", *map(str, files)]
    return subprocess.run(command, capture_output=True, text=True, cwd=HERE.parents[1], check=False)


@pytest.mark.parametrize("folder", ["cases", "variations"])
@pytest.mark.parametrize("system", DIGESTS)
def test_every_case_passes(system: str, folder: str) -> None:
    assert [line for case in document_of(system, folder)["cases"] for line in wrong_keys(system, case)] == []


@pytest.mark.parametrize("system", DIGESTS)
def test_the_cases_are_as_they_came(system: str) -> None:
    assert sha256((HERE / "cases" / f"{system}.yaml").read_bytes()).hexdigest() == DIGESTS[system]


def test_there_is_an_adapter_for_each_file_of_cases() -> None:
    assert (
        {path.stem for path in HERE.glob("*.yaml")} == {path.stem for path in HERE.glob("cases/*.yaml")} == {*DIGESTS}
    )


@pytest.mark.parametrize("system", DIGESTS)
def test_every_expected_key_is_compared(system: str) -> None:
    for case in deepcopy(document_of(system)["cases"]):
        changed = []
        for expected in expectations(case):
            for key, value in expected.items():
                if not isinstance(value, dict):
                    expected[key] = another(value)
                    changed.append(f"{key}: expected {expected[key]}")
        found = []
        for line in wrong_keys(system, case):
            where, _, what = line.removeprefix(f"{case['id']} ").partition(":")
            found.append(f"{where.split('.')[-1]}:{what.split(', got ')[0]}")
        assert sorted(found) == sorted(changed), case["id"]


@pytest.mark.parametrize("system", DIGESTS)
def test_a_word_that_no_adapter_knows_is_a_failure(system: str) -> None:
    for case in deepcopy(document_of(system)["cases"]):
        holders = [case, *case.get("steps", [])]
        for holder in holders:
            holder["given"] = {**holder.get("given", {}), "nonsense": 1}
        lines = wrong_keys(system, case)
        assert lines == [f"{case['id']} nonsense: no place is known for it"] * len(holders)


@pytest.mark.parametrize("system", DIGESTS)
def test_an_expected_key_that_no_adapter_knows_is_a_failure(system: str) -> None:
    for case in deepcopy(document_of(system)["cases"]):
        places = [*expectations(case)]
        for expected in places:
            expected["nonsense"] = None
        assert len(wrong_keys(system, case)) == len(places), case["id"]


def test_the_program_tells_what_is_wrong_and_ends_with_1(tmp_path: Path) -> None:
    document = document_of("woin")
    kept = [case for case in document["cases"] if case["act"].get("pool_of")]
    kept[0]["expect"]["pool"] = 7
    file = tmp_path / "cases.yaml"
    file.write_text(yaml.safe_dump({**document, "cases": kept}), "utf-8")
    done = program(file, file)
    line = f"{kept[0]['id']} pool: expected 7, got 2\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, f"{line}{line}{2 * len(kept) - 2} passed, 2 failed\n", "")


def test_the_program_ends_with_0_when_all_is_right(tmp_path: Path) -> None:
    file = tmp_path / "cases.yaml"
    file.write_text("system: woin\ncases: [{id: one, act: {pool_of: 10}, expect: {pool: 4}}]\n", "utf-8")
    done = program(file)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1 passed, 0 failed\n", "")
