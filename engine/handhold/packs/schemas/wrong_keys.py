"""Keys that are missing, that the pack language does not have, or that are no names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from handhold.diagnostics import Diagnostic, did_you_mean
from handhold.packs.reading.reader import SECTIONS
from handhold.packs.schemas.shape import Place, mapping, texts, title_of
from handhold.packs.schemas.wording import article
from handhold.packs.text import show
from handhold.packs.yaml.nodes import Mapping as MappingNode
from handhold.packs.yaml.nodes import Scalar

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

Misspelt = set[tuple[tuple[str | int, ...], str]]
"""Keys that are not missing, by the path of their mapping: they are misspelt there. An empty one stands for every."""

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
_CONDITIONS: Final = ("if", "when", "condition")
_BRANCHES: Final = ("then", "else", "otherwise", "elif")
_SIDES: Final = ("before", "after")
"""Keys that a variant writes into what it adds."""
_ID: Final = re.compile(r"[a-z][a-z0-9_]*")


def missing(error: ValidationError, place: Place) -> Iterator[tuple[str, Diagnostic]]:
    """The keys that are not there; jsonschema reports each of them by itself, so the same may come twice."""
    title = title_of(error)
    for key in texts(error.validator_value):
        if key in place.inside:
            continue
        if title == "step":
            listed = "write one of: " + ", ".join(_STEP_KINDS)
            yield key, Diagnostic("missing-key", "no key of this step says what it does", place.head, listed)
        else:
            thing = f" of {article(title)}" if title else ""
            yield key, Diagnostic("missing-key", f"the key '{key}'{thing} is missing", place.head)


def unknown_keys(error: ValidationError, place: Place, misspelt: Misspelt) -> Iterator[Diagnostic]:
    """The keys that are not known here, each with what may be meant; or what is wrong with the step as a whole."""
    title = title_of(error)
    known = tuple(str(key) for key in mapping(mapping(error.schema).get("properties", {})))
    whole = _whole_step(place, known) if title in _STEPS else None
    if whole is not None:
        misspelt.add((place.path, ""))
        yield whole
        return
    for name, key in place.inside.items():
        if name in known:
            continue
        near, hint = _near(name, known, title, place)
        if near:
            misspelt.add((place.path, near))
            if title in _STEPS and near in _STEP_KINDS:
                misspelt.update((place.path, key) for key in ("value", "when"))
            elif title == "field" and near == "value":
                misspelt.add((place.path, "type"))
        thing = article(title) if title else "this"
        yield Diagnostic("unknown-key", f"'{show(name)}' is no key of {thing}", key.span, hint)


def _near(name: str, known: tuple[str, ...], title: str, place: Place) -> tuple[str, str]:
    """The key that is meant by another, empty if none is near; and what is said of it."""
    if title == "variant" and name in SECTIONS:
        return "", f"write what is new under 'add' with its path, such as {name}.NAME"
    # a section may stand in each file; a misspelt step is taken for one of another kind
    choices = [other for other in known if other not in place.inside or not place.path]
    choices += _STEP_KINDS if title in _STEPS else ("value",) if title == "field" else ()
    if place.inside[name].span.variant and (title in _STEPS or title == "line"):
        if name in _SIDES:
            return "", "'before' or 'after' says where something that is added stands: write one of them"
        choices += _SIDES
    meant = "to" if title == "set step" and name in ("value", "formula", "result") else _MEANT.get(name, "")
    hint = f"did you mean '{meant}'?" if meant in choices else did_you_mean(name, choices)
    return (hint.split("'")[1] if hint.startswith("did you mean") else ""), hint


def _whole_step(place: Place, known: tuple[str, ...]) -> Diagnostic | None:
    """What is wrong with a step as a whole, of which each of its keys would say a part."""
    assert isinstance(place.node, MappingNode)
    texts_of = {str(key.value): node.text for key, node in place.node.entries if isinstance(node, Scalar)}
    key, node = place.node.entries[0] if place.node.entries else (None, None)
    if (
        key is not None
        and isinstance(node, Scalar)
        and not node.text
        and len(place.inside) == 1
        and key.value not in known
    ):
        # {skill + 1}: YAML takes it for a key without a value
        step = place.key.value if place.key is not None else "…"
        hint = f"write '{show(str(step))}: {show(str(key.value))}'"
        return Diagnostic("wrong-kind", "a formula stands without braces", key.span, hint)
    branch = next((name for name in _BRANCHES if name in place.inside and name not in known), None)
    if branch is not None:
        condition = next((texts_of[name] for name in _CONDITIONS if texts_of.get(name)), "…")
        first, second = (texts_of.get(name) or texts_of.get(other) or "…" for name, other in _PARTS)
        hint = f"one formula says both: if {show(condition)} then {show(first)} else {show(second)}"
        return Diagnostic("unknown-key", f"'{branch}' is no key of a step", place.inside[branch].span, hint)
    kinds = [name for name in place.inside if name in _STEP_KINDS]
    extra = [name for name in kinds if name not in known]
    if extra and len(kinds) > 1 and not ({"set", "value"} == set(kinds) and "to" not in place.inside):
        one, other = kinds[:2]
        message = f"this step has both '{one}' and '{other}', and a step does one thing"
        return Diagnostic("unknown-key", message, place.inside[other].span, "make two steps of it")
    return None


_PARTS: Final = (("then", "value"), ("else", "otherwise"))


def bad_key(error: ValidationError, place: Place) -> Iterator[Diagnostic]:
    """A key that is no name."""
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
        likely = _as_id(name)
        if name.startswith("if "):
            hint = f"a condition stands inside a step that has a name: {{when: {show(name[3:])}, value: …}}"
        elif _ID.fullmatch(likely) and likely != name and len(likely) < 60:
            hint = f"write '{likely}'"
    yield Diagnostic("bad-key", message, span, hint)


def _as_id(name: str) -> str:
    """A name with the letters that ids have in place of others: `Rôle play` as `role_play`."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return re.sub(r"[^\w]+|_+", "_", plain).strip("_")
