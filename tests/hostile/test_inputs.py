"""Hostile arguments, with-files, scenarios and cases."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hostile.child import faultless, told, warmed
from tests.shell import CLIMB, DEMO

GIVEN = "event: climb\ngiven: {climber: {dex: 14}, difficulty: hard, distance: medium}\n"


@pytest.fixture(autouse=True, scope="module")
def _warm() -> None:
    warmed()


@pytest.mark.parametrize(
    "words",
    [
        ("--dice", "9" * 5000),
        ("--dice", "," * 5000),
        ("--dice", "\uff11"),
        ("--dice", "roll=\u00b2"),
        ("--choose", "a=" + "[" * 5000),
        ("--choose", "__class__=1"),
        ("--set", "a.b=\x1b[31m"),
        ("--set", "x" * 100_000 + "=1"),
        ("climber.dex=" + "9" * 100,),
        ("climber.dex=1e5",),
        ("climber.dex={a: 1}",),
        ("climber.dex=\uff11\uff14",),
        ("climber.dex=!!python/name:os.system",),
        ("climber.dex=*a",),
        ("a" * 100_000 + "=1",),
        (".".join("a" * 5000) + "=1",),
        ("climber=1", "climber.dex=2"),
        ("\udcff=1",),
        ("--seed", ""),
        ("--with", "/dev/zero"),
        ("--with", "."),
        ("--with", "x" * 5000),
    ],
    ids=lambda words: ascii(" ".join(words))[:30],
)
def test_an_argument_is_refused_plainly(words: tuple[str, ...]) -> None:
    answer = told("run", DEMO, *CLIMB[:1], "--seed", "1", *words)
    assert faultless(answer, [2]), (answer.code, answer.err[:300])


def test_a_name_too_long_for_a_file_is_no_pack() -> None:
    assert faultless(told("check", "x" * 100_000), [2])
    assert faultless(told("check", "./" + "x" * 100_000), [2])


@pytest.mark.parametrize(
    "text",
    [
        GIVEN + "choices: " + "{a: " * 3000 + "}" * 3000 + "\n",
        '{"event": "climb", "given": ' + '{"a": ' * 30 + "1" + "}" * 31,
        GIVEN + "dice: [" + "9" * 50 + "]\n",
        GIVEN + "dice: {roll: [true, 1.5, x]}\n",
        GIVEN + "dice: {roll: {a: 1}}\n",
        GIVEN + "seed: [1]\n",
        GIVEN + "settings: {a: [1]}\n",
        "event: climb\ngiven: [1]\n",
        "event: climb\ngiven:\n" + "".join(f"  k{n}: 1\n" for n in range(9000)),
        "event: climb\ngiven: {climber: {dex: [1]}, difficulty: {a: 1}, distance: [medium]}\n",
        "event: climb\ngiven: {1: 2, climber: {2: 3}}\n",
        "event: [climb]\n",
        'event: "cl\\e[31mimb\\u202e"\n',
        'event: "\\UFFFFFFFF"\n',
        '{"event": "\\ud800"}',
        '{"handhold": "run/1", "state": [1]}',
        '{"handhold": "run/1", "state": {"climber": {"__class__": 14}}}',
        "event: climb\0\n",
        " \n" * 1000,
        GIVEN + "choices: &a {b: *a}\n",
    ],
    ids=lambda text: ascii(text[len(GIVEN) :] if text.startswith(GIVEN) else text)[:30],
)
@pytest.mark.parametrize("command", ["run", "odds"])
def test_a_with_file_is_refused_plainly(command: str, text: str, tmp_path: Path) -> None:
    file = tmp_path / "with.yaml"
    file.write_text(text, encoding="utf-8")
    assert faultless(told(command, DEMO, "--with", str(file)), [2])


@pytest.mark.parametrize(
    "text",
    [
        "pack: [x]\nentries: {a: {event: climb}}\n",
        "pack: ../../../../etc/passwd\nentries: {a: {event: climb}}\n",
        "pack: .\nentries: {a: {event: climb}}\n",
        "entries: [1]\n",
        "pack: x\nentries: " + "[" * 5000 + "\n",
        "pack: x\nentries:\n" + "".join(f"  F{n}: 1\n" for n in range(9000)),
        '"\\UFFFFFFFF"',
    ],
    ids=lambda text: ascii(text)[:30],
)
def test_a_scenario_is_refused_plainly(text: str, tmp_path: Path) -> None:
    file = tmp_path / "play.yaml"
    file.write_text(text, encoding="utf-8")
    assert faultless(told("play", str(file)), [1, 2])


@pytest.mark.parametrize(
    "text",
    [
        "cases:\n" + "".join(f"  c{n}: {{event: nope{n}}}\n" for n in range(3000)),
        "cases: " + "[" * 3000,
        "cases: {a: 1}\n",
        'cases: {a: "\\UFFFFFFFF"}\n',
    ],
    ids=lambda text: ascii(text)[:30],
)
def test_cases_are_refused_plainly(text: str, tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_bytes(Path(DEMO).read_bytes())
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "a.yaml").write_text(text, encoding="utf-8")
    assert faultless(told("check", str(tmp_path)), [1])
    assert faultless(told("test", str(tmp_path)), [1, 2])
