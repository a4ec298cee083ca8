"""Calls checked: the functions of the language, and lists made on the spot."""

from __future__ import annotations

from handhold.diagnostics import did_you_mean
from handhold.language import core, syntax
from handhold.language.core import Core
from handhold.language.functions import FUNCTIONS, result_type
from handhold.language.operators import Operators
from handhold.language.printer import show
from handhold.language.scope import Done, Lives, Value, facts_if
from handhold.language.types import (
    FLAG,
    INTEGER,
    NONE,
    UNKNOWN,
    GroupOf,
    ListOf,
    OptionalOf,
    Passes,
    Row,
    a_type,
)


class Calls(Operators):
    """Checks `id(…)` where a value is asked."""

    # -- calls ------------------------------------------------------------------------------------

    def call(self, node: syntax.Call) -> Core:
        """`id(…)`: a function, a formula or modifier, or a lookup."""
        if node.id in FUNCTIONS:
            return self._function(node)
        thing = self.thing(node)
        match thing:
            case None:
                return core.Const(None, UNKNOWN, node.span)
            case Value():
                return self.use(thing, node)
            case Done(names=names):
                return self.fault(
                    "wrong-type",
                    f"{names.owner} has no value of its own",
                    node,
                    f"read one of its names: {names.listed()}",
                )
            case _:
                return self.fault(
                    "wrong-type", f"'{show(node)}' is a sheet, not a value", node, "read one of its fields with a dot"
                )

    def _function(self, node: syntax.Call) -> Core:
        signature = FUNCTIONS[node.id]
        if node.named:
            return self.fault("wrong-arguments", f"'{node.id}' takes its parts by position, without '='", node)
        count = len(node.args)
        if count < signature.least or (signature.most is not None and count > signature.most):
            wanted = str(signature.least) if signature.most == signature.least else f"{signature.least} or more"
            parts, given = "part" if wanted == "1" else "parts", "is" if count == 1 else "are"
            message = f"'{node.id}' takes {wanted} {parts}, and {count or 'none'} {given} given"
            return self.fault("wrong-arguments", message, node)
        args = tuple(self._argument(arg) for arg in node.args)
        if node.id == "list" and not isinstance(args[0].type, ListOf) and args[0].type != UNKNOWN:
            return self.fault("wrong-arguments", "'list' takes a list, or 'list(… for … in …)'", node)
        if node.id == "successes" and isinstance(args[1], core.Const) and _below_one(args[1].value):
            hint = "write successes(5d6, 4): the dice, and the least number that counts"
            return self.fault("bad-dice", "the least number that counts is 1 or more", node.args[1], hint)
        result = self._result(node, node.id, args, tuple(node.args))
        return self.throwable(result, node) if node.id == "successes" else result

    def _argument(self, node: syntax.Formula) -> Core:
        if not isinstance(node, syntax.Name | syntax.Dot):
            return self.value(node, None)
        thing = self.thing(node)
        match thing:
            case None:
                return core.Const(None, UNKNOWN, node.span)
            case Lives():
                members = core.Fixed(thing.place, True, thing.type, node.span)
                return core.Positions(members, ListOf(INTEGER), node.span)
            case Value():
                return self.use(thing, node)
            case _:
                return self.value(node, None)

    def _result(self, node: syntax.Formula, id: str, args: tuple[Core, ...], nodes: tuple[syntax.Formula, ...]) -> Core:
        for arg, part in zip(args, nodes, strict=True):
            if isinstance(arg.type, OptionalOf) or arg.type == NONE:
                return self.absent(part)
            if isinstance(arg.type, Passes):
                if id == "count":
                    continue
                return self.fault(
                    "wrong-type",
                    f"'{id}' cannot use the passes themselves",
                    part,
                    f"write {id}(p.name for p in {show(part)})",
                )
        types = tuple(ListOf(INTEGER) if isinstance(arg.type, Passes | GroupOf) else arg.type for arg in args)
        of = result_type(id, types)
        if isinstance(of, str):
            return self.fault(
                "wrong-type", f"'{id}' takes {of}, and is given {', '.join(a_type(t) for t in types)}", node
            )
        if id in ("lower", "higher") and isinstance(types[0], Row) and not self.world.tables[types[0].table].ordered:
            table = types[0].table
            return self.fault(
                "not-ordered", f"the rows of '{table}' have no order", node, "the table needs 'ordered: true' for this"
            )
        return core.Func(id, args, of, node.span)

    def walk(self, node: syntax.Each) -> Core:
        """`id(value for name in source where test)`."""
        if node.id not in FUNCTIONS or not FUNCTIONS[node.id].takes_list:
            takers = [name for name, known in FUNCTIONS.items() if known.takes_list]
            near = did_you_mean(node.id, takers)
            hint = near if near.startswith("did") else "use one of: " + ", ".join(takers)
            return self.fault("wrong-arguments", f"'{node.id}' cannot be used with 'for'", node, hint)
        outer = self.scope
        self.refuse_hiding(node.name, node)
        source, binding = self.walk_source(node)
        if binding is None:
            return core.Const(None, UNKNOWN, node.span)
        self.scope = outer.with_name(node.name, binding)
        test = None
        if node.test is not None:
            test = self.flag(node.test)
            self.scope = self.scope.knowing(facts_if(node.test))
        counted = node.id == "count" and node.value == syntax.Name(node.name)
        value = core.Const(1, INTEGER) if counted else self.value(node.value, None)
        self.scope = outer
        if isinstance(value.type, OptionalOf) or value.type == NONE:
            return self.absent(node.value)
        if node.id == "count" and value.type == FLAG:
            return self.fault(
                "wrong-arguments",
                "'count' counts elements, whatever their value",
                node.value,
                "put the condition behind 'where'",
            )
        of = result_type(node.id, (ListOf(value.type),))
        if isinstance(of, str):
            return self.fault("wrong-type", f"'{node.id}' takes {of}, and is given a list of {value.type}", node)
        return core.Walk(node.id, value, node.name, source, test, of, node.span)


def _below_one(value: object) -> bool:
    return isinstance(value, int) and value < 1
