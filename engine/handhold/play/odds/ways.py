"""The ways to ask for the odds of an event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from handhold.play.inputs import InputError
from handhold.play.progress import ROUNDS, Progress
from handhold.play.run_error import leading

if TYPE_CHECKING:
    from handhold.play.odds.asking import Question
    from handhold.play.odds.best import BestOdds
    from handhold.play.odds.event import Odds, OddsRunner
    from handhold.play.odds.rounds import RoundsOdds
    from handhold.play.odds.sample import Estimate

    Told: TypeAlias = Odds | RoundsOdds | BestOdds | Estimate


@dataclass(frozen=True, slots=True)
class Way:
    """A way to ask for the odds of an event.

    With `until` the event is done again and again until that holds, at most `rounds` times; with `goal` its choices
    are played for that outcome or condition; with `samples` the odds are estimated from so many runs, the dice of
    which come from `seed`.
    """

    until: str | None = None
    rounds: int = ROUNDS
    goal: str | None = None
    samples: int | None = None
    seed: int | str = 0

    def ask(
        self,
        runner: OddsRunner,
        question: Question,
        given: Mapping[str, object] | None,
        progress: Progress | None = None,
    ) -> Told:
        """The answer. Raises InputError, RunError, OddsBudget, and Interrupted where something is known by then."""
        with leading():
            return self.plain(runner, question, given, progress)

    def plain(
        self,
        runner: OddsRunner,
        question: Question,
        given: Mapping[str, object] | None,
        progress: Progress | None = None,
    ) -> Told:
        """The answer, one of many: a fault finds no dice that lead to it until it is asked to (`RunError.led`)."""
        if self.samples is not None:
            if self.goal is not None:
                raise InputError(
                    "what is best cannot be found from samples: give each choice an answer or a policy for an estimate"
                )
            from handhold.play.odds.sample import estimate

            return estimate(
                runner.pack,
                question,
                given,
                self.samples,
                self.seed,
                until=self.until,
                rounds=self.rounds,
                progress=progress,
            )
        if self.goal is not None:
            from handhold.play.odds.best import best

            return best(runner, question, given, self.goal, until=self.until, rounds=self.rounds, progress=progress)
        if self.until is not None:
            from handhold.play.odds.rounds import odds_over_rounds

            return odds_over_rounds(runner, question, given, self.until, self.rounds, progress)
        return runner.ask(question, given, progress)


def counted(told: Told) -> Odds | RoundsOdds:
    """The odds themselves: under the best choices, or as they came in the samples."""
    from handhold.play.odds.event import Odds
    from handhold.play.odds.rounds import RoundsOdds

    return told if isinstance(told, Odds | RoundsOdds) else told.odds
