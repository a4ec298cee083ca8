"""What a command works with."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from handhold.library import LOCK_FILE
from handhold.report.output import Output

if TYPE_CHECKING:
    import handhold
    from handhold.library.judged import Judged
    from handhold.packs.stacks.stack import Stack


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
        self._judged: dict[str, Judged] = {}

    def judged(self, where: str) -> Judged:
        """The pack at `where`, read and checked once, however often it is asked for."""
        from handhold.library.judged import judge

        if where not in self._judged:
            self._judged[where] = judge(where, LOCK_FILE if self.locked else None)
        return self._judged[where]

    def load(self, where: str) -> handhold.Pack:
        """The pack at `where`. Raises PackError."""
        import handhold

        self.pack = handhold.Pack.of(self.judged(where))
        return self.pack

    def stack(self, where: str) -> Stack:
        """The pack at `where` as written, with what its variants do. Raises PackError."""
        import handhold

        judged = self.judged(where)
        if judged.stack is None:
            raise handhold.PackError(where, judged.found)
        return judged.stack
