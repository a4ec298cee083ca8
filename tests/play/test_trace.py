"""Traced and untraced runs say the same, and the trace is of the run."""

from __future__ import annotations

import pytest

from handhold.play.chance import InOrder
from handhold.play.result import Result
from handhold.play.runs.run import Runner
from handhold.play.trace import entries
from tests.fixtures import pack
from tests.play.by_hand import Case, some_ways
from tests.play.test_events import GANG, LED, PLAIN, made


def same(one: Result, other: Result) -> bool:
    """Whether two results say the same in everything that a result says."""
    parts = ("outcome", "values", "state", "effects", "refusals", "rolls", "unused_answers", "refused", "seed")
    return all(getattr(one, part) == getattr(other, part) for part in parts)


@pytest.mark.parametrize("case", PLAIN, ids=lambda case: case.id)
def test_a_trace_changes_nothing_and_tells_what_was_rolled(case: Case) -> None:
    runner = Runner(pack(case.pack))
    for _, faces in some_ways(case, 4, seed=11):
        plain, traced = (
            runner.run(
                case.event, case.given, InOrder(faces), choices=case.choices, settings=case.settings, traced=on
            )
            for on in (False, True)
        )  # fmt: skip
        assert same(plain, traced)
        assert entries(plain) == ()
        steps = entries(traced)
        assert {step.path: (step.value, step.faces) for step in steps if step.kind == "roll"} == {
            path: (rolled.value, rolled.faces) for path, rolled in traced.rolls.items()
        }
        for step in steps:
            assert step.path.split(".")[-1] == step.id
            if step.kind == "value" and step.path in traced.values:
                assert step.value == traced.values[step.path] or traced.values[step.path] is None


def test_a_trace_tells_a_run_step_by_step() -> None:
    runner = Runner(pack("siege"))
    given = {"ram": {"weight": 3, "wear": 2}, "wall": {"stone": 2}}
    result = runner.run("batter", given, InOrder([1]), traced=True)
    told = [(step.path, step.kind, step.filled, step.value, step.before) for step in entries(result)]
    assert told == [
        ("rounds", "each", "wall.down false or ram.broken false", False, None),
        ("rounds.1.strike.hit", "roll", "d6", 1, None),
        ("rounds.1.strike.bounce", "block", "hit 1 == 1", True, None),
        ("rounds.1.strike.bounce", "set", "old 2 + 2", 4, 2),
        ("rounds.1.strike.crack", "block", "hit 1 > 3", False, None),
        ("rounds.1.strike.outcome", "value", "hit 1 > 3", False, None),
        ("rounds.1.strike", "do", "", None, None),
        ("rounds.1.counted", "set", "old 0 + 1", 1, 0),
        ("rounds.1.missed", "block", "not strike.outcome false", True, None),
        ("rounds.1.missed", "set", "old 0 + 1", 1, 0),
        ("rounds", "each", "wall.down false or ram.broken true", True, None),
        (
            "outcome",
            "value",
            "if wall.down false then stands.breached else if ram.broken true then ram_broken else holds_out",
            "ram_broken",
            None,
        ),
        ("second_hit", "value", "rounds(2).strike.hit none", None, None),
    ]


def test_a_trace_names_the_lines_that_applied() -> None:
    runner = Runner(pack("barge"))
    given = {"crew": {"a": {"strength": 2, "weary": 3}}, "load": 3}
    result = runner.run("haul", given, InOrder([2]), traced=True)
    found = {step.path: step for step in entries(result)}
    lines = [(line.path, line.value) for line in found["pulled.a.with_arm"].lines]
    assert lines == [("modifiers.pull.lines.arm", 2), ("modifiers.pull.lines.weary", -2)]
    ends = found["settled.a.end.outcome"]
    assert ends.filled == "ends(rest) knee_deep"
    assert [(line.path, line.value) for line in ends.lines] == [("tables.ends.rows.knee_deep", "knee_deep")]
    assert found["settled.a.end.tire"].filled == "old 3 + (if outcome.wet true then 2 else 1)"
    assert found["settled.a.end.tire"].target == "hauler.weary"


def test_a_trace_tells_of_members_changed_by_a_formula_over_all_of_them() -> None:
    hurts = "sum(member.hurt for member in gang)"
    loop = "each_one: {each: hand in gang, steps: {cut: {set: hand.hurt, to: " + hurts + "}}}"
    led = made(LED.replace("part:", loop + "\n      part:"))
    result = Runner(led).run("march", GANG, InOrder([2]), traced=True)
    told = [(step.path, step.filled, step.value, step.before) for step in entries(result)[:2]]
    assert told == [
        ("each_one.anna.cut", hurts, 8, 1),
        ("each_one.bert.cut", hurts, 15, 7),
    ]
