"""`handhold play`: the scenarios of `examples/`, and scenarios that cannot be played."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.shell import handhold

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.yaml"))
STORY = """
pack: woin
title: A fall
given: {who: {agility: 3}}
entries:
  - {event: fall, given: {feet_fallen: 20}}
  - {event: fall, given: {feet_fallen: 10}}
"""


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_scenario_reads_like_a_story(path: Path, snapshot: SnapshotAssertion) -> None:
    told = handhold("play", str(path))
    assert (told.code, told.err) == (0, "")
    assert told.out == snapshot


def test_the_examples_that_were_promised_are_there() -> None:
    assert {path.stem for path in EXAMPLES} >= {
        "burning",
        "climb_and_fall",
        "drowning",
        "five_parts",
        "turn_by_turn",
        "wall",
    }


def test_state_is_carried_from_event_to_event() -> None:
    answer = handhold("play", str(EXAMPLES[0].parent / "wall.yaml"), "--format", "json").json
    assert answer["handhold"] == "play/1"
    entries = answer["entries"]
    assert isinstance(entries, list)
    heights = [entry["state"]["trooper"]["height"] for entry in entries]
    assert heights == [4, 5, 5, 1, 0]
    state = answer["state"]
    assert isinstance(state, dict)
    assert state["trooper"]["orders"] == 0


def test_a_seed_plays_the_same_story_and_each_event_has_dice_of_its_own(tmp_path: Path) -> None:
    story = tmp_path / "story.yaml"
    story.write_text(STORY, encoding="utf-8")
    first, again = (handhold("play", str(story), "--seed", "11", "--format", "json") for _ in range(2))
    assert first.out == again.out
    entries = first.json["entries"]
    assert isinstance(entries, list)
    assert next(iter(entries[0]["rolls"])).startswith("1.")
    assert next(iter(entries[1]["rolls"])).startswith("2.")
    # one die less in the first event shifts nothing in the second
    story.write_text(STORY.replace("feet_fallen: 20", "feet_fallen: 10"), encoding="utf-8")
    other = handhold("play", str(story), "--seed", "11", "--format", "json").json["entries"]
    assert isinstance(other, list)
    assert other[1]["rolls"] == entries[1]["rolls"]


@pytest.mark.parametrize(
    ("text", "code", "part"),
    [
        ("entries: []\npack: woin\n", 2, "entries"),
        ("pack: woin\nentries: [{event: fly_off}]\n", 2, "has no event 'fly_off'"),
        ("pack: woin\nentries: [{event: fall, dice: [9]}]\n", 2, "feet_fallen"),
        ("pack: nowhere\nentries: [{event: fall}]\n", 2, "nowhere"),
        ("pack: woin\nentrys: []\n", 2, "did you mean 'entries'"),
    ],
)
def test_a_story_that_cannot_be_played_says_why(tmp_path: Path, text: str, code: int, part: str) -> None:
    story = tmp_path / "story.yaml"
    story.write_text(text, encoding="utf-8")
    told = handhold("play", str(story))
    assert told.code == code
    assert part in told.err
    assert "Traceback" not in told.err


def test_a_missing_story_is_named(tmp_path: Path) -> None:
    told = handhold("play", str(tmp_path / "none.yaml"))
    assert told.code == 2
    assert "none.yaml" in told.err
