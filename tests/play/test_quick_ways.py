"""What is done quickly in the common case is what is done with care in all others."""

from __future__ import annotations

import ast
import re
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from handhold.language.runtime import RuleFault, kept
from handhold.language.types import NUMBER
from handhold.language.world import FieldInfo, Limits
from handhold.packs import checked
from handhold.packs.checks.check import check_pack
from handhold.packs.stacks.load import model_of
from handhold.packs.storage.files import PackFile
from handhold.play.chance import Seeded
from handhold.play.compiling.binder import Binder
from handhold.play.compiling.weight import Weights
from handhold.play.inputs import InputError, bind, kinds_of
from handhold.play.made import within
from handhold.play.odds.event import odds
from handhold.play.result import Shown
from handhold.play.run_error import RunError
from handhold.play.runs.run import Runner
from handhold.play.views import view_of
from tests.fixtures import shipped
from tests.play.given import given
from tests.play.test_shipped import EVENTS

HEAD = """\
pack: tiny
format: 1
version: "1.0.0"
title: Tiny
license: CC0-1.0
tables:
  kinds: {columns: {worth: integer}, rows: {lone: {worth: 1}, two: {worth: 2}}}
settings:
  reading: {options: [plain, strict], value: plain, reading: Both can be meant., cite: p. 1}
  share: {type: integer, value: 1, reading: It may be more., cite: p. 1}
sheets:
  who:
    least: {type: integer, min: -2, max: 4}
    over: {type: number, above: 0, below: 5, default: 1}
    kind: {type: optional kinds}
    worn: {type: integer, default: 0, min: 0, max: 1000, changes: true}
    sum: {value: least + worn}
"""


def made(body: str) -> checked.Pack:
    """A small pack with these events and what else they need."""
    model, faults = model_of([PackFile("tiny.yaml", (HEAD + body).encode())])
    assert model is not None, faults
    pack, more = check_pack(model)
    assert pack is not None, more
    return pack


def bare(value: object) -> object:
    """A live sheet is equal only to itself, for it holds something of its own; all else that it holds is compared."""
    return tuple(map(bare, value)) if isinstance(value, tuple) else value.__class__ is object or (type(value), value)


@pytest.mark.parametrize(("name", "id"), EVENTS, ids=[f"{name}-{event}" for name, event in EVENTS])
def test_needs_bound_quickly_are_needs_bound_with_care(name: str, id: str) -> None:
    pack = shipped(name)
    event, random = pack.events[id], Random(f"{name} {id}")
    binder = Binder(kinds_of(pack), event)
    for _ in range(20):
        data = given(random, pack, event)
        careful = bind(kinds_of(pack), event, data)
        quick = binder.bind(data)
        assert quick.keys() == careful.keys()
        assert {name: bare(value) for name, value in quick.items()} == {name: bare(careful[name]) for name in quick}


GIVEN = [
    ({"who": {"least": 3}}, None),
    ({"who": {"least": 4, "over": 4, "kind": "two", "worn": 3}}, None),
    ({"who": {"least": 3, "kind": None}}, None),
    ({"who": {"least": "3"}}, None),
    ({"who": {"least": 5}}, "more than 4"),
    ({"who": {"least": -3}}, "less than -2"),
    ({"who": {"least": 3, "over": 0}}, "not above 0"),
    ({"who": {"least": 3, "over": 5}}, "not below 5"),
    ({"who": {"least": True}}, "whole number"),
    ({"who": {"least": 3, "worn": -1}}, "less than 0"),
    ({"who": {"least": 3, "kind": "three"}}, "no row"),
    ({"who": {"least": 3, "leest": 3}}, "no field"),
    ({"who": {}}, "missing"),
    ({}, "missing"),
    ({"who": {"least": 3}, "whom": 1}, "needs no"),
    ({"who": 3}, "needed here"),
]


@pytest.mark.parametrize(("data", "problem"), GIVEN)
def test_what_is_not_plainly_right_is_looked_at_with_care(data: dict[str, object], problem: str | None) -> None:
    pack = made("events: {look: {needs: {who: who}, steps: {outcome: who.sum}}}")
    event = pack.events["look"]
    if problem is None:
        careful, quick = bind(kinds_of(pack), event, data), Binder(kinds_of(pack), event).bind(data)
        assert {name: bare(value) for name, value in quick.items()} == {name: bare(careful[name]) for name in quick}
    else:
        with pytest.raises(InputError, match=problem):
            Binder(kinds_of(pack), event).bind(data)


LIMITS = [
    Limits(min=-2, max=4),
    Limits(min=Fraction(1, 2), max=Fraction(7, 2)),
    Limits(above=0, below=5),
    Limits(above=Fraction(-5, 2), below=Fraction(9, 4)),
    Limits(min=3),
    Limits(below=-1),
]
NEAR = [*range(-4, 7), *(Fraction(n, 4) for n in range(-11, 22, 2)), True, None, 10**18, -(10**18), 10**59, 10**60]


@pytest.mark.parametrize("limits", LIMITS, ids=str)
@pytest.mark.parametrize("value", NEAR)
def test_what_is_held_to_limits_quickly_is_held_with_care(limits: Limits, value: Any) -> None:
    known = FieldInfo("value", NUMBER, limits)
    held = ast.Expression(within(ast.Name("value", ast.Load()), known, ast.Name("broken", ast.Load())))
    names = {"value": value, "broken": limits.broken_by, "kept": kept, "int": int}
    quickly = compile(ast.fix_missing_locations(held), "<held>", "eval")
    try:
        careful = kept(value, limits.broken_by)
    except RuleFault as fault:
        with pytest.raises(RuleFault, match=re.escape(str(fault))):
            eval(quickly, names)
    else:
        assert eval(quickly, names) is careful


@pytest.mark.parametrize(("name", "id"), EVENTS, ids=[f"{name}-{event}" for name, event in EVENTS])
def test_values_shown_by_a_function_are_values_shown_one_by_one(name: str, id: str) -> None:
    pack = shipped(name)
    event, runner, random = pack.events[id], Runner(pack), Random(f"{name} {id}")
    shown = Shown(pack)
    seen = 0
    for _ in range(20):
        try:
            result = runner.run(id, given(random, pack, event), Seeded(7))
        except (InputError, RunError):
            continue
        if not result.refused:
            seen += 1
            values = shown.names(event.names, result.returned)
            assert view_of(pack, event.names, result.exports, shown)(result.held) == values
            assert result.values == result.values == values
    assert seen or event.refusable


WEIGHED = [
    ("look: {needs: {who: who}, steps: {outcome: who.sum}}", True),
    ("look: {needs: {row: list of integer}, steps: {outcome: sum(n for n in row)}}", True),
    ("look: {needs: {row: list of integer}, steps: {outcome: sum(sum(n * m for m in row) for n in row)}}", False),
    ("look: {steps: {row: join(list(list(1..9) for n in 1..9)), outcome: count(row)}}", False),
    ("look: {needs: {row: list of integer}, steps: {turns: {each: n in row, steps: {it: n}}, outcome: true}}", True),
    (
        "look: {needs: {row: list of integer}, steps: "
        "{turns: {each: n in row, steps: {more: {each: m in row, steps: {it: n}}}}, outcome: true}}",
        False,
    ),
    # a list of a choice is one that may be given, or as long as its default
    (
        "look: {steps: {row: {choose: list of kinds, by: player}, turns: {each: k in row, steps: "
        "{a: k.worth, b: k.worth, c: k.worth, d: k.worth, e: k.worth}}, outcome: true}}",
        True,
    ),
    (
        "look: {steps: {row: {choose: list of integer, by: player, default: list(1..9000)}, turns: {each: n in row, "
        "steps: {a: n, b: n, c: n, d: n, e: n, f: n}}, outcome: true}}",
        False,
    ),
    (
        "look: {steps: {row: join(list(list(1..900) for n in 1..9)), turns: {each: n in row, steps: {it: n}}, "
        "outcome: true}}",
        False,
    ),
]


@pytest.mark.parametrize(("event", "fits"), WEIGHED)
def test_work_is_left_uncounted_only_where_no_run_can_do_too_much(event: str, fits: bool) -> None:
    pack = made("events:\n  " + event)
    assert Weights(pack).fits("look") is fits
    runner = Runner(pack)
    assert (runner.ready(pack.events["look"], {}, traced=False).meter is None) is fits


def test_work_that_is_counted_is_counted_afresh_in_each_run() -> None:
    pack = made(
        "events: {look: {needs: {row: list of integer}, steps: {outcome: sum(sum(n * m for m in row) for n in row)}}}"
    )
    runner = Runner(pack)
    for _ in range(30):
        assert runner.run("look", {"row": [1] * 300}, Seeded(1)).outcome == 90000
    with pytest.raises(RunError, match="takes too long"):
        runner.run("look", {"row": [1] * 900}, Seeded(1))


OVER_ALL = [
    "sum(sum(row) for k in 1..9999)",
    "round_down(sum(sum(list(n / 7 for n in row)) for k in 1..9999))",
    "sum((max(row) otherwise 0) + (min(row) otherwise 0) for k in 1..9999)",
    "count(k for k in 1..9999 where k + 9999 in row)",
    "count(k for k in 1..9999 where row is again)",
    "sum(last(list(row)) otherwise 0 for k in 1..9999)",
    "count(k for k in 1..9999 where count(reverse(row)) > k)",
    "count(join(row for k in 1..9999))",
    "count(k for k in 1..999 where count(join(list(row for m in 1..9))) > k)",
    "count(k for k in 1..9999 where (turns(k).it otherwise 0) > 0)",
]


@pytest.mark.parametrize("formula", OVER_ALL)
def test_what_goes_over_a_whole_list_takes_as_much_work_as_that_is_long(formula: str) -> None:
    pack = made(
        "events:\n  look:\n    steps:\n      row: list(1..9999)\n      again: list(1..9999)\n"
        "      turns: {each: n in 1..9999, steps: {it: n}}\n"
        f"      outcome: {formula}\n"
    )
    assert not Weights(pack).fits("look")
    with pytest.raises(RunError, match="takes too long"):
        Runner(pack).run("look", {}, Seeded(1))


def test_dice_that_are_thrown_take_work() -> None:
    throws = "events: {look: {steps: {turns: {repeat: 9999, steps: {it: {roll: 90d6! + 90d8}}}, outcome: true}}}"
    pack = made(throws)
    assert not Weights(pack).fits("look")
    with pytest.raises(RunError, match="takes too long"):
        Runner(pack).run("look", {}, Seeded(1))
    few = made(throws.replace("9999", "50"))
    assert Runner(few).run("look", {}, Seeded(1)).outcome is True


LONG = "1 / 7919" + "".join(f" + 1 / {number}" for number in range(10**15 + 1, 10**15 + 90, 2))


@pytest.mark.parametrize(
    ("formulas", "steps"),
    [
        ("", f'{{long_one: "{LONG}", outcome: round_down(long_one)}}'),
        ("", f'{{long_one: "max(0, {LONG})", outcome: round_down(long_one)}}'),
        (f'formulas: {{long: {{needs: {{}}, value: "{LONG}"}}}}\n', "{outcome: round_down(long)}"),
        ("", f'{{n: 1, long_one: "if n > 0 then {LONG} else none", outcome: round_down(long_one otherwise 0)}}'),
    ],
)
def test_a_sum_of_fractions_is_held_to_its_digits(formulas: str, steps: str) -> None:
    pack = made(f"{formulas}events: {{look: {{steps: {steps}}}}}")
    with pytest.raises(RunError, match="a number grows past 60 digits"):
        Runner(pack).run("look", {}, Seeded(1))
    with pytest.raises(RunError, match="a number grows past 60 digits"):
        odds(pack, "look", {})


HANDS = """\
events:
  look:
    needs: {top: {type: integer, min: 0, max: 9000}, who: who}
    steps: {row: list(n for n in 1..top), it: {do: count_up, with: {row: row, who: who}}, outcome: it.outcome}
  fewer:
    needs: {top: {type: integer, min: 0, max: 1000}, who: who}
    steps: {row: list(n for n in 1..top), it: {do: count_up, with: {row: row, who: who}}, outcome: it.outcome}
  count_up:
    needs: {row: optional list of integer, who: who}
    steps: {n: "if row is none then 0 else count(row)", worn: {set: who.worn, to: n}, outcome: n}
"""


def test_no_list_that_is_handed_over_is_longer_than_one_that_is_given() -> None:
    pack = made(HANDS)
    # what is known of the length of a list that is given holds of one that is handed over: 'worn' is never past its max
    for top in (0, 1000):
        assert Runner(pack).run("look", {"top": top, "who": {"least": 1}}, Seeded(1)).outcome == top
        assert Runner(pack).run("fewer", {"top": top, "who": {"least": 1}}, Seeded(1)).outcome == top
    given = {"top": 1001, "who": {"least": 1}}
    for ask in (lambda: Runner(pack).run("look", given, Seeded(1)), lambda: odds(pack, "look", given)):
        with pytest.raises(RunError, match="a list of 1001 is longer than the 1000 allowed"):
            ask()


FOLDED = [
    ("if settings.reading is strict then n // d else 5", "plain", 5),
    ("if settings.reading is strict and n / d > 1 then 1 else 2", "plain", 2),
    ("if n / d > 1 and settings.reading is strict then 1 else 2", "plain", None),
    ("if settings.reading is plain or n / d > 1 then 1 else 2", "plain", 1),
    ("if n / d > 1 or settings.reading is plain then 1 else 2", "plain", None),
    ("if not (settings.reading is plain) then 1 else 2", "plain", 2),
    ("if not (settings.reading is plain) then 1 else 2", "strict", 1),
    ("n * settings.share + 0", "plain", 6),
    ("2 * 3 - kinds.two.worth", "plain", 4),
    ("by_kind(kind = kinds.two) + by_kind(kind = kinds.lone)", "plain", 3),
    ("by_reading(n = 4)", "plain", 4),
    ("by_reading(n = 4)", "strict", 11),
]
PARTS = """
formulas:
  by_kind: {needs: {kind: kinds}, value: if kind is two then kind.worth else 1}
modifiers:
  by_reading:
    take: sum
    needs: {n: integer}
    lines: {own: {value: n}, more: {when: settings.reading is strict, value: n + 3}}
events:
  look: {needs: {n: integer, d: integer}, steps: {outcome: FORMULA}}
"""


@pytest.mark.parametrize(("formula", "reading", "outcome"), FOLDED)
def test_what_is_known_before_a_run_is_left_out_unless_it_could_fault(
    formula: str, reading: str, outcome: int | None
) -> None:
    runner = Runner(made(PARTS.replace("FORMULA", f"'{formula}'")))
    settings = {"reading": reading}
    if outcome is None:
        with pytest.raises(RunError, match="division by zero"):
            runner.run("look", {"n": 6, "d": 0}, Seeded(1), settings=settings)
    else:
        assert runner.run("look", {"n": 6, "d": 0}, Seeded(1), settings=settings).outcome == outcome


# --- settings chosen otherwise ------------------------------------------------------------

CAPPED = """\
events:
  tire:
    needs: {who: who}
    steps:
      hit: {set: who.worn, to: settings.share - 1}
      outcome: who.worn
  ask:
    steps:
      part: {do: held, with: {much: settings.share}}
      outcome: part.kept
  held:
    needs: {much: {type: integer, min: 0, max: 5}}
    steps: {kept: much}
"""


@pytest.mark.parametrize(("event", "share"), [("tire", 0), ("ask", 6)])
def test_limits_hold_whatever_a_setting_is_chosen_to_be(event: str, share: int) -> None:
    pack = made(CAPPED)
    needs = {"who": {"least": 1}} if event == "tire" else {}
    runner = Runner(pack)
    assert runner.run(event, needs, Seeded(1)).outcome == {"tire": 0, "ask": 1}[event]
    with pytest.raises(RunError, match="less than 0" if event == "tire" else "more than 5"):
        runner.run(event, needs, Seeded(1), settings={"share": share})
