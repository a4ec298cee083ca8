"""The checklists of the packs: `rulepacks/PACK/rules/rules.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import yaml

from tests.shipped import ROOT

KINDS = frozenset({"advice", "choice", "formula", "permission", "precondition", "prohibition", "state-change", "table"})


@dataclass(frozen=True, slots=True)
class Rule:
    """A statement of a rule source in our own words. `advice`: there is nothing to work out, and `why` says so."""

    id: str
    kind: str
    text: str
    advice: bool
    why: str
    where: tuple[str, ...]


def checklist(name: str) -> Mapping[str, Any]:
    """The whole checklist of a pack: `rules`, `readings` and `facts`."""
    text = (ROOT / "rulepacks" / name / "rules" / "rules.yaml").read_text(encoding="utf-8")
    return _read(text)


@cache
def _read(text: str) -> Mapping[str, Any]:
    held = yaml.safe_load(text)
    assert isinstance(held, dict)
    return held


def rules(name: str) -> Mapping[str, Rule]:
    """The rules of a pack by id, in the order of the source."""
    return {
        id: Rule(
            id,
            entry["kind"],
            entry["text"],
            entry.get("advice", False),
            entry.get("why", ""),
            tuple(entry.get("where", ())),
        )
        for id, entry in checklist(name)["rules"].items()
    }
