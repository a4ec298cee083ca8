"""Long work: how far it is, and what is known where it is interrupted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar

ROUNDS: Final = 100
"""How often an event is done again at the most, where nobody says so."""

Progress = Callable[[int, int], None]
"""Told how much is done, and of how much."""

Found = TypeVar("Found")


class Interrupted(KeyboardInterrupt, Generic[Found]):
    """The work was interrupted.

    `so_far` is what is known by then, `how_far` says how far the work came, such as `after round 7 of 50`.
    """

    def __init__(self, so_far: Found, how_far: str) -> None:
        super().__init__(how_far)
        self.so_far = so_far
        self.how_far = how_far
