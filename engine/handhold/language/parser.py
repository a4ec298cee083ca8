"""Text to trees: formulas, and the constants and types of data slots.

A text may be a raw slice of a file: blanks and line ends around it do no harm, and every offset is one in the text
given. What cannot be read is a `Fault`, never an exception. Lark is imported and its grammar loaded once, when the
first formula is read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Literal, cast

from handhold import limits
from handhold.language import syntax
from handhold.language.builder import RULES, Refused, bare
from handhold.language.dice import DiceFault, DiceValue, Pool, few_rerolls
from handhold.language.die import pool
from handhold.language.faults import Fault
from handhold.language.mistakes import unfinished, wrong_character, wrong_token
from handhold.language.syntax import Formula

if TYPE_CHECKING:
    from lark import Lark, Token

_SHORTER = "give a part of it a name of its own"


def parse(text: str) -> Formula | Fault:
    """The tree of a formula, or the first fault in it: `formula-syntax`, `formula-too-big` or `bad-dice`."""
    if len(text) > limits.FORMULA_LENGTH:
        message = f"the formula has {len(text)} characters; {limits.FORMULA_LENGTH} are allowed"
        return Fault("formula-too-big", message, limits.FORMULA_LENGTH, len(text), _SHORTER)
    from lark import Token, UnexpectedCharacters, UnexpectedToken

    seen: list[Token] = []
    state = _grammar().parse_interactive(text)
    try:
        for token in state.iter_parse():
            seen.append(token)
        tree = bare(state.feed_token(Token("$END", "")))
    except UnexpectedCharacters as unexpected:
        return wrong_character(text, cast("int", unexpected.pos_in_stream))
    except UnexpectedToken as unexpected:
        return unfinished(seen) if unexpected.token.type == "$END" else wrong_token(text, seen)
    except Refused as refused:
        return refused.fault
    # Every node and every pair of parentheses takes a token, but for the unwritten count of a die.
    if len(seen) >= limits.FORMULA_DEPTH and _depth(tree, seen) > limits.FORMULA_DEPTH:
        message = f"the formula is nested more than {limits.FORMULA_DEPTH} levels deep"
        return Fault("formula-too-big", message, *tree.span, _SHORTER)
    return tree


@cache
def _grammar() -> Lark:
    from lark import Lark

    text = resources.files(__package__).joinpath("grammar.lark").read_text("utf-8")
    return Lark(text, parser="lalr", lexer="basic", transformer=RULES)


def _depth(tree: Formula, tokens: Sequence[Token]) -> int:
    """The levels of the tree or of the parentheses, whichever are more."""
    open_now = deepest = 0
    for token in tokens:
        open_now += (token.type == "LPAR") - (token.type == "RPAR")
        deepest = max(deepest, open_now)
    level = 0
    nodes: tuple[Formula, ...] = (tree,)
    while nodes and level <= limits.FORMULA_DEPTH:
        level += 1
        nodes = tuple(child for node in nodes for child in syntax.children(node))
    return max(level, deepest)


# -- dice in data slots --------------------------------------------------------------------------


def parse_dice(text: str) -> DiceValue | Fault:
    """The dice value of a data slot: `3d20+1`, `d6 - d4`, `successes(5d6, 4)`, or a whole number alone.

    What is a formula, but no constant dice, is the fault `bad-dice`.
    """
    tree = parse(text)
    if isinstance(tree, Fault):
        return tree
    try:
        value = _dice(tree)
    except _NoDice as no_dice:
        return no_dice.fault
    if len(value.pools) > limits.POOLS:
        return Fault("bad-dice", f"{len(value.pools)} pools of dice; {limits.POOLS} are allowed", *tree.span)
    try:
        few_rerolls(value.pools)
    except DiceFault as fault:
        return Fault("bad-dice", str(fault), *tree.span)
    if len(str(abs(value.plus))) > limits.DIGITS:
        return Fault("formula-too-big", f"a number of more than {limits.DIGITS} digits", *tree.span)
    return value


class _NoDice(Exception):
    """Stops the folding of dice with the fault found."""

    def __init__(self, node: Formula, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.fault = Fault("bad-dice", message, *node.span, hint)


def _dice(node: Formula) -> DiceValue:
    match node:
        case syntax.Number(value=int() as number):
            return DiceValue((), number)
        case syntax.Number():
            raise _NoDice(node, "a dice value holds whole numbers only")
        case syntax.Negative(value=value):
            return _negated(_dice(value))
        case syntax.Sum(signs=signs, parts=parts):
            values = [_dice(p) if sign == "+" else _negated(_dice(p)) for sign, p in zip(signs, parts, strict=True)]
            return DiceValue(tuple(one for value in values for one in value.pools), sum(value.plus for value in values))
        case syntax.Dice(count=count):
            try:
                return DiceValue((pool(node, _whole(count, "the number of dice")),))
            except DiceFault as fault:
                raise _NoDice(node, str(fault)) from None
        case syntax.Call(id="successes"):
            return DiceValue((_successes(node),))
        case _:
            raise _NoDice(node, "this is no dice value", "dice are written with numbers only, as 2d6 + 1")


def _negated(value: DiceValue) -> DiceValue:
    return DiceValue(tuple(one._replace(sign=-one.sign) for one in value.pools), -value.plus)


def _successes(node: syntax.Call) -> Pool:
    how = "write successes(5d6, 4): the dice, and the least number that counts"
    if len(node.args) != 2 or node.named:
        raise _NoDice(node, "'successes' has two parts", how)
    dice, least = node.args
    value = _dice(dice)
    if len(value.pools) != 1 or value.plus or value.pools[0].sign < 0 or value.pools[0].at_least:
        raise _NoDice(dice, "'successes' counts the dice of one pool", how)
    at_least = _whole(least, "the least number that counts")
    if at_least < 1:
        raise _NoDice(least, "the least number that counts is 1 or more", how)
    return value.pools[0]._replace(at_least=at_least)


def _whole(node: Formula, what: str) -> int:
    value = _dice(node)
    if value.pools:
        raise _NoDice(node, f"{what} is a whole number, not dice")
    return value.plus


# -- types ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TypeText:
    """A type as written; `span` is its place in the text.

    `kind` is "name" for the bare word `id`, else "optional", "list" or "group" of the type `of`. An optional is
    outermost, and a group is of a name.
    """

    kind: Literal["name", "optional", "list", "group"]
    id: str = ""
    of: TypeText | None = None
    span: syntax.Place = syntax.NOWHERE


_TYPE_WORD = re.compile(r"[^\W\d]\w*|\S")
_ID = re.compile(r"[a-z][a-z0-9_]*")


def parse_type(text: str) -> TypeText | Fault:
    """The type that a text names, or the fault `bad-value`; what its names mean is not looked at."""
    found = list(_TYPE_WORD.finditer(text))
    words = [word[0] for word in found]
    outer: list[tuple[Literal["optional", "list", "group"], int]] = []
    at = 0
    while at + 1 < len(words):
        start = found[at].start()
        match words[at : at + 2]:
            case ["optional", _]:
                if outer:
                    return Fault("bad-value", "'optional' stands first in a type", *found[at].span())
                outer.append(("optional", start))
                at += 1
            case ["list", "of"]:
                outer.append(("list", start))
                at += 2
            case ["group", "of"]:
                outer.append(("group", start))
                at += 2
            case _:
                break
    fault = _type_fault(text, found[at:], [kind for kind, _ in outer])
    if fault is not None:
        return fault
    end = found[at].end()
    written = TypeText("name", words[at], None, found[at].span())
    for kind, start in reversed(outer):
        written = TypeText(kind, "", written, (start, end))
    return written


def _type_fault(text: str, rest: list[re.Match[str]], outer: list[str]) -> Fault | None:
    """What is wrong with the words from the name of a type on."""
    hint = "write a plain type, a table or a sheet; 'optional', 'list of' or 'group of' may stand before it"
    if not rest:
        end = len(text.rstrip())
        return Fault("bad-value", "a type is missing here", end, end, hint)
    word = rest[0]
    if len(word[0]) > limits.ID_LENGTH or len(outer) > limits.FORMULA_DEPTH:
        return Fault("bad-value", "the type is too long", word.start(), rest[-1].end())
    if _ID.fullmatch(word[0].lower()) and len(rest) == 1:
        hint = f"write '{word[0].lower()}'" if word[0] != word[0].lower() else hint
    if not _ID.fullmatch(word[0]):
        return Fault("bad-value", "this is no type", word.start(), rest[-1].end(), hint)
    if len(rest) > 1:
        if rest[1][0] == "?":
            hint = f"write 'optional {word[0]}'"
        elif rest[1][0] == "(":
            hint = f"limits are keys: {{type: {word[0]}, min: 0, max: 20}}"
        elif word[0] in ("list", "group"):
            hint = f"write '{word[0]} of …'"
        return Fault("bad-value", f"something follows the type '{word[0]}'", rest[1].start(), rest[-1].end(), hint)
    if "group" in outer[:-1]:
        return Fault("bad-value", "a group is of one kind of sheet", *word.span(), "write 'group of' and a sheet")
    return None


# -- ranges --------------------------------------------------------------------------------------

_WRITTEN = r"-?[0-9]+(?:\.[0-9]+)?"
_MEANT_RANGE = re.compile(
    rf"\s*(?:(?P<low>{_WRITTEN})\s*(?:-|–|—|\.{{3,}}|…|to)\s*(?P<high>{_WRITTEN})"
    rf"|(?P<least>{_WRITTEN})\s*(?:\+|or more))\s*"
)
"""A range as it is written in books."""
_RANGE = re.compile(rf"\s*(?P<low>{_WRITTEN})?\s*(?P<dots>\.\.)?\s*(?P<high>{_WRITTEN})?\s*")


def parse_range(text: str) -> tuple[int | Fraction | None, int | Fraction | None] | Fault:
    """The least and greatest number of an `at`: `0..`, `..-10`, `-2..-1`, `4`; None is an open end.

    What is no number and no range is the fault `bad-value`.
    """
    start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    found = _RANGE.fullmatch(text)
    if found is None or (found["dots"] is None and (found["low"] is None or found["high"] is not None)):
        meant = _MEANT_RANGE.fullmatch(text)
        low, high = (meant["low"] or meant["least"] or "", meant["high"] or "") if meant is not None else ("", "")
        hint = f"write {low}..{high}" if meant is not None else "write a number, or a range as 1..5, 0.. or ..-10"
        return Fault("bad-value", "this is no number and no range of numbers", min(start, end), end, hint)
    ends = []
    for part in ("low", "high"):
        digits = found[part]
        if digits is not None and sum(map(str.isdigit, digits)) > limits.DIGITS:
            return Fault("formula-too-big", f"a number of more than {limits.DIGITS} digits", *found.span(part))
        ends.append(None if digits is None else _number(digits))
    low, high = ends
    if found["dots"] is None:
        return low, low
    if low is not None and high is not None and low > high:
        hint = f"the lower end comes first: {found['high']}..{found['low']}"
        return Fault("bad-value", "there is no number in this range", start, end, hint)
    return low, high


def _number(digits: str) -> int | Fraction:
    value = Fraction(digits)
    return value.numerator if value.denominator == 1 else value
