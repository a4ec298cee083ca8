"""How much there is to work out in a formula, whatever the values: each part once, a function wherever it is used, a
list that is gone over as a whole once for each element.
"""

from __future__ import annotations

from handhold import limits
from handhold.language import core
from handhold.language.core import Core, Place
from handhold.language.functions import OVER_ALL
from handhold.language.parts import children
from handhold.language.types import GroupOf, ListOf, present
from handhold.language.world import World


class Work:
    """Weighs the formulas of one pack; what a function weighs is kept."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._kept: dict[str, int] = {}
        self._most: dict[str, int] = {}

    def of(self, *trees: Core | Place) -> int:
        """The parts of formulas together, those of the functions that they use counted at each use."""
        weight = 0
        waiting: list[Core | Place | None] = list(trees)
        while waiting:
            node = waiting.pop()
            if isinstance(node, Place):
                waiting.append(node.index)
            elif node is not None:
                weight += 1 + (self.of_function(node.id) if isinstance(node, core.Apply) else 0)
                waiting.extend(children(node))
        return weight

    def of_function(self, id: str) -> int:
        """The parts of a formula, computed field or modifier; functions use one another in short chains only."""
        if id not in self._kept:
            function = self._world.function(id)
            self._kept[id] = 0 if function is None else self.of(function.body)
        return self._kept[id]

    def way(self, id: str) -> list[str]:
        """The function, that of those it uses which weighs most, and so on."""
        ids = [id]
        while True:
            function = self._world.function(ids[-1])
            used: list[str] = []
            waiting: list[Core | Place | None] = [] if function is None else [function.body]
            while waiting:
                node = waiting.pop()
                if isinstance(node, Place):
                    waiting.append(node.index)
                elif node is not None:
                    used += [node.id] if isinstance(node, core.Apply) else []
                    waiting.extend(children(node))
            if not used:
                return ids
            ids.append(max(used, key=self.of_function))

    def most(self, *trees: Core | Place) -> int:
        """The parts that may be worked out at the most. No list has more than `limits.RANGE_LENGTH` elements unless
        lists are joined; those that are count as more than a run may do.
        """
        weight = 0
        waiting: list[tuple[Core | Place | None, int]] = [(tree, 1) for tree in trees]
        while waiting:
            node, times = waiting.pop()
            if isinstance(node, Place):
                waiting.append((node.index, times))
            elif isinstance(node, core.Func | core.Walk) and node.id == "join":
                return limits.RUN_WORK + 1
            elif isinstance(node, core.Walk):
                weight += times
                waiting.append((node.source, times))
                waiting.extend((part, times * (1 + limits.RANGE_LENGTH)) for part in (node.value, node.test))
            elif node is not None:
                weight += times * (1 + (self.most_of_function(node.id) if isinstance(node, core.Apply) else 0))
                weight += times * _most_elements(node)
                waiting.extend((child, times) for child in children(node))
        return weight

    def most_of_function(self, id: str) -> int:
        """As `most`, of a formula, computed field or modifier."""
        if id not in self._most:
            function = self._world.function(id)
            self._most[id] = 0 if function is None else self.most(function.body)
        return self._most[id]


def _most_elements(node: Core) -> int:
    """How many elements a part of a formula goes over at the most, itself."""
    match node:
        case core.Func(id=id, args=(listed, *_)) if id in OVER_ALL and isinstance(present(listed.type), ListOf):
            pass
        case core.Contains(source=listed) | core.Member(group=listed) | core.IndexOf(group=listed):
            pass
        case core.Test(left=listed) if isinstance(present(listed.type), ListOf):
            pass
        case core.PassAt(passes=listed):
            pass
        case _:
            return 0
    if isinstance(listed, core.Const):
        return len(listed.value) if isinstance(listed.value, tuple) else 0
    given = isinstance(listed, core.Part | core.Cell) or isinstance(present(listed.type), GroupOf)
    return limits.LIST_LENGTH if given else limits.RANGE_LENGTH
