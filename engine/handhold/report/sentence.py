"""What an event says of itself: the pack's sentence for the outcome with its values filled in, else the outcome."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from handhold.language.checker import check
from handhold.language.faults import Fault
from handhold.language.parser import parse
from handhold.language.types import ListOf, Row, Type, present
from handhold.packs.text import placeholders
from handhold.play.alone import NOT_THERE
from handhold.play.evaluate import Evaluator
from handhold.play.result import Plain, Result, Shown
from handhold.report.printable import printable
from handhold.report.values import value_text


def sentence(result: Result) -> str:
    """One printable sentence; without an outcome, and without a sentence of the pack, the title of the event."""
    title = printable(result.event.meta.title or words(result.event.id))
    reasons = [refusal.reason for refusal in result.refusals if not refusal.scope]
    if reasons:
        return refusal_text(reasons)
    outcome = value_text(result.outcome)
    says = result.event.says
    text = says.get(outcome, says.get("", ""))
    if text:
        return printable(_filled(text, result))
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
        title = result.pack.source.tables[kind.table].rows[outcome].meta.title
        if title:
            return printable(title)
    return words(value_text(outcome))


def words(id: str) -> str:
    """An id as words."""
    return id.replace("_", " ")


def _filled(text: str, result: Result) -> str:
    program = result.program
    if program is None:
        return text
    variables = {**result.given, **result.returned}
    roots = {need: known.type for need, known in result.event.needs.items()}
    evaluator = Evaluator(program, program.units.whole(result.event.id).passes.__getitem__, roots)
    parts: list[str] = []
    at = 0
    for start, end in placeholders(text):
        value = _worked_out(text[start:end], result, evaluator, variables)
        if value is not None:
            parts += (text[at : start - 1], _in_words(*value))
            at = end + 1
    return "".join((*parts, text[at:]))


def _in_words(value: Plain, of: Type) -> str:
    kind = present(of)
    if isinstance(value, list) and isinstance(kind, ListOf):
        return ", ".join(_in_words(each, kind.of) for each in value) or "none"
    return words(value) if isinstance(value, str) and isinstance(kind, Row) else value_text(value)


def _worked_out(
    text: str, result: Result, evaluator: Evaluator, variables: Mapping[str, object]
) -> tuple[Plain, Type] | None:
    """The value of a formula in the names of the event, None if it has none."""
    tree = parse(text)
    if isinstance(tree, Fault):
        return None
    found = check(tree, result.event.scope, result.pack)
    value = NOT_THERE if found.faults else evaluator.try_value(found.core, variables)
    return None if value is NOT_THERE else (Shown(result.pack).value(value, found.core.type), found.core.type)
