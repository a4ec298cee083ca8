"""What cases of one pack come to in another: leaf by leaf, and those that change alike together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from handhold.golden.cases import Case
from handhold.golden.compare import chance_of, shown
from handhold.language.dice import dice_text
from handhold.play.chance import DiceMismatch
from handhold.play.inputs import InputError
from handhold.play.result import Plain
from handhold.play.run_error import RunError
from handhold.play.runs.run import Runner

RUN: Final = "run"
"""The name of the leaf that says whether a case can be run: `ANSWERED`, or what is wrong."""

ANSWERED: Final = "an answer"


@dataclass(frozen=True, slots=True)
class Leaf:
    """One value of a result that is another now."""

    path: str
    before: Plain
    now: Plain

    @property
    def difference(self) -> int | Fraction | None:
        """By how much a number has grown; None for what is no number."""
        before, now = self.before, self.now
        if isinstance(before, bool) or isinstance(now, bool):
            return None
        if isinstance(before, int | Fraction) and isinstance(now, int | Fraction):
            return now - before
        return None

    @property
    def kind(self) -> tuple[str, str]:
        """What is the same of leaves that change alike: the path, and by how much or from what to what."""
        by = self.difference
        return self.path, f"{self.before} → {self.now}" if by is None else str(by)


@dataclass(frozen=True, slots=True)
class CaseChange:
    """A case that comes to something else, and each leaf that is another."""

    case: Case
    leaves: tuple[Leaf, ...]


def case_changes(one: Runner, other: Runner, cases: Iterable[Case]) -> tuple[CaseChange, ...]:
    """The cases that come to something else in the other pack, in their order.

    Compared are the outcome, refusals, dice, and the values and state that both packs know; or the message of a case
    that cannot be run.
    """
    found: list[CaseChange] = []
    for case in cases:
        leaves = tuple(_leaves("", _result(one, case), _result(other, case)))
        if leaves:
            # what goes on inside of other events and loops is told only where nothing else changes
            chief = tuple(leaf for leaf in leaves if not leaf.path.startswith("values.") or leaf.path.count(".") == 1)
            found.append(CaseChange(case, chief or leaves))
    return tuple(found)


def alike(changes: Iterable[CaseChange]) -> tuple[tuple[CaseChange, ...], ...]:
    """The changes in groups that change alike, the largest group first."""
    groups: dict[tuple[tuple[str, str], ...], list[CaseChange]] = {}
    for change in changes:
        groups.setdefault(tuple(leaf.kind for leaf in change.leaves), []).append(change)
    return tuple(tuple(group) for group in sorted(groups.values(), key=len, reverse=True))


def _result(runner: Runner, case: Case) -> Mapping[str, object]:
    try:
        result = runner.run(case.event, case.given, chance_of(case), choices=case.choices, settings=case.settings)
    except (InputError, DiceMismatch, RunError) as fault:
        return {RUN: str(fault)}
    held = shown(result)
    dice = {path: dice_text(roll.dice) for path, roll in result.rolls.items()}
    return {
        RUN: ANSWERED,
        "outcome": held["outcome"],
        "refused": held["refused"],
        "values": {name: value for name, value in result.values.items() if name != "outcome"},
        "state": held["state"],
        "dice": dice,
    }


def _leaves(path: str, before: object, now: object) -> Iterator[Leaf]:
    if isinstance(before, Mapping) and isinstance(now, Mapping):
        for name, inner in before.items():
            if name in now:
                yield from _leaves(f"{path}.{name}" if path else str(name), inner, now[name])
    elif type(before) is not type(now) or before != now:
        yield Leaf(path, _plain(before), _plain(now))


def _plain(value: object) -> Plain:
    """A part of a result, which holds plain data only."""
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(name): _plain(inner) for name, inner in value.items()}
    assert isinstance(value, int | Fraction | str | None)
    return value
