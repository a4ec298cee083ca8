"""Events of the fixture packs, run with given dice, against the same rules written by hand."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from handhold.packs import checked
from handhold.packs.checks.check import check_pack
from handhold.packs.stacks.load import model_of
from handhold.packs.storage.files import PackFile
from handhold.play.chance import InOrder
from handhold.play.odds.event import odds
from handhold.play.result import Result
from handhold.play.run_error import RunError
from handhold.play.runs.run import Runner
from tests.fixtures import pack
from tests.play.all_cases import CASES
from tests.play.by_hand import Case, some_ways


def value_of(result: Result, name: str) -> object:
    """The value of that dotted name, else the state of that path."""
    for found in (result.values, result.state):
        at: object = found
        for part in name.split("."):
            at = at.get(part, ...) if isinstance(at, Mapping) else None if at is None else ...
        if at is not ...:
            return at
    raise KeyError(name)


PLAIN = [case for case in CASES if not case.policies]
"""The cases whose decisions are the same whatever the dice show."""


@pytest.mark.parametrize("case", PLAIN, ids=lambda case: case.id)
def test_a_run_says_what_the_rules_written_by_hand_say(case: Case) -> None:
    runner = Runner(pack(case.pack))
    for told, faces in some_ways(case, 12):
        result = runner.run(case.event, case.given, InOrder(faces), choices=case.choices, settings=case.settings)
        assert result.outcome == told.outcome
        assert type(result.outcome) is type(told.outcome)
        expected = {**told.values, **told.state}
        assert {name: value_of(result, name) for name in expected} == expected
        assert sorted((refusal.code, refusal.scope) for refusal in result.refusals) == sorted(told.refusals)
        assert result.refused == told.refused
        assert tuple(face for rolled in result.rolls.values() for face in rolled.faces) == faces


def test_a_change_past_a_limit_is_a_fault_of_the_run_and_of_the_odds() -> None:
    given = {"hauler": {"strength": 1, "weary": 39}, "rest": -1}
    message = "41 is more than 40"
    with pytest.raises(RunError, match=message):
        Runner(pack("barge")).run("settle", given, InOrder([]))
    with pytest.raises(RunError, match=message):
        odds(pack("barge"), "settle", given)
    assert Runner(pack("barge")).run("settle", {**given, "rest": 0}, InOrder([])).state["hauler"]["weary"] == 40


def test_one_member_may_not_be_handed_over_twice() -> None:
    crew = {"a": {"bag": {"lamp": {}}, "dust": 4}, "b": {"bag": {"lamp": {}}}}
    given = {"crew": crew, "first_one": "a", "other": "a"}
    with pytest.raises(RunError, match="one thing is handed over twice"):
        Runner(pack("places")).run("shift", given, InOrder([2]))
    with pytest.raises(RunError, match="one thing is handed over twice"):
        odds(pack("places"), "shift", given)


@pytest.mark.parametrize(("name", "member"), [("first_one", "zoe"), ("other", "bo")])
def test_a_key_without_a_member_is_a_fault(name: str, member: str) -> None:
    crew = {"a": {"bag": {"lamp": {}}}, "b": {"bag": {"lamp": {}}}}
    given = {"crew": crew, "first_one": "a", "other": "b", name: member}
    with pytest.raises(RunError, match=f"there is no member '{member}'"):
        Runner(pack("places")).run("shift", given, InOrder([2]))
    with pytest.raises(RunError, match=f"there is no member '{member}'"):
        odds(pack("places"), "shift", given)


def test_a_pass_of_a_member_that_is_not_there_is_a_fault() -> None:
    given = {"stack": {"p": {"kilos": 1}}, "numbers": [], "wanted": "z"}
    with pytest.raises(RunError, match="there is no member 'z'"):
        Runner(pack("lists")).run("passes", given, InOrder([2]))
    with pytest.raises(RunError, match="there is no member 'z'"):
        odds(pack("lists"), "passes", given)


LED = """\
pack: led
format: 1
version: "1.0.0"
title: Led
license: CC0-1.0
sheets:
  hand: {hurt: {type: integer, default: 0, changes: true}, tired: {type: integer, default: 0, changes: true}}
  scene: {leader: {type: key, default: anna, changes: true}}
events:
  march:
    needs: {gang: group of hand, other: key}
    steps:
      part: {do: follow, with: {hand: gang(scene.leader)}}
      hurts: sum(member.hurt for member in gang)
      outcome: gang(scene.leader).hurt
  follow:
    needs: {hand: hand, other: key}
    steps:
      roll: {roll: d2}
      cut: {set: hand.hurt, to: old + roll}
      tire: {set: hand.tired, to: old + 1}
      lead: {set: scene.leader, to: other}
"""
GANG = {"gang": {"anna": {"hurt": 1}, "bert": {"hurt": 7}}, "other": "bert"}


def made(text: str) -> checked.Pack:
    """A pack of one file."""
    model, faults = model_of([PackFile("led.yaml", text.encode())])
    assert model is not None, faults
    pack, more = check_pack(model)
    assert pack is not None, more
    return pack


def test_a_member_stays_the_one_it_was_when_its_event_changes_who_is_meant() -> None:
    led = made(LED)
    result = Runner(led).run("march", GANG, InOrder([2]))
    after = {"anna": {"hurt": 3, "tired": 1}, "bert": {"hurt": 7, "tired": 0}}
    assert result.state == {"gang": after, "scene": {"leader": "bert"}}
    assert result.outcome == 7


def test_odds_go_through_an_event_that_is_done_with_a_member_by_its_key() -> None:
    shown = ("gang(other).hurt", "hurts", "scene.leader")
    found = odds(made(LED), "march", GANG, show=shown)
    half = Fraction(1, 2)
    assert found.outcomes == {"7": 1}
    assert found.values == {"gang(other).hurt": {"7": 1}, "hurts": {"9": half, "10": half}, "scene.leader": {"bert": 1}}
    with pytest.raises(RunError, match="there is no member 'carl'"):
        odds(made(LED), "march", {**GANG, "scene": {"leader": "carl"}}, show=shown)


GROWS = """\
pack: grows
format: 1
version: "1.0.0"
title: Grows
license: CC0-1.0
events:
  grow:
    steps:
      doubled: {repeat: 250, track: {size: 1}, steps: {more: {set: size, to: "HOW"}}}
      outcome: size
"""


@pytest.mark.parametrize(
    "how",
    [
        "old + old",
        "max(0, old + old)",
        "if size > 0 then old + old else 0",
        "-(old + old)",
        "sum(old for n in 1..2)",
    ],
)
def test_what_changes_in_a_loop_is_held_to_so_many_digits(how: str) -> None:
    grows = made(GROWS.replace("HOW", how))
    message = "a number grows past 60 digits"
    with pytest.raises(RunError, match=message):
        Runner(grows).run("grow", {}, InOrder([]))
    with pytest.raises(RunError, match=message):
        odds(grows, "grow", {})


def tally_from_none(how: str, times: int) -> checked.Pack:
    """A tally of a d4 that starts absent."""
    return made(
        GROWS.replace("repeat: 250", f"repeat: {times}")
        .replace("{size: 1}", "{size: none}")
        .replace("{more:", "{roll: {roll: d4}, more:")
        .replace("HOW", how)
        .replace("outcome: size", "outcome: size otherwise 0")
    )


def test_a_tally_may_start_absent_and_be_told_by_otherwise_from_the_first() -> None:
    best = tally_from_none("max(old otherwise 0, roll)", 2)
    assert Runner(best).run("grow", {}, InOrder([3, 2])).outcome == 3
    assert odds(best, "grow", {}).outcomes == {str(n): Fraction(2 * n - 1, 16) for n in (1, 2, 3, 4)}


def test_a_tally_that_starts_absent_may_be_asked_for_whether_it_is_there() -> None:
    adds = tally_from_none("if old is none then 1 else old + roll", 3)
    assert Runner(adds).run("grow", {}, InOrder([3, 2, 4])).outcome == 1 + 2 + 4
    assert sum(odds(adds, "grow", {}).outcomes.values()) == 1


@pytest.mark.parametrize("parts", ["1 / n for n in 1..9999", "list(1 / n for n in 1..9999)"])
def test_fractions_added_in_a_list_are_held_to_so_many_digits(parts: str) -> None:
    adds = made(GROWS.replace("doubled: ", f"whole: sum({parts})\n      doubled: ").replace("HOW", "old"))
    with pytest.raises(RunError, match="a number grows past 60 digits"):
        Runner(adds).run("grow", {}, InOrder([]))
    with pytest.raises(RunError, match="a number grows past 60 digits"):
        odds(adds, "grow", {}, show=("whole",))
