"""By hand: the weather (a scene that changes, bonuses, computed fields) and places (things that change anywhere)."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from tests.play.by_hand import Case, Face, Told

# -- the weather -----------------------------------------------------------------------------------

PUSH = {"still": 0, "breeze": 1, "gale": 3}


class Walk:
    """A walker in a scene, with everything worked out from what is there now."""

    def __init__(self, given: Any, mad: bool = False, step: int = 2) -> None:
        scene, walker = given.get("scene", {}), given["walker"]
        self.wind, self.raining = scene.get("wind", "still"), scene.get("raining", False)
        self.mud, self.wet = scene.get("mud", 0), walker.get("wet", 0)
        self.boots, self.bare_legs, self.bare_pack = walker.get("boots", False), walker["legs"], walker.get("pack", 0)
        self.mad, self.step = mad, step

    @property
    def soaked(self) -> bool:
        return self.wet > 4 or (self.wet > 2 and self.raining)

    @property
    def legs(self) -> int:
        wind = PUSH[self.wind] if self.wind in ("breeze", "gale") else 0
        return self.bare_legs + (2 if self.boots else 0) - (1 if self.soaked else 0) - wind

    @property
    def pack(self) -> int:
        return max(self.bare_pack, 4) if self.mud > 2 else self.bare_pack

    def drag(self, slope: int) -> int:
        return -slope - (self.step if self.raining else 0) - (5 if self.mad and self.wind == "gale" else 0)

    def need(self, slope: int) -> int:
        load = max(0, self.pack - 1) if self.boots else self.pack
        return self.legs - load + self.drag(slope)


def march(face: Face, given: Any, choices: Any, mad: bool = False, wade: bool = True, step: int = 2) -> Told:
    slope = given.get("slope", 0)
    walk = Walk(given, mad, step)
    before = walk.need(slope)
    drops = face(1, 3)
    if walk.raining:
        walk.wet = min(20, walk.wet + drops)
    if wade:
        walk.mud = min(9, walk.mud + drops)
    if walk.mud > 5:
        called = "still"
    elif walk.soaked:
        called = "breeze"
    else:
        called = walk.wind if walk.wind != "still" else None  # type: ignore[assignment]  # none of the lines holds
    best = max([walk.legs] * (walk.legs > 3) + [4] * (walk.wet == 0), default=None)
    least = min([walk.legs] + [10 - walk.wet] * (walk.wet > 0))
    total = face(1, 3) + face(1, 3)
    values = {
        "before": before, "after": walk.need(slope), "flat": walk.need(0), "level": walk.drag(0), "called": called,
        "most": best, "least": least, "first_step.outcome": walk.raining and walk.mud > 1,
        "scene.mud": walk.mud, "walker.wet": walk.wet,
    }  # fmt: skip
    return Told(total <= walk.need(slope), values)


def mad_march(face: Face, given: Any, choices: Any) -> Told:
    return march(face, given, choices, mad=True, wade=False, step=0)


WEATHER = [
    Case("march-dry", "weather", "march", march, {"walker": {"legs": 4}}),
    Case(
        "march-wet", "weather", "march", march,
        {
            "scene": {"raining": True, "wind": "breeze", "mud": 1},
            "walker": {"legs": 9, "pack": 3, "wet": 1},
            "slope": -1,
        },
    ),
    Case(
        "march-gale", "weather", "march", march,
        {"scene": {"wind": "gale", "mud": 4}, "walker": {"legs": 9, "boots": True, "pack": 2}, "slope": 2},
    ),
    Case(
        "march-mad", "weather", "march", mad_march,
        {"scene": {"wind": "gale", "raining": True}, "walker": {"legs": 10, "boots": True, "wet": 3}},
        settings={"storm": "mad", "wade": False, "step": 0},
    ),
]  # fmt: skip

# -- places ----------------------------------------------------------------------------------------


def _miner(oil: int = 3, **more: Any) -> dict[str, Any]:
    bag = {"lamp": {"oil": oil, "bright": more.pop("bright", 1)}, "weight": more.pop("weight", 0)}
    return {"bag": bag, "dust": 0, **more}


def _lit(miner: Any) -> bool:
    return miner["bag"]["lamp"]["oil"] > 0


def dig(face: Face, given: Any, choices: Any) -> Told:
    given = deepcopy(given)
    miner, helper = given["miner"], given.get("helper")
    lamp, spare = miner["bag"]["lamp"], miner.get("spare")
    could_see = _lit(miner) or bool(spare and spare["oil"] > 0)
    light = lamp["bright"] + lamp["oil"] if lamp["oil"] > 0 else 0
    dusty = face(1, 4)
    miner["dust"] = min(20, miner["dust"] + dusty)
    lamp["oil"] = max(0, lamp["oil"] - dusty)
    spare_oil = spare["oil"] if spare else None
    if spare and dusty > 2:
        spare["oil"] = max(0, spare["oil"] - 1)
    helped = helper is not None and helper.get("tool", True) and helper["hands"] > 0
    if helper is not None and dusty == 4:
        helper["hands"] = max(0, helper["hands"] - 1)
    sees = _lit(miner) or bool(spare and spare["oil"] > 0)
    values = {
        "could_see": could_see, "light": light, "lamp_burns.outcome": _lit(miner), "spare_oil": spare_oil,
        "helped": helped, "hands": helper["hands"] if helper else None, "miner.dust": miner["dust"],
        "miner.bag.lamp.oil": lamp["oil"], "miner.spare.oil": spare["oil"] if spare else None,
    }  # fmt: skip
    return Told(1 if sees else 0, values)


def volley(face: Face, given: Any, choices: Any) -> Told:
    given = deepcopy(given)
    dust_now = []
    for shot in given["shots"]:
        who, roll = shot["who"], face(1, 2) + given.get("strength", 1)
        if roll > 2 or shot.get("near", False):
            who["dust"] = min(20, who["dust"] + roll)
            who["bag"]["lamp"]["oil"] = max(0, who["bag"]["lamp"]["oil"] - 1)
        dust_now.append(who["dust"])
    dark = sum(not _lit(shot["who"]) for shot in given["shots"])
    most = max((shot["who"]["dust"] for shot in given["shots"]), default=None)
    values = {"dark": dark, "most": most, "second_dust": dust_now[1] if len(dust_now) > 1 else None}
    return Told(any(shot["who"]["dust"] > 5 for shot in given["shots"]), values)


def shift(face: Face, given: Any, choices: Any) -> Told:
    crew = deepcopy(given["crew"])
    one, other = crew[given["first_one"]], crew[given["other"]]
    before = one["dust"]
    one["dust"] = min(20, one["dust"] + face(1, 3))
    share = one["dust"] // 2
    one["dust"] -= share
    other["dust"] = min(20, other["dust"] + share)
    clean = [key for key, miner in crew.items() if miner["dust"] == 0]
    state = {f"crew.{key}.dust": miner["dust"] for key, miner in crew.items()}
    values = {"before": before, "after": other["dust"], "clean": clean, "swap.share": share}
    return Told(one["dust"], values, state=state)


def pass_on(face: Face, given: Any, choices: Any) -> Told:
    miners, moved = deepcopy(given["miners"]), 0
    for one in miners:
        for other in miners:
            if one["bag"]["weight"] < other["bag"]["weight"]:
                share = one["dust"] // 2
                one["dust"] -= share
                other["dust"] = min(20, other["dust"] + share)
                moved += share
    return Told(moved, {}, state={"miners": [_shown(miner) for miner in miners]})


def _shown(miner: Any) -> Any:
    return {"bag": miner["bag"], "spare": miner.get("spare"), "dust": miner["dust"]}


def twice(face: Face, given: Any, choices: Any) -> Told:
    miners = deepcopy(given["miners"])
    for miner in miners:
        miner["dust"] = min(20, miner["dust"] + face(1, 2))
    for miner in miners:
        miner["dust"] = max(0, miner["dust"] - 1)
    return Told(sum(miner["dust"] for miner in miners), {}, state={"miners": [_shown(miner) for miner in miners]})


SPARE = {"oil": 1, "bright": 2}
SHOTS = [{"who": _miner(1, dust=3)}, {"who": _miner(2), "near": True}, {"who": _miner(0, dust=19)}]
MINERS = [_miner(weight=2, dust=5), _miner(weight=1, dust=9), _miner(weight=2, dust=3)]
PLACES = [
    Case("dig-alone", "places", "dig", dig, {"miner": _miner()}),
    Case("dig-helped", "places", "dig", dig, {"miner": _miner(2, spare=SPARE), "helper": {"hands": 1}}),
    Case("dig-dark", "places", "dig", dig, {"miner": _miner(0, dust=18), "helper": {"hands": 2, "tool": False}}),
    Case("volley", "places", "volley", volley, {"shots": SHOTS}),
    Case("volley-weak", "places", "volley", volley, {"shots": SHOTS[:2], "strength": 0}),
    Case("volley-none", "places", "volley", volley, {"shots": []}),
    Case(
        "shift", "places", "shift", shift,
        {"crew": {"a": _miner(dust=4), "b": _miner(), "c": _miner()}, "first_one": "a", "other": "c"},
    ),
    Case(
        "shift-back", "places", "shift", shift,
        {"crew": {"a": _miner(dust=4), "b": _miner(dust=19)}, "first_one": "b", "other": "a"},
    ),
    Case("pass-on", "places", "pass_on", pass_on, {"miners": MINERS}),
    Case("twice", "places", "twice", twice, {"miners": MINERS}),
]  # fmt: skip

CASES = [*WEATHER, *PLACES]
