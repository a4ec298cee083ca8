"""`handhold test`, `review`, `accept`, `reject`, `prune`: goldens from the first run to the last."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest

from handhold.golden.kept import Kept, read_kept
from handhold.packs.storage.files import PackFile
from tests.shell import Told, handhold

PACK = """
pack: wall
format: 1
version: "1.0.0"
title: A wall
license: CC0-1.0
settings:
  rough: {value: counts, options: [counts, ignored], question: Does rough stone count?, reading: It does.}
tables:
  walls:
    columns: {height: integer, tiring: integer}
    rows:
      low: {height: 2, tiring: 1}
      high:
        height: 10
        tiring: 5
  ends: {rows: {up: {at: 0..}, down: {at: ..-1}}}
sheets:
  climber: {skill: integer, tired: {type: integer, default: 0, changes: true}}
modifiers:
  help:
    take: sum
    needs: {climber: climber}
    lines:
      practice: {when: climber.skill > 3, value: 2}
      rest: {when: climber.tired == 0 and settings.rough is counts, value: 1}
events:
  climb:
    needs: {climber: climber, wall: walls}
    steps:
      may: {refuse: {no_skill: {when: climber.skill < 0, because: Nobody climbs like that.}}}
      roll: {roll: d20}
      margin: roll + help - wall.height
      outcome: ends(margin)
      tire: {set: climber.tired, to: old + wall.tiring}
"""
CASES = """# kept as it is
cases:
  low_wall:
    tags: [easy]
    event: climb
    given: {climber: {skill: 1}, wall: low}
    dice: {roll: 3}
  high_wall:
    event: climb
    given: {climber: {skill: 5}, wall: high}
    dice: [3]
    expect: {outcome: down}
    authority: by hand
  high_again:
    event: climb
    given: {climber: {skill: 4, tired: 2}, wall: high}
    dice: [19]
"""


@pytest.fixture(autouse=True)
def _not_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small pack with three cases, two of which expect nothing by hand, in the current folder."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "pack.yaml").write_text(PACK, encoding="utf-8")
    (tmp_path / "tests" / "walls.yaml").write_text(CASES, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ran(*words: str) -> Told:
    return handhold("test", *words)


def begun(pack: Path) -> Path:
    """The golden of the pack's cases, accepted."""
    assert ran(".", "--update=always").code == 1
    assert handhold("accept", ".").out == "3 results accepted\n"
    assert ran(".").out == "3 passed, 0 failed\n"
    return pack / "tests" / "walls.golden.json"


def changed(pack: Path, old: str, new: str) -> None:
    text = (pack / "pack.yaml").read_text(encoding="utf-8")
    assert old in text
    (pack / "pack.yaml").write_text(text.replace(old, new), encoding="utf-8")


def kept(path: Path) -> dict[str, Kept]:
    return read_kept(PackFile(path.name, path.read_bytes()))


def names(pack: Path) -> list[str]:
    return sorted(path.name for path in (pack / "tests").iterdir())


def test_a_case_that_expects_nothing_needs_a_golden(pack: Path) -> None:
    told = ran(".")
    assert told.code == 1
    assert "2 cases: no golden yet" in told.out
    assert told.out.endswith("1 passed, 2 failed\n")
    assert names(pack) == [".failed", "walls.golden.pending.json", "walls.yaml"]


def test_a_run_never_writes_a_golden_and_accept_does(pack: Path) -> None:
    golden = begun(pack)
    assert names(pack) == ["walls.golden.json", "walls.yaml"]
    held = json.loads(golden.read_text(encoding="utf-8"))
    assert list(held) == ["handhold", "cases", "reached", "rules"]
    assert held["cases"]["low_wall"] == {
        "outcome": "up",
        "refused": [],
        "values": {"roll": 3, "margin": 2, "outcome": "up", "tire": 1},
        "state": {"climber": {"skill": 1, "tired": 1}},
        "rolls": {"roll": {"dice": "d20", "faces": [3], "value": 3}},
    }
    before = golden.read_bytes()
    changed(pack, "tiring: 5", "tiring: 7")
    assert ran(".").code == 1
    assert golden.read_bytes() == before
    assert names(pack) == [".failed", "walls.golden.json", "walls.golden.pending.json", "walls.yaml"]


def test_equal_changes_are_one_group_that_says_why(pack: Path) -> None:
    begun(pack)
    changed(pack, "        tiring: 5", "        tiring: 7")
    told = ran(".")
    assert "2 cases: state.climber.tired +2, values.tire +2, from tables.walls.rows.high.tiring" in told.out
    assert "pack.yaml:16:17: tables.walls.rows.high.tiring is 7, was 5" in told.out
    assert "tests/walls.yaml:8:3: high_wall" in told.out
    assert handhold("accept", ".").out == "2 results accepted\n"
    assert ran(".").code == 0


@pytest.mark.parametrize(
    ("change", "lines"),
    [
        ({"skill > 3": "skill > 4"}, ["help.lines.practice.when is climber.skill > 4, was climber.skill > 3"]),
        ({"skill > 3": "skill > 4"}, ["pack.yaml:25:50: modifiers.help.lines.practice applied before"]),
        ({"value: 2}": "value: 3}"}, ["modifiers.help.lines.practice.value is 3, was 2"]),
        ({"roll + help": "roll - help"}, ["climb.steps.margin is roll - help - wall.height, was roll + help -"]),
        ({"{at: 0..}": "{at: 3..}", "{at: ..-1}": "{at: ..2}"}, ["tables.ends.rows.up.at is 3.., was 0.."]),
        ({"rest: {when": "nap: {when", "value: 1}": "value: 2}"}, ["lines.rest.value is no longer there, was 1"]),
        ({"value: counts": "value: ignored"}, ["rough.counts applied before", "rough.ignored applies now"]),
        ({"height: 2,": "height: 3,"}, ["pack.yaml:13:21: tables.walls.rows.low.height is 3, was 2"]),
    ],
)
def test_a_failure_names_the_rule_that_was_another_one(pack: Path, change: dict[str, str], lines: list[str]) -> None:
    begun(pack)
    for old, new in change.items():
        changed(pack, old, new)
    told = ran(".")
    assert told.code == 1, told.out
    for line in lines:
        assert line in told.out


def test_a_changed_case_is_told_from_a_changed_rule(pack: Path) -> None:
    begun(pack)
    cases = pack / "tests" / "walls.yaml"
    cases.write_text(cases.read_text(encoding="utf-8").replace("dice: {roll: 3}", "dice: {roll: 4}"), encoding="utf-8")
    told = ran(".")
    assert "values.margin: was 2, is 3 (+1)" in told.out
    assert "no rule that the case came to reads otherwise" in told.out


def test_what_is_expected_by_hand_shows_the_step_behind_it(pack: Path) -> None:
    changed(pack, "outcome: ends(margin)", "outcome: ends(margin + 99)")
    told = ran(".")
    assert "outcome: expected down, got up" in told.out
    assert "pack.yaml:34:7: outcome: ends(margin + 99) up → up" in told.out
    assert "pack.yaml:17:17: tables.ends.rows.up: up" in told.out


def test_a_roll_elsewhere_changes_no_golden(pack: Path) -> None:
    golden = begun(pack)
    before = golden.read_bytes()
    changed(pack, "events:\n", "events:\n  other:\n    steps:\n      luck: {roll: d6}\n      got: luck + 1\n")
    assert ran(".").out == "3 passed, 0 failed\n"
    assert golden.read_bytes() == before


# -- some cases only ------------------------------------------------------------------------------


def test_some_cases_by_id_tag_and_last_failure(pack: Path) -> None:
    begun(pack)
    assert ran(".", "-k", "high").out == "2 passed, 0 failed\n"
    assert ran(".", "--tag", "easy").out == "1 passed, 0 failed\n"
    assert ran(".", "--tag", "hard").code == 5
    assert ran(".", "--failed").code == 5
    changed(pack, "tiring: 1}", "tiring: 2}")
    assert ran(".").code == 1
    assert ran(".", "--failed").out.endswith("0 passed, 1 failed\n")
    changed(pack, "tiring: 2}", "tiring: 1}")
    assert ran(".", "--failed").out == "1 passed, 0 failed\n"
    assert ran(".", "--failed").code == 5
    assert names(pack) == ["walls.golden.json", "walls.yaml"]


def test_a_run_of_some_cases_leaves_the_others_pending(pack: Path) -> None:
    begun(pack)
    changed(pack, "        tiring: 5", "        tiring: 7")
    changed(pack, "tiring: 1}", "tiring: 2}")
    ran(".")
    changed(pack, "tiring: 2}", "tiring: 1}")
    ran(".", "-k", "low_wall")
    held = kept(pack / "tests" / "walls.golden.pending.json")
    assert list(held) == ["high_wall", "high_again"]
    assert handhold("accept", ".", "-k", "again").out == "1 result accepted\n"
    assert handhold("reject", ".").out == "1 result rejected\n"
    assert handhold("reject", ".").code == 5
    assert ran(".").out.endswith("2 passed, 1 failed\n")


def test_stale_goldens_are_told_and_pruned_but_not_by_a_run_of_some(pack: Path) -> None:
    golden = begun(pack)
    cases = pack / "tests" / "walls.yaml"
    cases.write_text(CASES.replace("high_again", "once_more"), encoding="utf-8")
    (pack / "tests" / "gone.golden.json").write_text("{}", encoding="utf-8")
    (pack / "tests" / ".walls.golden.json.x.tmp").write_text("{", encoding="utf-8")
    some = ran(".", "-k", "low")
    assert (some.code, some.out) == (0, "1 passed, 0 failed\n")
    told = ran(".")
    assert "2 goldens have no case (high_again, gone.golden.json); 'handhold prune' takes them away" in told.out
    assert handhold("test", ".", "--format", "json").json["stale"] == [".: high_again", ".: gone.golden.json"]
    checked = handhold("check", ".")
    assert checked.code == 0
    assert "tests/gone.golden.json:1:1: warning[stale-golden]: 1 golden has no case (gone.golden.json)" in checked.out
    assert "tests/walls.golden.json:1:1: warning[stale-golden]: 1 golden has no case (high_again)" in checked.out
    assert handhold("check", ".", "--strict").code == 1
    handhold("accept", ".")
    assert "high_again" in golden.read_text(encoding="utf-8")
    assert handhold("prune", ".").out == ("walls: high_again\ngone.golden.json\n.walls.golden.json.x.tmp\n3 pruned\n")
    assert "high_again" not in golden.read_text(encoding="utf-8")
    assert handhold("prune", ".").code == 5
    assert ran(".").out == "3 passed, 0 failed\n"


@pytest.mark.parametrize("ci", ["", "true"])
@pytest.mark.parametrize("gone", ["renamed", "deleted", "emptied"])
def test_goldens_of_a_file_of_cases_that_is_gone_are_stale(
    pack: Path, monkeypatch: pytest.MonkeyPatch, gone: str, ci: str
) -> None:
    begun(pack)
    cases = pack / "tests" / "walls.yaml"
    if gone == "renamed":
        cases.rename(pack / "tests" / "cliffs.yaml")
    elif gone == "emptied":
        cases.write_text("cases: {}\n", encoding="utf-8")
    else:
        cases.unlink()
    monkeypatch.setenv("CI", ci)
    ids = ["low_wall", "high_wall", "high_again"]
    told = f".: 3 goldens have no case ({', '.join(ids)}); 'handhold prune' takes them away\n"
    assert told in ran(".").out
    assert handhold("test", ".", "--format", "json").json["stale"] == [f".: {id}" for id in ids]
    assert "no case (" not in ran(".", "-k", "low").out
    monkeypatch.setenv("CI", "")
    (pack / "tests" / "walls.golden.pending.json").write_text("{", encoding="utf-8")
    pruned = handhold("prune", ".")
    lines = [*(f"walls: {id}" for id in ids), "walls.golden.pending.json", "4 pruned"]
    assert (pruned.code, pruned.out.splitlines()) == (0, lines)
    assert not {"walls.golden.json", "walls.golden.pending.json"} & set(names(pack))
    assert "no case (" not in ran(".").out
    assert "stale-golden" not in handhold("check", ".").out


def test_stale_goldens_of_a_pack_of_one_file(pack: Path) -> None:
    begun(pack)
    (pack / "pack.yaml").rename(pack / "wall.yaml")
    (pack / "wall").mkdir()
    (pack / "tests").rename(pack / "wall" / "tests")
    (pack / "wall" / "tests" / "walls.yaml").unlink()
    assert "./wall.yaml: 3 goldens have no case (" in ran("./wall.yaml").out
    checked = handhold("check", "./wall.yaml").out
    assert checked.startswith("wall/tests/walls.golden.json:1:1: warning[stale-golden]: 3 goldens have no case (")
    assert handhold("prune", "./wall.yaml").out.endswith("3 pruned\n")


def test_goldens_of_a_file_of_cases_that_is_broken_or_of_a_stack_are_kept(pack: Path) -> None:
    begun(pack)
    cases = pack / "tests" / "walls.yaml"
    for text in ("cases: {a: {evnt: climb}}\n", "cases: [\n", f"pack: wall+other\n{CASES}"):
        cases.write_text(text, encoding="utf-8")
        assert "no case (" not in ran(".").out
        assert "stale-golden" not in handhold("check", ".").out
        assert handhold("prune", ".").code == 5


# -- what is written, and when --------------------------------------------------------------------


def test_nothing_is_written_in_ci_and_a_missing_golden_fails(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    for update in ((), ("--update=always",), ("--update=new",), ("--update=no",)):
        assert ran(".", *update).code == 1
        assert names(pack) == ["walls.yaml"]
    for command in ("accept", "reject", "prune", "review"):
        assert handhold(command, ".").code == 2
    assert "CI is set" in handhold("accept", ".").err


def test_no_update_writes_nothing(pack: Path) -> None:
    assert ran(".", "--update=no").code == 1
    assert names(pack) == ["walls.yaml"]


def test_a_file_without_goldens_is_left_to_what_is_expected_by_hand(pack: Path) -> None:
    only = CASES[: CASES.index("  low_wall")] + CASES[CASES.index("  high_wall") : CASES.index("  high_again")]
    (pack / "tests" / "walls.yaml").write_text(only, encoding="utf-8")
    assert ran(".").out == "1 passed, 0 failed\n"
    assert ran(".", "--update=always").code == 1
    assert names(pack) == [".failed", "walls.golden.pending.json", "walls.yaml"]


def test_a_golden_with_equal_values_is_left_alone_whatever_its_spacing(pack: Path) -> None:
    golden = begun(pack)
    for data in (
        golden.read_bytes().replace(b"\n", b"\r\n"),
        json.dumps(json.loads(golden.read_text(encoding="utf-8"))).encode(),
        b"\xef\xbb\xbf" + golden.read_bytes(),
    ):
        golden.write_bytes(data)
        assert ran(".", "--update=always").out == "3 passed, 0 failed\n"
        assert handhold("accept", ".").code == 5
        assert golden.read_bytes() == data
        assert names(pack) == ["walls.golden.json", "walls.yaml"]


def test_line_ends_are_kept_where_a_golden_changes(pack: Path) -> None:
    golden = begun(pack)
    golden.write_bytes(golden.read_bytes().replace(b"\n", b"\r\n"))
    changed(pack, "tiring: 1}", "tiring: 2}")
    ran(".")
    handhold("accept", ".")
    data = golden.read_bytes()
    assert b'"tired": 2' in data
    assert data.count(b"\n") == data.count(b"\r\n")


def test_a_change_of_one_case_is_a_small_difference(pack: Path) -> None:
    golden = begun(pack)
    before = golden.read_text(encoding="utf-8").splitlines()
    changed(pack, "tiring: 1}", "tiring: 2}")
    ran(".")
    handhold("accept", ".")
    after = golden.read_text(encoding="utf-8").splitlines()
    assert len(after) == len(before)
    assert sum(one != other for one, other in zip(before, after, strict=True)) == 3


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"{", "Expecting property name"),
        (b"<<<<<<< ours\n{}", "Expecting value"),
        (b"[]", "it does not begin"),
        (b'{"handhold": "golden/2", "cases": {}}', "it does not begin"),
        (b'{"handhold": "golden/1"}', "'cases'"),
        (b'{"handhold": "golden/1", "cases": {"a": {}, "a": {}}, "reached": {}, "rules": []}', "'a' stands twice"),
        # the last of many keys is the first again: a look back at each would take minutes
        (b"{" + b"".join(b'"%d": 0, ' % n for n in range(100_000)) + b'"0": 0}', "'0' stands twice"),
        (b'{"handhold": "golden/1", "cases": {"a": 1}, "reached": {}, "rules": []}', "'a' is no mapping"),
        (b'{"handhold": "golden/1", "cases": {"a": {"x": 1.5}}, "reached": {}, "rules": []}', "1.5 is no whole"),
        (
            b'{"handhold": "golden/1", "cases": {"a": {}}, "reached": {"a": "0-9"}, "rules": []}',
            "'0-9' leads back, or past",
        ),
        (
            b'{"handhold": "golden/1", "cases": {"a": {}}, "reached": {"a": "0 0"}, "rules": [["a", ""]]}',
            "'0' leads back",
        ),
        (b'{"handhold": "golden/1", "cases": {"a": {}}, "reached": {"a": "x"}, "rules": []}', "cannot be read"),
        (b'{"handhold": "golden/1", "cases": {}, "reached": {}, "rules": [["a"]]}', "a path and a text"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"handhold": "golden/1", "cases": {"a": {"x": ' + b"9" * 9_999 + b"}}}", "cannot be read"),
        (b"\xff", "cannot be read"),
    ],
)
def test_a_damaged_golden_is_a_finding(pack: Path, data: bytes, said: str) -> None:
    golden = pack / "tests" / "walls.golden.json"
    golden.write_bytes(data)
    for command in ("test", "accept", "prune", "review"):
        told = handhold(command, ".")
        assert told.code == 1
        assert "walls.golden.json" in told.err
        assert said in told.err
        assert "Traceback" not in told.err
    assert golden.read_bytes() == data


def test_a_golden_that_is_a_link_out_of_the_pack_is_not_read(
    pack: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside") / "secret.json"
    outside.write_text("{}", encoding="utf-8")
    (pack / "tests" / "walls.golden.json").symlink_to(outside)
    told = ran(".")
    assert told.code == 1
    assert "link that leads out" in told.err


def test_a_folder_that_cannot_be_written_is_said(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*paths: object) -> None:
        raise OSError(errno.ENOSPC, "no space")

    monkeypatch.setattr(os, "replace", full)
    told = ran(".")
    assert told.code == 1
    assert "what has changed cannot be kept: tests/walls.golden.pending.json cannot be written: no space" in told.err
    assert names(pack) == ["walls.yaml"]


def test_what_is_planted_in_a_golden_comes_out_as_text(pack: Path) -> None:
    golden = begun(pack)
    held = json.loads(golden.read_text(encoding="utf-8"))
    planted = "\x1b[31m\u202e::error::\n"
    held["cases"]["low_wall"] = {planted: {planted: planted}, "values": {planted: [planted]}}
    held["cases"][planted] = {}
    held["reached"]["low_wall"] = "0"
    held["rules"][0] = [planted, planted]
    golden.write_text(json.dumps(held), encoding="utf-8")
    for words in (("--format", "text"), ("--format", "json"), ("--format", "github"), ("--junit", "report.xml")):
        told = ran(".", *words)
        assert told.code == 1
        assert "\x1b" not in told.out + told.err
        assert "\u202e" not in told.out + told.err
        assert not [line for line in told.out.splitlines() if line.startswith("::error::")]
    for told in (handhold("review", ".", stdin=b"d\ns\n"), handhold("prune", ".")):
        assert "\x1b" not in told.out + told.err
    assert "\x1b" not in (pack / "report.xml").read_text(encoding="ascii")


def test_a_golden_that_is_protected_stays(pack: Path) -> None:
    golden = begun(pack)
    data = golden.read_bytes()
    changed(pack, "tiring: 1}", "tiring: 2}")
    ran(".")
    golden.chmod(0o444)
    told = handhold("accept", ".")
    assert (told.code, told.err) == (3, "handhold: tests/walls.golden.json cannot be written: it is read-only\n")
    told = handhold("review", ".", stdin=b"a\n")
    assert (told.code, told.err) == (3, "handhold: tests/walls.golden.json cannot be written: it is read-only\n")
    assert golden.read_bytes() == data


def test_a_report_takes_the_place_of_a_file_alone(pack: Path) -> None:
    begun(pack)
    os.mkfifo("pipe")
    told = handhold("test", ".", "--junit", "pipe")
    assert told.code == 2
    assert "pipe cannot be written: this is not an ordinary file" in told.err
    before = Path("pack.yaml").read_bytes()
    told = handhold("test", ".", "--junit", "pack.yaml")
    assert told.code == 2
    assert "what is at pack.yaml is no XML, so it is left alone" in told.err
    assert Path("pack.yaml").read_bytes() == before
    for _ in range(2):
        assert handhold("test", ".", "--junit", "report.xml").err == ""
    assert Path("report.xml").read_bytes().startswith(b"<?xml")
