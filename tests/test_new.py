"""`handhold new`: what it writes is right at once, and nothing is written over or left half done."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from handhold.cli.beginning import versions_like
from handhold.packs.storage import folders
from handhold.packs.storage.shelves import known_packs
from handhold.play.runs.made_up import tried_events
from handhold.play.runs.run import Runner
from handhold.report.flow import flow
from tests.documents import ROOT
from tests.shell import handhold, load

SHIPPED = [name for name, _ in known_packs()]
EXAMPLES = sorted(path.name for path in (ROOT / "examples" / "variants").iterdir())
FILES = {"pack.yaml", "README.md", ".gitignore", ".github/workflows/handhold.yaml"} | {
    f".handhold/schemas/{kind}.schema.json" for kind in ("pack", "part", "withfile", "scenario")
}


def written(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def is_right(where: Path, *, cases: int = 1) -> None:
    checked = handhold("check", "--strict", f"{where}")
    assert (checked.code, checked.err) == (0, ""), checked.out
    tested = handhold("test", f"{where}")
    assert tested.code == 0, tested.out
    assert f"{cases} passed, 0 failed" in tested.out


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("parent", [*SHIPPED, *EXAMPLES])
def test_a_variant_is_right_at_once(parent: str, here: Path) -> None:
    if parent in EXAMPLES:
        shutil.copytree(ROOT / "examples" / "variants", here / "rulepacks")
    before = sorted(path.name for path in here.iterdir())
    told = handhold("new", "hard-times", "--extends", parent)
    assert (told.code, told.err) == (0, "")
    assert sorted(path.name for path in here.iterdir()) == ["hard-times", *before]
    assert written(here / "hard-times") == FILES | {"tests/hard-times.yaml"}
    place = here / "hard-times" / "pack.yaml"
    text = place.read_text(encoding="utf-8")
    assert f"extends: {parent} >=1.0,<2\n" in text
    workflow = (here / "hard-times" / ".github" / "workflows" / "handhold.yaml").read_text(encoding="utf-8")
    assert (f"# {parent} must be here too" in workflow) == (parent in EXAMPLES)
    is_right(here / "hard-times")

    head, _, body = text.partition("# What is done")
    place.write_text(head, encoding="utf-8")
    assert "0 passed, 1 failed" in handhold("test", "./hard-times").out, "the case is about what the variant does"

    bold = re.sub(r"^( *)# (?=\S|  )", r"\1", body.partition("\n")[2], flags=re.MULTILINE)
    assert bold.count("\n  ") > 1
    place.write_text(head + bold, encoding="utf-8")
    told = handhold("check", "--strict", "./hard-times")
    assert told.out == "./hard-times: nothing is wrong.\n", "what is suggested can be done, all of it"
    assert handhold("list", "./hard-times").out.splitlines()[0].endswith("Hard times")


def test_a_system_of_ones_own_has_thirty_lines_and_is_right_at_once(here: Path) -> None:
    told = handhold("new", "my-own", "--from-scratch", "--title", "Walls: & ladders", "--license", "CC-BY-4.0")
    assert (told.code, told.err) == (0, "")
    assert written(here / "my-own") == FILES | {"tests/my-own.yaml"}
    is_right(here / "my-own")
    lines = (here / "my-own" / "pack.yaml").read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if line and not line.startswith("#")]) <= 30
    assert yaml.safe_load("\n".join(lines))["title"] == "Walls: & ladders"
    assert handhold("odds", "./my-own", "climb", "skill=3", "wall=cliff").code == 0


def test_the_files_beside_the_pack_are_what_their_readers_expect(here: Path) -> None:
    handhold("new", "my-own", "--from-scratch", "--title", "<b>*Walls*</b>")
    readme = (here / "my-own" / "README.md").read_text(encoding="utf-8")
    assert readme.startswith("# \\<b\\>\\*Walls\\*\\</b\\>\n")
    workflow = yaml.safe_load((here / "my-own/.github/workflows/handhold.yaml").read_text(encoding="utf-8"))
    steps = [step.get("run") for step in workflow["jobs"]["pack"]["steps"]]
    assert steps[-2:] == ["handhold check --strict .", "handhold test ."]
    assert "Licence of the wording: CC0-1.0" in readme


def test_a_folder_can_be_elsewhere(here: Path) -> None:
    (here / "rulepacks").mkdir()
    assert handhold("new", "mine", "--extends", "lurasko", "--in", "rulepacks").code == 0
    assert handhold("check", "--strict", "mine").code == 0


def test_a_path_can_be_extended_from_beside_it(here: Path) -> None:
    shutil.copytree(ROOT / "examples" / "variants", here / "theirs")
    told = handhold("new", "more", "--extends", "theirs/wet-season")
    assert told.code == 2
    assert "'wet-season' does not lead to theirs/wet-season from here" in told.err
    assert handhold("new", "more", "--extends", "theirs/wet-season", "--in", "theirs").code == 0
    is_right(here / "theirs" / "more")


WRONG = [
    (("My Variant", "--extends", "lurasko"), "'My Variant' is no name for a pack", "such as 'my-variant'"),
    (("7seas", "--extends", "lurasko"), "'7seas' is no name", "such as 'seas'"),
    (("in/side", "--extends", "lurasko"), "'in/side' is no name", "--in in"),
    (("é", "--extends", "lurasko"), "is no name", "small letters"),
    (("n" * 61, "--extends", "lurasko"), "is no name", "such as"),
    *(((name, "--from-scratch"), f"'{name}' is no name for a pack: YAML reads it as", f"such as 'my-{name}'")
      for name in ("on", "off", "yes", "no", "y", "n", "true", "false", "null")),
    (("on", "--extends", "lurasko"), "YAML reads it as another value", "such as 'my-on'"),
    (("con", "--from-scratch"), "on Windows no file can have it", "such as 'my-con'"),
    (("lurasko", "--extends", "woin"), "there is a pack 'lurasko' already", "another name"),
    (("mine", "--extends", "luraskoo"), "no pack named 'luraskoo'", "'lurasko'"),
    (("mine", "--extends", "lurasko+woin"), "are several packs", "a+b+c"),
    (("mine", "--extends", "lurasko", "--in", "no/where"), "there is no folder 'no/where'", "make it first"),
    (("mine",), "--extends", "--help"),
    (("mine", "--extends", "lurasko", "--from-scratch"), "not allowed with", "--help"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "message", "hint"), WRONG, ids=[" ".join(words)[:40] for words, _, _ in WRONG])
def test_what_cannot_be_made_is_told(words: tuple[str, ...], message: str, hint: str, here: Path) -> None:
    told = handhold("new", *words)
    assert told.code == 2
    assert message in told.err
    assert hint in told.err
    assert list(here.iterdir()) == []


@pytest.mark.parametrize("how", [("--extends", "lurasko"), ("--from-scratch",)])
@pytest.mark.parametrize("what", ["folder", "file", "link", "pack of one file"])
def test_nothing_is_written_over(what: str, how: tuple[str, ...], here: Path) -> None:
    match what:
        case "folder":
            (here / "mine").mkdir()
        case "file":
            (here / "mine").write_text("kept", encoding="utf-8")
        case "link":
            (here / "mine").symlink_to("nowhere")
        case _:
            (here / "mine.yaml").write_text("kept", encoding="utf-8")
    before = sorted(path.name for path in here.iterdir())
    told = handhold("new", "mine", *how)
    assert told.code == 2
    assert f"there is something at '{before[0]}' already" in told.err
    assert sorted(path.name for path in here.iterdir()) == before
    assert not list((here / "mine").glob("*")) if what == "folder" else True


@pytest.mark.parametrize("how", [("--extends", "woin"), ("--from-scratch",)])
def test_nothing_is_left_where_writing_fails(how: tuple[str, ...], here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = folders.write_files
    calls: list[Path] = []

    def failing(folder: Path, files: dict[str, str]) -> None:
        write(folder, files)
        calls.append(folder)
        if len(files) > 1:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("handhold.cli.beginning.write_files", failing)
    told = handhold("new", "mine", *how)
    assert calls
    assert (told.code, "No space left on device" in told.err) == (2, True)
    assert list(here.iterdir()) == []


def test_what_comes_in_between_is_not_written_over(here: Path) -> None:
    making = folders.new_folder(here / "mine")
    folder = making.__enter__()
    (folder / "a").write_text("new", encoding="utf-8")
    (here / "mine").mkdir()
    (here / "mine" / "a").write_text("kept", encoding="utf-8")
    with pytest.raises(FileExistsError):
        making.__exit__(None, None, None)
    assert written(here) == {"mine/a"}
    assert (here / "mine" / "a").read_text(encoding="utf-8") == "kept"


def test_a_pack_without_events_cannot_be_begun_with(here: Path) -> None:
    text = 'pack: bare\nformat: 1\nversion: "1.0.0"\ntitle: Bare\nlicense: CC0-1.0\n'
    (here / "rulepacks").mkdir()
    (here / "rulepacks" / "bare.yaml").write_text(text + "formulas: {unit: {value: 1}}\n", encoding="utf-8")
    told = handhold("new", "mine", "--extends", "bare")
    assert told.code == 2
    assert "no event of 'bare' can be tried" in told.err


@pytest.mark.parametrize(
    "change",
    [
        "title: Roll a die\n    steps: {roll: {roll: d6}, outcome: roll > 3}",
        "steps: {n: 3}",
        "needs: {who: text}\n    steps: {said: who}",
        "needs: {n: {type: number, above: 0, below: 1}}\n    steps: {outcome: n > 0}",
        "needs: {n: {type: integer, min: 30}, m: {type: number, max: -5}}\n    steps: {outcome: n > m}",
        "needs: {l: list of integer}\n    steps: {a: {refuse: {b: {when: count(l) < 1, because: Hm}}}, outcome: true}",
        "steps: {stop: {refuse: {never: {when: true, because: Never.}}}}",
    ],
)
def test_any_pack_with_an_event_can_be_begun_with(change: str, here: Path) -> None:
    text = 'pack: tiny\nformat: 1\nversion: "0.3.1"\ntitle: Tiny\nlicense: CC0-1.0\n'
    (here / "rulepacks").mkdir()
    (here / "rulepacks" / "tiny.yaml").write_text(f"{text}events:\n  go:\n    {change}\n", encoding="utf-8")
    told = handhold("new", "mine", "--extends", "tiny")
    assert told.code == 0, told.err
    is_right(here / "mine")
    assert "extends: tiny >=0.3,<0.4" in (here / "mine" / "pack.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SHIPPED)
def test_every_event_of_a_shipped_pack_can_be_tried(name: str) -> None:
    pack = load(name)
    tried = tried_events(pack.checked)
    assert {each.event for each in tried} == set(pack.events)
    assert sum(not each.result.refused for each in tried) >= len(tried) * 0.6


@pytest.mark.parametrize(("version", "range_"), [("1.0.0", ">=1.0,<2"), ("2.7.3", ">=2.7,<3"), ("0.4.1", ">=0.4,<0.5")])
def test_versions_like_one(version: str, range_: str) -> None:
    assert versions_like(version) == range_


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(alphabet=st.characters(exclude_categories=["C", "Z"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.from_regex("[a-z][a-z_.]{0,8}", fullmatch=True), inner),
)


@given(PLAIN)
def test_a_value_on_one_line_is_read_again(value: object) -> None:
    assert yaml.safe_load(flow({"x": value})) == {"x": value}


def test_events_that_take_too_long_are_tried_no_further(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = "x: {roll: d6}"
    for depth in range(8):
        inner = f"l{depth}: {{repeat: 10, steps: {{{inner}}}}}"
    text = 'pack: long\nformat: 1\nversion: "1.0.0"\ntitle: Long\nlicense: CC0-1.0\nevents:\n'
    text += "".join(f"  e{n}:\n    steps: {{{inner}}}\n" for n in range(3))
    (tmp_path / "pack.yaml").write_text(text, encoding="utf-8")
    pack = load(tmp_path)
    ran: list[str] = []
    run = Runner.run

    def counted(self: Runner, event_id: str, *rest: object, **named: object) -> object:
        ran.append(event_id)
        return run(self, event_id, *rest, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(Runner, "run", counted)
    assert tried_events(pack.checked) == ()
    assert ran == ["e0"]
