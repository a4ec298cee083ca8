"""Every source of faces: what it throws, what it keeps, and what it says when faces do not fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from hashlib import blake2b
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handhold.language.dice import DiceFault, DiceValue, Pool
from handhold.play import chance as chance_module
from handhold.play.chance import (
    Chance,
    DiceMismatch,
    InOrder,
    Rolled,
    Scripted,
    Seeded,
    enumerate_runs,
    fresh_seed,
)
from handhold.play.pools import distribution, throw


def one(count: int, sides: int, plus: int = 0, **more: Any) -> DiceValue:
    return DiceValue((Pool(count, sides, **more),), plus)


D6, D20 = one(1, 6), one(1, 20)

Asked = tuple[str, str, DiceValue]


def play(chance: Chance, *asked: Asked) -> list[int]:
    values = [chance.draw(path, short, dice) for path, short, dice in asked]
    chance.finish()
    return values


def faces_of(chance: Chance) -> dict[str, tuple[int, ...]]:
    return {path: rolled.faces for path, rolled in chance.rolls.items()}


# --- seeds -------------------------------------------------------------------------------------------


def by_the_book(seed: str, path: str, number: int, low: int, high: int) -> int:
    """The face as the docstring of `Seeded` has it, for a number that is not refused."""
    key = blake2b(seed.encode(), digest_size=32, person=b"handhold seed").digest()
    message = path.encode() + number.to_bytes(8, "big") + bytes(4)
    drawn = int.from_bytes(blake2b(message, digest_size=8, key=key, person=b"handhold face").digest(), "big")
    return low + drawn % (high - low + 1)


FROZEN: list[tuple[int | str, str, DiceValue, tuple[int, ...]]] = [
    (1, "roll", one(5, 20), (10, 5, 12, 11, 19)),
    (281474976710655, "3.rolled.a.check.roll", one(6, 6), (2, 1, 6, 4, 6, 1)),
    ("night", "falls.damage", one(8, 1000), (134, 188, 542, 731, 325, 650, 971, 676)),
    ("höhle", "r", one(4, 0), (1, -1, 0, -1)),
    (0, "", one(3, 100, explode=True), (10, 55, 11)),
]


@pytest.mark.everywhere
@pytest.mark.parametrize(("seed", "path", "dice", "faces"), FROZEN)
def test_a_seed_gives_the_same_faces_for_ever(
    seed: int | str, path: str, dice: DiceValue, faces: tuple[int, ...]
) -> None:
    chance = Seeded(seed)
    chance.draw(path, path, dice)
    assert chance.rolls[path].faces == faces


@given(
    st.one_of(st.integers(), st.text(st.characters(codec="utf-8"))),
    st.text(st.characters(codec="utf-8")),
    st.integers(0, 20),
    st.integers(0, 30),
)
def test_seeded_faces_are_those_of_the_book(seed: int | str, path: str, count: int, sides: int) -> None:
    pool = Pool(count, sides)
    chance = Seeded(seed)
    chance.draw(path, "", DiceValue((pool,)))
    assert chance.seed == seed
    assert chance.rolls[path].faces == tuple(
        by_the_book(str(seed), path, number, pool.low, pool.high) for number in range(count)
    )


def test_a_number_and_its_text_are_the_same_seed() -> None:
    assert play(Seeded(417), ("a", "a", one(5, 1000))) == play(Seeded("417"), ("a", "a", one(5, 1000)))


def test_seeds_and_paths_tell_rolls_apart() -> None:
    dice = one(8, 1000)
    faces = {tuple(faces_of_one(seed, path, dice)) for seed in (1, 2, "x") for path in ("a", "b", "1.a", "ab")}
    assert len(faces) == 12


def faces_of_one(seed: int | str, path: str, dice: DiceValue) -> tuple[int, ...]:
    chance = Seeded(seed)
    chance.draw(path, path, dice)
    return chance.rolls[path].faces


def test_a_roll_more_shifts_no_other() -> None:
    few, many = Seeded(5), Seeded(5)
    play(few, ("a", "a", D20), ("b", "b", one(3, 6)))
    play(many, ("new", "new", D20), ("b", "b", one(4, 6)), ("a", "a", D20))
    assert faces_of(few)["a"] == faces_of(many)["a"]
    assert faces_of(few)["b"] == faces_of(many)["b"][:3]


def test_the_number_of_a_face_counts_rerolled_and_exploded_ones() -> None:
    plain = faces_of_one(9, "a", one(60, 6))
    left = iter(plain)
    dice = DiceValue((Pool(5, 6, "ro", 2), Pool(5, 6, explode=True)))
    _, faces = throw(dice, lambda low, high: next(left))
    assert len(faces) > 10
    assert faces_of_one(9, "a", dice) == faces


def test_a_number_that_would_be_unfair_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    # 2**64 leaves 16 over 20s: the last 16 numbers would favour the low faces.
    drawn = {0: 2**64 - 1, 1: 2**64 - 16, 2: 2**64 - 16, 3: 2**64 - 17}

    class Fake:
        def __init__(self, data: bytes = b"", **options: object) -> None:
            self.data = data

        def copy(self) -> Fake:
            return Fake(self.data)

        def update(self, data: bytes) -> None:
            self.data += data

        def digest(self) -> bytes:
            return drawn[int.from_bytes(self.data[-4:], "big")].to_bytes(8, "big")

    chance = Seeded(1)
    monkeypatch.setattr(chance_module, "blake2b", Fake)
    assert play(chance, ("a", "a", D20)) == [20]
    # All numbers are fair to a die of two sides.
    assert play(chance, ("b", "b", one(1, 2))) == [2]


def test_seeded_faces_are_spread_evenly() -> None:
    chance = Seeded("even")
    counts = [0] * 7
    for number in range(6000):
        counts[chance.draw(f"r.{number}", "r", D6)] += 1
    # Chi-square of five degrees of freedom: 20.5 is passed by one seed in a thousand, and this seed is fixed.
    assert sum((count - 1000) ** 2 / 1000 for count in counts[1:]) < 20.5


def test_a_fresh_seed_can_be_typed() -> None:
    seeds = {fresh_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert all(0 <= seed < 2**48 for seed in seeds)


# --- given faces -------------------------------------------------------------------------------------

EXPLODING = one(2, 6, explode=True)
KEPT = one(3, 20, plus=1, keep=2, keep_which="h")

SCRIPTS: list[tuple[Mapping[str, Sequence[int]], list[Asked], list[int]]] = [
    ({"roll": [17]}, [("roll", "roll", one(1, 20, plus=2))], [19]),
    ({"roll": [10, 10, 9]}, [("roll", "roll", one(3, 20))], [29]),
    ({"roll": [4, 20, 3]}, [("roll", "roll", KEPT)], [25]),
    ({"roll": [6, 6, 1, 2]}, [("roll", "roll", EXPLODING)], [15]),
    ({"roll": [2, 1, 5]}, [("roll", "roll", one(2, 6, reroll="ro", reroll_to=2))], [6]),
    ({"roll": [5, 2, 6]}, [("roll", "roll", one(3, 6, plus=1, at_least=5))], [3]),
    ({"roll": [5]}, [("roll", "roll", one(1, 6, at_least=5))], [1]),
    ({"roll": [-1, 0, 1, 1]}, [("roll", "roll", one(4, 0))], [1]),
    ({"roll": [3]}, [("roll", "roll", one(1, 6, sign=-1))], [-3]),
    ({"roll": [5, 2, 3]}, [("roll", "roll", DiceValue((Pool(1, 6), Pool(2, 4, sign=-1)), 1))], [1]),
    ({}, [("roll", "roll", one(0, 6, plus=2)), ("other", "other", DiceValue((), 4))], [2, 4]),
    ({"b": [1], "a": [2]}, [("a", "a", D6), ("b", "b", D6)], [2, 1]),
    ({"r.x": [1, 2, 3]}, [("r.a.x", "r.x", D6), ("r.b.x", "r.x", one(2, 6))], [1, 5]),
    ({"r.x": [1, 3], "r.b.x": [6]}, [("r.a.x", "r.x", D6), ("r.b.x", "r.x", D6), ("r.c.x", "r.x", D6)], [1, 6, 3]),
    ({"r.1.x": [5], "r.2.x": [6]}, [("r.1.x", "r.x", D6), ("r.2.x", "r.x", D6)], [5, 6]),
    ({"r.x": []}, [("r.a.x", "r.x", one(0, 6))], [0]),
]


@pytest.mark.parametrize(("given_faces", "asked", "values"), SCRIPTS)
def test_faces_by_path(given_faces: Mapping[str, Sequence[int]], asked: list[Asked], values: list[int]) -> None:
    assert play(Scripted(given_faces), *asked) == values


def test_faces_in_the_order_thrown() -> None:
    chance = InOrder([17, 6, 6, 1, 2, 4, 20, 3])
    assert play(chance, ("a", "a", D20), ("b", "b", EXPLODING), ("r.1.c", "r.c", KEPT)) == [17, 15, 25]
    assert list(chance.rolls.items()) == [
        ("a", Rolled(D20, (17,), 17)),
        ("b", Rolled(EXPLODING, (6, 6, 1, 2), 15)),
        ("r.1.c", Rolled(KEPT, (4, 20, 3), 25)),
    ]


def test_given_lists_are_not_changed_and_not_watched() -> None:
    faces = [1, 2]
    scripted, in_order = Scripted({"a": faces}), InOrder(faces)
    faces.append(3)
    assert play(scripted, ("a", "a", one(2, 6))) == play(in_order, ("a", "a", one(2, 6))) == [3]
    assert faces == [1, 2, 3]


MISMATCHES: list[tuple[Callable[[], Chance], list[Asked], list[str]]] = [
    (
        lambda: Scripted({"rol": [3], "fall.damage": [2]}),
        [("roll", "roll", D20)],
        [
            "no faces are given for 'roll', which throws d20 "
            "(given: 'rol', 'fall.damage'; did you mean 'roll' by 'rol'?)"
        ],
    ),
    (
        lambda: Scripted({}),
        [("roll", "roll", EXPLODING)],
        ["no faces are given for 'roll', which throws 2d6! (given: nothing)"],
    ),
    (
        lambda: Scripted({"roll": [3, 4]}),
        [("roll", "roll", one(3, 20))],
        ["too few faces are given for 'roll' (2): it throws 3d20"],
    ),
    (
        lambda: Scripted({"roll": [6, 2, 6]}),
        [("roll", "roll", EXPLODING)],
        ["too few faces are given for 'roll' (3): it throws 2d6!"],
    ),
    (
        lambda: Scripted({"r.x": [6]}),
        [("r.a.x", "r.x", D6), ("r.b.x", "r.x", D6)],
        ["too few faces are given for 'r.x' (1): 'r.b.x' throws d6"],
    ),
    (
        lambda: Scripted({"roll": [21]}),
        [("roll", "roll", D20)],
        ["'roll' throws d20: 21 is not a face from 1 to 20"],
    ),
    (
        lambda: Scripted({"roll": [0]}),
        [("roll", "roll", D20)],
        ["'roll' throws d20: 0 is not a face from 1 to 20"],
    ),
    (
        lambda: Scripted({"roll": [3, 0, 4]}),
        [("roll", "roll", one(3, 6))],
        ["'roll' throws 3d6: 0 is not a face from 1 to 6"],
    ),
    (
        lambda: Scripted({"roll": [2]}),
        [("roll", "roll", one(1, 0))],
        ["'roll' throws dF: 2 is not a face from -1 to 1"],
    ),
    (
        lambda: Scripted({"roll": [3, 4, 5]}),
        [("roll", "roll", D20)],
        ["faces are left over for 'roll': 2 of 3"],
    ),
    (
        lambda: Scripted({"rol": [3], "roll": [4, 4], "zzz": []}),
        [("roll", "roll", D20)],
        [
            "faces are given for 'rol', which was never rolled (did you mean 'roll'?)",
            "faces are given for 'zzz', which was never rolled (choose from: roll)",
            "faces are left over for 'roll': 1 of 2",
        ],
    ),
    (
        lambda: Scripted({"roll": [3]}),
        [],
        ["faces are given for 'roll', which was never rolled: no dice were thrown at all"],
    ),
    (
        lambda: Scripted({"r.a.x": [1], "r.x": [2]}),
        [("r.a.x", "r.x", D6)],
        ["faces are left over for 'r.x': 1 of 1"],
    ),
    (
        lambda: Scripted({"r.c.x": [1], "r.x": [2]}),
        [("r.a.x", "r.x", D6)],
        ["faces are given for 'r.c.x', which was never rolled (did you mean 'r.a.x'?)"],
    ),
    (lambda: InOrder([3, 4]), [("a", "a", one(3, 6))], ["too few faces are given (2): 'a' throws 3d6"]),
    (lambda: InOrder([]), [("a", "a", D6)], ["too few faces are given (0): 'a' throws d6"]),
    (lambda: InOrder([7]), [("a", "a", D6)], ["'a' throws d6: 7 is not a face from 1 to 6"]),
    (lambda: InOrder([1, 2, 3]), [("a", "a", D6)], ["faces are left over: 2 of 3 (the last roll was 'a')"]),
    (lambda: InOrder([1]), [], ["faces are left over: 1 of 1 (no dice were thrown at all)"]),
]


@pytest.mark.parametrize(("make", "asked", "problems"), MISMATCHES)
def test_faces_that_do_not_fit(make: Callable[[], Chance], asked: list[Asked], problems: list[str]) -> None:
    with pytest.raises(DiceMismatch) as caught:
        play(make(), *asked)
    assert caught.value.problems == tuple(problems)
    assert str(caught.value) == "; ".join(problems)


@pytest.mark.parametrize("make", [lambda: Seeded(1), lambda: Scripted({"a": [1] * 200}), lambda: InOrder([1] * 200)])
@pytest.mark.parametrize(
    "dice",
    [one(-1, 6), one(101, 6), one(1, 1001), one(1, -1), one(2, 6, keep=3, keep_which="h"), one(1, 1, explode=True)],
)
def test_dice_that_cannot_be_thrown(make: Callable[[], Chance], dice: DiceValue) -> None:
    chance = make()
    with pytest.raises(DiceFault):
        chance.draw("a", "a", dice)
    assert chance.rolls == {}


# --- all sources throw alike -------------------------------------------------------------------------


@st.composite
def any_pools(draw: st.DrawFn) -> Pool:
    count, sides = draw(st.integers(0, 6)), draw(st.integers(0, 12))
    sign, at_least = draw(st.sampled_from([1, 1, -1])), draw(st.sampled_from([0, 0, 0, 3]))
    kind = draw(st.sampled_from(["plain", "keep", "ro", "rr", "explode"]))
    reroll_to = draw(st.integers(-1, 12))
    if kind == "keep":
        keep = draw(st.integers(0, count))
        which: Literal["h", "l"] = draw(st.sampled_from(["h", "l"]))
        return Pool(count, sides, keep=keep, keep_which=which, at_least=at_least, sign=sign)
    if kind == "ro":
        return Pool(count, sides, "ro", reroll_to, at_least=at_least, sign=sign)
    if kind == "rr" and reroll_to < (sides or 1):
        return Pool(count, sides, "rr", reroll_to, at_least=at_least, sign=sign)
    if kind == "explode" and sides != 1:
        return Pool(count, sides, explode=True, at_least=at_least, sign=sign)
    return Pool(count, sides, at_least=at_least, sign=sign)


any_dice = st.builds(DiceValue, st.lists(any_pools(), max_size=3).map(tuple), st.integers(-9, 9))


@given(st.integers(0, 2**48), st.lists(any_dice, min_size=1, max_size=4))
def test_what_a_seed_threw_can_be_given(seed: int, rolls: list[DiceValue]) -> None:
    asked = [(f"loop.{number}.roll", "loop.roll", dice) for number, dice in enumerate(rolls)]
    seeded = Seeded(seed)
    values = play(seeded, *asked)
    assert [rolled.value for rolled in seeded.rolls.values()] == values
    faces = faces_of(seeded)
    in_order = [face for thrown in faces.values() for face in thrown]
    for chance in (Scripted(faces), Scripted({"loop.roll": in_order}), InOrder(in_order)):
        assert play(chance, *asked) == values
        assert chance.rolls == seeded.rolls
    for chance in (Scripted({"loop.roll": [*in_order, 1]}), InOrder([*in_order, 1])):
        with pytest.raises(DiceMismatch, match="left over"):
            play(chance, *asked)
    if in_order:
        for chance in (Scripted({"loop.roll": in_order[:-1]}), InOrder(in_order[:-1])):
            with pytest.raises(DiceMismatch, match="too few"):
                play(chance, *asked)


# --- every possibility -------------------------------------------------------------------------------


def chances_of(run: Callable[[Chance], object]) -> dict[object, Fraction]:
    found: dict[object, Fraction] = {}
    for value, weight, denominator in enumerate_runs(run):
        found[value] = found.get(value, Fraction(0)) + Fraction(weight, denominator)
    return found


def test_a_run_without_dice_is_one_run() -> None:
    assert list(enumerate_runs(lambda chance: "only")) == [("only", 1, 1)]


def test_one_roll_gives_its_table() -> None:
    totals, denominator = distribution(KEPT)
    runs = list(enumerate_runs(lambda chance: chance.draw("a", "a", KEPT)))
    assert runs == [(total, weight, denominator) for total, weight in totals]


def test_later_rolls_may_depend_on_earlier_totals() -> None:
    def run(chance: Chance) -> tuple[int, ...]:
        first = chance.draw("first", "first", one(1, 3))
        if first == 1:
            return (first,)
        second = chance.draw("second", "second", one(first, 2))
        return (first, second, chance.draw("third", "third", one(1, 2)) if second == 4 else 0)

    assert chances_of(run) == {
        (1,): Fraction(1, 3),
        (2, 2, 0): Fraction(1, 12),
        (2, 3, 0): Fraction(1, 6),
        (2, 4, 1): Fraction(1, 24),
        (2, 4, 2): Fraction(1, 24),
        (3, 3, 0): Fraction(1, 24),
        (3, 4, 1): Fraction(1, 16),
        (3, 4, 2): Fraction(1, 16),
        (3, 5, 0): Fraction(1, 8),
        (3, 6, 0): Fraction(1, 24),
    }


def test_a_loop_until_a_six_gives_the_powers() -> None:
    def run(chance: Chance) -> int:
        for number in range(1, 5):
            if chance.draw(f"loop.{number}.roll", "loop.roll", D6) == 6:
                return number
        return 0

    found = chances_of(run)
    assert found == {0: Fraction(5, 6) ** 4} | {n: Fraction(5, 6) ** (n - 1) / 6 for n in range(1, 5)}


@given(st.lists(st.integers(2, 4), min_size=1, max_size=4), st.integers(0, 5))
def test_the_runs_add_up_to_one(sides: list[int], stop: int) -> None:
    def run(chance: Chance) -> int:
        total = 0
        for number, size in enumerate(sides):
            if total > stop:
                break
            total += chance.draw(str(number), "roll", one(1, size))
        return total

    assert sum(chances_of(run).values()) == 1


def test_the_rolls_of_a_replay_have_no_faces() -> None:
    def run(chance: Chance) -> Mapping[str, Rolled]:
        chance.draw("a.1", "a", D6)
        chance.finish()
        return chance.rolls

    assert [rolls["a.1"] for rolls, _, _ in enumerate_runs(run)] == [Rolled(D6, (), face) for face in range(1, 7)]


@pytest.mark.parametrize(
    ("paths", "message"),
    [
        ([("a", D6), ("b", D6)], "'b' in the place of 'a'"),
        ([("a", D6), ("a", D20)], "'a' in the place of 'a'"),
        ([("a", D6), None], "fewer rolls"),
    ],
)
def test_a_run_that_cannot_be_repeated_is_noticed(paths: list[tuple[str, DiceValue] | None], message: str) -> None:
    left = iter(paths)

    def run(chance: Chance) -> None:
        asked = next(left)
        if asked:
            chance.draw(asked[0], asked[0], asked[1])

    with pytest.raises(ValueError, match=message):
        list(enumerate_runs(run))


def test_what_a_run_raises_comes_through() -> None:
    def run(chance: Chance) -> int:
        return 1 // (chance.draw("a", "a", D6) - 3)

    runs = enumerate_runs(run)
    assert [next(runs)[0], next(runs)[0]] == [-1, -1]
    with pytest.raises(ZeroDivisionError):
        next(runs)
