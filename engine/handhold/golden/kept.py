"""Golden files: what each case of a file came to when somebody last looked at it and found it right.

`climbing.golden.json` lies beside `climbing.yaml`; the tool alone writes it. A run writes what has changed to
`climbing.golden.pending.json`, in the same form, and only `accept` takes it over:

    {
      "handhold": "golden/1",
      "cases": {"near_wall": {"outcome": "fail_safe", "refused": [], "values": …, "state": …, "rolls": …}},
      "reached": {"near_wall": "0-2"},
      "rules": [
        ["formulas.goal", "distance.height // 10"],
        ["events.climb.steps.fell.when.false", ""],
        ["tables.distances.rows.short.exhaustion", "5"]
      ]
    }

`cases` is what is compared. `rules` holds the marks of the pack (see `marks`) with their text at that time, and
`reached` says by number which of them the case came to: with these a failure can say which rule was another one. They
are no difference of a result: where they alone are others, the case passes, and what is pending brings them up to date.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final, cast

from handhold import limits
from handhold.golden.outcome import same
from handhold.packs.storage.files import PackFile, shown_name
from handhold.packs.storage.folders import replace_file, take_away
from handhold.packs.strict_json import Json, read_json

PENDING: Final = ".golden.pending.json"
_KIND: Final = "golden/1"
_WIDTH: Final = 110

Rule = tuple[str, str]
"""The path of a mark, and its text."""


class GoldenFault(Exception):
    """A golden file cannot be used: which, why, and what to do (`hint`)."""

    def __init__(self, text: str, reason: str = "", hint: str = "") -> None:
        super().__init__(f"{text} cannot be read: {reason} ({hint})" if reason else text)
        self.reason = reason
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Kept:
    """One case as it is kept: what came out, and the rules that it came to, in the order of their paths."""

    result: Mapping[str, Json]
    rules: tuple[Rule, ...]


def read_kept(file: PackFile) -> dict[str, Kept]:
    """The cases of a golden or pending file by id. Raises GoldenFault."""
    try:
        return _kept(read_json(file.data))
    except KeyError as fault:
        reason = f"{fault} is missing"
    except ValueError as fault:
        reason = str(fault)
    hint = "restore it, or delete it and accept it anew; after a merge, take one side of it whole"
    raise GoldenFault(file.name, reason, hint)


def _kept(data: Json) -> dict[str, Kept]:
    if not isinstance(data, dict) or data.get("handhold") != _KIND:
        raise ValueError(f'it does not begin {{"handhold": "{_KIND}"')
    cases, reached, rules = data["cases"], data["reached"], data["rules"]
    if not isinstance(cases, dict) or not isinstance(reached, dict) or not isinstance(rules, list):
        raise ValueError("'cases' and 'reached' are mappings, 'rules' is a list")
    table: list[Rule] = []
    for each in rules:
        if not isinstance(each, list) or len(each) != 2 or not all(isinstance(text, str) for text in each):
            raise ValueError("each of the 'rules' is a path and a text")
        table.append(cast("Rule", tuple(each)))
    found: dict[str, Kept] = {}
    known: dict[str, tuple[Rule, ...]] = {}
    for id, result in cases.items():
        if not isinstance(result, dict):
            raise ValueError(f"the case '{id}' is no mapping")
        numbers = str(reached.get(id, ""))
        # most cases come to the same rules as another one
        if numbers not in known:
            known[numbers] = tuple(table[number] for number in _numbers(numbers, len(table)))
        found[id] = Kept(result, known[numbers])
    return found


# -- numbers as text ------------------------------------------------------------------------------


def _numbers(text: str, end: int) -> Iterable[int]:
    least = 0
    for part in text.split():
        first, _, last = part.partition("-")
        low, high = int(first), int(last or first)
        # rising, so that no text says more numbers than there are
        if not least <= low <= high < end:
            raise ValueError(f"'{part}' leads back, or past the end of 'rules'")
        yield from range(low, high + 1)
        least = high + 1


def _ranges(numbers: Iterable[int]) -> str:
    found = sorted(numbers)
    starts = [n for n, number in enumerate(found) if n == 0 or number != found[n - 1] + 1]
    runs = [(found[start], found[end - 1]) for start, end in pairwise([*starts, len(found)])]
    return " ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


# -- writing --------------------------------------------------------------------------------------


def write_kept(path: Path, cases: Mapping[str, Kept], before: Mapping[str, Kept] | None) -> bool:
    """Writes a golden or pending file, or takes it away where it would hold no case; gives whether it changed.

    `before` is what the file holds: where the results are equal it is left alone, whatever its spacing and line ends.
    The file is the old one or the new one, whole, at every moment. Raises Unwritable, or
    GoldenFault for more than can be read again.
    """
    if not cases:
        take_away(path)
        return before is not None
    if before is not None and list(before) == list(cases) and all(same_kept(before[id], cases[id]) for id in cases):
        return False
    text = _text(cases)
    if len(text) > limits.GOLDEN_BYTES:
        raise GoldenFault(f"{shown_name(path)} would have {len(text):,} characters: split its file of cases in two")
    if before is not None and b"\r\n" in path.read_bytes()[: limits.TEXT_LENGTH]:
        text = text.replace("\n", "\r\n")
    replace_file(path, text.encode("utf-8"))
    return True


def same_kept(one: Kept, other: Kept) -> bool:
    """Whether two came out the same by the same rules."""
    return same(dict(one.result), dict(other.result)) and one.rules == other.rules


def _text(cases: Mapping[str, Kept]) -> str:
    numbers: dict[Rule, int] = {}
    for rule in sorted({rule for kept in cases.values() for rule in kept.rules}):
        numbers[rule] = len(numbers)
    whole: dict[str, Json] = {
        "handhold": _KIND,
        "cases": {id: dict(kept.result) for id, kept in cases.items()},
        "reached": {id: _ranges(numbers[rule] for rule in kept.rules) for id, kept in cases.items()},
        "rules": [list(rule) for rule in numbers],
    }
    return f"{_laid_out(whole, 0)}\n"


def _laid_out(value: Json, indent: int) -> str:
    """JSON with one entry a line, where what is short and plain stays on one."""
    inner = " " * (indent + 2)
    parts: list[str]
    match value:
        case dict() if indent < 2 or not _is_short(value, indent):
            parts = [f"{_line(name)}: {_laid_out(held, indent + 2)}" for name, held in value.items()]
            ends = "{}"
        case list() if any(isinstance(held, dict | list) for held in value):
            parts = [_laid_out(held, indent + 2) for held in value]
            ends = "[]"
        case _:
            return _line(value)
    if not parts:
        return ends
    return f"{ends[0]}\n{inner}" + f",\n{inner}".join(parts) + f"\n{' ' * indent}{ends[1]}"


def _is_short(value: dict[str, Json], indent: int) -> bool:
    return not any(isinstance(each, dict) for each in value.values()) and len(_line(value)) + indent <= _WIDTH


def _line(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False)
    if text.isprintable():
        return text
    # what cannot be seen is escaped; JSON itself would leave the last of ASCII as it is
    return "".join(
        char if char.isprintable() else "\\u007f" if char == "\x7f" else json.dumps(char)[1:-1] for char in text
    )
