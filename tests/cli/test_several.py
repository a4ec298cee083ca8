"""`handhold test` with several packs, some of them broken; and runs in which there is nothing to do."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.test_goldens import CASES, PACK
from tests.shell import handhold

ONE = CASES[: CASES.index("  low_wall")] + CASES[CASES.index("  high_wall") : CASES.index("  high_again")]


@pytest.fixture(autouse=True)
def _not_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)


@pytest.fixture
def packs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three packs: one is whole, one does not load, one has a faulty file of cases beside a right one."""
    for name in ("broken", "half", "whole"):
        folder = tmp_path / "rulepacks" / name
        (folder / "tests").mkdir(parents=True)
        (folder / "pack.yaml").write_text(PACK.replace("pack: wall", f"pack: {name}"), encoding="utf-8")
        (folder / "tests" / "walls.yaml").write_text(ONE, encoding="utf-8")
    (tmp_path / "rulepacks" / "broken" / "pack.yaml").write_text(
        PACK.replace("roll: d20", "rol: d20"), encoding="utf-8"
    )
    faulty = "cases:\n  low_wall: {evnt: climb}\n"
    (tmp_path / "rulepacks" / "half" / "tests" / "other.yaml").write_text(faulty, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_broken_pack_does_not_keep_the_others_from_being_tested(packs: Path) -> None:
    told = handhold("test", "--format", "json")
    assert told.code == 1
    answer = told.json
    assert isinstance(answer["cases"], list)
    assert [(each["pack"], each["passed"]) for each in answer["cases"]] == [("half", True), ("whole", True)]
    assert isinstance(answer["diagnostics"], list)
    assert [(each["code"], each["line"]) for each in answer["diagnostics"]] == [
        ("unknown-key", 32),
        ("unknown-key", 2),
    ]
    text = handhold("test")
    assert (text.code, text.out) == (1, "2 passed, 0 failed\n")
    assert "did you mean 'roll'?" in text.err
    assert "did you mean 'event'?" in text.err


@pytest.mark.parametrize("names", [("whole", "nowhere"), ("nowhere", "whole")])
def test_a_name_that_no_pack_has_is_said_and_the_others_are_tested(packs: Path, names: tuple[str, str]) -> None:
    told = handhold("test", *names)
    assert (told.code, told.out) == (2, "1 passed, 0 failed\n")
    assert "no-such-pack" in told.err


def test_a_damaged_golden_keeps_no_other_pack_from_being_tested(packs: Path) -> None:
    golden = packs / "rulepacks" / "half" / "tests" / "walls.golden.json"
    golden.write_text('{\n"handhold": \n', encoding="utf-8")
    told = handhold("test", "half", "whole")
    assert (told.code, told.out) == (1, "1 passed, 0 failed\n")
    assert "rulepacks/half/tests/walls.golden.json:3:1: error[bad-golden]: " in told.err


def test_check_tells_of_a_damaged_golden(packs: Path) -> None:
    folder = packs / "rulepacks" / "whole" / "tests"
    assert handhold("check", "whole").code == 0
    (folder / "walls.golden.json").write_text('{"handhold": "golden/2"}', encoding="utf-8")
    (folder / "walls.golden.pending.json").write_text("[", encoding="utf-8")
    (folder / "gone.golden.json").write_text(
        "what has no file of cases is for prune, readable or not", encoding="utf-8"
    )
    told = handhold("check", "whole", "--format", "json")
    assert told.code == 1
    found = told.json["diagnostics"]
    assert isinstance(found, list)
    assert [(each["code"], Path(str(each["file"])).name, each["line"]) for each in found] == [
        ("stale-golden", "gone.golden.json", 1),
        ("bad-golden", "walls.golden.json", 1),
        ("bad-golden", "walls.golden.pending.json", 1),
    ]


def test_junit_has_the_faults_of_packs_and_of_files_of_cases(packs: Path) -> None:
    handhold("test", "--junit", "report.xml")
    tree = ElementTree.fromstring((packs / "report.xml").read_bytes())
    assert (tree.get("tests"), tree.get("failures"), tree.get("errors")) == ("4", "0", "2")
    suites = {suite.get("name"): suite for suite in tree}
    assert list(suites) == ["broken", "half", "whole"]
    faulty = suites["half"].find("testcase/error/..")
    assert faulty is not None
    assert (faulty.get("classname"), faulty.get("name")) == ("half.other", "unknown-key line 2")
    assert (faulty.get("file"), faulty.get("line")) == ("rulepacks/half/tests/other.yaml", "2")
    assert "did you mean 'event'?" in str(faulty[0].text)
    assert (suites["whole"].get("tests"), suites["whole"].get("errors")) == ("1", "0")


def test_annotations_tell_of_faults_too(packs: Path) -> None:
    lines = handhold("test", "--format", "github").out.splitlines()
    assert [line[: line.index(",col")] for line in lines[:-1]] == [
        "::error title=unknown-key,file=rulepacks/broken/pack.yaml,line=32",
        "::error title=unknown-key,file=rulepacks/half/tests/other.yaml,line=2",
    ]
    assert lines[-1] == "2 passed, 0 failed"


def test_a_report_does_not_take_the_place_of_a_link(packs: Path) -> None:
    (packs / "elsewhere.xml").write_text("mine", encoding="utf-8")
    (packs / "report.xml").symlink_to("elsewhere.xml")
    told = handhold("test", "whole", "--junit", "report.xml")
    assert told.code == 2
    assert (packs / "report.xml").is_symlink()
    assert (packs / "elsewhere.xml").read_text(encoding="utf-8") == "mine"


# -- nothing to do ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("-k", "far"), "no case has 'far' in its id, or as one of its rules"),
        (("--tag", "hard"), "no case has the tag 'hard'"),
        (
            ("-k", "wall", "--tag", "hard"),
            "no case has 'wall' in its id, or as one of its rules, and has the tag 'hard'",
        ),
        (("--failed",), "no case failed last time"),
        (("--failed", "-k", "wall"), "no case has 'wall' in its id, or as one of its rules, and failed last time"),
        (("-k", "\x1b[31m"), "no case has '\\x1b[31m' in its id"),
    ],
)
def test_what_chooses_no_case_is_said(packs: Path, words: tuple[str, ...], said: str) -> None:
    for more in ((), ("--fail-under", "50"), ("--coverage",)):
        told = handhold("test", "whole", *words, *more)
        assert told.code == 5
        assert said in told.err
        assert told.out.endswith("0 passed, 0 failed\n")


def test_a_pack_without_cases_is_said(packs: Path) -> None:
    (packs / "rulepacks" / "whole" / "tests" / "walls.yaml").unlink()
    for more in ((), ("--fail-under", "0"), ("--fail-under", "100")):
        told = handhold("test", "whole", *more)
        assert told.code == 5
        assert "no case is written yet" in told.err


def test_a_stack_without_cases_says_how_they_begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    head = 'format: 1\nversion: "1.0.0"\ntitle: A pack\nlicense: CC0-1.0\n'
    base = f"pack: base\n{head}events: {{go: {{steps: {{a: {{value: 1, title: A}}}}}}}}\n"
    shelf = {"base": base, **{id: f"pack: {id}\n{head}extends: base\n" for id in ("wet", "dry")}}
    for id, text in shelf.items():
        (tmp_path / f"{id}.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    told = handhold("test", "./wet.yaml+./dry.yaml")
    assert told.code == 5
    assert "no case is for these together yet" in told.err
    assert "begins with 'pack: base+dry+wet'" in told.err
    assert "no case is written yet" in handhold("test", "./base.yaml+./dry.yaml").err
    assert "no case has 'x'" in handhold("test", "./wet.yaml+./dry.yaml", "-k", "x").err


@pytest.mark.parametrize("least", ["-1", "101", "x", "1.5", "9" * 5000])
def test_a_share_is_a_number_from_0_to_100(packs: Path, least: str) -> None:
    told = handhold("test", "whole", f"--fail-under={least}")
    assert told.code == 2
    assert "0 to 100" in told.err
