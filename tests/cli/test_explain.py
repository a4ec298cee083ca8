"""`handhold explain`: each code, and both of its examples held against the checks."""

from __future__ import annotations

from pathlib import Path

import pytest

import handhold as library
from handhold.diagnostics import CODES
from handhold.explanations import CASES_OF, EXPLANATIONS
from tests.shell import handhold

HEADER = 'pack: example\nformat: 1\nversion: "1.0.0"\ntitle: Example\nlicense: CC0-1.0\n'
KEPT = ("bad-golden", "stale-golden")
EXAMPLES = sorted(set(CODES) - {"no-such-pack", "not-locked", "bad-case", *KEPT, "unreadable"})


def codes_of(folder: Path, example: str, encoding: str = "utf-8") -> list[str]:
    """The codes found in an example made a pack: a header is put before it where there is none, and a section where a
    note is all that it has.
    """
    section = "tables: {walls: {rows: {low: {}}}}\n" if example.startswith("note:") else ""
    whole = example if example.startswith(("pack:", "- ")) else HEADER + section + example
    path = folder / "example.yaml"
    path.write_bytes(whole.encode(encoding))
    return [found.code for found in library.check(path)]


def test_every_code_is_explained_in_order() -> None:
    assert list(EXPLANATIONS) == list(CODES)


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_wrong_example_has_just_this_fault(code: str, tmp_path: Path) -> None:
    assert codes_of(tmp_path, EXPLANATIONS[code].bad) == [code]


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_right_example_has_none(code: str, tmp_path: Path) -> None:
    assert codes_of(tmp_path, EXPLANATIONS[code].good) == []


def test_the_example_of_an_encoding(tmp_path: Path) -> None:
    known = EXPLANATIONS["unreadable"]
    assert codes_of(tmp_path, known.bad, "latin-1") == ["unreadable"]
    assert codes_of(tmp_path, known.good) == []


def test_the_example_of_a_name() -> None:
    known = EXPLANATIONS["no-such-pack"]
    bad, good = (handhold(*example.split()[1:]) for example in (known.bad, known.good))
    assert (bad.code, good.code) == (2, 0)
    assert "no-such-pack" in bad.out + bad.err


def test_the_example_of_a_lock_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "handhold.lock").write_text('{"handhold": "lock/1", "packs": {}}')
    known = EXPLANATIONS["not-locked"]
    bad = handhold(*known.bad.split()[1:])
    assert bad.code == 1
    assert "not-locked" in bad.out
    assert [handhold(*line.split()[1:]).code for line in known.good.splitlines()] == [0, 0]


def test_the_example_of_a_case(tmp_path: Path) -> None:
    folder = tmp_path / "example"
    (folder / "tests").mkdir(parents=True)
    (folder / "pack.yaml").write_text(HEADER + CASES_OF, encoding="utf-8")
    known = EXPLANATIONS["bad-case"]
    for example, codes in ((known.bad, ["bad-case"]), (known.good, [])):
        (folder / "tests" / "cases.yaml").write_text(example, encoding="utf-8")
        assert [found.code for found in library.check(folder)] == codes
    assert handhold("test", str(folder)).code == 0


@pytest.mark.parametrize("code", KEPT)
def test_the_example_of_kept_results(code: str, tmp_path: Path) -> None:
    folder = tmp_path / "example"
    (folder / "tests").mkdir(parents=True)
    (folder / "pack.yaml").write_text(HEADER + CASES_OF, encoding="utf-8")
    (folder / "tests" / "cases.yaml").write_text(EXPLANATIONS["bad-case"].good, encoding="utf-8")
    known = EXPLANATIONS[code]
    for example, codes in ((known.bad, [code]), (known.good, [])):
        (folder / "tests" / "cases.golden.json").write_text(example, encoding="utf-8")
        assert [found.code for found in library.check(folder)] == codes


def test_a_code_is_explained() -> None:
    told = handhold("explain", "gap")
    assert told.code == 0
    assert told.out.startswith("gap: Numbers that can arrive have no row.\n")
    assert "Wrong:\n    tables:\n      ends:\n" in told.out
    assert "Right:\n" in told.out
    assert handhold("explain", "[gap]").out == told.out


def test_all_codes_are_listed() -> None:
    lines = handhold("explain").out.splitlines()
    assert [line.split("  ")[0] for line in lines[: len(CODES)]] == list(CODES)
    assert lines[-1] == "handhold explain CODE says more."


def test_a_code_that_is_none() -> None:
    told = handhold("explain", "unknown-nam")
    assert (told.code, told.out) == (2, "")
    assert "did you mean 'unknown-name'?" in told.err
    assert handhold("explain", "x").code == 2


def test_check_says_where_to_read_on(tmp_path: Path) -> None:
    path = tmp_path / "example.yaml"
    path.write_text(HEADER + "note: 2024\n", encoding="utf-8")
    told = handhold("check", str(path))
    assert told.out.splitlines()[-1] == "'handhold explain wrong-kind' says more."
    assert "explain" not in handhold("check", "lurasko").out


def test_faults_that_are_alike_are_one(tmp_path: Path) -> None:
    steps = "".join(f"      s{n}: dexx + {n}\n" for n in range(300))
    path = tmp_path / "example.yaml"
    path.write_text(f"{HEADER}events:\n  climb:\n    needs: {{dex: integer}}\n    steps:\n{steps}", encoding="utf-8")
    told = handhold("check", str(path))
    assert told.out.count("error[unknown-name]") == 1
    assert "= did you mean 'dex'?" in told.out
    assert f"= and at 299 other places: {path}:11:11, {path}:12:11, {path}:13:11, …" in told.out
    assert "300 errors" in told.out
    answer = handhold("check", str(path), "--format", "json").json
    assert isinstance(answer["diagnostics"], list)
    assert len(answer["diagnostics"]) == 300


def test_github_is_told_in_its_own_words(tmp_path: Path) -> None:
    path = tmp_path / "a,b.yaml"
    path.write_text(HEADER + 'note: 2024\ntables:\n  "x::stop-commands::%0A": {rows: {low: {}}}\n', encoding="utf-8")
    told = handhold("check", str(path), "--format", "github")
    assert told.code == 1
    first, second = told.out.splitlines()
    assert first.startswith("::error title=wrong-kind,file=")
    assert "a%2Cb.yaml,line=6,col=7,endLine=6,endColumn=11::'note' needs a text" in first
    assert second.startswith("::error title=bad-key,")
    assert "stop-commands::%250A" in second
