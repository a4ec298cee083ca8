"""The parts of reports: texts that do no harm, numbers of any size, marks that stand under their place."""

from __future__ import annotations

import io
import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handhold.diagnostics import Diagnostic
from handhold.play.result import Plain
from handhold.report import as_json
from handhold.report.faults import diagnostic, lines_of
from handhold.report.layout import two_sides
from handhold.report.output import Output
from handhold.report.printable import encodable, printable, width
from handhold.report.rounds import bands
from handhold.report.values import number_text, percent, value_json, value_text, whole_text
from handhold.source import Span


def written(encoding: str = "utf-8") -> tuple[Output, io.BytesIO]:
    held = io.BytesIO()
    return Output(io.TextIOWrapper(held, encoding=encoding, newline="\n"), {}), held


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("Grüße → 14", "Grüße → 14"),
        ("a\nb\u00a0c", "a b c"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("a\u202eb\u2066", "a\\u202eb\\u2066"),
        ("\u200b\ufeff\u00ad", "\\u200b\\ufeff\\xad"),
        ("tab\tbell\x07\x7f\x9b", "tab\\tbell\\x07\\x7f\\x9b"),
        ("\udcff", "\\udcff"),
    ],
)
def test_only_what_can_be_seen_is_shown(text: str, shown: str) -> None:
    assert printable(text) == shown


@given(st.text())
def test_whatever_is_shown_is_one_plain_line(text: str) -> None:
    shown = printable(text)
    assert shown.isprintable()
    assert printable(shown) == shown


@given(st.text(), st.sampled_from(["ascii", "cp1252", "utf-8", "koi8-r"]))
def test_every_text_can_be_written(text: str, encoding: str) -> None:
    shown = printable(text)
    encodable(shown, encoding).encode(encoding)
    assert encodable(shown, None) == shown


def test_a_sign_is_kept_where_the_encoding_has_it() -> None:
    assert encodable("– → ·", "cp1252") == "– -> ·"
    assert encodable("– → ·", "ascii") == "- -> -"
    assert encodable("é", "ascii") == "\\xe9"


@pytest.mark.parametrize(("text", "columns"), [("abc", 3), ("é", 1), ("e\u0301", 1), ("山", 2)])
def test_the_width_of_a_text(text: str, columns: int) -> None:
    assert width(text) == columns


@given(st.integers(), st.integers(min_value=1))
def test_numbers_as_text(number: int, denominator: int) -> None:
    assert whole_text(number) == str(number)
    assert Fraction(number_text(Fraction(number, denominator))) == Fraction(number, denominator)


@pytest.mark.parametrize("number", [10**9_000, 10**9_000 - 1, -(7**12_345), 2**40_000 + 1], ids=["a", "b", "c", "d"])
def test_numbers_beyond_what_python_writes(number: int) -> None:
    text = whole_text(number).removeprefix("-")
    value = 0
    for start in range(0, len(text), 1000):
        part = text[start : start + 1000]
        value = value * 10 ** len(part) + int(part)
    assert (value, text[0] != "0") == (abs(number), True)


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(3, 5), "60 %"),
        (Fraction(1, 3), "33.3 %"),
        (Fraction(1, 10_000), "< 0.1 %"),
        (Fraction(9_999, 10_000), "> 99.9 %"),
    ],
)
def test_percent(chance: Fraction, text: str) -> None:
    assert percent(chance) == text


def test_values_as_text_and_json() -> None:
    value: Plain = {
        "n": 3,
        "half": Fraction(1, 2),
        "eighth": Fraction(-10001, 8),
        "small": Fraction(1, 16),
        "long": Fraction(1, 2**20),
        "whole": Fraction(4, 2),
        "no": None,
        "yes": True,
        "list": ["a", Fraction(-1, 3)],
    }
    numbers = "n: 3, half: 0.5, eighth: -1250.125, small: 0.0625, long: 1/1048576, whole: 2"
    assert value_text(value) == f"{{{numbers}, no: none, yes: true, list: [a, -1/3]}}"
    assert value_json(value) == {
        "n": 3,
        "half": "1/2",
        "eighth": "-10001/8",
        "small": "1/16",
        "long": "1/1048576",
        "whole": 2,
        "no": None,
        "yes": True,
        "list": ["a", "-1/3"],
    }


@given(
    st.dictionaries(st.text(), st.text() | st.integers() | st.booleans() | st.none()),
    st.sampled_from(["utf-8", "ascii", "cp1252"]),
)
def test_json_is_json_whatever_it_holds(answer: dict[str, str | int | bool | None], encoding: str) -> None:
    out, held = written(encoding)
    as_json.write(out, answer)
    out.flush()
    text = held.getvalue().decode(encoding)
    assert json.loads(text) == answer
    assert all(char.isprintable() or char == "\n" for char in text)
    assert text.endswith("}\n")


@pytest.mark.parametrize(
    ("line", "column", "end", "marked"),
    [
        ("  damage: heigth // 10", 11, 17, "   |           ^^^^^^"),
        ("a: 山山 x", 7, 8, "   |         ^"),
        ("a: \u200bx", 5, 6, "   |          ^"),
        ("a:", 3, 4, "   |   ^"),
    ],
)
def test_a_mark_stands_under_its_place(line: str, column: int, end: int, marked: str) -> None:
    out, held = written()
    span = Span("f.yaml", 2, column, 2, end)
    diagnostic(
        out, Diagnostic("unknown-name", "no value", span, "do"), lines_of([("f.yaml", f"first\n{line}\n".encode())])
    )
    out.flush()
    lines = held.getvalue().decode().splitlines()
    assert lines[0] == f"f.yaml:2:{column}: error[unknown-name]: no value"
    assert lines[2].rstrip() == marked
    assert lines[-1] == "   = do"


def test_a_long_line_is_cut_around_its_mark() -> None:
    out, held = written()
    line = "x" * 3000 + "HERE" + "y" * 3000
    span = Span("f.yaml", 1, 3001, 1, 3005)
    diagnostic(out, Diagnostic("unknown-name", "no value", span), lines_of([("f.yaml", line.encode())]))
    out.flush()
    _, shown, mark = held.getvalue().decode().splitlines()
    start = mark.index("^")
    assert shown[start : mark.rindex("^") + 1] == "HERE"
    assert len(shown) < 120


def test_a_fault_without_a_line_is_shown_all_the_same() -> None:
    out, held = written()
    diagnostic(
        out,
        Diagnostic("unreadable", "the file is not text", Span("f.yaml", 1, 1, 1, 1)),
        lines_of([("f.yaml", b"\0\0")]),
    )
    diagnostic(out, Diagnostic("no-such-pack", "no pack", None))
    out.flush()
    assert held.getvalue().decode() == (
        "f.yaml:1:1: error[unreadable]: the file is not text\nerror[no-such-pack]: no pack\n"
    )


@pytest.mark.parametrize("columns", ["60", "80", "120"])
def test_two_sides_keep_within_the_width(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    out, held = written()
    for words in range(1, 60, 7):
        two_sides(out, "  " + " ".join(["word"] * words), "the source, p. 3", hang=4)
    out.flush()
    lines = held.getvalue().decode().splitlines()
    assert max(map(len, lines)) == int(columns)
    assert sum(line.endswith("the source, p. 3") for line in lines) == 9


@given(
    st.dictionaries(st.integers(1, 3000), st.integers(1, 10**6), min_size=1, max_size=60),
    st.integers(0, 10**6),
)
def test_the_lines_of_rounds_are_the_sums_of_their_chances(weights: dict[int, int], more: int) -> None:
    by_round = dict(sorted(weights.items()))
    whole = sum(by_round.values())
    lines = bands(by_round, whole + more)
    spans = {name: [int(number) for number in name.split(" to ")] for name in lines if name != "later"}
    after = max((span[-1] for span in spans.values()), default=0)
    expected = {
        name: sum((Fraction(by_round.get(n, 0), whole + more) for n in range(span[0], span[-1] + 1)), Fraction(0))
        for name, span in spans.items()
    }
    late = sum((Fraction(weight, whole + more) for n, weight in by_round.items() if n > after), Fraction(0))
    assert late * 1000 < Fraction(whole, whole + more)
    assert lines == (expected | {"later": late} if late else expected)
    assert len(spans) <= 20
    assert sum(lines.values()) == Fraction(whole, whole + more)
