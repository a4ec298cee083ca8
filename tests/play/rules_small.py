"""By hand: lists (walks and lookups), throws (dice of every notation), ends (outcomes, refusals, choices in loops)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.play.by_hand import Case, Face, Told

# -- lists -----------------------------------------------------------------------------------------

SIZES = ("tiny", "small", "large", "vast")
SHARE = {"tiny": Fraction(1, 4), "small": Fraction(1, 2), "large": 2, "vast": Fraction(25, 2)}
MANY = {"tiny": 1, "small": 3, "large": 1, "vast": 2}
LIKES = {"tiny": None, "small": "tiny", "large": "small", "vast": None}


def walks(face: Face, given: Any, choices: Any) -> Told:
    numbers, crates, stack = given["numbers"], given["crates"], given["stack"]
    total, size = sum(numbers), lambda crate: crate.get("size", "small")
    flat = [mark for crate in crates if crate["kilos"] > 1 for mark in crate.get("marks", [])]
    values = {
        "how_many": len(numbers),
        "least": min(numbers, default=None),
        "most": max(numbers, default=None),
        "any_big": any(n > 3 for n in numbers),
        "all_big": all(n > 3 for n in numbers),
        "odd": [n for n in numbers if n % 2],
        "first_big": next((n for n in numbers if n > 3), None),
        "last_one": numbers[-1] if numbers else None,
        "back": numbers[::-1],
        "squares": numbers[-1] ** 2 if numbers else None,
        "marks": [mark for crate in crates for mark in crate.get("marks", [])],
        "flat": flat,
        "heaviest": max((Fraction(crate["kilos"]) for crate in crates), default=None),
        "lightest": min((Fraction(crate["kilos"]) for crate in stack.values()), default=None),
        "shares": Fraction(61, 4),
        "sizes_up": ["large", "vast"],
        "keys": [key for key, crate in stack.items() if size(crate) == "large"][::-1],
        "likes": [LIKES[size(crate)] for crate in stack.values() if LIKES[size(crate)] is not None],
        "is_in": total in numbers,
        "size_in": bool(crates) and size(crates[0]) in [size(crate) for crate in stack.values()],
        "upto": 1 + 4 + 16,
        "nothing": [],
        "spread": [1, 1, 1, 1, 4, 1, 4],
        "none_at_all": 0,
        "extremes": max(total, len(numbers), 2) - min(total, Fraction(1, 2)),
    }
    return Told(total, values)


def passes(face: Face, given: Any, choices: Any) -> Told:
    heavy, light = {}, {}
    for key, crate in given["stack"].items():
        heavy[key] = face(1, 4) + MANY[crate.get("size", "small")]
        light[key] = heavy[key] - Fraction(crate["kilos"]) if heavy[key] < 5 else None
    seen, made, latest = 0, [], None
    for n in range(2, 6):
        if seen > given.get("stop_at", 50):
            break
        seen, latest = seen + n * n, n * n
        made.append(n)
    numbers, wanted = given["numbers"], given["wanted"]
    values = {
        "mine_light": light[wanted],
        "sixteen": 16 if 4 in made else None,
        "none_there": None,
        "large_worth": 4,
        "second": numbers[1] - 1 if len(numbers) > 1 else None,
        "third_power": 8,
        "inner_sum": sum(2 * mark for mark in given["stack"][wanted].get("marks", [])),
        "heavies": list(heavy.values()),
        "passes_made": len(made),
        "seen": seen,
        "latest": latest,
        "run": sum(numbers),
        "power": 8,
    }
    return Told(heavy[wanted], values)


def finds(face: Face, given: Any, choices: Any) -> Told:
    def size(number: int) -> str:
        return "tiny" if number < 0 else "small" if number <= 1 else "large" if number <= 7 else "vast"

    x = given["x"]
    half = size(x // 2)
    at = SIZES.index(half)
    liked = LIKES[half]
    values = {
        "exact": size(x) if 0 <= x <= 3 else None,
        "step_down": SIZES[at - 1] if at else None,
        "step_up": SIZES[at + 1] if at < 3 else None,
        "likes": LIKES[liked] if liked else None,
        "share": SHARE[liked] if liked else 0,
        "same": half in ("small", "large"),
        "not_same": half not in ("small", "large"),
        "before": at < 2,
    }
    return Told(half, values)


STACK = {
    "p": {"size": "large", "kilos": 2.5, "marks": [2, 3]},
    "q": {"kilos": 0.5},
    "r": {"size": "large", "kilos": 7, "marks": [1]},
}
LISTS = [
    Case("walks", "lists", "walks", walks, {"numbers": [3, -1, 5, 4], "crates": [*STACK.values()], "stack": STACK}),
    Case("walks-none", "lists", "walks", walks, {"numbers": [], "crates": [], "stack": {}}),
    Case(
        "walks-one", "lists", "walks", walks, {"numbers": [4], "crates": [{"kilos": 1}], "stack": {"a": {"kilos": 9}}}
    ),
    Case("passes", "lists", "passes", passes, {"stack": STACK, "numbers": [7, 8], "wanted": "p", "stop_at": 12}),
    Case("passes-all", "lists", "passes", passes, {"stack": STACK, "numbers": [7], "wanted": "q"}),
    Case("passes-stop", "lists", "passes", passes, {"stack": STACK, "numbers": [], "wanted": "r", "stop_at": -1}),
    *(Case(f"finds-{x}", "lists", "finds", finds, {"x": x}) for x in (-4, -1, 0, 2, 3, 15, 16, 40)),
]

# -- throws ----------------------------------------------------------------------------------------


def _pool(face: Face, count: int, sides: int) -> list[int]:
    return sorted(face(1, sides) for _ in range(count))


def constants(face: Face, given: Any, choices: Any) -> Told:
    plain = sum(_pool(face, 2, 4)) + 1
    kept = sum(_pool(face, 3, 4)[1:])
    return Told(plain > kept, {"plain": plain, "kept": kept})


def sums(face: Face, given: Any, choices: Any) -> Told:
    return Told(sum(_pool(face, 2, 6)) - face(1, 4) + 3)


def _exploding(face: Face, sides: int) -> int:
    total = last = face(1, sides)
    for _ in range(10):
        if last < sides:
            break
        last = face(1, sides)
        total += last
    return total


def _once(face: Face, sides: int, up_to: int) -> int:
    first = face(1, sides)
    return face(1, sides) if first <= up_to else first


def _reroll_exploding(face: Face) -> int:
    total = last = _once(face, 4, 1)
    for _ in range(10):
        if last < 4:
            break
        last = _once(face, 4, 1)
        total += last
    return total


KINDS: list[tuple[str, Callable[[Face], int]]] = [
    ("rerolled", lambda face: _once(face, 4, 2) + _once(face, 4, 2)),
    # what is rerolled without end leaves an even chance for the other faces
    ("rerolled_all", lambda face: face(2, 4) + face(2, 4)),
    ("exploding", lambda face: _exploding(face, 4)),
    ("successes_of", lambda face: sum(shown >= 3 for shown in _pool(face, 3, 4))),
    ("kept_rerolled", lambda face: sum(sorted(_once(face, 4, 1) for _ in range(3))[1:])),
    ("success_kept", lambda face: sum(shown >= 2 for shown in _pool(face, 4, 4)[:2]) + face(1, 2)),
    ("success_fate", lambda face: sum(face(-1, 1) >= 1 for _ in range(4))),
    ("reroll_exploding", _reroll_exploding),
    ("none_thrown", lambda face: 0),
    ("from_negative", lambda face: -face(1, 6)),
    ("number_only", lambda face: 2),
]


def one_of_each(face: Face, given: Any, choices: Any) -> Told:
    name, rule = KINDS[given["kind"]]
    return Told(1, {name: rule(face)})


KITS: dict[str, Callable[[Face], int]] = {
    "poor": lambda face: face(1, 4),
    "good": lambda face: max(_pool(face, 2, 4)) + 1,
    "wild": lambda face: _exploding(face, 4),
    "none_of_it": lambda face: 2,
    "mean": lambda face: face(-1, 1) - face(1, 2),
}


def growing(face: Face, given: Any, choices: Any) -> Told:
    start = KITS[given["kit"]](face) + given.get("extra", 0)
    size = max(0, min(2, start))
    again = sum(_pool(face, size, 3))
    kept = max(_pool(face, size + 1, 2))
    counted = sum(shown >= 2 for shown in _pool(face, size, 3))
    counted -= sum(_pool(face, again // 4, 2))
    more = KITS[given["kit"]](face) if counted > 1 else None
    return Told(again + counted + (more or 0), {"start": start, "kept": kept, "more": more})


THROWS = [
    Case("sums", "throws", "sums", sums),
    *(Case(f"kind-{name}", "throws", "one_of_each", one_of_each, {"kind": n}) for n, (name, _) in enumerate(KINDS)),
    Case("growing-poor", "throws", "growing", growing, {"kit": "poor", "extra": -2}),
    Case("growing-none", "throws", "growing", growing, {"kit": "none_of_it"}),
    Case("growing-mean", "throws", "growing", growing, {"kit": "mean", "extra": 2}),
]

CASES = [*LISTS, *THROWS]
