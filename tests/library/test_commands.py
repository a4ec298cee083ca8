"""`handhold pack`: its commands, its help, its answers as JSON."""

from __future__ import annotations

from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from handhold.cli.pack import COMMANDS
from tests.cli.test_schemas import SCHEMAS
from tests.library.packs import put, text, variant, whole
from tests.shell import handhold


def test_help_lists_the_commands() -> None:
    told = handhold("pack", "--help")
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith("usage: handhold pack COMMAND … | --help\n")
    assert [line.split()[0] for line in told.out.splitlines()[2:8]] == list(COMMANDS)
    assert handhold("pack").err == told.out
    assert handhold("pack").code == 2


@pytest.mark.parametrize("command", COMMANDS)
def test_help_says_what_a_command_takes(command: str) -> None:
    told = handhold("pack", command, "--help")
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith(f"usage: handhold pack {command} ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("pack", "bild"), "there is no command 'pack bild'\n   = did you mean 'build'?"),
        (("pack", "--version"), "the command comes first, before '--version'"),
        (("pack", "add"), "the following arguments are required: SOURCE\n   = handhold pack add --help says how"),
        (("pack", "add", "x", "--frob"), "there is no option '--frob'"),
        (("pack", "add", "\x1b[31m"), "there is nothing at '\\x1b[31m'"),
        (("pack", "remove", "\x1b[31m"), "there is no pack '\\x1b[31m'"),
    ],
)
def test_what_is_typed_wrong(words: tuple[str, ...], message: str, project: Path) -> None:
    told = handhold(*words)
    assert (told.code, told.out) == (2, "")
    assert message in told.err


def test_every_answer_is_as_its_schema_says(project: Path, library: Path) -> None:
    def answer(*words: str, code: int = 0) -> dict[str, object]:
        told = handhold("pack", *words, "--format", "json")
        assert (told.code, told.err) == (code, "")
        name = f"pack-{words[0]}"
        assert told.json["handhold"] == f"{name}/1"
        Draft202012Validator(SCHEMAS[name]).validate(told.json)
        return told.json

    whole(project / "demo")
    put(project, {"v.yaml": variant("v", "demo")})
    assert answer("build", "demo")["files"] == ["pack.yaml", "tests/a.yaml"]
    assert answer("add", "demo-1.0.0.zip")["before"] is None
    whole(project / "two", version="2.0.0")
    assert answer("add", "two")["before"] == "1.0.0"
    assert answer("add", "two")["new"] is False
    assert answer("add", "--project", "v.yaml")["extends"] == {"pack": "demo", "here": True}
    put(project / "rulepacks", {"bad.yaml": "pack: [\n", "lurasko.yaml": text("lurasko")})
    listed = answer("list")["packs"]
    assert isinstance(listed, list)
    assert [(pack["name"], pack["version"]) for pack in listed[:2]] == [("bad", None), ("demo", "2.0.0")]
    assert [pack["hidden_by"] for pack in listed if pack["name"] == "lurasko"] == [None, "project"]
    (project / "rulepacks" / "bad.yaml").unlink()
    assert list(answer("lock")["packs"]) == ["demo", "lurasko", "v"]  # type: ignore[call-overload]
    assert answer("verify")["differences"] == []
    assert answer("remove", "demo")["pack"] == "demo"
    assert len(answer("verify", code=1)["differences"]) == 2  # type: ignore[arg-type]


def test_nothing_to_list(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("handhold.packs.storage.shelves.data_folder", lambda name: project / "nothing")
    told = handhold("pack", "list")
    assert (told.code, told.out) == (5, "There are no packs here.\n")
