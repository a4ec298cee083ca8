"""What a run gives: one immutable result. It holds what the compiled event returned; views are made when they are
read.
"""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from handhold.language.world import is_live
from handhold.play.chance import Chance, Rolled, Seeded
from handhold.play.once import Once
from handhold.play.shown import Plain as Plain
from handhold.play.shown import Shown as Shown
from handhold.play.shown import shown_text as shown_text
from handhold.record import Record

if TYPE_CHECKING:
    from handhold.play.inputs import Answers
    from handhold.play.looks import EventLook
    from handhold.play.ready import Ready
    from handhold.play.trace import Behind


class Refusal(Record):
    """A refusal: its code, whose it is (empty for the event, else the path of a choice or of a `do` that went on),
    why, and where it stands.
    """

    code: str
    scope: str
    reason: str
    cite: str


class Effect(Record):
    """A state field that differs after the run."""

    path: str
    before: Plain
    after: Plain


class Ran(Protocol):
    """A run that is over: what it began with, what it asked, what it came to.

    `exports` and `held` are the names of the event's top level and of the state that may have changed, with their
    values as the compiled event works with them.
    """

    ready: Ready
    bound: tuple[tuple[str, ...], list[object]]
    chance: Chance
    answers: Answers | None
    asked: list[str]
    notes: list[tuple[int, str, tuple[object, ...]]]
    exports: tuple[str, ...]
    held: tuple[object, ...]
    refusals: list[Refusal]


class Result:
    """What an event came to: immutable. It holds the run that is over; everything else is made from that when read."""

    __slots__ = ("__dict__", "_ran")

    _ran: Ran

    def __init__(self, ran: Ran) -> None:
        _keep(self, ran)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a result cannot be changed: {name}")

    @property
    def ready(self) -> Ready:
        """The compiled event."""
        return self._ran.ready

    @property
    def event(self) -> EventLook:
        """The event."""
        return self._ran.ready.event

    @property
    def behind(self) -> Behind:
        """What stands behind the compiled event."""
        return self.ready.behind

    @property
    def chance(self) -> Chance:
        """Where the dice came from."""
        return self._ran.chance

    @property
    def asked(self) -> tuple[str, ...]:
        """The paths of the choices that came up, in order."""
        return tuple(self._ran.asked)

    @property
    def notes(self) -> list[tuple[int, str, tuple[object, ...]]] | None:
        """What `trace` makes the steps from; None for a run without a trace."""
        return self._ran.notes if self.ready.traced else None

    def __repr__(self) -> str:
        came = "refused" if self.refused else reprlib.repr(self.outcome)
        return f"<Result {self.ready.name.name} {self.event.id}: {came}>"

    @Once
    def given(self) -> Mapping[str, object]:
        """The variables that the run started with."""
        return dict(zip(*self._ran.bound, strict=True))

    @property
    def exports(self) -> tuple[str, ...]:
        """The names of the event's top level, and of the state that may have changed."""
        return self._ran.exports

    @property
    def held(self) -> tuple[object, ...]:
        """The values of `exports`, as the compiled event works with them."""
        return self._ran.held

    @Once
    def returned(self) -> Mapping[str, object]:
        """The values by name, as the compiled event works with them."""
        return dict(zip(self.exports, self.held, strict=True))

    @Once
    def rolls(self) -> Mapping[str, Rolled]:
        """Each roll by its path: dice, faces, total."""
        return MappingProxyType(dict(self.chance.rolls))

    @property
    def seed(self) -> int | str | None:
        """The seed of the dice, if they came from one."""
        return self.chance.seed if isinstance(self.chance, Seeded) else None

    @property
    def unused_answers(self) -> tuple[str, ...]:
        """The answers that no choice asked for."""
        return () if self._ran.answers is None else self._ran.answers.unused

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """What was refused, in order."""
        return tuple(self._ran.refusals)

    @property
    def refused(self) -> bool:
        """Whether the event itself was refused."""
        return any(not refusal.scope for refusal in self._ran.refusals)

    @property
    def outcome(self) -> Plain:
        """The outcome: a row by its id, a flag or a whole number; None where there is none or the event was
        refused.
        """
        ran = self._ran
        ready = ran.ready
        at = ready.outcome_at
        if at is None or (ran.refusals and self.refused):
            return None
        value = ran.held[at]
        if ready.rows is not None:
            return None if value is None else ready.rows[value]  # type: ignore[call-overload]  # a row
        return None if ready.event.outcome is None else Shown(ready.kinds).value(value, ready.event.outcome)

    @property
    def values(self) -> dict[str, Plain]:
        """The names of the event's top level, nested as events do: `values["end"]["margin"]`. The mapping is the
        caller's own: what is changed in it changes nothing here.
        """
        ran = self._ran
        ready = ran.ready
        if ready.view is not None and ran.exports is ready.exports:
            return ready.view(ran.held)
        shown = Shown(ready.kinds)
        ready.reads += 1
        if ready.reads > 1:
            from handhold.play.views import view_of

            ready.view = view_of(ready.kinds, self.event.names, ready.exports, shown)
        return shown.names(self.event.names, self.returned)

    @property
    def state(self) -> dict[str, Plain]:
        """The live needs after the run, whole and nested as declared: they can be given to the next run. The mapping
        is the caller's own.
        """
        return _copies(self._state)

    @Once
    def _state(self) -> dict[str, Plain]:
        shown = Shown(self.ready.kinds)
        after = {**self.given, **{name: self.returned[name] for name in self.event.changes if name in self.returned}}
        return {
            need: shown.sheet(known.type, self.given[need], after, need)
            for need, known in self.event.needs.items()
            if is_live(known.type, self.ready.kinds.sheets)
        }

    @Once
    def effects(self) -> tuple[Effect, ...]:
        """The state fields that differ after the run, net, by path; in a group or list the member stands in the
        path.
        """
        shown = Shown(self.ready.kinds)
        found: list[Effect] = []
        for need, known in self.event.needs.items():
            if not is_live(known.type, self.ready.kinds.sheets):
                continue
            before = shown.sheet(known.type, self.given[need], self.given, need)
            _compare(need, before, self._state[need], found)
        return tuple(found)


_keep = vars(Result)["_ran"].__set__
"""Puts the run into a result, past the `__setattr__` that keeps others from changing it."""


def _copies(held: dict[str, Plain]) -> dict[str, Plain]:
    return {name: _copied(each) if isinstance(each, dict | list) else each for name, each in held.items()}


def _copied(held: Plain) -> Plain:
    """A copy all the way down."""
    if isinstance(held, dict):
        return _copies(held)
    return [_copied(each) for each in held] if isinstance(held, list) else held


def _compare(path: str, before: Plain, after: Plain, found: list[Effect]) -> None:
    if isinstance(before, dict) and isinstance(after, dict):
        for name in before:
            _compare(f"{path}.{name}", before[name], after[name], found)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for n, (one, other) in enumerate(zip(before, after, strict=True), 1):
            _compare(f"{path}.{n}", one, other, found)
    elif before != after:
        found.append(Effect(path, before, after))
