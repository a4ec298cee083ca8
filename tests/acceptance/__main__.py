"""`python -m tests.acceptance FILE…`: a line for each wrong key, then how many cases passed."""

import sys

from tests.acceptance.runner import wrong_keys

wrong = [each for name in sys.argv[1:] for each in wrong_keys(name)]
print(*(line for lines in wrong for line in lines), f"{wrong.count([])} passed, {len(wrong) - wrong.count([])} failed", sep="\n")
sys.exit(wrong.count([]) < len(wrong))
