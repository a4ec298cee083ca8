"""Compiled events as data, to be written and read again."""
