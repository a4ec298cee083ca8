"""The rows for the odds of a climb with its fall damage, from the pack `woin`: a check, a check to land on one's feet,
and the damage, whose dice depend on both.

All sides give the same form of answer: the chance of each outcome and of each damage, as fractions by their names, the
likeliest first. Every side counts its tables of dice inside the measure; ours forgets them before each.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import icepool
from dyce import H

import handhold
from benchmarks.measure import Row
from handhold.play.pools import forget_tables

# a skill counts for the check and not for the landing: their dice differ, and no side can count one table for both
GIVEN = {"who": {"agility": 7, "climbing": 2}, "surface": "ice_or_metal", "feet_up": 40}
SETTINGS = {"failed_climb": "falls", "dice_saved": 1}
DAMAGE = "fall.damage otherwise 0"
TARGETS = {"cliff": 13, "brick_wall": 16, "ice_or_metal": 21}
SIDES = 6

Chances = dict[str, Fraction]


def totals(count: int) -> list[int]:
    """The ways to throw each total with so many dice, from 0 on."""
    ways = [1]
    for _ in range(count):
        longer = [0] * (len(ways) + SIDES)
        for total, weight in enumerate(ways):
            if weight:
                for face in range(1, SIDES + 1):
                    longer[total + face] += weight
        ways = longer
    return ways


def named(weights: Mapping[Any, int], den: int) -> Chances:
    """Weights as chances by name, the likeliest first."""
    ordered = sorted(weights.items(), key=lambda pair: -pair[1])
    return {str(name): Fraction(weight, den) for name, weight in ordered}


def by_hand(given: Mapping[str, Any], saved: int) -> tuple[Chances, Chances]:
    """The chance of each outcome and of each damage."""
    agility, climbing, feet = given["who"]["agility"], given["who"]["climbing"], given["feet_up"]
    target, dice = TARGETS[given["surface"]], feet // 10
    passes = sum(totals(agility + climbing)[target:])
    lands = sum(totals(agility)[feet:])
    checks, landings = SIDES ** (agility + climbing), SIDES**agility
    spared = min(dice, saved)
    weights = {0: passes * landings * SIDES**dice}
    fails = checks - passes
    for number, share in ((dice, landings - lands), (dice - spared, lands)):
        scale = fails * share * SIDES ** (dice - number)
        if scale:
            for damage, ways in enumerate(totals(number)):
                if ways:
                    weights[damage] = weights.get(damage, 0) + ways * scale
    outcomes = {"climbs": passes, "falls": fails}
    return named(outcomes, checks), named(weights, checks * landings * SIDES**dice)


def by_icepool(given: Mapping[str, Any], saved: int) -> tuple[Chances, Chances]:
    """The same with icepool."""
    agility, climbing, feet = given["who"]["agility"], given["who"]["climbing"], given["feet_up"]
    target, dice = TARGETS[given["surface"]], feet // 10
    die = icepool.d(SIDES)
    check = (agility + climbing) @ die
    lands = (agility @ die) >= feet
    damage = lands.map(lambda landed: (dice - min(dice, saved) if landed else dice) @ die)
    both = check.map(
        lambda total: icepool.tupleize("climbs", 0) if total >= target else icepool.tupleize("falls", damage)
    )
    return tuple(  # type: ignore[return-value]  # two of them
        named(dict(both.marginals[at].items()), both.denominator()) for at in (0, 1)
    )


def by_dyce(given: Mapping[str, Any], saved: int) -> tuple[Chances, Chances]:
    """The same with dyce."""
    agility, climbing, feet = given["who"]["agility"], given["who"]["climbing"], given["feet_up"]
    target, dice = TARGETS[given["surface"]], feet // 10
    check = (agility + climbing) @ H(SIDES)
    lands = sum(weight for total, weight in (agility @ H(SIDES)).items() if total >= feet)
    landing = H({True: lands, False: SIDES**agility - lands})
    harm: dict[int, int] = {}
    for landed, weight in landing.items():
        number = dice - min(dice, saved) if landed else dice
        for damage, ways in (number @ H(SIDES)).items() if number else [(0, 1)]:
            harm[damage] = harm.get(damage, 0) + ways * weight * SIDES ** (dice - number)
    passes = sum(weight for total, weight in check.items() if total >= target)
    fails = SIDES ** (agility + climbing) - passes
    whole = sum(harm.values())
    weights = {0: passes * whole}
    for damage, weight in harm.items():
        weights[damage] = weights.get(damage, 0) + fails * weight
    return named({"climbs": passes, "falls": fails}, passes + fails), named(weights, (passes + fails) * whole)


def ours(pack: handhold.Pack, given: Mapping[str, Any] = GIVEN) -> tuple[Chances, Chances]:
    """The same with a pack."""
    forget_tables()
    found = handhold.odds(pack, "climb", given, settings=SETTINGS, show=[DAMAGE])
    return found.outcomes, found.values[DAMAGE]


def agree(pack: handhold.Pack) -> None:
    """Raises AssertionError unless all sides give the same odds."""
    for agility, climbing in ((3, 0), (5, 2), (7, 1)):
        for surface in TARGETS:
            for feet in (10, 30):
                who = {"agility": agility, "climbing": climbing}
                given = {"who": who, "surface": surface, "feet_up": feet}
                expected = tuple({name: p for name, p in each.items() if p} for each in by_hand(given, 1))
                for side in (ours(pack, given), by_icepool(given, 1), by_dyce(given, 1)):
                    assert tuple({name: p for name, p in each.items() if p} for each in side) == expected, given


def rows(pack: handhold.Pack) -> list[Row]:
    """The rows of the table."""
    return [
        Row("odds of a climb with fall damage, tables counted", lambda: ours(pack), lambda: by_hand(GIVEN, 1), 2),
        Row("the same, against icepool", lambda: ours(pack), lambda: by_icepool(GIVEN, 1), 1),
        Row("the same, against dyce", lambda: ours(pack), lambda: by_dyce(GIVEN, 1), 1),
    ]
