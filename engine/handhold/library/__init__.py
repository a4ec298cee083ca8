"""Packs of others: what is in them, by content; kept, handed on, and held to a lock file."""

from __future__ import annotations

from typing import Final

LOCK_FILE: Final = "handhold.lock"
"""The lock file of a project, in its folder."""
