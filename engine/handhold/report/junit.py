"""The cases of packs as JUnit XML, which CI services read."""

from __future__ import annotations

from collections.abc import Sequence

from handhold.golden.verdict import Verdict
from handhold.report.cases import ByPack, WhyOf, failure_lines
from handhold.report.printable import printable


def junit(by_pack: ByPack, why: WhyOf) -> str:
    """One test suite for each pack, one test case for each case."""
    every = [verdict for _, verdicts in by_pack for verdict in verdicts]
    lines = ['<?xml version="1.0" encoding="utf-8"?>', f'<testsuites name="handhold" {_counts(every)}>']
    for pack, verdicts in by_pack:
        lines.append(f'  <testsuite name="{_escaped(pack)}" {_counts(verdicts)}>')
        for verdict in verdicts:
            lines.extend(f"    {line}" for line in _case(pack, verdict, why))
        lines.append("  </testsuite>")
    lines.append("</testsuites>")
    return "\n".join(lines) + "\n"


def _counts(verdicts: Sequence[Verdict]) -> str:
    failed = sum(not verdict.passed for verdict in verdicts)
    return f'tests="{len(verdicts)}" failures="{failed}" errors="0" skipped="0"'


def _case(pack: str, verdict: Verdict, why: WhyOf) -> list[str]:
    case = verdict.case
    place = f'file="{_escaped(case.span.file)}" line="{case.span.line}"'
    head = f'<testcase classname="{_escaped(f"{pack}.{case.file.stem}")}" name="{_escaped(case.id)}" {place}'
    if verdict.passed:
        return [f"{head}/>"]
    told = failure_lines(verdict, why)
    text = "\n".join(map(_escaped, told))
    return [f"{head}>", f'  <failure message="{_escaped(told[0])}">{text}</failure>', "</testcase>"]


def _escaped(text: str) -> str:
    """A text as it stands in XML, on one line; what XML 1.0 cannot hold at all is spelled out by `printable`."""
    text = printable(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return "".join(char if char.isascii() else f"&#{ord(char)};" for char in text)
