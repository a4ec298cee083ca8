"""`python -m tests.hostile [KIND …]`: every hostile input through every command that reads it.

Prints what was not answered plainly, and what took more than a second of the processor; ends with 1 if there is any of
the first.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.hostile.child import faultless, warmed
from tests.hostile.everywhere import answers, places

SECONDS = 1.0


def main(kinds: list[str]) -> int:
    """Tries them; the exit code."""
    warmed()
    tried = faults = 0
    for place in places():
        if kinds and place.name.split(" ")[0] not in kinds:
            continue
        with tempfile.TemporaryDirectory() as folder:
            found = answers(place, place.commands, Path(folder) / "place")
        for command, (answer, seconds) in zip(place.commands, found, strict=False):
            if not faultless(answer, (0, 1, 2, 3, 5)):
                print(f"{place.name}: {command}: {answer.code} {answer.err[-400:]!a}", flush=True)
                faults += 1
            if seconds > SECONDS:
                print(f"{place.name}: {command}: {seconds:.2f} s", flush=True)
        if len(found) < len(place.commands):
            print(f"{place.name}: {place.commands[len(found)]}: broken off", flush=True)
            faults += 1
        tried += len(found)
    print(f"{tried} commands, {faults} not answered plainly")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
