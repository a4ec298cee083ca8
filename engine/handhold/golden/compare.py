"""Cases run: what came out, compared with what was expected."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import Final

from handhold.golden.cases import Case
from handhold.golden.outcome import odds_json
from handhold.language.dice import dice_text
from handhold.packs.values import as_number
from handhold.play.chance import Chance, DiceMismatch, InOrder, Scripted, Seeded
from handhold.play.inputs import InputError
from handhold.play.odds.event import Odds, odds
from handhold.play.result import Result, shown_text
from handhold.play.run_error import RunError
from handhold.play.runs.run import Runner

MISSING = object()
"""Stands for a value that is not there."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One leaf that is not as expected: its path, what was expected and what came out (both as text)."""

    path: str
    expected: str
    got: str


@dataclass(frozen=True, slots=True)
class Came:
    """What came out of a case: a result, odds where the case expects some, or why there is no answer."""

    result: Result | None = None
    chances: Odds | None = None
    fault: str = ""


def came_of(runner: Runner, case: Case, reckon: Callable[..., Odds] | None = None) -> Came:
    """Runs a case; `reckon` gives odds in the place of `odds` for the runner's pack. Where only odds are expected,
    nothing is thrown.
    """
    try:
        result = chances = None
        if set(case.expect) != {"odds"}:
            result = runner.run(case.event, case.given, chance_of(case), choices=case.choices, settings=case.settings)
        if "odds" in case.expect:
            reckon = reckon or partial(odds, runner.pack)
            chances = reckon(case.event, case.given, choices=case.choices, settings=case.settings, show=_asked(case))
        return Came(result, chances)
    except (InputError, DiceMismatch, RunError) as error:
        return Came(fault=str(error))


def differences(case: Case, came: Came) -> tuple[Difference, ...]:
    """What is not as the case expects; empty if the case passes. One that cannot be run differs in one leaf, `run`."""
    if came.fault:
        return (Difference("run", "an answer", came.fault),)
    found: list[Difference] = []
    if came.result is not None:
        expected = {key: value for key, value in case.expect.items() if key != "odds"}
        found.extend(_compare("", expected, {key: _SHOWN[key](came.result) for key in expected if key in _SHOWN}))
    if came.chances is not None:
        found.extend(_compare("odds", case.expect["odds"], odds_json(came.chances)))
    return tuple(found)


def run_case(runner: Runner, case: Case) -> tuple[Difference, ...]:
    """Runs a case, and gives what is not as it expects."""
    return differences(case, came_of(runner, case))


def traced(runner: Runner, case: Case) -> Result | None:
    """The run of a case with its trace; None if there is none."""
    try:
        return runner.run(
            case.event, case.given, chance_of(case), choices=case.choices, settings=case.settings, traced=True
        )
    except (InputError, DiceMismatch, RunError):
        return None


def chance_of(case: Case) -> Chance:
    """Where the dice of a case come from: its faces, else its seed; without either, any roll is one too many."""
    if isinstance(case.dice, Mapping):
        return Scripted({path: _faces(faces) for path, faces in case.dice.items()})
    if case.dice is None and case.seed is not None:
        return Seeded(case.seed)
    return InOrder(_faces(case.dice or []))


def _faces(data: object) -> list[int]:
    faces = data if isinstance(data, list) else [data]
    return [face for face in faces if isinstance(face, int)]


def shown(result: Result) -> dict[str, object]:
    """A result as the mapping that `expect` is a part of."""
    return {key: of(result) for key, of in _SHOWN.items()}


def _rolls(result: Result) -> object:
    return _nested(
        {
            path: {"dice": dice_text(roll.dice), "faces": list(roll.faces), "value": roll.value}
            for path, roll in result.rolls.items()
        }
    )


_SHOWN: Final[Mapping[str, Callable[[Result], object]]] = MappingProxyType(
    {
        "outcome": lambda result: result.outcome,
        "refused": lambda result: [refusal.code for refusal in result.refusals],
        "values": lambda result: result.values,
        "state": lambda result: result.state,
        "effects": lambda result: {effect.path: effect.after for effect in result.effects},
        "rolls": _rolls,
    }
)
"""The parts of a result that can be expected, each made only where it is asked for."""


def _asked(case: Case) -> Sequence[str]:
    expected = case.expect["odds"]
    values = expected.get("values") if isinstance(expected, Mapping) else None
    return tuple(values) if isinstance(values, Mapping) else ()


def _nested(flat: Mapping[str, object]) -> dict[str, object]:
    """Values by dotted path, nested."""
    whole: dict[str, object] = {}
    for path, value in flat.items():
        *outer, last = path.split(".")
        at = whole
        for name in outer:
            inner = at.setdefault(name, {})
            assert isinstance(inner, dict)
            at = inner
        at[last] = value
    return whole


def _compare(path: str, expected: object, got: object) -> Iterator[Difference]:
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        for name, inner in expected.items():
            at = f"{path}.{name}" if path else str(name)
            yield from _compare(at, inner, found_at(got, str(name)))
    elif not _equal(expected, got):
        yield Difference(path, _text(expected), _text(got))


def found_at(held: Mapping[str, object], name: str) -> object:
    """What stands under a name, which may be a dotted path; MISSING if nothing does."""
    if name in held:
        return held[name]
    at: object = held
    for part in name.split("."):
        if not isinstance(at, Mapping) or part not in at:
            return MISSING
        at = at[part]
    return at


def _equal(expected: object, got: object) -> bool:
    if got is MISSING:
        return False
    if got is None:
        return expected is None or expected == "none"
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    if isinstance(expected, list):
        return isinstance(got, list) and len(expected) == len(got) and all(map(_equal, expected, got))
    if isinstance(got, int | Fraction):
        return as_number(expected) == got
    return expected == got or str(expected) == got


def _text(value: object) -> str:
    if value is MISSING:
        return "nothing of that name"
    return shown_text(value)
