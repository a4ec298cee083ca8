"""`handhold show`: packs and events as short rule sheets."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.shell import handhold

PACKS = ("futile-kingdoms", "infinity", "lurasko", "trench-crusade", "woin")


@pytest.mark.parametrize("pack", PACKS)
def test_a_pack_is_shown_whole(pack: str) -> None:
    told = handhold("show", pack)
    assert (told.code, told.err) == (0, "")
    listed = handhold("list", pack, "--format", "json").json["events"]
    assert isinstance(listed, list)
    for event in listed:
        assert event["title"].split()[0] in told.out


@pytest.mark.parametrize(("pack", "event"), [("lurasko", "climb"), ("trench-crusade", "jump"), ("woin", "fall")])
def test_an_event_reads_like_a_rule_sheet(pack: str, event: str, snapshot: SnapshotAssertion) -> None:
    told = handhold("show", pack, event)
    assert told.code == 0
    assert told.out == snapshot


@pytest.mark.parametrize("pack", PACKS)
def test_every_reading_is_listed_with_its_question(pack: str) -> None:
    told = handhold("show", pack, "--readings")
    assert told.code == 0
    assert " = " in told.out
    assert "?" in told.out


STACK = "examples/variants/wet-season+examples/variants/heavy-packs"


@pytest.mark.parametrize(
    "path",
    [
        "tables.distances.rows.*.exhaustion",
        "tables.distances.rows.long",
        "modifiers.climb_tn",
        "modifiers.climb_tn.lines.encumbered_once.value",
        "events.climb_end.steps.exhaustion_taken",
        "scene.raining",
        "scene.danger.type",
        "settings.hindrance_step.value",
    ],
)
def test_a_place_tells_where_it_comes_from(path: str, snapshot: SnapshotAssertion) -> None:
    told = handhold("show", STACK, path)
    assert (told.code, told.err) == (0, "")
    assert told.out == snapshot


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("clim",), "there is no 'clim' in the pack"),
        (("clim",), "did you mean 'climb'?"),
        (("tables.distances.rows.lon",), "did you mean 'long'?"),
        (("modifiers.climb_tn.lines.hand_occupied",), "'wet-season' takes it away"),
        (("climb", "--credits"), "'climb' is one question"),
        (("--flat", "--format", "json"), "leave out --format json"),
        (("--flat", "--readings"), "not allowed with"),
    ],
)
def test_what_cannot_be_shown_is_told(words: tuple[str, ...], message: str) -> None:
    told = handhold("show", STACK, *words)
    assert (told.code, told.out) == (2, "")
    assert message in told.err


def test_an_event_is_a_place_in_json() -> None:
    answer = handhold("show", STACK, "climb", "--format", "json").json
    assert answer == handhold("show", STACK, "events.climb", "--format", "json").json


@pytest.mark.parametrize("where", [STACK, "examples/variants/gritty-falls"])
def test_credits(where: str, snapshot: SnapshotAssertion) -> None:
    assert handhold("show", where, "--credits").out == snapshot


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "cp1252"])
def test_a_flat_pack_is_a_pack_on_every_terminal(encoding: str, tmp_path: Path) -> None:
    told = handhold("show", STACK, "--flat", encoding=encoding)
    assert (told.code, told.err) == (0, "")
    flat = tmp_path / "flat.yaml"
    flat.write_text(told.out, encoding="utf-8")
    assert handhold("check", str(flat), "--strict").code == 0
    for section in ("settings", "tables", "sheets", "modifiers", "formulas", "events"):
        assert values(STACK, section) == values(str(flat), section)


def values(where: str, path: str) -> list[object]:
    """What stands at a path."""
    places = handhold("show", where, path, "--format", "json").json["places"]
    assert isinstance(places, list)
    return [place["value"] for place in places]


def test_a_text_that_would_hide_something_is_written_with_escapes(tmp_path: Path) -> None:
    file = tmp_path / "evil.yaml"
    file.write_text(EVIL, encoding="utf-8")
    for words in (("--flat",), ("tables",), ("tables.t.note",), ("--credits",)):
        told = handhold("show", str(file), *words)
        assert told.code == 0
        assert not {"\u202e", "\x1b"} & set(told.out)
    assert handhold("show", str(file), "--flat").out.count("\\u202E") == 1


EVIL = r"""pack: evil
format: 1
version: "1.0.0"
title: "A \e[31mred\e[0m title"
license: CC0-1.0
tables:
  t: {note: "turned \u202e around", rows: {a: {}}}
events:
  e: {needs: {which: t}, steps: {outcome: which is a}}
"""


LEFT_OUT = [
    ("distances.short.exhaustion", "tables.distances.rows.short.exhaustion"),
    ("tables.distances.short.exhaustion", "tables.distances.rows.short.exhaustion"),
    ("distances.*.hindrance", "tables.distances.rows.*.hindrance"),
    ("climber.dex", "sheets.climber.dex"),
    ("climber", "sheets.climber"),
    ("climb.roll", "events.climb.steps.roll"),
    ("climb.rope", "events.climb.needs.rope"),
    ("climb_tn.encumbered_once.value", "modifiers.climb_tn.lines.encumbered_once.value"),
    ("equal_roll.value", "settings.equal_roll.value"),
    ("climbing_tn", "formulas.climbing_tn"),
]


@pytest.mark.parametrize(("path", "long"), LEFT_OUT)
def test_a_path_without_what_stands_between_is_told_the_long_one(path: str, long: str, tmp_path: Path) -> None:
    told = handhold("show", "lurasko", path)
    assert (told.code, told.out) == (2, "")
    assert told.err.endswith(f"\n   = did you mean '{long}'?\n")
    assert handhold("show", "lurasko", long).code == 0
    file = tmp_path / "v.yaml"
    head = 'pack: v\nformat: 1\nversion: "1.0.0"\ntitle: V\nlicense: CC0-1.0\nextends: lurasko\n'
    file.write_text(f"{head}change:\n  {path}: 1\n", encoding="utf-8")
    assert f"\n   = did you mean '{long}'?\n" in handhold("check", str(file)).out


def test_a_path_that_could_be_many_is_told_what_there_is() -> None:
    told = handhold("show", "lurasko", "title")
    assert told.err.endswith("choose from: events, formulas, modifiers, scene, settings, sheets, tables\n")
    assert "did you mean 'climb'?" in handhold("show", "lurasko", "clim").err


def test_a_place_that_is_changed_to_what_it_was_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    head = 'format: 1\nversion: "1.0.0"\ntitle: A pack\nlicense: CC0-1.0\n'
    rows = "tables: {walls: {columns: {wet: flag}, rows: {low: {wet: true}, high: {wet: false}}}}\n"
    (tmp_path / "base.yaml").write_text(f"pack: base\n{head}{rows}", encoding="utf-8")
    change = "extends: base\nchange: {tables.walls.rows.*.wet: true}\n"
    (tmp_path / "rain.yaml").write_text(f"pack: rain\n{head}{change}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    told = handhold("show", "./rain.yaml", "tables.walls.rows.*.wet").out
    assert [line.split()[1:-1] for line in told.splitlines() if line.startswith("  rain")] == [
        ["stays", "true"],
        ["false", "→", "true"],
    ]
