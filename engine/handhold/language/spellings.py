"""Spellings that people bring along from other languages and from rule books, and what formulas have in their place."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

_Match = re.Match[str]
_THING = r"(?<![\w.])([a-z][a-z0-9_.]*|[0-9]+)"
_DICE = r"(?<!\w)([0-9]*d[0-9]+)"
_SMALL: Final = frozenset({"lowest", "worst"})


def _of_dice(found: _Match) -> str:
    """`4d6 drop the lowest 2` as `4d6dl2`."""
    end = "l" if found[3] in _SMALL else "h"
    return f"write '{found[1]}{found[2][0]}{end}{found[4] or 1}'"


def _twice(found: _Match) -> str:
    """`skill²` as `skill * skill`."""
    return "write '" + " * ".join([found[1]] * ("²³".index(found[2]) + 2)) + "'"


def _left(found: _Match) -> str:
    """`skill mod 3` as `skill - skill // 3 * 3`."""
    return f"write '{found[1]} - {found[1]} // {found[2]} * {found[2]}' for what is left"


_SIGNS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(("greater than", "more than", "higher than", "above"), "'>'"),
        **dict.fromkeys(("less than", "lower than", "fewer than", "below"), "'<'"),
        **dict.fromkeys(("at least", "no less than"), "'>='"),
        **dict.fromkeys(("at most", "no more than"), "'<='"),
        **dict.fromkeys(("equal to", "equals"), "'=='"),
        "plus": "'+'",
        "minus": "'-'",
        "times": "'*'",
        "divided by": "'/', or '//' to drop the fraction",
    }
)
"""Words of speech, and the signs of formulas for them."""

_SPELLINGS: Final[tuple[tuple[re.Pattern[str], Callable[[_Match], str]], ...]] = tuple(
    (re.compile(pattern), hint)
    for pattern, hint in (
        (rf"{_THING} between {_THING} and {_THING}", lambda found: f"write '{found[1]} in {found[2]}..{found[3]}'"),
        (rf"{_DICE} (keep|drop) (?:the )?(highest|best|lowest|worst)(?: ([0-9]+))?", _of_dice),
        (
            rf"{_DICE} ?[x×] ?([0-9]+)",
            lambda found: f"throw {found[1]} in a step of its own, and multiply what that gives: 'roll * {found[2]}'",
        ),
        (
            r"(?<!\w)1?(d[0-9]+) ?(a|d)(?:dv|is)(?:antage|advantage)?\b",
            lambda found: f"write '2{found[1]}k{'h' if found[2] == 'a' else 'l'}1'",
        ),
        (rf"{_THING} mod {_THING}", _left),
        (rf"{_THING} ?% ?of {_THING}", lambda found: f"write '{found[2]} * {found[1]} / 100'"),
        (rf"{_THING} ?% ?{_THING}", _left),
        (rf"{_THING} div {_THING}", lambda found: f"write '{found[1]} // {found[2]}'"),
        (rf"{_DICE} +!", lambda found: f"write '{found[1]}!'"),
        (rf"\|{_THING}\|", lambda found: f"write 'abs({found[1]})'"),
        (r"! =", lambda found: "write '!='"),
        (rf"{_THING} not in\b", lambda found: f"write 'not {found[1]} in …'"),
        (r"\bis(?:n['’]t|nt)\b", lambda found: "write 'is not' for a row, '!=' for a number"),
        (rf"\b(?:is )?({'|'.join(_SIGNS)})(?= [\w(-])", lambda found: f"write {_SIGNS[found[1]]}"),
        (rf"{_THING} times\b", lambda found: f"write '{found[1]}' alone"),
        (rf"{_THING} ?([²³])", _twice),
        (r"(?<![\w.])([0-9]{1,3}(?:[ ,][0-9]{3})+)(?![\w.])", lambda found: f"write '{re.sub('[ ,]', '', found[1])}'"),
        (r"(?<![\w.])([0-9]+),([0-9]+)(?![\w.])", lambda found: f"write '{found[1]}.{found[2]}'"),
        (r"(?<![\w.])([0-9]+(?:\.[0-9]+)?) ?%(?! ?[\w(])", lambda found: f"write '{found[1]} / 100'"),
        (r"(?<![\w.])([0-9]+(?:_[0-9]+)+)(?!\w)", lambda found: f"write '{found[1].replace('_', '')}'"),
        (r"(?<![\w.])([0-9]+)[Ww]([0-9]+)(?!\w)", lambda found: f"write '{found[1]}d{found[2]}'"),
    )
)


def spelled(text: str, start: int, end: int) -> str:
    """What to write for a known wrong spelling at `text[start:end]`; empty if none stands there."""
    for pattern, hint in _SPELLINGS:
        # the spelling may begin before the sign at which reading stopped
        for found in pattern.finditer(text, max(0, start - _BEFORE), end + _BEFORE):
            if found.start() <= start < found.end():
                return hint(found)
    return ""


_BEFORE: Final = 80
"""Characters before and behind a fault that are looked at."""
