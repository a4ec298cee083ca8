"""What all ways of asking for odds have in common: the ends, and in what words the way is told."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from handhold.play.odds.event import Odds
from handhold.report.printable import printable

if TYPE_CHECKING:
    from handhold.play.odds.rounds import RoundsOdds
    from handhold.play.odds.ways import Way

NO_OUTCOME: Final = "(no outcome)"
ENDED: Final = "(ended)"
OPEN: Final = "(still open)"


def ends(odds: Odds | RoundsOdds) -> Mapping[str, Fraction]:
    """The chance of each end: the outcomes, the likeliest first, then what is none."""
    found = dict(odds.outcomes)
    if odds.unresolved:
        found[NO_OUTCOME if odds.event.outcome is not None else ENDED] = odds.unresolved
    if not isinstance(odds, Odds):
        found.update({f"(refused: {', '.join(codes)})": chance for codes, chance in odds.refused.items()})
        if odds.open:
            found[OPEN] = odds.open
    return found


def way_text(way: Way) -> str:
    """The way of asking behind the title of an event."""
    played = "" if way.goal is None else f", played for {printable(way.goal)}"
    return played + ("" if way.until is None else repeated(way.until, way.rounds))


def repeated(until: str, rounds: int) -> str:
    """That an event is done again and again, behind its title."""
    most = "1 round" if rounds == 1 else f"{rounds:,} rounds"
    return f", again and again until {printable(until)}, {most} at most"


def estimated(samples: int | None) -> str:
    """What is told: the odds, or an estimate."""
    if samples is None:
        return "the odds"
    return "an estimate from 1 sample" if samples == 1 else f"an estimate from {samples:,} samples"
