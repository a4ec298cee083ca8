"""What is fuzzed: each target takes bytes, and raises only if a reader does what it must not."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from handhold.language.faults import Fault
from handhold.language.parser import parse, parse_dice, parse_range, parse_type
from handhold.language.printer import show
from handhold.packs.stacks.load import model_of
from handhold.packs.storage.files import PackFile
from handhold.packs.yaml.document import read_document


def formula(data: bytes) -> None:
    """The formula parser: a tree that prints and reads back as the same tree, or a fault inside the text."""
    text = data.decode("utf-8", "replace")
    for parsed in (parse_dice(text), parse_range(text), parse_type(text)):
        if isinstance(parsed, Fault):
            assert 0 <= parsed.start <= parsed.end <= len(text) + 1
    tree = parse(text)
    if isinstance(tree, Fault):
        assert tree.message
        assert 0 <= tree.start <= tree.end <= len(text) + 1, (tree, len(text))
        return
    again = parse(show(tree))
    assert again == tree, (text, show(tree))


def yaml(data: bytes) -> None:
    """The YAML reader: the same answer by both loaders, every place inside the file, and a pack read from whatever
    came out.
    """
    lines = data.count(b"\n") + data.count(b"\r") + 2
    one, faults = read_document(data, "fuzz.yaml")
    other, again = read_document(data, "fuzz.yaml", pure=True)
    assert (one is None) == (other is None)
    assert [(each.code, each.span) for each in faults] == [(each.code, each.span) for each in again]
    for each in faults:
        assert each.span is None or 1 <= each.span.line <= lines
    model_of((PackFile("fuzz.yaml", data),))


TARGETS: Mapping[str, Callable[[bytes], None]] = {"formula": formula, "yaml": yaml}
