"""The odds of an event, in text and in JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from handhold.language.types import NUMBER, Type, present
from handhold.play.odds.event import Odds
from handhold.report import as_json
from handhold.report.ends import ends
from handhold.report.layout import two_sides
from handhold.report.output import Output
from handhold.report.printable import printable, width
from handhold.report.sentence import refusal_text
from handhold.report.values import Json, number_text, percent, value_json, value_text

if TYPE_CHECKING:
    from handhold.packs import checked
    from handhold.play.odds.reckoner import Key
    from handhold.play.odds.rounds import RoundsOdds
    from handhold.play.odds.tables import OddsTable
    from handhold.play.result import Refusal

_BAR = 30
_LONGEST_FRACTION = 24
_LONG = "(long)"
NO_NUMBERS: Final = "  The event has no outcome; --show FORMULA asks for the odds of a value."


def odds_text(out: Output, odds: Odds) -> None:
    """The chance of each outcome as fraction, in percent and as a bar; then each value asked for."""
    if not_possible(out, odds.pack, odds.event, odds.refusals):
        return
    heading(out, odds.pack, odds.event)
    chance_lines(out, ends(odds), numbers=is_number(odds.event.outcome))
    if not odds.types:
        out.line(NO_NUMBERS)
    impossible(out, odds, "outcome")
    values(out, odds)


def values(out: Output, odds: Odds | RoundsOdds, when: str = "") -> None:
    """Each value asked for: the chance of each of its values, and what cannot come."""
    for (name, chances), of in zip(odds.values.items(), odds.types[-len(odds.names) :], strict=False):
        out.line(f"{printable(name)}{when}")
        chance_lines(out, chances, numbers=is_number(of))
        impossible(out, odds, name)


def impossible(out: Output, odds: Odds | RoundsOdds, name: str) -> None:
    """Points out what cannot come: under `outcome`, or the name of a value asked for."""
    absent = odds.impossible.get(name)
    if absent:
        where = "occur here" if isinstance(odds, Odds) else "be the end here"
        out.line(out.paint(f"  cannot {where}: {printable(', '.join(absent))}", "faint"))


def not_possible(out: Output, pack: checked.Pack, event: checked.Event, refusals: Sequence[Refusal]) -> bool:
    """Says why the event is refused, if it is."""
    place = printable(f"{pack.header.shown} · {event.id}")
    for n, refusal in enumerate(refusals):
        if n == 0:
            two_sides(out, refusal_text([each.reason for each in refusals]), place, hang=2, style="bad")
        reason = f"{refusal.reason} " if n else ""
        two_sides(out, printable(f"  {reason}[{refusal.code}]"), printable(refusal.cite), hang=4)
    return bool(refusals)


def heading(out: Output, pack: checked.Pack, event: checked.Event, how: str = "", what: str = "the odds") -> None:
    """Says whose odds these are; `how` is printable."""
    title = printable(event.meta.title or event.id.replace("_", " "))
    place = printable(f"{pack.header.shown} · {event.id}")
    two_sides(out, f"{title}{how}: {what}.", place, hang=2, style="strong")


def odds_json(out: Output, odds: Odds) -> None:
    """`odds/1`: every chance is a text."""
    as_json.write(
        out,
        {
            "handhold": "odds/1",
            "pack": as_json.pack_name(odds.pack.header),
            "event": odds.event.id,
            "outcomes": texts(odds.outcomes),
            "refused": texts(odds.refused),
            "values": values_json(odds),
            "joint": [_combination(odds, key, chance) for key, chance in odds.joint.items()] if odds.names else [],
            "unresolved": number_text(odds.unresolved),
            "impossible": impossible_json(odds),
        },
    )


def _combination(odds: Odds, key: Key, chance: Fraction) -> dict[str, Json]:
    """The outcome together with the values asked for, and their chance."""
    return {**joined(odds.event, odds.names, key), "chance": number_text(chance)}


def joined(event: checked.Event, names: Sequence[str], key: Key) -> dict[str, Json]:
    """The outcome together with the values asked for."""
    first = 0 if event.outcome is None else 1
    values: dict[str, Json] = {name: value_json(value) for name, value in zip(names, key[first:], strict=True)}
    return {"outcome": value_json(key[0]) if first else None, "values": values}


def texts(chances: Mapping[str, Fraction]) -> dict[str, Json]:
    """Each chance as a text."""
    return {name: number_text(chance) for name, chance in chances.items()}


def values_json(odds: Odds | RoundsOdds) -> dict[str, Json]:
    """For each value asked for, the chance of each of its values."""
    return {name: texts(chances) for name, chances in odds.values.items()}


def impossible_json(odds: Odds | RoundsOdds | OddsTable) -> dict[str, Json]:
    """What cannot come: under `outcome`, and the names of the values asked for."""
    return {name: list(absent) for name, absent in odds.impossible.items()}


def is_number(of: Type | None) -> bool:
    """Whether values of that type are numbers, some of which may be no whole ones."""
    return of is not None and present(of) == NUMBER


def chance_lines(out: Output, chances: Mapping[str, Fraction], *, numbers: bool = False) -> None:
    """A line for each: name, fraction, percent, bar. Names that are `numbers` are written as people do."""
    rows = [
        (number_name(name) if numbers else printable(name), _fraction(chance), percent(chance), chance)
        for name, chance in in_order(chances)
    ]
    if all(fraction == _LONG for _, fraction, _, _ in rows):
        rows = [(name, "", text, chance) for name, _, text, chance in rows]
    names = max((width(name) for name, _, _, _ in rows), default=0)
    fractions = max((len(fraction) for _, fraction, _, _ in rows), default=0)
    percents = max((len(text) for _, _, text, _ in rows), default=0)
    for name, fraction, text, chance in rows:
        bar = "█" * round(chance * _BAR)
        gap = " " * (names - width(name))
        exact = f"  {fraction:<{fractions}}" if fractions else ""
        out.line(f"  {name}{gap}{exact}  {text:>{percents}}  {bar}".rstrip())


def number_name(name: str) -> str:
    """A number that names a value, as people write it: `7.5`."""
    return value_text(Fraction(name)) if name[-1:].isdigit() else printable(name)


def _fraction(chance: Fraction) -> str:
    text = number_text(chance) if chance.denominator.bit_length() < 4 * _LONGEST_FRACTION else ""
    return text if 0 < len(text) <= _LONGEST_FRACTION else _LONG


def in_order(chances: Mapping[str, Fraction]) -> list[tuple[str, Fraction]]:
    """Numbers in their order with none after them, all else as it comes: the likeliest first."""
    rows = list(chances.items())
    try:
        return sorted(rows, key=lambda row: (row[0] == "none", Fraction(0 if row[0] == "none" else row[0])))
    except (ValueError, ZeroDivisionError):
        return rows
