"""What a run asks where nobody looks on: dice from one source of faces, choices from their defaults."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import blake2b

from handhold.language.dice import DiceValue
from handhold.language.world import NO_DEFAULT
from handhold.packs import checked
from handhold.play.chance import Rolled
from handhold.play.pools import throw
from handhold.play.refusal import Refused, Unanswered

FaceOf = Callable[[int, int], int]
"""Gives one face from the least to the greatest."""


class Stream:
    """Answers what a compiled event asks, run after run; `start` begins the next."""

    __slots__ = ("_face", "_made", "asked", "given", "refusals")

    def __init__(self, face: FaceOf) -> None:
        self._face = face
        self._made: list[tuple[str, DiceValue, tuple[int, ...], int]] = []
        self.given = False
        self.asked: list[str] = []
        self.refusals: list[object] = []

    def start(self) -> None:
        """A run begins."""
        self._made.clear()
        self.asked.clear()

    @property
    def rolls(self) -> dict[str, Rolled]:
        """The rolls of the run so far by path, in the order made."""
        return {path: Rolled(dice, faces, value) for path, dice, faces, value in self._made}

    def draw(self, path: str, short: str, dice: DiceValue) -> int:
        """Throws dice."""
        value, faces = throw(dice, self._face)
        self._made.append((path, dice, faces, value))
        return value

    def answer(
        self, path: str, short: str, choice: checked.Choose, options: tuple[object, ...] | range | None, default: object
    ) -> object:
        """The default. Raises Unanswered if there is none."""
        if default is NO_DEFAULT:
            raise Unanswered(choice.name)
        return default

    def judge(
        self, path: str, choice: checked.Choose, answer: object, default: object, holding: tuple[bool, ...]
    ) -> object:
        """The default is not judged."""
        return answer

    def went_on(self, path: str, refused: Refused) -> None:
        """Whether a sub-event was refused shows in its names."""


def random_faces(seed: int | str) -> FaceOf:
    """Faces that the seed alone decides, everywhere the same; the text of a number is the same seed."""
    numbers = _numbers(seed)

    def face(low: int, high: int) -> int:
        width = high - low + 1
        fair = 2**64 - 2**64 % width
        number = next(numbers)
        while number >= fair:
            number = next(numbers)
        return low + number % width

    return face


def _numbers(seed: int | str) -> Iterator[int]:
    """Numbers of 64 bits: BLAKE2b over a counter, keyed with the seed."""
    text = str(seed).encode("utf-8", "surrogatepass")
    key = blake2b(text, digest_size=32, person=b"handhold samples").digest()
    block = 0
    while True:
        digest = blake2b(block.to_bytes(8, "big"), key=key).digest()
        for at in range(0, 64, 8):
            yield int.from_bytes(digest[at : at + 8], "big")
        block += 1
