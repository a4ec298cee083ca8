"""Laws of odds on packs made at random."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import islice
from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from handhold.language.types import Names, Passes, present
from handhold.packs import checked
from handhold.packs.checks.check import check_pack
from handhold.packs.stacks.load import model_of
from handhold.packs.storage.files import PackFile
from handhold.play.chance import Seeded, enumerate_runs
from handhold.play.odds.event import odds
from handhold.play.runs.run import Runner
from tests.play.by_hand import text
from tests.play.made import GIVEN, made
from tests.play.test_odds import told
from tests.play.test_trace import same

MOST_PATHS = 500
STATE = ("who.a", "who.b", "pair.left.a", "list(m.a for m in crew)", "list(m.b for m in row)", "scene.heat")
UNREAD = "      unread_roll: {roll: d3}\n      unread_value: unread_roll * 2 + who.a\n"


def pack_of(seed: int, unread: str = "") -> checked.Pack:
    model, faults = model_of([PackFile("made.yaml", made(Random(seed), unread).encode())])
    assert model is not None, faults
    pack, more = check_pack(model)
    assume({fault.code for fault in more if fault.severity == "error"} != {"too-much-work"})
    assert pack is not None, "\n".join(map(str, more)) + made(Random(seed), unread)
    return pack


def state_of(state: object, name: str) -> object:
    """What a formula of `STATE` says of the state after a run."""
    at: object = state
    if name.startswith("list("):
        members = at[name.split()[-1].rstrip(")")]  # type: ignore[index]  # needs by name
        every = members.values() if isinstance(members, dict) else members
        return [member[name[7]] for member in every]
    for part in name.split("."):
        at = at[part]  # type: ignore[index]  # sheets by field
    return at


@settings(max_examples=max(60, settings.default.max_examples // 10))
@given(st.integers(0, 10**9))
def test_odds_of_any_pack_are_its_runs_over_every_face(seed: int) -> None:
    pack = pack_of(seed)
    runner, event = Runner(pack), pack.events["whole"]
    given_here = {need: data for need, data in GIVEN.items() if need in event.needs}
    one = runner.run("whole", given_here, Seeded(seed))
    assert same(one, runner.run("whole", given_here, Seeded(seed), traced=True))
    names = [name for name, of in event.names if not isinstance(present(of), Names | Passes) and name != "outcome"][:3]
    state = [name for name in STATE if "heat" not in name or "scene" in event.needs]
    ways = list(islice(enumerate_runs(lambda chance: runner.run("whole", given_here, chance)), MOST_PATHS + 1))
    if len(ways) > MOST_PATHS:
        return
    by_runs: Counter[tuple[str, ...]] = Counter()
    for result, weight, of in ways:
        shown = [*(result.values[name] for name in names), *(state_of(result.state, name) for name in state)]
        by_runs[(text(result.outcome), *map(text, shown))] += Fraction(weight, of)
    found = odds(pack, "whole", given_here, show=[*names, *state])
    assert told(found) == by_runs
    assert sum(found.table.values()) == found.den
    outcomes: Counter[str] = Counter()
    for key, chance in by_runs.items():
        outcomes[key[0]] += chance
    assert odds(pack, "whole", given_here).outcomes == outcomes
    assert odds(pack_of(seed, UNREAD), "whole", given_here).outcomes == outcomes
