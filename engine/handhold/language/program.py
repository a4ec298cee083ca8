"""A formula put in order, each node after its parts, with what its conditions say of what stands under them.

A node that stands in several places is worked out once, and then without what is known in one of them only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from handhold.language import core
from handhold.language.core import Core
from handhold.language.facts import FOLLOWED, Comparison, Lesson, Side, lesson
from handhold.language.keys import Key, key_of
from handhold.language.parts import children
from handhold.language.types import FLAG

Role = Literal["if", "or", "and", "line", "when", ""]
"""Where a test stands: after `if`, joined by `or` or `and`, before a line of a group that takes the first, or
elsewhere; empty for what is no test.
"""


@dataclass(frozen=True, slots=True)
class Step:
    """A node to be worked out from the results of earlier steps."""

    node: Core
    parts: tuple[int, ...]
    key: Key | None
    asked: Asked | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """The node is a test whose answer may be known before: `left` is compared with a constant and, if `negated`, the
    contrary is taken.
    """

    role: Role
    test: Core
    key: Key
    left: Core
    op: Comparison
    right: object
    negated: bool


@dataclass(frozen=True, slots=True)
class Bind:
    """The variable of a walk stands for what the list, the result of an earlier step, holds."""

    variable: str
    source: int


@dataclass(frozen=True, slots=True)
class Under:
    """From here to its `End`, all stands under a condition."""

    told: Lesson | None


@dataclass(frozen=True, slots=True)
class End:
    """The innermost condition ends."""


@dataclass(frozen=True, slots=True)
class Apart:
    """From here to its `End`, what stands is worked out without the conditions around."""


Program = tuple[Step | Bind | Under | Apart | End, ...]

_Order = tuple[Core, Role] | tuple[Core, bool] | core.Walk | Literal["end", "rejoin"]
"""What comes next: a part in its role, a condition that holds or not, the variable of a walk, or the end of a
condition or of what is worked out apart.
"""


def program(body: Core, role: Role = "", *, named: bool = True) -> Program:
    """The formula in order; nothing recurses. `role` is that of the whole.

    Without `named` no part has a key, unless something in the formula may need it.
    """
    return _Writer(body, role, named).steps


def told(steps: Program, test: Core, holds: bool) -> Lesson | None:
    """What is learned where the test, whose program this is, `holds`."""
    slots = {id(step.node): n for n, step in enumerate(steps) if isinstance(step, Step)}
    return lesson(test, holds, lambda node: _side(node, slots[id(node)], steps))


def _side(node: Core, slot: int, steps: Sequence[Step | Bind | Under | Apart | End]) -> Side:
    step = steps[slot]
    return Side(step.key if isinstance(step, Step) and not isinstance(node, core.Const) else None, node.type, slot)


class _Writer:
    """Writes one program. `seen` are the nodes that can be used here, `under` those of each condition around."""

    def __init__(self, body: Core, role: Role, named: bool) -> None:
        self._steps: list[Step | Bind | Under | Apart | End] = []
        self._slots: dict[int, int] = {}
        self._seen: set[int] = set()
        self._under: list[list[int]] = [[]]
        self._parts: dict[int, tuple[Core, ...]] = {}
        self._named = named
        shared = self._look(body)
        waiting: list[_Order | tuple[Core, Role, None]] = [(body, role)]
        while waiting:
            match waiting.pop():
                case "end":
                    self._seen.difference_update(self._under.pop())
                    self._steps.append(End())
                case "rejoin":
                    self._under.pop()
                    self._steps.append(End())
                case core.Walk(variable=variable, source=source):
                    self._steps.append(Bind(variable, self._slots[id(source)]))
                case (node, bool(holds)):
                    self._steps.append(Under(lesson(node, holds, self._side)))
                    self._under.append([])
                case (node, role) if id(node) in self._seen:
                    pass
                case (node, role):
                    if id(node) in shared and self._under[-1] is not self._under[0]:
                        self._steps.append(Apart())
                        self._under.append(self._under[0])
                        waiting.append("rejoin")
                    waiting.append((node, role, None))
                    if isinstance(node, _CONDITIONAL):
                        waiting.extend(reversed(list(_order(node))))
                    else:
                        waiting.extend((part, "") for part in reversed(self._parts[id(node)]))
                case (node, role, None):
                    self._write(node, role)
        self.steps: Program = tuple(self._steps)

    def _look(self, body: Core) -> set[int]:
        """Looks at every node once; gives those with parts that stand in several places."""
        found: set[int] = set()
        waiting = [body]
        while waiting:
            node = waiting.pop()
            if id(node) not in self._parts:
                parts = self._parts[id(node)] = children(node)
                waiting.extend(parts)
                named = isinstance(node, _CONDITIONAL) or (isinstance(node, core.Math) and node.op == "-")
                self._named = self._named or named
            elif self._parts[id(node)]:
                found.add(id(node))
        return found

    def _write(self, node: Core, role: Role) -> None:
        parts = tuple(self._slots[id(part)] for part in self._parts[id(node)])
        key = key_of(node, [self._key(slot) for slot in parts]) if self._named else None
        self._slots[id(node)] = len(self._steps)
        self._seen.add(id(node))
        self._under[-1].append(id(node))
        self._steps.append(Step(node, parts, key, self._asked(node, role, key) if role else None))

    def _side(self, node: Core) -> Side:
        return _side(node, self._slots[id(node)], self._steps)

    def _key(self, slot: int) -> Key | None:
        step = self._steps[slot]
        return step.key if isinstance(step, Step) else None

    def _asked(self, whole: Core, role: Role, key: Key | None) -> Asked | None:
        node, negated = whole, False
        while isinstance(node, core.Not):
            node, negated = node.value, not negated
        match node:
            case core.Test(op=op, left=left, right=core.Const(value=value)) if value is not None:
                found = self._key(self._slots[id(left)])
                return None if found is None else Asked(role, node, found, left, op, value, negated)
            case _ if node.type == FLAG:
                found = self._key(self._slots[id(node)]) if node is not whole else key
                return None if found is None else Asked(role, node, found, node, "==", True, negated)
            case _:
                return None


_CONDITIONAL = (core.If, core.Logic, core.Walk, core.Stack)
"""Nodes of which a part stands under a condition."""


def _order(node: Core) -> Iterator[_Order]:
    """The parts of a node as they are worked out, with the conditions that they stand under."""
    match node:
        case core.If(test=test, yes=yes, no=no):
            yield test, "if"
            for holds, part in ((True, yes), (False, no)):
                yield test, holds
                yield part, ""
                yield "end"
        case core.Logic(parts=parts) if len(parts) > FOLLOWED:
            for part in parts:
                yield part, ""
        case core.Logic(op=op, parts=parts):
            for part in parts[:-1]:
                yield part, op
                yield part, op == "and"
            yield parts[-1], op
            for _ in parts[:-1]:
                yield "end"
        case core.Walk(source=source, test=test, value=value):
            yield source, ""
            yield node
            if test is not None:
                yield test, "when"
                yield test, True
            yield value, ""
            if test is not None:
                yield "end"
        case core.Stack(take=take, lines=lines, base=base):
            if base is not None:
                yield base, ""
            passed = 0
            for line in lines:
                if line.when is None:
                    yield line.value, ""
                    continue
                yield line.when, "line" if take == "first" else "when"
                yield line.when, True
                yield line.value, ""
                yield "end"
                if take == "first":
                    yield line.when, False
                    passed += 1
            for _ in range(passed):
                yield "end"
        case _:
            raise AssertionError(node)
