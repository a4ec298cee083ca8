"""`handhold odds` beyond one event: rounds, what cannot occur, progress, interruption."""

from __future__ import annotations

import io
import re
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from handhold.cli import main
from handhold.play.odds import solving
from handhold.report.output import Output
from handhold.report.progress import Progress
from tests.fixtures import FOLDER
from tests.shell import DEMO, handhold

TURN = ("odds", "lurasko", "climb_turn", "climber.dex=14", "difficulty=hard", "distance=short")


def test_rounds_are_told() -> None:
    told = handhold(*TURN, "--repeat-until", "outcome.over", "--rounds", "4", "--show", "tens")
    assert told.out == (
        "One turn of a climb, again and again until outcome.over, 4 rounds at most: the odds.\n"
        "                                                                          lurasko 1.0.0 · climb_turn\n"
        "  arrived       7813/10000  78.1 %  ███████████████████████\n"
        "  (still open)  2187/10000  21.9 %  ███████\n"
        "  cannot be the end here: still_climbing, fell, held_up\n"
        "tens, at the end\n"
        "  0  849/2000  42.4 %  █████████████\n"
        "  1  223/625   35.7 %  ███████████\n"
        "the round of the end (on average 3)\n"
        "  2  6/25          24 %  ███████\n"
        "  3  319/1000    31.9 %  ██████████\n"
        "  4  2223/10000  22.2 %  ███████\n"
    )
    assert told.code == 0


def test_what_cannot_occur_is_pointed_out() -> None:
    told = handhold(
        "odds", DEMO, "climb", "climber.skill=20", "wall=high", "--show", "climber.lame", "--show", "margin"
    )
    assert "  up  1  100 %  ██████████████████████████████\n  cannot occur here: down\n" in told.out
    assert "  cannot occur here: true\n" in told.out
    both = handhold("odds", DEMO, "climb", "climber.skill=5", "wall=high")
    assert "cannot occur" not in both.out
    refused = handhold("odds", DEMO, "climb", "climber.skill=0", "wall=high")
    assert "cannot occur" not in refused.out
    json = handhold(
        "odds", DEMO, "climb", "climber.skill=20", "wall=high", "--show", "climber.lame", "--format", "json"
    )
    assert json.json["impossible"] == {"outcome": ["down"], "climber.lame": ["true"]}


def test_the_digits_of_thousands_of_rounds_are_written() -> None:
    told = handhold(*TURN, "--repeat-until", "false", "--rounds", "3400", "--choose", "pause=true", "--format", "json")
    assert told.json["open"] == "1"
    told = handhold(
        "odds", "lurasko", "climb_turn", "climber.dex=4", "difficulty=hard", "distance=long",
        "--repeat-until", "outcome.over", "--rounds", "3400", "--format", "json",
    )  # fmt: skip
    assert told.code == 0
    assert len(str(told.json["open"])) > sys.get_int_max_str_digits()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--rounds", "4"), "say until when: --repeat-until CONDITION"),
        (("--repeat-until", "true", "--rounds", "many"), "--rounds: 'many' is no whole number above 0"),
        (("--repeat-until", "true", "--rounds", "0"), "--rounds: '0' is no whole number above 0"),
        (("--repeat-until", "true", "--rounds", "10001"), "the rounds are a whole number from 1 to 10,000"),
        (("--repeat-until", "climber"), "'climber'"),
    ],
)
def test_rounds_that_cannot_be_asked_for(words: tuple[str, ...], message: str) -> None:
    told = handhold(*TURN, *words)
    assert told.code == 2
    assert message in told.err
    assert not told.out


def test_interruption_gives_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(progress: Progress, done: int, whole: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "__call__", stop)
    told = handhold(*TURN, "--repeat-until", "outcome.over", "--rounds", "50")
    assert told.code == 130
    assert told.err == "handhold: interrupted after round 3 of 50\n"
    assert "Stopped after round 3" in told.out
    assert "arrived" in told.out


def test_interruption_in_the_first_round_calls_nothing_impossible(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("handhold.play.odds.rounds._Steps.make", stop)
    told = handhold(*TURN, "--repeat-until", "outcome.over", "--rounds", "50")
    assert told.code == 130
    assert told.err == "handhold: interrupted after round 0 of 50\n"
    assert "Stopped after round 0" in told.out
    assert "(still open)  1  100 %" in told.out
    assert "cannot" not in told.out
    json = handhold(*TURN, "--repeat-until", "outcome.over", "--rounds", "50", "--format", "json").json
    assert (json["made"], json["open"], json["outcomes"]) == (0, "1", {})


class Terminal(io.StringIO):
    """A stream that is looked at."""

    def isatty(self) -> bool:
        return True


def test_progress_is_shown_on_a_terminal_and_taken_away() -> None:
    times = iter([0.0, 0.5, 2.0, 2.1, 3.0, 400.0, 9000.0])
    stream = Terminal()
    progress = Progress(Output(stream), "round", lambda: next(times))
    for done in (1, 2, 3, 4, 5, 6):
        progress(done, 100)
    progress.clear()
    progress.clear()
    assert stream.getvalue().split("\r\x1b[K") == [
        "",
        "round 2 of 100, about 2 min left",
        "round 4 of 100, about 72 s left",
        "round 5 of 100, about 2 h left",
        "round 6 of 100, about 39 h left",
        "",
    ]


def test_progress_is_shown_nowhere_else() -> None:
    times = iter([0.0, 5.0, 9.0])
    stream = io.StringIO()
    progress = Progress(Output(stream), "round", lambda: next(times))
    progress(1, 3)
    progress(2, 3)
    progress.clear()
    assert stream.getvalue() == ""


def test_short_work_shows_no_progress() -> None:
    out, err = io.StringIO(), Terminal()
    assert main([*TURN, "--repeat-until", "outcome.over"], out, err) == 0
    assert err.getvalue() == ""


def test_the_best_choices_are_told() -> None:
    words = (
        "odds",
        "lurasko",
        "climb_turn",
        "climber.dex=14",
        "difficulty=hard",
        "distance=short",
        "climber.progress=1",
    )
    told = handhold(*words, "--best-for", "arrived")
    assert "One turn of a climb, played for arrived: the odds." in told.out
    assert "arrived: 70 %, and 20 % without playing for it (+50 points)\n" in told.out
    assert (
        "  pushes (player): Successes bought with 5 fatigue each, alone +50 points\n"
        "    1 where extra is none\n"
        "    0 where extra is 1\n"
    ) in told.out
    again = handhold(*words, "--best-for", "arrived", "--repeat-until", "outcome.over", "--rounds", "3")
    assert "again and again until outcome.over, 3 rounds at most: the odds." in again.out.replace("\n ", "")
    assert "  halvings keeps its default: it has more answers than can be tried\n" in again.out
    settled = handhold(
        *words, "--best-for", "arrived", "--choose", "pushes=0", "--choose", "pause=false", "--choose", "extra=0"
    )
    assert "  No choice that is still open changes that.\n" in settled.out


def test_the_best_over_rounds_tells_when_the_end_comes() -> None:
    words = (*TURN, "--best-for", "arrived", "--repeat-until", "outcome.over", "--rounds", "4", "--show", "tens")
    told = handhold(*words)
    assert (
        "tens, at the end\n"
        "  0  187/400  46.8 %  ██████████████\n"
        "  1  294/625    47 %  ██████████████\n"
        "the round of the end (on average 2.2)\n"
        "  1  1/5          20 %  ██████\n"
        "  2  41/100       41 %  ████████████\n"
        "  3  57/250     22.8 %  ███████\n"
        "  4  999/10000    10 %  ███\n"
        "arrived: 93.8 %, and 78.1 % without playing for it (+15.7 points)\n"
    ) in told.out
    json = handhold(*words, "--format", "json").json
    assert json["values"] == {"tens": {"1": "294/625", "0": "187/400"}}
    assert json["impossible"] == {"outcome": ["still_climbing", "fell", "held_up"]}
    assert json["made"] == 4
    assert sum((Fraction(each["chance"]) for each in json["ended"]), Fraction(json["open"])) == 1
    assert {each["round"] for each in json["ended"]} == {1, 2, 3, 4}


def test_the_best_over_rounds_leaves_no_chance_out() -> None:
    words = ("odds", "lurasko", "climb_turn", "climber.dex=14", "difficulty=hard", "distance=engagement")
    again = (*words, "--repeat-until", "false", "--rounds", "3", "--format", "json")
    plain, played = handhold(*again).json, handhold(*again, "--best-for", "arrived").json
    assert played["refused_later"] == plain["refused_later"] == [{"codes": ["climb_is_over"], "chance": "91/100"}]
    assert played["open"] == plain["open"] == "9/100"
    assert plain["impossible"] == {"outcome": ["still_climbing", "arrived", "fell", "held_up"]}


def test_the_best_of_one_event_tells_the_values_asked_for() -> None:
    json = handhold(*TURN, "climber.progress=1", "--best-for", "arrived", "--show", "gained", "--format", "json").json
    assert json["values"] == {"gained": {"2": "7/10", "0": "3/10"}}
    assert json["impossible"] == {"outcome": ["fell", "held_up"]}
    assert "ended" not in json


def test_an_estimate_over_rounds_tells_when_the_end_comes() -> None:
    words = (*TURN, "--repeat-until", "outcome.over", "--rounds", "4", "--samples", "400", "--seed", "7")
    lines = handhold(*words, "--show", "tens").out.splitlines()
    assert "tens, at the end" in lines
    at = next(n for n, line in enumerate(lines) if line.startswith("the round of the end (on average "))
    assert [line.split()[0] for line in lines[at + 1 : at + 4]] == ["2", "3", "4"]
    assert all(" % ± " in line for line in lines[at + 1 : at + 4])


PUSH = ("odds", str(FOLDER / "wager.yaml"), "push")


def test_without_a_default_nothing_comes_without_playing() -> None:
    words = (*PUSH, "nerve=3", "--best-for", "outcome >= 6")
    told = handhold(*words)
    assert told.code == 0
    assert "and nothing without playing for it: a choice has no default\n" in told.out
    assert "  more (player)\n" in told.out
    json = handhold(*words, "--format", "json").json
    assert (json["usual_chance"], json["usual_outcomes"], json["choices"][0]["gain"]) == (None, None, None)
    table = (*PUSH, "nerve=1..3", "--best-for", "outcome >= 6")
    assert handhold(*table).out.count("none") == 3
    assert handhold(*table, "--format", "svg").code == 0


TABLE = ("odds", DEMO, "climb", "wall=high", "climber.skill=[0, 5, 7, 9]")


def test_one_thing_that_varies_is_a_line_with_a_bar_for_each_value() -> None:
    told = handhold(*TABLE, "--show", "margin", "--show", "climber.lame")
    assert told.code == 0
    lines = told.out.splitlines()
    assert lines[0].split() == ["Climb", "a", "wall:", "the", "odds.", "demo", "1.2.0", "·", "climb"]
    assert lines[1].split() == ["climber.skill", "█", "up", "▓", "down", "margin,", "on", "average", "climber.lame"]
    assert [line.split()[:2] for line in lines[2:6]] == [["0", "refused"], ["5", "27.8"], ["7", "58.3"], ["9", "83.3"]]
    assert lines[3].split()[3:8] == ["72.2", "%", "-2", "72.2", "%"]
    assert lines[6:] == ["  refused: no_skill (climber.skill=0)"]


def test_a_cell_without_an_answer_says_why_below() -> None:
    told = handhold("odds", DEMO, "share", "total=6", "heads=[0, 2]")
    assert told.code == 0
    assert told.out.splitlines()[-1] == "  no answer: a division by zero (heads=0)"


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("climber.dex=8,12,16", "write several values as a list: '[8, 12, 16]'"),
        ("climber.dex=8,12", "write a decimal with a point: 8.12; write several values as a list: '[8, 12]'"),
        ("difficulty=easy,hard", "difficulty: 'easy,hard' is not one value (write several values as a list: '[easy,"),
        ("climber.blind=true, false", "(write several values as a list: '[true, false]')"),
    ],
)
def test_values_with_commas_are_told_how_a_list_is_written(word: str, hint: str) -> None:
    told = handhold("odds", "lurasko", "climb", "distance=medium", word)
    assert told.code == 2
    assert hint in told.err


def test_a_misspelt_value_of_a_table_is_given_wrongly_and_no_cell() -> None:
    words = ("odds", "lurasko", "climb", "climber.dex=14", "distance=medium")
    alone = handhold(*words, "difficulty=hrad")
    for format in ("text", "json", "svg"):
        told = handhold(*words, "difficulty=[easy, hrad]", "--format", format)
        assert (told.code, told.out) == (2, "")
        assert told.err == alone.err
        assert "'hrad' is no row of 'difficulties' (did you mean 'hard'?)" in told.err
    refused = handhold(*words, "difficulty=[easy, hard]", "climber.hands_holding=[0, 2]")
    assert refused.code == 0
    assert "no_free_hand" in refused.out


def test_more_that_varies_is_a_table_for_each_outcome() -> None:
    told = handhold("odds", DEMO, "climb", "climber.skill=5..6", "wall=all", "rope=all", "--set", "bonus=0")
    assert told.out == handhold("odds", DEMO, "climb", "climber.skill=5..6", "wall=[low, high]", "rope=all").out
    blocks = told.out.split("\n")
    assert blocks[1] == "up"
    assert blocks[2].strip() == "rope"
    assert blocks[3].split() == ["climber.skill", "wall", "true", "false"]
    assert blocks[4].split() == ["5", "low", "█", "100", "%", "▇", "83.3", "%"]
    assert blocks[5].split() == ["5", "high", "▅", "58.3", "%", "▂", "27.8", "%"]


def test_a_table_can_be_typed_on_any_terminal() -> None:
    told = handhold(*TABLE, encoding="ascii")
    assert told.code == 0
    assert "= down" in told.out
    assert "=====" in told.out


def test_an_interrupted_table_is_told_as_far_as_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(progress: Progress, done: int, whole: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "__call__", stop)
    told = handhold(*TABLE)
    assert told.code == 130
    assert told.err == "handhold: interrupted after 2 of 4 cells\n"
    assert "Stopped after 2 of 4 cells." in told.out
    assert handhold(*TABLE, "--format", "svg").out.endswith("</svg>\n")


SURE = ("odds", DEMO, "climb", "wall=high", "climber.skill=[20, 21]", "--show", "climber.lame")


def test_what_comes_in_no_cell_is_pointed_out() -> None:
    assert handhold(*SURE).out.endswith("  cannot occur here: down\n")
    assert handhold(*SURE, "--format", "json").json["impossible"] == {"outcome": ["down"], "climber.lame": ["true"]}
    refused = ("odds", DEMO, "climb", "wall=high", "climber.skill=[0, 20]")
    assert "cannot occur here: down" in handhold(*refused).out
    some = ("odds", DEMO, "climb", "wall=high", "climber.skill=[20, 5]")
    assert handhold(*some, "--format", "json").json["impossible"] == {}


@pytest.mark.parametrize(
    "words", [("--samples", "50", "--seed", "7"), ("--show", "6 // (climber.skill - 21)"), ("stopped",)]
)
def test_what_is_not_worked_out_is_not_called_impossible(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    if words == ("stopped",):
        stopping(monkeypatch, 1)
        words = ()
    assert "cannot occur" not in handhold(*SURE, *words).out
    assert handhold(*SURE, *words, "--format", "json").json["impossible"] == {}


def test_a_table_without_any_answer_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = handhold("odds", DEMO, "climb", "wall=high", "climber.skill=0", "rope=all")
    assert refused.code == 0
    monkeypatch.setattr("handhold.limits.ODDS_STEPS", 5)
    for format in ("text", "json", "svg"):
        told = handhold(*SURE, "--format", format)
        assert told.code == 3
        assert "the exact odds take more than 5 steps" in told.out or format == "svg"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("climber.dex=14",), "let something vary"),
        (("climber.dex=14", "--repeat-until", "true"), "let something vary"),
        (("climber.dex=9..8",), "the range 9..8 needs a lower end first"),
    ],
)
def test_pictures_that_cannot_be_made(words: tuple[str, ...], message: str) -> None:
    told = handhold("odds", "lurasko", "climb", "difficulty=hard", "distance=medium", *words, "--format", "svg")
    assert told.code == 2
    assert message in told.err
    assert not told.out


TURNS = ("odds", "lurasko", "climb_turn", "difficulty=hard", "distance=short", "climber.dex=[11, 14]")


def test_a_table_of_rounds() -> None:
    told = handhold(*TURNS, "--repeat-until", "outcome.over", "--rounds", "4", "--show", "tens")
    assert told.code == 0
    lines = told.out.splitlines()
    assert lines[0] == "One turn of a climb, again and again until outcome.over, 4 rounds at most: the odds."
    assert lines[2].split() == [
        *("climber.dex", "█", "arrived", "▓", "(still", "open)"),
        *("the", "round", "of", "the", "end,", "on", "average", "tens,", "on", "average"),
    ]
    assert lines[3].split()[:7] == ["11", "45.5", "%", "54.5", "%", "3.4", "0.2"]
    assert lines[4].split()[:7] == ["14", "78.1", "%", "21.9", "%", "3", "0.5"]
    assert lines[5] == "  cannot be the end here: still_climbing, fell, held_up"


def test_a_table_of_best_choices() -> None:
    told = handhold(*TURNS, "climber.progress=1", "--best-for", "arrived")
    lines = told.out.splitlines()
    assert lines[0].startswith("One turn of a climb, played for arrived: the odds.")
    assert lines[1].split()[-3:] == ["arrived,", "points", "gained"]
    assert lines[2].split()[:6] == ["11", "45", "%", "55", "%", "+50"]
    assert lines[3].split()[:6] == ["14", "30", "%", "70", "%", "+50"]
    condition = handhold(*TURNS, "climber.progress=1", "--best-for", "outcome is arrived or outcome is fell")
    assert condition.out.splitlines()[2].split()[-5:] == ["outcome", "is", "fell,", "points", "gained"]


def test_a_table_of_estimates() -> None:
    told = handhold(*TABLE[:-1], "climber.skill=[0, 5, 9]", "--samples", "400", "--seed", "7")
    lines = told.out.splitlines()
    assert lines[0].startswith("Climb a wall: an estimate from 400 samples.")
    assert lines[2].split() == ["0", "refused"]
    assert lines[3].split()[2:5] == ["%", "±", "2.2"]
    assert lines[-3:] == [
        "  ± is the standard error, with one hit and one miss added.",
        "  What is not listed never came, and may still be possible.",
        "  the dice came from the seed 7",
    ]


@pytest.mark.parametrize(
    "words",
    [
        ("--repeat-until", "outcome.over", "--rounds", "3"),
        ("--best-for", "arrived"),
        ("--best-for", "arrived", "--repeat-until", "outcome.over", "--rounds", "2"),
        ("--samples", "50", "--seed", "7"),
    ],
)
def test_a_picture_of_every_way(words: tuple[str, ...]) -> None:
    told = handhold(*TURNS, *words, "--format", "svg")
    assert told.code == 0
    assert "50 samples" in told.out if "--samples" in words else "the odds" in told.out
    assert ("until outcome.over" in told.out) is ("--repeat-until" in words)
    assert ("played for arrived" in told.out) is ("--best-for" in words)


def test_a_table_without_an_answer_is_not_said_to_be_of_no_outcome() -> None:
    asked = ("odds", "trench-crusade", "jump", "gap=3", "drop_far=3..5")
    told = handhold(*asked)
    assert told.code == 3
    assert "no answer: the choice 'side' has no answer" in told.out
    assert told.out.count("  --choose NAME=VALUE gives the answer\n") == 1
    assert "--choose" not in handhold("odds", DEMO, "share", "total=6", "heads=[0, 2]").out
    refused = handhold("odds", DEMO, "climb", "wall=high", "climber.skill=0", "rope=all")
    assert not [out for out in (told.out, refused.out) if "has no outcome" in out]


def test_an_estimate_is_called_one() -> None:
    words = ("odds", "lurasko", "climb", "climber.dex=14", "difficulty=hard", "distance=medium", "--samples", "400")
    told = handhold(*words, "--seed", "7")
    assert told.code == 0
    assert told.out.startswith("Climb in one roll: an estimate from 400 samples.")
    assert "%  ± " not in told.out
    assert " % ± 2." in told.out
    assert "the odds" not in told.out
    assert told.out.endswith("  the dice came from the seed 7\n")
    assert handhold(*words, "--seed", "7").out == told.out
    assert handhold(*words, encoding="ascii").out.count("+/-") >= 4


def test_an_estimate_without_an_outcome_says_what_to_ask_for() -> None:
    words = ("odds", str(FOLDER / "ends.yaml"), "silent")
    told = handhold(*words, "--samples", "50", "--seed", "7")
    assert told.code == 0
    assert told.out.splitlines()[1:] == [
        *handhold(*words).out.splitlines()[1:],
        "  the dice came from the seed 7",
    ]
    assert "asks for the odds of a value" in told.out
    assert "no outcome" not in handhold(*words, "--samples", "50", "--seed", "7", "--show", "roll").out
    assert "(ended)" in handhold(*words, "--samples", "50", "--seed", "7", "--repeat-until", "roll > 1").out


def test_an_estimate_of_rounds_tells_when_they_end() -> None:
    words = (*TURN, "--repeat-until", "outcome.over", "--rounds", "4", "--show", "tens")
    told = handhold(*words, "--samples", "400", "--seed", "7").out.splitlines()
    at = told.index("the round of the end (on average 3)")
    assert [line.split()[0] for line in told[at + 1 : at + 4]] == ["2", "3", "4"]
    assert all(" ± " in line for line in told[at + 1 : at + 4])
    assert [line.split()[0] for line in told[told.index("tens, at the end") + 1 : at]] == ["0", "1"]


def test_an_estimate_has_numbers_in_their_order() -> None:
    words = ("odds", "lurasko", "climb", "climber.dex=14", "difficulty=hard", "distance=medium", "--show", "margin / 2")
    told = handhold(*words, "--samples", "900", "--seed", "7").out.splitlines()
    at = told.index("margin / 2")
    exact = handhold(*words).out.splitlines()
    names = [line.split()[0] for line in exact[exact.index("margin / 2") + 1 :]]
    assert [line.split()[0] for line in told[at + 1 : at + 1 + len(names)]] == names
    assert names[:2] == ["-4", "-3.5"]
    assert handhold(*words, "--samples", "1").out.startswith("Climb in one roll: an estimate from 1 sample.")


def stopping(monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    """Ctrl-C when progress is told of so much."""

    def stop(progress: Progress, done: int, whole: int) -> None:
        if done == at:
            raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "__call__", stop)


BEST = (*TURN, "--best-for", "arrived", "--repeat-until", "outcome.over", "--rounds", "3")


@pytest.mark.parametrize(
    ("at", "how_far", "told_of"),
    [
        (2, "after round 2 of 3, before any choice was played: these are the odds without", "Stopped after round 2"),
        (5, "after round 2 of 3", "Stopped after round 2"),
        (6, "after round 3 of 3", "extra (player): Successes counted for each full 10 of margin\n"),
        (9, "after what 0 of 3 choices are worth alone", "pause (player): Pause to do something else\n"),
        (12, "after what 1 of 3 choices are worth alone", "full 10 of margin, alone +0 points\n"),
    ],
)
def test_interrupted_play_for_the_best_tells_what_is_known(
    monkeypatch: pytest.MonkeyPatch, at: int, how_far: str, told_of: str
) -> None:
    stopping(monkeypatch, at)
    told = handhold(*BEST)
    assert told.code == 130
    assert told.err == f"handhold: interrupted {how_far}\n"
    assert told_of in told.out
    assert handhold(*BEST, "--format", "json").json["handhold"] == ("odds-rounds/1" if at == 2 else "odds-best/1")


def test_interrupted_play_of_one_event_tells_the_odds_without(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = handhold(*TURN).out
    monkeypatch.setattr("handhold.play.odds.solving._backwards", once_and_no_more())
    told = handhold(*TURN, "--best-for", "arrived")
    assert told.code == 130
    assert told.err == ("handhold: interrupted before the best was found: these are the odds without playing for it\n")
    assert told.out == usual


def once_and_no_more() -> Any:
    """What works backwards once; the second time Ctrl-C is pressed."""
    left = [solving._backwards]

    def backwards(layers: Any) -> Any:
        if not left:
            raise KeyboardInterrupt
        return left.pop()(layers)

    return backwards


def test_progress_of_one_event_says_how_much_it_may_be_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter(range(0, 10_000, 5))
    monkeypatch.setattr("handhold.report.progress.monotonic", lambda: next(times))
    monkeypatch.setattr(Progress.__init__, "__defaults__", (lambda: next(times),))
    out, err = io.StringIO(), Terminal()
    assert main([*TURN, "climber.progress=1", "--show", "margin"], out, err) == 0
    lines = err.getvalue().split("\r\x1b[K")
    assert re.fullmatch(r"step \d+ of at most 50,000,000, at most about \d+ h left", lines[1])
    assert lines[-1] == ""


@pytest.mark.parametrize("words", [("--choose", "pushes=7"), ("--policy", "pushes=tens + 7")])
def test_an_answer_that_is_no_option_is_told_with_those_there_are(words: tuple[str, ...]) -> None:
    told = handhold(*TURN, *words)
    assert told.code == 3
    assert "the choice 'pushes' has no such option (choose from: 0, 1)" in told.err


def test_over_budget_the_best_offers_samples_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("handhold.limits.ODDS_STEPS", 5)
    told = handhold(*TURN, "--best-for", "arrived")
    assert told.code == 3
    assert "   = without --best-for, and with an answer or a policy for each choice, --samples 100000" in told.err


NUMBERS = """
pack: halves
format: 1
version: "1.0.0"
title: Halves
license: CC0-1.0
events:
  halve:
    needs: {by: {type: number, above: 0}}
    steps:
      roll: {roll: d3}
      half: roll / by
      outcome: roll > 1
"""


def test_numbers_are_told_as_people_write_them(tmp_path: Path) -> None:
    path = tmp_path / "halves.yaml"
    path.write_text(NUMBERS, encoding="utf-8")
    words = ("odds", str(path), "halve", "--show", "half", "--show", "if roll == 3 then none else half")
    told = handhold(*words, "by=2")
    assert re.findall(r"^  (\S+) +1/3", told.out, re.MULTILINE) == ["false", "0.5", "1", "1.5", "0.5", "1", "none"]
    assert handhold(*words, "by=2", "--format", "json").json["values"]["half"] == {
        "1/2": "1/3", "1": "1/3", "3/2": "1/3",
    }  # fmt: skip
    assert "  2/3 " in handhold(*words, "by=3").out
    rounds = handhold(*words, "by=2", "--repeat-until", "outcome", "--rounds", "2")
    assert re.findall(r"^  (1.5|1) +4/9", rounds.out, re.MULTILINE) == ["1", "1.5", "1"]
    table = handhold(*words, "by=[1.5, 2.5]")
    assert [line.split()[0] for line in table.out.splitlines()[2:4]] == ["1.5", "2.5"]


def test_over_budget_is_a_refusal_that_offers_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("handhold.limits.ODDS_STEPS", 5)
    told = handhold("odds", DEMO, "climb", "climber.skill=7", "wall=high")
    assert told.code == 3
    assert (
        told.err == "handhold: the exact odds take more than 5 steps\n   = --samples 100000 gives an estimate instead\n"
    )
    assert handhold("odds", DEMO, "climb", "climber.skill=7", "wall=high", "--samples", "10").code == 0


def test_work_over_budget_offers_samples_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("handhold.limits.ODDS_WORK", 500)
    told = handhold("odds", "lurasko", "climb_in_turns", *TURN[3:], "turns=9")
    assert told.code == 3
    assert told.err == (
        "handhold: the exact odds take more than 500 parts of formulas\n"
        "   = --samples 100000 gives an estimate instead\n"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--samples", "9", "--best-for", "up"), "what is best cannot be found from samples"),
        (("--seed", "9"), "a seed is for an estimate"),
        (("--samples", "-9"), "no whole number above 0"),
        (("--samples", "99999999"), "from 1 to 10,000,000"),
    ],
)
def test_estimates_that_cannot_be_asked_for(words: tuple[str, ...], message: str) -> None:
    told = handhold("odds", DEMO, "climb", "climber.skill=7", "wall=high", *words)
    assert told.code == 2
    assert message in told.err


def test_an_interrupted_estimate_is_told_from_what_was_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(progress: Progress, done: int, whole: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "__call__", stop)
    told = handhold("odds", DEMO, "climb", "climber.skill=7", "wall=high", "--samples", "5000", "--seed", "1")
    assert told.code == 130
    assert told.err == "handhold: interrupted after 1,000 of 5,000 samples\n"
    assert "an estimate from 1,000 samples" in told.out
