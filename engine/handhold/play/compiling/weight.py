"""How much work a run of an event can take at the most, reckoned before it runs: what cannot go past its budget need
not be counted while it runs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from handhold import limits
from handhold.language.work import Work
from handhold.packs import checked


@dataclass
class Weights:
    """Weighs the events of one pack."""

    pack: checked.Pack
    _kept: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._work = Work(self.pack)

    def fits(self, event: str) -> bool:
        """Whether no run of the event can go past `limits.RUN_WORK`."""
        return self._event(event) <= limits.RUN_WORK

    def _event(self, id: str) -> int:
        if id not in self._kept:
            self._kept[id] = self._body(self.pack.events[id].body)
        return self._kept[id]

    def _body(self, body: Iterable[checked.Statement]) -> int:
        return sum(map(self._statement, body))

    def _statement(self, statement: checked.Statement) -> int:
        weight = limits.STEP_WORK
        match statement:
            case checked.Loop(most=most, body=body):
                once = self._work.most(*checked.formulas_of((statement,)))
                return weight + once + most * (once + self._body(body))
            case checked.Branch(test=test, body=body):
                return weight + self._work.most(test.core) + self._body(body)
            case checked.Roll(dice=dice):
                return weight + limits.FACE_WORK * limits.DICE * limits.POOLS + self._work.most(dice.core)
            case checked.Call(event=event):
                return weight + self._work.most(*checked.formulas_of((statement,))) + self._event(event)
            case _:
                return weight + self._work.most(*checked.formulas_of((statement,)))
