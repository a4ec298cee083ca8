"""Every command on a stranger's packs, in one child that writes down what each of them touches.

Zips, variants that extend what lies elsewhere, cases, with-files, scenarios and a lock file of a stranger: nothing
outside of the project, the library and what is shipped is opened, nothing is started, fetched or imported, and only
what a command is there to write is written.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import zips
from tests.test_audit import QUIET, STRANGER

ROOT = Path(__file__).parents[1]

EXTENDS = {
    "outside": "../../x",
    "absolute": "/etc/passwd",
    "address": "http://127.0.0.1:9/pack.zip",
    "file": "file:///etc/passwd",
    "home": "~/x",
    "dots": "stranger/../../../x",
    "null": "stranger\\0",
    "python": "os.path",
}
"""What hostile variants extend."""

CHANGES = {
    "path": "change:\n  tables.../../x.rows.exec.os: 3\n",
    "class": "change:\n  tables.globals.__class__: 3\n",
    "over": "over: ../../x\nchange:\n  tables.globals.rows.exec.os: 3\n",
    "formula": "change:\n  formulas.class: {value: \"__import__('os').system('id')\"}\n",
}
"""What hostile variants do to a pack that is there."""

CASES = """
cases:
  system:
    title: "open('/etc/passwd')"
    event: system
    given: {{builtins: {{open: 2}}, popen: "../../../etc/passwd"}}
    dice: {{breakpoint: 4}}
    expect: {{outcome: true, values: {{input: exec}}}}
    authority: "http://127.0.0.1:9/"
    cite: "file:///etc/passwd"
  path:
    event: system
    given: {{builtins: {{open: 2}}}}
    dice: {{"{roll}": 4}}
    expect: {{outcome: true}}
    authority: $(id)
"""
WITH = "event: system\ngiven: {builtins: {open: 1}, popen: /etc/passwd}\ndice: [4]\nchoices: {input: lambda}\n"
PLAY = """
pack: {pack}
given: {{builtins: {{open: 1}}}}
entries:
  - {{event: system, given: {{popen: /etc/passwd}}, dice: [4]}}
"""
LOCK = """{"handhold": "lock/1", "packs": {
  "../../x": {"version": "1.0.0", "source": "/etc/passwd", "hash": "sha256:0"},
  "stranger": {"version": "1.0.0", "source": "http://127.0.0.1:9/", "hash": "sha256:0"}
}}"""

READING = [
    *(("check", "stranger"), ("check", "--format", "github", "stranger.zip"), ("check", "bystander+stranger")),
    *(("check", f"./{name}") for name in (*EXTENDS, *CHANGES)),
    *(("check", f"./{name}.zip") for name in zips.HOSTILE),
    *(
        ("list",),
        ("list", "stranger"),
        ("explain", "bad-case"),
        ("show", "stranger"),
        ("show", "stranger.zip", "system"),
    ),
    *(("show", "stranger", "tables.globals.rows.exec.os"), ("show", "stranger", "../../x")),
    *(("show", "stranger", flag) for flag in ("--readings", "--credits", "--flat")),
    *(("diff", "stranger", "stranger.zip", "--cases", "--odds"), ("diff", "stranger", "./outside")),
    ("eval", "stranger", "2d6", "--odds"),
    *(("eval", "stranger", "globals.exec.os"), ("eval", "stranger", "__import__('os').system('id')")),
    *(("run", "stranger", "system", "--with", "with.yaml"), ("run", "stranger.zip", "system", "--seed", "1")),
    *(("odds", "stranger", "system", "--format", "json"), ("play", "play.yaml"), ("play", "zip.yaml")),
    *(("schema", "stranger", "system"), ("schema", "withfile"), ("pack", "list"), ("pack", "verify")),
]
WRITING = [
    *(("test", "stranger"), ("new", "wet", "--extends", "stranger", "--in", "rulepacks"), ("schema", "--write")),
    *(
        ("new", "../../x", "--extends", "stranger"),
        ("new", "far", "--extends", "../../x"),
        ("pack", "build", "rulepacks/bystander"),
    ),
    *(("pack", "add", "stranger.zip"), ("pack", "add", "./outside"), ("pack", "lock"), ("pack", "remove", "stranger")),
]

CHILD = """
import io, json, os, sys
from handhold.cli import main

def everything(root):
    os.environ["HANDHOLD_LIBRARY"] = root + "/library"
    os.chdir(root + "/project")
    codes = []
    for words in {commands!r}:
        out, err = io.StringIO(), io.StringIO()
        seen.append(("command", [" ".join(words)]))
        codes.append((" ".join(words), main(list(words), out, err, io.TextIOWrapper(io.BytesIO()))))
        if "bug in handhold" in err.getvalue() or "Traceback" in err.getvalue():
            codes[-1] = (*codes[-1], err.getvalue())
    return codes

seen = []
everything({warm!r})
seen = []
sys.addaudithook(lambda name, args: seen.append((name, [str(each) for each in args][:3])))
codes = everything({root!r})
events = list(seen)
print(json.dumps({{"codes": codes, "events": events}}))
"""

Events = list[tuple[str, list[str]]]


def made(root: Path) -> None:
    """A project with all that strangers have put into it."""
    project = root / "project"
    for name, text in (("stranger", STRANGER), ("bystander", STRANGER.replace("pack: stranger", "pack: bystander"))):
        pack = project / "rulepacks" / name
        (pack / "tests").mkdir(parents=True)
        (pack / "pack.yaml").write_text(text, encoding="utf-8")
        (pack / "tests" / "cases.yaml").write_text(
            CASES.format(roll="../../x" if name == "stranger" else "breakpoint"), encoding="utf-8"
        )
    (project / "stranger.zip").write_bytes(zips.of({"pack.yaml": STRANGER}))
    for name, (_, _, make) in zips.HOSTILE.items():
        (project / f"{name}.zip").write_bytes(make())
    head = 'format: 1\nversion: "1.0.0"\ntitle: Hostile\nlicense: CC0-1.0\n'
    for name, extends in EXTENDS.items():
        (project / name).mkdir()
        text = f'pack: {name}\n{head}extends: "{extends}"\nchange:\n  settings.eval.value: 3\n'
        (project / name / "pack.yaml").write_text(text, encoding="utf-8")
    for name, change in CHANGES.items():
        (project / name).mkdir()
        (project / name / "pack.yaml").write_text(f"pack: {name}\n{head}extends: stranger\n{change}", encoding="utf-8")
    (project / "with.yaml").write_text(WITH, encoding="utf-8")
    (project / "play.yaml").write_text(PLAY.format(pack="stranger"), encoding="utf-8")
    (project / "zip.yaml").write_text(PLAY.format(pack="./stranger.zip"), encoding="utf-8")
    (project / "handhold.lock").write_text(LOCK, encoding="utf-8")
    (root / "x").mkdir()
    (root / "x" / "pack.yaml").write_text(STRANGER, encoding="utf-8")


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, int], Events]:
    """Where it was done, how each command ended, and every audit event."""
    root, warm = (tmp_path_factory.mktemp(name) for name in ("place", "warm"))
    for each in (root, warm):
        made(each)
    script = CHILD.format(commands=[*READING, *WRITING], warm=str(warm), root=str(root))
    env = {**os.environ, "PYTHONPATH": str(ROOT / "engine"), "HOME": str(root / "home")}
    env.pop("CI", None)
    ran = subprocess.run(
        [sys.executable, "-c", script], env=env, capture_output=True, text=True, timeout=240, check=False
    )
    assert ran.returncode == 0, ran.stderr
    answer = json.loads(ran.stdout.splitlines()[-1])
    assert [each for each in answer["codes"] if len(each) > 2 or each[1] == 4] == []
    return root, dict(answer["codes"]), [(name, args) for name, args in answer["events"]]


WRITTEN = ("os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.chmod", "os.link", "shutil.rmtree")
"""What is seen of a change of files."""

Audited = tuple[Path, dict[str, int], Events]


def touched(root: Path, events: Events, *kinds: str) -> set[Path]:
    """The files that events of those kinds were about."""
    found: set[Path] = set()
    for name, args in events:
        if name in kinds:
            # a number is a file that was opened by its path just before
            found |= {(root / "project" / each).resolve() for each in args[:2] if "/" in each or "." in each}
    return found


def test_every_command_came_to_an_answer(audited: Audited) -> None:
    _, codes, _ = audited
    fine = {words for words, code in codes.items() if code == 0}
    assert {
        "check --format github stranger.zip",
        "list stranger",
        "run stranger system --with with.yaml",
        "play zip.yaml",
    } <= fine
    assert {
        "new wet --extends stranger --in rulepacks",
        "pack add stranger.zip",
        "pack build rulepacks/bystander",
    } <= fine
    assert codes["check stranger"] == 1, "one of its cases names a roll that is not there"
    for name in (*EXTENDS, "path", "class", "formula"):
        assert codes[f"check ./{name}"] in (1, 2), name


def test_only_what_is_the_projects_is_opened(audited: Audited) -> None:
    root, _, events = audited
    opened = touched(root, events, "open", "os.scandir", "os.listdir")
    assert opened
    allowed = [root / "project", root / "library", *(ROOT / name for name in ("schemas", "rulepacks"))]
    for path in opened:
        of_python = path.parent.suffix in (".dist-info", ".egg-info") or path in map(Path, sys.path)
        assert of_python or any(path.is_relative_to(each) for each in allowed), path
    assert not any(path.is_relative_to(root / "x") for path in opened)


def test_only_what_is_to_be_written_is_written(audited: Audited) -> None:
    root, _, events = audited
    made = touched(root, events, *WRITTEN)
    made |= {
        (root / "project" / args[0]).resolve()
        for name, args in events
        if name == "open" and not args[0].isdigit() and (set("wxa+") & set(args[1]))
    }
    for path in made:
        assert path.is_relative_to(root / "project") or path.is_relative_to(root / "library"), path
    start = next(n for n, event in enumerate(events) if event == ("command", [" ".join(WRITING[0])]))
    assert touched(root, events[:start], *WRITTEN) == set()


def test_nothing_is_imported_fetched_or_started(audited: Audited) -> None:
    _, _, events = audited
    # where it stands and its library are set by the child itself
    writing = {*WRITTEN, "os.walk", "os.chdir", "os.putenv", "os.utime", "os.truncate"}
    bad = ("socket", "subprocess", "os.", "ctypes", "urllib", "shutil", "pickle", "marshal", "webbrowser", "http")
    assert {name for name, _ in events if name.startswith(bad)} - QUIET - writing == set()
    imported = {args[0].split(".")[0] for name, args in events if name == "import"}
    known = {"handhold", "jsonschema", "yaml", "lark", "packaging"}
    assert imported <= known | set(sys.stdlib_module_names)


def test_only_code_of_our_own_making_is_compiled_and_run(audited: Audited) -> None:
    _, _, events = audited
    compiled = [args[0] for name, args in events if name == "compile"]
    assert compiled
    assert all(text.startswith("<ast.Module object") for text in compiled), compiled
    ran = {args[0] for name, args in events if name == "exec"}
    assert all(any(f'file "<{ours}>"' in code for ours in ("rules", "values")) for code in ran), ran
