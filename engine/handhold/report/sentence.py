"""What an event says of itself: the pack's sentence for the outcome with its values filled in, else the outcome."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from handhold.language.types import ListOf, Row, Type, present
from handhold.play.filled import NOT_THERE
from handhold.play.shown import Plain, Shown
from handhold.report.printable import printable
from handhold.report.values import value_text

if TYPE_CHECKING:
    from handhold.play.filled import Saying
    from handhold.play.result import Result


def sentence(result: Result) -> str:
    """One printable sentence; without an outcome, and without a sentence of the pack, the title of the event."""
    title = printable(result.ready.title or words(result.event.id))
    reasons = [refusal.reason for refusal in result.refusals if not refusal.scope]
    if reasons:
        return refusal_text(reasons)
    outcome = value_text(result.outcome)
    saying = result.behind.saying(outcome)
    if saying:
        return printable(_filled(saying, result))
    return title if result.outcome is None else f"{title}: {outcome_words(result)}."


def refusal_text(reasons: Sequence[str]) -> str:
    """The refusal of an event: its first reason, and how many more there are."""
    more = len(reasons) - 1
    others = f" (and {more} more reason{'s' if more > 1 else ''})" if more else ""
    return f"Not possible: {printable(reasons[0])}{others}"


def outcome_words(result: Result) -> str:
    """The outcome in words: the title of its row, else its id without underscores."""
    of = result.event.outcome
    outcome = result.outcome
    kind = None if of is None else present(of)
    if isinstance(kind, Row) and isinstance(outcome, str):
        title = result.behind.title_of(outcome)
        if title:
            return printable(title)
    return words(value_text(outcome))


def words(id: str) -> str:
    """An id as words."""
    return id.replace("_", " ")


def left_out(result: Result) -> list[str]:
    """What the sentence lacks: a line for each of its formulas that has no value."""
    if any(not refusal.scope for refusal in result.refusals):
        return []
    variables = {**result.given, **result.returned}
    parts = (part for part in result.behind.saying(value_text(result.outcome)) or () if not isinstance(part, str))
    lacking = [part.text for part in parts if result.ready.worked_out(part, variables) is NOT_THERE]
    return [f"the sentence has no value for {printable(text)}" for text in lacking]


def _filled(saying: Saying, result: Result) -> str:
    variables = {**result.given, **result.returned}
    shown = Shown(result.ready.kinds)
    parts: list[str] = []
    for part in saying:
        if isinstance(part, str):
            parts.append(part)
            continue
        value = result.ready.worked_out(part, variables)
        parts.append(part.text if value is NOT_THERE else _in_words(shown.value(value, part.of), part.of))
    return "".join(parts)


def _in_words(value: Plain, of: Type) -> str:
    kind = present(of)
    if isinstance(value, list) and isinstance(kind, ListOf):
        return ", ".join(_in_words(each, kind.of) for each in value) or "none"
    return words(value) if isinstance(value, str) and isinstance(kind, Row) else value_text(value)
