"""All of what a variant can touch: each leaf is changed, each entry and key is taken away and put back, in a pack that
holds every key of the language. What must come of it is worked out on plain data.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator

import pytest

from handhold.packs.variants.paths import KINDS, kind_below
from handhold.packs.yaml.document import plain
from tests.packs.stacks import HEADER, layer, put, tree

META = "title: T, cite: C, note: N"
EVERYTHING = (
    HEADER.format("base")
    + f"""\
settings:
  round: {{value: up, options: [up, down], question: How?, reading: Up., {META}}}
  other: {{value: 1, reading: One.}}
tables:
  walls:
    title: T
    cite: C
    note: N
    ordered: true
    columns: {{goal: {{type: integer, default: 2, {META}}}, dice: dice}}
    rows:
      low: {{at: ..4, goal: 1, dice: d6, {META}}}
      high: {{at: 5.., goal: 3, dice: 2d6}}
  ends: {{rows: {{top: {{}}, fall: {{}}}}}}
sheets:
  climber:
    title: T
    cite: C
    note: N
    dex: integer
    tired: {{type: number, default: 1, min: 0, max: 99, above: -1, below: 100, changes: true, {META}}}
    worn_out: {{value: tired >= 10, {META}}}
  scene: {{raining: flag}}
modifiers:
  best:
    title: T
    cite: C
    note: N
    take: first
    helps: higher
    base: climber.dex
    needs: {{climber: climber, n: {{type: integer, {META}}}}}
    lines:
      strong: {{when: climber.dex > 10, value: 3, {META}}}
      weak: {{value: 1}}
  most: {{take: sum, lines: {{one_line: {{value: 1}}}}}}
formulas:
  gap: {{needs: {{n: integer}}, value: n + 1, {META}}}
  span: {{value: 2}}
events:
  climb:
    title: T
    cite: C
    note: N
    needs:
      climber: climber
      boost: {{type: integer, default: 0, min: 0, max: 3, above: -1, below: 4, {META}}}
    steps:
      may:
        refuse:
          tired_out: {{when: climber.tired > 50, because: Too tired., {META}}}
          b: {{when: n, because: B}}
      roll: {{roll: d20, when: true, {META}}}
      margin: roll + 1
      gap: {{value: gap(n=1), when: true, {META}}}
      push:
        choose: flag
        by: player
        default: false
        among: all_of
        when: true
        refuse: {{late: {{when: n, because: L}}}}
      each_one:
        each: x in party
        track: {{m: 0, k: 1}}
        until: m > 3
        when: true
        steps: {{more: {{set: m, to: old + 1}}}}
      loop: {{repeat: 2, track: {{n: 0}}, until: n > 3, steps: {{again: {{set: n, to: old + 1, when: true}}, b: 1}}}}
      deep:
        when: push
        steps: {{tire: {{set: climber.tired, to: old + 1}}, inner: {{when: push, steps: {{x: 1, y: 2}}}}}}
      rest: {{do: rest, with: {{much: n, more: 1}}, if_refused: go_on, when: true}}
      outcome: ends(margin)
    says: {{top: Up., fall: Down.}}
  rest: {{steps: {{eased: 1}}, says: You rest.}}
"""
)
BASE = plain(tree(EVERYTHING))
Path = tuple[str, ...]
Data = object


def long(data: Data, kind: str = "pack") -> Data:
    """The data with the long form of everything."""
    known = KINDS.get(kind)
    if known is not None and known.short and not isinstance(data, dict):
        data = {known.short: data}
    if not isinstance(data, dict):
        return data
    return {key: long(value, kind_below(kind, key) if kind else "") for key, value in data.items()}


WHOLE = long(BASE)


def places(data: Data, kind: str = "pack", path: Path = ()) -> Iterator[tuple[Path, str, str, Data]]:
    """Every place below: its path, the kind of what it stands in, its own kind, and what stands there."""
    if not isinstance(data, dict):
        return
    for key, value in data.items():
        inner = kind_below(kind, key)
        if inner:
            yield (*path, key), kind, inner, value
            yield from places(value, inner, (*path, key))


PLACES = [place for place in places(WHOLE) if len(place[0]) > 1]
LEAVES = [place for place in PLACES if KINDS[place[2]].slot and not isinstance(place[3], dict)]
ENTRIES = [place for place in PLACES if place[0][-1] not in KINDS[place[1]].keys]


def at(data: Data, path: Path) -> dict[str, Data]:
    """The mapping in which a path ends."""
    for part in path[:-1]:
        assert isinstance(data, dict)
        data = data[part]
    assert isinstance(data, dict)
    return data


def changed(path: Path, value: Data) -> Data:
    data = copy.deepcopy(WHOLE)
    at(data, path)[path[-1]] = value
    return data


def removed(path: Path) -> Data:
    """The data without a place; a column goes with its cells, and a section or the like that is empty then goes too."""
    data = copy.deepcopy(WHOLE)
    at(data, path).pop(path[-1])
    if path[0] == "tables" and path[2:3] == ("columns",) and len(path) == 4:
        for row in at(data, (path[0], path[1], "rows", "")).values():
            assert isinstance(row, dict)
            row.pop(path[-1], None)
    emptied(data, path[:-1])
    return data


def emptied(data: Data, path: Path) -> None:
    """Takes away what need not be there when nothing is in it."""
    kind, kinds = "pack", []
    for part in path:
        kind = kind_below(kind, part)
        kinds.append(kind)
    for length in range(len(path), 1, -1):
        holder = at(data, path[:length])
        if holder[path[length - 1]] == {} and (KINDS[kinds[length - 1]].made or path[:length] == ("sheets", "scene")):
            del holder[path[length - 1]]
        else:
            return


def came_of(body: str, base: str = EVERYTHING) -> Data:
    applied, found = put(layer("v", body), base=base)
    assert [fault for fault in found if fault.severity == "error"] == []
    assert applied is not None
    return long(plain(applied.whole))


def dotted(path: Path) -> str:
    return ".".join(path)


def ids(places: list[tuple[Path, str, str, Data]]) -> list[str]:
    return [dotted(path) for path, *_ in places]


NEW: dict[str, Data] = {"formula": "n + 12345", "data": 12345, "text": "Another text.", "word": "another"}


@pytest.mark.parametrize(("path", "holder", "kind", "old"), LEAVES, ids=ids(LEAVES))
def test_every_leaf_can_be_changed(path: Path, holder: str, kind: str, old: Data) -> None:
    new = NEW[KINDS[kind].slot]
    body = f"{dotted(path)}: {json.dumps(new)}"
    expected = changed(path, new)
    if holder == "setting" and path[-1] == "value":
        body += f"\n  settings.{path[1]}.reading: Another text."
        at(expected, (*path[:-1], "reading"))["reading"] = "Another text."
    assert came_of(f"change:\n  {body}\n") == expected


@pytest.mark.parametrize(("path", "holder", "kind", "old"), PLACES, ids=ids(PLACES))
def test_every_entry_and_key_can_be_removed(path: Path, holder: str, kind: str, old: Data) -> None:
    assert came_of(f"remove: [{dotted(path)}]\n") == removed(path)


ADDED = [
    place
    for place in PLACES
    # these come with what they are in, and a column of rows that are there comes with their cells
    if place[2] not in ("columns", "rows", "steps", "lines", "column")
]


@pytest.mark.parametrize(("path", "holder", "kind", "old"), ADDED, ids=ids(ADDED))
def test_every_entry_and_key_can_be_added(path: Path, holder: str, kind: str, old: Data) -> None:
    new = old
    if kind in ("row", "line") and path[1] in ("walls", "best"):
        other = next(key for key in at(WHOLE, path) if key != path[-1])
        assert isinstance(old, dict)
        new = {**old, "after": other}
    taken = json.dumps(removed(path))
    assert came_of(f"add:\n  {dotted(path)}: {json.dumps(new)}\n", taken) == WHOLE


def neighbour(path: Path, holder: str, side: str) -> str:
    """The entry that stands behind (`before`) or in front of (`after`) another one; empty if none does."""
    names = [key for key in at(WHOLE, path) if key not in KINDS[holder].keys]
    place = names.index(path[-1]) + (1 if side == "before" else -1)
    return names[place] if 0 <= place < len(names) else ""


PLACED = [
    (path, side, neighbour(path, holder, side), old)
    for path, holder, kind, old in ENTRIES
    for side in ("before", "after")
    if kind in ("step", "row", "line") and neighbour(path, holder, side)
]


@pytest.mark.parametrize(("path", "side", "other", "old"), PLACED, ids=[f"{dotted(p)} {s}" for p, s, *_ in PLACED])
def test_every_step_row_and_line_can_be_placed(path: Path, side: str, other: str, old: Data) -> None:
    assert isinstance(old, dict)
    body = json.dumps({**old, side: other})
    after = came_of(f"add:\n  {dotted(path)}: {body}\n", json.dumps(removed(path)))
    assert list(at(after, path)) == list(at(WHOLE, path))
    assert after == WHOLE


def test_the_pack_holds_every_key_of_the_language() -> None:
    held = {(holder, path[-1] if path[-1] in KINDS[holder].keys else "*") for path, holder, _, _ in places(WHOLE)}
    wanted = {(kind, key) for kind, known in KINDS.items() for key in known.keys}
    wanted |= {(kind, "*") for kind, known in KINDS.items() if known.entries}
    # `refuse` is a way to the refusals of an event, whatever steps they stand in
    assert wanted - held == {("refuse", "*")}
    leaves = {(holder, path[-1]) for path, holder, kind, _ in LEAVES if path[-1] in KINDS[holder].keys}
    assert {pair for pair in wanted if pair[1] != "*" and KINDS[KINDS[pair[0]].keys[pair[1]]].slot} - leaves <= {
        ("event", "says")
    }
    assert len(LEAVES) > 120
    assert len(ENTRIES) > 60


def test_a_column_is_added_with_its_cells() -> None:
    path = ("tables", "walls", "columns", "dice")
    cells = {f"tables.walls.rows.{row}.dice": dice for row, dice in (("low", "d6"), ("high", "2d6"))}
    body = "".join(f"  {place}: {value}\n" for place, value in {dotted(path): "dice", **cells}.items())
    assert came_of(f"add:\n{body}", json.dumps(removed(path))) == WHOLE


REFUSALS = [path for path, _, kind, _ in ENTRIES if kind == "refusal"]


@pytest.mark.parametrize("path", REFUSALS, ids=[dotted(path) for path in REFUSALS])
def test_every_refusal_has_a_short_path(path: Path) -> None:
    short = f"events.{path[1]}.refuse.{path[-1]}"
    assert came_of(f"change: {{{short}.when: n > 1}}") == changed((*path, "when"), "n > 1")
    assert came_of(f"remove: [{short}]") == removed(path)
