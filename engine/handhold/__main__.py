"""`python -m handhold` is the command `handhold`."""

import sys

from handhold.cli import main

if __name__ == "__main__":
    sys.exit(main())
