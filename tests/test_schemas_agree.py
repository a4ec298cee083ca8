"""The published schemas agree with the command, over a corpus of good and bad packs, variants, cases, with-files and
scenarios.

Where the schema finds a fault, the command finds one at that place. What the command finds nothing wrong with is right
by the schema, and where the command finds a fault of shape the schema does too. The schema is taken from its file, as
an editor takes it, and check-jsonschema judges the same files from outside.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, ValidationError

import handhold
from handhold.diagnostics import Diagnostic
from handhold.packs.schemas.schema import SchemaName, validate
from handhold.packs.stacks.members import document_of
from handhold.packs.storage.shelves import open_pack
from handhold.packs.yaml.document import Mapping, Node, Scalar, Sequence, plain, read_document
from handhold.source import Span
from tests.hostile.given import CASES, SCENARIOS, WITH_FILES
from tests.test_faulty import faulty

ROOT = Path(__file__).parents[1]

SHAPE = {"unknown-key", "missing-key", "wrong-kind", "bad-key", "bad-header", "not-a-pack", "bad-case"}
"""Codes of faults of shape: of keys, and of the kind of a value. A schema can find these."""

BEYOND = {
    # the columns of a table, and whether its rows have numbers, are what the pack itself says
    "at_missing.yaml",
    "cell_missing.yaml",
    "cell_misspelt.yaml",
    "column_misspelt.yaml",
    "column_unknown.yaml",
    # to a schema a text of blanks is a text
    "formula_is_empty.yaml",
}
"""Faulty files whose fault of shape only those can see who know more than the shape."""


MOVED = {"indented_too_little.yaml", "not_indented.yaml"}
"""Faulty files that the command reads as they are meant; the schema finds its faults where the lines stand now."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A document that could be read, what the schema has against it, and what the command has."""

    schema: SchemaName
    node: Node
    errors: tuple[ValidationError, ...]
    found: tuple[Diagnostic, ...]


def sample(schema: SchemaName, node: Node, found: Iterable[Diagnostic]) -> Sample:
    judge = Draft202012Validator(json.loads(schema_file(schema).read_text(encoding="utf-8")))
    return Sample(schema, node, tuple(judge.iter_errors(plain(node))), tuple(found))


def schema_file(schema: SchemaName) -> Path:
    return ROOT / "schemas" / f"{schema}.schema.json"


# -- the corpus --------------------------------------------------------------------------------------------------------


def packs() -> list[Path]:
    tests = ROOT / "tests"
    small = [*(tests / "fixtures").glob("*.yaml"), *(tests / "cli" / "packs").glob("*.yaml")]
    large = [*(ROOT / "rulepacks").iterdir(), *(ROOT / "examples" / "variants").iterdir()]
    whole = [path for path in large if (path / "pack.yaml").is_file()]
    return [*sorted(whole), *sorted(small), *(path for path in faulty() if path.suffix in ("", ".yaml"))]


@cache
def of_pack(path: Path) -> Sample | None:
    """The pack as one document; None where it is no YAML that packs use, which no schema is asked about."""
    files, faults = open_pack(str(path))
    if faults:
        return None
    node, unread = document_of(files)
    if node is None or unread:
        return None
    own = {file.name for file in files}
    return sample("pack", node, (each for each in handhold.check(path) if each.span and each.span.file in own))


def texts() -> dict[str, tuple[SchemaName, bytes]]:
    """With-files, files of cases and scenarios, good and bad, by a name of their own."""
    found: dict[str, tuple[SchemaName, bytes]] = {}
    for path in sorted(ROOT.glob("rulepacks/*/tests/*.yaml")) + sorted(ROOT.glob("examples/variants/*/tests/*.yaml")):
        found[str(path.relative_to(ROOT))] = "withfile", path.read_bytes()
    for path in sorted((ROOT / "examples").glob("*.yaml")):
        found[str(path.relative_to(ROOT))] = "scenario", path.read_bytes()
    for path in sorted((ROOT / "tests" / "faulty").glob("*/tests/*.yaml")):
        found[f"{path.parts[-3]}/{path.name}"] = "withfile", path.read_bytes()
    for kind, schema, given in (
        ("with", "withfile", WITH_FILES),
        ("cases", "withfile", CASES),
        ("play", "scenario", SCENARIOS),
    ):
        for name, text in given.items():
            found[f"{kind} {name}"] = schema, os.fsencode(text)  # type: ignore[assignment]  # one of the two
    return found


TEXTS = texts()


@cache
def of_text(name: str) -> Sample | None:
    schema, data = TEXTS[name]
    node, unread = read_document(data, "f.yaml")
    return None if node is None or unread else sample(schema, node, validate(node, schema))


def corpus() -> list[Sample]:
    return [each for each in (*map(of_pack, packs()), *map(of_text, TEXTS)) if each is not None]


# -- the judges agree --------------------------------------------------------------------------------------------------


def spans_on_the_way(node: Node, path: Iterable[str | int]) -> list[Span]:
    """Where a path leads, and the key and value before it."""
    spans = [node.span]
    for step in path:
        if isinstance(node, Mapping):
            key, node = next((key, value) for key, value in node.entries if str(key.value) == str(step))
            spans += [key.span, node.span]
        else:
            assert isinstance(node, Sequence)
            assert isinstance(step, int)
            node = node.items[step]
            spans.append(node.span)
    return spans[-2:]


def within(inner: Span, outer: Span) -> bool:
    """Whether a span begins in another."""
    start = (inner.line, inner.column)
    return inner.file == outer.file and (outer.line, outer.column) <= start <= (outer.end_line, outer.end_column)


def assert_agreement(sample: Sample | None, name: str) -> None:
    if sample is None:
        return
    told = [each for each in sample.found if each.severity == "error"]
    for error in sample.errors[:50] if name not in MOVED else ():
        places = spans_on_the_way(sample.node, error.absolute_path)
        near = [each for each in told if each.span and any(within(each.span, place) for place in places)]
        assert near, f"{name}: only the schema says at {list(error.absolute_path)}: {error.message[:200]}"
    shape = [each for each in told if each.code in SHAPE]
    assert bool(sample.errors) >= bool(shape and name not in BEYOND), f"{name}: only the command says: {shape[0]}"
    assert told or not sample.errors, name
    assert sample.errors or name not in MOVED, name


@pytest.mark.parametrize("path", packs(), ids=lambda path: path.name)
def test_schema_and_command_agree_on_a_pack(path: Path) -> None:
    assert_agreement(of_pack(path), path.name)


@pytest.mark.parametrize("name", TEXTS)
def test_schema_and_command_agree_on_what_is_given(name: str) -> None:
    assert_agreement(of_text(name), name)


def test_the_corpus_holds_good_and_bad() -> None:
    """So that agreement says something."""
    for schema, least in (("pack", 30), ("withfile", 12), ("scenario", 4)):
        bad = [bool(each.errors) for each in corpus() if each.schema == schema]
        assert min(bad.count(True), bad.count(False)) >= least, (schema, len(bad), bad.count(True))


def judged_outside(schema: SchemaName, files: Iterable[Path]) -> dict[str, bool]:
    """By name of the file, whether check-jsonschema finds it right, which reads patterns as ECMAScript does."""
    command = [sys.executable, "-m", "check_jsonschema", "--no-cache", "--output-format", "JSON"]
    named = [str(file) for file in files]
    ran = subprocess.run(
        [*command, "--schemafile", str(schema_file(schema)), *named],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    answer = json.loads(ran.stdout)
    assert not answer.get("parse_errors")
    wrong = {error["filename"] for error in answer["errors"]}
    return {name: name not in wrong for name in named}


def test_an_outside_judge_agrees_on_packs_as_they_are_written() -> None:
    """Read by another reader of YAML, too."""
    samples = {str(path): of_pack(path) for path in packs() if path.suffix == ".yaml"}
    expected = {name: not each.errors for name, each in samples.items() if each is not None}
    assert judged_outside("pack", map(Path, expected)) == expected


@pytest.mark.parametrize("schema", ["pack", "withfile", "scenario"])
def test_an_outside_judge_agrees_with_the_schema(schema: SchemaName, tmp_path: Path) -> None:
    """On the documents as the command has read them."""
    expected: dict[str, bool] = {}
    for n, each in enumerate(each for each in corpus() if each.schema == schema):
        file = tmp_path / f"{n}.json"
        file.write_text(json.dumps(_as_json(each.node)), encoding="utf-8")
        expected[str(file)] = not each.errors
    assert judged_outside(schema, map(Path, expected)) == expected


def _as_json(node: Node) -> object:
    """The document for a reader of JSON, whose numbers with a point are near enough."""
    match node:
        case Mapping(entries=entries):
            return {str(key.value): _as_json(value) for key, value in entries}
        case Sequence(items=items):
            return [_as_json(item) for item in items]
        case Scalar(value=value):
            return value if isinstance(value, int | str | None) else float(value)
