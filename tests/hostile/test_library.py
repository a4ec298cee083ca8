"""What a program may hand over by mistake, or pass on from a stranger."""

from __future__ import annotations

from fractions import Fraction

import pytest

import handhold
from tests.shell import DEMO, load

GIVEN = {"climber": {"dex": 14}, "difficulty": "hard", "distance": "medium"}
LOOP: dict[str, object] = {}
LOOP["a"] = LOOP
DEEP: object = 1
for _ in range(5000):
    DEEP = {"a": DEEP}

ODD: dict[str, object] = {
    "float": 1.5,
    "not_a_number": float("nan"),
    "great": 10**5000,
    "great_fraction": Fraction(10**5000, 7),
    "bytes": b"x",
    "set": {1},
    "number_as_key": {1: 2},
    "nothing_as_key": {None: 1},
    "half_a_character": "\ud800",
    "itself": LOOP,
    "deep": DEEP,
    "object": object(),
}


@pytest.mark.parametrize("odd", ODD)
def test_a_value_of_a_wrong_kind_is_an_input_error(odd: str) -> None:
    pack, value = load(DEMO), ODD[odd]
    for given in ({**GIVEN, "climber": value}, {**GIVEN, "climber": {"dex": value}}, {**GIVEN, "difficulty": value}):
        with pytest.raises(handhold.InputError):
            handhold.run(pack, "climb", given)
        with pytest.raises(handhold.InputError):
            handhold.odds(pack, "climb", given)
    with pytest.raises(handhold.InputError):
        handhold.run(pack, "climb", GIVEN, settings={"nothing_of_that_name": value})  # type: ignore[dict-item]
    with pytest.raises((handhold.InputError, handhold.DiceMismatch)):
        handhold.run(pack, "climb", GIVEN, dice={"roll": value})  # type: ignore[dict-item]


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
