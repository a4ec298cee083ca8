"""What a name means: the project, the library, what ships, and what Python packages advertise."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

import handhold as door
from handhold import limits
from handhold.packs.storage.advertised import GROUP
from handhold.packs.storage.shelves import find_pack, library_folder, named_packs, origin_of
from tests.library.packs import put, text, variant, whole
from tests.shell import handhold


def package(site: Path, name: str, points: dict[str, str], files: dict[str, str]) -> None:
    """An installed Python package that advertises packs, and that must not be imported."""
    put(site / name.replace("-", "_"), {"__init__.py": "raise SystemExit('imported')\n", **files})
    lines = "".join(f"{point} = {value}\n" for point, value in points.items())
    info = {"METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n", "entry_points.txt": f"[{GROUP}]\n{lines}"}
    put(site / f"{name.replace('-', '_')}-1.dist-info", info)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    return folder


def test_the_project_comes_first_then_the_library_what_ships_and_python_packages(
    project: Path, library: Path, site: Path
) -> None:
    package(site, "some-rules", {"lurasko": "some_rules", "only": "some_rules"}, {"pack.yaml": text("only")})
    whole(library / "lurasko", "lurasko")
    whole(project / "rulepacks" / "lurasko", "lurasko")
    origins = [pack.origin for pack in named_packs() if pack.name == "lurasko"]
    assert origins == ["project", "library", "shipped", "installed some-rules"]
    for folder, shown in ((project / "rulepacks", "rulepacks/lurasko"), (library, "library/lurasko")):
        place, _ = find_pack("lurasko")
        assert place is not None
        assert (place.path.resolve(), place.shown) == (folder / "lurasko", shown)
        (folder / "lurasko" / "pack.yaml").unlink()
    place, _ = find_pack("lurasko")
    assert place is not None
    assert origin_of(place.path) == "shipped"
    place, _ = find_pack("only")
    assert place is not None
    assert (place.shown, origin_of(place.path)) == ("installed/only", "installed some-rules")


@pytest.mark.parametrize("ending", ["", ".yaml", ".zip"])
def test_a_pack_of_each_kind_has_a_name(ending: str, project: Path, library: Path) -> None:
    source = whole(project / "source")
    if ending == ".zip":
        assert handhold("pack", "add", str(source)).code == 0
    elif ending == ".yaml":
        put(library, {"demo.yaml": text()})
    else:
        whole(library / "demo")
    assert door.load("demo").id == "demo"
    assert [pack.origin for pack in named_packs() if pack.name == "demo"] == ["library"]
    assert origin_of(library / f"demo{ending}") == "library"


@pytest.mark.parametrize(
    ("value", "files"),
    [
        ("rules_of_mine", {"pack.yaml": text()}),
        ("rules_of_mine:demo", {"demo/pack.yaml": text()}),
        ("rules_of_mine:packs.demo", {"packs/demo/pack.yaml": text()}),
        ("rules_of_mine:packs/demo", {"packs/demo/pack.yaml": text()}),
        ("rules_of_mine:demo.yaml", {"demo.yaml": text()}),
        ("rules_of_mine.inner:demo.yaml", {"inner/demo.yaml": text()}),
        ("rules_of_mine : demo", {"demo/pack.yaml": text()}),
    ],
)
def test_a_python_package_advertises_a_pack(value: str, files: dict[str, str], project: Path, site: Path) -> None:
    package(site, "rules-of-mine", {"demo": value}, files)
    assert door.load("demo").id == "demo"
    assert "installed rules-of-mine" in handhold("pack", "list").out
    assert "rules_of_mine" not in sys.modules


@pytest.mark.parametrize(
    "value",
    ["rules_of_mine:nothing", "rules_of_mine:../other", "rules_of_mine:/etc", "..:other", "no_module", "", ":x"],
)
def test_what_leads_out_of_the_package_or_nowhere_is_no_pack(value: str, project: Path, site: Path) -> None:
    put(site / "other", {"pack.yaml": text()})
    package(site, "rules-of-mine", {"demo": value}, {})
    found = door.check("demo")
    assert [each.code for each in found] == ["no-such-pack"]
    assert "the Python packages that are installed" in found[0].message


def test_a_variant_may_extend_a_pack_of_a_python_package(project: Path, site: Path) -> None:
    package(site, "rules-of-mine", {"demo": "rules_of_mine"}, {"pack.yaml": text()})
    put(project, {"v.yaml": variant("v", "demo")})
    assert door.run(door.load("v.yaml"), "e").outcome == 2


def test_python_packages_are_looked_for_only_where_a_name_is_nowhere_else(project: Path) -> None:
    whole(project / "rulepacks" / "demo")
    script = (
        "import sys, io\nfrom handhold.cli import main\n"
        "assert main([sys.argv[1], sys.argv[2], 'e'], io.StringIO(), io.StringIO()) == int(sys.argv[3])\n"
        "print('importlib.metadata' in sys.modules, 'platformdirs' in sys.modules)"
    )
    for name, code, wanted in (("demo", "0", "False False"), ("nobodys", "2", "True False")):
        words = [sys.executable, "-c", script, "run", name, code]
        told = subprocess.run(words, capture_output=True, text=True, check=True, cwd=project).stdout
        assert told == f"{wanted}\n"


def test_a_name_that_is_nowhere_says_where_was_looked(project: Path, library: Path) -> None:
    whole(library / "demo")
    told = handhold("check", "demp")
    assert told.code == 2
    assert f"looked in rulepacks, {library}, " in told.out
    assert "did you mean 'demo'?" in told.out


def test_list_points_out_what_is_hidden(project: Path, library: Path) -> None:
    whole(project / "rulepacks" / "lurasko", "lurasko", "2.0.0")
    assert "The lurasko (hides the one that ships)" in handhold("list").out
    held = {pack["name"]: pack for pack in handhold("list", "--format", "json").json["packs"]}  # type: ignore[attr-defined]
    assert (held["lurasko"]["from"], held["lurasko"]["hides"]) == ("project", ["shipped"])
    assert (held["woin"]["from"], held["woin"]["hides"]) == ("shipped", [])
    lines = [line.split() for line in handhold("pack", "list").out.splitlines() if line.startswith("lurasko")]
    assert [line[:6] for line in lines] == [
        ["lurasko", "2.0.0", "CC0-1.0", "project", "hides", "the"],
        ["lurasko", "1.0.0", "CC0-1.0", "shipped", "hidden", "by"],
    ]


# -- the user's folder -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("platform", "oracle"), [("linux", Unix), ("freebsd13", Unix), ("darwin", MacOS)])
@pytest.mark.parametrize("environment", [{}, {"XDG_DATA_HOME": "/data of mine"}, {"XDG_DATA_HOME": ""}])
def test_the_users_folder_is_that_of_platformdirs(
    platform: str, oracle: type[Unix | MacOS], environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    wanted = PurePosixPath(oracle("handhold", appauthor=False).user_data_dir) / "packs"
    assert library_folder(environment, platform) == Path(wanted)


def test_the_users_folder_on_windows() -> None:
    # platformdirs asks Windows itself, or this variable; on Windows both are the same
    folder = library_folder({"LOCALAPPDATA": "/Users/me/AppData/Local"}, "win32")
    assert folder == Path("/Users/me/AppData/Local/handhold/packs")
    assert library_folder({"HANDHOLD_LIBRARY": "/mine"}, "win32") == Path("/mine")


# -- which files are opened --------------------------------------------------------------------------------------------

AUDIT = """
import io, json, sys
from handhold.cli import main
main(["check", "warm"], io.StringIO(), io.StringIO())
opened = []
sys.addaudithook(lambda name, args: opened.append(str(args[0])) if name == "open" else None)
code = main(json.loads(sys.argv[1]), io.StringIO(), io.StringIO())
print(json.dumps([code, opened]))
"""


def opened(project: Path, *words: str) -> list[str]:
    """The files of packs that a command opens, by their paths below the project."""
    done = subprocess.run(
        [sys.executable, "-c", AUDIT, json.dumps(words)], capture_output=True, text=True, check=True, cwd=project
    )
    code, files = json.loads(done.stdout)
    assert code == 0
    return sorted({file for file in files if file.startswith(("rulepacks/", str(project)))})


@pytest.fixture
def many(project: Path) -> Path:
    """A project of 200 packs: folders, files and zips."""
    whole(project / "rulepacks" / "warm", "warm")
    for number in range(200):
        name = f"p{number:03}"
        if number % 3 == 0:
            whole(project / "rulepacks" / name, name)
            put(project / "rulepacks" / name, {"more.yaml": "formulas: {f: {value: 1}}\n"})
        elif number % 3 == 1:
            put(project / "rulepacks", {f"{name}.yaml": text(name)})
        else:
            assert handhold("pack", "add", "--project", str(whole(project / "source" / name, name))).code == 0
    return project


@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("p009", ["p009/more.yaml", "p009/pack.yaml"]),
        ("p100", ["p100.yaml"]),
        ("p101", ["p101.zip"]),
    ],
)
def test_a_run_opens_its_own_pack_and_no_other(name: str, files: list[str], many: Path) -> None:
    assert opened(many, "run", name, "e") == [f"rulepacks/{file}" for file in files]


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    drawn=st.lists(st.integers(0, 10**6), min_size=199, max_size=199),
    number=st.integers(0, 199),
    command=st.sampled_from(["run", "check"]),
)
def test_a_variant_opens_what_it_extends_and_no_other(
    drawn: list[int], number: int, command: str, project: Path
) -> None:
    # of 200 packs each extends one of those before it, but for the first and every seventh
    parents = {n: drawn[n - 1] % n for n in range(1, 200) if n % 7}
    texts = {
        f"p{n:03}.yaml": variant(f"p{n:03}", f"p{parents[n]:03}", outcome=f"{n}") if n in parents else text(f"p{n:03}")
        for n in range(200)
    }
    put(project / "rulepacks", {"warm.yaml": text("warm"), **texts})
    chain = [number]
    while chain[-1] in parents and len(chain) < limits.STACK:
        chain.append(parents[chain[-1]])
    assume(chain[-1] not in parents)
    words = (command, f"p{number:03}", *(("e",) if command == "run" else ()))
    assert opened(project, *words) == sorted(f"rulepacks/p{n:03}.yaml" for n in chain)


@pytest.mark.parametrize("command", [("list",), ("pack", "list")])
def test_a_list_opens_the_headers_and_nothing_else(command: tuple[str, ...], many: Path) -> None:
    def header(path: Path) -> str:
        return f"rulepacks/{path.name}/pack.yaml" if path.is_dir() else f"rulepacks/{path.name}"

    assert opened(many, *command) == sorted(header(path) for path in (many / "rulepacks").iterdir())


LOOPS = [
    ("list",),
    ("run", "lurasko", "noise"),
    ("check", "lurasko"),
    ("check", "luraskoo"),
    ("check", "./rulepacks/loop"),
    ("show", "v.yaml", "events.e"),
    ("new", "mine", "--extends", "lurasko"),
    ("schema", "--write"),
    ("test",),
    ("pack", "list"),
    ("pack", "add", "demo.yaml"),
    ("pack", "add", "--project", "demo.yaml"),
    ("pack", "remove", "demo"),
    ("pack", "lock"),
    ("pack", "lock", "demo.yaml"),
    ("pack", "build", "demo.yaml"),
]


@pytest.mark.parametrize("words", LOOPS, ids=" ".join)
@pytest.mark.parametrize("where", ["project", "library", "in the project"])
def test_links_in_a_circle_are_a_message_at_most(
    where: str, words: tuple[str, ...], project: Path, library: Path
) -> None:
    put(project, {"demo.yaml": text(), "v.yaml": variant("v", "demo")})
    library.parent.mkdir(parents=True)
    match where:
        case "project":
            (project / "rulepacks").symlink_to("rulepacks")
        case "library":
            library.symlink_to("library")
        case _:
            put(project / "rulepacks", {"good.yaml": text("good")})
            for name in ("loop", "loop.yaml", "loop.zip"):
                (project / "rulepacks" / name).symlink_to(name)
    told = handhold(*words)
    assert told.code in (0, 1, 2, 3, 5), told.err
    assert told.code == 0 or told.out + told.err
    if words in (("list",), ("pack", "list")):
        assert (told.code, "lurasko" in told.out, "good" in told.out) == (0, True, where == "in the project")
    if words[:2] == ("run", "lurasko") or words[0] == "new":
        assert told.code == 0, told.err
