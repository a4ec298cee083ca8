"""What the reports for people say, where the answer itself is not the whole of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shell import DEMO, handhold

PACK = """
pack: told
format: 1
version: "1.0.0"
title: Told
license: CC0-1.0
tables:
  stones: {rows: {chalk: {title: Soft chalk}, hard_flint: {}}}
  walls:
    columns: {stone: {type: stones, title: Made of}, also: list of stones}
    rows: {low: {stone: chalk, also: [chalk, hard_flint]}, high: {stone: hard_flint, also: []}}
sheets:
  climber: {weight: {type: number, default: 15/2, title: Weight in stone}}
events:
  climb:
    needs: {climber: climber, wet: {type: flag, default: false}}
    steps:
      may:
        refuse:
          heavy: {when: climber.weight > 20, because: Too heavy.}
          rain: {when: wet, because: Too wet.}
          late: {when: wet, because: Too late.}
      goes: {choose: flag, by: player, default: climber.weight > 7}
      rounds:
        repeat: 3
        track: {done: 0}
        until: done >= 2
        steps: {more: {set: done, to: old + 1}}
      half: climber.weight / 2
      outcome: goes
    says: {"true": "One of {climber.weight} goes, {half} each.", "false": "Not {climber.weight / 7}."}
"""


@pytest.fixture
def pack(tmp_path: Path) -> str:
    (tmp_path / "told.yaml").write_text(PACK, encoding="utf-8")
    return str(tmp_path / "told.yaml")


def test_a_refusal_tells_how_many_reasons_there_are(pack: str) -> None:
    one = handhold("run", pack, "climb", "climber.weight=21")
    assert one.out.startswith("Not possible: Too heavy. ")
    assert "more reason" not in one.out
    two = handhold("run", pack, "climb", "wet=true")
    assert two.out.startswith("Not possible: Too wet. (and 1 more reason) ")
    three = handhold("run", pack, "climb", "wet=true", "climber.weight=21")
    assert three.out.startswith("Not possible: Too heavy. (and 2 more reasons) ")
    assert [line.split("[")[-1] for line in three.out.splitlines()[1:4]] == ["heavy]", "rain]", "late]"]
    assert handhold("odds", pack, "climb", "wet=true").out.startswith("Not possible: Too wet. (and 1 more reason) ")


def test_fractions_are_decimals_for_people_and_exact_for_programs(pack: str) -> None:
    told = handhold("run", pack, "climb")
    assert told.out.startswith("One of 7.5 goes, 3.75 each.")
    assert handhold("run", pack, "climb", "--choose", "goes=false").out.startswith("Not 15/14.")
    values = handhold("run", pack, "climb", "--format", "json").json["values"]
    assert isinstance(values, dict)
    assert values["half"] == "15/4"


def test_explain_tells_the_default_of_a_choice_and_the_end_of_a_loop(pack: str) -> None:
    told = handhold("run", pack, "climb", "--explain", "--choose", "goes=false").out
    assert "goes  false (by default climber.weight > 7)" in told
    assert "rounds  its passes are made, until done 2 >= 2: true" in told
    assert "by default" not in handhold("run", pack, "climb", "--choose", "goes=false").out


def test_a_rule_sheet_calls_things_by_the_ids_that_are_typed(pack: str) -> None:
    told = handhold("show", pack).out
    assert "weight: number, default 15/2 (Weight in stone)" in told
    assert "chalk: Soft chalk" in told
    rows = {
        line.split()[0]: line.split(None, 1)[1] for line in told.splitlines() if line.startswith(("  low", "  high"))
    }
    assert rows["low"].split(None, 1) == ["chalk", "chalk, hard_flint"]
    assert rows["high"].split() == ["hard_flint", "none"]


def test_a_file_of_this_folder_is_named_where_a_name_is_no_pack(
    pack: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "for the file in this folder write 'told.yaml'" in handhold("run", "told", "climb").err
    (tmp_path / "tree").mkdir()
    assert "for the one in this folder write './tree'" in handhold("run", "tree", "climb").err


def test_answers_that_nothing_asked_for_are_one_line() -> None:
    slow = [word for n in range(9) for word in ("--choose", f"slow.{n}=true")]
    told = handhold("run", DEMO, "climb", "climber.skill=4", "wall=low", "--dice", "1", *slow)
    assert told.code == 0
    assert told.err == "handhold: the answer to 'slow.0', 'slow.1', 'slow.2' and 6 more was not asked for\n"
