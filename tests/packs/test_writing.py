"""YAML written and read again, and stacks written out as one pack: the same values, and the same rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import handhold
from handhold.golden.cases import Case, read_cases
from handhold.golden.compare import chance_of, shown
from handhold.packs.checks.check import check_pack
from handhold.packs.stacks.flat import flat, licenses
from handhold.packs.stacks.load import model_of, read_stack
from handhold.packs.stacks.members import header_of
from handhold.packs.stacks.members import read as read_members
from handhold.packs.stacks.stack import Stack
from handhold.packs.storage.files import PackFile
from handhold.packs.storage.places import PackPlace
from handhold.packs.variants.meaning import meaning
from handhold.packs.variants.writing import written
from handhold.packs.yaml.document import plain, read_document
from handhold.packs.yaml.nodes import Key, Scalar
from handhold.packs.yaml.nodes import Mapping as MappingNode
from handhold.play.runs.run import Runner
from handhold.source import Span, Written
from tests.packs.stacks import BASE, HEADER, layer, put, said, tree
from tests.packs.test_variant_paths import ADDITIONS, CHANGES, REMOVALS
from tests.shipped import PACKS, ROOT, shipped

NOWHERE = Span("", 1, 1, 1, 1)
VARIANTS = ROOT / "examples" / "variants"


def read(text: str, *, pure: bool = False) -> dict[str, object]:
    """The data of a text that has no fault."""
    node, found = read_document(text.encode(), "f.yaml", pure=pure)
    assert found == ()
    assert node is not None
    data = plain(node)
    assert isinstance(data, dict)
    return data


def mapping(*texts: str) -> MappingNode:
    """Texts under the keys `text1`, `text2` …"""
    nodes = [Scalar(text, text, Written(text, NOWHERE), "plain") for text in texts]
    keys = [Key(f"text{n}", NOWHERE) for n in range(1, len(texts) + 1)]
    return MappingNode(tuple(zip(keys, nodes, strict=True)), Written("", NOWHERE))


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=300), max_size=3), st.booleans())
def test_every_text_reads_back(texts: list[str], ascii_only: bool) -> None:
    text = written(mapping(*texts), "says", ascii_only=ascii_only)
    assert not ascii_only or text.isascii()
    for pure in (False, True):
        assert list(read(text or "{}", pure=pure).values()) == texts


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "a: b", "a # b", "- a", "?", "? a", "[a", "{a}", "*a", "&a", "!a", "%a", "@a", "`a", "> a", "| a"),
        *("null", "true", "no", "12", "0.5", "1:30", "017", "2026-01-31", "~", "1_000", "'a'", 'say "a"', "a\\b"),
        *("a\nb", "a\n", "\na", " a\nb", "a\n\n  b\n", "a  b " * 60, "word " * 60, "word" * 60, "ends with\n\n"),
        *("\u202eturned", "\u00a0", "\x1b[31m", "Grüße → 14", "山" * 90, "..-1", "-9..-3", "...", "---", "a,b", "}"),
    ],
)
def test_a_text_that_could_be_misread_reads_back(text: str) -> None:
    for nodes in (mapping(text), mapping("short", text)):
        for kind in ("says", ""):
            assert [*read(written(nodes, kind)).values()][-1] == text


def test_what_is_written_reads_well() -> None:
    text = written(tree(BASE), "pack")
    assert "      near: {goal: 1, dice: d6}\n" in text
    assert '        tire: {set: climber.tired, to: "min(99, old + distance.goal)"}\n' in text
    assert "      margin: gap_to(total = roll) + boost * kind\n" in text
    assert 'version: "1.0.0"\n' in text


def test_a_long_formula_is_folded() -> None:
    long = " + ".join(["climber.dex"] * 30)
    text = written(tree(BASE.replace("climber.dex + climb_tn + best - total", long)), "pack")
    assert "    value: >-\n" in text
    assert max(map(len, text.splitlines())) <= 120
    node, _ = read_document(text.encode(), "f.yaml")
    assert f"value', '{long}'" in repr(said(node))


BODIES = st.sampled_from(
    [f"change:\n  {body}\n" for body, _ in CHANGES]
    + [f"add:\n  {body}\n" for body, _ in ADDITIONS]
    + [f"remove: [{body}]\n" for body, _ in REMOVALS]
)


@given(st.lists(BODIES, min_size=1, max_size=3, unique=True))
def test_a_stack_written_out_says_the_same(bodies: list[str]) -> None:
    layers = [layer(f"v{n}", body) for n, body in enumerate(bodies)]
    applied, _ = put(*layers)
    if applied is None:
        return
    headers = (header_of(applied.base), *(header_of(each.document) for each in layers))
    node, found = read_document(flat(Stack(applied, tuple(headers), ())).encode(), "f.yaml")
    assert found == ()
    assert isinstance(node, MappingNode)
    head = 5 + (1 if layers else 0)
    assert said(MappingNode(node.entries[head:], node.written)) == said(
        MappingNode(applied.whole.entries[5:], node.written)
    )


@pytest.mark.parametrize("name", PACKS)
def test_a_pack_without_variants_is_written_out_as_it_is(name: str) -> None:
    stack, _ = read_stack(read_members(name))
    assert stack is not None
    node, found = read_document(flat(stack).encode(), "f.yaml")
    assert found == ()
    assert meaning(node, "pack") == meaning(stack.applied.whole, "pack")


STACKS = [
    ("examples/variants/wet-season", "lurasko"),
    ("examples/variants/heavy-packs", "lurasko"),
    ("examples/variants/wet-season+examples/variants/heavy-packs", "lurasko"),
    ("examples/variants/gritty-falls", "woin"),
    ("examples/variants/other-readings", "futile-kingdoms"),
]


@pytest.mark.parametrize(("where", "base"), STACKS, ids=[where for where, _ in STACKS])
def test_a_stack_written_out_behaves_as_it_does(where: str, base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    stack, _ = read_stack(read_members(where))
    assert stack is not None
    text = flat(stack)
    model, found = model_of([PackFile("flat.yaml", text.encode())])
    assert found == ()
    assert model is not None
    pack, found = check_pack(model)
    assert found == ()
    assert pack is not None
    stack, alone = handhold.load(where).runner, Runner(pack)
    cases = list(shipped(base).cases.values())
    for part in where.split("+"):
        cases += read_cases(PackPlace(Path(part), part))[0]
    assert len(cases) > 100
    assert [case.id for case in cases if what(alone, case) != what(stack, case)] == []


def what(runner: Runner, case: Case) -> object:
    """All that a case comes to."""
    try:
        return shown(runner.run(case.event, case.given, chance_of(case), choices=case.choices, settings=case.settings))
    except (handhold.InputError, handhold.DiceMismatch, handhold.RunError) as fault:
        return str(fault).replace(f"'{runner.pack.header.pack}'", "the pack")


# -- the header of a stack ---------------------------------------------------------------------------------------------


def headed(id: str, license: str, more: str = "") -> MappingNode:
    return tree(HEADER.format(id).replace("CC0-1.0", license) + more)


@pytest.mark.parametrize(
    ("names", "all_of_them"),
    [
        (("CC0-1.0", "CC0-1.0"), "CC0-1.0"),
        (("CC0-1.0", "MIT", "CC0-1.0"), "CC0-1.0 AND MIT"),
        (("MIT OR Apache-2.0", "CC0-1.0"), "(MIT OR Apache-2.0) AND CC0-1.0"),
    ],
)
def test_the_licence_asks_for_all_licences(names: tuple[str, ...], all_of_them: str) -> None:
    assert licenses([header_of(headed(f"p{n}", name)) for n, name in enumerate(names)]) == all_of_them


def test_the_header_of_a_stack() -> None:
    base = headed("base", "MIT", "based_on: {book: {title: A book}}\nnote: Of old.\n")
    one = headed("a-one", "CC0-1.0", 'based_on: {book: {title: Another, url: "https://a"}, web: {title: A page}}\n')
    two = headed("two", "MIT", "based_on: {book: {title: A book}}\n")
    applied, _ = put(layer("v", ""))
    assert applied is not None
    data = read(flat(Stack(applied, tuple(header_of(each) for each in (base, one, two)), ())))
    assert {key: data[key] for key in list(data)[:7]} == {
        "pack": "base-a-one-two",
        "format": 1,
        "version": "1.0.0",
        "title": "A pack + A pack + A pack",
        "license": "MIT AND CC0-1.0",
        "based_on": {
            "book": {"title": "A book"},
            "a_one_book": {"title": "Another", "url": "https://a"},
            "web": {"title": "A page"},
        },
        "note": "Made by handhold show --flat of base 1.0.0 (MIT), a-one 1.0.0 (CC0-1.0), two 1.0.0 (MIT). Of old.",
    }


def test_names_that_are_too_long_together() -> None:
    applied, _ = put(layer("v", ""))
    assert applied is not None
    headers = [header_of(headed(id * 50, "MIT")) for id in "ab"]
    assert read(flat(Stack(applied, tuple(headers), ())))["pack"] == "a" * 50 + "-flat"
