"""One pool in dice notation, read: `d6`, `d%`, `3d6ro<=2kh1`.

Refused is what popular tools read in different ways, and what could not be thrown whatever the faces.
"""

from __future__ import annotations

import re
from typing import Literal, cast

from handhold import limits
from handhold.language import syntax
from handhold.language.dice import DiceFault, Pool, checked_pool
from handhold.language.faults import Fault

_HEAD = re.compile(r"d([0-9]+|[%F])")
_CHANGE = re.compile(
    r"\s*(?:(?P<keep>[kd][hl]?)(?P<kept>[0-9]*)"
    r"|(?P<reroll>r[or]?)\s*(?P<op>[<>]=?|=)?\s*(?P<face>[0-9]*)"
    r"|!(?P<more>!|p|[<>]=?[0-9]*|[0-9]+)?)"
)

Keep = Literal["kh", "kl", "dh", "dl"]
Reroll = Literal["ro", "rr"]


class _Bad(Exception):
    """Dice that are refused: the place in the notation, the message, the hint."""


def read_die(text: str, count: syntax.Formula, span: syntax.Place, start: int) -> syntax.Dice | Fault:
    """The pool that `text` makes with `count`, or the fault `bad-dice`.

    `text` is a DIE of the grammar that begins at the offset `start` of its formula; `span` is the place of the pool.
    """
    try:
        dice = _read(text, count, span)
        _check(dice)
    except _Bad as bad:
        (low, high), message, hint = bad.args
        return Fault("bad-dice", message, start + low, start + high, hint)
    except DiceFault as fault:
        return Fault("bad-dice", str(fault), *span)
    return dice


def pool(dice: syntax.Dice, count: int) -> Pool:
    """`count` of the dice, as they are thrown. Raises DiceFault as `checked_pool` does."""
    sides = 0 if dice.sides == "F" else dice.sides
    kind, reroll_to = dice.reroll or ("", 0)
    if dice.keep is None:
        return checked_pool(Pool(count, sides, kind, reroll_to, dice.explode))
    how, number = dice.keep
    if number > count:
        raise DiceFault(f"{number} dice are {'kept' if how[0] == 'k' else 'dropped'} of {count} thrown")
    keep = number if how[0] == "k" else count - number
    which: Literal["h", "l"] = "h" if how in ("kh", "dl") else "l"
    return checked_pool(Pool(count, sides, kind, reroll_to, dice.explode, keep, which))


def _read(text: str, count: syntax.Formula, span: syntax.Place) -> syntax.Dice:
    head = _HEAD.match(text)
    assert head is not None
    sides = _sides(head)
    reroll: tuple[Reroll, int] | None = None
    explode = False
    keep: tuple[Keep, int] | None = None
    position = head.end()
    while position < len(text):
        change = _CHANGE.match(text, position)
        assert change is not None
        place = (position + len(change[0]) - len(change[0].lstrip()), change.end())
        if change["reroll"]:
            if reroll or explode or keep:
                raise _Bad(place, "a reroll comes first, and only once", "then '!' or one of kh, kl, dh, dl may follow")
            reroll = _reroll(change, place)
        elif explode or keep:
            raise _Bad(place, "dice either explode or are kept or dropped, once", "take the second away")
        elif change["keep"]:
            keep = _keep(change, place)
        else:
            explode = _explode(change, place)
        position = change.end()
    return syntax.Dice(count, sides, reroll, explode, keep, span)


def _sides(head: re.Match[str]) -> int | Literal["F"]:
    if head[1] == "%":
        return 100
    if head[1] == "F":
        return "F"
    sides = _whole(head[1], head.span())
    if sides == 0:
        raise _Bad(head.span(), "a die has at least one side", "")
    if head[1][0] == "0":
        raise _Bad(head.span(), "the sides do not begin with a 0", f"write d{sides}")
    return sides


def _reroll(change: re.Match[str], place: syntax.Place) -> tuple[Reroll, int]:
    kind, op, face = change["reroll"], change["op"], change["face"]
    if kind == "r":
        raise _Bad(place, "'r' alone can be read in two ways", "write ro<=1 to reroll once, rr<=1 until none is left")
    if op is not None and op.startswith(">"):
        raise _Bad(place, "only low faces can be rerolled", f"write {kind}<=1")
    if op != "<=" or not face:
        up_to = int(face[:4] or 1) - (op == "<" and face > "0")
        raise _Bad(place, f"'{kind}' says up to which face", f"write {kind}<={up_to}")
    return cast("Reroll", kind), _whole(face, place)


def _keep(change: re.Match[str], place: syntax.Place) -> tuple[Keep, int]:
    kind, kept = change["keep"], change["kept"]
    if kind in ("k", "d"):
        verb = "keep" if kind == "k" else "drop"
        number = kept[:4] or "1"
        hint = f"write {kind}h{number} to {verb} the highest, {kind}l{number} to {verb} the lowest"
        raise _Bad(place, f"'{kind}' alone can be read in two ways", hint)
    if not kept:
        raise _Bad(place, f"'{kind}' says how many dice", f"write {kind}1")
    return cast("Keep", kind), _whole(kept, place)


def _explode(change: re.Match[str], place: syntax.Place) -> bool:
    if change["more"]:
        hint = "write '!' alone; to compare the total put a blank before the comparison"
        raise _Bad(place, "an explosion is always on the highest face", hint)
    return True


def _whole(digits: str, place: syntax.Place) -> int:
    if len(digits) > limits.DIGITS:
        raise _Bad(place, f"a number of {len(digits)} digits; {limits.DIGITS} are allowed", "")
    return int(digits)


def _check(dice: syntax.Dice) -> None:
    """Refuses what can be seen to be no dice, whatever number an unknown count will be."""
    if not isinstance(dice.count, syntax.Number):
        pool(dice, dice.keep[1] if dice.keep else 0)
    elif isinstance(dice.count.value, int):
        pool(dice, dice.count.value)
    else:
        raise DiceFault("the number of dice is a whole number")
