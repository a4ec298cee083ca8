"""`handhold test`: the cases of packs, and what is said of one that fails."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from handhold.golden.compare import Difference
from handhold.golden.goldens import Goldens
from handhold.golden.verdict import Verdict
from handhold.report.cases import failure_lines
from tests.shell import DEMO, handhold
from tests.shipped import shipped

SHIPPED = ("futile-kingdoms", "infinity", "lurasko", "trench-crusade", "woin")
CASE = """
cases:
  near_wall:
    title: An easy one
    event: climb
    given: {climber: {dex: 14}, difficulty: hard, distance: medium}
    dice: {roll: 13}
    expect: {outcome: fail_safe, values: {margin: -1, end: {halvings_available: 0}}, state: {climber: {exhaustion: 10}}}
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A copy of a shipped pack with one case."""
    copy = tmp_path / "copy"
    source = Path(__file__).parents[2] / "rulepacks" / "lurasko"
    copy.mkdir()
    for path in source.glob("*.yaml"):
        shutil.copy(path, copy / path.name)
    (copy / "tests").mkdir()
    (copy / "tests" / "case.yaml").write_text(CASE, encoding="utf-8")
    return copy


@pytest.mark.parametrize("name", SHIPPED)
def test_every_case_of_a_shipped_pack_passes_and_every_rule_is_reached(name: str) -> None:
    told = handhold("test", name, "--update=no", "--coverage", "--fail-under", "100")
    assert told.code == 0, told.out + told.err
    assert "rules reached, 100 %\n" in told.out
    assert told.out.endswith(" passed, 0 failed\n")
    assert "goldens" not in told.out


@pytest.mark.parametrize("name", SHIPPED)
def test_every_case_of_a_shipped_pack_has_a_golden(name: str) -> None:
    goldens = Goldens(tuple(shipped(name).cases.values()))
    assert goldens.files
    for file in goldens.files.values():
        assert file.golden is not None
        assert list(file.golden) == [case.id for case in file.cases]
        assert not file.pending


def test_a_case_that_passes(pack: Path) -> None:
    told = handhold("test", str(pack))
    assert (told.code, told.out) == (0, "1 passed, 0 failed\n")


@pytest.mark.parametrize(
    ("ours", "theirs", "line"),
    [
        ("outcome: fail_safe", "outcome: success", "outcome: expected success, got fail_safe"),
        ("margin: -1", "margin: 2", "values.margin: expected 2, got -1"),
        ("halvings_available: 0", "halvings: 0", "values.end.halvings: expected 0, got []"),
        ("exhaustion: 10", "exhaustion: 11", "state.climber.exhaustion: expected 11, got 10"),
        ("exhaustion: 10", "tiredness: 10", "state.climber.tiredness: expected 10, got nothing of that name"),
        ("roll: 13", "roll: 21", "run: expected an answer, got"),
    ],
)
def test_a_case_that_fails_names_the_leaf(pack: Path, ours: str, theirs: str, line: str) -> None:
    path = pack / "tests" / "case.yaml"
    path.write_text(CASE.replace(ours, theirs), encoding="utf-8")
    told = handhold("test", str(pack))
    assert told.code == 1
    assert line in told.out
    assert "case.yaml:3:3" in told.out
    assert told.out.endswith("0 passed, 1 failed\n")
    answer = handhold("test", str(pack), "--format", "json").json
    assert (answer["passed"], answer["failed"]) == (0, 1)


def test_only_some_cases_and_none(pack: Path) -> None:
    assert handhold("test", str(pack), "-k", "near").code == 0
    told = handhold("test", str(pack), "-k", "far")
    assert (told.code, told.out) == (5, "0 passed, 0 failed\n")


def test_a_pack_without_cases_is_nothing_to_work_on() -> None:
    assert handhold("test", DEMO).code == 5


def test_a_faulty_case_file_is_a_finding(pack: Path) -> None:
    (pack / "tests" / "case.yaml").write_text("cases:\n  one_case: {evnt: climb}\n", encoding="utf-8")
    told = handhold("test", str(pack))
    assert told.code == 1
    assert "did you mean 'event'" in told.err


def wrong_cases(pack: Path, numbers: range, expected: str) -> Path:
    """The pack, with a case for each number; `expected` has {n} for it."""
    lines = [
        f"  c{n}: {{event: climb, given: {{climber: {{dex: 14}}, difficulty: hard, distance: medium}}, "
        f"dice: [13], expect: {{values: {{margin: {expected.format(n=n)}}}}}}}\n"
        for n in numbers
    ]
    (pack / "tests" / "case.yaml").write_text(f"cases:\n{''.join(lines)}", encoding="utf-8")
    return pack


def test_cases_that_fail_alike_are_told_once(pack: Path) -> None:
    told = handhold("test", str(wrong_cases(pack, range(9), "5")), "--update=no")
    lines = told.out.splitlines()
    assert told.code == 1
    assert sum("margin: expected 5, got -1" in line for line in lines) == 1
    assert "  alike: c1, c2, c3 and 5 more" in lines
    assert lines[-1] == "0 passed, 9 failed"


def test_many_cases_that_fail_are_not_told_all(pack: Path) -> None:
    words = ("test", str(wrong_cases(pack, range(200), "{n}")), "--update=no")
    told = handhold(*words)
    assert len(told.out) < 20_000
    assert sum(": expected" in line for line in told.out.splitlines()) == 20
    assert "… and 180 more cases fail: -k WORD chooses some, --format json tells all" in told.out.splitlines()
    assert told.out.endswith("\n0 passed, 200 failed\n")
    cases = handhold(*words, "--format", "json").json["cases"]
    assert isinstance(cases, list)
    assert len(cases) == 200
    assert all(case["differences"] for case in cases)


def test_a_case_with_many_differences_tells_the_first() -> None:
    differences = tuple(Difference(f"values.x{n}", "1", "2") for n in range(30))
    case = next(iter(shipped("lurasko").cases.values()))
    lines = failure_lines(Verdict(case, differences), lambda verdict, path: ())
    assert lines[0] == "values.x0: expected 1, got 2"
    assert lines[11:] == ["values.x11: expected 1, got 2", "… and 18 more"]
