"""Scenarios: events one after another on one state.

What an event leaves of the sheets it was given is what the next one starts with, by the name of the need. Each
event's rolls begin their paths with its number, so that dice of one seed fall the same however many rolls another
event makes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from handhold.play.asked import Faces, chance_of
from handhold.play.chance import Chance
from handhold.play.result import Result
from handhold.play.runs.run import Runner


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of a scenario: what it is given beside the state, all plain data."""

    event: str
    given: Mapping[str, object]
    choices: Mapping[str, object]
    dice: Faces | None
    settings: Mapping[str, object]
    seed: int | str | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A story: the pack it is played with, what all events are given to begin with, and the events in order."""

    pack: str
    title: str
    given: Mapping[str, object]
    settings: Mapping[str, object]
    seed: int | str | None
    entries: tuple[Entry, ...]


def play(runner: Runner, scenario: Scenario, seed: int | str, *, traced: bool = False) -> Iterator[Result]:
    """The results of the events, in order, each made when it is asked for.

    `seed` serves the events that have neither dice nor a seed of their own. Raises what a run raises; the events
    before have been given by then.
    """
    state: dict[str, object] = dict(scenario.given)
    for number, entry in enumerate(scenario.entries, 1):
        needs = runner.event(entry.event).needs
        given = {name: data for name, data in state.items() if name in needs}
        prefix = f"{number}."
        result = runner.run(
            entry.event,
            merged(given, entry.given),
            _chance(entry, seed, prefix),
            choices=entry.choices,
            settings={**scenario.settings, **entry.settings},
            traced=traced,
            prefix=prefix,
        )
        state.update(result.state)
        yield result


def _chance(entry: Entry, seed: int | str, prefix: str) -> Chance:
    if isinstance(entry.dice, Mapping):
        return chance_of({prefix + path: faces for path, faces in entry.dice.items()}, None)
    return chance_of(entry.dice, (entry.seed if entry.seed is not None else seed) if entry.dice is None else None)


def merged(below: Mapping[str, object], above: Mapping[str, object]) -> dict[str, object]:
    """What is given, with what stands above laid over it, field by field."""
    whole = dict(below)
    for name, data in above.items():
        held = whole.get(name)
        whole[name] = merged(held, data) if isinstance(held, Mapping) and isinstance(data, Mapping) else data
    return whole


def entries_of(data: Sequence[Mapping[str, object]]) -> tuple[Entry, ...]:
    """The entries that plain data of the right shape say."""
    return tuple(
        Entry(
            str(each["event"]),
            _held(each, "given"),
            _held(each, "choices"),
            _dice(each.get("dice")),
            _held(each, "settings"),
            _seed(each.get("seed")),
            str(each.get("note", "")),
        )
        for each in data
    )


def scenario_of(data: Mapping[str, object]) -> Scenario:
    """The scenario that plain data of the right shape say."""
    entries = data["entries"]
    assert isinstance(entries, list)
    return Scenario(
        str(data["pack"]),
        str(data.get("title", "")),
        _held(data, "given"),
        _held(data, "settings"),
        _seed(data.get("seed")),
        entries_of(entries),
    )


def _held(data: Mapping[str, object], name: str) -> Mapping[str, object]:
    held = data.get(name)
    return held if isinstance(held, Mapping) else {}


def _dice(data: object) -> Faces | None:
    if data is None or isinstance(data, Mapping):
        return data
    return data if isinstance(data, list) else [data]  # type: ignore[list-item]  # a single face, judged when it falls


def _seed(data: object) -> int | str | None:
    assert data is None or isinstance(data, int | str)
    return data
