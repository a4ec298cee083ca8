"""Which cases failed last time, kept beside them for `--failed`: one id a line in `.failed`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from handhold.packs.storage.files import PackFile, read_file, real
from handhold.packs.storage.folders import replace_file, take_away

NAME: Final = ".failed"


def last_failed(folder: Path) -> frozenset[str]:
    """The ids of the cases of a folder that failed last time; none if nothing is known."""
    file = read_file(folder / NAME, NAME, real(folder))
    if not isinstance(file, PackFile):
        return frozenset()
    return frozenset(file.data.decode("utf-8", "replace").split())


def keep_failed(folder: Path, run: Iterable[str], failed: Iterable[str], *, whole: bool) -> None:
    """Keeps which of the cases that were run failed; those that were not run stay as they were, unless the run was
    `whole`. Raises Unwritable.
    """
    known = last_failed(folder)
    now = (frozenset() if whole else known - frozenset(run)) | frozenset(failed)
    path = folder / NAME
    if not now:
        take_away(path)
    elif now != known:
        replace_file(path, "".join(f"{id}\n" for id in sorted(now)).encode("ascii"))
