"""Text and places: where something written stands, so that a message can point at it."""

from __future__ import annotations

from handhold.record import Record


class Span(Record):
    """A range in a file of a pack.

    `file` is the name shown to a person. Lines and columns are counted from 1, columns in code points;
    the end is exclusive. `pack` is the id of the pack that wrote the text, `variant` the id of the variant
    that brought it in (empty for a base pack).
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    pack: str = ""
    variant: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Written(Record):
    """A piece of a file as its author wrote it: `text` begins at the start of `span`.

    For a formula the text is the raw slice of the file, with what belongs to YAML (quotes, block headers)
    replaced by spaces, so that an offset in the text is a place in the file whatever way the value is quoted.
    """

    text: str
    span: Span

    def within(self, start: int, end: int) -> Span:
        """The range of `text[start:end]`; an empty range points at one column."""
        line, column = self._at(start)
        end_line, end_column = self._at(max(end, start))
        if (end_line, end_column) == (line, column):
            end_column += 1
        whole = self.span
        return Span(whole.file, line, column, end_line, end_column, whole.pack, whole.variant)

    def _at(self, offset: int) -> tuple[int, int]:
        before = self.text[: min(offset, len(self.text))]
        newline = before.rfind("\n")
        if newline < 0:
            return self.span.line, self.span.column + len(before)
        return self.span.line + before.count("\n"), len(before) - newline


class Piece(Record):
    """A part of a woven text: the text from `start` on is that of `written` from `offset` on."""

    start: int
    written: Written
    offset: int


class Woven(Written):
    """A text put together from others: each part of it stands where its author wrote it.

    `span` is the place of the text that the others were put into. `pieces` are in order, the first begins at 0.
    """

    pieces: tuple[Piece, ...] = ()

    def within(self, start: int, end: int) -> Span:
        """The range of `text[start:end]`; what lies in more than one piece is the whole that they were put into."""
        piece, last = self._piece(start), self._piece(max(end - 1, start))
        if piece is not last:
            return self.span
        shift = piece.offset - piece.start
        return piece.written.within(start + shift, end + shift)

    def _piece(self, at: int) -> Piece:
        return next((piece for piece in reversed(self.pieces) if piece.start <= at), self.pieces[0])
