"""A property made when first read, and kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Held = TypeVar("Held")
Made = TypeVar("Made")


class Once(Generic[Held, Made]):
    """As `functools.cached_property`, without its lock, which takes longer than much of what is made."""

    def __init__(self, make: Callable[[Held], Made]) -> None:
        self._make = make
        self._name = make.__name__
        self.__doc__ = make.__doc__

    def __get__(self, held: Held, owner: type) -> Made:
        made = held.__dict__[self._name] = self._make(held)
        return made
