"""The exact odds of one event: the chance of each outcome, and of each value asked for.

The same statements as a run, over every possibility. Probabilities are exact; nothing is renormalised: what has no
outcome is `unresolved`, and the event's own refusal is a line of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from handhold import limits
from handhold.diagnostics import did_you_mean
from handhold.language import core
from handhold.language.checker import Checked, check
from handhold.language.dice import DiceFault
from handhold.language.faults import Fault
from handhold.language.parser import parse
from handhold.language.runtime import RuleFault
from handhold.language.types import UNKNOWN, Names, Passes, Sheet, Type, present
from handhold.language.world import SCENE, FieldInfo
from handhold.packs import checked
from handhold.packs.values import ValueFault, convert
from handhold.play.asked import mapping, settings_of
from handhold.play.binder import Binder
from handhold.play.inputs import InputError, choice_paths, kinds_of, problem
from handhold.play.program import Program, Settings
from handhold.play.result import Plain, Refusal, Shown
from handhold.play.spread import Spread
from handhold.play.units import Unit
from handhold.source import Span, Written

NOWHERE = Span("", 1, 1, 1, 1)


@dataclass(frozen=True)
class Odds:
    """The odds of an event.

    `table` holds the weight of each combination of the outcome and the values asked for (`names`), over `den`; what
    has no outcome stands under None. Probabilities are made when read.
    """

    pack: checked.Pack
    event: checked.Event
    names: tuple[str, ...]
    table: Mapping[tuple[Plain, ...], int]
    den: int
    refusals: tuple[Refusal, ...]

    @cached_property
    def joint(self) -> dict[tuple[Plain, ...], Fraction]:
        """The chance of each combination of the outcome and the values asked for, in the order of `names`."""
        return {key: Fraction(weight, self.den) for key, weight in self.table.items()}

    @cached_property
    def outcomes(self) -> dict[str, Fraction]:
        """The chance of each outcome, the likeliest first."""
        if self.event.outcome is None:
            return {}
        found = self._chances(0)
        found.pop("none", None)
        return found

    @property
    def unresolved(self) -> Fraction:
        """The chance that the event ends without an outcome."""
        if self.event.outcome is None:
            return Fraction(0)
        return sum((Fraction(weight, self.den) for key, weight in self.table.items() if key[0] is None), Fraction(0))

    @property
    def refused(self) -> dict[str, Fraction]:
        """The codes of the event's own refusal, each with 1; empty if the event is not refused."""
        return {refusal.code: Fraction(1) for refusal in self.refusals}

    @cached_property
    def values(self) -> dict[str, dict[str, Fraction]]:
        """For each value asked for, the chance of each of its values."""
        first = 0 if self.event.outcome is None else 1
        return {name: self._chances(n + first) for n, name in enumerate(self.names)}

    def _chances(self, at: int) -> dict[str, Fraction]:
        totals: dict[str, int] = {}
        for key, weight in self.table.items():
            text = shown_text(key[at])
            totals[text] = totals.get(text, 0) + weight
        ordered = sorted(totals.items(), key=lambda pair: -pair[1])
        return {text: Fraction(weight, self.den) for text, weight in ordered}


def shown_text(value: Plain) -> str:
    """A value as the name of a line of a table."""
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case list():
            return "[" + ", ".join(shown_text(each) for each in value) + "]"
        case dict():
            return "{" + ", ".join(f"{key}: {shown_text(each)}" for key, each in value.items()) + "}"
        case _:
            return str(value)


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
    asking = _Asking.of(pack, event_id, choices or {}, policies or {}, settings or {}, tuple(show))
    return asking.odds(given)


@dataclass
class OddsRunner:
    """Reckons odds of one pack; keeps what is compiled for each way of asking."""

    pack: checked.Pack
    _asked: dict[object, _Asking] = field(default_factory=dict)

    def odds(
        self,
        event_id: str,
        given: Mapping[str, object],
        *,
        choices: Mapping[str, object] | None = None,
        policies: Mapping[str, str] | None = None,
        settings: Mapping[str, object] | None = None,
        show: Iterable[str] = (),
    ) -> Odds:
        """The odds of an event; see `odds`."""
        given, choices, settings = mapping(given, "given"), mapping(choices, "choices"), settings_of(settings)
        shown = tuple(show)
        key = (event_id, repr(choices), repr(policies), repr(settings), shown)
        asking = self._asked.get(key)
        if asking is None:
            asking = _Asking.of(self.pack, event_id, choices, policies or {}, settings, shown)
            if len(self._asked) >= limits.ODDS_KEPT:
                self._asked.clear()
            self._asked[key] = asking
        return asking.odds(given)


@dataclass(frozen=True)
class _Asking:
    """An event compiled for one way of asking for its odds."""

    pack: checked.Pack
    event: checked.Event
    binder: Binder
    program: Program
    unit: Unit
    names: tuple[tuple[str, Type], ...]
    show: tuple[str, ...]
    spread: Spread

    @staticmethod
    def of(
        pack: checked.Pack,
        event_id: str,
        choices: Mapping[str, object],
        policies: Mapping[str, str],
        settings: Mapping[str, object],
        show: tuple[str, ...],
    ) -> _Asking:
        """Compiles the event. Raises InputError for what does not fit it."""
        if event_id not in pack.events:
            hint = did_you_mean(event_id, pack.events)
            raise InputError(
                f"the pack '{pack.header.pack}' has no event '{event_id}'" + (f" ({hint})" if hint else "")
            )
        event = pack.events[event_id]
        answers = _answers(pack, event, choices, policies)
        longer, names = _longer(pack, event, [(text, _asked(pack, event, text)) for text in show])
        program = Program(longer, Settings.of(pack, settings), run=False, answers=answers)
        unit = program.units.unit(event_id, frozenset(name for name, _ in names))
        return _Asking(
            pack, event, Binder(longer, longer.events[event_id]), program, unit, tuple(names), show, Spread(program)
        )

    def odds(self, given: Mapping[str, object]) -> Odds:
        """The odds for what is given."""
        variables = self.binder.bind(given)
        self.spread.start()
        self.program.meter.start()
        try:
            row = self.spread.plan(self.unit).row(tuple(variables[name] for name in self.unit.inputs))
        except (RuleFault, DiceFault) as error:
            raise self.program.fault(error) from None
        if row.refused is not None:
            refusals = tuple(Refusal(ground.code, "", ground.because, ground.cite) for ground in row.refused.grounds)
            return Odds(self.pack, self.event, self.show, {}, 1, refusals)
        shown = Shown(self.pack)
        order = [(self.unit.exports.index(name), of) for name, of in self.names]
        table: dict[tuple[Plain, ...], int] = {}
        for results, weight in row.results:
            assert isinstance(results, tuple)
            key = tuple(_frozen(shown.value(results[at], of)) for at, of in order)
            table[key] = table.get(key, 0) + weight
        return Odds(self.pack, self.event, self.show, table, row.den, ())


def _frozen(value: Plain) -> Plain:
    return value if not isinstance(value, list | dict) else shown_text(value)


def _asked(pack: checked.Pack, event: checked.Event, text: str) -> Checked:
    tree = parse(text)
    if isinstance(tree, Fault):
        raise InputError(f"'{text}': {tree.message}")
    found = check(tree, event.scope, pack)
    if found.faults:
        fault = found.faults[0]
        raise InputError(f"'{text}': {fault.message}" + (f" ({fault.hint})" if fault.hint else ""))
    if isinstance(present(found.core.type), Names | Passes):
        raise InputError(
            f"'{text}': the passes of a loop have no value of their own (write list(p.name for p in {text}))"
        )
    return found


def _longer(
    pack: checked.Pack, event: checked.Event, asked: list[tuple[str, Checked]]
) -> tuple[checked.Pack, list[tuple[str, Type]]]:
    """The pack with the event asked one step more for each formula, and the names to read in the end."""
    outcome: list[tuple[str, Type]] = [] if event.outcome is None else [("outcome", event.outcome)]
    names: list[tuple[str, Type]] = []
    steps: list[checked.Statement] = []
    needs = dict(event.needs)
    for n, (text, found) in enumerate(asked):
        name, tree = f"asked {n}", found.core
        if found.scene:
            needs.setdefault(SCENE, FieldInfo(SCENE, Sheet(SCENE)))
        site = checked.Site(f"events.{event.id}", text, "value", pack.source.events[event.id].meta, event.span)
        steps.append(checked.Let(site, name, checked.Formula(tree, Written(text, NOWHERE))))
        names.append((name, tree.type))
    longer = replace(event, needs=needs, body=(*event.body, *steps), names=(*event.names, *names))
    return replace(pack, events={**pack.events, event.id: longer}), [*outcome, *names]


def _answers(
    pack: checked.Pack, event: checked.Event, choices: Mapping[str, object], policies: Mapping[str, str]
) -> dict[str, checked.Formula | None]:
    known = choice_paths(pack, event)
    answers: dict[str, checked.Formula | None] = {}
    for path in (*choices, *policies):
        if path not in known:
            hint = did_you_mean(path, known)
            raise InputError(f"the event '{event.id}' has no choice '{path}'" + (f" ({hint})" if hint else ""))
    for path in policies:
        if path in choices:
            raise InputError(f"the choice '{path}' has an answer and a policy: give one of them")
    for path, data in choices.items():
        try:
            value = convert(data, known[path].type, kinds_of(pack), path)
        except ValueFault as fault:
            raise InputError(problem(fault)) from None
        answers[path] = checked.Formula(core.Const(value, known[path].type), Written("", NOWHERE))
    for path, text in policies.items():
        tree = parse(text)
        if isinstance(tree, Fault):
            raise InputError(f"the policy '{text}': {tree.message}")
        found = check(tree, known[path].scope, pack, known[path].type)
        if found.faults:
            raise InputError(f"the policy '{text}': {found.faults[0].message}")
        assert found.core.type != UNKNOWN
        owner = known[path].site.path.split(".")[1]
        if found.scene and SCENE not in pack.events[owner].needs:
            raise InputError(f"the policy '{text}' reads the scene, which the event '{owner}' does not")
        answers[path] = checked.Formula(found.core, Written(text, NOWHERE))
    return answers
