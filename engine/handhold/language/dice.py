"""Dice values: pools of dice and a whole number, joined by `+` and `-`.

A dice value says what is thrown; it is no number until a roll step throws it. The notation is the one of the pack
language: rerolls first, then either an explosion or a keep.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from handhold import limits


@dataclass(frozen=True, slots=True)
class Pool:
    """`count` equal dice. `sides` 0 stands for a fate die (-1, 0, +1), else a die counts from 1 to `sides`.

    `reroll` rerolls faces of at most `reroll_to`: "ro" once, "rr" until none is left. `explode` throws one more die
    for each highest face, `limits.EXTRA_THROWS` more at the most for each die. `keep` highest or lowest dice are
    counted (`keep_which`), -1 means all. `at_least` above 0 counts the dice that show so much or more instead of
    adding them. `sign` is +1 or -1: whether the pool is added or taken away.
    """

    count: int
    sides: int
    reroll: Literal["", "ro", "rr"] = ""
    reroll_to: int = 0
    explode: bool = False
    keep: int = -1
    keep_which: Literal["", "h", "l"] = ""
    at_least: int = 0
    sign: int = 1
    bare: bool = field(init=False, compare=False, repr=False)
    """Whether it is added as it falls: no reroll, no explosion, nothing kept or counted."""

    def __post_init__(self) -> None:
        special = self.reroll or self.explode or self.keep_which or self.at_least
        object.__setattr__(self, "bare", not special and self.sign > 0 and self.sides > 0)

    @property
    def low(self) -> int:
        """The lowest face of one die."""
        return 1 if self.sides else -1

    @property
    def high(self) -> int:
        """The highest face of one die."""
        return self.sides or 1


@dataclass(frozen=True, slots=True)
class DiceValue:
    """Pools in the order written, and what is added to them: `3d20+1`."""

    pools: tuple[Pool, ...]
    plus: int = 0


_new = object.__new__
_set_pools = vars(DiceValue)["pools"].__set__
_set_plus = vars(DiceValue)["plus"].__set__


def raised(dice: DiceValue | int, by: int) -> DiceValue:
    """The dice value (a whole number is one) with a whole number added, made past the slow ways of a frozen class."""
    if not isinstance(dice, DiceValue):
        return DiceValue((), dice + by)
    made = _new(DiceValue)
    _set_pools(made, dice.pools)
    _set_plus(made, dice.plus + by)
    return made


class DiceFault(ValueError):
    """Dice that cannot be thrown: fewer than none, more kept than thrown, over the budget."""


def _pool_text(pool: Pool) -> str:
    count = "" if pool.count == 1 else str(pool.count)
    text = f"{count}d{pool.sides or 'F'}"
    if pool.reroll:
        text += f"{pool.reroll}<={pool.reroll_to}"
    if pool.explode:
        text += "!"
    if pool.keep_which:
        text += f"k{pool.keep_which}{pool.keep}"
    return f"successes({text}, {pool.at_least})" if pool.at_least else text


def dice_text(dice: DiceValue) -> str:
    """The dice value in notation, without a leading 1, spaces or `+0`: `d20+3`, `3d6kh2-d4`."""
    pools = dice.pools
    if len(pools) == 1 and pools[0].bare:
        # nearly all dice
        count, sides, plus = pools[0].count, pools[0].sides, dice.plus
        return f"{'' if count == 1 else count}d{sides}{f'{plus:+d}' if plus else ''}"
    text = ""
    for pool in pools:
        sign = "-" if pool.sign < 0 else ("+" if text else "")
        text += sign + _pool_text(pool)
    if dice.plus or not text:
        text += f"{dice.plus:+d}" if text else str(dice.plus)
    return text


def checked_pool(pool: Pool) -> Pool:
    """The pool itself.

    Raises DiceFault if it cannot be thrown: fewer than no dice, more kept than thrown, a reroll or an explosion that
    never ends, more than `limits.DICE` dice or `limits.SIDES` sides.
    """
    if pool.count < 0:
        raise DiceFault(f"{pool.count} dice cannot be thrown")
    if pool.count > limits.DICE:
        raise DiceFault(f"{pool.count} dice are more than the {limits.DICE} allowed")
    if pool.sides > limits.SIDES:
        raise DiceFault(f"a die of {pool.sides} sides has more than the {limits.SIDES} allowed")
    if pool.keep > pool.count:
        raise DiceFault(f"{pool.keep} dice are kept of {pool.count} thrown")
    if pool.explode and pool.low == pool.high:
        raise DiceFault("a die of one side would explode for ever")
    if pool.reroll == "rr" and pool.reroll_to >= pool.high:
        raise DiceFault("a reroll of every face never ends")
    return pool
