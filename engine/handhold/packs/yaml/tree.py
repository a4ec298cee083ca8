"""Scalars and brackets, as they come, to a tree of nodes, with all that is wrong on the way.

Knows nothing of PyYAML: it is told where a thing begins and ends in the text, and takes everything else from there.
Where YAML has cut a formula in pieces at a comma, the pieces are found here and put together again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from handhold import limits
from handhold.diagnostics import Diagnostic, and_more
from handhold.language.words import MEANT
from handhold.packs.scalars import FLAG_WORDS, Plain, Style, blanked, look_alike, number_hint, too_long, value_of
from handhold.packs.text import show
from handhold.packs.yaml import yaml_faults
from handhold.packs.yaml.file_text import ODD_SPACE, FileText
from handhold.packs.yaml.nodes import Key, Mapping, Node, Scalar
from handhold.packs.yaml.nodes import Sequence as SequenceNode
from handhold.source import Span, Written

_Placed = tuple[Node, int, int]
"""A node and the offsets of its slice."""

_SLICE: Final = limits.TEXT_LENGTH
"""A collection longer than this keeps no text of its own: nobody prints it, and nested slices would add up."""

_PARTS: Final = 20
"""So many keys at the most are taken for parts of the entry before them."""

_COMMENT = re.compile(r" +#")
_UNSPACED_COMMENT = re.compile(r" +(#[^\s#!])")
_ID = re.compile(r"[a-z][a-z0-9_]*")
_NO_KEYS = frozenset({"null", "true", "false"})
_GLUED = re.compile(r"(?P<key>[\w.-]+)(?P<colon>:)(?P<value>[^\s:/])")
_GLUED_BRACKET = re.compile(r"(?P<key>[\w.-]+)(?P<colon>:| +)(?P<value>[{\[])")
_COLON_BEHIND = re.compile(r"[ \n]*:")


class Stop(Exception):
    """Reading cannot go on; the fault is reported already."""


class _Frame:
    """A collection that is being read: keys and values of a mapping take turns in `parts`."""

    __slots__ = ("flow", "is_mapping", "parts", "start")

    def __init__(self, is_mapping: bool, flow: bool, start: int) -> None:
        self.is_mapping = is_mapping
        self.flow = flow
        self.start = start
        self.parts: list[_Placed] = []


class Tree:
    """The tree of one file while it grows: `root` is there when the last collection is closed.

    `ended` is the fault that ended the reading, if there was one. What begins in one of the ranges `blotted` is known
    to be faulty.
    """

    def __init__(self, source: FileText, blotted: Sequence[range] = ()) -> None:
        self.source = source
        self.root: Node | None = None
        self.found: list[Diagnostic] = []
        self.ended: Diagnostic | None = None
        self._blotted = blotted
        self._text = source.text
        self._stack: list[_Frame] = []
        self._nodes = 0
        self._warnings = 0

    # -- faults -----------------------------------------------------------------------------------

    def report(self, code: str, message: str, start: int, end: int, hint: str = "") -> None:
        """Adds a fault at `text[start:end]`."""
        self.found.append(Diagnostic(code, message, self.source.span(start, end), hint))

    def end_with(self, fault: Diagnostic) -> None:
        """Adds a fault that ends the reading, and drops what was found from its line on: that may follow from it."""
        line = fault.span.line if fault.span else 1
        self.found = [known for known in self.found if known.span and known.span.line < line]
        self._warnings = sum(known.severity == "warning" for known in self.found)
        self.found.append(fault)
        self.ended = fault

    def innermost_bracket(self) -> int | None:
        """Where the innermost open bracket stands, None if there is none."""
        return next((frame.start for frame in reversed(self._stack) if frame.flow), None)

    # -- what comes -------------------------------------------------------------------------------

    def open(self, is_mapping: bool, flow: bool, start: int) -> None:
        """A collection begins. Raises Stop if there are too many nodes, levels or faults."""
        self._count(start)
        if len(self._stack) >= limits.NESTING:
            message = f"more than {limits.NESTING} levels of keys and lists inside one another"
            self.report("too-big", message, start, start, "write it flatter")
            raise Stop
        self._stack.append(_Frame(is_mapping, flow, start))

    def scalar(self, text: str, start: int, end: int, style: Style, faulty: bool = False) -> None:
        """A scalar stands at `text[start:end]`. Raises Stop if there are too many nodes or faults, or where the loaders
        part.
        """
        self._count(start)
        if any(start in blot for blot in self._blotted):
            text, faulty = "", True
        if style in ("literal", "folded"):
            # The loaders end a block text in different places among the empty lines behind it.
            end = start + len(self._text[start:end].rstrip())
            self._check_header(start)
        elif style == "plain" and not faulty:
            self._check_flow(start, end)
        length = max(len(text), end - start)
        if len(text) > limits.TEXT_LENGTH or length > 4 * limits.TEXT_LENGTH:
            message = f"the text has {length:,} characters, and {limits.TEXT_LENGTH:,} are allowed"
            self.report("too-big", message, start, start, "make it shorter, or break it up")
            faulty = True
        self._add(self._scalar(text, start, end, style, faulty), start, end)

    def close(self, end: int) -> None:
        """The innermost collection ends, at `end`: behind its bracket, if it has one. Raises Stop if there are
        too many faults.
        """
        frame = self._stack.pop()
        start = frame.start
        if not frame.flow:
            end = max((part[2] for part in frame.parts[-2:]), default=start)
        written = Written(self._text[start:end] if end - start <= _SLICE else "", self.source.span(start, end))
        if frame.is_mapping:
            self._add(Mapping(self._entries(frame), written), start, end)
        else:
            self._add(SequenceNode(self._items(frame), written), start, end)

    def _count(self, start: int) -> None:
        self._nodes += 1
        self._stop_past_most()
        if self._nodes > limits.NODES:
            self.report(
                "too-big", f"more than {limits.NODES:,} keys and values in one file", start, start, "split the file"
            )
            raise Stop

    def _stop_past_most(self) -> None:
        if len(self.found) - self._warnings >= limits.FAULTS:
            self.found.append(and_more(self.found[-1].span))
            raise Stop

    def _add(self, node: Node, start: int, end: int) -> None:
        if self._stack:
            self._stack[-1].parts.append((node, start, end))
        else:
            self.root = self._checked(node)

    # -- scalars ----------------------------------------------------------------------------------

    def _scalar(self, text: str, start: int, end: int, style: Style, faulty: bool) -> Scalar:
        written = self._text[start:end]
        if style != "plain":
            blank, escaped = blanked(written, style)
            return Scalar(text, text, Written(blank, self.source.span(start, end)), style, escaped, False, faulty)
        value: Plain = text if faulty else value_of(text)
        commented = self._text.startswith(" ", end) and _COMMENT.match(self._text, end) is not None
        return Scalar(value, text, Written(written, self.source.span(start, end)), style, False, commented, faulty)

    def _check_header(self, start: int) -> None:
        line = self._text[start + 1 : self._text.find("\n", start)]
        header = line.split("#")[0]
        if "#" in line and not header.endswith(" "):
            self.end_with(yaml_faults.lead(self.source, start))
            raise Stop
        if any(char.isdigit() for char in header):
            sign = self._text[start]
            message = f"'{sign}' with a number behind it means a text of that indentation"
            hint = f"write {sign} or {sign}- alone; put quotes around a text or formula that begins with {sign}"
            self.report("yaml-feature", message, start, start + len(header) + 1, hint)

    def _check_flow(self, start: int, end: int) -> None:
        """Stops where the two loaders part: a colon without a space inside brackets."""
        if not (self._stack and self._stack[-1].flow):
            return
        behind = self._text[end : end + 2]
        if behind[:1] == ":" and behind[1:] in tuple(",[]{}"):
            self.end_with(yaml_faults.glued_colon(self.source, end))
            raise Stop

    def _checked(self, node: Node) -> Node:
        """The node; a scalar that reads differently from what it looks like is reported and marked as faulty."""
        if not isinstance(node, Scalar) or node.faulty or node.style != "plain":
            return node
        self._stop_past_most()
        if found := look_alike(node.text):
            self.found.append(Diagnostic("look-alike", show(found[0], 200), node.span, show(found[1], 200)))
        elif too_long(node.text):
            message = f"the number has more than {limits.DIGITS} digits"
            self.found.append(Diagnostic("too-big", message, node.span, "make it shorter"))
        else:
            if node.commented:
                self._check_comment(node.span)
            return node
        return Scalar(node.value, node.text, node.written, node.style, node.escaped, node.commented, faulty=True)

    def _check_comment(self, span: Span) -> None:
        behind = self.source.start_of(span.end_line) + span.end_column - 1
        comment = _UNSPACED_COMMENT.match(self._text, behind)
        if comment:
            word = show(self._text[comment.start(1) : self._text.find("\n", behind)], 30)
            where = self.source.span(comment.start(1), comment.end(1))
            message = f"'{word}' is a comment: YAML does not read it as part of the text"
            hint = "put quotes around the text; a comment is written '# like this', with a space"
            self.found.append(Diagnostic("look-alike", message, where, hint, "warning"))
            self._warnings += 1

    # -- collections ------------------------------------------------------------------------------

    def _items(self, frame: _Frame) -> tuple[Node, ...]:
        kept = self._joined(frame.parts) if frame.flow else (node for node, _, _ in frame.parts)
        return tuple(self._checked(node) for node in kept)

    def _joined(self, parts: list[_Placed]) -> Iterator[Node]:
        """The items of a list in brackets; pieces of one text with a comma in parentheses become one faulty item."""
        position = 0
        while position < len(parts):
            node, start, end = parts[position]
            position += 1
            depth = _open_parentheses(node)
            if depth <= 0:
                yield node
                continue
            while position < len(parts) and depth > 0 and isinstance(parts[position][0], Scalar):
                depth += _open_parentheses(parts[position][0])
                end = parts[position][2]
                position += 1
            self._report_cut(start, end)
            yield self._scalar("", start, end, "plain", faulty=True)

    def _entries(self, frame: _Frame) -> tuple[tuple[Key, Node], ...]:
        seen: dict[str, Key] = {}
        kept: list[tuple[Key, Node]] = []
        pairs = list(zip(frame.parts[::2], frame.parts[1::2], strict=True))
        if frame.flow:
            pairs = self._without_cut(pairs)
        for (key_node, start, end), (value, value_start, value_end) in pairs:
            if isinstance(value, Scalar) and value_start == value_end:
                value = self._nothing(value, end)
            value = self._checked(value)
            end_of_both = end if value_start == value_end else value_end
            key: Key | None
            if glued := (_GLUED if frame.flow and end == end_of_both else _GLUED_BRACKET).match(self._text, start, end):
                key, value = self._unglued(glued, end_of_both)
                end = glued.end("key")
            else:
                key = self._key(key_node, start, end)
            if key is None:
                continue
            before = seen.setdefault(str(key.value), key)
            if before is not key and not frame.flow and self._below(kept, key, value):
                continue
            if before is not key:
                self._stop_past_most()
                message = f"the key '{show(str(key.value))}' stands here a second time"
                hint = f"line {before.span.line} has it too: rename or delete one of them"
                self.report("duplicate-key", message, start, end, hint)
                continue
            kept.append((key, value))
        return tuple(kept)

    def _below(self, kept: list[tuple[Key, Node]], key: Key, value: Node) -> bool:
        """Puts an entry whose key is there already into the one before it, if that has no value of its own."""
        above, held = kept[-1]
        if isinstance(held, Scalar) and held.value is None and not held.text and not held.faulty:
            self.found.append(yaml_faults.nothing_below(above, key))
            held = Mapping((), Written("", key.span))
        elif not isinstance(held, Mapping) or held.span.line <= above.span.line or held.span.column > above.span.column:
            return False
        if len(held.entries) >= _PARTS or held.get(key.value) is not None:
            return False
        kept[-1] = (above, Mapping((*held.entries, (key, value)), held.written))
        return True

    def _unglued(self, glued: re.Match[str], end: int) -> tuple[Key, Scalar]:
        """The key of an entry that YAML takes for a part of one, and a value that is faulty: no colon parts the two."""
        start, colon, value = glued.start(), glued.end("key"), glued.start("value")
        key, rest = show(self._text[start:colon]), show(self._text[value:end])
        if self._text[colon] == ":":
            self.report("look-alike", "no space after the colon", colon, colon + 1, f"write '{key}: {rest}'")
        else:
            self.report("look-alike", f"the colon after '{key}' is missing", start, colon, f"write '{key}: {rest}'")
        return Key(self._text[start:colon], self.source.span(start, colon)), self._scalar(
            self._text[value:end], value, end, "plain", faulty=True
        )

    def _without_cut(self, pairs: list[tuple[_Placed, _Placed]]) -> list[tuple[_Placed, _Placed]]:
        """The pairs of a mapping in brackets, where `{value: max(a, b)}` has become the keys `value` and `b)`."""
        kept: list[tuple[_Placed, _Placed]] = []
        cut: dict[int, int] = {}
        for key, value in pairs:
            if kept and self._is_rest(kept[-1][1], key, value, cut):
                start_key, (_, start, _) = kept[-1]
                kept[-1] = (start_key, (self._scalar("", start, key[2], "plain", faulty=True), start, key[2]))
                cut[start] = key[2]
            else:
                kept.append((key, value))
        for start, end in cut.items():
            self._report_cut(start, end)
        return kept

    def _is_rest(self, before: _Placed, key: _Placed, value: _Placed, cut: dict[int, int]) -> bool:
        """Whether a key without a value is the rest of the text before it, cut off at a comma."""
        node, start, end = before
        if not isinstance(node, Scalar) or node.style != "plain" or start == end or (node.faulty and start not in cut):
            return False
        if not isinstance(key[0], Scalar) or key[0].style != "plain":
            return False
        return value[1] == value[2] and not _COLON_BEHIND.match(self._text, key[2])

    def _report_cut(self, start: int, end: int) -> None:
        whole = show(self._text[start:end])
        quote = "'" if '"' in whole else '"'
        hint = number_hint(whole) or f"put quotes around it: {quote}{whole}{quote}"
        self.report("cut-formula", f"YAML cuts '{whole}' in two at the comma", start, end, hint)

    def _nothing(self, value: Scalar, key_end: int) -> Scalar:
        """An empty value, put right behind the colon of its key: the loaders place it differently."""
        colon = _COLON_BEHIND.match(self._text, key_end)
        place = colon.end() if colon else key_end
        return Scalar(value.value, "", Written("", self.source.span(place, place)), "plain", faulty=value.faulty)

    def _key(self, node: Node, start: int, end: int) -> Key | None:
        """The key, or None where it is none and a fault was reported."""
        if not isinstance(node, Scalar):
            hint = "put quotes around a text that begins with [ or {"
            self.report("bad-key", "a key is a word, not a list or mapping", start, end, hint)
            return None
        if node.faulty:
            return None
        if node.text == "<<" and node.style == "plain":
            message = "'<<' is a merge key, which packs do not use"
            self.report("yaml-feature", message, start, end, "write the entries out")
            return None
        if node.text.lower() in FLAG_WORDS:
            message = f"the key '{node.text}' is read as a flag by other tools"
            self.report("bad-key", message, start, end, _outcome_hint(MEANT[node.text.lower()]))
        elif fault := _key_fault(node):
            self.report("bad-key", fault[0], start, end, fault[1])
            return Key(node.text.lower(), node.span) if _is_flag(node) else None
        assert isinstance(node.value, str | int)
        return Key(node.value, node.span)


def _key_fault(node: Scalar) -> tuple[str, str] | None:
    """Message and hint where a scalar cannot be a key."""
    if _ID.fullmatch(node.text) and node.text not in _NO_KEYS:
        return None
    if not node.text:
        return "the key is missing", "write a word before the colon"
    if _is_flag(node):
        return f"'{node.text}' is no key", _outcome_hint(node.text.lower())
    if not isinstance(node.value, int | str):
        return f"'{show(node.text)}' is no key", "a key is a word or a whole number"
    if too_long(node.text):
        return "the key is too long", "write a word"
    if ODD_SPACE.search(node.text):
        return "a no-break or other special space stands in the key", "type it again with the space bar"
    return None


def _is_flag(node: Scalar) -> bool:
    return node.style == "plain" and node.text.lower() in ("true", "false")


def _outcome_hint(flag: str) -> str:
    return f"write \"{flag}\" in quotes for an outcome under 'says'; elsewhere take another word"


def _open_parentheses(node: Node) -> int:
    """How many parentheses a plain text opens and does not close."""
    if isinstance(node, Scalar) and node.style == "plain" and not node.faulty:
        return node.text.count("(") - node.text.count(")")
    return 0
