"""Nothing is imported, opened, fetched or evaluated because a pack says so: seen through Python's audit hook.

A stranger's pack is loaded, checked, run, asked for its odds and traced in a child that writes down every audit
event, once the engine itself is imported and warm. Its texts and ids are full of what would be dangerous if
anything took it for code, a path or an address.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

STRANGER = """
pack: stranger
format: 1
version: "1.0.0"
title: "__import__('os').system('id')"
license: CC0-1.0
note: "file:///etc/passwd http://127.0.0.1:9/ $(id) `id` ${HOME} !!python/object:os.system"
based_on:
  web: {title: "../../../etc/passwd", author: "eval(1)", url: "http://127.0.0.1:9/pack.zip"}
settings:
  eval: {value: 2, question: "open('/etc/passwd')", reading: "exec('1')"}
tables:
  globals: {columns: {os: integer}, rows: {lambda: {os: 1}, exec: {os: 2}}}
sheets:
  builtins: {open: {type: integer, default: 1}, import: {type: integer, default: 0, changes: true}}
modifiers:
  compile: {take: sum, needs: {builtins: builtins}, lines: {getattr: {when: builtins.open == 1, value: settings.eval}}}
formulas:
  class: {needs: {builtins: builtins}, value: compile + builtins.open}
events:
  system:
    needs: {builtins: builtins, popen: {type: text, default: "__import__('os').system('id')"}}
    steps:
      exit: {refuse: {sys_exit: {when: builtins.open > 5, because: "os._exit(1)"}}}
      breakpoint: {roll: d6}
      input: {choose: globals, by: player, default: exec}
      print: {set: builtins.import, to: old + breakpoint + input.os + class}
      outcome: breakpoint > 3
    says: {"true": "{print} {popen} __import__('os')", "false": "{breakpoint}"}
"""

CHILD = """
import json, sys
sys.path.insert(0, {engine!r})
import handhold
from handhold.play.trace import entries

def everything(where):
    found = handhold.check(where)
    pack = handhold.load(where)
    results = [handhold.run(pack, event, {{}}, seed=3, trace=True) for event in pack.events]
    [entries(result) for result in results]
    [(result.values, result.state, result.effects) for result in results]
    [handhold.odds(pack, event, {{}}).outcomes for event in pack.events]
    return found

everything({warm!r})
seen = []
sys.addaudithook(lambda name, args: seen.append((name, [str(each) for each in args][:3])))
found = everything({where!r})
events = list(seen)
print(json.dumps({{"found": [str(each) for each in found], "events": events}}))
"""

# what a pack may cause: its own files and the schemas are read, code that the engine made is compiled and run
QUIET = {"object.__getattr__", "object.__setattr__", "sys._getframe", "os.scandir", "os.listdir", "os.stat"}


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[tuple[str, list[str]]]]:
    """The pack's folder, and every audit event that using it caused."""
    folder, warm = (tmp_path_factory.mktemp(name) for name in ("stranger", "warm"))
    for each in (folder, warm):
        (each / "pack.yaml").write_text(STRANGER, encoding="utf-8")
    engine = str(Path(__file__).parents[1] / "engine")
    script = CHILD.format(engine=engine, warm=str(warm), where=str(folder))
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stderr
    answer = json.loads(ran.stdout.splitlines()[-1])
    assert answer["found"] == []
    return folder, [(name, args) for name, args in answer["events"]]


def test_only_the_pack_and_the_schemas_are_opened(audited: tuple[Path, list[tuple[str, list[str]]]]) -> None:
    folder, events = audited
    schemas = Path(__file__).parents[1] / "schemas"
    # a number is a file that was opened by its path just before
    opened = {args[0] for name, args in events if name == "open" and not args[0].isdigit()}
    assert opened
    for path in opened:
        assert Path(path).is_relative_to(folder) or Path(path).is_relative_to(schemas), path


def test_nothing_is_imported_fetched_or_started(audited: tuple[Path, list[tuple[str, list[str]]]]) -> None:
    _, events = audited
    names = {name for name, _ in events}
    assert (
        not {
            name
            for name in names
            if name.startswith(("socket", "subprocess", "os.", "ctypes", "urllib", "shutil", "pickle", "marshal"))
        }
        - QUIET
    )
    imported = [args[0] for name, args in events if name == "import"]
    assert all(
        module.split(".")[0] in {"handhold", "jsonschema", "yaml", "lark", "re"} | set(sys.stdlib_module_names)
        for module in imported
    ), imported


def test_only_code_of_our_own_making_is_compiled_and_run(audited: tuple[Path, list[tuple[str, list[str]]]]) -> None:
    _, events = audited
    compiled = [args for name, args in events if name == "compile"]
    assert compiled
    # the tree of the engine's own making is compiled, never a text
    assert all(args[0].startswith("<ast.Module object") for args in compiled), compiled
    ran = [args[0] for name, args in events if name == "exec"]
    assert ran
    # a program's steps, and the values of a run that are worked out when they are asked for
    ours = ('file "<rules>"', 'file "<values>"')
    assert all(any(file in code for file in ours) for code in ran), ran
