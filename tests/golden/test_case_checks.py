"""Cases that cannot be right are told before they are run: each fault at its place, and nothing of what can be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import handhold
from handhold.diagnostics import Diagnostic
from handhold.golden.case_checks import check_cases
from handhold.golden.cases import Case, cases_for
from handhold.golden.compare import came_of, shown
from handhold.golden.outcome import odds_json, plain_json
from handhold.packs import checked
from handhold.play.odds.event import odds
from handhold.play.runs.run import Runner
from tests.shipped import PACKS, shipped

PACK = """
pack: faulty
format: 1
version: "1.0.0"
title: Faulty
license: CC0-1.0
settings:
  wind: {value: calm, options: [calm, storm], reading: Calm., question: Is it windy?}
  bonus: {value: 1, reading: One.}
tables:
  walls: {columns: {tn: integer}, rows: {rough: {tn: 9}, smooth: {tn: 14}}}
  ends: {rows: {up: {}, down: {}}}
sheets:
  climber:
    skill: {type: integer, default: 0, min: 0}
    name: {type: text, default: nobody}
    tired: {type: integer, default: 0, changes: true}
    ready: {value: skill > tired}
  rope: {length: integer}
events:
  climb:
    needs:
      climber: climber
      wall: walls
      ropes: {type: list of rope, default: []}
      others: {type: group of climber}
      hook: {type: optional integer}
    steps:
      stop: {refuse: {wet: {when: settings.wind is storm and not climber.ready, because: It is wet.}}}
      push: {choose: flag, by: player, default: false}
      hold: {choose: walls, by: player, default: wall}
      roll: {roll: d20}
      total: roll + climber.skill + (if push then settings.bonus else 0) + hold.tn + (hook otherwise 0)
      long: count(r for r in ropes where r.length > 5)
      called: climber.name
      helped: {each: o in others, steps: {by: o.skill, aid: {roll: d4}}}
      nap: {do: rest, with: {climber: climber}}
      tire: {set: climber.tired, to: 1}
      wide: hook
      outcome: if total + long >= wall.tn then ends.up else ends.down
  rest:
    needs: {climber: climber}
    steps: {left: climber.skill - climber.tired}
"""

CLIMB = "event: climb\ngiven: {climber: {}, wall: rough}\n"
REST = "event: rest\ngiven: {climber: {}}\n"

FAULTY = [
    # what is given
    ("event: ‹clmb›\n", "the case 'first' names an event 'clmb' that is not there", "did you mean 'climb'?"),
    ("event: climb\ngiven: ‹{climber: {}}›\n", "wall: is missing: a row of walls must be given", ""),
    ("event: climb\ngiven: {climber: {}, wall: ‹ruogh›}\n", "wall: 'ruogh' is no row of 'walls'", "'rough'"),
    ("event: climb\ngiven: {climber: {}, wall: rough, ‹wal›: 1}\n", "wal: is nothing that 'climb' needs", "'wall'"),
    ("event: climb\ngiven: {climber: {‹skil›: 1}, wall: rough}\n", "climber.skil: is no field of a climber", "'skill'"),
    ("event: climb\ngiven: {climber: {‹ready›: true}, wall: rough}\n", "climber.ready: is worked out", ""),
    ("event: climb\ngiven: {climber: {skill: ‹high›}, wall: rough}\n", "climber.skill: a whole number is needed", ""),
    ("event: climb\ngiven: {climber: {skill: ‹-1›}, wall: rough}\n", "climber.skill: -1 is less than 0", ""),
    ("event: climb\ngiven: {climber: {tired: ‹1.5›}, wall: rough}\n", "climber.tired: a whole number is needed", ""),
    ("event: climb\ngiven: {climber: ‹strong›, wall: rough}\n", "climber: a climber is needed here", ""),
    ("event: climb\ngiven: {climber: {}, wall: rough, ropes: ‹{length: 3}›}\n", "ropes: a list is needed here", ""),
    ("event: climb\ngiven: {climber: {}, wall: rough, ropes: [{length: 3}, ‹{}›]}\n", "ropes.2.length: is missing", ""),
    ("event: climb\ngiven: {climber: {}, wall: rough, others: ‹{a b: {}}›}\n", "the key 'a b' may hold letters", ""),
    ("event: climb\ngiven: {climber: {}, wall: rough, others: {a: {‹skil›: 1}}}\n", "others.a.skil: is no field", ""),
    (CLIMB + "choices: {‹psuh›: true}\n", "'climb' has no choice 'psuh'", "did you mean 'push'?"),
    (CLIMB + "choices: {push: ‹maybe›}\n", "push: true or false is needed here", "write true or false"),
    (CLIMB + "choices: {hold: ‹smoth›}\n", "hold: 'smoth' is no row of 'walls'", "did you mean 'smooth'?"),
    (CLIMB + "dice: {‹rol›: 3}\n", "'climb' has no roll 'rol'", "did you mean 'roll'?"),
    (CLIMB + "settings: {‹wnd›: storm}\n", "the pack has no setting 'wnd'", "did you mean 'wind'?"),
    (CLIMB + "settings: {wind: ‹strom›}\n", "'strom' is no option of the setting 'wind'", "did you mean 'storm'?"),
    (CLIMB + "settings: {bonus: ‹much›}\n", "bonus: a whole number is needed here", ""),
    # what is expected
    (CLIMB + "expect: {outcome: ‹pu›}\n", "outcome: 'pu' is no row of 'ends'", "did you mean 'up'?"),
    (CLIMB + "expect: {outcome: ‹true›}\n", "outcome: true is no row of 'ends'", ""),
    (REST + "expect: {outcome: ‹up›}\n", "'rest' has no outcome", "give a step the name 'outcome'"),
    (CLIMB + "expect: {refused: [‹wte›]}\n", "'climb' has no refusal 'wte'", "did you mean 'wet'?"),
    (CLIMB + "expect: {values: {‹totl›: 3}}\n", "'climb' has nothing called 'totl'", "did you mean 'total'?"),
    (CLIMB + "expect: {values: {total: ‹up›}}\n", "total: a whole number is needed here", ""),
    (CLIMB + "expect: {values: {total: ‹null›}}\n", "total: a whole number is needed here", ""),
    (CLIMB + "expect: {values: {total: ‹{value: 3}›}}\n", "'total' is an integer, and has no names below it", ""),
    (CLIMB + "expect: {values: {nap: ‹3›}}\n", "'nap' is the step 'nap', and has names below it", ""),
    (CLIMB + "expect: {values: {nap: {‹lft›: 3}}}\n", "'nap' has nothing called 'lft'", "'left'"),
    (CLIMB + "expect: {values: {‹nap.lft›: 3}}\n", "'climb' has nothing called 'nap.lft'", "left"),
    (CLIMB + "expect: {values: {helped: {a: {‹bye›: 3}}}}\n", "'helped.a' has nothing called 'bye'", "'by'"),
    (CLIMB + "expect: {values: {hold: ‹steep›}}\n", "hold: 'steep' is no row of 'walls'", ""),
    (CLIMB + "expect: {state: {‹wall›: rough}}\n", "the state of 'climb' has nothing called 'wall'", ""),
    (CLIMB + "expect: {state: {climber: {‹tried›: 1}}}\n", "'climber' has nothing called 'tried'", "'tired'"),
    (CLIMB + "expect: {effects: {‹climber.tried›: 1}}\n", "'climb' has no state 'climber.tried'", "'tired'"),
    (CLIMB + "expect: {effects: {‹climber.skill›: 1}}\n", "'climb' never changes 'climber.skill'", ""),
    (CLIMB + "expect: {effects: {climber.tired: ‹very›}}\n", "climber.tired: a whole number is needed here", ""),
    (CLIMB + "expect: {rolls: {rol: {‹value›: 3}}}\n", "'climb' has no roll 'rol'", "'roll'"),
    (CLIMB + "expect: {rolls: {roll: {‹valeu›: 3}}}\n", "a roll has dice, faces and a value, and no 'v", "'value'"),
    (CLIMB + "expect: {odds: {‹outcome›: {up: 1/2}}}\n", "odds have no 'outcome'", "did you mean 'outcomes'?"),
    (CLIMB + "expect: {odds: {outcomes: {‹pu›: 1/2}}}\n", "outcomes: 'pu' is no row of 'ends'", "'up'"),
    (CLIMB + "expect: {odds: {outcomes: {up: ‹half›}}}\n", "a chance is a fraction from 0 to 1", "such as 3/5"),
    (CLIMB + "expect: {odds: {outcomes: {up: ‹3/2›}}}\n", "a chance is a fraction from 0 to 1", "such as 3/5"),
    (CLIMB + "expect: {odds: {outcomes: {up: ‹2/4›}}}\n", "the chance is told as 1/2", "write 1/2"),
    (CLIMB + "expect: {odds: {unresolved: ‹much›}}\n", "a chance is a fraction from 0 to 1", ""),
    (CLIMB + "expect: {odds: {refused: {‹wte›: 1}}}\n", "'climb' has no refusal 'wte'", "did you mean 'wet'?"),
    (CLIMB + "expect: {odds: {values: {‹totl›: {'3': 1/2}}}}\n", "'totl': no value named 'totl'", ""),
    (CLIMB + "expect: {odds: {values: {push: {‹maybe›: 1/2}}}}\n", "push: true or false is needed here", ""),
]  # fmt: skip

FINE = [
    CLIMB
    + "choices: {push: true, hold: smooth}\ndice: {roll: 3, helped.a.aid: 2}\nsettings: {wind: storm, bonus: 2}\n",
    "event: climb\ngiven: {climber: null, wall: walls.rough, ropes: null, hook: null, others: {a: {}}}\n",
    CLIMB + "expect: {outcome: null, refused: [wet]}\n",
    REST + "expect: {outcome: null}\n",
    CLIMB + "expect: {values: {wide: null, nap.left: 1, helped.a.by: 0, called: 3, helped: {b: {by: 0}}}}\n",
    CLIMB + "expect: {effects: {climber.tired: 1}, rolls: {roll: {faces: [3], value: 3}, helped.a.aid.value: 1}}\n",
    CLIMB + "expect: {odds: {outcomes: {up: 1/2, down: 0.5}, values: {push: {'true': 0}, total > 3: {'true': 1}}}}\n",
]


def found(folder: Path, case: str) -> tuple[str, tuple[Diagnostic, ...]]:
    """The text of a file with that case, and what is wrong with it."""
    (folder / "tests").mkdir(parents=True, exist_ok=True)
    (folder / "pack.yaml").write_text(PACK, encoding="utf-8")
    text = "cases:\n  first:\n    " + case.strip().replace("\n", "\n    ") + "\n    authority: The rule.\n"
    (folder / "tests" / "cases.yaml").write_text(text, encoding="utf-8")
    return text, handhold.check(folder)


def test_the_pack_has_no_fault(tmp_path: Path) -> None:
    assert [each for each in found(tmp_path, CLIMB)[1] if each.severity == "error"] == []


@pytest.mark.parametrize(("case", "message", "hint"), FAULTY, ids=[each[1] for each in FAULTY])
def test_a_fault_is_told_at_its_place(case: str, message: str, hint: str, tmp_path: Path) -> None:
    before, marked, _ = (case.replace("›", "‹")).split("‹")
    text, told = found(tmp_path, case.replace("‹", "").replace("›", ""))
    (fault,) = [each for each in told if each.severity == "error"]
    assert fault.code == "bad-case"
    assert message in fault.message
    assert hint in fault.hint
    assert fault.span is not None
    line = text.splitlines()[fault.span.line - 1]
    assert line[fault.span.column - 1 : fault.span.end_column - 1] == marked
    assert fault.span.line == 3 + before.count("\n")


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    _, told = found(
        tmp_path,
        "event: climb\ngiven: {climber: {skil: 1, tired: x}, wall: ruogh}\nexpect: {outcome: pu, state: {x: 1}}\n",
    )
    assert len([each for each in told if each.severity == "error"]) == 5


@pytest.mark.parametrize("case", FINE)
def test_what_can_be_is_no_fault(case: str, tmp_path: Path) -> None:
    assert [str(each) for each in found(tmp_path, case)[1] if each.severity == "error"] == []


# -- against what runs -------------------------------------------------------------------------------------------------


def rewritten(folder: Path, case: Case, expect: object) -> tuple[Case, ...]:
    """A case that expects something else, read from a file."""
    written = {"event": case.event, "expect": expect}
    for name in ("given", "choices", "dice", "settings", "seed"):
        held = getattr(case, name)
        if held:
            written[name] = held
    (folder / "tests").mkdir(parents=True, exist_ok=True)
    (folder / "pack.yaml").write_text(PACK, encoding="utf-8")
    text = json.dumps({"cases": {case.id: written}}, default=str, ensure_ascii=False)
    (folder / "tests" / "cases.yaml").write_text(text, encoding="utf-8")
    cases, faults = cases_for(str(folder))
    assert faults == ()
    return cases


def whole(pack: checked.Pack, case: Case) -> dict[str, object]:
    """All that comes out of a case, as a case would expect it."""
    runner = Runner(pack)
    came = came_of(runner, case)
    assert came.result is not None, came.fault
    return {name: plain_json(held) for name, held in shown(came.result).items()}  # type: ignore[arg-type]  # plain data


@pytest.mark.parametrize("name", PACKS)
def test_whatever_comes_out_can_be_expected(name: str, tmp_path: Path) -> None:
    held = shipped(name)
    cases = [case for case in held.cases.values() if set(case.expect) != {"odds"}][::7]
    assert cases
    for case in cases:
        again = rewritten(tmp_path, case, whole(held.pack, case))
        assert [str(each) for each in check_cases(held.pack, again)] == [], case.id


@pytest.mark.parametrize("name", PACKS)
def test_odds_that_come_out_can_be_expected(name: str, tmp_path: Path) -> None:
    held = shipped(name)
    for case in [case for case in held.cases.values() if "odds" in case.expect][:3]:
        came = odds(held.pack, case.event, case.given, choices=case.choices, settings=case.settings)
        again = rewritten(tmp_path, case, {"odds": odds_json(came)})
        assert [str(each) for each in check_cases(held.pack, again)] == [], case.id


def misspelt(data: object, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], object]]:
    """What is expected, with each name in turn written wrong."""
    if not isinstance(data, dict):
        return []
    made: list[tuple[tuple[str, ...], object]] = []
    for name, held in data.items():
        if path:
            made.append(((*path, name), {(f"{key}q" if key == name else key): value for key, value in data.items()}))
        made.extend((where, {**data, name: inner}) for where, inner in misspelt(held, (*path, name)))
    return made


@pytest.mark.parametrize("name", PACKS)
def test_a_name_that_is_not_there_is_told(name: str, tmp_path: Path) -> None:
    held = shipped(name)
    tried = 0
    for case in [case for case in held.cases.values() if {"values", "state", "effects"} & set(case.expect)][:8]:
        for path, expect in misspelt({key: value for key, value in case.expect.items() if key != "odds"}):
            again = rewritten(tmp_path, case, json.loads(json.dumps(expect, default=str)))
            faults = [each for each in check_cases(held.pack, again) if each.severity == "error"]
            if not faults:
                # members of groups and passes of loops have any key
                assert {"passes", "group"} & set(kinds(held.pack, case, path)), (case.id, path)
            tried += 1
    assert tried


def kinds(pack: checked.Pack, case: Case, path: tuple[str, ...]) -> list[str]:
    """Whether something on the way to a path has names of its own making."""
    event = pack.events[case.event]
    first = path[1].split(".")[0]
    types = {**{need: str(known.type) for need, known in event.needs.items()}, **{n: str(of) for n, of in event.names}}
    return types.get(first, "").split()


def every_message(folder: Path) -> set[str]:
    """All that is said of the faulty cases."""
    told = (found(folder / str(n), case.replace("‹", "").replace("›", ""))[1] for n, (case, _, _) in enumerate(FAULTY))
    return {each.message for several in told for each in several}
