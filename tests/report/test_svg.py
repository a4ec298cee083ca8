"""Pictures: well-formed, complete in themselves, with a pack's words as text and the chances as lengths."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.shell import DEMO, handhold

SVG = "{http://www.w3.org/2000/svg}"
PLANTED = """
pack: planted
format: 1
version: "1.0.0"
title: "<script>alert(1)</script>"
license: CC0-1.0
tables:
  ends: {rows: {good: {}, bad: {}}}
events:
  try:
    title: "]]> <b onload='x'> & \\u202e \\u0007 <![CDATA["
    needs: {skill: {type: integer, min: 0}}
    steps:
      may: {refuse: {none_left: {when: skill == 9, because: "</svg><script>"}}}
      roll: {roll: d6}
      outcome: if roll <= skill then ends.good else bad
"""


def picture(*words: str) -> ElementTree.Element:
    told = handhold(*words, "--format", "svg")
    assert told.code == 0, told.err
    root = ElementTree.fromstring(told.out)
    assert root.tag == f"{SVG}svg"
    return root


def test_lengths_are_the_chances() -> None:
    root = picture("odds", "lurasko", "climb", "climber.dex=8..16", "difficulty=hard", "distance=medium")
    bars = [rect for rect in root.iter(f"{SVG}rect") if rect.find(f"{SVG}title") is not None]
    first = bars[:4]
    # 3/10, 7/20, 3/20 and 1/5 of a bar that is 420 wide
    assert [bar.attrib["width"] for bar in first] == ["126.00", "147.00", "63.00", "84.00"]
    assert first[0].findtext(f"{SVG}title") == "climber.dex 8: success 30 %"
    for one, other in pairwise(first):
        end = float(one.attrib["x"]) + float(one.attrib["width"])
        assert abs(float(other.attrib["x"]) - end) < 0.02


@pytest.mark.parametrize(
    "words",
    [
        ("climb", "climber.dex=8..16", "difficulty=hard"),
        ("climb", "climber.dex=8..12", "difficulty=all"),
        ("climb", "climber.dex=8..12", "difficulty=all", "--samples", "60", "--seed", "1"),
        (
            "climb_turn",
            "climber.dex=8..12",
            "difficulty=[easy, hard]",
            "--repeat-until",
            "outcome.over",
            "--rounds",
            "5",
        ),
    ],
)
def test_a_number_stands_below_the_part_that_it_tells_of(words: tuple[str, ...]) -> None:
    root = picture("odds", "lurasko", words[0], "distance=medium", *words[1:])
    bars = [rect for rect in root.iter(f"{SVG}rect") if rect.find(f"{SVG}title") is not None]
    numbers = [text for text in root.iter(f"{SVG}text") if text.attrib.get("class") == "small faint"]
    assert numbers
    for number in numbers:
        x, y = float(number.attrib["x"]), float(number.attrib["y"])
        (bar,) = (
            bar for bar in bars if 0 < y - float(bar.attrib["y"]) < 36 and abs(float(bar.attrib["x"]) - x) < 0.1
            and float(bar.attrib["width"]) > 20
        )  # fmt: skip
        assert f" {number.text}" in (bar.findtext(f"{SVG}title") or "")
    assert len(numbers) == sum(float(bar.attrib["width"]) >= 6.4 * len(shown(bar)) + 4 for bar in bars)


def shown(bar: ElementTree.Element) -> str:
    """The chance that a part tells of."""
    return re.findall(r"(?:[<>] )?[0-9.]+ %", bar.findtext(f"{SVG}title") or "")[-1]


def test_what_is_still_open_has_no_colour_of_an_end() -> None:
    words = (
        "climber.dex=8..9",
        "difficulty=hard",
        "distance=medium",
        "--repeat-until",
        "outcome.over",
        "--rounds",
        "3",
    )
    root = picture("odds", "lurasko", "climb_turn", *words)
    kinds = {rect.attrib["class"]: rect.findtext(f"{SVG}title") or "" for rect in root.iter(f"{SVG}rect")}
    assert " (still open) " in kinds["open"]
    assert not any(" (still open) " in tip for kind, tip in kinds.items() if kind != "open")


def test_everything_stands_within_the_picture() -> None:
    root = picture(
        "odds",
        "lurasko",
        "climb",
        "climber.dex=8..12",
        "difficulty=all",
        "climber.hands_holding=[1, 2]",
        "distance=medium",
    )
    width, height = (float(size) for size in root.attrib["viewBox"].split()[2:])
    assert (root.attrib["width"], root.attrib["height"]) == (f"{width:g}", f"{height:g}")
    for part in root.iter():
        if "x" in part.attrib:
            right = float(part.attrib["x"]) + float(part.attrib.get("width", 0))
            down = float(part.attrib["y"]) + float(part.attrib.get("height", 0))
            assert 0 <= float(part.attrib["x"]) <= right <= width
            assert 0 <= float(part.attrib["y"]) <= down <= height
    texts = [text.text or "" for text in root.iter(f"{SVG}text")]
    assert "refused: no_free_hand" in texts


def test_a_long_reason_goes_on_in_a_line_below() -> None:
    goal = " or ".join(["outcome is arrived"] * 3)
    words = ("climb_turn", "climber.dex=[14]", "difficulty=hard", "distance=short", "climber.progress=1")
    root = picture("odds", "lurasko", *words, "--best-for", goal)
    texts = [text.text or "" for text in root.iter(f"{SVG}text")]
    (first,) = (n for n, text in enumerate(texts) if text.startswith("beside each bar: outcome"))
    assert " ".join(texts[first:]) == f"beside each bar: {goal}; {goal}, points gained"
    assert max(map(len, texts[first:])) * 7 < float(root.attrib["width"])


def test_what_is_asked_for_stands_beside_its_bar() -> None:
    words = ("climb_turn", "climber.dex=[14]", "difficulty=hard", "distance=short", "--repeat-until", "outcome.over")
    root = picture("odds", "lurasko", *words, "--rounds", "4", "--show", "climber.fatigue > 0", "--show", "tens")
    texts = [text.text or "" for text in root.iter(f"{SVG}text")]
    # as in the text of the same table
    assert "3, 0 %, 0.5" in texts
    assert "beside each bar: the round of the end, on average; climber.fatigue > 0; tens, on average" in " ".join(texts)


def test_nothing_is_fetched_and_nothing_runs(tmp_path: Path) -> None:
    pack = tmp_path / "planted.yaml"
    pack.write_text(PLANTED, encoding="utf-8")
    told = handhold("odds", str(pack), "try", "skill=0..9", "--format", "svg")
    root = ElementTree.fromstring(told.out)
    assert {part.tag.removeprefix(SVG) for part in root.iter()} == {"svg", "title", "style", "rect", "text"}
    names = {name for part in root.iter() for name in part.attrib}
    assert names <= {"viewBox", "width", "height", "role", "aria-labelledby", "id", "class", "x", "y", "rx"}
    (style,) = (part.text or "" for part in root.iter(f"{SVG}style"))
    assert not re.search(r"url|import|font-face|expression|@(?!media)", style)
    assert "http" not in told.out.replace("http://www.w3.org/2000/svg", "", 1)
    assert "\u202e" not in told.out
    assert "]]> <b onload='x'> &" in (root.findtext(f"{SVG}title") or "")


def test_both_schemes_have_a_colour_for_everything() -> None:
    root = picture("odds", DEMO, "climb", "climber.skill=0..6", "wall=all")
    style = next(root.iter(f"{SVG}style")).text or ""
    light, dark = style.split("@media (prefers-color-scheme:dark)")
    kinds = {kind for part in root.iter() for kind in part.attrib.get("class", "").split()}
    for kind in (kinds & {"page", "faint", "empty", "c0", "c1"}) | {"open"}:
        assert f".{kind}{{" in light
        assert f".{kind}{{" in dark


@pytest.mark.parametrize(
    ("words", "cells"), [(("wall=all", "climber.skill=3"), 2), (("wall=all", "rope=all", "climber.skill=0..20"), 84)]
)
def test_pictures_of_every_size(words: tuple[str, ...], cells: int) -> None:
    root = picture("odds", DEMO, "climb", *words)
    tips = {
        tip.text.partition(":")[0] for rect in root.iter(f"{SVG}rect") for tip in rect.iter(f"{SVG}title") if tip.text
    }
    assert len(tips) == cells


def test_what_playing_gains_stands_beside_its_bar() -> None:
    words = ("climb_turn", "climber.dex=12..14", "difficulty=hard", "distance=short", "climber.progress=[0, 1]")
    asked = ("odds", "lurasko", *words, "--best-for", "arrived")
    cells = handhold(*asked, "--format", "json").json["cells"]
    assert isinstance(cells, list)
    gains = [100 * (Fraction(cell["chance"]) - Fraction(cell["usual_chance"])) for cell in cells]
    root = picture(*asked)
    bars = [rect for rect in root.iter(f"{SVG}rect") if rect.find(f"{SVG}title") is not None]
    notes = [text for text in root.iter(f"{SVG}text") if (text.text or "").startswith("+")]
    assert [float(note.text or "") for note in notes] == [round(float(gain), 1) for gain in gains]
    assert any(gains)
    for note in notes:
        row = [bar for bar in bars if abs(float(bar.attrib["y"]) + 12.5 - float(note.attrib["y"])) < 1]
        ends = [float(bar.attrib["x"]) + float(bar.attrib["width"]) for bar in row]
        starts = [float(bar.attrib["x"]) for bar in row]
        assert row
        assert not any(start < float(note.attrib["x"]) < end for start, end in zip(starts, ends, strict=True))
        assert float(note.attrib["x"]) + 7 * len(note.text or "") <= float(root.attrib["width"])
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert "beside each bar: arrived, points gained" in texts
    assert "cannot occur here: fell, held_up" in texts
