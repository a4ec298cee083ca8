"""Why the library does not do what it was asked to do."""

from __future__ import annotations


class LibraryError(Exception):
    """It is not done, and nothing was changed. `hint` says what to do (may be empty)."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class NotThere(LibraryError):
    """What was asked for is not there."""


class NotWritten(LibraryError):
    """The system did not let a file be written."""
