"""Tables looked up by number against what can arrive, and divisors against 0."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handhold.diagnostics import Diagnostic
from handhold.language.intervals import Interval, between
from handhold.language.world import Band, Number
from handhold.packs.checks.check import check_pack
from handhold.packs.checks.gaps import SAMPLES, Coverage
from handhold.packs.stacks.load import model_of
from handhold.packs.storage.files import PackFile

HEAD = 'pack: demo\nformat: 1\nversion: "1.0.0"\ntitle: Demo\nlicense: CC0-1.0\n'


def judged(body: str) -> tuple[Diagnostic, ...]:
    """All that is wrong with a pack of this text."""
    pack, found = model_of([PackFile("demo.yaml", (HEAD + body).encode())])
    assert pack is not None
    assert not found, found
    return tuple(each for each in check_pack(pack)[1] if each.code != "unused")


def at(found: Diagnostic, body: str) -> str:
    """The text that a fault is about."""
    assert found.span is not None
    assert found.span.line == found.span.end_line
    line = (HEAD + body).split("\n")[found.span.line - 1]
    return line[found.span.column - 1 : found.span.end_column - 1]


def brief(body: str) -> list[tuple[str, str, str]]:
    """The code, the text pointed at and the message of each fault."""
    return [(found.code, at(found, body), found.message) for found in judged(body)]


PACK = """\
settings:
  wide: {value: 7, question: How wide, reading: Seven.}
tables:
  small:
    columns: {hurt: integer, least: number}
    rows:
      low: {at: 1..3, hurt: 1, least: 0.5}
      high: {at: 4..6, hurt: 2, least: 3}
  every:
    rows: {under: {at: ..0}, over: {at: 1..}}
  torn:
    rows: {success: {at: 0..}, slip: {at: [-2..-1, ..-10]}, fall: {at: -9..-3}}
sheets:
  climber:
    dex: {type: integer, min: 1, max: 6}
    skill: integer
    weight: {type: number, above: 0}
    luck: {type: integer, above: 0, below: 7}
    tired: {type: integer, min: 0, max: 10, default: 0, changes: true}
    luckless: {type: integer, min: 0, max: 5, default: 0, changes: true}
    marks: list of integer
    light: {value: weight / dex}
"""


def steps(*lines: str) -> str:
    """The pack with one event of these steps."""
    needs = "climber: climber, boost: {type: integer, min: 0, max: 3}, share: {type: number, min: 1, max: 2}"
    listed = "".join(f"      {line}\n" for line in lines)
    return f"{PACK}events:\n  climb:\n    needs: {{{needs}}}\n    steps:\n{listed}"


FINE = [
    ["roll: {roll: d6}", "a: small(roll)"],
    ["roll: {roll: d20}", "a: small(max(1, min(6, roll)))"],
    ["a: small(climber.dex)"],
    ["a: small(climber.luck)"],
    ["a: small(1 + climber.tired // 2)"],
    ["a: small(settings.wide - 1)"],
    ["a: small(small.high.hurt)"],
    ["a: torn(climber.skill)", "b: every(climber.skill)"],
    ["a: small(round_up(share))"],
    ["a: small(share)"],
    ["a: small(boost + 3)"],
    ["a: {choose: integer, by: player, among: 2..5, default: 2}", "b: small(a)"],
    ["a: {choose: integer, by: gm, among: 2..5, default: 2, refuse: {bad: {when: small(a) is low, because: No.}}}"],
    ["a: {repeat: boost, track: {n: 0}, steps: {b: {set: n, to: old + 1}, c: torn(n)}}"],
    ["a: {each: i in 1..boost, steps: {b: small(i)}}"],
    ["a: {each: i in 1..climber.dex, steps: {b: small(i)}}"],
    ["a: count(small(i) for i in 2..climber.dex)"],
    ["a: {set: climber.luckless, to: 'min(5, boost + old)'}", "b: small(a + 1)"],
    ["a: 10 / climber.dex", "b: 10 / climber.weight", "c: 10 / climber.light", "d: 10 // (boost + 1)"],
    ["a: 10 / (climber.weight * (-2))"],
    ["a: if boost > 0 then 10 / boost else 0"],
    ["a: if climber.tired != 0 then 10 / climber.tired else 0"],
    ["a: boost > 0 and 10 / boost > 4"],
    ["a: boost == 0 or 10 / boost > 4"],
    ["a: {when: boost > 0, steps: {b: {set: climber.tired, to: 0}, c: 10 / boost}}"],
    ["a: sum(10 / m for m in climber.marks where m > 0)"],
]


@pytest.mark.parametrize("lines", FINE, ids=lambda lines: lines[-1])
def test_all_that_arrives_has_a_row(lines: list[str]) -> None:
    assert [found for found in brief(steps(*lines)) if found[0] != "unreachable"] == []


GAPS = [
    (["roll: {roll: 2d6}", "a: small(roll)"], "small(roll)", "7"),
    (["roll: {roll: d6}", "a: small(roll - 1)"], "small(roll - 1)", "0"),
    (["roll: {roll: d6}", "a: small(roll * 2 - 3)"], "small(roll * 2 - 3)", "0 and 7"),
    (["a: small(climber.dex)", "b: small(climber.skill)"], "small(climber.skill)", "0 and 7"),
    (["a: small(climber.tired)"], "small(climber.tired)", "0 and 7"),
    (["a: small(settings.wide)"], "small(settings.wide)", "7"),
    (["a: small(small.high.hurt + 5)"], "small(small.high.hurt + 5)", "7"),
    (["a: small(share * 2)"], "small(share * 2)", "3.5"),
    (["a: every(climber.weight)"], "every(climber.weight)", "0.5"),
    (["a: torn(climber.weight - 12)"], "torn(climber.weight - 12)", "-9.5, -2.5 and -0.5"),
    (["a: small(climber.dex / 3)"], "small(climber.dex / 3)", "2/3"),
    (["a: if boost > 0 then small(boost) else small(1)"], "small(boost)", ""),
    (["a: if boost > 0 then small(1) else small(boost)"], "small(boost)", "0"),
    (["a: {when: climber.skill > 6, value: small(climber.skill)}"], "small(climber.skill)", "7"),
    (["a: {when: climber.skill > 0, value: small(climber.skill)}"], "small(climber.skill)", "7"),
    (["a: {when: climber.tired > 0, value: small(climber.tired)}"], "small(climber.tired)", "7"),
    (["a: {refuse: {bad: {when: boost < 1, because: No.}}}", "b: small(boost)"], "small(boost)", ""),
    (["a: {refuse: {bad: {when: boost < 1 or share > 1, because: No.}}}", "b: small(boost)"], "small(boost)", ""),
    (["a: {refuse: {bad: {when: boost < 1 and share > 1, because: No.}}}", "b: small(boost)"], "small(boost)", "0"),
    (
        [
            "a: {refuse: {bad: {when: climber.tired < 1, because: No.}}}",
            "b: {set: climber.tired, to: boost}",
            "c: small(min(6, climber.tired))",
        ],
        "small(min(6, climber.tired))",
        "0",
    ),
    (["a: boost - 1", "b: {when: boost > 1, value: small(a)}"], "small(a)", ""),
    (["a: {repeat: 2, track: {n: 1}, steps: {b: {set: n, to: old + 1}}}", "c: small(n)"], "small(n)", ""),
    (["a: {repeat: 9, track: {n: 1}, steps: {b: {set: n, to: old + 1}}}", "c: small(n)"], "small(n)", "7"),
    (["a: {repeat: 90, track: {n: 1}, steps: {b: {set: n, to: old + 1}}}", "c: small(n)"], "small(n)", "7"),
    (["a: {repeat: 3, track: {n: 1}, steps: {b: {set: n, to: 2}}}", "c: small(n)"], "small(n)", ""),
    (["a: {repeat: 3, track: {n: 1}, until: small(n) is low, steps: {b: {set: n, to: 7}}}"], "small(n)", "7"),
    (["a: {each: i in 1..3, steps: {b: i * 2}}", "c: max(p.b for p in a) otherwise 1", "d: small(c)"], "small(c)", ""),
    (["a: {each: i in 0..climber.dex, steps: {b: small(i)}}"], "small(i)", "0"),
    (["a: any(small(m) is low for m in climber.marks)"], "small(m)", "0 and 7"),
    (["a: {choose: integer, by: gm, among: 2..7, default: 2}", "b: small(a)"], "small(a)", "7"),
    (["a: {refuse: {bad: {when: small(boost) is low, because: No.}}}"], "small(boost)", "0"),
    (["a: {set: climber.tired, to: old + small(boost).hurt}"], "small(boost)", "0"),
    (["a: {set: climber.tired, to: boost * 3}", "b: torn(a / 2)"], "torn(a / 2)", ""),
    (["a: {roll: (small(boost).hurt)d6}"], "small(boost)", "0"),
    (["a: {do: slip, with: {height: small(boost).hurt}}"], "small(boost)", "0"),
    (["a: {do: slip, with: {height: 2}}", "b: small(a.left)"], "small(a.left)", "0"),
    (["a: {do: nested}", "b: small(a.inner.left)"], "small(a.inner.left)", "0"),
]
SLIP = """\
  slip:
    needs: {height: {type: integer, min: 1, max: 3}}
    steps: {left: 6 - height * 2, outcome: left > 2}
  nested:
    needs: {}
    steps: {inner: {do: slip, with: {height: 2}}}
"""


@pytest.mark.parametrize(("lines", "text", "samples"), GAPS, ids=[gap[1] for gap in GAPS])
def test_a_number_without_a_row(lines: list[str], text: str, samples: str) -> None:
    found = [fault for fault in brief(steps(*lines) + SLIP) if fault[0] == "gap"]
    table = text.partition("(")[0]
    assert found == ([("gap", text, f"'{table}' has no row for {samples}")] if samples else [])


def test_the_hint_says_what_arrives_and_what_is_near() -> None:
    (found,) = judged(steps("a: small(climber.tired * 2)"))
    assert found.severity == "error"
    assert found.hint == "the number can be 0..20; the nearest row is 'low' at 1..3"
    (found,) = judged(steps("a: small(share + 2)"))
    assert found.hint == "the number can be 3..4; the nearest rows are 'low' at 1..3 and 'high' at 4..6; round it first"
    (found,) = judged(steps("a: every(climber.skill)", "b: small(climber.skill)"))
    assert found.hint == "the nearest row is 'low' at 1..3"


# --- functions --------------------------------------------------------------------------------------

FUNCTIONS = [
    # judged by its uses
    ("formulas: {f: {needs: {n: integer}, value: small(n).hurt}}", ["a: f(n = climber.dex)"], ()),
    ("formulas: {f: {needs: {n: integer}, value: small(n).hurt}}", ["a: f(n = boost)"], ("0",)),
    ("formulas: {f: {needs: {boost: integer}, value: small(boost).hurt}}", ["a: f"], ("0",)),
    (
        "formulas: {f: {needs: {n: integer}, value: small(n).hurt}, g: {needs: {n: integer}, value: f(n = n + 1)}}",
        ["a: g(n = boost)"],
        (),
    ),
    ("formulas: {f: {needs: {n: integer}, value: small(n).hurt}}", ["a: 1 + f(n = f(n = f(n = 6)))"], ()),
    # not used: by its needs
    ("formulas: {f: {needs: {n: integer}, value: small(n).hurt}}", ["a: 1"], ("0 and 7",)),
    (
        "formulas: {f: {needs: {n: integer}, value: small(n)}, g: {needs: {n: integer}, value: f(n = abs(n) + 1)}}",
        ["a: 1"],
        ("7",),
    ),
    # modifier groups, bonuses and computed fields
    (
        "modifiers: {m: {take: sum, needs: {n: integer}, lines: {line: {when: n > 3, value: small(n).hurt}}}}",
        ["a: m(n = climber.dex)"],
        (),
    ),
    (
        "modifiers: {m: {take: sum, needs: {n: integer}, lines: {line: {when: small(n) is low, value: 1}}}}",
        ["a: m(n = climber.dex - 1)"],
        ("0",),
    ),
    ("modifiers: {m: {take: sum, base: climber.dex, lines: {line: {value: 1}}}}", ["a: small(climber.dex)"], ("7",)),
    (
        "modifiers: {m: {take: sum, base: climber.dex, lines: {line: {value: 2 * small(tired).hurt}}}}",
        ["a: torn(climber.dex)"],
        ("0 and 7",),
    ),
]


@pytest.mark.parametrize(("functions", "lines", "samples"), FUNCTIONS)
def test_functions_are_judged_by_what_they_are_given(
    functions: str, lines: list[str], samples: tuple[str, ...]
) -> None:
    body = steps(*lines) + functions + "\n"
    found = [fault for fault in brief(body) if fault[0] == "gap"]
    assert [message for _, _, message in found] == [f"'small' has no row for {sample}" for sample in samples]
    assert all(text.startswith("small(") for _, text, _ in found)


def test_the_hint_says_where_the_number_comes_from() -> None:
    body = steps("a: f(n = boost)") + "formulas: {f: {needs: {n: integer}, value: small(n).hurt}}\n"
    (found,) = (fault for fault in judged(body) if fault.code == "gap")
    line = (HEAD + body).split("\n").index("      a: f(n = boost)") + 1
    assert found.hint.endswith(f"; this comes from demo.yaml:{line}:10")
    assert at(found, body) == "small(n)"


def test_functions_too_many_to_follow_are_judged_by_their_needs() -> None:
    doubled = "".join(
        f"  f{n}: {{needs: {{n: integer}}, value: f{n - 1}(n = n) + f{n - 1}(n = n + {2**n})}}\n" for n in range(1, 13)
    )
    body = (
        steps("a: f12(n = 1)", "b: f12(n = 7)")
        + "formulas:\n  f0: {needs: {n: integer}, value: small(n).hurt}\n"
        + doubled
    )
    found = [fault for fault in judged(body) if fault.code == "gap"]
    assert [fault.message.partition(" for ")[0] for fault in found] == ["'small' has no row"]


# --- rows that nothing finds --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["a: small(boost + 1)"], None),
        (["a: small(1)"], ("4..6", "'small' finds 'high', such as 4")),
        (["a: small(1)", "b: small(climber.dex)"], None),
        (["a: small(1)", "b: small(5)"], None),
        (["a: torn(-20)", "b: torn(-5)"], ("0..", "'torn' finds 'success', such as 0")),
        (["a: every(boost + 1)"], ("..0", "'every' finds 'under', such as 0")),
        (["a: small.high.hurt"], None),
    ],
)
def test_a_row_that_no_lookup_finds(lines: list[str], expected: tuple[str, str] | None) -> None:
    body = steps(*lines)
    start = "no number that is looked up in "
    assert brief(body) == ([("unreachable", expected[0], start + expected[1])] if expected else [])
    assert all(found.severity == "warning" for found in judged(body))


# --- division by zero -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "divisor"),
    [
        ("a: 10 / boost", "boost"),
        ("a: 10 // (climber.dex - 3)", "climber.dex - 3"),
        ("a: if boost > 0 then 0 else 10 / boost", "boost"),
        ("a: if boost >= 0 then 10 / boost else 0", "boost"),
        ("a: 10 / climber.tired", "climber.tired"),
        ("a: 10 / (climber.weight - 1)", "climber.weight - 1"),
        ("a: sum(1 / m for m in climber.marks)", "m"),
    ],
)
def test_a_divisor_that_may_be_zero(line: str, divisor: str) -> None:
    body = steps(line)
    (found,) = judged(body)
    assert (found.code, found.severity) == ("may-fault", "warning")
    assert found.message == f"'{divisor}' may be 0, and nothing can be divided by 0"
    assert at(found, body).strip("()") == divisor


# --- laws -------------------------------------------------------------------------------------------------

ends: st.SearchStrategy[Number] = st.one_of(st.integers(-12, 12), st.integers(-24, 24).map(lambda n: Fraction(n, 2)))


@st.composite
def tables(draw: st.DrawFn) -> tuple[Band, ...]:
    """Bands in rising order, apart from one another, the first and last maybe without end."""
    points = sorted(draw(st.lists(ends, min_size=2, max_size=8, unique=True)))
    bands: list[Band] = []
    while points:
        low, wide = points.pop(0), draw(st.booleans())
        bands.append(Band(low, points.pop(0) if points and wide else low, len(bands)))
    if draw(st.booleans()):
        bands[0] = Band(None, bands[0].high, 0)
    if draw(st.booleans()):
        bands[-1] = Band(bands[-1].low, None, len(bands) - 1)
    return tuple(bands)


def in_band(number: Number, band: Band) -> bool:
    return (band.low is None or band.low <= number) and (band.high is None or number <= band.high)


@settings(max_examples=400)
@given(tables(), st.none() | ends, st.none() | ends, st.booleans(), st.booleans())
def test_a_sample_is_given_where_a_number_is_missing(
    bands: tuple[Band, ...], low: Number | None, high: Number | None, whole: bool, nonzero: bool
) -> None:
    number = between(low, high, whole, nonzero)
    missing = Coverage(bands).missing(number)
    for sample in missing:
        assert number.holds(sample)
        assert not any(in_band(sample, band) for band in bands)
    assert list(missing) == sorted(missing)
    # all ends are halves between -12 and 12, so quarters from -14 to 14 meet each stretch of numbers
    grid = [Fraction(n, 4) for n in range(-56, 57)]
    lacking = [n for n in grid if number.holds(n) and not any(in_band(n, band) for band in bands)]
    stretches = {sum(band.high is not None and band.high < n for band in bands) for n in lacking}
    assert len(missing) == min(SAMPLES, len(stretches))


@given(tables(), st.none() | ends, st.none() | ends)
def test_the_bands_reached(bands: tuple[Band, ...], low: Number | None, high: Number | None) -> None:
    number = Interval(low, high)
    grid = [n for n in (Fraction(n, 4) for n in range(-56, 57)) if number.holds(n)]
    expected = [position for position, band in enumerate(bands) if any(in_band(n, band) for n in grid)]
    assert list(Coverage(bands).reached(number)) == expected


@settings(max_examples=40)
@given(
    st.integers(1, 3),
    st.sampled_from([4, 6]),
    st.tuples(st.integers(-3, 3), st.integers(0, 3)),
    st.tuples(st.integers(-5, 15), st.integers(0, 15)),
)
def test_a_gap_is_told_just_where_a_throw_finds_no_row(
    count: int, sides: int, boost: tuple[int, int], row: tuple[int, int]
) -> None:
    body = (
        f"tables: {{found: {{rows: {{line: {{at: {row[0]}..{sum(row)}}}}}}}}}\n"
        f"events: {{throw: {{needs: {{boost: {{type: integer, min: {boost[0]}, max: {sum(boost)}}}}}, "
        f"steps: {{roll: {{roll: {count}d{sides}}}, a: found(roll + boost)}}}}}}\n"
    )
    faces = product(range(1, sides + 1), repeat=count)
    totals = {sum(shown) + more for shown in faces for more in range(boost[0], sum(boost) + 1)}
    lacking = {total for total in totals if not row[0] <= total <= sum(row)}
    found = judged(body)
    assert [fault.code for fault in found if fault.severity == "error"] == (["gap"] if lacking else [])
    unreached = ["unreachable"] if lacking == totals else []
    assert [fault.code for fault in found if fault.severity == "warning"] == unreached
