"""A checked event as functions of Python."""
