"""A file as text: decoded, its characters looked over, and every offset a place.

What stands here is known before YAML is asked, so both of PyYAML's loaders see text on which they agree.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate, islice
from operator import sub

from handhold import limits
from handhold.diagnostics import Diagnostic
from handhold.source import Span

_BOM = b"\xef\xbb\xbf"
_FAULTS_SHOWN = 50
"""Faulty characters reported for one file: the rest is more of the same."""

_SPACES = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
ODD_SPACE = re.compile(f"[{_SPACES}]")
"""A space that is not the space of the keyboard."""

_TAB = "\t"
_HIDDEN = (
    "\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\ue000-\uf8ff\ufff9-\ufffb\U000e0000-\U000e007f"
)
_FORBIDDEN = re.compile(f"[\x00-\x08\t\x0b-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff{_HIDDEN}]")
_ODD_LAYOUT = re.compile(f"^ *(?:- )*(?:[\\w.-]+ *:)?([{_SPACES}])", re.MULTILINE)
_HIDDEN_CHARACTER = re.compile(f"[{_HIDDEN}]")


class FileText:
    """The text of one file; `text` has a line feed for every line end, and no byte order mark."""

    __slots__ = ("_starts", "file", "pack", "text", "variant")

    def __init__(self, text: str, file: str, pack: str = "", variant: str = "") -> None:
        self.text = text
        self.file = file
        self.pack = pack
        self.variant = variant
        self._starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))][:-1]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column (from 1) of an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def span(self, start: int, end: int) -> Span:
        """The range of `text[start:end]`."""
        starts = self._starts
        line = bisect_right(starts, start)
        column = start - starts[line - 1] + 1
        if end <= start:
            return Span(self.file, line, column, line, column, self.pack, self.variant)
        end_line = line if line == len(starts) or end < starts[line] else bisect_right(starts, end)
        return Span(self.file, line, column, end_line, end - starts[end_line - 1] + 1, self.pack, self.variant)

    def line(self, number: int) -> str:
        """The line `number` (from 1), without its end; empty if there is none."""
        if not 1 <= number <= len(self._starts):
            return ""
        start = self._starts[number - 1]
        end = self._starts[number] - 1 if number < len(self._starts) else len(self.text)
        return self.text[start:end]

    def longest_line(self) -> tuple[int, int]:
        """Number and length of the longest line."""
        lengths = list(map(sub, (*self._starts[1:], len(self.text) + 1), self._starts))
        length = max(lengths)
        return lengths.index(length) + 1, length - 1

    def start_of(self, number: int) -> int:
        """The offset at which line `number` (from 1) begins."""
        return self._starts[min(max(number, 1), len(self._starts)) - 1]


def decode(data: bytes, file: str, pack: str = "", variant: str = "") -> tuple[FileText | None, tuple[Diagnostic, ...]]:
    """The text of a file, or None with what keeps it from being read; a faulty character is one fault a line."""
    top = Span(file, 1, 1, 1, 1, pack)
    if len(data) > limits.FILE_BYTES:
        message = f"the file has {len(data):,} bytes, and {limits.FILE_BYTES:,} are allowed"
        return None, (Diagnostic("too-big", message, top, "split it into several files of the same folder"),)
    body = data.removeprefix(_BOM)
    if b"\0" in body:
        hint = "packs are text in UTF-8: save the file as 'UTF-8' in the editor"
        return None, (Diagnostic("unreadable", "the file is not text", top, hint),)
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as fault:
        return None, (_not_utf8(body, fault.start, file, pack),)
    text = text.replace("\r\n", "\n")
    source = FileText(text, file, pack, variant)
    found = tuple(islice(_faulty_characters(source), _FAULTS_SHOWN))
    if found:
        return None, found
    number, length = source.longest_line()
    if length > limits.LINE_LENGTH:
        start = source.start_of(number)
        message = f"the line has {length:,} characters, and {limits.LINE_LENGTH:,} are allowed"
        return None, (Diagnostic("too-big", message, source.span(start, start), "break it into several lines"),)
    return source, ()


def _not_utf8(body: bytes, offset: int, file: str, pack: str) -> Diagnostic:
    line = body.count(b"\n", 0, offset) + 1
    before = body[body.rfind(b"\n", 0, offset) + 1 : offset]
    column = len(before.decode("utf-8", "replace")) + 1
    message = f"the byte {body[offset]:#04x} is not UTF-8 text"
    hint = "save the file as 'UTF-8' in the editor"
    return Diagnostic("unreadable", message, Span(file, line, column, line, column + 1, pack), hint)


def _faulty_characters(source: FileText) -> Iterator[Diagnostic]:
    """The first faulty character of each line, and odd spaces where the layout of YAML needs real ones."""
    match = _FORBIDDEN.search(source.text)
    while match:
        message, hint = _words_for(match.group())
        yield Diagnostic("look-alike", message, source.span(match.start(), match.end()), hint)
        line_end = source.text.find("\n", match.end())
        match = _FORBIDDEN.search(source.text, line_end) if line_end >= 0 else None
    for match in _ODD_LAYOUT.finditer(source.text):
        code_point = f"U+{ord(match.group(1)):04X}"
        message = f"a no-break or other special space ({code_point}) stands where YAML needs an ordinary space"
        yield Diagnostic(
            "look-alike", message, source.span(match.start(1), match.end(1)), "type it again with the space bar"
        )


def _words_for(char: str) -> tuple[str, str]:
    code_point = f"U+{ord(char):04X}"
    if char == _TAB:
        return "a tab character", "use spaces: tabs look different in every editor, and YAML does not allow them"
    if char in "\u2028\u2029\x0b\x0c\x85\r":
        return f"a line end of an unusual kind ({code_point})", "delete it and press Enter"
    if _HIDDEN_CHARACTER.match(char):
        return (
            f"a character that cannot be seen ({code_point})",
            "delete it: it changes what the text means or looks like",
        )
    return f"a control character ({code_point})", "delete it"
