"""The rows for one climb of the pack `lurasko`: resolved, traced, its odds.

The hand-written side (`benchmarks.by_hand`) takes the same mapping and gives the outcome and every value that the
event names, nested in the same way, and what becomes of the climber. Ours resolves the event and reads the outcome
and all values.
"""

from __future__ import annotations

from random import Random
from typing import Any

import handhold
from benchmarks import by_hand
from benchmarks.measure import Row
from handhold.play.trace import entries

GIVEN = {"climber": {"dex": 14}, "difficulty": "hard", "distance": "medium"}
FACES = [13]


def situations(count: int) -> list[tuple[dict[str, Any], list[int], list[str]]]:
    """Climbs of all kinds, the same ones each time: what is given, faces, halvings."""
    random = Random(7)
    found = []
    for _ in range(count):
        difficulty = random.choice(list(by_hand.DICE))
        number, sides = by_hand.DICE[difficulty]
        climber = {
            "dex": random.randint(4, 40),
            "encumbrance_degrees": random.randint(0, 3),
            "hands_holding": random.randint(0, 2),
            "blind": random.random() < 0.3,
            "hurt_left_hand": random.randint(0, 2),
            "mobility_injury_degree": random.randint(0, 2),
            "stealth": random.choice(["low", "medium", "high"]),
            "exhaustion": random.randint(0, 30),
        }
        if random.random() < 0.2:
            climber["two_degrees_at"] = random.randint(10, 60)
        given = {"climber": climber, "difficulty": difficulty, "distance": random.choice(list(by_hand.DISTANCES))}
        if random.random() < 0.3:
            given |= {"rope": random.choice(list(by_hand.ROPES)), "base_time": random.randint(1, 60)}
        number, sides = by_hand.DICE[by_hand.easier(difficulty, by_hand.ROPES[given.get("rope", "no_rope")])]
        halvings = random.choices(["time", "exhaustion"], k=random.randint(0, 2))
        found.append((given, [random.randint(1, sides) for _ in range(number)], halvings))
    return found


def agree(pack: handhold.Pack) -> None:
    """Raises AssertionError unless the engine and the hand say the same of many climbs."""
    for given, faces, halvings in situations(300):
        expected = by_hand.climb(given, faces, halvings)
        refused = expected["refused"]
        choices = {"end.halvings": halvings} if halvings and not refused else {}
        result = handhold.run(pack, "climb", given, choices=choices, dice=[] if refused else faces)
        assert result.outcome == expected["outcome"], (given, faces)
        assert [refusal.code for refusal in result.refusals if not refusal.scope] == refused, (given, faces)
        if not result.refused:
            assert result.values == expected["values"], (given, faces, halvings)
            changed = {name: result.state["climber"][name] for name in expected["state"]["climber"]}
            assert changed == expected["state"]["climber"], (given, faces)
            if "rope" not in given:
                assert handhold.odds(pack, "climb", given).outcomes == by_hand.odds(given), given


def rows(pack: handhold.Pack) -> list[Row]:
    """The rows of the table, with the limits that the design sets."""

    def ours() -> object:
        result = handhold.run(pack, "climb", GIVEN, dice=FACES)
        return result.outcome, result.values

    def traced() -> object:
        result = handhold.run(pack, "climb", GIVEN, dice=FACES, trace=True)
        return result.outcome, result.values

    def read() -> object:
        return entries(handhold.run(pack, "climb", GIVEN, dice=FACES, trace=True))

    def hand() -> object:
        answer = by_hand.climb(GIVEN, FACES)
        return answer["outcome"], answer["values"]

    return [
        Row("a climb, dice given, outcome and values read", ours, hand, 3),
        Row("the same traced: recorded, against untraced", traced, ours, 3),
        Row("the same traced: turned into entries, against untraced", read, ours, 20),
    ]
