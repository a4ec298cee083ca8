"""What is typed as NAME=VALUE: names that nest with a dot, values read by the rules of packs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar

from handhold import limits
from handhold.cli.parser import UsageError
from handhold.packs.scalars import look_alike, value_of
from handhold.packs.text import as_list

_NAME: Final = re.compile(r"[^\s.=]+(?:\.[^\s.=]+)*")
_WHOLE: Final = re.compile(r"0|-?[1-9][0-9]{0,59}")
_FACE: Final = re.compile(r"-?[0-9]{1,6}")

T = TypeVar("T")


def pair(word: str, what: str) -> tuple[str, str]:
    """Name and value of a word; `what` is what the pair is called in a message. Raises UsageError."""
    name, equals, value = word.partition("=")
    if not equals:
        raise UsageError(f"'{word}' has no '='", f"write {what}")
    if not _NAME.fullmatch(name):
        raise UsageError(f"'{name}' is no name", f"write {what}, with dots between the parts of a longer name")
    return name, value


def pairs(words: Iterable[str], what: str, read: Callable[[str, str], T]) -> dict[str, T]:
    """The pairs by name, each value read by `read(name, value)`. Raises UsageError for a name that stands twice."""
    found: dict[str, T] = {}
    for word in words:
        name, value = pair(word, what)
        if name in found:
            raise UsageError(f"'{name}' is given twice")
        found[name] = read(name, value)
    return found


def value(name: str, text: str) -> object:
    """The value that a text says: null, true, false, an exact number, else text; lists, mappings, quotes as in YAML."""
    stripped = text.strip()
    if stripped[:1] in ("[", "{", '"', "'"):
        return _flow(name, stripped)
    odd = look_alike(stripped)
    if odd is not None:
        several = f"; {as_list(stripped)}" if "," in stripped else ""
        raise UsageError(f"{name}: {odd[0]}", f"{odd[1]}{several}")
    return value_of(stripped)


def _flow(name: str, text: str) -> object:
    from handhold.packs.yaml.document import plain, read_document

    node, found = read_document(text.encode("utf-8", "replace"), name)
    if node is None or found:
        first = found[0]
        raise UsageError(f"{name}: {first.message}", first.hint)
    return plain(node)


def nested(words: Iterable[str]) -> dict[str, object]:
    """The words NAME=VALUE as nested data: `climber.dex=14` is a `dex` inside `climber`. Raises UsageError."""
    whole: dict[str, object] = {}
    for name, held in pairs(words, "NAME=VALUE", value).items():
        parts = name.split(".")
        if len(parts) > limits.NESTING:
            raise UsageError(f"more than {limits.NESTING} names stand inside one another")
        for part in reversed(parts):
            held = {part: held}
        assert isinstance(held, dict)
        _put_in(whole, held, "")
    return whole


def _put_in(whole: dict[str, object], more: Mapping[str, object], path: str) -> None:
    for name, held in more.items():
        known = whole.get(name)
        if name not in whole:
            whole[name] = merged(held, {}) if isinstance(held, dict) else held
        elif isinstance(known, dict) and isinstance(held, dict):
            _put_in(known, held, f"{path}{name}.")
        else:
            raise UsageError(f"'{path}{name}' is given twice, whole and in parts")


def merged(base: Mapping[str, object], over: Mapping[str, object]) -> dict[str, object]:
    """A copy of `base` with `over` in it: mappings are joined, everything else is replaced."""
    joined = {name: merged(held, {}) if isinstance(held, Mapping) else held for name, held in base.items()}
    for name, held in over.items():
        known = joined.get(name)
        joined[name] = merged(known, held) if isinstance(known, Mapping) and isinstance(held, Mapping) else held
    return joined


def dice(words: Iterable[str]) -> dict[str, tuple[int, ...]] | tuple[int, ...] | None:
    """Faces by name or in order, None if there are none. A word may hold several `NAME=FACES`. Raises UsageError."""
    parts = [part for word in words for part in (word.split() or [""])]
    if not parts:
        return None
    named = [part for part in parts if "=" in part]
    if not named:
        if len(parts) > 1:
            told = ",".join(str(face) for part in parts for face in faces("--dice", part))
            hint = f"write all faces in the order thrown: --dice {told}"
            raise UsageError("the dice are given in several parts", hint)
        return faces("--dice", parts[0])
    if len(named) < len(parts):
        raise UsageError(
            "dice are given by name and in order at once", "write NAME=FACES for each roll, or all faces in one list"
        )
    return pairs(named, "NAME=FACES", faces)


def seed(text: str) -> int | str:
    """A seed: a whole number if the text is one as numbers are written, else the text itself."""
    return int(text) if _WHOLE.fullmatch(text) else text


def whole(name: str, text: str) -> int:
    """A whole number above 0. Raises UsageError."""
    number = int(text) if _WHOLE.fullmatch(text) else 0
    if number < 1:
        raise UsageError(f"{name}: '{text}' is no whole number above 0")
    return number


def faces(name: str, text: str) -> tuple[int, ...]:
    """The faces of `10,10,9`. Raises UsageError."""
    inner = text.strip().removeprefix("[").removesuffix("]")
    parts = [part.strip() for part in inner.split(",")] if inner.strip() else []
    wrong = [part for part in parts if not _FACE.fullmatch(part)]
    if wrong:
        raise UsageError(
            f"{name}: '{wrong[0]}' is no face of a die", "write whole numbers with commas between them: 10,10,9"
        )
    return tuple(int(part) for part in parts)
