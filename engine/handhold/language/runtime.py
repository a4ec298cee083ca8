"""What compiled formulas call: the exact arithmetic, lookups and dice of the language.

Everything here is a function of its arguments. A case that the rules cannot answer raises `RuleFault`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal

from handhold import limits
from handhold.language.dice import DiceFault, DiceValue, Pool, checked_pool, few_rerolls
from handhold.language.world import SHORT, Band, Number

_MOST = 10**limits.DIGITS
_DENSE: Final = 1_000
"""Numbers between the ends of a table that is looked up, not searched."""
_BEYOND: Final = 20
"""Numbers past the ends that are looked up too."""


class RuleFault(Exception):
    """A case that the rules of a pack cannot answer, in one sentence."""


def held(value: Number) -> Number:
    """The number itself. Raises RuleFault if it has more digits than the budget allows."""
    # nearly all numbers are short and whole
    if value.__class__ is int and -SHORT < value < SHORT:
        return value
    if -_MOST < value.numerator < _MOST and value.denominator < _MOST:
        return value
    raise RuleFault(f"a number grows past {limits.DIGITS} digits")


def held_or_none(value: Number | None) -> Number | None:
    """As `held`; nothing stays nothing."""
    return None if value is None else held(value)


def times(one: Number, other: Number) -> Number:
    """The product, held against the budget of digits."""
    return held(one * other)


def added(items: Iterable[Number]) -> Number:
    """The numbers added, held against the budget of digits as it grows."""
    total: Number = 0
    for item in items:
        total = held(total + item)
    return total


def divided(one: Number, other: Number) -> Number:
    """The exact quotient, an int where it is whole. Raises RuleFault for a division by zero."""
    if other == 0:
        raise RuleFault("a division by zero")
    if one.__class__ is int and other.__class__ is int and not one % other:
        return one // other
    quotient = Fraction(one) / other
    return quotient.numerator if quotient.denominator == 1 else held(quotient)


def divided_down(one: Number, other: Number) -> int:
    """The quotient rounded down. Raises RuleFault for a division by zero."""
    if other == 0:
        raise RuleFault("a division by zero")
    return one // other


def round_down(value: Number) -> int:
    """The greatest whole number that is not above."""
    return value.__floor__()


def round_up(value: Number) -> int:
    """The least whole number that is not below."""
    return value.__ceil__()


def round_half_up(value: Number) -> int:
    """The nearest whole number; a half goes up."""
    return (2 * value + 1) // 2


def round_half_even(value: Number) -> int:
    """The nearest whole number; a half goes to the even one."""
    return round(value)


def toward_zero(value: Number) -> int:
    """The whole number without the fraction."""
    return value.__trunc__()


def part(base: tuple[object, ...] | None, index: int) -> object:
    """A part of a sheet or pass, or a cell of a column; none of none."""
    return None if base is None else base[index]


def cell(column: tuple[object, ...], row: int | None) -> object:
    """A cell of a column; none of none."""
    return None if row is None else column[row]


def kept(value: object, known: Callable[[Number], str]) -> object:
    """The value itself. Raises RuleFault if it breaks a limit, which `known` says in words."""
    if value is not None:
        assert isinstance(value, int | Fraction)
        broken = known(value)
        if broken:
            raise RuleFault(f"{value} is {broken}")
        held(value)
    return value


def held_list(items: tuple[object, ...] | None) -> tuple[object, ...] | None:
    """The list itself. Raises RuleFault if it is longer than one that is given may be."""
    if items is not None and len(items) > limits.LIST_LENGTH:
        raise RuleFault(f"a list of {len(items)} is longer than the {limits.LIST_LENGTH} allowed")
    return items


def put(column: tuple[object, ...], index: int, value: object) -> tuple[object, ...]:
    """The column with one value replaced."""
    return (*column[:index], value, *column[index + 1 :])


def index_of(group: tuple[tuple[str, object], ...], key: str) -> int:
    """The position of a key. Raises RuleFault if the group has no such member."""
    for index, (known, _) in enumerate(group):
        if known == key:
            return index
    raise RuleFault(f"there is no member '{key}'")


def member(group: tuple[tuple[str, object], ...], key: str) -> object:
    """The member of a group with a key. Raises RuleFault if there is none."""
    return group[index_of(group, key)][1]


def pass_at(passes: tuple[tuple[object, ...], ...] | None, key: object) -> tuple[object, ...] | None:
    """The pass with a key, or none."""
    for each in passes or ():
        if each[0] == key:
            return each
    return None


def pass_of(passes: tuple[tuple[object, ...], ...], key: object) -> tuple[object, ...]:
    """The pass with a key. Raises RuleFault if the loop had no element with that key."""
    found = pass_at(passes, key)
    if found is None:
        raise RuleFault(f"there is no member '{key}'")
    return found


def apart(one: int, other: int) -> None:
    """Raises RuleFault if two positions are the same: one thing cannot be handed over twice."""
    if one == other:
        raise RuleFault("one thing is handed over twice")


def count_up(first: int, last: int) -> range:
    """The whole numbers from first to last. Raises RuleFault if they are more than the budget allows."""
    if last - first >= limits.RANGE_LENGTH:
        raise RuleFault(f"a range of {last - first + 1} numbers is longer than the {limits.RANGE_LENGTH} allowed")
    return range(first, last + 1)


def first(items: Iterable[object]) -> object:
    """The first element, or none."""
    return next(iter(items), None)


def last(items: tuple[object, ...]) -> object:
    """The last element, or none."""
    return items[-1] if items else None


def joined(lists: Iterable[tuple[object, ...]]) -> tuple[object, ...]:
    """Lists one after another."""
    return tuple(item for items in lists for item in items)


def lower(row: int) -> int | None:
    """The row before, or none."""
    return row - 1 if row else None


def higher(row: int, rows: int) -> int | None:
    """The row after, or none; `rows` is the number of rows."""
    return row + 1 if row + 1 < rows else None


def least(items: Iterable[Number]) -> Number | None:
    """The least number, or none."""
    return min(items, default=None)


def greatest(items: Iterable[Number]) -> Number | None:
    """The greatest number, or none."""
    return max(items, default=None)


@lru_cache(maxsize=limits.TABLES_KEPT)
def make_dice(
    count: int,
    sides: int,
    reroll: tuple[Literal["ro", "rr"], int] | None,
    explode: bool,
    keep: tuple[Literal["kh", "kl", "dh", "dl"], int] | None,
) -> DiceValue:
    """A pool as a dice value. Raises RuleFault if it cannot be thrown."""
    kept_dice, which = -1, ""
    if keep is not None:
        word, number = keep
        dropped = word[0] == "d"
        kept_dice = count - number if dropped else number
        which = {"h": "l", "l": "h"}[word[1]] if dropped else word[1]
        if dropped and kept_dice < 0:
            raise RuleFault(f"{number} dice are dropped of {count} thrown")
    pool = Pool(
        count,
        sides,
        reroll[0] if reroll else "",
        reroll[1] if reroll else 0,
        explode,
        kept_dice,
        which,  # type: ignore[arg-type]  # one letter of the four words
    )
    try:
        return DiceValue((checked_pool(pool),))
    except DiceFault as fault:
        raise RuleFault(str(fault)) from None


def add_dice(one: DiceValue | int, other: DiceValue | int) -> DiceValue:
    """Dice and whole numbers added."""
    first_dice = one if isinstance(one, DiceValue) else DiceValue((), one)
    second = other if isinstance(other, DiceValue) else DiceValue((), other)
    pools = first_dice.pools + second.pools
    if len(pools) > limits.POOLS:
        raise RuleFault(f"{len(pools)} pools are more than the {limits.POOLS} allowed")
    try:
        few_rerolls(pools)
    except DiceFault as fault:
        raise RuleFault(str(fault)) from None
    return DiceValue(pools, first_dice.plus + second.plus)


def take_dice(one: DiceValue | int, other: DiceValue | int) -> DiceValue:
    """Dice and whole numbers taken away."""
    if isinstance(other, int):
        return add_dice(one, -other)
    turned = DiceValue(tuple(pool._replace(sign=-pool.sign) for pool in other.pools), -other.plus)
    return add_dice(one, turned)


def successes(dice: DiceValue, least_face: int) -> DiceValue:
    """The pool counted: how many dice show so much or more. Raises RuleFault for anything but one pool, and for a
    face below 1, which stands for no counting.
    """
    pool = dice.pools[0] if len(dice.pools) == 1 and not dice.plus else None
    if pool is None or pool.sign < 0 or pool.at_least:
        raise RuleFault("successes are counted in one pool of dice")
    if least_face < 1:
        raise RuleFault(f"successes are counted from a face of 1 or more, not from {least_face}")
    return DiceValue((pool._replace(at_least=least_face),))


class RowsByNumber(dict[Number, int]):
    """The rows of a table by number: whole numbers near its ends are looked up, all others are searched for. It is made
    quicker, and looks up slower, if it is not `dense`.
    """

    def __init__(self, bands: tuple[Band, ...], table: str, *, dense: bool = True) -> None:
        super().__init__()
        self.bands = bands
        self.table = table
        ends = [end for band in bands for end in (band.low, band.high) if end is not None]
        if dense and ends and max(ends) - min(ends) <= _DENSE:
            for number in range(int(min(ends)) - _BEYOND, int(max(ends)) + _BEYOND + 1):
                row = self._row(number)
                if row is not None:
                    self[number] = row

    def __missing__(self, number: Number) -> int:
        row = self._row(number)
        if row is None:
            raise RuleFault(f"the table '{self.table}' has no row for {number}")
        return row

    def _row(self, number: Number) -> int | None:
        lead = 1 if self.bands[0].low is None else 0
        at = bisect_right(self.bands, number, lo=lead, key=_start) - 1
        if at < 0:
            return None
        band = self.bands[at]
        return None if band.high is not None and number > band.high else band.row


def _start(band: Band) -> Number:
    assert band.low is not None
    return band.low


RUNTIME: Mapping[str, object] = MappingProxyType(
    {
        "abs": abs,
        "int": int,
        "min": min,
        "max": max,
        "sum": sum,
        "len": len,
        "any": any,
        "all": all,
        "tuple": tuple,
        "range": range,
        "held": held,
        "held_or_none": held_or_none,
        "added": added,
        "times": times,
        "divided": divided,
        "divided_down": divided_down,
        "round_down": round_down,
        "round_up": round_up,
        "round_half_up": round_half_up,
        "round_half_even": round_half_even,
        "toward_zero": toward_zero,
        "part": part,
        "cell": cell,
        "kept": kept,
        "held_list": held_list,
        "put": put,
        "index_of": index_of,
        "member": member,
        "pass_at": pass_at,
        "pass_of": pass_of,
        "apart": apart,
        "count_up": count_up,
        "first": first,
        "last": last,
        "joined": joined,
        "lower": lower,
        "higher": higher,
        "least": least,
        "greatest": greatest,
        "make_dice": make_dice,
        "add_dice": add_dice,
        "take_dice": take_dice,
        "tuple_of": tuple.__new__,
        "DiceValue": DiceValue,
        "successes": successes,
    }
)
"""The names that generated code finds: no other builtin is there. Generated names begin with a letter and a number,
so none is hidden.
"""
