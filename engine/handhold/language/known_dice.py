"""Dice that are the same whatever happens."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from handhold.language import core, runtime
from handhold.language.core import Core
from handhold.language.dice import DiceValue
from handhold.language.types import DICE, INTEGER

NOTHING: Final[Mapping[str, int]] = MappingProxyType({})


def constant_dice(tree: Core, known: Mapping[str, int] = NOTHING) -> DiceValue | None:
    """The dice value of a formula that is one whatever happens, else None; `known` are variables that always have
    the same value. Raises RuleFault if it cannot be thrown.
    """
    match tree:
        case core.Var(name=name) if name in known:
            return DiceValue((), known[name])
        case core.MakeDice(count=core.Var(name=name)) if name in known:
            return runtime.make_dice(known[name], tree.sides, tree.reroll, tree.explode, tree.keep)
        case core.Const(value=DiceValue() as dice):
            return dice
        case core.Const(value=int() as number, type=of) if of in (INTEGER, DICE):
            return DiceValue((), number)
        case core.MakeDice(count=core.Const(value=int() as count)):
            return runtime.make_dice(count, tree.sides, tree.reroll, tree.explode, tree.keep)
        case core.Math(op="+" | "-" as op, left=left, right=right, type=of) if of == DICE:
            one, other = constant_dice(left, known), constant_dice(right, known)
            if one is None or other is None:
                return None
            return runtime.add_dice(one, other) if op == "+" else runtime.take_dice(one, other)
        case core.Func(id="successes", args=(dice_node, core.Const(value=int() as least))):
            pool = constant_dice(dice_node, known)
            return None if pool is None else runtime.successes(pool, least)
        case _:
            return None
