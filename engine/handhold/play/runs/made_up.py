"""An event tried out with inputs that are made up: defaults, first rows, the least that the limits allow.

A pack that somebody begins has a case from the start, and this is where it comes from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Final

from handhold import limits
from handhold.language.types import DICE, FLAG, INTEGER, KEY, NUMBER, GroupOf, ListOf, OptionalOf, Row, Sheet, Type
from handhold.language.world import NO_DEFAULT, FieldInfo, Limits
from handhold.packs import checked
from handhold.play.chance import Chance, DiceMismatch, Scripted, Seeded
from handhold.play.inputs import InputError, choice_paths
from handhold.play.meter import TooLong
from handhold.play.result import Plain, Result
from handhold.play.run_error import RunError
from handhold.play.runs.run import Runner

_SIZES: Final = (4, 10, 1, 0)
"""Numbers tried where there is no default; limits keep them in."""

_SEEDS: Final = range(1, 7)
"""Seeds tried for dice after which something happens."""

_FREE: Final = Limits()
_MEMBER: Final = "one"
"""The key of the one member of a group."""


@dataclass(frozen=True, slots=True)
class Tried:
    """An event that was run: what it was given, the answers to its choices, its dice by path, what came of it."""

    event: str
    given: Mapping[str, Plain]
    choices: Mapping[str, Plain]
    dice: Mapping[str, tuple[int, ...]]
    result: Result

    @property
    def worth(self) -> int:
        """How much it shows, from 0 (it was refused) up to 3 (dice were thrown, and there is an outcome)."""
        if self.result.refused:
            return 0
        return 1 + (self.result.outcome is not None) + bool(self.dice)


def tried_events(pack: checked.Pack) -> tuple[Tried, ...]:
    """Every event of the pack that can be run with made-up inputs; those first that show the most.

    Events beyond `limits.MADE_UP_WORK` are not tried.
    """
    runner = Runner(pack)
    left = limits.MADE_UP_WORK
    found: list[Tried] = []
    for event in pack.events.values():
        if left <= 0:
            break
        tried, work = _tried(runner, event, left)
        left -= work
        if tried is not None:
            found.append(tried)
    return tuple(sorted(found, key=lambda tried: -tried.worth))


def tried_again(runner: Runner, tried: Tried) -> Tried | None:
    """The same event with the same inputs and dice in another pack; None where that is not possible."""
    chance = Scripted({path: list(faces) for path, faces in tried.dice.items()})
    try:
        return _run(runner, tried.event, tried.given, tried.choices, chance)
    except RunError:
        return None


def _tried(runner: Runner, event: checked.Event, most: int) -> tuple[Tried | None, int]:
    """The run that shows the most, and the work of all that were tried, which end beyond `most`."""
    best: Tried | None = None
    work = 0
    meter = runner.ready(event, {}, traced=False).meter
    for size, filled, seed in product(_SIZES, (False, True), _SEEDS):
        made = _MadeUp(runner.pack, size, filled)
        given = made.needs(event.needs)
        choices = {
            path: made.value(choice.type)
            for path, choice in choice_paths(runner.pack, event).items()
            if choice.default is None
        }
        try:
            tried = _run(runner, event.id, given, choices, Seeded(seed))
            # what need not be counted is known at its most, of which a run does little
            work += event.work if meter is None else meter.spent
        except RunError as fault:
            tried = None
            # the meter has begun anew, to tell the fault
            work += limits.RUN_WORK if isinstance(fault.__context__, TooLong) else limits.STEP_WORK
        if tried is not None and (best is None or tried.worth > best.worth):
            best = tried
        if work >= most or (best is not None and best.worth >= 2 + event.rolls):
            break
    return best, work


def _run(
    runner: Runner, event: str, given: Mapping[str, Plain], choices: Mapping[str, Plain], chance: Chance
) -> Tried | None:
    """The run, None where it is not given what it needs. Raises RunError."""
    try:
        result = runner.run(event, given, chance, choices=choices)
    except (InputError, DiceMismatch):
        return None
    asked = {path: answer for path, answer in choices.items() if path not in result.unused_answers}
    dice = {path: tuple(rolled.faces) for path, rolled in result.rolls.items() if rolled.faces}
    return Tried(event, given, asked, dice, result)


class _MadeUp:
    """Makes up values: `size` where a number is free, one member of each list and group if they are `filled`."""

    def __init__(self, pack: checked.Pack, size: int, filled: bool) -> None:
        self._pack = pack
        self._size = size
        self._filled = filled

    def needs(self, fields: Mapping[str, FieldInfo]) -> dict[str, Plain]:
        """Values of all fields that must be given."""
        return dict(self._given(fields))

    def _given(self, fields: Mapping[str, FieldInfo]) -> Iterator[tuple[str, Plain]]:
        for name, known in fields.items():
            if known.default is not NO_DEFAULT or isinstance(known.type, OptionalOf):
                continue
            value = self.value(known.type, known.limits)
            if value not in ({}, []):
                yield name, value

    def value(self, of: Type, limits: Limits = _FREE) -> Plain:
        """A value of the type."""
        match of:
            case OptionalOf():
                return None
            case Row(table=table):
                return self._pack.tables[table].rows[0]
            case Sheet(sheet=sheet):
                return self.needs(self._pack.sheets[sheet].fields)
            case ListOf(of=inner):
                return [self.value(inner)] if self._filled else []
            case GroupOf(sheet=sheet):
                return {_MEMBER: self.value(Sheet(sheet))} if self._filled else {}
            case _ if of in (INTEGER, NUMBER):
                return self._number(limits)
            case _:
                return False if of == FLAG else "d6" if of == DICE else _MEMBER if of == KEY else "some words"

    def _number(self, limits: Limits) -> int | Fraction:
        low = limits.min if limits.min is not None else limits.above
        high = limits.max if limits.max is not None else limits.below
        if low is not None and limits.broken_by(self._size):
            number = low if limits.above is None else low // 1 + 1
            return number if not limits.broken_by(number) or high is None else (low + high) / Fraction(2)
        if high is not None and self._size > high:
            return high if limits.below is None else -(-high // 1) - 1
        return self._size
