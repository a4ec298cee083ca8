"""Frozen, slotted records whose classes cost next to nothing when their module is imported.

`dataclasses` compiles the methods of each class from text, which takes 0.6 ms a class, and imports `inspect`. The
classes that every command has to know are records instead: all of them share the methods of one base, and they are
made, read, compared, matched and shown as frozen dataclasses are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import ClassVar, TypeVar, dataclass_transform

_Record = TypeVar("_Record", bound="Record")


class _Fields(type):
    """Makes the annotations of a class its slots, behind the fields that it inherits."""

    def __new__(
        cls, name: str, bases: tuple[type, ...], held: dict[str, object], uncompared: tuple[str, ...] = ()
    ) -> _Fields:
        annotations = held.get("__annotations__")
        own = tuple(annotations) if bases and isinstance(annotations, dict) else ()
        defaults = {each: held.pop(each) for each in own if each in held}
        names = (*(getattr(bases[0], "__match_args__", ()) if bases else ()), *own)
        compared = tuple(each for each in names if each not in uncompared)
        slotted = {"__slots__": own, "__match_args__": names, "_own": (own, defaults, compared)}
        return super().__new__(cls, name, bases, {**held, **slotted})

    def __init__(
        cls, name: str, bases: tuple[type, ...], held: dict[str, object], uncompared: tuple[str, ...] = ()
    ) -> None:
        super().__init__(name, bases, held)


@dataclass_transform(frozen_default=True)
class Record(metaclass=_Fields):
    """The base of records. Two are equal if they are of one class and their fields are, those left out that the class
    names as `uncompared`.
    """

    __match_args__: ClassVar[tuple[str, ...]] = ()
    _defaults: ClassVar[Mapping[str, object]] = {}
    _own: ClassVar[tuple[tuple[str, ...], Mapping[str, object], tuple[str, ...]]]
    _most: ClassVar[int] = 0
    _puts: ClassVar[tuple[Callable[[object, object], None], ...]] = ()
    _compared: ClassVar[attrgetter[object]]
    _judged: ClassVar[bool] = False

    def __init__(self, *values: object, **named: object) -> None:
        if named or len(values) != self._most:
            values = self._all(values, named)
        for put, value in zip(self._puts, values, strict=True):
            put(self, value)
        if self._judged:
            self.__post_init__()

    def __post_init__(self) -> None:
        """Looks at a new record; a class that has something to look at defines it anew."""

    def __init_subclass__(cls, uncompared: tuple[str, ...] = ()) -> None:
        own, defaults, compared = cls._own
        cls._defaults = {**cls._defaults, **defaults}
        cls._puts = (*cls._puts, *(vars(cls)[name].__set__ for name in own))
        cls._most = len(cls._puts)
        cls._compared = attrgetter(*compared)
        cls._judged = cls.__post_init__ is not Record.__post_init__

    @classmethod
    def _all(cls, values: tuple[object, ...], named: Mapping[str, object]) -> tuple[object, ...]:
        """All values in order, the defaults too. Raises TypeError for one too many, unknown, missing or given twice."""
        names = cls.__match_args__
        left = len(names) - len(values)
        if not named and 0 < left <= len(cls._defaults):
            # a field without a default stands before all that have one
            return (*values, *tuple(cls._defaults.values())[-left:])
        given = {**dict(zip(names, values, strict=False)), **named}
        whole = {**cls._defaults, **given}
        if len(given) < len(values) + len(named) or len(whole) != len(names) or whole.keys() != set(names):
            raise TypeError(f"{cls.__name__} is made of {', '.join(names)}")
        return tuple(whole[name] for name in names)

    def __repr__(self) -> str:
        shown = (f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__qualname__}({', '.join(shown)})"

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return self._compared(self) == self._compared(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self) -> int:
        return hash(self._compared(self))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"cannot assign to field '{name}'")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"cannot delete field '{name}'")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), tuple(getattr(self, name) for name in self.__match_args__)


def replaced(record: _Record, **named: object) -> _Record:
    """The record with other values in some of its fields."""
    return type(record)(**{**{name: getattr(record, name) for name in record.__match_args__}, **named})
