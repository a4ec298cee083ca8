"""Who reads what stands at a place of a pack."""

from __future__ import annotations

import pytest

import handhold
from handhold.packs import checked
from handhold.packs.checks.check import check_pack
from handhold.packs.checks.readers import Readers
from handhold.packs.reading.reader import read_pack
from handhold.packs.yaml.document import read_document
from tests.packs.stacks import HEADER

PACK = f"""{HEADER.format("demo")}
settings:
  pitch: {{value: 3, reading: three}}
  mood: {{value: calm, options: [calm, wild], reading: calm}}
tables:
  walls:
    columns: {{dice: dice, need: integer}}
    rows: {{low: {{dice: d6, need: 3}}, high: {{dice: 2d6, need: 7}}}}
  ends:
    rows: {{top: {{at: 0..}}, fallen: {{at: ..-1}}}}
sheets:
  climber:
    dex: integer
    hurt: {{type: integer, min: 0, default: 0, changes: true}}
    limping: {{value: hurt > 3}}
modifiers:
  tn:
    take: sum
    needs: {{climber: climber}}
    lines:
      limping: {{when: climber.limping, value: -2}}
      dex: {{value: climber.dex}}
  hardened:
    base: climber.dex
    take: sum
    lines: {{wild: {{when: settings.mood is wild, value: 1}}}}
formulas:
  knot: {{value: settings.pitch + 1}}
events:
  climb:
    needs: {{climber: climber, wall: walls, rope: {{type: flag, default: false}}}}
    steps:
      may: {{refuse: {{too_weak: {{when: climber.dex < 1, because: Too weak.}}}}}}
      roll: {{roll: wall.dice}}
      fell: {{when: roll < 3, steps: {{hit: {{do: fall}}}}}}
      total: roll + tn + (if rope then knot else 0)
      outcome: ends(total - wall.need)
    says: {{top: "You get up with {{total}}.", fallen: You do not.}}
  fall:
    needs: {{climber: climber}}
    steps:
      ache: {{set: climber.hurt, to: old + 1}}
"""


@pytest.fixture(scope="module")
def pack() -> checked.Pack:
    node, _ = read_document(PACK.encode(), "demo.yaml")
    assert node is not None
    written, found = read_pack([node])
    assert (written is not None, found) == (True, ())
    assert written is not None
    whole, found = check_pack(written)
    assert whole is not None, found
    return whole


READERS = {
    "settings.pitch": "formulas.knot",
    "settings.pitch.value": "formulas.knot",
    "settings.mood": "modifiers.hardened.lines.wild",
    "tables.walls": "events.climb.steps.roll events.climb.steps.outcome",
    "tables.walls.rows.high.need": "events.climb.steps.outcome",
    "tables.walls.columns.dice": "events.climb.steps.roll",
    "tables.ends.rows.top.at": "events.climb.steps.outcome",
    "sheets.climber.hurt": "sheets.climber.limping events.fall.steps.ache",
    "sheets.climber.limping": "modifiers.tn.lines.limping",
    "sheets.climber.dex": "modifiers.tn.lines.dex events.climb.steps.may",
    "modifiers.tn.lines.dex": "events.climb.steps.total",
    "modifiers.hardened": "modifiers.tn.lines.dex events.climb.steps.may",
    "formulas.knot.value": "events.climb.steps.total",
    "events.fall": "events.climb.steps.hit",
    "events.climb": "",
    "events.climb.needs.rope": "events.climb.steps.total",
    "events.climb.steps.roll": "events.climb.steps.fell events.climb.steps.total",
    "events.climb.steps.total": "events.climb.steps.outcome events.climb.says.top",
    "events.climb.steps.fell.steps.hit": "",
    "events.climb.says": "",
    "settings": "",
}


@pytest.mark.parametrize("path", READERS)
def test_the_readers_of_a_place(path: str, pack: checked.Pack) -> None:
    assert [reader.path for reader in Readers(pack).of(tuple(path.split(".")))] == READERS[path].split()


def test_a_reader_has_its_place(pack: checked.Pack) -> None:
    lines = PACK.splitlines()
    for path, key in (("settings.pitch", "knot:"), ("formulas.knot", "total:"), ("events.fall", "hit:")):
        (reader,) = Readers(pack).of(tuple(path.split(".")))
        assert key in lines[reader.span.line - 1]


@pytest.mark.parametrize("name", ["lurasko", "woin"])
def test_what_is_read_by_nothing_is_told_as_unused_or_is_a_step(name: str) -> None:
    whole = handhold.load(name).checked
    readers = Readers(whole)
    source = whole.source
    paths = [("settings", id) for id in source.settings]
    paths += [("formulas", id) for id in source.formulas] + [("modifiers", id) for id in source.modifiers]
    paths += [("tables", id, "columns", column) for id, table in source.tables.items() for column in table.columns]
    assert [path for path in paths if not readers.of(path)] == []
