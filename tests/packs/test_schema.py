"""The published schemas, and what is said where a file does not keep to them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from handhold import limits
from handhold.diagnostics import Diagnostic
from handhold.language.words import RESERVED, looks_like_dice
from handhold.packs.schemas.schema import KEYWORDS, SchemaName, load_schema, validate
from handhold.packs.storage.shelves import known_packs, open_pack
from handhold.packs.yaml.document import Mapping, Node, plain, read_document
from tests.packs.test_reader import DEMO, HEADER

SILENT = {
    "$schema",
    "$id",
    "$defs",
    "$ref",
    "title",
    "description",
    "examples",
    "properties",
    "items",
    "if",
    "then",
    "else",
    "allOf",
    "anyOf",
}
"""Keywords that find no fault of their own."""

NAMES: tuple[SchemaName, ...] = ("pack", "withfile", "scenario")


def node_of(text: str) -> Node:
    node, found = read_document(text.encode(), "f.yaml")
    assert found == ()
    assert node is not None
    return node


def faults(text: str, schema: SchemaName = "pack") -> tuple[Diagnostic, ...]:
    return validate(node_of(text), schema)


def subschemas(schema: object) -> Iterator[dict[str, object]]:
    """Every schema in a schema, itself included."""
    if not isinstance(schema, dict):
        return
    yield schema
    for keyword, inner in schema.items():
        if keyword in ("examples", "enum", "const"):
            continue
        if keyword in ("properties", "$defs"):
            for each in inner.values():
                yield from subschemas(each)
        elif isinstance(inner, list):
            for each in inner:
                yield from subschemas(each)
        else:
            yield from subschemas(inner)


# -- the schemas themselves --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_a_schema(name: SchemaName) -> None:
    Draft202012Validator.check_schema(load_schema(name))


@pytest.mark.parametrize("name", NAMES)
def test_every_keyword_has_words(name: SchemaName) -> None:
    used = {keyword for schema in subschemas(load_schema(name)) for keyword in schema}
    assert used <= SILENT | KEYWORDS


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_closed_and_explains_itself(name: SchemaName) -> None:
    whole = load_schema(name)
    keys = 0
    for schema in subschemas(whole):
        assert "oneOf" not in schema
        if "properties" not in schema:
            continue
        assert "additionalProperties" in schema, schema
        properties = schema["properties"]
        assert isinstance(properties, dict)
        for key, inner in properties.items():
            keys += 1
            said = {**definition(whole, inner), **inner}
            assert said["title"], key
            assert len(said["description"]) > 5, key
            assert said["examples"], key
    assert keys >= 15


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_of_a_schema_keep_to_it(name: SchemaName) -> None:
    whole = load_schema(name)
    definitions = whole["$defs"]
    for schema in subschemas(whole):
        examples = schema.get("examples", [])
        assert isinstance(examples, list)
        for example in examples:
            found = Draft202012Validator({**schema, "$defs": definitions}).iter_errors(example)
            assert [error.message for error in found] == [], (schema.get("description"), example)


def definition(whole: dict[str, object], schema: dict[str, str]) -> dict[str, object]:
    """What a schema refers to; empty where it refers to nothing."""
    definitions = whole["$defs"]
    assert isinstance(definitions, dict)
    found = definitions.get(schema.get("$ref", "").rpartition("/")[2], {})
    assert isinstance(found, dict)
    return found


def test_the_reserved_words_are_those_of_the_language() -> None:
    definitions = load_schema("pack")["$defs"]
    assert isinstance(definitions, dict)
    words, dice = (definitions["id"]["not"]["anyOf"][n] for n in (0, 1))
    assert set(words["enum"]) == RESERVED | {"on", "off", "yes", "no", "null"}
    for word in (
        "d6",
        "d20kh2",
        "kh",
        "kl2",
        "dh1",
        "ro",
        "rr2",
        "d",
        "dex",
        "k",
        "kiln",
        "drop",
        "roll",
        "rope",
        "do",
        "k2",
    ):
        assert bool(re.search(dice["pattern"], word)) == looks_like_dice(word), word


# -- what is right -----------------------------------------------------------------------------------------------------


def test_the_demo_is_right() -> None:
    assert faults(DEMO) == ()


@pytest.mark.parametrize("name", [name for name, _ in known_packs()])
def test_each_file_of_a_shipped_pack_is_right_for_an_editor(name: str) -> None:
    files, found = open_pack(name)
    assert found == ()
    schema = load_schema("pack")
    whole = Draft202012Validator(schema)
    part = Draft202012Validator({"$ref": "#/$defs/part", "$defs": schema["$defs"]})
    for number, file in enumerate(files):
        node, _ = read_document(file.data, file.name)
        assert node is not None
        assert [error.message for error in (part if number else whole).iter_errors(plain(node))] == []


WITH = """\
event: climb
given:
  scene: {raining: true}
  climber: {dex: 12, hurt: null, hands: [1, 2.5]}
choices: {push: true}
dice: {roll: [10, 10, 9], fall.damage: 3}
settings: {round: down}
seed: 7
"""
CASE = """\
pack: demo
cases:
  slips:
    title: A slip
    cite: p. 3
    note: By hand.
    rules: [R-1]
    authority: worked out by hand
    event: climb
    given: {climber: {dex: 12}}
    dice: [10, 9]
    expect:
      outcome: slip
      refused: []
      values: {margin: -2}
      state: {climber: {tired: 1}}
      effects: {climber.tired: 1}
      rolls: {roll: {faces: [10, 9]}}
      odds: {outcome: {slip: 1/2}}
"""


@pytest.mark.parametrize("text", [WITH, CASE, "event: climb", "{}", "cases: {}"])
def test_a_with_file_and_a_case_file_are_right(text: str) -> None:
    assert faults(text, "withfile") == ()


def test_the_levels_allowed_can_be_judged() -> None:
    depth = (limits.NESTING - 5) // 2
    body = "{value: 1, wrong: 2}"
    for _ in range(depth):
        body = f"{{when: a, steps: {{b: {body}}}}}"
    (fault,) = faults(f"{HEADER}events: {{e: {{steps: {{s: {body}}}}}}}")
    assert fault.code == "unknown-key"


# -- what is wrong -----------------------------------------------------------------------------------------------------

EVENT = "events:\n  climb:\n    steps:\n"
WRONG: list[tuple[str, str, str, str, str]] = [
    # body after the header (five lines), code, line:column, a piece of the message, a piece of the hint
    ("evnts: {}", "unknown-key", "6:1", "'evnts' is no key of a pack", "'events'"),
    ("tables: 3", "wrong-kind", "6:9", "'tables' needs keys and values, and this is the number 3", ""),
    ("tables:", "wrong-kind", "6:1", "nothing after its colon", "{} for none"),
    ("tables: [a]", "wrong-kind", "6:9", "this is a list", "instead of a list"),
    ("tables: {a: {rows: {}}}", "wrong-kind", "6:14", "'rows' is empty", "at least one"),
    ("tables: {a: {ordred: true, rows: {x: {}}}}", "unknown-key", "6:14", "no key of a table", "'ordered'"),
    ("tables: {a: {ordered: 'true', rows: {x: {}}}}", "wrong-kind", "6:23", "true or false", "without quotes"),
    ("tables: {a: {title: A}}", "missing-key", "6:10", "the key 'rows' of a table is missing", ""),
    ("tables: {A: {rows: {x: {}}}}", "bad-key", "6:10", "'A' is no name", "write 'a'"),
    ("tables: {3: {rows: {x: {}}}}", "bad-key", "6:10", "'3' is no name", "small letters"),
    ("tables: {if: {rows: {x: {}}}}", "bad-key", "6:10", "'if' has a meaning", "another word"),
    ("tables: {kh2: {rows: {x: {}}}}", "bad-key", "6:10", "'kh2' has a meaning", "another word"),
    (f"tables: {{{'a' * 61}: {{rows: {{x: {{}}}}}}}}", "bad-key", "6:10", "too long", "60"),
    ("tables: {a: {columns: {title: text}, rows: {x: {}}}}", "bad-key", "6:24", "'title'", "another word"),
    ("tables: {a: {columns: {b: {type: text, min: 3}}, rows: {x: {}}}}", "unknown-key", "6:40", "a column", "default"),
    ("tables: {a: {rows: {x: {at: []}}}}", "wrong-kind", "6:25", "'at' is empty", ""),
    ("tables: {a: {rows: {x: {at: [true]}}}}", "wrong-kind", "6:30", "an entry of 'at'", ""),
    ("settings: {a: {value: 1}}", "missing-key", "6:12", "'reading'", ""),
    ("settings: {a: {value: [1], reading: x}}", "wrong-kind", "6:23", "this is a list", ""),
    (
        "settings: {a: {value: b, options: [b, C], reading: x}}",
        "bad-value",
        "6:39",
        "'C' cannot stand here",
        "small letters",
    ),
    ("settings: {a: {value: b, options: [b, none], reading: x}}", "bad-value", "6:39", "'none'", "another word"),
    ("sheets:\n  climber:\n    dex:integer", "wrong-kind", "8:5", "needs keys and values", "space after the colon"),
    ("sheets: {a: {b: {default: 3}}}", "missing-key", "6:14", "'type'", ""),
    ("sheets: {a: {b: {value: x, default: 3}}}", "unknown-key", "6:28", "a computed field", ""),
    ("sheets: {a: {b: {type: flag, change: true}}}", "unknown-key", "6:30", "a field", "'changes'"),
    ("sheets: {a: {b: {type: integer, min: x}}}", "wrong-kind", "6:38", "'min' needs a number", ""),
    ("modifiers: {a: {lines: {b: {value: 1}}}}", "missing-key", "6:13", "'take'", ""),
    ("modifiers: {a: {take: most, lines: {b: {value: 1}}}}", "bad-value", "6:23", "'take' cannot be 'most'", "sum"),
    ("modifiers: {a: {take: higest, lines: {b: {value: 1}}}}", "bad-value", "6:23", "'higest'", "'highest'"),
    ("formulas: {a: {value: [b]}}", "wrong-kind", "6:23", "'value' needs a formula", "quotes"),
    ("formulas: {a: {value: }}", "wrong-kind", "6:16", "nothing after its colon", "write a formula"),
    ("formulas: {a: {vale: 3}}", "unknown-key", "6:16", "'vale'", "'value'"),
    (EVENT + "      a: {rol: d6}", "unknown-key", "9:11", "'rol' is no key of a step", "'roll'"),
    (EVENT + "      a: {note: b}", "missing-key", "9:7", "says what it does", "roll"),
    (EVENT + "      a: {roll: d6, set: b}", "unknown-key", "9:21", "both 'roll' and 'set'", ""),
    (EVENT + "      a: {set: b}", "missing-key", "9:7", "'to' of a set step", ""),
    (EVENT + "      a: {choose: flag}", "missing-key", "9:7", "'by' of a choose step", ""),
    (EVENT + "      a: {choose: flag, by: master}", "bad-value", "9:29", "'by' cannot be 'master'", "gm"),
    (EVENT + "      a: {do: b, if_refused: stop}", "bad-value", "9:30", "'if_refused'", "go_on"),
    (EVENT + "      a: {refuse: {b: {when: c}}}", "missing-key", "9:20", "'because' of a refusal", ""),
    (EVENT + "      a: {steps: {b: 1}}", "missing-key", "9:7", "'when' of a block", ""),
    (EVENT + "      a: {repeat: 3, whle: b, steps: {c: 1}}", "unknown-key", "9:22", "a repeat step", ""),
    (EVENT + "      a:", "wrong-kind", "9:7", "nothing after its colon", ""),
    (EVENT + "      a: 1\n    says: 3", "wrong-kind", "10:11", "'says' needs a text or keys and values", ""),
    (EVENT + "      a: 1\n    says: {b: 3}", "wrong-kind", "10:15", "'b' needs a text", 'b: "3"'),
    ("note: 3", "wrong-kind", "6:7", "'note' needs a text, and this is the number 3", 'note: "3"'),
    ("based_on: {a: {author: b}}", "missing-key", "6:12", "'title' of an origin", ""),
]


@pytest.mark.parametrize(("body", "code", "place", "message", "hint"), WRONG)
def test_a_fault_of_shape_is_said_in_an_authors_words(
    body: str, code: str, place: str, message: str, hint: str
) -> None:
    (fault,) = faults(HEADER + body)
    assert (fault.code, str(fault.span)) == (code, f"f.yaml:{place}")
    assert message in fault.message
    assert hint in fault.hint


@pytest.mark.parametrize(
    ("key", "value", "code", "hint"),
    [
        ("version", "1.10", "wrong-kind", 'version: "1.10"'),
        ("version", "1.2.3.4", "bad-header", '"1.0.0"'),
        ("version", '"1"', "bad-header", '"1.0.0"'),
        ("format", "2", "bad-header", "write 1"),
        ("format", "'1'", "bad-header", "write 1"),
        ("pack", "My Pack", "bad-header", "small letters"),
        ("title", "''", "bad-value", "between the quotes"),
        ("license", "null", "wrong-kind", "write a text"),
    ],
)
def test_a_fault_of_the_header(key: str, value: str, code: str, hint: str) -> None:
    (fault,) = faults(re.sub(rf"^{key}: .*$", f"{key}: {value}", HEADER, flags=re.MULTILINE))
    assert fault.code == code
    assert hint in fault.hint
    assert fault.span is not None
    assert fault.span.line == [line.split(":")[0] for line in HEADER.splitlines()].index(key) + 1


def test_all_that_is_missing_is_told() -> None:
    found = faults("pack: demo")
    assert [fault.message.split("'")[1] for fault in found] == ["format", "license", "title", "version"]
    assert {str(fault.span) for fault in found} == {"f.yaml:1:1"}


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("evnt: climb", "unknown-key", "'evnt' is no key of a with-file"),
        ("dice: {roll: six}", "wrong-kind", "'roll' needs a whole number or a list"),
        ("dice: [six]", "wrong-kind", "an entry of 'dice' needs a whole number"),
        ("seed: true", "wrong-kind", "'seed' needs a whole number or a text"),
        ("cases: {a: {expect: {}}}", "missing-key", "'event' of a case"),
        ("cases: {a: {event: climb, expect: {outcom: b}}}", "unknown-key", "'outcom' is no key of an expect"),
        ("cases: {a: {event: climb, expects: {}}}", "unknown-key", "'expects'"),
        ("cases: {a: {event: climb}}\ngiven: {}", "unknown-key", "'given' is no key of a case file"),
        ("cases: {A 1: {event: climb}}", "bad-key", "'A 1' is no name"),
        ("[climb]", "bad-case", "this is a list"),
        ("event:climb", "bad-case", "this is the text"),
    ],
)
def test_a_fault_of_a_with_file(text: str, code: str, message: str) -> None:
    (fault,) = faults(text, "withfile")
    assert fault.code == code
    assert message in fault.message


def test_nothing_follows_from_what_is_faulty_already() -> None:
    node, found = read_document((HEADER + "settings: {a: {value: *b, reading: 1:30}}").encode(), "f.yaml")
    assert {fault.code for fault in found} == {"yaml-feature", "look-alike"}
    assert node is not None
    assert validate(node, "pack") == ()


# -- misspellings ------------------------------------------------------------------------------------------------------


OF_NAMES = {
    *(
        "based_on",
        "settings",
        "tables",
        "columns",
        "rows",
        "sheets",
        "modifiers",
        "needs",
        "lines",
        "formulas",
        "events",
    ),
    *("steps", "refuse", "with", "track", "says"),
}
"""What holds names of an author's own, so that a word misspelt there is another name."""


def keys_of_the_language(node: Node, above: tuple[str, ...] = ()) -> Iterator[tuple[str, int, int]]:
    """Each key of the language in a pack, and where it stands."""
    if isinstance(node, Mapping):
        names = bool(above) and above[-1] in OF_NAMES
        fields = len(above) > 1 and above[-2] in ("rows", "sheets")
        for key, value in node.entries:
            if not names and not fields:
                yield str(key.value), key.span.line, key.span.column
            # What stands below a name is no longer among names, whatever the name is.
            yield from keys_of_the_language(value, (*above, f"={key.value}" if names or fields else str(key.value)))


def test_a_misspelt_key_is_an_error_that_nearly_always_names_the_right_one() -> None:
    lines = DEMO.splitlines(keepends=True)
    total = right = 0
    for word, line, column in keys_of_the_language(node_of(DEMO)):
        middle = len(word) // 2
        for wrong in {word[:middle] + word[middle + 1 :], word[:middle] + "q" + word[middle + 1 :], word + "s"}:
            changed = list(lines)
            text = changed[line - 1]
            changed[line - 1] = text[: column - 1] + wrong + text[column - 1 + len(word) :]
            node, found = read_document("".join(changed).encode(), "f.yaml")
            found = found if node is None else (*found, *validate(node, "pack"))
            assert found, (word, wrong, line)
            total += 1
            right += any(f"'{word}'" in f"{fault.hint} {fault.message}" for fault in found)
    assert total > 150
    assert right >= 0.9 * total, (right, total)


def test_the_schemas_are_kept_as_they_are_written() -> None:
    for name in NAMES:
        path = Path(__file__).resolve().parents[2] / "schemas" / f"{name}.schema.json"
        text = path.read_text(encoding="utf-8")
        assert text == json.dumps(json.loads(text), indent=2, ensure_ascii=False) + "\n"
