"""What is asked of a pack and of an event by what a run gives, whatever they were made from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from handhold.language.types import Type
from handhold.language.world import FieldInfo


class PackName(Protocol):
    """What a pack is called: for programs (`lurasko@1.0.0`) and for people (`lurasko 1.0.0`)."""

    @property
    def name(self) -> str:
        """The pack and its variants as a program names them."""

    @property
    def shown(self) -> str:
        """The pack and its variants as a person reads them."""


class EventLook(Protocol):
    """What a result asks of its event; see `checked.Event`."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def needs(self) -> Mapping[str, FieldInfo]:
        """What it needs, in order."""

    @property
    def names(self) -> tuple[tuple[str, Type], ...]:
        """The names of its top level with their types, in order."""

    @property
    def changes(self) -> frozenset[str]:
        """The state variables that it may change."""

    @property
    def outcome(self) -> Type | None:
        """The type of its outcome, if it has one."""
