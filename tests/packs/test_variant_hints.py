"""What a variant that went wrong is told to write: the word for what was there before, and where entries stand."""

from __future__ import annotations

from pathlib import Path

import pytest

import handhold
from tests.packs.stacks import BASE
from tests.packs.test_variants import shelf, variant
from tests.shell import handhold as handhold_command

MEANT = "did you mean 'inherited'?"
ONLY_CHANGE = "'inherited' is what was there before: it stands only under 'change', where something was"
WORDS = [
    # what the variant says, the message, the hint
    ("change: {formulas.gap_to.value: {formula: inherted - 2}}", "no value named 'inherted'", MEANT),
    ("change: {formulas.gap_to.value: {formula: inherit + 1}}", "no value named 'inherit'", MEANT),
    ("change: {formulas.gap_to.value: inherted - 2}", "no value named 'inherted'", MEANT),
    ("change: {tables.distances.rows.near.goal: {formula: inherted - 2}}", "this cannot be worked out here", MEANT),
    (
        "change: {tables.distances.rows.near.goal: {formula: goal - 2}}",
        "this cannot be worked out here",
        "only numbers",
    ),
    ("add: {modifiers.climb_tn.lines.wet: {value: inherited + 1}}", "no value named 'inherited'", ONLY_CHANGE),
    ("add: {formulas.twice: {value: inherited * 2}}", "no value named 'inherited'", ONLY_CHANGE),
    ("add: {formulas.twice: {value: settings.stp * 2}}", "no setting named 'stp'", "did you mean 'step'?"),
    (
        "change: {settings.round: down}",
        "one value cannot take its place",
        "write settings.round: {value: down, reading: why",
    ),
    ("change: {tables.distances.rows.near.goal: {formula: inherited * 1.5}}", "this is 3/2", "put round_down( ) or"),
    ("change: {tables.distances.rows.near.goal: 1.5}", "this is 3/2", "write 1 or 2"),
    ("change: {events.climb.needs.boost: two}", "no type 'two'", "what stands here is the type; the path of a default"),
    ("change: {events.climb.needs.boost: int}", "no type 'int'", "write 'integer'"),
    ("change: {events.climb.needs.boost: distance}", "no type 'distance'", "did you mean 'distances'?"),
    ("add: {sheets.climber.wet: wat}", "no type 'wat'", "choose from"),
]


@pytest.mark.parametrize(("body", "message", "hint"), WORDS, ids=[body for body, *_ in WORDS])
def test_a_misspelt_word_for_what_was_there_is_told(
    body: str, message: str, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(shelf(tmp_path, base=BASE, v=variant("v", body)))
    (fault,) = [fault for fault in handhold.check("./v.yaml") if message in fault.message]
    assert fault.hint.startswith(hint)


def test_a_pack_that_extends_nothing_has_nothing_inherited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shelf(tmp_path, base=BASE.replace("+ best - total", "+ inherted - total")))
    (fault,) = [fault for fault in handhold.check("./base.yaml") if "inherted" in fault.message]
    assert "inherited" not in fault.hint


def test_a_bad_value_hides_no_other_of_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body = "change: {tables.ends.title: yes, tables.ends.note: null}"
    monkeypatch.chdir(shelf(tmp_path, base=BASE, v=variant("v", body)))
    found = [fault.span.column for fault in handhold.check("./v.yaml") if fault.span]
    assert found == [body.index(word) + 1 for word in ("yes", "null")]


def test_a_row_of_a_table_without_an_order_may_say_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body = "add: {tables.ends.rows.x: {at: 50, falls: true, befor: slip}}"
    monkeypatch.chdir(shelf(tmp_path, base=BASE, v=variant("v", body)))
    (fault,) = (fault for fault in handhold.check("./v.yaml") if fault.code == "unknown-key")
    assert fault.hint == "did you mean 'before'?"


ONE_SIDE = "'before' or 'after' says where something that is added stands: write one of them"
KEYS = [
    ("add: {events.climb.steps.x: {value: 1, before: outcome, after: roll}}", "'after' is no key", ONE_SIDE),
    ("add: {modifiers.climb_tn.lines.x: {value: 1, before: steady, after: steady}}", "'after' is no key", ONE_SIDE),
    ("add: {events.climb.steps.x: {value: 1, befor: outcome}}", "'befor' is no key", "did you mean 'before'?"),
    ("add: {events.climb.steps.x: {set: climber.tired, to: 1, aftr: roll}}", "'aftr' is no", "did you mean 'after'?"),
    ("add: {modifiers.climb_tn.lines.x: {value: 1, befor: steady}}", "'befor' is no key", "did you mean 'before'?"),
    ("add: {tables.distances.rows.x: {goal: 1, dice: d6, befor: near}}", "'befor' is no key", "did you mean 'before'?"),
    (
        "change: {tables.x: 3}",
        "there is no 'x' in tables",
        "to bring it in, write it under 'add'; choose from: distances, ends",
    ),
    (
        "change: {formulas.x: 3}",
        "there is no 'x' in formulas",
        "to bring it in, write it under 'add'; choose from: gap_to",
    ),
    ("change: {tables.end: 3}", "there is no 'end' in tables", "did you mean 'ends'?"),
]


@pytest.mark.parametrize(("body", "message", "hint"), KEYS, ids=[body for body, *_ in KEYS])
def test_what_a_variant_writes_in_place_of_a_key_is_told(
    body: str, message: str, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(shelf(tmp_path, base=BASE, v=variant("v", body)))
    (fault,) = handhold.check("./v.yaml")
    assert message in fault.message
    assert fault.hint == hint


def test_a_pack_that_extends_nothing_places_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shelf(tmp_path, base=BASE.replace("steady: {value:", "steady: {before: worn_out, value:")))
    (fault,) = handhold.check("./base.yaml")
    assert "'before' is no key" in fault.message
    assert "added" not in fault.hint


def test_of_many_none_is_listed_and_nothing_is_left_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "".join(f"      line_{n}: {{value: {n}}}\n" for n in range(20))
    many = BASE.replace("      steady:", lines + "      steady:")
    monkeypatch.chdir(shelf(tmp_path, base=many, v=variant("v", "change: {modifiers.climb_tn.lines.x: 3}")))
    (fault,) = handhold.check("./v.yaml")
    assert fault.hint == "to bring it in, write it under 'add'"


def test_an_explained_value_names_the_line_of_the_variant_that_made_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = (
        "change:\n"
        "  modifiers.climb_tn.lines.steady.value: {formula: inherited * 2}\n"
        "  events.climb.steps.kind: {formula: inherited + 1}\n"
    )
    (tmp_path / "climb.yaml").write_text(
        "event: climb\ngiven: {climber: {dex: 11}, distance: near}\ndice: [4]\n", encoding="utf-8"
    )
    monkeypatch.chdir(shelf(tmp_path, base=BASE, v=variant("v", body)))
    told = handhold_command("run", "./v.yaml", "climb", "--with", "climb.yaml", "--explain")
    text = told.out
    lines = {line.split()[0]: line for line in told.out.splitlines() if line.strip()}
    assert "v.yaml:8" in lines["climb_tn.steady"], text
    assert "v.yaml:9\n" in text
    assert "base.yaml" in lines["margin"], text


def test_a_difference_that_two_variants_make_names_a_line_of_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = variant("q1", "change:\n  tables.distances.rows.near.goal: 2\n")
    other = variant("q2", "change:\n  tables.distances.rows.far.goal: 7\n")
    monkeypatch.chdir(shelf(tmp_path, base=BASE, q1=one, q2=other))
    assert "q1.yaml:8, q2.yaml:8" in handhold_command("diff", "./base.yaml", "./q1.yaml+./q2.yaml").out
