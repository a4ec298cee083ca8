"""Odds with choices answered in single passes of loops: against every run with the same answers."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from handhold.packs import checked
from handhold.play.chance import enumerate_runs
from handhold.play.inputs import InputError
from handhold.play.odds.asking import Question
from handhold.play.odds.best import best
from handhold.play.odds.event import OddsRunner, odds
from handhold.play.odds.rounds import odds_over_rounds
from handhold.play.odds.sample import estimate
from handhold.play.run_error import RunError
from handhold.play.runs.run import Runner
from tests.fixtures import loaded, shipped

RULES = """
pack: passes
format: 1
version: "1.0.0"
title: Passes
license: CC0-1.0
tables:
  ways: {ordered: true, rows: {left: {}, middle: {}, right: {}}}
sheets:
  digger: {strength: {type: integer, min: 0, max: 9}, dug: {type: integer, min: 0, max: 99, changes: true, default: 0}}
events:
  dig:
    needs: {bonus: integer}
    steps:
      harder: {choose: flag, by: player, default: false}
      one_die: {roll: d3}
      tries:
        repeat: 2
        track: {extra: 0}
        steps:
          push: {choose: integer, by: player, among: 0..2, default: 1}
          luck: {when: push == 2, roll: d2}
          more: {set: extra, to: old + push + (luck otherwise 0)}
      outcome: one_die + bonus + extra + (if harder then 10 else 0)
  shift:
    needs: {diggers: group of digger}
    steps:
      spells:
        repeat: 2
        track: {total: 0}
        until: total > 14
        steps:
          rest: {choose: flag, by: player, default: total > 5}
          hole: {when: not rest, do: dig, with: {bonus: 0}}
          add: {set: total, to: "old + (hole.outcome otherwise 0)"}
      sides:
        each: way in ways
        track: {turned: 0}
        steps:
          back: {choose: ways, by: player, default: way}
          die: {when: back is left, roll: d2}
          note: {set: turned, to: old * 3 + (die otherwise 0)}
      people:
        each: d in diggers
        steps:
          effort:
            choose: integer
            by: player
            among: 0..3
            default: 1
            refuse: {weak: {when: effort > d.strength, because: Too weak.}}
          done: {roll: d2}
          now: {set: d.dug, to: old + done * effort}
      heights:
        each: n in 2..3
        track: {high: 0}
        steps:
          up: {choose: flag, by: player, default: false}
          step: {roll: d2}
          higher_up: {set: high, to: "old + (if up then step * n else 0)"}
      outcome: total * 1000 + turned * 100 + high + sum(d.dug for d in diggers)
  bare:
    steps:
      turns:
        repeat: 3
        track: {sofar: 0}
        steps:
          must: {choose: integer, by: player, among: 1..3}
          die: {roll: d2}
          add: {set: sofar, to: old + must * die}
      outcome: sofar
"""
GIVEN = {"diggers": {"ann": {"strength": 2}, "bob": {"strength": 3, "dug": 4}}}
SHORT = {"spells.rest": True}
"""Nothing is dug: what comes after is small enough to try everything."""


@pytest.fixture(scope="module")
def passes(tmp_path_factory: pytest.TempPathFactory) -> checked.Pack:
    path: Path = tmp_path_factory.mktemp("passes") / "passes.yaml"
    path.write_text(RULES, encoding="utf-8")
    return loaded(path)


ANSWERS: list[dict[str, Any]] = [
    {"spells.rest": True, "sides.left.back": "right"},
    {"spells.rest": True, "sides.right.back": "left", "people.effort": 2},
    {"spells.rest": True, "sides.back": "left", "sides.right.back": "middle", "people.bob.effort": 3},
    {"spells.rest": True, "people.ann.effort": 3, "people.bob.effort": 0},
    {"spells.rest": True, "heights.2.up": True},
    {"spells.rest": True, "heights.up": True, "heights.3.up": False, "heights.9.up": True},
    {"spells.1.rest": True, "spells.2.hole.tries.2.push": 2, "people.effort": 0},
    {"spells.2.rest": True, "spells.1.rest": False, "spells.1.hole.harder": True, "people.effort": 0},
    {"spells.1.hole.tries.1.push": 2, "spells.hole.tries.push": 0, "spells.2.hole.harder": True, "people.effort": 0},
    {"spells.hole.tries.push": 2, "spells.1.hole.tries.1.push": 0, "spells.2.rest": True, "people.effort": 0},
]


@pytest.mark.parametrize("answers", ANSWERS, ids=map(str, range(len(ANSWERS))))
def test_odds_are_those_of_every_run_with_the_same_answers(passes: checked.Pack, answers: dict[str, Any]) -> None:
    runner = Runner(passes)
    found: Counter[str] = Counter()
    served = {name: answer for name, answer in answers.items() if name != "heights.9.up"}
    for result, weight, of in enumerate_runs(lambda chance: runner.run("shift", GIVEN, chance, choices=served)):
        found[str(result.outcome)] += Fraction(weight, of)
    assert odds(passes, "shift", GIVEN, choices=answers).outcomes == found
    usual = odds(passes, "shift", GIVEN, choices={name: answers[name] for name in answers if name in SHORT})
    assert usual.outcomes != found


def test_a_policy_holds_in_the_other_passes(passes: checked.Pack) -> None:
    asked = {"choices": {**SHORT, "heights.2.up": False}, "policies": {"heights.up": "high == 0"}}
    given = {"diggers": {"ann": {"strength": 0}}}
    found = odds(passes, "shift", given, **asked)  # type: ignore[arg-type]
    assert found.outcomes == odds(passes, "shift", given, choices={**SHORT, "heights.3.up": True}).outcomes


def test_without_an_answer_or_default_in_one_pass_there_is_none(passes: checked.Pack) -> None:
    with pytest.raises(RunError, match="the choice 'must' has no answer and no default"):
        odds(passes, "bare", {}, choices={"turns.1.must": 1, "turns.2.must": 2})
    found = odds(passes, "bare", {}, choices={"turns.1.must": 1, "turns.2.must": 2, "turns.3.must": 3})
    assert found.outcomes["6"] == Fraction(1, 8)
    assert sum(found.outcomes.values()) == 1


@pytest.mark.parametrize(
    "path",
    ["spells.x.rest", "sides.up.back", "spells.1.hole.tries.push", "spells.1.2.rest", "spells.1", "heights.a.up"],
)
def test_a_path_that_leads_to_no_choice(passes: checked.Pack, path: str) -> None:
    with pytest.raises(InputError, match="has no choice"):
        odds(passes, "shift", GIVEN, choices={path: True})


def test_a_value_that_does_not_fit_names_its_pass(passes: checked.Pack) -> None:
    with pytest.raises(InputError, match=r"people\.ann\.effort"):
        odds(passes, "shift", GIVEN, choices={"people.ann.effort": "much"})


def test_single_passes_hold_in_rounds_in_samples_and_beside_what_is_played(passes: checked.Pack) -> None:
    answers = {"turns.1.must": 1, "turns.2.must": 2, "turns.3.must": 3}
    once = odds(passes, "bare", {}, choices=answers)
    over = odds_over_rounds(OddsRunner(passes), Question.of("bare", answers), {}, "outcome == 6", 2)
    assert over.by_round == {1: Fraction(1, 8), 2: Fraction(7, 64)}
    sampled = estimate(passes, Question.of("bare", answers), {}, 400, 7)
    assert sampled.odds.outcomes.keys() == once.outcomes.keys()
    played = best(OddsRunner(passes), Question.of("shift", {**SHORT, "people.ann.effort": 0}), GIVEN, "outcome >= 2000")
    assert played.chance > played.usual_chance
    assert "people.effort" not in {advice.path for advice in played.choices}


def test_a_shipped_case_answers_a_single_pass() -> None:
    route = [{"from": 0, "difficulty": 1}, {"from": 3, "difficulty": 4}, {"from": 6, "difficulty": 2}]
    given = {"who": {"finesse": 2}, "route": route, "top": 10, "legs": [{"from": 0, "to": 10}], "skill": 1}
    found = odds(shipped("futile-kingdoms"), "climb", given, choices={"parts.1.leg.tries.1.next": "down"})
    assert found.outcomes["reached"] > odds(shipped("futile-kingdoms"), "climb", given).outcomes["reached"]
    assert sum(found.outcomes.values()) == 1
