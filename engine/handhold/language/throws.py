"""The least and the greatest total of dice, before a throw and where their number is not known yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from handhold import limits
from handhold.language.dice import DiceValue, Pool
from handhold.language.intervals import Interval, between

Reroll = tuple[Literal["ro", "rr"], int]
Keep = tuple[Literal["kh", "kl", "dh", "dl"], int]


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice: the totals that can be thrown, and the most dice that are counted, if it is one pool (None: not known)."""

    total: Interval
    dice: int | None

    def union(self, other: Throw) -> Throw:
        """One of the two."""
        dice = None if self.dice is None or other.dice is None else max(self.dice, other.dice)
        return Throw(self.total.union(other.total), dice)


def thrown(dice: DiceValue) -> Throw:
    """What a dice value can show."""
    total = between(dice.plus, dice.plus, True)
    for pool in dice.pools:
        kept = pool.keep if pool.keep_which else pool.number
        some = between(kept, kept, True) * _one(pool)
        total = total - some if pool.sign < 0 else total + some
    single = len(dice.pools) == 1 and dice.pools[0].sign > 0
    return Throw(total, kept * _throws(pool.explode) if single else None)


def made(count: Interval, sides: int, reroll: Reroll | None, explode: bool, keep: Keep | None) -> Throw:
    """What a pool can show whose number of dice is one of `count`; a number that cannot be thrown is a fault."""
    kept = count.clamped(0, limits.DICE)
    if keep is not None:
        how, number = keep
        some = between(number, number, True)
        kept = some if how[0] == "k" else (kept - some).clamped(0, None)
    kind, face = reroll or ("", 0)
    total = kept * _one(Pool(1, sides, kind, face, explode))
    assert kept.high is not None
    return Throw(total, max(0, int(kept.high)) * _throws(explode))


def _throws(explode: bool) -> int:
    return 1 + limits.EXTRA_THROWS if explode else 1


def _one(pool: Pool) -> Interval:
    """What one die of a pool adds, its sign left out."""
    first = max(pool.low, pool.reroll_to + 1) if pool.reroll == "rr" else pool.low
    # dice of which every face but the highest is thrown again explode each time
    certain = _throws(pool.explode) if first == pool.high else 1
    if pool.at_least:
        least = certain if first >= pool.at_least else 0
        return between(least, _throws(pool.explode) if pool.high >= pool.at_least else 0, True)
    return between(certain * first, _throws(pool.explode) * pool.high, True)
