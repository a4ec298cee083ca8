"""Every case told by hand."""

from __future__ import annotations

from tests.play import rules_ends, rules_loops, rules_phases, rules_small, rules_things

CASES = (*rules_phases.CASES, *rules_loops.CASES, *rules_things.CASES, *rules_small.CASES, *rules_ends.CASES)
