"""Collects what checks find in a pack, at the places in its files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from handhold import limits
from handhold.diagnostics import Diagnostic, Severity, and_more, in_order
from handhold.language.faults import Fault
from handhold.packs.variants.inherited import hint_of
from handhold.source import Span, Written

_MISSING: Final = frozenset({"unknown-name", "unknown-key", "missing-need", "bad-text", "bad-set"})
_QUOTED: Final = re.compile(r"'([a-z0-9_.]+)'")


def words_quoted(message: str) -> list[str]:
    """The ids that a message names."""
    return [word for quoted in _QUOTED.findall(message) for word in quoted.split(".")]


class TooManyFaults(Exception):
    """No further fault is looked for."""


class Findings:
    """The diagnostics of one check of one pack; `lost` are the ids of what could not be read of it."""

    def __init__(self, lost: frozenset[str] = frozenset()) -> None:
        self._found: list[Diagnostic] = []
        self._lost = lost
        self._number: Counter[Severity] = Counter()
        self._more = False

    def add(self, code: str, message: str, span: Span, hint: str = "", severity: Severity = "error") -> None:
        """Adds a diagnostic, unless it says that something is missing which only a fault reported before left out.

        Of very many warnings the first are kept. Raises TooManyFaults when that was the last error to be looked for.
        """
        if code in _MISSING and self._lost and not self._lost.isdisjoint(words_quoted(message)):
            return
        many = self._number[severity] >= limits.FAULTS
        self._more = self._more or many
        if many and severity == "warning":
            return
        self._found.append(Diagnostic(code, message, span, hint, severity))
        self._number[severity] += 1
        if many:
            raise TooManyFaults

    def faults(self, faults: Iterable[Fault], written: Written) -> None:
        """Adds the faults of a formula at their places in the file."""
        for fault in faults:
            span, hint = written.within(fault.start, fault.end), fault.hint
            if span.variant and fault.code == "unknown-name":
                hint = hint_of(written.text[fault.start : fault.end]) or hint
            self.add(fault.code, fault.message, span, hint)

    def mark(self) -> int:
        """A point to go back to with `forget`."""
        return len(self._found)

    def forget(self, mark: int, until: int | None = None) -> None:
        """Drops what was added since the mark (up to another one): something is checked again with more known."""
        del self._found[mark:until]
        self._number = Counter(found.severity for found in self._found)

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The errors among them."""
        return tuple(found for found in self._found if found.severity == "error")

    def errors_since(self, mark: int) -> tuple[Diagnostic, ...]:
        """The errors that were added since the mark."""
        return tuple(found for found in self._found[mark:] if found.severity == "error")

    def in_order(self) -> tuple[Diagnostic, ...]:
        """All that was found, by place. That there are more warnings than are kept is a warning."""
        found = in_order(self._found)
        if not self._more:
            return found
        return (*found, and_more(found[-1].span, "error" if self._number["error"] > limits.FAULTS else "warning"))
