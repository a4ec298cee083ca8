"""By hand: the barge (phases and loans), the hut (snapshot), the trek (one budget)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.play.by_hand import Case, Face, Told

# -- the barge -------------------------------------------------------------------------------------


def haul(face: Face, given: Any, choices: Any) -> Told:
    refusals = []
    spare: dict[str, int | None] = {}
    for who, hauler in given["crew"].items():
        weary = hauler.get("weary", 0)
        codes = ["too_weary"] * (weary > 6) + ["no_arm"] * (hauler["strength"] == 0)
        refusals += [(code, f"pulled.{who}.ready") for code in codes]
        if codes:
            spare[who] = None
        else:
            spare[who] = face(1, 4) + hauler["strength"] - (2 if weary >= 3 else 0) - given["load"]
    short = [who for who, margin in spare.items() if margin is not None and margin < 0]
    lent, got = dict.fromkeys(spare, 0), dict.fromkeys(spare, 0)
    for who, margin in spare.items():
        own = -1 if margin is None else margin
        loans = choices.get(f"lending.{who}.loans", choices.get("lending.loans", []))
        codes = ["nothing_to_lend"] * (bool(loans) and own < 1)
        codes += ["too_much"] * (own >= 1 and sum(loan["much"] for loan in loans) > own)
        codes += ["not_short"] * any(loan["to"] not in short for loan in loans)
        refusals += [(code, f"lending.{who}.loans") for code in codes]
        for loan in [] if codes else loans:
            lent[who] += loan["much"]
            got[loan["to"]] = got.get(loan["to"], 0) + loan["much"]
    wet, state = 0, {}
    for who, margin in spare.items():
        weary = given["crew"][who].get("weary", 0)
        if margin is not None:
            rest = margin + got[who] - lent[who]
            wet += rest < 0
            weary += 2 if rest < 0 else 1
        state[f"crew.{who}.weary"] = weary
    values = {"wet": wet, "short": short, "weary_now": list(state.values())}
    return Told("some_wet" if wet else "all_dry", values, tuple(refusals), state)


CREW = {
    "ann": {"strength": 3, "weary": 4},
    "bob": {"strength": 6, "steady": True},
    "cid": {"strength": 0, "weary": 7},
    "dora": {"strength": 2},
}
TO_ANN = [{"to": "ann", "much": 1}]
BARGE = [
    Case("barge-alone", "barge", "haul", haul, {"crew": CREW, "load": 5}),
    Case("barge-all-lend", "barge", "haul", haul, {"crew": CREW, "load": 5}, {"lending.loans": TO_ANN}),
    Case(
        "barge-some-lend",
        "barge",
        "haul",
        haul,
        {"crew": CREW, "load": 5},
        {"lending.bob.loans": [{"to": "dora", "much": 2}, {"to": "ann", "much": 1}], "lending.loans": TO_ANN},
        odds=False,
    ),
    Case(
        "barge-lend-to-nobody", "barge", "haul", haul, {"crew": {"bob": {"strength": 6}}, "load": 5},
        {"lending.loans": [{"to": "zoe", "much": 9}]},
    ),
    Case("barge-nobody", "barge", "haul", haul, {"crew": {}, "load": 1}),
]  # fmt: skip

# -- the hut ---------------------------------------------------------------------------------------


def _stage(heat: int) -> tuple[int, str, int]:
    if heat <= 0:
        return 0, "cold", 0
    if heat <= 2:
        return 1, "warm", 1
    return (2, "hot", 2) if heat <= 5 else (3, "roaring", 4)


def _phase(face: Face, heat: int, beams: int, wind: int, late: bool) -> tuple[int, int, int, bool]:
    rank, _, harm = _stage(heat)
    lost = 0
    if heat > 0:
        lost += harm
        beams = max(0, beams - harm)
        heat += face(1, 3) + wind - 2  # the stage has not changed yet, so its harm adds nothing
        new_rank, _, new_harm = _stage(heat)
        if new_rank > rank and not late:
            lost += new_harm
            beams = max(0, beams - new_harm)
    elif wind > 1 and face(1, 6) == 6:
        heat = 1
    return heat, beams, lost, _stage(heat)[0] > rank


def phase(face: Face, given: Any, choices: Any, late: bool = False) -> Told:
    heat, beams = given["hut"].get("heat", 0), given["hut"]["beams"]
    heat, beams, lost, rose = _phase(face, heat, beams, given.get("wind", 0), late)
    return Told(_stage(heat)[1], {"hut.heat": heat, "hut.beams": beams, "lost": lost, "rose": rose})


def late_phase(face: Face, given: Any, choices: Any) -> Told:
    return phase(face, given, choices, late=True)


def night(face: Face, given: Any, choices: Any) -> Told:
    heat, beams, total = given["hut"].get("heat", 0), given["hut"]["beams"], 0
    for wind in (0, 1):
        heat, beams, lost, _ = _phase(face, heat, beams, wind, False)
        total += lost
    return Told(beams == 0, {"hut.heat": heat, "total": total})


BLAZE = [
    *(
        Case(f"blaze-{heat}-{wind}", "blaze", "phase", phase, {"hut": {"heat": heat, "beams": 7}, "wind": wind})
        for heat, wind in ((0, 0), (0, 2), (1, 0), (2, 1), (5, 3), (6, 0))
    ),
    Case(
        "blaze-late", "blaze", "phase", late_phase, {"hut": {"heat": 2, "beams": 2}, "wind": 1},
        settings={"spread": "next_phase"},
    ),
    Case("night-2", "blaze", "night", night, {"hut": {"heat": 2, "beams": 3}}),
    Case("night-5", "blaze", "night", night, {"hut": {"heat": 5, "beams": 9}}),
    Case("night-none", "blaze", "night", night, {"hut": {"beams": 9}}),
]  # fmt: skip

# -- the trek --------------------------------------------------------------------------------------

DAYS = {"road": Fraction(1, 2), "hills": Fraction(1), "marsh": Fraction(3, 2)}


def _walk(face: Face, days: Fraction, food: int, leg: Any) -> tuple[list[str], Fraction, int, int | None]:
    land = leg["land"]
    codes = ["no_time"] * (days < DAYS[land]) + ["needs_boat"] * (land == "marsh" and not leg.get("boat", False))
    if codes:
        return codes, days, food, None
    found = {"road": lambda: 2, "hills": lambda: face(1, 4), "marsh": lambda: max(face(1, 4), face(1, 4))}[land]()
    return [], days - DAYS[land], max(0, food - 1) if found < 3 else food, found


def trek(face: Face, given: Any, choices: Any) -> Told:
    days, food = Fraction(given["party"]["days"]), given["party"].get("food", 3)
    start, done, lucky, refusals, second = days, 0, False, [], None
    for n, leg in enumerate(given["legs"], 1):
        codes, days, food, found = _walk(face, days, food, leg)
        refusals += [(code, f"way.{n}.step") for code in codes]
        if found is not None:
            done += 1
            lucky = lucky or found >= 3
        if n == 2:
            second = found
    values = {"spent": start - days, "lucky": lucky, "second": second, "hungry": food == 0, "party.food": food}
    return Told(done, {**values, "party.days": days}, tuple(refusals))


def strict_trek(face: Face, given: Any, choices: Any) -> Told:
    days, food = Fraction(given["party"]["days"]), given["party"].get("food", 3)
    codes, left, after, found = _walk(face, days, food, given["leg"])
    values = {"before": food, "party.food": after, "party.days": left}
    return Told(None if codes else found >= 3, values, tuple((code, "") for code in codes))  # type: ignore[operator]  # found


LEGS = [{"land": "hills"}, {"land": "marsh", "boat": True}, {"land": "marsh"}, {"land": "road"}, {"land": "hills"}]
TREK = [
    Case("trek-long", "trek", "trek", trek, {"party": {"days": 9, "food": 2}, "legs": LEGS}),
    Case("trek-short", "trek", "trek", trek, {"party": {"days": 2}, "legs": LEGS}),
    Case("trek-none", "trek", "trek", trek, {"party": {"days": 0}, "legs": []}),
    Case("strict-goes", "trek", "strict_trek", strict_trek, {"party": {"days": 1}, "leg": {"land": "hills"}}),
    Case("strict-refused", "trek", "strict_trek", strict_trek, {"party": {"days": 1}, "leg": {"land": "marsh"}}),
]

CASES = [*BARGE, *BLAZE, *TREK]
