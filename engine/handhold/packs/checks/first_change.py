"""What a variant of a pack could begin with: small changes of what is there, those first that show at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Final, Literal

from handhold.language.types import is_number
from handhold.packs import checked, model
from handhold.packs.text import show

_SCENES: Final = ("raining", "freezing", "windy", "at_night")
"""Fields that a scene may get; the first that it does not have is suggested."""


@dataclass(frozen=True, slots=True)
class Idea:
    """One thing that a variant may do: under which key, at which path, what is written there (in YAML), and what that
    means.
    """

    key: Literal["change", "add", "remove"]
    path: str
    text: str
    meaning: str


def first_changes(pack: checked.Pack, event: str, words: Iterable[str]) -> Iterator[Idea]:
    """Changes to begin with: a number of a row that is among the `words` given to an event, any other number of a
    table, a line of modifiers, the dice of the event, a setting; at last its title, which every event can have.
    """
    given = frozenset(words)
    numbers = list(_numbers(pack))
    yield from (idea for row, idea in numbers if row in given)
    yield from (idea for row, idea in numbers if row not in given)
    yield from _lines(pack)
    yield from _dice(pack.source.events[event])
    yield from _settings(pack)
    title = pack.source.events[event].meta.title
    yield Idea("change" if title else "add", f"events.{event}.title", "Another name for it", "how the event is called")


def more_ideas(pack: checked.Pack, taken: Idea) -> tuple[tuple[Idea, ...], ...]:
    """Other things that can be done to the pack, none where `taken` is: those together that need one another."""
    ideas: list[tuple[Idea, ...]] = []
    for kind in ((idea for _, idea in _numbers(pack)), _lines(pack), _settings(pack)):
        ideas += [(idea,) for idea in kind if idea.path != taken.path][:1]
    field = next((name for name in _SCENES if name not in _fields_of_scene(pack)), "")
    group = next(_sums(pack), None)
    if group is None:
        return tuple(ideas)
    if field:
        text = f"{{when: scene.{field}, value: 1}}"
        ideas.append(
            (
                Idea("add", f"scene.{field}", "{type: flag, default: false}", "something new about the scene"),
                Idea("add", f"modifiers.{group.id}.lines.{field}", text, "a line that counts then"),
            )
        )
    for line in list(group.lines)[:0:-1]:
        path = f"modifiers.{group.id}.lines.{line}"
        if not any(idea.path.startswith(path) for idea in (taken, *chain(*ideas)) if idea.key != "remove"):
            ideas.append((Idea("remove", path, "", "a line that counts no more"),))
    return tuple(ideas)


def _numbers(pack: checked.Pack) -> Iterator[tuple[str, Idea]]:
    """A change of each number in a table, with the row that it stands in."""
    for table in pack.source.tables.values():
        for row in table.rows.values():
            for column, cell in row.cells.items():
                value = cell.value
                if isinstance(value, int | Fraction) and not isinstance(value, bool):
                    path = f"tables.{table.id}.rows.{row.id}.{column}"
                    meaning = f"{value} becomes {value + 1}"
                    yield row.id, Idea("change", path, "{formula: inherited + 1}", meaning)


def _lines(pack: checked.Pack) -> Iterator[Idea]:
    """A change of each line of modifiers that are added up."""
    for group in _sums(pack):
        for line in group.lines.values():
            path = f"modifiers.{group.id}.lines.{line.id}.value"
            meaning = f"{show(line.value.text.strip(), 60)} becomes twice as much"
            yield Idea("change", path, "{formula: inherited * 2}", meaning)


def _dice(event: model.Event) -> Iterator[Idea]:
    for step in event.steps.values():
        if isinstance(step, model.RollStep):
            path = f"events.{event.id}.steps.{step.id}.roll"
            yield Idea("change", path, "{formula: inherited + 1}", "one more on these dice")


def _settings(pack: checked.Pack) -> Iterator[Idea]:
    """Another choice for each setting."""
    for setting in pack.source.settings.values():
        value = setting.value.value
        other = next((option for option in setting.options if option != value), None)
        if isinstance(value, bool):
            other = str(not value).lower()
        elif isinstance(value, int):
            other = str(value + 1)
        if other is not None:
            text = f"{{value: {other}, reading: Say here why.}}"
            yield Idea("change", f"settings.{setting.id}", text, show(setting.question, 100) or "another reading")


def _sums(pack: checked.Pack) -> Iterator[model.Modifier]:
    """The groups of modifiers whose lines are numbers that are added up."""
    for group in pack.source.modifiers.values():
        function = pack.function(group.id)
        if group.take == "sum" and function is not None and is_number(function.type):
            yield group


def _fields_of_scene(pack: checked.Pack) -> Iterable[str]:
    scene = pack.source.sheets.get("scene")
    return () if scene is None else scene.fields
