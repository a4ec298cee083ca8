"""A fault in a text that another pack wrote tells which variant is behind it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import handhold
from tests.packs.stacks import BASE, HEADER
from tests.packs.test_variants import shelf, variant

CASES = [
    # what the variant does, code, a piece of the faulty line of the base, what the hint says
    ("remove: [tables.ends.rows.slip]", "gap", "", "'v' removes tables.ends.rows.slip at v.yaml:7:10"),
    (
        "remove: [tables.distances.columns.goal]",
        "unknown-name",
        "distance.goal",
        "'v' removes tables.distances.columns.goal at v.yaml:7:10",
    ),
    ("remove: [sheets.climber.dex]", "unknown-name", "dex", "'v' removes sheets.climber.dex at v.yaml:7:10"),
    ("remove: [modifiers.best]", "unknown-name", "best", "'v' removes modifiers.best at v.yaml:7:10"),
    ("change: {sheets.climber.dex.type: flag}", "wrong-type", "dex", "'v' changes sheets.climber.dex.type at v.yaml"),
    ("change: {sheets.climber.dex: dice}", "wrong-type", "dex", "'v' changes sheets.climber.dex.type at v.yaml:7:10"),
    (
        "change: {tables.ends.rows.slip.at: -2}",
        "gap",
        "",
        "'v' changes tables.ends.rows.slip.at at v.yaml:7:10",
    ),
    (
        "remove: [modifiers.climb_tn.lines.worn_out]",
        "unused",
        "climber",
        "'v' removes modifiers.climb_tn.lines.worn_out at v.yaml:7:10",
    ),
]


@pytest.mark.parametrize(("body", "code", "text", "hint"), CASES, ids=[body for body, *_ in CASES])
def test_the_variant_behind_a_fault_is_named(
    body: str, code: str, text: str, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(shelf(tmp_path, base=BASE, v=variant("v", body)))
    faults = handhold.check("./v.yaml")
    found = [fault for fault in faults if fault.span and fault.span.file == "base.yaml" and fault.code == code]
    lines = [BASE.splitlines()[fault.span.line - 1] for fault in found if fault.span and hint in fault.hint]
    assert lines, found
    assert any(text in line for line in lines)


def test_what_a_variant_leaves_unused_goes_as_the_hint_says(tmp_path: Path) -> None:
    base = f"""{HEADER.format("base")}settings: {{step: {{value: 3, reading: three}}}}
tables: {{walls: {{columns: {{need: integer}}, rows: {{low: {{need: 1}}, high: {{need: 2}}}}}}}}
formulas: {{knot: {{value: settings.step + 1}}}}
events:
  climb:
    needs: {{wall: walls, rope: flag}}
    steps:
      far: {{when: rope, steps: {{use: {{choose: flag, default: false, by: player}}, more: if use then knot else 0}}}}
      outcome: wall.need + (more otherwise 0)
"""
    removed: set[str] = set()
    body = "change: {events.climb.steps.more.value: 2, events.climb.steps.outcome.value: more otherwise 0}\n"
    while True:
        shelf(tmp_path, base=base, v=variant("v", body + f"remove: [{', '.join(sorted(removed))}]\n"))
        found = handhold.check(tmp_path / "v.yaml")
        assert {fault.code for fault in found} <= {"unused"}
        paths = {path for fault in found for path in re.findall("write '(.*)' under 'remove'", fault.hint)}
        if not found:
            break
        assert paths - removed, found
        every = removed | paths
        removed = {path for path in every if not any(path.startswith(f"{other}.") for other in every)}
    assert removed == {
        *("settings.step", "tables.walls", "formulas.knot", "events.climb.needs.wall"),
        "events.climb.steps.far.steps.use",
    }


def test_of_several_variants_the_one_behind_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = variant("w", "change: {tables.distances.rows.near.goal: 2}")
    monkeypatch.chdir(shelf(tmp_path, base=BASE, v=variant("v", "remove: [modifiers.best]"), w=other))
    hints = [fault.hint for fault in handhold.check("./w.yaml+./v.yaml") if fault.code == "unknown-name"]
    assert hints
    assert all("'v' removes modifiers.best at v.yaml:7:10" in hint and "'w'" not in hint for hint in hints)


def test_a_variant_is_named_where_another_variant_wrote_the_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = variant("v", "add: {formulas.twice: {needs: {n: integer}, value: best(dex=n) * 2}}")
    second = variant("w", "remove: [modifiers.best]", extends="v")
    monkeypatch.chdir(shelf(tmp_path, base=BASE, v=first, w=second))
    places = {fault.span.file: fault.hint for fault in handhold.check("./w.yaml") if fault.span}
    assert "'w' removes modifiers.best at w.yaml:7:10" in places["v.yaml"]


def test_a_fault_of_the_pack_itself_is_laid_at_no_door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    faulty = BASE.replace("+ best - total", "+ bst - total")
    monkeypatch.chdir(shelf(tmp_path, base=faulty, v=variant("v", "change: {tables.distances.rows.near.goal: 2}")))
    (fault,) = [fault for fault in handhold.check("./v.yaml") if "bst" in fault.message]
    assert "'v'" not in fault.hint


def test_the_fault_of_a_variant_is_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body = "change: {events.climb.steps.roll.roll: no_such_dice}"
    monkeypatch.chdir(shelf(tmp_path, base=BASE, v=variant("v", body)))
    (fault,) = handhold.check("./v.yaml")
    assert "'v'" not in fault.hint


def test_a_fault_that_names_nothing_of_the_variant_is_laid_at_its_door(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for body, said in UNNAMED:
        shelf(tmp_path, v=variant("v", body, extends="lurasko"))
        found = handhold.check("./v.yaml")
        assert found, body
        unblamed = [fault for fault in found if fault.span and not fault.span.variant and "'v' " not in fault.hint]
        assert unblamed == [], body
        assert any(said in fault.hint for fault in found), body


UNNAMED = [
    ("add: {sheets.climber.hands.max: 0}", "'v' adds sheets.climber.hands.max at v.yaml:7:7"),
    ("remove: [settings.near_miss.options]", "'v' removes settings.near_miss.options at v.yaml:7:10"),
    ("remove: [events.may_climb.steps.may]", "'v' removes events.may_climb.steps.may at v.yaml:7:10"),
    ("remove: [events.may_climb.refuse.*]", "'v' removes events.may_climb.steps.may.refuse."),
    ("change: {sheets.climber.dex: number}", "'v' changes sheets.climber.dex.type at v.yaml:7:10"),
    ("change: {tables.distances.columns.goal: number}", "'v' changes tables.distances.columns.goal.type at v.yaml:7"),
    ("remove: [tables.distances.rows.*]", "'v' removes tables.distances.rows."),
    ("remove: [modifiers.climb_tn.lines.*]", "'v' removes modifiers.climb_tn.lines."),
    ("remove: [sheets]", "'v' removes sheets at v.yaml:7:10"),
]


def test_of_several_variants_the_first_with_which_a_fault_is_there_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = variant("a", "change: {sheets.climber.other_tn_mod.default: 1}", extends="lurasko")
    behind = variant("b", "change: {sheets.climber.dex: number}", extends="lurasko")
    after = variant("c", "change: {sheets.climber.hands.default: 1}", extends="lurasko")
    monkeypatch.chdir(shelf(tmp_path, a=before, b=behind, c=after))
    found = [fault for fault in handhold.check("./c.yaml+./b.yaml+./a.yaml") if fault.severity == "error"]
    assert found
    assert all("'b' changes sheets.climber.dex.type" in fault.hint for fault in found)


def test_a_fault_of_the_pack_that_uses_what_a_variant_touches_is_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    faulty = BASE.replace("margin: gap_to(total = roll)", "margin: gap_to(total = true)")
    monkeypatch.chdir(shelf(tmp_path, base=faulty, v=variant("v", "change: {events.climb.title: Up}")))
    found = [fault for fault in handhold.check("./v.yaml") if fault.severity == "error"]
    assert found
    assert all("'v'" not in fault.hint for fault in found)
