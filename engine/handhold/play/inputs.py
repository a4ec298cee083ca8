"""What is given to a run: needs from plain data, answers to choices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from handhold.language.types import Type
from handhold.language.world import NO_DEFAULT, FieldInfo, is_live
from handhold.packs.text import short
from handhold.packs.values import Kinds, ValueFault, convert, field_value, live_value
from handhold.play.problems import few, said_of_unknown

if TYPE_CHECKING:
    from handhold.packs import checked
    from handhold.play.looks import EventLook


class InputError(Exception):
    """What was given does not fit the event: unknown, missing or wrong. `problems` has one sentence for each fault,
    for at most `limits.FAULTS` of them.
    """

    def __init__(self, *problems: str) -> None:
        self.problems = few(problems)
        super().__init__("; ".join(self.problems))


NOTHING: Mapping[str, object] = {}
"""Nothing given."""


def mapping(given: Mapping[str, object] | None, what: str) -> Mapping[str, object]:
    """What is given by name. Raises InputError if it is no mapping."""
    if given is None:
        return NOTHING
    if given.__class__ is not dict and not isinstance(given, Mapping):
        raise InputError(f"'{what}' holds names and values, and this is {short(given)}")
    for name in given:
        if name.__class__ is not str and not isinstance(name, str):
            raise InputError(f"'{what}' holds names and values, and a name is a text, not {short(name)}")
    return given


def kinds_of(pack: checked.Pack) -> Kinds:
    """What the types of a pack refer to."""
    return Kinds(pack.tables, pack.sheets)


def problem(fault: ValueFault) -> str:
    """A fault of a value in one sentence, with what to do."""
    return f"{fault} ({fault.hint})" if fault.hint else str(fault)


def name_of(event: str) -> str:
    """The id of an event itself. Raises InputError if it is no text."""
    if not isinstance(event, str):
        raise InputError(f"an event is named by a text, and not {short(event)}")
    return event


def event_of(pack: checked.Pack, id: str) -> checked.Event:
    """The event of that id. Raises InputError if there is none."""
    if name_of(id) not in pack.events:
        raise InputError(*said_of_unknown((id,), pack.events, f"the pack '{pack.header.pack}' has no event {{}}"))
    return pack.events[id]


def bind(kinds: Kinds, event: EventLook, given: Mapping[str, object]) -> dict[str, object]:
    """The variables that a run of the event starts with: its needs and their state.

    Raises InputError with all that is unknown, missing or does not fit.
    """
    mapping(given, "given")
    variables: dict[str, object] = {}
    scene = "scene" in kinds.sheets
    wrong = [name for name in given if name not in event.needs and not (name == "scene" and scene)]
    problems = said_of_unknown(wrong, event.needs, f"the event '{event.id}' needs no {{}}")
    for need, known in event.needs.items():
        try:
            _bind_need(kinds, need, known, given, variables)
        except ValueFault as fault:
            problems.append(problem(fault))
    if problems:
        raise InputError(*problems)
    return variables


def _bind_need(
    kinds: Kinds, need: str, known: FieldInfo, given: Mapping[str, object], variables: dict[str, object]
) -> None:
    if is_live(known.type, kinds.sheets):
        variables[need] = live_value(given.get(need), known.type, kinds, need, variables, need)
    else:
        variables[need] = field_value(given.get(need, NO_DEFAULT), known, kinds, need)


class Answers:
    """Answers to choices, by full path (`endings.b.end.halvings`) or by path without passes; a full path beats a
    short one.

    `used` are the answers that served.
    """

    __slots__ = ("_answered", "given", "kinds", "used")

    def __init__(self, given: Mapping[str, object], kinds: Kinds) -> None:
        self.given = given
        self.kinds = kinds
        self.used: set[str] = set()
        self._answered: set[str] = set()

    def was_given(self, path: str) -> bool:
        """Whether the choice at that full path had an answer."""
        return path in self._answered

    def find(self, path: str, short: str, of: Type) -> object:
        """The answer for a choice, as a value of its type; NO_DEFAULT if none is given. Raises InputError if it
        does not fit.
        """
        for name in (path, short):
            if name in self.given:
                self.used.add(name)
                self._answered.add(path)
                try:
                    return convert(self.given[name], of, self.kinds, name)
                except ValueFault as fault:
                    raise InputError(problem(fault)) from None
        return NO_DEFAULT

    @property
    def unused(self) -> tuple[str, ...]:
        """Answers that nothing asked for."""
        return tuple(name for name in self.given if name not in self.used)


def statements_below(
    pack: checked.Pack, body: Iterable[checked.Statement], path: str = ""
) -> Iterator[tuple[str, checked.Statement]]:
    """The statements of a body and of the events they call, in order, each with the path without passes of what it
    stands in (`path`: empty, or with a dot at its end).
    """
    from handhold.packs import checked

    for statement in body:
        yield path, statement
        match statement:
            case checked.Branch(body=inner):
                yield from statements_below(pack, inner, path)
            case checked.Loop(body=inner, name=name):
                yield from statements_below(pack, inner, f"{path}{name}.")
            case checked.Call(event=callee, name=name):
                yield from statements_below(pack, pack.events[callee].body, f"{path}{name}.")
            case _:
                pass


def choice_paths(pack: checked.Pack, event: checked.Event) -> dict[str, checked.Choose]:
    """The choices of an event and of those it calls, by path without passes."""
    from handhold.packs import checked

    below = statements_below(pack, event.body)
    return {path + each.name: each for path, each in below if isinstance(each, checked.Choose)}


class Paths:
    """Paths without passes, to be looked up with passes: a pass is any one part behind a part of a path."""

    def __init__(self, known: Iterable[str]) -> None:
        self.known = tuple(known)
        self._ends = {f"{path}." for path in self.known}
        self._starts = {path[: dot + 1] for path in self._ends for dot, sign in enumerate(path) if sign == "."}

    def strangers(self, names: Iterable[str]) -> list[str]:
        """The names that stand for none of the paths."""
        return [name for name in names if name not in self.known and not self.led_to(name)]

    def led_to(self, name: str) -> tuple[str, ...]:
        """The paths that a name stands for, passes taken out."""
        # all ways are followed at once: a part may be a pass or the next part, and trying one after the other doubles
        before, passed = {""}, set[str]()
        for part in name.split("."):
            matched = {f"{start}{part}." for start in before | passed} & self._starts
            passed = before - {""}
            before = matched
        return tuple(sorted(end[:-1] for end in self._ends & (before | passed)))
