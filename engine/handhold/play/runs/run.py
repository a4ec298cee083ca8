"""One event run once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from handhold.packs import checked
from handhold.play.asked import Faces, chance_of, settings_of
from handhold.play.chance import Chance
from handhold.play.compiling.compiled import ready_of
from handhold.play.compiling.program import Program, Settings
from handhold.play.compiling.weight import Weights
from handhold.play.inputs import Answers, InputError, Paths, choice_paths, event_of, kinds_of, mapping
from handhold.play.problems import said_of_unknown
from handhold.play.ready import Ready
from handhold.play.result import Result
from handhold.play.runs.running import Running, run_ready


@dataclass
class Runner:
    """Runs events of one pack; keeps the compiled program for each choice of settings."""

    pack: checked.Pack
    running: Callable[[Chance, Answers | None], Running] = Running
    """Makes what a run asks."""
    _programs: dict[tuple[object, ...], Program] = field(default_factory=dict)
    _ready: dict[tuple[object, ...], Ready] = field(default_factory=dict)
    _usual: dict[str, Ready] = field(default_factory=dict)
    """With the pack's own settings, by event."""
    _traced: dict[str, Ready] = field(default_factory=dict)
    """The same with a trace."""
    _choices: dict[str, Paths] = field(default_factory=dict)

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
            found = self._ready[key] = ready_of(program, event, traced=traced)
            if not settings:
                (self._traced if traced else self._usual)[event.id] = found
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
        usual = self._traced if traced else self._usual
        ready = usual.get(event_id) if event_id.__class__ is str else None
        if ready is None or choices or settings:
            return self.run(event_id, given, chance, choices=choices, settings=settings, traced=traced)
        return run_ready(ready, given, chance, None, "", self.running)

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
        answers = self._answers(event_id, choices, prefix) if choices else None
        return run_ready(ready, given, chance, answers, prefix, self.running)

    def _answers(self, event_id: str, choices: Mapping[str, object], prefix: str) -> Answers:
        """Answers to the choices of an event. Raises InputError for one that it cannot ask for: a name is fine if it is
        a choice's path without passes, or leaves one when passes (any one part after a loop's name) are taken out.
        """
        paths = self._choices.get(event_id)
        if paths is None:
            paths = self._choices[event_id] = Paths(choice_paths(self.pack, self.event(event_id)))
        wrong = paths.strangers(choices)
        if wrong:
            raise InputError(*said_of_unknown(wrong, paths.known, f"the event '{event_id}' has no choice {{}}"))
        return Answers({prefix + name: answer for name, answer in choices.items()}, self._kinds)
