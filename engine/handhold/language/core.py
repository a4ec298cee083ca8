"""The tree of a formula as checked: every name resolved, every part typed.

The checker makes it from the tree as written; it is lowered to Python and reckoned about, never changed. `span` is
the range of offsets in the formula's text and left out of comparison.

**Variables** are named by text. An event's values have the id of their step; what a `do` leaves has `step.name`; a
state field has the place's path and the field (`climber.exhaustion`). A pass of a loop is a tuple whose first
element is the pass's key.

**Places.** A live sheet (one with state) is no value: it is named by its place. Its unchanging fields are a tuple
in the variable of its root, each state field is a variable of its own. In a live list or group each state field is
a tuple of values, one for each element.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from handhold.language.syntax import NOWHERE
from handhold.language.syntax import Place as Offsets
from handhold.language.types import Type


@dataclass(frozen=True, slots=True)
class Const:
    """A value known at load: a number, flag, none, row (its index), text, key, dice value or tuple of these."""

    value: object
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Setting:
    """The value of a setting."""

    id: str
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Var:
    """A variable: a need, a step's value, a track name, a loop or `for` variable, a name of a sub-event
    (`check.margin`).
    """

    name: str
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a live sheet is: `root` is a need, `path` the fields that lead on from it.

    With `index` (a position from 0), the first `list_at` fields of the path lead to a live list or group, and the
    rest go on from its element. `optional` says that nothing may be there.
    """

    root: str
    path: tuple[str, ...]
    sheet: str
    index: Core | None = None
    list_at: int = 0
    optional: bool = False
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)

    def variable(self, state_field: str) -> str:
        """The name of the variable that holds the state field (the whole column where there is an index)."""
        return ".".join((self.root, *self.path, state_field))


@dataclass(frozen=True, slots=True)
class Fixed:
    """The unchanging part of a live sheet, or the members of a live list or group (`lives`): handed on, never
    shown.
    """

    place: Place
    lives: bool
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class State:
    """The present value of a state field (`id` may lead on through fields of the place: `who.burning`)."""

    place: Place
    id: str
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Part:
    """An unchanging field of a sheet, by its position; none of none."""

    base: Core
    index: int
    maybe: bool
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Cell:
    """A column of a row; none of none."""

    table: str
    column: str
    row: Core
    maybe: bool
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class RowAt:
    """The row of a table that a number finds."""

    table: str
    number: Core
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Member:
    """The member of a group of values with a key."""

    group: Core
    key: Core
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class IndexOf:
    """The position from 0 of a key in a group; a fault if there is none."""

    group: Core
    key: Core
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class KeyAt:
    """The key of the member at a position of a group."""

    group: Core
    index: Core
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ElementAt:
    """The element at a position from 0 of a list, or the member of a group."""

    of: Core
    index: Core
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class PassAt:
    """The pass of a loop with a key, or none."""

    passes: Core
    key: Core
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class PassPart:
    """A name read of a pass; `loop` is the loop's path among the needs (`leg.tries`, `legs/leg.tries`), `name` the
    name in it.
    """

    base: Core
    loop: str
    name: str
    maybe: bool
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Apply:
    """A formula, modifier or computed field worked out: `args` says for each of its needs what it is given."""

    id: str
    args: tuple[tuple[str, Core | Place], ...]
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Func:
    """One of the language's functions on values."""

    id: str
    args: tuple[Core, ...]
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Walk:
    """`id(value for variable in source where test)`; `source` is a list or a `Span` of whole numbers."""

    id: str
    value: Core
    variable: str
    source: Core
    test: Core | None
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Count:
    """The whole numbers from `first` to `last` as a list."""

    first: Core
    last: Core
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Positions:
    """The positions from 0 of a live list's or group's elements."""

    of: Core
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Math:
    """Two numbers (or dice values) and an operator: `+ - * / //`."""

    op: Literal["+", "-", "*", "/", "//"]
    left: Core
    right: Core
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Minus:
    """A number's contrary."""

    value: Core
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Test:
    """Two values compared; `==` and `!=` also compare with none."""

    op: Literal["==", "!=", "<", "<=", ">", ">="]
    left: Core
    right: Core
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Between:
    """Whether a number lies in a range, both ends included."""

    value: Core
    first: Core
    last: Core
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Contains:
    """Whether a value is one of a list."""

    value: Core
    source: Core
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Not:
    """A flag's contrary."""

    value: Core
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Logic:
    """Flags joined by one operator; later parts only if they matter."""

    op: Literal["and", "or"]
    parts: tuple[Core, ...]
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class If:
    """One of two values."""

    test: Core
    yes: Core
    no: Core
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Otherwise:
    """The value, or the other one where it is none."""

    value: Core
    other: Core
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class MakeDice:
    """A pool whose number of dice is worked out; see `syntax.Dice`."""

    count: Core
    sides: int
    reroll: tuple[Literal["ro", "rr"], int] | None
    explode: bool
    keep: tuple[Literal["kh", "kl", "dh", "dl"], int] | None
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class StackLine:
    """A line of a modifier group."""

    id: str
    when: Core | None
    value: Core


@dataclass(frozen=True, slots=True)
class Stack:
    """The lines of the modifier group `group`, taken together; `base` stands before the lines of a group that adds
    to a field.
    """

    group: str
    take: Literal["sum", "first", "highest", "lowest"]
    lines: tuple[StackLine, ...]
    base: Core | None
    type: Type
    span: Offsets = field(default=NOWHERE, compare=False, repr=False)


Core = (
    Const
    | Setting
    | Var
    | Fixed
    | State
    | Part
    | Cell
    | RowAt
    | Member
    | IndexOf
    | KeyAt
    | ElementAt
    | PassAt
    | PassPart
    | Apply
    | Func
    | Walk
    | Count
    | Positions
    | Math
    | Minus
    | Test
    | Between
    | Contains
    | Not
    | Logic
    | If
    | Otherwise
    | MakeDice
    | Stack
)
