"""Lines of two sides: what is said at the left, where it comes from at the right."""

from __future__ import annotations

from handhold.report.output import Output, Style
from handhold.report.printable import width

_LEAST_GAP = 2


def two_sides(
    out: Output,
    left: str,
    right: str,
    *,
    hang: int = 0,
    style: Style | None = None,
    right_style: Style | None = "faint",
) -> None:
    """Adds a line, or several where the left side is too long; those after the first are moved in by `hang`.

    The right side stands at the end of the last line, or of one more. Both are printable.
    """
    columns = out.columns
    lines = [left] if width(left) <= columns else _folded(left, columns, hang)
    for line in lines[:-1]:
        out.line(out.paint(line, style) if style else line)
    last = lines[-1]
    gap = columns - width(last) - width(right)
    shown = out.paint(last, style) if style else last
    if not right:
        out.line(shown)
        return
    cited = out.paint(right, right_style) if right_style else right
    if gap >= _LEAST_GAP:
        out.line(shown + " " * gap + cited)
    else:
        out.line(shown)
        out.line(" " * max(hang, columns - width(right)) + cited)


def _folded(text: str, room: int, hang: int) -> list[str]:
    from textwrap import wrap

    lead = text[: len(text) - len(text.lstrip())]
    return wrap(
        text.strip(),
        width=max(room, hang + 20),
        initial_indent=lead,
        subsequent_indent=" " * hang,
        break_on_hyphens=False,
        drop_whitespace=True,
    ) or [text]
