"""The odds of an event done again and again, in text and in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from handhold.play.odds.event import Odds
from handhold.report import as_json
from handhold.report.chances import (
    chance_lines,
    heading,
    impossible,
    impossible_json,
    is_number,
    joined,
    not_possible,
    texts,
    values,
    values_json,
)
from handhold.report.ends import ends, repeated
from handhold.report.output import Output
from handhold.report.values import Json, number_text, tenths

if TYPE_CHECKING:
    from handhold.play.odds.rounds import RoundsOdds

_WIDTHS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
_MOST_LINES: Final = 20
_TAIL: Final = 1000
"""What comes late and less often than once in so many ends is one line."""
AT_THE_END: Final = ", at the end"
THE_ROUND: Final = "the round of the end"


def rounds_text(out: Output, odds: RoundsOdds) -> None:
    """The chance of each end, of what is left open, and when the end comes."""
    if not_possible(out, odds.pack, odds.event, odds.refusals):
        return
    heading(out, odds.pack, odds.event, repeated(odds.until, odds.rounds))
    stopped(out, odds)
    chance_lines(out, ends(odds), numbers=is_number(odds.event.outcome))
    impossible(out, odds, "outcome")
    values(out, odds, AT_THE_END)
    when(out, odds)
    if len(odds.left) > 1:
        out.line("what is still open, by the outcome of the last round")
        chance_lines(out, odds.left, numbers=is_number(odds.event.outcome))


def when(out: Output, odds: RoundsOdds) -> None:
    """In which round the end comes."""
    if odds.average is not None:
        out.line(f"{THE_ROUND} (on average {tenths(odds.average)})")
        chance_lines(out, bands(odds.weights_by_round, odds.den))


def stopped(out: Output, odds: Odds | RoundsOdds) -> None:
    """Says that not all rounds are worked out, if they are not."""
    if not isinstance(odds, Odds) and odds.made < odds.rounds and odds.open:
        out.line(f"  Stopped after round {odds.made:,}: what is open after it could still have ended.")


def bands(by_round: Mapping[int, int], den: int) -> dict[str, Fraction]:
    """The rounds, in weights over `den`, in at most some twenty lines of equal width; what comes late and hardly ever
    is one line.
    """
    whole = rest = sum(by_round.values())
    last = 0
    for number, weight in by_round.items():
        last, rest = number, rest - weight
        if rest * _TAIL < whole:
            break
    width = next(width for width in _WIDTHS if -(-last // width) <= _MOST_LINES)
    lines: dict[str, int] = {}
    for low in range(1, last + 1, width):
        high = low + width - 1
        name = f"{low}" if width == 1 else f"{low} to {high}"
        lines[name] = sum(by_round.get(number, 0) for number in range(low, high + 1))
        last = high
    lines["later"] = whole - sum(lines.values())
    return {name: Fraction(weight, den) for name, weight in lines.items() if weight}


def rounds_json(out: Output, odds: RoundsOdds) -> None:
    """`odds-rounds/1`: every chance is a text."""
    as_json.write(
        out,
        {
            "handhold": "odds-rounds/1",
            "pack": as_json.pack_name(odds.pack.header),
            "event": odds.event.id,
            "until": odds.until,
            "rounds": odds.rounds,
            "made": odds.made,
            "outcomes": texts(odds.outcomes),
            "unresolved": number_text(odds.unresolved),
            "refused": {refusal.code: "1" for refusal in odds.refusals},
            "refused_later": refused_later(odds),
            "open": number_text(odds.open),
            "open_by_outcome": texts(odds.left),
            "values": values_json(odds),
            "ended": ended(odds),
            "impossible": impossible_json(odds),
        },
    )


def refused_later(odds: RoundsOdds) -> list[Json]:
    """The chance that a round after the first is refused, for each combination of codes."""
    return [{"codes": list(codes), "chance": number_text(chance)} for codes, chance in odds.refused.items()]


def ended(odds: RoundsOdds) -> list[Json]:
    """Each round that can be the end, with the outcome, the values asked for, and the chance."""
    return [
        {"round": number, **joined(odds.event, odds.names, key), "chance": number_text(Fraction(weight, odds.den))}
        for (number, key), weight in odds.ended.items()
    ]
