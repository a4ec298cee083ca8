"""What dice can show: one throw of a dice value, and the exact table of its totals.

A throw asks for its faces in a fixed order, the same wherever dice are given or drawn: pool by pool from left to
right, in a pool die by die, and for each die its first face, the faces that replace it (rerolls), then its extra
dice one after the other, each with its own rerolls. Dropped dice are asked for like all others. An extra die is a
die of its pool, so it is rerolled by the same rule and explodes again, until its die has brought
`limits.EXTRA_THROWS` of them.

`rr` has no bound on the faces thrown, only on how many are to be expected; its table is the one of the face that is
left, each with the same weight.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb, gcd
from operator import add, mul, sub
from typing import Final

from handhold import limits
from handhold.language.dice import DiceFault, DiceValue, Pool, checked_pool, few_rerolls, plain
from handhold.language.dice_cost import cost, pool_cost, pool_range

_FEW: Final = 100
"""Plain dice with so many faces together, and their table is a short one."""
Table = tuple[int, tuple[int, ...]]
"""Weights of the whole numbers from the first entry on, one after the other; the first and last weight are not 0."""


def checked_dice(dice: DiceValue) -> DiceValue:
    """The dice value itself.

    Raises DiceFault if a pool of it cannot be thrown, or if it has more than `limits.POOLS` pools.
    """
    if len(dice.pools) > limits.POOLS:
        raise DiceFault(f"{len(dice.pools)} pools are more than the {limits.POOLS} allowed")
    for pool in dice.pools:
        checked_pool(pool)
        if pool.keep_which:
            if pool.keep < 0:
                raise DiceFault(f"more dice are dropped than the {pool.number} thrown")
            if pool.explode:
                raise DiceFault("dice either explode or are kept and dropped, not both")
        if pool.sides < 0:
            raise DiceFault(f"a die of {pool.sides} sides cannot be thrown")
        if pool.at_least < 0:
            raise DiceFault(f"successes are counted from a face of 1 or more, not from {pool.at_least}")
    if len(dice.pools) > 1:
        few_rerolls(dice.pools)
    return dice


# --- one throw ------------------------------------------------------------------------------------


def throw(dice: DiceValue, next_face: Callable[[int, int], int]) -> tuple[int, tuple[int, ...]]:
    """The total of one throw and all its faces in the order thrown (see the top of this module).

    `next_face(low, high)` gives one face from `low` to `high`. Raises DiceFault for dice that cannot be thrown, or
    that ask for more than `limits.FACES` faces, which only rerolls without end can.
    """
    checked_dice(dice)
    faces: list[int] = []
    total = dice.plus
    for pool in dice.pools:
        total += pool.sign * value_of(pool, _shown(pool, next_face, faces))
    return total, tuple(faces)


def value_of(pool: Pool, shown: Sequence[int]) -> int:
    """What the faces of a pool are worth, its sign left out: those kept, added or counted. No reroll is among them."""
    if pool.keep_which and pool.keep < pool.number:
        shown = sorted(shown)
        shown = shown[: pool.keep] if pool.keep_which == "l" else shown[pool.number - pool.keep :]
    if pool.at_least:
        return sum(face >= pool.at_least for face in shown)
    return sum(shown)


def _shown(pool: Pool, next_face: Callable[[int, int], int], faces: list[int]) -> list[int]:
    """Throws a pool: adds every face to `faces`, and returns those that no reroll has replaced."""
    low, high = pool.low, pool.high
    if not pool.reroll and not pool.explode:
        shown = [next_face(low, high) for _ in range(pool.number)]
        faces += shown
        return shown
    shown = []
    for _ in range(pool.number):
        for _ in range(1 + limits.EXTRA_THROWS):
            face = next_face(low, high)
            faces.append(face)
            rerolls = pool.reroll != ""
            while rerolls and face <= pool.reroll_to:
                if len(faces) >= limits.FACES:
                    raise DiceFault(f"one throw asks for more than the {limits.FACES} faces allowed")
                face = next_face(low, high)
                faces.append(face)
                rerolls = pool.reroll == "rr"
            shown.append(face)
            if not pool.explode or face < high:
                break
    return shown


# --- bounds ---------------------------------------------------------------------------------------


def least_and_greatest(dice: DiceValue) -> tuple[int, int]:
    """The least and the greatest total that can be thrown, reckoned without a table.

    Raises DiceFault for dice that cannot be thrown.
    """
    least = greatest = checked_dice(dice).plus
    for pool in dice.pools:
        low, high = pool_range(pool)
        least += high * pool.sign if pool.sign < 0 else low
        greatest += low * pool.sign if pool.sign < 0 else high
    return least, greatest


# --- tables ---------------------------------------------------------------------------------------


def distribution(dice: DiceValue) -> tuple[tuple[tuple[int, int], ...], int]:
    """Every total that can be thrown with its weight, sorted by total, and the sum of the weights.

    The chance of a total is its weight over that sum. Raises DiceFault for dice that cannot be thrown, and for a
    table that takes more than `limits.DICE_STEPS` steps.
    """
    known = plain(dice.pools)
    few = known is not None and known[0] * known[1] <= _FEW
    if not few and cost(checked_dice(dice)) > limits.DICE_STEPS:
        raise DiceFault("the totals of these dice are too many to work out")
    low = 0
    weights: tuple[int, ...] = (1,)
    for pool in dice.pools:
        if not pool.number:
            continue
        kept = few or pool_cost(pool) <= limits.TABLE_KEPT_STEPS
        least, more = _kept_table(pool) if kept else _table(pool)
        if pool.sign < 0:
            least, more = 1 - least - len(more), more[::-1]
        low += least
        weights = more if weights == (1,) else tuple(_times(weights, more))
    pairs = zip(range(low + dice.plus, low + dice.plus + len(weights)), weights, strict=True)
    if 0 in weights:
        return tuple(pair for pair in pairs if pair[1]), sum(weights)
    return tuple(pairs), sum(weights)


def _table(pool: Pool) -> Table:
    """The table of a pool, its sign left out."""
    if pool.at_least:
        return _successes(pool)
    if pool.explode or pool.reroll:
        low, weights = _dense(_exploded(pool, _faces(pool)) if pool.explode else _faces(pool))
    else:
        low, weights = pool.low, [1] * (pool.high - pool.low + 1)
    if not pool.keep_which or pool.keep == pool.number:
        return pool.number * low, tuple(_power(weights, pool.number))
    if pool.keep == 0:
        return 0, (1,)
    if pool.keep_which == "h":
        return pool.keep * low, tuple(_highest(weights, pool.number, pool.keep))
    return pool.keep * low, tuple(_highest(weights[::-1], pool.number, pool.keep)[::-1])


_kept_table = lru_cache(maxsize=limits.TABLES_KEPT)(_table)


def forget_tables() -> None:
    """Drops the tables that are kept for the next use."""
    _kept_table.cache_clear()


def _faces(pool: Pool) -> dict[int, int]:
    """Weights of the faces of one die after its rerolls."""
    sides = pool.high - pool.low + 1
    refused = max(0, min(pool.reroll_to - pool.low + 1, sides)) if pool.reroll else 0
    first_kept = pool.low + refused
    if pool.reroll == "rr":
        return dict.fromkeys(range(first_kept, pool.high + 1), 1)
    # A face comes up after a reroll in `refused` of sides * sides cases, at once in `sides` of them.
    weights = dict.fromkeys(range(pool.low, pool.high + 1), refused or 1)
    if refused:
        weights.update((face, refused + sides) for face in range(first_kept, pool.high + 1))
    return weights


def _exploded(pool: Pool, worth: Mapping[int, int], counted: bool = False) -> dict[int, int]:
    """Weights of what one die and its extra dice come to: faces added, or successes counted.

    `worth` are the weights of the faces of one die.
    """
    one = sum(worth.values())
    found: dict[int, int] = {}
    before, ways = 0, 1
    for thrown in range(1 + limits.EXTRA_THROWS):
        left = limits.EXTRA_THROWS - thrown
        for face, weight in worth.items():
            if face < pool.high or not left:
                total = before + (int(face >= pool.at_least) if counted else face)
                found[total] = found.get(total, 0) + ways * weight * one**left
        before += int(pool.high >= pool.at_least) if counted else pool.high
        ways *= worth[pool.high]
    return found


def _successes(pool: Pool) -> Table:
    faces = _faces(pool)
    if pool.explode:
        one = _exploded(pool, faces, counted=True)
    else:
        good = sum(weight for face, weight in faces.items() if face >= pool.at_least)
        one = {0: sum(faces.values()) - good, 1: good}
    low, weights = _dense(one)
    least, counts = pool.number * low, _power(weights, pool.number)
    if not pool.keep_which:
        return least, tuple(counts)
    # The highest dice hold as many of the successes as they can, the lowest only those that the dropped dice leave.
    dropped = pool.number - pool.keep
    kept: dict[int, int] = {}
    for number, ways in enumerate(counts, least):
        left = min(number, pool.keep) if pool.keep_which == "h" else max(number - dropped, 0)
        kept[left] = kept.get(left, 0) + ways
    low, weights = _dense(kept)
    return low, tuple(weights)


def _dense(weights: Mapping[int, int]) -> tuple[int, list[int]]:
    """The weights from the least number to the greatest, brought down to smallest terms."""
    numbers = [number for number, weight in weights.items() if weight]
    shared = gcd(*weights.values())
    low = min(numbers)
    return low, [weights.get(number, 0) // shared for number in range(low, max(numbers) + 1)]


# --- weights as polynomials: entry i is the weight of i -------------------------------------------


def _times(left: Sequence[int], right: Sequence[int]) -> list[int]:
    """The weights of a sum of two independent numbers."""
    if len(left) < len(right):
        left, right = right, left
    if right.count(right[0]) == len(right):
        return _windows(left, len(right), right[0])
    product = [0] * (len(left) + len(right) - 1)
    size = len(left)
    for start, weight in enumerate(right):
        if weight:
            product[start : start + size] = map(add, product[start : start + size], [weight * other for other in left])
    return product


def _windows(weights: Sequence[int], width: int, weight: int = 1) -> list[int]:
    """The weights times `width` equal weights: sums over windows, which take one step for each entry."""
    sums = list(accumulate(weights))
    found = map(sub, sums + sums[-1:] * (width - 1), [0] * width + sums)
    return list(found) if weight == 1 else [weight * entry for entry in found]


def _power(weights: Sequence[int], count: int) -> list[int]:
    """The weights of the sum of `count` equal independent numbers; the first weight is not 0."""
    if count < 2:
        return list(weights) if count else [1]
    width = len(weights)
    if weights.count(weights[0]) == width:
        power = [weights[0]] * width
        for _ in range(count - 1):
            power = _windows(power, width, weights[0])
        return power
    # J. C. P. Miller's recurrence (Knuth, The Art of Computer Programming, volume 2, 4.7): g = f^n has f g' = n f' g.
    first, rest = weights[0], weights[1:]
    moments = list(map(mul, rest, range(1, width)))
    power = [first**count]
    for entry in range(1, count * (width - 1) + 1):
        recent = power[:-width:-1]
        slopes = (count + 1) * sum(map(mul, moments, recent)) - entry * sum(map(mul, rest, recent))
        power.append(slopes // (entry * first))
    return power


def _highest(weights: Sequence[int], count: int, keep: int) -> list[int]:
    """The weights of the sum of the `keep` highest of `count` dice, 0 < keep < count.

    Split by the face of the lowest die kept and by how many of the kept dice are higher.
    """
    found = [0] * (keep * (len(weights) - 1) + 1)
    below = sum(weights)
    for face in range(len(weights) - 1, -1, -1):
        weight = weights[face]
        below -= weight
        higher = weights[face + 1 :]
        power: Sequence[int] = [1]
        for above in range(keep):
            if above:
                if not higher:
                    break
                power = _times(power, higher)
            ways = comb(count, above) * _at_least(keep - above, count - above, weight, below)
            if ways:
                start = face * keep + above
                end = start + len(power)
                found[start:end] = map(add, found[start:end], [ways * entry for entry in power])
    return found


def _at_least(least: int, count: int, weight: int, other: int) -> int:
    """In how many ways at least `least` of `count` dice fall on `weight` faces and all others on `other` faces."""
    if 2 * least <= count:
        every: int = (weight + other) ** count
        return every - _between(0, least, count, weight, other)
    return _between(least, count + 1, count, weight, other)


def _between(start: int, stop: int, count: int, weight: int, other: int) -> int:
    ways: int = sum(comb(count, hits) * weight**hits * other ** (count - hits) for hits in range(start, stop))
    return ways
