"""The rooms of the engine import one way, and each keeps to what it may do."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ENGINE = Path(__file__).resolve().parent.parent / "engine"

# A room may import the rooms before it. `handhold` itself is the public door, to the right of them all.
BEFORE = ("__about__", "record", "limits", "source", "diagnostics", "explanations")
# The large ones have rooms inside; what stands in no inner one comes before them all.
INNER = {
    "packs": ("yaml", "storage", "reading", "schemas", "variants", "checks", "stacks"),
    "play": ("compiling", "keeping", "odds", "runs"),
}
ORDER = (*BEFORE, "language", "packs", "library", "play", "golden", "report", "cli", "__main__")
LONGEST = 400
LONGER = {"handhold.language.core": 460}  # one closed set of nodes, which refer to one another


def module_name(path: Path) -> str:
    parts = path.relative_to(ENGINE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(ENGINE.rglob("*.py"))}
TREES = {name: ast.parse(path.read_text(encoding="utf-8"), str(path)) for name, path in MODULES.items()}


def imported(module: str, tree: ast.AST) -> Iterator[str]:
    """Every module that this one imports, by its full name, wherever the import stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}:{node.lineno}: a relative import hides its room"
            origin = node.module or ""
            for alias in node.names:
                inner = f"{origin}.{alias.name}"
                yield inner if inner in MODULES else origin


def room(module: str) -> str:
    return module.split(".")[1] if "." in module else module


def floor(module: str) -> int:
    """Where a module of a large room stands in it."""
    parts = module.split(".")
    return INNER[parts[1]].index(parts[2]) + 1 if len(parts) > 3 else 0


def own(module: str) -> set[str]:
    return {name for name in imported(module, TREES[module]) if name.split(".")[0] == "handhold"}


def names(tree: ast.AST) -> Iterator[str]:
    """Every name that is read, imported or reached by a dot."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.alias):
            yield node.name.rpartition(".")[2]


def in_room(*rooms: str) -> list[str]:
    return [module for module in MODULES if room(module) in rooms]


def test_the_engine_is_there() -> None:
    assert {"handhold", "handhold.limits", "handhold.language.syntax", "handhold.packs.model"} <= MODULES.keys()


@pytest.mark.parametrize("module", MODULES)
def test_imports_run_one_way(module: str) -> None:
    assert room(module) in (*ORDER, "handhold"), f"{module} has no place in the order of the rooms"
    for other in own(module):
        assert other in MODULES, f"{module} imports {other}, which is not there"
        if other == "handhold":
            assert room(module) == "cli", f"{module} imports the public door, which only cli may"
        elif module != "handhold":
            assert ORDER.index(room(other)) <= ORDER.index(room(module)), f"{module} imports {other}, against the order"


@pytest.mark.parametrize("module", in_room(*INNER))
def test_imports_inside_a_large_room_run_one_way(module: str) -> None:
    for other in own(module):
        if room(other) == room(module):
            assert floor(other) <= floor(module), f"{module} imports {other}, against the order"


def test_no_modules_import_each_other() -> None:
    try:
        TopologicalSorter({module: own(module) - {module, "handhold"} for module in MODULES}).prepare()
    except CycleError as fault:
        pytest.fail("imports in a circle: " + " <- ".join(fault.args[1]))


@pytest.mark.parametrize("module", MODULES)
def test_a_module_is_no_longer_than_can_be_held_in_mind(module: str) -> None:
    lines = MODULES[module].read_text(encoding="utf-8").count("\n")
    assert lines <= LONGER.get(module, LONGEST)


@pytest.mark.parametrize("module", in_room("language"))
def test_the_language_knows_no_yaml(module: str) -> None:
    assert not {name for name in imported(module, TREES[module]) if name.split(".")[0] in {"yaml", "jsonschema"}}


@pytest.mark.parametrize("module", in_room("language", "packs", "library", "play"))
def test_what_works_out_an_answer_cannot_print(module: str) -> None:
    assert "print" not in names(TREES[module])


@pytest.mark.parametrize("module", [name for name in MODULES if not name.startswith("handhold.packs.yaml.document")])
def test_any_stops_at_the_document(module: str) -> None:
    assert "Any" not in names(TREES[module])


@pytest.mark.parametrize("module", MODULES)
def test_no_module_touches_the_state_of_the_interpreter(module: str) -> None:
    assert "random" not in {name.split(".")[0] for name in imported(module, TREES[module])}
    assert "setrecursionlimit" not in names(TREES[module])
    assert not [node for node in ast.walk(TREES[module]) if isinstance(node, ast.Global)]
