"""What generated code is lent besides the functions of `language.runtime`: no other builtin is there."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from handhold.language.world import NO_DEFAULT
from handhold.play.filled import MISSING, NOT_THERE
from handhold.play.meter import Meter
from handhold.play.refusal import Refused, refusal

TRACES: Final[Mapping[str, object]] = MappingProxyType({"NOT_THERE": NOT_THERE, "Missing": MISSING, "bool": bool})
"""What makes entries of a trace is lent these too."""


def lent(meter: Meter) -> dict[str, object]:
    """What the functions of events are lent; their work is counted by the meter."""
    return {
        "spend": meter.spend,
        "walked": meter.walked,
        "whole": meter.whole,
        "thrown": meter.thrown,
        "str": str,
        "enumerate": enumerate,
        "key_text": str,
        "Refused": Refused,
        "refusal": refusal,
        "NO_DEFAULT": NO_DEFAULT,
    }
