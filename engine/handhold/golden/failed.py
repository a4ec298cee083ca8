"""Which cases failed last time, kept beside them for `--failed`: one id a line in `.failed`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from handhold.golden.kept import replace_file
from handhold.packs.files import PackFile, read_file

NAME: Final = ".failed"


def last_failed(folder: Path) -> frozenset[str]:
    """The ids of the cases of a folder that failed last time; none if nothing is known."""
    file = read_file(folder / NAME, NAME, folder.resolve())
    if not isinstance(file, PackFile):
        return frozenset()
    return frozenset(file.data.decode("utf-8", "replace").split())


def keep_failed(folder: Path, run: Iterable[str], failed: Iterable[str]) -> None:
    """Keeps which of the cases that were run failed; those that were not run stay as they were. Raises OSError."""
    known = last_failed(folder)
    now = (known - frozenset(run)) | frozenset(failed)
    path = folder / NAME
    if not now:
        if os.path.lexists(path):
            path.unlink()
    elif now != known:
        replace_file(path, "".join(f"{id}\n" for id in sorted(now)).encode("ascii"))
