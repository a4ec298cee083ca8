"""What is best at a choice, in a few words: how often each answer, and what it depends on where that is one thing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from handhold import limits
from handhold.language.scope import Live, Value
from handhold.language.types import FLAG, INTEGER, NUMBER, Row, Type, present
from handhold.packs import checked
from handhold.play.compiling.pieces import Layout, State
from handhold.play.result import Shown, shown_text


@dataclass(frozen=True, slots=True)
class Made:
    """A decision as it was made: in what event, what was seen, in which round, the answer, and how likely it is."""

    event: checked.Event
    seen: Layout
    values: State
    round: int
    answer: object
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Rule:
    """What the best answer depends on: a name, and for its values that occur the answer. The values are in the order
    of their type, those next to one another with the same answer together.
    """

    name: str
    cases: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """What is best at a choice.

    `path` leads to it without passes, `by` is whose it is. `times` is how often it comes up on average with more
    than one answer to give, `answers` how often each of them is best. `gain` is what the goal gains if this choice
    alone is played for the best; None where the work was interrupted before, or nothing comes without playing.
    `rule` is what the answer depends on, if that is one thing or nothing (then it has one case and no name); None if
    it is more than one thing, or the choice never comes up.
    """

    path: str
    by: str
    title: str
    times: Fraction
    answers: Mapping[str, Fraction]
    gain: Fraction | None
    rule: Rule | None


def advice(
    pack: checked.Pack, choice: checked.Choose, path: str, made: Sequence[Made], gain: Fraction | None
) -> Advice:
    """What the decisions come to."""
    shown = Shown(pack)
    answers: dict[str, Fraction] = {}
    situations: dict[tuple[tuple[str, object], ...], str] = {}
    types: dict[str, Type] = {"round": INTEGER}
    for each in made:
        answer = shown_text(shown.value(each.answer, choice.type))
        answers[answer] = answers.get(answer, Fraction(0)) + each.chance
        named = [("round", each.round), *zip(each.seen, each.values, strict=True)]
        types.update((name, of) for name in each.seen if (of := _type_of(pack, choice, name)) is not None)
        situations[tuple(named)] = answer
    ordered = MappingProxyType(dict(sorted(answers.items(), key=lambda pair: -pair[1])))
    rule = _rule(shown, situations, types) if made else None
    return Advice(path, choice.by, choice.site.meta.title, sum(answers.values(), Fraction(0)), ordered, gain, rule)


def _type_of(pack: checked.Pack, choice: checked.Choose, name: str) -> Type | None:
    """The type of a name that can be seen where the choice is made, if its values have an order."""
    need, _, field = name.partition(".")
    thing = choice.scope.names.get(need)
    of: Type | None = None
    if isinstance(thing, Value) and not field:
        of = thing.core.type
    elif isinstance(thing, Live) and field in pack.sheets[thing.place.sheet].fields:
        of = pack.sheets[thing.place.sheet].fields[field].type
    kind = None if of is None else present(of)
    return of if isinstance(kind, Row) or kind in (INTEGER, NUMBER, FLAG) else None


def _rule(
    shown: Shown, situations: Mapping[tuple[tuple[str, object], ...], str], types: Mapping[str, Type]
) -> Rule | None:
    every = set(situations.values())
    if len(every) == 1:
        return Rule("", (("", every.pop()),))
    found: list[tuple[int, bool, Rule]] = []
    for name, of in types.items():
        answers = _by(name, situations)
        if answers is not None:
            cases = _cases(shown, answers, of)
            found.append((len(cases), of != FLAG, Rule(name, cases)))
    shortest = min(found, key=lambda each: each[:2], default=None)
    return shortest[2] if shortest is not None and shortest[0] <= limits.RULE_CASES else None


def _by(name: str, situations: Mapping[tuple[tuple[str, object], ...], str]) -> dict[object, str] | None:
    """The answers by the values of a name; None if they depend on more, or the name is not seen everywhere."""
    answers: dict[object, str] = {}
    for situation, answer in situations.items():
        held = dict(situation)
        if name not in held or answers.setdefault(held[name], answer) != answer:
            return None
    return answers


def _cases(shown: Shown, answers: Mapping[object, str], of: Type) -> tuple[tuple[str, str], ...]:
    """The answers along the values in their order, none first."""
    ordered = sorted(answers, key=lambda value: (value is not None, value))
    runs: list[tuple[list[object], str]] = []
    for value in ordered:
        if runs and runs[-1][1] == answers[value]:
            runs[-1][0].append(value)
        else:
            runs.append(([value], answers[value]))
    return tuple((_named(shown, values, of), answer) for values, answer in runs)


def _named(shown: Shown, values: Iterable[object], of: Type) -> str:
    texts = [shown_text(shown.value(value, of)) for value in values]
    several = len(texts) > 1 and texts[0] != "none" and present(of) in (INTEGER, NUMBER)
    return f"{texts[0]} to {texts[-1]}" if several else ", ".join(texts)
