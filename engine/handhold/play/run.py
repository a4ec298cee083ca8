"""One event run once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from handhold.language.dice import DiceFault
from handhold.language.runtime import RuleFault
from handhold.language.types import ListOf, OptionalOf, Row, Type, present
from handhold.language.world import NO_DEFAULT
from handhold.packs import checked
from handhold.packs.values import Kinds
from handhold.play.asked import Faces, chance_of, mapping, settings_of
from handhold.play.binder import Binder
from handhold.play.chance import Chance
from handhold.play.inputs import Answers, InputError, event_of, kinds_of, refuse_unknown_answers
from handhold.play.program import Compiled, Program, Settings
from handhold.play.refusal import Refused
from handhold.play.result import Refusal, Result

Note = tuple[int, str, tuple[object, ...]]


class Running:
    """What a compiled event asks while it runs: dice, answers, what becomes of refusals."""

    __slots__ = ("answers", "draw", "note", "notes", "refusals")

    def __init__(self, chance: Chance, answers: Answers) -> None:
        self.draw = chance.draw
        self.answers = answers
        self.refusals: list[Refusal] = []
        self.notes: list[Note] = []
        self.note = self.notes.append

    def answer(
        self, path: str, short: str, choice: checked.Choose, options: tuple[object, ...] | range | None, default: object
    ) -> object:
        """The answer to a choice, or its default. Raises InputError for an answer that is none, RuleFault for a
        default that is none.
        """
        found = self.answers.find(path, short, choice.type)
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
        if given:
            listed = ", ".join(_option(each, choice.type, self.answers.kinds) for each in options[:12])
            raise InputError(f"the choice '{path}' has no such option (choose from: {listed})")
        raise RuleFault(f"the default of the choice '{choice.name}' is none of its options")

    def judge(
        self, path: str, choice: checked.Choose, answer: object, default: object, holding: tuple[bool, ...]
    ) -> object:
        """The answer, or the default where the answer is refused; a default that nobody gave is not judged."""
        if not any(holding) or not self.answers.was_given(path):
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


@dataclass(frozen=True, slots=True)
class Ready:
    """An event ready to run: the variables that its function takes, and those that it gives."""

    program: Program
    binder: Binder
    inputs: tuple[str, ...]
    exports: tuple[str, ...]
    function: Compiled


@dataclass
class Runner:
    """Runs events of one pack; keeps the compiled program for each choice of settings."""

    pack: checked.Pack
    _programs: dict[tuple[object, ...], Program] = field(default_factory=dict)
    _ready: dict[tuple[object, ...], Ready] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._kinds = kinds_of(self.pack)

    def program(self, settings: Mapping[str, object], *, traced: bool) -> Program:
        """The program for these settings. Raises InputError for a setting that is not there or not allowed."""
        key = (traced, *sorted((id, value.__class__.__name__, value) for id, value in settings.items()))
        if key not in self._programs:
            self._programs[key] = self.made(Settings.of(self.pack, settings), traced=traced)
        return self._programs[key]

    def made(self, settings: Settings, *, traced: bool) -> Program:
        """A new program for these settings."""
        return Program(self.pack, settings, traced=traced)

    def running(self, chance: Chance, answers: Answers) -> Running:
        """What a run is to ask."""
        return Running(chance, answers)

    def ready(self, event: checked.Event, settings: Mapping[str, object], *, traced: bool) -> Ready:
        """The event compiled for these settings, made once. Raises InputError for a setting that is not there or
        not allowed.
        """
        # 1 and true are equal in Python, and not the same setting
        key = (event.id, traced, *((id, value.__class__, value) for id, value in settings.items()))
        found = self._ready.get(key)
        if found is None:
            program = self.program(settings, traced=traced)
            unit = program.units.whole(event.id)
            function = program.unit_function(unit)
            found = self._ready[key] = Ready(program, Binder(self.pack, event), unit.inputs, unit.exports, function)
        return found

    def event(self, id: str) -> checked.Event:
        """The event of that id. Raises InputError if there is none."""
        return event_of(self.pack, id)

    def answer(
        self,
        event_id: str,
        given: Mapping[str, object] | None,
        *,
        choices: Mapping[str, object] | None = None,
        dice: Faces | None = None,
        settings: Mapping[str, object] | None = None,
        seed: int | str | None = None,
        traced: bool = False,
    ) -> Result:
        """Runs an event with what a caller gives, dice from faces, from a seed, or from a fresh one; see `run`."""
        return self.run(
            event_id,
            mapping(given, "given"),
            chance_of(dice, seed),
            choices=mapping(choices, "choices"),
            settings=settings_of(settings),
            traced=traced,
        )

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
        event = self.event(event_id)
        answers = Answers({prefix + name: answer for name, answer in (choices or {}).items()}, self._kinds)
        if choices:
            refuse_unknown_answers(self.pack, event, list(choices))
        ready = self.ready(event, settings or {}, traced=traced)
        variables = ready.binder.bind(given)
        running = self.running(chance, answers)
        exports, held, grounds = self._play(ready, variables, running, prefix)
        chance.finish()
        refusals = running.refusals
        if grounds:
            refusals = [*(Refusal(ground.code, "", ground.because, ground.cite) for ground in grounds), *refusals]
        notes = running.notes if traced else None
        return Result(
            self.pack,
            event,
            variables,
            exports,
            held,
            tuple(refusals),
            chance,
            answers,
            notes,
            ready.program if traced else None,
        )

    def _play(
        self, ready: Ready, variables: Mapping[str, object], running: Running, prefix: str
    ) -> tuple[tuple[str, ...], tuple[object, ...], tuple[checked.Ground, ...]]:
        ready.program.meter.start()
        try:
            values = ready.function(running, prefix, prefix, *[variables[name] for name in ready.inputs])
        except Refused as refused:
            # nothing has changed; the steps before keep their values, which stand in the event's own frame
            known = ready.program.locals_of(refused)
            return tuple(known), tuple(known.values()), refused.grounds
        except (RuleFault, DiceFault) as error:
            raise ready.program.fault(error) from None
        return ready.exports, values, ()
