"""The exit codes of the command."""

from __future__ import annotations

from typing import Final

FINE: Final = 0
"""The answer is there; a refusal by the rules is one."""
FINDINGS: Final = 1
"""A pack has errors."""
USAGE: Final = 2
"""The command, or what was given to it, is not right: an unknown pack, event, input, path, or dice that do not fit."""
NO_ANSWER: Final = 3
"""The rules have no answer, or it takes more work than the budget allows."""
OUR_BUG: Final = 4
"""Handhold itself is at fault."""
NOTHING: Final = 5
"""Nothing was there to work on."""
INTERRUPTED: Final = 130
"""The user stopped it."""
