"""`python -m tests.fuzz yaml|formula [SECONDS]`: throws texts at a reader until time is up, with atheris (the extra
`fuzz`).

A reader answers any bytes with a value or with diagnostics. An exception, or a place outside the text, is a
finding: atheris writes the input to a `crash-…` file; put it into `tests/fuzz/found/`, where an ordinary test reads
it from then on.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["handhold"]):
    from tests.fuzz.targets import TARGETS

SEEDS = Path(__file__).parents[2]
SECONDS = 600


def main() -> None:
    """Fuzzes one target."""
    name = sys.argv[1]
    seconds = int(sys.argv[2]) if len(sys.argv) > 2 else SECONDS
    corpus = SEEDS / ".fuzz" / name
    corpus.mkdir(parents=True, exist_ok=True)
    words = [
        sys.argv[0],
        f"-max_total_time={seconds}",
        "-max_len=2000",
        "-timeout=5",
        "-rss_limit_mb=1024",
        str(corpus),
    ]
    if name == "yaml":
        words.append(str(SEEDS / "tests" / "faulty"))
    atheris.Setup(words, TARGETS[name])
    atheris.Fuzz()


main()
