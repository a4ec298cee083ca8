"""`python -m benchmarks`: a line for each row, `name  ratio  limit  ok|over`; exits 1 if one is over.

Every row is a ratio to the same work by hand, measured in the same run. Before anything is timed, both sides are
seen to give the same answers.
"""

from __future__ import annotations

import sys
from random import Random

import handhold
from benchmarks import by_hand
from benchmarks.measure import Row, report
from handhold.play.trace import entries

GIVEN = {"climber": {"dex": 14}, "difficulty": "hard", "distance": "medium"}
FACES = [13]


def agree(pack: handhold.Pack) -> None:
    """Raises AssertionError unless the engine and the hand say the same of many climbs."""
    random = Random(7)
    for _ in range(300):
        difficulty = random.choice(list(by_hand.DICE))
        count, sides = by_hand.DICE[difficulty]
        climber = {
            "dex": random.randint(4, 40),
            "encumbrance_degrees": random.randint(0, 3),
            "hands_holding": random.randint(0, 2),
            "blind": random.random() < 0.3,
            "hurt_left_hand": random.randint(0, 2),
            "mobility_injury_degree": random.randint(0, 2),
            "stealth": random.choice(["low", "medium", "high"]),
        }
        given = {"climber": climber, "difficulty": difficulty, "distance": random.choice(list(by_hand.DISTANCES))}
        faces = [random.randint(1, sides) for _ in range(count)]
        expected = by_hand.climb(given, faces)
        result = handhold.run(pack, "climb", given, dice=[] if expected["refused"] else faces)
        assert result.outcome == expected["outcome"], (given, faces)
        assert [refusal.code for refusal in result.refusals] == expected["refused"], (given, faces)
        if not result.refused:
            values = {**result.values, **result.values["end"]}
            names = (
                "tn_mod",
                "tn",
                "hindrance",
                "total",
                "margin",
                "fall_distance",
                "halvings_available",
                "exhaustion_taken",
            )
            assert {name: values[name] for name in names} == {name: expected[name] for name in names}, (given, faces)
            assert result.state["climber"]["exhaustion"] == expected["state"]["climber"]["exhaustion"]
            chances = handhold.odds(pack, "climb", given).outcomes
            assert {name: str(chance) for name, chance in chances.items()} == by_hand.odds(given), given


def rows(pack: handhold.Pack) -> list[Row]:
    """The rows of the table, with the limits that the design sets."""

    def run() -> object:
        return handhold.run(pack, "climb", GIVEN, dice=FACES).outcome

    def traced() -> object:
        return handhold.run(pack, "climb", GIVEN, dice=FACES, trace=True).outcome

    def read() -> object:
        return entries(handhold.run(pack, "climb", GIVEN, dice=FACES, trace=True))

    def odds() -> object:
        return handhold.odds(pack, "climb", GIVEN).outcomes

    def hand() -> object:
        return by_hand.climb(GIVEN, FACES)["outcome"]

    return [
        Row("lurasko climb, dice given, outcome read", run, hand, 3),
        Row("the same traced: recorded, against untraced", traced, run, 3),
        Row("the same traced: turned into entries, against untraced", read, run, 20),
        Row("odds of a lurasko climb", odds, lambda: by_hand.odds(GIVEN), 2),
    ]


def main() -> int:
    """Measures all rows."""
    pack = handhold.load("lurasko")
    agree(pack)
    print(f"{'name':<58} {'ratio':>8} {'limit':>6}")
    within = [report(row) for row in rows(pack)]
    return 0 if all(within) else 1


if __name__ == "__main__":
    sys.exit(main())
