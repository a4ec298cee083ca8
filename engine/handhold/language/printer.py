"""The canonical text of a formula: what `parse` reads back as the same tree, with no parentheses that can be
spared.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import assert_never

from handhold.language import syntax
from handhold.language.decimals import decimal
from handhold.language.syntax import Formula


class Level(IntEnum):
    """How tightly a formula holds together; a part that holds less than its place asks is put in parentheses."""

    CHOICE = 0
    OTHERWISE = 1
    LOGIC = 2
    NOT = 3
    TEST = 4
    SOURCE = 5
    SUM = 6
    PRODUCT = 7
    SINGLE = 8


def show(formula: Formula) -> str:
    """The formula in its one canonical spelling.

    Blanks around operators, none in dice, decimals exact, `d6` for `1d6`. A fraction that is no decimal is written
    `(1/3)` and a negative number `-3`; no parsed formula holds either. The depth of recursion is that of the tree.
    """
    return _show(formula, Level.CHOICE)


def level(formula: Formula) -> Level:
    """How tightly the formula holds together."""
    match formula:
        case syntax.If():
            return Level.CHOICE
        case syntax.Otherwise():
            return Level.OTHERWISE
        case syntax.Logic():
            return Level.LOGIC
        case syntax.Not():
            return Level.NOT
        case syntax.Compare() | syntax.Is() | syntax.OneOf() | syntax.In():
            return Level.TEST
        case syntax.Range():
            return Level.SOURCE
        case syntax.Sum() | syntax.Negative():
            return Level.SUM
        case syntax.Product():
            return Level.PRODUCT
        case syntax.Number(value=value):
            return Level.SUM if value < 0 and decimal(value) is not None else Level.SINGLE
        case _:
            return Level.SINGLE


def _show(formula: Formula, least: Level) -> str:
    text = _bare(formula)
    return text if level(formula) >= least else f"({text})"


def _bare(formula: Formula) -> str:
    match formula:
        case syntax.Number(value=value):
            digits = decimal(value)
            return f"({value.numerator}/{value.denominator})" if digits is None else digits
        case syntax.Flag(value=flag):
            return "true" if flag else "false"
        case syntax.Nothing():
            return "none"
        case syntax.Old():
            return "old"
        case syntax.Name(id=id):
            return id
        case syntax.Dot(base=base, id=id):
            return f"{_show(base, Level.SINGLE)}.{id}"
        case syntax.Call(id=id, args=args, named=named):
            parts = [show(arg) for arg in args] + [f"{part.id} = {show(part.value)}" for part in named]
            return f"{id}({', '.join(parts)})"
        case syntax.Each():
            return _each(formula)
        case syntax.Dice():
            return _dice(formula)
        case syntax.Negative(value=operand):
            return f"-{_show(operand, Level.PRODUCT)}"
        case syntax.Sum(signs=signs, parts=parts_):
            first = parts_[0]
            start = _bare(first) if _leads(first) else _show(first, Level.PRODUCT)
            return start + _tail(signs[1:], parts_[1:], Level.PRODUCT)
        case syntax.Product(signs=signs, parts=parts_):
            return _show(parts_[0], Level.SINGLE) + _tail(signs[1:], parts_[1:], Level.SINGLE)
        case syntax.Compare(op=op, left=left, right=right):
            return f"{_show(left, Level.SUM)} {op} {_show(right, Level.SUM)}"
        case syntax.Is(left=left, right=right, negated=negated):
            return f"{_show(left, Level.SUM)} is {'not ' if negated else ''}{_show(right, Level.SUM)}"
        case syntax.OneOf(left=left, options=options, negated=negated):
            words = "is not one of" if negated else "is one of"
            return f"{_show(left, Level.SUM)} {words} ({', '.join(map(show, options))})"
        case syntax.In(left=left, source=source):
            return f"{_show(left, Level.SUM)} in {_show(source, Level.SOURCE)}"
        case syntax.Range(first=low, last=high):
            return f"{_show(low, Level.SUM)}..{_show(high, Level.SUM)}"
        case syntax.Not(value=operand):
            return f"not {_show(operand, Level.NOT)}"
        case syntax.Logic(op=op, parts=parts_):
            return f" {op} ".join(_show(part, Level.NOT) for part in parts_)
        case syntax.If(test=test, yes=yes, no=no):
            return f"if {show(test)} then {show(yes)} else {show(no)}"
        case syntax.Otherwise(value=value_, other=other):
            return f"{_show(value_, Level.SINGLE)} otherwise {_alternative(other)}"
        case _:
            assert_never(formula)


def _leads(formula: Formula) -> bool:
    """Whether a formula begins with a minus that may open a sum."""
    return isinstance(formula, syntax.Negative) or (isinstance(formula, syntax.Number) and level(formula) is Level.SUM)


def _tail(signs: Iterable[str], parts: Iterable[Formula], least: Level) -> str:
    return "".join(f" {sign} {_show(part, least)}" for sign, part in zip(signs, parts, strict=True))


def _alternative(formula: Formula) -> str:
    """What follows `otherwise`: a single value, a negative number, or a further otherwise."""
    match formula:
        case syntax.Otherwise() | syntax.Negative(value=syntax.Number()):
            return _bare(formula)
        case _:
            return _show(formula, Level.SINGLE)


def _each(formula: syntax.Each) -> str:
    where = f" where {show(formula.test)}" if formula.test is not None else ""
    source = _show(formula.source, Level.SOURCE)
    return f"{formula.id}({show(formula.value)} for {formula.name} in {source}{where})"


def _dice(formula: syntax.Dice) -> str:
    match formula.count:
        case syntax.Number(value=1):
            count = ""
        case syntax.Number(value=int() as value) if value >= 0:
            count = str(value)
        case other:
            count = f"({show(other)})"
    reroll = "{}<={}".format(*formula.reroll) if formula.reroll else ""
    keep = "{}{}".format(*formula.keep) if formula.keep else ""
    return f"{count}d{formula.sides}{reroll}{'!' if formula.explode else ''}{keep}"
