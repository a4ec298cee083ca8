"""Choices, policies and values asked for, as they are typed; and what a report must not show."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.shell import handhold

PACK = """
pack: bids
format: 1
version: "1.0.0"
title: Bids
license: CC0-1.0
tables:
  ways: {rows: {up: {}, down: {}}}
events:
  bid:
    steps:
      count: {choose: integer, by: player, among: 1..3, default: 2}
      way: {choose: ways, by: player, among: list(w for w in ways where w is up), default: up}
      rounds: {repeat: count, steps: {thrown: {roll: d6}}}
      outcome: sum(each.thrown for each in rounds) > 6
"""


@pytest.fixture
def pack(tmp_path: Path) -> str:
    """A pack of one event with two choices and a loop."""
    path = tmp_path / "bids.yaml"
    path.write_text(
        PACK.replace("count:", "bid_count:").replace("repeat: count", "repeat: bid_count"), encoding="utf-8"
    )
    return str(path)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("run", "--choose", "bid_count=9"), "choose from: 1, 2, 3"),
        (("run", "--choose", "way=down"), "choose from: up"),
        (("odds", "--show", "rounds"), "list(p.name for p in rounds)"),
        (("odds", "--choose", "bid_count=1", "--policy", "bid_count=2"), "give --choose or --policy"),
    ],
)
def test_what_cannot_be_asked_says_what_can(pack: str, words: tuple[str, ...], part: str) -> None:
    command, *options = words
    told = handhold(command, pack, "bid", *options)
    assert told.code == 2
    assert part in told.err
    assert "Traceback" not in told.err


def test_values_asked_for_come_together_with_the_outcome(pack: str) -> None:
    answer = handhold("odds", pack, "bid", "--show", "bid_count", "--policy", "bid_count=1", "--format", "json").json
    assert answer["joint"] == [{"outcome": False, "values": {"bid_count": 1}, "chance": "1"}]
    two = handhold("odds", pack, "bid", "--show", "bid_count", "--format", "json").json["joint"]
    assert isinstance(two, list)
    assert sum(Fraction(each["chance"]) for each in two) == 1
    assert {each["outcome"]: each["chance"] for each in two} == {True: "7/12", False: "5/12"}
    assert handhold("odds", pack, "bid", "--format", "json").json["joint"] == []


def test_a_link_out_of_a_pack_shows_nothing_of_what_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("HIDDEN=hunter2\n", encoding="utf-8")
    folder = tmp_path / "pack"
    folder.mkdir()
    (folder / "pack.yaml").symlink_to("../secret.txt")
    for command in (("check",), ("run", "bid"), ("show",)):
        told = handhold(command[0], str(folder), *command[1:])
        assert told.code in (1, 2)
        assert "leads out of the folder" in told.out + told.err
        assert "hunter2" not in told.out + told.err
