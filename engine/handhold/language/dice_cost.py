"""What the exact table of the totals of dice takes, reckoned without it."""

from __future__ import annotations

from handhold import limits
from handhold.language.dice import DiceValue, Pool


def pool_range(pool: Pool) -> tuple[int, int]:
    """The least and the greatest value of a pool, its sign left out."""
    first = max(pool.low, pool.reroll_to + 1) if pool.reroll == "rr" else pool.low
    thrown = 1 + limits.EXTRA_THROWS if pool.explode else 1
    # Dice of which every reroll but the highest face is refused explode each time.
    certain = thrown if first == pool.high else 1
    kept = pool.keep if pool.keep_which else pool.number
    if pool.at_least:
        return (kept * certain if first >= pool.at_least else 0), (kept * thrown if pool.high >= pool.at_least else 0)
    return kept * certain * first, kept * thrown * pool.high


def cost(dice: DiceValue) -> int:
    """A bound on the sums and products that the table of totals takes, longer numbers counted as more; quick to
    reckon.

    Exact odds refuse more than `limits.DICE_STEPS`.
    """
    steps = cells = bits = 1
    for pool in dice.pools:
        low, high = pool_range(pool)
        more_bits = _weight_bits(pool)
        steps += pool_cost(pool)
        if cells > 1:
            steps += cells * (high - low + 1) * (1 + bits // 512) * (1 + more_bits // 512)
        cells += high - low
        bits += more_bits
    return steps + cells


def _weight_bits(pool: Pool) -> int:
    throws = (2 if pool.reroll == "ro" else 1) * (1 + limits.EXTRA_THROWS if pool.explode else 1)
    return pool.number * throws * (pool.high - pool.low + 1).bit_length()


def pool_cost(pool: Pool) -> int:
    """The part of `cost` that the table of one pool is."""
    low, high = pool_range(pool)
    thrown = 1 + limits.EXTRA_THROWS if pool.explode else 1
    width = (pool.high - pool.low + 1) * thrown
    digits = 1 + _weight_bits(pool) // 512
    even = pool.reroll != "ro" and not pool.explode
    if pool.at_least:
        return width + (pool.number * thrown + 1) * (thrown + 1) * digits
    if pool.keep_which and pool.keep < pool.number:
        cells = (pool.keep - 1) * width
        return width * (1 + pool.keep * (cells * (1 if even else width) + pool.number)) * digits
    if pool.number == 1:
        return width * (1 + limits.EXTRA_THROWS if pool.explode else 1)
    return width * thrown + (high - low + 1) * (pool.number // 2 + 1 if even else width) * digits
