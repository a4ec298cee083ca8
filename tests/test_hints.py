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
    "a: !(skill > 3)": ("!", "put quotes around a text; in a formula write 'not', and '!=' after its left side"),
    "a: {when: !(skill > 3), value: 1}": (
        "!",
        "put quotes around a text; in a formula write 'not', and '!=' after its left side",
    ),
    "a: !ok && done": ("!", "put quotes around a text; in a formula write 'not', and '!=' after its left side"),
    "a: {value: skill > 3 ? 1 : 0}": (":", "write 'if … then … else …' for a choice"),
    "a: skill++": ("+", "a step does: {set: …, to: old + 1}"),
    "a: max(skill--, 1)": ("-", "a step does: {set: …, to: old - 1}"),
    "a: 1 + |skill|": ("|", "write 'abs(skill)'"),
    "a: |skill|": ("|", "put quotes around a text; in a formula 'abs(x)' is x without its sign"),
    "a: skill mod 3": ("mod", "write 'skill - skill // 3 * 3' for what is left"),
    "a: (skill % 3) + 1": ("%", "write 'skill - skill // 3 * 3' for what is left"),
    "a: skill div 3": ("div", "write 'skill // 3'"),
    "a: 10% of skill": ("%", "write 'skill * 10 / 100'"),
    "a: {roll: 2d6 !}": ("!", "write '2d6!'"),
    "a: skill ! = 3": ("!", "write '!='"),
    "a: skill not in 1..3": ("not", "write 'not skill in …'"),
    "a: skill isn't 3": ("isn", "write 'is not' for a row, '!=' for a number"),
    "a: skill equals 3": ("equals", "write '=='"),
    "a: (skill is greater than 3)": ("than", "write '>'"),
    "a: skill less than 3": ("less", "write '<'"),
    "a: skill at least 3": ("at", "write '>='"),
    "a: if skill at most 3 then 1 else 2": ("at", "write '<='"),
    "a: skill plus 3": ("plus", "write '+'"),
    "a: skill minus 3": ("minus", "write '-'"),
    "a: skill times 3": ("times", "write '*'"),
    "a: skill divided by 3": ("divided", "write '/', or '//' to drop the fraction"),
    "a: max(skill 3)": ("3", "write 'max(skill, 3)'"),
    "a: 2(skill + 1)": ("(", "write '2 * (…)'"),
    "a: (skill + 1)(skill + 2)": ("(", "write '*' between two pairs of parentheses"),
    "a: skill + 1 000": ("000", "write '1000'"),
    "a: skill + 1,000": (",", "write '1000'"),
    "a: skill * 1,5": (",", "write '1.5'"),
    "a: when skill > 3 then 1 else 2": ("skill", "write 'if … then … else …'"),
    "a: {roll: 1d20adv}": ("d20adv", "write '2d20kh1'"),
    "a: {roll: 1d20dis}": ("d20dis", "write '2d20kl1'"),
    "a: {roll: “d6”}": ("“", "write the formula without quotes of print"),
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
    "{damage: d6, weight: 1,000}": ("1,000", "write the digits together: 1000"),
    "{damage: d6, weight: 1 000}": ("1 000", "write the digits together: 1000"),
    "{damage: d6, weight: 1.000.000}": ("1.000.000", "write the digits together: 1000000"),
    "{damage: d6, weight: '1,000.5'}": ("'1,000.5'", "write the digits together: 1000.5"),
    "{damage: d6, weight: '3,5'}": ("'3,5'", "write a decimal with a point: 3.5"),
    "{damage: d6, weight: 1, count: 3,5}": ("3,5", "write a decimal with a point: 3.5"),
    "{damage: d6, weight: 1, count: 1.5}": ("1.5", "write 1 or 2; a fraction needs the type 'number'"),
    "{damage: d6, weight: 1, count: 10%}": ("10%", "write the number alone: 10"),
    "{damage: d6, weight: 1, count: 10 ft}": ("10 ft", "write the number alone: 10"),
    "{damage: d6, weight: 1, wet: no}": ("no", 'write false, or put quotes around a word: "no"'),
    "{damage: d6, weight: 1, wet: Yes}": ("Yes", 'write true, or put quotes around a word: "Yes"'),
    "{damage: d6, weight: 1, wet: 'on'}": ("'on'", "write true"),
    "{damage: d6, weight: 1, wet: 'Off'}": ("'Off'", "write false"),
    "{damage: d6, weight: 1, wet: 'true'}": ("'true'", "write true without quotes"),
    "{damage: d6, weight: 1, wet: 1}": ("1", "write true or false"),
    "{damage: 1W6, weight: 5}": ("1W6", "write '1d6'"),
    "{dmg: d6, weight: 5}": ("dmg", "did you mean 'damage'?"),
}
"""A row, what of it is marked, and the hint."""


SAYS = {
    "{true: 'You {skil}.', false: 'No {rol}.'}": ["true", "skil", "false", "rol"],
    "\n      true: You {skil}.\n      False: No {rol}.": ["true", "skil", "False", "rol"],
    "\n      yes: You {skil}.\n      no: No {rol}.": ["yes", "skil", "no", "rol"],
    "\n      fine: You {skil}.\n      'false': No {rol}.": ["fine", "skil", "rol"],
    "You {skil} and {rol}": ["skil", "rol"],
    "You {skill": ["{"],
    "You skill}": ["}"],
    "'{skill} and { } and {skill}'": [" "],
    "'{skill} and {skill'": ["{"],
    "'{{skill}}'": ["{skill"],
}
"""Texts of an event, and what of them is marked."""


@pytest.mark.parametrize("says", SAYS)
def test_every_fault_of_a_text_is_told(says: str, tmp_path: Path) -> None:
    found = told(f"{HEADER}{BEFORE}      outcome: skill + roll >= 12\n    says: {says}\n", tmp_path)
    assert [marked for marked, _ in found] == SAYS[says]
    near = {"skil": "did you mean 'skill'?", "rol": "did you mean 'roll'?"}
    assert all(hint == near[marked] for marked, hint in found if marked in near)


def test_a_text_for_outcomes_is_looked_at_where_there_is_no_outcome(tmp_path: Path) -> None:
    found = told(f"{HEADER}{BEFORE}      total: skill + roll\n    says: {{good: 'You {{skil}}.'}}\n", tmp_path)
    assert [marked for marked, _ in found] == ["good", "skil"]


RANGES = {
    "0-5": "write 0..5",
    "1–5": "write 1..5",
    "1...5": "write 1..5",
    "1 to 5": "write 1..5",
    "-5 - -3": "write -5..-3",
    "6+": "write 6..",
    "6 or more": "write 6..",
    "few": "write a number, or a range as 1..5, 0.. or ..-10",
}
"""The numbers of a row as books write them, and the hint."""


@pytest.mark.parametrize("numbers", RANGES)
def test_a_range_is_met_with_what_to_write(numbers: str, tmp_path: Path) -> None:
    table = f"tables:\n  ends:\n    rows:\n      low: {{at: {numbers}}}\n"
    assert told(f"{HEADER}{table}", tmp_path)[:1] == [(numbers, RANGES[numbers])]


GIVEN = "if it is given, write it with its type into the needs of '{}': '{}: integer'"

PACKS = {
    "modifiers: {m: {take: sum, helps: higher, lines: {x: {value: a + 1}}}}": ("a", GIVEN.format("m", "a")),
    "formulas: {half: {value: height // 2}}": ("height", GIVEN.format("half", "height")),
    "formulas: {halves: {needs: {height: integer}, value: heigth // 2}}": ("heigth", "did you mean 'height'?"),
    "formulas: {half: {value: hafl // 2}}": ("hafl", GIVEN.format("half", "hafl")),
    "events: {climb: {steps: {a: skill > 2}}}": ("skill", GIVEN.format("climb", "skill")),
    "events: {climb: {steps: {outcome: made}}}": (
        "made",
        f"{GIVEN.format('climb', 'made')}; an outcome in words is a row of a table, and is written 'TABLE.made'",
    ),
    "events: {climb: {needs: skill, steps: {outcome: 1}}}": ("skill", "write each with its type: {skill: integer}"),
    "tables:\n  walls:\n    columns: {n: integer}\n    rows:\n      low: 1": (
        "1",
        "write the column before the value: {COLUMN: 1}",
    ),
    "events:\n  climb:\n    steps:\n      if 1 > 2:\n        value: 1": (
        "if 1 > 2",
        "a condition stands inside a step that has a name: {when: 1 > 2, value: …}",
    ),
    "settings:\n  half: {value: 1, reading: One.}}": ("}", "write 'half: {value: 1, reading: One.}'"),
    "settings:\n  half: {value: 1, reading: One.}}  # a comment": ("}", "write 'half: {value: 1, reading: One.}'"),
    "tables:\n  walls: {rows: {low: {}, high: {}}}}}": ("}", "write 'walls: {rows: {low: {}, high: {}}}'"),
}
"""A pack, what of it is marked first, and the hint."""


@pytest.mark.parametrize("body", PACKS)
def test_a_pack_is_met_with_what_to_write(body: str, tmp_path: Path) -> None:
    assert told(f"{HEADER}{body}\n", tmp_path)[:1] == [PACKS[body]]


MISSPELT = {
    "events: {climb: {step: {a: 1}}}": [("step", "did you mean 'steps'?")],
    "tables: {walls: {row: {low: {}}}}\nevents: {climb: {stesp: {a: 1}}}": [
        ("row", "did you mean 'rows'?"),
        ("stesp", "did you mean 'steps'?"),
    ],
    "modifiers: {help: {take: sum, line: {a: {value: 1}}}}": [("line", "did you mean 'lines'?")],
    "formulas: {f: {valu: 1}}": [("valu", "did you mean 'value'?")],
}


@pytest.mark.parametrize("body", MISSPELT)
def test_a_key_that_must_be_there_and_is_misspelt_is_told_once(body: str, tmp_path: Path) -> None:
    assert told(f"{HEADER}{body}\n", tmp_path) == MISSPELT[body]


DEPTHS = {
    "events:\n  climb:\n  needs: {skill: integer}\n  steps:\n    outcome: skill > 1": ["climb"],
    "events:\n  climb:\n  steps:\n    outcome: 1\n  jump:\n  steps:\n    outcome: 1": ["climb", "jump"],
    "events:\n  climb:\n    needs: {skill: integer}\n  steps:\n    outcome: skill > 1": ["steps"],
    "events:\n  climb:\n    steps:\n      outcome: 1\n  says: You climb.": ["says"],
    "events:\n  climb:\n    steps:\n    roll: {roll: d6}\n    outcome: roll": ["steps"],
    "events:\n  climb:\n    steps:\n      roll:\n      roll: d6\n      outcome: roll": ["roll"],
    "events:\n  climb:\n    steps:\n      more:\n        repeat: 3\n        steps:\n        roll: {roll: d6}": [
        "steps"
    ],
    "events:\n  climb:\n    needs:\n      skill:\n      type: integer\n    steps:\n      outcome: skill > 1": ["skill"],
    "events:\n  climb:\n    needs:\n      skill: integer\n      steps:\n        outcome: skill > 1": ["steps"],
    "events:\nclimb:\n  steps:\n    outcome: 1": ["events"],
    "tables:\n  walls:\n  columns: {goal: integer}\n  rows:\n    low: {goal: 1}": ["walls"],
    "tables:\n  walls:\n    columns:\n    goal: integer\n    rows:\n    low: {goal: 1}": ["columns", "rows"],
    "tables:\n  walls:\n    columns: {n: integer}\n    rows:\n      low:\n      n: 1\n      high:\n      n: 2": [
        "low",
        "high",
    ],
    "formulas:\n  f:\n  needs: {skill: integer}\n  value: skill + 1": ["f"],
    "modifiers:\n  m:\n  take: sum\n  helps: higher\n  lines:\n    x: {value: 1}": ["m"],
    "modifiers:\n  m:\n    take: sum\n    helps: higher\n    lines:\n      x:\n      value: 1": ["x"],
    "sheets:\n  climber:\n  skill: integer\n  luck: integer": ["climber"],
    "settings:\n  half:\n  value: 1\n  reading: One.": ["half"],
    # what is wrong in it is told as well
    "events:\n  climb:\n  needs: {skill: integer}\n  steps:\n    outcome: skil > 1": ["climb", "skil"],
    # a key that stands twice is no matter of depth
    "events:\n  climb:\n    steps:\n      a: 1\n      b: 2\n      a: 3\n      outcome: a": ["a"],
}
"""What stands as deep as what it belongs to, or deeper, and what of it is marked."""


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


NEEDS = {
    "{type: integer, min: 1 000}": ("1 000", "write the digits together: 1000"),
    "{type: integer, default: 1.5}": ("1.5", "write 1 or 2; a fraction needs the type 'number'"),
    "{type: number, max: 10%}": ("10%", "write the number alone: 10"),
    "{type: number, default: 1,5}": ("1,5", "write a decimal with a point: 1.5"),
    "{type: number, default: '1,5'}": ("'1,5'", "write a decimal with a point: 1.5"),
}
"""A need, what of it is marked, and the hint."""


@pytest.mark.parametrize("need", NEEDS)
def test_a_need_is_met_with_what_to_write(need: str, tmp_path: Path) -> None:
    event = f"events:\n  climb:\n    needs: {{skill: {need}}}\n    steps: {{outcome: skill > 1}}\n"
    assert told(f"{HEADER}{event}", tmp_path) == [NEEDS[need]]


@pytest.mark.parametrize("row", CELLS)
def test_a_cell_is_met_with_what_to_write(row: str, tmp_path: Path) -> None:
    more = "".join(f", {name}: {of}" for name, of in {"count": "integer", "wet": "flag"}.items() if f"{name}:" in row)
    table = f"tables:\n  weapons:\n    columns: {{damage: dice, weight: number{more}}}\n    rows:\n      club: {row}\n"
    assert told(f"{HEADER}{table}", tmp_path) == [CELLS[row]]


@pytest.mark.parametrize("body", DEPTHS)
def test_a_wrong_depth_is_told_once(body: str, tmp_path: Path) -> None:
    path = tmp_path / "made.yaml"
    path.write_text(f"{HEADER}{body}\n", encoding="utf-8")
    lines = path.read_text(encoding="utf-8").split("\n")
    errors = [fault.span for fault in handhold.check(path) if fault.severity == "error" and fault.span]
    assert [lines[at.line - 1][at.column - 1 : at.end_column - 1] for at in errors] == DEPTHS[body]
