"""Which mutants survive the cases of their pack, and what is said of those that may."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from handhold.golden.cases import Case
from handhold.golden.compare import run_case
from handhold.play.runs.run import Runner
from tests.mutants.mutate import Mutant, mutants, reached
from tests.shipped import shipped

EQUIVALENTS = Path(__file__).with_name("equivalents.yaml")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a mutant: the case that failed, or none if it survived."""

    mutant: str
    case: str | None


def equivalents() -> Mapping[str, Mapping[str, str]]:
    """By pack, the mutants that no case can notice, each with the reason."""
    held = yaml.safe_load(EQUIVALENTS.read_text(encoding="utf-8"))
    assert isinstance(held, dict)
    return {pack: of or {} for pack, of in held.items()}


def hunt(name: str, chosen: Sequence[int] | None = None) -> Iterator[Verdict]:
    """Runs cases against the mutants of a pack (those of the given numbers, or all) until one fails."""
    held = shipped(name)
    every = mutants(held.pack)
    reaches = reached(held.pack)
    # A case with settings of its own costs a program of its own, so it comes last.
    cases = sorted(held.cases.values(), key=lambda case: (len(reaches[case.event]), str(sorted(case.settings.items()))))
    cases.sort(key=lambda case: bool(case.settings))
    lately: list[Case] = []
    for number in range(len(every)) if chosen is None else chosen:
        mutant = every[number]
        able = [case for case in cases if mutant.unit in reaches[case.event]]
        # What has caught one mutant often catches the next, which stands near it.
        first = [case for case in lately[:5] if case in able]
        failed = _first_failure(mutant, [*first, *able])
        if failed is not None:
            lately = [failed, *(case for case in lately if case is not failed)]
        yield Verdict(mutant.id, failed.id if failed is not None else None)


def _first_failure(mutant: Mutant, cases: Sequence[Case]) -> Case | None:
    runner = Runner(mutant.pack())
    return next((case for case in cases if _fails(runner, case)), None)


def _fails(runner: Runner, case: Case) -> bool:
    try:
        return bool(run_case(runner, case))
    except Exception:
        # a mutant is not checked: what the checker would have refused may break in any way
        return True


def spread(name: str, how_many: int) -> list[int]:
    """The numbers of so many mutants of a pack, spread evenly over it."""
    count = len(mutants(shipped(name).pack))
    return [number * count // how_many for number in range(how_many)]
