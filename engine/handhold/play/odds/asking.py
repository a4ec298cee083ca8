"""A way of asking for the odds of an event: what answers its choices, and the formulas to be read of it at its end.

Each formula becomes a step after the event's last, under a name that no pack can write.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypedDict

from handhold.language.checker import Checked, check
from handhold.language.faults import Fault
from handhold.language.lower import Namespace
from handhold.language.parser import parse
from handhold.language.types import FLAG, Names, Passes, Row, Sheet, Type, present
from handhold.language.world import SCENE, FieldInfo
from handhold.packs import checked
from handhold.packs.text import show as named
from handhold.play.asked import formulas, frozen, mapping, settings_of, text, texts
from handhold.play.compiling.program import Program, Settings
from handhold.play.compiling.units import Answers
from handhold.play.inputs import InputError, event_of, name_of
from handhold.play.odds.answers import NOWHERE, answered
from handhold.play.problems import sentence
from handhold.source import Written

_LISTED: Final = 12
"""Outcomes that are told at the most."""


class Asked(TypedDict, total=False):
    """What the odds of an event can be asked with.

    Each choice takes its answer from `choices` (by its path without passes, or by its full path in single passes of
    loops), or from the formula that `policies` has for it (by path without passes), else its default. `settings` are
    values by the id of the setting. `show` are formulas in the event's names, whose values are asked for too.
    """

    choices: Mapping[str, object] | None
    policies: Mapping[str, str] | None
    settings: Mapping[str, object] | None
    show: Iterable[str]


@dataclass(frozen=True, slots=True)
class Question:
    """What a caller asks: an event, answers to its choices and formulas that answer them (by path without passes),
    settings, and formulas to be shown.
    """

    event: str
    choices: Mapping[str, object]
    policies: Mapping[str, str]
    settings: Mapping[str, object]
    show: tuple[str, ...]

    @staticmethod
    def of(
        event: str,
        choices: Mapping[str, object] | None = None,
        policies: Mapping[str, str] | None = None,
        settings: Mapping[str, object] | None = None,
        show: Iterable[str] = (),
    ) -> Question:
        """What is asked, as it comes. Raises InputError for what cannot be a question."""
        answers, by_formula = mapping(choices, "choices"), texts(policies, "policies")
        return Question(name_of(event), answers, by_formula, settings_of(settings), formulas(show))

    @property
    def key(self) -> Hashable:
        """Equal for the same question only. Raises InputError for data of a kind that nobody can ask with."""
        parts = (frozen(self.choices, "choices"), frozen(self.settings, "settings"))
        return (self.event, *parts, tuple(self.policies.items()), self.show)


@dataclass(frozen=True, slots=True)
class Asking:
    """An event and what is asked of it.

    `longer` is the pack with the event asked one step more for each formula; `names` are the variables to be read in
    the end, the outcome first if there is one, then one for each of `show`, then one for each condition. `types` are
    those of what is told: of all but the conditions.
    """

    pack: checked.Pack
    event: checked.Event
    longer: checked.Pack
    names: tuple[tuple[str, Type], ...]
    types: tuple[Type, ...]
    show: tuple[str, ...]
    settings: Settings
    answers: Answers

    @staticmethod
    def of(pack: checked.Pack, question: Question, flags: tuple[str, ...] = ()) -> Asking:
        """The way of asking. `flags` are formulas that come to true or false. Raises InputError for what does
        not fit the event.
        """
        event = event_of(pack, question.event)
        ready, answers = answered(pack, event, question.choices, question.policies)
        formulas = [(show, asked(pack, event, show, None)) for show in question.show]
        formulas += [(flag, asked(pack, event, text(flag, "a condition"), FLAG)) for flag in flags]
        longer, names = _longer(ready, ready.events[event.id], formulas)
        types = tuple(of for _, of in names[: len(names) - len(flags)])
        return Asking(
            pack, event, longer, tuple(names), types, question.show, Settings.of(pack, question.settings), answers
        )

    def program(
        self, played: frozenset[str] = frozenset(), *, run: bool = False, space: Namespace | None = None
    ) -> Program:
        """The event compiled: for odds, with choices that are `played` for the best, or for runs; `space` as there."""
        return Program(self.longer, self.settings, run=run, answers=self.answers, played=played, space=space)

    @property
    def needed(self) -> frozenset[str]:
        """The names that are to be read."""
        return frozenset(name for name, _ in self.names)


def asked(pack: checked.Pack, event: checked.Event, formula: str, slot: Type | None) -> Checked:
    """A formula in the names that an event leaves. Raises InputError for what is none, or has no value."""
    tree = parse(formula)
    if isinstance(tree, Fault):
        raise InputError(f"'{named(formula)}': {sentence(tree)}")
    found = check(tree, event.scope, pack, slot)
    if found.faults:
        fault = found.faults[0]
        hint = "" if slot != FLAG else _of_outcomes(pack, event, formula, fault)
        raise InputError(f"'{named(formula)}': {sentence(replace(fault, hint=hint or fault.hint))}")
    if isinstance(present(found.core.type), Names | Passes):
        raise InputError(
            f"'{named(formula)}': the passes of a loop have no value of their own "
            f"(write list(p.name for p in {formula}))"
        )
    return found


def _of_outcomes(pack: checked.Pack, event: checked.Event, formula: str, fault: Fault) -> str:
    """What to write in a condition where an outcome stands alone, or a name that is none; empty for other faults."""
    kind = None if event.outcome is None else present(event.outcome)
    if not isinstance(kind, Row):
        return ""
    ids = tuple(pack.tables[kind.table].rows)[:_LISTED]
    name = formula[fault.start : fault.end]
    if fault.code == "wrong-type":
        return f"write 'outcome is {ids[0]}' or another of: {', '.join(ids[1:])}" if name == "outcome" else ""
    if fault.code != "unknown-name":
        return ""
    if name in pack.tables[kind.table].rows:
        return f"write 'outcome is {name}'"
    alone = name == formula.strip() and not fault.hint.startswith("did you mean")
    return f"the outcomes are: {', '.join(ids)}" if alone else ""


def _longer(
    pack: checked.Pack, event: checked.Event, asked: list[tuple[str, Checked]]
) -> tuple[checked.Pack, list[tuple[str, Type]]]:
    """The pack with the event asked one step more for each formula, and the names to read in the end."""
    outcome: list[tuple[str, Type]] = [] if event.outcome is None else [("outcome", event.outcome)]
    names: list[tuple[str, Type]] = []
    steps: list[checked.Statement] = []
    needs = dict(event.needs)
    for n, (formula, found) in enumerate(asked):
        name, tree = f"asked {n}", found.core
        if found.scene:
            needs.setdefault(SCENE, FieldInfo(SCENE, Sheet(SCENE)))
        site = checked.Site(f"events.{event.id}", formula, "value", pack.source.events[event.id].meta, event.span)
        steps.append(checked.Let(site, name, checked.Formula(tree, Written(formula, NOWHERE))))
        names.append((name, tree.type))
    longer = replace(event, needs=needs, body=(*event.body, *steps), names=(*event.names, *names))
    return replace(pack, events={**pack.events, event.id: longer}), [*outcome, *names]
