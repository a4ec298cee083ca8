"""An event compiled for one way of asking: what it is given in, rows of weighted results out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from handhold import limits
from handhold.language.dice import DiceFault
from handhold.language.lower import Namespace
from handhold.language.runtime import RuleFault
from handhold.play.compiling.binder import Binder
from handhold.play.compiling.program import Program
from handhold.play.compiling.units import Unit
from handhold.play.inputs import kinds_of
from handhold.play.meter import TooLong
from handhold.play.odds.asking import Asking
from handhold.play.odds.spread import Spread
from handhold.play.odds.stages import OddsBudget, Row
from handhold.play.progress import Progress
from handhold.play.refusal import Refused
from handhold.play.result import Refusal, Shown, shown_text
from handhold.play.run_error import RunError
from handhold.play.views import Key as Key
from handhold.play.views import KeyOf, key_of


@dataclass(frozen=True)
class Reckoner:
    """Reckons rows of an event. `carried` are the state variables that one round hands to the next, in order; none
    where the event is asked for once.
    """

    asking: Asking
    binder: Binder
    program: Program
    unit: Unit
    spread: Spread
    carried: tuple[str, ...]
    read: Reader

    @staticmethod
    def of(
        asking: Asking,
        played: frozenset[str] = frozenset(),
        *,
        again: bool = False,
        space: Namespace | None = None,
    ) -> Reckoner:
        """The event compiled, with choices that are `played` for the best; `again` says whether it is to be done
        again on the state that it leaves; `space` is a namespace of another kind for what is compiled.
        """
        program = asking.program(played, space=space)
        unit, carried = unit_of(asking, program, again=again)
        binder = Binder(kinds_of(asking.longer), asking.longer.events[asking.event.id])
        return Reckoner(asking, binder, program, unit, Spread(program), carried, Reader.of(asking, unit))

    def begin(self, given: Mapping[str, object], progress: Progress | None = None) -> Mapping[str, object]:
        """Begins an odds run, and gives the variables that it starts with; `progress` is told of the steps done,
        and how many may be. Raises InputError.
        """
        variables = self.binder.bind(given)
        self.spread.start(progress)
        self.program.meter.start()
        return variables

    def row(self, args: tuple[object, ...]) -> Row:
        """The row for the unit's inputs. Raises RunError."""
        try:
            return self.spread.plan(self.unit).row(args)
        except (RuleFault, DiceFault) as error:
            raise self.fault(error) from None

    def row_from(self, variables: Mapping[str, object], number: int = 0) -> Row:
        """The row for variables to start with, in the round of that number if rounds are made. Raises RunError, which
        can find dice that lead to it.
        """
        try:
            return self.row(tuple(variables[name] for name in self.unit.inputs))
        except RunError as fault:
            raise self.leading(fault, variables, number) from None

    def leading(self, fault: RunError, variables: Mapping[str, object], number: int) -> RunError:
        """The fault, which now can find dice that lead to it from these variables, in the round of that number."""
        from handhold.play.odds.led import led_to

        fault.round = number
        fault.leads = partial(led_to, self.asking, variables, fault)
        return fault

    def fault(self, error: Exception) -> RunError:
        """What a fault is for who asked: one of the rules, or that the odds take too much."""
        if isinstance(error, TooLong):
            return OddsBudget(f"the exact odds take more than {limits.ODDS_WORK:,} parts of formulas")
        from handhold.play.compiling.faulted import run_error

        return run_error(self.program, error)

    def reader(self) -> Reader:
        """What reads a row's results."""
        return self.read


def unit_of(asking: Asking, program: Program, *, again: bool) -> tuple[Unit, tuple[str, ...]]:
    """The event cut down to what is asked of it, and the state that one round hands to the next."""
    unit = program.units.unit(asking.event.id, asking.needed)
    carried: tuple[str, ...] = ()
    while again:
        # what a round reads of what a round may change is carried, and is read itself by then
        wanted = tuple(name for name in unit.inputs if name in asking.event.changes)
        if wanted == carried:
            break
        carried = wanted
        unit = program.units.unit(asking.event.id, asking.needed | frozenset(carried))
    return unit, carried


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads results as they are shown."""

    key_of: KeyOf

    @staticmethod
    def of(asking: Asking, unit: Unit) -> Reader:
        """What reads the results of a unit."""
        return Reader(key_of(asking.pack, asking.names, unit.exports, Shown(asking.pack), shown_text))

    def key(self, results: object) -> Key:
        """The values of the names asked for, those of several parts as a text."""
        return self.key_of(results)  # type: ignore[arg-type]  # a unit's results are tuples


def refusals_of(refused: Refused) -> tuple[Refusal, ...]:
    """The refusals of the event itself."""
    return tuple(Refusal(ground.code, "", ground.because, ground.cite) for ground in refused.grounds)
