"""The tree of a formula, built while Lark parses: one function for each rule of `grammar.lark`.

Lark calls them from the inside out with the parts of the rule, so nothing here recurses. What the grammar reads
only to be answered (mixed `and` and `or`, a comparison of a comparison, a loose `otherwise`) is refused here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace
from typing import TYPE_CHECKING, Literal, NamedTuple, NoReturn, cast

from handhold import limits
from handhold.language import advice, syntax
from handhold.language.die import read_die
from handhold.language.faults import Fault
from handhold.language.printer import Level, level
from handhold.language.syntax import Formula

if TYPE_CHECKING:
    from lark import Token


class Refused(Exception):
    """Stops a parse with the fault found."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Parentheses:
    """A formula that stood in parentheses; `span` takes these in."""

    inside: Formula
    span: syntax.Place


_Signs = tuple[Literal["+", "-"], ...]
_Factors = tuple[Literal["*", "/", "//"], ...]
_Op = Literal["==", "!=", "<", "<=", ">", ">="]

Part = Formula | Parentheses
"""What a rule is given for a formula."""


class Step(NamedTuple):
    """A further operand of a chain, with its operator."""

    sign: str
    part: Part


def bare(part: Part) -> Formula:
    """The formula without the mark of its parentheses."""
    return part.inside if isinstance(part, Parentheses) else part


# -- atoms ---------------------------------------------------------------------------------------


def _number(token: Token) -> Formula:
    place = _place(token)
    digits = len(token) - ("." in token)
    if digits > limits.DIGITS:
        _too_big(f"a number of {digits} digits; {limits.DIGITS} are allowed", place)
    if token[0] == "0" and token[1:2].isdigit():
        _refuse("a number does not begin with a needless 0", place, f"write {token.lstrip('0') or 0}")
    value = Fraction(token) if "." in token else int(token)
    return syntax.Number(value.numerator if value.denominator == 1 else value, place)


def _true(token: Token) -> Formula:
    return syntax.Flag(True, _place(token))


def _false(token: Token) -> Formula:
    return syntax.Flag(False, _place(token))


def _nothing(token: Token) -> Formula:
    return syntax.Nothing(_place(token))


def _old(token: Token) -> Formula:
    return syntax.Old(_place(token))


def _name(token: Token) -> Formula:
    return syntax.Name(_id(token), _place(token))


def _parentheses(opened: Token, inside: Part, closed: Token) -> Part:
    return Parentheses(bare(inside), _around(opened, closed))


def _dot(base: Part, token: Token) -> Formula:
    return syntax.Dot(bare(base), _id(token), (base.span[0], _place(token)[1]))


def _call(token: Token, *rest: Part | syntax.Named | Token | None) -> Formula:
    *arguments, closed = rest
    parts = [part for part in arguments if part is not None]
    place = _around(token, cast("Token", closed))
    _count(len(parts), place, "parts of a call")
    named = tuple(part for part in parts if isinstance(part, syntax.Named))
    args = tuple(bare(cast("Part", part)) for part in parts if not isinstance(part, syntax.Named))
    return syntax.Call(_id(token), args, named, place)


def _named(token: Token, value: Part) -> syntax.Named:
    return syntax.Named(_id(token), bare(value), (_place(token)[0], value.span[1]))


def _each(token: Token, value: Part, variable: Token, source: Part, test: Part | None, closed: Token) -> Formula:
    where = None if test is None else bare(test)
    return syntax.Each(_id(token), bare(value), _id(variable), bare(source), where, _around(token, closed))


def _die(token: Token) -> Formula:
    return _dice(syntax.Number(1, _place(token)), token, _place(token)[0])


def _dice_rule(count: Token, token: Token) -> Formula:
    return _dice(_number(count), token, _place(count)[0])


def _dice_of(opened: Token, count: Part, closed: Token, token: Token) -> Formula:
    return _dice(bare(count), token, _place(opened)[0])


def _dice(count: Formula, token: Token, start: int) -> Formula:
    found = read_die(str(token), count, (start, _place(token)[1]), _place(token)[0])
    if isinstance(found, Fault):
        raise Refused(found)
    return found


# -- operators -----------------------------------------------------------------------------------


def _addend(sign: Token, part: Part) -> Step:
    return Step(str(sign), part)


def _total(first: Part, *rest: Step) -> Formula:
    return _chain(bare(first), first.span[0], rest)


def _negative(minus: Token, part: Part) -> syntax.Negative:
    return syntax.Negative(bare(part), (_place(minus)[0], part.span[1]))


def _negative_total(minus: Token, first: Part, *rest: Step) -> Formula:
    return _chain(_negative(minus, first), _place(minus)[0], rest)


def _chain(first: Formula, start: int, rest: tuple[Step, ...]) -> Formula:
    place = (start, rest[-1].part.span[1])
    _count(1 + len(rest), place, "operands in one chain")
    signs = ("+", *(step.sign for step in rest))
    return syntax.Sum(cast("_Signs", signs), (first, *(bare(step.part) for step in rest)), place)


def _product(first: Part, *rest: Step) -> Formula:
    place = (first.span[0], rest[-1].part.span[1])
    _count(1 + len(rest), place, "operands in one chain")
    signs = ("*", *(step.sign for step in rest))
    return syntax.Product(cast("_Factors", signs), (bare(first), *(bare(step.part) for step in rest)), place)


def _range(low: Part, high: Part) -> Formula:
    return syntax.Range(bare(low), bare(high), _across(low, high))


def _comparison(left: Part, op: Token, right: Part) -> Formula:
    return syntax.Compare(cast("_Op", str(op)), bare(left), bare(right), _across(left, right))


def _identity(left: Part, negated: Token | None, right: Part) -> Formula:
    return syntax.Is(bare(left), bare(right), negated is not None, _across(left, right))


def _one_of(left: Part, negated: Token | None, *rest: Part | Token) -> Formula:
    options = cast("tuple[Part, ...]", rest[:-1])
    place = (left.span[0], _place(cast("Token", rest[-1]))[1])
    _count(len(options), place, "things in one list")
    return syntax.OneOf(bare(left), tuple(map(bare, options)), negated is not None, place)


def _membership(left: Part, source: Part) -> Formula:
    return syntax.In(bare(left), bare(source), _across(left, source))


def _negation(word: Token, part: Part) -> Formula:
    return syntax.Not(bare(part), (_place(word)[0], part.span[1]))


def _junction(word: Token, part: Part) -> Step:
    return Step(str(word), part)


def _logic_rule(first: Part, *rest: Step) -> Formula:
    place = (first.span[0], rest[-1].part.span[1])
    _count(1 + len(rest), place, "operands in one chain")
    parts = (bare(first), *(bare(step.part) for step in rest))
    signs = [step.sign for step in rest]
    if len(set(signs)) > 1:
        raise Refused(advice.mixed(parts, signs, place))
    return syntax.Logic("and" if signs[0] == "and" else "or", parts, place)


def _choice(word: Token, test: Part, yes: Part, no: Part) -> Formula:
    return syntax.If(bare(test), bare(yes), bare(no), (_place(word)[0], no.span[1]))


def _fallback(*parts: Part) -> Formula:
    last = parts[-1]
    node = bare(last)
    for part in reversed(parts[:-1]):
        node = syntax.Otherwise(bare(part), node, (part.span[0], last.span[1]))
    loose = [part.span for part in parts if not _is_single(part, last=part is last)]
    if loose:
        raise Refused(advice.loose(tuple(map(bare, parts)), node, loose[0]))
    return node


def _is_single(part: Part, *, last: bool) -> bool:
    if isinstance(part, Parentheses):
        return True
    return level(part) is Level.SINGLE or (last and advice.is_negative_number(part))


def _chained(left: Formula, op: Token, right: Part) -> NoReturn:
    raise Refused(advice.chained(left, cast("_Op", str(op)), bare(right), (left.span[0], right.span[1])))


# -- places and faults ---------------------------------------------------------------------------


def _place(token: Token) -> syntax.Place:
    assert token.start_pos is not None
    assert token.end_pos is not None
    return token.start_pos, token.end_pos


def _around(first: Token, last: Token) -> syntax.Place:
    return _place(first)[0], _place(last)[1]


def _across(left: Part, right: Part) -> syntax.Place:
    return left.span[0], right.span[1]


def _id(token: Token) -> str:
    if len(token) > limits.ID_LENGTH:
        _too_big(f"a name of {len(token)} characters; {limits.ID_LENGTH} are allowed", _place(token))
    return str(token)


def _count(number: int, place: syntax.Place, what: str) -> None:
    if number > limits.FORMULA_TERMS:
        _too_big(f"{number} {what}; {limits.FORMULA_TERMS} are allowed", place, "give a part of it a name of its own")


def _refuse(message: str, place: syntax.Place, hint: str) -> NoReturn:
    raise Refused(Fault("formula-syntax", message, *place, hint))


def _too_big(message: str, place: syntax.Place, hint: str = "") -> NoReturn:
    raise Refused(Fault("formula-too-big", message, *place, hint))


# -- for Lark ------------------------------------------------------------------------------------

_BUILD: dict[str, Callable[..., object]] = {
    "choice": _choice,
    "fallback": _fallback,
    "logic": _logic_rule,
    "junction": _junction,
    "negation": _negation,
    "range": _range,
    "comparison": _comparison,
    "identity": _identity,
    "one_of": _one_of,
    "membership": _membership,
    "chained": _chained,
    "total": _total,
    "negative": _negative,
    "negative_total": _negative_total,
    "addend": _addend,
    "product": _product,
    "factor": _addend,
    "dot": _dot,
    "number": _number,
    "true": _true,
    "false": _false,
    "nothing": _nothing,
    "old": _old,
    "name": _name,
    "call": _call,
    "each": _each,
    "die": _die,
    "dice": _dice_rule,
    "dice_of": _dice_of,
    "parentheses": _parentheses,
    "named": _named,
}


def _spread(build: Callable[..., object]) -> Callable[[list[object]], object]:
    return lambda parts: build(*parts)


RULES = SimpleNamespace(**{rule: _spread(build) for rule, build in _BUILD.items()})
"""What Lark calls for each rule of the grammar."""
