"""Each event of the shipped packs, given random legal data, answers or refuses; `make random` runs many more."""

from __future__ import annotations

from pathlib import Path

import pytest

from handhold.packs.checks.check import check_pack
from handhold.packs.stacks.load import load_model
from tests.play.random_runs import faults
from tests.shipped import PACKS, shipped

EVENTS = [(name, event) for name in PACKS for event in shipped(name).pack.source.events]

BRITTLE = """\
pack: brittle
format: 1
version: "1.0.0"
title: An event with a hole
license: CC0-1.0
events:
  share:
    needs: {coins: integer, heads: integer}
    steps:
      outcome: coins // heads
"""


@pytest.mark.parametrize(("name", "event"), EVENTS)
def test_an_event_answers_or_refuses(name: str, event: str) -> None:
    pack = shipped(name).pack
    assert [str(fault) for fault in faults(pack, pack.events[event], 40, 2)] == []


def test_a_fault_is_found(tmp_path: Path) -> None:
    place = tmp_path / "brittle.yaml"
    place.write_text(BRITTLE, encoding="utf-8")
    model, _ = load_model(str(place))
    assert model is not None
    pack, found = check_pack(model)
    assert pack is not None, found
    assert {fault.given["heads"] for fault in faults(pack, pack.events["share"], 400, 2)} == {0}
