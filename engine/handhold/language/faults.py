"""A fault in a formula's text, at offsets; the pack's reader turns it into a diagnostic with its place in the file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with `text[start:end]`: a diagnostic code, one sentence, and what to do (may be empty)."""

    code: str
    message: str
    start: int
    end: int
    hint: str = ""
