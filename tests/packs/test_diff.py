"""Two packs held against each other: what is a difference, what is none, and that both directions agree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handhold.packs.variants.diff import Change, differences, grouped
from handhold.packs.variants.meaning import Meaning, meaning
from tests.packs.stacks import BASE, layer, put, tree
from tests.packs.test_variant_paths import ADDITIONS, CHANGES, REMOVALS


def between(old: str, new: str) -> tuple[Change, ...]:
    return differences(tree(old), tree(new))


def edited(*edits: tuple[str, str]) -> str:
    text = BASE
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new)
    return text


def told(change: Change) -> tuple[str, str, Meaning, Meaning]:
    if change.way == "moved":
        return change.way, ".".join(change.path), change.before, change.after
    return change.way, ".".join(change.path), meaning(change.old, change.kind), meaning(change.new, change.kind)


def moved(entry: str, behind: str) -> tuple[tuple[str, str], ...]:
    """The edits that put a line of the pack behind another one."""
    return (entry, ""), (behind, behind + entry)


MOVED = [
    moved("      near: {goal: 1, dice: d6}\n", "      far: {goal: 3, dice: 2d6, extra: 5}\n"),
    moved("      strong: {when: climber.dex > 10, value: 3}\n", "      other: {value: 1}\n"),
    moved("      roll: {roll: distance.dice}\n", "      margin: gap_to(total = roll) + boost * kind\n"),
]

NOTHING: list[tuple[tuple[str, str], ...]] = [
    (("climber.dex + climb_tn + best - total", "'climber.dex+climb_tn  +  best - (total)'"),),
    (
        (
            "value: climber.dex + climb_tn + best - total",
            "value: >-\n      climber.dex + climb_tn\n      + best - total",
        ),
    ),
    (("dex: integer", "dex: {type: integer}"),),
    (("dex: integer", 'dex: "integer"'),),
    (("outcome: ends(margin)", "outcome: {value: ends(margin)}"),),
    (("{roll: distance.dice}", "{roll: 'distance.dice'}"),),
    (("dice: d6}", "dice: 1d6}"),),
    (("dice: d6}", "dice: d6, extra: 2}"),),
    (("at: [-2..-1, ..-10]", "at: [..-10, -2..-1]"),),
    (("options: [up, down]", "options: [down, up]"),),
    (("{value: up, options: [up, down], question: How?, ", "{question: How?, options: [up, down], value: up, "),),
    moved(
        "      worn_out: {when: climber.worn_out, value: -4, cite: p. 3}\n", "      steady: {value: settings.step}\n"
    ),
    (("min: 0, max: 99, default: 0", "default: 0, max: 99, min: 0"),),
    (("title: A pack", "title: Another pack"), ("pack: base", "pack: other"), ("CC0-1.0", "MIT")),
]


@pytest.mark.parametrize("edits", NOTHING, ids=[edits[-1][1][:40] for edits in NOTHING])
def test_what_makes_no_difference(edits: tuple[tuple[str, str], ...]) -> None:
    assert between(BASE, edited(*edits)) == ()
    assert between(edited(*edits), BASE) == ()


DIFFERENCES: list[tuple[tuple[tuple[str, str], ...], list[tuple[str, str, Meaning, Meaning]]]] = [
    ((("goal: 1", "goal: 2"),), [("changed", "tables.distances.rows.near.goal", 1, 2)]),
    ((("dice: d6}", "dice: d8}"),), [("changed", "tables.distances.rows.near.dice", "d6", "d8")]),
    ((("dice: d6}", "dice: d6, extra: 4}"),), [("changed", "tables.distances.rows.near.extra", 2, 4)]),
    ((("default: 2}", "default: 3}"),), [("changed", "tables.distances.columns.extra.default", 2, 3)]),
    ((("gentle: {value: true", "gentle: {value: 1"),), [("changed", "settings.gentle.value", True, 1)]),
    ((("reading: Up.", "reading: Upwards."),), [("changed", "settings.round.reading", "Up.", "Upwards.")]),
    (
        (("{roll: distance.dice}", "distance.goal"),),
        [("changed", "events.climb.steps.roll", {"roll": "distance.dice"}, {"value": "distance.goal"})],
    ),
    (
        (("{roll: distance.dice}", "{roll: distance.dice, when: boost > 0}"),),
        [("added", "events.climb.steps.roll.when", None, "boost > 0")],
    ),
    (
        (("  best:\n", "      rain: {value: -1}\n  best:\n"),),
        [("added", "modifiers.climb_tn.lines.rain", None, {"value": "-1"})],
    ),
    (
        (("formulas:\n", "formulas:\n  half: {value: 1/2}\n"),),
        [("added", "formulas.half", None, {"value": "1 / 2"})],
    ),
    (
        ((", extra: {type: integer, default: 2}", ""), (", extra: 5", "")),
        [("removed", "tables.distances.columns.extra", {"type": "integer", "default": 2}, None)],
    ),
    # order, where rules go by it
    (
        moved("      success: {at: 0.., falls: false}\n", "      fall: {at: -9..-3, falls: true}\n"),
        [("moved", "tables.ends.rows.success", "", "fall")],
    ),
    (MOVED[0], [("moved", "tables.distances.rows.far", "near", "")]),
    (MOVED[1], [("moved", "modifiers.best.lines.other", "strong", "")]),
    (MOVED[2], [("moved", "events.climb.steps.roll", "may", "margin")]),
]


@pytest.mark.parametrize(("edits", "expected"), DIFFERENCES, ids=[expected[0][1] for _, expected in DIFFERENCES])
def test_what_is_a_difference(
    edits: tuple[tuple[str, str], ...], expected: list[tuple[str, str, Meaning, Meaning]]
) -> None:
    assert [told(change) for change in between(BASE, edited(*edits))] == expected


def test_a_column_is_no_list_of_words_by_its_name() -> None:
    columns, cells = (
        ("columns: {falls: flag}", "columns: {options: list of integer, falls: flag}"),
        "at: 0.., falls: false",
    )
    one, other = (edited(columns, (cells, f"{cells}, options: {order}")) for order in ("[1, 2]", "[2, 1]"))
    assert [told(change) for change in between(one, other)] == [
        ("changed", "tables.ends.rows.success.options", [1, 2], [2, 1])
    ]


def test_only_wording_is_told_from_rules() -> None:
    found = between(BASE, edited(("reading: Up.", "reading: Upwards."), ("goal: 1", "goal: 2")))
    assert [(change.path[-1], change.wording) for change in found] == [("reading", True), ("goal", False)]


def test_the_same_in_several_rows_is_one_group() -> None:
    found = between(BASE, edited(("goal: 1", "goal: 2"), ("goal: 3", "goal: 6"), ("value: -4", "value: -5")))
    assert [(group.way, ".".join(group.path), len(group.changes)) for group in grouped(found)] == [
        ("changed", "tables.distances.rows.*.goal", 2),
        ("changed", "modifiers.climb_tn.lines.worn_out.value", 1),
    ]


def test_each_difference_has_its_place() -> None:
    applied, _ = put(
        layer("v", "change: {tables.distances.rows.near.goal: 2}\nadd: {scene.wet: flag}\nremove: [formulas.gap_to]")
    )
    assert applied is not None
    found = differences(applied.base, applied.whole)
    assert {".".join(change.path): str(change.span) for change in found} == {
        "tables.distances.rows.near.goal": "v.yaml:7:43",
        "sheets.scene": "v.yaml:8:13",
        "formulas.gap_to": "pack.yaml:43:3",
    }


BODIES = [
    *((f"change:\n  {body}\n", body) for body, _ in CHANGES),
    *((f"add:\n  {body}\n", body) for body, _ in ADDITIONS),
    *((f"remove: [{body}]\n", body) for body, _ in REMOVALS),
]


@pytest.mark.parametrize("body", [body for body, _ in BODIES], ids=[path.split(":")[0] for _, path in BODIES])
def test_what_a_variant_touches_is_what_differs(body: str) -> None:
    applied, found = put(layer("v", body))
    assert applied is not None
    changes = differences(applied.base, applied.whole)
    if any(fault.code == "no-change" for fault in found):
        assert changes == ()
        return
    touched = [edit.path for edit in applied.edits["v"]]
    assert changes
    for change in changes:
        size = len(change.path)
        assert any(path[:size] == change.path or change.path[: len(path)] == path for path in touched), change.path
    back = differences(applied.whole, applied.base)
    turned = {"changed": "changed", "added": "removed", "removed": "added", "moved": "moved"}
    assert {(turned[change.way], change.path) for change in back} == {(change.way, change.path) for change in changes}


@given(st.lists(st.sampled_from([body for body, _ in BODIES]), min_size=1, max_size=3, unique=True))
def test_no_difference_is_the_same_meaning(bodies: list[str]) -> None:
    applied, _ = put(*(layer(f"v{n}", body) for n, body in enumerate(bodies)))
    if applied is None:
        return
    assert differences(applied.whole, applied.whole) == ()
    same = meaning(applied.whole, "pack") == meaning(applied.base, "pack")
    assert not same or not differences(applied.base, applied.whole)
