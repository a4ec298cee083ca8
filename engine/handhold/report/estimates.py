"""Estimates of odds, in text and in JSON; never called anything else."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from handhold.play.odds.event import Odds
from handhold.play.odds.rounds import RoundsOdds
from handhold.report import as_json
from handhold.report.chances import NO_NUMBERS, heading, in_order, is_number, not_possible, number_name
from handhold.report.ends import ends, estimated, repeated
from handhold.report.output import Output
from handhold.report.printable import printable, width
from handhold.report.rounds import AT_THE_END, THE_ROUND, bands
from handhold.report.values import Json, number_text, percent, tenths

if TYPE_CHECKING:
    from handhold.language.types import Type
    from handhold.play.odds.sample import Estimate

_BAR = 30
WHAT_IT_IS: Final = (
    "  ± is the standard error, with one hit and one miss added.",
    "  What is not listed never came, and may still be possible.",
)


def estimate_text(out: Output, estimate: Estimate) -> None:
    """Each chance in percent with its standard error."""
    odds = estimate.odds
    if not_possible(out, odds.pack, odds.event, odds.refusals):
        return
    again = repeated(odds.until, odds.rounds) if isinstance(odds, RoundsOdds) else ""
    heading(out, odds.pack, odds.event, again, estimated(estimate.samples))
    _lines(out, estimate, ends(odds), odds.event.outcome)
    for (name, chances), of in zip(odds.values.items(), odds.types[-len(odds.names) :], strict=False):
        out.line(printable(name) + (AT_THE_END if again else ""))
        _lines(out, estimate, chances, of)
    if isinstance(odds, RoundsOdds) and odds.average is not None:
        out.line(f"{THE_ROUND} (on average {tenths(odds.average)})")
        _lines(out, estimate, bands(odds.weights_by_round, odds.den))
    if isinstance(odds, Odds) and not odds.types:
        out.line(NO_NUMBERS)
    else:
        for line in WHAT_IT_IS:
            out.line(line)
    out.line(out.paint(f"  the dice came from the seed {printable(str(estimate.seed))}", "faint"))


def _lines(out: Output, estimate: Estimate, chances: Mapping[str, Fraction], of: Type | None = None) -> None:
    named = number_name if is_number(of) else printable
    rows = [
        (named(name), f"{percent(chance)} ± {error_text(estimate.error(chance))}", chance)
        for name, chance in in_order(chances)
    ]
    names = max((width(name) for name, _, _ in rows), default=0)
    texts = max((len(text) for _, text, _ in rows), default=0)
    for name, text, chance in rows:
        bar = "█" * round(chance * _BAR)
        out.line(f"  {name}{' ' * (names - width(name))}  {text:<{texts}}  {bar}".rstrip())


def error_text(error: Fraction) -> str:
    """A standard error in points."""
    error *= 100
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
    return {"estimate": number_text(chance), "standard_error": error_json(estimate.error(chance))}


def error_json(error: Fraction) -> str:
    """A standard error as a decimal, to a millionth."""
    return f"0.{int(error * 10**6):06d}"
