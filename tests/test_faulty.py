"""Faulty packs, one fault a file: what is reported is what the comment on the faulty line expects, and nothing else.

`# expect: CODE at 'TEXT'` at the end of the faulty line (or `# expect below:` on the line above it, where a comment
cannot stand) names the code, and the text that the mark stands under.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import handhold
from handhold.diagnostics import CODES, Diagnostic
from handhold.source import Span
from tests.messages import Template, templates

FOLDER = Path(__file__).parent / "faulty"
EXPECTED = re.compile(r"# expect(?P<below> below)?: (?P<code>[a-z-]+)(?: at '(?P<text>.*)')?$")


@dataclass(frozen=True, slots=True)
class Expected:
    """What a comment expects: the file's name, the line, the code and the marked text (None: not said)."""

    file: str
    line: int
    code: str
    text: str | None


def faulty() -> list[Path]:
    """Every faulty pack: a file, or a folder with a pack.yaml."""
    return sorted(path for path in FOLDER.iterdir() if path.suffix in (".yaml", ".yml", ".txt") or path.is_dir())


def files_of(path: Path) -> list[Path]:
    return sorted(inner for inner in path.rglob("*") if inner.is_file()) if path.is_dir() else [path]


def lines_of(path: Path) -> list[str]:
    return path.read_bytes().removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace").replace("\r\n", "\n").split("\n")


def expectations(path: Path) -> Iterator[Expected]:
    for file in files_of(path):
        for number, line in enumerate(lines_of(file), 1):
            if found := EXPECTED.search(line):
                yield Expected(file.name, number + bool(found["below"]), found["code"], found["text"])


@cache
def found_in(path: Path) -> tuple[Diagnostic, ...]:
    return handhold.check(path)


def marked(path: Path, span: Span) -> str:
    """The text that a span marks, on one line."""
    file = next(file for file in files_of(path) if span.file.endswith(file.name))
    lines = lines_of(file)[span.line - 1 : span.end_line]
    if not lines:
        return ""
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return " ".join(" ".join(lines).split())


@pytest.mark.parametrize("path", faulty(), ids=lambda path: path.name)
def test_just_the_expected_fault_is_found(path: Path) -> None:
    expected = list(expectations(path))
    assert len(expected) == 1, "one fault a file"
    (wanted,) = expected
    found = found_in(path)
    assert [(each.code, each.span and (each.span.file.rpartition("/")[2], each.span.line)) for each in found] == [
        (wanted.code, (wanted.file, wanted.line))
    ], "\n".join(map(str, found))
    (fault,) = found
    assert fault.span is not None
    if wanted.text is not None:
        assert marked(path, fault.span) == wanted.text, fault
