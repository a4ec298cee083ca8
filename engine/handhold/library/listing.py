"""The packs that have a name; of each, only the file with the header is read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from handhold.library.parcel import Manifest, Parcel, manifest_of, parcel_of
from handhold.packs.storage.files import real
from handhold.packs.storage.places import PackPlace
from handhold.packs.storage.shelves import named_packs


@dataclass(frozen=True, slots=True)
class Listed:
    """A pack that has a name. `manifest` is None where its header cannot be read, `origin` as of `Named`.

    `hidden_by` is where the pack comes from that the name means, empty if it is this one; `hides` is where those come
    from that would be meant if this one were not there.
    """

    name: str
    manifest: Manifest | None
    place: PackPlace
    origin: str
    hidden_by: str
    hides: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Other:
    """Another pack of the same name; `clash` if it has the same version and other content."""

    origin: str
    manifest: Manifest
    clash: bool


def others_of(parcel: Parcel, path: Path) -> tuple[Other, ...]:
    """The other packs that have the name of the pack at the path."""
    found: list[Other] = []
    for pack in named_packs():
        if pack.name == parcel.manifest.pack and real(pack.place.path) != real(path):
            other, _ = parcel_of(pack.place)
            if other is not None:
                same = other.manifest.version == parcel.manifest.version
                found.append(Other(pack.origin, other.manifest, same and other.hash != parcel.hash))
    return tuple(found)


def listed() -> list[Listed]:
    """Every pack that has a name, by name; of equal names the one that it means stands first."""
    found: list[Listed] = []
    packs = named_packs()
    origins = {name: [pack.origin for pack in packs if pack.name == name] for name in {pack.name for pack in packs}}
    before = ""
    for pack in packs:
        first, *others = origins[pack.name]
        means = pack.name != before
        before = pack.name
        hides = tuple(others) if means else ()
        found.append(Listed(pack.name, manifest_of(pack.place), pack.place, pack.origin, "" if means else first, hides))
    return found
