"""The exact odds of one event: the chance of each outcome, and of each value asked for.

The same statements as a run, over every possibility. Probabilities are exact; nothing is renormalised: what has no
outcome is `unresolved`, and the event's own refusal is a line of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from handhold import limits
from handhold.language.types import FLAG, Row, Type, present
from handhold.packs import checked
from handhold.play.asked import mapping
from handhold.play.odds.asking import Asking, Question
from handhold.play.odds.reckoner import Key, Reckoner, refusals_of
from handhold.play.once import Once
from handhold.play.progress import Progress
from handhold.play.result import Refusal, shown_text
from handhold.play.run_error import leading


@dataclass(frozen=True)
class Odds:
    """The odds of an event.

    `table` holds the weight of each combination of the outcome and the values asked for (`names`), over `den`; what
    has no outcome stands under None. `types` are the types of what it combines. Probabilities are made when read.
    """

    pack: checked.Pack
    event: checked.Event
    names: tuple[str, ...]
    types: tuple[Type, ...]
    table: Mapping[Key, int]
    den: int
    refusals: tuple[Refusal, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "table", MappingProxyType(self.table))

    def __repr__(self) -> str:
        return f"<Odds {self.pack.header.name} {self.event.id}: {len(self.table)} combinations>"

    @Once
    def joint(self) -> Mapping[Key, Fraction]:
        """The chance of each combination of the outcome and the values asked for, in the order of `names`."""
        return MappingProxyType({key: Fraction(weight, self.den) for key, weight in self.table.items()})

    @Once
    def outcomes(self) -> Mapping[str, Fraction]:
        """The chance of each outcome, the likeliest first."""
        return outcomes_of(self.event, self.table, self.den)

    @property
    def unresolved(self) -> Fraction:
        """The chance that the event ends without an outcome."""
        if self.event.outcome is None:
            return Fraction(0)
        return sum((Fraction(weight, self.den) for key, weight in self.table.items() if key[0] is None), Fraction(0))

    @property
    def refused(self) -> Mapping[str, Fraction]:
        """The codes of the event's own refusal, each with 1; empty if the event is not refused."""
        return MappingProxyType({refusal.code: Fraction(1) for refusal in self.refusals})

    @Once
    def values(self) -> Mapping[str, Mapping[str, Fraction]]:
        """For each value asked for, the chance of each of its values."""
        return values_of(self.event, self.names, self.table, self.den)

    @Once
    def impossible(self) -> Mapping[str, tuple[str, ...]]:
        """What cannot come for what is given, under `outcome` and the values asked for: rows of their tables, true or
        false. Empty if the event is refused.
        """
        if self.refusals:
            return MappingProxyType({})
        return absent_of(self.pack, self.event, self.types, self.outcomes, self.values)


def outcomes_of(event: checked.Event, table: Mapping[Key, int], den: int) -> Mapping[str, Fraction]:
    """The chance of each outcome, the likeliest first; empty if the event has none."""
    if event.outcome is None:
        return MappingProxyType({})
    found = dict(chances(table, den, 0))
    found.pop("none", None)
    return MappingProxyType(found)


def values_of(
    event: checked.Event, names: Iterable[str], table: Mapping[Key, int], den: int
) -> Mapping[str, Mapping[str, Fraction]]:
    """For each value asked for, the chance of each of its values."""
    first = 0 if event.outcome is None else 1
    return MappingProxyType({name: chances(table, den, n) for n, name in enumerate(names, first)})


def chances(table: Mapping[Key, int], den: int, at: int) -> Mapping[str, Fraction]:
    """The chance of each value at that place of the keys, the likeliest first."""
    totals: dict[str, int] = {}
    for key, weight in table.items():
        value = key[at]
        # nearly all are ids and numbers
        text = value if isinstance(value, str) else str(value) if value.__class__ is int else shown_text(value)
        totals[text] = totals.get(text, 0) + weight
    ordered = sorted(totals.items(), key=lambda pair: -pair[1])
    return MappingProxyType({text: Fraction(weight, den) for text, weight in ordered})


def absent_of(
    pack: checked.Pack,
    event: checked.Event,
    types: Iterable[Type],
    outcomes: Mapping[str, Fraction],
    values: Mapping[str, Mapping[str, Fraction]],
) -> Mapping[str, tuple[str, ...]]:
    """What does not stand among the outcomes and values, whose types come in that order: by `outcome` and the
    names.
    """
    seen = [*([] if event.outcome is None else [("outcome", outcomes)]), *values.items()]
    found = {
        name: tuple(text for text in all_of(pack, of) if text not in there)
        for (name, there), of in zip(seen, types, strict=True)
    }
    return MappingProxyType({name: absent for name, absent in found.items() if absent})


def all_of(pack: checked.Pack, of: Type) -> tuple[str, ...]:
    """All values of a type that has few: the rows of a table, true and false. Else nothing."""
    kind = present(of)
    if isinstance(kind, Row):
        return tuple(pack.tables[kind.table].rows)
    return ("true", "false") if kind == FLAG else ()


def odds(
    pack: checked.Pack,
    event_id: str,
    given: Mapping[str, object],
    *,
    choices: Mapping[str, object] | None = None,
    policies: Mapping[str, str] | None = None,
    settings: Mapping[str, object] | None = None,
    show: Iterable[str] = (),
) -> Odds:
    """The odds of an event for what is given.

    Each choice is answered by `choices` (an answer, by path without passes), by `policies` (a formula in the names
    visible where the choice is made), else by its default. `show` are formulas in the event's names, asked for
    beside the outcome.

    Raises InputError for what does not fit the event, RunError where the rules have no answer for some dice,
    OddsBudget past the budget.
    """
    question = Question.of(event_id, choices, policies, settings, show)
    return odds_of(Reckoner.of(Asking.of(pack, question)), mapping(given, "given"))


@dataclass
class OddsRunner:
    """Reckons odds of one pack; keeps what is compiled for each way of asking."""

    pack: checked.Pack
    _kept: dict[object, Reckoner] = field(default_factory=dict)

    def odds(
        self,
        event_id: str,
        given: Mapping[str, object] | None,
        *,
        choices: Mapping[str, object] | None = None,
        policies: Mapping[str, str] | None = None,
        settings: Mapping[str, object] | None = None,
        show: Iterable[str] = (),
    ) -> Odds:
        """The odds of an event; see `odds`. A fault tells some dice that lead to it."""
        with leading():
            return self.ask(Question.of(event_id, choices, policies, settings, show), given)

    def ask(self, question: Question, given: Mapping[str, object] | None, progress: Progress | None = None) -> Odds:
        """The odds that are asked for; see `odds`. `progress` is told of the steps done, and how many may be."""
        reckoner = self.kept(question.key, lambda: Reckoner.of(Asking.of(self.pack, question)))
        return odds_of(reckoner, mapping(given, "given"), progress)

    def kept(self, key: object, make: Callable[[], Reckoner]) -> Reckoner:
        """What was compiled for that way of asking, else what `make` gives now."""
        found = self._kept.get(key)
        if found is None:
            found = make()
            if len(self._kept) >= limits.ODDS_KEPT:
                self._kept.clear()
            self._kept[key] = found
        return found


def odds_of(reckoner: Reckoner, given: Mapping[str, object], progress: Progress | None = None) -> Odds:
    """The odds for what is given, of an event compiled for them. Raises InputError, RunError, OddsBudget."""
    asking = reckoner.asking
    types = asking.types
    variables = reckoner.begin(given, progress)
    row = reckoner.row_from(variables)
    if row.refused is not None:
        return Odds(asking.pack, asking.event, asking.show, types, {}, 1, refusals_of(row.refused))
    reader = reckoner.reader()
    table: dict[Key, int] = {}
    for results, weight in row.results:
        key = reader.key(results)
        table[key] = table.get(key, 0) + weight
    return Odds(asking.pack, asking.event, asking.show, types, table, row.den, ())
