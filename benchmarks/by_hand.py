"""The climb of the pack `lurasko` by hand in Python: dict in, dict out. What the engine is held against.

Written from the rules as the pack reads them with its own settings, and checked against the engine before anything
is timed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

DICE = {"very_easy": (1, 4), "easy": (1, 6), "medium": (1, 12), "hard": (1, 20), "very_hard": (3, 20)}
DISTANCES = {"engagement": (0, 1), "short": (1, 3), "medium": (2, 10), "long": (4, 25)}
LOWER = {"engagement": None, "short": "engagement", "medium": "short", "long": "medium"}
ROPES = {"no_rope": "very_hard", "plain_rope": "medium", "knotted_rope": "easy"}
ORDER = {difficulty: n for n, difficulty in enumerate(DICE)}
ENCUMBERED = {0: 0, 1: -2, 2: -6}


def outcome_of(margin: int) -> str:
    """The band that a margin falls in."""
    if margin >= 0:
        return "success"
    if margin >= -2 or margin <= -10:
        return "fail_safe"
    return "fall_same" if margin >= -5 else "fall_shorter"


def climb(given: Mapping[str, Any], faces: list[int], halvings: Sequence[str] = ()) -> dict[str, Any]:
    """The climb: what is given, the faces thrown and what is halved, to what comes of it.

    The answer has the outcome, the refusals, all values that the event of the pack names, nested as there, and the
    climber afterwards.
    """
    climber, difficulty, distance = given["climber"], given["difficulty"], given["distance"]
    has_hands = climber.get("has_hands", True)
    knack = climber.get("climbing_ability", False) or climber.get("climbing_proficiency", False)
    handless = not has_hands and knack
    hands, holding = climber.get("hands", 2), climber.get("hands_holding", 0)
    empty_hands = 2 if handless else hands - holding if has_hands else 0
    hurt_hands = 0 if handless else climber.get("hurt_left_hand", 0) + climber.get("hurt_right_hand", 0)
    lame = climber.get("mobility_injury_degree", 0)
    laden = climber.get("encumbrance_degrees", 0)
    ceiling = climber.get("two_degrees_at")
    exhaustion = climber.get("exhaustion", 0)
    stealth = climber.get("stealth", "low")
    of_distance, cost = DISTANCES[distance]

    refused = []
    if laden >= 3:
        refused.append("encumbrance_3_plus")
    if lame >= 2:
        refused.append("mobility_injury_2_plus")
    if not has_hands and not handless:
        refused.append("no_hands")
    if has_hands and hands == 1 and holding == 0:
        refused.append("two_hands_needed")
    if has_hands and empty_hands < 1:
        refused.append("no_free_hand")
    if ceiling is not None and exhaustion + cost >= ceiling:
        refused.append("exhaustion_ceiling")
    allowed = {"empty_hands": empty_hands, "hand_hindrance": hurt_hands, "lame_degree": lame}
    if refused:
        return {"outcome": None, "refused": refused, "values": {}, "state": {"climber": climber}}

    faced = climber.get("difficulty_override") or easier(difficulty, ROPES[given.get("rope", "no_rope")])
    tn_mod = ENCUMBERED[laden] + climber.get("other_tn_mod", 0)
    if empty_hands == 1:
        tn_mod -= 2
    tn = climber["dex"] + tn_mod
    hindrance = of_distance + hurt_hands + climber.get("other_hindrance", 0)
    if climber.get("blind", False):
        hindrance += 2
    if lame == 1:
        hindrance += 2
    if stealth == "high":
        hindrance += 2

    count, sides = DICE[faced]
    if len(faces) != count or min(faces) < 1 or max(faces) > sides:
        raise ValueError("the faces do not fit the dice")
    total = sum(faces) + hindrance
    margin = tn - total
    outcome = outcome_of(margin)
    made = outcome == "success"
    failed = margin < 0
    earned = margin // 10 if made else 0
    chosen = list(halvings) if len(halvings) <= earned else []
    tiring: int | Fraction = cost
    time: int | Fraction = 1
    applied = {}
    for number, saving in enumerate(chosen, 1):
        if saving == "exhaustion":
            tiring = whole(Fraction(tiring) / 2)
        else:
            time = whole(Fraction(time) / 2)
        applied[str(number)] = {
            "less_tiring": tiring if saving == "exhaustion" else None,
            "faster": time if saving == "time" else None,
        }
    base_time = given.get("base_time")
    return {
        "outcome": outcome,
        "refused": refused,
        "values": {
            "allowed": {**allowed, "outcome": True},
            "faced": faced,
            "tn_mod": tn_mod,
            "tn": tn,
            "hindrance": hindrance,
            "dice": f"{count if count > 1 else ''}d{sides}{f'{hindrance:+d}' if hindrance else ''}",
            "roll": total,
            "total": total,
            "margin": margin,
            "end": {
                "outcome": outcome,
                "fails_by": -margin if failed else 0,
                "fall_distance": {"fall_same": distance, "fall_shorter": LOWER[distance]}.get(outcome),
                "falls": outcome in ("fall_same", "fall_shorter"),
                "costs": True,
                "halvings_available": earned,
                "halvings": chosen,
                "saved": {
                    "applied": applied,
                    "cost": tiring,
                    "outcome": len(chosen),
                    "share_of_exhaustion": tiring,
                    "time_factor": time,
                },
                "exhaustion_taken": tiring,
                "time_factor": time if made else None,
                "time_taken": base_time * time if made and base_time is not None else None,
                "tire": exhaustion + tiring,
                "failed": failed,
                "may_draw_attention": failed and stealth != "low",
                "noticed": False,
                "revert": "low" if failed else None,
            },
            "exhaustion_taken": tiring,
            "outcome": outcome,
        },
        "state": {
            "climber": {**climber, "exhaustion": exhaustion + tiring, "stealth": "low" if failed else stealth},
        },
    }


def easier(difficulty: str, rope: str) -> str:
    """The easier one of what a surface and the rope on it are."""
    return rope if ORDER[rope] < ORDER[difficulty] else difficulty


def whole(number: Fraction) -> int | Fraction:
    """An int where the number is whole."""
    return number.numerator if number.denominator == 1 else number


def totals(count: int, sides: int) -> dict[int, int]:
    """The ways to throw each total."""
    weights = {0: 1}
    for _ in range(count):
        after: dict[int, int] = {}
        for total, weight in weights.items():
            for face in range(1, sides + 1):
                after[total + face] = after.get(total + face, 0) + weight
        weights = after
    return weights


def target(climber: Mapping[str, Any]) -> int:
    """The TN of someone with hands."""
    empty_hands = climber.get("hands", 2) - climber.get("hands_holding", 0)
    tn_mod = ENCUMBERED[climber.get("encumbrance_degrees", 0)] + climber.get("other_tn_mod", 0)
    return int(climber["dex"] + tn_mod - (2 if empty_hands == 1 else 0))


def hindrance(climber: Mapping[str, Any], distance: str) -> int:
    """All that is added to the roll of someone with hands."""
    hurt = climber.get("hurt_left_hand", 0) + climber.get("hurt_right_hand", 0)
    plain = DISTANCES[distance][0] + hurt + climber.get("other_hindrance", 0)
    worse = (climber.get("blind", False), climber.get("mobility_injury_degree", 0) == 1)
    return int(plain + 2 * sum(worse) + (2 if climber.get("stealth", "low") == "high" else 0))


def odds(given: Mapping[str, Any]) -> dict[str, Fraction]:
    """The chance of each outcome: every total with its integer weight."""
    climber, difficulty, distance = given["climber"], given["difficulty"], given["distance"]
    count, sides = DICE[difficulty]
    tn = target(climber)
    added = hindrance(climber, distance)
    found: dict[str, int] = {}
    for total, weight in totals(count, sides).items():
        outcome = outcome_of(tn - total - added)
        found[outcome] = found.get(outcome, 0) + weight
    whole = sides**count
    return {outcome: Fraction(weight, whole) for outcome, weight in found.items()}
