"""Dice that are the same whatever happens."""

from __future__ import annotations

from handhold.language import core, runtime
from handhold.language.core import Core
from handhold.language.dice import DiceValue
from handhold.language.types import DICE, INTEGER


def constant_dice(tree: Core) -> DiceValue | None:
    """The dice value of a formula that is one whatever happens, else None. Raises RuleFault if it cannot be thrown."""
    match tree:
        case core.Const(value=DiceValue() as dice):
            return dice
        case core.Const(value=int() as number, type=of) if of in (INTEGER, DICE):
            return DiceValue((), number)
        case core.MakeDice(count=core.Const(value=int() as count)):
            return runtime.make_dice(count, tree.sides, tree.reroll, tree.explode, tree.keep)
        case core.Math(op="+" | "-" as op, left=left, right=right, type=of) if of == DICE:
            one, other = constant_dice(left), constant_dice(right)
            if one is None or other is None:
                return None
            return runtime.add_dice(one, other) if op == "+" else runtime.take_dice(one, other)
        case core.Func(id="successes", args=(dice_node, core.Const(value=int() as least))):
            pool = constant_dice(dice_node)
            return None if pool is None else runtime.successes(pool, least)
        case _:
            return None
