"""Whatever is wrong with what is given: one plain message with what to do, the right exit code, no traceback."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shell import DEMO, handhold

CLIMB = ("run", DEMO, "climb", "climber.skill=4", "wall=low")
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01"


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        # commands and options
        ((), 2, "usage: handhold COMMAND"),
        (("rnu",), 2, "did you mean 'run'?"),
        (("--version", "x"), 0, ""),
        (("--format", "json"), 2, "the command comes first"),
        (("run",), 2, "PACK"),
        (("run", DEMO), 2, "no event is named"),
        ((*CLIMB, "--sed", "3"), 2, "did you mean '--seed' or '--set'?"),
        ((*CLIMB, "--sed=3"), 2, "there is no option '--sed'"),
        ((*CLIMB, "--chose", "slow=true"), 2, "did you mean '--choose'?"),
        ((*CLIMB, "--xyzzy"), 2, "handhold run --help says how"),
        (("show", DEMO, "climb", "land"), 2, "'land' is one word too many"),
        ((*CLIMB, "--format", "xml"), 2, "--format cannot be 'xml'"),
        ((*CLIMB, "--seed"), 2, "--seed"),
        (CLIMB + ("--set", "a=b") * 999, 2, "the command has 2,002 words, and 2,000 are allowed"),
        # packs
        (("run", "no-such-pack", "climb"), 2, "no pack named 'no-such-pack'"),
        (("run", "lurask", "climb"), 2, "did you mean 'lurasko'?"),
        (("run", "./nowhere.yaml", "climb"), 2, "there is nothing at './nowhere.yaml'"),
        (("run", "", "climb"), 2, "is no name of a pack"),
        (("run", "a\0b", "climb"), 2, "a\\x00b"),
        (("check", "no-such-pack"), 2, ""),
        (("eval", "no-such-pack", "1"), 2, "no pack named"),
        (("list", "no-such-pack"), 2, "no pack named"),
        (("odds", "no-such-pack", "climb"), 2, "no pack named"),
        # events and inputs
        (("run", DEMO, "clim"), 2, "did you mean 'climb'?"),
        ((*CLIMB, "waal=low"), 2, "needs no 'waal' (did you mean 'wall'?)"),
        (("run", DEMO, "climb", "climber.skill=4"), 2, "wall: is missing"),
        (("run", DEMO, "climb", "wall=low"), 2, "climber.skill: is missing"),
        (("run", DEMO, "climb", "climber.skill=51", "wall=low"), 2, "51 is more than 50"),
        (("run", DEMO, "climb", "climber.skill=1.5", "wall=low"), 2, "a whole number is needed"),
        (("run", DEMO, "climb", "climber.skill=much", "wall=low"), 2, "climber.skill: a whole number is needed"),
        (("run", DEMO, "climb", "climber.skil=3", "wall=low"), 2, "did you mean 'skill'?"),
        (("run", DEMO, "climb", "climber.lame=true", "climber.skill=3", "wall=low"), 2, "is worked out"),
        (("run", DEMO, "climb", "climber=3", "wall=low"), 2, "a climber is needed here"),
        (("run", DEMO, "climb", "climber.skill=3", "wall=hihg"), 2, "did you mean 'high'?"),
        ((*CLIMB, "rope=yes"), 2, "write true"),
        ((*CLIMB, "rope=1"), 2, "rope: true or false is needed"),
        ((*CLIMB, "wall=high"), 2, "'wall' is given twice"),
        ((*CLIMB, "climber={skill: 4}"), 2, "'climber.skill' is given twice, whole and in parts"),
        ((*CLIMB, "climber.skill.more=4"), 2, "'climber.skill' is given twice, whole and in parts"),
        ((*CLIMB, "climber=4"), 2, "'climber' is given twice, whole and in parts"),
        ((*CLIMB, "rope"), 2, "'rope' has no '='"),
        ((*CLIMB, "=3"), 2, "'' is no name"),
        ((*CLIMB, "a..b=3"), 2, "'a..b' is no name"),
        ((*CLIMB, "climber.hurt=017"), 2, "begins with 0"),
        (("run", DEMO, "climb", "climber={skill: 4", "wall=low"), 2, "never closed"),
        (("run", DEMO, "climb", f"climber.skill={'9' * 5000}", "wall=low"), 2, "a whole number is needed"),
        # dice
        ((*CLIMB, "--dice", "7"), 2, "7 is not a face from 1 to 6"),
        ((*CLIMB, "--dice", "1,2"), 2, "faces are left over: 1 of 2"),
        ((*CLIMB, "--dice", "rol=1"), 2, "no faces are given for 'roll', which throws d6 (given: 'rol'; did you mean"),
        ((*CLIMB, "--dice", "fall=1"), 2, "which throws d6 (given: 'fall')"),
        ((*CLIMB, "--dice", "roll=1", "--dice", "roll=2"), 2, "'roll' is given twice"),
        ((*CLIMB, "--dice", "roll=1", "--dice", "fall=2"), 2, "'fall', which was never rolled"),
        ((*CLIMB, "--dice", "1", "--dice", "2"), 2, "the dice are given in several parts"),
        ((*CLIMB, "--dice", "1", "--dice", "roll=2"), 2, "by name and in order at once"),
        ((*CLIMB, "--dice", "roll=one"), 2, "'one' is no face of a die"),
        ((*CLIMB, "--dice", ""), 2, "too few faces are given (0)"),
        ((*CLIMB, "--dice", "roll="), 2, "too few faces are given for 'roll' (0)"),
        ((*CLIMB, "--dice", "9" * 5000), 2, "is no face of a die"),
        ((*CLIMB, "--dice", "1", "--seed", "2"), 2, "not from both"),
        # choices, settings, policies
        ((*CLIMB, "--choose", "slo=true", "--dice", "1"), 2, "did you mean 'slow'?"),
        ((*CLIMB, "--choose", "slow=maybe", "--dice", "1"), 2, "slow: true or false is needed"),
        ((*CLIMB, "--set", "grund=soft"), 2, "grund"),
        ((*CLIMB, "--set", "ground=sot"), 2, "hard, soft"),
        ((*CLIMB, "--set", "ground=[soft]"), 2, "a number, true or false, or a word"),
        (("odds", *CLIMB[1:], "--policy", "slow=marg > 1"), 2, "no value named 'marg'"),
        (("odds", *CLIMB[1:], "--policy", "slo=true"), 2, "did you mean 'slow'?"),
        (("odds", *CLIMB[1:], "--show", "margn"), 2, "margn"),
        (("odds", *CLIMB[1:], "--dice", "1"), 2, "--dice"),
        (("new", "mine", "--extend", "lurasko"), 2, "did you mean '--extends'?"),
        (("run", *CLIMB[1:], "--json"), 2, "write --format json"),
        (("run", *CLIMB[1:], "--verbose"), 2, "write --explain"),
        (("run", *CLIMB[1:], "-d", "4"), 2, "write --dice FACES"),
        (("odds", *CLIMB[1:], "--verbose"), 2, "handhold odds --help says how"),
        (("run", *CLIMB[1:], "--given", "rope=true"), 2, "write NAME=VALUE without an option"),
        (("run", *CLIMB[1:], "--format", "jsn"), 2, "--format cannot be 'jsn'\n   = did you mean 'json'?"),
        (("run", *CLIMB[1:], "--dice", "4 1"), 2, "write all faces in the order thrown: --dice 4,1"),
        (("run", *CLIMB[1:], "--dice", "4,1", "--dice", "3"), 2, "write all faces in the order thrown: --dice 4,1,3"),
        (("run", *CLIMB[1:], "rope=yes"), 2, "write true"),
        # formulas
        (("eval", DEMO, "1 +"), 2, "the formula ends where a value is expected"),
        (("eval", DEMO, "walls.lo.steep"), 2, "did you mean 'low'?"),
        (("eval", DEMO, "x + 1", "x=low_wall"), 2, "it is not clear of what type 'x' is"),
        (("eval", DEMO, "x + 1", "x=3", "--type", "x=intger"), 2, "did you mean 'integer'?"),
        (("eval", DEMO, "1 / x", "x=0"), 3, "division by zero"),
        (("eval", DEMO, "x + 1", "x=3", "--odds"), 2, "only dice have odds, and the type of 'x + 1' is integer"),
        (("eval", DEMO, "100d1000kh50", "--odds"), 3, "the totals of these dice are too many to work out"),
        (("eval", DEMO, "(1 - 2)d6", "--odds"), 3, "-1 dice"),
        # no answer
        (("run", DEMO, "share", "total=3", "heads=0"), 3, "demo.yaml:73:17: "),
        (("odds", DEMO, "share", "total=3", "heads=0"), 3, "division by zero"),
    ],
    ids=lambda value: " ".join(value).replace(DEMO, "demo")[:60] if isinstance(value, tuple) else None,
)
def test_what_is_given_is_wrong(words: tuple[str, ...], code: int, message: str) -> None:
    told = handhold(*words)
    assert told.code == code
    assert message in told.err
    assert "Traceback" not in told.err
    assert told.out == "" or words[0] in ("check", "--version")


def folder(files: dict[str, bytes | str], place: Path) -> str:
    place.mkdir()
    for name, held in files.items():
        (place / name).write_bytes(held.encode() if isinstance(held, str) else held)
    return f"{place}{os.sep}"


HEADER = 'pack: bad\nformat: 1\nversion: "1.0.0"\ntitle: Bad\nlicense: CC0-1.0\n'


@pytest.mark.parametrize(
    ("files", "place", "message"),
    [
        ({"pack.yaml": HEADER + "tables: [\n"}, "pack.yaml:6:9", "never closed"),
        ({"pack.yaml": HEADER + "tabels: {}\n"}, "pack.yaml:6:1", "did you mean 'tables'?"),
        ({"pack.yaml": PNG}, "pack.yaml:1:1", "UTF-8"),
        ({"pack.yaml": ""}, "pack.yaml:1:1", "the file is empty"),
        ({"pack.yaml": HEADER, "more.yaml": "- 1\n"}, "more.yaml:1", ""),
        ({}, "", "the folder has no pack.yaml"),
        ({"pak.yaml": HEADER}, "", "the folder has no pack.yaml"),
        ({"pack.yaml": HEADER + "title: Again\n"}, "pack.yaml:6:1", "title"),
        ({"pack.yaml": HEADER + "events:\n  go:\n    steps: {outcome: 1 + 'x}\n"}, "pack.yaml:8", ""),
        (
            {"pack.yaml": HEADER + "events:\n  go:\n    steps: {outcome: heigth}\n    needs: {height: integer}\n"},
            "pack.yaml:8:22",
            "did you mean 'height'?",
        ),
    ],
)
def test_a_faulty_pack_is_a_finding(files: dict[str, bytes | str], place: str, message: str, tmp_path: Path) -> None:
    where = folder(files, tmp_path / "pack")
    told = handhold("run", where, "go")
    assert (told.code, told.out) == (1, "")
    assert place in told.err
    assert message in told.err
    checked = handhold("check", where)
    assert checked.code == 1
    assert place in checked.out
    assert message in checked.out
    answer = handhold("check", where, "--format", "json").json
    assert answer["errors"] != 0


def test_the_line_and_a_mark_are_shown(tmp_path: Path) -> None:
    where = folder({"pack.yaml": HEADER + "events: {go: {steps: {outcome: 1 + heigth // 10}}}\n"}, tmp_path / "pack")
    lines = handhold("check", where).out.splitlines()
    assert lines[1] == "   | events: {go: {steps: {outcome: 1 + heigth // 10}}}"
    assert lines[2] == "   |                                    ^^^^^^"


def test_all_faults_come_in_one_run(tmp_path: Path) -> None:
    text = HEADER + "tabels: {}\nevents:\n  go:\n    steps:\n      a: {value: hiegth}\n      b: {vlaue: 3}\n"
    told = handhold("check", folder({"pack.yaml": text}, tmp_path / "pack"))
    faults = [line.partition(": ")[0] for line in told.out.splitlines() if "error[" in line]
    assert [fault.rpartition("pack.yaml")[2] for fault in faults] == [":6:1", ":10:18", ":11:11"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "the file is empty"),
        (b"given: {climber: {skill: 4\n", "never closed"),
        (b"evnt: climb\n", "did you mean 'event'?"),
        (b"- 1\n", ""),
        (b"cases: {}\n", "a file of cases"),
        (b"dice: {roll: [one]}\n", "dice"),
        (b'{"handhold": "odds/1"}', "only that of a run"),
        (b'{"handhold": "run/1"}', "only that of a run"),
        (PNG, "UTF-8"),
        (b"given: &a {x: *a}\n", "anchor"),
    ],
)
def test_a_with_file_is_wrong(text: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "with.yaml").write_bytes(text)
    for told in (
        handhold("run", DEMO, "climb", "--with", str(tmp_path / "with.yaml")),
        handhold("run", DEMO, "climb", "--with", "-", stdin=text),
    ):
        assert (told.code, told.out) == (2, "")
        assert message in told.err


@pytest.mark.parametrize("name", ["nowhere.yaml", ".", "", "a\0b", "/dev/null"])
def test_a_with_file_that_is_none(name: str) -> None:
    told = handhold("run", DEMO, "climb", "--with", name)
    assert told.code == 2
    assert told.err.startswith("handhold: ")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no FIFOs here")
@pytest.mark.parametrize("name", ["pack.yaml", "more.yaml", "alone.yaml"])
def test_a_fifo_keeps_nobody_waiting(name: str, tmp_path: Path) -> None:
    where = folder({} if name == "pack.yaml" else {"pack.yaml": HEADER}, tmp_path / "pack")
    os.mkfifo(Path(where) / name)
    words = ["check", f"{where}{name}" if name == "alone.yaml" else where]
    done = subprocess.run(
        [sys.executable, "-m", "handhold", *words], capture_output=True, text=True, timeout=30, check=False
    )
    assert done.returncode == 1
    assert "this is not an ordinary file" in done.stdout


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no FIFOs here")
def test_a_with_file_that_is_a_fifo(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "with.yaml")
    told = handhold("run", DEMO, "climb", "--with", str(tmp_path / "with.yaml"))
    assert told.code == 2
    assert "not an ordinary file" in told.err


def test_a_folder_is_given_as_a_file(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").mkdir()
    assert handhold("check", f"{tmp_path}/").code == 1
    assert handhold("check", f"{tmp_path}/pack.yaml").code == 1


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(path: Path, flags: int) -> int:
        raise PermissionError(errno.EACCES, "no")

    where = folder({"pack.yaml": HEADER}, tmp_path / "pack")
    monkeypatch.setattr("handhold.packs.storage.files.os.open", forbidden)
    told = handhold("check", where)
    assert told.code == 1
    assert f"pack.yaml:1:1: error[unreadable]: the file cannot be read: {os.strerror(errno.EACCES)}" in told.out


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_an_answer_that_cannot_be_written() -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "handhold", "list", DEMO],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 3
    assert done.stderr == f"handhold: the answer cannot be written: {os.strerror(errno.ENOSPC)}\n"


def test_a_bug_of_ours_is_one_plain_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(shell: object, where: str) -> None:
        raise ZeroDivisionError("a\u202ebc")

    monkeypatch.setattr("handhold.cli.shell.Shell.load", broken)
    told = handhold("odds", DEMO, "climb")
    assert told.code == 4
    assert told.err.splitlines()[0] == "handhold: this is a bug in handhold: ZeroDivisionError: a\\u202ebc"
    assert "Traceback" not in told.err
    monkeypatch.setenv("HANDHOLD_DEBUG", "1")
    assert "Traceback" in handhold("odds", DEMO, "climb").err


def test_an_interruption(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(shell: object, where: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("handhold.cli.shell.Shell.load", stopped)
    assert handhold("odds", DEMO, "climb").code == 130
