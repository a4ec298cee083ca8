"""The messages in the source of the checks: every text with which a fault is made, as a pattern that its uses match.

A message is found where it is written: as the argument of what reports or raises a fault, as what is put into a
variable named `message`, or as what a function that words faults gives back. A message that is handed on from
elsewhere is found there.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import handhold

SOURCE = Path(handhold.__file__).parent
MODULES = ("packs", "language", "golden")

ARGUMENT = {
    "Diagnostic": 1, "add": 1, "fault": 1, "report": 1, "Fault": 1, "ValueFault": 1, "_Bad": 1, "_NoDice": 1,
    "DiceFault": 0, "_syntax": 0, "_refuse": 0, "_too_big": 0, "_fault": 2, "unknown": 3, "_nowhere": 0, "_bad_case": 0,
}  # fmt: skip
"""Calls that take a message, and which of their arguments it is."""
WORDING = {"_mistake", "_after_dot", "_no_value", "_no_operator", "_too_much", "_missing", "_words_for", "_key_fault"}
"""Functions that give back a message and a hint."""


@dataclass(frozen=True, slots=True)
class Template:
    """A message as it is written in the source, and the pattern that what is said matches."""

    place: str
    text: str
    pattern: re.Pattern[str]


def templates() -> list[Template]:
    """Every message of the checks."""
    found: dict[tuple[str, str], Template] = {}
    for folder in MODULES:
        for path in sorted((SOURCE / folder).rglob("*.py")):
            for node in _texts(ast.parse(path.read_text(encoding="utf-8"))):
                text = ast.unparse(node)
                place = f"{path.relative_to(SOURCE)}:{node.lineno}"
                found.setdefault((path.name, text), Template(place, text, re.compile(_pattern(node), re.DOTALL)))
    return list(found.values())


def _texts(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args) if name in ARGUMENT:
                if len(args) > ARGUMENT[name]:
                    yield from _written(args[ARGUMENT[name]])
            case ast.Assign(targets=[ast.Name(id="message")], value=value):
                yield from _written(value)
            case ast.Assign(targets=[ast.Tuple(elts=[ast.Name(id="message"), *_])], value=ast.Tuple(elts=[value, *_])):
                yield from _written(value)
            case ast.FunctionDef(name=name) if name in WORDING:
                for inner in ast.walk(node):
                    match inner:
                        case ast.Return(value=ast.Tuple(elts=[value, *_])):
                            yield from _written(value)
                        case _:
                            pass
            case _:
                pass


def _written(value: ast.expr) -> Iterator[ast.expr]:
    match value:
        case ast.Constant(value=str(text)) if " " in text:
            yield value
        case ast.JoinedStr():
            yield value
        case ast.IfExp(body=body, orelse=orelse):
            yield from _written(body)
            yield from _written(orelse)
        case _:
            pass


def _pattern(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=text):
            return re.escape(str(text))
        case ast.JoinedStr(values=values):
            return "".join(".*" if isinstance(value, ast.FormattedValue) else _pattern(value) for value in values)
        case _:
            raise AssertionError(ast.dump(node))
