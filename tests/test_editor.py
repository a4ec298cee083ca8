"""`handhold schema`: what an event is given as JSON Schema, and the line that an editor looks for."""

from __future__ import annotations

import copy
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from handhold import limits
from handhold.packs.schemas import editor
from handhold.packs.schemas.editor import KINDS, kind_of, schema, with_line, write_lines
from handhold.packs.storage.shelves import known_packs
from handhold.packs.yaml.document import plain, read_document
from handhold.play.inputs import InputError, bind, kinds_of
from handhold.play.runs.made_up import tried_events
from handhold.report.input_schema import input_schema
from tests.documents import ROOT
from tests.shell import handhold, load

SHIPPED = [name for name, _ in known_packs()]


# -- the inputs of an event --------------------------------------------------------------------------------------------


def as_json(value: object) -> object:
    """A value as JSON has it: a number that is not whole is a text."""
    if isinstance(value, dict):
        return {key: as_json(held) for key, held in value.items()}
    if isinstance(value, list):
        return [as_json(held) for held in value]
    return str(value) if isinstance(value, Fraction) else value


def spoilt(data: object) -> Iterator[object]:
    """The data with one thing in it that does not fit: a key that is not there, one too many, a value of no kind."""
    if isinstance(data, dict):
        yield {**data, "no_such_name": 1}
        for key, held in data.items():
            yield from ({**data, key: inner} for inner in spoilt(held))
            yield {**data, key: {"no": ["such", "value"]}}
            yield {**data, key: "no such row"}
            yield {other: value for other, value in data.items() if other != key}
            if isinstance(held, int):
                yield {**data, key: -(10**6)}


@pytest.mark.parametrize("name", SHIPPED)
def test_the_schema_of_an_event_agrees_with_what_an_event_takes(name: str) -> None:
    pack = load(name).checked
    wrong = 0
    for tried in tried_events(pack):
        event = pack.events[tried.event]
        made = input_schema(pack, tried.event)
        Draft202012Validator.check_schema(made)
        validator = Draft202012Validator(made)
        case = {"event": tried.event, "given": as_json(tried.given), "choices": as_json(dict(tried.choices))}
        assert [error.message for error in validator.iter_errors(case)] == []
        for given in spoilt(copy.deepcopy(as_json(tried.given))):
            assert isinstance(given, dict)
            try:
                bind(kinds_of(pack), event, given)
                fits = True
            except InputError:
                fits = False
            assert validator.is_valid({"given": given}) == fits, given
            wrong += not fits
    assert wrong > 20


@pytest.mark.parametrize("name", SHIPPED)
def test_a_case_of_a_shipped_pack_keeps_to_the_schema_of_its_event(name: str) -> None:
    pack = load(name).checked
    made = {id: Draft202012Validator(input_schema(pack, id)) for id in pack.events}
    for path in sorted((ROOT / "rulepacks" / name / "tests").glob("*.yaml")):
        node, _ = read_document(path.read_bytes(), path.name)
        assert node is not None
        whole = plain(node)
        assert isinstance(whole, dict)
        for id, case in whole["cases"].items():
            kept = {key: as_json(case[key]) for key in ("event", "given", "choices", "dice", "settings") if key in case}
            kept = {"given": {}, **kept}
            assert [f"{id}: {error.message}" for error in made[case["event"]].iter_errors(kept)] == []


def test_the_schema_of_an_event_explains_itself() -> None:
    told = handhold("schema", "lurasko", "climb")
    assert told.code == 0
    made = told.json
    assert made["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    properties = made["properties"]
    assert isinstance(properties, dict)
    given = properties["given"]
    assert given["required"] == ["climber", "difficulty", "distance"]
    assert given["properties"]["distance"]["enum"] == ["engagement", "short", "medium", "long"]
    assert properties["settings"]["properties"]["equal_roll"]["default"] == "succeeds"
    assert "the core rule" in properties["settings"]["properties"]["equal_roll"]["description"]


def test_a_choice_in_a_loop_may_be_named_with_its_pass() -> None:
    made = Draft202012Validator(input_schema(load("lurasko").checked, "climb_in_parts"))
    for path, fits in (("legs.leg.end.halvings", True), ("legs.2.leg.end.halvings", True), ("legs.halvings", False)):
        assert made.is_valid({"given": {"climber": {"dex": 3}}, "choices": {path: ["time"]}}) is fits, path


def test_the_schema_of_a_stack_has_what_its_variants_add() -> None:
    told = handhold("schema", "lurasko+./examples/variants/wet-season", "climb")
    assert '"raining"' in told.out
    assert '"raining"' not in handhold("schema", "lurasko", "climb").out


@pytest.mark.parametrize("kind", KINDS)
def test_the_published_schemas_are_printed(kind: str) -> None:
    told = handhold("schema", kind)
    Draft202012Validator.check_schema(told.json)
    published = ROOT / "schemas" / f"{kind}.schema.json"
    assert kind == "part" or told.json == json.loads(published.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        ((), "nothing says which schema", "pack, part, withfile, scenario"),
        (("lurasko",), "nothing says which schema", "handhold schema PACK EVENT"),
        (("lurasko", "clim"), "has no event 'clim'", "'climb'"),
        (("luraskoo", "climb"), "no pack named", "'lurasko'"),
        (("pack", "--write", "."), "not both", "--help"),
        (("--write", "no-such-folder"), "there is no folder 'no-such-folder'", "--help"),
    ],
)
def test_what_has_no_schema_is_told(words: tuple[str, ...], message: str, hint: str) -> None:
    told = handhold("schema", *words)
    assert (told.code, told.out) == (2, "")
    assert message in told.err
    assert hint in told.err


# -- the line for editors ----------------------------------------------------------------------------------------------

HEADER = 'pack: {}\nformat: 1\nversion: "1.0.0"\ntitle: T\nlicense: CC0-1.0\n'


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for folder in ("rulepacks", "examples"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    (tmp_path / ".github").mkdir()
    (tmp_path / ".github" / "ci.yaml").write_text("event: push\n", encoding="utf-8")
    (tmp_path / "other.yaml").write_text("name: something else\n", encoding="utf-8")
    (tmp_path / "climb.yaml").write_text("event: climb\ngiven: {}\n", encoding="utf-8")
    return tmp_path


def contents(project: Path) -> dict[str, bytes]:
    return {
        path.relative_to(project).as_posix(): path.read_bytes()
        for path in sorted(project.rglob("*"))
        if path.is_file() and path.suffix == ".yaml"
    }


def test_the_files_of_a_project_get_the_line_and_keep_all_else(project: Path) -> None:
    before = contents(project)
    told = handhold("schema", "--write")
    assert (told.code, told.err) == (0, "")
    after = contents(project)
    changed = {name for name in before if before[name] != after[name]}
    assert {"climb.yaml", "examples/wall.yaml", "rulepacks/woin/pack.yaml", "rulepacks/woin/falling.yaml"} <= changed
    assert {"examples/variants/wet-season/tests/rain.yaml", "rulepacks/woin/tests/falling.yaml"} <= changed
    assert not {"other.yaml", ".github/ci.yaml", "rulepacks/woin/rules/rules.yaml"} & changed
    for name in changed:
        first, _, rest = after[name].partition(b"\n")
        assert rest == before[name], name
        validate_by_line(project / name, first.decode())
    again = handhold("schema", "--write", str(project))
    assert contents(project) == after
    assert "has the line now" not in again.out
    assert handhold("check", "--strict", "./rulepacks/woin", "./examples/variants/wet-season").code == 0


def validate_by_line(path: Path, line: str) -> None:
    """Holds a file against the schema that its line names, as an editor does."""
    (name,) = re.findall(r"^# yaml-language-server: \$schema=(\S+)$", line)
    made = json.loads((path.parent / name).read_text(encoding="utf-8"))
    node, found = read_document(path.read_bytes(), path.name)
    assert found == ()
    assert node is not None
    errors = [error.message for error in Draft202012Validator(made).iter_errors(plain(node))]
    assert errors == [] or path.name == "climb.yaml", path


LINE = b"# yaml-language-server: $schema=.handhold/schemas/pack.schema.json"
OLDER = b"# yaml-language-server: $schema=../../.handhold/schemas/withfile.schema.json"
OWN = b"# yaml-language-server: $schema=https://example.org/mine.json"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"pack: a\n", LINE + b"\npack: a\n"),
        (b"pack: a", LINE + b"\npack: a"),
        (b"# about\n\npack: a\n", LINE + b"\n# about\n\npack: a\n"),
        (b"pack: a\r\nformat: 1\r\n", LINE + b"\r\npack: a\r\nformat: 1\r\n"),
        (b"\xef\xbb\xbfpack: a\n", b"\xef\xbb\xbf" + LINE + b"\npack: a\n"),
        (LINE + b"\npack: a\n", LINE + b"\npack: a\n"),
        (b"# about\r\n" + OLDER + b"\r\npack: a\r\n", b"# about\r\n" + LINE + b"\r\npack: a\r\n"),
        (OWN + b"\npack: a\n", OWN + b"\npack: a\n"),
        (b"pack: a\n" + OLDER + b"\n", LINE + b"\npack: a\n" + OLDER + b"\n"),
        (b"", LINE + b"\n"),
    ],
)
def test_the_line_is_put_at_the_top_once(before: bytes, after: bytes) -> None:
    assert with_line(before, LINE.decode()) == after
    assert with_line(after, LINE.decode()) == after


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (HEADER.format("a"), "pack"),
        ("pack: a\nextends: b\n", "pack"),
        ("pack: a\nentries: []\n", "scenario"),
        ("pack: a+b\ncases:\n  one: {event: climb}\n", "withfile"),
        ("title: About\nnote: More\ncases:\n  one:\n    event: climb\n", "withfile"),
        ("given: {}\n", "withfile"),
        ("event: climb\ndice: 4\n", "withfile"),
        # files of others, which have some of these words too
        ("entries: []\n", None),
        ("pack: a\nentries: []\nicons: big\n", None),
        ("cases: [1, 2]\n", None),
        ("cases:\n  one: {event: push}\nrunner: mine\n", None),
        ("event: push\n", None),
        ("event: push\nbranch: main\n", None),
        ("tables: {}\n", None),
        ("name: x\n", None),
        ("  pack: a\n  format: 1\n", None),
    ],
)
def test_a_file_is_known_by_its_keys(text: str, kind: str | None, tmp_path: Path) -> None:
    assert kind_of(tmp_path / "x.yaml", text.encode()) == kind


def test_the_keys_of_files_are_those_of_their_schemas() -> None:
    scenario, withfile = (json.loads((ROOT / "schemas" / f"{kind}.schema.json").read_text(encoding="utf-8"))
                          for kind in ("scenario", "withfile"))  # fmt: skip
    for held, keys in (
        (scenario, editor._SCENARIO),
        (withfile["$defs"]["case_file"], editor._CASES),
        (withfile["$defs"]["with_file"], editor._WITH_FILE),
    ):
        assert {key.encode() for key in held["properties"]} == keys


def test_cases_beside_a_pack_are_cases_whatever_they_hold(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(HEADER.format("a"), encoding="utf-8")
    assert kind_of(tmp_path / "tests" / "x.yaml", b"cases: {}\n") == "withfile"
    assert kind_of(tmp_path / "x.yaml", b"cases: {}\n") is None


def test_a_file_beside_a_pack_is_a_part_of_it(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(HEADER.format("a"), encoding="utf-8")
    assert kind_of(tmp_path / "more.yaml", b"tables: {}\n") == "part"
    assert kind_of(tmp_path / "more.yaml", b"rules: {}\n") is None
    whole = json.loads((ROOT / "schemas" / "pack.schema.json").read_text(encoding="utf-8"))
    for key in whole["$defs"]["part"]["properties"]:
        assert kind_of(tmp_path / "more.yaml", f"{key}: {{}}\n".encode()) == "part", key


@pytest.mark.parametrize("data", [b"tables\n: [", b"\xff\xfe\x00x", b"title: [1\n"])
def test_a_file_beside_a_pack_that_cannot_be_read_is_told(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(HEADER.format("a"), encoding="utf-8")
    (tmp_path / "more.yaml").write_bytes(data)
    (tmp_path / "others.yaml").write_text("name: x\n", encoding="utf-8")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "others.yaml").write_bytes(data)
    told = {each.file.rpartition("/")[2]: each.done for each in write_lines(tmp_path)}
    assert told == {"more.yaml": "unreadable", "pack.yaml": "written"}
    assert (tmp_path / "more.yaml").read_bytes() == data


def test_links_and_what_cannot_be_read_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outside = tmp_path / "outside.yaml"
    outside.write_text(HEADER.format("a"), encoding="utf-8")
    project = tmp_path / "project"
    project.mkdir()
    (project / "link.yaml").symlink_to(outside)
    os.mkfifo(project / "pipe.yaml")
    big = HEADER.format("a").encode() + b"#" * (limits.FILE_BYTES - len(HEADER.format("a")))
    (project / "big.yaml").write_bytes(big)
    monkeypatch.chdir(project)
    told = handhold("schema", "--write")
    assert told.code == 1
    assert "pipe.yaml is left alone: this is not an ordinary file" in told.out
    assert "big.yaml is left alone: with one line more the file would be too big" in told.out
    assert outside.read_text(encoding="utf-8") == HEADER.format("a")
    assert (project / "big.yaml").read_bytes() == big


def test_what_is_read_only_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a.yaml", "b.yaml"):
        Path(name).write_text(HEADER.format("a"), encoding="utf-8")
    Path("a.yaml").chmod(0o444)
    told = handhold("schema", "--write")
    assert (told.code, told.err) == (1, "")
    assert told.out.splitlines()[:2] == ["a.yaml is left alone: it is read-only", "b.yaml has the line now"]
    assert Path("a.yaml").read_text(encoding="utf-8") == HEADER.format("a")


@pytest.mark.parametrize("name", [".handhold", ".handhold/schemas", ".handhold/schemas/part.schema.json"])
@pytest.mark.parametrize("kind", ["link", "other"])
def test_what_others_have_at_the_place_of_the_schemas_stays(
    name: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside, project = tmp_path / "outside", tmp_path / "project"
    (outside / "schemas").mkdir(parents=True)
    for file in (outside / "pack.schema.json", outside / "schemas" / "pack.schema.json"):
        file.write_text("kept", encoding="utf-8")
    project.mkdir()
    (project / "a.yaml").write_text(HEADER.format("a"), encoding="utf-8")
    place = project / name
    place.parent.mkdir(parents=True, exist_ok=True)
    if kind == "link":
        place.symlink_to(outside / "pack.schema.json" if name.endswith(".json") else outside)
    else:
        place.write_text("kept", encoding="utf-8")
    monkeypatch.chdir(project)
    told = handhold("schema", "--write")
    assert (told.code, told.out) == (3, "")
    assert re.fullmatch(rf"handhold: {re.escape(name)}\S* cannot be written: [A-Za-z' ,]+\n", told.err)
    assert "kept" in place.read_text(encoding="utf-8") if place.is_file() else place.is_symlink()
    assert sorted(path.read_text(encoding="utf-8") for path in outside.rglob("*.json")) == ["kept", "kept"]
    assert Path("a.yaml").read_text(encoding="utf-8") == HEADER.format("a")


def test_a_pack_that_has_brought_its_own_schemas_keeps_its_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    handhold("new", "mine", "--from-scratch")
    before = contents(tmp_path)
    told = handhold("schema", "--write")
    assert told.out.splitlines() == [
        "mine/pack.yaml had it already",
        "mine/tests/mine.yaml had it already",
        "The schemas are in .handhold/schemas.",
    ]
    assert contents(tmp_path) == before
    shutil.rmtree(tmp_path / "mine" / ".handhold")
    told = handhold("schema", "--write")
    assert told.out.splitlines()[0] == "mine/pack.yaml has the line now"
    assert contents(tmp_path)["mine/pack.yaml"].startswith(b"# yaml-language-server: $schema=../.handhold/schemas/")
    monkeypatch.chdir(tmp_path / "mine")
    assert handhold("schema", "--write", "..").out.endswith("The schemas are in ../.handhold/schemas.\n")


def test_an_older_schema_gives_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    place = tmp_path / ".handhold" / "schemas" / "pack.schema.json"
    place.parent.mkdir(parents=True)
    place.write_text('{"$id": "urn:handhold:schema:pack"}', encoding="utf-8")
    handhold("schema", "--write")
    assert json.loads(place.read_text(encoding="utf-8")) == schema("pack")


def test_a_file_keeps_what_may_be_done_with_it(tmp_path: Path) -> None:
    place = tmp_path / "a.yaml"
    place.write_text(HEADER.format("a"), encoding="utf-8")
    place.chmod(0o640)
    assert [each.done for each in write_lines(tmp_path)] == ["written"]
    assert place.stat().st_mode & 0o777 == 0o640
    assert [each.done for each in write_lines(tmp_path)] == ["there"]


def test_an_empty_project_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told = handhold("schema", "--write")
    assert (told.code, "there is no pack, case or scenario here" in told.out) == (5, True)


# -- the schemas as an editor has them ---------------------------------------------------------------------------------

BASE = HEADER.format("mine") + "events:\n  go:\n    steps: {outcome: true}\n"
VARIANT = HEADER.format("mine") + "extends: lurasko\nchange:\n  tables.distances.rows.long.exhaustion: 30\n"
FILES: list[tuple[str, str, bool]] = [
    # what it is, the file, whether it is valid
    ("a base pack", BASE, True),
    ("a variant with only change", VARIANT, True),
    ("a variant with only remove", VARIANT.partition("change")[0] + "remove: [settings.near_miss]\n", True),
    ("an empty variant", VARIANT.partition("change")[0], True),
    *((f"a base pack without {key}", re.sub(rf"^{key}:.*\n", "", BASE, flags=re.MULTILINE), False)
      for key in ("pack", "format", "version", "title", "license")),
    ("a variant without extends", VARIANT.replace("extends: lurasko\n", ""), False),
    ("a variant without a license", VARIANT.replace("license: CC0-1.0\n", ""), False),
    ("a variant with events", VARIANT + "events: {}\n", False),
    ("a misspelt key", BASE.replace("steps:", "stpes:"), False),
    ("another format", BASE.replace("format: 1", "format: 2"), False),
    ("a step without a kind", BASE.replace("{outcome: true}", "{outcome: {title: Nothing}}"), False),
]  # fmt: skip


@pytest.mark.parametrize(("what", "text", "valid"), FILES, ids=[what for what, _, _ in FILES])
def test_an_editor_says_the_same_of_a_pack(what: str, text: str, valid: bool) -> None:
    node, found = read_document(text.encode(), "pack.yaml")
    assert (found, node is None) == ((), False)
    assert node is not None
    assert Draft202012Validator(schema("pack")).is_valid(plain(node)) is valid


def test_check_jsonschema_says_the_same_of_packs(tmp_path: Path) -> None:
    place = tmp_path / "pack.schema.json"
    place.write_text(json.dumps(schema("pack")), encoding="utf-8")
    for number, (_, text, _) in enumerate(FILES):
        (tmp_path / f"{number}.yaml").write_text(text, encoding="utf-8")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "check_jsonschema",
            "-o",
            "json",
            "--schemafile",
            place,
            *sorted(tmp_path.glob("*.yaml")),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    answer = json.loads(done.stdout)
    wrong = {Path(error["filename"]).stem for error in answer["errors"]}
    assert wrong == {str(number) for number, (_, _, valid) in enumerate(FILES) if not valid}
    assert not answer["parse_errors"]
