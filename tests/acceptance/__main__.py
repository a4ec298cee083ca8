"""`python -m tests.acceptance FILE…`: a line for each wrong key, then how many cases passed."""

import sys
from pathlib import Path

import yaml

from tests.acceptance.runner import flat, wrong_keys

documents = [yaml.safe_load(Path(name).read_text("utf-8")) for name in sys.argv[1:]]
wrong = [wrong_keys(document["system"], case) for document in documents for case in document["cases"]]
print(*flat(wrong), f"{wrong.count([])} passed, {len(wrong) - wrong.count([])} failed", sep="\n")
sys.exit(wrong.count([]) < len(wrong))
