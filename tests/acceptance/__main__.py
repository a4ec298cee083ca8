"""`python -m tests.acceptance FILE…`: a line for each wrong key, then how many cases passed."""

import sys
from pathlib import Path

from tests.acceptance.runner import read_yaml, wrong_in

documents = [read_yaml(Path(name)) for name in sys.argv[1:]] or sys.exit("usage: python -m tests.acceptance FILE...")
found = [wrong_in(document["system"], case) for document in documents for case in document["cases"]]
for wrong in found:
    for line in wrong:
        print(line)
failed = sum(map(bool, found))
print(f"{len(found) - failed} passed, {failed} failed")
sys.exit(1 if failed else 0)
