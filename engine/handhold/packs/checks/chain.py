"""How far things that use one another reach down, whichever of them is looked at first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from handhold.source import Span

_SHOWN: Final = 8
"""Links of a chain that are named; of a longer one the first and the last."""


def linked(ids: Sequence[str], place: Callable[[str], Span]) -> str:
    """A chain for a message, from each thing to what it uses, each with its file and line where it is named first."""
    named: list[str] = []
    for n, id in enumerate(ids):
        at = place(id)
        named.append(id if id in ids[:n] else f"{id} ({at.file.rpartition('/')[2]}:{at.line})")
    if len(named) > _SHOWN:
        named[_SHOWN // 2 : -_SHOWN // 2] = ["…"]
    return " → ".join(named)


class Chain:
    """The things under way, each begun by the one before; each has a weight, and a chain may weigh `most`.

    What is looked at on demand is looked at inside what asks for it: this bound keeps that from going too deep.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._under_way: dict[str, int] = {}
        self._below: list[tuple[int, str]] = []
        self._done: dict[str, int] = {}
        self._next: dict[str, str] = {}

    def circle(self, id: str) -> list[str]:
        """The things from `id` around to `id` itself; empty if it is not under way."""
        ids = list(self._under_way)
        return [*ids[ids.index(id) :], id] if id in self._under_way else []

    def line(self, id: str) -> list[str]:
        """The things under way, `id`, and on from there what weighs most of what each uses."""
        ids = [*self._under_way, id]
        while ids[-1] in self._next:
            ids.append(self._next[ids[-1]])
        return ids

    def begin(self, id: str, weight: int) -> bool:
        """Puts a thing under way; False, and nothing done, where the chain would be too heavy."""
        if sum(self._under_way.values()) + weight > self._most:
            return False
        self._under_way[id] = weight
        self._below.append((0, ""))
        return True

    def end(self) -> bool:
        """The last thing begun is done; False if it is too heavy with what it uses, and counts for nothing."""
        id, weight = self._under_way.popitem()
        below, heaviest = self._below.pop()
        weight += below
        if heaviest:
            self._next[id] = heaviest
        self._done[id] = weight if weight <= self._most else 0
        self.use(id)
        return weight <= self._most

    def use(self, id: str) -> None:
        """What is under way uses a thing that is done."""
        if self._below:
            self._below[-1] = max(self._below[-1], (self._done.get(id, 0), id))
