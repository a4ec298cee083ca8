"""The plugin of pytest: `pytest` in the folder of a pack runs its cases, and elsewhere it does nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from handhold.cli.collecting import _asked_for
from tests.cli.test_goldens import CASES, PACK, begun, changed, ran
from tests.cli.test_goldens import pack as _pack

pack = _pack
IMPORTED = (
    "import sys, handhold.cli.collecting; print(*sorted(name for name in sys.modules if name.startswith('handhold')))"
)


@pytest.fixture(autouse=True)
def _not_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)


def pytested(folder: Path, *words: str) -> tuple[int, str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_one_test_for_each_case_with_the_same_text(pack: Path) -> None:
    begun(pack)
    changed(pack, "        tiring: 5", "        tiring: 7")
    code, told = pytested(pack)
    assert code == 1
    assert "2 failed, 1 passed" in told
    assert "wall: high_wall" in told
    failed = ran(".", "-k", "high_wall").out.splitlines()
    for line in failed[1:4]:
        assert line.strip() in told
    # a run by pytest keeps nothing
    (pack / "tests" / "walls.golden.pending.json").unlink()
    (pack / "tests" / ".failed").unlink()
    assert "1 passed" in pytested(pack, "tests/walls.yaml::low_wall")[1]
    assert sorted(path.name for path in (pack / "tests").iterdir()) == ["walls.golden.json", "walls.yaml"]


def test_links_that_lead_in_a_circle_are_for_pytest_to_refuse(pack: Path) -> None:
    begun(pack)
    (pack / "loop").symlink_to("loop")
    code, told = pytested(pack, "tests", "loop")
    assert (code, "Traceback" in told, "INTERNALERROR" in told) == (4, False, False)
    assert "not found: loop" in told
    config = SimpleNamespace(args=["loop", "loop/x::y", "tests"], invocation_params=SimpleNamespace(dir=pack))
    assert _asked_for(pack, config)


@pytest.mark.parametrize("head", ["note: |\n  Two lines\n  of a note.\n", "title: walls # low\n\n"])
@pytest.mark.parametrize("key", ["cases", "'cases'", '"cases" '])
def test_a_file_of_cases_is_one_however_it_begins(head: str, key: str, pack: Path) -> None:
    begun(pack)
    cases = (pack / "tests" / "walls.yaml").read_text(encoding="utf-8")
    whole = head + cases.replace("cases:", f"{key}:", 1)
    (pack / "tests" / "walls.yaml").write_text(whole, encoding="utf-8", newline="\n")
    assert "3 passed" in pytested(pack)[1]


def test_nothing_of_another_project_is_collected(tmp_path: Path) -> None:
    for folder in ("packs/wall", "other"):
        (tmp_path / folder / "tests").mkdir(parents=True)
    (tmp_path / "packs" / "wall" / "pack.yaml").write_text(PACK, encoding="utf-8")
    (tmp_path / "packs" / "wall" / "tests" / "walls.yaml").write_text(CASES, encoding="utf-8")
    (tmp_path / "other" / "tests" / "data.yaml").write_text("cases: {}\n", encoding="utf-8")
    (tmp_path / "other.yaml").write_text("openapi: 3.1.0\n", encoding="utf-8")
    assert "no tests ran" in pytested(tmp_path)[1]
    assert "no tests ran" in pytested(tmp_path / "other")[1]
    # named, it is: what expects nothing has no golden yet
    told = pytested(tmp_path, "packs/wall")[1]
    assert "2 failed, 1 passed" in told
    assert "there is no golden yet" in told


def test_the_cases_of_a_pack_of_one_file(pack: Path) -> None:
    begun(pack)
    (pack / "pack.yaml").rename(pack / "oak.yaml")
    (pack / "oak").mkdir()
    (pack / "tests").rename(pack / "oak" / "tests")
    assert "3 passed" in pytested(pack, "oak")[1]
    assert "3 passed" in pytested(pack / "oak")[1]
    assert "no tests ran" in pytested(pack)[1]


def test_a_faulty_pack_is_an_error_of_collection(pack: Path) -> None:
    changed(pack, "roll: d20", "rol: d20")
    code, told = pytested(pack)
    assert code == 2
    assert "did you mean 'roll'" in told
    assert "Traceback" not in told


def test_a_faulty_file_of_cases_keeps_no_other_from_its_tests(pack: Path) -> None:
    begun(pack)
    (pack / "tests" / "other.yaml").write_text("cases:\n  low: {evnt: climb}\n", encoding="utf-8")
    code, told = pytested(pack, "--continue-on-collection-errors")
    assert code == 1
    assert "3 passed, 1 error" in told
    assert told.count("did you mean 'event'") == 1


def test_the_plugin_imports_nothing_of_the_engine_until_it_is_needed() -> None:
    done = subprocess.run([sys.executable, "-c", IMPORTED], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.split() == [
        "handhold",
        "handhold.__about__",
        "handhold.cli",
        "handhold.cli.codes",
        "handhold.cli.collecting",
    ]
