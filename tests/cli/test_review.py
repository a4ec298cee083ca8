"""`handhold review`: one group after another, and what each answer does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_goldens import begun, changed, kept, names, ran
from tests.cli.test_goldens import pack as _pack
from tests.shell import Told, handhold

pack = _pack


@pytest.fixture(autouse=True)
def _not_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)


def review(answers: str, *words: str) -> Told:
    return handhold("review", ".", *words, stdin=answers.encode())


@pytest.fixture
def two(pack: Path) -> Path:
    """A pack with two groups pending: two cases on the high wall, one on the low."""
    begun(pack)
    changed(pack, "        tiring: 5", "        tiring: 7")
    changed(pack, "tiring: 1}", "tiring: 2}")
    assert ran(".").code == 1
    return pack


def tired(pack: Path) -> dict[str, object]:
    held = kept(pack / "tests" / "walls.golden.json")
    return {id: each.result["values"]["tire"] for id, each in held.items()}  # type: ignore[index, call-overload]


@pytest.mark.parametrize(
    ("answers", "code", "tires", "pending"),
    [
        ("a\na\n", 0, [2, 7, 9], False),
        ("A\n", 0, [2, 7, 9], False),
        ("r\nr\n", 0, [1, 5, 7], False),
        ("R\n", 0, [1, 5, 7], False),
        ("a\nr\n", 0, [1, 7, 9], False),
        ("s\na\n", 1, [2, 5, 7], True),
        ("a\nq\n", 1, [1, 7, 9], True),
        ("a\n", 1, [1, 7, 9], True),
        ("", 1, [1, 5, 7], True),
        ("what\nd\nt\n\na\nR\n", 0, [1, 7, 9], False),
    ],
)
def test_what_an_answer_does(two: Path, answers: str, code: int, tires: list[int], pending: bool) -> None:
    told = review(answers)
    assert told.code == code, told.out + told.err
    assert list(tired(two).values()) == tires
    assert ("walls.golden.pending.json" in names(two)) == pending


def test_a_group_is_shown_once_with_its_cause(two: Path) -> None:
    told = review("q\n")
    assert "1 of 2: 2 cases: state.climber.tired +2, values.tire +2, from tables.walls.rows.high.tiring" in told.out
    assert "pack.yaml:16:17: tables.walls.rows.high.tiring is 7, was 5" in told.out
    assert "2 of 2" not in told.out


def test_the_difference_shows_every_case_and_the_trace_every_step(two: Path) -> None:
    told = review("d\nt\nq\n")
    assert "tests/walls.yaml:8:3: high_wall\n  state.climber.tired: was 5, is 7 (+2)" in told.out
    assert "tests/walls.yaml:14:3: high_again\n  state.climber.tired: was 7, is 9 (+2)" in told.out
    assert "margin  -4 = roll 3 + help 3 - wall.height 10" in told.out
    assert told.out.count("stop (q)?") == 3


def test_a_new_result_is_shown_whole(pack: Path) -> None:
    ran(".", "--update=always")
    told = review("d\na\n")
    assert "1 of 1: 3 cases: no golden yet" in told.out
    assert "values.margin: 2" in told.out
    assert ran(".").code == 0


def test_odds_alone_have_no_steps_to_show(pack: Path) -> None:
    case = "cases:\n  any: {event: climb, given: {climber: {skill: 1}, wall: low}, expect: {odds: {}}}\n"
    (pack / "tests" / "walls.yaml").write_text(case, encoding="utf-8")
    ran(".", "--update=always")
    told = review("t\nd\na\n")
    assert "any asks for odds alone, so no dice were thrown; 'd' shows the chances\n" in told.out
    assert "odds.outcomes.up: 1\n" in told.out
    assert ran(".").code == 0


def test_nothing_to_review(pack: Path) -> None:
    begun(pack)
    told = review("")
    assert (told.code, told.out) == (5, "nothing is pending: 'handhold test' says what has changed\n")


def test_only_some_are_reviewed(two: Path) -> None:
    told = review("a\n", "--tag", "easy")
    assert told.code == 0
    assert list(tired(two).values()) == [2, 5, 7]


def test_a_key_without_a_meaning_is_answered_with_all_that_have_one(two: Path) -> None:
    told = review("what\nq\n")
    question = told.out[told.out.rindex("  a  ") :]
    keys = [line.split("  ")[1] for line in question.splitlines() if line.startswith("  ")]
    assert keys == ["a", "r", "s", "A, R", "d", "t", "q"]
    assert told.out.count("stop (q)?") == 2
