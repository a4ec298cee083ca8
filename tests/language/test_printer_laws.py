"""What is printed is read back as the same tree, and nothing that is printed could be left out."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handhold import limits
from handhold.language import syntax
from handhold.language.faults import Fault
from handhold.language.parser import parse
from handhold.language.printer import show
from handhold.language.syntax import Formula
from tests.language.trees import everything_everywhere, formulas, in_full, nodes

a, b, c = map(syntax.Name, "abc")


def read(text: str) -> Formula:
    tree = parse(text)
    assert not isinstance(tree, Fault), f"{text}: {tree}"
    return tree


def read_again(formula: Formula) -> None:
    assert read(show(formula)) == formula


def canonical(formula: Formula) -> None:
    assert show(read(in_full(formula))) == show(formula)


def in_full_the_same(formula: Formula) -> None:
    assert read(in_full(formula)) == formula


def nothing_spared(formula: Formula) -> None:
    text = show(formula)
    for opening, closing in grouping(text):
        without = f"{text[:opening]} {text[opening + 1 : closing]} {text[closing + 1 :]}"
        assert parse(without) != formula, without


def places_hold_their_text(formula: Formula) -> None:
    text = show(formula)
    for node in nodes(read(text)):
        start, end = node.span
        written = text[start:end]
        unwritten_count = node == syntax.Number(1) and written.startswith("d")
        assert unwritten_count or read(written) == node


def grouping(text: str) -> list[tuple[int, int]]:
    """The pairs of parentheses that group, without those of calls and of `one of`."""
    pairs: list[tuple[int, int]] = []
    opened: list[int] = []
    for at, character in enumerate(text):
        if character == "(":
            opened.append(at)
        elif character == ")":
            opening = opened.pop()
            if not re.search(r"[a-z0-9_]$|one of $", text[:opening]):
                pairs.append((opening, at))
    return pairs


@pytest.mark.parametrize("law", [read_again, canonical, in_full_the_same, nothing_spared, places_hold_their_text])
def test_everything_everywhere(law: Callable[[Formula], None]) -> None:
    for formula in everything_everywhere:
        law(formula)


@given(formulas())
def test_printed_and_read_is_the_same(formula: Formula) -> None:
    read_again(formula)


@given(formulas())
def test_printing_is_canonical(formula: Formula) -> None:
    canonical(formula)


@given(formulas())
def test_full_parentheses_say_the_same(formula: Formula) -> None:
    in_full_the_same(formula)


@given(formulas())
def test_no_parentheses_can_be_spared(formula: Formula) -> None:
    nothing_spared(formula)


@given(formulas())
def test_the_place_of_a_part_holds_its_text(formula: Formula) -> None:
    places_hold_their_text(formula)


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        (syntax.Number(Fraction(25, 2)), "12.5"),
        (syntax.Number(Fraction(1, 400)), "0.0025"),
        (syntax.Number(Fraction(3, 5)), "0.6"),
        (syntax.Number(Fraction(1, 3)), "(1/3)"),
        (syntax.Number(-3), "-3"),
        (syntax.Number(Fraction(-1, 4)), "-0.25"),
        (syntax.Number(10**59), "1" + "0" * 59),
        (syntax.Sum(("+", "-"), (a, syntax.Number(-3))), "a - (-3)"),
        (syntax.Sum(("+", "-"), (syntax.Number(-3), a)), "-3 - a"),
        (syntax.Sum(("+", "-"), (syntax.Negative(a), b)), "-a - b"),
        (syntax.Sum(("+", "-"), (a, syntax.Sum(("+", "-"), (b, c)))), "a - (b - c)"),
        (syntax.Negative(syntax.Sum(("+", "-"), (a, b))), "-(a - b)"),
        (syntax.Negative(syntax.Product(("*", "//"), (a, b))), "-a // b"),
        (syntax.Product(("*", "//"), (syntax.Negative(a), b)), "(-a) // b"),
        (syntax.Product(("*", "/"), (a, syntax.Product(("*", "/"), (b, c)))), "a / (b / c)"),
        (syntax.Otherwise(a, syntax.Otherwise(b, c)), "a otherwise b otherwise c"),
        (syntax.Otherwise(syntax.Otherwise(a, b), c), "(a otherwise b) otherwise c"),
        (syntax.Otherwise(a, syntax.Negative(syntax.Number(1))), "a otherwise -1"),
        (syntax.Otherwise(syntax.Negative(syntax.Number(1)), a), "(-1) otherwise a"),
        (syntax.Not(syntax.Compare("<", a, b)), "not a < b"),
        (syntax.Not(syntax.Logic("or", (a, b))), "not (a or b)"),
        (syntax.Is(syntax.Is(a, b, False), syntax.Not(c), True), "(a is b) is not (not c)"),
        (syntax.In(a, syntax.Range(b, c)), "a in b..c"),
        (syntax.Dice(syntax.Number(1), "F"), "dF"),
        (syntax.Dice(syntax.Number(3), 6, ("ro", 2), False, ("kh", 1)), "3d6ro<=2kh1"),
        (syntax.Dice(syntax.Sum(("+", "+"), (syntax.Number(2), a)), 100, None, True), "(2 + a)d100!"),
        (syntax.If(a, b, syntax.If(b, c, a)), "if a then b else if b then c else a"),
    ],
)
def test_printed(formula: Formula, text: str) -> None:
    assert show(formula) == text


DEEPEST = limits.FORMULA_DEPTH
LONGEST = limits.FORMULA_TERMS


@pytest.mark.parametrize(
    "text",
    [
        "not " * (DEEPEST - 1) + "a",
        "a" + ".b" * (DEEPEST - 1),
        "-(" * (DEEPEST - 2) + "-a" + ")" * (DEEPEST - 2),
        "f(" * (DEEPEST - 1) + "a" + ")" * (DEEPEST - 1),
        "if a then b else " * (DEEPEST - 1) + "a",
        "a otherwise " * (DEEPEST - 1) + "a",
        " + ".join("a" * LONGEST),
        " // ".join("a" * LONGEST),
        " or ".join("a" * LONGEST),
    ],
)
def test_the_largest_formulas_are_printed(text: str) -> None:
    assert show(read(text)) == text


@given(st.fractions(min_value=0))
def test_decimals_are_exact(value: Fraction) -> None:
    text = show(syntax.Number(value))
    assert Fraction(text.strip("()")) == value
    assert text.startswith("(") == (10**400 % value.denominator != 0)
