"""How the chances of cases move from one pack to another: every situation once, the dice left open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from handhold.golden.cases import Case
from handhold.language.types import FLAG, INTEGER, NUMBER, Sheet
from handhold.packs import checked
from handhold.play.inputs import InputError
from handhold.play.odds.event import Odds, OddsRunner
from handhold.play.run_error import RunError

OUTCOME = "outcome"
"""The name of the outcome among the tables of chances."""

Chances = Mapping[str, Mapping[str, Fraction]]
"""The chance of each outcome, refusal and lack of an outcome (under `OUTCOME`), and of each value of fields that
change, by field.
"""


@dataclass(frozen=True, slots=True)
class Move:
    """A situation whose chances are others now: its cases, the chances before and now, and how far they have moved.

    `distance` is the largest total variation distance among the tables of chances, from 0 to 1.
    """

    cases: tuple[Case, ...]
    before: Chances
    now: Chances
    distance: Fraction

    @property
    def moved(self) -> tuple[str, ...]:
        """The names of the tables that are others now, that of the outcome first."""
        return tuple(name for name in _both_know(self.before, self.now) if self.before[name] != self.now[name])


@dataclass(frozen=True, slots=True)
class OddsChanges:
    """What became of the situations: those that move, the furthest first, by their outcomes and then by the fields that
    change; how many stay; those without dice or an
    outcome; those that could not be reckoned, each with the reason.
    """

    moves: tuple[Move, ...]
    stay: int
    without_dice: int
    failed: tuple[tuple[Case, str], ...]


def odds_changes(one: OddsRunner, other: OddsRunner, cases: Iterable[Case]) -> OddsChanges:
    """How the chances of the situations of cases move from one pack to the other."""
    moves: list[Move] = []
    failed: list[tuple[Case, str]] = []
    stay = without_dice = 0
    for same in _situations(cases):
        case = same[0]
        if not any(_throws(runner.pack, case) for runner in (one, other)):
            without_dice += 1
            continue
        try:
            before, now = _both(one, other, case)
        except (InputError, RunError) as fault:
            failed.append((case, str(fault)))
            continue
        distance = max(_distance(before[name], now[name]) for name in _both_know(before, now))
        if distance:
            moves.append(Move(same, before, now, distance))
        else:
            stay += 1
    moves.sort(key=lambda move: (-_distance(move.before[OUTCOME], move.now[OUTCOME]), -move.distance))
    return OddsChanges(tuple(moves), stay, without_dice, tuple(failed))


def mean(chances: Mapping[str, Fraction]) -> Fraction | None:
    """The average of a table of numbers; None if there is anything else in it."""
    try:
        return sum((Fraction(value) * chance for value, chance in chances.items()), Fraction(0))
    except ValueError:
        return None


def _situations(cases: Iterable[Case]) -> tuple[tuple[Case, ...], ...]:
    """The cases by what is given: those that differ in their dice only are one situation."""
    alike: dict[str, list[Case]] = {}
    for case in cases:
        alike.setdefault(repr((case.event, case.given, case.choices, case.settings)), []).append(case)
    return tuple(map(tuple, alike.values()))


def moving_alike(moves: Iterable[Move]) -> tuple[tuple[Move, ...], ...]:
    """The moves, those of one event between the same chances together."""
    groups: dict[str, list[Move]] = {}
    for move in moves:
        key = [(name, sorted(move.before[name].items()), sorted(move.now[name].items())) for name in move.moved]
        groups.setdefault(repr((move.cases[0].event, key)), []).append(move)
    return tuple(map(tuple, groups.values()))


def _throws(pack: checked.Pack, case: Case) -> bool:
    event = pack.events.get(case.event)
    return event is not None and event.rolls


def _both(one: OddsRunner, other: OddsRunner, case: Case) -> tuple[Chances, Chances]:
    """The chances in both packs; of the outcome alone where the fields that change take too much work."""
    fields = [name for name in _fields(one.pack, case) if name in _fields(other.pack, case)]
    if fields:
        try:
            return _chances(one, case, fields), _chances(other, case, fields)
        except RunError:
            pass
    return _chances(one, case, ()), _chances(other, case, ())


def _fields(pack: checked.Pack, case: Case) -> list[str]:
    """The plain fields of single sheets that the event changes."""
    event = pack.events.get(case.event)
    if event is None:
        return []
    found = []
    for variable in sorted(event.changes):
        need, _, field = variable.partition(".")
        of = event.needs[need].type if need in event.needs else None
        known = pack.sheets[of.sheet].fields.get(field) if isinstance(of, Sheet) else None
        if known is not None and known.type in (INTEGER, NUMBER, FLAG):
            found.append(variable)
    return found


def _chances(runner: OddsRunner, case: Case, fields: Iterable[str]) -> Chances:
    odds = runner.odds(case.event, case.given, choices=case.choices, settings=case.settings, show=tuple(fields))
    return {OUTCOME: _outcomes(odds), **({} if odds.refusals else odds.values)}


def _outcomes(odds: Odds) -> Mapping[str, Fraction]:
    rest = {"(no outcome)": odds.unresolved} if odds.unresolved else {}
    refused = {f"refused: {code}": chance for code, chance in odds.refused.items()}
    return {**odds.outcomes, **rest, **refused}


def _both_know(before: Chances, now: Chances) -> list[str]:
    """The tables of both: an event that is refused changes no field."""
    return [name for name in before if name in now]


def _distance(before: Mapping[str, Fraction], now: Mapping[str, Fraction]) -> Fraction:
    """The total variation distance of two tables of chances."""
    zero = Fraction(0)
    return sum((abs(before.get(id, zero) - now.get(id, zero)) for id in {*before, *now}), zero) / 2
