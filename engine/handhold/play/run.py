"""One event run once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from handhold.language.dice import DiceFault
from handhold.language.runtime import RuleFault
from handhold.language.types import ListOf, OptionalOf, Row, Type, present
from handhold.language.world import NO_DEFAULT
from handhold.packs import checked
from handhold.packs.values import Kinds
from handhold.play.asked import Faces, chance_of, settings_of
from handhold.play.binder import Binder
from handhold.play.chance import Chance
from handhold.play.inputs import Answers, InputError, event_of, kinds_of, mapping, refuse_unknown_answers
from handhold.play.program import Program, Settings
from handhold.play.ready import Ready
from handhold.play.refusal import Refused
from handhold.play.result import Refusal, Result
from handhold.play.weight import Weights

Note = tuple[int, str, tuple[object, ...]]


class Running:
    """What a compiled event asks while it runs: dice, answers, what becomes of refusals."""

    __slots__ = ("answers", "asked", "chance", "draw", "given", "notes", "refusals")

    def __init__(self, chance: Chance, answers: Answers | None) -> None:
        self.chance = chance
        self.draw = chance.draw
        self.answers = answers
        self.given = answers is not None
        self.asked: list[str] = []
        self.refusals: list[Refusal] = []
        self.notes: list[Note] = []

    def answer(
        self, path: str, short: str, choice: checked.Choose, options: tuple[object, ...] | range | None, default: object
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

    def judge(
        self, path: str, choice: checked.Choose, answer: object, default: object, holding: tuple[bool, ...]
    ) -> object:
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


@dataclass
class Runner:
    """Runs events of one pack; keeps the compiled program for each choice of settings."""

    pack: checked.Pack
    running: Callable[[Chance, Answers | None], Running] = Running
    """Makes what a run asks."""
    _programs: dict[tuple[object, ...], Program] = field(default_factory=dict)
    _ready: dict[tuple[object, ...], Ready] = field(default_factory=dict)
    _usual: dict[tuple[str, bool], Ready] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._kinds = kinds_of(self.pack)
        self._weights = Weights(self.pack)

    def program(self, settings: Mapping[str, object], *, traced: bool, counted: bool) -> Program:
        """The program for these settings. Raises InputError for a setting that is not there or not allowed."""
        key = (traced, counted, *sorted((id, value.__class__.__name__, value) for id, value in settings.items()))
        if key not in self._programs:
            held = Settings.of(self.pack, settings)
            self._programs[key] = self.made(held, traced=traced, counted=counted)
        return self._programs[key]

    def made(self, settings: Settings, *, traced: bool, counted: bool) -> Program:
        """A new program for these settings."""
        return Program(self.pack, settings, traced=traced, counted=counted)

    def ready(self, event: checked.Event, settings: Mapping[str, object], *, traced: bool) -> Ready:
        """The event compiled for these settings, made once. Raises InputError for a setting that is not there or
        not allowed.
        """
        # 1 and true are equal in Python, and not the same setting
        key = (event.id, traced, *((id, value.__class__, value) for id, value in settings.items()))
        found = self._ready.get(key)
        if found is None:
            counted = not self._weights.fits(event.id)
            program = self.program(settings, traced=traced, counted=counted)
            found = self._ready[key] = Ready(program, event, Binder(self.pack, event), traced=traced)
            if not settings:
                self._usual[event.id, traced] = found
        return found

    def event(self, id: str) -> checked.Event:
        """The event of that id. Raises InputError if there is none."""
        return event_of(self.pack, id)

    def answer(
        self,
        event_id: str,
        given: Mapping[str, object] | None,
        choices: Mapping[str, object] | None = None,
        dice: Faces | None = None,
        settings: Mapping[str, object] | None = None,
        seed: int | str | None = None,
        traced: bool = False,
    ) -> Result:
        """Runs an event with what a caller gives, dice from faces, from a seed, or from a fresh one; see `run`."""
        if given.__class__ is not dict:
            given = mapping(given, "given")
        assert given is not None
        chance = chance_of(dice, seed)
        if choices or settings:
            choices, settings = mapping(choices, "choices"), settings_of(settings)
        ready = self._usual.get((event_id, traced)) if event_id.__class__ is str else None
        if ready is None or choices or settings:
            return self.run(event_id, given, chance, choices=choices, settings=settings, traced=traced)
        return self._run(ready, given, chance, None, "")

    def run(
        self,
        event_id: str,
        given: Mapping[str, object],
        chance: Chance,
        *,
        choices: Mapping[str, object] | None = None,
        settings: Mapping[str, object] | None = None,
        traced: bool = False,
        prefix: str = "",
    ) -> Result:
        """Runs an event. `prefix` begins the paths of its rolls and choices (with a dot at its end).

        Raises InputError for what does not fit the event, DiceMismatch for faces that do not fit the rolls,
        RunError where the rules have no answer.
        """
        ready = self.ready(self.event(event_id), settings or {}, traced=traced)
        answers = None
        if choices:
            refuse_unknown_answers(self.pack, ready.event, list(choices))
            answers = Answers({prefix + name: answer for name, answer in choices.items()}, self._kinds)
        return self._run(ready, given, chance, answers, prefix)

    def _run(
        self, ready: Ready, given: Mapping[str, object], chance: Chance, answers: Answers | None, prefix: str
    ) -> Result:
        names = ready.variables
        try:
            values = listed = ready.quickly(given)
        except (KeyError, TypeError):
            names, values = ready.binder.carefully(given)
            listed = ready.listed(names, values)
        running = self.running(chance, answers)
        exports = ready.exports
        grounds: tuple[checked.Ground, ...] = ()
        if ready.counted:
            ready.program.meter.start()
        try:
            held = ready.function(running, prefix, prefix, listed)
        except Refused as refused:
            # nothing has changed; the steps before keep their values, which stand in the event's own frame
            known = ready.program.locals_of(refused)
            exports, held, grounds = tuple(known), tuple(known.values()), refused.grounds
        except (RuleFault, DiceFault) as error:
            from handhold.play.faulted import run_error

            raise run_error(ready.program, error, chance.rolls) from None
        chance.finish()
        refusals = running.refusals
        if grounds:
            refusals = [*(Refusal(ground.code, "", ground.because, ground.cite) for ground in grounds), *refusals]
        return Result(ready, (names, values), exports, held, tuple(refusals), running)
