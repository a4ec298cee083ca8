"""How a pack's cases went, in text and in JSON."""

from __future__ import annotations

from collections.abc import Sequence

from handhold.golden.cases import Case
from handhold.golden.compare import Difference
from handhold.report import as_json
from handhold.report.output import Output
from handhold.report.printable import printable
from handhold.report.values import Json

Outcome = tuple[Case, tuple[Difference, ...]]
"""A case, and what is not as it expects."""


def failures_text(out: Output, pack: str, outcomes: Sequence[Outcome]) -> None:
    """Every case that fails, with each leaf that is not as expected."""
    for case, differences in outcomes:
        if not differences:
            continue
        title = f" ({printable(case.title)})" if case.title else ""
        out.line(out.paint(f"{printable(str(case.span))}: {printable(pack)}: {case.id}{title}", "bad"))
        for each in differences:
            out.line(f"  {printable(each.path)}: expected {printable(each.expected)}, got {printable(each.got)}")


def counts_text(out: Output, outcomes: Sequence[Outcome]) -> None:
    """The closing line: `N passed, N failed`."""
    failed = sum(1 for _, differences in outcomes if differences)
    out.line(f"{len(outcomes) - failed} passed, {failed} failed")


def cases_json(out: Output, by_pack: Sequence[tuple[str, Sequence[Outcome]]]) -> None:
    """`test/1`."""
    failed = sum(1 for _, outcomes in by_pack for _, differences in outcomes if differences)
    passed = sum(len(outcomes) for _, outcomes in by_pack) - failed
    cases: list[Json] = [
        {
            "pack": pack,
            "case": case.id,
            "file": case.span.file,
            "line": case.span.line,
            "passed": not differences,
            "differences": [{"path": each.path, "expected": each.expected, "got": each.got} for each in differences],
        }
        for pack, outcomes in by_pack
        for case, differences in outcomes
    ]
    as_json.write(out, {"handhold": "test/1", "cases": cases, "passed": passed, "failed": failed})
