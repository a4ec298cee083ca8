"""The climb of the pack `lurasko` by hand in Python: dict in, dict out. What the engine is held against.

Written from the rules as the pack reads them with its own settings, and checked against the engine before anything
is timed.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

DICE = {"very_easy": (1, 4), "easy": (1, 6), "medium": (1, 12), "hard": (1, 20), "very_hard": (3, 20)}
DISTANCES = {"engagement": (0, 1), "short": (1, 3), "medium": (2, 10), "long": (4, 25)}
LOWER = {"engagement": None, "short": "engagement", "medium": "short", "long": "medium"}
ENCUMBERED = {0: 0, 1: -2, 2: -6}


def refusals(climber: Mapping[str, Any], distance: str) -> list[str]:
    """The codes that keep a climber from the wall."""
    found = []
    if climber.get("encumbrance_degrees", 0) >= 3:
        found.append("encumbrance_3_plus")
    if climber.get("mobility_injury_degree", 0) >= 2:
        found.append("mobility_injury_2_plus")
    if not climber.get("has_hands", True):
        if not climber.get("climbing_ability", False) and not climber.get("climbing_proficiency", False):
            found.append("no_hands")
    elif climber.get("hands", 2) - climber.get("hands_holding", 0) < 1:
        found.append("no_free_hand")
    ceiling = climber.get("two_degrees_at")
    if ceiling is not None and climber.get("exhaustion", 0) + DISTANCES[distance][1] >= ceiling:
        found.append("exhaustion_ceiling")
    return found


def target(climber: Mapping[str, Any]) -> tuple[int, int]:
    """The TN modifier and the TN."""
    modifier = ENCUMBERED[climber.get("encumbrance_degrees", 0)] + climber.get("other_tn_mod", 0)
    if climber.get("has_hands", True) and climber.get("hands", 2) - climber.get("hands_holding", 0) == 1:
        modifier -= 2
    return modifier, climber["dex"] + modifier


def hindrance(climber: Mapping[str, Any], distance: str) -> int:
    """All that is added to the roll."""
    total = DISTANCES[distance][0] + climber.get("other_hindrance", 0)
    if climber.get("blind", False):
        total += 2
    if climber.get("has_hands", True):
        total += climber.get("hurt_left_hand", 0) + climber.get("hurt_right_hand", 0)
    if climber.get("mobility_injury_degree", 0) == 1:
        total += 2
    if climber.get("stealth", "low") == "high":
        total += 2
    return total


def outcome_of(margin: int) -> str:
    """The band that a margin falls in."""
    if margin >= 0:
        return "success"
    if margin >= -2 or margin <= -10:
        return "fail_safe"
    return "fall_same" if margin >= -5 else "fall_shorter"


def climb(given: Mapping[str, Any], faces: list[int]) -> dict[str, Any]:
    """The climb: what is given and the faces thrown, to what comes of it."""
    climber, difficulty, distance = given["climber"], given["difficulty"], given["distance"]
    refused = refusals(climber, distance)
    if refused:
        return {"outcome": None, "refused": refused, "state": {"climber": dict(climber)}}
    count, sides = DICE[difficulty]
    if len(faces) != count or any(not 1 <= face <= sides for face in faces):
        raise ValueError("the faces do not fit the dice")
    modifier, tn = target(climber)
    added = hindrance(climber, distance)
    total = sum(faces) + added
    margin = tn - total
    outcome = outcome_of(margin)
    made = outcome == "success"
    stealth = climber.get("stealth", "low")
    exhaustion = DISTANCES[distance][1]
    return {
        "outcome": outcome,
        "refused": [],
        "tn_mod": modifier,
        "tn": tn,
        "hindrance": added,
        "total": total,
        "margin": margin,
        "fall_distance": {"fall_same": distance, "fall_shorter": LOWER[distance]}.get(outcome),
        "halvings_available": max(0, margin // 10) if made else 0,
        "exhaustion_taken": exhaustion,
        "may_draw_attention": not made and stealth != "low",
        "state": {
            "climber": {
                **climber,
                "exhaustion": climber.get("exhaustion", 0) + exhaustion,
                "stealth": stealth if made else "low",
            }
        },
    }


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


def odds(given: Mapping[str, Any]) -> dict[str, str]:
    """The chance of each outcome, as texts: every total with its integer weight."""
    climber, difficulty, distance = given["climber"], given["difficulty"], given["distance"]
    count, sides = DICE[difficulty]
    weights = totals(count, sides)
    _, tn = target(climber)
    added = hindrance(climber, distance)
    found: dict[str, int] = {}
    for total, weight in weights.items():
        outcome = outcome_of(tn - total - added)
        found[outcome] = found.get(outcome, 0) + weight
    whole = sides**count
    return {outcome: str(Fraction(weight, whole)) for outcome, weight in found.items()}
