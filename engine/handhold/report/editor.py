"""What became of the files of a project that were to get the line for editors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from handhold.packs.schemas.editor import Told
from handhold.report.output import Output
from handhold.report.printable import printable

_SAYS: Final[Mapping[str, str]] = {
    "written": "has the line now",
    "there": "had it already",
    "own": "has another schema, and keeps it",
    "unreadable": "is left alone",
}


def lines_text(out: Output, project: str, told: Sequence[Told]) -> None:
    """One line for each file, then where the schemas are."""
    for each in told:
        out.line(printable(f"{each.file} {_SAYS[each.done]}{f': {each.why}' if each.why else ''}"))
    if not told:
        out.line("there is no pack, case or scenario here")
    out.line(printable(f"The schemas are in {project}."))
