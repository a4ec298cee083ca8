"""The climb that the project is shown with: what every command says of it."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from tests.shell import CLIMB, handhold

RUN = ("run", "lurasko", *CLIMB)


@pytest.mark.parametrize("dice", ["roll=13", "13", "[13]"])
def test_a_run_with_its_dice(dice: str) -> None:
    told = handhold(*RUN, "--dice", dice, "--format", "json")
    assert (told.code, told.err) == (0, "")
    answer = json.loads(told.out)
    assert (answer["handhold"], answer["pack"].partition("@")[0], answer["event"]) == ("run/1", "lurasko", "climb")
    assert answer["outcome"] == "fail_safe"
    wanted = {"tn": 14, "total": 15, "margin": -1, "exhaustion_taken": 10}
    assert {name: answer["values"][name] for name in wanted} == wanted
    assert answer["state"]["climber"]["exhaustion"] == 10
    assert answer["effects"] == [{"path": "climber.exhaustion", "before": 0, "after": 10}]
    assert answer["rolls"] == {"roll": {"dice": "d20+2", "faces": [13], "value": 15}}
    assert (answer["refused"], answer["seed"], "trace" in answer) == ([], None, False)


def test_a_seed_is_shown_and_gives_the_same_bytes() -> None:
    first = handhold(*RUN, "--format", "json")
    seed = first.json["seed"]
    assert isinstance(seed, int)
    again = handhold(*RUN, "--format", "json", "--seed", str(seed))
    assert again.out == first.out
    assert handhold(*RUN, "--seed", str(seed)).out == handhold(*RUN, "--seed", str(seed)).out


def test_two_runs_without_dice_have_two_seeds() -> None:
    assert len({str(handhold(*RUN, "--format", "json").json["seed"]) for _ in range(3)}) == 3


def test_the_trace_comes_when_it_is_asked_for() -> None:
    answer = handhold(*RUN, "--dice", "13", "--explain", "--format", "json").json
    steps = answer["trace"]
    assert isinstance(steps, list)
    (roll,) = (step for step in steps if step["path"] == "roll")
    assert (roll["kind"], roll["dice"], roll["faces"], roll["value"]) == ("roll", "d20+2", [13], 15)
    assert roll["file"].endswith("single_roll.yaml")
    without = handhold(*RUN, "--dice", "13", "--format", "json").json
    assert {key: value for key, value in answer.items() if key != "trace"} == without


def test_the_odds() -> None:
    answer = handhold("odds", "lurasko", *CLIMB, "--format", "json").json
    assert answer["outcomes"] == {"success": "3/5", "fail_safe": "1/10", "fall_same": "3/20", "fall_shorter": "3/20"}
    assert (answer["refused"], answer["unresolved"], answer["values"]) == ({}, "0", {})


def test_the_odds_of_a_value() -> None:
    answer = handhold("odds", "lurasko", *CLIMB, "--show", "margin", "--show", "margin >= 0", "--format", "json").json
    values = answer["values"]
    assert isinstance(values, dict)
    assert values["margin >= 0"] == {"true": "3/5", "false": "2/5"}
    assert sum(Fraction(chance) for chance in values["margin"].values()) == 1
    assert values["margin"]["-1"] == "1/20"


def test_the_odds_as_text() -> None:
    told = handhold("odds", "lurasko", *CLIMB)
    assert [line.split()[:2] for line in told.out.splitlines()[1:]] == [
        ["success", "3/5"], ["fall_same", "3/20"], ["fall_shorter", "3/20"], ["fail_safe", "1/10"],
    ]  # fmt: skip


def test_the_text_is_short_and_can_be_repeated() -> None:
    told = handhold(*RUN, "--dice", "roll=13")
    lines = told.out.splitlines()
    assert len(lines) <= 15
    assert lines[0].startswith("You fail by 1")
    assert lines[0].endswith("· climb")
    assert any(line.split()[:2] == ["climber.exhaustion", "0"] for line in lines)
    assert lines[-1] == f"again: handhold run lurasko {' '.join(CLIMB)} --dice roll=13"


def test_the_value_of_a_cell_and_of_a_modifier() -> None:
    assert handhold("eval", "lurasko", "distances.long.exhaustion").out == "25\n"
    told = handhold(
        "eval", "lurasko", "climb_tn", "climber.dex=14", "climber.encumbrance_degrees=2", "--format", "json"
    )
    assert told.json["value"] == -6


def test_the_pack_is_listed() -> None:
    packs = handhold("list", "--format", "json").json["packs"]
    assert isinstance(packs, list)
    assert "lurasko" in [pack["name"] for pack in packs]
    events = handhold("list", "lurasko", "--format", "json").json["events"]
    assert isinstance(events, list)
    (climb,) = (event for event in events if event["event"] == "climb")
    assert {"name": "distance", "type": "distances"} in climb["needs"]


def test_nothing_is_wrong_with_the_pack() -> None:
    assert handhold("check", "lurasko", "--format", "json").json["errors"] == 0
