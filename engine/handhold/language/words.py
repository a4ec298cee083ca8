"""Words of the formula language: what an author may not use as a name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

RESERVED = frozenset(
    {"if", "then", "else", "otherwise", "and", "or", "not", "is", "one", "of", "in", "for", "where"}
    | {"true", "false", "none", "old"}
)
"""The words that formulas are made of."""

MEANT: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(("yes", "on"), "true"),
        **dict.fromkeys(("no", "off"), "false"),
        **dict.fromkeys(("null", "nil", "nothing"), "none"),
    }
)
"""Words that YAML or other languages have, and what formulas have in their place."""

_DICE = re.compile(r"d[0-9]+(?:(?:[kd][hl]?|r[or]?)[0-9]*)*|(?:[kd][hl]|r[or])[0-9]*")


def looks_like_dice(word: str) -> bool:
    """Whether a word reads as dice or a part of dice in a formula: `d6`, `d6kh2`, `kh2`, `ro`."""
    return _DICE.fullmatch(word) is not None
