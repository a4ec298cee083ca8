"""What is wrong, for a person: the place, one sentence, the line of the file with a mark under it, what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from handhold.diagnostics import Diagnostic
from handhold.report.output import Output, Style
from handhold.report.printable import printable, width
from handhold.report.values import Json
from handhold.source import Span

LineOf = Callable[[str, int], str]
"""Gives a line of a file by the file's shown name and the line's number; empty if it is not known."""

_SHOWN = 100
_PLACES = 3


def no_lines(file: str, line: int) -> str:
    """Knows no line of any file."""
    return ""


def lines_of(texts: Iterable[tuple[str, bytes]]) -> LineOf:
    """The lines of files, by the names that they are shown under. What is no text is never a line."""
    files = {name: data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace").split("\n") for name, data in texts}

    def line_of(file: str, line: int) -> str:
        lines = files.get(file, [])
        return lines[line - 1].removesuffix("\r") if 0 < line <= len(lines) and "\0" not in lines[line - 1] else ""

    return line_of


def diagnostics(out: Output, found: Iterable[Diagnostic], line_of: LineOf = no_lines, *, apart: bool = False) -> None:
    """Adds diagnostics, `apart` with an empty line after each; those that say the same become one with all places."""
    alike: dict[tuple[str, str, str], list[Diagnostic]] = {}
    for each in found:
        alike.setdefault((each.code, each.message, each.hint), []).append(each)
    for first, *others in alike.values():
        diagnostic(out, first, line_of)
        hint(out, _elsewhere([str(other.span) for other in others if other.span]))
        if apart:
            out.line()


def _elsewhere(places: Sequence[str]) -> str:
    if not places:
        return ""
    count = "1 other place" if len(places) == 1 else f"{len(places)} other places"
    shown = places if len(places) <= _PLACES + 1 else [*places[:_PLACES], "…"]
    return f"and at {count}: {', '.join(shown)}"


def diagnostic(out: Output, found: Diagnostic, line_of: LineOf = no_lines) -> None:
    """Adds a diagnostic."""
    style: Style = "bad" if found.severity == "error" else "strong"
    label = out.paint(f"{found.severity}[{found.code}]", style)
    place = f"{printable(str(found.span))}: " if found.span else ""
    out.line(f"{place}{label}: {printable(found.message)}")
    if found.span:
        marked(out, found.span, line_of(found.span.file, found.span.line))
    hint(out, found.hint)


def hint(out: Output, text: str) -> None:
    """Adds what to do, if there is something."""
    if text:
        out.line(f"   = {printable(text)}")


def marked(out: Output, span: Span, line: str) -> None:
    """Adds a line of a file with a mark under the span; nothing if the line is empty."""
    if not line.strip():
        return
    start = min(span.column - 1, len(line))
    end = span.end_column - 1 if span.end_line == span.line else len(line.rstrip())
    left = max(0, min(start - _SHOWN // 2, len(line) - _SHOWN)) if len(line) > _SHOWN else 0
    part = line[left : left + _SHOWN]
    before = printable(line[left:start])
    under = printable(line[start : max(end, start + 1)][: max(1, left + _SHOWN - start)])
    out.line(f"   | {printable(part)}".rstrip())
    out.line("   | " + " " * width(before) + out.paint("^" * max(1, width(under)), "bad"))


def place_json(span: Span | None) -> dict[str, Json]:
    """A place in a file for a program; all of it null where there is none."""
    return {
        "file": span.file if span else None,
        "line": span.line if span else None,
        "column": span.column if span else None,
        "end_line": span.end_line if span else None,
        "end_column": span.end_column if span else None,
    }


def diagnostic_json(found: Diagnostic) -> dict[str, Json]:
    """A diagnostic for a program; the place is null where there is none."""
    span = found.span
    return {
        "severity": found.severity,
        "code": found.code,
        "message": found.message,
        "hint": found.hint,
        **place_json(span),
        "pack": (span.pack or None) if span else None,
    }
