"""`handhold list PACK EVENT`: what is shown can be typed, and is all there is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pytest

import handhold as door
from handhold.cli.words import merged, nested
from handhold.play.inputs import choice_paths
from handhold.play.runs.made_up import tried_events
from handhold.report.needs import roll_paths
from tests.shell import DEMO, handhold, load
from tests.shipped import PACKS


def words_of(text: str) -> dict[str, list[str]]:
    """The words that are shown under each heading."""
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.endswith(":") and not line.startswith(" "):
            found[line.partition(";")[0].partition(",")[0].rstrip(":")] = []
        elif line.startswith("  ") and "=" in line.split("  ")[1]:
            found[list(found)[-1]].append(line[2:].partition("  ")[0])
    return found


def leaves(value: object, path: str = "") -> Iterator[str]:
    if isinstance(value, Mapping) and value:
        for name, held in value.items():
            yield from leaves(held, f"{path}.{name}" if path else name)
    else:
        yield path


@pytest.mark.parametrize("name", PACKS)
def test_what_is_shown_can_be_typed_and_changes_nothing(name: str) -> None:
    """The defaults, typed as they are shown, give what they give when they are left out."""
    pack = load(name)
    tried = tried_events(pack.checked)
    assert tried
    for each in tried:
        shown = words_of(handhold("list", name, each.event).out)
        given = shown.get("given", [])
        defaults = [word for word in given if "…" not in word and ".NAME." not in word]
        typed = nested(defaults)
        dice = each.dice or None
        result = door.run(pack, each.event, merged(typed, each.given), choices=each.choices, dice=dice)
        assert (result.outcome, result.values) == (each.result.outcome, each.result.values), each.event
        names = {word.partition("=")[0] for word in given}
        for path in filter(None, leaves(each.given)):
            wild = {path, *(".".join((*path.split(".")[:n], "NAME", *path.split(".")[n + 1 :])) for n in range(1, 4))}
            assert names & wild or any(known.startswith(f"{path}.") for known in names), (each.event, path)


def test_a_choice_of_a_list_without_a_default_is_the_empty_one() -> None:
    shown = handhold("list", "lurasko", "climb_turn").out
    assert "the player chooses list of time | exhaustion, else [] · " in " ".join(shown.split())
    assert '"default": "[]"' in handhold("list", "lurasko", "climb_turn", "--format", "json").out


@pytest.mark.parametrize("name", PACKS)
def test_choices_and_dice_are_all_there(name: str) -> None:
    pack = load(name).checked
    for id, event in pack.events.items():
        shown = words_of(handhold("list", name, id).out)
        assert [word.partition("=")[0] for word in shown.get("choices", [])] == list(choice_paths(pack, event))
        assert [word.partition("=")[0] for word in shown.get("dice", [])] == list(roll_paths(pack, event))


def test_it_is_shown_as_it_is_typed() -> None:
    told = handhold("list", DEMO, "climb")
    assert (told.code, told.err) == (0, "")
    assert re.search(r"^  climber\.skill=… +whole number, min 0, max 50", told.out, flags=re.MULTILINE)
    assert "wall=…" in told.out
    assert "rope=false" in told.out


def test_what_is_not_there_is_told() -> None:
    told = handhold("list", "lurasko", "clim")
    assert (told.code, told.out) == (2, "")
    assert told.err == "handhold: the pack 'lurasko' has no event 'clim'\n   = did you mean 'climb'?\n"


def test_an_event_that_is_given_nothing() -> None:
    assert handhold("list", DEMO, "stroll").out.endswith("It is given nothing.\n")


def test_a_list_of_events_has_the_limits_of_numbers() -> None:
    out = handhold("list", "woin").out
    assert "pool: integer (min 0, max 90)" in out
    assert "[actions_used=1 (min 1, max 20)]" in out
