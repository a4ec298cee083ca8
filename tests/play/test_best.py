"""Choices played for the best: against a search of the whole tree of rolls and answers, run by run."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from handhold.language.dice import DiceValue
from handhold.language.types import FLAG, ListOf, OptionalOf, present
from handhold.packs import checked
from handhold.play.chance import InOrder
from handhold.play.inputs import Answers, InputError
from handhold.play.odds.asking import Question
from handhold.play.odds.best import BestOdds
from handhold.play.odds.best import best as played
from handhold.play.odds.event import OddsRunner, odds
from handhold.play.odds.rounds import RoundsOdds, odds_over_rounds
from handhold.play.pools import distribution
from handhold.play.result import Result
from handhold.play.run_error import RunError
from handhold.play.runs.run import Runner
from handhold.play.runs.running import Running
from tests.fixtures import loaded, pack, shipped
from tests.shell import handhold

DUEL = """
pack: duel
format: 1
version: "1.0.0"
title: A duel
license: CC0-1.0
tables:
  stances: {rows: {low: {}, middle: {}, high: {}}}
  marks: {rows: {won: {}, lost: {}, drawn: {}}}
sheets:
  fighter:
    nerve: {type: integer, min: 0, max: 9, changes: true, default: 2}
    hurt: {type: integer, min: 0, max: 9, changes: true, default: 0}
events:
  pass_of_arms:
    needs: {fighter: fighter, skill: {type: integer, default: 0}}
    steps:
      can: {refuse: {spent: {when: fighter.nerve == 0, because: No nerve is left.}}}
      lead: {roll: d3}
      stance: {choose: stances, by: player, default: middle}
      guard: {choose: stances, by: opponent, default: middle, when: lead < 3}
      brave:
        choose: flag
        by: player
        default: false
        refuse: {shaken: {when: brave and fighter.hurt > 1, because: Too hurt.}}
      light: {choose: flag, by: gm, default: lead == 2}
      second: {when: stance is not middle, roll: d2}
      dared: {set: fighter.nerve, to: "max(0, old - (if brave then 1 else 0))"}
      total: lead + (second otherwise 1) + skill + (if brave then 2 else 0) + (if light then 1 else 0)
      needed: if guard is none then 4 else if guard is stance then 7 else if guard is low then 5 else 6
      wound: {when: total < needed, set: fighter.hurt, to: "min(9, old + 1)"}
      outcome: total >= needed
  bout:
    needs: {fighter: fighter, passes: {type: integer, min: 1, max: 4, default: 3}, words: list of stances}
    steps:
      start: {roll: d2}
      rounds:
        repeat: passes
        track: {wins: start - 1}
        until: wins >= 2
        steps:
          go: {choose: flag, by: player, default: true}
          arms: {when: go, do: pass_of_arms, with: {skill: wins}, if_refused: go_on}
          tally: {when: arms is not none and arms.outcome, set: wins, to: old + 1}
      boast: {choose: integer, by: player, among: 0..2, when: wins == 1, default: 0}
      luck: {when: boast is not none and boast > 0, roll: (boast)d3}
      final: wins + (if luck is none then 0 else if luck >= 3 then 1 else -1)
      speech: {choose: list of stances, by: player, default: words}
      outcome: if final + count(speech) >= 2 then marks.won else if fighter.hurt > 1 then lost else drawn
"""


def best(of: checked.Pack, question: Question, given: dict[str, Any], goal: str, **again: Any) -> BestOdds:
    return played(OddsRunner(of), question, given, goal, **again)


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> checked.Pack:
    path: Path = tmp_path_factory.mktemp("duel") / "duel.yaml"
    path.write_text(DUEL, encoding="utf-8")
    return loaded(path)


# --- the whole tree ----------------------------------------------------------------------------------


class Fork(Exception):
    """The run came to a roll or a choice that is not settled: its chances (None for a choice), its options."""

    def __init__(self, chances: list[int] | None, options: list[object], by: str) -> None:
        super().__init__()
        self.chances, self.options, self.by = chances, options, by


class Searching(Running):
    """Rolls and choices are settled one after the other by `trail`; the first that is not is a fork."""

    __slots__ = ("_left", "_pack", "_settled", "draw")

    def __init__(self, of: checked.Pack, trail: tuple[object, ...], answers: Answers | None) -> None:
        super().__init__(InOrder([]), answers)
        self._pack, self._left, self._settled = of, list(trail), {} if answers is None else answers.given
        self.draw = self._drawn
        self.given = True

    def _next(self, chances: list[int] | None, options: list[object], by: str) -> object:
        if not self._left:
            raise Fork(chances, options, by)
        return options[self._left.pop(0)]  # type: ignore[call-overload]

    def _drawn(self, path: str, short: str, dice: DiceValue) -> int:
        totals, _ = distribution(dice)
        return self._next([weight for _, weight in totals], [total for total, _ in totals], "")  # type: ignore[return-value]

    def answer(self, path: str, short: str, choice: Any, options: Any, default: object) -> object:
        if choice.by == "gm" or isinstance(choice.type, ListOf) or short in self._settled:
            return super().answer(path, short, choice, options, default)
        kind = present(choice.type)
        if options is None:
            options = (False, True) if kind == FLAG else range(len(self._pack.tables[kind.table].rows))
        several = [*options, *([None] if isinstance(choice.type, OptionalOf) else [])]
        return self._next(None, several, choice.by)

    def judge(self, path: str, choice: Any, answer: object, default: object, holding: tuple[bool, ...]) -> object:
        return default if any(holding) else answer


def searched(of: checked.Pack, event: str, given: Mapping[str, Any], goal: Any, **choices: object) -> Fraction:
    """The worth of an event for its player, by trying everything."""
    runner = Runner(of)

    def worth(trail: tuple[object, ...]) -> Fraction:
        runner.running = lambda chance, answers: Searching(of, trail, answers)
        try:
            result = runner.run(event, given, InOrder([]), choices=choices)
        except Fork as fork:
            worths = [worth((*trail, n)) for n in range(len(fork.options))]
            if fork.chances is None:
                return min(worths) if fork.by == "opponent" else max(worths)
            whole = sum(fork.chances)
            return sum((Fraction(n, whole) * each for n, each in zip(fork.chances, worths, strict=True)), Fraction(0))
        assert not result.refused
        return Fraction(goal(result))

    return worth(())


TRIED = [
    ("pass_of_arms", {"fighter": {}}, "true", lambda r: r.outcome is True, {}),
    ("pass_of_arms", {"fighter": {"hurt": 2}}, "true", lambda r: r.outcome is True, {}),
    ("pass_of_arms", {"fighter": {"nerve": 1}, "skill": 1}, "false", lambda r: r.outcome is False, {}),
    (
        "pass_of_arms",
        {"fighter": {}},
        "outcome and second is none",
        lambda r: r.outcome and r.values["second"] is None,
        {},
    ),
    ("pass_of_arms", {"fighter": {}}, "fighter.nerve == 1", lambda r: r.state["fighter"]["nerve"] == 1, {}),
    ("pass_of_arms", {"fighter": {}}, "true", lambda r: r.outcome is True, {"guard": "high"}),
    ("bout", {"fighter": {}, "passes": 1}, "won", lambda r: r.outcome == "won", {}),
    (
        "bout",
        {"fighter": {"nerve": 1}, "passes": 2},
        "lost",
        lambda r: r.outcome == "lost",
        {"rounds.arms.stance": "low"},
    ),
    ("bout", {"fighter": {"hurt": 1}, "passes": 1}, "drawn", lambda r: r.outcome == "drawn", {}),
]


@pytest.mark.parametrize(
    ("event", "given", "goal", "reached", "choices"), TRIED, ids=[str(number) for number, _ in enumerate(TRIED)]
)
def test_the_best_is_that_of_the_whole_tree(
    duel: checked.Pack, event: str, given: dict[str, Any], goal: str, reached: Any, choices: dict[str, object]
) -> None:
    found = best(duel, Question.of(event, choices), given, goal)
    assert found.chance == searched(duel, event, given, reached, **choices)
    usual = odds(duel, event, given, choices=choices)
    assert found.usual.outcomes == usual.outcomes
    assert sum(found.odds.outcomes.values(), found.odds.unresolved) == 1


@pytest.mark.parametrize("coins", [0, 1, 4])
@pytest.mark.parametrize("goal", ["true", "false", "purse.coins >= 4"])
def test_a_wager_is_played_as_the_tree_says(coins: int, goal: str) -> None:
    given = {"purse": {"coins": coins}, "stake": 2}

    def reached(result: Result) -> bool:
        held = result.state["purse"]
        assert isinstance(held, dict)
        return held["coins"] >= 4 if goal == "purse.coins >= 4" else result.outcome is (goal == "true")  # type: ignore[operator]

    assert best(pack("wager"), Question.of("wager"), given, goal).chance == searched(
        pack("wager"), "wager", given, reached
    )


def test_shipped_rules_are_played_as_the_tree_says() -> None:
    of = shipped("lurasko")
    for progress in (0, 1, 2):
        given = {"climber": {"dex": 14, "progress": progress}, "difficulty": "hard", "distance": "short"}
        found = best(of, Question.of("climb_turn"), given, "arrived")
        assert found.chance == searched(of, "climb_turn", given, lambda result: result.outcome == "arrived")
    given = {"who": {"luc": 2}, "pool": 2, "difficulty": 9}
    found = best(shipped("woin"), Question.of("attribute_check"), given, "passed")
    assert found.chance == searched(
        shipped("woin"), "attribute_check", given, lambda result: result.outcome == "passed"
    )


PUSHED = [("outcome >= 6", lambda result: result.outcome >= 6), ("3", lambda result: result.outcome == 3)]


@pytest.mark.parametrize(("goal", "reached"), PUSHED, ids=["6", "3"])
def test_a_choice_without_a_default_is_played(goal: str, reached: Any) -> None:
    found = best(pack("wager"), Question.of("push"), {"nerve": 3}, goal)
    assert found.chance == searched(pack("wager"), "push", {"nerve": 3}, reached)
    assert (found.usual, found.usual_chance, found.gain) == (None, None, None)
    assert [(each.path, each.gain) for each in found.choices] == [("more", None)]
    # with an answer there are odds without playing
    assert best(pack("wager"), Question.of("push", {"more": 0}), {"nerve": 3}, goal).gain == 0
    again = over(pack("wager"), "push", {"nerve": 3}, goal, "outcome > 0", 2)
    assert (again.chance, again.usual) == (found.chance, None)


def test_a_choice_without_a_default_that_nobody_plays_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "free.yaml"
    path.write_text(FREE, encoding="utf-8")
    with pytest.raises(RunError, match="the choice 'many' has no answer and no default") as raised:
        best(loaded(path), Question.of("bid"), {}, "true")
    assert raised.value.unanswered
    told = handhold("odds", str(path), "bid", "--best-for", "true")
    assert told.code == 3
    assert told.err.endswith("   = --choose NAME=VALUE gives the answer\n")
    assert handhold("odds", str(path), "bid", "--best-for", "true", "--choose", "many=3").code == 0


FREE = """
pack: free
format: 1
version: "1.0.0"
title: Free
license: CC0-1.0
events:
  bid:
    steps:
      many: {choose: integer, by: gm, among: 1..6}
      die: {roll: d6}
      outcome: die >= many
"""


BETS = """
pack: bets
format: 1
version: "1.0.0"
title: Bets
license: CC0-1.0
events:
  bet:
    steps:
      lead: {roll: d6}
      more: {when: lead > 4, roll: d6}
      shown: lead + (more otherwise 0)
      bets: {choose: flag, by: player, default: false, when: shown > 3}
      luck: {roll: d6}
      outcome: if bets otherwise false then luck > 3 else shown >= 8
"""


def test_dice_that_only_some_states_throw_before_a_choice(tmp_path: Path) -> None:
    path = tmp_path / "bets.yaml"
    path.write_text(BETS, encoding="utf-8")
    found = best(loaded(path), Question.of("bet"), {}, "true")
    assert found.chance == searched(loaded(path), "bet", {}, lambda result: result.outcome is True)
    # 1 to 3 lose, 4 is worth a bet, 5 and 6 win from 8 on and are worth a bet below
    assert found.chance == (Fraction(1, 2) + (2 * Fraction(1, 2) + 4) / 6 + (Fraction(1, 2) + 5) / 6) / 6
    assert sum(found.odds.outcomes.values()) == 1


# --- what is told ------------------------------------------------------------------------------------


def test_what_a_choice_is_worth() -> None:
    given = {"climber": {"dex": 14, "progress": 1}, "difficulty": "hard", "distance": "short"}
    found = best(shipped("lurasko"), Question.of("climb_turn"), given, "arrived")
    pushes = next(each for each in found.choices if each.path == "pushes")
    assert found.gain == pushes.gain == Fraction(1, 2)
    assert pushes.by == "player"
    assert pushes.rule is not None
    assert set(pushes.answers) == {"0", "1"}
    assert not best(shipped("lurasko"), Question.of("climb_turn", {"pushes": 0}), given, "arrived").gain


def test_a_rule_names_what_the_best_depends_on(duel: checked.Pack) -> None:
    found = best(pack("wager"), Question.of("wager"), {"purse": {"coins": 9}}, "true")
    call = found.choices[0]
    assert call.rule is not None
    assert call.rule.name == "shown"
    assert call.rule.cases == (("1 to 3", "high"), ("4 to 6", "low"))


def test_answers_that_cannot_be_tried_are_told(duel: checked.Pack) -> None:
    found = best(duel, Question.of("bout"), {"fighter": {}, "passes": 1}, "won")
    assert found.fixed == ("speech",)
    assert [each.path for each in found.choices] == [
        "boast", "rounds.arms.brave", "rounds.arms.guard", "rounds.arms.stance", "rounds.go",
    ]  # fmt: skip
    settled = best(duel, Question.of("bout", {"speech": ["low", "high"]}), {"fighter": {}, "passes": 1}, "won")
    assert settled.fixed == ()


def test_a_refused_event_is_told_as_refused(duel: checked.Pack) -> None:
    found = best(duel, Question.of("pass_of_arms"), {"fighter": {"nerve": 0}}, "true")
    assert [refusal.code for refusal in found.odds.refusals] == ["spent"]
    assert found.choices == ()


@pytest.mark.parametrize(
    ("goal", "message"), [("wun", "did you mean 'won'"), ("final", "where a flag is needed"), ("5", "flag")]
)
def test_a_goal_that_is_none(duel: checked.Pack, goal: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        best(duel, Question.of("bout"), {"fighter": {}}, goal)


# --- over rounds -------------------------------------------------------------------------------------


def over(of: checked.Pack, event: str, given: dict[str, Any], goal: str, until: str, rounds: int) -> BestOdds:
    return best(of, Question.of(event), given, goal, until=until, rounds=rounds)


@pytest.mark.parametrize("rounds", [1, 2])
def test_rounds_are_played_as_a_loop_in_the_pack(duel: checked.Pack, rounds: int) -> None:
    given = {"climber": {"dex": 14}, "difficulty": "hard", "distance": "short"}
    of = shipped("lurasko")
    found = over(of, "climb_turn", given, "arrived", "outcome.over", rounds)
    looped = best(of, Question.of("climb_in_turns"), {**given, "turns": rounds}, "arrived")
    assert found.chance == looped.chance
    assert found.usual_chance == looped.usual_chance


def test_rounds_are_played_backwards_from_the_last(duel: checked.Pack) -> None:
    def worth(nerve: int, hurt: int, left: int) -> Fraction:
        if left == 0 or nerve == 0:
            return Fraction(0)
        total = Fraction(0)
        for first in range(1, 4):
            best_here = Fraction(0)
            for stance in range(3):
                guards = [None] if first == 3 else [0, 1, 2]
                for_guard = []
                for guard in guards:
                    for_brave = []
                    for brave in (False, True) if hurt <= 1 else (False,):
                        seconds = [None] if stance == 1 else [1, 2]
                        sum_ = Fraction(0)
                        for second in seconds:
                            score = first + (second or 1) + 2 * brave + (first == 2)
                            needed = 4 if guard is None else 7 if guard == stance else 5 if guard == 0 else 6
                            after = nerve - brave
                            sum_ += Fraction(1) if score >= needed else worth(after, min(9, hurt + 1), left - 1)
                        for_brave.append(sum_ / len(seconds))
                    for_guard.append(max(for_brave))
                best_here = max(best_here, min(for_guard))
            total += best_here
        return total / 3

    for rounds in (1, 2, 3):
        found = over(duel, "pass_of_arms", {"fighter": {"nerve": 2}}, "true", "outcome", rounds)
        assert found.chance == worth(2, 0, rounds)
        told = found.odds
        assert sum(told.outcomes.values(), told.unresolved) + told.open + sum(told.refused.values()) == 1  # type: ignore[union-attr]


def test_a_goal_that_holds_while_all_is_open_is_not_reached() -> None:
    given = {"climber": {"dex": 14}, "difficulty": "hard", "distance": "short"}
    for rounds in (1, 3):
        found = over(shipped("lurasko"), "climb_turn", given, "still_climbing", "outcome.over", rounds)
        assert (found.chance, found.usual_chance) == (0, 0)
        assert isinstance(found.odds, RoundsOdds)
        assert found.odds.open > 0


def test_a_round_that_is_refused_counts_as_in_the_odds_without_playing() -> None:
    given = {"climber": {"dex": 25}, "difficulty": "easy", "distance": "engagement"}
    found = over(shipped("lurasko"), "climb_turn", given, "arrived", "false", 5)
    plain = odds_over_rounds(OddsRunner(shipped("lurasko")), Question.of("climb_turn"), given, "false", 5)
    for told in (found.odds, found.usual):
        assert isinstance(told, RoundsOdds)
        assert (told.made, told.stopped, told.open) == (plain.made, plain.stopped, plain.open)
    assert plain.refused == {("climb_is_over",): 1}


# --- explosions that are chosen ----------------------------------------------------------------------


def deviation(policy: str | None, target: int) -> Fraction:
    asked = {} if policy is None else {"extra.again": policy}
    found = odds(shipped("futile-kingdoms"), "deviation", {}, policies=asked, show=(f"outcome >= {target}",))
    return found.values[f"outcome >= {target}"].get("true", Fraction(0))


@pytest.mark.parametrize("target", range(1, 7))
def test_an_optional_explosion_never_always_and_at_best(target: int) -> None:
    never, always = deviation(None, target), deviation("true", target)
    assert (always < never) is (target <= 5)
    found = best(shipped("futile-kingdoms"), Question.of("deviation"), {}, f"outcome >= {target}")
    assert found.usual_chance == never
    assert found.chance >= max(never, always)
    assert found.chance == by_hand(target)


def by_hand(target: int) -> Fraction:
    """Two dice, one less the other; where the total is 5 away or the newest, one more roll may be added."""
    of = shipped("futile-kingdoms")
    most, on = of.settings["explosions_at_most"].value, of.settings["explode_on"].value
    two = [(a - b, Fraction(1, 36)) for a in range(1, 7) for b in range(1, 7)]

    def worth(total: int, newest: int, left: int) -> Fraction:
        stay = Fraction(total >= target)
        if left == 0 or abs(newest if on == "newest" else total) != 5:
            return stay
        return max(stay, sum((chance * worth(total + more, more, left - 1) for more, chance in two), Fraction(0)))

    return sum((chance * worth(first, first, most) for first, chance in two), Fraction(0))
