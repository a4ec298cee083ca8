"""`python -m benchmarks`: a line for each row, `name  ratio  limit  ok|over`; exits 1 if one is over.

Every row is a ratio to other work measured in the same run: the same rule by hand in Python, another tool, or half of
the load. Before anything is timed, all sides are seen to give the same answers. The rows of `benchmarks.hostile`
follow, in seconds and megabytes.
"""

from __future__ import annotations

import subprocess
import sys
import warnings

import handhold
from benchmarks import cases, climb, falls, growth, loading, peers, rounds
from benchmarks.measure import report


def main() -> int:
    """Measures all rows."""
    # a part of a peer is experimental, which it says each time
    warnings.filterwarnings("ignore", module="benchmarks")
    pack = handhold.load("lurasko")
    woin = handhold.load("woin")
    climb.agree(pack)
    peers.agree(pack)
    falls.agree(woin)
    rounds.agree(pack)
    loading.agree(pack)
    print(f"{'name':<58} {'ratio':>8} {'limit':>6}")
    with loading.rows() as loads, growth.rows(pack) as grown, cases.rows() as tested:
        rows = (*climb.rows(pack), *peers.rows(pack), *falls.rows(woin), *rounds.rows(pack), *loads, *grown, *tested)
        within = [report(row) for row in rows]
    print(flush=True)
    # in a process of its own: the memory of a child begins as that of its parent
    within.append(not subprocess.run([sys.executable, "-m", "benchmarks.hostile"], check=False).returncode)
    return 0 if all(within) else 1


if __name__ == "__main__":
    sys.exit(main())
