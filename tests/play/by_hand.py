"""Rules told by hand: each case has a fixture event and a plain Python function written from the pack's text.

The function takes its faces from `face(low, high)`, one die after the other, so the same function serves for a run
with given dice and, over every face there is, for the odds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import prod
from random import Random

Face = Callable[[int, int], int]
Given = Mapping[str, object]


@dataclass(frozen=True)
class Told:
    """What the hand-written rules say: outcome, values by their dotted name, refusals as (code, scope); `state` are
    places that only a run can name (members of groups).
    """

    outcome: object = None
    values: Mapping[str, object] = field(default_factory=dict)
    refusals: tuple[tuple[str, str], ...] = ()
    state: Mapping[str, object] = field(default_factory=dict)

    @property
    def refused(self) -> bool:
        return any(not scope for _, scope in self.refusals)


@dataclass(frozen=True, eq=False)
class Case:
    """An event of a fixture pack with what it is given.

    `policies` answer choices in the odds by a formula; the hand-written rules make the same decisions themselves,
    and runs are given none. `odds` is false where answers go by full paths, which odds do not take.
    """

    id: str
    pack: str
    event: str
    rules: Callable[[Face, Given, Given], Told]
    given: Given = field(default_factory=dict)
    choices: Given = field(default_factory=dict)
    policies: Mapping[str, str] = field(default_factory=dict)
    settings: Given = field(default_factory=dict)
    odds: bool = True

    def told(self, face: Face) -> Told:
        return self.rules(face, self.given, self.choices)


def every_way(case: Case) -> Iterator[tuple[Told, Fraction]]:
    """What the rules say for every sequence of faces, and its chance."""
    trail: list[list[int]] = []
    while True:
        at = 0

        def face(low: int, high: int) -> int:
            nonlocal at
            if at == len(trail):
                trail.append([low, low, high])
            assert trail[at][1:] == [low, high]
            at += 1
            return trail[at - 1][0]

        told = case.told(face)
        assert at == len(trail)
        yield told, Fraction(1, prod(high - low + 1 for _, low, high in trail))
        while trail and trail[-1][0] == trail[-1][2]:
            trail.pop()
        if not trail:
            return
        trail[-1][0] += 1


def some_ways(case: Case, times: int, seed: int = 5) -> Iterator[tuple[Told, tuple[int, ...]]]:
    """What the rules say for some random sequences of faces, and these."""
    random = Random(f"{seed}{case.id}")
    for _ in range(times):
        faces: list[int] = []

        def face(low: int, high: int, faces: list[int] = faces) -> int:
            faces.append(random.randint(low, high))
            return faces[-1]

        yield case.told(face), tuple(faces)


def text(value: object) -> str:
    """A value as one line, so that true is not 1."""
    match value:
        case None:
            return "none"
        case bool():
            return str(value).lower()
        case list():
            return "[" + ", ".join(map(text, value)) + "]"
        case dict():
            return "{" + ", ".join(f"{key}: {text(each)}" for key, each in value.items()) + "}"
        case _:
            return str(value)


@cache
def table(case: Case) -> Counter[tuple[str, ...]]:
    """The chance of each outcome together with the values, by hand."""
    found: Counter[tuple[str, ...]] = Counter()
    for told, chance in every_way(case):
        found[(text(told.outcome), *map(text, told.values.values()))] += chance
    return found
