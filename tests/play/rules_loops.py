"""By hand: the siege (rounds with state), the wager (a choice after a roll), sparks (an optional explosion)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.play.by_hand import Case, Face, Told

# -- the siege -------------------------------------------------------------------------------------


def blow(face: Face, given: Any, choices: Any) -> Told:
    wear, cracks = given["ram"].get("wear", 0), Fraction(given["wall"].get("cracks", 0))
    hit, wear, cracks = _blow(face, given["ram"]["weight"], wear, cracks)
    return Told(hit > 3, {"hit": hit, "ram.wear": wear, "wall.cracks": cracks})


def _blow(face: Face, weight: int, wear: int, cracks: Fraction) -> tuple[int, int, Fraction]:
    hit = face(1, 6)
    if hit == 1:
        wear += 2
    if hit > 3:
        cracks += Fraction(weight, 2) + (0 if wear > 0 else Fraction(1, 2))
    return hit, wear, cracks


def batter(face: Face, given: Any, choices: Any, rounds: int = 5) -> Told:
    wear, cracks = given["ram"].get("wear", 0), Fraction(given["wall"].get("cracks", 0))
    stone, hits, misses = given["wall"]["stone"], [], 0
    for _ in range(rounds):
        if cracks >= stone or wear >= 4:
            break
        hit, wear, cracks = _blow(face, given["ram"]["weight"], wear, cracks)
        hits.append(hit)
        misses += hit <= 3
    outcome = "breached" if cracks >= stone else "ram_broken" if wear >= 4 else "holds_out"
    values = {"blows": len(hits), "misses": misses, "second_hit": hits[1] if len(hits) > 1 else None}
    return Told(outcome, {**values, "ram.wear": wear, "wall.cracks": cracks})


def four_times(face: Face, given: Any, choices: Any) -> Told:
    return batter(face, given, choices, 4)


def short_batter(face: Face, given: Any, choices: Any) -> Told:
    return batter(face, given, choices, 3)


SIEGE = [
    Case("blow", "siege", "blow", blow, {"ram": {"weight": 3}, "wall": {"stone": 2}}),
    Case("blow-worn", "siege", "blow", blow, {"ram": {"weight": 2, "wear": 1}, "wall": {"stone": 9, "cracks": 0.5}}),
    Case(
        "batter", "siege", "batter", four_times, {"ram": {"weight": 2}, "wall": {"stone": 3}}, settings={"rounds": 4}
    ),
    Case(
        "batter-short", "siege", "batter", short_batter, {"ram": {"weight": 3, "wear": 2}, "wall": {"stone": 3}},
        settings={"rounds": 3},
    ),
    Case("batter-done", "siege", "batter", batter, {"ram": {"weight": 1}, "wall": {"stone": 1, "cracks": 1}}),
]  # fmt: skip

# -- the wager -------------------------------------------------------------------------------------


def wager(face: Face, given: Any, choices: Any, policy: Any = None) -> Told:
    coins, stake = given["purse"]["coins"], given.get("stake", 1)
    shown = face(1, 6)
    default = "low" if shown >= 4 else "high"
    call = choices.get("call", default) if policy is None else policy(shown, coins)
    codes = []
    if "call" in choices or policy is not None:
        codes += ["too_poor"] * (call != "pass" and coins < stake)
        codes += ["sure_thing"] * ((shown, call) in ((1, "high"), (6, "low")))
    if codes:
        call = default
    hidden = None if call == "pass" else face(1, 6)
    won = hidden is not None and (hidden > shown if call == "high" else hidden < shown)
    if hidden is not None:
        coins = coins + stake if won else max(0, coins - stake)
    values = {"shown": shown, "call": call, "hidden": hidden, "purse.coins": coins}
    return Told(None if hidden is None else won, values, tuple((code, "call") for code in codes))


def timid_wager(face: Face, given: Any, choices: Any) -> Told:
    return wager(
        face, given, choices, lambda shown, coins: "pass" if shown in (3, 4) else "high" if shown < 3 else "low"
    )


def push(face: Face, given: Any, choices: Any, policy: Any = None) -> Told:
    first = face(1, 4)
    more = None
    if first < 4:
        more = choices["more"] if policy is None else policy(first, given["nerve"])
    extra = sum(face(1, 4) for _ in range(more)) if more else None
    return Told(first + (extra or 0), {"more": more, "extra": extra})


def bold_push(face: Face, given: Any, choices: Any) -> Told:
    return push(face, given, choices, lambda first, nerve: nerve if first == 1 else 1)


WAGER = [
    *(
        Case(f"wager-{coins}-{stake}-{id}", "wager", "wager", wager, {"purse": {"coins": coins}, "stake": stake}, said)
        for coins, stake, id, said in (
            (5, 2, "default", {}),
            (1, 2, "default", {}),
            (5, 2, "high", {"call": "high"}),
            (5, 1, "pass", {"call": "pass"}),
            (1, 2, "low", {"call": "low"}),
        )
    ),
    Case(
        "wager-policy", "wager", "wager", timid_wager, {"purse": {"coins": 5}},
        policies={"call": "if shown in 3..4 then pass else if shown < 3 then high else low"},
    ),
    Case("push-0", "wager", "push", push, {"nerve": 3}, {"more": 0}),
    Case("push-2", "wager", "push", push, {"nerve": 2}, {"more": 2}),
    Case(
        "push-policy", "wager", "push", bold_push, {"nerve": 3},
        policies={"more": "if first_die == 1 then nerve else 1"},
    ),
]  # fmt: skip

# -- sparks ----------------------------------------------------------------------------------------


def _spark(face: Face, go: Any, most: int = 3) -> tuple[int, int]:
    total = last = face(1, 6)
    asked = 0
    while last == 6 and asked < most:
        asked += 1
        if not go(asked, total):
            break
        last = face(1, 6)
        total += last
    return total, asked


def spark(face: Face, given: Any, choices: Any) -> Told:
    def go(n: int, total: int) -> bool:
        return choices.get(f"more.{n}.go", choices.get("more.go", True))

    total, asked = _spark(face, go)
    return Told(total >= given["bar"], {"total": total, "passes": asked})


def careful_spark(face: Face, given: Any, choices: Any) -> Told:
    total, asked = _spark(face, lambda n, total: total < given["bar"])
    return Told(total >= given["bar"], {"total": total, "passes": asked})


def duel(face: Face, given: Any, choices: Any) -> Told:
    mine, _ = _spark(face, lambda n, total: choices.get("mine.more.go", True))
    theirs, _ = _spark(face, lambda n, total: choices.get("theirs.more.go", True))
    return Told(mine - theirs, {"mine.total": mine})


SPARK = [
    Case("spark-on", "spark", "spark", spark, {"bar": 8}),
    Case("spark-off", "spark", "spark", spark, {"bar": 8}, {"more.go": False}),
    Case("spark-by-pass", "spark", "spark", spark, {"bar": 12}, {"more.2.go": False, "more.go": True}, odds=False),
    Case("spark-policy", "spark", "spark", careful_spark, {"bar": 7}, policies={"more.go": "total < bar"}),
    Case("duel", "spark", "duel", duel, {"bar": 8}, {"theirs.more.go": False}),
]

CASES = [*SIEGE, *WAGER, *SPARK]
