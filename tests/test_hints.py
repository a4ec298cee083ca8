"""What people write by mistake, and what they are told to write: one report for each mistake, at the mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

import handhold

HEADER = 'pack: faulty\nformat: 1\nversion: "1.0.0"\ntitle: Faulty\nlicense: CC0-1.0\n'
BEFORE = """events:
  climb:
    needs: {skill: {type: integer, min: 0, max: 9}}
    steps:
      roll: {roll: d20}
"""

STEPS = {
    "a: {value: skill, roll: d6}": ("roll", "make two steps of it"),
    "a: {choose: flag, roll: d6}": ("roll", "make two steps of it"),
    "a: {set: skill, to: 3, roll: d6}": ("roll", "make two steps of it"),
    "a: {set: skill, value: 3}": ("value", "did you mean 'to'?"),
    "a: {if: skill > 3, then: 1, else: 2}": ("then", "one formula says both: if skill > 3 then 1 else 2"),
    "a: {skill + 1}": ("skill + 1", "write 'a: skill + 1'"),
    "a:{roll: d6}": (":", "write 'a: {roll: d6}'"),
    "a:{roll: d6, when: skill > 3}": (":", "write 'a: {roll: d6, when: skill > 3}'"),
    "a {roll: d6}": ("a", "write 'a: {roll: d6}'"),
    "a: 2d6x10": ("d6x10", "throw 2d6 in a step of its own, and multiply what that gives: 'roll * 10'"),
    "a: skill between 1 and 3": ("between", "write 'skill in 1..3'"),
    "a: min skill": ("skill", "write 'min(skill, …)'"),
    "a: abs skill": ("skill", "write 'abs(skill)'"),
    "a: {repeat: skill times, steps: {b: 1}}": ("times", "write 'skill' alone"),
    "a: skill == 3 or 4": ("4", "write 'skill == 4'"),
    "a: skill²": ("skill²", "write 'skill * skill'"),
    "a: skill³": ("skill³", "write 'skill * skill * skill'"),
    "a: {each: x in 1-3, steps: {b: x}}": ("1-3", "write 1..3"),
    "a: skill * 50%": ("%", "write '50 / 100'"),
    "a: 1_000 + skill": ("1_000", "write '1000'"),
    "a: {roll: 4d6 drop lowest}": ("drop", "write '4d6dl1'"),
    "a: {roll: 4d6 keep the best 3}": ("keep", "write '4d6kh3'"),
    "a: {roll: 2d20 adv}": ("adv", "write '2d20kh1'"),
    "a: {roll: 1W6}": ("1W6", "write '1d6'"),
    "a: skill // 0": ("0", "divide by another number"),
    "a: {repeat: 0, steps: {b: {roll: d6}}}": ("0", "write a number above 0"),
    "a: skill:": (":", "take this colon away"),
    "a: if skill > 3: 1 else 2": (":", "write 'if … then … else …' for a choice"),
    "a: skill == 2 ? 1 : 0": (":", "write 'if … then … else …' for a choice"),
    "a: case skill of 1: 2": (":", "write 'if … then … else …' for a choice"),
    "a: {roll: d6}  extra": (
        "e",
        "take away what follows it, or put quotes around a formula or text that begins with [ or {",
    ),
    "rôle: skill": ("rôle", "write 'role'"),
    "a: {each: [1, 2], steps: {b: 1}}": (
        "[1, 2]",
        "write a name for one of them, and where they come from: 'each: x in 1..3'",
    ),
}
"""A step, what of it is marked, and the hint."""

CELLS = {
    "{damage: d6, weight: 1.5kg}": ("1.5kg", "write the number alone: 1.5"),
    "{damage: d6, weight: 5%}": ("5%", "write the number alone: 5"),
    "{damage: d6, weight: 3,5}": ("3,5", "write a decimal with a point: 3.5"),
    "{damage: 1W6, weight: 5}": ("1W6", "write '1d6'"),
    "{dmg: d6, weight: 5}": ("dmg", "did you mean 'damage'?"),
}
"""A row, what of it is marked, and the hint."""


def told(text: str, tmp_path: Path) -> list[tuple[str, str]]:
    """What is marked of a file, and what is said to write."""
    path = tmp_path / "made.yaml"
    path.write_text(text, encoding="utf-8")
    lines = text.split("\n")
    spans = [(each, each.span) for each in handhold.check(path)]
    return [(lines[at.line - 1][at.column - 1 : at.end_column - 1], each.hint) for each, at in spans if at is not None]


@pytest.mark.parametrize("step", STEPS)
def test_a_step_is_met_with_what_to_write(step: str, tmp_path: Path) -> None:
    assert told(f"{HEADER}{BEFORE}      {step}\n      outcome: skill + roll >= 12\n", tmp_path) == [STEPS[step]]


@pytest.mark.parametrize("row", CELLS)
def test_a_cell_is_met_with_what_to_write(row: str, tmp_path: Path) -> None:
    table = f"tables:\n  weapons:\n    columns: {{damage: dice, weight: number}}\n    rows:\n      club: {row}\n"
    assert told(f"{HEADER}{table}", tmp_path) == [CELLS[row]]
