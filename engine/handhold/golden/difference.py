"""Two packs held against each other: where they differ, and what that does to the cases of the first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from handhold.diagnostics import Diagnostic
from handhold.golden.cases import Case, cases_of
from handhold.golden.changes import CaseChange, case_changes
from handhold.golden.odds_changes import OddsChanges, odds_changes
from handhold.library.judged import Judged
from handhold.packs.model import Header
from handhold.packs.variants.diff import Change, differences
from handhold.play.odds.event import OddsRunner
from handhold.play.problems import no_pack
from handhold.play.runs.run import Runner


class Pack(Protocol):
    """A pack that can be run, as `handhold.load` gives it."""

    @property
    def judged(self) -> Judged:
        """The pack as it was read and checked."""

    @property
    def runner(self) -> Runner:
        """What runs its events."""

    @property
    def chances(self) -> OddsRunner:
        """What reckons its odds."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What is different between two packs.

    `packs` are the headers of each with those of its variants. `changes` are the places that differ, in the order of
    the second pack. `cases` are those of the first, `faults` what is wrong with their files. `moved` tells which cases
    come to something else, `odds` how chances move; both are None where that was not asked for.
    """

    packs: tuple[Sequence[Header], Sequence[Header]]
    changes: tuple[Change, ...]
    cases: tuple[Case, ...]
    faults: tuple[Diagnostic, ...]
    moved: tuple[CaseChange, ...] | None
    odds: OddsChanges | None


def diff(one: Pack, other: Pack, *, cases: bool = False, odds: bool = False) -> Difference:
    """What is different between two packs, place by place. With `cases`, the cases of the first are run on both; with
    `odds`, the chances of each are reckoned on both.
    """
    for each in (one, other):
        if not isinstance(getattr(each, "judged", None), Judged):
            raise no_pack(each)
    first, second = one.judged.stack, other.judged.stack
    assert first is not None
    assert second is not None
    known, faults = cases_of(one.judged.reading) if cases or odds else ((), ())
    return Difference(
        (first.headers, second.headers),
        differences(first.applied.whole, second.applied.whole),
        known,
        faults,
        case_changes(one.runner, other.runner, known) if cases else None,
        odds_changes(one.chances, other.chances, known) if odds else None,
    )
