"""What a command works with."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from handhold.library import LOCK_FILE
from handhold.report.output import Output

if TYPE_CHECKING:
    import handhold
    from handhold.packs.model import Header
    from handhold.packs.variants import Applied


class Shell:
    """Where a command reads and writes.

    `command` is its name and `pack` the pack that it works on, for messages about what goes wrong; `locked` is whether
    only packs of the lock file may be used, `format` is the form of the answer.
    """

    def __init__(self, out: Output, err: Output, stdin: TextIO) -> None:
        self.out = out
        self.err = err
        self.stdin = stdin
        self.pack: handhold.Pack | None = None
        self.command = ""
        self.locked = False
        self.format = "text"

    def load(self, where: str) -> handhold.Pack:
        """The pack at `where`. Raises PackError."""
        import handhold

        self.pack = handhold.load(where, locked=LOCK_FILE) if self.locked else handhold.load(where)
        return self.pack

    def stack(self, where: str) -> tuple[Applied, tuple[Header, ...]]:
        """The pack at `where` as written, with what its variants do, and the header of each. Raises PackError."""
        import handhold
        from handhold.library.lock import guard_by
        from handhold.packs.load import read_stack

        applied, headers, found = read_stack(where, guard=guard_by(LOCK_FILE) if self.locked else None)
        if applied is None:
            raise handhold.PackError(where, found)
        return applied, headers
