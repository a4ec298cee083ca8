"""Why a case came out another way: whatever is changed in a pack, the failure names it and its line."""

from __future__ import annotations

from pathlib import Path

import pytest

import handhold
from handhold.golden.cases import read_cases
from handhold.golden.verdict import Judge, Verdict, grouped
from handhold.packs.storage.shelves import find_pack
from handhold.report.cases import cause_text

PACK = """
pack: wall
format: 1
version: "1.0.0"
title: A wall
license: CC0-1.0
settings:
  rough: {value: counts, options: [counts, ignored], question: Does rough stone count?, reading: It does.}
  strain: {value: 1, question: How hard is it?, reading: Once.}
tables:
  walls:
    columns: {height: integer, tiring: {type: integer, default: 1}}
    rows:
      low: {height: 2}
      high: {height: 10, tiring: 5}
  ends: {rows: {up: {at: 0..}, down: {at: ..-1}}}
sheets:
  friend: {kind: walls}
  climber:
    skill: {type: integer, default: 4}
    tired: {type: integer, default: 0, changes: true}
    bruises: {type: integer, default: 0, changes: true}
    friends: list of friend
modifiers:
  help:
    take: sum
    needs: {climber: climber}
    lines:
      luck: {value: 0}
      practice: {when: climber.skill > 3, value: 2}
      rest: {when: climber.tired == 0 and settings.rough is counts, value: 1}
events:
  rest:
    needs: {climber: climber, hours: {type: integer, default: 8}}
    steps:
      sleep: {set: climber.tired, to: old - hours}
  climb:
    needs: {climber: climber, wall: walls}
    steps:
      may: {refuse: {no_skill: {when: climber.skill < 0, because: Nobody climbs like that.}}}
      roll: {roll: d20}
      margin: roll + help - wall.height
      outcome: ends(margin)
      tire: {set: climber.tired, to: old + wall.tiring * settings.strain}
      hurt: {when: margin < 0, set: climber.bruises, to: old + 1}
      helped: {each: f in climber.friends, steps: {bruised: {set: climber.bruises, to: old + 1}}}
      nap: {do: rest, with: {hours: "1"}}
"""
CASES = """
cases:
  low:
    event: climb
    given: {climber: {skill: 1}, wall: low}
    dice: [3]
  high:
    event: climb
    given: {climber: {skill: 5}, wall: high}
    dice: [3]
  together:
    event: climb
    given: {climber: {skill: 5, friends: [{kind: low}]}, wall: high}
    dice: [3]
  nobody:
    event: climb
    given: {climber: {skill: -1}, wall: high}
  chances:
    event: climb
    given: {wall: high}
    expect: {odds: {values: {climber.tired: {}, climber.bruises: {}}}}
  night:
    event: rest
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("wall")
    (made / "tests").mkdir()
    (made / "tests" / "walls.yaml").write_text(CASES, encoding="utf-8")
    return made


def verdicts(folder: Path, text: str, before: dict[str, Verdict] | None = None) -> dict[str, Verdict]:
    (folder / "pack.yaml").write_text(text, encoding="utf-8")
    judge = Judge(handhold.load(folder).checked)
    place, _ = find_pack(str(folder))
    assert place is not None
    cases, faults = read_cases(place)
    assert faults == ()
    kept = {id: verdict.now for id, verdict in (before or {}).items()}
    return {case.id: judge.verdict(case, kept.get(case.id), keeps=True) for case in cases}


@pytest.fixture(scope="module")
def before(folder: Path) -> dict[str, Verdict]:
    return verdicts(folder, PACK)


TIRE = "      tire: {set"
MARGIN = "      margin: roll + help - wall.height\n      outcome: ends(margin)\n"
NAP = '      nap: {do: rest, with: {hours: "1"}}\n'

CHANGES = [
    # formulas, conditions, dice
    ("high", {"roll + help": "roll - help"}, ["margin is roll - help - wall.height, was roll + help - wall.height"]),
    ("high", {"when: margin < 0": "when: margin < -20"}, ["steps.hurt.when is margin < -20, was margin < 0"]),
    ("chances", {"roll: d20": "roll: d12"}, ["events.climb.steps.roll is d12, was d20"]),
    ("chances", {"roll + help": "roll - help"}, ["margin is roll - help - wall.height, was roll + help - wall.height"]),
    (
        "chances",
        {"old + wall.tiring": "old + 2 * wall.tiring"},
        ["tire is old + 2 * wall.tiring * settings.strain, was"],
    ),
    ("chances", {"margin < 0": "margin < 1"}, ["events.climb.steps.hurt.when is margin < 1, was margin < 0"]),
    # cells, bands, defaults
    ("high", {"tiring: 5": "tiring: 7"}, ["tables.walls.rows.high.tiring is 7, was 5"]),
    ("chances", {"tiring: 5": "tiring: 7"}, ["tables.walls.rows.high.tiring is 7, was 5"]),
    ("low", {"default: 1}": "default: 2}"}, ["pack.yaml:12:65: tables.walls.columns.tiring.default is 2, was 1"]),
    (
        "low",
        {"low: {height: 2}": "low: {height: 2, tiring: 3}"},
        ["pack.yaml:14:32: tables.walls.rows.low.tiring is 3"],
    ),
    ("high", {", tiring: 5": ""}, ["pack.yaml:12:65: tables.walls.rows.high.tiring is 1, was 5"]),
    ("high", {"{at: 0..}": "{at: -5..}", "{at: ..-1}": "{at: ..-6}"}, ["tables.ends.rows.down.at is ..-6, was ..-1"]),
    (
        "high",
        {"tired: {type: integer, default: 0": "tired: {type: integer, default: 4"},
        ["21:37: sheets.climber.tired.default is 4, was 0"],
    ),
    (
        "chances",
        {"skill: {type: integer, default: 4": "skill: {type: integer, default: 1"},
        ["skill.default is 1, was 4"],
    ),
    ("night", {"default: 8": "default: 9"}, ["pack.yaml:34:63: events.rest.needs.hours.default is 9, was 8"]),
    # modifiers
    ("high", {"value: 2}": "value: 3}"}, ["modifiers.help.lines.practice.value is 3, was 2"]),
    ("high", {"skill > 3": "skill > 6"}, ["lines.practice.when is climber.skill > 6, was", "practice applied before"]),
    ("low", {"value: 2}": "value: 2}\n      hope: {value: 1}"}, ["modifiers.help.lines.hope applies now"]),
    (
        "high",
        {"      practice: {when: climber.skill > 3, value: 2}\n": ""},
        ["practice.value is no longer there, was 2"],
    ),
    ("high", {"take: sum": "take: highest"}, ["pack.yaml:25:3: modifiers.help.take is highest, was sum"]),
    # settings
    ("high", {"value: 1, question": "value: 3, question"}, ["pack.yaml:9:19: settings.strain is 3, was 1"]),
    ("high", {"value: counts": "value: ignored"}, ["rough.counts applied before", "rough.ignored applies now"]),
    # steps
    (
        "low",
        {TIRE: "      worn: {set: climber.tired, to: old + 3}\n" + TIRE},
        [":44:38: events.climb.steps.worn applies"],
    ),
    ("chances", {TIRE: "      worn: {set: climber.tired, to: old + 3}\n" + TIRE}, ["events.climb.steps.worn applies"]),
    ("chances", {TIRE: "      luck: {roll: d4}\n" + TIRE, "wall.tiring *": "luck *"}, ["steps.luck applies now"]),
    (
        "low",
        {TIRE: "      luck: {when: roll > 1, value: roll}\n" + TIRE},
        ["events.climb.steps.luck.when.true applies"],
    ),
    (
        "low",
        {TIRE: "      sit: {do: rest, with: {hours: roll}}\n" + TIRE},
        ["pack.yaml:44:7: events.climb.steps.sit applies"],
    ),
    ("chances", {TIRE: "      sit: {do: rest, with: {hours: roll}}\n" + TIRE}, ["events.climb.steps.sit applies"]),
    (
        "high",
        {"to: old + 1}\n": "to: old + 1}\n      more: {set: climber.bruises, to: old + 2}\n"},
        ["steps.more applies"],
    ),
    (
        "together",
        {"steps: {bruised:": "steps: {worse: {set: climber.bruises, to: old + 9}, bruised:"},
        ["events.climb.steps.worse applies now"],
    ),
    ("high", {NAP: ""}, ["events.climb.steps.nap is no longer there, was do rest"]),
    ("high", {'hours: "1"': 'hours: "2"'}, ["events.climb.steps.nap.with.hours is 2, was 1"]),
    (
        "high",
        {"set: climber.tired, to: old + wall": "set: climber.bruises, to: old + wall"},
        ["set is climber.bruises, was"],
    ),
    # refusals
    (
        "nobody",
        {"skill < 0": "skill < -5", "height: 10": "height: 30"},
        ["when is climber.skill < -5, was climber.skill < 0"],
    ),
    ("nobody", {"Nobody climbs like that.": "No."}, ["refuse.no_skill.because is No., was Nobody climbs like that."]),
    (
        "low",
        {"because: Nobody climbs like that.}": "because: No.}, weak: {when: climber.skill < 2, because: Weak.}"},
        ["refuse.weak applies now"],
    ),
    # orders
    (
        "low",
        {NAP: "", TIRE: NAP + TIRE},
        [":40:7: events.climb.steps is outcome, nap, tire, hurt, helped, was outcome, tire, hurt, helped, nap"],
    ),
    (
        "chances",
        {MARGIN: "", "wall.tiring * settings.strain}\n": "wall.tiring * settings.strain}\n" + MARGIN},
        ["events.climb.steps is roll, tire, margin, outcome, hurt, was roll, margin, outcome, tire, hurt"],
    ),
]


@pytest.mark.parametrize(("case", "change", "lines"), CHANGES, ids=lambda each: each if isinstance(each, str) else "")
def test_the_failure_names_what_was_changed(
    folder: Path, before: dict[str, Verdict], case: str, change: dict[str, str], lines: list[str]
) -> None:
    text = PACK
    for old, new in change.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    found = verdicts(folder, text, before)[case]
    assert found.changes or found.differences
    told = [cause_text(cause) for cause in found.causes]
    for line in lines:
        assert any(line in each for each in told), told
    assert len(told) <= len(lines) + 2, told


def test_nothing_is_named_where_nothing_was_changed(folder: Path, before: dict[str, Verdict]) -> None:
    after = verdicts(folder, PACK, before)
    assert not any(verdict.causes or verdict.changes for verdict in after.values())


def test_what_has_changed_is_told_as_a_difference(folder: Path, before: dict[str, Verdict]) -> None:
    text = PACK.replace("default: 1}", 'default: "1/2"}').replace("tiring: {type: integer", "tiring: {type: number")
    text = text.replace("tired: {type: integer", "tired: {type: number").replace("roll: d20", "roll: d12")
    after = verdicts(folder, text, before)
    by = {each.path: each.by for each in (*after["low"].changes, *after["chances"].changes)}
    assert (by["state.climber.tired"], by["values.tire"]) == ("-1/2", "-1/2")
    assert (by["odds.outcomes.up"], by["odds.outcomes.down"]) == ("-1/5", "+1/5")


MOVED = """
pack: box
format: 1
version: "1.0.0"
title: A box
license: CC0-1.0
tables:
  kinds:
    columns: {cost: integer}
    rows:
      low: {cost: 1}
      middle: {cost: 2}
      high: {cost: 3}
events:
  go:
    needs: {n: integer}
    steps:
      outcome: FORMULA
"""
MOVES = """
cases:
  one: {event: go, given: {n: 1}}
  none: {event: go, given: {n: 0}}
  all: {event: go, given: {n: 5}}
"""
COUNT = "count(list(k for k in kinds where k.cost > n))"
IF = "(if n > 2 then 10 else 20)"


@pytest.mark.parametrize(
    ("was", "is_"),
    [
        (COUNT, f"2 + {COUNT}"),
        (f"1 + {IF}", f"3 + {IF}"),
        (f"1 + {IF}", f"10 - 7 + {IF}"),
        (f"0 + {IF}", f"{IF.replace('> 2', '< 2')} * 0 + 2 + {IF}"),
    ],
)
def test_an_if_that_only_moves_is_no_other_rule(tmp_path: Path, was: str, is_: str) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "moves.yaml").write_text(MOVES, encoding="utf-8")
    before = verdicts(tmp_path, MOVED.replace("FORMULA", was))
    after = verdicts(tmp_path, MOVED.replace("FORMULA", is_), before)
    (group,) = grouped(list(after.values()))
    assert [each.by for each in group.first.changes if each.path == "outcome"] == ["+2"]
    assert [(each.kind, each.path, each.text) for each in group.first.causes] == [
        ("reworded", "events.go.steps.outcome", is_)
    ]


def test_spaces_in_front_of_an_if_are_no_other_rule(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "moves.yaml").write_text(MOVES, encoding="utf-8")
    before = verdicts(tmp_path, MOVED.replace("FORMULA", f"1 + {IF}"))
    after = verdicts(tmp_path, MOVED.replace("FORMULA", f"1   +   {IF}"), before)
    assert not any(verdict.is_news for verdict in after.values())


ORDERS = """
pack: orders
format: 1
version: "1.0.0"
title: Orders
license: CC0-1.0
tables:
  kinds:
    ordered: true
    rows:
      low: {}
      middle: {}
      high: {}
  ends:
    rows:
      up: {at: 0..}
      down: {at: ..-1}
modifiers:
  way:
    take: first
    needs: {n: integer}
    lines:
      near: {when: n > 0, value: 1}
      far: {when: n < 9, value: 2}
events:
  go:
    needs: {n: {type: integer, min: 0, max: 9}, kind: kinds, other: kinds}
    steps:
      hold:
        choose: integer
        by: gm
        among: 0..9
        default: "0"
        refuse:
          big: {when: hold > 5, because: Big.}
          seven: {when: hold == 7, because: Seven.}
      thrice:
        each: k in 1..3
        track: {total: "1"}
        steps:
          more: {set: total, to: total + k}
          twice: {set: total, to: total * 2}
      deep:
        when: n > 1
        steps:
          gain: n
          again: {when: n > 2, value: 2}
      outcome: FORMULA
  stop:
    needs: {n: integer}
    steps:
      may:
        refuse:
          low: {when: n < 1, because: Low.}
          nought: {when: n == 0, because: Nought.}
"""
GO = "{event: go, given: {n: 2, kind: low, other: middle}, choices: {hold: 7}}"
ROWS = ("      low: {}", "      high: {}")
MOVED_ROWS = [("tables.kinds.rows", "high, middle, low", "low, middle, high")]
REORDERED = [
    (GO, "kind < other", ROWS, MOVED_ROWS),
    (GO, "lower(kind) is none", ROWS, MOVED_ROWS),
    (GO, "first(kinds)", ROWS, MOVED_ROWS),
    (GO, "kind is other", ROWS, []),
    (GO, "ends(n)", ("      up: {at: 0..}", "      down: {at: ..-1}"), []),
    (
        GO,
        "way",
        ("      near: {when: n > 0, value: 1}", "      far: {when: n < 9, value: 2}"),
        [("modifiers.way.lines.far", "", ""), ("modifiers.way.lines.near", "", "")],
    ),
    (
        GO,
        "sum(p.twice for p in thrice)",
        ("          more: {set: total, to: total + k}", "          twice: {set: total, to: total * 2}"),
        [("events.go.steps.thrice.steps", "twice, more", "more, twice")],
    ),
    (
        GO,
        "hold",
        (
            "          big: {when: hold > 5, because: Big.}",
            "          seven: {when: hold == 7, because: Seven.}",
        ),
        [("events.go.steps.hold.refuse", "seven, big", "big, seven")],
    ),
    (
        "{event: stop, given: {n: 0}}",
        "0",
        ("          low: {when: n < 1, because: Low.}", "          nought: {when: n == 0, because: Nought.}"),
        [("events.stop.steps.may.refuse", "nought, low", "low, nought")],
    ),
    (
        GO,
        "count(kinds)",
        ("      high: {}", "      high: {}\n      top: {}"),
        [("tables.kinds.rows", "high, top", "high")],
    ),
]
"""A case, what the outcome is, two lines that change places (or one that another stands behind), and the causes."""


@pytest.mark.parametrize(("case", "formula", "lines", "causes"), REORDERED)
def test_another_order_is_told_where_it_counts(
    tmp_path: Path, case: str, formula: str, lines: tuple[str, str], causes: list[tuple[str, str, str]]
) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "orders.yaml").write_text(f"cases:\n  one: {case}\n", encoding="utf-8")
    written = ORDERS.replace("FORMULA", formula).splitlines()
    before = verdicts(tmp_path, "\n".join(written))
    one, other = lines
    changed = [other if line == one else one if line == other else line for line in written]
    assert changed != written
    (verdict,) = verdicts(tmp_path, "\n".join(changed), before).values()
    assert bool(verdict.changes) is bool(causes), verdict.changes
    assert sorted((each.path, each.text, each.was) for each in verdict.causes) == causes


def test_a_row_that_applies_before_and_now_is_no_cause(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    cases = "cases:\n  one: {event: go, given: {n: 1, kind: middle}}\n"
    (tmp_path / "tests" / "rows.yaml").write_text(cases, encoding="utf-8")
    text = MOVED.replace("n: integer}", "n: integer, kind: kinds}").replace(
        "cost: integer}", "cost: integer, worth: integer}"
    )
    text = (
        text.replace("cost: 2}", "cost: 2, worth: 7}")
        .replace("1}\n", "1, worth: 1}\n")
        .replace("3}\n", "3, worth: 1}\n")
    )
    some = "if kind.cost > 1 then kind.worth else 0"
    none = some.replace("> 1", "> 2")
    for was, is_ in ((some, none), (none, some)):
        before = verdicts(tmp_path, text.replace("FORMULA", was))
        (verdict,) = verdicts(tmp_path, text.replace("FORMULA", is_), before).values()
        assert [(each.kind, each.path) for each in verdict.causes] == [("reworded", "events.go.steps.outcome")]
    before = verdicts(tmp_path, text.replace("FORMULA", "0"))
    (verdict,) = verdicts(tmp_path, text.replace("FORMULA", some), before).values()
    assert ("now", "tables.kinds.rows.middle") in [(each.kind, each.path) for each in verdict.causes]
