"""`handhold show`: packs and events as short rule sheets."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.shell import handhold

PACKS = ("futile-kingdoms", "infinity", "lurasko", "trench-crusade", "woin")


@pytest.mark.parametrize("pack", PACKS)
def test_a_pack_is_shown_whole(pack: str) -> None:
    told = handhold("show", pack)
    assert (told.code, told.err) == (0, "")
    listed = handhold("list", pack, "--format", "json").json["events"]
    assert isinstance(listed, list)
    for event in listed:
        assert event["title"].split()[0] in told.out


@pytest.mark.parametrize(("pack", "event"), [("lurasko", "climb"), ("trench-crusade", "jump"), ("woin", "fall")])
def test_an_event_reads_like_a_rule_sheet(pack: str, event: str, snapshot: SnapshotAssertion) -> None:
    told = handhold("show", pack, event)
    assert told.code == 0
    assert told.out == snapshot


@pytest.mark.parametrize("pack", PACKS)
def test_every_reading_is_listed_with_its_question(pack: str) -> None:
    told = handhold("show", pack, "--readings")
    assert told.code == 0
    assert " = " in told.out
    assert "?" in told.out


def test_an_unknown_event_is_named() -> None:
    told = handhold("show", "lurasko", "clim")
    assert told.code == 2
    assert "did you mean 'climb'" in told.err
