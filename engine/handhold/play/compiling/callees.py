"""What a writer of functions asks of the program that it writes for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from handhold.language.core import Core
from handhold.packs import checked
from handhold.play.compiling.units import Unit


@dataclass(frozen=True, slots=True)
class Noted:
    """What a trace keeps of a statement: the variables whose values are noted with it."""

    statement: checked.Statement
    variables: tuple[str, ...]


class Callees(Protocol):
    """Gives the global that a unit's function is bound to."""

    def unit_name(self, unit: Unit) -> str:
        """The name of the unit's function."""

    def noted(self, noted: Noted) -> int:
        """The number of a note."""

    def reads(self, tree: Core) -> frozenset[str]:
        """The variables that a formula reads."""
