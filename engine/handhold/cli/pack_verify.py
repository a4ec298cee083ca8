"""`handhold pack verify`: the packs that are here, held against the lock file."""

from __future__ import annotations

from pathlib import Path

from handhold.cli.codes import FINDINGS, FINE
from handhold.cli.parser import Arguments, Parser
from handhold.cli.shell import Shell
from handhold.library import LOCK_FILE


def arguments(parser: Parser) -> None:
    """Says what the command takes."""
    parser.format_option()


def run(arguments: Arguments, shell: Shell) -> int:
    """Says every difference."""
    from handhold.library.lock import read_lock, verify
    from handhold.report.library import verified_json, verified_text

    path = Path(LOCK_FILE)
    found = verify(path)
    write = verified_json if arguments.format == "json" else verified_text
    write(shell.out, LOCK_FILE, read_lock(path), found)
    return FINDINGS if found else FINE
