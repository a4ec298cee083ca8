"""Planted texts come out as text in every format. A new format is one more line of `FORMATS`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest

from handhold.packs.yaml.document import plain, read_document
from tests.hostile.planted import ALL, HIDDEN, MARKUP, faulty, other, pack, scenario
from tests.shell import DEMO, handhold


@dataclass(frozen=True, slots=True)
class Given:
    """What stands for `PACK`, `OTHER`, `FAULTY`, `SCENARIO` and `FILE` among the words of a command."""

    words: dict[str, str]

    def command(self, words: str) -> list[str]:
        return [self.words.get(word, word) for word in words.split()]


@pytest.fixture
def given(tmp_path: Path) -> Given:
    where = pack(tmp_path / "planted")
    return Given(
        {
            "PACK": where,
            "OTHER": other(tmp_path / "other"),
            "FAULTY": faulty(tmp_path / "faulty.yaml"),
            "SCENARIO": scenario(tmp_path / "play.yaml", where),
            "FILE": str(tmp_path / "written"),
        }
    )


def assert_no_command(shown: str) -> None:
    """Nothing in it is a command to a service that keeps it in a log: at the start of a line, or within it."""
    assert not any(line.lstrip().startswith("::") for line in shown.splitlines()), shown
    assert not re.search(r"##[\w-]*\[", shown), shown


# -- what a text is in each format -------------------------------------------------------------------------------------


def as_text(out: str, file: Path) -> None:
    """On lines of its own making, with nothing that a terminal obeys; folded lines are read as one."""
    flat = " ".join(out.split())
    assert any(each in flat for each in MARKUP), out


def as_json(out: str, file: Path) -> None:
    json.loads(out)


def as_yaml(out: str, file: Path) -> None:
    node, found = read_document(out.encode(), "f.yaml")
    assert node is not None
    assert found == ()
    read = plain(node)
    assert isinstance(read, dict)
    assert read["title"] == ALL


def as_github(out: str, file: Path) -> None:
    """Each line is a command of ours, in which nothing ends it or begins another."""
    lines = out.splitlines()
    assert lines
    for line in lines:
        if line.startswith("::"):
            command = re.fullmatch(r"::(error|warning|notice) ([^:]*)::(.*)", line)
            assert command, line
            assert re.fullmatch(r"(%25|%0A|%0D|[^%])*", command.group(3)), line
            assert re.fullmatch(r"([a-zA-Z]+=(%25|%3A|%2C|%0A|%0D|[^%,:])*,?)*", command.group(2)), line
    assert any(line.startswith("::") for line in lines)


def as_xml(out: str, file: Path) -> None:
    root = ElementTree.fromstring(file.read_text(encoding="utf-8") if file.exists() else out)
    tags = {each.tag.rpartition("}")[2] for each in root.iter()}
    assert not tags & {"script", "img", "a", "image", "use", "foreignObject", "b"}
    assert not any(name.startswith("on") or "href" in name for each in root.iter() for name in each.attrib)
    held = " ".join(part for each in root.iter() for part in (each.text or "", *each.attrib.values()))
    assert any(each in " ".join(held.split()) for each in MARKUP)


FORMATS: dict[str, tuple[Callable[[str, Path], None], tuple[str, ...]]] = {
    "text": (
        as_text,
        (
            "check FAULTY",
            "run PACK try skill=2 --seed 1",
            "run PACK try skill=2 --seed 1 --explain",
            "run PACK try skill=9",
            "odds PACK try skill=2 --show worth",
            "odds PACK try skill=0..9",
            "odds PACK try skill=9",
            "eval PACK ends.good.worth",
            "show PACK",
            "show PACK try",
            "show PACK --readings",
            "show PACK --credits",
            "show PACK tables.ends.rows.good.worth",
            "list PACK",
            "list PACK try",
            "diff PACK OTHER",
            "diff PACK OTHER --cases --odds",
            "run PACK try skill=2 climber.name=::stop-commands::x --seed 1 --explain",
            "odds PACK try skill=2 --show worth --samples 20 --seed ::x",
            "odds PACK try skill=2 --repeat-until roll>5 --rounds 3 --show worth",
            "odds PACK try skill=2 --best-for good --show worth",
            "test PACK --coverage",
            "play SCENARIO",
            "play SCENARIO --explain",
            "test PACK",
        ),
    ),
    "json": (
        as_json,
        (
            "check FAULTY --format json",
            "run PACK try skill=2 --seed 1 --explain --format json",
            "run PACK try skill=9 --format json",
            "odds PACK try skill=2 --show worth --format json",
            "eval PACK ends.good.worth --format json",
            "show PACK tables.ends --format json",
            "list PACK --format json",
            "diff PACK OTHER --cases --odds --format json",
            "show PACK --credits --format json",
            "play SCENARIO --explain --format json",
            "test PACK --format json",
        ),
    ),
    "yaml": (as_yaml, ("show PACK --flat",)),
    "github": (as_github, ("check FAULTY --format github", "test PACK --format github")),
    "junit": (as_xml, ("test PACK --junit FILE",)),
    "svg": (as_xml, ("odds PACK try skill=0..9 --format svg",)),
}
"""By name of a format: how its output is read, and the commands that write it."""


@pytest.mark.parametrize(
    ("form", "words"), [(form, words) for form, (_, several) in FORMATS.items() for words in several]
)
def test_planted_text_comes_out_as_text(form: str, words: str, given: Given) -> None:
    told = handhold(*given.command(words))
    assert told.code in (0, 1), told.err
    assert told.out, told.err
    assert told.out.replace("\n", "").isprintable()
    if form != "github":
        assert_no_command(told.out)
    assert_no_command(told.err)
    FORMATS[form][0](told.out, Path(given.words["FILE"]))


def test_every_format_of_every_command_is_among_them() -> None:
    """A format that a command offers and nobody plants a text in is found here."""
    planted = {(words.split()[0], form) for form, (_, several) in FORMATS.items() for words in several}
    for command in ("run", "play", "odds", "eval", "test", "check", "show", "list"):
        help = handhold(command, "--help").out
        offered = re.search(r"--format \{([^}]*)\}", help)
        for form in offered.group(1).split(",") if offered else ("text",):
            assert (command, form) in planted, f"{command} --format {form}"
        assert ("--junit" in help) <= ((command, "junit") in planted)


@pytest.mark.parametrize("hidden", HIDDEN, ids=ascii)
def test_what_a_terminal_obeys_is_never_written(hidden: str, given: Given, tmp_path: Path) -> None:
    """Not from a pack (through an escape of YAML), a with-file, an argument, or the name of a file."""
    escaped = json.dumps(hidden)
    head = 'pack: planted\nformat: 1\nversion: "1.0.0"\nlicense: CC0-1.0\n'
    odd = tmp_path / "odd.yaml"
    odd.write_text(f'{head}title: {escaped}\nevents: {{e: {{title: {escaped}, steps: {{outcome: "true"}}}}}}\n')
    with_file = tmp_path / "with.yaml"
    with_file.write_text(f"event: {escaped}\ngiven: {{{escaped}: {escaped}}}\nchoices: {{{escaped}: 1}}\n")
    named = f"./{hidden}.yaml"
    for words in (
        ("check", str(odd)),
        ("check", str(odd), "--format", "json"),
        ("check", str(odd), "--format", "github"),
        ("run", str(odd), "e"),
        ("show", str(odd)),
        ("list", str(odd)),
        ("run", DEMO, "--with", str(with_file)),
        ("run", DEMO, hidden),
        ("run", DEMO, "climb", f"{hidden}=1"),
        ("run", DEMO, "climb", f"wall={hidden}"),
        ("run", DEMO, "climb", f"climber={{skill: {hidden}}}"),
        ("run", DEMO, "climb", "--choose", f"slow={hidden}"),
        ("run", DEMO, "climb", "--dice", f"{hidden}=1"),
        ("run", DEMO, "climb", "--seed", hidden, "climber.skill=4", "wall=low"),
        ("run", DEMO, "climb", "--set", f"ground={hidden}"),
        ("run", DEMO, "climb", f"--{hidden}"),
        ("eval", DEMO, hidden),
        ("odds", DEMO, "climb", "climber.skill=4", "wall=low", "--show", f"margin + {hidden}"),
        ("check", named),
        ("check", hidden),
        ("explain", hidden),
        ("play", named),
        ("test", named),
        (hidden,),
    ):
        told = handhold(*words)
        assert (told.out + told.err).replace("\n", "").isprintable(), (words, told)
        assert told.code in (0, 1, 2), (words, told)


@pytest.mark.parametrize("sign", ["::error::x", "##[error]x", "%0A::error::x", "::error::x.yaml"])
def test_what_is_typed_is_no_command(sign: str, given: Given, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not as a pack, an event, a name, a value, an option, or the name of a file that is faulty."""
    where = given.words["PACK"]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "::error::x.yaml").write_text("pack: [\n", encoding="utf-8")
    climb = ("climb", "climber.skill=4", "wall=low")
    for words in (
        (sign,),
        ("check", sign),
        ("run", sign, "e"),
        ("run", DEMO, sign),
        ("run", DEMO, *climb, f"{sign}=1"),
        ("run", DEMO, "climb", "climber.skill=4", f"wall={sign}"),
        ("run", DEMO, *climb, f"--{sign}"),
        ("run", DEMO, *climb, "--format", sign),
        ("run", DEMO, *climb, "--dice", sign),
        ("run", DEMO, *climb, "--set", f"{sign}=1"),
        ("run", DEMO, *climb, "--seed", sign),
        ("run", DEMO, "--with", sign),
        ("eval", DEMO, sign),
        ("eval", DEMO, "1 / x", "x=0"),
        ("odds", DEMO, *climb, "--show", sign),
        ("show", where, sign),
        ("show", sign),
        ("list", sign),
        ("explain", sign),
        ("play", sign),
        ("test", where, "-k", sign),
        ("test", sign),
        ("diff", where, sign),
        ("new", sign, "--extends", where),
        ("new", "mine", "--extends", sign),
        ("schema", where, sign),
        ("pack", "add", sign),
        ("pack", "remove", sign),
    ):
        told = handhold(*words)
        assert_no_command(told.out)
        assert_no_command(told.err)


def test_lines_of_a_text_are_no_command_where_a_pack_is_written_out(tmp_path: Path) -> None:
    lines = "First\n::error::second\n  ::stop-commands::z\n##[error]w ##vso[task]v # plain ## too\n"
    long = " ".join(["word"] * 30 + ["::error::x", "word"] * 30)
    source = tmp_path / "odd.yaml"
    head = 'pack: odd\nformat: 1\nversion: "1.0.0"\ntitle: Odd\nlicense: CC0-1.0\n'
    source.write_text(
        f"{head}note: {json.dumps(lines)}\nevents: {{e: {{note: {json.dumps(long)}, steps: {{outcome: 'true'}}}}}}\n",
        encoding="utf-8",
    )
    told = handhold("show", str(source), "--flat")
    assert told.code == 0, told.err
    assert_no_command(told.out)
    node, found = read_document(told.out.encode(), "f.yaml")
    assert node is not None
    assert found == ()
    read = plain(node)
    assert isinstance(read, dict)
    assert read["note"] == lines
    assert read["events"] == {"e": {"note": long, "steps": {"outcome": "true"}}}
