"""A fault told: which step and formula it happened in, and what the names of that formula were.

Nothing is kept for it while a run goes on. What generated code had in its locals when it stopped is still there, and
formulas are pure, so the value of each name is worked out from it as it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from itertools import groupby
from types import FrameType
from typing import TypeGuard, get_args

from handhold.language import core, syntax
from handhold.language.core import Core
from handhold.language.dice import DiceFault
from handhold.language.faults import Fault
from handhold.language.functions import FUNCTIONS
from handhold.language.namespace import Spot
from handhold.language.parser import parse
from handhold.language.parts import children
from handhold.language.printer import show
from handhold.language.runtime import RuleFault
from handhold.language.types import INTEGER, ListOf, Names, Passes, present
from handhold.packs import checked
from handhold.play.compiling.alone import Alone
from handhold.play.compiling.program import Program
from handhold.play.filled import NOT_THERE
from handhold.play.frames import FILE
from handhold.play.made import Locals
from handhold.play.meter import TooLong
from handhold.play.placing import At
from handhold.play.refusal import Unanswered
from handhold.play.result import Shown
from handhold.play.run_error import NO_ROLLS, Rolls, RunError
from handhold.play.shown import Plain

_NO_ANSWER = object()
"""Stands for a value that there is none of."""
_WRITTEN = (*get_args(syntax.Formula), syntax.Named)


@dataclass(frozen=True, slots=True)
class _Level:
    """A function of generated code that was not yet done: where in it, and the values of its variables. `prefix` is
    what the paths in it begin with, in a whole run.
    """

    spot: Spot
    known: Locals
    env: Mapping[str, object]
    prefix: str | None


def run_error(program: Program, error: Exception, rolls: Rolls = NO_ROLLS) -> RunError:
    """The fault that generated code of the program has raised; `rolls` are those made by then."""
    told = RunError(str(error))
    told.rolls = rolls
    told.unanswered = isinstance(error, Unanswered)
    levels = list(_levels(program, error))
    if not levels:
        return told
    inner = levels[-1]
    if not isinstance(program.teller, _Teller):
        program.teller = _Teller(program)
    teller = program.teller
    program.meter.start()
    told.event = levels[0].known.event
    told.through = tuple(path for path in map(_path, levels) if path)
    if levels[0].prefix is not None:
        told.step = teller.step(levels)
    told.written, told.start, told.end = inner.spot.written, inner.spot.start, inner.spot.end
    tree = None if inner.spot.formula is None else parse(inner.spot.written.text)
    if tree is not None and not isinstance(tree, Fault):
        told.formula = show(tree)
        told.names = teller.names(inner, tree, error)
    return told


def _levels(program: Program, error: BaseException) -> Iterator[_Level]:
    """The functions that were not yet done, the outermost first, as far as they have a place."""
    for name, frames in groupby(_frames(error), lambda found: found[0].f_code.co_qualname.split(".")[0]):
        known = program.locals[name]
        env: dict[str, object] = {}
        spot: Spot | None = None
        prefix = None
        for frame, line in frames:
            held = frame.f_locals
            env.update((known.variables[id], value) for id, value in held.items() if id in known.variables)
            spot = program.space.spots[line - 1] or spot
            prefix = held.get("p0", prefix)
        if spot is not None:
            yield _Level(spot, known, env, prefix)


def _frames(error: BaseException) -> Iterator[tuple[FrameType, int]]:
    at = error.__traceback__
    while at is not None:
        if at.tb_frame.f_code.co_filename == FILE:
            yield at.tb_frame, at.tb_lineno
        at = at.tb_next


def _path(level: _Level) -> str:
    """The path in the pack of what a function was at; empty for a formula that was typed."""
    owner = level.spot.owner
    if owner is None or isinstance(owner, str):
        return owner or ""
    assert isinstance(owner, At)
    site = owner.site or (owner.loops[-1].site if owner.loops else None)
    if site is None:
        return f"events.{level.known.event}"
    return site.path if ".steps." in site.path else ""


class _Teller:
    """Works out the names of formulas of one program; keeps what it has compiled for it."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._shown = Shown(program.pack)
        self._alones: dict[int, tuple[Locals, Alone]] = {}

    def _alone(self, known: Locals) -> Alone:
        if id(known) not in self._alones:
            self._alones[id(known)] = (known, Alone(self._program, known.passes, known.roots))
        return self._alones[id(known)][1]

    # -- steps ------------------------------------------------------------------------------------

    def step(self, levels: list[_Level]) -> str:
        """The path of the step in the run, as far as there is one."""
        parts: list[str] = []
        for level in levels:
            owner = level.spot.owner
            if not isinstance(owner, At) or (owner.site is not None and ".steps." not in owner.site.path):
                break
            for loop in owner.loops:
                parts.append(loop.name)
                key = self._pass(loop, level)
                if key is not None:
                    parts.append(str(key))
            if owner.site is not None:
                parts.append(owner.site.id)
        return f"{levels[0].prefix}{'.'.join(parts)}" if parts else ""

    def _pass(self, loop: checked.Loop, level: _Level) -> Plain:
        """What the present pass of a loop is called by; none before its first."""
        of = loop.source.core.type
        variable = loop.variable or f"{loop.name} number"
        if loop.key == "position":
            return self._known(level.env.get(f"{loop.name} at"))
        if variable not in level.env:
            return None
        if loop.key == "group":
            assert isinstance(loop.source.core, core.Positions)
            key = core.KeyAt(loop.source.core.of, core.Var(variable, INTEGER), INTEGER)
            return self._known(_Work(self._alone(level.known), level).outcome(key, level.env))
        assert isinstance(of, ListOf)
        return self._shown.value(level.env[variable], of.of)

    @staticmethod
    def _known(key: object) -> Plain:
        return key if isinstance(key, int | str) else None

    # -- names ------------------------------------------------------------------------------------

    def names(self, level: _Level, tree: syntax.Formula, error: Exception) -> dict[str, Plain]:
        """The names in a formula with the values that they had, in the order written; as many as the work that is
        allowed for one run tells.
        """
        formula = level.spot.formula
        assert formula is not None
        by_span: dict[tuple[int, int], Core] = {}
        waiting = [formula]
        while waiting:
            node = waiting.pop()
            by_span.setdefault(node.span, node)
            waiting.extend(reversed(children(node)))
        work = _Work(self._alone(level.known), level)
        found: dict[str, Plain] = {}
        try:
            # what took too long would take as long again
            env = level.env if isinstance(error, TooLong) else work.within(formula)
            asked: list[syntax.Formula | syntax.Named] = [tree]
            while asked:
                written = asked.pop()
                known = by_span.get(written.span)
                if known is not None and _has_value(written, known):
                    value = work.outcome(known, env)
                    if value is not NOT_THERE and value is not _NO_ANSWER:
                        found[show(written)] = self._shown.value(value, known.type)
                        continue
                asked.extend(reversed(list(_parts(written))))
        except TooLong:
            pass
        return found


class _Work:
    """Works out parts of the formula that a function was at."""

    def __init__(self, alone: Alone, level: _Level) -> None:
        self._alone = alone
        self._level = level

    def outcome(self, part: Core, env: Mapping[str, object]) -> object:
        """The value of a part; NOT_THERE without its variables, _NO_ANSWER where there is none. Raises TooLong."""
        try:
            return self._alone.raw(part, env)
        except TooLong:
            raise
        except (RuleFault, DiceFault):
            return _NO_ANSWER
        except (KeyError, TypeError, AttributeError):
            return NOT_THERE

    def within(self, formula: Core) -> Mapping[str, object]:
        """The variables, with those of the `for` in which it happened: of the first element that has no answer.

        What a `for` was at is not always left in the locals.
        """
        env = dict(self._level.env)
        waiting = [formula]
        while waiting:
            node = waiting.pop()
            if not isinstance(node, core.Walk):
                waiting.extend(filter(self._holds, children(node)))
                continue
            parts = (node.value,) if node.test is None else (node.test, node.value)
            inside = list(filter(self._holds, parts))
            if not inside:
                waiting.append(node.source)
                continue
            source = self.outcome(node.source, env)
            for element in source if isinstance(source, tuple | range) else ():
                if self._stops(node, {**env, node.variable: element}):
                    env[node.variable] = element
                    break
            waiting.extend(inside)
        return env

    def _holds(self, part: Core) -> bool:
        spot = self._level.spot
        return part.span[0] <= spot.start and spot.end <= part.span[1]

    def _stops(self, walk: core.Walk, env: Mapping[str, object]) -> bool:
        """Whether there is no answer for an element; what is filtered out has no value."""
        if walk.test is not None:
            test = self.outcome(walk.test, env)
            if test is not True:
                return test is _NO_ANSWER
        return self.outcome(walk.value, env) is _NO_ANSWER


def _has_value(node: syntax.Formula | syntax.Named, tree: Core) -> TypeGuard[syntax.Formula]:
    """Whether it is a name whose value a reader wants to see."""
    if isinstance(tree, core.Const | core.Fixed) or isinstance(present(tree.type), Names | Passes):
        return False
    return isinstance(node, syntax.Name | syntax.Dot | syntax.Old) or (
        isinstance(node, syntax.Call) and node.id not in FUNCTIONS
    )


def _parts(node: syntax.Formula | syntax.Named) -> Iterator[syntax.Formula | syntax.Named]:
    """The parts of a formula as it is written."""
    for field in fields(node):
        held = getattr(node, field.name)
        for part in held if isinstance(held, tuple) else (held,):
            if isinstance(part, _WRITTEN):
                yield part
