"""What answers the choices of an event in odds: values and formulas, for all passes of a loop or for a single one.

A choice in a loop may be answered in single passes, by its full path as in a run (`rolled.2.check.luck`). Its
answer is then a formula that looks at the keys of the passes around it; an event called from a pass is copied for
that path, and handed them as needs under names that no pack can write.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from handhold.language import core
from handhold.language.checker import check
from handhold.language.core import Core
from handhold.language.faults import Fault
from handhold.language.parser import parse
from handhold.language.types import FLAG, INTEGER, KEY, UNKNOWN, ListOf, Row, Type
from handhold.language.world import NO_DEFAULT, SCENE, FieldInfo
from handhold.packs import checked
from handhold.packs.text import show as named
from handhold.packs.values import ValueFault, convert
from handhold.play.compiling.units import Answers
from handhold.play.inputs import InputError, choice_paths, kinds_of, problem
from handhold.play.problems import said_of_unknown, sentence
from handhold.source import Span, Written

NOWHERE = Span("", 1, 1, 1, 1)

_Keys = tuple[Core, ...]
"""The keys of the passes that a place is in, the outermost first."""


def answered(
    pack: checked.Pack, event: checked.Event, choices: Mapping[str, object], policies: Mapping[str, str]
) -> tuple[checked.Pack, Answers]:
    """The answers, by path without passes, and the pack that they are for: `pack` itself but where single passes are
    answered. Raises InputError for what does not fit.
    """
    known = choice_paths(pack, event)
    passes = _Passes(pack, known)
    passes.take(event, {name: data for name, data in choices.items() if name not in known})
    wrong = [name for name in (*choices, *policies) if name not in known and name not in passes.taken]
    if wrong:
        raise InputError(*said_of_unknown(wrong, known, f"the event '{event.id}' has no choice {{}}"))
    for path in policies:
        if path in choices:
            raise InputError(f"the choice '{path}' has an answer and a policy: give one of them")
    answers: dict[str, checked.Formula] = {}
    for path, data in choices.items():
        if path in known:
            answers[path] = checked.Formula(_constant(pack, known[path], data, path), Written("", NOWHERE))
    for path, text in policies.items():
        answers[path] = _policy(pack, known[path], text)
    return passes.answered(event, answers) if passes.taken else (pack, answers)


def _constant(pack: checked.Pack, choice: checked.Choose, data: object, path: str) -> Core:
    try:
        return core.Const(convert(data, choice.type, kinds_of(pack), path), choice.type)
    except ValueFault as fault:
        raise InputError(problem(fault)) from None


def _policy(pack: checked.Pack, choice: checked.Choose, text: str) -> checked.Formula:
    tree = parse(text)
    if isinstance(tree, Fault):
        raise InputError(f"the policy '{named(text)}': {sentence(tree)}")
    found = check(tree, choice.scope, pack, choice.type)
    if found.faults:
        raise InputError(f"the policy '{named(text)}': {sentence(found.faults[0])}")
    assert found.core.type != UNKNOWN
    owner = choice.site.path.split(".")[1]
    if found.scene and SCENE not in pack.events[owner].needs:
        raise InputError(f"the policy '{named(text)}' reads the scene, which the event '{owner}' does not")
    return checked.Formula(found.core, Written(text, NOWHERE))


@dataclass
class _Passes:
    """Answers in single passes: by the path of the choice, the keys of the passes with the answer. `taken` are the
    full paths that led to a choice.
    """

    pack: checked.Pack
    known: Mapping[str, checked.Choose]
    taken: set[str] = field(default_factory=set)
    _single: dict[str, list[tuple[tuple[object, ...], Core]]] = field(default_factory=dict)
    _events: dict[str, checked.Event] = field(default_factory=dict)
    _answers: dict[str, checked.Formula] = field(default_factory=dict)

    def take(self, event: checked.Event, choices: Mapping[str, object]) -> None:
        """Takes the answers whose names are full paths of choices. Raises InputError for a value that does not fit."""
        ways = list(self._ways(event.body, ())) if choices else []
        for name, data in choices.items():
            for way in ways:
                keys = self._keys(way, name.split("."))
                if keys is not None:
                    path = ".".join(id for id, _ in way)
                    self._single.setdefault(path, []).append((keys, _constant(self.pack, self.known[path], data, name)))
                    self.taken.add(name)

    def _ways(self, body: tuple[checked.Statement, ...], way: _Way) -> Iterator[_Way]:
        """The ways to all choices that are in a loop."""
        for statement in body:
            match statement:
                case checked.Choose(name=name) if any(loop for _, loop in way):
                    yield (*way, (name, None))
                case checked.Branch(body=inner):
                    yield from self._ways(inner, way)
                case checked.Loop(body=inner, name=name) as loop:
                    yield from self._ways(inner, (*way, (name, loop)))
                case checked.Call(event=callee, name=name):
                    yield from self._ways(self.pack.events[callee].body, (*way, (name, None)))
                case _:
                    pass

    def _keys(self, way: _Way, parts: list[str]) -> tuple[object, ...] | None:
        """The keys of the passes in a full path along the way; None if it is none."""
        keys: list[object] = []
        left = iter(parts)
        for id, loop in way:
            if next(left, None) != id:
                return None
            if loop is not None:
                try:
                    keys.append(convert(next(left, ""), _key_type(loop), kinds_of(self.pack)))
                except ValueFault:
                    return None
        return tuple(keys) if next(left, None) is None else None

    def answered(
        self, event: checked.Event, answers: Mapping[str, checked.Formula]
    ) -> tuple[checked.Pack, Mapping[str, checked.Formula]]:
        """The pack with the events on the way copied, and all answers; `answers` hold in all other passes."""
        self._answers.update(answers)
        self._events = {**self.pack.events}
        self._events[event.id] = replace(event, body=self._body(event.body, "", ()))
        return replace(self.pack, events=self._events), self._answers

    def _body(self, body: tuple[checked.Statement, ...], path: str, keys: _Keys) -> tuple[checked.Statement, ...]:
        return tuple(self._statement(statement, path, keys) for statement in body)

    def _statement(self, statement: checked.Statement, path: str, keys: _Keys) -> checked.Statement:
        match statement:
            case checked.Choose(name=name) if path + name in self._single:
                self._answers[path + name] = self._formula(statement, path + name, keys)
                return statement
            case checked.Branch(body=inner):
                return replace(statement, body=self._body(inner, path, keys))
            case checked.Loop(body=inner, name=name):
                return replace(statement, body=self._body(inner, f"{path}{name}.", (*keys, _key(statement))))
            case checked.Call(name=name) if any(each.startswith(f"{path}{name}.") for each in self._single):
                return self._call(statement, f"{path}{name}.", keys)
            case _:
                return statement

    def _call(self, call: checked.Call, path: str, keys: _Keys) -> checked.Call:
        event = self.pack.events[call.event]
        id = f"{call.event} at {path}"
        needs = {f"pass {n}": FieldInfo(f"pass {n}", key.type) for n, key in enumerate(keys)}
        handed = tuple(core.Var(need, known.type) for need, known in needs.items())
        body = self._body(event.body, path, handed)
        self._events[id] = replace(event, needs={**event.needs, **needs}, body=body)
        args = ((need, checked.Formula(key, Written("", NOWHERE))) for need, key in zip(needs, keys, strict=True))
        return replace(call, event=id, args=(*call.args, *args))

    def _formula(self, choice: checked.Choose, path: str, keys: _Keys) -> checked.Formula:
        """The answer in each pass that has one; else the one for all passes, or the default."""
        usual = self._answers.get(path) or choice.default
        tree: Core = core.Const(NO_DEFAULT, choice.type) if usual is None else usual.core
        for single, answer in self._single[path]:
            tests = tuple(
                core.Test("==", key, core.Const(value, key.type), FLAG) for key, value in zip(keys, single, strict=True)
            )
            tree = core.If(core.Logic("and", tests, FLAG), answer, tree, choice.type)
        return checked.Formula(tree, Written("", NOWHERE) if usual is None else usual.written)


_Way = tuple[tuple[str, checked.Loop | None], ...]
"""The names that lead to a choice, those of loops with the loop."""


def _key_type(loop: checked.Loop) -> Type:
    """The type of what a pass is called by."""
    of = loop.source.core.type
    if loop.key == "group":
        return KEY
    return of.of if loop.key == "element" and isinstance(of, ListOf) and isinstance(of.of, Row) else INTEGER


def _key(loop: checked.Loop) -> Core:
    """What the present pass is called by."""
    if loop.key == "position":
        return core.Var(f"{loop.name} at", INTEGER)
    element = core.Var(loop.variable or f"{loop.name} number", _key_type(loop) if loop.key == "element" else INTEGER)
    if loop.key == "element":
        return element
    assert isinstance(loop.source.core, core.Positions)
    return core.KeyAt(loop.source.core.of, element, KEY)
