"""The least and the greatest number of formulas: known ones, and the law that no value lies outside."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handhold import limits
from handhold.language import core
from handhold.language.bounds import Reckoner, dice_reach, greatest, reach
from handhold.language.checker import check
from handhold.language.core import Core, Place
from handhold.language.dice import DiceValue, Pool
from handhold.language.faults import Fault
from handhold.language.intervals import ANY, WHOLE, Interval, between
from handhold.language.parser import parse
from handhold.language.reaches import Items, Reach, of_field
from handhold.language.scope import Binding, Live, Scope, Value
from handhold.language.throws import Throw, made, thrown
from handhold.language.types import DICE, FLAG, INTEGER, NONE, NUMBER, GroupOf, ListOf, OptionalOf, Row, Sheet, Type
from handhold.language.world import FieldInfo, Function, Limits, Number, SettingInfo, SheetInfo, TableInfo
from handhold.play.pools import least_and_greatest

# --- a small world ----------------------------------------------------------------------------------


@dataclass
class World:
    settings: Mapping[str, SettingInfo] = field(default_factory=dict)
    tables: Mapping[str, TableInfo] = field(default_factory=dict)
    sheets: Mapping[str, SheetInfo] = field(default_factory=dict)
    bonuses: frozenset[str] = frozenset()
    functions: Mapping[str, Function] = field(default_factory=dict)

    def function(self, id: str) -> Function | None:
        return self.functions.get(id)

    def function_ids(self) -> tuple[str, ...]:
        return tuple(self.functions)


def number_field(id: str, of: Type = INTEGER, changes: bool = False, **limit: Number) -> FieldInfo:
    return FieldInfo(id, of, Limits(**limit), changes=changes)


FIELDS = (
    number_field("dex", min=1, max=20),
    number_field("skill", min=-2),
    number_field("size", above=0, below=5),
    number_field("weight", NUMBER, above=0),
    number_field("share", NUMBER, min=Fraction(1, 3), max=Fraction(5, 2)),
    number_field("reach", OptionalOf(NUMBER), max=3),
    FieldInfo("marks", ListOf(INTEGER)),
    FieldInfo("spread", INTEGER, Limits(min=Fraction(1, 2), max=Fraction(7, 2))),
    number_field("tired", NUMBER, True, min=0, max=10),
)
CLIMBER = SheetInfo("climber", {known.id: known for known in FIELDS}, (), True)
MOUNT = SheetInfo("mount", {"legs": number_field("legs", min=2, max=6)}, (), False)
DISTANCES = TableInfo(
    "distances",
    True,
    ("near", "far", "off"),
    {"goal": INTEGER, "cost": NUMBER, "dice": DICE, "extra": OptionalOf(INTEGER)},
    {
        "goal": (1, 3, 9),
        "cost": (Fraction(1, 2), 2, 4),
        "dice": (DiceValue((Pool(1, 6),)), DiceValue((Pool(2, 6),), 1), DiceValue((), -3)),
        "extra": (None, 5, None),
    },
    (),
)
X = core.Var("x", INTEGER)
TWICE = Function("twice", {"x": INTEGER}, INTEGER, core.Math("*", X, core.Const(2, INTEGER), INTEGER), frozenset())
WORLD = World(
    settings={
        "step": SettingInfo("step", INTEGER, 4, ()),
        "part": SettingInfo("part", NUMBER, Fraction(1, 4), ()),
    },
    tables={"distances": DISTANCES},
    sheets={"climber": CLIMBER, "mount": MOUNT},
    functions={"twice": TWICE},
)
NAMES: dict[str, Binding] = {
    "climber": Live(Place("climber", (), "climber")),
    "mount": Value(core.Var("mount", Sheet("mount"))),
    "distance": Value(core.Var("distance", Row("distances"))),
    "n": Value(core.Var("n", INTEGER)),
    "x": Value(core.Var("x", NUMBER)),
    "wide": Value(core.Var("wide", INTEGER)),
    "open": Value(core.Var("open", NUMBER)),
    "flag": Value(core.Var("flag", FLAG)),
    "mounts": Value(core.Var("mounts", GroupOf("mount"))),
}
KNOWN: dict[str, Reach] = {"n": between(-2, 6, True), "x": between(Fraction(-3, 2), Fraction(5, 2))}


def tree(text: str) -> Core:
    parsed = parse(text)
    assert not isinstance(parsed, Fault), parsed
    found = check(parsed, Scope(NAMES), WORLD)
    assert not found.faults, found.faults
    return found.core


def shown(number: Interval) -> str:
    """`-2..6` of whole numbers, `-3/2..5/2 any` of all."""
    ends = "" if number.low is None else str(number.low), "" if number.high is None else str(number.high)
    return "..".join(ends) + ("" if number.whole else " any") + (" not 0" if number.nonzero else "")


NUMBERS = {
    # constants, settings, variables
    "7": "7..7",
    "2.5": "5/2..5/2 any",
    "settings.step": "4..4",
    "settings.part": "1/4..1/4 any",
    "n": "-2..6",
    "wide": "..",
    "open": ".. any",
    # fields
    "climber.dex": "1..20",
    "climber.skill": "-2..",
    "climber.size": "1..4",
    "climber.spread": "1..3",
    "climber.weight": "0.. any not 0",
    "climber.share": "1/3..5/2 any",
    "climber.tired": "0..10 any",
    "climber.reach otherwise 10": "..10 any",
    "mount.legs": "2..6",
    # operators
    "n + 1": "-1..7",
    "n + x": "-7/2..17/2 any",
    "1 - n": "-5..3",
    "-n": "-6..2",
    "n * n": "-12..36",
    "n * climber.skill": "..",
    "0 * wide": "0..0",
    "climber.dex * climber.dex": "1..400",
    "n / 4": "-1/2..3/2 any",
    "n / n": "-6..6 any",
    "x / n": "-5/2..5/2 any",
    "n / x": ".. any",
    "10 / climber.weight": "0.. any not 0",
    "10 / (climber.weight * 2 + climber.dex)": "0..10 any not 0",
    "10 / climber.tired": "1.. any",
    "100 // climber.dex": "5..100",
    "n // 4": "-1..1",
    "n // (-4)": "-2..0",
    "x // 1": "-2..2",
    # functions
    "abs(n)": "0..6",
    "abs(-climber.dex)": "1..20",
    "abs(wide)": "0..",
    "round_down(x)": "-2..2",
    "round_up(x)": "-1..3",
    "round_half_up(x)": "-1..3",
    "round_half_even(x)": "-2..2",
    "toward_zero(x)": "-1..2",
    "round_up(n)": "-2..6",
    "min(n, 3)": "-2..3",
    "max(n, 3)": "3..6",
    "max(0, wide)": "0..",
    "min(wide, 3, n)": "..3",
    "max(n, 2.5)": "5/2..6 any",
    "sum(climber.marks)": "..",
    "count(climber.marks)": "0..1000",
    "count(mounts)": "0..1000",
    "count(distances)": "3..3",
    "count(d for d in distances where d.goal > 2)": "0..3",
    "sum(d.goal for d in distances)": "3..27",
    "sum(d.goal for d in distances where flag)": "0..27",
    "sum(abs(m) for m in climber.marks)": "0..",
    "max(d.goal for d in distances) otherwise 20": "1..20",
    "sum(i for i in 1..3)": "3..9",
    "sum(i for i in 1..climber.dex)": "1..400",
    "count(i for i in n..8)": "3..11",
    "count(i for i in 8..n)": "0..0",
    "first(list(i * 2 for i in 1..4)) otherwise 0": "0..8",
    "last(reverse(list(i for i in 2..4))) otherwise 0": "0..4",
    "count(join(list(j for j in 1..2) for i in 1..3))": "6..6",
    # cells
    "distance.goal": "1..9",
    "distances.far.goal": "3..3",
    "distances.near.cost": "1/2..1/2 any",
    "distance.cost": "1/2..4 any",
    "distance.extra otherwise 1": "1..5",
    "distances.near.extra otherwise 1": "1..1",
    "lower(distance).goal otherwise 0": "0..9",
    # branches: conditions narrow what stands under them
    "if n > 3 then n else 10": "4..10",
    "if n > 3 then 0 else n": "-2..3",
    "if n < wide then n else 0": "-2..6",
    "if n >= climber.size then n else 5": "1..6",
    "if wide in 2..5 then wide else 9": "2..9",
    "if wide == n then wide else 0": "-2..6",
    "if n > 0 and wide < n then wide else 0": "..5",
    "if n < 0 or n > 4 then 3 else n": "0..4",
    "if n == 1 or n == 3 then n else 2": "1..3",
    "if not (wide < 0 or wide > 9) then wide else 0": "0..9",
    "if n > wide then n - wide else 1": "1..",
    "if n >= wide then 0 else wide - n": "0..",
    "if n > 2 then (if n < 5 then n else 4) else 3": "3..4",
    "if twice(x = n) > 3 then twice(x = n) else 5": "4..12",
    "count(i for i in 1..climber.dex where i > 18)": "0..20",
    "max(i for i in 1..climber.dex where i > 18) otherwise 19": "19..20",
    "if distance is near then distance.goal else 5": "1..5",
    "if distance is not far then distance.goal else 4": "1..9",
    "if distance is one of (near, far) then distance.goal else 2": "1..3",
    "if distance > far then distance.goal else 8": "8..9",
    "if flag then 1 else 2.5": "1..5/2 any",
    "if n > 0 then 10 / n else 0": "0..10 any",
    "if n != 0 then 10 // n else 0": "-10..10",
    # functions of the pack
    "twice(x = n)": "-4..12",
    "twice(x = twice(x = 3))": "12..12",
    "twice(x = wide)": "..",
}


@pytest.mark.parametrize(("text", "expected"), NUMBERS.items())
def test_known_numbers(text: str, expected: str) -> None:
    assert shown(reach(tree(text), WORLD, KNOWN)) == expected


THROWS: dict[str, tuple[int | None, int | None]] = {
    "d6": (1, 6),
    "3d6 + 2": (5, 20),
    "d6 - d4": (-3, 5),
    "d20 + n": (-1, 26),
    "4dF": (-4, 4),
    "4d6kh3": (3, 18),
    "4d6dl3": (1, 6),
    "d6!": (1, 66),
    "2d6rr<=4": (10, 12),
    "2d6rr<=5!": (132, 132),
    "(n)d6rr<=5!": (0, 396),
    "(n)d6": (0, 36),
    "(n)d6kl1": (1, 6),
    "(n)d6dh2": (0, 24),
    "(wide)d6": (0, 600),
    "(climber.dex)dF": (-20, 20),
    "(n)d6!": (0, 396),
    "successes((n)d6, 5)": (0, 6),
    "successes(4d6kh3, 5)": (0, 3),
    "successes(2d6!, 5)": (0, 22),
    "successes(distance.dice, 5)": (None, None),
    "successes((n)d6 - 2d6, 5)": (None, None),
    "distance.dice": (-3, 13),
    "distances.far.dice + 1": (4, 14),
    "if flag then d6 else 2d8": (1, 16),
}


@pytest.mark.parametrize(("text", "ends"), THROWS.items())
def test_known_dice(text: str, ends: tuple[int | None, int | None]) -> None:
    found = dice_reach(tree(text), WORLD, KNOWN)
    assert (found.low, found.high, found.whole) == (*ends, True)


# --- modifier groups -------------------------------------------------------------------------------

N = core.Var("n", INTEGER)
TEST = core.Var("flag", FLAG)


def const(value: Number) -> core.Const:
    return core.Const(value, INTEGER if isinstance(value, int) else NUMBER)


@pytest.mark.parametrize(
    ("take", "base", "expected"),
    [
        ("sum", None, "-4..19"),
        ("sum", const(100), "96..119"),
        ("first", None, "-2..10"),
        ("highest", None, "-2..10"),
        ("lowest", const(-7), "-7..10"),
    ],
)
def test_a_line_under_a_condition_may_add_nothing(
    take: Literal["sum", "first", "highest", "lowest"], base: Core | None, expected: str
) -> None:
    lines = (core.StackLine("a", None, N), core.StackLine("b", TEST, const(10)), core.StackLine("c", TEST, const(3)))
    below = (core.StackLine("d", TEST, const(-2)),)
    stack = core.Stack("group", take, lines + below, base, INTEGER)
    assert shown(reach(stack, WORLD, KNOWN)) == expected


def test_a_condition_is_looked_into_for_its_lookups() -> None:
    seen: list[Interval] = []
    looked = core.Test("==", core.RowAt("distances", N, Row("distances")), core.Const(0, Row("distances")), FLAG)
    stack = core.Stack("group", "sum", (core.StackLine("a", looked, const(1)),), None, INTEGER)
    Reckoner(WORLD, lambda node, number: seen.append(number)).reach(stack, KNOWN)
    assert seen == [between(-2, 6, True)]


# --- the greatest of a loop -------------------------------------------------------------------------


def test_the_greatest_over_needs() -> None:
    needs = {"n": number_field("n", max=5), "wide": number_field("wide")}
    assert greatest(tree("n * 2 - 1"), WORLD, needs) == 9
    assert greatest(tree("n + wide"), WORLD, needs) is None
    assert greatest(tree("min(n, wide)"), WORLD, needs) == 5
    assert greatest(core.Const(None, NONE), WORLD, needs) == 0


def test_what_is_not_followed_is_any_number_of_its_type() -> None:
    assert reach(core.PassPart(core.Const(None, NONE), "loop", "n", True, OptionalOf(INTEGER)), WORLD, {}) == WHOLE
    assert reach(core.Var("x", NUMBER), WORLD, {}) == ANY
    assert of_field(FieldInfo("marks", ListOf(INTEGER))) == Items(WHOLE, 0, limits.LIST_LENGTH)


# --- size --------------------------------------------------------------------------------------------


def test_a_long_chain_and_deep_nesting_need_no_recursion() -> None:
    chain: Core = const(0)
    for _ in range(5_000):
        chain = core.Math("+", chain, const(1), INTEGER)
    assert reach(chain, WORLD, {}) == between(5_000, 5_000, True)


def test_a_part_that_stands_in_many_places_is_worked_out_once() -> None:
    seen: list[core.RowAt | core.Math] = []
    shared: Core = core.Math("//", const(8), N, INTEGER)
    for _ in range(60):
        shared = core.If(TEST, shared, shared, INTEGER)
    assert Reckoner(WORLD, lambda node, number: seen.append(node)).reach(shared, KNOWN) == between(-8, 8, True)
    assert len(seen) == 1


def doubling(depth: int) -> World:
    """Functions each of which asks the one before twice, for other numbers each time: 2**depth calls in all."""
    functions = {"f0": Function("f0", {"x": INTEGER}, INTEGER, X, frozenset())}
    for n in range(1, depth):
        args = (X, core.Math("+", X, const(2**n), INTEGER))
        one, two = (core.Apply(f"f{n - 1}", (("x", arg),), INTEGER) for arg in args)
        functions[f"f{n}"] = Function(f"f{n}", {"x": INTEGER}, INTEGER, core.Math("+", one, two, INTEGER), frozenset())
    return World(functions=functions)


def test_functions_are_kept_for_the_same_arguments() -> None:
    functions = dict(WORLD.functions)
    before = "twice"
    for n in range(2_000):
        part = core.Apply(before, (("x", X),), INTEGER)
        before = f"f{n}"
        functions[before] = Function(before, {"x": INTEGER}, INTEGER, core.Math("+", part, part, INTEGER), frozenset())
    reckoner = Reckoner(World(functions=functions))
    assert reckoner.reach(core.Apply("f10", (("x", const(1)),), INTEGER), {}) == between(4096, 4096, True)
    assert isinstance(reckoner.reach(core.Apply(before, (("x", const(1)),), INTEGER), {}), Interval)
    assert not reckoner.skipped


def test_too_many_calls_are_taken_for_any_number() -> None:
    exact = Reckoner(doubling(6))
    assert exact.reach(core.Apply("f5", (("x", const(1)),), INTEGER), {}) == between(1024, 1024, True)
    assert not exact.skipped
    seen = Reckoner(doubling(40))
    assert seen.reach(core.Apply("f39", (("x", const(1)),), INTEGER), {}) == WHOLE
    assert seen.skipped
    assert limits.RECKONING < 2**39


def test_numbers_past_the_budget_of_digits_have_no_end() -> None:
    big: Core = core.Var("big", INTEGER)
    for _ in range(100):
        big = core.Math("*", big, big, INTEGER)
    assert reach(big, WORLD, {"big": between(1, 10, True)}) == between(1, None, True)
    small: Core = core.Math("/", const(1), core.Var("big", INTEGER), NUMBER)
    for _ in range(100):
        small = core.Math("*", small, small, NUMBER)
    assert reach(small, WORLD, {"big": between(3, 7, True)}) == between(0, 1, False, True)


# --- laws --------------------------------------------------------------------------------------------

numbers: st.SearchStrategy[Number] = st.one_of(
    st.integers(-9, 9),
    st.builds(Fraction, st.integers(-20, 20), st.integers(1, 4)).map(
        lambda value: value.numerator if value.denominator == 1 else value
    ),
)


@st.composite
def within(draw: st.DrawFn) -> tuple[Interval, Number]:
    """An interval and a number in it."""
    value: Number = draw(numbers)
    below: Number | None = draw(st.none() | numbers)
    above: Number | None = draw(st.none() | numbers)
    whole = isinstance(value, int) and draw(st.booleans())
    low: Number | None = None if below is None else value - max(below, -below)
    high: Number | None = None if above is None else value + max(above, -above)
    return between(low, high, whole, value != 0 and draw(st.booleans())), value


VARIABLES = ("a", "b", "c")
ROUNDINGS = ("round_down", "round_up", "round_half_up", "round_half_even", "toward_zero")
flags = st.booleans().map(lambda value: core.Const(value, FLAG))
leaves: st.SearchStrategy[Core] = st.one_of(
    numbers.map(const),
    st.sampled_from(VARIABLES).map(lambda name: core.Var(name, NUMBER)),
    st.integers(0, 2).map(lambda row: core.Cell("distances", "cost", core.Const(row, Row("distances")), False, NUMBER)),
    st.just(core.Setting("part", NUMBER)),
    st.just(core.Otherwise(core.Const(None, NONE), core.Var("a", NUMBER), NUMBER)),
)


def grown(parts: st.SearchStrategy[Core]) -> st.SearchStrategy[Core]:
    lines = st.lists(st.builds(core.StackLine, st.just("line"), st.none() | flags, parts), min_size=1, max_size=4)
    ends = st.tuples(st.integers(-4, 4), st.integers(-4, 4))
    ranges = ends.map(lambda pair: core.Count(const(pair[0]), const(pair[1]), ListOf(INTEGER)))
    elements = st.builds(lambda part, v: core.Math("+", part, core.Var(v, NUMBER), NUMBER), parts, st.just("i"))
    return st.one_of(
        st.builds(
            lambda op, one, two: core.Math(op, one, two, NUMBER),
            st.sampled_from(["+", "-", "*", "/", "//"]),
            parts,
            parts,
        ),
        parts.map(lambda part: core.Minus(part, NUMBER)),
        st.builds(lambda id, part: core.Func(id, (part,), NUMBER), st.sampled_from(["abs", *ROUNDINGS]), parts),
        st.builds(
            lambda id, args: core.Func(id, tuple(args), NUMBER),
            st.sampled_from(["min", "max"]),
            st.lists(parts, min_size=2, max_size=3),
        ),
        st.builds(lambda test, yes, no: core.If(test, yes, no, NUMBER), flags, parts, parts),
        st.builds(lambda value, other: core.Otherwise(value, other, NUMBER), parts, parts),
        st.builds(
            lambda take, held, base: core.Stack("group", take, tuple(held), base, NUMBER),
            st.sampled_from(["sum", "first", "highest", "lowest"]),
            lines,
            st.none() | parts,
        ),
        st.builds(
            lambda id, value, source, test: core.Walk(id, value, "i", source, test, NUMBER),
            st.sampled_from(["sum", "count", "min", "max", "first", "last"]),
            elements,
            ranges,
            st.none() | flags,
        ),
        parts.map(lambda part: core.Apply("half", (("x", part),), NUMBER)),
    )


trees = st.recursive(leaves, grown, max_leaves=14)
HALF = Function("half", {"x": NUMBER}, NUMBER, core.Math("/", core.Var("x", NUMBER), const(2), NUMBER), frozenset())
LAW_WORLD = World(settings=WORLD.settings, tables=WORLD.tables, functions={"half": HALF})


class NoValueError(Exception):
    """A division by zero, or a number where there is none."""


def value_of(node: Core, names: Mapping[str, Number]) -> Number | None:
    """The value of a tree, by the plainest way there is."""

    def number(part: Core, more: Mapping[str, Number] = {}) -> Number:
        found = value_of(part, {**names, **more})
        if found is None:
            raise NoValueError
        return found

    match node:
        case core.Const(value=value):
            return value  # type: ignore[return-value]  # flags are read where they stand
        case core.Var(name=name):
            return names[name]
        case core.Setting(id=id):
            return WORLD.settings[id].value  # type: ignore[return-value]  # the settings here are numbers
        case core.Cell(row=core.Const(value=int(row))):
            return DISTANCES.cells["cost"][row]  # type: ignore[return-value]  # a column of numbers
        case core.Math(op=op, left=left, right=right):
            one, two = Fraction(number(left)), Fraction(number(right))
            if op in ("/", "//") and two == 0:
                raise NoValueError
            return {
                "+": lambda: one + two,
                "-": lambda: one - two,
                "*": lambda: one * two,
                "/": lambda: one / two,
                "//": lambda: Fraction(math.floor(one / two)),
            }[op]()
        case core.Minus(value=part):
            return -number(part)
        case core.Func(id="abs", args=(part,)):
            return max(number(part), -number(part))
        case core.Func(id=("min" | "max") as id, args=args):
            values = [number(arg) for arg in args]
            return min(values) if id == "min" else max(values)
        case core.Func(id=id, args=(part,)):
            return rounded(id, Fraction(number(part)))
        case core.If(test=core.Const(value=test), yes=yes, no=no):
            return value_of(yes if test else no, names)
        case core.Otherwise(value=part, other=other):
            found = value_of(part, names)
            return value_of(other, names) if found is None else found
        case core.Apply(args=((_, part),)):
            assert not isinstance(part, Place)
            return Fraction(number(part)) / 2
        case core.Stack(take=take, lines=lines, base=base):
            held = [line.value for line in lines if line.when in (None, core.Const(True, FLAG))]
            values = [number(part) for part in ([] if base is None else [base]) + held]
            if take == "sum":
                return sum(values)
            return {"first": values[0], "highest": max(values), "lowest": min(values)}[take] if values else None
        case core.Walk(id=id, value=part, source=core.Count(first=first, last=last), test=walk_test):
            if walk_test == core.Const(False, FLAG):
                values = []
            else:
                values = [number(part, {"i": i}) for i in range(int(number(first)), int(number(last)) + 1)]
            return folded(id, values)
        case _:
            raise AssertionError(node)


def folded(id: str, values: list[Number]) -> Number | None:
    if id == "sum":
        return sum(values)
    if id == "count":
        return len(values)
    if not values:
        return None
    return {"min": min(values), "max": max(values), "first": values[0], "last": values[-1]}[id]


def rounded(id: str, value: Fraction) -> int:
    """From the two whole numbers around the value, the one that the rounding names."""
    under = value.numerator // value.denominator
    over = under if value == under else under + 1
    nearer = under if value - under < over - value else over
    tie = value - under == over - value
    return {
        "round_down": under,
        "round_up": over,
        "round_half_up": over if tie else nearer,
        "round_half_even": (under if under % 2 == 0 else over) if tie else nearer,
        "toward_zero": under if value > 0 else over,
    }[id]


@settings(max_examples=400)
@given(trees, st.lists(within(), min_size=3, max_size=3))
def test_no_value_lies_outside(node: Core, drawn: list[tuple[Interval, Number]]) -> None:
    known: dict[str, Reach] = {name: interval for name, (interval, _) in zip(VARIABLES, drawn, strict=True)}
    try:
        value = value_of(node, {name: number for name, (_, number) in zip(VARIABLES, drawn, strict=True)})
    except NoValueError:
        return
    if value is not None:
        assert reach(node, LAW_WORLD, known).holds(value)


@given(st.sampled_from(["+", "-", "*"]), *[st.tuples(st.integers(-9, 9), st.integers(0, 9))] * 2)
def test_the_ends_of_whole_numbers_are_met(op: Any, one: tuple[int, int], two: tuple[int, int]) -> None:
    known: dict[str, Reach] = {"a": between(one[0], sum(one), True), "b": between(two[0], sum(two), True)}
    node = core.Math(op, core.Var("a", INTEGER), core.Var("b", INTEGER), INTEGER)
    pairs = [(a, b) for a in range(one[0], sum(one) + 1) for b in range(two[0], sum(two) + 1)]
    values = [{"+": a + b, "-": a - b, "*": a * b}[op] for a, b in pairs]
    assert reach(node, WORLD, known) == between(min(values), max(values), True, 0 not in values)


pools = st.builds(
    lambda count, sides, reroll, to, kind, kept, least, sign: Pool(
        count,
        sides,
        reroll if sides > 1 else "",
        min(to, sides - 1) if reroll and sides > 1 else 0,
        kind == "explode" and sides != 1,
        min(kept, count) if kind in ("h", "l") else -1,
        kind if kind in ("h", "l") else "",
        least,
        sign,
    ),
    st.integers(0, 5),
    st.sampled_from([0, 1, 2, 6]),
    st.sampled_from(["", "ro", "rr"]),
    st.integers(1, 6),
    st.sampled_from(["", "explode", "h", "l"]),
    st.integers(0, 5),
    st.integers(0, 7),
    st.sampled_from([1, -1]),
)


@given(st.lists(pools, max_size=3), st.integers(-9, 9))
def test_dice_lie_within_what_can_be_thrown(parts: list[Pool], plus: int) -> None:
    dice = DiceValue(tuple(parts), plus)
    assert thrown(dice).total == between(*least_and_greatest(dice), True)


@given(st.integers(-5, 8), st.integers(0, 6), st.integers(0, 8), pools.filter(lambda pool: pool.sign > 0))
def test_a_pool_of_unknown_size_holds_all_that_it_can_be(low: int, more: int, kept: int, pool: Pool) -> None:
    reroll = (pool.reroll, pool.reroll_to) if pool.reroll else None
    for word in (None, "kh", "kl", "dh", "dl"):
        keep = None if word is None or pool.explode else (word, kept)
        found = made(between(low, low + more, True), pool.sides, reroll, pool.explode, keep)
        for count in range(max(low, kept if keep else 0), low + more + 1):
            if count < 0:
                continue
            left = count if keep is None else kept if word in ("kh", "kl") else count - kept
            which: Any = "" if keep is None else "h"
            dice = DiceValue((Pool(count, pool.sides, pool.reroll, pool.reroll_to, pool.explode, left, which),))
            least, most = least_and_greatest(dice)
            assert found.total.holds(least)
            assert found.total.holds(most)
            assert found.dice is not None
            assert found.dice >= left


def test_dice_of_one_pool_are_counted() -> None:
    assert thrown(DiceValue((Pool(3, 6, keep=2, keep_which="h"),), 4)) == Throw(between(6, 16, True), 2)
    assert thrown(DiceValue((Pool(1, 6), Pool(1, 6)))).dice is None
    assert thrown(DiceValue((Pool(1, 6, sign=-1),))).dice is None
