"""Every JSON answer is as its schema says, and every schema says something."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from handhold.packs.storage.files import data_folder
from tests.shell import CLIMB, DEMO, handhold

FOLDER = data_folder("schemas") / "results"
SCHEMAS = {path.name.removesuffix(".schema.json"): json.loads(path.read_text("utf-8")) for path in FOLDER.iterdir()}
PULLEY = str(Path(__file__).parents[1] / "fixtures" / "pulley.yaml")
WAGER = str(Path(__file__).parents[1] / "fixtures" / "wager.yaml")
CLIMB_TURN = ("climb_turn", "climber.dex=8", "difficulty=hard", "distance=medium")
TURNS = ("climb_turn", "climber.dex=8..9", "difficulty=hard", "distance=short")
DEMO_CLIMB = (DEMO, "climb", "climber.skill=4", "wall=high")


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_one(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("run", ("run", "lurasko", *CLIMB, "--seed", "7")),
        ("run", ("run", "lurasko", *CLIMB, "--dice", "13", "--explain")),
        ("run", ("run", *DEMO_CLIMB, "--dice", "6,6,1,2,3", "--set", "ground=soft", "--explain")),
        ("run", ("run", DEMO, "climb", "climber.skill=0", "wall=high", "--seed", "a")),
        ("run", ("run", DEMO, "climb", "climber.skill=9", "wall=low", "--choose", "slow=true", "--dice", "1")),
        ("run", ("run", DEMO, "stroll", "--explain")),
        ("odds", ("odds", "lurasko", *CLIMB, "--show", "margin")),
        ("odds", ("odds", DEMO, "climb", "climber.skill=0", "wall=high")),
        ("odds", ("odds", DEMO, "stroll")),
        ("odds-rounds", ("odds", "lurasko", *CLIMB_TURN, "--repeat-until", "outcome.over", "--rounds", "7")),
        ("odds-rounds", ("odds", "lurasko", *CLIMB_TURN, "--repeat-until", "complete", "--show", "climber.fatigue")),
        ("odds-rounds", ("odds", DEMO, "climb", "climber.skill=0", "wall=high", "--repeat-until", "true")),
        ("odds-best", ("odds", "lurasko", *CLIMB_TURN, "--best-for", "arrived")),
        (
            "odds-best",
            ("odds", "lurasko", *CLIMB_TURN, "--best-for", "fell", "--repeat-until", "complete", "--rounds", "3"),
        ),
        (
            "odds-best",
            ("odds", "woin", "attribute_check", "who.luc=1", "pool=1", "difficulty=5", "--best-for", "failed"),
        ),
        ("odds-best", ("odds", DEMO, "climb", "climber.skill=0", "wall=high", "--best-for", "up")),
        (
            "odds-table",
            ("odds", "lurasko", "climb", "climber.dex=8..9", "difficulty=all", "distance=short", "--show", "tn"),
        ),
        ("odds-table", ("odds", DEMO, "climb", "climber.skill=0..2", "wall=high", "--set", "ground=all")),
        ("odds-table", ("odds", "lurasko", *TURNS, "--repeat-until", "outcome.over", "--rounds", "3")),
        ("odds-table", ("odds", "lurasko", *TURNS, "--repeat-until", "false", "--rounds", "3")),
        ("odds-table", ("odds", "lurasko", *TURNS, "--best-for", "fell")),
        ("odds-table", ("odds", WAGER, "push", "nerve=1..3", "--best-for", "5")),
        ("odds-best", ("odds", WAGER, "push", "nerve=3", "--best-for", "5")),
        (
            "odds-table",
            ("odds", "lurasko", *TURNS, "--best-for", "fell", "--repeat-until", "true", "--rounds", "2"),
        ),
        ("odds-table", ("odds", "lurasko", *TURNS, "--samples", "9", "--repeat-until", "complete", "--seed", "x")),
        ("odds-table", ("odds", DEMO, "climb", "climber.skill=[0, 4]", "wall=high", "rope=all")),
        ("odds-table", ("odds", DEMO, "share", "total=6", "heads=[0, 2]")),
        ("odds-estimate", ("odds", "lurasko", *CLIMB, "--show", "margin", "--samples", "50", "--seed", "x")),
        (
            "odds-estimate",
            ("odds", "lurasko", *CLIMB_TURN, "--repeat-until", "false", "--rounds", "3", "--samples", "9"),
        ),
        ("odds-estimate", ("odds", DEMO, "climb", "climber.skill=0", "wall=high", "--samples", "9")),
        ("check", ("check", "lurasko")),
        ("check", ("check", DEMO, "no-such-pack")),
        ("explain", ("explain",)),
        ("explain", ("explain", "gap")),
        ("eval", ("eval", DEMO, "walls")),
        ("eval", ("eval", DEMO, "1 / 3")),
        ("eval-odds", ("eval", DEMO, "d6 - 2d6kl1", "--odds")),
        ("fault", ("eval", DEMO, "1 / x", "x=0")),
        ("fault", ("run", DEMO, "share", "total=3", "heads=0")),
        ("fault", ("run", PULLEY, "rounds", "start=3", "--dice", "1,1,1,1")),
        ("fault", ("run", PULLEY, "walls_in_turn", "climber.strength=7")),
        ("fault", ("odds", PULLEY, "unlucky", "climber.strength=4")),
        ("fault", ("odds", PULLEY, "unlucky", "climber.strength=4", "--samples", "1000", "--seed", "1")),
        ("test", ("test", "woin", "--coverage")),
        ("play", ("play", "examples/wall.yaml")),
        ("play", ("play", "examples/burning.yaml", "--explain")),
        ("list", ("list",)),
        ("list", ("list", DEMO)),
        ("list", ("list", "lurasko")),
        ("list", ("list", "lurasko", "climb")),
        ("list", ("list", "futile-kingdoms", "flame_attack")),
        ("show", ("show", DEMO)),
        ("show", ("show", "woin", "events.fall")),
        ("show", ("show", "examples/variants/gritty-falls", "climb")),
        ("show", ("show", "examples/variants/other-readings", "--readings")),
        ("diff", ("diff", "lurasko", "examples/variants/wet-season")),
        ("diff", ("diff", "examples/variants/gritty-falls", "woin", "--cases", "--odds")),
        ("credits", ("show", "examples/variants/gritty-falls", "--credits")),
    ],
)
def test_an_answer_is_as_its_schema_says(name: str, words: tuple[str, ...]) -> None:
    answer = handhold(*words, "--format", "json").json
    assert answer["handhold"] == f"{name}/1"
    Draft202012Validator(SCHEMAS[name]).validate(answer)


def objects(schema: object) -> Iterator[dict[str, object]]:
    if isinstance(schema, dict):
        if "properties" in schema:
            yield schema
        for part in schema.values():
            yield from objects(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from objects(part)


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_closed_at_every_level(name: str) -> None:
    assert all("additionalProperties" in part for part in objects(SCHEMAS[name]))


def test_a_wrong_answer_is_found_out() -> None:
    answer = handhold("odds", DEMO, "climb", "climber.skill=7", "wall=high", "--format", "json").json
    validator = Draft202012Validator(SCHEMAS["odds"])
    assert validator.is_valid(answer)
    assert not validator.is_valid(answer | {"unresolved": 0})
    assert not validator.is_valid(answer | {"outcomes": {"up": "0.5"}})
    assert not validator.is_valid(answer | {"more": 1})
