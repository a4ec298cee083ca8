"""JSON that this tool has written, read strictly: each key once, no number with a fraction, of a bounded depth."""

from __future__ import annotations

import json

from handhold import limits

Json = int | bool | str | None | list["Json"] | dict[str, "Json"]
"""What is written and read: no number with a fraction."""

_TOO_DEEP = "it is nested too deeply"


def read_json(data: bytes) -> Json:
    """What the bytes hold. Raises ValueError, which says in words what is wrong with them."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("it is not written in UTF-8") from None
    try:
        held: Json = json.loads(text, object_pairs_hook=_once, parse_float=_no_number, parse_constant=_no_number)
        _hold_depth(held, limits.NESTING)
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None
    except json.JSONDecodeError as fault:
        raise ValueError(f"line {fault.lineno}: {fault.msg}") from None
    except _Odd:
        raise
    except ValueError:
        # what is not ours Python says of a number that is too long for it, in words for programmers
        raise ValueError("it holds a number of too many digits") from None
    return held


class _Odd(ValueError):
    """What is no JSON of this tool, in our words."""


def _hold_depth(value: Json, left: int) -> None:
    if not left:
        raise RecursionError
    if isinstance(value, dict | list):
        for held in value.values() if isinstance(value, dict) else value:
            _hold_depth(held, left - 1)


def _once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for name, value in pairs:
        if name in found:
            raise _Odd(f"'{name}' stands twice")
        found[name] = value
    return found


def _no_number(text: str) -> Json:
    raise _Odd(f"{text} is no whole number")
