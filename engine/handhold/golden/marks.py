"""The marks of a pack: everything written in it that can apply in a run, each with its path, its text and its place.

A formula applies when it is worked out, a cell when it is read, `at` when a number finds its row, a side when a
condition goes that way, a word when its setting is read with that value. What a run has come to is a set of marks:
the points of coverage are told from it, and a golden keeps it to say later which rule was another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from handhold.language import core
from handhold.language.core import Core
from handhold.language.parts import children
from handhold.language.types import FLAG
from handhold.language.world import TableInfo
from handhold.packs import checked
from handhold.packs.model import Constant
from handhold.packs.points import options_of
from handhold.play.result import Shown, shown_text
from handhold.source import Span, Written


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark: its path in the pack, its text as written with single spaces (empty for a side), and its place."""

    path: str
    text: str
    span: Span


Sides = tuple[int, int]
"""The numbers of two marks: of true and false, or of `then` and `else`."""


class Marks:
    """The marks of a checked pack by number, and where in its trees each of them is met.

    Trees are known by identity: the pack that was given holds them as long as this lives.
    """

    def __init__(self, pack: checked.Pack) -> None:
        self.pack = pack
        self.all: list[Mark] = []
        self.formulas: dict[int, int] = {}
        """By the identity of a whole formula: it is worked out."""
        self.sides: dict[int, Sides] = {}
        """By the identity of a whole condition: it is true, it is false."""
        self.ifs: dict[int, Sides] = {}
        """By the identity of an `if` in a formula: `then`, `else`."""
        self.grounds: dict[int, int] = {}
        """By the identity of the condition of a ground on which an event is refused: it holds."""
        self.cells: dict[tuple[str, str], int] = {}
        """By table and column: the cell of the first row; those of the others follow."""
        self.finds: dict[str, int] = {}
        """By table: the `at` of the first row; those of the others follow."""
        self.words: dict[tuple[str, object], int] = {}
        """By setting and value: it is read with that value."""
        self.options: dict[tuple[str, str], int] = {}
        """By the path of a choice and the option: it is what was chosen."""
        self.refusals: dict[str, int] = {}
        """By the path of a ground on which an answer is refused."""
        self._settings()
        for table in pack.tables.values():
            self._table(table)
        self._functions()
        for event in pack.events.values():
            self._body(event.body)

    def _add(self, path: str, text: str, span: Span) -> int:
        self.all.append(Mark(path, text, span))
        return len(self.all) - 1

    # -- what is not in an event -----------------------------------------------------------------

    def _settings(self) -> None:
        for id, known in self.pack.settings.items():
            written = self.pack.source.settings[id]
            words: tuple[object, ...] = known.options or ((True, False) if known.type == FLAG else (known.value,))
            for word in words:
                shown = Shown(self.pack).number(word)
                self.words[id, word] = self._add(f"settings.{id}.{shown_text(shown)}", "", written.span)

    def _table(self, table: TableInfo) -> None:
        written = self.pack.source.tables[table.id].rows
        found: list[list[str]] = [[] for _ in table.rows]
        for band in table.bands:
            ends = "" if band.low is None else str(band.low), "" if band.high is None else str(band.high)
            found[band.row].append(ends[0] if ends[0] and ends[0] == ends[1] else "..".join(ends))
        if table.bands:
            self.finds[table.id] = len(self.all)
            for row, bands in zip(table.rows, found, strict=True):
                at = written[row].at
                place = written[row].span if at is None else at.written.span
                self._add(f"tables.{table.id}.rows.{row}.at", ", ".join(bands), place)
        shown = Shown(self.pack)
        for column, of in table.columns.items():
            self.cells[table.id, column] = len(self.all)
            for row, value in zip(table.rows, table.cells[column], strict=True):
                cell: Constant | None = written[row].cells.get(column)
                place = written[row].span if cell is None else cell.written.span
                self._add(f"tables.{table.id}.rows.{row}.{column}", shown_text(shown.value(value, of)), place)

    def _functions(self) -> None:
        for function in self.pack.functions.values():
            body = function.body
            if not isinstance(body, core.Stack):
                path = function.id if "." in function.id else f"formulas.{function.id}"
                self._formula(body, path, self.pack.written[path])
                continue
            for line in body.lines:
                path = f"modifiers.{body.group}.lines.{line.id}"
                if line.when is not None:
                    self._condition(line.when, f"{path}.when", self.pack.written[f"{path}.when"])
                self._formula(line.value, f"{path}.value", self.pack.written[f"{path}.value"])

    # -- formulas ---------------------------------------------------------------------------------

    def _formula(self, tree: Core, path: str, written: Written) -> None:
        self.formulas[id(tree)] = self._add(path, " ".join(written.text.split()), written.within(*tree.span))
        self._ifs(tree, path, written)

    def _condition(self, tree: Core, path: str, written: Written) -> None:
        self._formula(tree, path, written)
        place = written.within(*tree.span)
        self.sides[id(tree)] = self._add(f"{path}.true", "", place), self._add(f"{path}.false", "", place)

    def _ifs(self, tree: Core, path: str, written: Written) -> None:
        if isinstance(tree, core.If) and any(tree.span):
            at = f"{path}.{tree.span[0]}"
            then = self._add(f"{at}.then", "", written.within(*tree.yes.span))
            self.ifs[id(tree)] = then, self._add(f"{at}.else", "", written.within(*tree.no.span))
        for child in children(tree):
            self._ifs(child, path, written)

    # -- events -----------------------------------------------------------------------------------

    def _body(self, body: Iterable[checked.Statement]) -> None:
        for statement in body:
            self._statement(statement)
            if isinstance(statement, checked.Branch | checked.Loop):
                self._body(statement.body)

    def _statement(self, statement: checked.Statement) -> None:
        path = statement.site.path
        match statement:
            case checked.Branch(test=test):
                self._condition(test.core, f"{path}.when", test.written)
            case checked.Choose():
                for option in options_of(self.pack, statement.type):
                    self.options[path, option] = self._add(f"{path}.{option}", "", statement.site.span)
                for ground in statement.grounds:
                    self.refusals[ground.path] = self._add(ground.path, "", ground.span)
            case checked.Refuse(grounds=grounds):
                for ground in grounds:
                    self.grounds[id(ground.when.core)] = self._add(ground.path, "", ground.span)
            case checked.Loop(until=until) if until is not None:
                self._condition(until.core, f"{path}.until", until.written)
            case _:
                pass
        for name, formula in _formulas(statement):
            self._formula(formula.core, name, formula.written)


def _formulas(statement: checked.Statement) -> Iterator[tuple[str, checked.Formula]]:
    """The formulas of a statement that are no condition with two sides, by path."""
    path = statement.site.path
    match statement:
        case checked.Let(value=value) | checked.Put(value=value):
            yield path, value
        case checked.Roll(dice=dice):
            yield path, dice
        case checked.Choose(options=options, default=default, grounds=grounds):
            held = (("among", options), ("default", default))
            yield from ((f"{path}.{name}", formula) for name, formula in held if formula is not None)
            yield from ((f"{ground.path}.when", ground.when) for ground in grounds)
        case checked.Refuse(grounds=grounds):
            yield from ((f"{ground.path}.when", ground.when) for ground in grounds)
        case checked.Call(args=args):
            yield from ((f"{path}.with.{need}", arg) for need, arg in args if isinstance(arg, checked.Formula))
        case checked.Loop(source=source, tracks=tracks):
            yield f"{path}.each", source
            yield from ((f"{path}.track.{track.name}", track.start) for track in tracks)
        case checked.Branch():
            pass
