"""Packs of others: found, kept, handed on, held to a lock file."""
