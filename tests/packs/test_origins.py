"""Where values come from: every stage of a stack, and that what is shown is what a run uses."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handhold.packs.checks.check import check_pack
from handhold.packs.reading.reader import read_merged
from handhold.packs.stacks.load import read_stack
from handhold.packs.stacks.members import header_of, read
from handhold.packs.stacks.origins import NoPlace, Place, places, sections
from handhold.packs.stacks.stack import Stack
from handhold.packs.variants.applied import Applied
from handhold.packs.variants.meaning import Meaning, meaning
from handhold.play.runs.formula import evaluate
from handhold.play.runs.run import Runner
from tests.packs.stacks import layer, put
from tests.packs.test_variant_paths import ADDITIONS, CHANGES, REMOVALS


def stack(*bodies: str) -> Applied:
    """The base with variants `v`, `w` … on it, each a variant of the one before."""
    ids = ["base", *"vwxyz"]
    applied, found = put(*(layer(ids[n + 1], body, ids[n]) for n, body in enumerate(bodies)))
    assert applied is not None, found
    return applied


def look(applied: Applied, path: str) -> tuple[Place, ...]:
    return places(Stack(applied, (header_of(applied.base),), ()), path)


def value(applied: Applied, path: str) -> Meaning:
    (place,) = look(applied, path)
    return meaning(place.node, place.kind)


def told(place: Place) -> list[tuple[str, str, str, Meaning, Meaning, str]]:
    """The stages: pack, way, path inside, before, after, formula."""
    return [
        (
            stage.pack,
            stage.way,
            ".".join(stage.path[len(place.path) :]),
            meaning(stage.before, stage.kind),
            meaning(stage.after, stage.kind),
            stage.formula,
        )
        for stage in place.stages
    ]


GOAL = "change: {tables.distances.rows.*.goal: {formula: inherited * 2}}"
CHAINS: list[tuple[tuple[str, ...], str, list[tuple[str, str, str, Meaning, Meaning, str]]]] = [
    # the variants, the path, what each pack did
    ((), "tables.distances.rows.near.goal", [("base", "wrote", "", None, 1, "")]),
    (
        (GOAL, "change: {tables.distances.rows.near: {goal: 7}}"),
        "tables.distances.rows.near.goal",
        [("base", "wrote", "", None, 1, ""), ("v", "change", "", 1, 2, "inherited * 2"), ("w", "change", "", 2, 7, "")],
    ),
    (
        ("change: {tables.distances.columns.extra.default: 3}",),
        "tables.distances.rows.near.extra",
        [("base", "wrote", "", None, 2, ""), ("v", "change", "", 2, 3, "")],
    ),
    (
        ("add: {tables.distances.rows.near.extra: 7}", "change: {tables.distances.columns.extra.default: 3}"),
        "tables.distances.rows.near.extra",
        [("base", "wrote", "", None, 2, ""), ("v", "change", "", 2, 7, "")],
    ),
    (
        ("change: {formulas.gap_to.value: {formula: inherited - 1}}",),
        "formulas.gap_to.value",
        [
            ("base", "wrote", "", None, "climber.dex + climb_tn + best - total", ""),
            (
                "v",
                "change",
                "",
                "climber.dex + climb_tn + best - total",
                "(climber.dex + climb_tn + best - total) - 1",
                "inherited - 1",
            ),
        ],
    ),
    (
        ("add: {scene.wet: flag}", "change: {scene.wet.type: integer}"),
        "scene.wet",
        [("v", "add", "", None, {"type": "flag"}, ""), ("w", "change", "type", "flag", "integer", "")],
    ),
    (
        ("remove: [modifiers.climb_tn.lines.steady]", "add: {modifiers.climb_tn.lines.steady: {value: 3}}"),
        "modifiers.climb_tn.lines.steady.value",
        [
            ("base", "wrote", "", None, "settings.step", ""),
            ("v", "remove", "", "settings.step", None, ""),
            ("w", "add", "", None, "3", ""),
        ],
    ),
    (
        ("change: {events.climb.refuse.too_late.when: push}",),
        "events.climb.refuse.too_late.when",
        [
            ("base", "wrote", "", None, "push and margin < -5", ""),
            ("v", "change", "", "push and margin < -5", "push", ""),
        ],
    ),
    (
        ("change: {events.climb.steps.roll: {do: rest}}",),
        "events.climb.steps.roll",
        [
            ("base", "wrote", "", None, {"roll": "distance.dice"}, ""),
            ("v", "change", "", {"roll": "distance.dice"}, {"do": "rest"}, ""),
        ],
    ),
]


@pytest.mark.parametrize(("bodies", "path", "stages"), CHAINS, ids=[f"{path} {len(b)}" for b, path, _ in CHAINS])
def test_the_chain_of_origins(
    bodies: tuple[str, ...], path: str, stages: list[tuple[str, str, str, Meaning, Meaning, str]]
) -> None:
    (place,) = look(stack(*bodies), path)
    assert told(place) == stages
    assert meaning(place.node, place.kind) == stages[-1][4] or stages[-1][2]


def test_each_stage_has_its_line() -> None:
    (place,) = look(stack(GOAL), "tables.distances.rows.near.goal")
    assert [str(stage.span) for stage in place.stages] == ["pack.yaml:15:20", "v.yaml:7:10"]
    (place,) = look(stack(GOAL), "tables.distances.rows.near")
    assert [str(stage.span) for stage in place.stages] == ["pack.yaml:15:7", "v.yaml:7:10"]


def test_a_star_gives_several_places() -> None:
    found = look(stack(GOAL), "tables.*.rows.*.goal")
    assert [".".join(place.path) for place in found] == [f"tables.distances.rows.{row}.goal" for row in ("near", "far")]


def test_the_sections() -> None:
    applied = stack("remove: [formulas.gap_to]")
    found = sections(Stack(applied, (header_of(applied.base),), ()))
    assert [place.path for place in found] == [(id,) for id in ("settings", "tables", "sheets", "modifiers", "events")]


@pytest.mark.parametrize(
    ("path", "message", "hint"),
    [
        ("tables.distances.rows.nera.goal", "there is no 'nera' in tables.distances.rows", "did you mean 'near'?"),
        ("tabels", "there is no 'tabels' in the pack", "did you mean 'tables'?"),
        ("formulas.gap_to", "there is no formulas.gap_to: 'v' takes it away", "v.yaml:7:10 says so"),
        ("tables..rows", "there is no '' in tables", "choose from: distances, ends"),
        ("events.rest.refuse", "there is nothing in events.rest.refuse", ""),
    ],
)
def test_a_path_that_leads_nowhere(path: str, message: str, hint: str) -> None:
    with pytest.raises(NoPlace) as stopped:
        look(stack("remove: [formulas.gap_to]"), path)
    assert (str(stopped.value), stopped.value.hint) == (message, hint)


BODIES = st.sampled_from(
    [(f"change:\n  {body}\n", body) for body, _ in CHANGES]
    + [(f"add:\n  {body}\n", body) for body, _ in ADDITIONS]
    + [(f"remove: [{body}]\n", body) for body, _ in REMOVALS]
)


@given(st.lists(BODIES, min_size=1, max_size=3, unique=True))
def test_the_stages_of_the_whole_lead_from_the_pack_to_the_stack(drawn: list[tuple[str, str]]) -> None:
    applied, _ = put(*(layer(f"v{n}", body) for n, (body, _) in enumerate(drawn)))
    if applied is None:
        return
    base = header_of(applied.base)
    for section in sections(Stack(applied, (base,), ())):
        for stage in section.stages:
            inside = meaning(stage.after, stage.kind)
            assert inside is None if stage.way == "remove" else inside is not None
        inner = [stage for stage in section.stages if stage.way != "remove"]
        last = {stage.path: stage for stage in inner}
        for path, stage in last.items():
            if not any(other.path != path and other.path[: len(path)] == path for other in section.stages):
                where = ".".join(path)
                gone = any(path[: len(each.path)] == each.path and each.way == "remove" for each in section.stages)
                assert gone or value(applied, where) == meaning(stage.after, stage.kind)


# -- what is shown is what a run uses ----------------------------------------------------------------------------------

NEW = st.one_of(
    st.integers(0, 5).map(str),
    st.builds("{{formula: inherited * {} + {}}}".format, st.integers(2, 3), st.integers(0, 9)),
)
USED = {
    "tables.distances.rows.near.goal": "distances.near.goal",
    "tables.distances.rows.far.goal": "distances.far.goal",
    "tables.distances.rows.near.extra": "distances.near.extra",
    "settings.step.value": "settings.step",
    "modifiers.best.lines.other.value": "best",
}
"""Places, and the formula that reads each."""

SMALL = st.integers(0, 3).map(str)
EXTRA = "tables.distances.rows.near.extra"
EDITS = st.fixed_dictionaries(
    {},
    optional={path: NEW for path in USED if path != EXTRA}
    | {EXTRA: SMALL, "tables.distances.columns.extra.default": SMALL, "events.climb.needs.boost.default": SMALL},
)


@given(st.lists(EDITS, min_size=1, max_size=3))
def test_what_is_shown_is_what_a_run_uses(changes: list[dict[str, str]]) -> None:
    bodies = []
    for edits in changes:
        lines = [f"  {path}: {new}" for path, new in edits.items()]
        reading = ["  settings.step.reading: Another."] if "settings.step.value" in edits else []
        bodies.append("\n".join(["change:", *lines, *reading]) if edits else "")
    applied = stack(*bodies)
    source, _ = read_merged(applied.whole)
    pack, _ = check_pack(source)
    assert pack is not None
    climber = {"climber": {"dex": 5}}
    for path, formula in USED.items():
        if formula:
            shown = evaluate(pack, str(value(applied, path)), climber, {}, {})
            assert shown == evaluate(pack, formula, climber, {"climber": "climber"}, {})
    result = Runner(pack).answer("climb", {**climber, "distance": "near"}, dice=[3])
    step, other, boost = (
        evaluate(pack, str(value(applied, path)), climber, {}, {})
        for path in ("settings.step.value", "modifiers.best.lines.other.value", "events.climb.needs.boost.default")
    )
    assert isinstance(step, int)
    assert isinstance(other, int)
    assert isinstance(boost, int)
    # the step of the pack: climber.dex + climb_tn + best - total, and boost for both settings
    assert result.values["margin"] == 5 + step + other - 3 + 2 * boost


def test_the_examples_have_origins() -> None:
    root = Path(__file__).resolve().parents[2]
    stack, _ = read_stack(read(str(root / "examples" / "variants" / "wet-season")))
    assert stack is not None
    (place,) = places(stack, "tables.distances.rows.long.exhaustion")
    assert [stage.pack for stage in place.stages] == ["lurasko", "wet-season"]
