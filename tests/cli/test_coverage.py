"""`handhold test --coverage`, JUnit, annotations: what no case reaches, and reports that stay well-formed."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.test_goldens import begun, changed, ran
from tests.cli.test_goldens import pack as _pack
from tests.shell import handhold

pack = _pack
PLANTED = "<script> ]]> ::stop-commands:: %0A:: =HYPERLINK( | & \" '"


@pytest.fixture(autouse=True)
def _not_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)


def missed(*words: str) -> dict[str, list[str]]:
    held = handhold("test", ".", "--coverage", "--format", "json", *words).json["coverage"]
    assert isinstance(held, list)
    return {what: [point["path"] for point in held[0][what]] for what in ("missed", "unreachable")}


def test_what_no_case_reaches(pack: Path) -> None:
    assert missed()["missed"] == ["settings.rough.ignored", "events.climb.refuse.no_skill"]
    assert missed("-k", "low_wall")["missed"] == [
        "settings.rough.ignored",
        "tables.walls.rows.high",
        "tables.ends.rows.down",
        "modifiers.help.lines.practice",
        "modifiers.help.lines.practice.when.true",
        "modifiers.help.lines.rest.when.false",
        "events.climb.refuse.no_skill",
    ]
    told = ran(".", "--coverage", "-k", "low_wall")
    assert "./pack.yaml:14: never reached: row tables.walls.rows.high\n" in told.out
    assert ": 7 of 14 rules reached, 50 % (by the cases that were run)\n" in told.out


def add(pack: Path, case: str) -> None:
    path = pack / "tests" / "walls.yaml"
    path.write_text(path.read_text(encoding="utf-8") + case, encoding="utf-8")


@pytest.mark.parametrize(
    ("case", "reached"),
    [
        ("given: {climber: {skill: -1}, wall: low}\n    expect: {refused: [no_skill]}", "events.climb.refuse.no_skill"),
        (
            "given: {climber: {skill: 1}, wall: low}\n    dice: [1]\n    settings: {rough: ignored}\n    expect: {}",
            "settings.rough.ignored",
        ),
    ],
)
def test_a_case_more_reaches_it(pack: Path, case: str, reached: str) -> None:
    add(pack, f"  one_more:\n    event: climb\n    {case}\n")
    assert reached not in missed()["missed"]
    assert len(missed()["missed"]) == 1


def test_a_setting_counts_only_where_it_is_read(pack: Path) -> None:
    # the refusal comes before the setting would be read
    case = "given: {climber: {skill: -1}, wall: low}\n    settings: {rough: ignored}\n    expect: {refused: [no_skill]}"
    add(pack, f"  one_more:\n    event: climb\n    {case}\n")
    assert missed()["missed"] == ["settings.rough.ignored"]


CHOICES = """
events:
  climb:
    needs: {climber: climber, wall: walls}
    steps:
      may: {refuse: {no_skill: {when: climber.skill < 0, because: Nobody climbs like that.}}}
      rest:
        choose: flag
        by: player
        default: false
        refuse: {no_time: {when: rest and wall is high, because: There is no time.}}
      roll: {roll: d20}
      tries: {repeat: 3, track: {got: 0}, until: got > 1, steps: {more: {set: got, to: old + 1}}}
      margin: if rest then 1 else roll + help - wall.height
      outcome: ends(margin)
      tire: {set: climber.tired, to: old + wall.tiring}
"""


def test_options_refused_answers_loops_and_ifs(pack: Path) -> None:
    text = (pack / "pack.yaml").read_text(encoding="utf-8")
    (pack / "pack.yaml").write_text(text[: text.index("events:")] + CHOICES.lstrip(), encoding="utf-8")
    before = missed()["missed"]
    assert [path for path in before if path.startswith("events.climb.steps")] == [
        "events.climb.steps.rest.true",
        "events.climb.steps.margin.1.then",
    ]
    assert any("no_time" in path for path in before)
    # a refused answer is not what was chosen
    case = "given: {climber: {skill: 1}, wall: high}\n    dice: [1]\n    choices: {rest: true}\n    expect: {}"
    add(pack, f"  refused:\n    event: climb\n    {case}\n")
    after = missed()["missed"]
    assert [path for path in after if "no_time" in path] == ["events.climb.refuse.no_time.false"]
    assert "events.climb.steps.rest.true" in after
    add(pack, f"  rested:\n    event: climb\n    {case.replace('high', 'low')}\n")
    assert not [path for path in missed()["missed"] if path.startswith("events.climb.steps")]


def test_answers_within_odds_are_judged_and_chosen(pack: Path) -> None:
    text = (pack / "pack.yaml").read_text(encoding="utf-8")
    (pack / "pack.yaml").write_text(text[: text.index("events:")] + CHOICES.lstrip(), encoding="utf-8")
    refused = "events.climb.refuse.no_time"
    options = ["events.climb.steps.rest.true", "events.climb.steps.rest.false"]
    asked = (*options, refused, f"{refused}.false")

    def open_with(cases: str) -> list[str]:
        (pack / "tests" / "walls.yaml").write_text(f"cases:\n{cases}", encoding="utf-8")
        listed = missed()["missed"]
        return [path for path in asked if path in listed]

    given = "event: climb, given: {climber: {skill: 1}, wall: high}, expect: {odds: {}}"
    usual = f"  usual: {{{given}}}\n"
    assert open_with(usual) == [options[0], refused, f"{refused}.false"]
    # refused, the default is what is chosen
    late = f"  late: {{{given}, choices: {{rest: true}}}}\n"
    assert open_with(late) == [options[0], f"{refused}.false"]
    rested = late.replace("late", "rested").replace("high", "low")
    assert open_with(rested) == [options[1], refused]
    assert open_with(usual + late + rested) == []


def test_all_places_are_listed(pack: Path) -> None:
    changed(pack, "    lines:\n      practice", "    lines:\n      always: {value: 0}\n      practice")
    changed(pack, "take: sum", "take: first")
    told = ran(".", "--coverage").out.splitlines()
    places = [line.split(": ") for line in told if line.startswith("./pack.yaml:")]
    assert ["./pack.yaml:13", "reached", "row tables.walls.rows.low"] in places
    assert ["./pack.yaml:26", "unreachable", "line modifiers.help.lines.practice"] in places
    assert ["./pack.yaml:32", "never reached", "refusal events.climb.refuse.no_skill"] in places
    held = handhold("test", ".", "--coverage", "--format", "json").json["coverage"]
    assert isinstance(held, list)
    listed = [point for what in ("reached", "unreachable", "missed") for point in held[0][what]]
    assert [f"{point['kind']} {point['path']}" for point in listed] == [place[2] for place in places]
    assert {place[1] for place in places} == {"reached", "unreachable", "never reached"}
    # a bound alone lists what is below it
    assert not [line for line in ran(".", "--fail-under", "1").out.splitlines() if ": reached:" in line]


MORE = """
settings:
  rough: {value: counts, options: [counts, ignored], question: Does rough stone count?, reading: It does.}
  wet: {value: false, question: Is it wet?, reading: No.}
  most: {value: 3, question: How many count?, reading: Three.}
events:
  pull:
    needs: {at: walls, hands: list of integer}
    steps:
      may: {refuse: {too_many: {when: count(hands) > 9, because: Nobody has so many hands.}}}
      strong: count(h for h in hands where h > settings.most)
      slip: {when: settings.wet, value: 2}
      roll: {roll: d6}
      outcome: ends(roll + strong - 1 - (slip otherwise 0) - at.height)
"""
PULLS = """
cases:
  only_odds:
    event: pull
    given: {at: low, hands: [5]}
    expect: {odds: {outcomes: {up: 5/6, down: 1/6}}}
"""


@pytest.fixture
def pulls(pack: Path) -> Path:
    text = (pack / "pack.yaml").read_text(encoding="utf-8")
    sheets = text[text.index("tables:") : text.index("modifiers:")]
    head = text[: text.index("settings:")]
    (pack / "pack.yaml").write_text(f"{head}{sheets}{MORE.lstrip()}", encoding="utf-8")
    (pack / "tests" / "walls.yaml").write_text(PULLS, encoding="utf-8")
    return pack


def test_odds_alone_reach_what_some_dice_come_to(pulls: Path) -> None:
    assert missed()["missed"] == [
        "settings.rough.counts",
        "settings.rough.ignored",
        "settings.wet.true",
        "tables.walls.rows.high",
        "events.pull.refuse.too_many",
        "events.pull.steps.strong.1.false",
        "events.pull.steps.slip.when.true",
    ]


@pytest.mark.parametrize(
    ("case", "reached"),
    [
        ("given: {at: low, hands: [1, 5]}", ["events.pull.steps.strong.1.false"]),
        (
            "given: {at: low, hands: []}\n    settings: {wet: true}",
            ["settings.wet.true", "events.pull.steps.slip.when.true"],
        ),
        ("given: {at: high, hands: []}", ["tables.walls.rows.high"]),
        ("given: {at: low, hands: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]}", ["events.pull.refuse.too_many"]),
    ],
)
def test_the_other_way_is_reached_by_another_case(pulls: Path, case: str, reached: list[str]) -> None:
    before = missed()["missed"]
    dice = "" if "1, 1, 1" in case else "\n    dice: [1]"
    add(pulls, f"  one_more:\n    event: pull\n    {case}{dice}\n")
    assert [path for path in before if path not in missed()["missed"]] == reached


def test_the_way_that_is_never_gone_is_told_from_the_one_that_is(pulls: Path) -> None:
    # refused from the start: then nothing else of the event is come to, nor that the ground does not hold
    (pulls / "tests" / "walls.yaml").write_text(
        "cases:\n  all:\n    event: pull\n    given: {at: low, hands: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]}\n",
        encoding="utf-8",
    )
    assert "events.pull.refuse.too_many" not in missed()["missed"]
    assert "events.pull.refuse.too_many.false" in missed()["missed"]


def test_only_the_side_that_the_check_closes_is_unreachable(pulls: Path) -> None:
    formula = "if at is low then 2 else if at is high then 1 else if settings.wet then 3 else 0"
    changed(pulls, "slip: {when: settings.wet, value: 2}", f"slip: {formula}")
    changed(pulls, "(slip otherwise 0)", "slip")
    slip = "events.pull.steps.slip"
    held = missed()
    assert held["unreachable"] == []
    assert {path for path in held["missed"] if path.startswith(slip)} == {
        f"{slip}.{way}" for way in ("1.else", "2.then", "2.else", "3.then", "3.else")
    }
    add(pulls, "  high: {event: pull, given: {at: high, hands: []}, dice: [1]}\n")
    held = missed()
    # what lies inside of it goes with it, and nothing that it lies in
    assert held["unreachable"] == [f"{slip}.{way}" for way in ("2.else", "3.then", "3.else")]
    assert not [path for path in held["missed"] if path.startswith(slip)]


def test_what_the_check_knows_to_be_unreachable_does_not_count(pack: Path) -> None:
    changed(pack, "    lines:\n      practice", "    lines:\n      always: {value: 0}\n      practice")
    changed(pack, "take: sum", "take: first")
    held = missed()
    sides = ("", ".when.true", ".when.false")
    assert held["unreachable"] == [
        f"modifiers.help.lines.{line}{side}" for line in ("practice", "rest") for side in sides
    ]


def test_fail_under(pack: Path) -> None:
    begun(pack)
    assert ran(".", "--fail-under", "85").code == 0
    told = ran(".", "--fail-under", "86")
    assert told.code == 1
    assert told.out.endswith("3 passed, 0 failed\n")
    assert handhold("test", ".", "--fail-under", "x").code == 2


# -- reports --------------------------------------------------------------------------------------


def plant(pack: Path) -> None:
    begun(pack)
    changed(pack, "        tiring: 5", "        tiring: 7")
    path = pack / "tests" / "walls.yaml"
    title = json.dumps(PLANTED, ensure_ascii=False)
    text = path.read_text(encoding="utf-8").replace("  high_wall:\n", f"  high_wall:\n    title: {title}\n")
    text = text.replace("expect: {outcome: down}", f"expect: {{outcome: {title}}}")
    path.write_text(text, encoding="utf-8")


def test_junit_is_well_formed_whatever_stands_in_a_case(pack: Path) -> None:
    plant(pack)
    told = ran(".", "--junit", "report.xml")
    assert told.code == 1
    tree = ElementTree.fromstring((pack / "report.xml").read_bytes())
    suite = tree[0]
    assert (suite.get("name"), suite.get("tests"), suite.get("failures")) == (".", "3", "2")
    cases = {case.get("name"): case for case in suite}
    assert list(cases) == ["low_wall", "high_wall", "high_again"]
    failure = cases["high_wall"].find("failure")
    assert failure is not None
    assert failure.text is not None
    assert failure.text.splitlines()[0] == f"outcome: expected {PLANTED}, got down"
    assert failure.text.splitlines()[-1].endswith("tables.walls.rows.high.tiring is 7, was 5")
    assert (cases["high_wall"].get("file"), cases["high_wall"].get("line")) == ("./tests/walls.yaml", "8")
    assert len(cases["low_wall"]) == 0


def test_a_report_that_cannot_be_written_is_said(pack: Path) -> None:
    told = ran(".", "--junit", "not/there.xml")
    assert told.code == 2
    assert "not/there.xml cannot be written" in told.err


def test_annotations_stay_on_their_lines(pack: Path) -> None:
    plant(pack)
    told = ran(".", "--format", "github")
    lines = told.out.splitlines()
    commands = [line for line in lines if line.startswith("::")]
    assert len(commands) == 2
    assert commands[0].startswith("::error title=.%3A high_wall,file=./tests/walls.yaml,line=8,col=3,")
    assert "%250A" in commands[0]
    assert commands[1].startswith("::error title=.%3A 1 case%3A state.climber.tired +2")
    assert ",file=./pack.yaml,line=16," in commands[1]
    assert lines[-1] == "1 passed, 2 failed"


def test_the_answer_for_programs_holds_changes_and_causes(pack: Path) -> None:
    begun(pack)
    changed(pack, "        tiring: 5", "        tiring: 7")
    held = handhold("test", ".", "--format", "json").json
    cases = held["cases"]
    assert isinstance(cases, list)
    assert [case["golden"] for case in cases] == ["same", "changed", "changed"]
    assert cases[1]["changes"][0] == {"path": "state.climber.tired", "was": "5", "is": "7"}
    place = {"file": "./pack.yaml", "line": 16}
    assert cases[1]["causes"] == [
        {"kind": "reworded", "path": "tables.walls.rows.high.tiring", "was": "5", "is": "7", **place}
    ]


def test_without_a_pack_the_one_here_is_meant(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(pack)
    assert ran().out == "3 passed, 0 failed\n"
    (pack / "elsewhere").mkdir()
    monkeypatch.chdir(pack / "elsewhere")
    assert ran().code == 2


def test_a_case_without_a_golden_is_the_same_as_none(pack: Path) -> None:
    climb = "{event: climb, given: {climber: {skill: 1}, wall: low}, dice: DICE, expect: {outcome: up}}"
    added = f"  by_hand: {climb.replace('DICE', '[3]')}\n  no_dice: {climb.replace('DICE', '[]')}\n"
    (pack / "tests" / "walls.yaml").write_text(f"cases:\n{added}", encoding="utf-8")
    cases = handhold("test", ".", "--format", "json").json["cases"]
    assert isinstance(cases, list)
    assert [(case["passed"], case["golden"]) for case in cases] == [(True, "none"), (False, "none")]
