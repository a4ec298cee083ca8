"""What is accepted quickly is what jsonschema has nothing to say of, and the other way round."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from handhold.packs.schemas.accepted import accepts
from handhold.packs.schemas.schema import SchemaName, load_schema
from handhold.packs.yaml.document import read_document
from handhold.packs.yaml.nodes import Mapping, plain
from tests.shipped import ROOT

NAMES: tuple[SchemaName, ...] = get_args(SchemaName)
SCHEMAS = {name: load_schema(name) for name in NAMES}
JUDGES = {name: Draft202012Validator(schema) for name, schema in SCHEMAS.items()}
VALUES: list[object] = [
    None,
    True,
    0,
    1,
    Fraction(1, 2),
    "",
    "a",
    "A b",
    "is",
    "1.0.0",
    [],
    ["a"],
    {},
    {"a": 1},
    "x" * 70,
]


def files() -> list[Path]:
    """Files of every kind, right ones and faulty ones."""
    right = [*(ROOT / "rulepacks").glob("*/*.yaml"), *(ROOT / "examples").rglob("*.yaml")]
    cases = [path for path in (ROOT / "rulepacks").glob("*/tests/*.yaml") if path.stat().st_size < 12_000]
    return sorted([*right, *cases, *(ROOT / "tests" / "faulty").rglob("*.yaml")])


def data_of(path: Path) -> object:
    node, _ = read_document(path.read_bytes(), path.name)
    return plain(node) if isinstance(node, Mapping) else None


def agrees(name: SchemaName, data: object) -> bool:
    return accepts(SCHEMAS[name], data) == JUDGES[name].is_valid(data)


def places(data: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield path
    if isinstance(data, dict):
        for key, value in data.items():
            yield from places(value, (*path, key))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from places(value, (*path, number))


def changed(data: object, path: tuple[str | int, ...], how: int) -> object:
    """The data with another value at a place, without it, or with a key more beside it."""
    if not path:
        return VALUES[how % len(VALUES)]
    whole = copy.deepcopy(data)
    held = whole
    for step in path[:-1]:
        held = held[step]  # type: ignore[index]
    match how:
        case -1:
            del held[path[-1]]  # type: ignore[attr-defined]
        case -2 if isinstance(held, dict):
            held["Not a key"] = held[path[-1]]
        case _:
            held[path[-1]] = VALUES[how % len(VALUES)]  # type: ignore[index]
    return whole


def test_every_file_is_judged_alike() -> None:
    found = files()
    assert len(found) > 200
    accepted = 0
    for path in found:
        data = data_of(path)
        for name in NAMES:
            assert agrees(name, data), (path.name, name)
            accepted += accepts(SCHEMAS[name], data)
    assert 40 < accepted < len(found)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_every_change_of_a_file_is_judged_alike(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(files()))
    held = data_of(path)
    place = data.draw(st.sampled_from(list(places(held))))
    after = changed(held, place, data.draw(st.integers(-2, len(VALUES) - 1)))
    for name in NAMES:
        assert agrees(name, after), (path.name, place)


@pytest.mark.parametrize("value", [*VALUES, "on", {"if": 1}], ids=repr)
@pytest.mark.parametrize("name", NAMES)
def test_any_value_is_judged_alike(name: SchemaName, value: object) -> None:
    assert agrees(name, value)


def test_a_keyword_without_a_test_is_not_passed_over() -> None:
    with pytest.raises(KeyError):
        accepts({"uniqueItems": True}, [])
