"""Nodes back to YAML: with `document`, the only module that knows PyYAML.

What is written reads back as the same values. A formula is one line, or a folded block where that would be too long;
a text keeps the quotes that its author gave it, as far as they are safe.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from handhold.language.decimals import decimal
from handhold.packs.scalars import look_alike, value_of
from handhold.packs.variants.paths import KINDS, kind_below
from handhold.packs.yaml.nodes import Key, Node, Scalar
from handhold.packs.yaml.nodes import Mapping as MappingNode
from handhold.packs.yaml.nodes import Sequence as SequenceNode

if TYPE_CHECKING:
    import yaml

_ROOM: Final = 108
"""Where a line is taken to be full: the emitter breaks it at the next word, and a few quotes may come on top."""

_UPRIGHT: Final = frozenset(
    {
        *("pack", "settings", "tables", "table", "rows", "sheets", "sheet", "modifiers", "modifier", "lines"),
        *("formulas", "events", "event", "steps", "refusals", "says"),
    }
)
"""Kinds of mappings that have a line for each key, however short they are."""

_COMMAND: Final = re.compile(r"(?:^|\s)::|##")
"""What a service that shows the file in its log could take for a command: never at the start of a line, and escaped."""

_QUOTES: Final = {"single": "'", "double": '"'}


def written(node: MappingNode, kind: str, *, ascii_only: bool = False) -> str:
    """A mapping as YAML; `kind` says what it is (see `paths.KINDS`).

    What cannot be seen becomes an escape in quotes; with `ascii_only`, all that is not ASCII.
    """
    import yaml

    events: list[yaml.Event] = [yaml.StreamStartEvent(), yaml.DocumentStartEvent(explicit=False)]
    events += _mapping(node, kind, 0, flow=False)
    events += [yaml.DocumentEndEvent(explicit=False), yaml.StreamEndEvent()]
    text = yaml.emit(events, Dumper=yaml.SafeDumper, width=_ROOM, allow_unicode=not ascii_only)
    assert isinstance(text, str)
    text = text.replace("##", "\\x23#")
    seen = ascii_only or all(char.isprintable() for char in text if char != "\n")
    return text if seen else written(node, kind, ascii_only=True)


def words(node: Scalar, kind: str) -> str:
    """What a scalar says: a formula on one line with single spaces, a number exactly."""
    if isinstance(node.value, str):
        formula = kind != "" and KINDS[kind].slot == "formula"
        return " ".join(node.written.text.split()) if formula else node.text
    if node.value is None:
        return "null"
    if isinstance(node.value, bool):
        return "true" if node.value else "false"
    return decimal(node.value) or str(node.value)


def _events(node: Node, kind: str, column: int, *, flow: bool) -> Iterator[yaml.Event]:
    """The events of a node that begins at `column`; inside braces with `flow`."""
    if isinstance(node, Scalar):
        yield _scalar(node, kind, column, flow=flow)
    elif isinstance(node, SequenceNode):
        yield from _sequence(node, kind, column, flow=flow)
    else:
        yield from _mapping(node, kind, column, flow=flow)


def _mapping(node: MappingNode, kind: str, column: int, *, flow: bool) -> Iterator[yaml.Event]:
    import yaml

    flow = flow or not node.entries or (_low(node, kind) and column + _length(node, kind) <= _ROOM)
    yield yaml.MappingStartEvent(None, None, implicit=True, flow_style=flow)
    for key, value in node.entries:
        yield _key(key)
        inner = column + 2 + (len(str(key.value)) if isinstance(value, Scalar) or flow else 0)
        yield from _events(value, kind_below(kind, str(key.value)), inner, flow=flow)
    yield yaml.MappingEndEvent()


def _sequence(node: SequenceNode, kind: str, column: int, *, flow: bool) -> Iterator[yaml.Event]:
    import yaml

    flow = flow or not node.items or (_low(node, kind) and column + _length(node, kind) <= _ROOM)
    yield yaml.SequenceStartEvent(None, None, implicit=True, flow_style=flow)
    for item in node.items:
        yield from _events(item, kind, column + 2, flow=flow)
    yield yaml.SequenceEndEvent()


def _scalar(node: Scalar, kind: str, column: int, *, flow: bool) -> yaml.Event:
    import yaml

    text = words(node, kind)
    style = _style(node, text, column, flow=flow)
    return yaml.ScalarEvent(None, None, (True, True), text, style=style)


def _style(node: Scalar, text: str, column: int, *, flow: bool) -> str | None:
    """PyYAML's sign for how a scalar is to be written; what it finds unsafe without quotes, it puts in quotes."""
    if not isinstance(node.value, str):
        return None
    if _COMMAND.search(text):
        return '"'
    if "\n" in text:
        return "|" if not flow and not text.startswith((" ", "\n")) else '"'
    if not flow and column + len(text) > _ROOM and " " in text and "  " not in text:
        return ">"
    if node.style in _QUOTES:
        return _QUOTES[node.style] if text == node.text and not (flow and len(text) > _ROOM) else '"'
    return None if _is_plain(text) and not (flow and set(text) & set(",[]{}")) else '"'


def _is_plain(text: str) -> bool:
    """Whether a text is read as itself without quotes, as far as our own rules go."""
    return bool(text) and isinstance(value_of(text), str) and look_alike(text) is None and ": " not in text


def _key(key: Key) -> yaml.Event:
    import yaml

    text = str(key.value)
    style = None if isinstance(key.value, int) or _is_plain(text) else '"'
    return yaml.ScalarEvent(None, None, (True, True), text, style=style)


def _low(node: Node, kind: str) -> bool:
    """Whether a node may stand on one line."""
    if isinstance(node, Scalar):
        return "\n" not in words(node, kind)
    if isinstance(node, SequenceNode):
        return all(_low(item, kind) for item in node.items)
    return kind not in _UPRIGHT and all(_low(value, kind_below(kind, str(key.value))) for key, value in node.entries)


def _length(node: Node, kind: str) -> int:
    """About how many characters a node takes on one line."""
    if isinstance(node, Scalar):
        return len(words(node, kind)) + 2
    if isinstance(node, SequenceNode):
        return 2 + _sum([_length(item, kind) for item in node.items])
    inner = ((str(key.value), value) for key, value in node.entries)
    return 2 + _sum([len(key) + _length(value, kind_below(kind, key)) for key, value in inner])


def _sum(lengths: Sequence[int]) -> int:
    return sum(lengths) + 2 * len(lengths)
