"""Which rows of tables are a value of a case: given, named, chosen, in the state, or a possible outcome."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from handhold.language.types import GroupOf, ListOf, Names, OptionalOf, Passes, Row, Sheet, Type, present
from handhold.language.world import NO_DEFAULT, FieldInfo, is_live
from handhold.packs import checked
from handhold.play.odds.event import Odds
from handhold.play.result import Plain, Result


def rows_held(pack: checked.Pack, value: object, of: Type) -> Iterator[str]:
    """The paths of the rows in a value as a run works with it."""
    return _Values(pack).held(value, of)


def rows_of_result(pack: checked.Pack, result: Result) -> Iterator[str]:
    """The paths of the rows that are a value in a run."""
    walk = _Values(pack)
    for need, known in result.event.needs.items():
        after = result.state.get(need) if is_live(known.type, pack.sheets) else None
        yield from walk.plain(after, known.type) if after is not None else walk.held(result.given[need], known.type)
    values = result.values
    yield from (path for name, of in result.event.names if name in values for path in walk.plain(values[name], of))


def rows_of_odds(pack: checked.Pack, event: str, given: Mapping[str, object], chances: Odds) -> Iterator[str]:
    """The paths of the rows that are given to an event, and of those that its outcome, or a value asked for, can be."""
    walk = _Values(pack)
    for need, known in pack.events[event].needs.items():
        yield from walk.given(given, need, known)
    told = [chances.outcomes] if chances.event.outcome is not None else []
    for of, found in zip(chances.types, [*told, *chances.values.values()], strict=False):
        yield from (path for text in found for path in walk.plain(text, of))


class _Values:
    def __init__(self, pack: checked.Pack) -> None:
        self._pack = pack

    def held(self, value: object, of: Type) -> Iterator[str]:
        """The rows in a value as a run works with it."""
        match value, present(of):
            case int(), Row(table=table):
                yield f"tables.{table}.rows.{self._pack.tables[table].rows[value]}"
            case tuple(), ListOf(of=inner):
                for each in value:
                    yield from self.held(each, inner)
            case tuple(), GroupOf(sheet=sheet):
                for _, each in value:
                    yield from self.held(each, Sheet(sheet))
            case tuple(), Sheet(sheet=sheet):
                info = self._pack.sheets[sheet]
                for name, each in zip(info.fixed, value, strict=not info.live):
                    yield from self.held(each, info.fields[name].type)
            case _:
                pass

    def given(self, data: Mapping[str, object], name: str, known: FieldInfo) -> Iterator[str]:
        """The rows in what is given for a field or need, or in its default."""
        if name not in data and known.default is not NO_DEFAULT:
            yield from self.held(known.default, known.type)
        else:
            yield from self._data(data.get(name), known.type)

    def _data(self, data: object, of: Type) -> Iterator[str]:
        match of:
            case OptionalOf(of=inner) if data is not None:
                yield from self._data(data, inner)
            case Row(table=table):
                yield f"tables.{table}.rows.{str(data).removeprefix(f'{table}.')}"
            case ListOf(of=inner) if isinstance(data, list):
                for each in data:
                    yield from self._data(each, inner)
            case GroupOf(sheet=sheet) if isinstance(data, Mapping):
                for each in data.values():
                    yield from self._data(each, Sheet(sheet))
            case Sheet(sheet=sheet):
                fields = data if isinstance(data, Mapping) else {}
                for name, known in self._pack.sheets[sheet].fields.items():
                    yield from self.given(fields, name, known)
            case _:
                pass

    def plain(self, value: Plain, of: Type) -> Iterator[str]:
        """The rows in a value as it is shown."""
        match value, present(of):
            case str(), Row(table=table):
                yield f"tables.{table}.rows.{value}"
            case list(), ListOf(of=inner):
                for each in value:
                    yield from self.plain(each, inner)
            case dict(), GroupOf(sheet=sheet):
                for each in value.values():
                    yield from self.plain(each, Sheet(sheet))
            case dict(), Sheet(sheet=sheet):
                fields = {name: known.type for name, known in self._pack.sheets[sheet].fields.items()}
                yield from self._names(value, fields)
            case dict(), Names(fields=fields):
                yield from self._names(value, dict(fields))
            case dict(), Passes(of=of):
                for each in value.values():
                    yield from self.plain(each, of)
            case _:
                pass

    def _names(self, value: Mapping[str, Plain], types: Mapping[str, Type]) -> Iterator[str]:
        for name, each in value.items():
            if name in types:
                yield from self.plain(each, types[name])
