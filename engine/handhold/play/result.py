"""What a run gives: one immutable result. It holds what the compiled event returned; views are made when they are
read.
"""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Protocol

from handhold.language.dice import DiceValue, dice_text
from handhold.language.types import (
    DICE,
    GroupOf,
    ListOf,
    Names,
    Passes,
    Row,
    Sheet,
    Type,
    present,
)
from handhold.language.world import is_live
from handhold.packs import checked
from handhold.play.chance import Chance, Rolled, Seeded
from handhold.play.inputs import Answers
from handhold.play.once import Once
from handhold.play.program import Program
from handhold.play.ready import Ready
from handhold.play.units import all_names
from handhold.play.views import Plain as Plain
from handhold.play.views import view_of


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal: its code, whose it is (empty for the event, else the path of a choice or of a `do` that went on),
    why, and where it stands.
    """

    code: str
    scope: str
    reason: str
    cite: str


@dataclass(frozen=True, slots=True)
class Effect:
    """A state field that differs after the run."""

    path: str
    before: Plain
    after: Plain


class Shown:
    """Turns run-time values into plain ones, by type."""

    def __init__(self, pack: checked.Pack) -> None:
        self._pack = pack

    def value(self, value: object, of: Type) -> Plain:
        """A value of the type `of` as shown."""
        if value is None:
            return None
        match present(of):
            case Row(table=table):
                assert isinstance(value, int)
                return self._pack.tables[table].rows[value]
            case ListOf(of=inner):
                assert isinstance(value, tuple | range)
                return [self.value(each, inner) for each in value]
            case GroupOf(sheet=sheet):
                assert isinstance(value, tuple)
                return {key: self.value(each, Sheet(sheet)) for key, each in value}
            case Sheet(sheet=sheet):
                assert isinstance(value, tuple)
                info = self._pack.sheets[sheet]
                return {
                    name: self.value(each, info.fields[name].type) for name, each in zip(info.fixed, value, strict=True)
                }
            case plain if plain == DICE:
                assert isinstance(value, DiceValue | int)
                return dice_text(value) if isinstance(value, DiceValue) else str(value)
            case _:
                return self.number(value)

    @staticmethod
    def number(value: object) -> Plain:
        """A plain value, a whole fraction as an int."""
        if isinstance(value, Fraction) and value.denominator == 1:
            return value.numerator
        assert isinstance(value, int | Fraction | str)
        return value

    def names(
        self, names: tuple[tuple[str, Type], ...], values: Mapping[str, object], prefix: str = ""
    ) -> dict[str, Plain]:
        """What names of a level hold, nested: those of a `do` in a mapping of their own, passes by their key."""
        shown: dict[str, Plain] = {}
        for name, of in names:
            path = prefix + name
            inner = present(of)
            if isinstance(inner, Names):
                there = any(
                    values.get(f"{path}.{each}") is not None for each in all_names(inner.fields) if "/" not in each
                )
                if there or values.get(path) is not None:
                    shown[name] = self.names(inner.fields, values, f"{path}.")
                else:
                    shown[name] = None
            elif path in values:
                value = values[path]
                shown[name] = self.passes(value, inner) if isinstance(inner, Passes) else self.value(value, of)
        return shown

    def passes(self, passes: object, of: Passes) -> Plain:
        """The passes of a loop by their key."""
        if passes is None:
            return None
        assert isinstance(passes, tuple)
        fields = tuple(sorted({each.split("/")[0] for each in all_names(of.of.fields)}))
        shown: dict[str, Plain] = {}
        for each in passes:
            key = self.value(each[0], of.key)
            shown[str(key)] = self.names(of.of.fields, dict(zip(fields, each[1:], strict=True)))
        return shown

    def sheet(self, of: Type, fixed: object, state: Mapping[str, object], variable: str) -> Plain:
        """A live need with its state, nested as declared: as it can be given to another run."""
        if fixed is None:
            return None
        match present(of):
            case Sheet(sheet=sheet):
                return self._live(sheet, fixed, state, variable, None)
            case GroupOf(sheet=sheet):
                assert isinstance(fixed, tuple)
                return {key: self._live(sheet, each, state, variable, n) for n, (key, each) in enumerate(fixed)}
            case ListOf(of=Sheet(sheet=sheet)):
                assert isinstance(fixed, tuple)
                return [self._live(sheet, each, state, variable, n) for n, each in enumerate(fixed)]
            case other:
                raise AssertionError(f"not live: {other}")

    def _live(self, sheet: str, fixed: object, state: Mapping[str, object], variable: str, index: int | None) -> Plain:
        if fixed is None:
            return None
        assert isinstance(fixed, tuple)
        info = self._pack.sheets[sheet]
        constants = dict(zip(info.fixed, fixed, strict=True))
        shown: dict[str, Plain] = {}
        for name, known in info.fields.items():
            path = f"{variable}.{name}"
            if known.changes:
                held = state[path]
                if index is not None:
                    assert isinstance(held, tuple)
                    held = held[index]
                shown[name] = self.value(held, known.type)
            elif (
                is_live(known.type, self._pack.sheets) and index is not None and isinstance(present(known.type), Sheet)
            ):
                shown[name] = self._live(present(known.type).sheet, constants[name], state, path, index)  # type: ignore[union-attr]  # a sheet, tested before
            elif is_live(known.type, self._pack.sheets):
                shown[name] = self.sheet(known.type, constants[name], state, path)
            else:
                shown[name] = self.value(constants[name], known.type)
        return shown


class Ran(Protocol):
    """What a run leaves besides its values."""

    chance: Chance
    answers: Answers | None
    asked: list[str]
    notes: list[tuple[int, str, tuple[object, ...]]]


class Result:
    """What an event came to: immutable. It holds what the compiled event returned; everything else is made from it
    when read.

    `exports` and `held` are the names of the event's top level and of the state that may have changed, with their
    values as the compiled event works with them.
    """

    ready: Ready
    exports: tuple[str, ...]
    held: tuple[object, ...]
    refusals: tuple[Refusal, ...]
    _bound: tuple[tuple[str, ...], list[object]]
    _ran: Ran

    def __init__(
        self,
        ready: Ready,
        bound: tuple[tuple[str, ...], list[object]],
        exports: tuple[str, ...],
        held: tuple[object, ...],
        refusals: tuple[Refusal, ...],
        ran: Ran,
    ) -> None:
        _keep(
            self,
            {
                "ready": ready,
                "_bound": bound,
                "exports": exports,
                "held": held,
                "refusals": refusals,
                "_ran": ran,
            },
        )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a result cannot be changed: {name}")

    @property
    def pack(self) -> checked.Pack:
        """The pack."""
        return self.ready.program.pack

    @property
    def event(self) -> checked.Event:
        """The event."""
        return self.ready.event

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

    @property
    def program(self) -> Program | None:
        """The program that was traced; None for a run without a trace."""
        return self.ready.program if self.ready.traced else None

    def __repr__(self) -> str:
        came = "refused" if self.refused else reprlib.repr(self.outcome)
        return f"<Result {self.pack.header.name} {self.event.id}: {came}>"

    @Once
    def given(self) -> Mapping[str, object]:
        """The variables that the run started with."""
        return dict(zip(*self._bound, strict=True))

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
    def refused(self) -> bool:
        """Whether the event itself was refused."""
        return any(not refusal.scope for refusal in self.refusals)

    @property
    def outcome(self) -> Plain:
        """The outcome: a row by its id, a flag or a whole number; None where there is none or the event was
        refused.
        """
        ready = self.ready
        at = ready.outcome_at
        if at is None or (self.refusals and self.refused):
            return None
        value = self.held[at]
        if ready.rows is not None:
            return None if value is None else ready.rows[value]  # type: ignore[call-overload]  # a row
        return None if ready.event.outcome is None else Shown(self.pack).value(value, ready.event.outcome)

    @property
    def values(self) -> dict[str, Plain]:
        """The names of the event's top level, nested as events do: `values["end"]["margin"]`. The mapping is the
        caller's own: what is changed in it changes nothing here.
        """
        ready = self.ready
        if ready.view is not None and self.exports is ready.exports:
            return ready.view(self.held)
        shown = Shown(self.pack)
        ready.reads += 1
        if ready.reads > 1:
            ready.view = view_of(self.pack, self.event.names, ready.exports, shown)
        return shown.names(self.event.names, self.returned)

    @property
    def state(self) -> dict[str, Plain]:
        """The live needs after the run, whole and nested as declared: they can be given to the next run. The mapping
        is the caller's own.
        """
        return _copies(self._state)

    @Once
    def _state(self) -> dict[str, Plain]:
        shown = Shown(self.pack)
        after = {**self.given, **{name: self.returned[name] for name in self.event.changes if name in self.returned}}
        return {
            need: shown.sheet(known.type, self.given[need], after, need)
            for need, known in self.event.needs.items()
            if is_live(known.type, self.pack.sheets)
        }

    @Once
    def effects(self) -> tuple[Effect, ...]:
        """The state fields that differ after the run, net, by path; in a group or list the member stands in the
        path.
        """
        shown = Shown(self.pack)
        found: list[Effect] = []
        for need, known in self.event.needs.items():
            if not is_live(known.type, self.pack.sheets):
                continue
            before = shown.sheet(known.type, self.given[need], self.given, need)
            _compare(need, before, self._state[need], found)
        return tuple(found)


_keep = vars(Result)["__dict__"].__set__
"""Fills a result, past the `__setattr__` that keeps others from changing it."""


def shown_text(value: Plain) -> str:
    """A value as the name of a line of a table."""
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case list():
            return "[" + ", ".join(shown_text(each) for each in value) + "]"
        case dict():
            return "{" + ", ".join(f"{key}: {shown_text(each)}" for key, each in value.items()) + "}"
        case _:
            return str(value)


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
