"""Who reads what stands at a place of a pack: the formulas, texts, changes and events that name it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from handhold.packs import checked
from handhold.packs.checks.decided import step_at
from handhold.packs.checks.uses import Spoken, Uses, every_formula
from handhold.source import Span


@dataclass(frozen=True, slots=True)
class Reader:
    """A line, formula, field, step or text that names something: its path, and where that stands."""

    path: str
    span: Span


class Readers:
    """Knows of every formula of a pack what it names."""

    def __init__(self, pack: checked.Pack) -> None:
        self._pack = pack
        self._named = tuple((spoken, _uses(pack, spoken)) for spoken in every_formula(pack))

    def of(self, path: tuple[str, ...]) -> tuple[Reader, ...]:
        """What names the place at a path (that of a spot, see `paths`), or something in it, from outside; each once, in
        the order of the pack. Nothing for a whole section.

        Of a row or a cell, it is what reads the table or the column; of a step, what names it in its own event.
        """
        if len(path) < 2:
            return ()
        whole = ".".join(path)
        found: dict[str, Reader] = {}
        for spoken, uses in self._named:
            outside = spoken.path not in found and not f"{whole}.".startswith(f"{spoken.path}.")
            if outside and not spoken.path.startswith(f"{whole}.") and self._names(uses, path):
                found[spoken.path] = Reader(spoken.path, spoken.span)
        if path[0] == "events" and len(path) == 2:
            found.update((reader.path, reader) for reader in _doing(self._pack, path[1]))
        return tuple(found.values())

    def _names(self, uses: Uses, path: tuple[str, ...]) -> bool:
        """Whether a formula names what stands at a path."""
        match path:
            case ("settings", id, *_):
                return id in uses.settings or any(setting == id for setting, _ in uses.words)
            case ("tables", table, "columns", column, *_) | ("tables", table, "rows", _, column, *_) if (
                column in self._pack.tables[table].columns
            ):
                return (table, column) in uses.columns
            case ("tables", table, *_):
                return table in uses.tables
            case ("sheets", sheet):
                return any(known == sheet for known, _ in uses.fields)
            case ("sheets", sheet, name, *_):
                return (sheet, name) in uses.fields
            case ("modifiers", id, *_):
                base = self._pack.source.modifiers[id].base
                return id in uses.functions or (base is not None and base.text.strip() in uses.functions)
            case ("formulas", id, *_):
                return id in uses.functions
            case ("events", event, "needs", need, *_):
                return (f"events.{event}", need) in uses.names
            case ("events", event, "steps", *_):
                # a step's name is one of its own event, however deep it stands
                step = _step(path)
                return any(owner == f"events.{event}" and step in name.split(".") for owner, name in uses.names)
            case _:
                return False


def _uses(pack: checked.Pack, spoken: Spoken) -> Uses:
    uses = Uses(pack)
    uses.add(spoken)
    return uses


def _step(path: tuple[str, ...]) -> str:
    """The id of the step that a path leads to, or into."""
    at = 2
    while path[at : at + 1] == ("steps",) and len(path) > at + 1:
        at += 2
    return path[at - 1] if at > 2 else ""


def _doing(pack: checked.Pack, event: str) -> Iterator[Reader]:
    """The steps of other events that do an event."""
    for other in pack.events.values():
        for statement in checked.statements(other.body):
            if isinstance(statement, checked.Call) and statement.event == event:
                yield Reader(statement.site.path, step_at(pack.source, statement))
