"""Variants: where they are found, what they may extend, how they stack, and what holds of all of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import handhold
from handhold import limits
from handhold.diagnostics import Diagnostic, in_order
from handhold.golden.cases import read_cases
from handhold.golden.compare import run_case
from handhold.packs.schemas.schema import load_schema, validate
from handhold.packs.stacks.load import load_model, read_stack
from handhold.packs.stacks.members import read
from handhold.packs.storage.files import shown_name
from handhold.packs.storage.places import PackPlace
from handhold.packs.variants.applied import Layer, apply
from handhold.packs.variants.meaning import meaning
from handhold.packs.variants.paths import node_at
from handhold.packs.yaml.document import plain, read_document
from handhold.packs.yaml.nodes import Mapping as MappingNode
from handhold.packs.yaml.nodes import Scalar
from tests.hostile.variants import VARIANTS
from tests.packs.stacks import BASE, HEADER, layer, put, said, tree, whole
from tests.packs.test_variant_paths import ADDITIONS, CHANGES, REMOVALS

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples" / "variants"
WET, HEAVY = (str(EXAMPLES / name) for name in ("wet-season", "heavy-packs"))


def shelf(folder: Path, **packs: str) -> Path:
    """A folder with packs of one file each, in which names are looked up; `_` stands for `-`."""
    for name, text in packs.items():
        (folder / f"{name.replace('_', '-')}.yaml").write_text(text, encoding="utf-8")
    return folder


def variant(id: str, body: str = "", extends: str = "base") -> str:
    return f"{HEADER.format(id)}extends: {extends}\n{body}"


# -- laws --------------------------------------------------------------------------------------------------------------

BODIES = st.sampled_from(
    [f"change:\n  {body}\n" for body, _ in CHANGES]
    + [f"add:\n  {body}\n" for body, _ in ADDITIONS]
    + [f"remove: [{body}]\n" for body, _ in REMOVALS]
)


@given(st.lists(BODIES, min_size=2, max_size=4), st.randoms(use_true_random=False))
def test_stacking_is_order_free_or_refused(bodies: list[str], dice: random.Random) -> None:
    layers = [layer(f"v{n}", body) for n, body in enumerate(bodies)]
    mixed = list(layers)
    dice.shuffle(mixed)
    (one, found), (other, also) = put(*layers), put(*mixed)
    assert (one is None) == (other is None)
    assert found == also
    if one is not None and other is not None:
        assert (one.order, said(one.whole)) == (other.order, said(other.whole))


@given(st.lists(BODIES, min_size=2, max_size=3, unique=True))
def test_what_does_not_clash_is_the_same_under_any_names(bodies: list[str]) -> None:
    applied = [
        put(*(layer(f"v{n}", body) for n, body in zip(order, bodies, strict=True)))
        for order in permutations(range(len(bodies)))
    ]
    results = [None if one is None else _unordered(said(one.whole)) for one, _ in applied]
    assert all(result == results[0] for result in results)


def _unordered(data: object) -> object:
    """The data without the order of entries: which of two additions to one place comes first goes by the ids."""
    if isinstance(data, list) and data and all(isinstance(each, tuple) for each in data):
        return sorted(((name, repr(_unordered(value))) for name, value in data))
    return data


def test_an_empty_variant_changes_nothing() -> None:
    for body in ("", "change: {}", "add: {}\nremove: []"):
        assert whole(layer("v", body)) == tree(BASE)


@given(BODIES)
def test_a_variant_of_an_empty_variant_is_the_variant(body: str) -> None:
    by_itself, _ = put(layer("w", body))
    on_top, _ = put(layer("v", ""), layer("w", body, parent="v"))
    assert by_itself is not None
    assert on_top is not None
    assert by_itself.whole == on_top.whole


PLACES = [
    # where an entry of a new name can come in, and what it can be
    ("settings", "{{value: {n}, reading: So many.}}"),
    ("tables", "{{rows: {{one: {{}}}}}}"),
    ("tables.distances.columns", "{{type: integer, default: {n}}}"),
    ("tables.distances.rows", "{{goal: {n}, dice: d6, before: near}}"),
    ("tables.distances.rows", "{{goal: {n}, dice: d6, after: far}}"),
    ("sheets", "{{length: {{type: number, max: {n}}}}}"),
    ("sheets.climber", "integer"),
    ("scene", "{{type: integer, default: {n}}}"),
    ("modifiers.climb_tn.needs", "integer"),
    ("modifiers.climb_tn.lines", "{{value: {n}}}"),
    ("modifiers.best.lines", "{{value: {n}, before: other}}"),
    ("formulas", "{{value: {n} + 1}}"),
    ("events.climb.steps", "{n}"),
    ("events.climb.steps", "{{value: {n}, after: tire}}"),
    ("events.climb.steps.loop.steps", "{{value: {n}, before: more}}"),
    ("events.climb.refuse", "{{when: climber.tired > {n}, because: No.}}"),
    ("events.rest.says", "You rest {n}."),
]


@given(
    st.dictionaries(
        st.from_regex(r"new_[a-z]{1,6}", fullmatch=True),
        st.tuples(st.sampled_from(PLACES), st.integers(0, 99)),
        min_size=1,
        max_size=8,
    ),
    st.randoms(use_true_random=False),
)
def test_removing_all_that_was_added_gives_the_parent_back(
    drawn: dict[str, tuple[tuple[str, str], int]], dice: random.Random
) -> None:
    added = {f"{place}.{id}": body.format(n=n) for id, ((place, body), n) in drawn.items()}
    paths = list(added)
    dice.shuffle(paths)
    first = layer("v", "add:\n" + "".join(f"  {path}: {body}\n" for path, body in added.items()))
    assert said(whole(first)) != said(tree(BASE))
    assert said(whole(first, layer("w", f"remove: [{', '.join(paths)}]", parent="v"))) == said(tree(BASE))


@st.composite
def towers(draw: st.DrawFn) -> list[Layer]:
    """Variants of the base and of one another, some of them over others."""
    layers: list[Layer] = []
    for n, body in enumerate(draw(st.lists(BODIES, min_size=2, max_size=4))):
        earlier = [each.id for each in layers]
        over = draw(st.lists(st.sampled_from(earlier), unique=True)) if earlier else []
        parent = draw(st.sampled_from(["base", *earlier]))
        layers.append(layer(f"v{n}", f"over: [{', '.join(over)}]\n{body}", parent=parent))
    return layers


@given(towers(), st.randoms(use_true_random=False))
def test_variants_of_variants_are_order_free_or_refused(layers: list[Layer], dice: random.Random) -> None:
    mixed = list(layers)
    dice.shuffle(mixed)
    (one, found), (other, also) = put(*layers), put(*mixed)
    assert (one is None) == (other is None)
    assert found == also
    if one is not None and other is not None:
        assert (one.order, said(one.whole)) == (other.order, said(other.whole))
        for each in layers:
            assert all(one.order.index(id) < one.order.index(each.id) for id in each.over)
            assert each.parent == "base" or one.order.index(each.parent) < one.order.index(each.id)


@given(BODIES, BODIES)
def test_a_variant_of_a_variant_is_one_of_what_that_one_made(lower: str, upper: str) -> None:
    both, _ = put(layer("v", lower), layer("w", upper, parent="v"))
    alone, _ = apply(whole(layer("v", lower)), [layer("w", upper)])
    assert (both is None) == (alone is None)
    if both is not None and alone is not None:
        assert said(both.whole) == said(alone.whole)


@given(BODIES, BODIES)
def test_over_changes_nothing_where_nothing_clashes(lower: str, upper: str) -> None:
    plainly, _ = put(layer("v", lower), layer("w", upper))
    over, found = put(layer("v", lower), layer("w", f"over: v\n{upper}"))
    assert not any("both touch" in fault.message for fault in found)
    if plainly is not None:
        assert over is not None
        assert said(over.whole) == said(plainly.whole)


# -- stacking ----------------------------------------------------------------------------------------------------------

GOAL_PATH = "tables.distances.rows.near.goal"
GOAL = f"change: {{{GOAL_PATH}: 5}}"
CLASHES = [
    # one, the other, what is touched by both
    (GOAL, "change: {tables.distances.rows.near.goal: 6}", "tables.distances.rows.near.goal"),
    (GOAL, "change: {tables.distances.rows.*.goal: {formula: inherited * 2}}", "tables.distances.rows.near.goal"),
    (GOAL, "remove: [tables.distances.rows.near]", "tables.distances.rows.near.goal"),
    (GOAL, "remove: [tables.distances.columns.goal]", "tables.distances.rows.near.goal"),
    ("remove: [tables.ends]", "add: {tables.ends.rows.odd: {at: 0.5, falls: true}}", "tables.ends.rows.odd"),
    ("add: {formulas.half: {value: 1}}", "add: {formulas.half: {value: 1}}", "formulas.half"),
    ("remove: [formulas.gap_to]", "remove: [formulas.gap_to]", "formulas.gap_to"),
    (
        "change: {events.climb.steps.tire.to: old}",
        "change: {events.climb.steps.deep.steps.tire: {to: 1}}",
        "events.climb.steps.deep.steps.tire.to",
    ),
    (
        "add: {events.climb.steps.x: {value: 2, before: rest}}",
        "remove: [events.climb.steps.rest]",
        "events.climb.steps.rest",
    ),
]


@pytest.mark.parametrize(("one", "other", "path"), CLASHES, ids=[f"{one} | {other}" for one, other, _ in CLASHES])
def test_two_that_touch_the_same_path_clash(one: str, other: str, path: str) -> None:
    for order in (1, -1):
        applied, found = put(*[layer("a", one), layer("b", other)][::order])
        assert applied is None
        assert found
        for fault in found:
            assert fault.code == "duplicate-key"
            assert fault.message.startswith("'a' and 'b' both touch ")
            assert str(fault.span).startswith("b.yaml:7:")
            assert fault.hint.startswith("a.yaml:7:")
        assert any(path in fault.message for fault in found)


STEPS_COUNT = "both put something before events.climb.steps.outcome, where the order counts"
BESIDE = [
    # what two bring that depends on which comes first: a piece of what is said
    *(
        (f"add: {{events.climb.steps.x: {{{one}}}}}", f"add: {{events.climb.steps.y: {{{other}}}}}", STEPS_COUNT)
        for one, other in (
            ("set: climber.tired, to: old + 1", "set: climber.tired, to: old * 2"),
            ("set: climber.tired, to: old + 1", "set: other.tired, to: 0"),
            ("set: climber.tired, to: old + 1", "value: 1 + climber . tired"),
            ("set: climber.tired, to: old + 1", "when: boost > 1, steps: {z: {set: climber.tired, to: 0}}"),
            ("set: climber.tired, to: old + 1", "do: rest"),
            ("do: rest", "when: boost > 1, steps: {z: {do: rest}}"),
        )
    ),
    (
        "add: {tables.distances.rows.x: {goal: 2, dice: d4, after: near}}",
        "add: {tables.distances.rows.y: {goal: 2, dice: d4, after: near}}",
        "both put something after tables.distances.rows.near, where the order counts",
    ),
    (
        "add: {modifiers.best.lines.x: {value: 2, before: other}}",
        "add: {modifiers.best.lines.y: {value: 3, before: other}}",
        "both put something before modifiers.best.lines.other, where the order counts",
    ),
    (
        "change: {tables.distances.columns.extra.default: 9}",
        "change: {tables.distances.rows.near.extra: {formula: inherited * 2}}",
        "both touch tables.distances.",
    ),
    (
        "change: {tables.distances.columns.extra: {default: {formula: inherited + 1}}}",
        "change: {tables.distances.rows.*.extra: {formula: inherited * 2}}",
        "both touch tables.distances.",
    ),
    (
        "remove: [tables.distances.columns.extra.default]",
        "change: {tables.distances.rows.near.extra: {formula: inherited * 2}}",
        "both touch tables.distances.",
    ),
]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("value: 1", "value: climber.tired"),
        ("value: climber.dex", "set: climber.tired, to: old + 1"),
        ("roll: d6", "roll: d8"),
        ("set: climber.tired, to: old + 1, note: climber.worn", "set: climber.worn, to: 0, cite: climber.tired"),
        ("set: climber.tired, to: old + 1, after: roll", "set: climber.tired, to: old * 2"),
    ],
)
def test_steps_that_have_nothing_to_do_with_one_another_stand_in_the_order_of_ids(one: str, other: str) -> None:
    bodies = [f"add: {{events.climb.steps.{id}: {{{text}}}}}" for id, text in (("x", one), ("y", other))]
    for order in (1, -1):
        applied, found = put(*[layer("a", bodies[0]), layer("b", bodies[1])][::order])
        assert (applied is not None, found) == (True, ())
        assert applied is not None
        steps = list(plain(node_at(applied.whole, ("events", "climb", "steps"))))
        assert steps.index("x") < steps.index("y") < steps.index("outcome")


@pytest.mark.parametrize(("one", "other", "said"), BESIDE, ids=[f"{one} | {other}" for one, other, _ in BESIDE])
def test_what_depends_on_which_comes_first_is_a_clash(one: str, other: str, said: str) -> None:
    for first, second in ((one, other), (other, one)):
        for order in (1, -1):
            applied, found = put(*[layer("a", first), layer("b", second)][::order])
            assert applied is None
            (fault,) = found
            assert (fault.code, said in fault.message) == ("duplicate-key", True)
            assert str(fault.span).startswith("b.yaml:7:")
            assert fault.hint.startswith("a.yaml:7:")
    for id, lower, upper in (("a", one, other), ("b", other, one)):
        _, found = put(layer(id, lower), layer("c", f"over: {id}\n{upper}"))
        assert not any("both" in fault.message for fault in found)


FREE = [
    # at different places, or of what is written out, nothing depends on the names
    (
        "add: {tables.distances.rows.x: {goal: 2, dice: d4, after: near}}",
        "add: {tables.distances.rows.y: {goal: 2, dice: d4, before: far}}",
    ),
    (
        "change: {tables.distances.columns.extra.default: 9}",
        "change: {tables.distances.rows.far.extra: {formula: inherited * 2}}",
    ),
    ("change: {tables.distances.columns.extra.default: 9}", "change: {tables.distances.rows.near.extra: 4}"),
    ("add: {events.rest.steps.x: 1}", "add: {events.rest.steps.y: 2}"),
    ("add: {modifiers.climb_tn.lines.x: {value: 1}}", "add: {modifiers.climb_tn.lines.y: {value: 2}}"),
]


@pytest.mark.parametrize(("one", "other"), FREE, ids=[f"{one} | {other}" for one, other in FREE])
def test_what_does_not_depend_on_which_comes_first_is_none(one: str, other: str) -> None:
    results = [whole(layer("a", first), layer("b", second)) for first, second in ((one, other), (other, one))]
    assert meaning(results[0], "pack") == meaning(results[1], "pack")


@pytest.mark.parametrize("side", ["before: near", "after: far"])
def test_over_what_adds_the_same_brings_its_place_with_it(side: str) -> None:
    one = "add: {tables.distances.rows.mid: {goal: 2, dice: d4, after: near}}"
    other = f"add: {{tables.distances.rows.mid: {{goal: 9, dice: d8, {side}}}}}"
    both = whole(layer("a", one), layer("b", f"over: a\n{other}"))
    assert said(both) == said(whole(layer("b", other)))
    rows = node_at(both, ("tables", "distances", "rows"))
    assert isinstance(rows, MappingNode)
    assert [key.span.file for key, _ in rows.entries if key.value == "mid"] == ["b.yaml"]


@pytest.mark.parametrize("over", ["over: a", "over: [a, other]"])
def test_over_decides_a_clash(over: str) -> None:
    layers = [
        layer("a", GOAL),
        layer("b", f"{over}\nchange: {{tables.distances.rows.*.goal: {{formula: inherited * 2}}}}"),
    ]
    for order in (1, -1):
        node = whole(*layers[::order])
        assert said(node) == said(tree(BASE.replace("goal: 1", "goal: 10").replace("goal: 3", "goal: 6")))


@pytest.mark.parametrize("turned", [False, True])
def test_a_clash_tells_of_an_over_that_is_near(turned: bool) -> None:
    for name, meant in (("wett", True), ("dry", False)):
        first, second = layer("wet", GOAL), layer("zone", f"over: {name}\n{GOAL}")
        if turned:
            first, second = layer("wet", GOAL), layer("cold", f"over: {name}\n{GOAL}")
        _, (fault,) = put(first, second)
        file = "cold.yaml" if turned else "zone.yaml"
        near = f"; {file}:7:7 says over: {name}: did you mean 'wet'?"
        assert fault.hint.endswith(near) is meant
        assert ("did you mean" in fault.hint) is meant


def test_a_clash_tells_how_to_be_over_one_more() -> None:
    for over, every in (("oa", "[oa, ob]"), ("[oa, od]", "[oa, od, ob]")):
        others = [layer(id, GOAL if id != "od" else "") for id in ("oa", "ob", "od")]
        _, found = put(*others, layer("oc", f"over: {over}\n{GOAL}"))
        hint = next(fault.hint for fault in found if "'ob' and 'oc'" in fault.message)
        assert hint.endswith(f"or let 'oc' say over: {every}")
    _, (fault,) = put(layer("b", GOAL), layer("a", f"over: z\n{GOAL}"), layer("z", ""))
    assert fault.hint.endswith("or let 'a' say over: [z, b]")


def test_a_path_that_leads_nowhere_hides_no_fault_of_a_formula() -> None:
    body = (
        "change:\n"
        "  tables.distances.rows.nowhere.goal: 1\n"
        "  tables.distances.rows.near.goal: {formula: inherited / 0}\n"
        "  formulas.gap_to.value: climber.dex + + 2\n"
        "  events.climb.steps.kind.value: 1 +\n"
        "add:\n"
        "  formulas.more: {value: (2}\n"
        "  events.rest.steps.odd: 3 *\n"
        "  events.rest.steps.even: {value: 1, title: 1 +, note: (}\n"
        "  scene.raining: flag\n"
    )
    applied, found = put(layer("v", body))
    assert applied is None
    assert [(fault.code, fault.span and fault.span.line) for fault in in_order(found)] == [
        ("bad-path", 8),
        ("may-fault", 9),
        ("formula-syntax", 10),
        ("formula-syntax", 11),
        ("formula-syntax", 13),
        ("formula-syntax", 14),
    ]


def test_what_is_added_stands_beside_what_its_own_event_adds() -> None:
    body = (
        "add:\n"
        "  events.climb.steps.x: 1\n"
        "  events.rest.steps.x: 2\n"
        "  events.climb.steps.y: {value: 3, before: x}\n"
        "  events.rest.steps.y: {value: 4, before: x}\n"
    )
    data = plain(whole(layer("v", body)))
    assert isinstance(data, dict)
    for event in ("climb", "rest"):
        steps = list(data["events"][event]["steps"])
        assert steps.index("y") + 1 == steps.index("x")


def test_over_what_adds_the_same() -> None:
    one, other = "add: {formulas.half: {value: 1}}", "over: a\nadd: {formulas.half: {value: 2}}"
    assert said(whole(layer("a", one), layer("b", other))) == said(whole(layer("c", other.removeprefix("over: a\n"))))


def test_over_cannot_bring_back_what_is_gone() -> None:
    _, (fault,) = put(layer("a", "remove: [tables.distances.rows.near]"), layer("b", f"over: a\n{GOAL}"))
    assert (fault.code, str(fault.span)) == ("duplicate-key", "b.yaml:8:10")
    assert "another variant takes it away" in fault.message


def test_over_what_it_restores_a_change_is_none_in_vain() -> None:
    back = layer("b", "over: a\nchange: {tables.distances.rows.near.goal: 1, tables.distances.rows.far.goal: 3}")
    _, alone = put(back)
    assert [(fault.code, str(fault.span)) for fault in alone] == [
        ("no-change", "b.yaml:8:10"),
        ("no-change", "b.yaml:8:46"),
    ]
    applied, found = put(layer("a", "change: {tables.distances.rows.near.goal: 9}"), back)
    assert [str(fault.span) for fault in found] == ["b.yaml:8:46"]
    assert applied is not None
    assert said(applied.whole) == said(tree(BASE))


CIRCLES: list[tuple[list[Layer], str, str]] = [
    # variants of which none can come first, where it is said, what is said
    ([layer("a", "over: b"), layer("b", "over: a")], "a.yaml:7:7", "'a' is over 'b', 'b' is over 'a'"),
    ([layer("b", "over: a"), layer("a", "", parent="b")], "b.yaml:7:7", "'a' extends 'b', 'b' is over 'a'"),
    (
        [layer("c", "over: b"), layer("b", "over: a"), layer("a", "over: c")],
        "a.yaml:7:7",
        "'a' is over 'c', 'b' is over 'a', 'c' is over 'b'",
    ),
    ([layer("a", "over: a")], "a.yaml:7:7", "'a' is over itself"),
]


@pytest.mark.parametrize(("layers", "place", "said"), CIRCLES, ids=[said for _, _, said in CIRCLES])
def test_over_in_a_circle(layers: list[Layer], place: str, said: str) -> None:
    for some in permutations(layers):
        _, (fault,) = put(*some)
        assert (fault.code, str(fault.span)) == ("cycle", place)
        assert fault.message.removeprefix("each of these comes after another one: ") == said


@pytest.mark.parametrize("where", ["v", "base+v"])
def test_over_what_is_extended_is_in_vain(where: str, tmp_path: Path) -> None:
    kept = {"u": variant("u"), "v": variant("v", "over: [base, u, other]", extends="u"), "other": variant("other")}
    model, found = load_model(where, [shelf(tmp_path, base=BASE, **kept)])
    assert model is not None
    told = [(fault.code, fault.severity, fault.message.split(",")[0], fault.span) for fault in found]
    assert [(*said, span and (span.line, span.column)) for *said, span in told] == [
        ("no-change", "warning", "'v' extends 'base'", (7, 8)),
        ("no-change", "warning", "'v' extends 'u'", (7, 14)),
    ]


def test_a_star_leaves_alone_what_another_variant_adds() -> None:
    star = layer("a", "change: {tables.ends.rows.*.falls: true}")
    row = layer("b", "add: {tables.ends.rows.odd: {at: 0.5, falls: false}}")
    alone = whole(row)
    both = BASE.replace("falls: false", "falls: true")
    assert said(whole(star, row)) != said(alone)
    assert said(whole(star, row)) == said(whole(row, base=both))


def test_a_variant_of_a_variant_sees_what_that_one_made() -> None:
    first = layer("v", "add: {tables.ends.rows.odd: {at: 0.5, falls: false}}")
    second = layer("w", "change: {tables.ends.rows.*.falls: true}", parent="v")
    row = "add: {tables.ends.rows.odd: {at: 0.5, falls: true}}"
    assert said(whole(first, second)) == said(whole(layer("x", row), base=BASE.replace("falls: false", "falls: true")))


def test_where_several_new_entries_stand() -> None:
    body = "add:\n" + "".join(
        f"  events.rest.steps.{id}: {{value: 1, {place}}}\n"
        for id, place in (("a", "before: eased"), ("b", "before: eased"), ("c", "after: eased"), ("d", "after: eased"))
    )
    steps = plain(whole(layer("v", body + "  events.rest.steps.e: {value: 1, before: d}")))
    assert isinstance(steps, dict)
    assert list(steps["events"]["rest"]["steps"]) == ["a", "b", "eased", "c", "e", "d"]


def test_origins_tell_who_touched_a_path() -> None:
    applied, _ = put(layer("v", GOAL), layer("w", "change: {tables.distances.rows.near: {goal: 7}}", parent="v"))
    assert applied is not None
    found = applied.origins(("tables", "distances", "rows", "near", "goal"))
    assert [(id, str(edit.source)) for id, edit in found] == [("v", "v.yaml:7:10"), ("w", "w.yaml:7:39")]
    assert applied.origins(("tables", "distances", "rows", "far", "goal")) == ()


# -- places ------------------------------------------------------------------------------------------------------------


def test_a_fault_in_a_woven_formula_is_at_the_word_of_its_author(tmp_path: Path) -> None:
    body = (
        "change: {formulas.gap_to.value: {formula: (inherited) * heigth}}\nremove: [modifiers.best.lines.strong.when]"
    )
    folder = shelf(tmp_path, base=BASE.replace("+ best - total", "+ bst - total"), v=variant("v", body))
    found = handhold.check(folder / "v.yaml")
    places = {(fault.span.file.rpartition("/")[2], fault.span.variant): fault for fault in found if fault.span}
    mine, theirs = places["v.yaml", "v"], places["base.yaml", ""]
    assert "heigth" in mine.message
    assert mine.span is not None
    assert variant("v", body).splitlines()[mine.span.line - 1][mine.span.column - 1 :].startswith("heigth")
    assert "bst" in theirs.message
    assert theirs.span is not None
    line = BASE.replace("+ best - total", "+ bst - total").splitlines()[theirs.span.line - 1]
    assert line[theirs.span.column - 1 :].startswith("bst")


LONG = "change: {formulas.gap_to.value: {formula: " + " + ".join(["inherited"] * 150) + "}}"


def test_a_formula_cannot_grow_past_its_budget() -> None:
    _, (fault,) = put(layer("v", LONG))
    assert fault.code == "formula-too-big"


def test_a_variant_is_judged_like_a_pack(tmp_path: Path) -> None:
    folder = shelf(tmp_path, base=BASE, v=variant("v", "change: {events.climb.steps.roll.roll: 3}"))
    (fault,) = handhold.check(folder / "v.yaml")
    assert (fault.code, fault.span and fault.span.line) == ("wrong-type", 7)


def test_a_key_that_is_added_is_held_against_the_schema(tmp_path: Path) -> None:
    folder = shelf(tmp_path, base=BASE, v=variant("v", "add:\n  modifiers.climb_tn.lines.x: {vale: 3}"))
    (fault,) = handhold.check(folder / "v.yaml")
    assert (fault.code, fault.span and fault.span.line, fault.hint) == ("unknown-key", 8, "did you mean 'value'?")


# -- files, names and versions -----------------------------------------------------------------------------------------

NAMED = "write the name of a pack and, if you like, a range of versions, such as 'extends: NAME >=1,<2'"
WIDER = "it is at rulepacks/base.yaml: take a version that fits, or try whether the range can be wider"
ANOTHER = "one of them must extend another pack"
KEYS = "choose from: add, based_on, change, extends, format, license, note, over, pack, remove, title, version"
NEWER = "a newer Handhold reads it: pip install --upgrade handhold"
QUOTES = "put quotes around a text or formula that begins with *"

STACKS: list[tuple[str, dict[str, str], str, str, str]] = [
    # what is asked for, the packs there are, code, a piece of the message, the hint
    (
        "v",
        {"v": variant("v", extends="bse"), "base": BASE},
        "bad-header",
        "'v' extends 'bse', and there is no",
        "did you mean 'base'?",
    ),
    ("v", {"v": variant("v", extends="zzz")}, "bad-header", "(looked in ", "put it into one of these folders"),
    (
        "v",
        {"v": variant("v", extends="base  # >= 1,<2"), "base": BASE},
        "look-alike",
        "'# >= 1,<2' is a comment: any version of 'base' will do",
        "write 'extends: base >= 1,<2'",
    ),
    (
        "v",
        {"v": variant("v", extends="w # >=1"), "w": variant("w", extends="v")},
        "cycle",
        "v → w → v",
        "one of them must extend another pack",
    ),
    (
        "v",
        {"v": variant("v", extends="zzz"), "w": variant("w")},
        "bad-header",
        "'v' extends 'zzz'",
        "put it into one of these folders; choose from: w",
    ),
    (
        "vault",
        {"vault": variant("vault", extends="vaul"), "base": BASE},
        "bad-header",
        "'vault' extends 'vaul'",
        "put it into one of these folders; choose from: base",
    ),
    (
        "vault+weather",
        {"vault": variant("vault", extends="weathr"), "weather": variant("weather"), "base": BASE},
        "bad-header",
        "'vault' extends 'weathr'",
        "did you mean 'weather'?",
    ),
    ("v", {"v": variant("v", extends="./base.yaml"), "base": BASE}, "bad-header", "no name of a pack", NAMED),
    (
        "v",
        {"v": variant("v", extends="base >=2"), "base": BASE},
        "bad-header",
        "extends base >=2, and base is 1.0.0",
        WIDER,
    ),
    ("v", {"v": variant("v", extends="base >=1,<1.0"), "base": BASE}, "bad-header", "and base is 1.0.0 here", WIDER),
    (
        "v",
        {"v": variant("v", extends="base about 1"), "base": BASE},
        "bad-header",
        "no range of versions",
        "such as 'extends: NAME >=1,<2'",
    ),
    (
        "v",
        {"v": variant("v", extends="base"), "base": BASE.replace("pack: base", "pack: bse")},
        "bad-header",
        "is called 'bse'",
        "write 'extends: bse'",
    ),
    ("v", {"v": variant("v", extends="w"), "w": variant("w", extends="v")}, "cycle", "v → w → v", ANOTHER),
    ("v", {"v": variant("v", extends="v")}, "cycle", "v → v", ANOTHER),
    (
        "base+other",
        {"base": BASE, "other": BASE.replace("pack: base", "pack: other")},
        "bad-header",
        "'other' extends nothing",
        "one pack and variants of it make a stack",
    ),
    (
        "v+w",
        {"base": BASE, "v": variant("v"), "w": variant("v")},
        "bad-header",
        "'v' is named twice",
        "rulepacks/v.yaml is called so too: rename one of them",
    ),
    ("base+nothing", {"base": BASE}, "no-such-pack", "no pack named 'nothing'", "choose from: base"),
    ("v", {"base": BASE, "v": variant("v", "over: 3")}, "wrong-kind", "'over'", ""),
    (
        "v",
        {"base": BASE, "v": variant("v", "tables: {}")},
        "unknown-key",
        "'tables' is no key of a variant",
        "write what is new under 'add' with its path, such as tables.NAME",
    ),
    (
        "v",
        {"base": BASE, "v": variant("v", "chagne: {}")},
        "unknown-key",
        "'chagne' is no key",
        "did you mean 'change'?",
    ),
    ("v", {"base": BASE, "v": variant("v", "rows: {}")}, "unknown-key", "'rows' is no key of a variant", KEYS),
    (
        "v",
        {"base": BASE, "v": variant("v", "remove: tables.ends.rows.slip")},
        "wrong-kind",
        "'remove' needs a list, and this is the text",
        "write 'remove: [tables.ends.rows.slip]', or each on a line of its own behind a dash",
    ),
    (
        "v",
        {"base": BASE, "v": variant("v", "remove: {tables.ends.rows.slip: }")},
        "wrong-kind",
        "'remove' needs a list, and this is keys and values",
        "write each on a line of its own behind a dash, without a colon",
    ),
    (
        "v",
        {"base": BASE, "v": variant("v", "remove: tables")},
        "wrong-kind",
        "'remove' needs a list",
        "write 'remove: [tables]', or each on a line of its own behind a dash",
    ),
    (
        "v",
        {"base": BASE, "v": variant("v").replace("extends", "extnds") + "change: {}"},
        "unknown-key",
        "'extnds'",
        "did you mean 'extends'?",
    ),
    (
        "v",
        {"base": BASE, "v": HEADER.format("v") + "change: {}"},
        "missing-key",
        "'extends' of a variant is missing",
        "",
    ),
    (
        "v",
        {"base": BASE, "v": variant("v").replace("format: 1", "format: 2")},
        "bad-header",
        "is written in format 2, and this Handhold reads format 1",
        NEWER,
    ),
    (
        "v",
        {"base": BASE.replace("format: 1", "format: 2"), "v": variant("v")},
        "bad-header",
        "is written in format 2, and this Handhold reads format 1",
        NEWER,
    ),
    ("v", {"base": BASE + "x: *y\n", "v": variant("v")}, "yaml-feature", "alias", QUOTES),
]


@pytest.mark.parametrize(("where", "packs", "code", "message", "hint"), STACKS, ids=[f"{s[2]}-{s[3]}" for s in STACKS])
def test_what_cannot_be_stacked_is_told(
    where: str, packs: dict[str, str], code: str, message: str, hint: str, tmp_path: Path
) -> None:
    _, found = load_model(where, [shelf(tmp_path, **packs)])
    (fault,) = [each for each in found if each.code == code]
    assert message in fault.message
    assert fault.hint == hint


@pytest.mark.parametrize("extends", ["base # at least version 1", "base >=1 # >=1 will do", "base # 2 steps", "base"])
def test_a_comment_behind_what_is_extended_is_one(extends: str, tmp_path: Path) -> None:
    assert load_model("v", [shelf(tmp_path, base=BASE, v=variant("v", extends=extends))])[1] == ()


OVERS: list[tuple[str, dict[str, str], list[tuple[str, str]]]] = [
    # the stack, its variants, what is said of what they are over, with the hint
    ("v", {"v": variant("v", "over: wet-seson"), "wet_season": variant("wet-season")}, [("wet-seson", "wet-season")]),
    ("v", {"v": variant("v", "over: [wet-season]"), "wet_season": variant("wet-season")}, []),
    ("v+w", {"v": variant("v", "over: w"), "w": variant("w")}, []),
    ("v+w", {"v": variant("v", "over: [wxyz, w, other]"), "w": variant("w")}, [("wxyz", ""), ("other", "")]),
    ("v", {"v": variant("v", "over: ./base.yaml")}, [("./base.yaml", "")]),
    ("vault", {"vault": variant("vault", "over: vaul")}, [("vaul", "")]),
    ("w", {"v": variant("v", "over: weathr"), "w": variant("w", extends="v"), "weather": ""}, [("weathr", "weather")]),
]


@pytest.mark.parametrize(("where", "variants", "said"), OVERS, ids=[str(line[2]) for line in OVERS])
def test_over_what_is_not_there_is_told(
    where: str, variants: dict[str, str], said: list[tuple[str, str]], tmp_path: Path
) -> None:
    model, found = load_model(where, [shelf(tmp_path, base=BASE, **variants)])
    assert model is not None
    told = [fault for fault in found if " is over '" in fault.message]
    assert [(fault.code, fault.severity) for fault in told] == [("bad-header", "warning")] * len(said)
    for fault, (name, meant) in zip(told, said, strict=True):
        assert f" is over '{name}', and there is no pack of that name" in fault.message
        assert fault.hint == f"did you mean '{meant}'?" if meant else fault.hint.startswith("choose from: base")
        assert fault.span is not None
        line = variants["v" if "v" in variants else where].splitlines()[fault.span.line - 1]
        assert line[fault.span.column - 1 :].startswith(name)


def test_over_what_lies_beside_is_known(tmp_path: Path) -> None:
    shelf(tmp_path, base=BASE, v=variant("v", "over: [w, wet, lurasko]"), w=variant("w"))
    (fault,) = handhold.check(tmp_path / "v.yaml")
    assert (fault.severity, "is over 'wet'" in fault.message) == ("warning", True)


def test_what_is_extended_is_looked_for_wherever_a_pack_is(tmp_path: Path) -> None:
    (tmp_path / "v.yaml").write_text(variant("v", extends="luraskoo"), encoding="utf-8")
    (fault,) = handhold.check(tmp_path / "v.yaml")
    (unknown,) = handhold.check("luraskoo")
    assert fault.hint == unknown.hint == "did you mean 'lurasko'?"
    shelves = unknown.message.partition("(looked in ")[2].rpartition(", ")[0]
    installed = "the Python packages that are installed"
    assert fault.message.endswith(f"(looked in {shelves}, {shown_name(tmp_path)}, {installed})")
    assert unknown.message.endswith(f"(looked in {shelves}, {installed})")


def too_high(folder: Path) -> tuple[Diagnostic, ...]:
    names = [f"v{n}" for n in range(limits.STACK + 1)]
    above = {name: variant(name, extends=names[n + 1]) for n, name in enumerate(names[:-1])}
    return load_model("v0", [shelf(folder, base=BASE, **above, **{names[-1]: variant(names[-1])})])[1]


def test_packs_stacked_too_high(tmp_path: Path) -> None:
    (fault,) = too_high(tmp_path)
    assert fault.code == "too-big"


def too_many_places() -> tuple[Diagnostic, ...]:
    row = ", ".join(f"c{n}: {n}" for n in range(15))
    rows = "".join(f"      r{n}: {{{row}}}\n" for n in range(600))
    paths = "change: {tables.big.rows.*.*: 1, tables.*.rows.*.*: 2, tables.big: {rows.*.*: 3}}"
    return put(layer("v", paths), base=HEADER.format("base") + "tables:\n  big:\n    rows:\n" + rows)[1]


def test_a_variant_that_touches_too_much() -> None:
    assert {fault.code for fault in too_many_places()} == {"too-big"}


def test_a_stack_is_named_in_any_order(tmp_path: Path) -> None:
    other = variant("b", "change: {events.climb.says.fall: Down.}", extends="base >=1,<2")
    folder = shelf(tmp_path, base=BASE, a=variant("a", GOAL), b=other)
    models = [load_model(where, [folder])[0] for where in ("base+a+b", "b+a+base", "a+b", "b+base+a", "a+b+a")]
    assert [model and model.header.name for model in models] == ["base@1.0.0+a@1.0.0+b@1.0.0"] * 5
    assert all(model == models[0] for model in models)


def test_a_variant_finds_what_lies_beside_it(tmp_path: Path) -> None:
    shelf(tmp_path, base=BASE, v=variant("v", GOAL), w=variant("w", "change: {events.climb.says.fall: Down.}", "v"))
    assert repr(handhold.load(tmp_path / "w.yaml")) == "<Pack base@1.0.0+v@1.0.0+w@1.0.0>"


def test_a_variant_in_several_files(tmp_path: Path) -> None:
    folder = tmp_path / "v"
    folder.mkdir()
    shelf(tmp_path, base=BASE)
    (folder / "pack.yaml").write_text(variant("v", GOAL + "\nremove: [settings.round.cite]\n"), encoding="utf-8")
    more = "change: {tables.distances.rows.far.goal: 6}\nremove: [modifiers.climb_tn.helps]\n"
    (folder / "more.yaml").write_text(more, encoding="utf-8")
    model, found = load_model("v", [tmp_path])
    assert [fault for fault in found if fault.severity == "error"] == []
    assert model is not None
    goals = [row.cells["goal"].value for row in model.tables["distances"].rows.values()]
    assert (goals, model.modifiers["climb_tn"].helps, model.settings["round"].meta.cite) == ([5, 6], "", "")


_FLOW = 'pack: v, format: 1, version: "1.0.0", title: T, license: CC0-1.0, extends: base'
FORMS = {
    "quoted": variant("v", f"'change'{GOAL[6:]}").replace("pack:", '"pack":').replace("extends:", '"extends":'),
    "escaped": variant("v", f'"ch\\x61nge"{GOAL[6:]}')
    .replace("pack:", '"p\\x61ck":')
    .replace("extends:", '"\\x65xtends":'),
    "indented": "".join(f"  {line}\n" for line in variant("v", GOAL).splitlines()),
    "flow": f"{{{_FLOW}, {GOAL}}}\n",
    "spaced": variant("v", GOAL).replace(":", " : ", 1).replace("extends:", "extends   :"),
    "marked": "\ufeffextends: base\n" + variant("v", GOAL).replace("extends: base\n", ""),
    "document": "---\n" + variant("v", GOAL),
}
"""A variant, written in ways of YAML that nobody uses by hand."""


@pytest.mark.parametrize("form", FORMS)
def test_a_variant_is_one_however_it_is_written(form: str, tmp_path: Path) -> None:
    folder = shelf(tmp_path, base=BASE, v=FORMS[form])
    stack, found = read_stack(read(str(folder / "v.yaml")))
    assert found == ()
    assert stack is not None
    assert [header.pack for header in stack.headers] == ["base", "v"]
    goal = node_at(stack.applied.whole, tuple(GOAL_PATH.split(".")))
    assert isinstance(goal, Scalar)
    assert (goal.value, goal.span.pack, goal.span.variant) == (5, "v", "v")


@pytest.mark.parametrize(
    "body", ["note: |\n  x\n  extends: base\n", "note: 'a\n\n  change: b'\n", "based_on: {change: {title: x}}\n"]
)
def test_a_pack_that_speaks_of_change_is_no_variant(body: str, tmp_path: Path) -> None:
    folder = shelf(tmp_path, p=HEADER.format("p") + body)
    (member,) = read(str(folder / "p.yaml")).members.values()
    assert (member.is_variant, member.header.span.variant) == (False, "")


# -- the schema for editors --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "right"),
    [
        (variant("v", "change: {a.b: 1}"), True),
        (variant("v"), True),
        (BASE, True),
        (HEADER.format("v") + "change: {}", False),
        (HEADER.format("v").replace("title: A pack\n", ""), False),
        (variant("v").replace("license: CC0-1.0\n", ""), False),
        (variant("v", "tables: {}"), False),
    ],
)
def test_an_editor_knows_variants_from_packs(text: str, right: bool) -> None:
    node, _ = read_document(text.encode(), "f.yaml")
    assert node is not None
    assert Draft202012Validator(load_schema("pack")).is_valid(plain(node)) is right
    assert (validate(node, "pack") == ()) is right


# -- the examples ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.iterdir()))
def test_an_example_is_right_and_its_cases_pass(name: str) -> None:
    pack = handhold.load(EXAMPLES / name)
    assert handhold.check(EXAMPLES / name) == ()
    cases, found = read_cases(PackPlace(EXAMPLES / name, name))
    assert found == ()
    assert len(cases) >= 3
    for case in cases:
        assert run_case(pack.runner, case) == (), case.id


def test_the_examples_stack() -> None:
    both = [handhold.load(where) for where in (f"lurasko+{WET}+{HEAVY}", f"{HEAVY}+{WET}")]
    asked = {"climber": {"dex": 14, "encumbrance_degrees": 1}, "difficulty": "hard", "distance": "short"}
    wet = {**asked, "scene": {"raining": True}}
    # by hand: TN 14 - 4 (one degree) - 4 (wet rock) = 6, Hindrance 1, so 5 of 20 faces make it; 3 * 2 + 1 exhaustion
    for pack in both:
        assert pack.checked.header.name == "lurasko@1.0.0+heavy-packs@1.0.0+wet-season@1.0.0"
        result = handhold.run(pack, "climb", wet, dice=[5])
        assert (result.outcome, result.values["margin"], result.values["exhaustion_taken"]) == ("success", 0, 7)
    assert _chance(both[0], wet) == 5 / 20
    assert _chance(handhold.load("lurasko"), asked) == 11 / 20
    assert handhold.check(f"{WET}+{HEAVY}") == ()


def test_a_variant_beside_a_variant_of_a_variant_is_not_lost(tmp_path: Path) -> None:
    texts = {
        "aa": ("lurasko", "long", 99),
        "bb": ("lurasko", "short", 77),
        "cc": ("bb", "medium", 55),
    }
    for id, (parent, row, exhaustion) in texts.items():
        head = f'pack: {id}\nformat: 1\nversion: "1.0.0"\ntitle: T\nlicense: CC0-1.0\nextends: {parent}\n'
        (tmp_path / f"{id}.yaml").write_text(f"{head}change:\n  tables.distances.rows.{row}.exhaustion: {exhaustion}\n")
    for order in ("aa", "cc"), ("cc", "aa"), ("aa", "bb", "cc"), ("cc", "bb", "aa"):
        pack = handhold.load("+".join(str(tmp_path / f"{id}.yaml") for id in order))
        cells = [handhold.evaluate(pack, f"distances.{row}.exhaustion") for row in ("long", "short", "medium")]
        assert cells == [99, 77, 55], order


def _chance(pack: handhold.Pack, asked: dict[str, object]) -> float:
    return float(handhold.odds(pack, "climb", asked).outcomes["success"])


BUDGETS = ("cells_inherited", "rows_inherited_often", "paths_of_stars", "formulas_grow", "over_many", "stack_of_bytes")
"""Hostile variants that between them go over the budgets of stacks."""


def over_budget(folder: Path) -> Iterator[tuple[Diagnostic, ...]]:
    """What is said of stacks that are too much."""
    for name in BUDGETS:
        yield load_model(VARIANTS[name].written(folder / name))[1]
    long = f" + {'1' * 50}" * 60
    changed = "".join(f"  formulas.f{n}.value: {{formula: {n} + inherited{long}}}\n" for n in range(9))
    named = "".join(f"  f{n}: {{value: {n}}}\n" for n in range(9))
    yield put(layer("v", f"change:\n{changed}"), base=f"{HEADER.format('base')}formulas:\n{named}")[1]
    great = "".join(f"  events.e{n}: {{{', '.join(f'k{i}: 1' for i in range(14))}}}\n" for n in range(400))
    heavy = {name: variant(name, f"change:\n{great}") for name in ("v", "w")}
    yield load_model("v+w", [shelf(folder, base=BASE, **heavy)])[1]
    yield load_model("o", [shelf(folder, o=variant("o", "over: [base]"))])[1]


def every_message(folder: Path) -> set[str]:
    """All that these tests make a variant say."""
    from tests.packs.test_variant_paths import WRONG

    found: list[Diagnostic] = []
    for body, *_ in WRONG:
        text = body.strip("{}").replace(", remove:", "\nremove:") if body.startswith("{") else body
        found += put(layer("v", text))[1]
    pairs: list[tuple[Layer, ...]] = [(layer("a", one), layer("b", other)) for one, other, _ in (*CLASHES, *BESIDE)]
    pairs += [tuple(layers) for layers, _, _ in CIRCLES]
    pairs += [(layer("a", "remove: [tables.distances.rows.near]"), layer("b", f"over: a\n{GOAL}"))]
    for pair in pairs:
        found += put(*pair)[1]
    for number, (where, packs, *_) in enumerate(STACKS):
        (folder / str(number)).mkdir(parents=True)
        found += load_model(where, [shelf(folder / str(number), **packs)])[1]
    (folder / "high").mkdir()
    found += (*put(layer("v", LONG))[1], *too_many_places(), *too_high(folder / "high"))
    found += (fault for faults in over_budget(folder) for fault in faults)
    return {fault.message for fault in found}
