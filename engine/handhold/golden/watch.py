"""Runs that tell which marks of the pack they came to.

The one compiler makes the same functions from the same trees; here it lowers into a namespace that puts a call around
what has a mark, which notes the mark and hands the value on.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from itertools import compress

from handhold.golden.defaults import defaults_taken
from handhold.golden.marks import Marks
from handhold.language import core
from handhold.language.core import Core
from handhold.language.lower import Lowering, Namespace
from handhold.language.namespace import call
from handhold.language.types import ListOf, Row, Type
from handhold.packs import checked
from handhold.packs.checks.points import options_in
from handhold.play.chance import Chance
from handhold.play.compiling.program import Program, Settings
from handhold.play.inputs import Answers
from handhold.play.odds.asking import Asking, Question
from handhold.play.odds.event import Odds, odds_of
from handhold.play.odds.reckoner import Reckoner
from handhold.play.result import Result
from handhold.play.runs.run import Runner
from handhold.play.runs.running import Asked, Running


class Watch(Runner):
    """Runs events of one pack; `reached` are the numbers of the marks that the last run came to."""

    def __init__(self, pack: checked.Pack, marks: Marks | None = None) -> None:
        super().__init__(pack)
        self.marks = Marks(pack) if marks is None else marks
        self._hits = bytearray(len(self.marks.all))
        self._chosen = _Chosen(self.marks, self._hits)
        self.running = lambda chance, answers: _Asked(chance, answers, self._chosen)

    def begin(self) -> None:
        """What runs from now on is told of by `reached`."""
        self._hits[:] = bytes(len(self._hits))

    @property
    def reached(self) -> tuple[int, ...]:
        """The numbers of the marks come to since `begin`, in rising order."""
        hits = self._hits
        for number, other in self.marks.along:
            hits[other] |= hits[number]
        return tuple(compress(range(len(hits)), hits))

    def run(
        self,
        event_id: str,
        given: Mapping[str, object],
        chance: Chance,
        *,
        choices: Mapping[str, object] | None = None,
        settings: Mapping[str, object] | None = None,
        traced: bool = False,
        prefix: str = "",
    ) -> Result:
        """Runs an event, watched; see `Runner.run`."""
        result = super().run(event_id, given, chance, choices=choices, settings=settings, traced=traced, prefix=prefix)
        self._defaults(event_id, given)
        return result

    def odds(
        self,
        event_id: str,
        given: Mapping[str, object],
        *,
        choices: Mapping[str, object] | None = None,
        settings: Mapping[str, object] | None = None,
        show: Sequence[str] = (),
    ) -> Odds:
        """The odds of an event, watched: what some dice come to is come to."""
        asking = Asking.of(self.pack, Question.of(event_id, choices, None, settings, show))
        space = _Space(self.marks, asking.settings.values, self._hits)
        reckoner = Reckoner.of(asking, space=space)
        space.values |= {"chose": self._chosen.chose, "judged": self._chosen.judged}
        found = odds_of(reckoner, given)
        self._defaults(event_id, given)
        return found

    def _defaults(self, event_id: str, given: Mapping[str, object]) -> None:
        for path in defaults_taken(self.pack, self.pack.events[event_id], given):
            number = self.marks.defaults.get(path)
            if number is not None:
                self._hits[number] = 1

    def made(self, settings: Settings, *, traced: bool, counted: bool) -> Program:
        """A new program for these settings, watched."""
        space = _Space(self.marks, settings.values, self._hits)
        return Program(self.pack, settings, traced=traced, counted=counted, space=space)


class _Space(Namespace):
    """A namespace whose formulas note what they come to."""

    def __init__(self, marks: Marks, settings: Mapping[str, object], hits: bytearray) -> None:
        super().__init__(marks.pack, settings)
        self.marks = marks
        # a formula that is put in place has no mark of its own
        self.room = 0

        def seen(number: int, value: object) -> object:
            hits[number] = 1
            return value

        def went(true: int, false: int, value: object) -> object:
            hits[true if value else false] = 1
            return value

        def read(cells: tuple[object, ...], first: int, row: int | None) -> object:
            if row is None:
                return None
            hits[first + row] = 1
            return cells[row]

        def found(first: int, row: int) -> int:
            hits[first + row] = 1
            return row

        self.values |= {"seen": seen, "went": went, "read_cell": read, "found_row": found}

    def lowering(
        self, variable: Callable[[str], str], roots: Mapping[str, Type], passes: Callable[[str], tuple[str, ...]]
    ) -> Lowering:
        """What lowers the formulas of one function, with a note where there is a mark."""
        return _Watching(self, variable, roots, passes)


class _Watching(Lowering):
    def __init__(
        self,
        space: _Space,
        variable: Callable[[str], str],
        roots: Mapping[str, Type],
        passes: Callable[[str], tuple[str, ...]],
    ) -> None:
        super().__init__(space, variable, roots, passes)
        self._marks = space.marks
        self._columns = space.column
        self._values = space.settings

    def begins(self, path: str) -> list[ast.stmt]:
        """A note that the step is come to, if it has a mark."""
        number = self._marks.steps.get(path)
        return [] if number is None else [ast.Expr(call("seen", ast.Constant(number), ast.Constant(None)))]

    def judged(self, choice: ast.expr, tests: ast.expr) -> ast.expr:
        """The tests, with a note of those that hold and those that do not."""
        return call("judged", choice, tests)

    def chose(self, choice: ast.expr, chosen: ast.expr) -> list[ast.stmt]:
        """A note of what was chosen."""
        return [ast.Expr(call("chose", choice, chosen))]

    def expr(self, tree: Core) -> ast.expr:
        """A checked formula or a part of one, with a note where there is a mark."""
        made = self._inner(tree)
        key = id(tree)
        if key in self._marks.formulas:
            made = call("seen", ast.Constant(self._marks.formulas[key]), made)
        if key in self._marks.grounds:
            ground = self._marks.grounds[key]
            made = call("went", ast.Constant(ground), ast.Constant(ground + 1), made)
        if key in self._marks.sides:
            made = call("went", *map(ast.Constant, self._marks.sides[key]), made)
        return made

    def _inner(self, tree: Core) -> ast.expr:
        match tree:
            case core.If(test=test, yes=yes, no=no) if id(tree) in self._marks.ifs:
                then, other = self._marks.ifs[id(tree)]
                yes_made = call("seen", ast.Constant(then), self.expr(yes))
                return ast.IfExp(self.expr(test), yes_made, call("seen", ast.Constant(other), self.expr(no)))
            case core.Cell(table=table, column=column, row=row):
                first = ast.Constant(self._marks.cells[table, column])
                return call("read_cell", self._columns(table, column), first, self.expr(row))
            case core.Test(op="<" | "<=" | ">" | ">=", left=of):
                return self._ordered(tree, of)
            case core.Func(id="lower" | "higher", args=(of, *_)):
                return self._ordered(tree, of)
            case core.Const(type=ListOf()):
                return self._ordered(tree, tree)
            case core.RowAt(table=table):
                return call("found_row", ast.Constant(self._marks.finds[table]), super().expr(tree))
            case core.Setting(id=id_):
                word = self._marks.words.get((id_, self._values[id_]))
                made = super().expr(tree)
                return made if word is None else call("seen", ast.Constant(word), made)
            case _:
                return super().expr(tree)

    def _ordered(self, tree: Core, of: Core) -> ast.expr:
        """What depends on the order of the rows of a table, if `of` are rows, or one."""
        made = super().expr(tree)
        row = of.type.of if isinstance(of.type, ListOf) else of.type
        return call("seen", ast.Constant(self._marks.orders[row.table]), made) if isinstance(row, Row) else made


class _Chosen:
    """Notes what was chosen, and which answers were refused."""

    def __init__(self, marks: Marks, hits: bytearray) -> None:
        self._marks = marks
        self._hits = hits

    def chose(self, choice: checked.Choose, chosen: object) -> None:
        """That is what was chosen."""
        for option in options_in(self._marks.pack, choice.type, chosen):
            self._hits[self._marks.options[choice.site.path, option]] = 1

    def judged(self, choice: checked.Choose, holding: tuple[bool, ...]) -> tuple[bool, ...]:
        """The grounds on which an answer could be refused, and which of them hold; gives them on."""
        for ground, holds in zip(choice.grounds, holding, strict=True):
            self._hits[self._marks.refusals[ground.path] + (not holds)] = 1
        return holding


class _Asked(Running):
    """What a run asks, noted."""

    __slots__ = ("_chosen",)

    def __init__(self, chance: Chance, answers: Answers | None, chosen: _Chosen) -> None:
        super().__init__(chance, answers)
        self.given = True
        self._chosen = chosen

    def answer(
        self, path: str, short: str, choice: Asked, options: tuple[object, ...] | range | None, default: object
    ) -> object:
        """The answer to a choice, or its default."""
        chosen = super().answer(path, short, choice, options, default)
        assert isinstance(choice, checked.Choose)
        if not choice.grounds:
            self._chosen.chose(choice, chosen)
        return chosen

    def judge(self, path: str, choice: Asked, answer: object, default: object, holding: tuple[bool, ...]) -> object:
        """The answer, or the default where the answer is refused."""
        chosen = super().judge(path, choice, answer, default, holding)
        assert isinstance(choice, checked.Choose)
        if self.answers is not None and self.answers.was_given(path):
            self._chosen.judged(choice, holding)
        self._chosen.chose(choice, chosen)
        return chosen
