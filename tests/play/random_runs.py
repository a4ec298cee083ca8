"""`python -m tests.play.random_runs [PACK …]`: ten thousand random runs of each event of the shipped packs.

Prints each kind of fault once with the run that made it, and ends with 1 if there is any.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from random import Random

from handhold.packs import checked
from handhold.play.chance import Seeded
from handhold.play.inputs import InputError
from handhold.play.run_error import RunError
from handhold.play.runs.run import Runner
from tests.play.given import deciding, given, settings
from tests.shipped import PACKS, shipped

RUNS = 10_000
READINGS = 20
"""How often the settings change in the runs of an event: each choice of settings is a program of its own."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A run that ended in neither an outcome nor a refusal."""

    event: str
    message: str
    given: dict[str, object]
    settings: dict[str, object]
    seed: str

    def __str__(self) -> str:
        return f"{self.event}: {self.message}\n  given {self.given}\n  settings {self.settings}\n  seed {self.seed}"


def faults(pack: checked.Pack, event: checked.Event, runs: int, readings: int) -> Iterator[Fault]:
    """The faults in so many runs of an event, the first ones with the settings of the pack."""
    random = Random(f"{pack.header.pack} {event.id}")
    for reading in range(readings):
        chosen = settings(random, pack) if reading else {}
        runner = Runner(pack, deciding(random, pack))
        for number in range(runs // readings):
            data = given(random, pack, event)
            seed = f"{reading} {number}"
            try:
                result = runner.run(event.id, data, Seeded(seed), settings=chosen)
                assert result.refused or event.outcome is None or result.outcome is not None
                assert result.state is not None
                assert result.values is not None
            except (RunError, InputError, AssertionError) as error:
                message = str(error) or "no outcome and no refusal"
                yield Fault(f"{pack.header.pack} {event.id}", message, data, chosen, seed)


def _of_event(task: tuple[str, str]) -> list[Fault]:
    pack = shipped(task[0]).pack
    first: dict[str, Fault] = {}
    for fault in faults(pack, pack.events[task[1]], RUNS, READINGS):
        first.setdefault(fault.message, fault)
    return list(first.values())


def main(packs: list[str]) -> int:
    """Runs all events of the packs; the exit code."""
    tasks = [(name, event) for name in packs for event in shipped(name).pack.events]
    kinds = 0
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for several in pool.map(_of_event, tasks):
            kinds += len(several)
            for fault in several:
                print(fault, flush=True)
    print(f"{len(tasks)} events, {RUNS} runs of each, {kinds} kinds of fault")
    return 1 if kinds else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:] or list(PACKS)))
