"""Collects what checks find in a pack, at the places in its files."""

from __future__ import annotations

from collections.abc import Iterable

from handhold.diagnostics import Diagnostic, Severity, in_order
from handhold.language.faults import Fault
from handhold.source import Span, Written


class Findings:
    """The diagnostics of one check of one pack."""

    def __init__(self) -> None:
        self._found: list[Diagnostic] = []

    def add(self, code: str, message: str, span: Span, hint: str = "", severity: Severity = "error") -> None:
        """Adds a diagnostic."""
        self._found.append(Diagnostic(code, message, span, hint, severity))

    def faults(self, faults: Iterable[Fault], written: Written) -> None:
        """Adds the faults of a formula at their places in the file."""
        for fault in faults:
            self.add(fault.code, fault.message, written.within(fault.start, fault.end), fault.hint)

    def mark(self) -> int:
        """A point to go back to with `forget`."""
        return len(self._found)

    def forget(self, mark: int) -> None:
        """Drops what was added since the mark: something is checked again with more known."""
        del self._found[mark:]

    @property
    def errors(self) -> bool:
        """Whether there is an error among them."""
        return any(found.severity == "error" for found in self._found)

    def in_order(self) -> tuple[Diagnostic, ...]:
        """All that was found, by place."""
        return in_order(self._found)
