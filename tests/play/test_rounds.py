"""Odds over rounds: against a chain by hand, single rounds put together, and events that loop themselves."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import handhold
from benchmarks.rounds import by_hand_chain
from handhold import limits
from handhold.packs import checked
from handhold.play.inputs import InputError
from handhold.play.odds.asking import Question
from handhold.play.odds.event import OddsRunner, odds
from handhold.play.odds.rounds import RoundsOdds, odds_over_rounds
from handhold.play.odds.stages import OddsBudget
from handhold.play.progress import Interrupted
from handhold.play.run_error import RunError
from tests.fixtures import FOLDER, loaded, pack, shipped

CLIMB = {"climber": {"dex": 14}, "difficulty": "hard", "distance": "long"}


def over(
    of: checked.Pack, event: str, given: dict[str, Any], until: str, rounds: int, *show: str, **asked: Any
) -> RoundsOdds:
    return odds_over_rounds(OddsRunner(of), Question.of(event, show=show, **asked), given, until, rounds)


def whole(found: RoundsOdds) -> Fraction:
    return sum(found.outcomes.values(), found.unresolved) + found.open + sum(found.refused.values())


@pytest.mark.parametrize(("dex", "difficulty", "rounds"), [(14, "hard", 200), (9, "very_hard", 60), (4, "medium", 35)])
def test_a_climb_is_the_chain_by_hand(dex: int, difficulty: str, rounds: int) -> None:
    given = {**CLIMB, "climber": {"dex": dex}, "difficulty": difficulty}
    found = over(shipped("lurasko"), "climb_turn", given, "outcome.over", rounds)
    table, still, den = by_hand_chain(given, rounds)
    by_hand = {(number, (end,)): Fraction(weight, den) for (number, end), weight in table.items()}
    assert {key: Fraction(weight, found.den) for key, weight in found.ended.items()} == by_hand
    assert found.open == Fraction(still, den)
    assert whole(found) == 1


ROUNDS = [
    ("siege", "blow", {"ram": {"weight": 3}, "wall": {"stone": 4}}, "wall.down or ram.broken", ("wall.cracks",)),
    ("siege", "blow", {"ram": {"weight": 3, "wear": 1}, "wall": {"stone": 2}}, "hit == 6", ("ram.wear", "hit")),
    ("wager", "wager", {"purse": {"coins": 3}, "stake": 2}, "purse.coins == 0 or purse.coins >= 6", ("won",)),
    ("lurasko", "climb_turn", {**CLIMB, "distance": "medium"}, "outcome is arrived", ("climber.fatigue",)),
    ("futile-kingdoms", "morale_phase", {"who": {"burn_rate": 2, "vigor": 3}}, "who.dead or who.downed", ()),
]


@pytest.mark.parametrize(("name", "event", "given", "until", "show"), ROUNDS, ids=[f"{r[0]}-{r[1]}" for r in ROUNDS])
def test_rounds_are_single_rounds_one_after_another(
    name: str, event: str, given: dict[str, Any], until: str, show: tuple[str, ...]
) -> None:
    of = pack(name) if name in ("siege", "wager") else shipped(name)
    state = sorted(of.events[event].changes)
    ended: Counter[tuple[object, ...]] = Counter()
    stopped: Counter[tuple[object, ...]] = Counter()
    now = {(): Fraction(1)}
    for number in range(1, 6):
        after: Counter[tuple[object, ...]] = Counter()
        for held, chance in now.items():
            start = {need: dict(data) if isinstance(data, dict) else data for need, data in given.items()}
            for path, value in zip(state if held else (), held, strict=True):
                need, field = path.split(".")
                start[need][field] = value
            once = odds(of, event, start, show=(*show, until, *state))
            if once.refusals:
                stopped[number, tuple(once.refused)] += chance
            for key, share in once.joint.items():
                lead, over_now, left = key[: len(show) + 1], key[len(show) + 1], key[len(show) + 2 :]
                if over_now:
                    ended[number, lead] += chance * share
                else:
                    after[left] += chance * share
        now = dict(after)
    found = over(of, event, given, until, 5, *show)
    assert {key: Fraction(weight, found.den) for key, weight in found.ended.items()} == ended
    assert {key: Fraction(weight, found.den) for key, weight in found.stopped.items()} == stopped
    assert found.open == sum(now.values())
    assert sum(found.left.values()) == found.open
    assert whole(found) == 1
    assert ended


@pytest.mark.parametrize("rounds", [1, 3, 5])
@pytest.mark.parametrize("stone", [1, 4, 9])
def test_rounds_are_a_loop_in_the_pack(rounds: int, stone: int) -> None:
    given = {"ram": {"weight": 2}, "wall": {"stone": stone}}
    looped = odds(pack("siege"), "batter", given, settings={"rounds": rounds}, show=("blows", "wall.down"))
    found = over(pack("siege"), "blow", given, "wall.down or ram.broken", rounds, "wall.down")
    blows: Counter[str] = Counter()
    for (number, _), weight in found.ended.items():
        blows[str(number)] += Fraction(weight, found.den)
    if found.open:
        blows[str(rounds)] += found.open
    assert looped.values["blows"] == blows
    assert looped.outcomes.get("breached", 0) == found.values["wall.down"].get("true", 0)
    assert looped.outcomes.get("holds_out", 0) == found.open


def test_a_climb_that_loops_itself_is_the_same_climb() -> None:
    of = shipped("lurasko")
    looped = odds(of, "climb_in_turns", {**CLIMB, "turns": 40}, show=("turns_taken",))
    found = over(of, "climb_turn", CLIMB, "outcome.over", 40)
    assert looped.outcomes["arrived"] == found.outcomes["arrived"]
    assert looped.outcomes["still_climbing"] == found.open
    ended = {str(number): chance for number, chance in found.by_round.items() if number < 40}
    assert {turns: chance for turns, chance in looped.values["turns_taken"].items() if turns != "40"} == ended


def test_a_round_that_is_refused_later_is_an_end_of_its_own() -> None:
    given = {**CLIMB, "distance": "engagement"}
    found = over(shipped("lurasko"), "climb_turn", given, "false", 3)
    first = odds(shipped("lurasko"), "climb_turn", given).outcomes["arrived"]
    assert found.refused == {("climb_is_over",): first + (1 - first) * first}
    assert found.open == (1 - first) ** 3 + (1 - first) ** 2 * first
    assert found.left["arrived"] == (1 - first) ** 2 * first
    assert found.average is None
    assert whole(found) == 1


def test_the_first_round_may_be_refused() -> None:
    found = over(shipped("lurasko"), "climb_turn", {**CLIMB, "climber": {"dex": 9, "hands_holding": 2}}, "true", 9)
    assert [refusal.code for refusal in found.refusals] == ["no_free_hand"]
    assert (found.made, found.ended, found.open) == (0, {}, 0)


def test_rounds_stop_where_nothing_is_left() -> None:
    found = over(shipped("lurasko"), "climb_turn", CLIMB, "true", 500)
    assert found.made == 1
    assert found.average == 1
    assert found.by_round == {1: Fraction(1)}


def test_the_average_is_that_of_a_simple_wait() -> None:
    found = over(pack("throws"), "constants", {}, "plain > 6", 60)
    once = Fraction(6, 16)
    assert found.by_round == {number: (1 - once) ** (number - 1) * once for number in range(1, 61)}
    assert found.average is not None
    assert abs(found.average - 1 / once) < Fraction(1, 1_000_000)


def test_what_cannot_be_the_end_is_known_when_all_is_worked_out() -> None:
    of = shipped("lurasko")
    found = over(of, "climb_turn", {**CLIMB, "distance": "short"}, "outcome.over", 4, "outcome.over")
    assert found.impossible == {"outcome": ("still_climbing", "fell", "held_up"), "outcome.over": ("false",)}
    assert not over(of, "climb_turn", {**CLIMB, "climber": {"dex": 9, "hands_holding": 2}}, "true", 9).impossible


def test_an_event_without_an_outcome_ends_too() -> None:
    found = over(pack("ends"), "silent", {}, "roll == 4", 4, "roll")
    assert (found.outcomes, found.left) == ({}, {})
    assert found.unresolved == 1 - Fraction(3, 4) ** 4
    assert found.values == {"roll": {"4": found.unresolved}}
    assert whole(found) == 1


def test_answers_and_policies_hold_in_every_round() -> None:
    usual = over(shipped("lurasko"), "climb_turn", CLIMB, "outcome.over", 12)
    paused = over(shipped("lurasko"), "climb_turn", CLIMB, "outcome.over", 12, choices={"pause": True})
    pushed = over(
        shipped("lurasko"), "climb_turn", CLIMB, "outcome.over", 12, policies={"pushes": "if made_it then 1 else 0"}
    )
    assert paused.open == 1
    assert pushed.outcomes["arrived"] > usual.outcomes.get("arrived", 0)


def test_thousands_of_rounds_are_exact() -> None:
    found = over(shipped("lurasko"), "climb_turn", CLIMB, "outcome.over", 3400)
    assert found.made == 3400
    assert 0 < found.open < Fraction(1, 10**1000)
    assert whole(found) == 1


def test_fractions_of_too_many_digits_are_over_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("handhold.limits.ODDS_DIGITS", 30)
    assert over(shipped("lurasko"), "climb_turn", CLIMB, "outcome.over", 20).made == 20
    with pytest.raises(OddsBudget, match="fractions of more than 30 digits"):
        over(shipped("lurasko"), "climb_turn", CLIMB, "outcome.over", 40)


@pytest.mark.parametrize("rounds", [0, -1, limits.ROUNDS + 1, True, "3"])
def test_rounds_are_counted_within_limits(rounds: Any) -> None:
    with pytest.raises(InputError, match="from 1 to 10,000"):
        over(pack("siege"), "blow", {"ram": {"weight": 3}, "wall": {"stone": 4}}, "wall.down", rounds)


@pytest.mark.parametrize(
    ("until", "message"),
    [
        ("wall.don", "did you mean 'down'"),
        ("wall.cracks", "where a flag is needed"),
        ("wall.down and", "formula"),
        ("wall.cracks = 1", r"'=' does not compare \(write '=='\)"),
    ],
)
def test_a_condition_that_is_none(until: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        over(pack("siege"), "blow", {"ram": {"weight": 3}, "wall": {"stone": 4}}, until, 5)


@pytest.mark.parametrize(
    ("until", "hint"),
    [
        ("arrived", r"\(write 'outcome is arrived'\)"),
        ("fell or arrived", r"\(write 'outcome is fell'\)"),
        ("success", r"\(the outcomes are: still_climbing, arrived, fell, held_up\)"),
        ("outcome", r"\(write 'outcome is still_climbing' or another of: arrived, fell, held_up\)"),
        ("arived", r"\(did you mean 'arrived'\?\)"),
        ("climber.progress", r"\(compare it, such as 'climber.progress > 0'\)"),
    ],
)
def test_a_condition_on_the_outcome_is_told_how_it_is_written(until: str, hint: str) -> None:
    with pytest.raises(InputError, match=hint):
        over(shipped("lurasko"), "climb_turn", CLIMB, until, 5)


@pytest.mark.parametrize("until", [None, 5, True, ["wall.down"], lambda state: True])
def test_a_condition_is_a_text(until: Any) -> None:
    siege = handhold.load(FOLDER / "siege.yaml")
    given = {"ram": {"weight": 3}, "wall": {"stone": 4}}
    with pytest.raises(handhold.InputError, match="a condition is a text, and not"):
        handhold.odds_over_rounds(siege, "blow", given, until=until)
    with pytest.raises(handhold.InputError, match="what is played for is a text, and not"):
        handhold.best_odds(siege, "blow", given, best_for=until)


def test_a_limit_that_a_later_round_breaks_is_told() -> None:
    with pytest.raises(RunError, match="32 is more than 30"):
        over(pack("siege"), "blow", {"ram": {"weight": 3, "wear": 28}, "wall": {"stone": 20}}, "wall.down", 9)


def test_what_was_interrupted_is_known_as_far_as_it_went() -> None:
    def stop(made: int, rounds: int) -> None:
        assert rounds == 50
        if made == 7:
            raise KeyboardInterrupt

    runner = OddsRunner(shipped("lurasko"))
    with pytest.raises(Interrupted) as raised:
        odds_over_rounds(runner, Question.of("climb_turn"), CLIMB, "outcome.over", 50, stop)
    told = raised.value.so_far
    assert (told.made, told.rounds) == (7, 50)
    asked = over(shipped("lurasko"), "climb_turn", CLIMB, "outcome.over", 7)
    assert (told.ended, told.open) == (asked.ended, asked.open)
    assert told.impossible == {}


def test_interrupted_in_the_first_round_all_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("handhold.play.odds.rounds._Steps.make", stop)
    with pytest.raises(Interrupted, match="after round 0 of 50") as raised:
        over(shipped("lurasko"), "climb_turn", CLIMB, "outcome.over", 50, "outcome.over")
    told = raised.value.so_far
    assert (told.made, told.open, whole(told)) == (0, 1, 1)
    assert (told.impossible, told.left, told.average) == ({}, {}, None)


LADDER = """
pack: ladder
format: 1
version: "1.0.0"
title: A ladder
license: CC0-1.0
sheets:
  climber:
    rung: {type: integer, min: 0, max: 9, changes: true, default: 0}
    clock: {type: integer, min: 0, changes: true, default: 0}
    bruises: {type: integer, min: 0, changes: true, default: 0}
events:
  step_up:
    needs: {climber: climber}
    steps:
      die: {roll: d6}
      up: {when: die > 2, set: climber.rung, to: "min(9, old + 1)"}
      slip: {when: die == 1, set: climber.bruises, to: old + 1}
      time: {set: climber.clock, to: old + 1}
      outcome: climber.rung == 9
"""


def test_a_state_is_what_later_rounds_read_and_its_step_is_worked_out_once(tmp_path: Path) -> None:
    path = tmp_path / "ladder.yaml"
    path.write_text(LADDER, encoding="utf-8")
    runner = OddsRunner(loaded(path))
    for show, rounds, carried, states in (
        ((), 60, ("climber.rung",), 9),
        ((), 400, ("climber.rung",), 9),
        # the fields that are asked for are carried too, each for itself
        (("climber.bruises",), 6, ("climber.bruises", "climber.rung"), sum(min(n, 9) for n in range(1, 7))),
    ):
        question = Question.of("step_up", show=show)
        found = odds_over_rounds(runner, question, {"climber": {}}, "outcome", rounds)
        assert whole(found) == 1
        reckoner = runner.kept((question.key, "outcome"), lambda: pytest.fail("not kept"))
        assert reckoner.carried == carried
        assert len(reckoner.spread.plan(reckoner.unit)._rows) == states


RELAY = """
pack: relay
format: 1
version: "1.0.0"
title: A relay
license: CC0-1.0
sheets:
  bucket:
    near: {type: integer, min: 0, changes: true, default: 0}
    middle: {type: integer, min: 0, changes: true, default: 0}
    far: {type: integer, min: 0, changes: true, default: 0}
events:
  pour:
    needs: {bucket: bucket}
    steps:
      die: {roll: d3}
      third: {set: bucket.far, to: bucket.middle}
      second: {set: bucket.middle, to: bucket.near}
      fill: {set: bucket.near, to: "min(4, old + die)"}
      outcome: bucket.far >= 3
  spin:
    needs: {bucket: bucket}
    steps:
      die: {roll: d6}
      more: {when: die == 6 and bucket.near > 0, roll: d2}
      mark: {when: die == 1, set: bucket.near, to: 1}
      outcome: (more otherwise 0) == 2
"""


@pytest.fixture(scope="module")
def relay(tmp_path_factory: pytest.TempPathFactory) -> checked.Pack:
    path: Path = tmp_path_factory.mktemp("relay") / "relay.yaml"
    path.write_text(RELAY, encoding="utf-8")
    return loaded(path)


def test_what_a_state_goes_by_is_carried_however_far_it_has_to_come(relay: checked.Pack) -> None:
    found = over(relay, "pour", {"bucket": {}}, "outcome", 7)
    by_round: dict[int, Fraction] = {}
    now = {(0, 0): Fraction(1)}
    for number in range(1, 8):
        after: dict[tuple[int, int], Fraction] = {}
        for (near, middle), chance in now.items():
            for die in (1, 2, 3):
                if middle >= 3:
                    by_round[number] = by_round.get(number, Fraction(0)) + chance / 3
                else:
                    to = min(4, near + die), near
                    after[to] = after.get(to, Fraction(0)) + chance / 3
        now = after
    assert found.by_round == by_round
    assert len(by_round) == 3
    assert whole(found) == 1


def test_what_is_open_is_told_by_values_that_are_carried_nowhere(relay: checked.Pack) -> None:
    found = over(relay, "spin", {"bucket": {}}, "outcome", 2, "die")
    open_now = {die: Fraction(1, 6) for die in range(1, 7)}
    open_now[6] -= Fraction(1, 6) * Fraction(1, 6) / 2
    assert standing(found) == open_now
    assert found.by_round == {2: Fraction(1, 72)}
    always = over(relay, "spin", {"bucket": {"near": 1}}, "false", 3, "die")
    assert standing(always) == dict.fromkeys(range(1, 7), Fraction(1, 6))


def standing(found: RoundsOdds) -> dict[object, Fraction]:
    """The chance of what is open by the value that was asked for."""
    chances: Counter[object] = Counter()
    for (_, shown), weight in found.standing.items():
        chances[shown] += Fraction(weight, found.den)
    return chances
