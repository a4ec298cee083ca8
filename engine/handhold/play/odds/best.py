"""Choices played for the best: what each is worth, and the odds that come of it.

A player chooses so that the goal is as likely as can be, an opponent so that it is as unlikely; what a game master
chooses, and what is answered already, stays as it is. Found exactly, from the end backwards; of answers that are
worth the same the default is taken, else the first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from handhold.language.types import FLAG, INTEGER, OptionalOf, Row, present
from handhold.packs import checked
from handhold.play.asked import mapping, text
from handhold.play.inputs import choice_paths, event_of
from handhold.play.odds.advice import Advice, advice
from handhold.play.odds.asking import Asking, Question
from handhold.play.odds.event import Odds, OddsRunner
from handhold.play.odds.rounds import RoundsOdds, rounds_of
from handhold.play.odds.solving import Solution, Stopped, Task
from handhold.play.odds.stages import OddsBudget
from handhold.play.progress import ROUNDS, Interrupted, Progress
from handhold.play.run_error import RunError


@dataclass(frozen=True)
class BestOdds:
    """What comes of choices that are played for the goal.

    `odds` are those under the best choices, `usual` those without: by the answers, policies and defaults; None
    where a choice comes up that has none of these. `chance` and `usual_chance` are those of the goal. `choices`
    says of each choice that is played what is best; `fixed` are the paths of those that keep their default, since
    they have more answers than can be tried: lists, and numbers without options.
    """

    goal: str
    odds: Odds | RoundsOdds
    usual: Odds | RoundsOdds | None
    chance: Fraction
    usual_chance: Fraction | None
    choices: tuple[Advice, ...]
    fixed: tuple[str, ...]

    def __repr__(self) -> str:
        return f"<BestOdds of {self.odds!r}: {len(self.choices)} choices played>"

    @property
    def gain(self) -> Fraction | None:
        """What all the choices together are worth; None where nothing comes without playing."""
        return None if self.usual_chance is None else self.chance - self.usual_chance


def best(
    runner: OddsRunner,
    question: Question,
    given: Mapping[str, object] | None,
    goal: str,
    *,
    until: str | None = None,
    rounds: int = ROUNDS,
    progress: Progress | None = None,
) -> BestOdds:
    """The odds with every choice that is not answered played for the goal: an outcome, or a condition.

    With `until`, the event is done again and again as `odds_over_rounds` has it, and the goal is looked at in the
    round of the end. `progress` is told of the rounds gone through, each way of playing for itself.

    Raises InputError, RunError, OddsBudget, and Interrupted with what is known by then: the best over fewer rounds,
    or the odds without playing.
    """
    pack = runner.pack
    rounds = 1 if until is None else rounds_of(rounds)
    event = event_of(pack, question.event)
    sought = _condition(pack, event, text(goal, "what is played for"))
    flags = (sought,) if until is None else (text(until, "a condition"), sought)
    asking = Asking.of(pack, question, flags)
    task = Task(runner, (question.key, flags), asking, mapping(given, "given"), until, rounds)
    choices = {
        path: choice
        for path, choice in choice_paths(pack, event).items()
        if path not in asking.answers and choice.by != "gm"
    }
    try:
        return _Play(task, goal, choices, progress).answer()
    except OddsBudget as fault:
        fault.best = True
        raise


@dataclass
class _Play:
    """The choices of an event that are open, to be played for a goal."""

    task: Task
    goal: str
    choices: Mapping[str, checked.Choose]
    progress: Progress | None

    def answer(self) -> BestOdds:
        """The odds without playing, the best, and what each choice is worth alone. Raises Interrupted."""
        task = self.task
        played, fixed = task.playable(self.choices)
        ways = 2 + (len(played) if len(played) > 1 else 0)
        usual: Solution | None = None
        try:
            usual = task.solved(frozenset(), self._told(0, ways))
        except Stopped as stopped:
            how_far = f"{stopped}, before any choice was played: these are the odds without"
            raise Interrupted(task.told(stopped.so_far), how_far) from None
        except RunError as fault:
            # such a choice may be one that is played; else the fault comes again
            if not fault.unanswered:
                raise
        try:
            found = task.solved(played, self._told(1, ways))
        except Stopped as stopped:
            fewer = None if usual is None else replace(task, rounds=stopped.so_far.made).solved(frozenset())
            raise Interrupted(self._best(stopped.so_far, fewer, played, fixed, {}), str(stopped)) from None
        except KeyboardInterrupt:
            if usual is None:
                raise
            how_far = "before the best was found: these are the odds without playing for it"
            raise Interrupted(task.told(usual), how_far) from None
        if found.refused is not None:
            told = task.told(found)
            return BestOdds(self.goal, told, told, Fraction(0), Fraction(0), (), ())
        if usual is None:
            return self._best(found, usual, played, fixed, {})
        alone = {} if len(played) > 1 else dict.fromkeys(played, found.chance)
        try:
            for number, path in enumerate(sorted(played - alone.keys()), 2):
                alone[path] = task.solved(frozenset({path}), self._told(number, ways)).chance
        except KeyboardInterrupt:
            how_far = f"after what {len(alone)} of {len(played)} choices are worth alone"
            raise Interrupted(self._best(found, usual, played, fixed, alone), how_far) from None
        return self._best(found, usual, played, fixed, alone)

    def _told(self, way: int, ways: int) -> Progress | None:
        """Progress of one of several ways of playing, as part of all of them."""
        told = self.progress
        return None if told is None else lambda made, rounds: told(way * rounds + made, ways * rounds)

    def _best(
        self,
        found: Solution,
        usual: Solution | None,
        played: frozenset[str],
        fixed: tuple[str, ...],
        alone: Mapping[str, Fraction],
    ) -> BestOdds:
        pack = self.task.asking.pack
        gains = {} if usual is None else {path: chance - usual.chance for path, chance in alone.items()}
        return BestOdds(
            self.goal,
            self.task.told(found),
            None if usual is None else self.task.told(usual),
            found.chance,
            None if usual is None else usual.chance,
            tuple(
                advice(pack, self.choices[path], path, found.decisions.get(path, []), gains.get(path))
                for path in sorted(played)
            ),
            fixed,
        )


def _condition(pack: checked.Pack, event: checked.Event, goal: str) -> str:
    """The goal as a condition, where it names an outcome."""
    kind = None if event.outcome is None else present(event.outcome)
    there = "outcome is not none and " if isinstance(event.outcome, OptionalOf) else ""
    if isinstance(kind, Row) and goal in pack.tables[kind.table].rows:
        return f"outcome is {goal}"
    if kind == FLAG and goal in ("true", "false"):
        return f"{there}outcome" if goal == "true" else f"{there}not outcome"
    if kind == INTEGER and goal.removeprefix("-").isdecimal():
        return f"{there}outcome == {goal}"
    return goal
