"""The version, alone in a module so that reading it costs nothing (no package metadata is searched at run time)."""

__version__ = "0.1.0"
