"""What comes out of a case, as a golden keeps it: the whole result as plain JSON.

It is what a run answers as `run/1`, without what is no result of the rules: seed, trace, and the effects, which say
over again in what the state differs from what was given.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from handhold.language.dice import dice_text
from handhold.packs.strict_json import Json

if TYPE_CHECKING:
    from handhold.play.odds.event import Odds
    from handhold.play.result import Plain, Result


def result_json(result: Result) -> dict[str, Json]:
    """The whole result of a run."""
    return {
        "outcome": plain_json(result.outcome),
        "refused": [{"code": each.code, "scope": each.scope, "reason": each.reason} for each in result.refusals],
        "values": plain_json(result.values),
        "state": plain_json(result.state),
        "rolls": {
            path: {"dice": dice_text(roll.dice), "faces": list(roll.faces), "value": roll.value}
            for path, roll in result.rolls.items()
        },
    }


def odds_json(chances: Odds) -> dict[str, Json]:
    """Odds: every chance as a text."""
    return {
        "outcomes": _chances(chances.outcomes),
        "refused": _chances(chances.refused),
        "unresolved": str(chances.unresolved),
        "values": {name: _chances(of) for name, of in chances.values.items()},
    }


def _chances(of: Mapping[str, Fraction]) -> dict[str, Json]:
    return {name: str(chance) for name, chance in of.items()}


def plain_json(value: Plain) -> Json:
    """A value: a whole number as a number, any other as the text `n/d`."""
    match value:
        case None | bool() | str() | int():
            return value
        case Fraction():
            return value.numerator if value.denominator == 1 else str(value)
        case list():
            return [plain_json(each) for each in value]
        case dict():
            return {key: plain_json(each) for key, each in value.items()}


def same(one: Json, other: Json) -> bool:
    """Whether two are the same; 1 is not true, and the order of names is nothing."""
    # nearly all are, to the letter, and that is seen in a tenth of the time
    return repr(one) == repr(other) or _same(one, other)


def _same(one: Json, other: Json) -> bool:
    match one, other:
        case dict(), dict():
            return one.keys() == other.keys() and all(_same(held, other[name]) for name, held in one.items())
        case list(), list():
            return len(one) == len(other) and all(map(_same, one, other))
        case _:
            return one.__class__ is other.__class__ and one == other
