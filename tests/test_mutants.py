"""A fixed hundred of the mutants of the shipped packs; `make mutants` tries all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import pytest

from handhold.golden.compare import run_case
from handhold.language import syntax
from handhold.language.parser import parse
from handhold.packs import model
from handhold.play.runs.run import Runner
from handhold.source import Written
from tests.mutants.hunt import equivalents, hunt, spread
from tests.mutants.mutate import mutants
from tests.shipped import PACKS, shipped

EACH = 100 // len(PACKS)


@pytest.mark.parametrize("name", PACKS)
def test_a_case_notices_each_mutant(name: str) -> None:
    alive = [verdict.mutant for verdict in hunt(name, spread(name, EACH)) if verdict.case is None]
    assert set(alive) <= set(equivalents()[name])


@pytest.mark.parametrize("name", PACKS)
def test_a_case_that_fails_is_a_case_that_ran(name: str) -> None:
    """The pack itself passes every case that is run against its mutants: nothing but the change makes one fail."""
    held = shipped(name)
    runner = Runner(held.pack)
    assert [case.id for case in held.cases.values() if run_case(runner, case)] == []


@pytest.mark.parametrize("name", PACKS)
def test_equivalent_mutants_exist_and_have_a_reason(name: str) -> None:
    ids = {mutant.id for mutant in mutants(shipped(name).pack)}
    for id, reason in equivalents()[name].items():
        assert id in ids
        assert reason.endswith(".")


@pytest.mark.parametrize("name", PACKS)
def test_nothing_is_left_unchanged(name: str) -> None:
    """Counted in the pack as written: cells, conditions, literals."""
    pack = shipped(name).pack
    found = mutants(pack)
    assert len({mutant.id for mutant in found}) == len(found)
    cells = sum(len(table.columns) * len(table.rows) for table in pack.source.tables.values())
    conditions = list(_conditions(pack.source))
    literals = Counter(type(node) for text in _formulas(pack.source) for node in _literals(parse(text.text)))
    ids = [mutant.id.split(" (no. ")[0] for mutant in found]
    assert sum(".rows." in id and ".at: " not in id for id in ids) == cells
    assert sum(id.endswith(": turned round") for id in ids) == len(conditions)
    flags = sum("true → false" in id or "false → true" in id for id in ids if ".rows." not in id)
    assert flags == literals[syntax.Flag]
    assert sum(_is_number_mutant(id) for id in ids) == 2 * literals[syntax.Number]


def _is_number_mutant(id: str) -> bool:
    path, _, change = id.rpartition(": ")
    old, _, new = change.partition(" → ")
    return not path.startswith("tables.") and _is_number(old) and _is_number(new)


def _is_number(text: str) -> bool:
    return text.lstrip("-").replace("/", "").isdigit()


def _literals(tree: object) -> Iterator[syntax.Formula]:
    assert isinstance(tree, syntax.Formula.__args__), tree  # type: ignore[attr-defined]
    if isinstance(tree, syntax.Dice) and tree.count.span[1] <= tree.count.span[0]:
        return  # one die, written without a number
    yield tree
    for child in syntax.children(tree):
        yield from _literals(child)


def _conditions(pack: model.Pack) -> Iterator[Written]:
    for group in pack.modifiers.values():
        yield from (line.when for line in group.lines.values() if line.when is not None)
    for event in pack.events.values():
        for step in _steps(event.steps):
            if step.when is not None:
                yield step.when
            if isinstance(step, model.RefuseStep | model.ChooseStep):
                yield from (line.when for line in step.refuse.values())


def _formulas(pack: model.Pack) -> Iterator[Written]:
    yield from _conditions(pack)
    yield from (formula.value for formula in pack.formulas.values())
    yield from (line.value for group in pack.modifiers.values() for line in group.lines.values())
    yield from (field.value for sheet in pack.sheets.values() for field in sheet.fields.values() if field.value)
    for event in pack.events.values():
        for step in _steps(event.steps):
            match step:
                case model.ValueStep(value=value) | model.RollStep(roll=value) | model.SetStep(to=value):
                    yield value
                case model.ChooseStep(among=among, default=default):
                    yield from (text for text in (among, default) if text is not None)
                case model.DoStep(with_=with_):
                    yield from with_.values()
                case model.LoopStep(source=source, track=track, until=until):
                    yield from (source, *track.values(), *((until,) if until is not None else ()))
                case _:
                    pass


def _steps(steps: Mapping[str, model.Step]) -> Iterator[model.Step]:
    for step in steps.values():
        yield step
        if isinstance(step, model.BlockStep | model.LoopStep):
            yield from _steps(step.steps)
