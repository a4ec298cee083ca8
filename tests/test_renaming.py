"""No name of a pack means anything to the engine: all of them made nonsense, everything is as it was."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from handhold.packs import checked
from handhold.play.chance import InOrder, Seeded, enumerate_runs
from handhold.play.inputs import InputError
from handhold.play.odds.event import odds
from handhold.play.result import Result
from handhold.play.run_error import RunError
from handhold.play.runs.run import Runner
from handhold.play.trace import entries
from tests.fixtures import FOLDER, loaded
from tests.play.given import given
from tests.play.test_shipped import answers, shown
from tests.renaming import Renaming

ROOT = Path(__file__).parents[1]
PACKS = (*sorted((ROOT / "rulepacks").iterdir()), *sorted(FOLDER.glob("*.yaml")))


@cache
def renamed(where: Path) -> tuple[checked.Pack, checked.Pack, Renaming]:
    """The pack, the same with other names, and the names."""
    renaming = Renaming(sorted(where.glob("*.yaml")) if where.is_dir() else [where])
    with TemporaryDirectory() as folder:
        renaming.write(Path(folder))
        return loaded(where), loaded(Path(folder) if where.is_dir() else Path(folder) / where.name), renaming


def told(result: Result, renaming: Renaming | None) -> dict[str, object]:
    """All that a result says, in the new names."""
    steps = entries(result)
    found: dict[str, object] = {
        "outcome": result.outcome,
        "values": result.values,
        "state": result.state,
        "effects": [[effect.path, effect.before, effect.after] for effect in result.effects],
        "refusals": [[refusal.code, refusal.scope] for refusal in result.refusals],
        "rolls": {path: [list(rolled.faces), rolled.value] for path, rolled in result.rolls.items()},
        "unused": list(result.unused_answers),
        "trace": [[step.path, step.value, step.before, step.target] for step in steps],
        "lines": [[line.value for line in step.lines] for step in steps],
    }
    formulas = [step.formula for step in steps]
    places = [line.path for step in steps for line in step.lines]
    if renaming is not None:
        found = {name: renaming.data(value) for name, value in found.items()}
        formulas = [renaming.formula(text) for text in formulas]
        places = [renaming.place(path) for path in places]
    reasons = [(refusal.reason, refusal.cite) for refusal in result.refusals]
    kinds = [step.kind for step in steps]
    return {**found, "formulas": formulas, "places": places, "kinds": kinds, "reasons": reasons}


def cases(where: Path) -> Iterator[tuple[str, dict[str, object], dict[str, object]]]:
    """Events of the pack with random inputs and answers."""
    pack, _, _ = renamed(where)
    for id, event in pack.events.items():
        random = Random(f"{where.name} {id}")
        for _ in range(3):
            yield id, given(random, pack, event), answers(random, pack, event)


@pytest.mark.parametrize("where", PACKS, ids=lambda where: where.stem)
def test_other_names_give_the_same_results_under_other_names(where: Path) -> None:
    pack, other, renaming = renamed(where)
    one, two = Runner(pack), Runner(other)
    compared = 0
    for id, inputs, choices in cases(where):
        new = (renaming.text(id), renaming.data(inputs))
        new_choices = renaming.data(choices)
        assert isinstance(new[1], dict)
        assert isinstance(new_choices, dict)
        try:
            result = one.run(id, inputs, Seeded(id), choices=choices, traced=True)
        except (InputError, RunError) as error:
            with pytest.raises(type(error)):
                two.run(*new, Seeded(id), choices=new_choices)
            continue
        faces = [face for rolled in result.rolls.values() for face in rolled.faces]
        again = two.run(*new, InOrder(faces), choices=new_choices, traced=True)
        assert told(again, None) == told(result, renaming)
        compared += 1
        paths = enumerate_runs(lambda chance: one.run(id, inputs, chance, choices=choices))  # noqa: B023  # used now
        if result.refused or len(list(islice(paths, 61))) > 60:
            continue
        names = shown(pack.events[id])
        before = odds(pack, id, inputs, choices=choices, show=names)
        after = odds(other, *new, choices=new_choices, show=map(renaming.text, names))
        assert (after.joint, after.den) == (
            {tuple(map(renaming.shown, key)): chance for key, chance in before.joint.items()},
            before.den,
        )
    assert compared


@pytest.mark.parametrize("where", PACKS[:5], ids=lambda where: where.stem)
def test_every_name_is_renamed(where: Path) -> None:
    pack, other, _ = renamed(where)
    kept = {"scene", "outcome"}
    for section in ("settings", "tables", "sheets", "modifiers", "formulas", "events"):
        before, after = getattr(pack.source, section), getattr(other.source, section)
        assert not (set(before) - kept) & set(after)
        assert len(before) == len(after)
    for one, two in zip(pack.events.values(), other.events.values(), strict=True):
        assert not ({name for name, _ in one.names} | set(one.needs)) & {name for name, _ in two.names} - kept


ORDINARY = {"actions", "checks", "corners", "covers", "height", "needed", "places", "results"}
"""Words of a pack that are words of the engine too, by chance."""
EXAMPLES = {"explanations.py"}
"""Modules of texts for a person, whose examples are packs."""


def words_of(tree: ast.AST) -> Iterator[str]:
    """Each word that stands in code: in names and in texts, but for what explains it."""
    explained = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str() as text) if id(node) not in explained:
                yield from re.findall(r"[a-z][a-z0-9_-]+", text)
            case ast.Name(id=word) | ast.Attribute(attr=word) | ast.arg(arg=word) | ast.FunctionDef(name=word):
                yield word


def test_the_engine_knows_no_pack() -> None:
    words: dict[str, str] = {}
    for where in PACKS[:5]:
        source = loaded(where).source
        ids = (source.header.pack, *source.tables, *source.events)
        words.update({id: where.name for id in ids if len(id) >= 6})
    for path in sorted(path for path in (ROOT / "engine").rglob("*.py") if path.name not in EXAMPLES):
        found = set(words_of(ast.parse(path.read_text("utf-8")))) & set(words)
        assert not found - ORDINARY, f"{path.name}: {found}"
