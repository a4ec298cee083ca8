"""Each event of the shipped packs, given random legal data, answers or refuses; `make random` runs many more."""

from __future__ import annotations

import pytest

from tests.play.random_runs import faults
from tests.shipped import PACKS, shipped

EVENTS = [(name, event) for name in PACKS for event in shipped(name).pack.source.events]


@pytest.mark.parametrize(("name", "event"), EVENTS)
def test_an_event_answers_or_refuses(name: str, event: str) -> None:
    pack = shipped(name).pack
    assert [str(fault) for fault in faults(pack, pack.events[event], 40, 2)] == []
