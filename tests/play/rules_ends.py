"""By hand: how events end; refusals of every scope; choices in loops, answered by full path and by short path."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.play.by_hand import Case, Face, Told


def _end(outcome: Callable[[int], object]) -> Callable[[Face, Any, Any], Told]:
    def told(face: Face, given: Any, choices: Any) -> Told:
        roll = face(1, 4)
        return Told(outcome(roll), {"roll": roll})

    return told


def never(face: Face, given: Any, choices: Any) -> Told:
    return Told("left" if given["far"] > 3 else None)


def silent(face: Face, given: Any, choices: Any) -> Told:
    roll = face(1, 4)
    return Told(None, {"roll": roll, "half": Fraction(roll, 2)})


# -- refusals --------------------------------------------------------------------------------------


def _dig(face: Face, depth: int, tired: int, deep: int) -> tuple[list[str], int, int, int | None]:
    codes = []
    if deep > 0:
        codes = ["too_deep"] * (depth + deep > 9) + ["too_tired"] * (tired > 5) + ["both"] * (depth > 8 < tired)
    codes = codes or ["not_deep"] * (deep == 0)
    if codes:
        return codes, depth, tired, None
    dug = face(1, 3)
    return [], min(9, depth + dug), min(9, tired + 1), dug


def try_all(face: Face, given: Any, choices: Any) -> Told:
    depth, tired = given["digger"].get("depth", 0), given["digger"].get("tired", 0)
    codes, after, tired_after, dug = _dig(face, depth, tired, given.get("deep", 2))
    values = {"seen": depth, "digger.depth": after, "digger.tired": tired_after}
    return Told(None if dug is None else dug > 1, values, tuple((code, "") for code in codes))


def caller(face: Face, given: Any, choices: Any) -> Told:
    depth, tired = given["digger"].get("depth", 0), given["digger"].get("tired", 0)
    codes, after, _, dug = _dig(face, depth, tired, tired)
    values: dict[str, object] = {"before": depth, "digger.depth": after}
    if dug is not None:
        values["after"] = after
    return Told(None if dug is None else dug > 1, values, tuple((code, "") for code in codes))


def patient_caller(face: Face, given: Any, choices: Any) -> Told:
    depth, tired = given["digger"].get("depth", 0), given["digger"].get("tired", 0)
    tired = max(0, tired - face(1, 2))
    codes, depth, tired, dug = _dig(face, depth, tired, given.get("deep", 2))
    refusals = [(code, "tried") for code in codes]
    again = None
    if dug is not None and dug > 1:
        codes, depth, tired, again = _dig(face, depth, tired, given.get("deep", 2))
        refusals += [(code, "once_more") for code in codes]
    values = {"dug": dug, "went": dug is not None, "digger.depth": depth, "digger.tired": tired}
    return Told((dug or 0) + (again or 0), values, tuple(refusals))


# -- choices ---------------------------------------------------------------------------------------


def paths(face: Face, given: Any, choices: Any, policy: Any = None) -> Told:
    taken, refusals = 0, []
    for key in given["diggers"]:

        def answer(name: str, default: Any, key: str = key) -> tuple[Any, bool]:
            for path in (f"rounds.{key}.{name}", f"rounds.{name}"):
                if path in choices:
                    return choices[path], True
            return default, False

        die = face(1, 3)
        default = "left" if die > 1 else "right"
        turn, asked = answer("turn", default)
        if policy is not None:
            turn, asked = policy(die, taken), True
        if asked and turn == "back" and die == 3:
            turn = default
            refusals.append(("dead_end", f"rounds.{key}.turn"))
        effort, _ = answer("effort", 1)
        some, _ = answer("some", [])
        go, asked = answer("walk.go", False)
        if asked and go and die == 1:
            go = False
            refusals.append(("odd", f"rounds.{key}.walk.go"))
        taken += effort * (1 if turn == "left" else 10) + 100 * len(some) + (1000 if go else 0)
    return Told(taken, {"steps_taken": taken}, tuple(refusals))


def wary_paths(face: Face, given: Any, choices: Any) -> Told:
    return paths(face, given, choices, lambda die, taken: "right" if taken > 5 else "back" if die > 1 else "left")


PATHS = {"group_of_keys": [], "diggers": {"a": {}, "b": {"depth": 1}, "c": {}}}
ALL_SHORT = {"rounds.turn": "back", "rounds.effort": 2, "rounds.some": ["left", "right"], "rounds.walk.go": True}
CASES = [
    Case("flag-end", "ends", "flag_end", _end(lambda roll: roll == 4)),
    Case("number-end", "ends", "number_end", _end(lambda roll: 2 * roll - 3)),
    Case("row-end", "ends", "row_end", _end(lambda roll: ("left", "right", "back", "back")[roll - 1])),
    Case("sometimes", "ends", "sometimes", _end(lambda roll: "back" if roll < 3 else None)),
    Case("never", "ends", "never", never, {"far": 3}),
    Case("ever", "ends", "never", never, {"far": 4}),
    Case("silent", "ends", "silent", silent),
    Case("digs", "ends", "try_all", try_all, {"digger": {"depth": 6}, "deep": 3}),
    Case("digs-not", "ends", "try_all", try_all, {"digger": {}, "deep": 0}),
    Case("two-reasons", "ends", "try_all", try_all, {"digger": {"depth": 8, "tired": 9}}),
    Case("three-reasons", "ends", "try_all", try_all, {"digger": {"depth": 9, "tired": 9}}),
    Case("caller", "ends", "caller", caller, {"digger": {"depth": 7, "tired": 1}}),
    Case("caller-refused", "ends", "caller", caller, {"digger": {"depth": 7, "tired": 6}}),
    Case("patient", "ends", "patient_caller", patient_caller, {"digger": {"depth": 6, "tired": 2}}),
    Case("patient-refused", "ends", "patient_caller", patient_caller, {"digger": {"depth": 4, "tired": 7}}),
    Case("paths", "ends", "paths", paths, PATHS),
    Case("paths-short", "ends", "paths", paths, PATHS, ALL_SHORT),
    Case(
        "paths-full", "ends", "paths", paths, PATHS,
        {**ALL_SHORT, "rounds.b.turn": "left", "rounds.c.some": [], "rounds.a.walk.go": False}, odds=False,
    ),
    Case(
        "paths-policy", "ends", "paths", wary_paths, PATHS,
        policies={"rounds.turn": "if steps_taken > 5 then right else if die > 1 then back else left"},
    ),
]  # fmt: skip
