"""How a pack's cases went, in text, in JSON and as annotations: each leaf, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from handhold.golden.behind import Behind
from handhold.golden.causes import Cause
from handhold.golden.verdict import Change, Group, Verdict, grouped, leaves
from handhold.report import as_json
from handhold.report.output import Output
from handhold.report.printable import printable
from handhold.report.values import Json
from handhold.source import Span

WhyOf = Callable[[Verdict, str], tuple[Behind, ...]]
"""Gives what stands behind a leaf that a case expects otherwise."""

ByPack = Sequence[tuple[str, Sequence[Verdict]]]
"""The packs as they were named, with how their cases went."""

_CASES, _LEAVES, _CAUSES, _PLACES, _BEHIND = 20, 12, 5, 3, 8
_ORDER = ("outcome", "refused", "odds", "state", "values", "rolls")


def failures_text(out: Output, pack: str, verdicts: Sequence[Verdict], why: WhyOf) -> None:
    """The cases that fail, those that fail alike together, up to a number of different ones.

    First come those that are not as written by hand, then changes of goldens.
    """
    wrong = _alike([verdict for verdict in verdicts if verdict.differences])
    for first, *others in wrong[:_CASES]:
        _one(out, pack, first, failure_lines(first, why))
        if others:
            more = f" and {len(others) - _PLACES:,} more" if len(others) > _PLACES else ""
            out.line(f"  alike: {', '.join(each.case.id for each in others[:_PLACES])}{more}")
    groups = grouped([verdict for verdict in verdicts if not verdict.passed])
    for group in groups[:_CASES]:
        if len(group.verdicts) == 1:
            _one(out, pack, group.first, failure_lines(group.first, why))
        else:
            out.line(out.paint(f"{printable(pack)}: {group_text(group)}", "bad"))
            for line in group_lines(group):
                out.line(f"  {line}")
    left = sum(map(len, wrong[_CASES:])) + sum(len(group.verdicts) for group in groups[_CASES:])
    if left:
        out.line(f"… and {left:,} more cases fail: -k WORD chooses some, --format json tells all")


def _alike(verdicts: Sequence[Verdict]) -> list[list[Verdict]]:
    """The cases that expect something else, those with the same differences together."""
    found: dict[tuple[object, ...], list[Verdict]] = {}
    for verdict in verdicts:
        # a fault of the rules is the same whatever the values were
        key = tuple((each.path, each.expected, each.got.partition(", where ")[0]) for each in verdict.differences)
        found.setdefault((key, verdict.case.event), []).append(verdict)
    return list(found.values())


def _one(out: Output, pack: str, verdict: Verdict, lines: Sequence[str]) -> None:
    case = verdict.case
    title = f" ({printable(case.title)})" if case.title else ""
    out.line(out.paint(f"{printable(str(case.span))}: {printable(pack)}: {case.id}{title}", "bad"))
    for line in lines:
        out.line(f"  {line}")


def failure_lines(verdict: Verdict, why: WhyOf) -> list[str]:
    """Why a case failed, a line for each leaf, with what stands behind it."""
    lines: list[str] = []
    told: set[Behind] = set()
    for each in verdict.differences[:_LEAVES]:
        lines.append(f"{printable(each.path)}: expected {printable(each.expected)}, got {printable(each.got)}")
        for step in () if verdict.causes else why(verdict, each.path)[:_BEHIND]:
            if step not in told:
                told.add(step)
                lines.append(f"  {printable(str(step.span))}: {printable(step.path)}: {printable(step.text)}")
    if len(verdict.differences) > _LEAVES:
        lines.append(f"… and {len(verdict.differences) - _LEAVES} more")
    if verdict.missing:
        lines.append("there is no golden yet")
    lines.extend(_limited([_change_line(each) for each in ordered(verdict.changes)], _LEAVES))
    if verdict.reworded:
        lines.append("the same result, by rules that read otherwise")
    lines.extend(_limited([cause_text(each) for each in verdict.causes], _CAUSES))
    if verdict.changes and not verdict.causes:
        others = "the case itself was changed, or Handhold"
        lines.append(f"no rule that the case came to reads otherwise: {others}")
    return lines


def ordered(changes: Sequence[Change]) -> list[Change]:
    """Changes as a person looks at them: the outcome first."""
    order = {section: number for number, section in enumerate(_ORDER)}
    return sorted(changes, key=lambda each: order.get(each.path.split(".")[0], len(order)))


def _change_line(change: Change) -> str:
    by = f" ({change.by})" if change.by else ""
    return f"{printable(change.path)}: was {printable(change.before)}, is {printable(change.after)}{by}"


def diff_lines(verdict: Verdict) -> list[str]:
    """What is pending for a case, whole: each leaf that is another one, or all of a result that has no golden."""
    if verdict.missing and verdict.now is not None:
        return [printable(f"{path}: {text}") for path, text in leaves(verdict.now.result)]
    return [_change_line(each) for each in ordered(verdict.changes)]


def cause_text(cause: Cause) -> str:
    """A cause in a sentence, with its place."""
    place = f"{printable(str(cause.span))}: " if cause.span is not None else ""
    path = printable(cause.path)
    match cause.kind:
        case "reworded":
            return f"{place}{path} is {printable(cause.text)}, was {printable(cause.was)}"
        case "gone":
            return f"{path} is no longer there, was {printable(cause.was)}"
        case "before":
            return f"{place}{path} applied before"
        case "now":
            return f"{place}{path} applies now"


def group_text(group: Group) -> str:
    """A group in one line: `38 cases: state.climber.exhaustion +5, from tables.distances.rows.long.exhaustion`."""
    count = len(group.verdicts)
    cases = "1 case" if count == 1 else f"{count} cases"
    if group.first.missing:
        return f"{cases}: no golden yet"
    alike = all(
        [each.path for each in verdict.changes] == [each.path for each in group.first.changes]
        for verdict in group.verdicts
    )
    told = dict.fromkeys(
        f"{each.path if alike else each.leaf} {each.by or f'{each.before} → {each.after}'}"
        for each in ordered(group.first.changes)
    )
    leaves = list(told) or ["the same results"]
    causes = [cause.path for cause in group.first.causes]
    origin = f", from {_few(causes)}" if causes else ""
    return printable(f"{cases}: {_few(leaves)}{origin}")


def group_lines(group: Group) -> list[str]:
    """What is told of a group below its line: causes with their places, and the first of its cases."""
    verdicts = group.verdicts
    lines = _limited([cause_text(each) for each in group.first.causes], _CAUSES)
    lines.extend(f"{printable(str(each.case.span))}: {each.case.id}" for each in verdicts[:_PLACES])
    if len(verdicts) > _PLACES:
        lines.append(f"… and {len(verdicts) - _PLACES} more")
    return lines


def _few(texts: Sequence[str]) -> str:
    more = f" and {len(texts) - _PLACES} more" if len(texts) > _PLACES else ""
    return ", ".join(texts[:_PLACES]) + more


def _limited(lines: list[str], most: int) -> list[str]:
    return lines if len(lines) <= most else [*lines[:most], f"… and {len(lines) - most} more"]


def counts_text(out: Output, verdicts: Sequence[Verdict]) -> None:
    """The closing line: `N passed, N failed`."""
    failed = sum(not verdict.passed for verdict in verdicts)
    out.line(f"{len(verdicts) - failed} passed, {failed} failed")


# -- for programs ---------------------------------------------------------------------------------


def cases_json(out: Output, by_pack: ByPack, more: dict[str, Json]) -> None:
    """`test/1`; `more` is what else it holds."""
    failed = sum(not verdict.passed for _, verdicts in by_pack for verdict in verdicts)
    passed = sum(len(verdicts) for _, verdicts in by_pack) - failed
    cases: list[Json] = [_case_json(pack, verdict) for pack, verdicts in by_pack for verdict in verdicts]
    as_json.write(out, {"handhold": "test/1", "cases": cases, "passed": passed, "failed": failed, **more})


def _case_json(pack: str, verdict: Verdict) -> dict[str, Json]:
    case = verdict.case
    return {
        "pack": pack,
        "case": case.id,
        "file": case.span.file,
        "line": case.span.line,
        "passed": verdict.passed,
        "differences": [
            {"path": each.path, "expected": each.expected, "got": each.got} for each in verdict.differences
        ],
        "golden": _golden_word(verdict),
        "changes": [{"path": each.path, "was": each.before, "is": each.after} for each in ordered(verdict.changes)],
        "causes": [_cause_json(each) for each in verdict.causes],
    }


def _golden_word(verdict: Verdict) -> str:
    if verdict.missing:
        return "missing"
    if not verdict.held:
        return "none"
    return "changed" if verdict.changes else "reworded" if verdict.reworded else "same"


def _cause_json(cause: Cause) -> dict[str, Json]:
    return {
        "kind": cause.kind,
        "path": cause.path,
        "was": cause.was,
        "is": cause.text,
        "file": cause.span.file if cause.span else None,
        "line": cause.span.line if cause.span else None,
    }


def notices(pack: str, verdicts: Sequence[Verdict], why: WhyOf) -> Iterator[tuple[Span, str, str]]:
    """What stands beside the lines of a change: place, title, message; a group once, at its first cause."""
    for verdict in verdicts:
        if verdict.differences:
            yield verdict.case.span, f"{pack}: {verdict.case.id}", "\n".join(failure_lines(verdict, why))
    for group in grouped([verdict for verdict in verdicts if not verdict.passed]):
        span = next((cause.span for cause in group.first.causes if cause.span), group.first.case.span)
        yield span, f"{pack}: {group_text(group)}", "\n".join(group_lines(group))
