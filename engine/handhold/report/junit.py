"""The cases of packs as JUnit XML, which CI services read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from handhold.diagnostics import Diagnostic
from handhold.golden.verdict import Verdict
from handhold.report.cases import WhyOf, failure_lines
from handhold.report.printable import printable


@dataclass(frozen=True, slots=True)
class Suite:
    """A pack as it was named: what is wrong with it and its files of cases, and how its cases went."""

    pack: str
    faults: Sequence[Diagnostic]
    verdicts: Sequence[Verdict]
    why: WhyOf


def junit(suites: Sequence[Suite]) -> str:
    """One test suite for each pack, one test case for each fault and each case."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>', f'<testsuites name="handhold" {_counts(suites)}>']
    for suite in suites:
        lines.append(f'  <testsuite name="{_escaped(suite.pack)}" {_counts([suite])}>')
        for fault in suite.faults:
            lines.extend(f"    {line}" for line in _fault(suite.pack, fault))
        for verdict in suite.verdicts:
            lines.extend(f"    {line}" for line in _case(suite.pack, verdict, suite.why))
        lines.append("  </testsuite>")
    lines.append("</testsuites>")
    return "\n".join(lines) + "\n"


def _counts(suites: Sequence[Suite]) -> str:
    failed = sum(not verdict.passed for suite in suites for verdict in suite.verdicts)
    errors = sum(len(suite.faults) for suite in suites)
    every = errors + sum(len(suite.verdicts) for suite in suites)
    return f'tests="{every}" failures="{failed}" errors="{errors}" skipped="0"'


def _fault(pack: str, fault: Diagnostic) -> list[str]:
    """What is wrong with a file, as the error of a test that bears its code."""
    span = fault.span
    place = f' file="{_escaped(span.file)}" line="{span.line}"' if span else ""
    name = f"{fault.code} line {span.line}" if span else fault.code
    stem = f".{span.file.rpartition('/')[2].partition('.')[0]}" if span else ""
    head = f'<testcase classname="{_escaped(f"{pack}{stem}")}" name="{_escaped(name)}"{place}>'
    return [head, f'  <error message="{_escaped(fault.message)}">{_escaped(str(fault))}</error>', "</testcase>"]


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
