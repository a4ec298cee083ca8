"""How much there is to work out in a formula, whatever the values: each part once, a function wherever it is used."""

from __future__ import annotations

from handhold.language import core
from handhold.language.core import Core, Place
from handhold.language.parts import children
from handhold.language.world import World


class Work:
    """Weighs the formulas of one pack; what a function weighs is kept."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._kept: dict[str, int] = {}

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
