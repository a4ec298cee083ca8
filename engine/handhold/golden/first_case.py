"""The first case of a pack that somebody begins: an event that was tried, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from handhold.golden.compare import shown
from handhold.play.runs.made_up import Tried

CASE = "first_case"
"""The id of the case."""


def first_case(tried: Tried, difference: tuple[str, object] | None = None) -> dict[str, object]:
    """The case as plain data, its keys in the order in which they are read; `difference` is a value that is not what
    it is in the pack that is extended.
    """
    result = tried.result
    expect: dict[str, object] = {"outcome": result.outcome} if result.outcome is not None else {}
    if result.refused:
        expect["refused"] = [refusal.code for refusal in result.refusals]
    if difference is not None:
        path, value = difference
        kind, _, name = path.partition(".")
        expect[kind] = {name: value} if name else value
    case: dict[str, object] = {"event": tried.event, "given": tried.given}
    if tried.choices:
        case["choices"] = tried.choices
    if tried.dice:
        case["dice"] = {path: list(faces) for path, faces in tried.dice.items()}
    return {**case, "expect": expect or {"refused": []}, "authority": "what the rules gave when this pack was begun"}


def differences(before: Tried, after: Tried) -> Iterator[tuple[str, object]]:
    """The values that differ after a change of the pack, by their paths in `expect`, the outcome first."""
    one, other = shown(before.result), shown(after.result)
    for kind in ("outcome", "values", "state", "refused"):
        yield from _leaves(kind, one[kind], other[kind])


def _leaves(path: str, one: object, other: object) -> Iterator[tuple[str, object]]:
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for name, held in other.items():
            if name in one:
                yield from _leaves(f"{path}.{name}", one[name], held)
    elif one != other or type(one) is not type(other):
        yield path, other
