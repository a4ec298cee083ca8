"""A plain walk over checked formulas: what the language says they are worth, one part after the other.

Written from the rules of the language, without a look at how formulas are compiled; it knows no live sheets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any

from handhold.language import core
from handhold.language.core import Core
from handhold.packs import checked

Values = Mapping[str, object]


class NoAnswer(Exception):
    """A case that the rules cannot answer."""


def walk(tree: Core, values: Values, pack: checked.Pack) -> Any:
    """The value of the formula. Raises NoAnswer."""

    def inner(part: Core) -> Any:
        return walk(part, values, pack)

    match tree:
        case core.Const(value=value):
            return value
        case core.Setting(id=id):
            return pack.settings[id].value
        case core.Var(name=name):
            return values[name]
        case core.Part(base=base, index=index):
            sheet = inner(base)
            return None if sheet is None else sheet[index]
        case core.Cell(table=table, column=column, row=row):
            at = inner(row)
            return None if at is None else pack.tables[table].cells[column][at]
        case core.RowAt(table=table, number=number):
            return _row_at(pack, table, inner(number))
        case core.Member(group=group, key=key):
            members, wanted = inner(group), inner(key)
            for known, member in members:  # pairs
                if known == wanted:
                    return member
            raise NoAnswer(f"there is no member '{wanted}'")
        case core.KeyAt(group=group, index=index):
            return inner(group)[inner(index)][0]
        case core.ElementAt(of=of, index=index):
            return inner(of)[inner(index)][1]  # of a group: a key and a member
        case core.Apply(id=id, args=args):
            given = {name: inner(arg) for name, arg in args if not isinstance(arg, core.Place)}
            return walk(pack.functions[id].body, given, pack)
        case core.Stack():
            return _stack(tree, values, pack)
        case core.Func(id=id, args=args):
            return _function(id, [inner(arg) for arg in args], len(pack.tables["sizes"].rows))
        case core.Walk():
            return _walk(tree, values, pack)
        case core.Count(first=first, last=last):
            low, high = inner(first), inner(last)
            found = []
            while low <= high:
                found.append(low)
                low += 1
            return tuple(found)
        case core.Positions(of=of):
            return tuple(position for position, _ in enumerate(inner(of)))
        case core.Math(op=op, left=left, right=right):
            return _math(op, inner(left), inner(right))
        case core.Minus(value=value):
            return -inner(value)
        case core.Test(op=op, left=left, right=right):
            return _test(op, inner(left), inner(right))
        case core.Between(value=value, first=first, last=last):
            number, low, high = inner(value), inner(first), inner(last)
            return not (number < low or number > high)
        case core.Contains(value=value, source=source):
            wanted, items = inner(value), inner(source)
            return any(wanted == item for item in items)
        case core.Not(value=value):
            return inner(value) is False
        case core.Logic(op=op, parts=parts):
            for part in parts:
                if inner(part) is (op == "or"):
                    return op == "or"
            return op == "and"
        case core.If(test=test, yes=yes, no=no):
            return inner(yes) if inner(test) is True else inner(no)
        case core.Otherwise(value=value, other=other):
            found_value = inner(value)
            return inner(other) if found_value is None else found_value
    raise AssertionError(f"no formula of the laws has {tree}")


def _row_at(pack: checked.Pack, table: str, number: Any) -> int:
    for band in pack.tables[table].bands:
        low_enough = band.high is None or number <= band.high
        if low_enough and (band.low is None or number >= band.low):
            return band.row
    raise NoAnswer(f"the table '{table}' has no row for {number}")


def _math(op: str, left: Any, right: Any) -> object:
    one, other = Fraction(left), Fraction(right)
    if op in "//" and other == 0:
        raise NoAnswer("a division by zero")
    return {
        "+": lambda: one + other,
        "-": lambda: one - other,
        "*": lambda: one * other,
        "/": lambda: one / other,
        "//": lambda: floor(one / other),
    }[op]()


def _test(op: str, left: Any, right: Any) -> bool:
    if op in ("==", "!="):
        # nothing is equal to nothing but itself
        same = left is right if left is None or right is None else left == right
        return same if op == "==" else not same
    order = (left > right) - (left < right)
    return {"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[op]


def _stack(tree: core.Stack, values: Values, pack: checked.Pack) -> object:
    taken = []
    for line in tree.lines:
        if line.when is None or walk(line.when, values, pack) is True:
            taken.append(walk(line.value, values, pack))
            if tree.take == "first":
                break
    if tree.take == "sum":
        return sum(taken)
    return _function({"first": "first", "highest": "max", "lowest": "min"}[tree.take], [taken], 0)


def _walk(tree: core.Walk, values: Values, pack: checked.Pack) -> object:
    found = []
    for item in walk(tree.source, values, pack):
        here = {**values, tree.variable: item}
        if tree.test is not None and walk(tree.test, here, pack) is not True:
            continue
        found.append(1 if tree.id == "count" else walk(tree.value, here, pack))
        if (tree.id, found[-1]) in (("any", True), ("all", False)) or tree.id == "first":
            break
    return _function(tree.id, [tuple(found)], 0)


def _function(id: str, args: Sequence[Any], rows: int) -> object:
    if id in ("min", "max") and len(args) > 1:
        args = [tuple(args)]
    one = args[0]
    functions: dict[str, Callable[[], object]] = {
        "abs": lambda: one if one >= 0 else -one,
        "round_down": lambda: floor(one),
        "round_up": lambda: ceil(one),
        "round_half_up": lambda: floor(Fraction(one) + Fraction(1, 2)),
        "round_half_even": lambda: _half_even(Fraction(one)),
        "toward_zero": lambda: floor(one) if one >= 0 else ceil(one),
        "min": lambda: sorted(one)[0] if one else None,
        "max": lambda: sorted(one)[-1] if one else None,
        "sum": lambda: sum(one),
        "count": lambda: len(one),
        "any": lambda: True in one,
        "all": lambda: False not in one,
        "list": lambda: tuple(one),
        "first": lambda: one[0] if one else None,
        "last": lambda: one[-1] if one else None,
        "reverse": lambda: tuple(reversed(one)),
        "join": lambda: tuple(item for items in one for item in items),
        "lower": lambda: None if one == 0 else one - 1,
        "higher": lambda: None if one == rows - 1 else one + 1,
    }
    return functions[id]()


def _half_even(number: Fraction) -> int:
    below = floor(number)
    over = number - below
    up = over > Fraction(1, 2) or (over == Fraction(1, 2) and below % 2 == 1)
    return below + up
