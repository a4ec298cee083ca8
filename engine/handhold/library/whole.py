"""Files that are written whole or not at all, by one writer at a time."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from handhold.library.faults import NotWritten
from handhold.packs.storage import folders
from handhold.packs.storage.folders import Unwritable, replace_file


@contextmanager
def taking_turns(folder: Path) -> Iterator[None]:
    """Makes the folder if it is not there, and waits until nobody else changes files in it. Raises NotWritten."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = _locked(folder)
    except OSError as fault:
        raise NotWritten(str(Unwritable(folder, fault))) from fault
    try:
        yield
    finally:
        os.close(handle)


def write_whole(path: Path, data: bytes) -> None:
    """Puts a file in place, or leaves all as it was. Raises NotWritten."""
    try:
        replace_file(path, data)
    except Unwritable as fault:
        raise NotWritten(str(fault)) from fault


def take_away(path: Path) -> None:
    """Deletes a file. Raises NotWritten."""
    try:
        folders.take_away(path)
    except Unwritable as fault:
        raise NotWritten(str(fault)) from fault


if sys.platform == "win32":

    def _locked(folder: Path) -> int:
        """A handle that holds the turn until it is closed. A folder cannot be locked here, so a file in it is."""
        import msvcrt

        handle = os.open(folder / ".turn", os.O_RDWR | os.O_CREAT)
        msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
        return handle

else:

    def _locked(folder: Path) -> int:
        """A handle that holds the turn until it is closed."""
        import fcntl

        handle = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
        except OSError:
            os.close(handle)
            raise
        return handle
