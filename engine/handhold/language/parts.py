"""The parts of checked formulas, for what goes through them."""

from __future__ import annotations

from collections.abc import Iterator

from handhold.language import core
from handhold.language.core import Core, Place


def nodes(tree: Core) -> Iterator[Core]:
    """The nodes of a tree, each of them once."""
    seen: set[int] = set()
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if id(node) not in seen:
            seen.add(id(node))
            yield node
            waiting.extend(children(node))


def children(node: Core) -> tuple[Core, ...]:
    """The parts of a node that are worked out with it (the indexes of places included), in the order written."""
    match node:
        case core.Const() | core.Setting() | core.Var():
            return ()
        case core.Fixed(place=place) | core.State(place=place):
            return _index(place)
        case core.Part(base=base) | core.PassPart(base=base):
            return (base,)
        case core.Cell(row=row):
            return (row,)
        case core.RowAt(number=number):
            return (number,)
        case core.Member(group=group, key=key) | core.IndexOf(group=group, key=key):
            return (group, key)
        case core.KeyAt(group=group, index=index):
            return (group, index)
        case core.ElementAt(of=of, index=index):
            return (of, index)
        case core.PassAt(passes=passes, key=key):
            return (passes, key)
        case core.Apply(args=args):
            return tuple(part for _, arg in args for part in (_index(arg) if isinstance(arg, Place) else (arg,)))
        case core.Func(args=parts) | core.Logic(parts=parts):
            return parts
        case core.Walk(value=value, source=source, test=test):
            return (source, value) if test is None else (source, test, value)
        case core.Count(first=first, last=last):
            return (first, last)
        case core.Positions(of=of):
            return (of,)
        case core.Math(left=left, right=right) | core.Test(left=left, right=right):
            return (left, right)
        case core.Minus(value=value) | core.Not(value=value):
            return (value,)
        case core.Between(value=value, first=first, last=last):
            return (value, first, last)
        case core.Contains(value=value, source=source):
            return (value, source)
        case core.If(test=test, yes=yes, no=no):
            return (test, yes, no)
        case core.Otherwise(value=value, other=other):
            return (value, other)
        case core.MakeDice(count=count):
            return (count,)
        case core.Stack(lines=lines, base=base):
            held = tuple(
                part for line in lines for part in ((line.value,) if line.when is None else (line.when, line.value))
            )
            return held if base is None else (base, *held)


def _index(place: Place) -> tuple[Core, ...]:
    return () if place.index is None else (place.index,)
