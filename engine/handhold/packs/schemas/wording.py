"""What a value of a file is called, for what is said of its shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from handhold.packs.text import show
from handhold.packs.yaml.nodes import Mapping as MappingNode
from handhold.packs.yaml.nodes import Node, Scalar
from handhold.packs.yaml.nodes import Sequence as SequenceNode

_KINDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "string": "a text",
        "number": "a number",
        "integer": "a whole number",
        "boolean": "true or false",
        "object": "keys and values",
        "array": "a list",
        "null": "nothing",
    }
)


def article(thing: str) -> str:
    """A thing with its article."""
    return f"{'an' if thing[:1] in 'aeiou' else 'a'} {thing}"


def list_of_kinds(wanted: Sequence[str]) -> str:
    """The types of a schema in words."""
    words = [_KINDS[kind] for kind in wanted if not (kind == "integer" and "number" in wanted)]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


def what(node: Node) -> str:
    """What a value is."""
    if isinstance(node, MappingNode):
        return "keys and values"
    if isinstance(node, SequenceNode):
        return "a list"
    match node.value:
        case bool():
            return f"the flag {node.text}"
        case int() | Fraction():
            return f"the number {show(node.text)}"
        case None:
            return "nothing"
        case _:
            return f"the text '{show(node.text, 40)}'"


def shown(node: Node) -> str:
    """A value as it is written, or what it is where that is long."""
    return f"'{show(node.text, 40)}'" if isinstance(node, Scalar) else what(node)
