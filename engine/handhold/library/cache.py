"""What is kept to start faster: files in a folder of the user's own, each named by what it was made from.

They hold data and are taken as nothing else. The folder is used only if it is the user's own and nobody else can write
to it or read it; a file that is damaged, too big or no ordinary file is not there; what cannot be written is not
written, and nobody is told. HANDHOLD_CACHE names another folder, or is `off`.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Mapping
from hashlib import blake2b
from typing import Final

from handhold import limits

_ENDING: Final = ".kept"
_DIGEST: Final = 64
"""Letters of the digest that a file begins with."""


def cache_folder(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> str | None:
    """The folder of the cache: that of HANDHOLD_CACHE, else among what the system keeps for the user; None for none.

    It is worked out here and not by platformdirs for the reason that `packs.shelves` has.
    """
    told = environ.get("HANDHOLD_CACHE")
    if told is not None:
        return None if told in ("", "off") else told
    if platform == "win32" and environ.get("LOCALAPPDATA"):
        return os.path.join(environ["LOCALAPPDATA"], "handhold", "Cache")
    if os.path.isabs(environ.get("XDG_CACHE_HOME", "")):
        base = environ["XDG_CACHE_HOME"]
    else:
        base = os.path.expanduser("~/Library/Caches" if platform == "darwin" else "~/.cache")
    return os.path.join(base, "handhold") if os.path.isabs(base) else None


def read(name: str) -> bytes | None:
    """What was kept under a name; None if nothing was, or it is not as it was written."""
    folder = cache_folder()
    if folder is None or not _is_own(folder):
        return None
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(os.path.join(folder, name + _ENDING), flags)
    except (OSError, ValueError):
        return None
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode) or status.st_size > limits.CACHE_BYTES:
            return None
        data = b"".join(iter(lambda: os.read(handle, limits.CACHE_BYTES), b""))
    except OSError:
        return None
    finally:
        os.close(handle)
    return data[_DIGEST + 1 :] if data[:_DIGEST] == _digest(data[_DIGEST + 1 :]) else None


def write(name: str, data: bytes) -> None:
    """Keeps data under a name, whole or not at all, and takes away what was kept long ago."""
    folder = cache_folder()
    if folder is None or len(data) + _DIGEST >= limits.CACHE_BYTES:
        return
    from tempfile import mkstemp

    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        if not _is_own(folder):
            return
        handle, making = mkstemp(prefix=".", suffix=_ENDING, dir=folder)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(_digest(data) + b"\n" + data)
            os.replace(making, os.path.join(folder, name + _ENDING))
        except BaseException:
            os.unlink(making)
            raise
        _take_away(folder)
    except (OSError, ValueError):
        return


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=_DIGEST // 2).hexdigest().encode("ascii")


def _is_own(folder: str) -> bool:
    """Whether a folder is one, no link to one, and the user's alone."""
    try:
        status = os.lstat(folder)
    except (OSError, ValueError):
        return False
    if not stat.S_ISDIR(status.st_mode):
        return False
    return not hasattr(os, "geteuid") or (status.st_uid == os.geteuid() and not status.st_mode & 0o077)


def _take_away(folder: str) -> None:
    """Takes away the oldest files, of which more are there than are kept. Raises OSError."""
    with os.scandir(folder) as entries:
        found = [entry for entry in entries if entry.name.endswith(_ENDING)]
    if len(found) <= limits.CACHE_FILES:
        return
    ages = sorted((entry.stat(follow_symlinks=False).st_mtime_ns, entry.path) for entry in found)
    for _, path in ages[: len(found) - limits.CACHE_FILES // 2]:
        os.unlink(path)
