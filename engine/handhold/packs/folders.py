"""Files and folders that are written whole or not at all, and never over what is there."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path


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


def replace_file(path: Path, data: bytes) -> None:
    """Puts other bytes into a file, whole or not at all; what may be done with the file stays. Raises OSError."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if path.exists():
            shutil.copymode(path, name)
        else:
            os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    """What is taken from the mode of a new file; it can only be asked for by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
