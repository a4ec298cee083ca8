"""The marks of a pack: everything written in it that can apply in a run, each with its path, its text and its place.

A formula applies when it is worked out, a cell when it is read, `at` when a number finds its row, a side when a
condition goes that way, a word when its setting is read with that value, a default when nothing is given in its
place, an order where it counts: of rows that are compared or gone through, of steps, of grounds. What a run has come
to is a set of marks: the points of coverage are told from it, and a golden keeps it to say later which rule was
another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from handhold.language import core
from handhold.language.core import Core
from handhold.language.parts import children
from handhold.language.syntax import Place as Offsets
from handhold.language.types import FLAG
from handhold.language.world import TableInfo
from handhold.packs import checked
from handhold.packs.checks.decided import decided_at, ground_at, step_at
from handhold.packs.checks.points import options_of, values_of, ways_in
from handhold.packs.model import Constant, Field
from handhold.play.result import Shown, shown_text
from handhold.source import Span, Written

ORDER: Final = ".*"
"""How the path of an order ends; its text is the ids in that order."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark: its path in the pack, its text as written with single spaces (empty for a side), and its place.

    `source` is the path of the default that a cell which is left out is written in. `inside` is the event, the side of
    a condition or the list of a loop that what belongs to a step stands in.
    """

    path: str
    text: str
    span: Span
    source: str = ""
    inside: str = ""


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
        """By the identity of the condition of a ground on which an event is refused: it holds; the next mark is that it
        does not.
        """
        self.cells: dict[tuple[str, str], int] = {}
        """By table and column: the cell of the first row; those of the others follow."""
        self.finds: dict[str, int] = {}
        """By table: the `at` of the first row; those of the others follow."""
        self.words: dict[tuple[str, object], int] = {}
        """By setting and value: it is read with that value."""
        self.options: dict[tuple[str, str], int] = {}
        """By the path of a choice and the option: it is what was chosen."""
        self.refusals: dict[str, int] = {}
        """By the path of a ground on which an answer is refused; the next mark is that it was judged and is not."""
        self.steps: dict[str, int] = {}
        """By the path of a step that does another event or throws dice: it is come to."""
        self.defaults: dict[str, int] = {}
        """By the path of a default of a field or need: it stands for what is not given."""
        self.orders: dict[str, int] = {}
        """By table: the order of its rows counts."""
        self.along: list[tuple[int, int]] = []
        """What applies, second, wherever another mark does, first: the reason of a ground, the target of a change, how
        lines add up, the order of steps.
        """
        self._inside = ""
        self._settings()
        for table in pack.tables.values():
            self._table(table)
        self._defaults()
        self._functions()
        for event in pack.events.values():
            self._body(event.body, f"events.{event.id}", f"events.{event.id}.steps")

    def _add(self, path: str, text: str, span: Span, source: str = "") -> int:
        self.all.append(Mark(path, text, span, source, self._inside))
        return len(self.all) - 1

    def _with(self, number: int, path: str, text: str, span: Span) -> None:
        """A mark that applies wherever that number does."""
        self.along.append((number, self._add(path, text, span)))

    def _order(self, path: str, paths: Iterable[str], span: Span, marks: Iterable[int]) -> None:
        """The order of what stands in a place; it counts wherever one of these marks does."""
        order = self._add(f"{path}{ORDER}", ", ".join(each.rpartition(".")[2] for each in paths), span)
        self.along.extend((mark, order) for mark in marks)

    # -- what is not in an event -----------------------------------------------------------------

    def _settings(self) -> None:
        shown = Shown(self.pack)
        for id, known in self.pack.settings.items():
            written = self.pack.source.settings[id]
            words = values_of(known)
            place = decided_at(self.pack.header, written.span, (written.value.written,))
            for word in words:
                value: object = word == "true" if known.type == FLAG else word
                self.words[id, value] = self._add(f"settings.{id}.{word}", "", place)
            if not words:
                text = shown_text(shown.number(known.value))
                self.words[id, known.value] = self._add(f"settings.{id}", text, written.value.written.span)

    def _table(self, table: TableInfo) -> None:
        source = self.pack.source.tables[table.id]
        written = source.rows
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
            default = source.columns[column].default
            whole = f"tables.{table.id}.columns.{column}.default"
            left_out: list[int] = []
            for row, value in zip(table.rows, table.cells[column], strict=True):
                cell: Constant | None = written[row].cells.get(column)
                held = cell if cell is not None else default
                place = written[row].span if held is None else held.written.span
                by = whole if cell is None and default is not None else ""
                number = self._add(
                    f"tables.{table.id}.rows.{row}.{column}", shown_text(shown.value(value, of)), place, by
                )
                if by:
                    left_out.append(number)
            if default is not None:
                told = self._add(whole, _on_one_line(default.written.text), default.written.span)
                self.along.extend((number, told) for number in left_out)
        self.orders[table.id] = self._add(f"tables.{table.id}.rows{ORDER}", ", ".join(table.rows), source.span)

    def _defaults(self) -> None:
        for sheet in self.pack.source.sheets.values():
            for field in sheet.fields.values():
                self._default(f"sheets.{sheet.id}.{field.id}", field)
        for event in self.pack.source.events.values():
            for need in event.needs.values():
                self._default(f"events.{event.id}.needs.{need.id}", need)

    def _default(self, path: str, field: Field) -> None:
        if field.default is not None:
            written = field.default.written
            path = f"{path}.default"
            self.defaults[path] = self._add(path, _on_one_line(written.text), written.span)

    def _functions(self) -> None:
        for function in self.pack.functions.values():
            body = function.body
            if not isinstance(body, core.Stack):
                path = function.id if "." in function.id else f"formulas.{function.id}"
                self._formula(body, path, self.pack.written[path])
                continue
            first = len(self.all)
            for line in body.lines:
                path = f"modifiers.{body.group}.lines.{line.id}"
                if line.when is not None:
                    self._condition(line.when, f"{path}.when", self.pack.written[f"{path}.when"])
                self._formula(line.value, f"{path}.value", self.pack.written[f"{path}.value"])
            if body.lines:
                # whatever comes of the group, its first line is looked at
                group = self.pack.source.modifiers[body.group]
                self._with(first, f"modifiers.{body.group}.take", body.take, group.span)

    # -- formulas ---------------------------------------------------------------------------------

    def _formula(self, tree: Core, path: str, written: Written) -> int:
        number = self._add(path, _on_one_line(written.text), written.within(*tree.span))
        self.formulas[id(tree)] = number
        self._ifs(tree, path, written, ways_in(tree))
        return number

    def _condition(self, tree: Core, path: str, written: Written) -> None:
        self._formula(tree, path, written)
        self._sides(tree, path, written)

    def _sides(self, tree: Core, path: str, written: Written) -> None:
        place = written.within(*tree.span)
        self.sides[id(tree)] = self._add(f"{path}.true", "", place), self._add(f"{path}.false", "", place)

    def _ifs(self, tree: Core, path: str, written: Written, ways: Mapping[Offsets, int]) -> None:
        if isinstance(tree, core.If) and tree.span in ways:
            at = f"{path}.{ways[tree.span]}"
            then = self._add(f"{at}.then", "", written.within(*tree.yes.span))
            self.ifs[id(tree)] = then, self._add(f"{at}.else", "", written.within(*tree.no.span))
        if isinstance(tree, core.Walk) and tree.test is not None and tree.test.span in ways:
            self._sides(tree.test, f"{path}.{ways[tree.test.span]}", written)
        for child in children(tree):
            self._ifs(child, path, written, ways)

    # -- events -----------------------------------------------------------------------------------

    def _body(self, body: Sequence[checked.Statement], inside: str, path: str) -> None:
        for number, statement in enumerate(body):
            self._inside = inside
            first = len(self.all)
            self._statement(statement)
            # whatever of a step is come to, its grounds are, and the steps behind the first one
            marks = range(first, len(self.all))
            site = statement.site
            if isinstance(statement, checked.Choose | checked.Refuse) and len(statement.grounds) > 1:
                self._order(f"{site.path}.refuse", (ground.path for ground in statement.grounds), site.span, marks)
            if number == 0 and len(body) > 1:
                self._order(path, (each.site.path for each in body), site.span, marks)
            match statement:
                case checked.Branch(body=inner):
                    self._body(inner, f"{statement.site.path}.when.true", f"{statement.site.path}.steps")
                case checked.Loop(body=inner):
                    self._body(inner, f"{statement.site.path}.each", f"{statement.site.path}.steps")
                case _:
                    pass
        self._inside = ""

    def _statement(self, statement: checked.Statement) -> None:
        path = statement.site.path
        match statement:
            case checked.Branch(test=test):
                self._condition(test.core, f"{path}.when", test.written)
            case checked.Choose():
                place = step_at(self.pack.source, statement)
                for option in options_of(self.pack, statement.type):
                    self.options[path, option] = self._add(f"{path}.{option}", "", place)
                for ground in statement.grounds:
                    self.refusals[ground.path] = self._ground(ground)
            case checked.Refuse(grounds=grounds):
                for ground in grounds:
                    self.grounds[id(ground.when.core)] = self._ground(ground)
            case checked.Loop(until=until) if until is not None:
                self._condition(until.core, f"{path}.until", until.written)
            case checked.Call(event=event):
                self.steps[path] = self._add(path, f"do {event}", statement.site.span)
            case _:
                pass
        for name, formula in checked.own_formulas(statement):
            number = self._formula(formula.core, name, formula.written)
            match statement:
                case checked.Roll():
                    self.steps[path] = number
                case checked.Put(target=target):
                    changed = target if isinstance(target, str) else target.place.variable(target.id)
                    self._with(number, f"{path}.set", changed, statement.site.span)
                case _:
                    pass

    def _ground(self, ground: checked.Ground) -> int:
        place = ground_at(self.pack.source, ground)
        number = self._add(ground.path, "", place)
        self._add(f"{ground.path}.false", "", place)
        self._with(number, f"{ground.path}.because", _on_one_line(ground.because), ground.span)
        return number


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
