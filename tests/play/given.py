"""Random legal data for an event's needs, and random legal answers to its choices."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from handhold.language.types import (
    DICE,
    FLAG,
    INTEGER,
    KEY,
    NUMBER,
    GroupOf,
    ListOf,
    OptionalOf,
    Row,
    Sheet,
    Type,
    Word,
)
from handhold.language.world import NO_DEFAULT, SCENE, FieldInfo, Limits
from handhold.packs import checked
from handhold.packs.values import Kinds, convert
from handhold.play.chance import Chance
from handhold.play.inputs import Answers
from handhold.play.runs.running import Running

KEYS = ("ann", "bob", "cid")
FREE = Limits()


def number(random: Random, of: Type, limits: Limits, near: int = 12) -> int | Fraction:
    """A number within the limits: mostly near zero or near them, now and then at one of them or far off."""
    low = limits.min if limits.min is not None else limits.above if limits.above is not None else None
    high = limits.max if limits.max is not None else limits.below if limits.below is not None else None
    if random.random() < 0.1:
        found = random.choice([end for end in (low, high) if end is not None] or [random.randint(-300, 300)])
        if not limits.broken_by(found):
            return found
    least = low if low is not None else (high - near if high is not None else -3)
    most = min(high, least + near) if high is not None else least + near
    for _ in range(100):
        value: int | Fraction = random.randint(int(least), int(most))
        if of == NUMBER and random.random() < 0.3:
            value = Fraction(2 * value + 1, 2)
        if not limits.broken_by(value):
            return value
    return int(most)


def value(random: Random, pack: checked.Pack, of: Type, limits: Limits = FREE) -> object:
    """Random plain data of a type."""
    match of:
        case OptionalOf(of=inner):
            return None if random.random() < 0.5 else value(random, pack, inner, limits)
        case ListOf(of=inner):
            return [value(random, pack, inner, limits) for _ in range(random.randint(0, 3))]
        case GroupOf(sheet=sheet):
            return {key: sheet_data(random, pack, sheet) for key in KEYS[: random.randint(1, 3)]}
        case Sheet(sheet=sheet):
            return sheet_data(random, pack, sheet)
        case Row(table=table):
            return random.choice(pack.tables[table].rows)
        case _ if of in (INTEGER, NUMBER):
            return number(random, of, limits)
        case _ if of == FLAG:
            return random.random() < 0.5
        case _ if of == KEY:
            return random.choice(KEYS)
        case _ if of == DICE:
            return random.choice(["d4", "d6", "2d6", "d20+1"])
        case _:
            return "text"


def field(random: Random, pack: checked.Pack, known: FieldInfo) -> object:
    """Random data for a field or need; NO_DEFAULT to leave it out."""
    may_default = known.default is not NO_DEFAULT or isinstance(known.type, OptionalOf | ListOf)
    if may_default and random.random() < 0.5:
        return NO_DEFAULT
    return value(random, pack, known.type, known.limits)


def sheet_data(random: Random, pack: checked.Pack, sheet: str) -> dict[str, object]:
    """Random data for a sheet."""
    found = {name: field(random, pack, known) for name, known in pack.sheets[sheet].fields.items()}
    return {name: data for name, data in found.items() if data is not NO_DEFAULT}


def given(random: Random, pack: checked.Pack, event: checked.Event) -> dict[str, object]:
    """Random data for all needs of an event."""
    found = {name: field(random, pack, known) for name, known in event.needs.items()}
    if SCENE in found and found[SCENE] is NO_DEFAULT:
        found[SCENE] = sheet_data(random, pack, SCENE)
    return {name: data for name, data in found.items() if data is not NO_DEFAULT}


def settings(random: Random, pack: checked.Pack) -> dict[str, object]:
    """Random readings: each setting that is a word or a flag keeps its value or takes another."""
    found: dict[str, object] = {}
    for id, known in pack.settings.items():
        if random.random() < 0.5:
            if isinstance(known.type, Word):
                found[id] = random.choice(known.options)
            elif known.type == FLAG:
                found[id] = random.random() < 0.5
    return found


# -- choices --------------------------------------------------------------------------------------


class _AnyAnswers(Answers):
    """Answers made up when they are asked for, since the options are known only then."""

    def __init__(self, random: Random, pack: checked.Pack) -> None:
        super().__init__({}, Kinds(pack.tables, pack.sheets))
        self.random = random
        self.pack = pack
        self.options: tuple[object, ...] | range | None = None
        self.must = False
        self.answered: dict[str, object] = {}

    def was_given(self, path: str) -> bool:
        return path in self.answered

    def find(self, path: str, short: str, of: Type) -> object:
        if not self.must and self.random.random() < 0.3:
            return NO_DEFAULT
        if self.options is None:
            answer = convert(value(self.random, self.pack, of), of, self.kinds, path)
        elif isinstance(of, ListOf):
            answer = tuple(self.random.choices(self.options, k=self.random.randint(0, 3))) if self.options else ()
        else:
            answer = self.random.choice(self.options)
        self.answered[path] = answer
        return answer


def deciding(random: Random, pack: checked.Pack) -> type[Running]:
    """Runs of the pack that answer each choice at random, or leave it to its default."""

    class Deciding(Running):
        """A run that is given no answers and makes them up."""

        __slots__ = ()

        def __init__(self, chance: Chance, answers: Answers | None) -> None:
            super().__init__(chance, _AnyAnswers(random, pack))

        def answer(
            self,
            path: str,
            short: str,
            choice: checked.Choose,
            options: tuple[object, ...] | range | None,
            default: object,
        ) -> object:
            assert isinstance(self.answers, _AnyAnswers)
            self.answers.options = options
            self.answers.must = default is None or default is NO_DEFAULT
            return super().answer(path, short, choice, options, default)

    return Deciding
