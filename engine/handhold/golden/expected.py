"""What a case expects of its event, judged where it is written: that it can come out, by name and by kind of value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType

from handhold.diagnostics import Diagnostic, did_you_mean
from handhold.golden.given import entries_of
from handhold.language.types import (
    FLAG,
    KEY,
    NONE,
    TEXT,
    GroupOf,
    ListOf,
    Names,
    OptionalOf,
    Passes,
    Plain,
    Row,
    Sheet,
    Type,
    a_type,
    present,
)
from handhold.language.world import is_live
from handhold.packs import checked
from handhold.packs.text import show
from handhold.packs.values import ValueFault, as_number, convert
from handhold.packs.yaml.nodes import Mapping as MappingNode
from handhold.packs.yaml.nodes import Node, Sequence, plain
from handhold.play.inputs import InputError, Paths, kinds_of, statements_below
from handhold.play.odds.asking import asked
from handhold.source import Span

_OF_A_ROLL = ("dice", "faces", "value")
_OF_ODDS = ("outcomes", "refused", "unresolved", "values")
_ABSENT = (None, "none")
_FLAGS: Mapping[str, object] = MappingProxyType({"true": True, "false": False})


def _bad_case(message: str, span: Span, hint: str = "") -> Diagnostic:
    return Diagnostic("bad-case", message, span, hint)


def _whose(of: Type, path: str) -> str:
    return f"'{path}'" if path else str(of)


def _chance(node: Node) -> Iterator[Diagnostic]:
    data = plain(node)
    chance = as_number(data)
    if chance is None or not 0 <= chance <= 1:
        yield _bad_case("a chance is a fraction from 0 to 1", node.span, "write it as a fraction, such as 3/5")
    elif str(data) != str(chance):
        yield _bad_case(f"the chance is told as {chance}, and compared as a text", node.span, f"write {chance}")


class Expected:
    """Judges what is expected of one event of a pack."""

    def __init__(self, pack: checked.Pack, event: checked.Event) -> None:
        self._pack = pack
        self._event = event
        self._kinds = kinds_of(pack)
        live = ((need, known.type) for need, known in event.needs.items() if is_live(known.type, pack.sheets))
        self._state = Names(f"the state of '{event.id}'", tuple(live))
        self._values = Names(f"'{event.id}'", event.names)
        self._rolls: list[str] = []
        self._codes: list[str] = []
        for path, statement in statements_below(pack, event.body):
            match statement:
                case checked.Roll(name=name):
                    self._rolls.append(path + name)
                case checked.Refuse(grounds=grounds) | checked.Choose(grounds=grounds):
                    self._codes.extend(ground.code for ground in grounds)
                case _:
                    pass
        self._roll_paths = Paths(self._rolls)

    def faults(self, expect: MappingNode) -> Iterator[Diagnostic]:
        """All that cannot come out, each at its place."""
        for key, node in expect.entries:
            match key.value:
                case "outcome":
                    yield from self._outcome(node)
                case "refused" if isinstance(node, Sequence):
                    yield from self._refused((str(plain(item)), item.span) for item in node.items)
                case "values":
                    yield from self._below(node, self._values, "")
                case "state":
                    yield from self._below(node, self._state, "")
                case "effects":
                    yield from self._effects(node)
                case "rolls":
                    yield from self._roll(node, "")
                case "odds":
                    yield from self._odds(node)
                case _:
                    pass

    # -- what comes out ------------------------------------------------------------------------------------------------

    def _outcome(self, node: Node) -> Iterator[Diagnostic]:
        of = self._event.outcome
        if plain(node) in _ABSENT and (of is None or self._event.refusable or isinstance(of, OptionalOf)):
            return
        if of is None:
            yield _bad_case(f"'{self._event.id}' has no outcome", node.span, "give a step the name 'outcome'")
        else:
            yield from self._one(node, of, "outcome")

    def _refused(self, codes: Iterable[tuple[str, Span]]) -> Iterator[Diagnostic]:
        for code, span in codes:
            if code not in self._codes:
                message = f"'{self._event.id}' has no refusal '{show(code)}'"
                yield _bad_case(message, span, did_you_mean(code, self._codes))

    def _below(self, node: Node, of: Type, path: str) -> Iterator[Diagnostic]:
        """What is expected of the names below one."""
        for name, (key, value) in entries_of(node).items():
            at = f"{path}.{show(name)}" if path else show(name)
            found, known = self._found(of, name)
            if found is None:
                yield _bad_case(
                    f"{_whose(of, path)} has nothing called '{show(name)}'", key.span, did_you_mean(name, known)
                )
            else:
                yield from self._one(value, found, at)

    def _one(self, node: Node, of: Type, path: str) -> Iterator[Diagnostic]:
        """What is expected of one value."""
        inner = present(of)
        nested = isinstance(inner, Names | Passes | Sheet | GroupOf)
        if isinstance(node, MappingNode):
            if nested:
                yield from self._below(node, inner, path)
            else:
                yield _bad_case(f"'{path}' is {a_type(inner)}, and has no names below it", node.span)
            return
        data = plain(node)
        if data in _ABSENT and (isinstance(of, OptionalOf) or isinstance(inner, Names | Passes)):
            return
        if nested:
            kind = str(inner) if isinstance(inner, Names | Passes) else a_type(inner)
            yield _bad_case(f"'{path}' is {kind}, and has names below it", node.span)
            return
        yield from self._constant(data, inner, path, node.span)

    def _constant(self, data: object, of: Type, path: str, span: Span) -> Iterator[Diagnostic]:
        # a text is compared as it is shown
        shown = str(data) if of in (TEXT, KEY) and isinstance(data, int | Fraction) else data
        try:
            convert(shown, of, self._kinds, path)
        except ValueFault as fault:
            yield _bad_case(str(fault), span, fault.hint)

    def _effects(self, node: Node) -> Iterator[Diagnostic]:
        for name, (key, value) in entries_of(node).items():
            of: Type = self._state
            variable: list[str] = []
            for part in name.split("."):
                at = present(of)
                if isinstance(at, ListOf) and part.isdecimal():
                    of = at.of
                    continue
                found, known = self._step(at, part)
                if found is None:
                    yield _bad_case(
                        f"'{self._event.id}' has no state '{show(name)}'", key.span, did_you_mean(part, known)
                    )
                    break
                if isinstance(at, Names | Sheet):
                    variable.append(part)
                of = found
            else:
                paths = {".".join(variable[: n + 1]) for n in range(len(variable))}
                if paths.isdisjoint(self._event.changes):
                    yield _bad_case(f"'{self._event.id}' never changes '{name}'", key.span)
                else:
                    yield from self._one(value, of, name)

    # -- rolls and odds ------------------------------------------------------------------------------------------------

    def _roll(self, node: Node, path: str) -> Iterator[Diagnostic]:
        for name, (key, value) in entries_of(node).items():
            at = f"{path}.{name}" if path else name
            *whole, last = at.split(".")
            if isinstance(value, MappingNode):
                yield from self._roll(value, at)
            elif not self._roll_paths.led_to(".".join(whole)):
                message = f"'{self._event.id}' has no roll '{show('.'.join(whole))}'"
                yield _bad_case(message, key.span, did_you_mean(".".join(whole), self._rolls))
            elif last not in _OF_A_ROLL:
                message = f"a roll has dice, faces and a value, and no '{show(last)}'"
                yield _bad_case(message, key.span, did_you_mean(last, _OF_A_ROLL))

    def _odds(self, node: Node) -> Iterator[Diagnostic]:
        for name, (key, value) in entries_of(node).items():
            match name:
                case "outcomes":
                    yield from self._chances(value, self._event.outcome or NONE, name)
                case "refused":
                    yield from self._refused((code, place.span) for code, (place, _) in entries_of(value).items())
                    yield from self._chances(value, TEXT, name)
                case "unresolved":
                    yield from _chance(value)
                case "values":
                    for formula, (place, chances) in entries_of(value).items():
                        try:
                            found = asked(self._pack, self._event, formula, None)
                        except InputError as error:
                            yield _bad_case(str(error), place.span)
                        else:
                            yield from self._chances(chances, found.core.type, formula)
                case _:
                    message = f"odds have no '{show(name)}'"
                    yield _bad_case(message, key.span, did_you_mean(name, _OF_ODDS))

    def _chances(self, node: Node, of: Type, path: str) -> Iterator[Diagnostic]:
        """Chances by the text of a value of some type."""
        for text, (key, chance) in entries_of(node).items():
            inner = present(of)
            if isinstance(inner, Row | Plain) and not (text in _ABSENT and isinstance(of, OptionalOf)):
                data = _FLAGS.get(text, text) if inner == FLAG else text
                yield from self._constant(data, inner, path, key.span)
            yield from _chance(chance)

    # -- names ---------------------------------------------------------------------------------------------------------

    def _found(self, of: Type, name: str) -> tuple[Type | None, Iterable[str]]:
        """The type of what has a name below a value, where the name may be a dotted path; and the names there are."""
        known: Iterable[str] = ()
        at: Type | None = of
        for part in name.split("."):
            if at is None:
                break
            at, known = self._step(present(at), part)
        return at, known

    def _step(self, of: Type, name: str) -> tuple[Type | None, Iterable[str]]:
        match of:
            case Names(fields=fields):
                return of.get(name), [known for known, _ in fields]
            case Sheet(sheet=sheet):
                known = self._pack.sheets[sheet].fields
                return (known[name].type if name in known else None), known
            case GroupOf(sheet=sheet):
                return Sheet(sheet), ()
            case Passes(key=Row(table=table), of=names):
                rows = self._pack.tables[table].rows
                return (names if name in rows else None), rows
            case Passes(key=key, of=names):
                return (names if key == KEY or name.isdecimal() else None), ()
            case _:
                return None, ()
