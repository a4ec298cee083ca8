"""The number of the pack language, looked at before anything else: what another language means cannot be judged."""

from __future__ import annotations

import re
from typing import Final

from handhold.diagnostics import Diagnostic
from handhold.packs.storage.files import PackFile
from handhold.packs.text import show
from handhold.source import Span

FORMAT: Final = 1
"""The format that is read."""

_WRITTEN = re.compile(rb"^(format: *)([0-9]{1,20})(?= *(?:#[^\n]*)?\r?$)", re.MULTILINE)


def other_format(file: PackFile, pack: str, variant: str) -> Diagnostic | None:
    """The fault of a pack that is written in another format, `file` being the one with its header; None if it is not.

    The bytes are searched, since what else stands in the file may be what only that format can read.
    """
    found = _WRITTEN.search(file.data)
    if found is None or int(found[2]) == FORMAT:
        return None
    line = file.data.count(b"\n", 0, found.start()) + 1
    column = len(found[1]) + 1
    span = Span(file.name, line, column, line, column + len(found[2]), pack, variant)
    number = show(found[2].decode("ascii"))
    if int(found[2]) > FORMAT:
        message = f"the pack is written in format {number}, and this Handhold reads format {FORMAT}"
        hint = "a newer Handhold reads it: pip install --upgrade handhold"
    else:
        message = f"format {number} is older than any that is in use, and this Handhold reads format {FORMAT}"
        hint = f"bring the pack up to docs/language.md, then write format: {FORMAT}"
    return Diagnostic("bad-header", message, span, hint)
