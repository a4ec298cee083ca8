"""Paths in a pack: which there are, and which a run comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from handhold.golden.cases import Case
from handhold.golden.compare import chance_of
from handhold.packs import checked, model
from handhold.play.chance import Chance, DiceMismatch, Seeded
from handhold.play.compiling.compiled import Compiled
from handhold.play.result import Result
from handhold.play.runs.run import Runner
from handhold.play.trace import entries


def paths(pack: model.Pack) -> frozenset[str]:
    """Every path that a checklist can name."""
    found = {f"settings.{id}" for id in pack.settings}
    for table in pack.tables.values():
        found |= {f"tables.{table.id}", *(f"tables.{table.id}.rows.{row}" for row in table.rows)}
    for sheet in pack.sheets.values():
        found |= {f"sheets.{sheet.id}", *(f"sheets.{sheet.id}.{field}" for field in sheet.fields)}
    for group in pack.modifiers.values():
        found |= {f"modifiers.{group.id}", *(f"modifiers.{group.id}.lines.{line}" for line in group.lines)}
    found |= {f"formulas.{id}" for id in pack.formulas}
    for event in pack.events.values():
        found |= {f"events.{event.id}", *(f"events.{event.id}.needs.{need}" for need in event.needs)}
        found |= {f"events.{event.id}.{step}" for step in _steps(event.steps)}
        found |= {f"events.{event.id}.says.{outcome}" for outcome in event.says}
    return frozenset(found)


def _steps(steps: Mapping[str, model.Step]) -> Iterator[str]:
    for step in steps.values():
        yield f"steps.{step.id}"
        if isinstance(step, model.RefuseStep | model.ChooseStep):
            yield from (f"refuse.{code}" for code in step.refuse)
        if isinstance(step, model.BlockStep | model.LoopStep):
            yield from _steps(step.steps)


def come_to(runner: Runner, case: Case) -> frozenset[str]:
    """The paths that a case comes to: its event, steps, modifier lines and table rows, grounds of refusals.

    A case that only expects odds is run with dice of its own.
    """
    try:
        result = _run(runner, case, chance_of(case))
    except DiceMismatch:
        result = _run(runner, case, Seeded(1))
    found = {f"events.{case.event}"}
    found |= {line.path for entry in entries(result) for line in entry.lines}
    behind = result.behind
    assert isinstance(behind, Compiled)
    for number, _, _ in result.notes or ():
        found.add(behind.program.notes[number].statement.site.path)
    for refusal in result.refusals:
        found |= {
            ground.path
            for ground in _grounds(runner.pack)
            if (ground.code, ground.because, ground.cite) == (refusal.code, refusal.reason, refusal.cite)
        }
    return frozenset(found)


def _run(runner: Runner, case: Case, chance: Chance) -> Result:
    return runner.run(case.event, case.given, chance, choices=case.choices, settings=case.settings, traced=True)


def _grounds(pack: checked.Pack) -> Iterator[checked.Ground]:
    for event in pack.events.values():
        yield from _within(event.body)


def _within(body: tuple[checked.Statement, ...]) -> Iterator[checked.Ground]:
    for statement in body:
        match statement:
            case checked.Refuse(grounds=grounds) | checked.Choose(grounds=grounds):
                yield from grounds
            case checked.Branch(body=inner) | checked.Loop(body=inner):
                yield from _within(inner)
            case _:
                pass
