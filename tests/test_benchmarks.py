"""The sides of the benchmarks give the same answers. Nothing is timed here."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import benchmarks
import handhold
from benchmarks import climb, falls, growth
from benchmarks.measure import Row, ratio, report


def test_a_climb_by_hand_is_that_of_the_pack() -> None:
    climb.agree(handhold.load("lurasko"))


@pytest.mark.filterwarnings("ignore::Warning")
def test_the_odds_of_a_climb_with_fall_damage_are_those_by_hand_and_of_other_tools() -> None:
    falls.agree(handhold.load("woin"))


def test_a_ratio_is_that_of_the_clock() -> None:
    now = 0.0

    def take(seconds: float) -> None:
        nonlocal now
        now += seconds

    assert ratio(Row("", lambda: take(3), lambda: take(2), 1, lambda: now)) == 1.5
    assert ratio(Row("", lambda: take(0.001), lambda: take(0.004), 1, lambda: now)) == pytest.approx(0.25)


def test_a_row_over_its_limit_is_measured_again_and_said_to_be_over(capsys: pytest.CaptureFixture[str]) -> None:
    now, runs = 0.0, 0

    def take(seconds: float) -> None:
        nonlocal now, runs
        now, runs = now + seconds, runs + 1

    assert report(Row("within", lambda: take(3), lambda: take(2), 1.5, lambda: now))
    once, runs = runs, 0
    assert not report(Row("beyond", lambda: take(3), lambda: take(2), 1.4, lambda: now))
    assert runs == 3 * once
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        ["within", "1.50", "1.5", "ok"],
        ["beyond", "1.50", "1.4", "over"],
    ]


def test_every_module_with_rows_is_measured() -> None:
    folder = Path(benchmarks.__path__[0])
    main = ast.parse((folder / "__main__.py").read_text(encoding="utf-8"))
    called = {ast.unparse(node.func) for node in ast.walk(main) if isinstance(node, ast.Call)}
    texts = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.py")}
    having = [name for name, text in texts.items() if "\ndef rows(" in text and "__main__" not in text]
    assert len(having) > 5
    assert [name for name in having if f"{name}.rows" not in called] == []


def test_what_doubles_can_be_done() -> None:
    with growth.rows(handhold.load("lurasko")) as rows:
        names = [row.name for row in rows]
        for row in rows:
            row.ours()
            row.theirs()
    for what in ("dice", "rounds", "rows", "packs"):
        assert any(name.startswith(f"twice the {what}") for name in names), what
