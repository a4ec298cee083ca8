"""One file as it is read: looked at before it is opened, of a known size, and nothing but an ordinary file."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import Final, Literal

from handhold import limits
from handhold.diagnostics import Diagnostic
from handhold.packs.text import show
from handhold.record import Record
from handhold.source import Span

PACK_FILE: Final = "pack.yaml"
"""The file with the header of a pack that is a folder."""
TESTS: Final = "tests"
"""The folder of a pack that holds its cases."""

_DEVICE: Final = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]) *(?:\..*)?", re.IGNORECASE | re.DOTALL)
_NOT_ON_WINDOWS: Final = re.compile(r'[\0-\x1f<>:"|?*\\]')


class PackFile(Record, uncompared=("inner",)):
    """One file as read: the name shown to a person, and its bytes.

    `inner` is its path within the pack, the same wherever the pack lies (`pack.yaml`, `tests/falls.yaml`); empty for
    a file that belongs to none.
    """

    name: str
    data: bytes
    inner: str = ""


def data_folder(name: Literal["rulepacks", "schemas"]) -> Path:
    """The shipped packs or schemas: beside the package when installed, in the root of the repository otherwise."""
    package = Path(__file__).resolve().parents[2]
    installed = package / "_data" / name
    return installed if installed.is_dir() else package.parents[1] / name


def read_file(
    path: Path, shown: str, root: Path | None = None, *, inner: str = "", most: int | None = None
) -> PackFile | Diagnostic:
    """One regular file of at most `most` bytes (`limits.FILE_BYTES` by default); with `root` (see `real`), one that no
    link puts outside it.
    """
    allowed = limits.FILE_BYTES if most is None else most
    try:
        if root is not None and not Path(os.path.realpath(path, strict=True)).is_relative_to(root):
            return Diagnostic(
                "unreadable",
                "the file is a link that leads out of the folder of the pack",
                top_of(shown),
                "copy it there",
            )
        # Opened before it is looked at, so that this very file is read; O_NONBLOCK keeps a FIFO from waiting.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError) as fault:
        reason = os.strerror(fault.errno) if isinstance(fault, OSError) and fault.errno else "it cannot be opened"
        return Diagnostic("unreadable", f"the file cannot be read: {reason}", top_of(shown))
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        os.close(handle)
        message = "this is not an ordinary file"
        return Diagnostic("unreadable", message, top_of(shown), "packs are made of ordinary files")
    with os.fdopen(handle, "rb") as stream:
        if status.st_size > allowed:
            return too_big(shown, status.st_size, allowed)
        try:
            return PackFile(shown, stream.read(allowed + 1), inner)
        except OSError as fault:
            reason = os.strerror(fault.errno or 0)
            return Diagnostic("unreadable", f"the file cannot be read: {reason}", top_of(shown))


def is_portable(name: str) -> bool:
    """Whether a file or folder can be called so on every system: Windows keeps some names for devices, cuts off a dot
    or space at the end, and allows not every sign.
    """
    return not (_DEVICE.fullmatch(name) or name.endswith((".", " ")) or _NOT_ON_WINDOWS.search(name))


def most_bytes(inner: str) -> int:
    """How many bytes a file of a pack may have: whole results are longer than what people write."""
    return limits.GOLDEN_BYTES if inner.endswith(".json") else limits.FILE_BYTES


def too_big(shown: str, size: int, allowed: int) -> Diagnostic:
    """A file that has more bytes than it may have."""
    message = f"the file has {size:,} bytes, and {allowed:,} are allowed"
    return Diagnostic("too-big", message, top_of(shown), "split it into several files of the same folder")


def real(path: Path) -> Path:
    """Where a path leads once its links are followed; one that leads in a circle leads to itself."""
    return Path(os.path.realpath(path))


def shown_name(path: Path) -> str:
    """A path as it is shown: relative if it lies under the current directory, with `/`, nothing unprintable."""
    text = os.path.normpath(path)
    here = os.getcwd() + os.sep
    return show(text.removeprefix(here).replace(os.sep, "/"), 400)


def top_of(shown: str) -> Span:
    """The place of what is said of a file as a whole."""
    return Span(shown, 1, 1, 1, 1)
