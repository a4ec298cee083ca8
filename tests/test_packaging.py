"""What is handed out: the wheel works alone, the sdist is whole, and both hold the same engine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Sequence
from email.parser import HeaderParser
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from handhold.__about__ import __version__
from tests.documents import Runner

ROOT = Path(__file__).resolve().parent.parent


def run(arguments: Sequence[str | Path], cwd: Path, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(source: Path, folder: Path, target: str) -> Path:
    run(["-m", "hatchling", "build", "--target", target, "--directory", folder], source)
    (made,) = folder.iterdir()
    return made


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, tmp_path_factory.mktemp("wheel"), "wheel")


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, tmp_path_factory.mktemp("sdist"), "sdist")


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the wheel and nothing of the checkout."""
    folder = tmp_path_factory.mktemp("a place with a space")
    run(["-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", folder, wheel], folder)
    return folder


def in_wheel(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as held:
        return {name for name in held.namelist() if not name.endswith("/")}


def in_sdist(sdist: Path) -> set[str]:
    with tarfile.open(sdist) as held:
        return {name.partition("/")[2] for name in held.getnames()}


def of(folder: str) -> set[str]:
    """The files of a folder of the checkout, by their path from the root."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


ENGINE = of("engine/handhold")
DATA = of("rulepacks") | of("schemas")


def test_the_wheel_holds_engine_packs_and_schemas(wheel: Path) -> None:
    held = in_wheel(wheel)
    code = {name.removeprefix("engine/") for name in ENGINE}
    data = {f"handhold/_data/{name}" for name in DATA}
    assert "handhold/py.typed" in held
    assert code | data == {name for name in held if name.startswith("handhold/")}
    assert any(name.endswith("licenses/LICENSE") for name in held)


def test_the_wheel_says_what_it_is(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as held:
        (place,) = (name for name in held.namelist() if name.endswith(".dist-info/METADATA"))
        said = HeaderParser().parsestr(held.read(place).decode())
    assert (said["Name"], said["Version"], said["License-Expression"]) == ("handhold", __version__, "MIT")
    assert said["Requires-Python"] == ">=3.11"
    needed = {line.partition(";")[0] for line in said.get_all("Requires-Dist", []) if "extra ==" not in line}
    assert all(any(sign in line for sign in "<>") and "==" not in line for line in needed), "dependencies are ranges"


def test_the_sdist_is_whole(sdist: Path) -> None:
    wanted = {"README.md", "LICENSE", "CHANGELOG.md", "Makefile", "constraints.txt", "pyproject.toml"}
    missing = (wanted | ENGINE | DATA | of("tests")) - in_sdist(sdist)
    assert not missing
    assert not {name for name in in_sdist(sdist) if name.startswith((".venv", "dist/", ".hypothesis"))}


def test_the_sdist_makes_the_same_wheel(sdist: Path, wheel: Path, tmp_path: Path) -> None:
    with tarfile.open(sdist) as held:
        held.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    again = build(source, tmp_path / "again", "wheel")
    assert in_wheel(again) == in_wheel(wheel)


def test_the_wheel_alone_finds_its_packs_and_schemas(installed: Path, tmp_path: Path) -> None:
    script = """
import json, handhold
from handhold.packs.storage.files import data_folder
found = {name: sorted(p.name for p in data_folder(name).iterdir()) for name in ("rulepacks", "schemas")}
print(json.dumps([handhold.__file__, found]))
"""
    module, found = json.loads(run(["-c", script], tmp_path, PYTHONPATH=str(installed)))
    assert Path(module).is_relative_to(installed)
    assert "lurasko" in found["rulepacks"]
    assert found["schemas"]


def test_the_wheel_alone_resolves_a_climb(installed: Path, tmp_path: Path) -> None:
    climb = ["lurasko", "climb", "climber.dex=14", "difficulty=hard", "distance=medium", "--dice", "roll=13"]
    told = run(
        [installed / "bin" / "handhold", "run", *climb, "--format", "json"],
        tmp_path,
        PYTHONPATH=str(installed),
        HOME=str(tmp_path),
        XDG_CACHE_HOME=str(tmp_path / "cache"),
    )
    answer = json.loads(told)
    assert (answer["handhold"], answer["outcome"]) == ("run/1", "fail_safe")
    assert answer["values"]["margin"] == -1


@pytest.mark.parametrize("name", ["tutorial", "own-system"])
def test_the_wheel_alone_does_what_a_newcomer_types(name: str, installed: Path, tmp_path: Path) -> None:
    said = run(["-c", "import handhold; print(handhold.__file__)"], tmp_path, PYTHONPATH=str(installed))
    assert Path(said.strip()).is_relative_to(installed)
    folder = tmp_path / "Étude à deux"
    folder.mkdir()
    faults = Runner(ROOT / "docs" / f"{name}.md", folder, installed).run()
    assert not faults, "\n\n".join(faults)


def test_a_checkout_finds_its_packs_and_schemas() -> None:
    from handhold.packs.storage.files import data_folder

    assert [data_folder(name).resolve() for name in ("rulepacks", "schemas")] == [ROOT / "rulepacks", ROOT / "schemas"]


def test_the_dependencies_are_pinned_for_make() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    exactly = [Requirement(line) for line in lines if line[:1] not in ("", "#")]
    pins = {canonicalize_name(pin.name): pin for pin in exactly}
    for line in (*project["dependencies"], *extras["test"], *extras["bench"]):
        need = Requirement(line)
        (exact,) = pins[canonicalize_name(need.name)].specifier
        assert exact.operator == "=="
        assert need.specifier.contains(exact.version), f"{line} does not allow the pin {exact}"
