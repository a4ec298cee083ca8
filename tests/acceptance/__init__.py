"""Runs worked cases, in words of their own, against the packs. README.md here says how an adapter is written."""
