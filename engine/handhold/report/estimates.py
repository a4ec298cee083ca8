"""Estimates of odds, in text and in JSON; never called anything else."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from handhold.play.rounds import RoundsOdds
from handhold.report import as_json
from handhold.report.chances import heading, not_possible
from handhold.report.output import Output
from handhold.report.printable import printable, width
from handhold.report.values import Json, number_text, percent, tenths

if TYPE_CHECKING:
    from handhold.play.sample import Estimate

_BAR = 30


def estimate_text(out: Output, estimate: Estimate) -> None:
    """Each chance in percent with its standard error."""
    odds = estimate.odds
    if not_possible(out, odds.pack, odds.event, odds.refusals):
        return
    again = ""
    if isinstance(odds, RoundsOdds):
        again = f", again and again until {printable(odds.until)}, {odds.rounds:,} rounds at most"
    heading(out, odds.pack, odds.event, again, f"an estimate from {estimate.samples:,} samples")
    for title, chances in _parts(estimate).items():
        if title:
            out.line(printable(title))
        _lines(out, estimate, chances)
    out.line("  ± is the standard error. What is not listed never came, and may still be possible.")
    out.line(out.paint(f"  the dice came from the seed {printable(str(estimate.seed))}", "faint"))


def _parts(estimate: Estimate) -> dict[str, Mapping[str, Fraction]]:
    odds = estimate.odds
    ends = dict(odds.outcomes)
    if odds.unresolved:
        ends["(no outcome)"] = odds.unresolved
    if isinstance(odds, RoundsOdds):
        ends.update({f"(refused: {', '.join(codes)})": chance for codes, chance in odds.refused.items()})
        if odds.open:
            ends["(still open)"] = odds.open
    return {"": ends, **odds.values}


def _lines(out: Output, estimate: Estimate, chances: Mapping[str, Fraction]) -> None:
    rows = [
        (printable(name), f"{percent(chance)} ± {_points(estimate, chance)}", chance)
        for name, chance in chances.items()
    ]
    names = max((width(name) for name, _, _ in rows), default=0)
    texts = max((len(text) for _, text, _ in rows), default=0)
    for name, text, chance in rows:
        bar = "█" * round(chance * _BAR)
        out.line(f"  {name}{' ' * (names - width(name))}  {text:<{texts}}  {bar}".rstrip())


def _points(estimate: Estimate, chance: Fraction) -> str:
    error = estimate.error(chance) * 100
    return tenths(error) if error >= Fraction(1, 20) else f"{_decimal(error)}"


def _decimal(number: Fraction) -> str:
    """A number below 1 with four digits."""
    return f"0.{round(number * 10_000):04d}".rstrip("0").rstrip(".")


def estimate_json(out: Output, estimate: Estimate) -> None:
    """`odds-estimate/1`: each chance is a text, beside it the standard error."""
    odds = estimate.odds
    rounds: dict[str, Json] = {}
    if isinstance(odds, RoundsOdds):
        refused: list[Json] = [
            {"codes": list(codes), **_told(estimate, chance)} for codes, chance in odds.refused.items()
        ]
        rounds = {
            "until": odds.until,
            "rounds": odds.rounds,
            "open": _told(estimate, odds.open),
            "refused_later": refused,
            "by_round": {str(number): _told(estimate, chance) for number, chance in odds.by_round.items()},
        }
    as_json.write(
        out,
        {
            "handhold": "odds-estimate/1",
            "pack": as_json.pack_name(odds.pack.header),
            "event": odds.event.id,
            "samples": estimate.samples,
            "asked": estimate.asked,
            "seed": estimate.seed,
            "refused": [refusal.code for refusal in odds.refusals],
            "outcomes": _all(estimate, odds.outcomes),
            "unresolved": _told(estimate, odds.unresolved),
            "values": {name: _all(estimate, chances) for name, chances in odds.values.items()},
            **rounds,
        },
    )


def _all(estimate: Estimate, chances: Mapping[str, Fraction]) -> Json:
    return {name: _told(estimate, chance) for name, chance in chances.items()}


def _told(estimate: Estimate, chance: Fraction) -> dict[str, Json]:
    error = f"0.{int(estimate.error(chance) * 10**6):06d}"
    return {"estimate": number_text(chance), "standard_error": error}
