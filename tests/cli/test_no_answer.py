"""What the command says where the rules have no answer: for a person, and for a program."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shell import handhold

PACK = str(Path(__file__).parents[1] / "fixtures" / "pulley.yaml")


def told(*words: str) -> list[str]:
    """The lines on standard error, without the place and the line of the pack."""
    answer = handhold(*words)
    assert (answer.code, answer.out) == (3, "")
    first, *lines = answer.err.splitlines()
    return [first.removeprefix(PACK).split(": ", 1)[1], *(line.strip() for line in lines if line.startswith("   = "))]


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (
            ("run", PACK, "nested", "climber.strength=7", "wall=bare"),
            [
                "a division by zero",
                "= climber.strength is 7, wall.ropes is 0",
                "= formulas.per_rope, used by formulas.per_rope_of_two, in the step 'worth' of the event 'nested'",
            ],
        ),
        (
            ("run", PACK, "rounds", "start=1", "--dice", "5,6"),
            [
                "a division by zero",
                "= roll is 6, left is 0",
                "= in the step 'turns.2.worth' of the event 'rounds'",
                "= after the dice turns.1.roll=5 turns.2.roll=6",
            ],
        ),
        (
            ("run", PACK, "named", "boxes={a: {}}", "who=b"),
            ["there is no member 'b'", "= who is b", "= in the step 'worth' of the event 'named'"],
        ),
        (
            ("eval", PACK, "1 / (x - wall.height)", "x=10", "wall=low"),
            ["a division by zero", "= x is 10, wall.height is 10"],
        ),
        (
            ("eval", PACK, "pull", "climber.strength=4", "scene.helpers=0"),
            ["a division by zero", "= climber.strength is 4, scene.helpers is 0", "= modifiers.pull.lines.help"],
        ),
    ],
    ids=lambda value: value[2] if isinstance(value, tuple) else None,
)
def test_a_fault_is_told_with_its_values_its_step_and_its_dice(words: tuple[str, ...], lines: list[str]) -> None:
    assert told(*words) == lines


def test_a_fault_for_a_program() -> None:
    answer = handhold("run", PACK, "rounds", "start=1", "--dice", "5,6", "--format", "json")
    assert answer.code == 3
    found = answer.json
    assert found["handhold"] == "fault/1"
    assert found["pack"] == "pulley@1.0.0"
    assert (found["event"], found["step"], found["round"]) == ("rounds", "turns.2.worth", None)
    assert (found["formula"], found["names"]) == ("roll // left", {"roll": 6, "left": 0})
    assert found["rolls"] == {
        "turns.1.roll": {"dice": "d6", "faces": [5], "value": 5},
        "turns.2.roll": {"dice": "d6", "faces": [6], "value": 6},
    }
    assert found["message"] in answer.err


def test_many_names_and_rolls_are_not_told_all() -> None:
    answer = handhold("run", PACK, "rounds", "start=20", "--seed", "1")
    assert answer.code == 0
    lines = told("run", PACK, "many", "--dice", ",".join(["1"] * 20))
    assert lines[1].count(" is ") == 12
    assert lines[1].endswith(", and 3 more")
    assert lines[-1].startswith("= after the dice … turns.9.roll=1 ")
    assert lines[-1].count("=1") == 12


def test_a_formula_of_a_sentence_without_a_value_is_told_and_the_answer_stands() -> None:
    answer = handhold("run", PACK, "told", "many=0")
    assert answer.code == 0
    assert answer.out.startswith("Each gets {10 // many}.")
    assert answer.err == "handhold: the sentence has no value for {10 // many}\n"
    assert handhold("run", PACK, "told", "many=4").err == ""


def test_it_is_told_in_a_story_too(tmp_path: Path) -> None:
    entries = "entries:\n  - {event: told, given: {many: 4}}\n  - {event: told, given: {many: 0}}\n"
    (tmp_path / "story.yaml").write_text(f"pack: {PACK}\n{entries}", encoding="utf-8")
    answer = handhold("play", str(tmp_path / "story.yaml"))
    assert answer.code == 0
    assert answer.err == "handhold: entry 2: the sentence has no value for {10 // many}\n"
