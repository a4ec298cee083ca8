"""Odds as an estimate: the event is run many times with random dice, where exact odds would take too much.

The dice come from one stream of numbers that the seed alone decides, so that the same seed gives the same estimate
everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from handhold import limits
from handhold.language.dice import DiceFault
from handhold.language.runtime import RuleFault
from handhold.packs import checked
from handhold.play.asked import mapping, seed_of
from handhold.play.compiling.binder import Binder
from handhold.play.compiling.program import Program
from handhold.play.inputs import InputError, kinds_of
from handhold.play.odds.asking import Asking, Question
from handhold.play.odds.event import Odds
from handhold.play.odds.reckoner import Key, Reader, refusals_of, unit_of
from handhold.play.odds.rounds import Codes, RoundsOdds, rounds_of
from handhold.play.progress import ROUNDS, Interrupted, Progress
from handhold.play.refusal import Refused
from handhold.play.stream import Stream, random_faces

_STEP = 1_000
"""Samples between two words of progress."""


@dataclass(frozen=True)
class Estimate:
    """An estimate of odds: `odds` holds how many of the samples came to what, as weights over their number.

    `samples` is how many were made, `asked` how many were to be: fewer are made where the work was interrupted, none
    where the event is refused. What never came in the samples may still be possible.
    """

    odds: Odds | RoundsOdds
    samples: int
    asked: int
    seed: int | str

    def __repr__(self) -> str:
        return f"<Estimate of {self.odds!r}: {self.samples} samples>"

    def error(self, chance: Fraction) -> Fraction:
        """The standard error of an estimated chance, to a millionth. One sample more of either kind is reckoned in,
        so that what came never or always is not taken for certain.
        """
        hits, whole = int(chance * self.samples) + 1, self.samples + 2
        return Fraction(isqrt(hits * (whole - hits) * 10**12 // whole**3), 10**6)


def estimate(
    pack: checked.Pack,
    question: Question,
    given: Mapping[str, object] | None,
    samples: int,
    seed: int | str,
    *,
    until: str | None = None,
    rounds: int = ROUNDS,
    progress: Progress | None = None,
) -> Estimate:
    """The odds of an event, or with `until` of its rounds (see `odds_over_rounds`), estimated from samples.

    Raises InputError, RunError where one of the samples has no answer, and Interrupted with the estimate from the
    samples made by then.
    """
    if samples.__class__ is not int or not 1 <= samples <= limits.SAMPLES:
        raise InputError(f"the samples are a whole number from 1 to {limits.SAMPLES:,}")
    rounds = 1 if until is None else rounds_of(rounds)
    asking = Asking.of(pack, question, () if until is None else (until,))
    sampler = _Sampler(asking, mapping(given, "given"), seed_of(seed), until, rounds)
    try:
        while sampler.made < samples and sampler.refused is None:
            for _ in range(min(_STEP, samples - sampler.made)):
                sampler.sample()
            if progress is not None:
                progress(sampler.made, samples)
    except KeyboardInterrupt:
        so_far = Estimate(sampler.told(), sampler.made, samples, seed)
        raise Interrupted(so_far, f"after {sampler.made:,} of {samples:,} samples") from None
    return Estimate(sampler.told(), sampler.made, samples, seed)


class _Sampler:
    """Makes samples, and counts what they come to: raw results as they are, since few differ."""

    def __init__(
        self, asking: Asking, given: Mapping[str, object], seed: int | str, until: str | None, rounds: int
    ) -> None:
        self.made = 0
        self.refused: Refused | None = None
        self._asking, self._until, self._rounds = asking, until, rounds
        self._program: Program = asking.program(run=True)
        unit, carried = unit_of(asking, self._program, again=until is not None)
        self._reader = Reader.of(asking, unit)
        self._function: Callable[..., tuple[object, ...]] = self._program.unit_function(unit)
        variables = Binder(kinds_of(asking.longer), asking.longer.events[asking.event.id]).bind(given)
        self._start = [variables[name] for name in unit.inputs]
        self._carried = [(unit.inputs.index(name), unit.exports.index(name)) for name in carried]
        self._read = [unit.exports.index(name) for name, _ in asking.names]
        self._stream = Stream(random_faces(seed))
        self._ended: dict[tuple[int, tuple[object, ...]], int] = {}
        self._standing: dict[tuple[object, ...], int] = {}
        self._stopped: dict[tuple[int, Codes], int] = {}
        self._results: dict[tuple[object, ...], tuple[object, ...]] = {}

    def sample(self) -> None:
        """Makes one more."""
        args = self._start
        read: tuple[object, ...] = ()
        for number in range(1, self._rounds + 1):
            try:
                results = self._run(args, number)
            except Refused as refused:
                if number == 1:
                    self.refused = refused
                    return
                codes = tuple(ground.code for ground in refused.grounds)
                self._stopped[number, codes] = self._stopped.get((number, codes), 0) + 1
                break
            read = tuple([results[at] for at in self._read])
            self._results.setdefault(read, results)
            if self._until is None or read[-1]:
                self._ended[number, read] = self._ended.get((number, read), 0) + 1
                break
            args = args.copy()
            for place, at in self._carried:
                args[place] = results[at]
        else:
            self._standing[read] = self._standing.get(read, 0) + 1
        self.made += 1

    def _run(self, args: list[object], number: int) -> tuple[object, ...]:
        self._program.meter.start()
        self._stream.start()
        try:
            return self._function(self._stream, "", "", *args)
        except (RuleFault, DiceFault) as error:
            from handhold.play.compiling.faulted import run_error

            fault = run_error(self._program, error, self._stream.rolls)
            fault.round = 0 if self._until is None else number
            raise fault from None

    def told(self) -> Odds | RoundsOdds:
        """The counts as odds, with the number of samples as their denominator."""
        asking, until = self._asking, self._until
        refusals = () if self.refused is None else refusals_of(self.refused)
        ended = self._keyed(self._ended)
        den = max(1, self.made)
        if until is None:
            table = {key: count for (_, key), count in ended.items()}
            return Odds(asking.pack, asking.event, asking.show, asking.types, table, den, refusals)
        standing = {
            key: count for (_, key), count in self._keyed({(0, raw): n for raw, n in self._standing.items()}).items()
        }
        stopped = dict(sorted(self._stopped.items()))
        return RoundsOdds(
            asking.pack,
            asking.event,
            until,
            asking.show,
            asking.types,
            self._rounds,
            self._rounds,
            ended,
            stopped,
            standing,
            den,
            refusals,
        )

    def _keyed(self, counts: Mapping[tuple[int, tuple[object, ...]], int]) -> dict[tuple[int, Key], int]:
        """The counts by what the results are as shown, in the order of the rounds."""
        found: dict[tuple[int, Key], int] = {}
        for (number, raw), count in sorted(counts.items(), key=lambda pair: pair[0][0]):
            key = self._reader.key(self._results[raw])
            at = (number, key if self._until is None else key[:-1])
            found[at] = found.get(at, 0) + count
        return found
