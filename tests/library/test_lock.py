"""The lock file: what is written down, what is found to differ, and what `--locked` refuses."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import handhold as door
from handhold.library.faults import LibraryError, NotThere
from handhold.library.lock import read_lock, verify, write_lock
from handhold.library.parcel import parcel_of
from handhold.packs.storage.files import data_folder
from handhold.packs.storage.places import PackPlace
from tests.library.packs import Writers, put, text, variant, whole
from tests.shell import handhold

LOCK = Path("handhold.lock")
HASH = "sha256:" + "0" * 64


def hash_of(path: Path) -> str:
    parcel, found = parcel_of(PackPlace(path, "x"))
    assert parcel is not None, found
    return parcel.hash


@pytest.fixture
def locked(project: Path, library: Path) -> Path:
    """A project with a variant of a pack of the library, both locked."""
    assert handhold("pack", "add", str(whole(project / "source"))).code == 0
    put(project / "rulepacks" / "v", {"pack.yaml": variant("v", "demo >=1")})
    assert handhold("pack", "lock").code == 0
    return project


def test_the_packs_of_the_project_are_locked_with_what_they_extend(locked: Path, library: Path) -> None:
    held = json.loads(LOCK.read_text())
    assert held == {
        "handhold": "lock/1",
        "packs": {
            "demo": {"version": "1.0.0", "source": "library", "hash": hash_of(library / "demo.zip")},
            "v": {"version": "1.0.0", "source": "rulepacks/v", "hash": hash_of(locked / "rulepacks" / "v")},
        },
    }
    assert LOCK.read_text() == json.dumps(held, indent=2) + "\n"
    schema = json.loads((data_folder("schemas") / "lock.schema.json").read_text())
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(held)


def test_packs_that_are_named_are_locked_beside_the_others(locked: Path) -> None:
    whole(locked / "elsewhere" / "other", "other")
    told = handhold("pack", "lock", "lurasko", "./elsewhere/other")
    assert told.out.splitlines()[0] == "handhold.lock holds 4 packs:"
    lock = read_lock(LOCK)
    assert {name: entry.source for name, entry in lock.items()} == {
        "demo": "library", "lurasko": "shipped", "other": "elsewhere/other", "v": "rulepacks/v",
    }  # fmt: skip
    assert verify(LOCK) == ()
    assert handhold("pack", "lock").out.splitlines() == told.out.splitlines()
    assert read_lock(LOCK) == lock


def test_a_lock_is_made_anew_and_what_has_gone_is_told(locked: Path, library: Path) -> None:
    whole(locked / "elsewhere" / "other", "other")
    whole(locked / "third", "third")
    assert handhold("pack", "lock", "./elsewhere/other", "./third", "lurasko").code == 0
    put(locked / "third", {"pack.yaml": text("third", "1.1.0")})
    shutil.rmtree(locked / "elsewhere")
    shutil.rmtree(locked / "rulepacks")
    told = handhold("pack", "lock")
    assert told.code == 0
    assert told.out.splitlines()[:3] == [
        "other is not here any more, and is taken out of handhold.lock",
        "v is not here any more, and is taken out of handhold.lock",
        "handhold.lock holds 3 packs:",
    ]
    lock = read_lock(LOCK)
    assert {name: entry.version for name, entry in lock.items()} == {
        "demo": "1.0.0", "lurasko": "1.0.0", "third": "1.1.0",
    }  # fmt: skip
    assert lock["third"].hash == hash_of(locked / "third")
    (library / "demo.zip").unlink()
    assert handhold("pack", "lock", "--format", "json").json["gone"] == ["demo"]


def test_a_pack_of_another_name_is_not_the_one_that_was_locked(locked: Path) -> None:
    whole(locked / "there", "other")
    assert handhold("pack", "lock", "./there").code == 0
    put(locked / "there", {"pack.yaml": text("renamed")})
    assert handhold("pack", "verify").out.splitlines() == [
        "error[not-locked]: the pack 'other' of handhold.lock is not here",
        "   = it came from: there",
        "error[not-locked]: the pack 'renamed' is not in handhold.lock",
        "   = it comes from: there",
        "2 differences from handhold.lock.",
    ]


def test_a_long_lock_file_looks_every_name_up_once(locked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = {"version": "1.0.0", "source": "./nowhere", "hash": HASH}
    held = {f"p{n}": {**source, "source": ("library", "./nowhere", "rulepacks/v")[n % 3]} for n in range(1_000)}
    LOCK.write_text(json.dumps({"handhold": "lock/1", "packs": held}))
    from handhold.packs.storage import advertised, files

    calls: list[object] = []
    for module, name in ((advertised, "advertised"), (files.os, "open")):
        real = getattr(module, name)

        def counted(*arguments: object, real: Callable[..., object] = real, **named: object) -> object:
            calls.append(arguments)
            return real(*arguments, **named)

        monkeypatch.setattr(module, name, counted)
    assert len(verify(LOCK)) == 1_000 + 2
    assert len(calls) < 30


def test_a_stack_is_locked_pack_by_pack(locked: Path) -> None:
    put(locked, {"w.yaml": variant("w", "v", outcome="3")})
    LOCK.unlink()
    assert handhold("pack", "lock", "demo+v+w.yaml").code == 0
    assert list(read_lock(LOCK)) == ["demo", "v", "w"]
    assert handhold("run", "v+w.yaml", "e", "--locked").code == 0


def test_a_pack_that_was_typed_as_a_path_is_locked_as_one(locked: Path) -> None:
    whole(locked / "v", "v")
    told = handhold("check", "./v", "--locked")
    assert "'handhold pack lock ./v' says so" in told.out
    assert handhold("pack", "lock", "./v").code == 0
    assert handhold("check", "./v", "--locked").code == 0


def test_the_command_that_gives_the_answer_again_is_locked_too(locked: Path) -> None:
    assert handhold("run", "v", "e", "--locked").out.splitlines()[-1] == "again: handhold run v e --locked"


@pytest.mark.parametrize(
    "words",
    [
        ("run", "v", "e"),
        ("odds", "v", "e"),
        ("eval", "v", "1 + 1"),
        ("check", "v"),
        ("show", "v"),
        ("test", "v"),
        ("play", "play.yaml"),
        ("diff", "demo", "v"),
    ],
)
def test_locked_packs_are_used_and_others_refused(words: tuple[str, ...], locked: Path, library: Path) -> None:
    put(locked, {"play.yaml": "pack: v\nentries:\n  - event: e\n"})
    fine = handhold(*words)
    told = handhold(*words, "--locked")
    assert (told.code, told.out.replace(" --locked", "")) == (fine.code, fine.out)
    assert fine.code in (0, 5)
    put(locked / "rulepacks" / "v", {"pack.yaml": variant("v", "demo >=1", outcome="7")})
    assert handhold(*words).code == fine.code
    told = handhold(*words, "--locked")
    assert told.code == 1
    assert "rulepacks/v/pack.yaml:1:1: error[not-locked]: this v 1.0.0 has other content than" in told.out + told.err
    assert "'handhold pack lock v' says so" in told.out + told.err
    if words[0] != "check":
        assert told.out == ("0 passed, 0 failed\n" if words[0] == "test" else "")


def test_what_is_extended_is_held_to_the_lock_too(locked: Path) -> None:
    put(locked / "rulepacks" / "demo", {"pack.yaml": text(outcome="5")})
    told = handhold("run", "v", "e", "--locked")
    assert told.code == 1
    assert "rulepacks/demo/pack.yaml:1:1: error[not-locked]: this demo 1.0.0 has other content" in told.err
    assert handhold("pack", "verify").out.splitlines() == [
        "error[not-locked]: this demo 1.0.0 has other content than that of handhold.lock",
        "   = it comes from: rulepacks/demo",
        "1 difference from handhold.lock.",
    ]


def test_the_same_pack_from_elsewhere_is_the_same(locked: Path) -> None:
    shutil.copytree(locked / "source", locked / "rulepacks" / "demo")
    assert handhold("run", "v", "e", "--locked").code == 0
    assert handhold("pack", "verify").code == 0
    for path in (locked / "rulepacks").rglob("*.yaml"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert handhold("run", "v", "e", "--locked").code == 0


@pytest.mark.parametrize(
    ("change", "message", "hint"),
    [
        ({"v/pack.yaml": variant("v", "demo", "1.1.0")}, "this is v 1.1.0, and handhold.lock has 1.0.0", "rulepacks/v"),
        ({"new.yaml": text("new")}, "the pack 'new' is not in handhold.lock", "rulepacks/new.yaml"),
        ({"v/more.yaml": "add: {}\n"}, "this v 1.0.0 has other content than that of handhold.lock", "rulepacks/v"),
        ({"v/tests/a.yaml": "cases: {}\n"}, "this v 1.0.0 has other content than", "rulepacks/v"),
    ],
)
def test_every_difference_is_found(change: dict[str, str], message: str, hint: str, locked: Path) -> None:
    put(locked / "rulepacks", change)
    found = verify(LOCK)
    assert [each.code for each in found] == ["not-locked"]
    assert found[0].message.startswith(message)
    assert found[0].hint == f"it comes from: {hint}"
    assert handhold("pack", "verify").code == 1
    assert handhold("pack", "lock").code == 0
    assert verify(LOCK) == ()


def test_what_is_missing_or_cannot_be_read_is_a_difference(locked: Path, library: Path) -> None:
    whole(locked / "there" / "other", "other")
    assert handhold("pack", "lock", "./there/other").code == 0
    shutil.rmtree(locked / "there")
    put(locked / "rulepacks" / "v", {"pack.yaml": "pack\n: [\n"})
    (library / "demo.zip").write_bytes(b"no zip")
    told = handhold("pack", "verify")
    assert told.code == 1
    assert "the pack 'other' of handhold.lock is not here\n   = it came from: there/other\n" in told.out
    assert "error[unreadable]: this is no zip, or a damaged one" in told.out
    assert "rulepacks/v/pack.yaml:1:1: error[yaml-syntax]" in told.out
    assert told.out.splitlines()[-1] == "3 differences from handhold.lock."


def test_a_pack_that_is_not_locked_is_refused(locked: Path) -> None:
    told = handhold("run", "lurasko", "climb", "--locked")
    assert told.code == 1
    assert "error[not-locked]: the pack 'lurasko' is not in handhold.lock" in told.err


def test_without_a_lock_file(project: Path) -> None:
    for words in (("pack", "verify"), ("run", "lurasko", "climb", "--locked"), ("check", "lurasko", "--locked")):
        told = handhold(*words)
        assert (told.code, told.out) == (2, "")
        assert told.err == "handhold: there is no handhold.lock here\n   = 'handhold pack lock' writes it\n"
    told = handhold("pack", "lock")
    assert (told.code, told.out) == (5, "")
    assert "there are no packs in rulepacks" in told.err
    told = handhold("pack", "lock", "nobodys-pack")
    assert told.code == 2
    assert "no pack named 'nobodys-pack'" in told.err
    assert not LOCK.exists()


def test_a_parent_that_is_nowhere_is_not_locked(project: Path) -> None:
    put(project / "rulepacks", {"v.yaml": variant("v", "nobodys")})
    told = handhold("pack", "lock")
    assert (told.code, told.out) == (2, "")
    assert "'v' extends 'nobodys', and there is no pack of that name" in told.err
    assert not LOCK.exists()


def test_two_packs_of_one_name_are_not_locked(project: Path) -> None:
    whole(project / "one")
    whole(project / "two", outcome="2")
    told = handhold("pack", "lock", "./one", "./two")
    assert told.code == 1
    assert "there are two packs 'demo' with different content" in told.err


def test_a_pack_without_a_name_is_not_locked(project: Path) -> None:
    put(project, {"x.yaml": "title: x\n"})
    told = handhold("pack", "lock", "x.yaml")
    assert (told.code, told.out) == (1, "")
    assert "x.yaml:1:1: error[missing-key]: the pack has no name" in told.err


def test_more_packs_than_a_lock_file_may_hold(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("handhold.limits.LOCKED", 2)
    put(project / "rulepacks", {f"{name}.yaml": text(name) for name in "abc"})
    told = handhold("pack", "lock")
    assert (told.code, told.out) == (1, "")
    assert "error[too-big]: more than 2 packs are to be locked" in told.err


def test_variants_in_a_circle_are_locked_all_the_same(project: Path) -> None:
    put(project / "rulepacks", {"a.yaml": variant("a", "b"), "b.yaml": variant("b", "a")})
    assert handhold("pack", "lock").code == 0
    assert list(read_lock(LOCK)) == ["a", "b"]


@pytest.mark.parametrize(
    ("held", "message"),
    [
        ("", "line 1: Expecting value"),
        ("[" * 100_000, "nested too deeply"),
        ("9" * 9_999, "a number of too many digits"),
        ("\ud800", ""),
        ("[]", "it does not begin with"),
        ('{"handhold": "lock/2", "packs": {}}', "it is of the format lock/2, and this Handhold knows lock/1"),
        ('{"handhold": "lock/2", "packages": []}', "it is of the format lock/2, and this Handhold knows lock/1"),
        ('{"handhold": "golden/1", "packs": {}}', "it does not begin with"),
        (json.dumps({"handhold": "lock/1", "packs": dict.fromkeys(map(str, range(1_001)))}), "more than 1,000 packs"),
        ('{"handhold": "lock/1", "packs": {}, "more": 1}', "it does not begin with"),
        ('{"handhold": "lock/1", "packs": []}', "its packs are no mapping"),
        ('{"handhold": "lock/1", "packs": {"a": 1}}', "its packs are no mapping"),
        ('{"handhold": "lock/1", "packs": {"a": {}}}', "'a' needs version, source and hash"),
        ('{"handhold": "lock/1", "packs": {"a": {"version": 1, "source": "", "hash": ""}}}', "'a' needs"),
        ('{"handhold": "lock/1", "packs": {"a": {"version": "1", "source": "", "hash": "md5:0"}}}', "the hash of 'a'"),
        ('{"handhold": "lock/1", "packs": {"a": 1, "a": 2}}', "'a' stands twice"),
        ("#" * 1_000_001, "bytes"),
    ],
)
def test_a_lock_file_that_is_damaged(held: str, message: str, project: Path) -> None:
    LOCK.write_bytes(held.encode("utf-8", "surrogatepass"))
    for words in (
        ("pack", "verify"),
        ("run", "lurasko", "climb", "--locked"),
        ("pack", "lock", "lurasko"),
        ("pack", "lock"),
    ):
        told = handhold(*words)
        assert (told.code, told.out) == (1, "")
        assert "handhold.lock" in told.err
        assert message in told.err
        assert told.err.replace("\n", "").isprintable()
    assert LOCK.read_bytes() == held.encode("utf-8", "surrogatepass")


def test_names_of_a_lock_file_are_shown_as_text(project: Path) -> None:
    entry = {"version": "1.0.0", "source": "../\x1b[31m", "hash": HASH}
    LOCK.write_text(json.dumps({"handhold": "lock/1", "packs": {"\x1b[31m\u202e../../etc": entry, "lurasko": entry}}))
    told = handhold("pack", "verify")
    assert told.code == 1
    assert told.out.replace("\n", "").isprintable()
    assert "this lurasko 1.0.0 has other content" in told.out


def test_a_lock_file_that_is_a_pipe_or_a_folder(project: Path) -> None:
    LOCK.mkdir()
    assert handhold("pack", "verify").code == 1
    assert handhold("pack", "lock", "lurasko").code == 1


# -- from Python -------------------------------------------------------------------------------------------------------


def test_from_python(locked: Path) -> None:
    assert door.load("v", locked=LOCK).id == "demo"
    assert door.check("v", locked="handhold.lock") == ()
    with pytest.raises(door.PackError, match="the pack 'lurasko' is not in"):
        door.load("lurasko", locked=LOCK)
    assert [each.code for each in door.check("lurasko", locked=LOCK)] == ["not-locked"]
    with pytest.raises(door.LibraryError):
        door.load("v", locked="nothing.lock")
    with pytest.raises(NotThere):
        read_lock(Path("nothing.lock"))
    assert issubclass(NotThere, LibraryError)


def test_the_bytes_that_are_hashed_are_those_that_are_run(locked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pack that is changed between the look at the lock file and the reading is run as it was looked at."""
    from handhold.library import lock

    real = lock.unlike

    def changing(*arguments: object) -> object:
        put(locked / "rulepacks" / "v", {"pack.yaml": variant("v", "demo >=1", outcome="9")})
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(lock, "unlike", changing)
    pack = door.load("v", locked=LOCK)
    assert door.run(pack, "e").outcome == 2
    with pytest.raises(door.PackError):
        door.load("v", locked=LOCK)


# -- two at once -------------------------------------------------------------------------------------------------------


def test_two_writers_lose_nothing(project: Path) -> None:
    work = (
        "from pathlib import Path\nfrom handhold.library.lock import Locked, write_lock\n"
        "for n in range(60):\n"
        f"    write_lock(Path(sys.argv[1]), {{f'{{sys.argv[2]}}{{n}}': Locked('1.0.0', 'x', '{HASH}')}})"
    )
    writers = Writers(work, *([str(project / LOCK), name] for name in ("a", "b")))
    while writers.at_work():
        if LOCK.exists():
            read_lock(LOCK)
    writers.ended()
    assert len(read_lock(LOCK)) == 120
    assert [path.name for path in project.iterdir()] == ["handhold.lock"]
    assert len(write_lock(LOCK, {}, gone=["a0", "b59"])) == 118
