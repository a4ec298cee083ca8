"""What the whole suite shares: the profiles of the laws, and that nobody's own library and cache are looked into."""

import os

from hypothesis import settings

os.environ["HANDHOLD_LIBRARY"] = os.devnull
os.environ["HANDHOLD_CACHE"] = "off"

# Each run tries the same examples, so that a failure is never a matter of luck; `make fuzz` looks for new ones.
settings.register_profile("suite", deadline=None, derandomize=True, database=None, print_blob=True)
settings.register_profile("fuzz", deadline=None, max_examples=5_000, print_blob=True)
settings.load_profile("suite")
