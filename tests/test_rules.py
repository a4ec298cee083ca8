"""The checklists of the packs are complete: every rule is shown by a case or is advice, and the document says where."""

from __future__ import annotations

import pytest

from tests.rules.checklist import KINDS, checklist, rules
from tests.rules.paths import paths
from tests.rules.table import DOCUMENT, document, named
from tests.shipped import PACKS, shipped


@pytest.mark.parametrize("name", PACKS)
def test_every_rule_is_shown_by_a_case_or_is_advice(name: str) -> None:
    shown = named(name)
    assert [rule.id for rule in rules(name).values() if not rule.advice and rule.id not in shown] == []


@pytest.mark.parametrize("name", PACKS)
def test_no_case_names_an_unknown_rule(name: str) -> None:
    known = rules(name)
    assert {rule: cases for rule, cases in named(name).items() if rule not in known} == {}


@pytest.mark.parametrize("name", PACKS)
def test_every_case_names_a_rule(name: str) -> None:
    assert [case.id for case in shipped(name).cases.values() if not case.rules] == []


@pytest.mark.parametrize("name", PACKS)
def test_rules_have_one_form(name: str) -> None:
    for rule in rules(name).values():
        assert rule.kind in KINDS, rule.id
        assert rule.text.strip() == rule.text != "", rule.id
        # advice is all that may go without a case, so it says why
        assert rule.advice == bool(rule.why), rule.id
        assert not rule.advice or rule.kind == "advice", rule.id


@pytest.mark.parametrize("name", PACKS)
def test_paths_of_a_checklist_are_in_the_pack(name: str) -> None:
    pack = shipped(name).pack.source
    known = paths(pack)
    held = checklist(name)
    for id, entry in {**held["rules"], **held.get("facts", {})}.items():
        assert [path for path in entry.get("where", ()) if path not in known] == [], id


@pytest.mark.parametrize("name", PACKS)
def test_readings_are_settings_or_say_why_not(name: str) -> None:
    settings = shipped(name).pack.settings
    for id, reading in checklist(name)["readings"].items():
        held = reading.get("setting", ())
        several = [held] if isinstance(held, str) else list(held)
        assert bool(several) != bool(reading.get("settled")), id
        assert [setting for setting in several if setting not in settings] == [], id


def test_facts_carry_their_source() -> None:
    for name in PACKS:
        for id, fact in checklist(name).get("facts", {}).items():
            assert fact.get("source") or fact["status"] == "not found", id


def test_the_document_is_up_to_date() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == document(), "say: python -m tests.rules"
