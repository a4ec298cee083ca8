"""Each cell of the shipped packs changed in turn: goldens notice, and the failure names the line of that cell."""

from __future__ import annotations

import re

import pytest

from handhold.golden.cases import Case
from handhold.golden.goldens import Goldens
from handhold.golden.kept import Kept
from handhold.golden.verdict import Judge, Verdict
from handhold.packs.model import Pack
from handhold.report.cases import failure_lines
from tests.mutants.mutate import Mutant, mutants
from tests.shipped import PACKS, shipped


def cell_of(mutant: Mutant) -> str:
    """The path of the cell that a mutant changes; empty if it changes something else."""
    path = mutant.id.partition(": ")[0]
    return path if path.startswith("tables.") and not path.endswith(".at") else ""


def line_of(pack: Pack, path: str) -> int:
    _, table, _, row, column = path.split(".")
    held = pack.tables[table]
    # what is left out is what the column says
    found = held.rows[row].cells.get(column) or held.columns[column].default
    return held.rows[row].span.line if found is None else found.written.span.line


def kept(name: str) -> dict[str, tuple[Case, Kept]]:
    goldens = Goldens(tuple(shipped(name).cases.values()))
    return {case.id: (case, (file.golden or {})[case.id]) for file in goldens.files.values() for case in file.cases}


def first_failure(mutant: Mutant, cases: list[tuple[Case, Kept]]) -> Verdict | None:
    judge = Judge(mutant.pack())
    verdicts = (judge.verdict(case, golden, keeps=True) for case, golden in cases)
    return next((verdict for verdict in verdicts if not verdict.passed), None)


@pytest.mark.parametrize("name", PACKS)
def test_a_failure_names_the_line_of_the_cell(name: str) -> None:
    pack = shipped(name).pack
    every = kept(name)
    wrong: list[str] = []
    count = 0
    for mutant in mutants(pack):
        path = cell_of(mutant)
        if not path:
            continue
        count += 1
        came = [(case, golden) for case, golden in every.values() if path in {rule[0] for rule in golden.rules}]
        verdict = first_failure(mutant, sorted(came, key=lambda each: len(each[1].rules)))
        # what follows from it (another branch, another row) may stand behind it; nothing else reads otherwise
        causes = verdict.causes if verdict else ()
        read = [(cause.path, cause.span.line) for cause in causes if cause.kind == "reworded" and cause.span]
        line = line_of(pack.source, path)
        told = failure_lines(verdict, lambda verdict, path: ()) if verdict else []
        named = [each for each in told if re.match(rf"[^ ]+:{line}:\d+: {re.escape(path)} is .*, was ", each)]
        if read != [(path, line)] or causes[0].kind != "reworded" or not named:
            wrong.append(f"{mutant.id}: {told}")
    assert wrong == []
    assert count == sum(len(table.columns) * len(table.rows) for table in pack.tables.values())
