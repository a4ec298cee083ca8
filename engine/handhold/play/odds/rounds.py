"""The exact odds of an event that is done again and again, each time on the state that it left.

After each round a condition is looked at: where it holds, that was the end; where it does not, there is one more
round, until the rounds allowed are made. What can come of a state is worked out once and kept, since it does not
depend on the round.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from types import MappingProxyType
from typing import TypeVar

from handhold import limits
from handhold.language.types import Type
from handhold.packs import checked
from handhold.play.asked import mapping, text
from handhold.play.inputs import InputError
from handhold.play.odds.asking import Asking, Question
from handhold.play.odds.event import OddsRunner, absent_of, chances, outcomes_of, values_of
from handhold.play.odds.reckoner import Key, Reckoner, refusals_of
from handhold.play.progress import Interrupted, Progress
from handhold.play.result import Refusal

T = TypeVar("T")

Codes = tuple[str, ...]
"""The codes of a refusal, in the pack's order."""


@dataclass(frozen=True)
class RoundsOdds:
    """The odds of an event done again and again until the condition `until` holds after a round.

    All weights are over `den`. `ended` holds those of each round with the key of that round (the outcome, then the
    values asked for, `names`) where it was the last; `stopped` those of each round that could not be made, since
    the event was refused, with the codes; `standing` those of the keys of the last round where the condition never
    held. `types` are those of the keys' parts. `rounds` is how many rounds were allowed, `made` how many of them
    were worked out: fewer where nothing was left open, or where the work was interrupted. `refusals` are those of
    the first round; then nothing happens at all.
    """

    pack: checked.Pack
    event: checked.Event
    until: str
    names: tuple[str, ...]
    types: tuple[Type, ...]
    rounds: int
    made: int
    ended: Mapping[tuple[int, Key], int]
    stopped: Mapping[tuple[int, Codes], int]
    standing: Mapping[Key, int]
    den: int
    refusals: tuple[Refusal, ...] = ()

    def __post_init__(self) -> None:
        for name in ("ended", "stopped", "standing"):
            object.__setattr__(self, name, MappingProxyType(getattr(self, name)))

    def __repr__(self) -> str:
        return f"<RoundsOdds {self.pack.header.name} {self.event.id}: {self.made} of {self.rounds} rounds>"

    @cached_property
    def _ends(self) -> dict[Key, int]:
        return _merged((key, weight) for (_, key), weight in self.ended.items())

    @cached_property
    def outcomes(self) -> Mapping[str, Fraction]:
        """The chance of each outcome of the round that was the end, the likeliest first."""
        return outcomes_of(self.event, self._ends, self.den)

    @cached_property
    def unresolved(self) -> Fraction:
        """The chance of an end without an outcome; of any end, if the event has no outcome at all."""
        bare = self.event.outcome is None
        return Fraction(sum(weight for key, weight in self._ends.items() if bare or key[0] is None), self.den)

    @cached_property
    def refused(self) -> Mapping[Codes, Fraction]:
        """The chance that a round after the first is refused, for each combination of codes."""
        merged = _merged((codes, weight) for (_, codes), weight in self.stopped.items())
        return MappingProxyType({codes: Fraction(weight, self.den) for codes, weight in merged.items()})

    @cached_property
    def open(self) -> Fraction:
        """The chance that the condition has held after no round, and that another could be made."""
        if not self.made and not self.refusals:
            return Fraction(1)
        return Fraction(sum(self.standing.values()), self.den)

    @cached_property
    def left(self) -> Mapping[str, Fraction]:
        """What is open by the outcome of the last round made, the likeliest first; empty if there is none."""
        return MappingProxyType({}) if self.event.outcome is None else chances(self.standing, self.den, 0)

    @cached_property
    def weights_by_round(self) -> Mapping[int, int]:
        """`by_round` in weights over `den`: a fraction in its least terms takes long where rounds are many."""
        merged = _merged((number, weight) for (number, _), weight in self.ended.items())
        return MappingProxyType(dict(sorted(merged.items())))

    @cached_property
    def by_round(self) -> Mapping[int, Fraction]:
        """For each round, the chance that it is the end; rounds that cannot be are left out."""
        return MappingProxyType({n: Fraction(weight, self.den) for n, weight in self.weights_by_round.items()})

    @cached_property
    def average(self) -> Fraction | None:
        """The round of the end on average, where it comes to an end; None where it cannot."""
        weights = self.weights_by_round
        whole = sum(weights.values())
        return Fraction(sum(number * weight for number, weight in weights.items()), whole) if whole else None

    @cached_property
    def values(self) -> Mapping[str, Mapping[str, Fraction]]:
        """For each value asked for, the chance of each of its values at the end."""
        return values_of(self.event, self.names, self._ends, self.den)

    @cached_property
    def impossible(self) -> Mapping[str, tuple[str, ...]]:
        """What cannot stand at the end for what is given, as in `Odds`. Empty if the event is refused, or what is
        open may still come to anything.
        """
        if self.refusals or (self.open and self.made < self.rounds):
            return MappingProxyType({})
        return absent_of(self.pack, self.event, self.types, self.outcomes, self.values)


def rounds_of(rounds: int) -> int:
    """How many rounds are allowed. Raises InputError for a number that is none."""
    if rounds.__class__ is not int or not 1 <= rounds <= limits.ROUNDS:
        raise InputError(f"the rounds are a whole number from 1 to {limits.ROUNDS:,}")
    return rounds


def odds_over_rounds(
    runner: OddsRunner,
    question: Question,
    given: Mapping[str, object] | None,
    until: str,
    rounds: int,
    progress: Progress | None = None,
) -> RoundsOdds:
    """The odds of an event done again and again; `until` is a formula in its names and its state after a round.

    `given` holds in every round, but for the state, which each round takes over from the one before; choices are
    answered afresh in each. `progress` is told after each round how many are made.

    Raises InputError, RunError, OddsBudget, and Interrupted with what is known by then, all of it exact.
    """
    rounds = rounds_of(rounds)
    reckoner = runner.kept(
        (question.key, text(until, "a condition")),
        lambda: Reckoner.of(Asking.of(runner.pack, question, (until,)), again=True),
    )
    variables = reckoner.begin(mapping(given, "given"))
    asking = reckoner.asking
    refused = reckoner.row_from(variables, 1).refused
    if refused is not None:
        told = refusals_of(refused)
        return RoundsOdds(
            asking.pack, asking.event, until, asking.show, asking.types, rounds, 0, {}, {}, {}, 1, told
        )  # fmt: skip
    walk = _Walk(_Steps(reckoner, variables))
    try:
        while walk.made < rounds and walk.open:
            walk.round()
            if progress is not None:
                progress(walk.made, rounds)
    except KeyboardInterrupt:
        raise Interrupted(walk.told(asking, until, rounds), f"after round {walk.made:,} of {rounds:,}") from None
    return walk.told(asking, until, rounds)


_Weights = Sequence[tuple[int, int]]
"""Numbers of states or keys, with weights."""
_Step = tuple[_Weights, _Weights, _Weights, int, Codes]
"""What a round makes of a state: the states it goes on with, the ends, the keys of what goes on, all in weights over
the denominator that comes next; and the codes of its refusal.
"""


class _Steps:
    """The step from each state, worked out once. States are numbered as they are found, the first is 0, and keys are
    numbered too. `made` are the steps by the number of their state, `arcs` how many weights each holds.
    """

    def __init__(self, reckoner: Reckoner, variables: Mapping[str, object]) -> None:
        unit = reckoner.unit
        self.meter = reckoner.spread.meter
        self.keys: list[Key] = []
        self.made: list[_Step] = []
        self.arcs: list[int] = []
        self._reckoner = reckoner
        self._reader = reckoner.reader()
        self._variables = variables
        self._carried = [unit.exports.index(name) for name in reckoner.carried]
        self._states = [tuple(variables[name] for name in reckoner.carried)]
        self._state_numbers = {self._states[0]: 0}
        self._key_numbers: dict[Key, int] = {}

    def make(self, number: int) -> None:
        """Works out the steps of the states that have been found by now, for the round of that number."""
        for state in self._states[len(self.made) :]:
            step = self._worked_out(state, number)
            self.made.append(step)
            self.arcs.append(len(step[0]) + len(step[1]))

    def _worked_out(self, state: tuple[object, ...], number: int) -> _Step:
        carried = dict(zip(self._reckoner.carried, state, strict=True))
        row = self._reckoner.row_from({**self._variables, **carried}, number)
        if row.refused is not None:
            return (), (), (), 1, tuple(ground.code for ground in row.refused.grounds)
        going: dict[int, int] = {}
        standing: dict[int, int] = {}
        ends: dict[int, int] = {}
        for results, weight in row.results:
            assert isinstance(results, tuple)
            *lead, over = self._reader.key(results)
            key = _number(self._key_numbers, self.keys, tuple(lead))
            if over:
                ends[key] = ends.get(key, 0) + weight
            else:
                state = tuple(results[at] for at in self._carried)
                target = _number(self._state_numbers, self._states, state)
                going[target] = going.get(target, 0) + weight
                standing[key] = standing.get(key, 0) + weight
        part = gcd(row.den, *going.values(), *ends.values(), *standing.values())
        steps, over_now, left = (
            tuple((number, weight // part) for number, weight in held.items()) for held in (going, ends, standing)
        )
        return steps, over_now, left, row.den // part, ()


def _number(numbers: dict[T, int], things: list[T], thing: T) -> int:
    number = numbers.setdefault(thing, len(things))
    if number == len(things):
        things.append(thing)
    return number


@dataclass(frozen=True, slots=True)
class _Round:
    """What a round came to: its ends and refusals in weights over the product of all rounds' `den` up to it, and the
    weights of the states that it leaves open.
    """

    ends: Mapping[int, int]
    stopped: Mapping[Codes, int]
    open: Mapping[int, int]
    den: int


class _Walk:
    """Goes from round to round."""

    def __init__(self, steps: _Steps) -> None:
        self._steps = steps
        self._done: list[_Round] = []
        self._den = 1

    @property
    def made(self) -> int:
        """How many rounds are made."""
        return len(self._done)

    @property
    def open(self) -> Mapping[int, int]:
        """The states that are open, with their weights."""
        return self._done[-1].open if self._done else {0: 1}

    def round(self) -> None:
        """Makes one more round."""
        self._steps.make(self.made + 1)
        steps, now = self._steps.made, self.open
        self._steps.meter.count(1, sum(map(self._steps.arcs.__getitem__, now)))
        whole = lcm(*{steps[number][3] for number in now})
        ends: dict[int, int] = {}
        stopped: dict[Codes, int] = {}
        going: dict[int, int] = {}
        held, ended = going.get, ends.get
        for number, weight in now.items():
            onward, over, _, den, codes = steps[number]
            if den != whole:
                weight *= whole // den
            for target, share in onward:
                going[target] = held(target, 0) + weight * share
            for key, share in over:
                ends[key] = ended(key, 0) + weight * share
            if codes:
                stopped[codes] = stopped.get(codes, 0) + weight
        self._den = self._steps.meter.denominator(self._den * whole)
        self._done.append(_Round(ends, stopped, going, whole))

    def told(self, asking: Asking, until: str, rounds: int) -> RoundsOdds:
        """What is known by now, over the last denominator."""
        keys = self._steps.keys
        scales = [1]
        for done in reversed(self._done):
            scales.append(scales[-1] * done.den)
        ended: dict[tuple[int, Key], int] = {}
        stopped: dict[tuple[int, Codes], int] = {}
        for number, done in enumerate(self._done, 1):
            scale = scales[self.made - number]
            ended.update(((number, keys[key]), weight * scale) for key, weight in done.ends.items())
            stopped.update(((number, codes), weight * scale) for codes, weight in done.stopped.items())
        return RoundsOdds(
            asking.pack,
            asking.event,
            until,
            asking.show,
            asking.types,
            rounds,
            self.made,
            ended,
            stopped,
            self._standing(),
            scales[-1],
        )

    def _standing(self) -> Mapping[Key, int]:
        """The keys of what the last round leaves open."""
        if not self._done or not self._done[-1].open:
            return {}
        before = self._done[-2].open if len(self._done) > 1 else {0: 1}
        den = self._done[-1].den
        keys = self._steps.keys
        steps = [(weight, self._steps.made[number]) for number, weight in before.items()]
        shares = ((weight * (den // of), standing) for weight, (_, _, standing, of, _) in steps)
        return _merged((keys[key], weight * share) for weight, standing in shares for key, share in standing)


def _merged(pairs: Iterable[tuple[T, int]]) -> dict[T, int]:
    totals: dict[T, int] = {}
    for key, weight in pairs:
        totals[key] = totals.get(key, 0) + weight
    return totals
