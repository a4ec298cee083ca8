"""A fault while running tells the formula, the values of its names, the step and what led there."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest

import handhold
from handhold import RunError
from handhold.play.run_error import value_words
from tests.shell import load

PACK = str(Path(__file__).parents[1] / "fixtures" / "pulley.yaml")
STRONG = {"strength": 7}
BOXES = [{"kilos": Fraction(1, 2), "holes": 0}, {"kilos": 1}, {"kilos": Fraction(3, 4), "holes": 0}]


def fault_of(event: str, given: Mapping[str, object], **more: object) -> RunError:
    with pytest.raises(RunError) as raised:
        handhold.run(load(PACK), event, given, **more)  # type: ignore[arg-type]  # as the cases have them
    return raised.value


def marked(fault: RunError) -> str:
    """The part of the file that a fault points at."""
    span = fault.span
    assert span is not None
    assert span.line == span.end_line
    # a bracket at the end belongs to no part
    return Path(span.file).read_text("utf-8").splitlines()[span.line - 1][span.column - 1 : span.end_column - 1]


@pytest.mark.parametrize(
    ("event", "given", "message", "at", "names", "step", "through"),
    [
        (
            "twice",
            {"climber": STRONG, "wall": "bare"},
            "a division by zero",
            "climber.strength // wall.ropes",
            {"climber.strength": 7, "wall.ropes": 0},
            "asked",
            ("events.twice.steps.asked", "formulas.per_rope"),
        ),
        (
            "once_wrong",
            {"climber": STRONG, "wall": "bare"},
            "a division by zero",
            "climber.strength // wall.ropes",
            {"climber.strength": 7, "wall.ropes": 0},
            "early",
            ("events.once_wrong.steps.early", "formulas.per_rope"),
        ),
        (
            "nested",
            {"climber": STRONG, "wall": "bare"},
            "a division by zero",
            "climber.strength // wall.ropes",
            {"climber.strength": 7, "wall.ropes": 0},
            "worth",
            ("events.nested.steps.worth", "formulas.per_rope_of_two", "formulas.per_rope"),
        ),
        (
            "pulled",
            {"climber": STRONG, "scene": {"helpers": 0}},
            "a division by zero",
            "climber.strength / scene.helpers",
            {"climber.strength": 7, "scene.helpers": 0},
            "worth",
            ("events.pulled.steps.worth", "modifiers.pull.lines.help"),
        ),
        (
            "eased",
            {"climber": STRONG},
            "a division by zero",
            "strength / load",
            {"strength": 7, "load": 0},
            "worth",
            ("events.eased.steps.worth", "sheets.climber.ease"),
        ),
        (
            "tire",
            {"climber": {"strength": 1, "tired": 4}, "by": 4},
            "12 is more than 10",
            "old + by * 2",
            {"old": 4, "by": 4},
            "tire",
            ("events.tire.steps.tire",),
        ),
        (
            "handed",
            {"number": 30, "half": Fraction(5, 2)},
            "60 is more than 40",
            "number * 2",
            {"number": 30},
            "inner",
            ("events.handed.steps.inner",),
        ),
        (
            "shared",
            {"boxes": BOXES},
            "a division by zero",
            "box.kilos / box.holes",
            {
                "box.kilos": Fraction(3, 4),
                "box.holes": 0,
                "boxes": [{"kilos": Fraction(1, 2), "holes": 0}, {"kilos": 1, "holes": 1}, BOXES[2]],
            },
            "worth",
            ("events.shared.steps.worth",),
        ),
        (
            "named",
            {"boxes": {"a": {}}, "who": "b"},
            "there is no member 'b'",
            "boxes(who)",
            {"who": "b"},
            "worth",
            ("events.named.steps.worth",),
        ),
        (
            "crew",
            {"people": {"a": {"strength": 1}, "b": {"strength": 10}}, "wall": "low"},
            "a division by zero",
            "10 // (person.strength - wall.height",
            {"person.strength": 10, "wall.height": 10},
            "turns.b.worth",
            ("events.crew.steps.worth",),
        ),
        (
            "in_order",
            {"climbers": [{"strength": 1}, {"strength": 3}]},
            "a division by zero",
            "1 // (3 - climber.strength",
            {"climber.strength": 3},
            "turns.2.worth",
            ("events.in_order.steps.worth",),
        ),
        (
            "walls_in_turn",
            {"climber": STRONG},
            "a division by zero",
            "climber.strength // wall.ropes",
            {"climber.strength": 7, "wall.ropes": 0},
            "turns.bare.worth.asked",
            (
                "events.walls_in_turn.steps.worth",
                "events.twice.steps.asked",
                "formulas.per_rope",
            ),
        ),
        (
            "ended",
            {"many": 3},
            "a division by zero",
            "10 // (3 - done",
            {"done": 3},
            "turns.4",
            ("events.ended.steps.turns",),
        ),
        (
            "offered",
            {"many": 0},
            "a division by zero",
            "6 // many",
            {"band": "few", "many": 0},
            "which",
            ("events.offered.steps.which",),
        ),
        (
            "refused",
            {"many": 0},
            "a division by zero",
            "10 // many",
            {"many": 0},
            "limits",
            ("events.refused.steps.limits",),
        ),
        (
            "long",
            {"top": 9000},
            "this takes too long: more than 1,000,000 parts of formulas would be worked out",
            "count(y for y in 1..top where y // x > top)",
            {"top": 9000},
            "worth",
            ("events.long.steps.worth",),
        ),
        (
            "judged",
            {"wall": "bare", "half": Fraction(5, 2)},
            "a division by zero",
            "half / walls.bare.ropes",
            {"wall": "bare", "half": Fraction(5, 2), "walls.bare.ropes": 0},
            "worth",
            ("events.judged.steps.worth",),
        ),
    ],
)
def test_a_fault_tells_where_it_happened_and_what_the_names_were(
    event: str,
    given: Mapping[str, object],
    message: str,
    at: str,
    names: Mapping[str, object],
    step: str,
    through: tuple[str, ...],
) -> None:
    for trace in (False, True):
        fault = fault_of(event, given, trace=trace)
        assert fault.message == message
        assert marked(fault) == at
        if event == "long":
            # what a 'for' was at is left by some interpreters only
            names = {**names, **{name: value for name, value in fault.names.items() if name in ("x", "y")}}
        assert dict(fault.names) == names
        assert list(fault.names) == list(names)
        assert (fault.event, fault.step, fault.through) == (event, step, through)
        assert fault.round == 0


def test_the_rolls_made_by_then_are_told() -> None:
    fault = fault_of("rounds", {"start": 3}, dice=[2, 1, 6, 4])
    assert (fault.step, dict(fault.names)) == ("turns.4.worth", {"roll": 4, "left": 0})
    assert {path: roll.faces for path, roll in fault.rolls.items()} == {
        "turns.1.roll": (2,),
        "turns.2.roll": (1,),
        "turns.3.roll": (6,),
        "turns.4.roll": (4,),
    }
    thrown = fault_of("thrown", {"many": 700}, dice=[1])
    assert (thrown.message, thrown.step) == ("700 dice are more than the 100 allowed", "roll")
    assert list(thrown.rolls) == ["lead"]


def test_under_another_setting() -> None:
    fault = fault_of("found", {"number": 9}, settings={"shift": 40})
    assert fault.message == "the table 'bands' has no row for 49"
    assert dict(fault.names) == {"number": 9, "settings.shift": 40}
    assert fault.formula == "bands(number + settings.shift)"


def test_the_sentence_of_a_fault_has_all_of_it_on_one_line() -> None:
    fault = fault_of("twice", {"climber": STRONG, "wall": "bare"})
    place = str(fault.span)
    assert str(fault) == (
        f"{place}: a division by zero, where climber.strength is 7, wall.ropes is 0, in the step 'asked'"
    )


def test_a_formula_that_was_typed_tells_its_values() -> None:
    with pytest.raises(RunError) as raised:
        handhold.evaluate(load(PACK), "1 / (x - wall.height)", {"x": 10, "wall": "low"})
    fault = raised.value
    assert dict(fault.names) == {"x": 10, "wall.height": 10}
    assert (fault.event, fault.step, fault.through, fault.span) == ("", "", (), None)
    assert fault.formula == "1 / (x - wall.height)"
    with pytest.raises(RunError) as raised:
        handhold.evaluate(load(PACK), "per_rope + 1", {"climber": STRONG, "wall": "bare"})
    assert raised.value.through == ("formulas.per_rope",)
    assert marked(raised.value) == "climber.strength // wall.ropes"


def test_an_event_of_a_scenario_tells_its_number() -> None:
    from handhold.play.runs.scenario import Entry, Scenario, play

    entries = tuple(
        Entry("twice", {"climber": STRONG, "wall": wall}, {}, None, {}, None) for wall in ("low", "bare", "low")
    )
    played = play(load(PACK).runner, Scenario("pulley", "", {}, {}, None, entries), 1)
    next(played)
    with pytest.raises(RunError) as raised:
        next(played)
    assert raised.value.step == "2.asked"


def test_what_is_counted_is_the_same_after_a_fault() -> None:
    for _ in range(2):
        assert dict(fault_of("tire", {"climber": {"strength": 1, "tired": 4}, "by": 4}).names) == {"old": 4, "by": 4}
    fine = handhold.run(load(PACK), "tire", {"climber": {"strength": 1, "tired": 4}, "by": 3})
    assert fine.values["tire"] == 10


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "none"),
        (True, "true"),
        (12, "12"),
        (Fraction(5, 2), "2.5"),
        (Fraction(1, 3), "1/3"),
        ("low", "low"),
        ([Fraction(1, 2), False], "[0.5, false]"),
        ({"a": {"kilos": Fraction(3, 4)}}, "{a: {kilos: 0.75}}"),
    ],
)
def test_values_are_told_as_an_author_writes_them(value: object, words: str) -> None:
    assert value_words(value) == words  # type: ignore[arg-type]  # a plain value


def odds_fault(event: str, given: Mapping[str, object], **more: object) -> RunError:
    with pytest.raises(RunError) as raised:
        handhold.odds(load(PACK), event, given, **more)  # type: ignore[arg-type]  # as the cases have them
    return raised.value


def faces(fault: RunError) -> dict[str, tuple[int, ...]]:
    return {path: roll.faces for path, roll in fault.rolls.items()}


@pytest.mark.parametrize(
    ("event", "given", "step", "names"),
    [
        ("unlucky", {"climber": {"strength": 4}}, "worth", {"climber.strength": 4, "lead": 6, "more": 12}),
        ("rounds", {"start": 3}, "turns.4.worth", {"roll": 1, "left": 0}),
        ("rounds", {"start": 0}, "turns.1.worth", {"roll": 1, "left": 0}),
        ("thrown", {"many": 700}, "roll", {"many": 700}),
        ("rare", {"many": 12}, "worth", {"total": 12, "many": 12}),
        ("rare", {"many": 42}, "worth", {"total": 42, "many": 42}),
        ("twice", {"climber": STRONG, "wall": "bare"}, "asked", {"climber.strength": 7, "wall.ropes": 0}),
    ],
)
def test_odds_tell_dice_that_lead_to_a_fault(
    event: str, given: Mapping[str, object], step: str, names: Mapping[str, object]
) -> None:
    fault = odds_fault(event, given)
    assert (fault.event, fault.step, dict(fault.names)) == (event, step, names)
    again = fault_of(event, given, dice=faces(fault))
    assert (again.message, again.span, dict(again.names)) == (fault.message, fault.span, names)
    assert faces(again) == faces(fault)


def test_dice_that_are_not_found_leave_the_rest_of_the_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("handhold.limits.LED_WORK", 0)
    fault = odds_fault("unlucky", {"climber": {"strength": 4}})
    assert dict(fault.names) == {"climber.strength": 4, "lead": 6, "more": 12}
    assert (fault.event, fault.step, fault.through) == ("unlucky", "", ("events.unlucky.steps.worth",))
    assert not fault.rolls


def test_a_formula_that_is_asked_of_odds_is_no_step() -> None:
    fault = odds_fault("unlucky", {"climber": {"strength": 4}}, show=["1 / (lead - lead)"])
    assert (fault.step, fault.through) in (("", ()), ("worth", ("events.unlucky.steps.worth",)))
    calm = odds_fault("ladder", {"climber": {"strength": 4}}, show=["1 / (roll - 1)"])
    assert (calm.event, calm.step, calm.through, dict(calm.names)) == ("ladder", "", (), {"roll": 1})
    assert faces(calm) == {"roll": (1,)}
    assert calm.span is None


def test_rounds_tell_the_round_and_its_dice() -> None:
    with pytest.raises(RunError) as raised:
        handhold.odds_over_rounds(load(PACK), "ladder", {"climber": {"strength": 4}}, until="climber.tired > 10")
    fault = raised.value
    # 0, 3, 6, 9, and a fourth step is too much: the earliest round of all
    assert (fault.round, fault.step, dict(fault.names)) == (4, "tire", {"old": 9, "roll": 2})
    assert faces(fault) == {"roll": (2,)}


@pytest.mark.parametrize("until", [None, "climber.tired > 10"])
def test_samples_tell_their_dice(until: str | None) -> None:
    given = {"climber": {"strength": 4, "tired": 8}}
    with pytest.raises(RunError) as raised:
        handhold.estimate(load(PACK), "ladder", given, samples=100, seed=1, until=until)
    fault = raised.value
    assert (fault.step, dict(fault.names), faces(fault)) == ("tire", {"old": 8, "roll": 2}, {"roll": (2,)})
    assert bool(fault.round) is (until is not None)


CAREFUL = """pack: careful
format: 1
version: "1.0.0"
title: Careful
license: CC0-1.0
events:
  pull:
    steps:
      pulls:
        repeat: 3
        track: {high: 0}
        steps:
          hard: {choose: flag, by: player, default: false}
          roll: {roll: d6}
          gain: {set: high, to: old + 6 // (roll - 1 + high) + (if hard then 1 else 0)}
      outcome: high > 3
"""


@pytest.mark.parametrize("until", [None, "false"])
def test_odds_played_for_the_best_tell_passes_and_dice(until: str | None, tmp_path: Path) -> None:
    (tmp_path / "careful.yaml").write_text(CAREFUL, encoding="utf-8")
    with pytest.raises(RunError) as raised:
        handhold.best_odds(load(str(tmp_path / "careful.yaml")), "pull", {}, best_for="true", until=until, rounds=2)
    fault = raised.value.led()
    assert (fault.step, faces(fault)) == ("pulls.1.gain", {"pulls.1.roll": (1,)})
    assert fault.round == (0 if until is None else 1)


def test_a_table_tells_of_a_fault_in_its_cell() -> None:
    table = handhold.odds_table(load(PACK), "rounds", {}, axes={"start": [3, 20]})
    assert [cell.fault for cell in table.cells] == ["a division by zero", ""]
