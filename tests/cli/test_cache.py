"""Runs of packs seen before: the same bytes, whatever is asked, whatever has changed, whoever has meddled."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from handhold.library import cache, seen
from handhold.play.runs.made_up import tried_events
from tests.shell import CLIMB, DEMO, Told, handhold, load

PACKS = ("futile-kingdoms", "infinity", "lurasko", "trench-crusade", "woin")
RUN = ("run", "lurasko", *CLIMB, "--seed", "1")
FORMATS = ((), ("--explain",), ("--format", "json"), ("--format", "json", "--explain"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the cache."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("HANDHOLD_CACHE", str(folder))
    return folder


def told_again(*words: str) -> Told:
    """What the command says without reading a pack."""

    def never(*_: object) -> None:
        raise AssertionError("the pack is read")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("handhold.cli.shell.Shell.load", never)
        return handhold(*words)


def fresh(*words: str) -> Told:
    """What the command says without a cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HANDHOLD_CACHE", "off")
        return handhold(*words)


def typed(given: Mapping[str, object], path: str = "") -> Iterator[str]:
    """What is given to an event as it is typed."""
    for name, value in given.items():
        if isinstance(value, Mapping) and value:
            yield from typed(value, f"{path}{name}.")
        else:
            yield f"{path}{name}={value if isinstance(value, str) else json.dumps(value, default=str)}"


@pytest.mark.parametrize("name", PACKS)
def test_every_event_is_told_again(name: str, folder: Path) -> None:
    for number, tried in enumerate(tried_events(load(name).checked)):
        words = ["run", name, tried.event, *typed(tried.given), *FORMATS[number % 4]]
        words += [word for path, value in tried.choices.items() for word in ("--choose", next(typed({path: value})))]
        dice = [f"{path}={','.join(map(str, faces))}" for path, faces in tried.dice.items()]
        words += ["--dice", " ".join(dice)] if dice and number % 2 else ["--seed", str(number)]
        wanted = fresh(*words)
        first, again = handhold(*words), told_again(*words)
        assert (first.code, first.out, first.err) == (wanted.code, wanted.out, wanted.err), words
        assert (again.code, again.out, again.err) == (wanted.code, wanted.out, wanted.err), words
        assert wanted.code == 0, wanted.err
    assert len(list(folder.iterdir())) == number + 1


def test_seeds_are_drawn_anew_each_time(folder: Path) -> None:
    words = [*RUN[:-2], "--format", "json"]
    handhold(*words)
    assert len({told_again(*words).json["seed"] for _ in range(3)}) == 3


def test_settings_make_another_event(folder: Path) -> None:
    words = ("run", DEMO, "climb", "climber.skill=30", "wall=low", "--seed", "1", "--format", "json")
    usual = handhold(*words)
    assert told_again(*words) == usual
    words = (*words, "--set", "bonus=3")
    assert told_again(*words).code == 4
    other = handhold(*words)
    assert other.json["rolls"] != usual.json["rolls"]
    assert told_again(*words) == other == fresh(*words)


WRONG = [
    ("difficulty=hrad",), ("climber.dex=x",), ("climber.dexx=3",), ("--dice", "99"), ("--dice", "1,2,3"), ("nothing",),
    ("--choose", "nobody=1"), ("--set", "nothing=1"), ("--dice", "rol=3"), ("climber.dex=14",), ("--what",),
    ("--seed",),
]  # fmt: skip


@pytest.mark.parametrize("more", WRONG, ids=" ".join)
def test_what_does_not_fit_is_said_by_the_pack(more: tuple[str, ...], folder: Path) -> None:
    handhold(*RUN)
    words = ("run", "lurasko", *CLIMB, *more)
    wanted = fresh(*words)
    assert wanted.code == 2
    assert handhold(*words) == wanted
    assert handhold("run", "lurasko", "clim") == fresh("run", "lurasko", "clim")


# -- what has changed --------------------------------------------------------------------------------------------------

BASE = """pack: base
format: 1
version: "1.0.0"
title: Base
license: CC0-1.0
events: {e: {steps: {outcome: worth}}}
formulas: {worth: {value: VALUE}}
"""
VARIANT = """pack: above
format: 1
version: "1.0.0"
title: Above
license: CC0-1.0
extends: base
add: {events.e.title: Changed}
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a pack and a variant, which are read each time."""
    project = tmp_path / "project"
    for name, text in {"base": BASE.replace("VALUE", "1"), "above": VARIANT}.items():
        (project / "rulepacks" / name).mkdir(parents=True)
        (project / "rulepacks" / name / "pack.yaml").write_text(text)
    monkeypatch.chdir(project)
    return project


def changed(path: Path) -> None:
    path.write_text(BASE.replace("VALUE", "2"))


def spaced(path: Path) -> None:
    path.write_text(path.read_text() + "\n")


def added(path: Path) -> None:
    (path.parent / "more.yaml").write_text("events: {f: {steps: {outcome: 3}}}\n")


def nearer(path: Path) -> None:
    (path.parent.parent / "base.yaml").write_text(BASE.replace("VALUE", "5"))
    path.unlink()


def hidden(path: Path) -> None:
    (path.parent / ".note.yaml").write_text("x: 1\n")


CHANGES: list[tuple[Callable[[Path], None], bool]] = [
    (changed, False), (spaced, False), (added, False), (nearer, False), (hidden, True),
]  # fmt: skip


@pytest.mark.parametrize(("change", "kept"), CHANGES, ids=[change.__name__ for change, _ in CHANGES])
@pytest.mark.parametrize("name", ["base", "above", "base+above"])
def test_a_pack_that_changes_is_read_again(
    name: str, change: Callable[[Path], None], kept: bool, project: Path, folder: Path
) -> None:
    words = ("run", name, "e", "--seed", "1", "--format", "json")
    assert handhold(*words).json["outcome"] == 1
    assert told_again(*words).json["outcome"] == 1
    change(project / "rulepacks" / "base" / "pack.yaml")
    assert told_again(*words).code == (0 if kept else 4)
    wanted = fresh(*words)
    assert handhold(*words) == wanted
    assert told_again(*words) == wanted


def test_a_variant_that_changes_is_read_again(project: Path, folder: Path) -> None:
    words = ("run", "above", "e", "--seed", "1")
    assert handhold(*words).out == told_again(*words).out
    (project / "rulepacks" / "above" / "pack.yaml").write_text(VARIANT.replace("Changed", "Once more"))
    assert told_again(*words).code == 4
    assert "Once more" in handhold(*words).out


def test_a_pack_that_is_wrong_by_now_is_wrong(project: Path, folder: Path) -> None:
    words = ("run", "base", "e", "--seed", "1")
    handhold(*words)
    (project / "rulepacks" / "base" / "more.yaml").write_text("nonsense: 1\n")
    assert handhold(*words) == fresh(*words)
    assert handhold(*words).code == 1
    assert len(list(folder.iterdir())) == 1


def test_another_engine_or_python_reads_again(project: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("run", "base", "e", "--seed", "1")
    handhold(*words)
    assert told_again(*words).code == 0
    for what, value in (("__version__", "99"), ("_engine", lambda: "another"), ("_FORM", 99)):
        with monkeypatch.context() as patch:
            patch.setattr(seen, what, value)
            assert told_again(*words).code == 4
    assert told_again(*words).code == 0


def test_a_locked_pack_is_always_read(project: Path, folder: Path) -> None:
    handhold("pack", "lock", "base")
    assert handhold("run", "base", "e", "--locked").code == 0
    assert not folder.exists()
    handhold("run", "base", "e")
    assert told_again("run", "base", "e", "--locked").code == 4


# -- who has meddled ---------------------------------------------------------------------------------------------------


def meddled(data: bytes) -> Iterator[bytes]:
    """What somebody may put into the place of what was kept."""
    parents, facts, *lines = data.split(b"\n")
    yield from (b"", b"\n", b"[]", b"[]\n", b"[]\n{}", b"[]\nnull", b"\xff\xfe", b"[[[]]]\n" + facts, b"[1]\n" + facts)
    yield from (parents + b"\n" + b"[" * 100_000, parents + b"\n" + facts[: len(facts) // 2], parents + b"\n" + facts)
    yield parents + b"\n" + b"9" * 100_000
    yield b"\n".join((parents, facts, *[b"null"] * len(lines)))
    yield b"\n".join((parents, facts, *[b"[" * 50_000] * len(lines)))
    yield b"\n".join((parents, facts, *[b'[["run","p0","s0","listed"],["n","os","do"]]'] * len(lines)))
    yield b"\n".join((parents, facts, *reversed(lines)))
    known = json.loads(facts)
    for number in range(len(known)):
        for other in (None, 7, "x", [], [[]], {"a": 1}, [None, "x"], -1, True):
            yield b"\n".join((parents, json.dumps([*known[:number], other, *known[number + 1 :]]).encode(), *lines))


def test_meddling_does_no_harm(folder: Path) -> None:
    words = ("run", DEMO, "climb", "climber.skill=30", "wall=low", "--seed", "1", "--explain")
    wanted = handhold(*words)
    assert wanted.code == 0
    (path,) = folder.iterdir()
    data = cache.read(path.stem)
    assert data is not None
    for other in meddled(data):
        cache.write(path.stem, other)
        told = handhold(*words)
        # a title that is a text is told as one; all else is the pack's own answer
        assert told == wanted or told.code == 0, other[:200]
        assert not told.err
    cache.write(path.stem, data)
    assert told_again(*words) == wanted


@pytest.mark.parametrize("where", ["/dev/null/cache", "/proc/cache", "a/../b/cache", "~/cache"])
def test_an_odd_folder_does_no_harm(where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    wanted = fresh(*RUN)
    monkeypatch.setenv("HANDHOLD_CACHE", where)
    assert handhold(*RUN) == wanted
    assert handhold(*RUN) == wanted


# -- what is imported and opened ---------------------------------------------------------------------------------------

CHILD = """
import io, json, sys
from handhold.cli import main
events = []
sys.addaudithook(lambda name, args: events.append((name, [str(each) for each in args][:2])))
out = io.StringIO()
code = main(json.loads(sys.argv[1]), out, io.StringIO())
print(json.dumps([code, out.getvalue(), sorted(sys.modules), list(events)]))
"""


def test_a_pack_seen_before_costs_no_parser_and_no_checks(folder: Path) -> None:
    def child() -> tuple[int, str, set[str], list[tuple[str, list[str]]]]:
        words = [sys.executable, "-c", CHILD, json.dumps(RUN)]
        ran = subprocess.run(words, capture_output=True, text=True, check=True, env={**os.environ, "COLUMNS": "100"})
        code, out, modules, events = json.loads(ran.stdout)
        return code, out, set(modules), events

    first, second = child(), child()
    assert (second[0], second[1]) == (first[0], first[1]) == (0, fresh(*RUN).out)
    modules = second[2]
    assert "lark" in first[2]
    assert not modules & {"yaml", "lark", "jsonschema", "rich", "pickle", "inspect", "dataclasses"}
    assert not modules & {"handhold.packs.yaml.document", "handhold.packs.checked", "handhold.language.checker"}
    pack = Path(seen.__file__).parents[3] / "rulepacks" / "lurasko"
    opened = {Path(args[0]).resolve() for name, args in second[3] if name == "open" and not args[0].isdigit()}
    read = {path for path in opened if path.suffix not in (".py", ".pyc")}
    assert read == {*pack.glob("*.yaml"), *folder.iterdir()}
    names = {name for name, _ in second[3]}
    assert not {name for name in names if name.startswith(("socket", "subprocess", "ctypes", "urllib", "pickle"))}
    # what was kept is put together as a tree; texts are those of modules without bytecode, and what the standard
    # library makes of named tuples and of types
    texts = [args for name, args in second[3] if name == "compile" and not args[0].startswith("<ast.Module")]
    others = [args for args in texts if not args[1].endswith(".py")]
    ours = [args for args in others if not re.match(r"""b['"](lambda _cls, |[\w .|\[\],'"]+$)""", args[0])]
    assert not ours, ours
    assert any(args[0].startswith("<ast.Module object") for name, args in second[3] if name == "compile")


def test_every_module_of_the_engine_counts_however_deep_it_lies() -> None:
    package = Path(seen.__file__).parents[1]
    modules = {path.name for path in package.rglob("*.py") if "_data" not in path.parts}
    assert {line.split()[0] for line in seen.sources(str(package))} >= {*modules, "grammar.lark"}
    assert len(list(seen.sources(str(package)))) > len(list(package.rglob("*.py")))
