"""Tables of totals against known numbers, against every throw, and against two other dice libraries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb
from random import Random
from typing import Any, Literal

import icepool
import pytest
from dyce import H, P
from dyce.evaluation import HResult, expand, explode_n
from hypothesis import given
from hypothesis import strategies as st

from handhold import limits
from handhold.language.dice import DiceFault, DiceValue, Pool, dice_text, expected_faces
from handhold.language.dice_cost import cost
from handhold.language.parser import parse_dice
from handhold.play.pools import distribution, least_and_greatest, throw

Which = Literal["h", "l"]


def one(count: int, sides: int, plus: int = 0, **more: Any) -> DiceValue:
    return DiceValue((Pool(count, sides, **more),), plus)


def high(count: int, sides: int, keep: int, **more: Any) -> DiceValue:
    return one(count, sides, keep=keep, keep_which="h", **more)


def low(count: int, sides: int, keep: int, **more: Any) -> DiceValue:
    return one(count, sides, keep=keep, keep_which="l", **more)


def named(value: object) -> str:
    return dice_text(value) if isinstance(value, DiceValue) else ""


def chances(dice: DiceValue) -> dict[int, Fraction]:
    totals, denominator = distribution(dice)
    return {total: Fraction(weight, denominator) for total, weight in totals}


# --- known numbers -----------------------------------------------------------------------------------

KNOWN = [
    (DiceValue((), 4), {4: 1}),
    (one(0, 6), {0: 1}),
    (one(1, 1), {1: 1}),
    (one(1, 4, plus=-1), {0: 1, 1: 1, 2: 1, 3: 1}),
    (one(2, 6), {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}),
    (one(2, 0), {-2: 1, -1: 2, 0: 3, 1: 2, 2: 1}),
    (one(1, 4, sign=-1), {-4: 1, -3: 1, -2: 1, -1: 1}),
    (high(2, 4, 1), {1: 1, 2: 3, 3: 5, 4: 7}),
    (low(2, 4, 1), {1: 7, 2: 5, 3: 3, 4: 1}),
    (high(3, 6, 0), {0: 1}),
    (high(2, 3, 2), {2: 1, 3: 2, 4: 3, 5: 2, 6: 1}),
    (one(1, 4, reroll="ro", reroll_to=1), {1: 1, 2: 5, 3: 5, 4: 5}),
    (one(1, 4, reroll="ro", reroll_to=9), {1: 1, 2: 1, 3: 1, 4: 1}),
    (one(1, 4, reroll="rr", reroll_to=2), {3: 1, 4: 1}),
    (one(1, 0, reroll="ro", reroll_to=-1), {-1: 1, 0: 4, 1: 4}),
    (one(1, 0, reroll="rr", reroll_to=0), {1: 1}),
    (one(2, 4, at_least=4), {0: 9, 1: 6, 2: 1}),
    (one(2, 4, at_least=5), {0: 1}),
    (one(2, 4, at_least=1), {2: 1}),
    (high(3, 2, 1, at_least=2), {0: 1, 1: 7}),
    (low(3, 2, 1, at_least=2), {0: 7, 1: 1}),
    (one(1, 6, explode=True, reroll="rr", reroll_to=5), {66: 1}),
    (DiceValue((Pool(1, 2), Pool(1, 2, sign=-1)), 10), {9: 1, 10: 2, 11: 1}),
]


@pytest.mark.parametrize(("dice", "weights"), KNOWN, ids=named)
def test_known_tables(dice: DiceValue, weights: dict[int, int]) -> None:
    assert distribution(dice) == (tuple(weights.items()), sum(weights.values()))


def test_the_best_three_of_four() -> None:
    counts = [1, 4, 10, 21, 38, 62, 91, 122, 148, 167, 172, 160, 131, 94, 54, 21]
    assert distribution(high(4, 6, 3)) == (tuple(enumerate(counts, 3)), 1296)


def test_an_exploding_die_throws_ten_more_and_no_eleventh() -> None:
    found = chances(one(1, 6, explode=True))
    assert 6 not in found
    assert 60 not in found
    assert found[5] == Fraction(1, 6)
    assert found[7] == Fraction(1, 36)
    assert found[61] == found[66] == Fraction(1, 6**11)


def test_many_dice() -> None:
    totals, denominator = distribution(one(100, 6))
    assert denominator == 6**100
    # Inclusion and exclusion over the dice that would show more than six.
    by_total = {
        total: sum((-1) ** k * comb(100, k) * comb(total - 6 * k - 1, 99) for k in range((total - 100) // 6 + 1))
        for total in range(100, 601)
    }
    assert dict(totals) == by_total


def test_the_best_of_many() -> None:
    found = chances(high(20, 20, 1))
    assert found == {face: Fraction(face**20 - (face - 1) ** 20, 20**20) for face in range(1, 21)}


# --- every throw -------------------------------------------------------------------------------------


class Wanted(Exception):
    """One more face is wanted than the script holds."""


def every_throw(dice: DiceValue) -> Iterator[tuple[int, Fraction]]:
    """The total and the chance of every sequence of faces, fed to `throw` one by one.

    Faces that `rr` refuses are not fed: they lead back to where they came from, so those left share the chance.
    """
    refused = {(pool.low, pool.high): pool.reroll_to for pool in dice.pools if pool.reroll == "rr"}
    scripts: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while scripts:
        script, chance = scripts.pop()
        left = iter(script)
        wanted: range = range(0)

        def next_face(least: int, greatest: int, left: Iterator[int] = left) -> int:
            nonlocal wanted
            for face in left:
                return face
            wanted = range(max(least, refused.get((least, greatest), least - 1) + 1), greatest + 1)
            raise Wanted

        try:
            total, faces = throw(dice, next_face)
        except Wanted:
            scripts += [((*script, face), chance / len(wanted)) for face in wanted]
        else:
            assert faces == script
            yield total, chance


def thrown_chances(dice: DiceValue) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for total, chance in every_throw(dice):
        found[total] = found.get(total, Fraction(0)) + chance
    return dict(sorted(found.items()))


SMALL = [dice for dice, _ in KNOWN] + [
    one(3, 6, plus=2),
    one(4, 0),
    high(3, 6, 2),
    low(4, 4, 1),
    low(4, 4, 3),
    high(3, 0, 2),
    high(3, 4, 2, reroll="ro", reroll_to=2),
    low(3, 5, 2, reroll="rr", reroll_to=1),
    one(2, 6, reroll="ro", reroll_to=2),
    one(2, 6, explode=True),
    one(2, 0, explode=True),
    one(1, 2, explode=True, reroll="ro", reroll_to=1),
    one(1, 3, explode=True, reroll="ro", reroll_to=1),
    one(2, 6, explode=True, reroll="rr", reroll_to=2),
    one(2, 5, explode=True, at_least=4),
    one(2, 5, explode=True, at_least=5, reroll="rr", reroll_to=1),
    one(1, 3, explode=True, at_least=2, reroll="ro", reroll_to=1),
    one(2, 5, explode=True, at_least=6),
    one(3, 5, at_least=3, reroll="ro", reroll_to=1),
    high(4, 4, 2, at_least=3),
    low(4, 4, 2, at_least=3, reroll="ro", reroll_to=1),
    one(3, 0, at_least=1),
    DiceValue((Pool(2, 4), Pool(1, 6, sign=-1), Pool(2, 3, keep=1, keep_which="h")), -5),
    DiceValue((Pool(1, 3, explode=True), Pool(1, 3, explode=True, sign=-1)), 1),
    DiceValue((Pool(3, 4, at_least=3), Pool(1, 0, sign=-1))),
]


@pytest.mark.parametrize("dice", SMALL, ids=dice_text)
def test_a_table_holds_what_every_throw_gives(dice: DiceValue) -> None:
    assert chances(dice) == thrown_chances(dice)


@st.composite
def small_pools(draw: st.DrawFn) -> Pool:
    sides = draw(st.integers(0, 4))
    count = draw(st.integers(0, 3))
    sign = draw(st.sampled_from([1, -1]))
    lowest, highest = (1, sides) if sides else (-1, 1)
    at_least = draw(st.sampled_from([0, 0, 1, highest, highest + 1]))
    reroll: Literal["", "ro", "rr"] = draw(st.sampled_from(["", "ro", "rr"] if highest > lowest else ["", "ro"]))
    reroll_to = draw(st.integers(lowest, highest - 1 if reroll == "rr" else highest)) if reroll else 0
    if highest > lowest and reroll != "ro" and draw(st.booleans()):
        return Pool(min(count, 1), sides, reroll, reroll_to, explode=True, at_least=at_least, sign=sign)
    which: Literal["", "h", "l"] = draw(st.sampled_from(["", "h", "l"]))
    keep = draw(st.integers(0, count)) if which else -1
    return Pool(count, sides, reroll, reroll_to, False, keep, which, at_least, sign)


@given(small_pools(), st.integers(-9, 9))
def test_any_pool_holds_what_every_throw_gives(pool: Pool, plus: int) -> None:
    dice = DiceValue((pool,), plus)
    assert chances(dice) == thrown_chances(dice)


# --- laws --------------------------------------------------------------------------------------------


@st.composite
def pools(draw: st.DrawFn) -> Pool:
    small = draw(small_pools())
    sides = small.sides and small.sides * draw(st.integers(1, 5))
    count = small.number * draw(st.integers(1, 3))
    return small._replace(number=count, sides=sides)


any_dice = st.builds(DiceValue, st.lists(pools(), max_size=3).map(tuple), st.integers(-30, 30))


@given(any_dice)
def test_a_table_is_sorted_whole_and_within_its_bounds(dice: DiceValue) -> None:
    totals, denominator = distribution(dice)
    assert [total for total, _ in totals] == sorted({total for total, _ in totals})
    assert all(weight > 0 for _, weight in totals)
    assert sum(weight for _, weight in totals) == denominator
    assert least_and_greatest(dice) == (totals[0][0], totals[-1][0])
    assert cost(dice) >= len(totals)


@given(any_dice, any_dice)
def test_joined_dice_are_independent(left: DiceValue, right: DiceValue) -> None:
    joined: dict[int, Fraction] = {}
    for total, chance in chances(left).items():
        for more, other in chances(right).items():
            joined[total + more] = joined.get(total + more, Fraction(0)) + chance * other
    assert chances(DiceValue(left.pools + right.pools, left.plus + right.plus)) == dict(sorted(joined.items()))


@given(any_dice)
def test_taking_away_mirrors(dice: DiceValue) -> None:
    turned = tuple(pool._replace(sign=-pool.sign) for pool in dice.pools)
    totals, denominator = distribution(dice)
    mirrored = tuple((-total, weight) for total, weight in reversed(totals))
    assert distribution(DiceValue(turned, -dice.plus)) == (mirrored, denominator)


@given(any_dice, st.randoms(use_true_random=False))
def test_a_throw_is_one_of_the_totals(dice: DiceValue, random: Any) -> None:
    asked: list[int] = []

    def next_face(least: int, greatest: int) -> int:
        asked.append(random.randint(least, greatest))
        return asked[-1]

    total, faces = throw(dice, next_face)
    assert faces == tuple(asked)
    assert total in dict(distribution(dice)[0])


# --- other libraries ---------------------------------------------------------------------------------


def by_icepool(pool: Pool) -> Any:
    die = icepool.d(pool.sides) if pool.sides else icepool.Die([-1, 0, 1])
    refused = list(range(pool.low, min(pool.reroll_to, pool.high) + 1))
    if pool.reroll and refused:
        die = die.reroll(refused, depth=1 if pool.reroll == "ro" else "inf")
    if pool.explode:
        if pool.at_least:
            pytest.fail("icepool adds exploded dice")
        die = die.explode(depth=limits.EXTRA_THROWS)
    index = slice(None)
    if pool.keep_which:
        index = slice(pool.number - pool.keep, None) if pool.keep_which == "h" else slice(0, pool.keep)
    if pool.at_least:
        die = die.map(lambda face: int(face >= pool.at_least))
    return (die.keep(pool.number, index) if pool.number and pool.keep else icepool.Die([0])) * pool.sign


def by_dyce(pool: Pool) -> Any:
    die = H(pool.sides) if pool.sides else H({-1: 1, 0: 1, 1: 1})
    if pool.reroll:

        def again(result: HResult[int]) -> H[int] | int:
            once = die if pool.reroll == "ro" else H({})
            return once if result.outcome <= pool.reroll_to else result.outcome

        die = expand(again, die, min_path_probability=Fraction(0))
    if pool.explode:
        die = explode_n(die, n=limits.EXTRA_THROWS, min_path_probability=Fraction(0))
    if pool.at_least:
        good = sum(ways for face, ways in die.items() if face >= pool.at_least)
        die = H({0: die.total - good, 1: good})
    if not pool.number or not pool.keep:
        return H({0: 1})
    dice = pool.number @ P(die)
    if not pool.keep_which:
        return dice.h() * pool.sign
    kept = slice(pool.number - pool.keep, None) if pool.keep_which == "h" else slice(0, pool.keep)
    return expand(lambda result: sum(result.roll[kept]), dice, min_path_probability=Fraction(0)) * pool.sign


COMPARED = [
    Pool(1, 20),
    Pool(10, 6),
    Pool(40, 6),
    Pool(4, 0),
    Pool(2, 20, keep=1, keep_which="h"),
    Pool(3, 20, keep=2, keep_which="l"),
    Pool(5, 10, keep=4, keep_which="h"),
    Pool(6, 6, keep=3, keep_which="l", sign=-1),
    Pool(6, 6, "ro", 2),
    Pool(6, 6, "rr", 2),
    Pool(5, 6, "ro", 2, keep=3, keep_which="h"),
    Pool(5, 8, "rr", 3, keep=3, keep_which="l"),
    Pool(3, 6, explode=True),
    Pool(4, 10, explode=True),
    Pool(2, 6, "ro", 1, explode=True),
    Pool(2, 6, "rr", 1, explode=True),
    Pool(8, 10, at_least=7),
    Pool(8, 10, "ro", 2, at_least=7),
    Pool(6, 10, keep=3, keep_which="h", at_least=7),
    Pool(6, 10, keep=3, keep_which="l", at_least=7),
]


@pytest.mark.filterwarnings("ignore:.* is experimental:dyce.lifecycle.ExperimentalWarning")
@pytest.mark.parametrize("pool", COMPARED, ids=lambda pool: dice_text(DiceValue((pool,))))
@pytest.mark.parametrize("library", [by_icepool, by_dyce])
def test_another_library_gives_the_same(library: Callable[[Pool], Any], pool: Pool) -> None:
    weights = {total: weight for total, weight in library(pool).items() if weight}
    whole = sum(weights.values())
    assert chances(DiceValue((pool,))) == {total: Fraction(weights[total], whole) for total in sorted(weights)}


@pytest.mark.parametrize("dice", [high(20, 20, 3), low(12, 12, 7), high(30, 6, 20, reroll="ro", reroll_to=1)])
def test_icepool_gives_the_same_for_many_kept_dice(dice: DiceValue) -> None:
    found = by_icepool(dice.pools[0])
    assert chances(dice) == {total: found.probability(total) for total in found}


def test_several_pools_as_icepool_has_them() -> None:
    dice = DiceValue((Pool(3, 6), Pool(2, 8, sign=-1), Pool(4, 6, keep=3, keep_which="h")), 7)
    found = 3 @ icepool.d(6) - 2 @ icepool.d(8) + icepool.d(6).highest(4, 3) + 7
    assert chances(dice) == {total: found.probability(total) for total in found}


# --- the order of faces ------------------------------------------------------------------------------

ORDERS = [
    (one(3, 6, plus=1), (2, 4, 6), 13),
    (high(3, 20, 2), (5, 19, 7), 26),
    (low(3, 20, 2), (5, 19, 7), 12),
    (one(2, 6, reroll="ro", reroll_to=2), (1, 2, 5), 7),
    (one(2, 6, reroll="rr", reroll_to=2), (1, 2, 3, 5), 8),
    (one(2, 6, explode=True), (6, 6, 1, 3), 16),
    (one(2, 6, explode=True, reroll="ro", reroll_to=1), (1, 6, 1, 1, 3), 10),
    (one(1, 6, explode=True), (6,) * 11, 66),
    (high(2, 6, 1, reroll="ro", reroll_to=1), (1, 2, 4), 4),
    (one(3, 6, at_least=5), (5, 6, 4), 2),
    (one(2, 6, at_least=5, explode=True), (6, 5, 2), 2),
    (DiceValue((Pool(1, 20), Pool(2, 4, sign=-1), Pool(1, 0)), 3), (18, 2, 4, -1), 14),
    (one(0, 6), (), 0),
    (DiceValue((), 5), (), 5),
]


@pytest.mark.parametrize(("dice", "faces", "total"), ORDERS, ids=named)
def test_faces_are_asked_for_in_the_order_thrown(dice: DiceValue, faces: tuple[int, ...], total: int) -> None:
    left = iter(faces)
    assert throw(dice, lambda least, greatest: next(left)) == (total, faces)
    assert next(left, None) is None


def test_the_ends_of_a_die_are_asked_for() -> None:
    asked: list[tuple[int, int]] = []

    def next_face(least: int, greatest: int) -> int:
        asked.append((least, greatest))
        return greatest

    throw(DiceValue((Pool(1, 100), Pool(2, 0), Pool(1, 4, "ro", 4))), next_face)
    assert asked == [(1, 100), (-1, 1), (-1, 1), (1, 4), (1, 4)]


# --- dice that cannot be thrown ----------------------------------------------------------------------

FAULTS = [
    (one(-1, 6), "-1 dice"),
    (one(limits.DICE + 1, 6), "dice are more than"),
    (one(1, limits.SIDES + 1), "sides"),
    (one(1, -2), "-2 sides"),
    (high(2, 6, 3), "3 dice are kept of 2"),
    (high(2, 6, -1), "more dice are dropped"),
    (high(3, 6, 2, explode=True), "not both"),
    (one(1, 1, explode=True), "for ever"),
    (one(1, 6, reroll="rr", reroll_to=6), "never ends"),
    (one(1, 0, at_least=-1), "successes"),
    (DiceValue((Pool(1, 6),) * (limits.POOLS + 1)), "pools"),
]


@pytest.mark.parametrize(("dice", "message"), FAULTS, ids=[message for _, message in FAULTS])
def test_dice_that_cannot_be_thrown(dice: DiceValue, message: str) -> None:
    with pytest.raises(DiceFault, match=message):
        distribution(dice)
    with pytest.raises(DiceFault, match=message):
        least_and_greatest(dice)
    with pytest.raises(DiceFault, match=message):
        throw(dice, lambda least, greatest: least)


def test_a_fault_in_a_later_pool_asks_for_no_face() -> None:
    def next_face(least: int, greatest: int) -> int:
        raise AssertionError

    with pytest.raises(DiceFault):
        throw(DiceValue((Pool(1, 6), Pool(-1, 6))), next_face)


@pytest.mark.parametrize(
    "dice",
    [
        one(100, 1000),
        # Each of these would be within the budget if all its dice were simply added.
        high(100, 100, 60),
        one(20, 1000, reroll="ro", reroll_to=3),
        one(40, 40, explode=True),
        DiceValue((Pool(80, 60), Pool(80, 61))),
    ],
    ids=dice_text,
)
def test_a_table_over_the_budget_is_refused(dice: DiceValue) -> None:
    assert cost(dice) > limits.DICE_STEPS
    with pytest.raises(DiceFault, match="too many to work out"):
        distribution(dice)


@pytest.mark.parametrize(
    "dice", [high(20, 20, 3), one(100, 100), one(20, 6, explode=True), high(100, 6, 50)], ids=dice_text
)
def test_what_people_throw_is_within_the_budget(dice: DiceValue) -> None:
    assert cost(dice) < limits.DICE_STEPS // 4
    totals, _ = distribution(dice)
    assert least_and_greatest(dice) == (totals[0][0], totals[-1][0])


def test_rerolls_without_end_stop_at_the_budget() -> None:
    asked = 0

    def next_face(least: int, greatest: int) -> int:
        nonlocal asked
        asked += 1
        return least

    with pytest.raises(DiceFault, match="faces allowed"):
        throw(one(1, 6, reroll="rr", reroll_to=1), next_face)
    assert asked == limits.FACES


@pytest.mark.parametrize("text", ["5d1000rr<=999", "2d1000rr<=999 + 2d1000rr<=999", "25d20rr<=18! + 22d10rr<=9!"])
def test_rerolls_within_the_budget_never_ask_for_too_many_faces(text: str) -> None:
    dice = parse_dice(text)
    assert isinstance(dice, DiceValue)
    chance = Random(1)
    asked = [len(throw(dice, chance.randint)[1]) for _ in range(100)]
    assert max(asked) < limits.FACES // 2
    expected = sum(map(expected_faces, dice.pools))
    assert expected // 2 < sum(asked) / len(asked) < expected * 1.2


def test_the_most_faces_without_endless_rerolls_are_allowed() -> None:
    dice = DiceValue((Pool(limits.DICE, 2, "ro", 2, explode=True),) * limits.POOLS)
    total, faces = throw(dice, lambda least, greatest: greatest)
    assert len(faces) == 2 * limits.DICE * limits.POOLS * (1 + limits.EXTRA_THROWS) <= limits.FACES
    assert total == len(faces)
