"""`python -m tests.misspell [PACK …] [--every N]`: one-letter misspellings of the packs, on all processors.

All places are tried, or each N-th. Prints those that are no error and those for which the right word is not named, and
the share of each kind where it is; ends with 1 if one is no error, or that share is below nine in ten.
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor

from tests.misspell.slips import KINDS, Slip, judged, names_the_word, slips
from tests.shipped import PACKS

SHARE = 20
"""How many misspellings a process takes at a time."""

Told = tuple[str, str, bool, bool]
"""Kind and text of a misspelling, whether it is an error, whether the right word is named."""


def _tried(pack: str, every: int) -> list[Slip]:
    made = slips(pack)
    return [slip for kind in KINDS for slip in [each for each in made if each.kind == kind][::every]]


def _share(task: tuple[str, int, int]) -> list[Told]:
    pack, every, start = task
    told: list[Told] = []
    for slip in _tried(pack, every)[start : start + SHARE]:
        found = judged(slip)
        error = any(each.severity == "error" for each in found)
        told.append((slip.kind, str(slip), error, names_the_word(slip, found)))
    return told


def main() -> int:
    """Tries them; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.misspell")
    parser.add_argument("packs", metavar="PACK", nargs="*", default=list(PACKS))
    parser.add_argument("--every", metavar="N", type=int, default=1)
    asked = parser.parse_args()
    tasks = [
        (pack, asked.every, start) for pack in asked.packs for start in range(0, len(_tried(pack, asked.every)), SHARE)
    ]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        every = [told for share in pool.map(_share, tasks) for told in share]
    wrong = 0
    for _, text, error, named in every:
        if not (error and named):
            print(f"{text}: {'the right word is not named' if error else 'NO ERROR'}")
        wrong += not error
    for kind in KINDS:
        tried = [named for of, _, _, named in every if of == kind]
        print(f"{kind}: {len(tried)} tried, the right word is named for {sum(tried)} ({sum(tried) / len(tried):.1%})")
        wrong += sum(tried) * 10 < len(tried) * 9
    print(f"{len(every)} misspellings, {sum(not error for _, _, error, _ in every)} without an error")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
