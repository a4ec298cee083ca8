"""The shape of a file held against its published schema, and what is wrong said in an author's words.

What is right is accepted quickly; else jsonschema finds the faults, and its sentences never reach a person. Each
keyword of a schema has one function here that says what the fault means, with the title of the schema as the name of
the thing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal

from handhold import limits
from handhold.diagnostics import Diagnostic, in_order, not_too_many
from handhold.packs.scalars import number_hint
from handhold.packs.schemas.accepted import accepts
from handhold.packs.schemas.shape import Place, Places, mapping, mapping_of, texts, title_of
from handhold.packs.schemas.wording import list_of_kinds, shown, what
from handhold.packs.schemas.wrong_keys import Misspelt, bad_key, missing, unknown_keys
from handhold.packs.storage.files import data_folder
from handhold.packs.text import show
from handhold.packs.yaml.nodes import Mapping as MappingNode
from handhold.packs.yaml.nodes import Node, Scalar, plain
from handhold.packs.yaml.nodes import Sequence as SequenceNode
from handhold.source import Span

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

SchemaName = Literal["pack", "withfile", "scenario"]

_GLUED = re.compile(r"[\w.-]+:[^\s:/]")
_TYPE = "write a type after the colon, such as integer"
_STEP = "write a formula after the colon, or what the step does: {roll: d6}"
_EMPTY: Final = MappingProxyType({"step": _STEP, "field": _TYPE, "need": _TYPE, "column": _TYPE})


def validate(node: Node, schema_name: SchemaName) -> tuple[Diagnostic, ...]:
    """What the schema has to say of a file: `pack` for a whole pack, `withfile` for with-files and case files."""
    if isinstance(node, Scalar | SequenceNode):
        return (_no_mapping(node, schema_name),)
    schema, data = load_schema(schema_name), plain(node)
    if accepts(schema, data):
        return ()
    from jsonschema import Draft202012Validator

    validator = Draft202012Validator(_without_references(schema))
    places = Places(node)
    found: dict[tuple[str, Span, str], Diagnostic] = {}
    misspelt: Misspelt = set()
    lacking: list[tuple[tuple[str | int, ...], str, Diagnostic]] = []
    for error in validator.iter_errors(data):
        # a key that is lacking may turn out to be misspelt, which is told then
        if max(len(found), len(lacking) // 2) > limits.FAULTS:
            break
        place = places.at(error.absolute_path)
        if place is None:
            continue
        if error.validator == "required":
            lacking.extend((place.path, key, fault) for key, fault in missing(error, place))
            continue
        for fault in islice(_faults(error, place, misspelt), limits.FAULTS + 1):
            assert fault.span is not None
            found.setdefault((fault.code, fault.span, fault.message), fault)
    for path, key, fault in lacking:
        if misspelt.isdisjoint(((path, key), (path, ""))):
            assert fault.span is not None
            found.setdefault((fault.code, fault.span, fault.message), fault)
    return not_too_many(in_order(found.values()))


def load_schema(name: SchemaName) -> dict[str, object]:
    """The published schema as data."""
    schema: dict[str, object] = json.loads((data_folder("schemas") / f"{name}.schema.json").read_text(encoding="utf-8"))
    return schema


def _without_references(schema: dict[str, object]) -> dict[str, object]:
    """The schema with its definitions put where they are referred to, but for those inside themselves.

    It means the same, and jsonschema takes two thirds of the time: it looks up every reference anew for every value.
    """
    definitions = mapping(schema["$defs"])
    known: dict[str, dict[str, object]] = {}

    def flat(part: object, inside: tuple[str, ...]) -> object:
        if isinstance(part, list):
            return [flat(item, inside) for item in part]
        if not isinstance(part, dict):
            return part
        name = str(part.get("$ref", "")).rpartition("/")[2]
        if not name:
            return {key: flat(value, inside) for key, value in part.items()}
        if name in inside:
            return part
        if name not in known:
            known[name] = mapping_of(flat(definitions[name], (*inside, name)))
        return {**known[name], **{key: value for key, value in part.items() if key != "$ref"}}

    whole = {key: flat(value, ()) for key, value in schema.items() if key != "$defs"}
    return {**whole, "$defs": definitions}


def _no_mapping(node: Scalar | SequenceNode, schema_name: SchemaName) -> Diagnostic:
    whole = {"pack": "a pack", "withfile": "a with-file or case file", "scenario": "a scenario"}[schema_name]
    hint = "such as 'title: My pack'" if schema_name == "pack" else "such as 'event: climb'"
    if isinstance(node, Scalar) and _GLUED.match(node.text):
        hint = "write a space after the colon"
    code = "not-a-pack" if schema_name == "pack" else "bad-case"
    return Diagnostic(code, f"{whole} holds keys and values, and this is {what(node)}", node.span, hint)


# -- values --------------------------------------------------------------------------------------


def _wrong_kind(error: ValidationError, place: Place) -> Iterator[Diagnostic]:
    node = place.node
    wanted = (error.validator_value,) if isinstance(error.validator_value, str) else texts(error.validator_value)
    title = title_of(error)
    needed = "a formula" if title == "formula" else list_of_kinds(wanted)
    if isinstance(node, Scalar) and node.value is None:
        empty = node.text == ""
        message = f"{place.name} has nothing after its colon" if empty and place.key else f"{place.name} is empty"
        hint = f"write {needed}"
        if wanted == ("object",):
            hint = "write its entries on the lines below, or {} for none"
        elif title in _EMPTY:
            hint = _EMPTY[title]
        span = place.head if empty else node.span
        yield Diagnostic("wrong-kind", message, span, hint)
        return
    message = f"{place.name} needs {needed}, and this is {what(node)}"
    yield Diagnostic("wrong-kind", message, node.span, _kind_hint(node, place, wanted, title))


def _kind_hint(node: Node, place: Place, wanted: Sequence[str], title: str) -> str:
    if title in _EMPTY:
        return _EMPTY[title]
    if title == "line" and isinstance(node, Scalar):
        return f"write '{{value: {show(node.text)}}}'"
    if title == "row" and isinstance(node, Scalar):
        return f"write the column before the value: {{COLUMN: {show(node.text)}}}"
    if title == "needs" and isinstance(node, Scalar):
        return f"write each with its type: {{{show(node.text)}: integer}}"
    if title == "refusal":
        return "each reason has an id: too_tired: {when: …, because: …}"
    if title == "formula":
        return "put quotes around a formula that begins with [ or {"
    if isinstance(node, Scalar):
        if "object" in wanted and isinstance(node.value, str) and _GLUED.match(node.text):
            return "write a space after the colon"
        if wanted == ("string",) and not isinstance(node.value, str):
            key = f"{place.key.value}: " if place.key is not None else ""
            return f'put quotes around it: {key}"{show(node.text)}"'
        if "number" in wanted and number_hint(node.text):
            return number_hint(node.text)
        if "boolean" in wanted and node.style != "plain" and node.text in ("true", "false"):
            return "write it without quotes"
    if isinstance(node, SequenceNode) and place.key is not None and place.key.value == "each":
        return "write a name for one of them, and where they come from: 'each: x in 1..3'"
    if wanted == ("string",) and isinstance(node, SequenceNode):
        return "write the text without brackets, or in quotes if they belong to it"
    if wanted == ("array",) and isinstance(node, Scalar) and place.key is not None:
        return f"write '{place.key.value}: [{show(node.text)}]', or each on a line of its own behind a dash"
    if wanted == ("array",) and isinstance(node, MappingNode):
        return "write each on a line of its own behind a dash, without a colon"
    if wanted == ("object",) and isinstance(node, SequenceNode):
        return "write 'name: …' for each entry instead of a list"
    return ""


def _not_among(error: ValidationError, place: Place) -> Iterator[Diagnostic]:
    choices = texts(error.validator_value)
    given = shown(place.node)
    message = f"{place.name} cannot be {given}"
    near = (
        get_close_matches(place.node.text.lower(), choices, n=1, cutoff=0.7) if isinstance(place.node, Scalar) else []
    )
    hint = f"did you mean '{near[0]}'?" if near else "choose from: " + ", ".join(choices)
    yield Diagnostic("bad-value", message, place.node.span, hint)


def _not_constant(error: ValidationError, place: Place) -> Iterator[Diagnostic]:
    only = str(error.validator_value)
    yield Diagnostic(
        "bad-header",
        f"{place.name} is {shown(place.node)}, and only {only} is known",
        place.node.span,
        f"write {only}",
    )


def _bad_text(error: ValidationError, place: Place) -> Iterator[Diagnostic]:
    span, given = place.node.span, shown(place.node)
    if place.path == ("version",):
        yield Diagnostic("bad-header", f"{given} is no version", span, 'a version is three numbers in quotes: "1.0.0"')
    elif place.path == ("pack",):
        hint = "small letters a to z, digits, '_' and '-', beginning with a letter"
        yield Diagnostic("bad-header", f"{given} is no id of a pack", span, hint)
    else:
        hint = "a word is made of small letters a to z, digits and '_', and begins with a letter"
        yield Diagnostic("bad-value", f"{given} cannot stand here", span, hint)


def _reserved(error: ValidationError, place: Place) -> Iterator[Diagnostic]:
    message = f"{shown(place.node)} has a meaning of its own in formulas or in YAML"
    yield Diagnostic("bad-value", message, place.node.span, "take another word")


def _too_few(error: ValidationError, place: Place) -> Iterator[Diagnostic]:
    yield Diagnostic("wrong-kind", f"{place.name} is empty", place.head, "write at least one entry")


def _too_short(error: ValidationError, place: Place) -> Iterator[Diagnostic]:
    yield Diagnostic("bad-value", f"{place.name} is empty", place.node.span, "write a text between the quotes")


def _too_long(error: ValidationError, place: Place) -> Iterator[Diagnostic]:
    yield Diagnostic("bad-value", f"{place.name} is longer than {error.validator_value} characters", place.node.span)


_VALUE_FAULTS: Final[Mapping[str, Callable[[ValidationError, Place], Iterator[Diagnostic]]]] = MappingProxyType(
    {
        "type": _wrong_kind,
        "enum": _not_among,
        "const": _not_constant,
        "pattern": _bad_text,
        "not": _reserved,
        "minProperties": _too_few,
        "minItems": _too_few,
        "minLength": _too_short,
        "maxLength": _too_long,
    }
)
KEYWORDS: Final = frozenset({*_VALUE_FAULTS, "required", "additionalProperties", "propertyNames"})
"""The keywords of a schema that can find a fault, each with words of its own here."""


def _faults(error: ValidationError, place: Place, misspelt: Misspelt) -> Iterator[Diagnostic]:
    if "propertyNames" in error.absolute_schema_path:
        return bad_key(error, place)
    if error.validator == "additionalProperties":
        return unknown_keys(error, place, misspelt)
    return _VALUE_FAULTS[str(error.validator)](error, place)
