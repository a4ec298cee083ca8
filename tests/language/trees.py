"""Formulas for laws: every tree that a text can stand for, and its text with every pair of parentheses written."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Literal, assert_never

from hypothesis import assume
from hypothesis import strategies as st

from handhold.language import syntax
from handhold.language.dice import DiceFault
from handhold.language.die import pool
from handhold.language.syntax import Formula
from handhold.language.words import RESERVED, looks_like_dice

names = st.one_of(
    st.sampled_from(["a", "b", "d", "e", "k", "r", "climber", "d6_pool", "list", "x1", "iffy", "orb", "note"]),
    st.from_regex(re.compile(r"[a-z][a-z0-9_]{0,8}"), fullmatch=True).filter(
        lambda word: word not in RESERVED and not looks_like_dice(word)
    ),
)

numbers = st.one_of(
    st.integers(0, 10**6),
    st.integers(0, 10**60 - 1),
    st.builds(lambda digits, places: Fraction(digits, 10**places), st.integers(0, 10**12), st.integers(1, 8)),
).map(lambda value: syntax.Number(value.numerator if value.denominator == 1 else value))

leaves: st.SearchStrategy[Formula] = st.one_of(
    numbers,
    st.builds(syntax.Flag, st.booleans()),
    st.just(syntax.Nothing()),
    st.just(syntax.Old()),
    st.builds(syntax.Name, names),
)

_SIDES: tuple[int | Literal["F"], ...] = (1, 2, 6, 20, 100, 1000, "F")
_SIGNS: tuple[Literal["+", "-"], ...] = ("+", "-")
_FACTORS: tuple[Literal["*", "/", "//"], ...] = ("*", "/", "//")
_COMPARISONS: tuple[Literal["==", "!=", "<", "<=", ">", ">="], ...] = ("==", "!=", "<", "<=", ">", ">=")
_OPERATORS: tuple[Literal["and", "or"], ...] = ("and", "or")
_REROLLS: tuple[Literal["ro", "rr"], ...] = ("ro", "rr")
_KEEPS: tuple[Literal["kh", "kl", "dh", "dl"], ...] = ("kh", "kl", "dh", "dl")
_KINDS = (
    *(syntax.Dice, syntax.Dot, syntax.Call, syntax.Each, syntax.Negative, syntax.Sum, syntax.Product, syntax.Compare),
    *(syntax.Is, syntax.OneOf, syntax.In, syntax.Range, syntax.Not, syntax.Logic, syntax.If, syntax.Otherwise),
)


@st.composite
def formulas(draw: st.DrawFn, depth: int = 4) -> Formula:
    """Any tree that a text can stand for, up to that depth."""
    if depth == 1 or not draw(st.integers(0, 4)):
        return draw(leaves)
    inner = formulas(depth=depth - 1)
    some = st.integers(1, 2)
    kind = draw(st.sampled_from(_KINDS))
    if kind is syntax.Dice:
        return draw(_dice(inner))
    if kind is syntax.Dot:
        return syntax.Dot(draw(inner), draw(names))
    if kind is syntax.Call:
        named = tuple(syntax.Named(draw(names), draw(inner)) for _ in range(draw(st.integers(0, 2))))
        return syntax.Call(draw(names), tuple(draw(inner) for _ in range(draw(st.integers(0, 2)))), named)
    if kind is syntax.Each:
        test = draw(inner) if draw(st.booleans()) else None
        return syntax.Each(draw(names), draw(inner), draw(names), draw(inner), test)
    if kind is syntax.Sum:
        signs = tuple(draw(st.sampled_from(_SIGNS)) for _ in range(draw(some)))
        return syntax.Sum(("+", *signs), tuple(draw(inner) for _ in range(len(signs) + 1)))
    if kind is syntax.Product:
        factors = tuple(draw(st.sampled_from(_FACTORS)) for _ in range(draw(some)))
        return syntax.Product(("*", *factors), tuple(draw(inner) for _ in range(len(factors) + 1)))
    if kind is syntax.Compare:
        return syntax.Compare(draw(st.sampled_from(_COMPARISONS)), draw(inner), draw(inner))
    if kind is syntax.Is:
        return syntax.Is(draw(inner), draw(inner), draw(st.booleans()))
    if kind is syntax.OneOf:
        return syntax.OneOf(draw(inner), tuple(draw(inner) for _ in range(draw(some))), draw(st.booleans()))
    if kind is syntax.Logic:
        return syntax.Logic(draw(st.sampled_from(_OPERATORS)), tuple(draw(inner) for _ in range(draw(some) + 1)))
    if kind is syntax.If:
        return syntax.If(draw(inner), draw(inner), draw(inner))
    if kind is syntax.Negative or kind is syntax.Not:
        return kind(draw(inner))
    assert kind is syntax.In or kind is syntax.Range or kind is syntax.Otherwise
    return kind(draw(inner), draw(inner))


@st.composite
def _dice(draw: st.DrawFn, counts: st.SearchStrategy[Formula]) -> Formula:
    count = draw(counts | st.integers(0, 100).map(syntax.Number))
    reroll = (draw(st.sampled_from(_REROLLS)), draw(st.integers(0, 7))) if draw(st.booleans()) else None
    explode = draw(st.booleans())
    keep = (draw(st.sampled_from(_KEEPS)), draw(st.integers(0, 5))) if not explode and draw(st.booleans()) else None
    dice = syntax.Dice(count, draw(st.sampled_from(_SIDES)), reroll, explode, keep)
    assume(_can_be_thrown(dice))
    return dice


def _can_be_thrown(dice: syntax.Dice) -> bool:
    count = dice.count.value if isinstance(dice.count, syntax.Number) else 100
    if not isinstance(count, int):
        return False
    try:
        pool(dice, count)
    except DiceFault:
        return False
    return True


_a, _b = syntax.Name("a"), syntax.Name("b")
_PLACES: tuple[Callable[[Formula], Formula], ...] = (
    lambda part: syntax.Dot(part, "b"),
    lambda part: syntax.Call("f", (part, _b)),
    lambda part: syntax.Call("f", (), (syntax.Named("a", part),)),
    lambda part: syntax.Each("f", part, "x", _a, None),
    lambda part: syntax.Each("f", _a, "x", part, _b),
    lambda part: syntax.Each("f", _a, "x", _b, part),
    lambda part: syntax.Negative(part),
    lambda part: syntax.Sum(("+", "-"), (part, _b)),
    lambda part: syntax.Sum(("+", "-"), (_a, part)),
    lambda part: syntax.Product(("*", "/"), (part, _b)),
    lambda part: syntax.Product(("*", "//"), (_a, part)),
    lambda part: syntax.Compare("<", part, _b),
    lambda part: syntax.Compare("==", _a, part),
    lambda part: syntax.Is(part, _b, True),
    lambda part: syntax.Is(_a, part, False),
    lambda part: syntax.OneOf(part, (_a, _b), False),
    lambda part: syntax.OneOf(_a, (part, _b), True),
    lambda part: syntax.In(part, _b),
    lambda part: syntax.In(_a, part),
    lambda part: syntax.Range(part, _b),
    lambda part: syntax.Range(_a, part),
    lambda part: syntax.Not(part),
    lambda part: syntax.Logic("and", (part, _b)),
    lambda part: syntax.Logic("and", (_a, part)),
    lambda part: syntax.Logic("or", (part, _b)),
    lambda part: syntax.Logic("or", (_a, part)),
    lambda part: syntax.If(part, _a, _b),
    lambda part: syntax.If(_a, part, _b),
    lambda part: syntax.If(_a, _b, part),
    lambda part: syntax.Otherwise(part, _b),
    lambda part: syntax.Otherwise(_a, part),
    lambda part: syntax.Dice(part, 6, keep=("kh", 0)),
)
_WORDS: tuple[Formula, ...] = (_a, syntax.Number(2), syntax.Flag(True), syntax.Nothing(), syntax.Old())
_NEGATIVES: tuple[Formula, ...] = (syntax.Negative(syntax.Number(2)),)

everything_everywhere = [
    outer(part)
    for outer in _PLACES
    for part in (*_WORDS, *_NEGATIVES, *(inner(word) for inner in _PLACES for word in (_a, *_NEGATIVES)))
]
"""Every construct in every place of every other, with a name and with a negative number inside."""


def in_full(formula: Formula) -> str:
    """The formula with parentheses around every part that is more than a word, so that no precedence matters."""
    match formula:
        case syntax.Number(value=value):
            whole, left_over = divmod(value.numerator, value.denominator)
            digits = ""
            while left_over:
                digit, left_over = divmod(left_over * 10, value.denominator)
                digits += str(digit)
            return f"{whole}.{digits}" if digits else str(whole)
        case syntax.Flag(value=flag):
            return "true" if flag else "false"
        case syntax.Nothing():
            return "none"
        case syntax.Old():
            return "old"
        case syntax.Name(id=id):
            return id
        case syntax.Dot(base=base, id=id):
            return f"({in_full(base)} . {id})"
        case syntax.Call(id=id, args=args, named=named):
            return f"({id} ({','.join([*map(in_full, args), *(f'{n.id}={in_full(n.value)}' for n in named)])}))"
        case syntax.Each(id=id, value=inner, name=name, source=source, test=test):
            where = f" where {in_full(test)}" if test is not None else ""
            return f"({id}({in_full(inner)} for {name} in {in_full(source)}{where}))"
        case syntax.Negative(value=inner):
            return f"(-{in_full(inner)})"
        case syntax.Sum(signs=signs, parts=parts) | syntax.Product(signs=signs, parts=parts):
            rest = "".join(sign + in_full(part) for sign, part in zip(signs[1:], parts[1:], strict=True))
            return f"({in_full(parts[0])}{rest})"
        case syntax.Compare(op=op, left=left, right=right):
            return f"({in_full(left)}{op}{in_full(right)})"
        case syntax.Is(left=left, right=right, negated=negated):
            return f"({in_full(left)} is {'not ' if negated else ''}{in_full(right)})"
        case syntax.OneOf(left=left, options=options, negated=negated):
            return f"({in_full(left)} is {'not ' if negated else ''}one of({','.join(map(in_full, options))}))"
        case syntax.In(left=left, source=source):
            return f"({in_full(left)} in {in_full(source)})"
        case syntax.Range(first=first, last=last):
            return f"({in_full(first)}..{in_full(last)})"
        case syntax.Not(value=inner):
            return f"(not {in_full(inner)})"
        case syntax.Logic(op=op, parts=parts):
            return f"({f' {op} '.join(map(in_full, parts))})"
        case syntax.If(test=condition, yes=yes, no=no):
            return f"(if {in_full(condition)} then {in_full(yes)} else {in_full(no)})"
        case syntax.Otherwise(value=inner, other=other):
            return f"({in_full(inner)} otherwise {in_full(other)})"
        case syntax.Dice(count=count, sides=sides, reroll=reroll, explode=explode, keep=keep):
            rerolls = f" {reroll[0]} <= {reroll[1]}" if reroll else ""
            keeps = f" {keep[0]}{keep[1]}" if keep else ""
            return f"(({in_full(count)}) d{sides}{rerolls}{'!' if explode else ''}{keeps})"
        case _:
            assert_never(formula)


def nodes(formula: Formula) -> list[Formula]:
    """The formula and all that is in it."""
    found = [formula]
    for node in found:
        found.extend(syntax.children(node))
    return found
