"""The shape of a file held against its published schema, and what is wrong said in an author's words.

What is right is accepted quickly; else jsonschema finds the faults, and its sentences never reach a person. Each
keyword of a schema has one function here that says what the fault means, with the title of the schema as the name of
the thing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal

from handhold import limits
from handhold.diagnostics import Diagnostic, did_you_mean, in_order, not_too_many
from handhold.packs.accepted import accepts
from handhold.packs.files import data_folder
from handhold.packs.nodes import Key, Node, Scalar, plain
from handhold.packs.nodes import Mapping as MappingNode
from handhold.packs.nodes import Sequence as SequenceNode
from handhold.packs.text import show
from handhold.packs.wording import article, list_of_kinds, shown, what
from handhold.source import Span

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

SchemaName = Literal["pack", "withfile", "scenario"]

_GLUED = re.compile(r"[\w.-]+:[^\s:/]")
_STEP_KINDS: Final = ("value", "roll", "choose", "set", "do", "refuse", "each", "repeat", "steps")
_STEPS: Final = frozenset({"step", "block", *(f"{kind} step" for kind in _STEP_KINDS)})
_MEANT: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(("if", "condition", "unless", "only_if"), "when"),
        **dict.fromkeys(("dice", "throw"), "roll"),
        **dict.fromkeys(("formula", "result"), "value"),
    }
)
"""Keys that others have for ours."""
_BRANCHES: Final = frozenset({"then", "else", "otherwise", "elif"})
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
    places = _Places(node)
    found: dict[tuple[str, Span, str], Diagnostic] = {}
    misspelt: set[tuple[tuple[str | int, ...], str]] = set()
    missing: list[tuple[tuple[str | int, ...], str, Diagnostic]] = []
    for error in validator.iter_errors(data):
        if len(found) + len(missing) > limits.FAULTS:
            break
        place = places.at(error.absolute_path)
        if place is None:
            continue
        if error.validator == "required":
            missing.extend((place.path, key, fault) for key, fault in _missing(error, place))
            continue
        for fault in islice(_faults(error, place, misspelt), limits.FAULTS + 1):
            assert fault.span is not None
            found.setdefault((fault.code, fault.span, fault.message), fault)
    for path, key, fault in missing:
        if (path, key) not in misspelt:
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
    definitions = _mapping(schema["$defs"])
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
            known[name] = _mapping_of(flat(definitions[name], (*inside, name)))
        return {**known[name], **{key: value for key, value in part.items() if key != "$ref"}}

    whole = {key: flat(value, ()) for key, value in schema.items() if key != "$defs"}
    return {**whole, "$defs": definitions}


@dataclass(frozen=True, slots=True)
class _Place:
    """What a path leads to: the value, its key (none in a list and at the top), and the keys inside it."""

    path: tuple[str | int, ...]
    node: Node
    key: Key | None
    inside: Mapping[str, Key]

    @property
    def name(self) -> str:
        """What the value is called: its key, or an entry of the list that it is in."""
        if self.key is not None:
            return f"'{show(str(self.key.value))}'"
        return f"an entry of '{show(str(self.path[-2]))}'" if len(self.path) > 1 else "the file"

    @property
    def head(self) -> Span:
        """Where the thing as a whole is pointed at: its key, else its beginning."""
        if self.key is not None:
            return self.key.span
        first = next(iter(self.inside.values()), None)
        return self.node.span if first is None else first.span


class _Places:
    """Finds the nodes that jsonschema's paths lead to."""

    def __init__(self, root: MappingNode) -> None:
        self._root = root
        self._indexes: dict[int, dict[str, tuple[Key, Node]]] = {}
        self._inside: dict[int, dict[str, Key]] = {}

    def at(self, path: Iterable[str | int]) -> _Place | None:
        """The place at a path; None where a fault of its own was reported on the way, from which this one follows."""
        steps = tuple(path)
        node: Node = self._root
        key: Key | None = None
        for step in steps:
            key = None
            if isinstance(node, MappingNode):
                key, node = self._index(node)[str(step)]
            elif isinstance(node, SequenceNode) and isinstance(step, int):
                node = node.items[step]
        if isinstance(node, Scalar) and node.faulty:
            return None
        return _Place(steps, node, key, self._keys(node) if isinstance(node, MappingNode) else {})

    def _keys(self, node: MappingNode) -> Mapping[str, Key]:
        keys = self._inside.get(id(node))
        if keys is None:
            keys = {name: key for name, (key, _) in self._index(node).items()}
            self._inside[id(node)] = keys
        return keys

    def _index(self, node: MappingNode) -> dict[str, tuple[Key, Node]]:
        index = self._indexes.get(id(node))
        if index is None:
            index = {str(key.value): (key, value) for key, value in node.entries}
            self._indexes[id(node)] = index
        return index


def _no_mapping(node: Scalar | SequenceNode, schema_name: SchemaName) -> Diagnostic:
    whole = {"pack": "a pack", "withfile": "a with-file or case file", "scenario": "a scenario"}[schema_name]
    hint = "such as 'title: My pack'" if schema_name == "pack" else "such as 'event: climb'"
    if isinstance(node, Scalar) and _GLUED.match(node.text):
        hint = "write a space after the colon"
    code = "not-a-pack" if schema_name == "pack" else "bad-case"
    return Diagnostic(code, f"{whole} holds keys and values, and this is {what(node)}", node.span, hint)


# -- keys ----------------------------------------------------------------------------------------


def _missing(error: ValidationError, place: _Place) -> Iterator[tuple[str, Diagnostic]]:
    """The keys that are not there; jsonschema reports each of them by itself, so the same may come twice."""
    title = _title(error)
    for key in _texts(error.validator_value):
        if key in place.inside:
            continue
        if title == "step":
            listed = "write one of: " + ", ".join(_STEP_KINDS)
            yield key, Diagnostic("missing-key", "no key of this step says what it does", place.head, listed)
        else:
            thing = f" of {article(title)}" if title else ""
            yield key, Diagnostic("missing-key", f"the key '{key}'{thing} is missing", place.head)


def _unknown_keys(
    error: ValidationError, place: _Place, misspelt: set[tuple[tuple[str | int, ...], str]]
) -> Iterator[Diagnostic]:
    schema = _mapping(error.schema)
    known = tuple(str(key) for key in _mapping(schema.get("properties", {})))
    title = _title(error)
    for name, key in place.inside.items():
        if name in known:
            continue
        # a section may stand in each file; a misspelt step is taken for one of another kind
        choices = [other for other in known if other not in place.inside or not place.path]
        choices += _STEP_KINDS if title in _STEPS else ("value",) if title == "field" else ()
        meant = _MEANT.get(name, "")
        hint = f"did you mean '{meant}'?" if meant in choices else did_you_mean(name, choices)
        if name in _BRANCHES and "when" in known:
            hint = "one formula says both: if … then … else …"
        if hint.startswith("did you mean"):
            near = hint.split("'")[1]
            misspelt.add((place.path, near))
            if title in _STEPS and near in _STEP_KINDS:
                misspelt.update((place.path, key) for key in ("value", "when"))
            elif title == "field" and near == "value":
                misspelt.add((place.path, "type"))
        thing = article(title) if title else "this"
        yield Diagnostic("unknown-key", f"'{show(name)}' is no key of {thing}", key.span, hint)


def _bad_key(error: ValidationError, place: _Place) -> Iterator[Diagnostic]:
    name = str(error.instance)
    key = place.inside.get(name)
    span = key.span if key is not None else place.head
    if error.validator == "not":
        if name in ("at", "title", "cite", "note"):
            message, hint = f"'{name}' has a meaning of its own in every row", "take another word for the column"
        else:
            message, hint = f"'{show(name)}' has a meaning of its own in formulas or in YAML", "take another word"
    elif error.validator == "maxLength":
        message, hint = f"the name '{show(name)}' is too long", f"at most {error.validator_value} characters"
    else:
        message = f"'{show(name)}' is no name"
        hint = "a name is made of small letters a to z, digits and '_', and begins with a letter"
        likely = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
        if re.fullmatch(r"[a-z][a-z0-9_]*", likely) and likely != name and len(likely) < 60:
            hint = f"write '{likely}'"
    yield Diagnostic("bad-key", message, span, hint)


# -- values --------------------------------------------------------------------------------------


def _wrong_kind(error: ValidationError, place: _Place) -> Iterator[Diagnostic]:
    node = place.node
    wanted = (error.validator_value,) if isinstance(error.validator_value, str) else _texts(error.validator_value)
    title = _title(error)
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


def _kind_hint(node: Node, place: _Place, wanted: Sequence[str], title: str) -> str:
    if title in _EMPTY:
        return _EMPTY[title]
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
        if "boolean" in wanted and node.style != "plain" and node.text in ("true", "false"):
            return "write it without quotes"
    if wanted == ("string",) and isinstance(node, SequenceNode):
        return "write the text without brackets, or in quotes if they belong to it"
    if wanted == ("object",) and isinstance(node, SequenceNode):
        return "write 'name: …' for each entry instead of a list"
    return ""


def _not_among(error: ValidationError, place: _Place) -> Iterator[Diagnostic]:
    choices = _texts(error.validator_value)
    given = shown(place.node)
    message = f"{place.name} cannot be {given}"
    near = (
        get_close_matches(place.node.text.lower(), choices, n=1, cutoff=0.7) if isinstance(place.node, Scalar) else []
    )
    hint = f"did you mean '{near[0]}'?" if near else "choose from: " + ", ".join(choices)
    yield Diagnostic("bad-value", message, place.node.span, hint)


def _not_constant(error: ValidationError, place: _Place) -> Iterator[Diagnostic]:
    only = str(error.validator_value)
    yield Diagnostic(
        "bad-header",
        f"{place.name} is {shown(place.node)}, and only {only} is known",
        place.node.span,
        f"write {only}",
    )


def _bad_text(error: ValidationError, place: _Place) -> Iterator[Diagnostic]:
    span, given = place.node.span, shown(place.node)
    if place.path == ("version",):
        yield Diagnostic("bad-header", f"{given} is no version", span, 'a version is three numbers in quotes: "1.0.0"')
    elif place.path == ("pack",):
        hint = "small letters a to z, digits, '_' and '-', beginning with a letter"
        yield Diagnostic("bad-header", f"{given} is no id of a pack", span, hint)
    else:
        hint = "a word is made of small letters a to z, digits and '_', and begins with a letter"
        yield Diagnostic("bad-value", f"{given} cannot stand here", span, hint)


def _reserved(error: ValidationError, place: _Place) -> Iterator[Diagnostic]:
    message = f"{shown(place.node)} has a meaning of its own in formulas or in YAML"
    yield Diagnostic("bad-value", message, place.node.span, "take another word")


def _too_few(error: ValidationError, place: _Place) -> Iterator[Diagnostic]:
    yield Diagnostic("wrong-kind", f"{place.name} is empty", place.head, "write at least one entry")


def _too_short(error: ValidationError, place: _Place) -> Iterator[Diagnostic]:
    yield Diagnostic("bad-value", f"{place.name} is empty", place.node.span, "write a text between the quotes")


def _too_long(error: ValidationError, place: _Place) -> Iterator[Diagnostic]:
    yield Diagnostic("bad-value", f"{place.name} is longer than {error.validator_value} characters", place.node.span)


_VALUE_FAULTS: Final[Mapping[str, Callable[[ValidationError, _Place], Iterator[Diagnostic]]]] = MappingProxyType(
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


def _faults(
    error: ValidationError, place: _Place, misspelt: set[tuple[tuple[str | int, ...], str]]
) -> Iterator[Diagnostic]:
    if "propertyNames" in error.absolute_schema_path:
        return _bad_key(error, place)
    if error.validator == "additionalProperties":
        return _unknown_keys(error, place, misspelt)
    return _VALUE_FAULTS[str(error.validator)](error, place)


# -- words ---------------------------------------------------------------------------------------


def _title(error: ValidationError) -> str:
    return str(_mapping(error.schema).get("title", ""))


def _mapping(data: object) -> Mapping[str, object]:
    return data if isinstance(data, Mapping) else {}


def _mapping_of(data: object) -> dict[str, object]:
    return {str(key): value for key, value in _mapping(data).items()}


def _texts(data: object) -> tuple[str, ...]:
    return tuple(str(item) for item in data) if isinstance(data, list | tuple) else ()
