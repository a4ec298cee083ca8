"""The types of the pack language.

A type says what a value is. Data slots (cells, defaults, settings, given values) hold constants of a declared type;
formulas have a type that is inferred. The text form of a type is what an author writes in `columns`, fields and
`needs`: `optional number`, `list of loan`, `group of climber`, a table's id, a sheet's id.
"""

from __future__ import annotations

from collections.abc import Iterable

from handhold.record import Record


class Plain(Record):
    """A type without parts: integer, number, flag, dice, text, key, none, or unknown (after a fault already
    reported).
    """

    id: str

    def __str__(self) -> str:
        return self.id


INTEGER = Plain("integer")
NUMBER = Plain("number")
FLAG = Plain("flag")
DICE = Plain("dice")
TEXT = Plain("text")
KEY = Plain("key")
NONE = Plain("none")
UNKNOWN = Plain("unknown")
WRITABLE = {str(plain): plain for plain in (INTEGER, NUMBER, FLAG, DICE, TEXT, KEY)}
"""The plain types that an author may write."""


class Row(Record):
    """One row of the table `table`."""

    table: str

    def __str__(self) -> str:
        return f"row of {self.table}"


class Sheet(Record):
    """A sheet of the kind `sheet`."""

    sheet: str

    def __str__(self) -> str:
        return self.sheet


class Word(Record):
    """The word chosen by the setting `setting`; only compared with `is`."""

    setting: str

    def __str__(self) -> str:
        return f"word of settings.{self.setting}"


class ListOf(Record):
    """A list; elements are never optional."""

    of: Type

    def __str__(self) -> str:
        return f"list of {self.of}"


class GroupOf(Record):
    """Sheets of one kind by key."""

    sheet: str

    def __str__(self) -> str:
        return f"group of {self.sheet}"


class Names(Record):
    """What a `do` or one pass of a loop leaves to be read with a dot: its step and track names.

    `owner` says whose names they are (`the step 'check'`), for messages.
    """

    owner: str
    fields: tuple[tuple[str, Type], ...]

    def __str__(self) -> str:
        return self.owner

    def listed(self) -> str:
        """The first of the names, for messages."""
        return ", ".join(name for name, _ in self.fields[:12])

    def get(self, name: str) -> Type | None:
        """The type of the name `name`, or None."""
        return next((of for known, of in self.fields if known == name), None)


class Passes(Record):
    """The passes of a loop, looked up by key (`key`, `integer`, a row) with `loop(…)`; position from 1 in a list.

    `whole` is true where each element has its pass for certain: a group walked without `until`.
    """

    key: Type
    of: Names
    whole: bool

    def __str__(self) -> str:
        return f"passes of {self.of.owner}"


class OptionalOf(Record):
    """A value of type `of`, or none. Never nested."""

    of: Type

    def __str__(self) -> str:
        return f"optional {self.of}"


Type = Plain | Row | Sheet | Word | ListOf | GroupOf | Names | Passes | OptionalOf


def optional(of: Type) -> Type:
    """`of` or none; optional twice is optional once."""
    if of in (NONE, UNKNOWN) or isinstance(of, OptionalOf):
        return of
    return OptionalOf(of)


def present(of: Type) -> Type:
    """`of` without the none."""
    return of.of if isinstance(of, OptionalOf) else of


def is_number(of: Type) -> bool:
    """Whether values of this type are numbers that can be reckoned with."""
    return of in (INTEGER, NUMBER)


def fits(value: Type, slot: Type) -> bool:
    """Whether a value of the type `value` can stand where `slot` is asked: integer fits number, T fits optional T."""
    if value == slot or UNKNOWN in (value, slot):
        return True
    if isinstance(slot, OptionalOf):
        return value == NONE or fits(present(value), slot.of)
    if isinstance(value, ListOf) and isinstance(slot, ListOf):
        return value.of == NONE or fits(value.of, slot.of)
    return value == INTEGER and slot == NUMBER


def join(one: Type, other: Type) -> Type | None:
    """The least type that both fit, or None if there is none."""
    if fits(one, other):
        return other
    if fits(other, one):
        return one
    if NONE in (one, other) or isinstance(one, OptionalOf) or isinstance(other, OptionalOf):
        inner = present(one) if other == NONE else present(other) if one == NONE else join(present(one), present(other))
        return None if inner is None else optional(inner)
    return None


def a_type(of: Type) -> str:
    """A type in words, with its article."""
    text = str(of)
    if of in (NONE, UNKNOWN, DICE):
        return "something unknown" if of == UNKNOWN else text
    return ("an " if text[0] in "aeiou" else "a ") + text


def all_names(names: Iterable[tuple[str, Type]]) -> list[str]:
    """All needs that names of these types can fill: what a `do` leaves, what passes hold."""
    found: list[str] = []
    for name, of in names:
        inner = present(of)
        if isinstance(inner, Names):
            found.append(name)
            found.extend(f"{name}.{each}" for each in all_names(inner.fields))
        elif isinstance(inner, Passes):
            found.append(name)
            found.extend(f"{name}/{each}" for each in all_names(inner.of.fields))
        else:
            found.append(name)
    return found
