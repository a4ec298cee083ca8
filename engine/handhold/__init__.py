"""Handhold: rules of tabletop games as data, resolved event by event, with exact odds.

```python
pack = handhold.load("lurasko")
result = handhold.run(pack, "climb", {"climber": {"dex": 14}, "difficulty": "hard", "distance": "medium"}, dice=[13])
```

Everything is imported when it is first used, so that `import handhold` costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING

from handhold.__about__ import __version__

if TYPE_CHECKING:
    from typing import Unpack

    from handhold.diagnostics import Diagnostic as Diagnostic
    from handhold.golden.difference import Difference as Difference
    from handhold.golden.difference import diff as diff
    from handhold.library.faults import LibraryError as LibraryError
    from handhold.library.judged import Judged
    from handhold.packs import checked
    from handhold.play.chance import DiceMismatch as DiceMismatch
    from handhold.play.chance import Rolled as Rolled
    from handhold.play.inputs import InputError as InputError
    from handhold.play.odds.asking import Asked as Asked
    from handhold.play.odds.asking import Question
    from handhold.play.odds.best import BestOdds as BestOdds
    from handhold.play.odds.event import Odds as Odds
    from handhold.play.odds.event import OddsRunner
    from handhold.play.odds.rounds import RoundsOdds as RoundsOdds
    from handhold.play.odds.sample import Estimate as Estimate
    from handhold.play.odds.tables import OddsTable as OddsTable
    from handhold.play.progress import Interrupted as Interrupted
    from handhold.play.result import Effect as Effect
    from handhold.play.result import Plain as Plain
    from handhold.play.result import Refusal as Refusal
    from handhold.play.result import Result as Result
    from handhold.play.run_error import RunError as RunError
    from handhold.play.runs.formula import dice_odds as dice_odds
    from handhold.play.runs.run import Runner

__all__ = [
    "Asked",
    "BestOdds",
    "Diagnostic",
    "DiceMismatch",
    "Difference",
    "Effect",
    "Estimate",
    "InputError",
    "Interrupted",
    "LibraryError",
    "Odds",
    "OddsTable",
    "Pack",
    "PackError",
    "Plain",
    "Refusal",
    "Result",
    "Rolled",
    "RoundsOdds",
    "RunError",
    "__version__",
    "best_odds",
    "check",
    "dice_odds",
    "diff",
    "estimate",
    "evaluate",
    "load",
    "odds",
    "odds_over_rounds",
    "odds_table",
    "run",
]

_ELSEWHERE = {
    "Asked": "handhold.play.odds.asking",
    "BestOdds": "handhold.play.odds.best",
    "Diagnostic": "handhold.diagnostics",
    "DiceMismatch": "handhold.play.chance",
    "Difference": "handhold.golden.difference",
    "Effect": "handhold.play.result",
    "Estimate": "handhold.play.odds.sample",
    "InputError": "handhold.play.inputs",
    "Interrupted": "handhold.play.progress",
    "LibraryError": "handhold.library.faults",
    "Odds": "handhold.play.odds.event",
    "OddsTable": "handhold.play.odds.tables",
    "Plain": "handhold.play.result",
    "Refusal": "handhold.play.result",
    "Result": "handhold.play.result",
    "Rolled": "handhold.play.chance",
    "RoundsOdds": "handhold.play.odds.rounds",
    "RunError": "handhold.play.run_error",
    "dice_odds": "handhold.play.runs.formula",
    "diff": "handhold.golden.difference",
}

Faces = Mapping[str, int | Sequence[int]] | Sequence[int]
"""Faces of dice: by the path of the roll, or one list in the order thrown."""


def __getattr__(name: str) -> object:
    if name not in _ELSEWHERE:
        raise AttributeError(f"module 'handhold' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_ELSEWHERE[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)


class PackError(Exception):
    """A pack cannot be used. `where` is what was asked for, `diagnostics` says all that is wrong with it, in order."""

    def __init__(self, where: str, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__("\n".join(str(found) for found in diagnostics))
        self.where = where
        self.diagnostics = diagnostics


class Pack:
    """A pack that has no error and can be run.

    `where` is what it was loaded from, `diagnostics` are its warnings, `judged`, `checked` and `runner` are its parts
    as the engine works with them.
    """

    __slots__ = ("_chances", "checked", "diagnostics", "judged", "runner", "where")

    def __init__(self, judged: Judged, pack: checked.Pack, runner: Runner) -> None:
        self.where = judged.reading.where
        self.judged = judged
        self.checked = pack
        self.runner = runner
        self.diagnostics = judged.found
        self._chances: OddsRunner | None = None

    @classmethod
    def of(cls, judged: Judged) -> Pack:
        """The pack that was judged. Raises PackError if it has an error."""
        from handhold.play.runs.run import Runner

        if judged.pack is None:
            raise PackError(judged.reading.where, judged.found)
        return cls(judged, judged.pack, Runner(judged.pack))

    @property
    def chances(self) -> OddsRunner:
        """What reckons its odds; made when first asked for."""
        if self._chances is None:
            from handhold.play.odds.event import OddsRunner

            self._chances = OddsRunner(self.checked)
        return self._chances

    @property
    def id(self) -> str:
        """The id of the pack, such as `lurasko`."""
        return self.checked.header.pack

    @property
    def version(self) -> str:
        """The version of the pack, such as `1.0.0`."""
        return self.checked.header.version

    @property
    def title(self) -> str:
        """The title of the pack."""
        return self.checked.header.title

    @property
    def events(self) -> tuple[str, ...]:
        """The ids of its events, in the order of the pack."""
        return tuple(self.checked.events)

    def __repr__(self) -> str:
        return f"<Pack {self.checked.header.name}>"


def load(where: str | PathLike[str], *, locked: str | PathLike[str] | None = None) -> Pack:
    """The pack at `where`: the name of a pack, or a path to one.

    A path has a slash or a leading dot, or ends in `.yaml` or `.zip`; a `Path` always is one. Several joined by `+`
    are a pack with variants on it, in whatever order: `lurasko+wet-season`. A variant comes with what it extends.

    `locked` is the path of a lock file (see `handhold pack lock`): a pack that is not the one in it is an error.

    Raises PackError if it is not there or has an error, LibraryError if the lock file cannot be used.
    """
    from handhold.library.judged import judge, text_of

    return Pack.of(judge(text_of(where), locked))


def check(where: str | PathLike[str], *, locked: str | PathLike[str] | None = None) -> tuple[Diagnostic, ...]:
    """Everything that is wrong with the pack at `where` (`where` and `locked` as for `load`) and with its cases, by
    file and line; empty if nothing is.
    """
    from handhold.golden.checks import with_cases
    from handhold.library.judged import judge, text_of

    return with_cases(judge(text_of(where), locked))


def run(
    pack: Pack,
    event: str,
    given: Mapping[str, object] | None = None,
    *,
    choices: Mapping[str, object] | None = None,
    dice: Faces | None = None,
    settings: Mapping[str, object] | None = None,
    seed: int | str | None = None,
    trace: bool = False,
) -> Result:
    """What an event comes to.

    `given` is what the event needs, nested as declared; rows and dice are texts, numbers are int or Fraction.
    `choices` are answers by the path of the choice. Dice come from `dice` (faces by the path of the roll, or all in
    the order thrown), else from `seed`, else from a fresh one, which the result tells. `trace` keeps what tells steps.

    Raises InputError for what does not fit the event, DiceMismatch for faces that do not fit its rolls, RunError
    where the rules have no answer.
    """
    return _opened(pack).runner.answer(event, given, choices, dice, settings, seed, trace)


def odds(pack: Pack, event: str, given: Mapping[str, object] | None = None, **asked: Unpack[Asked]) -> Odds:
    """The exact chance of each outcome of an event, and of each value of the formulas to `show` (see `Asked`).

    Raises InputError for what does not fit the event, RunError where the rules have no answer for some dice or the odds
    take too much work.
    """
    return _opened(pack).chances.odds(event, given, **asked)


def odds_over_rounds(
    pack: Pack,
    event: str,
    given: Mapping[str, object] | None = None,
    *,
    until: str,
    rounds: int = 100,
    progress: Callable[[int, int], None] | None = None,
    **asked: Unpack[Asked],
) -> RoundsOdds:
    """The exact odds of an event that is done again and again, each time on the state that it left.

    After each round the formula `until` is looked at, in the event's names and its state: where it holds, that was
    the end. At most `rounds` rounds (1 to 10,000) are made. What is given holds in every round, but for the state;
    choices are answered in each as `Asked` has it. `progress` is told after each round how many are made, and of how
    many.

    Raises what `odds` raises, and Interrupted (a KeyboardInterrupt) with what is known by then.
    """
    from handhold.play.odds.rounds import odds_over_rounds as worked_out
    from handhold.play.run_error import leading

    with leading():
        return worked_out(_opened(pack).chances, _question(event, asked), given, until, rounds, progress)


def best_odds(
    pack: Pack,
    event: str,
    given: Mapping[str, object] | None = None,
    *,
    best_for: str,
    until: str | None = None,
    rounds: int = 100,
    progress: Callable[[int, int], None] | None = None,
    **asked: Unpack[Asked],
) -> BestOdds:
    """What comes of an event where every choice is made so that `best_for`, an outcome or a condition, is likeliest.

    An opponent's choice is made so that it is least likely; a game master's takes its default. Choices that have an
    answer or a policy are left as they are. With `until` the event is done again and again, as in `odds_over_rounds`.
    The answer tells the odds, those without playing for it, and for each choice what is best and what that is worth.

    Raises what `odds_over_rounds` raises; the work is known in part after some rounds, and before what each choice is
    worth alone.
    """
    from handhold.play.odds.best import best
    from handhold.play.run_error import leading

    question = _question(event, asked)
    with leading():
        return best(_opened(pack).chances, question, given, best_for, until=until, rounds=rounds, progress=progress)


def odds_table(
    pack: Pack,
    event: str,
    given: Mapping[str, object] | None = None,
    *,
    axes: Mapping[str, Sequence[object]],
    until: str | None = None,
    rounds: int = 100,
    best_for: str | None = None,
    samples: int | None = None,
    seed: int | str = 0,
    progress: Callable[[int, int], None] | None = None,
    **asked: Unpack[Asked],
) -> OddsTable:
    """The exact odds of an event in several situations.

    Each of `axes` holds the values of one thing that is given, by its dotted name (`settings.NAME` for a setting),
    such as `{"climber.dex": range(8, 17), "difficulty": ["easy", "hard"]}`;
    every combination is laid over `given` and is a cell. A combination that is refused, does not fit or has no answer
    is a cell that says so. With `until`, `best_for` or `samples` each cell is what `odds_over_rounds`, `best_odds` or
    `estimate` gives. `progress` is told after each cell how many are done, and of how many.

    Raises what `odds` raises if no combination fits, InputError for more than 2,000 cells, and Interrupted (a
    KeyboardInterrupt) with the cells that are known by then.
    """
    from handhold.play.odds.tables import odds_table as worked_out
    from handhold.play.odds.ways import Way

    way = Way(until, rounds, best_for, samples, seed)
    return worked_out(_opened(pack).chances, _question(event, asked), given, axes, way, progress)


def estimate(
    pack: Pack,
    event: str,
    given: Mapping[str, object] | None = None,
    *,
    samples: int,
    seed: int | str,
    until: str | None = None,
    rounds: int = 100,
    progress: Callable[[int, int], None] | None = None,
    **asked: Unpack[Asked],
) -> Estimate:
    """The odds of an event, or with `until` of its rounds, estimated from `samples` runs (1 to 10,000,000).

    The same seed gives the same estimate. The answer holds the odds as they came in the samples, and the standard
    error of each. The rest is as in `odds` and `odds_over_rounds`.

    Raises InputError for what does not fit the event, RunError where the rules have no answer for a sample, and
    Interrupted (a KeyboardInterrupt) with the estimate from the samples made by then.
    """
    from handhold.play.odds.sample import estimate as worked_out

    checked = _opened(pack).checked
    return worked_out(
        checked, _question(event, asked), given, samples, seed, until=until, rounds=rounds, progress=progress
    )


def evaluate(
    pack: Pack,
    formula: str,
    given: Mapping[str, object] | None = None,
    *,
    types: Mapping[str, str] | None = None,
    settings: Mapping[str, object] | None = None,
) -> Plain:
    """The value of a formula: a table cell (`distances.long.exhaustion`), a modifier, whatever a step may hold.

    `given` are the names that it can use. The type of a name is that of `types` (`{"fall": "list of distances"}`),
    else the sheet of that name, else what the pack's own events and formulas need under that name, else what the
    value looks like.

    Raises InputError for a formula that cannot be read or a value that does not fit, RunError where there is no
    answer.
    """
    from handhold.play.runs.formula import evaluate as worked_out

    return worked_out(_opened(pack).checked, formula, given, types, settings)


def _opened(pack: object) -> Pack:
    if not isinstance(pack, Pack):
        from handhold.play.problems import no_pack

        raise no_pack(pack)
    return pack


def _question(event: str, asked: Asked) -> Question:
    from handhold.play.odds.asking import Question

    return Question.of(event, **asked)
