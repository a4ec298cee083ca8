"""A watched run is the run itself, and every point of a pack can be met."""

from __future__ import annotations

import pytest

from handhold.golden.compare import came_of
from handhold.golden.marks import Marks
from handhold.golden.outcome import odds_json, result_json
from handhold.golden.watch import Watch
from handhold.packs.checks.points import points
from handhold.play.runs.run import Runner
from tests import fixtures
from tests.shipped import PACKS, shipped

FIXTURES = sorted(path.stem for path in fixtures.FOLDER.glob("*.yaml"))


@pytest.mark.parametrize("name", PACKS)
def test_to_watch_changes_nothing(name: str) -> None:
    held = shipped(name)
    plain, watched = Runner(held.pack), Watch(held.pack)
    for case in held.cases.values():
        one, other = came_of(plain, case), came_of(watched, case, watched.odds)
        assert (one.fault, one.chances is None) == (other.fault, other.chances is None)
        if one.chances is not None and other.chances is not None:
            assert odds_json(one.chances) == odds_json(other.chances), case.id
        if one.result is not None and other.result is not None:
            assert result_json(one.result) == result_json(other.result), case.id


@pytest.mark.parametrize("name", [*PACKS, *FIXTURES])
def test_every_point_has_its_mark(name: str) -> None:
    pack = shipped(name).pack if name in PACKS else fixtures.pack(name)
    marks = Marks(pack)
    paths = [mark.path for mark in marks.all]
    assert len(set(paths)) == len(paths)
    known = {*paths, *(path.rpartition(".")[0] for path in paths)}
    wordless = {table.id for table in pack.tables.values() if not table.columns and not table.bands}
    missing = [point.path for point in points(pack) if point.path not in known]
    # the rows of a table that is only a list of words are met as values
    assert [path for path in missing if path.split(".")[1] not in wordless] == []


def test_a_watch_tells_of_the_last_run_alone() -> None:
    held = shipped("woin")
    one, other = (held.cases[id] for id in ("ten_feet", "no_agility"))
    watch = Watch(held.pack)
    reached = {}
    for case in (one, other, one):
        watch.begin()
        came_of(watch, case)
        assert reached.setdefault(case.id, watch.reached) == watch.reached
    assert reached[one.id] != reached[other.id]
