"""docs/language.md holds every key, word, function, code and limit there is, and its tables of examples are so."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

import handhold
from handhold import limits
from handhold.diagnostics import CODES
from handhold.language.functions import FUNCTIONS
from handhold.language.parser import parse
from handhold.language.printer import show
from handhold.language.syntax import Formula
from handhold.language.types import WRITABLE
from handhold.language.words import RESERVED
from handhold.packs.checked import Site
from handhold.report.values import value_text
from tests.documents import ROOT, blocks

TEXT = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
SPAN = re.compile(r"`([^`\n]+)`")

LIMITS = {
    "words of one command": limits.WORDS,
    "bytes of one file": limits.FILE_BYTES,
    "bytes of one pack": limits.PACK_BYTES,
    "files of one pack": limits.PACK_FILES,
    "keys and values in one file or pack": limits.NODES,
    "entries of one mapping, such as the rows of a table": limits.ENTRIES,
    "cells of one table": limits.CELLS,
    "steps of one event": limits.STEPS,
    "faults that are looked for": limits.FAULTS,
    "levels of indentation": limits.NESTING,
    "characters of a line": limits.LINE_LENGTH,
    "characters of an id": limits.ID_LENGTH,
    "characters of a text": limits.TEXT_LENGTH,
    "formulas of one pack, each `{name}` in a text counted too": limits.FORMULAS,
    "words, numbers and signs of all formulas of one pack": limits.FORMULAS_WORDS,
    "characters of a formula": limits.FORMULA_LENGTH,
    "parts of a formula inside one another": limits.FORMULA_DEPTH,
    "parts of one chain such as `a + b + c`": limits.FORMULA_TERMS,
    "digits of a number": limits.DIGITS,
    "dice of one pool": limits.DICE,
    "sides of a die": limits.SIDES,
    "faces that the rerolls without end of one throw may ask for on average": limits.REROLLS,
    "pools joined in one throw": limits.POOLS,
    "more dice that one exploding die may bring": limits.EXTRA_THROWS,
    "blocks and loops inside one another": limits.BLOCK_DEPTH,
    "sheets inside one another": limits.SHEET_DEPTH,
    "levels of all formulas that use one another in a row, and 2 more for each": limits.CHAIN_LEVELS,
    "values of an event, with those of the events that it does": limits.NAMES,
    "events that use one another in a row, with the blocks and loops of each": limits.CALL_DEPTH,
    "things in a list, members of a group": limits.LIST_LENGTH,
    "whole numbers of a range": limits.RANGE_LENGTH,
    "steps that one event can take": limits.EVENT_WORK,
    "parts of one formula, with those of the formulas that it uses, each time it uses them": limits.FORMULA_WORK,
    "parts of formulas worked out in one run": limits.RUN_WORK,
    "of which a step counts for": limits.STEP_WORK,
    "of which a die thrown counts for": limits.FACE_WORK,
    "parts of formulas worked out in lists, loops and events of one odds run": limits.ODDS_WORK,
    "pairs of state and face that odds look at": limits.ODDS_STEPS,
    "states at once in odds": limits.ODDS_STATES,
}


def tables() -> Iterator[tuple[tuple[str, ...], list[tuple[str, ...]]]]:
    """The tables of the document: their heads and rows, cell by cell."""
    for match in re.finditer(r"^\|.*\n\|[-|]+\n((?:\|.*\n)+)", TEXT, re.MULTILINE):
        head, _, *rows = (tuple(map(str.strip, line.strip("|").split("|"))) for line in match[0].splitlines())
        yield head, rows


def columns(*wanted: str) -> list[tuple[str, ...]]:
    """The rows of all tables that have those columns, with these alone."""
    fitting = [(head, rows) for head, rows in tables() if {*wanted} <= {*head}]
    found = [tuple(row[head.index(name)] for name in wanted) for head, rows in fitting for row in rows]
    assert found
    return found


def spans(cell: str) -> list[str]:
    return SPAN.findall(cell)


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> handhold.Pack:
    """The pack that the document builds."""
    folder = tmp_path_factory.mktemp("rooftops")
    for block in blocks(TEXT):
        if block.file.startswith("rulepacks/rooftops/"):
            (folder / Path(block.file).name).write_text(block.text, encoding="utf-8")
    return handhold.load(folder)


def test_the_pack_of_the_document_has_no_warning(pack: handhold.Pack) -> None:
    assert not pack.diagnostics


def test_every_key_and_word_of_the_schema_is_told() -> None:
    schema = json.loads((ROOT / "schemas" / "pack.schema.json").read_text(encoding="utf-8"))
    told = {word for span in spans(TEXT) for word in re.findall(r"[a-z_]+", span)}
    assert not {word for word in words_of(schema) if word not in told}


def words_of(schema: object) -> Iterator[str]:
    """The keys that a schema allows, and the words that it lists."""
    if isinstance(schema, list):
        for part in schema:
            yield from words_of(part)
    elif isinstance(schema, dict):
        yield from schema.get("properties", {})
        yield from (word for word in schema.get("enum", ()) if isinstance(word, str))
        for part in schema.values():
            yield from words_of(part)


def test_every_kind_of_step_is_told() -> None:
    told = {word.strip() for (cell,) in columns("kind") for word in cell.split(",")}
    assert told == {*get_args(get_type_hints(Site)["kind"]), "repeat"}


def test_every_type_is_told() -> None:
    told = {span for (cell,) in columns("type") for span in spans(cell)}
    assert told >= {*WRITABLE, "optional T", "list of T", "group of S"}


def test_every_reserved_word_is_told() -> None:
    assert {span for (cell,) in columns("not allowed as an id") for span in spans(cell)} >= RESERVED


def test_every_function_is_told() -> None:
    assert [spans(cell) for (cell,) in columns("function")] == [[id] for id in FUNCTIONS]


def test_every_code_is_told() -> None:
    assert [spans(cell) for (cell,) in columns("code")] == [[code] for code in CODES]


def test_every_limit_is_right() -> None:
    assert columns("what", "at most") == [(what, f"{most:,}") for what, most in LIMITS.items()]


EXAMPLES = [*columns("example", "gives"), *columns("formula", "gives")]


@pytest.mark.parametrize(("formula", "value"), EXAMPLES)
def test_an_example_gives_what_it_says(formula: str, value: str, pack: handhold.Pack) -> None:
    assert value_text(handhold.evaluate(pack, formula.strip("`"))) == value.strip("`")


@pytest.mark.parametrize("formula", [span for (cell,) in columns("refused") for span in spans(cell)])
def test_what_is_refused_is_refused(formula: str, pack: handhold.Pack) -> None:
    with pytest.raises(handhold.InputError):
        handhold.evaluate(pack, formula)


@pytest.mark.parametrize("formula", [span for _, cell in columns("refused", "write") for span in spans(cell)])
def test_what_is_to_be_written_instead_is_right(formula: str, pack: handhold.Pack) -> None:
    handhold.evaluate(pack, formula, {"roll": 4} if "roll" in formula else {})


@pytest.mark.parametrize(("formula", "meant"), [pair for pair in columns("example", "means") if pair[0]])
def test_what_binds_tighter(formula: str, meant: str) -> None:
    one, other = (parse(text.strip("`")) for text in (formula, meant))
    assert isinstance(one, Formula)
    assert isinstance(other, Formula)
    assert show(one) == show(other)
