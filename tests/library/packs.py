"""Small packs, written where a test wants them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

CASE = "cases:\n  one:\n    event: e\n    expect: {outcome: 1}\n"


def text(id: str = "demo", version: str = "1.0.0", outcome: str = "1", license: str = "CC0-1.0") -> str:
    """A pack of one event."""
    head = f'pack: {id}\nformat: 1\nversion: "{version}"\ntitle: The {id}\nlicense: {license}\n'
    return f"{head}events:\n  e:\n    steps:\n      outcome: {outcome}\n"


def variant(id: str, of: str, version: str = "1.0.0", outcome: str = "2") -> str:
    """A variant that changes the outcome of that event."""
    head = f'pack: {id}\nformat: 1\nversion: "{version}"\ntitle: The {id}\nlicense: CC0-1.0\nextends: {of}\n'
    return f"{head}change:\n  events.e.steps.outcome: {outcome}\n"


def put(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Writes the files, and gives the folder."""
    for name, held in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(held if isinstance(held, bytes) else held.encode())
    return folder


def whole(folder: Path, id: str = "demo", version: str = "1.0.0", outcome: str = "1") -> Path:
    """A pack that is a folder, with a case."""
    return put(folder, {"pack.yaml": text(id, version, outcome), "tests/a.yaml": CASE.replace("1}", outcome + "}")})
