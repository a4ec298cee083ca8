"""YAML to nodes: what a value means, where it stands, and what is said of every trap, by both of PyYAML's loaders."""

from __future__ import annotations

from fractions import Fraction

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from handhold import limits
from handhold.diagnostics import Diagnostic
from handhold.language.faults import Fault
from handhold.language.parser import parse
from handhold.packs.yaml.document import Mapping, Node, Scalar, Sequence, plain, read_document


def read(text: str | bytes) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """What both loaders make of a text, which must be the same."""
    data = text.encode() if isinstance(text, str) else text
    fast = read_document(data, "f.yaml", "demo")
    assert fast == read_document(data, "f.yaml", "demo", pure=True)
    return fast


def data_of(text: str) -> object:
    node, found = read(text)
    assert node is not None, found
    assert not found
    return plain(node)


def scalar(text: str) -> Scalar:
    """The value of the key `a`."""
    node, found = read(text)
    assert isinstance(node, Mapping), found
    value = node.get("a")
    assert isinstance(value, Scalar)
    return value


# -- what a value means ------------------------------------------------------------------------------------------------

MEANINGS: list[tuple[str, object]] = [
    ("a: 5", {"a": 5}),
    ("a: -5", {"a": -5}),
    ("a: 0", {"a": 0}),
    ("a: 1.5", {"a": Fraction(3, 2)}),
    ("a: -0.25", {"a": Fraction(-1, 4)}),
    ("a: 1.10", {"a": Fraction(11, 10)}),
    ("a: 2.0", {"a": 2}),
    ("a: true", {"a": True}),
    ("a: false", {"a": False}),
    ("a: null", {"a": None}),
    ("a:", {"a": None}),
    ("a: none", {"a": "none"}),
    ("a: '5'", {"a": "5"}),
    ('a: "true"', {"a": "true"}),
    ("a: 'no'", {"a": "no"}),
    ("a: '1:30'", {"a": "1:30"}),
    ("a: |\n  5", {"a": "5\n"}),
    ("a: 0..", {"a": "0.."}),
    ("a: ..-10", {"a": "..-10"}),
    ("a: -2..-1", {"a": "-2..-1"}),
    ("a: [-2..-1, ..-10]", {"a": ["-2..-1", "..-10"]}),
    ("a: 3d20", {"a": "3d20"}),
    ("a: d%", {"a": "d%"}),
    ("a: 5 // 2", {"a": "5 // 2"}),
    ("a: x >= 3", {"a": "x >= 3"}),
    ("a: 1 + 1", {"a": "1 + 1"}),
    ("3: x", {"3": "x"}),
    ("{a: {}, b: []}", {"a": {}, "b": []}),
    ("a: 'it''s'", {"a": "it's"}),
    ("a: b\n  c", {"a": "b c"}),
    ("a: b # a comment", {"a": "b"}),
    ("# a comment\na: b", {"a": "b"}),
    ("a: x#y", {"a": "x#y"}),
    ("---\na: b", {"a": "b"}),
    ("a: Why not?", {"a": "Why not?"}),
    ("{a: Why not?, b: ?}", {"a": "Why not?", "b": "?"}),
    ("a: ? b", {"a": "? b"}),
    ("\ufeffa: b", {"a": "b"}),
    ("a: b\r\nc: d\r\n", {"a": "b", "c": "d"}),
    ("a: é 𝒳", {"a": "é 𝒳"}),
    ("a: “x”", {"a": "“x”"}),
    ("a: Height ≥ 3 m × 2", {"a": "Height ≥ 3 m × 2"}),
    ("a: '−5'", {"a": "−5"}),
    ("url: https://example.org", {"url": "https://example.org"}),
]


@pytest.mark.parametrize(("text", "meaning"), MEANINGS)
def test_a_value_means_what_it_looks_like(text: str, meaning: object) -> None:
    found = data_of(text)
    assert found == meaning
    # 5 == True in Python, and a whole decimal is an int
    assert repr(found) == repr(meaning)


# -- what is refused, where, with what to type -------------------------------------------------------------------------

REFUSED: list[tuple[str, str, str, str]] = [
    # text, code, line:column-line:column, a piece of the hint
    ("a: 1:30", "look-alike", "1:4-1:8", '"1:30"'),
    ("a: 017", "look-alike", "1:4-1:7", "without it"),
    ("a: -007", "look-alike", "1:4-1:8", "without it"),
    ("a: 1_000", "look-alike", "1:4-1:9", "without it"),
    ("a: 1,000", "look-alike", "1:4-1:9", "write the digits together: 1000"),
    ("a: 2024-01-01", "look-alike", "1:4-1:14", '"2024-01-01"'),
    ("a: 1e3", "look-alike", "1:4-1:7", "write the digits out"),
    ("a: 0x1F", "look-alike", "1:4-1:8", "digits 0 to 9"),
    ("a: 0o17", "look-alike", "1:4-1:8", "digits 0 to 9"),
    ("a: +5", "look-alike", "1:4-1:6", "without it"),
    ("a: .5", "look-alike", "1:4-1:6", "0.5"),
    ("a: 5.", "look-alike", "1:4-1:6", "0.5"),
    ("a: −5", "look-alike", "1:4-1:6", "'-' of the keyboard"),
    ("a: [–0.5]", "look-alike", "1:5-1:9", "'-' of the keyboard"),
    ("a: .inf", "look-alike", "1:4-1:8", "quotes"),
    ("a: ~", "look-alike", "1:4-1:5", "write null"),
    ("a: yes", "look-alike", "1:4-1:7", "write true, or"),
    ("a: Off", "look-alike", "1:4-1:7", "write false, or"),
    ("a: True", "look-alike", "1:4-1:8", "write true"),
    ("a: [x, NO]", "look-alike", "1:8-1:10", "write false, or"),
    ("a:\tb", "look-alike", "1:3-1:4", "use spaces"),
    ("a: b\n\tc: d", "look-alike", "2:1-2:2", "use spaces"),
    ("a: b\u2028c", "look-alike", "1:5-1:6", "press Enter"),
    ("a: b\rc: d", "look-alike", "1:5-1:6", "press Enter"),
    ("a: b\u200bc", "look-alike", "1:5-1:6", "delete it"),
    ("a: \u202eb", "look-alike", "1:4-1:5", "delete it"),
    ("a: b\ue000", "look-alike", "1:5-1:6", "delete it"),
    ("a: b\x1b[31m", "look-alike", "1:5-1:6", "delete it"),
    ("a:\n\u00a0 b: 1", "look-alike", "2:1-2:2", "space bar"),
    ("a:\u00a0b", "look-alike", "1:3-1:4", "space bar"),
    ("a: Rule #3 applies", "look-alike", "1:9-1:11", "quotes"),
    ("{a:1}", "look-alike", "1:3-1:4", "write 'a: 1'"),
    ("a: 1\na: 2", "duplicate-key", "2:1-2:2", "line 1"),
    ("{a: 1, b: 2, a: 3}", "duplicate-key", "1:14-1:15", "line 1"),
    ("1: x\n'1': y", "duplicate-key", "2:1-2:4", "line 1"),
    ("on: 1", "bad-key", "1:1-1:3", "another word"),
    ("'No': 1", "bad-key", "1:1-1:5", "another word"),
    ("true: 1", "bad-key", "1:1-1:5", '"true" in quotes'),
    ("null: 1", "bad-key", "1:1-1:5", "whole number"),
    ("1.5: x", "bad-key", "1:1-1:4", "whole number"),
    ("{: x}", "yaml-syntax", "1:2-1:3", "quotes"),
    ("{'': x}", "bad-key", "1:2-1:4", "before the colon"),
    (": x", "yaml-syntax", "1:1-1:2", "quotes"),
    ("[a]: x", "bad-key", "1:1-1:4", "quotes"),
    ("a b\u00a0c: x", "bad-key", "1:1-1:6", "space bar"),
    ("a: &x b", "yaml-feature", "1:4-1:5", "quotes"),
    ("a: *x", "yaml-feature", "1:4-1:5", "quotes"),
    ("a: !x b", "yaml-feature", "1:4-1:5", "'not'"),
    ("a: != 3", "yaml-feature", "1:4-1:5", "'!='"),
    ("<<: {a: 1}", "yaml-feature", "1:1-1:3", "write the entries out"),
    ("? a\n: b", "yaml-syntax", "1:1-1:4", "write 'key: value'"),
    ("a: b\n---\nc: d", "yaml-feature", "2:1-2:4", "file of its own"),
    ("%YAML 1.2\n---\na: b", "yaml-feature", "1:1-1:2", "delete it"),
    ("# x\n%FOO\n---\na: b", "yaml-feature", "2:1-2:2", "delete it"),
    ("a: >2\n    b", "yaml-feature", "1:4-1:6", "quotes"),
    ("a: > 3", "yaml-syntax", "1:4-1:5", "quotes"),
    ("a: >= 3", "yaml-syntax", "1:4-1:5", "quotes"),
    ("a: {b: >= 3}", "yaml-syntax", "1:8-1:9", "quotes"),
    ("a: %x", "yaml-syntax", "1:4-1:5", "quotes"),
    ("a: @x", "yaml-syntax", "1:4-1:5", "quotes"),
    ("a: `x`", "yaml-syntax", "1:4-1:5", "quotes"),
    ("a: [b] + 2", "yaml-syntax", "1:8-1:9", "quotes"),
    ("a: {b} falls", "yaml-syntax", "1:8-1:9", "quotes"),
    ('a: "b" is c', "yaml-syntax", "1:8-1:9", "quotes"),
    ("a: 'Don't go'", "yaml-syntax", "1:9-1:10", "twice"),
    ("{a: 'Don't go', b: 1}", "yaml-syntax", "1:10-1:11", "twice"),
    ("a: - 5", "yaml-syntax", "1:4-1:5", "-5"),
    ("a: , b", "yaml-syntax", "1:4-1:5", "quotes"),
    ("a: b: c", "yaml-syntax", "1:5-1:6", "quotes"),
    ("a: f(x: y)", "yaml-syntax", "1:7-1:8", "'='"),
    ("a: {b: f(x: y)}", "yaml-syntax", "1:11-1:12", "'='"),
    ("a: {b: rolled[x].ok}", "yaml-syntax", "1:14-1:15", "table(x)"),
    ("{a: b, c:}", "yaml-syntax", "1:9-1:10", "space after the colon"),
    ("a:\n  b:c\n  d: e", "yaml-syntax", "2:4-2:5", "write 'b: c'"),
    ("a: b\nc\nd: e", "yaml-syntax", "2:1-2:2", "key: value"),
    ("a: b\n  c: d", "yaml-syntax", "2:3-2:4", "first letter"),
    ("a:\n    b: c\n  d: e", "yaml-syntax", "3:3-3:7", "same column"),
    ("a: b\n- c", "yaml-syntax", "2:1-2:2", "line below its key"),
    ("a: b +  # c\n  d", "yaml-syntax", "2:3-2:4", "line of its own"),
    ("a: 'b\nc: d", "yaml-syntax", "1:4-1:5", "closing '"),
    ('a: "b\nc: d', "yaml-syntax", "1:4-1:5", 'closing "'),
    ("a: [b, c", "yaml-syntax", "1:4-1:5", "closing ']'"),
    ("a: {b: c\nd: e", "yaml-syntax", "2:2-2:3", "closing '}'"),
    ("a: }", "yaml-syntax", "1:4-1:5", "quotes"),
    ('a: "\\q"', "yaml-syntax", "1:5-1:6", "single quotes"),
    ("a: b\n...\nc: d", "yaml-syntax", "2:1-2:4", "delete it"),
    ("a: {when: a == 1, value: max(a, b)}", "cut-formula", "1:26-1:35", '"max(a, b)"'),
    ("a: {value: f(1, 2, 2.5), cite: p. 3}", "cut-formula", "1:12-1:24", '"f(1, 2, 2.5)"'),
    ("a: {because: Too tired, go home.}", "cut-formula", "1:14-1:33", '"Too tired, go home."'),
    ("a: {b: 0,5}", "cut-formula", "1:8-1:11", "0.5"),
    ("a: [max(a, b), c]", "cut-formula", "1:5-1:14", '"max(a, b)"'),
    ("", "not-a-pack", "1:1-1:1", "begin with"),
    ("# only a comment", "not-a-pack", "1:1-1:1", "begin with"),
    ("---\n", "not-a-pack", "1:1-1:1", "begin with"),
]


@pytest.mark.parametrize(("text", "code", "place", "hint"), REFUSED)
def test_a_trap_is_named_with_what_to_type(text: str, code: str, place: str, hint: str) -> None:
    _, found = read(text)
    assert [fault.code for fault in found] == [code]
    assert found[0].span is not None
    at = found[0].span
    assert f"{at.line}:{at.column}-{at.end_line}:{at.end_column}" == place
    assert hint in found[0].hint
    assert at.pack == "demo"


SIGNS = {"≥": ">=", "≤": "<=", "×": "*", "−": "-", "–": "-", "÷": "/", "≠": "!="}


@pytest.mark.parametrize("style", ["{}", "'{}'", '"{}"', ">-\n    {}", "|\n    {}"])
@pytest.mark.parametrize("sign", SIGNS)
def test_a_sign_of_print_in_a_formula_is_told_with_the_one_to_type(sign: str, style: str) -> None:
    text = f"a: {style.format(f'n {sign} 2')}"
    written = scalar(text).written
    fault = parse(scalar(text).text.strip())
    assert isinstance(fault, Fault)
    assert (fault.code, fault.hint) == ("formula-syntax", f"write '{SIGNS[sign]}'")
    assert read(text)[1] == ()
    assert written.text.strip(" |>'\"-\n")[2] == sign


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "unreadable"),
        (b"a: b\nc: \xe9\n", "unreadable"),
        ("a: b".encode("utf-16"), "unreadable"),
        (b"a: " + b"x" * limits.FILE_BYTES, "too-big"),
        (b"a: " + b"x" * limits.LINE_LENGTH, "too-big"),
        (b"a: '" + b"x\n " * limits.TEXT_LENGTH + b"'", "too-big"),
        (b"a: " + b"9" * (limits.DIGITS + 1), "too-big"),
        (b"a: " + b"[" * (limits.NESTING + 1) + b"]" * (limits.NESTING + 1), "too-big"),
        (b"{a: " * 6000, "too-big"),
        ("\n".join("  " * depth + "a:" for depth in range(limits.NESTING + 1)).encode(), "too-big"),
        (b"- " * 9000, "too-big"),
        (b"a: [" + b"1,\n" * limits.NODES + b"]", "too-big"),
    ],
)
def test_what_is_no_text_or_too_much_is_refused(data: bytes, code: str) -> None:
    node, found = read(data)
    assert [fault.code for fault in found] == [code]
    assert node is None or code == "too-big"


def test_a_byte_that_is_no_text_is_pointed_at() -> None:
    _, (fault,) = read(b"a: b\nc: d\xe9\n")
    assert str(fault.span) == "f.yaml:2:5"


def test_the_levels_allowed_can_be_read() -> None:
    depth = limits.NESTING
    assert read("[" * depth + "]" * depth)[1] == ()


def test_an_alias_bomb_is_as_long_as_its_text() -> None:
    layers = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 9))
    node, found = read("a0: &a0 [x]\n" + layers)
    assert node is not None
    assert {fault.code for fault in found} == {"yaml-feature"}


def test_faults_are_told_all_at_once_and_no_others_on_the_line_of_a_syntax_fault() -> None:
    _, found = read("a: 017\nb: yes\na: 1\non: 2")
    assert [fault.code for fault in found] == ["look-alike", "look-alike", "duplicate-key", "bad-key"]
    _, found = read("a: {b: 017}\nc: @x\nd: 018")
    assert [fault.code for fault in found] == ["look-alike", "yaml-syntax", "look-alike"]
    _, found = read("a: 017\nc: {x: 018, y: @x}\nd: 1")
    assert [fault.code for fault in found] == ["look-alike", "yaml-syntax"]


BEYOND = [
    # the value of the line is left out, and the file read on
    ("a: >= 3\nb: - x\nc: yes", [1, 2, 3]),
    ('a: "x" + 1\nb: @x\nc: %d\nd: *x\ne: !x\nf: 017', [1, 2, 3, 4, 5, 6]),
    ("a: {b: c}}\nd: {e: f}  g\nh: 017", [1, 2, 3]),
    ("a:x\nb: 017", [1, 2]),
    ("a: b: c\nd: 017", [1, 2]),
    ("- @x\n- 017", [1, 2]),
    # a quote or bracket that is never closed takes in no more than its line
    ('a: "b\nc: 017\nd: e', [1, 2]),
    ("a: {b: c\nd: 017", [2, 2]),
    ("a: {\n  b: {c: @d},\n  e: 017\n}\nf: 017", [2, 3, 5]),
    ("a: [b,\n  017\nc: 017\nd: @e", [3, 3, 4]),
    # a line that is no key and value cannot be left out: nobody knows what it would have been
    ("a\nb: 017\nc: d", [1]),
]
"""Texts, and the lines of the faults in them."""


@pytest.mark.parametrize(("text", "lines"), BEYOND)
def test_what_is_no_yaml_does_not_hide_what_stands_below(text: str, lines: list[int]) -> None:
    _, found = read(text)
    assert [fault.span.line for fault in found if fault.span] == lines


def test_a_value_that_is_no_yaml_is_a_faulty_one() -> None:
    node, _ = read("a: 1\nb: {c: @d, e: f}\ng: 2")
    assert isinstance(node, Mapping)
    assert [(str(key.value), isinstance(value, Scalar) and value.faulty) for key, value in node.entries] == [
        ("a", False),
        ("b", True),
        ("g", False),
    ]


def test_what_is_faulty_is_marked_so_that_nothing_follows_from_it() -> None:
    assert scalar("a: 017").faulty
    assert scalar("a: *x").faulty
    assert not scalar("a: 17").faulty
    node, _ = read("{a: max(b, c)}")
    assert isinstance(node, Mapping)
    cut = node.get("a")
    assert isinstance(cut, Scalar)
    assert cut.faulty
    assert cut.written.text == "max(b, c)"


# -- where it stands ---------------------------------------------------------------------------------------------------

WRITTEN: list[tuple[str, str]] = [
    # the file (key `a`), and the raw slice without what is YAML's
    ("a: b + c", "b + c"),
    ("a: b +\n  c # d\n", "b +\n  c"),
    ("a: 'b + c'", " b + c "),
    ('a: "b + c"', " b + c "),
    ("a: 'b''c'", " b  c "),
    ('a: "b\\"c"', " b  c "),
    ('a: "b\\u00e9c"', " b      c "),
    ('a: "b \\\n  c"', " b  \n  c "),
    ("a: 'b\n  c'", " b\n  c "),
    ("a: |\n  b\n  c\n\nd: 1", " \n  b\n  c"),
    ("a: >-  # why\n   b\n   c", " " * 9 + "\n   b\n   c"),
    ("a: |+\n  b\n\n\n", "  \n  b"),
    ("{a: b + c, d: 1}", "b + c"),
    ("a:   𝒳é b", "𝒳é b"),
    ("a: 12", "12"),
]


@pytest.mark.parametrize(("text", "raw"), WRITTEN)
def test_an_offset_in_a_formula_is_a_place_in_the_file(text: str, raw: str) -> None:
    written = scalar(text).written
    assert written.text == raw
    assert_same_letters(written.text, text, scalar(text))


def assert_same_letters(raw: str, text: str, node: Scalar) -> None:
    """Every letter of the slice stands in the file where the slice says that it stands."""
    lines = text.split("\n")
    for offset, letter in enumerate(raw):
        if letter not in " \n":
            place = node.written.within(offset, offset + 1)
            assert lines[place.line - 1][place.column - 1] == letter


@pytest.mark.parametrize(
    ("text", "escaped"),
    [("a: b", False), ("a: 'b'", False), ("a: 'b''c'", True), ('a: "b\\n"', True), ("a: |\n  b''\\n", False)],
)
def test_an_escape_is_remembered(text: str, escaped: bool) -> None:
    assert scalar(text).escaped is escaped


def test_a_comment_behind_a_value_is_remembered() -> None:
    assert scalar("a: b # c").commented
    assert not scalar("a: 'b' # c").commented
    assert not scalar("a: b\n# c").commented


def test_keys_and_collections_know_where_they_stand() -> None:
    node, _ = read("a:\n  - b\n  - {c: d}\ne: [f,\n    g]\nh:\n")
    assert isinstance(node, Mapping)
    spans = {str(key.value): (key.span, value.span) for key, value in node.entries}
    assert [
        (str(key), key.end_column, str(value), value.end_line, value.end_column) for key, value in spans.values()
    ] == [
        ("f.yaml:1:1", 2, "f.yaml:2:3", 3, 11),
        ("f.yaml:4:1", 2, "f.yaml:4:4", 5, 7),
        ("f.yaml:6:1", 2, "f.yaml:6:3", 6, 3),
    ]
    inner = node.get("e")
    assert isinstance(inner, Sequence)
    assert inner.written.text == "[f,\n    g]"


# -- laws --------------------------------------------------------------------------------------------------------------

PIECES = [
    *" \n:-?{}[],#&*!|>'\"%@`~()\\=<.+/_01259abezno",
    *("\n  ", "\n    ", "\n- ", ": ", ", ", "a: ", "? ", " #", "key", "no", "---", "...", "<<", "|-\n", ">\n", "\\n"),
    *("é", "max(a, b)", "-5", "1.10", "\r\n", "\u00a0", "“", "\t", "\u2028"),
]
YAMLISH = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


@given(YAMLISH)
def test_both_loaders_give_the_same_answer(text: str) -> None:
    node, found = read(text)
    assert node is not None or found
    for fault in found:
        assert fault.span is not None
        assert 1 <= fault.span.line <= text.count("\n") + text.count("\r") + 1


@given(st.text(max_size=200))
def test_no_text_raises(text: str) -> None:
    read(text)


@given(st.binary(max_size=200))
def test_no_bytes_raise(data: bytes) -> None:
    read(data)


WORDS = st.text(st.characters(codec="ascii", min_codepoint=32, max_codepoint=126), max_size=12)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-999, 999) | WORDS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.from_regex(r"k[a-z_]{1,8}", fullmatch=True), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.from_regex(r"k[a-z_]{1,8}", fullmatch=True), VALUES, min_size=1, max_size=4), st.data())
def test_what_pyyaml_writes_is_read_back(data: dict[str, object], draw: st.DataObject) -> None:
    flow = draw.draw(st.sampled_from([True, False, None]))
    text = yaml.safe_dump(
        data, default_flow_style=flow, width=draw.draw(st.sampled_from([10, 40, 200])), sort_keys=False
    )
    node, found = read(text)
    # PyYAML leaves words bare that are refused here: a plus sign, an underscore among digits, a text like 1,5 …
    if not found:
        assert node is not None
        assert plain(node) == data
    assert {fault.code for fault in found} <= {"look-alike", "cut-formula", "yaml-feature", "yaml-syntax"}
    for fault in found:
        if fault.code in ("yaml-feature", "yaml-syntax"):
            assert "\n? " in f"\n{text}"


@given(st.text(st.sampled_from("ab +-*/()=.é𝒳\n"), min_size=1, max_size=40), st.sampled_from(["'", '"', "|", ">-", ""]))
def test_every_letter_of_a_scalar_is_where_it_says(body: str, style: str) -> None:
    if style in ("'", '"'):
        text = f"x: 1\na: {style}{body}{style}"
    elif style:
        text = f"x: 1\na: {style}\n" + "\n".join(f"   {line}" for line in body.split("\n"))
    else:
        text = "x: 1\na: w" + " ".join(body.split("\n"))
    node, found = read(text)
    if isinstance(node, Mapping) and isinstance(value := node.get("a"), Scalar) and not found:
        assert_same_letters(value.written.text, text, value)
        assert "".join(value.written.text.split()) == "".join(value.text.split())
