"""A table of odds as a picture: one file in SVG, in itself complete.

Each cell is a bar of the whole chance, cut into the outcomes; beside it stands what else the table tells. There are no
scripts, links or fonts of its own; what a pack says stands in it as text. The colours are those of the Okabe-Ito
palette, which can be told apart by nearly everybody, and change with the reader's light or dark scheme.
"""

from __future__ import annotations

from fractions import Fraction
from html import escape
from itertools import product
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from handhold.report.ends import OPEN, estimated, way_text
from handhold.report.measures import label, nowhere, outcome_measures, stopped, value_measures, why_not
from handhold.report.output import Output
from handhold.report.printable import printable, width
from handhold.report.values import percent

if TYPE_CHECKING:
    from handhold.play.odds.tables import Cell, OddsTable

_LIGHT: Final = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8c6d31", "#7f7f7f")
_DARK: Final = ("#4ea8de", "#f0b840", "#35c49a", "#dd9cc0", "#9bd3f5", "#f08040", "#c2a15c", "#a6a6a6")
_STYLE: Final = (
    "text{font-family:system-ui,-apple-system,'Segoe UI',sans-serif;font-size:13px;fill:#1a1a1a}"
    ".head{font-size:16px;font-weight:600}.name{font-weight:600}.faint{fill:#5c5c5c}.small{font-size:11px}"
    ".label{text-anchor:end}.middle{text-anchor:middle;font-size:12px}"
    ".page{fill:#ffffff}.open{fill:#c4c7cc}.empty{fill:none;stroke:#b5b5b5;stroke-dasharray:3 3}"
)
_DARK_STYLE: Final = (
    "text{fill:#ececec}.faint{fill:#a8a8a8}.page{fill:#16181c}.open{fill:#50555e}.empty{stroke:#5a5f68}"
)
_SIGN: Final = 7.4
"""The width of a sign in text of 13 px, more or less: labels get room for that."""
_MARGIN, _GAP, _LINE = 20, 14, 22
_BAR_HEIGHT, _ROW = 16, 36
_NARROW, _WIDE = 120, 420
_SMALL_SIGN: Final = 6.4
"""The width of a sign in text of 11 px, more or less."""


def table_svg(out: Output, table: OddsTable) -> None:
    """Writes the picture."""
    picture = _Picture(table)
    out.raw(picture.drawn())


class _Picture:
    """One picture; `y` goes down as it is drawn."""

    def __init__(self, table: OddsTable) -> None:
        self._table = table
        self._measures = outcome_measures(table)
        names = list(table.axes)
        self._down, self._across = (names, "") if len(names) == 1 else (names[:-1], names[-1])
        self._columns = table.axes[self._across] if self._across else (None,)
        keys = product(*(table.axes[name] for name in self._down))
        self._rows = [tuple(map(label, key)) for key in keys][: -(-len(table.cells) // len(self._columns))]
        self._labels = [
            max([_room(name) * 1.08, *(_room(row[at]) for row in self._rows)])
            for at, name in enumerate(map(printable, self._down))
        ]
        heads = max((_room(label(value)) for value in self._columns), default=0) if self._across else 0
        self._bar = max(_NARROW, heads, _WIDE // len(self._columns))
        self._beside = value_measures(table)
        notes = [width(self._note(n)) for n, cell in enumerate(table.cells) if not why_not(cell)]
        self._slot = self._bar + _GAP + max(notes, default=0) * _SMALL_SIGN
        self._left = _MARGIN + sum(self._labels) + _GAP * len(self._labels)
        title = printable(table.event.meta.title or table.event.id.replace("_", " "))
        self._title = f"{title}: {estimated(table.way.samples)}"
        how = way_text(table.way).removeprefix(", ")
        place = printable(f"{table.pack.header.shown} · {table.event.id}")
        self._place = f"{place} · {how}" if how else place
        self._legend = self._legend_lines()
        self._parts: list[str] = []

    @property
    def _width(self) -> float:
        body = self._left + len(self._columns) * self._slot + _MARGIN - _GAP
        return max(body, _MARGIN * 2 + _room(self._title) * 1.25, _MARGIN * 2 + _room(self._place), 320)

    def _legend_lines(self) -> list[list[tuple[int, str]]]:
        """The outcomes with their numbers, in lines that fit."""
        most = max(self._left + len(self._columns) * self._slot, 320.0)
        lines: list[list[tuple[int, str]]] = [[]]
        used = float(_MARGIN)
        for n, measure in enumerate(self._measures):
            name = printable(measure.title)
            if lines[-1] and used + _room(name) + 26 > most:
                lines.append([])
                used = float(_MARGIN)
            lines[-1].append((n, name))
            used += _room(name) + 36
        return lines

    def drawn(self) -> str:
        """The whole text of the picture."""
        y = _MARGIN + 14
        self._text(_MARGIN, y, self._title, "head")
        y += _LINE
        self._text(_MARGIN, y, self._place, "faint")
        for line in self._legend:
            y += _LINE
            x = float(_MARGIN)
            for n, name in line:
                self._parts.append(
                    f'<rect class="{self._kind(n)}" x="{x:g}" y="{y - 11}" width="12" height="12" rx="2"/>'
                )
                self._text(x + 18, y, name)
                x += _room(name) + 36
        y += _LINE + 10
        y = self._heads(y)
        before: tuple[str, ...] = ()
        for n, row in enumerate(self._rows):
            self._row(n, row, before, y)
            before = row
            y += _ROW
        y += 12 if self._reasons() else 0
        for reason in self._reasons():
            self._text(_MARGIN, y, reason, "faint")
            y += _LINE - 2
        return self._framed(y + _MARGIN - 8)

    def _heads(self, y: int) -> int:
        x = float(_MARGIN)
        if self._across:
            self._text(self._left, y, printable(self._across), "name")
            y += _LINE - 2
        for name, room in zip(self._down, self._labels, strict=True):
            self._text(x + room, y, printable(name), "name label")
            x += room + _GAP
        if self._across:
            for at, value in enumerate(self._columns):
                self._text(self._left + at * self._slot, y, label(value))
        return y + 10

    def _row(self, n: int, row: tuple[str, ...], before: tuple[str, ...], y: int) -> None:
        """A row; what is the same as in the row before is not said again."""
        x = float(_MARGIN)
        for at, (text, room) in enumerate(zip(row, self._labels, strict=True), 1):
            if row[:at] != before[:at]:
                self._text(x + room, y + 13, text, "label")
            x += room + _GAP
        start = n * len(self._columns)
        for at, cell in enumerate(self._table.cells[start : start + len(self._columns)]):
            self._cell(start + at, cell, self._left + at * self._slot, y)

    def _cell(self, n: int, cell: Cell, x: float, y: int) -> None:
        why = why_not(cell)
        where = ", ".join(f"{name} {label(value)}" for name, value in zip(self._table.axes, cell.at, strict=True))
        if why or cell.odds is None:
            self._bar_of("empty", x + 0.5, y + 0.5, self._bar - 1, _BAR_HEIGHT - 1, f"{where}: {why}")
            self._text(x + self._bar / 2, y + 12.5, why.split(":")[0], "middle faint")
            return
        left = x
        for at, measure in enumerate(self._measures):
            chance = measure.numbers[n]
            if not chance:
                continue
            size = float(chance * Fraction(self._bar))
            tip = f"{where}: {measure.title} {measure.text(n)}"
            self._bar_of(self._kind(at), left, y, max(size, 0.5), _BAR_HEIGHT, tip)
            # a number stands below its own part, where that is wide enough
            if size >= width(percent(chance)) * _SMALL_SIGN + 4:
                self._text(left, y + _BAR_HEIGHT + 12, percent(chance), "small faint")
            left += size
        if self._beside:
            self._text(x + self._bar + _GAP / 2, y + 12.5, self._note(n), "small")

    def _note(self, n: int) -> str:
        """What stands beside the bar of a cell."""
        return ", ".join(measure.text(n) for measure in self._beside)

    def _kind(self, at: int) -> str:
        """The class of the colour of an end; what is still open is no end, and has none."""
        return "open" if self._measures[at].title == OPEN else f"c{at % len(_LIGHT)}"

    def _bar_of(self, kind: str, x: float, y: float, wide: float, high: float, tip: str) -> None:
        place = f'x="{x:.2f}" y="{y:g}" width="{wide:.2f}" height="{high:g}"'
        self._parts.append(f'<rect class="{kind}" {place}><title>{_safe(tip)}</title></rect>')

    def _reasons(self) -> list[str]:
        told = sorted({why_not(cell) for cell in self._table.cells if why_not(cell)})
        way = self._table.way
        said = [*told[:8], stopped(self._table), nowhere(self._table)]
        if self._beside:
            said.append(f"beside each bar: {'; '.join(measure.title for measure in self._beside)}")
        if way.samples is not None:
            said.append(f"the tip of each part tells its standard error; the dice came from the seed {way.seed}")
        most = int((self._width - 2 * _MARGIN) / _SIGN)
        return [line for each in said for line in wrap(printable(each), most)]

    def _text(self, x: float, y: float, text: str, kind: str = "") -> None:
        names = f' class="{kind}"' if kind else ""
        self._parts.append(f'<text{names} x="{x:g}" y="{y:g}">{_safe(text)}</text>')

    def _framed(self, height: float) -> str:
        light = "".join(f".c{n}{{fill:{colour}}}" for n, colour in enumerate(_LIGHT))
        dark = "".join(f".c{n}{{fill:{colour}}}" for n, colour in enumerate(_DARK))
        style = f"{_STYLE}{light}@media (prefers-color-scheme:dark){{{_DARK_STYLE}{dark}}}"
        size = f"{self._width:g} {height:g}"
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{self._width:g}" height="{height:g}" '
            'role="img" aria-labelledby="title">',
            f'<title id="title">{_safe(f"{self._title}, {self._place}")}</title>',
            f"<style>{style}</style>",
            '<rect class="page" width="100%" height="100%"/>',
            *self._parts,
            "</svg>",
        ]
        return "\n".join(lines) + "\n"


def _room(text: str) -> float:
    return width(text) * _SIGN


def _safe(text: str) -> str:
    """The text as text in XML."""
    # a service that shows the file in its log takes '##[' for a command
    return escape(printable(text), quote=True).replace("##", "&#35;#")
