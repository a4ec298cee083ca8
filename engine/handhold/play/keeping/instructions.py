"""Generated code as a flat list of instructions, and back.

Each instruction puts something together from what the ones before have left on a stack: `["n", "v1", "c", 2, "+"]` is
`v1 + 2`. There is one for each form of code that the engine writes, and no other: names are such as the engine gives,
an attribute is one of those that a run brings along, a number is never multiplied. So whatever somebody may have
written into a file, nothing can come of it but steps and formulas. Lines are all 1: a fault is told by the pack itself.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeVar

from handhold.play.keeping.codec import Data, NotKept, items, text, texts

_OPERATORS: Final[Mapping[str, type[ast.operator]]] = {"+": ast.Add, "-": ast.Sub, "//": ast.FloorDiv}
_COMPARED: Final[Mapping[str, type[ast.cmpop]]] = {
    "==": ast.Eq, "!=": ast.NotEq, "<": ast.Lt, "<=": ast.LtE, ">": ast.Gt, ">=": ast.GtE,
    "is": ast.Is, "is not": ast.IsNot, "in": ast.In,
}  # fmt: skip
_UNARY: Final[Mapping[str, type[ast.unaryop]]] = {"neg": ast.USub, "not": ast.Not}
_JOINED: Final[Mapping[str, type[ast.boolop]]] = {"and": ast.And, "or": ast.Or}
_SIGN: Final[Mapping[type[ast.AST], str]] = {
    of: sign for table in (_OPERATORS, _COMPARED, _UNARY, _JOINED) for sign, of in table.items()
}
_OF_RUN: Final = frozenset(("draw", "answer", "judge", "given", "notes", "asked", "went_on"))
"""What a run brings along; see `running.Running`."""
_CAUGHT: Final = frozenset(("Refused", "Missing"))
_IDENTIFIER: Final = re.compile(r"[a-z]{1,2}[0-9]{1,7}|[A-Za-z][A-Za-z_]{0,19}")


def code_data(made: ast.FunctionDef) -> list[Data]:
    """A generated function as data: its parameters, then its instructions. Raises NotKept."""
    out: list[Data] = []
    _Taking(out).body(made.body)
    return [[arg.arg for arg in made.args.args], out]


class _Taking:
    """Writes the instructions of a function."""

    def __init__(self, out: list[Data]) -> None:
        self._out = out

    def body(self, body: Sequence[ast.stmt]) -> None:
        for statement in body:
            self._statement(statement)

    def _say(self, *words: Data) -> None:
        self._out.extend(words)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                self._expr(value)
                self._say("set", [_target(each) for each in targets])
            case ast.AugAssign(target=ast.Name(id=name), op=ast.Add(), value=value):
                self._expr(value)
                self._say("add", name)
            case ast.If(test=test, body=body, orelse=other):
                self._expr(test)
                self.body((*body, *other))
                self._say("when", len(body), len(other))
            case ast.For(target=target, iter=source, body=body, orelse=[]):
                self._expr(source)
                self.body(body)
                self._say("for", _target(target), len(body))
            case ast.Try(body=body, handlers=[handler], orelse=[], finalbody=[]):
                self.body((*body, *handler.body))
                assert isinstance(handler.type, ast.Name)
                self._say("try", len(body), len(handler.body), handler.type.id, handler.name)
            case ast.Break():
                self._say("break")
            case ast.Pass():
                self._say("pass")
            case ast.Return(value=ast.expr() as value):
                self._expr(value)
                self._say("give")
            case ast.Raise(exc=ast.expr() as value, cause=None):
                self._expr(value)
                self._say("raise")
            case ast.Expr(value=value):
                self._expr(value)
                self._say("do")
            case _:
                raise NotKept(f"{type(node).__name__} is not kept")

    def _all(self, nodes: Iterable[ast.expr]) -> None:
        for node in nodes:
            self._expr(node)

    def _expr(self, node: ast.expr) -> None:
        match node:
            case ast.Name(id=name):
                self._say("n", name)
            case ast.Constant(value=None | bool() | int() | str() as value):
                self._say("c", value)
            case ast.Subscript(value=value, slice=ast.Slice(lower=None, upper=None)):
                self._expr(value)
                self._say("turned")
            case ast.Subscript(value=value, slice=index):
                self._all((value, index))
                self._say("at")
            case ast.Call(func=func, args=args, keywords=[]):
                self._all((func, *args))
                self._say("call", len(args))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _SIGN:
                self._all((left, right))
                self._say(_SIGN[type(op)])
            case ast.UnaryOp(op=op_, operand=value):
                self._expr(value)
                self._say(_SIGN[type(op_)])
            case ast.BoolOp(op=op__, values=values):
                self._all(values)
                self._say(_SIGN[type(op__)], len(values))
            case ast.Compare(
                left=ast.Attribute(value=value, attr="__class__"), ops=[sign], comparators=[ast.Name(id=of)]
            ):
                self._expr(value)
                self._say("class", _SIGN[type(sign)], of)
            case ast.Compare(left=left, ops=ops, comparators=others):
                self._all((left, *others))
                self._say("compare", [_SIGN[type(each)] for each in ops])
            case ast.IfExp(test=test, body=yes, orelse=no):
                self._all((test, yes, no))
                self._say("if")
            case ast.Tuple(elts=parts):
                self._all(parts)
                self._say("tuple", len(parts))
            case ast.List(elts=parts):
                self._all(parts)
                self._say("list", len(parts))
            case ast.Attribute(value=ast.Name(id="run"), attr=attr):
                self._say("run", attr)
            case ast.Attribute(value=value, attr="append"):
                self._expr(value)
                self._say("append")
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                self._expr(value)
                self._say("named", name)
            case ast.Lambda(args=args_, body=body):
                self._expr(body)
                self._say("lambda", args_.args[0].arg)
            case ast.GeneratorExp(elt=value, generators=[loop]) | ast.ListComp(elt=value, generators=[loop]):
                self._all((value, loop.iter, *loop.ifs))
                assert isinstance(loop.target, ast.Name)
                self._say("each" if isinstance(node, ast.ListComp) else "some", loop.target.id, len(loop.ifs))
            case _:
                raise NotKept(f"{type(node).__name__} is not kept")


def _target(node: ast.expr) -> Data:
    """A variable that is set, or several that take a tuple apart."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Tuple(elts=parts):
            return [_target(part) for part in parts]
        case _:
            raise NotKept(f"{type(node).__name__} is not kept")


def code_of(name: str, data: Data) -> ast.Module:
    """The function that was kept, under a name. Raises NotKept, or what Python raises for a heap without a meaning."""
    match data:
        case [params, [*words]]:
            args = [_placed(ast.arg(_name(each))) for each in texts(params)]
            params_ = ast.arguments([], args, None, [], [], None, [])
            made = _placed(ast.FunctionDef(_name(name), params_, _Making(words).body(), []))
            made.type_params = []  # type: ignore[attr-defined]  # asked for from Python 3.12 on
            return ast.Module([made], [])
        case _:
            raise NotKept("no code")


_Placed = TypeVar("_Placed", ast.expr, ast.stmt, ast.FunctionDef, ast.Name, ast.arg)


def _placed(node: _Placed) -> _Placed:
    """The node on line 1, since Python asks for a line."""
    node.lineno, node.col_offset = 1, 0
    return node


def _name(data: Data) -> str:
    """A name that the engine may have given. Raises NotKept."""
    if not isinstance(data, str) or not _IDENTIFIER.fullmatch(data):
        raise NotKept("a name that the engine does not give")
    return data


def _load(data: Data) -> ast.Name:
    return _placed(ast.Name(_name(data), ast.Load()))


def _comparison(data: Data) -> ast.cmpop:
    if not isinstance(data, str) or data not in _COMPARED:
        raise NotKept("a comparison that there is not")
    return _COMPARED[data]()


def _stored(data: Data) -> ast.expr:
    """What a value is put into."""
    if isinstance(data, list):
        return _placed(ast.Tuple([_stored(each) for each in data], ast.Store()))
    return _placed(ast.Name(_name(data), ast.Store()))


class _Making:
    """Puts a function together from its instructions."""

    def __init__(self, words: Sequence[Data]) -> None:
        self._words = iter(words)
        self._stack: list[ast.expr | ast.stmt] = []

    def body(self) -> list[ast.stmt]:
        """The statements that are left in the end. Raises NotKept."""
        for word in self._words:
            if not isinstance(word, str) or word not in _MAKERS:
                raise NotKept("an instruction that there is not")
            made = _MAKERS[word](self, word)
            made.lineno, made.col_offset = 1, 0
            self._stack.append(made)
        return self._statements(len(self._stack))

    def _word(self) -> Data:
        return next(self._words, None)

    def _count(self) -> int:
        count = self._word()
        if count.__class__ is not int or not 0 <= count <= len(self._stack):
            raise NotKept("more parts than there are")
        return count

    def _taken(self, count: int) -> list[ast.expr | ast.stmt]:
        if count > len(self._stack):
            raise NotKept("more parts than there are")
        taken = self._stack[len(self._stack) - count :]
        del self._stack[len(self._stack) - count :]
        return taken

    def _values(self, count: int) -> list[ast.expr]:
        taken = self._taken(count)
        if not all(isinstance(each, ast.expr) for each in taken):
            raise NotKept("a statement for a value")
        return taken  # type: ignore[return-value]  # as was just seen

    def _value(self) -> ast.expr:
        return self._values(1)[0]

    def _statements(self, count: int) -> list[ast.stmt]:
        taken = self._taken(count)
        if not all(isinstance(each, ast.stmt) for each in taken):
            raise NotKept("a value for a statement")
        return taken  # type: ignore[return-value]  # as was just seen

    # -- values -----------------------------------------------------------------------------------

    def name(self, sign: str) -> ast.expr:
        return ast.Name(_name(self._word()), ast.Load())

    def constant(self, sign: str) -> ast.expr:
        value = self._word()
        if isinstance(value, list):
            raise NotKept("a list for a constant")
        return ast.Constant(value)

    def part(self, sign: str) -> ast.expr:
        value, index = self._values(2)
        return ast.Subscript(value, index, ast.Load())

    def turned(self, sign: str) -> ast.expr:
        step = _placed(ast.Slice(step=_placed(ast.Constant(-1))))
        return ast.Subscript(self._value(), step, ast.Load())

    def call(self, sign: str) -> ast.expr:
        func, *args = self._values(self._count() + 1)
        return ast.Call(func, args, [])

    def operator(self, sign: str) -> ast.expr:
        left, right = self._values(2)
        return ast.BinOp(left, _OPERATORS[sign](), right)

    def unary(self, sign: str) -> ast.expr:
        return ast.UnaryOp(_UNARY[sign](), self._value())

    def joined(self, sign: str) -> ast.expr:
        return ast.BoolOp(_JOINED[sign](), self._values(self._count()))

    def compare(self, sign: str) -> ast.expr:
        ops = [_comparison(each) for each in items(self._word())]
        left, *others = self._values(len(ops) + 1)
        return ast.Compare(left, ops, others)

    def of_class(self, sign: str) -> ast.expr:
        """The class of a value is only ever compared."""
        held = _placed(ast.Attribute(self._value(), "__class__", ast.Load()))
        return ast.Compare(held, [_comparison(self._word())], [_load(self._word())])

    def choice(self, sign: str) -> ast.expr:
        return ast.IfExp(*self._values(3))

    def tuple(self, sign: str) -> ast.expr:
        return ast.Tuple(self._values(self._count()), ast.Load())

    def list(self, sign: str) -> ast.expr:
        return ast.List(self._values(self._count()), ast.Load())

    def of_run(self, sign: str) -> ast.expr:
        attribute = self._word()
        if attribute not in _OF_RUN:
            raise NotKept("an attribute that a run does not have")
        return ast.Attribute(_load("run"), text(attribute), ast.Load())

    def append(self, sign: str) -> ast.expr:
        return ast.Attribute(self._value(), "append", ast.Load())

    def named(self, sign: str) -> ast.expr:
        target = _placed(ast.Name(_name(self._word()), ast.Store()))
        return ast.NamedExpr(target, self._value())

    def function(self, sign: str) -> ast.expr:
        params = ast.arguments([], [_placed(ast.arg(_name(self._word())))], None, [], [], None, [])
        return ast.Lambda(params, self._value())

    def walk(self, sign: str) -> ast.expr:
        target, tests = _stored(self._word()), self._count()
        value, source, *ifs = self._values(tests + 2)
        loop = ast.comprehension(target, source, ifs, 0)
        return ast.ListComp(value, [loop]) if sign == "each" else ast.GeneratorExp(value, [loop])

    # -- statements -------------------------------------------------------------------------------

    def put(self, sign: str) -> ast.stmt:
        return ast.Assign([_stored(each) for each in items(self._word())], self._value())

    def added(self, sign: str) -> ast.stmt:
        return ast.AugAssign(_placed(ast.Name(_name(self._word()), ast.Store())), ast.Add(), self._value())

    def when(self, sign: str) -> ast.stmt:
        number, others = self._count(), self._count()
        other, body = self._statements(others), self._statements(number)
        return ast.If(self._value(), body, other)

    def loop(self, sign: str) -> ast.stmt:
        target = _stored(self._word())
        body = self._statements(self._count())
        return ast.For(target, self._value(), body, [])

    def tried(self, sign: str) -> ast.stmt:
        number, others = self._count(), self._count()
        caught, name = self._word(), self._word()
        if caught not in _CAUGHT:
            raise NotKept("a fault that is not caught")
        handler = ast.ExceptHandler(_load(caught), None if name is None else _name(name), self._statements(others))
        handler.lineno, handler.col_offset = 1, 0
        return ast.Try(self._statements(number), [handler], [], [])

    def ended(self, sign: str) -> ast.stmt:
        return ast.Break() if sign == "break" else ast.Pass()

    def used(self, sign: str) -> ast.stmt:
        value = self._value()
        return ast.Return(value) if sign == "give" else ast.Raise(value) if sign == "raise" else ast.Expr(value)


_Maker = Callable[[_Making, str], ast.expr | ast.stmt]
_MAKERS: Final[Mapping[str, _Maker]] = {
    "n": _Making.name,
    "c": _Making.constant,
    "at": _Making.part,
    "turned": _Making.turned,
    "call": _Making.call,
    **dict.fromkeys(_OPERATORS, _Making.operator),
    **dict.fromkeys(_UNARY, _Making.unary),
    **dict.fromkeys(_JOINED, _Making.joined),
    "compare": _Making.compare,
    "class": _Making.of_class,
    "if": _Making.choice,
    "tuple": _Making.tuple,
    "list": _Making.list,
    "run": _Making.of_run,
    "append": _Making.append,
    "named": _Making.named,
    "lambda": _Making.function,
    "each": _Making.walk,
    "some": _Making.walk,
    "set": _Making.put,
    "add": _Making.added,
    "when": _Making.when,
    "for": _Making.loop,
    "try": _Making.tried,
    "break": _Making.ended,
    "pass": _Making.ended,
    "give": _Making.used,
    "raise": _Making.used,
    "do": _Making.used,
}
