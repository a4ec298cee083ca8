"""What a compiled event asks while it runs, and how it is run once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from handhold.language.dice import DiceFault
from handhold.language.runtime import RuleFault
from handhold.language.types import ListOf, OptionalOf, Row, Type, present
from handhold.language.world import NO_DEFAULT
from handhold.play.chance import Chance
from handhold.play.inputs import Answers, InputError
from handhold.play.refusal import Ground, Refused
from handhold.play.result import Refusal, Result

if TYPE_CHECKING:
    from handhold.packs.values import Kinds
    from handhold.play.ready import Ready

Note = tuple[int, str, tuple[object, ...]]


class Asked(Protocol):
    """What is asked of a choice that came up; see `checked.Choose`."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def type(self) -> Type:
        """The type of its answer."""

    @property
    def by(self) -> str:
        """Who decides."""

    @property
    def grounds(self) -> tuple[Ground, ...]:
        """The grounds that its answer is judged by."""


class Running:
    """What a compiled event asks while it runs: dice, answers, what becomes of refusals. When the run is over, it is
    what is left of it; see `result.Ran`.
    """

    __slots__ = (
        "answers", "asked", "bound", "chance", "draw", "exports", "given", "held", "notes", "ready", "refusals",
    )  # fmt: skip

    ready: Ready
    bound: tuple[tuple[str, ...], list[object]]
    exports: tuple[str, ...]
    held: tuple[object, ...]

    def __init__(self, chance: Chance, answers: Answers | None) -> None:
        self.chance = chance
        self.draw = chance.draw
        self.answers = answers
        self.given = answers is not None
        self.asked: list[str] = []
        self.refusals: list[Refusal] = []
        self.notes: list[Note] = []

    def answer(
        self, path: str, short: str, choice: Asked, options: tuple[object, ...] | range | None, default: object
    ) -> object:
        """The answer to a choice, or its default. Raises InputError for an answer that is none, RuleFault for a
        default that is none.
        """
        self.asked.append(path)
        found = NO_DEFAULT if self.answers is None else self.answers.find(path, short, choice.type)
        given = found is not NO_DEFAULT
        answer = found if given else default
        if answer is NO_DEFAULT:
            raise InputError(f"the choice '{path}' needs an answer of the {choice.by}")
        if options is None or (answer is None and isinstance(choice.type, OptionalOf)):
            return answer
        several = answer if isinstance(choice.type, ListOf) else (answer,)
        assert isinstance(several, tuple)
        if all(each in options for each in several):
            return answer
        if given and self.answers is not None:
            listed = ", ".join(_option(each, choice.type, self.answers.kinds) for each in options[:12])
            raise InputError(f"the choice '{path}' has no such option (choose from: {listed})")
        raise RuleFault(f"the default of the choice '{choice.name}' is none of its options")

    def judge(self, path: str, choice: Asked, answer: object, default: object, holding: tuple[bool, ...]) -> object:
        """The answer, or the default where the answer is refused; a default that nobody gave is not judged."""
        if self.answers is None or not any(holding) or not self.answers.was_given(path):
            return answer
        self.refusals.extend(
            Refusal(ground.code, path, ground.because, ground.cite)
            for ground, holds in zip(choice.grounds, holding, strict=True)
            if holds
        )
        return default

    def went_on(self, path: str, refused: Refused) -> None:
        """A sub-event was refused, and its caller goes on."""
        self.refusals.extend(Refusal(ground.code, path, ground.because, ground.cite) for ground in refused.grounds)


def _option(value: object, of: Type, kinds: Kinds) -> str:
    """An option as it is typed."""
    match present(of):
        case ListOf(of=inner):
            return _option(value, inner, kinds)
        case Row(table=table) if isinstance(value, int):
            return kinds.tables[table].rows[value]
        case _:
            return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


def run_ready(
    ready: Ready,
    given: Mapping[str, object],
    chance: Chance,
    answers: Answers | None,
    prefix: str,
    running: Callable[[Chance, Answers | None], Running],
) -> Result:
    """Runs an event that is ready. `prefix` begins the paths of its rolls and choices (with a dot at its end).

    Raises InputError for what does not fit the event, DiceMismatch for faces that do not fit the rolls, RunError where
    the rules have no answer.
    """
    names = ready.variables
    try:
        values = listed = ready.quickly(given)
    except (KeyError, TypeError):
        names, values = ready.carefully(given)
        listed = ready.listed(names, values)
    ran = running(chance, answers)
    ran.ready, ran.bound, ran.exports = ready, (names, values), ready.exports
    if ready.meter is not None:
        ready.meter.start()
    try:
        ran.held = ready.function(ran, prefix, prefix, listed)
    except Refused as refused:
        # nothing has changed; the steps before keep their values, which stand in the event's own frame
        known = ready.behind.locals_of(refused)
        ran.exports, ran.held = tuple(known), tuple(known.values())
        ran.refusals[:0] = (Refusal(ground.code, "", ground.because, ground.cite) for ground in refused.grounds)
    except (RuleFault, DiceFault) as error:
        raise ready.behind.fault(error, chance.rolls) from None
    chance.finish()
    return Result(ran)
