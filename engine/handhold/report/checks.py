"""What a check of packs found."""

from __future__ import annotations

from collections.abc import Sequence

from handhold.diagnostics import Diagnostic
from handhold.report import as_json
from handhold.report.faults import LineOf, diagnostic_json, diagnostics
from handhold.report.github import annotation
from handhold.report.output import Output
from handhold.report.printable import printable


def counts(found: Sequence[Diagnostic]) -> tuple[int, int]:
    """How many errors and how many warnings."""
    errors = sum(each.severity == "error" for each in found)
    return errors, len(found) - errors


def check_text(out: Output, pack: str, found: Sequence[Diagnostic], line_of: LineOf) -> None:
    """Every diagnostic, those that are alike as one, then how many there are."""
    diagnostics(out, found, line_of, apart=True)
    errors, warnings = counts(found)
    if not found:
        out.line(f"{printable(pack)}: nothing is wrong.")
        return
    parts = [_several(errors, "error")] if errors else []
    parts += [_several(warnings, "warning")] if warnings else []
    out.line(f"{printable(pack)}: {' and '.join(parts)}.")


def check_json(out: Output, found: Sequence[Diagnostic]) -> None:
    """`check/1`."""
    errors, warnings = counts(found)
    as_json.write(
        out,
        {
            "handhold": "check/1",
            "diagnostics": [diagnostic_json(each) for each in found],
            "errors": errors,
            "warnings": warnings,
        },
    )


def more_text(out: Output, found: Sequence[Diagnostic]) -> None:
    """The closing line: where to read on. Nothing if nothing was found."""
    if found:
        codes = {each.code for each in found}
        code = codes.pop() if len(codes) == 1 else "CODE"
        out.line(f"'handhold explain {code}' says more.")


def check_github(out: Output, found: Sequence[Diagnostic]) -> None:
    """One workflow command of GitHub for each diagnostic: they stand at their lines where a change is looked at."""
    for each in found:
        text = f"{each.message} ({each.hint})" if each.hint else each.message
        annotation(out, each.severity, each.code, each.span, text)


def _several(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
