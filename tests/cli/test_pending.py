"""What is pending: rules that read otherwise without effect, some cases only, and what has gone out of date."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_goldens import begun, changed, kept, names, ran
from tests.cli.test_goldens import pack as _pack
from tests.shell import handhold

pack = _pack
PENDING = "walls.golden.pending.json"


@pytest.fixture(autouse=True)
def _not_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)


def rewrite(pack: Path, old: str, new: str) -> None:
    path = pack / "tests" / "walls.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


# -- rules that read otherwise, with the same results -----------------------------------------------


def test_a_rewording_without_effect_fails_nothing_and_can_be_accepted(pack: Path) -> None:
    golden = begun(pack)
    changed(pack, "margin: roll + help - wall.height", "margin: help + roll - wall.height")
    told = ran(".")
    assert told.code == 0
    assert told.out.splitlines() == [
        "'handhold accept .' brings 3 goldens up to date: rules read otherwise, with the same results",
        "3 passed, 0 failed",
    ]
    assert list(kept(pack / "tests" / PENDING)) == ["low_wall", "high_wall", "high_again"]
    said = handhold("test", ".", "--format", "json").json["cases"]
    assert isinstance(said, list)
    assert [(each["passed"], each["golden"]) for each in said] == [(True, "reworded")] * 3
    assert handhold("accept", ".").out == "0 results accepted, 3 goldens with the same results brought up to date\n"
    assert names(pack) == ["walls.golden.json", "walls.yaml"]
    assert "help + roll" in golden.read_text(encoding="utf-8")
    assert ran(".").out == "3 passed, 0 failed\n"
    # what was brought up to date is what is made anew
    before = golden.read_bytes()
    golden.unlink()
    begun(pack)
    assert golden.read_bytes() == before


def test_a_rewording_without_effect_is_reviewed(pack: Path) -> None:
    begun(pack)
    changed(pack, "margin: roll + help - wall.height", "margin: help + roll - wall.height")
    changed(pack, "tiring: 1}", "tiring: 2}")
    ran(".")
    told = handhold("review", ".", stdin=b"d\ns\nd\na\n")
    assert "1 of 2: 1 case: state.climber.tired +1, values.tire +1, from events.climb.steps.margin, tables" in told.out
    assert "2 of 2: 2 cases: the same results, from events.climb.steps.margin\n" in told.out
    assert "events.climb.steps.margin is help + roll - wall.height, was roll + help - wall.height" in told.out
    assert told.code == 1
    assert list(kept(pack / "tests" / PENDING)) == ["low_wall"]


def test_a_rewording_that_is_rejected_is_pending_again(pack: Path) -> None:
    golden = begun(pack)
    before = golden.read_bytes()
    changed(pack, "margin: roll + help - wall.height", "margin: help + roll - wall.height")
    ran(".")
    assert handhold("reject", ".").out == "0 results rejected, 3 goldens with the same results left as they were\n"
    assert names(pack) == ["walls.golden.json", "walls.yaml"]
    assert golden.read_bytes() == before
    ran(".", "-k", "low")
    assert list(kept(pack / "tests" / PENDING)) == ["low_wall"]


def test_a_rewording_is_said_where_nothing_may_be_written(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(pack)
    changed(pack, "margin: roll + help - wall.height", "margin: help + roll - wall.height")
    monkeypatch.setenv("CI", "1")
    told = ran(".")
    assert (told.code, told.out.endswith("3 passed, 0 failed\n")) == (0, True)
    assert "brings 3 goldens up to date" in told.out
    assert names(pack) == ["walls.golden.json", "walls.yaml"]


# -- some cases only --------------------------------------------------------------------------------


def test_a_run_of_some_keeps_what_is_pending_for_a_case_with_another_name(pack: Path) -> None:
    begun(pack)
    changed(pack, "        tiring: 5", "        tiring: 7")
    changed(pack, "tiring: 1}", "tiring: 2}")
    ran(".")
    rewrite(pack, "high_again", "once_more")
    ran(".", "-k", "low_wall")
    assert list(kept(pack / "tests" / PENDING)) == ["low_wall", "high_wall", "high_again"]
    ran(".", "--tag", "easy")
    ran(".", "--failed")
    assert "high_again" in kept(pack / "tests" / PENDING)
    # nor does it go with what others are answered
    handhold("accept", ".", "-k", "low_wall")
    assert list(kept(pack / "tests" / PENDING)) == ["high_wall", "high_again"]
    # a whole run knows that there is no such case
    ran(".")
    assert list(kept(pack / "tests" / PENDING)) == ["high_wall", "once_more"]


def test_a_run_of_some_keeps_failures_of_others_and_a_whole_run_forgets_what_is_gone(pack: Path) -> None:
    begun(pack)
    changed(pack, "        tiring: 5", "        tiring: 7")
    ran(".")
    rewrite(pack, "high_again", "once_more")
    ran(".", "-k", "low_wall")
    failed = pack / "tests" / ".failed"
    assert failed.read_text(encoding="ascii").split() == ["high_again", "high_wall"]
    ran(".")
    assert failed.read_text(encoding="ascii").split() == ["high_wall", "once_more"]


# -- out of date ------------------------------------------------------------------------------------


def test_what_is_pending_and_out_of_date_is_neither_shown_nor_accepted(pack: Path) -> None:
    golden = begun(pack)
    changed(pack, "        tiring: 5", "        tiring: 7")
    ran(".")
    before = golden.read_bytes()
    changed(pack, "        tiring: 7", "        tiring: 8")
    old = "2 pending results are out of date: the pack or its cases were changed since; "
    old += "'handhold test .' makes them anew\n"
    told = handhold("review", ".", stdin=b"A\n")
    assert (told.code, told.out) == (1, old)
    told = handhold("accept", ".")
    assert (told.code, told.out) == (1, f"{old}0 results accepted\n")
    assert golden.read_bytes() == before
    # what goes is not asked for its age
    assert handhold("reject", ".").out == "2 results rejected\n"


def test_a_case_that_was_changed_is_out_of_date_and_the_others_are_not(pack: Path) -> None:
    golden = begun(pack)
    changed(pack, "        tiring: 5", "        tiring: 7")
    ran(".")
    rewrite(pack, "skill: 4, tired: 2", "skill: 4, tired: 3")
    told = handhold("accept", ".")
    assert (told.code, told.out.splitlines()[1:]) == (1, ["1 result accepted"])
    assert told.out.startswith("1 pending result is out of date: ")
    assert kept(golden)["high_wall"].result["values"]["tire"] == 7  # type: ignore[index, call-overload]
    assert list(kept(pack / "tests" / PENDING)) == ["high_again"]
    ran(".")
    assert handhold("accept", ".").out == "1 result accepted\n"


def test_what_cannot_be_run_any_more_is_out_of_date(pack: Path) -> None:
    begun(pack)
    changed(pack, "tiring: 1}", "tiring: 2}")
    ran(".")
    rewrite(pack, "dice: {roll: 3}", "dice: {roll: 99}")
    assert handhold("review", ".").out.startswith("1 pending result is out of date")


# -- groups -----------------------------------------------------------------------------------------

TWICE = """
pack: pair
format: 1
version: "1.0.0"
title: Two ropes
license: CC0-1.0
tables: {ropes: {columns: {wear: integer}, rows: {thin: {wear: 1}}}}
sheets: {rope: {kind: ropes, worn: {type: integer, default: 0, changes: true}}}
events:
  use:
    needs: {left: rope, right: rope}
    steps:
      wear: {set: left.worn, to: old + left.kind.wear}
      also: {when: right.worn > 0, set: right.worn, to: old + right.kind.wear}
"""
PAIR = """
cases:
  first: {event: use, given: {left: {kind: thin}, right: {kind: thin}}}
  second: {event: use, given: {left: {kind: thin, worn: 3}, right: {kind: thin}}}
  both: {event: use, given: {left: {kind: thin}, right: {kind: thin, worn: 1}}}
"""


def test_only_equal_changes_are_one_group(pack: Path) -> None:
    (pack / "pack.yaml").write_text(TWICE, encoding="utf-8")
    (pack / "tests" / "walls.yaml").write_text(PAIR, encoding="utf-8")
    begun(pack)
    changed(pack, "wear: 1}", "wear: 6}")
    told = ran(".").out
    cell = "from tables.ropes.rows.thin.wear\n"
    assert f"2 cases: state.left.worn +5, values.wear +5, {cell}" in told
    # the same names by the same amount, and one leaf more
    assert "state.right.worn: was 2, is 7 (+5)" in told
