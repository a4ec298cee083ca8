"""What a program may hand over by mistake, or pass on from a stranger."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

import handhold
from handhold import limits
from tests.hostile.packs import event
from tests.shell import DEMO, load

GIVEN = {"climber": {"skill": 14}, "wall": "high"}
LOOP: dict[str, object] = {}
LOOP["a"] = LOOP
DEEP: object = 1
DEEP_LIST: object = 1
for _ in range(5000):
    DEEP = {"a": DEEP}
    DEEP_LIST = [DEEP_LIST]

ODD: dict[str, object] = {
    "nothing": None,
    "flag": True,
    "number": 1,
    "float": 1.5,
    "not_a_number": float("nan"),
    "great": 10**5000,
    "great_fraction": Fraction(10**5000, 7),
    "bytes": b"x",
    "list": ["a"],
    "tuple": (1, 2),
    "set": {1},
    "mapping": {"a": 1},
    "number_as_key": {1: 2},
    "nothing_as_key": {None: 1},
    "long_key": {"k" * 1_000_000: 1},
    "many_keys": {f"k{n}": 1 for n in range(9_000)},
    "text": "x",
    "long_text": "x" * 1_000_000,
    "half_a_character": "\ud800",
    "control": "a\0b\x1b[31m",
    "itself": LOOP,
    "deep": DEEP,
    "deep_list": DEEP_LIST,
    "object": object(),
    "class": handhold.Pack,
}


def anything(value: object) -> dict[str, Callable[[], object]]:
    """Every place of the library where a value can be handed over."""
    pack: handhold.Pack = load(DEMO)
    odd: handhold.Pack = value  # type: ignore[assignment]
    places: dict[str, Callable[..., object]] = {
        "load": lambda v: handhold.load(v),
        "check": lambda v: handhold.check(v),
        "run event": lambda v: handhold.run(pack, v, GIVEN),
        "run given": lambda v: handhold.run(pack, "climb", v),
        "run sheet": lambda v: handhold.run(pack, "climb", {**GIVEN, "climber": v}),
        "run number": lambda v: handhold.run(pack, "climb", {**GIVEN, "climber": {"skill": v}}),
        "run fraction": lambda v: handhold.run(pack, "climb", {**GIVEN, "climber": {"skill": 1, "hurt": v}}),
        "run row": lambda v: handhold.run(pack, "climb", {**GIVEN, "wall": v}),
        "run flag": lambda v: handhold.run(pack, "climb", {**GIVEN, "rope": v}),
        "run choices": lambda v: handhold.run(pack, "climb", GIVEN, choices=v),
        "run choice": lambda v: handhold.run(pack, "climb", GIVEN, choices={"slow": v}),
        "run dice": lambda v: handhold.run(pack, "climb", GIVEN, dice=v),
        "run faces": lambda v: handhold.run(pack, "climb", GIVEN, dice={"roll": v}),
        "run face": lambda v: handhold.run(pack, "climb", GIVEN, dice=[v]),
        "run settings": lambda v: handhold.run(pack, "climb", GIVEN, settings=v),
        "run setting": lambda v: handhold.run(pack, "climb", GIVEN, settings={"ground": v}),
        "run number setting": lambda v: handhold.run(pack, "climb", GIVEN, settings={"bonus": v}),
        "run seed": lambda v: handhold.run(pack, "climb", GIVEN, seed=v),
        "odds event": lambda v: handhold.odds(pack, v, GIVEN),
        "odds given": lambda v: handhold.odds(pack, "climb", v),
        "odds sheet": lambda v: handhold.odds(pack, "climb", {**GIVEN, "climber": v}),
        "odds number": lambda v: handhold.odds(pack, "climb", {**GIVEN, "climber": {"skill": v}}),
        "odds choices": lambda v: handhold.odds(pack, "climb", GIVEN, choices=v),
        "odds choice": lambda v: handhold.odds(pack, "climb", GIVEN, choices={"slow": v}),
        "odds policies": lambda v: handhold.odds(pack, "climb", GIVEN, policies=v),
        "odds policy": lambda v: handhold.odds(pack, "climb", GIVEN, policies={"slow": v}),
        "odds settings": lambda v: handhold.odds(pack, "climb", GIVEN, settings=v),
        "odds setting": lambda v: handhold.odds(pack, "climb", GIVEN, settings={"ground": v}),
        "odds show": lambda v: handhold.odds(pack, "climb", GIVEN, show=v),
        "odds formula": lambda v: handhold.odds(pack, "climb", GIVEN, show=[v]),
        "evaluate formula": lambda v: handhold.evaluate(pack, v),
        "dice_odds formula": lambda v: handhold.dice_odds(pack, v),
        "dice_odds number": lambda v: handhold.dice_odds(pack, "(a)d6", {"a": v}),
        "evaluate given": lambda v: handhold.evaluate(pack, "climber.skill", v),
        "evaluate value": lambda v: handhold.evaluate(pack, "a + 1", {"a": v}),
        "evaluate types": lambda v: handhold.evaluate(pack, "a + 1", {"a": 1}, types=v),
        "evaluate type": lambda v: handhold.evaluate(pack, "a + 1", {"a": 1}, types={"a": v}),
        "evaluate settings": lambda v: handhold.evaluate(pack, "1", settings=v),
        "evaluate setting": lambda v: handhold.evaluate(pack, "1", settings={"ground": v}),
    }
    bound: dict[str, Callable[[], object]] = {name: (lambda do=do: do(value)) for name, do in places.items()}
    bound["run pack"] = lambda: handhold.run(odd, "climb", GIVEN)
    bound["odds pack"] = lambda: handhold.odds(odd, "climb", GIVEN)
    bound["evaluate pack"] = lambda: handhold.evaluate(odd, "1")
    bound["dice_odds pack"] = lambda: handhold.dice_odds(odd, "d6")
    bound["diff pack"] = lambda: handhold.diff(pack, odd)
    return bound


FITS = {
    "flag": {"run flag", "run choice", "odds choice"},
    "number": {"run number", "run fraction", "odds number", "run number setting", "run seed", "evaluate value",
               "dice_odds number"},
    "tuple": {"run dice", "run faces"},
    "float": {"run fraction", "evaluate value"},
    "text": {"check", "run seed"},
    "long_text": {"check", "run seed"},
    "half_a_character": {"check", "run seed"},
    "control": {"check", "run seed"},
    # None stands for what is not given
    "nothing": {
        "run choices", "run dice", "run settings", "run seed", "odds choices", "odds policies", "odds settings",
        "evaluate types", "evaluate settings",
    },
}  # fmt: skip
"""Where an odd value is a right one; `check` says in diagnostics what is wrong with a name."""


@pytest.mark.parametrize("name", ODD)
def test_what_is_handed_over_by_mistake_is_said_plainly(name: str) -> None:
    for place, do in anything(ODD[name]).items():
        if place in FITS.get(name, ()):
            do()
            continue
        with pytest.raises((TypeError, handhold.InputError, handhold.DiceMismatch, handhold.PackError)) as caught:
            do()
        said = str(caught.value)
        assert (caught.type is TypeError) == (place in ("load", "check") or place.endswith(" pack")) or (
            caught.type is handhold.PackError and place == "load"
        ), place
        assert said.isprintable(), (place, said[:200])
        assert len(said) < 2_000, (place, said[:200])
        assert "NoneType" not in said, place


def test_a_pack_by_its_name_is_told_to_be_loaded_first() -> None:
    with pytest.raises(TypeError, match=r"as handhold\.load gives it, and not 'demo'"):
        handhold.run("demo", "climb")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", [1, None, (1, 2)])
def test_a_name_that_is_no_text_is_an_input_error(name: object) -> None:
    pack = load(DEMO)
    for part in ("given", "choices", "settings"):
        parts = {"given": GIVEN, part: {name: 1}}
        with pytest.raises(handhold.InputError):
            handhold.run(pack, "climb", **parts)  # type: ignore[arg-type]
        with pytest.raises(handhold.InputError):
            handhold.odds(pack, "climb", **parts)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [1.5, 10**5000, [1], b"x", True], ids=lambda seed: type(seed).__name__)
def test_a_seed_is_a_text_or_a_whole_number_of_few_digits(seed: object) -> None:
    with pytest.raises(handhold.InputError):
        handhold.run(load(DEMO), "climb", GIVEN, seed=seed)  # type: ignore[arg-type]


def test_many_wrong_names_are_few_sentences() -> None:
    """Those with the same hint are one, the others are told as far as the budget for faults goes."""
    pack = load(DEMO)
    with pytest.raises(handhold.InputError) as caught:
        handhold.run(pack, "climb", {**GIVEN, **{f"k{n}": 1 for n in range(9_000)}})
    assert "'k0', 'k1', 'k2' and" in caught.value.problems[0]
    assert len(caught.value.problems) <= 3
    with pytest.raises(handhold.DiceMismatch) as mismatch:
        handhold.run(pack, "climb", GIVEN, dice={"roll": [1, 1], **{f"k{n}": 1 for n in range(9_000)}})
    assert len(str(mismatch.value)) < 1_000
    error = handhold.InputError(*(f"nothing fits in {n}" for n in range(9_000)))
    assert len(error.problems) == limits.FAULTS + 1
    assert error.problems[-1] == f"and {9_000 - limits.FAULTS:,} more of the kind"


def test_a_path_of_many_passes_is_judged_at_once(tmp_path: Path) -> None:
    """A part may be a pass or the next name: trying both at each would double the work with each part."""
    calls = "".join(f"  e{n}:\n    steps: {{x: {{do: e{n + 1}}}}}\n" for n in range(20))
    choice = "{choose: flag, by: gm, default: false}"
    text = event("x: {do: e0}", "outcome: 1") + calls + f"  e20:\n    steps: {{x: {choice}}}\n"
    (tmp_path / "h.yaml").write_text(text, encoding="utf-8")
    pack = handhold.load(tmp_path / "h.yaml")
    short = ".".join(["x"] * 22)
    assert handhold.run(pack, "e", choices={short: True}).outcome == 1
    for path in (".".join(["x"] * 40), f"{short}.x"):
        assert handhold.run(pack, "e", choices={path: True}).unused_answers == (path,)
    for path in (".".join(["x"] * 45), f"{'x.' * 39}y.z", "x", "x.x", short.replace("x", "y", 1)):
        with pytest.raises(handhold.InputError, match="has no choice"):
            handhold.run(pack, "e", choices={path: True})


def test_a_result_cannot_be_changed_through_what_it_hands_out() -> None:
    pack = load(DEMO)
    given = {**GIVEN, "climber": {"skill": 1}}
    result = handhold.run(pack, "climb", given, dice=[6, 6, 3, 3, 3], trace=True)
    before = copy.deepcopy((result.values, result.state, result.outcome, result.effects))
    result.values.clear()
    result.values["hit"]["damage"] = 99  # type: ignore[index, call-overload]
    result.state["climber"]["hurt"] = 99  # type: ignore[index, call-overload]
    with pytest.raises(TypeError):
        result.rolls["roll"] = result.rolls["roll"]  # type: ignore[index]
    with pytest.raises(AttributeError):
        result.refusals = ()  # type: ignore[misc]
    assert (result.values, result.state, result.outcome, result.effects) == before
    assert json.dumps(result.state) == '{"climber": {"skill": 1, "hurt": 9}}'


def test_what_is_printed_of_a_result_is_short() -> None:
    pack = load(DEMO)
    result = handhold.run(pack, "climb", GIVEN, dice=[1, 1])
    assert repr(result) == "<Result demo@1.2.0 climb: 'up'>"
    assert repr(handhold.run(pack, "climb", {**GIVEN, "climber": {"skill": 0}})) == "<Result demo@1.2.0 climb: refused>"
    assert len(repr(handhold.odds(pack, "climb", GIVEN, show=["margin"]))) < 100
    assert len(repr(pack)) < 100


def test_an_evaluation_reads_the_settings_given() -> None:
    pack = load(DEMO)
    assert handhold.evaluate(pack, "settings.bonus + 1") == 1
    assert handhold.evaluate(pack, "settings.bonus + 1", settings={"bonus": 4}) == 5
    assert handhold.evaluate(pack, "if settings.ground is soft then 1 else 2", settings={"ground": "soft"}) == 1
    with pytest.raises(handhold.InputError, match=r"no setting 'bonsu' \(did you mean 'bonus'\?\)"):
        handhold.evaluate(pack, "1", settings={"bonsu": 1})
    with pytest.raises(handhold.InputError, match="is one of hard, soft, not 'wet'"):
        handhold.evaluate(pack, "1", settings={"ground": "wet"})


def test_a_path_may_be_given_as_one() -> None:
    class Place(os.PathLike[str]):
        def __fspath__(self) -> str:
            return DEMO

    assert handhold.load(Place()).id == "demo"
