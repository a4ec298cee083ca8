"""Faulty packs, one fault a file: what is reported is what the comment on the faulty line expects, and nothing else.

`# expect: CODE at 'TEXT'` at the end of the faulty line (or `# expect below:` on the line above it, where a comment
cannot stand) names the code, and the text that the mark stands under.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import handhold
from handhold import limits
from handhold.diagnostics import CODES, Diagnostic
from handhold.packs.checks.check import check_pack
from handhold.packs.reading.reader import read_pack
from handhold.packs.storage import places
from handhold.packs.storage.places import PackPlace, read_files, read_tests
from handhold.packs.storage.shelves import open_pack
from handhold.packs.yaml.document import read_document
from handhold.source import Span
from tests import zips
from tests.golden.test_case_checks import every_message as case_messages
from tests.messages import templates
from tests.packs.test_variants import every_message as variant_messages
from tests.test_faulty_formulas import FAULTY
from tests.test_faulty_formulas import found_in as formula_faults
from tests.test_faulty_formulas import marked as marked_formula

FOLDER = Path(__file__).parent / "faulty"
EXPECTED = re.compile(r"# expect(?P<below> below)?: (?P<code>[a-z-]+)(?: at '(?P<text>.*)')?$")


@dataclass(frozen=True, slots=True)
class Expected:
    """What a comment expects: the file's name, the line, the code and the marked text (None: not said)."""

    file: str
    line: int
    code: str
    text: str | None


def faulty() -> list[Path]:
    """Every faulty pack: a file, or a folder with a pack.yaml."""
    return sorted(path for path in FOLDER.iterdir() if path.suffix in (".yaml", ".yml", ".txt") or path.is_dir())


def files_of(path: Path) -> list[Path]:
    return sorted(inner for inner in path.rglob("*") if inner.is_file()) if path.is_dir() else [path]


def lines_of(path: Path) -> list[str]:
    return path.read_bytes().removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace").replace("\r\n", "\n").split("\n")


def expectations(path: Path) -> Iterator[Expected]:
    for file in files_of(path):
        for number, line in enumerate(lines_of(file), 1):
            if found := EXPECTED.search(line):
                yield Expected(file.name, number + bool(found["below"]), found["code"], found["text"])


@cache
def found_in(path: Path) -> tuple[Diagnostic, ...]:
    return handhold.check(path)


def marked(path: Path, span: Span) -> str:
    """The text that a span marks, on one line."""
    file = next(file for file in files_of(path) if span.file.endswith(file.name))
    lines = lines_of(file)[span.line - 1 : span.end_line]
    if not lines:
        return ""
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return " ".join(" ".join(lines).split())


@pytest.mark.parametrize("path", faulty(), ids=lambda path: path.name)
def test_just_the_expected_fault_is_found(path: Path) -> None:
    expected = list(expectations(path))
    assert len(expected) == 1, "one fault a file"
    (wanted,) = expected
    found = found_in(path)
    assert [(each.code, each.span and (each.span.file.rpartition("/")[2], each.span.line)) for each in found] == [
        (wanted.code, (wanted.file, wanted.line))
    ], "\n".join(map(str, found))
    (fault,) = found
    assert fault.span is not None
    if wanted.text is not None:
        assert marked(path, fault.span) == wanted.text, fault


@pytest.mark.parametrize(
    "file",
    sorted(file for file in FOLDER.rglob("*") if file.suffix == ".yaml" and file.is_file()),
    ids=lambda f: f.name,
)
def test_both_loaders_of_yaml_see_the_same(file: Path) -> None:
    assert read_document(file.read_bytes(), "f.yaml") == read_document(file.read_bytes(), "f.yaml", pure=True)


# -- every message and every code --------------------------------------------------------------------------------------

HEADER = 'pack: faulty\nformat: 1\nversion: "1.0.0"\ntitle: Faulty\nlicense: CC0-1.0\n'

SUM = " + ".join(["123456789"] * 300)

MADE = {
    "blocks and loops stand more than 30 deep": "events:\n"
    + "".join(f"  e{n}: {{steps: {{s: {{do: e{n + 1}}}}}}}\n" for n in range(40))
    + "  e40: {steps: {s: 1}}\n",
    "keys and values in one file": "note: ok\nsettings:\n"
    + "".join(f"  s{n}: {{value: 1, reading: One., cite: p}}\n" for n in range(7_200)),
    "entries stand in": "settings:\n" + "".join(f"  s{n}: {{value: 1, reading: One.}}\n" for n in range(501)),
    "a list of 1001": f"sheets: {{climber: {{m: {{type: list of integer, default: [{'1, ' * 1_001}]}}}}}}\n",
    "'walls' has 41 columns and 499 rows": "tables:\n  walls:\n    columns:\n"
    + "".join(f"      c{n}: {{type: integer, default: 0}}\n" for n in range(41))
    + "    rows:\n"
    + "".join(f"      r{n}: {{}}\n" for n in range(499)),
    "'climb' has 1,002 steps": "events:\n  climb:\n    steps:\n"
    + "".join(
        f"      b{b}:\n        when: true\n        steps:\n" + "".join(f"          s{b}_{n}: 1\n" for n in range(500))
        for b in range(2)
    ),
    "more than 3,000 formulas": "events:\n"
    + "".join(f"  e{e}:\n    steps:\n" + "".join(f"      s{n}: 1\n" for n in range(290)) for e in range(11)),
    "formulas of the pack have more than": "formulas:\n" + "".join(f"  f{n}: {{value: {SUM}}}\n" for n in range(60)),
    "more than 2,000 values": "events:\n  a:\n    steps:\n"
    + "".join(f"      s{n}: 1\n" for n in range(290))
    + "  b:\n    steps:\n"
    + "".join(f"      again{n}: {{do: a}}\n" for n in range(7)),
    "sheets stand more than 20 deep": "sheets:\n"
    + "".join(f"  s{n}: {{a: s{n + 1}}}\n" for n in range(400))
    + "  s400: {a: integer}\n",
    "too many of them in a chain": "formulas:\n"
    + "".join(f"  f{n}: {{value: f{n + 1} + 1}}\n" for n in range(70))
    + "  f70: {value: 1}\n",
    "so often that": "formulas:\n"
    + "".join(f"  f{n}: {{value: f{n + 1} + f{n + 1}}}\n" for n in range(20))
    + "  f20: {value: 1}\n",
}
"""Packs too large to be kept as files, by a part of what is said of each."""

ELSEWHERE = {
    "'the file cannot be read as YAML'": "decode refuses before it what PyYAML's reader refuses",
    "f'a group of {len(data)} is larger than the {limits.LIST_LENGTH} allowed'": "of what is given to a run",
    "f'a text of {len(data)} characters is longer than the {limits.TEXT_LENGTH} allowed'": "of what is given to a run",
    "'the formula is empty'": "of a formula asked for by hand; the reader of packs says it in its own words",
    "f'the formula has {len(text)} characters; {limits.FORMULA_LENGTH} are allowed'": "of a formula asked for by hand",
    "f\"a comma or the closing '{close}' is missing before this\"": "for what YAML may yet stop at inside brackets",
}
"""Messages that no pack brings about, and why."""


def without_schema(path: Path) -> tuple[Diagnostic, ...]:
    """What the reader and the checks say of a pack that no schema has looked at."""
    files, found = open_pack(str(path))
    documents = [node for node in (read_document(file.data, file.name)[0] for file in files) if node is not None]
    if not documents or found:
        return ()
    pack, found = read_pack(documents)
    return found if pack is None else (*found, *check_pack(pack, found)[1])


@pytest.mark.parametrize("part", MADE)
def test_a_pack_beyond_a_budget_is_told_so(part: str, tmp_path: Path) -> None:
    path = tmp_path / "made.yaml"
    path.write_text(HEADER + MADE[part], encoding="utf-8")
    found = handhold.check(path)
    assert found
    assert all(part in each.message for each in found), found


def test_no_number_of_warnings_keeps_a_pack_from_being_used(tmp_path: Path) -> None:
    path = tmp_path / "made.yaml"
    steps = "".join(f"      c{n}: {{choose: flag, by: gm, default: false}}\n" for n in range(limits.FAULTS + 20))
    path.write_text(f"{HEADER}events:\n  climb:\n    steps:\n{steps}      outcome: 1\n", encoding="utf-8")
    pack = handhold.load(path)
    assert len(pack.diagnostics) == limits.FAULTS + 1
    assert {each.severity for each in pack.diagnostics} == {"warning"}
    assert {each.code for each in pack.diagnostics} == {"too-big", "unused"}
    assert handhold.run(pack, "climb").outcome == 1
    path.write_text(path.read_text(encoding="utf-8").replace("outcome: 1", "outcome: nothing"), encoding="utf-8")
    assert [each.code for each in handhold.check(path)] == ["unknown-name"]


CLIMBER = "sheets:\n  climber: {a: {type: integer, default: 1}}\n"
RANGES = f"{CLIMBER}events:\n  climb:\n    needs: {{climber: climber}}\n    steps:\n"


def test_warnings_of_ranges_and_comments_keep_no_pack_from_being_used(tmp_path: Path) -> None:
    path = tmp_path / "made.yaml"
    steps = "".join(f"      s{n}: 1 // climber.a\n" for n in range(limits.FAULTS + 20))
    path.write_text(f"{HEADER}{RANGES}{steps}      outcome: 1\n", encoding="utf-8")
    assert {each.code for each in handhold.load(path).diagnostics} >= {"too-big", "may-fault"}
    assert [each.severity for each in handhold.check(path)] == ["warning"] * (limits.FAULTS + 1)
    # an error behind them is told
    late = (
        "  rest:\n    steps:\n      outcome: nothing\n  walk:\n    needs: {n: integer}\n    steps: {outcome: ends(n)}\n"
    )
    ends = "tables:\n  ends: {rows: {low: {at: 1..9}}}\n"
    path.write_text(f"{HEADER}{ends}{RANGES}{steps}      outcome: 1\n{late}", encoding="utf-8")
    found = handhold.check(path)
    assert [each.code for each in found if each.severity == "error"] == ["unknown-name", "gap"]
    # nor do comments that stand too near to their text
    steps = "".join(f"      s{n}: 1 #one\n" for n in range(limits.FAULTS + 20))
    path.write_text(f"{HEADER}events:\n  climb:\n    steps:\n{steps}      outcome: 1\n", encoding="utf-8")
    assert handhold.run(handhold.load(path), "climb").outcome == 1
    path.write_text(path.read_text(encoding="utf-8").replace("outcome: 1", "outcome: !x"), encoding="utf-8")
    assert [each.code for each in handhold.check(path) if each.severity == "error"] == ["yaml-feature"]


def folders(root: Path) -> Iterator[tuple[Diagnostic, ...]]:
    """What is said of files and folders that are no packs."""
    pack = HEADER.encode()

    def said(name: str, files: dict[str, bytes]) -> tuple[Diagnostic, ...]:
        for file, data in files.items():
            (root / name).mkdir(exist_ok=True)
            (root / name / file).write_bytes(data)
        return open_pack(str(root / name))[1]

    yield said("empty", {"rope.yaml": pack})
    yield said("many", {"pack.yaml": pack, **{f"f{n}.yaml": b"" for n in range(limits.PACK_FILES)}})
    yield said("heavy", {"pack.yaml": pack, **{f"f{n}.yaml": b"#" * 999_999 for n in range(6)}})
    yield said("big", {"pack.yaml": b"#" * (limits.FILE_BYTES + 1)})
    yield said("linked", {"rope.yaml": pack})
    (root / "linked" / "pack.yaml").symlink_to(root / "empty" / "rope.yaml")
    yield said("linked", {})
    (root / "odd" / "pack.yaml").mkdir(parents=True)
    yield said("odd", {})
    (root / "gone").mkdir()
    (root / "gone" / "pack.yaml").symlink_to(root / "gone" / "nothing.yaml")
    yield said("gone", {})
    for name in ("pack.yml", "pack.txt"):
        yield said("empty", {name: pack})
        yield open_pack(str(root / "empty" / name))[1]
    for name, (_, _, make) in zips.HOSTILE.items():
        place = PackPlace(root / f"{name}.zip", name)
        place.path.write_bytes(make())
        yield (*read_files(place)[1], *read_tests(place, places.CASES)[1])
    (root / "good.zip").write_bytes(zips.GOOD["plain"]())
    files, _ = places.files_of(PackPlace(root / "good.zip", "good"))
    assert files is not None
    gone = files.read("nothing.yaml")
    yield (gone,) if isinstance(gone, Diagnostic) else ()
    yield open_pack("")[1]
    yield open_pack("nobodys-pack")[1]
    yield open_pack("./nothing")[1]
    yield read_document(b"#" * (limits.FILE_BYTES + 1), "f.yaml")[1]


def test_every_message_is_reached(tmp_path: Path) -> None:
    said = {each.message for path in faulty() for each in (*found_in(path), *without_schema(path))}
    said |= {each.message for formula, _ in FAULTY for each in formula_faults(marked_formula(formula)[0])}
    said |= {each.message for found in folders(tmp_path) for each in found}
    said |= variant_messages(tmp_path / "variants")
    said |= case_messages(tmp_path / "cases")
    for part, body in MADE.items():
        (tmp_path / "made.yaml").write_text(HEADER + body, encoding="utf-8")
        said |= {each.message for each in handhold.check(tmp_path / "made.yaml")} or {part}
    left = [known for known in templates() if not any(known.pattern.search(message) for message in said)]
    assert [f"{known.place} {known.text}" for known in left if known.text not in ELSEWHERE] == []
    assert sorted(ELSEWHERE) == sorted(known.text for known in left), "what is reached needs no reason"


def test_every_code_occurs() -> None:
    seen = {expected.code for path in faulty() for expected in expectations(path)} | {code for _, code in FAULTY}
    assert sorted(set(CODES) - seen) == ["no-such-pack", "not-locked"], "these have no file they could stand in"
    assert [each.code for each in handhold.check("nobodys-pack")] == ["no-such-pack"]
