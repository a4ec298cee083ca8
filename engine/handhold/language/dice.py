"""Dice values: pools of dice and a whole number, joined by `+` and `-`.

A dice value says what is thrown; it is no number until a roll step throws it. The notation is the one of the pack
language: rerolls first, then either an explosion or a keep.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from handhold import limits


class Pool(NamedTuple):
    """`number` equal dice. `sides` 0 stands for a fate die (-1, 0, +1), else a die counts from 1 to `sides`.

    `reroll` rerolls faces of at most `reroll_to`: "ro" once, "rr" until none is left. `explode` throws one more die
    for each highest face, `limits.EXTRA_THROWS` more at the most for each die. `keep` highest or lowest dice are
    counted (`keep_which`), -1 means all. `at_least` above 0 counts the dice that show so much or more instead of
    adding them. `sign` is +1 or -1: whether the pool is added or taken away.
    """

    number: int
    sides: int
    reroll: Literal["", "ro", "rr"] = ""
    reroll_to: int = 0
    explode: bool = False
    keep: int = -1
    keep_which: Literal["", "h", "l"] = ""
    at_least: int = 0
    sign: int = 1

    @property
    def low(self) -> int:
        """The lowest face of one die."""
        return 1 if self.sides else -1

    @property
    def high(self) -> int:
        """The highest face of one die."""
        return self.sides or 1


class DiceValue(NamedTuple):
    """Pools in the order written, and what is added to them: `3d20+1`."""

    # tuples, since dice are parts of the states of an odds run: made, hashed and compared there by the thousand
    pools: tuple[Pool, ...]
    plus: int = 0


@lru_cache(maxsize=limits.TABLES_KEPT)
def plain(pools: tuple[Pool, ...]) -> tuple[int, int, str] | None:
    """The number of dice, their sides and their notation, where the pools are one whose dice are added as they fall: no
    reroll, no explosion, nothing kept or counted, and within the budget; None for all others.
    """
    if len(pools) != 1:
        return None
    number, sides, reroll, _, explode, _, keep_which, at_least, sign = pools[0]
    if reroll or explode or keep_which or at_least or sign < 0:
        return None
    if not 0 < number <= limits.DICE or not 0 < sides <= limits.SIDES:
        return None
    return number, sides, f"{'' if number == 1 else number}d{sides}"


class DiceFault(ValueError):
    """Dice that cannot be thrown: fewer than none, more kept than thrown, over the budget."""


def _pool_text(pool: Pool) -> str:
    count = "" if pool.number == 1 else str(pool.number)
    text = f"{count}d{pool.sides or 'F'}"
    if pool.reroll:
        text += f"{pool.reroll}<={pool.reroll_to}"
    if pool.explode:
        text += "!"
    if pool.keep_which:
        text += f"k{pool.keep_which}{pool.keep}"
    return f"successes({text}, {pool.at_least})" if pool.at_least else text


@lru_cache(maxsize=limits.TABLES_KEPT)
def dice_text(dice: DiceValue) -> str:
    """The dice value in notation, without a leading 1, spaces or `+0`: `d20+3`, `3d6kh2-d4`."""
    one = plain(dice.pools)
    if one is not None:
        # nearly all dice
        return f"{one[2]}{dice.plus:+d}" if dice.plus else one[2]
    text = ""
    for pool in dice.pools:
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
    if pool.number < 0:
        raise DiceFault(f"{pool.number} dice cannot be thrown")
    if pool.number > limits.DICE:
        raise DiceFault(f"{pool.number} dice are more than the {limits.DICE} allowed")
    if pool.sides > limits.SIDES:
        raise DiceFault(f"a die of {pool.sides} sides has more than the {limits.SIDES} allowed")
    if pool.keep > pool.number:
        raise DiceFault(f"{pool.keep} dice are kept of {pool.number} thrown")
    if pool.explode and pool.low == pool.high:
        raise DiceFault("a die of one side would explode for ever")
    if pool.reroll == "rr":
        if pool.reroll_to >= pool.high:
            raise DiceFault("a reroll of every face never ends")
        few_rerolls((pool,))
    return pool


def expected_faces(pool: Pool) -> int:
    """How many faces a pool asks for on average, or a few more, where it rerolls until no low face is left; 0 for all
    others, whose faces have a bound.
    """
    if pool.reroll != "rr":
        return 0
    left = pool.high - max(pool.reroll_to, pool.low - 1)
    # where more than one face is left, an explosion brings less than one more die for each
    dice = pool.number * ((1 + limits.EXTRA_THROWS if left == 1 else 2) if pool.explode else 1)
    return -(-dice * (pool.high - pool.low + 1) // left)


def few_rerolls(pools: tuple[Pool, ...]) -> None:
    """Raises DiceFault where rerolls are to be expected in greater number than `limits.REROLLS`."""
    faces = sum(map(expected_faces, pools))
    if faces > limits.REROLLS:
        raise DiceFault(f"these rerolls ask for {faces:,} faces on average, and {limits.REROLLS:,} are allowed")
