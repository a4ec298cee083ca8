"""README and docs/ show what is so: every command, every line of Python and every pack in them is run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.documents import ROOT, Block, Runner, blocks, commands, matches

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_document_shows_what_is_so(document: Path, tmp_path: Path) -> None:
    faults = Runner(document, tmp_path).run()
    assert not faults, "\n\n".join(faults)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_link_leads_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", document.read_text(encoding="utf-8"))
    assert not [link for link in links if "://" not in link and not (document.parent / link).exists()]


def test_the_readme_holds_an_example_of_the_library() -> None:
    assert [block.language for block in blocks((ROOT / "README.md").read_text(encoding="utf-8"))].count("python") >= 1


def test_blocks_are_found_with_their_lines() -> None:
    text = "# T\n\n```sh\nmake\n```\n\n1. so\n   ```yaml file=a/b.yaml\n   id:\n     x: 1\n   ```\n\n```\nplain\n```\n"
    assert list(blocks(text)) == [
        Block("sh", "", "make\n", 3),
        Block("yaml", "a/b.yaml", "id:\n  x: 1\n", 8),
        Block("", "", "plain\n", 13),
    ]


def test_commands_carry_on_after_a_backslash() -> None:
    assert list(commands("$ one \\\n  two\nout\n\n$ three\n")) == [("one    two", "out\n\n"), ("three", "")]


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\nb\n", "a \nb\n\n", True),
        ("a\n", "a\nb\n", False),
        ("a\nb\n", "a\n", False),
        ("a\n…\n", "a\nb\nc\n", True),
        ("a\n…\n", "a\n", True),
        ("…\nc\n", "a\nb\nc\n", True),
        ("…\nc\n", "a\nb\n", False),
        ("seed …, again\n", "seed 17, again\n", True),
        ("seed …, again\n", "seed 17,\nagain\n", False),
        ("1.5\n", "1x5\n", False),
    ],
)
def test_what_is_shown_is_held_against_what_is_printed(shown: str, printed: str, same: bool) -> None:
    assert matches(shown, printed) is same


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("```console\n$ echo one\ntwo\n```\n", "+one"),
        ("```console\n$ no-such-command\n…\n```\n", "ended with 127"),
        ("```console\n$ false\n```\n", "ended with 1"),
        ("```python\nprint(1)  # prints: 2\n```\n", "+1"),
        ("```python\nprint(1)\n```\n", "+1"),
        ("```yaml\npack: demo\nformat: 1\nheigth: 3\n```\n", "heigth"),
    ],
)
def test_a_document_that_is_wrong_is_found_out(text: str, fault: str, tmp_path: Path) -> None:
    document = tmp_path / "wrong.md"
    document.write_text(text, encoding="utf-8")
    (tmp_path / "run").mkdir()
    faults = Runner(document, tmp_path / "run").run()
    assert faults
    assert any(fault in each for each in faults)
    assert faults[0].startswith("wrong.md:1: ")


def test_a_block_sees_what_earlier_ones_left(tmp_path: Path) -> None:
    document = tmp_path / "right.md"
    document.write_text(
        "```python\nx = 3\n```\n```python\nprint(x)  # prints: 3\n```\n"
        "```text file=a/b.txt\nhello\n```\n```console\n$ cat a/b.txt\nhello\n$ test -d rulepacks\n```\n",
        encoding="utf-8",
    )
    (tmp_path / "run").mkdir()
    assert Runner(document, tmp_path / "run").run() == []
