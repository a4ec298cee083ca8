"""Packs of installed Python packages, which advertise them by an entry point; nothing of these packages is imported.

In the group `handhold.packs` the name is that of the pack, the value `PACKAGE:PLACE`: a folder with a pack.yaml, a
`.yaml` file or a `.zip` in the folder of the package; without `:PLACE`, the folder of the package itself. A dot in
PLACE stands for a slash where that leads somewhere, since not every tool lets a slash into an entry point.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from handhold.packs.storage.files import PACK_FILE, real

if TYPE_CHECKING:
    from importlib.metadata import Distribution

GROUP: Final = "handhold.packs"


@dataclass(frozen=True, slots=True)
class Advertised:
    """A pack of an installed Python package, the `package` as the installer calls it."""

    name: str
    path: Path
    package: str


def advertised() -> tuple[Advertised, ...]:
    """The packs that are advertised and there, by name; of equal names the first by package."""
    # costs more to import than most of what a run does
    from importlib.metadata import entry_points

    found: list[Advertised] = []
    for point in entry_points(group=GROUP):
        package = point.dist
        path = _place(package, point.value) if package is not None else None
        if package is not None and path is not None:
            found.append(Advertised(point.name, path, package.name))
    return tuple(sorted(found, key=lambda pack: (pack.name, pack.package)))


def _place(package: Distribution, value: str) -> Path | None:
    """Where an entry point leads to, or None if it leads to no pack inside the package."""
    module, _, inner = value.partition(":")
    parts = module.strip().split(".")
    if not all(part.isidentifier() for part in parts):
        return None
    folder = Path(str(package.locate_file("/".join(parts))))
    inner = inner.strip()
    for way in (inner, inner.replace(".", "/")):
        path = folder / way
        if real(path).is_relative_to(real(folder)) and _is_place(path):
            return path
    return None


def _is_place(path: Path) -> bool:
    """Whether a pack may lie there: a folder with a pack.yaml, or a file with one of the endings."""
    return (path / PACK_FILE).is_file() or (path.suffix in (".yaml", ".zip") and path.is_file())
