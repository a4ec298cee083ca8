"""The rows for other tools on the same decision: a climb, for who climbs what and the face thrown.

Each tool has the rule in its own language, one expression for each value of the answer as the pack has one formula for
each, compiled once; an expression may use the values before it. All tools give the outcome and these values. Ours does
more: it works out all that the event names, looks at what is given, counts the face and reads every value.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import cel
import datalogic_py
import rule_engine
import simpleeval
import zen
from cel_expr_python import cel as google_cel

import handhold
from benchmarks.measure import Row

Answer = dict[str, Any]
Peer = Callable[[Mapping[str, Any]], Answer | None]

REFUSED = "climber.laden >= 3 or climber.lame >= 2 or climber.hands - climber.holding < 1"
VALUES = {
    "empty_hands": "climber.hands - climber.holding",
    "tn_mod": "(-2 if climber.laden == 1 else -6 if climber.laden == 2 else 0) + (-2 if empty_hands == 1 else 0)",
    "tn": "climber.dex + tn_mod",
    "hindrance": "(1 if distance == 'short' else 2 if distance == 'medium' else 4 if distance == 'long' else 0)"
    " + (2 if climber.blind else 0) + climber.hurt + (2 if climber.lame == 1 else 0)"
    " + (2 if climber.stealth == 'high' else 0)",
    "total": "face + hindrance",
    "margin": "tn - total",
    "outcome": "'success' if margin >= 0 else 'fail_safe' if margin >= -2 or margin <= -10"
    " else 'fall_same' if margin >= -5 else 'fall_shorter'",
    "fails_by": "0 - margin if margin < 0 else 0",
    "falls": "outcome == 'fall_same' or outcome == 'fall_shorter'",
    "halvings_available": "(1 if margin >= 10 else 0) + (1 if margin >= 20 else 0) + (1 if margin >= 30 else 0)",
    "exhaustion_taken": "1 if distance == 'engagement' else 3 if distance == 'short'"
    " else 10 if distance == 'medium' else 25",
    "tire": "climber.exhaustion + exhaustion_taken",
    "failed": "margin < 0",
    "may_draw_attention": "failed and climber.stealth != 'low'",
}
"""The rule as Python writes it; what other tools have is made of it."""

_SIGNS: Mapping[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip


def in_c(text: str, either: str = "||", both: str = "&&") -> str:
    """An expression as most tools write it, with `? :`."""

    def of(node: ast.expr) -> str:
        match node:
            case ast.IfExp(test=test, body=yes, orelse=no):
                return f"({of(test)} ? {of(yes)} : {of(no)})"
            case ast.BoolOp(op=op, values=values):
                return "(" + f" {either if isinstance(op, ast.Or) else both} ".join(map(of, values)) + ")"
            case ast.BinOp(left=left, op=op, right=right):
                return f"({of(left)} {_SIGNS[type(op)]} {of(right)})"
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return f"({of(left)} {_SIGNS[type(op)]} {of(right)})"
            case ast.Constant(value=str() as value):
                return f'"{value}"'
            case _:
                return ast.unparse(node)

    return of(ast.parse(text, mode="eval").body)


def in_json(text: str) -> Any:
    """An expression as JSONLogic."""

    def of(node: ast.expr) -> Any:
        match node:
            case ast.IfExp(test=test, body=yes, orelse=no):
                return {"if": [of(test), of(yes), of(no)]}
            case ast.BoolOp(op=op, values=values):
                return {"or" if isinstance(op, ast.Or) else "and": list(map(of, values))}
            case ast.BinOp(left=left, op=op, right=right):
                return {_SIGNS[type(op)]: [of(left), of(right)]}
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return {_SIGNS[type(op)]: [of(left), of(right)]}
            case ast.UnaryOp(operand=ast.Constant(value=int() as value)):
                return -value
            case ast.Constant(value=value):
                return value
            case _:
                return {"var": ast.unparse(node)}

    return of(ast.parse(text, mode="eval").body)


def one_by_one(compiled: Callable[[str], Callable[[Mapping[str, Any]], Any]]) -> Peer:
    """A peer that works out one expression after another."""
    refused = compiled(REFUSED)
    values = [(name, compiled(text)) for name, text in VALUES.items()]

    def decide(given: Mapping[str, Any]) -> Answer | None:
        if refused(given):
            return None
        known = dict(given)
        for name, value in values:
            known[name] = value(known)
        return known

    return decide


def by_zen() -> Peer:
    """zen-engine."""
    return one_by_one(lambda text: zen.compile_expression(in_c(text, "or", "and")).evaluate)


def by_common_expression_language() -> Peer:
    """common-expression-language."""
    return one_by_one(lambda text: cel.compile(in_c(text)).execute)


def by_cel_expr_python() -> Peer:
    """cel-expr-python."""
    names = ("climber", "distance", "face", *VALUES)
    env = google_cel.NewEnv(variables=dict.fromkeys(names, google_cel.Type.DYN))

    def compiled(text: str) -> Callable[[Mapping[str, Any]], Any]:
        expression = env.compile(in_c(text))
        return lambda known: expression.eval(data=known).plain_value()

    return one_by_one(compiled)


def by_datalogic() -> Peer:
    """datalogic-py."""
    engine = datalogic_py.Engine()
    return one_by_one(lambda text: engine.compile(in_json(text)).evaluate)


def by_simpleeval() -> Peer:
    """simpleeval."""
    judge = simpleeval.SimpleEval()

    def compiled(text: str) -> Callable[[Mapping[str, Any]], Any]:
        tree = judge.parse(text)

        def value(known: Mapping[str, Any]) -> Any:
            judge.names = known
            return judge.eval(text, previously_parsed=tree)

        return value

    return one_by_one(compiled)


def by_rule_engine() -> Peer:
    """rule-engine."""
    context = rule_engine.Context(resolver=rule_engine.resolve_item)
    return one_by_one(lambda text: rule_engine.Rule(in_c(text, "or", "and"), context=context).evaluate)


PEERS: Mapping[str, Callable[[], Peer]] = {
    "zen-engine": by_zen,
    "common-expression-language": by_common_expression_language,
    "cel-expr-python": by_cel_expr_python,
    "datalogic-py": by_datalogic,
    "simpleeval": by_simpleeval,
    "rule-engine": by_rule_engine,
}


def ours(pack: handhold.Pack, given: Mapping[str, Any], faces: list[int]) -> Answer | None:
    """The same with the pack."""
    result = handhold.run(pack, "climb", given, dice=faces)
    if result.outcome is None:
        return None
    return result.values


def situation(random: Random) -> tuple[dict[str, Any], dict[str, Any], list[int]]:
    """A climb of a hard wall: for the peers, under the names of the pack, and the faces that it throws."""
    dex, laden, lame = random.randint(4, 40), random.randint(0, 3), random.randint(0, 2)
    hands, holding, hurt, tired = 2, random.randint(0, 2), random.randint(0, 3), random.randint(0, 9)
    blind, stealth = random.random() < 0.5, random.choice(["low", "medium", "high"])
    distance, face = random.choice(["engagement", "short", "medium", "long"]), random.randint(1, 20)
    climber = {
        "dex": dex, "laden": laden, "lame": lame, "hands": hands, "holding": holding, "hurt": hurt, "blind": blind,
        "stealth": stealth, "exhaustion": tired,
    }  # fmt: skip
    sheet = {
        "dex": dex, "encumbrance_degrees": laden, "mobility_injury_degree": lame, "hands": hands,
        "hands_holding": holding, "hurt_left_hand": hurt, "blind": blind, "stealth": stealth, "exhaustion": tired,
    }  # fmt: skip
    refused = laden >= 3 or lame >= 2 or hands - holding < 1
    given = {"climber": sheet, "difficulty": "hard", "distance": distance}
    return {"climber": climber, "distance": distance, "face": face}, given, [] if refused else [face]


def agree(pack: handhold.Pack) -> None:
    """Raises AssertionError unless all tools decide the same."""
    random = Random(11)
    peers = {name: make() for name, make in PEERS.items()}
    for _ in range(100):
        theirs, given, faces = situation(random)
        expected = ours(pack, given, faces)
        flat = None if expected is None else {**expected["allowed"], **expected["end"], **expected}
        for name, peer in peers.items():
            found = peer(theirs)
            assert (found is None) == (flat is None), (name, theirs)
            if found is not None and flat is not None:
                wrong = {value: found[value] for value in VALUES if found[value] != flat[value]}
                assert not wrong, (name, theirs, wrong)


def rows(pack: handhold.Pack) -> list[Row]:
    """The rows of the table: ours is ahead of each."""
    random = Random(3)
    theirs, given, faces = situation(random)
    while not faces:
        theirs, given, faces = situation(random)

    def against(peer: Peer) -> Callable[[], object]:
        return lambda: peer(theirs)

    return [
        Row(f"a climb decided, against {name}", lambda: ours(pack, given, faces), against(make()), 1)
        for name, make in PEERS.items()
    ]
