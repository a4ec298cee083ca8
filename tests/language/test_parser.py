"""Text to tree, construct by construct, and text to fault."""

from __future__ import annotations

import re
import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handhold import limits
from handhold.diagnostics import CODES
from handhold.language import syntax
from handhold.language.dice import DiceValue, Pool
from handhold.language.faults import Fault
from handhold.language.parser import TypeText, parse, parse_dice, parse_range, parse_type
from handhold.language.printer import show
from handhold.language.syntax import (
    Call,
    Compare,
    Dice,
    Dot,
    Each,
    Flag,
    Formula,
    If,
    In,
    Is,
    Logic,
    Name,
    Named,
    Negative,
    Not,
    Nothing,
    Number,
    Old,
    OneOf,
    Otherwise,
    Product,
    Range,
    Sum,
)
from handhold.language.words import RESERVED, looks_like_dice

a, b, c, d, x = map(Name, "abcdx")
one, two, three = map(Number, (1, 2, 3))


# -- trees -------------------------------------------------------------------------------------------------------------

TREES: list[tuple[str, Formula]] = [
    # literals
    ("0", Number(0)),
    ("42", Number(42)),
    ("12.5", Number(Fraction(25, 2))),
    ("0.10", Number(Fraction(1, 10))),
    ("2.0", Number(2)),
    ("true", Flag(True)),
    ("false", Flag(False)),
    ("none", Nothing()),
    ("old", Old()),
    # names and dots
    ("tired", Name("tired")),
    ("iffy", Name("iffy")),
    ("not_", Name("not_")),
    ("d", Name("d")),
    ("d6_pool", Name("d6_pool")),
    ("d6dragons", Name("d6dragons")),
    ("climber.dex", Dot(Name("climber"), "dex")),
    ("a.b . c", Dot(Dot(a, "b"), "c")),
    ("f(a).b", Dot(Call("f", (a,)), "b")),
    ("(a + b).c", Dot(Sum(("+", "+"), (a, b)), "c")),
    # calls
    ("f()", Call("f", ())),
    ("f(a)", Call("f", (a,))),
    ("f (a)", Call("f", (a,))),
    ("f(a, b + c)", Call("f", (a, Sum(("+", "+"), (b, c))))),
    ("gap(total = a)", Call("gap", (), (Named("total", a),))),
    ("gap(a = b, c = a == b)", Call("gap", (), (Named("a", b), Named("c", Compare("==", a, b))))),
    ("f(a, b = c)", Call("f", (a,), (Named("b", c),))),
    ("max(0, a otherwise 0)", Call("max", (Number(0), Otherwise(a, Number(0))))),
    ("f(if a then b else c)", Call("f", (If(a, b, c),))),
    ("list(x for x in a)", Each("list", x, "x", a, None)),
    ("sum(x.b for x in 1..3 where x is not c)", Each("sum", Dot(x, "b"), "x", Range(one, three), Is(x, c, True))),
    ("any(not x for x in f(a))", Each("any", Not(x), "x", Call("f", (a,)), None)),
    # arithmetic
    ("a + b - c", Sum(("+", "+", "-"), (a, b, c))),
    ("a * b / c // d", Product(("*", "*", "/", "//"), (a, b, c, d))),
    ("a - (b - c)", Sum(("+", "-"), (a, Sum(("+", "-"), (b, c))))),
    ("(a - b) - c", Sum(("+", "-"), (Sum(("+", "-"), (a, b)), c))),
    ("-a", Negative(a)),
    ("-(-a)", Negative(Negative(a))),
    ("a - (-1)", Sum(("+", "-"), (a, Negative(one)))),
    # comparisons
    ("a == b", Compare("==", a, b)),
    ("a != b", Compare("!=", a, b)),
    ("a < b", Compare("<", a, b)),
    ("a <= b", Compare("<=", a, b)),
    ("a > b", Compare(">", a, b)),
    ("a>=b", Compare(">=", a, b)),
    ("a == -1", Compare("==", a, Negative(one))),
    ("(a < b) == c", Compare("==", Compare("<", a, b), c)),
    ("a is b", Is(a, b, False)),
    ("a is not none", Is(a, Nothing(), True)),
    ("a is ends.fall", Is(a, Dot(Name("ends"), "fall"), False)),
    ("a is one of (b, none)", OneOf(a, (b, Nothing()), False)),
    ("a is not one of (b)", OneOf(a, (b,), True)),
    ("a in b", In(a, b)),
    ("a in 1..b // 2", In(a, Range(one, Product(("*", "//"), (b, two))))),
    ("a in (1..2)", In(a, Range(one, two))),
    ("1..5", Range(one, Number(5))),
    ("-2..-1", Range(Negative(two), Negative(one))),
    ("0..a + 1", Range(Number(0), Sum(("+", "+"), (a, one)))),
    ("1.5..2", Range(Number(Fraction(3, 2)), two)),
    # logic
    ("not a", Not(a)),
    ("not not a", Not(Not(a))),
    ("a and b and c", Logic("and", (a, b, c))),
    ("a or b or c", Logic("or", (a, b, c))),
    ("(a and b) or c", Logic("or", (Logic("and", (a, b)), c))),
    ("a and (b and c)", Logic("and", (a, Logic("and", (b, c))))),
    # if, otherwise
    ("if a then b else c", If(a, b, c)),
    ("if a then b else if b then c else d", If(a, b, If(b, c, d))),
    ("if a then if b then c else d else a", If(a, If(b, c, d), a)),
    ("a otherwise b", Otherwise(a, b)),
    ("a otherwise b otherwise c", Otherwise(a, Otherwise(b, c))),
    ("(a otherwise b) otherwise c", Otherwise(Otherwise(a, b), c)),
    ("a otherwise -1", Otherwise(a, Negative(one))),
    ("a otherwise (b + c)", Otherwise(a, Sum(("+", "+"), (b, c)))),
    ("a.b otherwise f(c)", Otherwise(Dot(a, "b"), Call("f", (c,)))),
    # dice
    ("d20", Dice(one, 20)),
    ("d%", Dice(one, 100)),
    ("dF", Dice(one, "F")),
    ("4dF", Dice(Number(4), "F")),
    ("3d20", Dice(three, 20)),
    ("0d6", Dice(Number(0), 6)),
    ("1d6", Dice(one, 6)),
    ("(2 + a)d6", Dice(Sum(("+", "+"), (two, a)), 6)),
    ("(2 + a)d6 kh2", Dice(Sum(("+", "+"), (two, a)), 6, keep=("kh", 2))),
    ("2d6kl1", Dice(two, 6, keep=("kl", 1))),
    ("3d6dl1", Dice(three, 6, keep=("dl", 1))),
    ("3d6dh3", Dice(three, 6, keep=("dh", 3))),
    ("d6!", Dice(one, 6, explode=True)),
    ("d6ro<=2", Dice(one, 6, reroll=("ro", 2))),
    ("d6 rr <= 2 kh1", Dice(one, 6, reroll=("rr", 2), keep=("kh", 1))),
    ("3d6ro<=1!", Dice(three, 6, reroll=("ro", 1), explode=True)),
    ("d6ro<=6", Dice(one, 6, reroll=("ro", 6))),
    ("d% - d4 + 1", Sum(("+", "-", "+"), (Dice(one, 100), Dice(one, 4), one))),
    ("10d6 >= 35", Compare(">=", Dice(Number(10), 6), Number(35))),
    ("d6!=5", Compare("!=", Dice(one, 6), Number(5))),
    ("d6! > 5", Compare(">", Dice(one, 6, explode=True), Number(5))),
    ("successes(5d6, 4)", Call("successes", (Dice(Number(5), 6), Number(4)))),
    # blanks
    ("  a\n   + b\r\n\t", Sum(("+", "+"), (a, b))),
    ("((a))", a),
]


@pytest.mark.parametrize(("text", "tree"), TREES)
def test_tree(text: str, tree: Formula) -> None:
    assert parse(text) == tree


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("5 - 3 // 2", "5 - (3 // 2)"),
        ("-3 // 2", "-(3 // 2)"),
        ("-a.b + c", "(-(a.b)) + c"),
        ("-a * b + c", "(-(a * b)) + c"),
        ("a + b * c.d", "a + (b * (c.d))"),
        ("a..b + c", "(a)..(b + c)"),
        ("a + 1 < b * 2", "(a + 1) < (b * 2)"),
        ("a + 1 in b..c - 1", "(a + 1) in (b..(c - 1))"),
        ("a is b + 1", "a is (b + 1)"),
        ("not a is b", "not (a is b)"),
        ("not a in b", "not (a in b)"),
        ("not a and b", "(not a) and b"),
        ("not a or a < b", "(not a) or (a < b)"),
        ("a < b and c is d", "(a < b) and (c is d)"),
        ("if a or b then c + 1 else d otherwise x", "if (a or b) then (c + 1) else (d otherwise x)"),
        ("a otherwise b.c", "a otherwise (b.c)"),
        ("2d6 + 1 - d4", "(2d6) + 1 - (d4)"),
        ("f(x + 1 for x in a where x < b or c)", "f((x + 1) for x in a where ((x < b) or c))"),
    ],
)
def test_precedence(text: str, same: str) -> None:
    assert isinstance(parse(text), Formula)
    assert parse(text) == parse(same)


@pytest.mark.parametrize(("text", "value"), [("-3 // 2", -1), ("(-3) // 2", -2), ("5 - 3 // 2", 4)])
def test_a_leading_minus_takes_the_product(text: str, value: int) -> None:
    def reckon(tree: Formula | Fault) -> int:
        match tree:
            case Number(value=int() as number):
                return number
            case Negative(value=inner):
                return -reckon(inner)
            case Sum(parts=(left, right)):
                return reckon(left) - reckon(right)
            case Product(parts=(left, right)):
                return reckon(left) // reckon(right)
            case _:
                raise AssertionError(tree)

    assert reckon(parse(text)) == value


@pytest.mark.parametrize(
    ("text", "at", "part"),
    [
        ("  a + bc * d", (6, 12), "bc * d"),
        ("a + (b - c)", (5, 10), "b - c"),
        ("(a + b) * c", (0, 11), "(a + b) * c"),
        ("f(a, bb = cc)", (10, 12), "cc"),
        ("a and not b", (6, 11), "not b"),
        ("(n)d6kh1 + 1", (0, 8), "(n)d6kh1"),
        ("a is one of (b, c)", (0, 18), "a is one of (b, c)"),
        ("if a then b else c.d", (17, 20), "c.d"),
    ],
)
def test_places(text: str, at: tuple[int, int], part: str) -> None:
    tree = parse(text)
    assert isinstance(tree, Formula)
    found = [tree]
    for node in found:
        found.extend(syntax.children(node))
    assert text[slice(*at)] == part
    assert at in [node.span for node in found]


def test_the_place_of_a_named_part() -> None:
    tree = parse("f(a, bb = cc)")
    assert isinstance(tree, Call)
    assert tree.named[0].span == (5, 12)


# -- faults ------------------------------------------------------------------------------------------------------------

SYNTAX = [
    # ends too early
    ("", 0, 0, "is empty", ""),
    (" \n ", 0, 0, "is empty", ""),
    ("a + ", 3, 3, "ends where a value is expected", "after '+'"),
    ("a +\n", 3, 3, "ends where a value is expected", "after '+'"),
    ("not", 3, 3, "ends where a value is expected", "after 'not'"),
    ("a is", 4, 4, "ends where a value is expected", "after 'is'"),
    ("5..", 3, 3, "ends where a value is expected", "after '..'"),
    ("(a", 2, 2, "')' is missing", ""),
    ("f(a, b ", 6, 6, "')' is missing", ""),
    ("if a", 4, 4, "'then' is missing", "if … then … else …"),
    ("if a then b ", 11, 11, "'else' is missing", "if … then … else …"),
    ("f(if a then b, c)", 13, 14, "'else' is missing before this ','", "else"),
    ("(if a)", 5, 6, "'then' is missing before this ')'", "then"),
    # if
    ("if a b", 5, 6, "'then' is missing", "then"),
    ("if a then b c", 12, 13, "'else' is missing", "else"),
    ("if a else c", 5, 9, "this 'else' has no 'then'", "then"),
    ("if a then b then c", 12, 16, "this 'then' has no 'if'", "if"),
    ("a then b", 2, 6, "this 'then' has no 'if'", "if"),
    ("a else b", 2, 6, "this 'else' has no 'if'", "if"),
    ("a if b", 2, 4, "'if' cannot follow a value", "if … then … else …"),
    ("a + if b then c else d", 4, 6, "'if' cannot stand here without parentheses", "(if …)"),
    ("a otherwise if b then c else d", 12, 14, "'if' cannot stand here without parentheses", "(if …)"),
    # values side by side
    ("1 2", 2, 3, "an operator is missing between '1' and '2'", ""),
    ("a b", 2, 3, "an operator is missing between 'a' and 'b'", ""),
    ("2n", 1, 2, "an operator is missing", "'2 * n'"),
    ("n d6", 2, 4, "the number of dice", "'(n)d6'"),
    ("d6 d4", 3, 5, "an operator is missing", ""),
    ("(a)(b)", 3, 4, "something is missing before '('", "write '*'"),
    ("a.b(c)", 3, 4, "something is missing before '('", "name(…)"),
    # operators
    ("a = b", 2, 3, "'=' does not compare", "'=='"),
    ("if a = b then c else d", 5, 6, "'=' does not compare", "'=='"),
    ("a === b", 4, 5, "'===' is no comparison", "'=='"),
    ("a =< b", 2, 3, "'=<' is no comparison", "'<='"),
    ("a => b", 2, 3, "'=>' is no comparison", "'>='"),
    ("a =! b", 2, 3, "'=!' is no comparison", "'!='"),
    ("a += 1", 3, 4, "a formula changes nothing", "{set: …, to: old + …}"),
    ("a *= 2", 3, 4, "a formula changes nothing", "old * …"),
    ("a is in 1..2", 5, 7, "'is' and 'in' cannot stand together", "write 'in' alone"),
    ("a between 1 and 2", 2, 9, "an operator is missing between 'a' and 'between'", "write 'a in 1..2'"),
    ("a == Yes", 5, 8, "there is no 'Yes' in formulas", "write 'true'"),
    ("a == NO", 5, 7, "there is no 'NO' in formulas", "write 'false'"),
    ("a == Null", 5, 9, "there is no 'Null' in formulas", "write 'none'"),
    ("a in [1, 2]", 5, 6, "'[' does not stand in formulas", "'is one of (1, 2)' in place of 'in [1, 2]'"),
    ("a in (1, 2)", 7, 8, "a comma stands only between the parts of a call", "'is one of (…)' in place of 'in (…)'"),
    ("max [a, b]", 4, 5, "'[' does not stand in formulas", "write 'max(a, b)'"),
    ("a[b]", 1, 2, "'[' does not stand in formulas", "write 'a(b)'"),
    ("a(b]", 3, 4, "this ']' has no '['", "take it away"),
    ("sum([1, 2])", 4, 5, "'[' does not stand in formulas", "there are no lists in brackets"),
    ("a + [b", 4, 5, "'[' does not stand in formulas", "there are no lists in brackets"),
    ("a > 1}", 5, 6, "this '}' has no '{'", "take it away"),
    ("{a} > 1", 0, 1, "'{' does not stand in formulas", "write parentheses"),
    ("max(a, (b + 1)", 14, 14, "a ')' is missing", "the bracket of 'max(' is still open"),
    ("2 * (a + 1", 10, 10, "a ')' is missing", "the bracket of '(a' is still open"),
    ("max(a, b))", 9, 10, "this ')' has no '('", "take it away"),
    ("$a", 0, 1, "'$' does not stand in formulas", "without a sign"),
    ("a • 2", 2, 3, "'•' does not stand in formulas", "write '*'"),
    ("3d6 keep 2", 4, 8, "an operator is missing between 'd6' and 'keep'", "'3d6kh2' for the highest, '3d6kl2'"),
    ("3d6 drop lowest 1", 4, 8, "an operator is missing between 'd6' and 'drop'", "write '3d6dl1'"),
    ("d20 advantage", 4, 13, "an operator is missing between 'd20' and 'advantage'", "write '2d20kh1'"),
    ("d20 dis", 4, 7, "an operator is missing between 'd20' and 'dis'", "write '2d20kl1'"),
    ("roll 2d6", 5, 6, "an operator is missing between 'roll' and '2'", "{roll: d6}"),
    ("min a b", 4, 5, "an operator is missing between 'min' and 'a'", "write 'min(a, …)'"),
    ("2 when a > 1", 2, 6, "an operator is missing between '2' and 'when'", "{value: …, when: …}"),
    ("2 unless a > 1", 2, 8, "an operator is missing between '2' and 'unless'", "{value: …, when: not …}"),
    ("if a > 1 then 2 elif b > 1 then 3 else 4", 16, 20, "'else' is missing after this 'if'", "'else if'"),
    ("a <> b", 3, 4, "'<>' is no comparison", "'!='"),
    ("a ** b", 3, 4, "no powers", "'x * x'"),
    ("--a", 1, 2, "'-' cannot stand here", "parentheses"),
    ("2 * -3", 4, 5, "'-' cannot stand here", "(-1)"),
    ("a - -b", 4, 5, "'-' cannot stand here", "parentheses"),
    ("+a", 0, 1, "a value is expected here, not '+'", "no '+'"),
    ("a == not b", 5, 8, "'not' cannot stand here", "(not …)"),
    ("a not in b", 2, 5, "'not' cannot follow a value", "not a in …"),
    # chains that are read in two ways
    ("a < b < c", 0, 9, "comparisons cannot follow one another", "'a < b and b < c'"),
    ("1 <= a <= 5", 0, 11, "comparisons cannot follow one another", "'a in 1..5'"),
    ("a == b == c == d", 0, 11, "comparisons cannot follow one another", "'a == b and b == c'"),
    ("a is b < c", 0, 10, "comparisons cannot follow one another", "'and'"),
    ("a < b is c", 6, 8, "comparisons cannot follow one another", "'and'"),
    ("a in b in c", 7, 9, "comparisons cannot follow one another", "'and'"),
    ("a and b or c", 0, 12, "'and' and 'or' are mixed", "'(a and b) or c' or 'a and (b or c)'"),
    ("a or b and not c", 0, 16, "'and' and 'or' are mixed", "'a or (b and not c)' or '(a or b) and not c'"),
    ("a otherwise b + c", 12, 17, "single value", "'a otherwise (b + c)' or '(a otherwise b) + c'"),
    ("b + c otherwise a", 0, 5, "single value", "'b + (c otherwise a)' or '(b + c) otherwise a'"),
    ("b + c * d otherwise a", 0, 9, "single value", "'b + c * (d otherwise a)'"),
    ("(b + c) * d otherwise a", 0, 11, "single value", "'(b + c) * (d otherwise a)'"),
    ("a + (b + c) otherwise d", 0, 11, "single value", "'a + ((b + c) otherwise d)'"),
    ("a otherwise b == c", 12, 18, "single value", "'(a otherwise b) == c'"),
    ("not a otherwise b", 0, 5, "single value", "'not (a otherwise b)'"),
    ("a otherwise -b", 12, 14, "single value", "'a otherwise (-b)'"),
    ("a otherwise b otherwise c + d", 24, 29, "single value", "'a otherwise b otherwise (c + d)'"),
    ("a and b or " + "c" * 50 + " or " + "d" * 50, 0, 115, "'and' and 'or' are mixed", "in parentheses"),
    # dots, ranges, numbers
    ("a.is", 2, 4, "'is' is a word of formulas", ""),
    ("a.d6", 2, 4, "'d6' is dice", ""),
    ("a.1", 2, 3, "after '.' comes a name", "1..5"),
    ("a.", 2, 2, "ends where a value is expected", "after '.'"),
    (".5", 0, 1, "begins with a digit", "'0.5'"),
    ("1..2..3", 4, 6, "a range cannot stand here", "after 'in'"),
    ("a == 1..5", 6, 8, "a range cannot stand here", "after 'in'"),
    ("..5", 0, 2, "two ends", ""),
    ("017", 0, 3, "needless 0", "17"),
    ("1_000", 0, 5, "neither a number nor a name", "write '1000'"),
    ("1,000", 1, 2, "a comma", "1000"),
    # calls
    ("a)", 1, 2, "this ')' has no '('", ""),
    (")", 0, 1, "a value is expected here, not ')'", ""),
    ("()", 1, 2, "nothing between these parentheses", ""),
    ("f(a,)", 4, 5, "after ','", "last comma"),
    ("f(,a)", 2, 3, "a value is expected here, not ','", ""),
    ("(a, b)", 2, 3, "a comma", ""),
    ("f(a b)", 4, 5, "an operator is missing", ""),
    ("f(a.b = c)", 6, 7, "'=' does not compare", "'=='"),
    ("a for b in c", 2, 5, "'for' stands only", "count(x for x in list where …)"),
    ("f(a, b for b in c)", 7, 10, "'for' stands only", "count(x for x in list where …)"),
    ("f(a where b)", 4, 9, "this 'where' has no 'for'", ""),
    ("f(x for x)", 9, 10, "after 'x' comes 'in'", ""),
    ("f(x for 1 in a)", 8, 9, "after 'for' comes a name", ""),
    ("f(x for old in a)", 8, 11, "after 'for' comes a name", ""),
    ("f(x for x in a or b)", 15, 17, "cannot follow the list", "parentheses"),
    ("a is one (b)", 9, 10, "after 'one' comes 'of'", ""),
    ("a is one of b", 12, 13, "after 'of' comes '('", ""),
    ("a is one of ()", 13, 14, "nothing between", ""),
    ("then", 0, 4, "a value is expected here, not 'then'", ""),
    # characters
    ("a && b", 2, 4, "'&&'", "'and'"),
    ("a & b", 2, 3, "'&'", "'and'"),
    ("a || b", 2, 4, "'||'", "'or'"),
    ("!a", 0, 1, "'!'", "'not'"),
    ("a % b", 2, 3, "'%'", "a - a // b * b"),
    ("a ^ b", 2, 3, "'^'", "'x * x'"),
    ("a ? b : c", 2, 3, "'?'", "if … then … else …"),
    ("f(a: 1)", 3, 4, "':'", "'='"),
    ("f[1]", 1, 2, "'['", "f(1)"),
    ("{a}", 0, 1, "'{'", "parentheses"),
    ("a is 'b'", 5, 6, "'''", "bare word"),
    ('a is "b"', 5, 6, "'\"'", "bare word"),
    ("a is “b”", 5, 6, "'“'", "bare word"),
    ("a is ‘b’", 5, 6, "'‘'", "bare word"),
    ("a ≥ b", 2, 3, "'≥'", "'>='"),
    ("a ≤ b", 2, 3, "'≤'", "'<='"),
    ("a ≠ b", 2, 3, "'≠'", "'!='"),
    ("a × b", 2, 3, "'×'", "'*'"),
    ("a ÷ b", 2, 3, "'÷'", "'/'"),
    ("a − b", 2, 3, "'−'", "'-'"),
    ("a – b", 2, 3, "'–'", "'-'"),
    ("1…5", 1, 2, "'…'", "'..'"),
    ("a # b", 2, 3, "'#'", "comments"),
    ("a; b", 1, 2, "';'", "step"),
    ("a $ b", 2, 3, "'$' does not stand in formulas", ""),
    ("a \u00a0+ b", 2, 3, "U+00A0 is no plain blank", "type a blank"),
    ("a\u200bb", 1, 2, "U+200B cannot be seen", "delete"),
    ("a\u202e", 1, 2, "U+202E cannot be seen", "delete"),
    ("a\x07", 1, 2, "U+0007 cannot be seen", "delete"),
    ("a \u0301", 2, 3, "U+0301 does not stand", ""),
    ("３ + 1", 0, 1, "'３' is no plain digit", "'3'"),
    ("ａ", 0, 1, "'ａ' does not stand in names", "'a'"),
    ("a + héros", 4, 9, "'é' does not stand in names", ""),
    ("Climber.dex", 0, 7, "'Climber' is no name", "'climber'"),
    ("climbER", 0, 7, "'climbER' is no name", "'climber'"),
    ("_a", 0, 2, "'_a' is no name", "'a'"),
    ("_", 0, 1, "'_'", "begins with a letter"),
    ("a AND b", 2, 5, "'AND' is written in small letters", "'and'"),
    ("True", 0, 4, "'True' is written in small letters", "'true'"),
    ("3D6", 0, 3, "small d", "'3d6'"),
    ("DF", 0, 2, "small d", "'dF'"),
]

DICE = [
    ("4d6k3", 3, 5, "'k' alone", "kh3"),
    ("4d6k", 3, 4, "'k' alone", "kl1"),
    ("4d6d1", 3, 5, "'d' alone", "dl1"),
    ("d6r1", 2, 4, "'r' alone", "ro<=1"),
    ("d6r<2", 2, 5, "'r' alone", "rr<=1"),
    ("a + d6ro<2", 6, 10, "'ro' says up to which face", "ro<=1"),
    ("d6ro>2", 2, 6, "only low faces", "ro<=1"),
    ("d6rr=2", 2, 6, "'rr' says up to which face", "rr<=2"),
    ("d6ro2", 2, 5, "'ro' says up to which face", "ro<=2"),
    ("d6 ro", 3, 5, "'ro' says up to which face", "ro<=1"),
    ("d6!3", 2, 4, "always on the highest face", "'!'"),
    ("d6!>4", 2, 5, "always on the highest face", "blank"),
    ("d6!!", 2, 4, "always on the highest face", "'!'"),
    ("2d6kh", 3, 5, "'kh' says how many", "kh1"),
    ("2d6kh3", 0, 6, "3 dice are kept of 2", ""),
    ("d6kh2", 0, 5, "2 dice are kept of 1", ""),
    ("2d6dl3", 0, 6, "3 dice are dropped of 2", ""),
    ("0d6kh1", 0, 6, "1 dice are kept of 0", ""),
    ("d1!", 0, 3, "for ever", ""),
    ("(n)d1!", 0, 6, "for ever", ""),
    ("d6rr<=6", 0, 7, "never ends", ""),
    ("dFrr<=1", 0, 7, "never ends", ""),
    ("2d6!kh1", 4, 7, "either explode or", ""),
    ("2d6kh1!", 6, 7, "either explode or", ""),
    ("2d6kh1kl1", 6, 9, "either explode or", ""),
    ("2d6kh1ro<=1", 6, 11, "a reroll comes first", "then"),
    ("2d6!ro<=1", 4, 9, "a reroll comes first", "then"),
    ("2d6ro<=1rr<=1", 8, 13, "a reroll comes first", "then"),
    ("d0", 0, 2, "at least one side", ""),
    ("d06", 0, 3, "do not begin with a 0", "d6"),
    ("101d6", 0, 5, "101 dice", ""),
    ("d1001", 0, 5, "1001 sides", ""),
    ("1.5d6", 0, 5, "whole number", ""),
    ("(1.5)d6", 0, 7, "whole number", ""),
    ("d" + "9" * 61, 0, 62, "61 digits", ""),
]

BIG = [
    ("1" * 61, 0, 61, "61 digits", ""),
    ("0." + "1" * 60, 0, 62, "61 digits", ""),
    ("a + " + "b" * 61, 4, 65, "a name of 61 characters", ""),
    ("a." + "b" * 61, 2, 63, "a name of 61 characters", ""),
    ("f(" + "b" * 61 + " = 1)", 2, 63, "a name of 61 characters", ""),
    (" " * 4000 + "a", 4000, 4001, "4001 characters", "name of its own"),
    (" + ".join("a" * 401), 0, 1601, "401 operands", "name of its own"),
    (" * ".join("a" * 401), 0, 1601, "401 operands", "name of its own"),
    (" and ".join("a" * 401), 0, 2401, "401 operands", "name of its own"),
    ("f(" + ",".join("a" * 401) + ")", 0, 804, "401 parts", "name of its own"),
    ("a is one of (" + ",".join("a" * 401) + ")", 0, 815, "401 things", "name of its own"),
    ("not " * 60 + "a", 0, 241, "more than 60 levels", "name of its own"),
    ("a" + ".b" * 60, 0, 121, "more than 60 levels", "name of its own"),
    ("(" * 61 + "a" + ")" * 61, 61, 62, "more than 60 levels", "name of its own"),
    ("f(" * 60 + "a" + ")" * 60, 0, 181, "more than 60 levels", "name of its own"),
    ("-(" * 60 + "a" + ")" * 60, 0, 181, "more than 60 levels", "name of its own"),
    ("if a then b else " * 60 + "a", 0, 1021, "more than 60 levels", "name of its own"),
    ("a otherwise " * 60 + "a", 0, 721, "more than 60 levels", "name of its own"),
    ("not " * 58 + "2d6", None, None, "", ""),
    ("not " * 59 + "d6", 0, 238, "more than 60 levels", "name of its own"),
]


@pytest.mark.parametrize(
    ("code", "text", "start", "end", "message", "hint"),
    [
        (code, *row)
        for code, table in (("formula-syntax", SYNTAX), ("bad-dice", DICE), ("formula-too-big", BIG))
        for row in table
        if row[3]
    ],
)
def test_fault(code: str, text: str, start: int | None, end: int | None, message: str, hint: str) -> None:
    fault = parse(text)
    assert isinstance(fault, Fault)
    assert fault.code == code
    assert message in fault.message
    assert hint in fault.hint
    assert bool(fault.hint) >= bool(hint)
    if start is not None:
        assert (fault.start, fault.end) == (start, end)


TWO_WAYS = ("mixed", "single value", "follow one another")


@pytest.mark.parametrize("text", [row[0] for row in SYNTAX if row[3].endswith(TWO_WAYS) and len(row[0]) < 80])
def test_what_is_shown_for_the_two_readings_can_be_read(text: str) -> None:
    fault = parse(text)
    assert isinstance(fault, Fault)
    shown = [quoted for quoted in fault.hint.split("'")[1::2] if quoted != "and"]
    assert all(isinstance(parse(quoted), Formula) for quoted in shown)
    assert len({parse(quoted) for quoted in shown}) == len(shown)


@pytest.mark.parametrize(
    "text",
    [
        *("-" * 20_000, "(" * 20_000, "-" * 3_999, "(" * 3_999, "-(" * 1_999, "(" * 1_999 + "a" + ")" * 1_999),
        *("not " * 999 + "a", "a" + ".a" * 1_999, "f(" * 1_300 + "a" + ")" * 1_300, "if " * 1_300),
        *("a otherwise " * 333 + "b", "if a then b else " * 230 + "c", "a < " * 999 + "a", "1 + " * 999 + "1"),
        *("a and b or " * 360 + "c", "d6" + "kh1" * 1_300, "d6" + "kh1" * 1_300 + "_", "d6 " + "kh1 " * 900),
        *("a < -(" + "-(" * 1_200 + "a" + ")" * 1_201 + " < c", "9" * 4_000, "a" * 4_000, "1 " + "a" * 3_000),
    ],
)
def test_hostile_formulas_are_refused(text: str) -> None:
    fault = parse(text)
    assert isinstance(fault, Fault)
    assert len(fault.message) < 300
    assert len(fault.hint) <= 200


SIGNS = ".. . , ( ) ( ) + - * / // == != < <= > >= = ! ’ & _ é \u200b"
OPERANDS = "a b climber d k r x A 1 2 17 3.5 0 00 d6 2d6 kh1 d% dF d6kh2 d6ro<=1 d6! d6k1 f( list("
WORDS = [*sorted(RESERVED), *SIGNS.split(), *OPERANDS.split()]


@given(st.lists(st.sampled_from(WORDS), max_size=14), st.sampled_from(["", " "]))
def test_any_words_are_a_formula_or_a_fault(words: list[str], between: str) -> None:
    answered(between.join(words))


@given(st.text(max_size=40))
def test_any_text_is_a_formula_or_a_fault(text: str) -> None:
    answered(text)


def answered(text: str) -> None:
    tree = parse(text)
    if isinstance(tree, Fault):
        said = f"{tree.message} {tree.hint}"
        assert tree.code in CODES
        assert 0 <= tree.start <= tree.end <= len(text)
        assert said.isprintable()
        # The names of terminals are all capitals; an author's own capitals are quoted.
        assert not re.search(r"[A-Z]{2,}", re.sub(r"'[^']*'|U\+[0-9A-F]+", "", said)), said
        assert "Token" not in re.sub(r"'[^']*'", "", said)
    else:
        assert parse(show(tree)) == tree


def test_the_grammar_is_read_when_the_first_formula_is() -> None:
    code = "import sys, handhold.language.parser; print('lark' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


# -- words -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_a_reserved_word_is_no_name(word: str) -> None:
    assert not isinstance(parse(word), Name)
    assert isinstance(parse(f"a.{word}"), Fault)
    assert isinstance(parse(f"f(1 for {word} in a)"), Fault)
    assert isinstance(parse(f"f({word} = 1)"), Fault)
    assert parse(f"{word}s") == Name(f"{word}s")


@pytest.mark.parametrize("word", ["d6", "d20kh1", "d6k1", "d6r", "kh2", "dl1", "ro", "rr"])
def test_words_that_look_like_dice(word: str) -> None:
    assert looks_like_dice(word)


@pytest.mark.parametrize("word", ["d", "d6_pool", "d6dragons", "k", "r1", "dex", "rope", "khan", "dl_", "d_6"])
def test_words_that_do_not_look_like_dice(word: str) -> None:
    assert not looks_like_dice(word)
    assert parse(word) == Name(word)


# -- dice in data slots ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3d20+1", DiceValue((Pool(3, 20),), 1)),
        (" d% ", DiceValue((Pool(1, 100),))),
        ("dF", DiceValue((Pool(1, 0),))),
        ("2d6kh1", DiceValue((Pool(2, 6, keep=1, keep_which="h"),))),
        ("2d6kl1", DiceValue((Pool(2, 6, keep=1, keep_which="l"),))),
        ("4d6dl1", DiceValue((Pool(4, 6, keep=3, keep_which="h"),))),
        ("4d6dh3", DiceValue((Pool(4, 6, keep=1, keep_which="l"),))),
        ("d6ro<=2!", DiceValue((Pool(1, 6, "ro", 2, True),))),
        ("d6 - d4", DiceValue((Pool(1, 6), Pool(1, 4, sign=-1)))),
        ("1 - (d6 - 2d4 - 2)", DiceValue((Pool(1, 6, sign=-1), Pool(2, 4)), 3)),
        ("-d6", DiceValue((Pool(1, 6, sign=-1),))),
        ("(1 + 2)d6", DiceValue((Pool(3, 6),))),
        ("0d6", DiceValue((Pool(0, 6),))),
        ("successes(5d6, 4)", DiceValue((Pool(5, 6, at_least=4),))),
        ("d6 - successes(5d6!, 4) + 1", DiceValue((Pool(1, 6), Pool(5, 6, explode=True, at_least=4, sign=-1)), 1)),
        ("7", DiceValue((), 7)),
        ("-7", DiceValue((), -7)),
        ("+".join(["d6"] * limits.POOLS), DiceValue((Pool(1, 6),) * limits.POOLS)),
    ],
)
def test_dice(text: str, value: DiceValue) -> None:
    assert parse_dice(text) == value


@pytest.mark.parametrize(
    ("text", "code", "start", "end", "message"),
    [
        ("n", "bad-dice", 0, 1, "no dice value"),
        ("2d6 + n", "bad-dice", 6, 7, "no dice value"),
        ("(n)d6", "bad-dice", 1, 2, "no dice value"),
        ("2d6 * 2", "bad-dice", 0, 7, "no dice value"),
        ("d6 > 3", "bad-dice", 0, 6, "no dice value"),
        ("d6 + 1.5", "bad-dice", 5, 8, "whole numbers"),
        ("(d6)d6", "bad-dice", 1, 3, "not dice"),
        ("(1 - 2)d6", "bad-dice", 0, 9, "-1 dice"),
        ("(1 + 1)d6kh3", "bad-dice", 0, 12, "3 dice are kept of 2"),
        ("(99 + 2)d6", "bad-dice", 0, 10, "101 dice"),
        ("successes(5d6)", "bad-dice", 0, 14, "two parts"),
        ("successes(5d6, at = 4)", "bad-dice", 0, 22, "two parts"),
        ("successes(5d6 + 1, 4)", "bad-dice", 10, 17, "one pool"),
        ("successes(5d6, 0)", "bad-dice", 15, 16, "1 or more"),
        ("successes(5d6, d6)", "bad-dice", 15, 17, "not dice"),
        ("successes(successes(5d6, 4), 4)", "bad-dice", 10, 27, "one pool"),
        ("+".join(["d6"] * 21), "bad-dice", 0, 62, "21 pools"),
        ("9" * 60 + " + 1", "formula-too-big", 0, 64, "60 digits"),
        ("d6 +", "formula-syntax", 4, 4, "value is expected"),
        ("d6k1", "bad-dice", 2, 4, "'k' alone"),
    ],
)
def test_no_dice(text: str, code: str, start: int, end: int, message: str) -> None:
    fault = parse_dice(text)
    assert isinstance(fault, Fault)
    assert (fault.code, fault.start, fault.end) == (code, start, end)
    assert message in fault.message


# -- types and ranges --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "type_"),
    [
        (" number ", TypeText("name", "number", None, (1, 7))),
        ("optional loan", TypeText("optional", "", TypeText("name", "loan", None, (9, 13)), (0, 13))),
        ("list of loan", TypeText("list", "", TypeText("name", "loan", None, (8, 12)), (0, 12))),
        ("group\n of climber", TypeText("group", "", TypeText("name", "climber", None, (10, 17)), (0, 17))),
        ("group", TypeText("name", "group", None, (0, 5))),
        ("list of list", TypeText("list", "", TypeText("name", "list", None, (8, 12)), (0, 12))),
    ],
)
def test_type(text: str, type_: TypeText) -> None:
    found = parse_type(text)
    assert found == type_


def test_types_nest() -> None:
    group = TypeText("group", "", TypeText("name", "x", None, (26, 27)), (17, 27))
    found = parse_type("optional list of group of x")
    assert repr(found) == repr(TypeText("optional", "", TypeText("list", "", group, (9, 27)), (0, 27)))


@pytest.mark.parametrize(
    ("text", "start", "end", "message", "hint"),
    [
        ("", 0, 0, "missing", ""),
        ("list of ", 7, 7, "missing", ""),
        ("list number", 5, 11, "follows the type 'list'", "'list of …'"),
        ("number?", 6, 7, "follows the type 'number'", "'optional number'"),
        ("list[number]", 4, 12, "follows the type 'list'", "'list of …'"),
        ("list of optional x", 8, 16, "'optional' stands first", ""),
        ("optional optional x", 9, 17, "'optional' stands first", ""),
        ("group of list of x", 17, 18, "one kind of sheet", ""),
        ("Number", 0, 6, "no type", ""),
        ("3", 0, 1, "no type", ""),
        ("list of " * 400 + "x", 3200, 3201, "too long", ""),
        ("x" * 61, 0, 61, "too long", ""),
    ],
)
def test_no_type(text: str, start: int, end: int, message: str, hint: str) -> None:
    fault = parse_type(text)
    assert isinstance(fault, Fault)
    assert (fault.code, fault.start, fault.end) == ("bad-value", start, end)
    assert message in fault.message
    assert hint in fault.hint


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("4", (4, 4)),
        (" -4 ", (-4, -4)),
        ("0..", (0, None)),
        ("..-10", (None, -10)),
        ("-2..-1", (-2, -1)),
        ("1 .. 5", (1, 5)),
        ("0.5..2.50", (Fraction(1, 2), Fraction(5, 2))),
        ("..", (None, None)),
        ("3..3", (3, 3)),
    ],
)
def test_range(text: str, ends: tuple[int | Fraction | None, int | Fraction | None]) -> None:
    found = parse_range(text)
    assert found == ends
    assert isinstance(found, tuple)
    assert all(isinstance(end, int) for end in found if end is not None and end == int(end))


@pytest.mark.parametrize(
    ("text", "code", "start", "end"),
    [
        ("", "bad-value", 0, 0),
        ("  ", "bad-value", 0, 0),
        (" 1-5 ", "bad-value", 1, 4),
        ("1...5", "bad-value", 0, 5),
        ("a..5", "bad-value", 0, 4),
        ("4 5", "bad-value", 0, 3),
        ("5..1", "bad-value", 0, 4),
        ("1..2..3", "bad-value", 0, 7),
        ("٣..", "bad-value", 0, 3),
        ("1.." + "9" * 61, "formula-too-big", 3, 64),
    ],
)
def test_no_range(text: str, code: str, start: int, end: int) -> None:
    fault = parse_range(text)
    assert isinstance(fault, Fault)
    assert (fault.code, fault.start, fault.end) == (code, start, end)
