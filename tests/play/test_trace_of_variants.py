"""What a trace and a failing case name of a variant: the line that decides, in the pack that brought it."""

from __future__ import annotations

from pathlib import Path

import pytest

import handhold
from handhold.golden.behind import behind
from handhold.golden.cases import cases_for
from handhold.play.trace import entries
from tests.shell import handhold as command

HEAD = 'format: 1\nversion: "1.0.0"\ntitle: A pack\nlicense: CC0-1.0\n'
BASE = f"""pack: base
{HEAD}tables:
  walls:
    columns: {{dice: dice, need: {{type: integer, default: 2}}}}
    rows:
      high: {{dice: 2d6, need: 7}}
      flat: {{dice: d4}}
  ends:
    columns: {{deep: {{type: integer, default: 0}}}}
    rows: {{top: {{at: 0..}}, fallen: {{at: ..-1}}}}
modifiers:
  tn:
    take: sum
    needs: {{dex: integer}}
    lines:
      weak: {{when: dex < 3, value: -2}}
      dex: {{value: dex}}
formulas:
  knot: {{needs: {{dex: integer}}, value: dex + 1}}
events:
  climb:
    needs: {{dex: integer, wall: walls}}
    steps:
      may:
        refuse:
          too_weak: {{when: dex < 1, because: Too weak.}}
          too_strong: {{when: dex > 90, because: Too strong.}}
      need: wall.need
      use: {{choose: flag, default: false, by: player}}
      strong: {{when: dex > 4, steps: {{more: 1}}}}
      knot_now: knot
      roll: {{roll: wall.dice}}
      total: roll + tn
      outcome: ends(total - need)
"""
RUN = {"dex": 2, "wall": "high"}


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "base.yaml").write_text(BASE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def variant(folder: Path, id: str, body: str, extends: str = "base") -> None:
    (folder / f"{id}.yaml").write_text(f"pack: {id}\n{HEAD}extends: {extends}\n{body}\n", encoding="utf-8")


def places(where: str, dex: int = 2) -> dict[str, str]:
    """Of a run, the file and line that each step and each of its lines names."""
    pack = handhold.load(where)
    result = handhold.run(pack, "climb", {**RUN, "dex": dex}, dice=None if dex > 90 else {"roll": [3, 4]}, trace=True)
    named = [(each.path, each.span) for step in entries(result) for each in (step, *step.lines)]
    return {path: f"{span.file}:{span.line}" for path, span in named}


def explained(words: str) -> str:
    return command("run", *words.split(), "--explain").out


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ("modifiers.tn.lines.weak.value: -3", "modifiers.tn.lines.weak"),
        ("modifiers.tn.lines.weak.when: dex < 4", "modifiers.tn.lines.weak"),
        ("events.climb.steps.roll.roll: 2d6 + 1", "roll"),
        ("events.climb.steps.roll.roll: {formula: inherited + 1}", "roll"),
        ("events.climb.steps.use.default: true", "use"),
        ("events.climb.steps.strong.when: dex > 5", "strong"),
        ("formulas.knot.value: dex + 2", "knot_now"),
        ("events.climb.refuse.too_weak.when: dex < 0", "may"),
        ("events.climb.steps.total: roll + tn + 1", "total"),
        ("tables.ends.rows.top.at: 0..99", "tables.ends.rows.top"),
        ("tables.ends.rows.top.deep: 1", "tables.ends.rows.top"),
        ("tables.walls.rows.high.need: 8", "tables.walls.rows.high.need"),
        ("tables.walls.rows.*.need: {formula: inherited + 0 * 2 + 1}", "tables.walls.rows.high.need"),
        ("tables.walls.rows.high.dice: {formula: inherited + 1}", "tables.walls.rows.high.dice"),
    ],
)
def test_the_line_of_the_variant_is_named(shelf: Path, change: str, path: str) -> None:
    more = "  tables.ends.rows.fallen.at: ..-1\nadd: {tables.ends.rows.far: {at: 100..}}" if "0..99" in change else ""
    variant(shelf, "hard", f"change:\n  {change}\n{more}")
    named = places("./hard.yaml")
    assert named[path] == "hard.yaml:8"
    # and nothing else is said to be the variant's
    assert [name for name, place in named.items() if place == "hard.yaml:8"] == [path]


def test_of_two_variants_the_last_is_named(shelf: Path) -> None:
    variant(shelf, "zeal", "change:\n  events.climb.steps.use.default: true\n  modifiers.tn.lines.weak.when: dex < 4")
    variant(shelf, "awe", "change:\n  modifiers.tn.lines.weak: {value: -4, when: dex < 5}", extends="zeal")
    named = places("./awe.yaml")
    assert named["use"] == "zeal.yaml:8"
    assert named["modifiers.tn.lines.weak"] == "awe.yaml:8"


def test_a_cell_is_told_where_a_variant_brought_it(shelf: Path) -> None:
    variant(shelf, "hard", "change:\n  tables.walls.rows.high.need: 8")
    told = explained("./hard.yaml climb dex=2 wall=high --dice 3,4")
    assert [line.split() for line in told.splitlines() if "walls.high" in line] == [
        ["walls.high.need", "8", "hard.yaml:8"]
    ]
    assert "walls.high" not in explained("./base.yaml climb dex=2 wall=high --dice 3,4")


def test_the_folder_of_a_variant_is_told_with_its_file(shelf: Path) -> None:
    (shelf / "packs" / "hard").mkdir(parents=True)
    variant(shelf, "hard", "change:\n  tables.walls.rows.high.need: 8")
    (shelf / "hard.yaml").rename(shelf / "packs" / "hard" / "pack.yaml")
    (shelf / "base.yaml").rename(shelf / "packs" / "base.yaml")
    words = "run packs/hard climb dex=2 wall=high --dice 3,4 --explain"
    told = [line.split()[-1] for line in command(*words.split(" ")).out.splitlines()[2:4]]
    assert told == ["base.yaml:32", "hard/pack.yaml:8"]


def test_a_refused_event_names_its_grounds(shelf: Path) -> None:
    variant(shelf, "hard", "change:\n  events.climb.refuse.too_weak.when: dex < 2")
    told = explained("./hard.yaml climb dex=1 wall=high").splitlines()
    assert [line.split() for line in told[2:4]] == [["may", "refuses", "hard.yaml:8"], ["too_weak", "hard.yaml:8"]]
    pack = handhold.load("./base.yaml")
    lines = [step.lines for step in entries(handhold.run(pack, "climb", {**RUN, "dex": 99}, trace=True))]
    assert [[(line.path, line.value) for line in each] for each in lines] == [
        [("events.climb.refuse.too_strong", True)]
    ]


def test_a_failing_case_names_the_line_of_the_variant(shelf: Path) -> None:
    (shelf / "hard" / "tests").mkdir(parents=True)
    body = "change:\n  tables.walls.rows.high.need: 8\n  events.climb.refuse.too_weak.when: dex < 3"
    variant(shelf, "hard", body)
    (shelf / "hard.yaml").rename(shelf / "hard" / "pack.yaml")
    cases = "cases:\n  a: {event: climb, given: {dex: 3, wall: high}, dice: [3, 4], expect: {values: {need: 7}}}\n"
    cases += "  b: {event: climb, given: {dex: 3, wall: high}, dice: [3, 4], expect: {refused: [too_weak]}}\n"
    (shelf / "hard" / "tests" / "a.yaml").write_text(cases, encoding="utf-8")
    pack = handhold.load("./hard")
    found, _ = cases_for("./hard")
    told = [
        [f"{each.path} {each.span.file}:{each.span.line}" for each in behind(pack.runner, case, leaf)]
        for case, leaf in zip(found, ("values.need", "refused"), strict=True)
    ]
    assert told == [
        ["need base.yaml:32", "tables.walls.rows.high.need hard/pack.yaml:8"],
        ["events.climb.refuse.too_weak hard/pack.yaml:9"],
    ]
