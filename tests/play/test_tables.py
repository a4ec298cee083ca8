"""Tables of odds: each cell is the odds of its situation, and what varies is found by its type."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from handhold import limits
from handhold.play.inputs import InputError
from handhold.play.odds.asking import Question
from handhold.play.odds.best import BestOdds
from handhold.play.odds.event import Odds, OddsRunner, odds
from handhold.play.odds.rounds import RoundsOdds
from handhold.play.odds.tables import OddsTable, axes_of, odds_table
from handhold.play.odds.ways import Way
from handhold.play.progress import Interrupted
from tests.fixtures import shipped

LURASKO = shipped("lurasko")
GIVEN = {"climber": {"dex": 14}, "difficulty": "hard", "distance": "medium"}


def table(given: dict[str, Any], axes: dict[str, Any], progress: Any = None, **asked: Any) -> OddsTable:
    return odds_table(OddsRunner(LURASKO), Question.of("climb", **asked), given, axes, progress=progress)


def test_each_cell_is_the_odds_of_its_situation() -> None:
    axes = {"climber.dex": range(10, 13), "difficulty": ["easy", "hard"], "settings.equal_roll": ["succeeds", "fails"]}
    found = table(GIVEN, axes, show=("tn",))
    assert [cell.at for cell in found.cells] == list(product(*axes.values()))
    for cell in found.cells:
        dex, difficulty, equal = cell.at
        alone = odds(
            LURASKO,
            "climb",
            {**GIVEN, "climber": {"dex": dex}, "difficulty": difficulty},
            settings={"equal_roll": equal},
            show=("tn",),
        )
        assert cell.odds is not None
        assert cell.odds.joint == alone.joint


TURN = {"climber": {"dex": 14}, "difficulty": "hard", "distance": "short"}
WAYS = [
    Way(until="outcome.over", rounds=4),
    Way(goal="arrived"),
    Way(until="outcome.over", rounds=2, goal="arrived"),
    Way(samples=60, seed=7),
    Way(until="outcome.over", rounds=3, samples=60, seed="x"),
]


@pytest.mark.parametrize("way", WAYS, ids=map(str, range(len(WAYS))))
def test_each_cell_is_asked_for_in_the_same_way(way: Way) -> None:
    runner = OddsRunner(LURASKO)
    question = Question.of("climb_turn", show=("tens",))
    found = odds_table(runner, question, TURN, {"climber.dex": [9, 14]}, way)
    assert found.way == way
    for cell in found.cells:
        alone = way.ask(OddsRunner(LURASKO), question, {**TURN, "climber": {"dex": cell.at[0]}})
        assert isinstance(cell.odds, type(alone))
        if isinstance(alone, Odds | RoundsOdds):
            told, told_alone = cell.odds, alone
        else:
            told, told_alone = cell.odds.odds, alone.odds  # type: ignore[union-attr]
            if isinstance(alone, BestOdds):
                assert cell.odds.gain == alone.gain  # type: ignore[union-attr]
                assert cell.odds.choices == alone.choices  # type: ignore[union-attr]
        assert told.outcomes == told_alone.outcomes  # type: ignore[union-attr]
        assert told.values == told_alone.values  # type: ignore[union-attr]
        if isinstance(told_alone, RoundsOdds):
            assert told.ended == told_alone.ended  # type: ignore[union-attr]


@pytest.mark.parametrize("way", [Way(), *WAYS], ids=str)
def test_an_answer_shows_itself_in_a_line(way: Way) -> None:
    runner = OddsRunner(LURASKO)
    told = odds_table(runner, Question.of("climb_turn"), TURN, {"climber.dex": [9, 14]}, way)
    assert repr(told) == "<OddsTable lurasko@1.0.0 climb_turn: 2 of 2 cells>"
    assert all(len(repr(cell.odds)) < 120 and "lurasko@1.0.0 climb_turn" in repr(cell.odds) for cell in told.cells)


def test_what_is_best_is_not_estimated() -> None:
    with pytest.raises(InputError, match="what is best cannot be found from samples"):
        Way(goal="arrived", samples=9).ask(OddsRunner(LURASKO), Question.of("climb_turn"), TURN)


def test_what_is_refused_or_does_not_fit_is_a_cell_that_says_so() -> None:
    found = table(GIVEN, {"climber.hands_holding": [0, 2, -1, "two"]})
    free, full, less, text = found.cells
    assert free.odds is not None
    assert free.odds.outcomes
    assert full.odds is not None
    assert list(full.odds.refused) == ["no_free_hand"]
    assert less.odds is None
    assert "-1 is less than 0" in less.fault
    assert text.odds is None
    assert "climber.hands_holding" in text.fault


def test_where_nothing_fits_there_is_no_table() -> None:
    with pytest.raises(InputError, match="dexterity: is no field"):
        table({**GIVEN, "climber": {"dexterity": 3}}, {"climber.dex": [1, 2]})
    with pytest.raises(InputError, match="something that varies"):
        table(GIVEN, {})
    with pytest.raises(InputError, match="something that varies"):
        table(GIVEN, {"climber.dex": []})
    with pytest.raises(InputError, match=f"at most {limits.TABLE_CELLS:,}"):
        table(GIVEN, {"climber.dex": range(101), "climber.fatigue": range(20)})


def test_what_was_interrupted_holds_the_cells_that_are_known() -> None:
    def stop(done: int, whole: int) -> None:
        assert whole == 6
        if done == 4:
            raise KeyboardInterrupt

    axes = {"climber.dex": range(10, 13), "difficulty": ["easy", "hard"]}
    with pytest.raises(Interrupted) as raised:
        table(GIVEN, axes, stop)
    assert [cell.at for cell in raised.value.so_far.cells] == [(10, "easy"), (10, "hard"), (11, "easy"), (11, "hard")]
    assert raised.value.so_far.size == 6


VARIED = [
    ({"climber": {"dex": "8..10"}}, {}, {"climber.dex": (8, 9, 10)}),
    ({"climber": {"other_tn_mod": "-1..1"}}, {}, {"climber.other_tn_mod": (-1, 0, 1)}),
    ({"climber": {"dex": [8, 12]}}, {}, {"climber.dex": (8, 12)}),
    ({"difficulty": ["hard", "easy"]}, {}, {"difficulty": ("hard", "easy")}),
    ({"distance": "all"}, {}, {"distance": ("engagement", "short", "medium", "long")}),
    ({"climber": {"blind": "all"}}, {}, {"climber.blind": (True, False)}),
    ({"climber": {"stealth": "all"}}, {}, {"climber.stealth": ("low", "medium", "high")}),
    ({"climber": {"difficulty_override": ["easy", None]}}, {}, {"climber.difficulty_override": ("easy", None)}),
    ({"base_time": "1..2"}, {}, {"base_time": (1, 2)}),
    ({}, {"equal_roll": "all"}, {"settings.equal_roll": ("succeeds", "fails")}),
    ({}, {"equal_roll": ["fails"]}, {"settings.equal_roll": ("fails",)}),
    ({}, {"proficiency_counts": "all"}, {"settings.proficiency_counts": (True, False)}),
    ({}, {"hindrance_step": "1..3"}, {"settings.hindrance_step": (1, 2, 3)}),
    # what is one value, or wrong in another way, is left to what reads it
    ({"climber": {"dex": 8, "blind": True}, "difficulty": "hard"}, {"equal_roll": "fails"}, {}),
    ({"climber": {"dex": "many", "other_tn_mod": "-5"}, "base_time": "1/2"}, {}, {}),
    ({"climber": {"dex": "many"}, "difficulty": "8..9", "distance": []}, {}, {}),
    ({"climbr": {"dex": "8..9"}, "climber": {"dx": "8..9"}, "distance": [{}]}, {"equal": "all"}, {}),
]  # fmt: skip


@pytest.mark.parametrize(("given", "settings", "axes"), VARIED)
def test_what_varies_is_found(given: dict[str, Any], settings: dict[str, Any], axes: dict[str, Any]) -> None:
    assert axes_of(LURASKO, "climb", given, settings) == axes


@pytest.mark.parametrize(
    ("given", "settings", "message"),
    [
        ({"difficulty": ["easy", "hrad"]}, {}, r"^difficulty: 'hrad' is no row of 'difficulties' \(did you mean"),
        ({"climber": {"dex": [14, "abc"]}}, {}, r"^climber\.dex: a whole number is needed here"),
        ({"climber": {"blind": [True, "maybe"]}}, {}, r"^climber\.blind: true or false is needed here"),
        ({"climber": {"hands_holding": "-1..1"}}, {}, r"^climber\.hands_holding: -1 is less than 0"),
        ({"climber": [1, 2]}, {}, r"^climber: a climber is needed here"),
        ({}, {"equal_roll": ["fails", "sucseeds"]}, r"^the setting 'equal_roll' is one of succeeds, fails, not"),
        ({}, {"hindrance_step": [1, "two"]}, r"^the setting 'hindrance_step': a whole number is needed here"),
        ({"difficulty": ["hrad"], "distance": ["shrot"]}, {}, r"'hrad' is no row .*; distance: 'shrot' is no row"),
    ],
)  # fmt: skip
def test_a_value_that_does_not_fit_by_itself_is_no_cell(
    given: dict[str, Any], settings: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        axes_of(LURASKO, "climb", given, settings)


@pytest.mark.parametrize("text", ["9..8", "8..8", "0..2000"])
def test_a_range_that_is_none(text: str) -> None:
    with pytest.raises(InputError, match=r"climber\.dex: the range"):
        axes_of(LURASKO, "climb", {"climber": {"dex": text}}, {})


@pytest.mark.parametrize("text", ["8..", "..8", "8 .. 16", "8...16", "8-16", "8–16", "8 to 16", ">=8", "8..9.5", "all"])
def test_what_is_meant_as_a_range_is_told_how_one_is_written(text: str) -> None:
    with pytest.raises(InputError, match=r"climber\.dex: '.*' is no range \(write both ends, such as 8\.\.16\)"):
        axes_of(LURASKO, "climb", {"climber": {"dex": text}}, {})


@pytest.mark.parametrize("values", ["8..16", "all", b"8", {8: 9}, 8, None])
def test_the_values_of_an_axis_are_several(values: object) -> None:
    with pytest.raises(InputError, match=r"climber\.dex: the values of an axis are given in a list"):
        table(GIVEN, {"climber.dex": values})


def test_an_axis_without_end_is_not_gone_through() -> None:
    with pytest.raises(InputError, match=r"climber\.dex: an axis has at most 2,000 values"):
        table(GIVEN, {"climber.dex": range(10**12)})


def test_a_list_where_a_list_is_needed_is_one_value() -> None:
    woin = shipped("futile-kingdoms")
    assert axes_of(woin, "drown_penalties", {"rates": [1, 2]}, {}) == {}
