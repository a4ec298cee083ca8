"""Files and folders that are written whole or not at all, and never over what is there."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from handhold.packs.storage.files import shown_name


@contextmanager
def new_folder(target: Path) -> Iterator[Path]:
    """A folder beside `target` to write into, which becomes `target` at the end; nothing is left of it if anything
    fails.

    Raises FileExistsError if something is at `target`, before or by then, and OSError where nothing can be written.
    """
    if os.path.lexists(target):
        raise FileExistsError(target)
    making = Path(tempfile.mkdtemp(prefix=f".{target.name[:40]}-", dir=target.parent))
    try:
        yield making
        making.chmod(0o777 & ~_umask())
        if os.path.lexists(target):
            raise FileExistsError(target)
        making.rename(target)
    finally:
        shutil.rmtree(making, ignore_errors=True)


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Writes the files, by their paths in the folder, in UTF-8 with line feeds. Raises OSError."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8"))


class Unwritable(OSError):
    """The system, or whoever protected it, does not let a file be written. `why` is the reason alone."""

    def __init__(self, path: Path, fault: OSError) -> None:
        self.why = fault.strerror or str(fault)
        super().__init__(f"{shown_name(path)} cannot be written: {self.why}")


def replace_file(path: Path, data: bytes) -> None:
    """Puts other bytes into a file in one step, or makes it: at every moment it is the old file or the new one, whole.
    What may be done with the file stays.

    Raises Unwritable, and then the file is as it was; so too for what is read-only, a link, or no ordinary file: the
    new file would take the place of any of them.
    """
    try:
        mode = _mode_of(path)
        handle, name = tempfile.mkstemp(prefix=f".{path.name[-60:]}.", suffix=".tmp", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            os.chmod(name, mode)
            os.replace(name, path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        _sync_folder(path.parent)
    except OSError as fault:
        raise Unwritable(path, fault) from fault


def take_away(path: Path) -> None:
    """Deletes a file, if it is there. Raises Unwritable."""
    try:
        path.unlink(missing_ok=True)
    except OSError as fault:
        raise Unwritable(path, fault) from fault


def _mode_of(path: Path) -> int:
    """The mode for what is to stand there. Raises OSError if what does is to be left alone."""
    try:
        known = path.lstat()
    except FileNotFoundError:
        return 0o666 & ~_umask()
    if stat.S_ISLNK(known.st_mode):
        raise OSError(errno.EPERM, "this is a link, which would be lost")
    if not stat.S_ISREG(known.st_mode):
        raise OSError(errno.EPERM, "this is not an ordinary file")
    # for an administrator the system would let it be
    if not known.st_mode & stat.S_IWUSR:
        raise OSError(errno.EACCES, "it is read-only")
    return stat.S_IMODE(known.st_mode)


def _umask() -> int:
    """What is taken from the mode of a new file; it can only be asked for by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _sync_folder(folder: Path) -> None:
    """Makes the new name last; where a folder cannot be opened (Windows) the system sees to it."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
