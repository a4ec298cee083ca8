"""What the command says, to the letter, and how it takes its words."""

from __future__ import annotations

import io
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from handhold.__about__ import __version__
from handhold.cli import main
from tests.shell import DEMO, handhold

PACKS = Path(DEMO).parent
CLIMB = ("run", "./demo.yaml", "climb", "climber.skill=4", "wall=high")


@pytest.fixture(autouse=True)
def _beside_the_pack(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PACKS)


@pytest.mark.parametrize(
    "words",
    [
        (*CLIMB, "--dice", "roll=5,6", "--dice", "hit.damage=1,2,3"),
        (*CLIMB, "climber.hurt=1", "rope=true", "--dice", "1,1", "--explain"),
        ("run", "./demo.yaml", "climb", "climber.skill=20", "wall=low", "--choose", "slow=true", "--dice", "1"),
        ("run", "./demo.yaml", "climb", "climber={skill: 0, hurt: 11}", "wall=low", "--seed", "1"),
        ("run", "./demo.yaml", "share", "total=7", "heads=2"),
        ("run", "./demo.yaml", "stroll"),
        ("run", "./demo.yaml", "fate", "--dice=-1,0,1,1"),
        ("odds", "./demo.yaml", "climb", "climber.skill=7", "wall=high", "--show", "margin", "--show", "hit.damage"),
        ("odds", "./demo.yaml", "climb", "climber.skill=0", "wall=high"),
        ("odds", "./demo.yaml", "stroll"),
        ("check", "./demo.yaml"),
        ("list", "./demo.yaml"),
        (),
    ],
    ids=lambda words: " ".join(words)[:80],
)
def test_what_is_said(words: tuple[str, ...], snapshot: SnapshotAssertion) -> None:
    told = handhold(*words)
    assert told.out + told.err == snapshot


@pytest.mark.parametrize("command", ["run", "odds", "eval", "check", "list"])
def test_help_says_what_a_command_takes(command: str) -> None:
    told = handhold(command, "--help")
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith(f"usage: handhold {command} ")
    assert "PACK" in told.out


@pytest.mark.parametrize("words", [("--version",), ("--version", "--format")])
def test_the_version(words: tuple[str, ...]) -> None:
    assert handhold(*words).out == f"handhold {__version__}\n"


@pytest.mark.parametrize(
    ("formula", "words", "value"),
    [
        ("1 + 2 * 3", (), "7"),
        ("1 / 3", (), "1/3"),
        ("walls.high.steep", (), "3"),
        ("walls.high.dice", (), "2d6"),
        ("wall.dice + 1", ("wall=high",), "2d6+1"),
        ("ends(-3)", (), "down"),
        ("list(w.steep for w in walls)", (), "[1, 3]"),
        ("aid", ("climber.skill=1", "climber.hurt=2", "rope=true"), "1"),
        ("climber.lame", ("climber.skill=1",), "false"),
        ("settings.ground is soft", ("--set", "ground=soft"), "true"),
        ("n + 1", ("n=0.5",), "1.5"),
        ("count(l)", ("l=[1, 2]",), "2"),
        ("w.steep", ("w=low",), "1"),
        ("count(l)", ("l=[low]", "--type", "l=list of walls"), "1"),
        ("-3 + 1", (), "-2"),
        ("higher(walls.high)", (), "none"),
    ],
)
def test_the_value_of_a_formula(formula: str, words: tuple[str, ...], value: str) -> None:
    told = handhold("eval", "./demo.yaml", formula, *words)
    assert (told.code, told.out, told.err) == (0, f"{value}\n", "")


def test_the_odds_of_dice() -> None:
    told = handhold("eval", "./demo.yaml", "(n)d2 - 1", "n=2", "--odds")
    assert (told.code, told.err) == (0, "")
    assert [line.split()[:4] for line in told.out.splitlines()] == [
        ["1", "1/4", "25", "%"],
        ["2", "1/2", "50", "%"],
        ["3", "1/4", "25", "%"],
    ]


def test_options_may_stand_anywhere() -> None:
    wanted = handhold(*CLIMB, "--dice", "1,1", "--format", "json").out
    scattered = (
        "run",
        "--format",
        "json",
        "./demo.yaml",
        "--dice",
        "1,1",
        "climb",
        "climber.skill=4",
        "--set",
        "bonus=0",
    )
    assert handhold(*scattered, "wall=high").out == wanted


@pytest.mark.parametrize(
    "words",
    [
        (*CLIMB, "--dice", "roll=5,6", "--dice", "hit.damage=1,2,3"),
        (*CLIMB, "--dice", "roll=5,6 hit.damage=1,2,3"),
        (*CLIMB, "--dice", "5,6,1,2,3"),
        (*CLIMB, "--seed", "a seed"),
        CLIMB,
        (*CLIMB[:3], "climber={skill: 4, hurt: 0.5}", "wall=high", "--set", "ground=soft", "--choose", "slow=true"),
        ("run", "./demo.yaml", "fate", "--dice=-1,-1,0,1"),
        ("run", "./demo.yaml", "stroll"),
    ],
)
def test_the_last_line_repeats_the_answer(words: tuple[str, ...]) -> None:
    first = handhold(*words)
    last = first.out.splitlines()[-1]
    assert last.startswith("again: handhold run ")
    again = handhold(*shlex.split(last)[2:])
    assert (again.code, again.out) == (0, first.out)


def test_a_with_file_is_read_and_what_is_typed_wins(tmp_path: Path) -> None:
    text = (
        "event: climb\ngiven: {climber: {skill: 9, hurt: 1}, wall: low}\nchoices: {slow: true}\n"
        "settings: {bonus: 1}\ndice: {roll: 6}\n"
    )
    file = tmp_path / "start.yaml"
    file.write_text(text, encoding="utf-8")
    answer = json.loads(handhold("run", "./demo.yaml", "--with", str(file), "--format", "json").out)
    assert answer["values"] == answer["values"] | {"helped": -1, "roll": 7, "margin": 1, "slow": True, "outcome": "up"}
    typed = (
        "climber.skill=2",
        "rope=true",
        "--choose",
        "slow=false",
        "--set",
        "bonus=0",
        "--dice",
        "1",
        "--format",
        "json",
    )
    for words in (("--with", str(file)), ("--with", "-")):
        answer = json.loads(handhold("run", "./demo.yaml", *words, *typed, stdin=text.encode()).out)
        assert answer["values"] == answer["values"] | {"helped": 1, "roll": 1, "margin": 2, "slow": False}
    seeded = handhold("run", "./demo.yaml", "--with", str(file), "--seed", "3", "--format", "json")
    assert seeded.json["seed"] == 3


def test_a_run_is_what_the_next_one_starts_with(tmp_path: Path) -> None:
    file = tmp_path / "before.json"
    file.write_text(
        handhold(*CLIMB, "--dice", "6,6,1,2,3", "--set", "ground=soft", "--format", "json").out, encoding="utf-8"
    )
    after = handhold("run", "./demo.yaml", "land", "--with", str(file), "height=1", "--dice", "4", "--format", "json")
    assert after.json["effects"] == [{"path": "climber.hurt", "before": 3, "after": 7}]


def test_an_answer_to_no_question_is_told(tmp_path: Path) -> None:
    refused = ("climb", "climber.skill=0", "wall=low", "--choose", "slow=true")
    told = handhold("run", "./demo.yaml", *refused)
    assert (told.code, told.err) == (0, "handhold: the answer to 'slow' was not asked for\n")


def test_warnings_count_only_when_strict() -> None:
    assert handhold("check", "./demo.yaml").code == 0
    assert handhold("check", "./demo.yaml", "--strict").code == 1
    assert handhold("check", "./demo.yaml", "lurasko", "--format", "json").json["warnings"] == 1


def test_a_choice_by_policy() -> None:
    words = ("odds", "./demo.yaml", "climb", "climber.skill=7", "wall=low", "--show", "slow", "--format", "json")
    values = handhold(*words, "--policy", "slow=margin == 5").json["values"]
    assert values == {"slow": {"false": "5/6", "true": "1/6"}}
    assert handhold(*words, "--choose", "slow=true").json["values"] == {"slow": {"true": "5/6", "false": "1/6"}}


# -- streams -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "utf-8"])
@pytest.mark.parametrize("format", ["text", "json"])
def test_every_terminal_can_show_it(encoding: str, format: str) -> None:
    for words in (
        (*CLIMB, "--dice", "5,6,1,2,3"),
        ("odds", *CLIMB[1:]),
        ("list", "./demo.yaml"),
        ("check", "./demo.yaml"),
    ):
        told = handhold(*words, "--format", format, encoding=encoding)
        assert told.code == 0
        if format == "json":
            assert told.json == handhold(*words, "--format", format).json


def test_signs_have_a_spelling_in_ascii() -> None:
    told = handhold(*CLIMB, "--dice", "5,6,1,2,3", encoding="ascii")
    assert "2d6 -> 5 + 6 = 11" in told.out
    assert "demo 1.2.0 - climb" in told.out
    assert "Demo - walls" in handhold("list", "./demo.yaml", encoding="ascii").out
    assert "####" in handhold("odds", *CLIMB[1:], encoding="ascii").out


def test_what_is_echoed_can_do_no_harm() -> None:
    evil = "cl\u202eimb\x1b[31m\u200b"
    told = handhold("run", "./demo.yaml", evil)
    assert told.code == 2
    assert "cl\\u202eimb\\x1b[31m\\u200b" in told.err
    for words in (
        ("run", evil, "climb"),
        ("check", f"./{evil}"),
        ("run", "./demo.yaml", "climb", f"{evil}=1"),
        (evil,),
    ):
        told = handhold(*words)
        assert told.code == 2
        assert not {"\u202e", "\x1b", "\u200b"} & set(told.out + told.err)
    answer = handhold("eval", "./demo.yaml", "1", "--format", "json", f"x{evil}=1")
    assert not {"\u202e", "\x1b", "\u200b"} & set(answer.out + answer.err)


def test_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = handhold(*CLIMB, "--dice", "5,6,1,2,3").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    coloured = handhold(*CLIMB, "--dice", "5,6,1,2,3").out
    assert "\x1b[1m" in coloured
    assert "\x1b" not in plain
    assert "\x1b" not in handhold(*CLIMB, "--dice", "5,6,1,2,3", "--format", "json").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert handhold(*CLIMB, "--dice", "5,6,1,2,3").out == plain


def test_a_reader_who_is_gone_is_no_fault() -> None:
    class Gone(io.StringIO):
        def flush(self) -> None:
            raise BrokenPipeError

    err = io.StringIO()
    assert main(["list", "./demo.yaml"], Gone(), err) == 0
    assert err.getvalue() == ""


@pytest.mark.skipif(os.name != "posix", reason="a pipe of a shell")
def test_a_reader_who_is_gone_hears_no_complaint() -> None:
    command = f"{shlex.quote(sys.executable)} -m handhold list lurasko | head -n 0; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("0\n", "")


def test_the_module_is_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "handhold", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"handhold {__version__}\n"


def test_the_version_costs_nothing() -> None:
    script = "import sys\nfrom handhold.cli import main\nmain(['--version'])\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not loaded & {"argparse", "yaml", "lark", "jsonschema", "handhold.play.runs.run", "handhold.cli.command"}
