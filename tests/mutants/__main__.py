"""`python -m tests.mutants [PACK …]`: every mutant of the packs, on all processors.

Prints the mutants that no case notices and that `equivalents.yaml` does not list, and what it lists wrongly; ends
with 1 if there is any.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from tests.mutants.hunt import Verdict, equivalents, hunt
from tests.mutants.mutate import mutants
from tests.shipped import PACKS, shipped

SHARE = 40
"""How many mutants a process takes at a time."""


def _share(task: tuple[str, range]) -> list[Verdict]:
    return list(hunt(task[0], task[1]))


def _tasks(packs: list[str]) -> Iterator[tuple[str, range]]:
    for name in packs:
        count = len(mutants(shipped(name).pack))
        for start in range(0, count, SHARE):
            yield name, range(start, min(count, start + SHARE))


def main(packs: list[str]) -> int:
    """Hunts the mutants of the packs; the exit code."""
    faults = 0
    tasks = list(_tasks(packs))
    listed = equivalents()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        verdicts = list(zip(tasks, pool.map(_share, tasks), strict=True))
    for name in packs:
        found = [verdict for task, share in verdicts if task[0] == name for verdict in share]
        alive = {verdict.mutant for verdict in found if verdict.case is None}
        known = set(listed.get(name, ()))
        for id in sorted(alive - known):
            print(f"{name}: {id}: no case notices")
        for id in sorted(known - alive):
            print(f"{name}: {id}: listed as equivalent, and {_why(id, found)}")
        faults += len(alive ^ known)
        print(f"{name}: {len(found)} mutants, {len(found) - len(alive)} caught, {len(alive & known)} equivalent")
    print(f"{faults} faults")
    return 1 if faults else 0


def _why(id: str, found: list[Verdict]) -> str:
    return next((f"the case '{verdict.case}' notices" for verdict in found if verdict.mutant == id), "there is none")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:] or list(PACKS)))
