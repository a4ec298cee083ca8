"""Where the faces of a run come from: a seed, faces by path, faces in the order thrown, or every possibility.

A run is given a `Chance` and asks it for each roll by the roll's path. Every kind of chance throws by the one rule of
`handhold.play.pools`, keeps what was thrown, and serves one run.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import islice
from operator import length_hint
from typing import Protocol, TypeVar

from handhold.language.dice import DiceValue, dice_text, plain
from handhold.play.pools import distribution, throw
from handhold.play.problems import few, listed, said_of_unknown
from handhold.record import Record

T = TypeVar("T")


class Rolled(Record):
    """One roll of a run: the dice, every face in the order thrown, and the total.

    There are no faces where only the total was chosen (`enumerate_runs`).
    """

    dice: DiceValue
    faces: tuple[int, ...]
    value: int


class Chance(Protocol):
    """What a run asks for its rolls. One chance serves one run; a run makes each path at most once."""

    def draw(self, path: str, short: str, dice: DiceValue) -> int:
        """The total of the roll `path`, which is `short` without the passes of loops.

        Raises DiceFault for dice that cannot be thrown, DiceMismatch where given faces do not fit.
        """
        ...

    def finish(self) -> None:
        """Is called when the run is over. Raises DiceMismatch if faces were given that nothing has asked for."""
        ...

    @property
    def rolls(self) -> Mapping[str, Rolled]:
        """The rolls made so far by path, in the order made."""
        ...


class DiceMismatch(Exception):
    """Faces that were given do not fit the rolls of the run. `problems` has one sentence for each fault, for at most
    `limits.FAULTS` of them.
    """

    def __init__(self, *problems: str) -> None:
        self.problems = few(problems)
        super().__init__("; ".join(self.problems))


def fresh_seed() -> int:
    """A seed of 48 bits from the operating system: at most 15 digits, so that a person can type it."""
    return int.from_bytes(os.urandom(6), "big")


class _Recorder:
    """Keeps the rolls made. They are plain tuples until somebody reads them, so that a run stays cheap."""

    __slots__ = ("_made",)

    def __init__(self) -> None:
        self._made: dict[str, tuple[str, DiceValue, tuple[int, ...], int]] = {}

    @property
    def rolls(self) -> Mapping[str, Rolled]:
        """The rolls made so far by path, in the order made."""
        return {path: Rolled(dice, faces, value) for path, (_, dice, faces, value) in self._made.items()}


class Seeded(_Recorder):
    """Faces from a seed: the n-th face on a path, counted from 0, depends on nothing but seed, path and n.

    A number and its decimal text are the same seed. The face is `low + u % width`, where `width` is how many faces
    the die has and u is 8 bytes of keyed BLAKE2b, big end first, over the path in UTF-8, then n in 8 bytes, then in
    4 bytes how often u was refused so far, because it was not below the greatest multiple of `width` in 2**64.
    """

    __slots__ = ("_key", "seed")

    def __init__(self, seed: int | str) -> None:
        super().__init__()
        self.seed = seed
        self._key = blake2b(_bytes(str(seed)), digest_size=32, person=b"handhold seed").digest()

    def draw(self, path: str, short: str, dice: DiceValue) -> int:
        """See `Chance.draw`; every face fits."""
        start = blake2b(_bytes(path), digest_size=8, key=self._key, person=b"handhold face")
        number = -1

        def next_face(low: int, high: int) -> int:
            nonlocal number
            number += 1
            width = high - low + 1
            fair = 2**64 - 2**64 % width
            refused = 0
            while True:
                state = start.copy()
                state.update(number.to_bytes(8, "big") + refused.to_bytes(4, "big"))
                drawn = int.from_bytes(state.digest(), "big")
                if drawn < fair:
                    return low + drawn % width
                refused += 1

        value, faces = throw(dice, next_face)
        self._made[path] = (short, dice, faces, value)
        return value

    def finish(self) -> None:
        """Nothing can be left over."""


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


class _Given(_Recorder):
    """Faces from lists that a person wrote."""

    __slots__ = ()

    def _throw(self, path: str, short: str, dice: DiceValue, faces: Iterator[int], name: str | None) -> int:
        """Throws with the next of `faces`, which are given for `name`."""
        known = plain(dice.pools)
        # Nearly all rolls throw a few plain dice; `throw` would give the same for them, slower.
        if known is not None:
            number, sides, _ = known
            taken: tuple[int, ...]
            if number == 1:
                face = next(faces, None)
                if face is None:
                    raise self._too_few(path, dice, name)
                taken, value, fits = (face,), face + dice.plus, 0 < face <= sides
            else:
                taken = tuple(islice(faces, number))
                if len(taken) < number:
                    raise self._too_few(path, dice, name)
                value, fits = sum(taken) + dice.plus, min(taken) > 0 and max(taken) <= sides
            if not fits:
                raise _impossible(path, dice, 1, sides, taken)
        else:
            value, taken = throw(dice, lambda low, high: self._next(low, high, path, dice, faces, name))
        self._made[path] = (short, dice, taken, value)
        return value

    def _next(self, low: int, high: int, path: str, dice: DiceValue, faces: Iterator[int], name: str | None) -> int:
        face = next(faces, None)
        if face is None:
            raise self._too_few(path, dice, name)
        if not low <= face <= high:
            raise _impossible(path, dice, low, high, (face,))
        return face

    def _too_few(self, path: str, dice: DiceValue, name: str | None) -> DiceMismatch:
        raise NotImplementedError


def _impossible(path: str, dice: DiceValue, low: int, high: int, faces: Sequence[int]) -> DiceMismatch:
    wrong = next(face for face in faces if not low <= face <= high)
    return DiceMismatch(f"'{path}' throws {dice_text(dice)}: {wrong} is not a face from {low} to {high}")


class Scripted(_Given):
    """Faces by the full path of a roll (`rolled.a.check.roll`) or by the path without passes (`rolled.check.roll`).

    Rolls that share a path without passes take its faces one after the other; a full path beats a short one.
    """

    __slots__ = ("_given", "_left")

    def __init__(self, by_path: Mapping[str, Sequence[int]]) -> None:
        super().__init__()
        self._given = {name: tuple(faces) for name, faces in by_path.items()}
        self._left = {name: iter(faces) for name, faces in self._given.items()}

    def draw(self, path: str, short: str, dice: DiceValue) -> int:
        """See `Chance.draw`."""
        left = self._left
        if path in left:
            return self._throw(path, short, dice, left[path], path)
        if short in left:
            return self._throw(path, short, dice, left[short], short)
        return self._throw(path, short, dice, iter(()), None)

    def finish(self) -> None:
        """Raises DiceMismatch that names every path that was never rolled, and every path with faces left over."""
        made = set(self._made) | {short for short, _, _, _ in self._made.values()}
        never = [name for name in self._given if name not in made]
        sentence = "faces are given for {}, which was never rolled" + ("" if made else ": no dice were thrown at all")
        problems = said_of_unknown(never, made, sentence)
        for name, given in self._given.items():
            left = length_hint(self._left[name])
            if left and name in made:
                problems.append(f"faces are left over for '{name}': {left} of {len(given)}")
        if problems:
            raise DiceMismatch(*problems)

    def _too_few(self, path: str, dice: DiceValue, name: str | None) -> DiceMismatch:
        text = dice_text(dice)
        if name is None:
            from handhold.diagnostics import FEW, is_slip

            unused = [known for known in self._given if known not in self._made]
            near = [known for known in unused[:FEW] if is_slip(known, path)]
            given = listed(tuple(self._given)) or "nothing"
            hint = f"; did you mean '{path}' by {listed(near)}?" if near else ""
            return DiceMismatch(f"no faces are given for '{path}', which throws {text} (given: {given}{hint})")
        rolled = "it" if name == path else f"'{path}'"
        return DiceMismatch(f"too few faces are given for '{name}' ({len(self._given[name])}): {rolled} throws {text}")


class InOrder(_Given):
    """Faces in the order thrown, for all rolls of the run together."""

    __slots__ = ("_given", "_left")

    def __init__(self, faces: Sequence[int]) -> None:
        self._made = {}
        self._given = tuple(faces)
        self._left = iter(self._given)

    def draw(self, path: str, short: str, dice: DiceValue) -> int:
        """See `Chance.draw`."""
        known = plain(dice.pools)
        if known is not None and known[0] == 1:
            # nearly all rolls throw one plain die
            face = next(self._left, None)
            if face is None:
                raise self._too_few(path, dice, None)
            if not 0 < face <= known[1]:
                raise _impossible(path, dice, 1, known[1], (face,))
            value = face + dice.plus
            self._made[path] = (short, dice, (face,), value)
            return value
        return self._throw(path, short, dice, self._left, None)

    def finish(self) -> None:
        """Raises DiceMismatch if faces are left over."""
        left = length_hint(self._left)
        if left:
            after = f"the last roll was '{list(self._made)[-1]}'" if self._made else "no dice were thrown at all"
            raise DiceMismatch(f"faces are left over: {left} of {len(self._given)} ({after})")

    def _too_few(self, path: str, dice: DiceValue, name: str | None) -> DiceMismatch:
        return DiceMismatch(f"too few faces are given ({len(self._given)}): '{path}' throws {dice_text(dice)}")


# --- every possibility ----------------------------------------------------------------------------


class _Fork:
    """A roll of which every total is tried in turn."""

    __slots__ = ("at", "denominator", "dice", "path", "totals")

    def __init__(self, path: str, dice: DiceValue) -> None:
        self.path = path
        self.dice = dice
        self.totals, self.denominator = distribution(dice)
        self.at = 0


class _Replay(_Recorder):
    """Takes each roll's total from the trail of forks, and makes a new fork where the trail ends."""

    __slots__ = ("_depth", "_trail")

    def __init__(self, trail: list[_Fork]) -> None:
        super().__init__()
        self._trail = trail
        self._depth = 0

    def draw(self, path: str, short: str, dice: DiceValue) -> int:
        """See `Chance.draw`."""
        if self._depth == len(self._trail):
            self._trail.append(_Fork(path, dice))
        fork = self._trail[self._depth]
        if (fork.path, fork.dice) != (path, dice):
            raise ValueError(f"the run is not repeatable: it made the roll {path!r} in the place of {fork.path!r}")
        self._depth += 1
        value = fork.totals[fork.at][0]
        self._made[path] = (short, dice, (), value)
        return value

    def finish(self) -> None:
        """Nothing can be left over."""


def enumerate_runs(run: Callable[[Chance], T]) -> Iterator[tuple[T, int, int]]:
    """Every run there can be: what `run` returned, the weight of its totals, and their denominator.

    `run` is called once for each sequence of totals and must do the same for the same totals; which rolls it makes
    may depend on earlier totals. The fractions weight / denominator add up to 1. Raises what `run` raises, and
    ValueError if it is not repeatable.
    """
    trail: list[_Fork] = []
    while True:
        chance = _Replay(trail)
        value = run(chance)
        if len(chance.rolls) != len(trail):
            raise ValueError("the run is not repeatable: it made fewer rolls than before")
        weight = denominator = 1
        for fork in trail:
            weight *= fork.totals[fork.at][1]
            denominator *= fork.denominator
        yield value, weight, denominator
        while trail and trail[-1].at == len(trail[-1].totals) - 1:
            trail.pop()
        if not trail:
            return
        trail[-1].at += 1
