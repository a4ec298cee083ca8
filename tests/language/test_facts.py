"""What conditions say: no value lies outside what is known under them, and a test that is decided is so every time.

Formulas of conditions are worked out by the plain walk of `reference` for every value that their names can have.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from handhold.language import core
from handhold.language.bounds import Answer, Reckoner
from handhold.language.core import Core
from handhold.language.intervals import Interval, between
from handhold.language.reaches import Options, Reach
from handhold.language.types import FLAG
from tests.language.formulas import WORLD, checked
from tests.language.reference import walk

POSSIBLE: dict[str, tuple[object, ...]] = {
    "n": tuple(range(-2, 4)),
    "k": tuple(range(3)),
    "yes": (True, False),
    "size": (0, 1, 2),
    "lost": (None, 0, 1, 2),
}
KNOWN: dict[str, Reach] = {"n": between(-2, 3, True), "k": between(0, 2, True)}

atoms = st.sampled_from(
    [
        *("n > 1", "n <= 0", "n == 2", "n != 0", "n >= k", "n < k", "n - k > 1", "n in 0..k", "k in 1..5", "2 > n"),
        *(
            "yes",
            "yes is false",
            "size is small",
            "size is not medium",
            "size is one of (small, large)",
            "size > small",
        ),
        *("size <= medium", "lost is large", "lost is not small", "lost is none", "lost is not none", "lost is size"),
        *(
            "size.share > 1",
            "settings.way is up",
            "settings.way is down",
            "settings.open",
            "n in list(j for j in 1..k)",
        ),
    ]
)
conditions = st.recursive(
    atoms,
    lambda inner: st.one_of(
        inner.map(lambda part: f"not ({part})"),
        st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(lambda parts: "({}) {} ({})".format(*parts)),
    ),
    max_leaves=4,
)
numbers = st.recursive(
    st.sampled_from(["n", "k", "n - k", "k - n", "abs(n)", "size.share", "7", "(if yes then 1 else n)"]),
    lambda inner: st.one_of(
        st.tuples(conditions, inner, inner).map(lambda parts: "(if {} then {} else {})".format(*parts)),
        st.tuples(inner, inner).map(lambda parts: "({} + {})".format(*parts)),
        st.tuples(inner, conditions).map(lambda parts: "sum({} for i in 1..2 where {})".format(*parts)),
    ),
    max_leaves=6,
)


def assignments() -> Iterator[dict[str, object]]:
    for values in product(*POSSIBLE.values()):
        yield dict(zip(POSSIBLE, values, strict=True))


def with_constant(tree: Core, node: Core, holds: bool) -> Core:
    """The tree with a constant for one of its nodes."""

    def swapped(part: object) -> object:
        if part is node:
            return core.Const(holds, FLAG)
        if isinstance(part, tuple):
            return tuple(map(swapped, part))
        if is_dataclass(part) and not isinstance(part, type) and type(part).__module__ == core.__name__:
            return replace(part, **{each.name: swapped(getattr(part, each.name)) for each in fields(part)})
        return part

    found = swapped(tree)
    assert found is not tree
    return found  # type: ignore[return-value]  # a tree again


@given(numbers)
@settings(max_examples=300, deadline=None)
def test_what_is_known_holds_for_every_value(text: str) -> None:
    found = checked(text)
    if found.faults:
        return
    answers: list[Answer] = []
    reach = Reckoner(WORLD, None, answers.append).reach(found.core, KNOWN)
    assert isinstance(reach, Interval)
    decided = [with_constant(found.core, each.asked.test, each.holds) for each in answers if each.holds is not None]
    for values in assignments():
        value = walk(found.core, values, WORLD)
        assert reach.holds(value), values
        assert all(walk(tree, values, WORLD) == value for tree in decided), values


@given(conditions)
@settings(max_examples=300, deadline=None)
def test_what_a_test_says_holds_where_it_does(text: str) -> None:
    found = checked(text)
    if found.faults:
        return
    told = Reckoner(WORLD).tell(found.core, KNOWN)
    for values in assignments():
        facts = told[0 if walk(found.core, values, WORLD) else 1]
        for key, reach in facts.items():
            if len(key) == 2 and str(key[1]).startswith("var "):
                value = values[str(key[1]).removeprefix("var ")]
                if isinstance(reach, Options):
                    assert value in reach.values
                elif isinstance(reach, Interval) and isinstance(value, int):
                    assert reach.holds(value)


def answers_in(text: str) -> list[tuple[str, bool]]:
    """The tests that are decided, each with its text and whether it holds."""
    found = checked(text)
    assert not found.faults, found.faults
    answers: list[Answer] = []
    Reckoner(WORLD, None, answers.append).reach(found.core, KNOWN)
    return [(text[slice(*each.asked.test.span)], each.holds) for each in answers if each.holds is not None]


def test_a_test_is_decided_by_what_is_asked_before() -> None:
    assert answers_in("if n > 1 then 1 else if n > 2 then 2 else 3") == [("n > 2", False)]
    assert answers_in("if n > 1 then 1 else if n <= 1 then 2 else 3") == []
    assert answers_in("if size is small then 1 else if size is medium then 2 else if size is large then 3 else 4") == [
        ("size is large", True)
    ]
    assert answers_in("if size is small then 1 else if size is not small then 2 else 3") == [
        ("size is not small", False)
    ]
    assert answers_in("if lost is small then 1 else if lost is one of (medium, large) then 2 else 3") == []
    assert answers_in("if yes then 1 else if yes then 2 else 3") == [("yes", False)]
    assert answers_in("if yes and n > 1 then 1 else if yes then 2 else 3") == []
    assert answers_in("if settings.way is up then 1 else if settings.way is up then 2 else 3") == [
        ("settings.way is up", False)
    ]
    assert answers_in("size is small or size is medium or size is large") == [("size is large", True)]
    assert answers_in("if size is small then 1 else sum(1 for i in 1..2 where size is small)") == [
        ("size is small", False)
    ]
