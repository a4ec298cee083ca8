"""The library as its users meet it."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

import handhold
from tests.documents import ROOT
from tests.shell import DEMO

GIVEN = {"climber": {"skill": 4}, "wall": "high"}


@pytest.fixture(scope="module")
def demo() -> handhold.Pack:
    return handhold.load(DEMO)


def test_a_difference() -> None:
    one = handhold.load("lurasko")
    other = handhold.load(ROOT / "examples" / "variants" / "wet-season")
    found = handhold.diff(one, other, cases=True)
    assert isinstance(found, handhold.Difference)
    places = {".".join(change.path) for change in found.changes}
    assert "tables.distances.rows.long.exhaustion" in places
    assert [[header.pack for header in headers] for headers in found.packs] == [["lurasko"], ["lurasko", "wet-season"]]
    assert found.odds is None
    assert found.moved
    assert len(found.moved) < len(found.cases)
    same = handhold.diff(one, one)
    assert (same.changes, same.cases, same.moved, same.odds) == ((), (), None, None)


def test_the_import_costs_nothing() -> None:
    script = "import sys, handhold\nprint(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert not set(loaded) & {"yaml", "lark", "jsonschema", "handhold.packs", "handhold.play", "handhold.language"}


def test_every_name_is_there() -> None:
    assert set(handhold.__all__) <= set(dir(handhold))
    for name in handhold.__all__:
        assert getattr(handhold, name) is not None
    with pytest.raises(AttributeError, match="nothing"):
        handhold.nothing  # noqa: B018  # it is the reading that fails
    assert (Path(handhold.__file__).parent / "py.typed").exists()


def test_a_pack(demo: handhold.Pack) -> None:
    assert (demo.id, demo.version, demo.title) == ("demo", "1.2.0", "Demo – walls")
    assert demo.events == ("climb", "land", "share", "stroll", "fate")
    assert repr(demo) == "<Pack demo@1.2.0>"
    assert [found.code for found in demo.diagnostics] == ["may-fault"]


@pytest.mark.parametrize("dice", [[5, 6, 1, 2, 3], {"roll": [5, 6], "hit.damage": (1, 2, 3)}, (5, 6, 1, 2, 3)])
def test_a_run_with_dice(demo: handhold.Pack, dice: handhold.Faces) -> None:
    result = handhold.run(demo, "climb", GIVEN, dice=dice)
    assert isinstance(result, handhold.Result)
    assert (result.outcome, result.values["margin"], result.seed) == ("down", -7, None)
    assert result.effects == (handhold.Effect("climber.hurt", 0, 6),)
    assert result.state == {"climber": {"skill": 4, "hurt": 6}}


def test_one_face_needs_no_list(demo: handhold.Pack) -> None:
    given = {"climber": {"skill": 4}, "wall": "low"}
    assert handhold.run(demo, "climb", given, dice={"roll": 3}).values["margin"] == 1


def test_a_run_with_a_seed(demo: handhold.Pack) -> None:
    first = handhold.run(demo, "climb", GIVEN)
    assert first.seed is not None
    again = handhold.run(demo, "climb", GIVEN, seed=first.seed)
    assert (again.values, again.rolls) == (first.values, first.rolls)


def test_a_trace_changes_nothing(demo: handhold.Pack) -> None:
    plain = handhold.run(demo, "climb", GIVEN, seed=4)
    traced = handhold.run(demo, "climb", GIVEN, seed=4, trace=True)
    assert (plain.outcome, plain.values, plain.effects) == (traced.outcome, traced.values, traced.effects)


def test_choices_and_settings(demo: handhold.Pack) -> None:
    soft = handhold.run(demo, "climb", GIVEN, dice=[5, 6, 1, 2, 4], settings={"ground": "soft"}, choices={"slow": True})
    assert soft.effects == (handhold.Effect("climber.hurt", 0, Fraction(7, 2)),)
    assert soft.values["slow"] is True


def test_a_refusal_is_a_result(demo: handhold.Pack) -> None:
    result = handhold.run(demo, "climb", {"climber": {"skill": 0, "hurt": 11}, "wall": "low"}, dice=[])
    assert (result.outcome, result.refused) == (None, True)
    assert [refusal.code for refusal in result.refusals] == ["too_hurt", "no_skill"]


def test_odds(demo: handhold.Pack) -> None:
    odds = handhold.odds(demo, "climb", GIVEN, show=["margin"])
    assert odds.outcomes == {"down": Fraction(5, 6), "up": Fraction(1, 6)}
    assert odds.values["margin"]["2"] == Fraction(1, 36)
    assert odds.refused == {}
    assert odds.unresolved == 0
    refused = handhold.odds(demo, "climb", {"climber": {"skill": 0}, "wall": "low"})
    assert refused.outcomes == {}
    assert refused.refused == {"no_skill": Fraction(1)}


def test_odds_are_those_of_the_runs(demo: handhold.Pack) -> None:
    outcomes = [handhold.run(demo, "fate", dice=[a, b, c, d]).outcome
                for a in (-1, 0, 1) for b in (-1, 0, 1) for c in (-1, 0, 1) for d in (-1, 0, 1)]  # fmt: skip
    counted = {str(each): Fraction(outcomes.count(each), 81) for each in set(outcomes)}
    assert handhold.odds(demo, "fate").outcomes == counted


@pytest.mark.parametrize(
    ("formula", "given", "types", "value"),
    [
        ("walls.high.steep", {}, {}, 3),
        ("walls.high.dice", {}, {}, "2d6"),
        ("aid", {"climber": {"skill": 1, "hurt": 1}, "rope": True}, {}, 1),
        ("climber.hurt / 2", {"climber": {"skill": 1, "hurt": 1}}, {}, Fraction(1, 2)),
        ("wall", {"wall": "low"}, {}, "low"),
        ("n is none", {"n": None}, {"n": "optional integer"}, True),
        ("count(some)", {"some": ["low", "low"]}, {"some": "list of walls"}, 2),
        ("thrown + 1", {"thrown": "2d6"}, {}, "2d6+1"),
    ],
)
def test_a_formula(
    demo: handhold.Pack, formula: str, given: dict[str, object], types: dict[str, str], value: object
) -> None:
    assert handhold.evaluate(demo, formula, given, types=types) == value


THROWN = {
    "3d6kh2 + 1": (3, 6, lambda faces: sum(sorted(faces)[1:]) + 1),
    "d8 - d8": (2, 8, lambda faces: faces[0] - faces[1]),
    "successes(4d4, 3)": (4, 4, lambda faces: sum(face >= 3 for face in faces)),
    "walls.high.dice": (2, 6, sum),
    "if climber.skill > 3 then (climber.skill)d3 else d20": (4, 3, sum),
}
"""Dice, how many faces of how many sides they show, and what they come to."""


@pytest.mark.parametrize("formula", THROWN)
def test_the_odds_of_dice_are_those_of_all_throws(demo: handhold.Pack, formula: str) -> None:
    number, sides, total = THROWN[formula]
    counted = Counter(map(total, product(range(1, sides + 1), repeat=number)))
    found = handhold.dice_odds(demo, formula, {"climber": {"skill": 4}})
    assert found == {each: Fraction(times, sides**number) for each, times in counted.items()}
    assert list(found) == sorted(found)


def test_what_is_no_dice_has_no_odds(demo: handhold.Pack) -> None:
    with pytest.raises(handhold.InputError, match=r"only dice have odds, and the type of 'walls\.high' is row of"):
        handhold.dice_odds(demo, "walls.high")
    assert handhold.dice_odds(demo, "(settings.bonus)d2", settings={"bonus": 0}) == {0: Fraction(1)}


def test_a_formula_under_a_setting(demo: handhold.Pack) -> None:
    assert handhold.evaluate(demo, "settings.bonus * 2", settings={"bonus": 4}) == 8
    assert handhold.evaluate(demo, "settings.bonus * 2") == 0


def test_faults(demo: handhold.Pack) -> None:
    with pytest.raises(handhold.InputError) as wrong:
        handhold.run(demo, "climb", {"climber": {"skill": 99}, "wal": "low"}, seed=1)
    assert len(wrong.value.problems) == 3
    with pytest.raises(handhold.DiceMismatch, match="7 is not a face"):
        handhold.run(demo, "climb", GIVEN, dice=[7, 1])
    with pytest.raises(handhold.DiceMismatch, match="'six' is none"):
        handhold.run(demo, "climb", GIVEN, dice=["six"])  # type: ignore[list-item]  # what a user may do
    with pytest.raises(handhold.RunError) as fault:
        handhold.run(demo, "share", {"total": 1, "heads": 0})
    assert "demo.yaml:73:17" in str(fault.value)
    with pytest.raises(handhold.InputError, match="not from both"):
        handhold.run(demo, "climb", GIVEN, dice=[1, 1], seed=3)
    with pytest.raises(handhold.InputError, match="holds names and values"):
        handhold.run(demo, "climb", [1])  # type: ignore[arg-type]  # what a user may do
    with pytest.raises(handhold.InputError, match="a number, true or false, or a word"):
        handhold.odds(demo, "climb", GIVEN, settings={"ground": ["soft"]})


def test_a_pack_that_is_faulty(tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text('pack: bad\nformat: 1\nversion: "1"\ntitle: Bad\nlicense: CC0-1.0\nevnts: {}\n', encoding="utf-8")
    with pytest.raises(handhold.PackError) as fault:
        handhold.load(file)
    assert fault.value.diagnostics == handhold.check(file)
    assert "did you mean 'events'?" in str(fault.value)
    assert handhold.check(DEMO) == handhold.load(DEMO).diagnostics


def test_a_path_is_a_path_and_a_name_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lurasko").mkdir()
    (tmp_path / "lurasko" / "pack.yaml").write_bytes(Path(DEMO).read_bytes())
    assert handhold.load("lurasko").id == "lurasko"
    assert handhold.load(Path("lurasko")).id == "demo"
