"""`handhold diff`: what ten lines did, at a glance and as data."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import handhold as library
from handhold import load
from handhold.golden.cases import read_cases
from handhold.golden.odds_changes import mean, odds_changes
from handhold.packs.storage.places import PackPlace
from tests.shell import handhold

HEAD = 'format: 1\nversion: "1.0.0"\ntitle: A pack\nlicense: CC0-1.0\n'
BASE = f"""pack: base
{HEAD}tables:
  walls:
    ordered: true
    columns: {{hard: integer, dice: dice}}
    rows:
      low: {{hard: 2, dice: d6}}
      high: {{hard: 5, dice: 2d6}}
sheets:
  climber: {{skill: integer, hurt: {{type: integer, min: 0, max: 99, default: 0, changes: true}}}}
events:
  climb:
    needs: {{climber: climber, wall: walls}}
    steps:
      may: {{refuse: {{lame: {{when: climber.hurt > 9, because: Too lame.}}}}}}
      roll: {{roll: wall.dice}}
      margin: climber.skill + roll - wall.hard
      fall: {{set: climber.hurt, to: old + wall.hard, when: margin < 3}}
      outcome: margin >= 3
  walk:
    needs: {{climber: climber}}
    steps:
      outcome: climber.hurt > 0
  turns:
    needs: {{climber: climber}}
    steps:
      loop:
        repeat: 2
        steps:
          slow: {{choose: flag, by: player, default: false}}
          roll: {{roll: d6}}
      outcome: climber.hurt > 0
"""
CASES = """cases:
  low_wall: {event: climb, given: {climber: {skill: 1}, wall: low}, dice: [4]}
  low_wall_again: {event: climb, given: {climber: {skill: 1}, wall: low}, dice: [3]}
  high_wall: {event: climb, given: {climber: {skill: 1}, wall: high}, dice: [4, 4]}
  lame: {event: climb, given: {climber: {skill: 1, hurt: 10}, wall: low}}
  walk: {event: walk, given: {climber: {skill: 1}}}
  slowly: {event: turns, given: {climber: {skill: 1}}, choices: {loop.2.slow: true}, dice: [1, 2]}
"""
VARIANT = f"""pack: hard
{HEAD}extends: base
change:
  tables.walls.rows.*.hard: {{formula: inherited + 1}}
  events.climb.refuse.lame.when: climber.hurt > 20
add:
  events.climb.steps.luck: {{value: roll + 1, title: Luck, after: roll}}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("packs")
    (made / "base" / "tests").mkdir(parents=True)
    (made / "base" / "pack.yaml").write_text(BASE, encoding="utf-8")
    (made / "base" / "tests" / "cases.yaml").write_text(CASES, encoding="utf-8")
    (made / "hard.yaml").write_text(VARIANT, encoding="utf-8")
    (made / "same.yaml").write_text(BASE.replace("pack: base", "pack: same"), encoding="utf-8")
    (made / "less.yaml").write_text(BASE.replace("  walk:\n", "  stroll:\n"), encoding="utf-8")
    return made


@pytest.fixture(autouse=True)
def _beside_the_packs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)


def test_what_is_different(snapshot: SnapshotAssertion) -> None:
    told = handhold("diff", "./base", "./hard.yaml", "--cases", "--odds")
    assert (told.code, told.err) == (0, "")
    assert told.out == snapshot


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("woin", "examples/variants/gritty-falls"),
        ("futile-kingdoms", "examples/variants/other-readings"),
        ("lurasko", "examples/variants/wet-season+examples/variants/heavy-packs"),
        ("examples/variants/wet-season", "lurasko"),
    ],
)
def test_the_examples(one: str, other: str, snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    told = handhold("diff", one, other)
    assert (told.code, told.err) == (0, "")
    assert told.out == snapshot


def test_many_rows_are_told_in_short(tmp_path: Path) -> None:
    for name, more in (("few", 0), ("many", 7)):
        rows = "".join(f"      r{n}: {{hard: {n + more}}}\n" for n in range(40))
        text = f"pack: {name}\n{HEAD}tables:\n  t:\n    columns: {{hard: integer}}\n    rows:\n{rows}"
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    told = handhold("diff", str(tmp_path / "few.yaml"), str(tmp_path / "many.yaml"))
    assert "40 places differ" in told.out
    assert "rows.*.hard: r0 0 → 7, r1 1 → 8" in told.out
    assert "r11 11 → 18 and 28 more" in " ".join(told.out.split())
    assert "r12" not in told.out


def test_what_is_the_same() -> None:
    told = handhold("diff", "./base", "./same.yaml", "--cases", "--odds")
    assert told.code == 0
    assert " ".join(told.out.split()).startswith(
        "base 1.0.0 → same 1.0.0: no difference. Cases of ./base: 0 of 6 come to something else. Chances in the 5 "
        "situations of 6 cases of ./base: 0 move, 4 stay, 1 without dice."
    )


def test_a_pack_without_cases() -> None:
    told = handhold("diff", "./same.yaml", "./base", "--cases", "--odds")
    assert told.code == 0
    assert "./same.yaml has no cases.\n" in told.out


def test_cases_that_cannot_be_run_any_more() -> None:
    answer = handhold("diff", "./base", "./less.yaml", "--cases", "--odds", "--format", "json").json
    assert isinstance(answer["cases"], list)
    (((case,),),) = [answer["cases"]]
    (leaf,) = case["leaves"]
    assert (case["case"], leaf["path"], leaf["before"]) == ("walk", "run", "an answer")
    assert "no event 'walk'" in leaf["now"]


def test_the_cases_in_json() -> None:
    answer = handhold("diff", "./base", "./hard.yaml", "--cases", "--format", "json").json
    groups = answer["cases"]
    assert isinstance(groups, list)
    found = {
        case["case"]: {leaf["path"]: (leaf["before"], leaf["now"]) for leaf in case["leaves"]}
        for group in groups
        for case in group
    }
    # by hand: low 1 + 4 - 2 = 3 and then 2, a fall that costs 3; low again 2 and then 1, where a fall was 2
    assert found == {
        "low_wall": {
            "outcome": (True, False),
            "values.margin": (3, 2),
            "values.fall": (None, 3),
            "state.climber.hurt": (0, 3),
        },
        "low_wall_again": {"values.margin": (2, 1), "values.fall": (2, 3), "state.climber.hurt": (2, 3)},
        "high_wall": {"values.margin": (4, 3)},
        "lame": {"run": ("an answer", found["lame"]["run"][1])},
    }
    assert answer["odds"] is None


def test_the_odds_in_json() -> None:
    odds = handhold("diff", "./base", "./hard.yaml", "--odds", "--format", "json").json["odds"]
    assert isinstance(odds, dict)
    moves = {tuple(move["cases"]): move for move in odds["moves"]}
    assert list(moves) == [("lame",), ("low_wall", "low_wall_again"), ("high_wall",)]
    # by hand: 1 + d6 - 2 >= 3 for 3 of 6 faces, then 2; 1 + 2d6 - 5 >= 3 for 7 or more, 21 of 36, then for 8, 15
    low, high = moves["low_wall", "low_wall_again"], moves["high_wall",]
    assert (low["before"], low["now"]) == ({"true": "1/2", "false": "1/2"}, {"false": "2/3", "true": "1/3"})
    assert (high["before"]["true"], high["now"]["true"]) == ("7/12", "5/12")
    assert low["fields"] == [
        {"name": "climber.hurt", "before": {"0": "1/2", "2": "1/2"}, "now": {"3": "2/3", "0": "1/3"}}
    ]
    # what answers a single pass of a loop is reckoned like all else
    assert (odds["stay"], odds["without_dice"], odds["failed"]) == (1, 1, [])
    assert moves[("lame",)]["before"] == {"refused: lame": "1"}


def test_what_takes_too_much_work_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("handhold.limits.ODDS_STEPS", 3)
    told = handhold("diff", "./base", "./hard.yaml", "--odds")
    assert (told.code, told.err) == (0, "")
    assert "cannot be reckoned: " in told.out
    assert "low_wall" in told.out


def test_chances_agree_with_the_odds_of_each_pack() -> None:
    one, other = load("./base"), load("./hard.yaml")
    cases, _ = read_cases(PackPlace(Path("base"), "base"))
    for move in odds_changes(one.chances, other.chances, cases).moves:
        case = move.cases[0]
        for pack, chances in ((one, move.before), (other, move.now)):
            found = library.odds(pack, case.event, case.given)
            assert dict(chances["outcome"]) == (found.outcomes or {"refused: lame": Fraction(1)})
            assert sum(chances["outcome"].values()) == 1


@pytest.mark.parametrize(
    ("chances", "average"),
    [
        ({"1": Fraction(1, 2), "4": Fraction(1, 2)}, Fraction(5, 2)),
        ({"1/2": Fraction(1)}, Fraction(1, 2)),
        ({"true": Fraction(1)}, None),
        ({}, Fraction(0)),
    ],
)
def test_an_average(chances: dict[str, Fraction], average: Fraction | None) -> None:
    assert mean(chances) == average


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_every_terminal_can_show_it(encoding: str) -> None:
    told = handhold("diff", "./base", "./hard.yaml", "--cases", "--odds", encoding=encoding)
    assert told.code == 0
    assert "base 1.0.0 -> base 1.0.0 + hard 1.0.0" in told.out


def test_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = handhold("diff", "./base", "./hard.yaml").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[32m  + steps.luck" in handhold("diff", "./base", "./hard.yaml").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert handhold("diff", "./base", "./hard.yaml").out == plain


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("./base",), 2, "the following arguments are required: B"),
        (("./base", "./nothing.yaml"), 2, "there is nothing at './nothing.yaml'"),
        (("nothing", "./base"), 2, "no pack named 'nothing'"),
        (("./base", "./wrong.yaml"), 1, "unknown-key"),
    ],
)
def test_what_cannot_be_compared(words: tuple[str, ...], code: int, message: str, folder: Path) -> None:
    (folder / "wrong.yaml").write_text(BASE.replace("tables:", "tabels:"), encoding="utf-8")
    told = handhold("diff", *words)
    assert (told.code, told.out) == (code, "")
    assert message in told.err
