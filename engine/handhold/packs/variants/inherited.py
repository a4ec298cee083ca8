"""`inherited` in a variant: what was there before, put into a formula or worked out where a value is written down."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from handhold import limits
from handhold.diagnostics import did_you_mean
from handhold.language import runtime, syntax
from handhold.language.dice import DiceValue, dice_text
from handhold.language.faults import Fault
from handhold.language.parser import parse_dice
from handhold.language.runtime import RuleFault
from handhold.language.syntax import Formula
from handhold.packs.yaml.nodes import Node, Scalar
from handhold.source import Piece, Woven, Written

INHERITED: Final = "inherited"
"""The word for what was there before."""

_Value = int | Fraction | bool
_NUMBERS_ONLY = "only numbers, true, false and 'inherited' stand here, for the value is worked out once"


class _NoValue(Exception):
    """A value cannot be worked out: the fault of the formula, at its place in the text."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


def hint_of(word: str) -> str:
    """What is said of a word that a formula of a variant cannot use, where `inherited` is written or meant; else empty.

    Where there is something that it can stand for, it is put in before anybody looks for a value of that name.
    """
    if word == INHERITED:
        return "'inherited' is what was there before: it stands only under 'change', where something was"
    near = did_you_mean(word, [INHERITED])
    return near if near.startswith("did you mean") else ""


def places_of(tree: Formula) -> Iterator[syntax.Place]:
    """Where `inherited` stands in a formula."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, syntax.Name) and node.id == INHERITED:
            yield node.span
        waiting.extend(syntax.children(node))


def is_inherited(tree: Formula) -> bool:
    """Whether a formula is what was there before and nothing else."""
    return isinstance(tree, syntax.Name) and tree.id == INHERITED


def parts_of(tree: Formula) -> int:
    """How many parts a formula has."""
    return sum(1 for _ in _every(tree))


def woven(formula: Written, tree: Formula, before: Written | None) -> Written | Fault:
    """The formula with the one that was there put in for `inherited`; itself where it has none."""
    places = sorted(places_of(tree))
    if not places or before is None:
        return formula
    inner = before.text.strip()
    size = len(formula.text) + len(places) * len(inner)
    if size > limits.FORMULA_LENGTH:
        message = f"with what was there before, the formula has {size:,} characters"
        return Fault("formula-too-big", message, *places[0], f"{limits.FORMULA_LENGTH:,} are allowed")
    lead = len(before.text) - len(before.text.lstrip())
    text = ""
    pieces: list[Piece] = []
    at = 0
    for start, end in places:
        pieces.append(Piece(len(text), formula, at))
        text += formula.text[at:start] + "("
        pieces.append(Piece(len(text), before, lead))
        text += inner
        pieces.append(Piece(len(text), formula, end - 1))
        text += ")"
        at = end
    return Woven(text + formula.text[at:], formula.span, tuple(pieces))


def constant(formula: Written, tree: Formula, before: Node | None) -> Scalar | Fault:
    """What a formula comes to where a value is written down."""
    try:
        return _constant(formula, tree, before)
    except _NoValue as stopped:
        return stopped.fault


def _constant(formula: Written, tree: Formula, before: Node | None) -> Scalar:
    old = before.value if isinstance(before, Scalar) else None
    if isinstance(old, str) or any(isinstance(node, syntax.Dice) for node in _every(tree)):
        return _dice(formula, tree, str(before.text) if isinstance(before, Scalar) else "")
    if not isinstance(old, int | Fraction) and any(places_of(tree)):
        place = next(places_of(tree))
        raise _NoValue(Fault("wrong-type", "what was there before is no number", *place, "write the new value itself"))
    try:
        value = _worked_out(tree, old if isinstance(old, int | Fraction) else None)
    except RuleFault as fault:
        message = f"this has no value: {fault}"
        hint = f"what was there before is {old}" if any(places_of(tree)) else ""
        raise _NoValue(Fault("may-fault", message, *tree.span, hint)) from None
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return Scalar(value, text, Written(text, formula.span), "plain")


def _every(tree: Formula) -> Iterator[Formula]:
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(syntax.children(node))


def _dice(formula: Written, tree: Formula, before: str) -> Scalar:
    known = parse_dice(before) if before else None
    if not isinstance(known, DiceValue):
        place = next(places_of(tree), None)
        if place is not None:
            raise _NoValue(Fault("wrong-type", "what was there before is no number and no dice", *place))
        known = DiceValue(())
    try:
        text = dice_text(_dice_value(formula.text, tree, known))
    except RuleFault as fault:
        raise _NoValue(Fault("bad-dice", str(fault), *tree.span)) from None
    return Scalar(text, text, Written(text, formula.span), "plain")


def _dice_value(text: str, node: Formula, before: DiceValue) -> DiceValue:
    """Dice and numbers joined by plus and minus."""
    match node:
        case syntax.Name(id="inherited"):
            return before
        case syntax.Sum(signs=signs, parts=parts):
            total = DiceValue(())
            for sign, part in zip(signs, parts, strict=True):
                value = _dice_value(text, part, before)
                total = runtime.add_dice(total, value) if sign == "+" else runtime.take_dice(total, value)
            return total
        case _:
            start, end = node.span
            dice = parse_dice(text[start:end])
            if isinstance(dice, Fault):
                raise _NoValue(Fault("bad-dice", "dice are added and taken away, and no more", start, end))
            return dice


_Number = int | Fraction
_WORK: Final[Mapping[str, Callable[[_Number, _Number], _Number]]] = MappingProxyType(
    {"*": runtime.times, "/": runtime.divided, "//": runtime.divided_down}
)
_COMPARED: Final[Mapping[str, Callable[[_Number, _Number], bool]]] = MappingProxyType(
    {
        "==": lambda one, other: one == other,
        "!=": lambda one, other: one != other,
        "<": lambda one, other: one < other,
        "<=": lambda one, other: one <= other,
        ">": lambda one, other: one > other,
        ">=": lambda one, other: one >= other,
    }
)
_ROUNDED: Final[Mapping[str, Callable[[int | Fraction], int]]] = MappingProxyType(
    {
        name: getattr(runtime, name)
        for name in ("round_down", "round_up", "round_half_up", "round_half_even", "toward_zero")
    }
)


def _worked_out(node: Formula, before: _Value | None) -> _Value:
    match node:
        case syntax.Number(value=written):
            return written
        case syntax.Flag(value=flag):
            return flag
        case syntax.Name(id="inherited") if before is not None:
            return before
        case syntax.Negative(value=inner):
            return -_number(inner, before)
        case syntax.Not(value=inner):
            return not _flag(inner, before)
        case syntax.Sum(signs=signs, parts=parts):
            total: int | Fraction = 0
            for sign, part in zip(signs, parts, strict=True):
                total += _number(part, before) if sign == "+" else -_number(part, before)
            return _whole(total)
        case syntax.Product(signs=factors, parts=parts):
            product: int | Fraction = 1
            for by, part in zip(factors, parts, strict=True):
                product = _whole(_WORK[by](product, _number(part, before)))
            return product
        case syntax.Compare(op=op, left=left, right=right):
            return _COMPARED[op](_number(left, before), _number(right, before))
        case syntax.Logic(op=op, parts=parts):
            flags = [_flag(part, before) for part in parts]
            return all(flags) if op == "and" else any(flags)
        case syntax.If(test=test, yes=yes, no=no):
            return _worked_out(yes if _flag(test, before) else no, before)
        case syntax.Call(id=id, args=(inner,), named=()) if id in _ROUNDED:
            return _ROUNDED[id](_number(inner, before))
        case syntax.Call(id="abs", args=(inner,), named=()):
            number = _number(inner, before)
            return -number if number < 0 else number
        case syntax.Call(id="min" | "max" as id, args=args, named=()) if args:
            pick: Callable[[list[_Number]], _Number] = min if id == "min" else max
            return pick([_number(arg, before) for arg in args])
        case _:
            hint = (hint_of(node.id) if isinstance(node, syntax.Name) else "") or _NUMBERS_ONLY
            raise _NoValue(Fault("wrong-type", "this cannot be worked out here", *node.span, hint))


def _whole(value: int | Fraction) -> int | Fraction:
    return runtime.held(value.numerator if value.denominator == 1 else value)


def _number(node: Formula, before: _Value | None) -> int | Fraction:
    value = _worked_out(node, before)
    if isinstance(value, bool):
        raise _NoValue(Fault("wrong-type", "a number is needed here, and this is true or false", *node.span))
    return value


def _flag(node: Formula, before: _Value | None) -> bool:
    value = _worked_out(node, before)
    if not isinstance(value, bool):
        raise _NoValue(Fault("wrong-type", "true or false is needed here, and this is a number", *node.span))
    return value
