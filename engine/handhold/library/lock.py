"""The lock file of a project: which packs it uses, each by version and content.

`handhold.lock` is JSON, which the standard library reads and writes, a pack to a few lines in the order of the names,
so that a change can be read in a diff:

    {"handhold": "lock/1", "packs": {"lurasko": {"version": "1.0.0", "source": "shipped", "hash": "sha256:…"}}}

What counts is version and hash. `source` says where the pack was found when it was locked; the same pack from
somewhere else is the same pack.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Final

from handhold import limits
from handhold.diagnostics import Diagnostic
from handhold.library.faults import LibraryError, NotThere
from handhold.library.parcel import Parcel, parcel_of
from handhold.library.whole import taking_turns, write_whole
from handhold.packs.stacks.load import Guard
from handhold.packs.storage.files import PackFile, read_file, real, shown_name, top_of
from handhold.packs.storage.opening import Opened, find_parent, parts_of
from handhold.packs.storage.places import PackPlace
from handhold.packs.storage.shelves import PROJECT, Named, find_pack, is_path, named_packs, origin_of
from handhold.packs.strict_json import Json, read_json
from handhold.packs.text import show

_KEYS: Final = ("version", "source", "hash")
_KIND: Final = "lock/1"
_ANY_KIND: Final = re.compile(r"lock/[0-9]{1,9}")
_HASH: Final = re.compile(r"sha256:[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Locked:
    """A pack in the lock file: its version, where it was found, and the hash of its content."""

    version: str
    source: str
    hash: str

    @property
    def by_name(self) -> bool:
        """Whether it was found by its name, and not at a path, which `source` is then."""
        return self.source in ("library", "shipped") or self.source.startswith("installed ")


Lock = Mapping[str, Locked]
"""What a lock file holds: packs by their ids."""


def read_lock(path: Path) -> Lock:
    """What the lock file at a path holds. Raises NotThere, or LibraryError if it cannot be used."""
    shown = shown_name(path)
    if not os.path.lexists(path):
        raise NotThere(f"there is no {shown} here", "'handhold pack lock' writes it")
    file = read_file(path, shown)
    if not isinstance(file, PackFile):
        raise LibraryError(f"{shown}: {file.message}", file.hint)
    try:
        data = read_json(file.data)
        kind = data.get("handhold") if isinstance(data, dict) else None
        if isinstance(kind, str) and kind != _KIND and _ANY_KIND.fullmatch(kind):
            raise ValueError(f"it is of the format {kind}, and this Handhold knows {_KIND}")
        if not isinstance(data, dict) or data.keys() != {"handhold", "packs"} or kind != _KIND:
            raise ValueError(f"it does not begin with {{'handhold': '{_KIND}', 'packs': …}}")
        if len(_mapping(data["packs"])) > limits.LOCKED:
            raise ValueError(f"it holds more than {limits.LOCKED:,} packs")
        return {name: _entry(name, held) for name, held in _mapping(data["packs"]).items()}
    except ValueError as fault:
        hint = "'handhold pack lock' writes it anew, once this one is deleted"
        raise LibraryError(f"{shown} cannot be used: {show(str(fault), 200)}", hint) from fault


def write_lock(path: Path, packs: Lock, gone: Collection[str] = ()) -> Lock:
    """Writes packs into a lock file, beside what stands in it already but for those that are `gone`, and gives what it
    holds now.

    Raises LibraryError if the one that is there cannot be used, NotWritten where the system does not let it be.
    """
    with taking_turns(path.parent):
        known = read_lock(path) if os.path.lexists(path) else {}
        whole = dict(sorted({**{name: known[name] for name in known if name not in gone}, **packs}.items()))
        held = {name: {key: getattr(each, key) for key in _KEYS} for name, each in whole.items()}
        text = json.dumps({"handhold": _KIND, "packs": held}, indent=2, ensure_ascii=False) + "\n"
        write_whole(path, text.encode("utf-8"))
    return whole


def known_places(path: Path) -> tuple[tuple[PackPlace, ...], tuple[str, ...]]:
    """Where the packs of this project are, and those that stand in its lock file already; and which of these are not
    here any more. Raises LibraryError if the lock file cannot be used.
    """
    lock = read_lock(path) if os.path.lexists(path) else {}
    found = _places(lock)
    return tuple(filter(None, found.values())), tuple(name for name, place in found.items() if place is None)


def places_of(wheres: Iterable[str]) -> tuple[tuple[PackPlace, ...], tuple[Diagnostic, ...]]:
    """Where the packs are that are named, those of stacks one by one; and which are nowhere."""
    found = [find_pack(part.strip()) for where in wheres for part in parts_of(where)]
    places = tuple(place for place, _ in found if place is not None)
    return places, tuple(fault for _, faults in found for fault in faults)


def locked_packs(places: Iterable[PackPlace]) -> tuple[dict[str, Locked], tuple[Diagnostic, ...]]:
    """What a lock file says of packs and of all that they extend, and why some of them cannot be read."""
    packs: dict[str, Locked] = {}
    found: list[Diagnostic] = []
    waiting = list(places)
    while waiting:
        place = waiting.pop()
        parcel, faults = parcel_of(place)
        found += faults
        if parcel is None:
            continue
        manifest = parcel.manifest
        if not manifest.pack:
            found.append(Diagnostic("missing-key", "the pack has no name", top_of(place.shown), "add 'pack: NAME'"))
            continue
        entry = entry_of(place, parcel)
        known = packs.setdefault(manifest.pack, entry)
        if known.hash != entry.hash:
            message = f"there are two packs '{manifest.pack}' with different content"
            found.append(Diagnostic("not-locked", message, top_of(place.shown), f"the other one is {known.source}"))
        elif manifest.parent and manifest.parent not in packs:
            parent = find_parent(manifest.parent, real(place.path).parent)
            waiting += [parent] if parent is not None else []
            if parent is None:
                message = f"'{manifest.pack}' extends '{show(manifest.parent)}', and there is no pack of that name"
                found.append(Diagnostic("no-such-pack", message, None, "add it first: handhold pack add"))
        if len(packs) > limits.LOCKED:
            message = f"more than {limits.LOCKED} packs are to be locked"
            return packs, (*found, Diagnostic("too-big", message, None))
    return packs, tuple(found)


def entry_of(place: PackPlace, parcel: Parcel) -> Locked:
    """What a lock file says of a pack."""
    origin = origin_of(place.path)
    source = shown_name(place.path) if origin in ("project", "path") else origin
    return Locked(parcel.manifest.version, source, parcel.hash)


def guard_by(path: str | PathLike[str]) -> Guard:
    """What refuses packs that are not those of the lock file at a path. Raises as `read_lock`."""
    place = Path(path)
    lock = read_lock(place)
    return lambda opened: unlike(opened, lock, place)


def unlike(opened: Sequence[Opened], lock: Lock, path: Path) -> tuple[Diagnostic, ...]:
    """Why packs that were opened are not those of the lock file; it is the files as they were read that count."""
    found: list[Diagnostic] = []
    for each in opened:
        parcel, faults = parcel_of(each.place, each.files)
        found += faults
        if parcel is None:
            continue
        manifest = parcel.manifest
        message = difference(manifest.pack, lock.get(manifest.pack), entry_of(each.place, parcel), shown_name(path))
        if message:
            hint = f"if this is the one to be used, 'handhold pack lock {_asked_by(each.place, manifest.pack)}' says so"
            found.append(Diagnostic("not-locked", message, top_of(each.files[0].name), hint))
    return tuple(found)


def _asked_by(place: PackPlace, id: str) -> str:
    """What is typed to mean the pack at a place: its name where a name finds it, else the path."""
    if origin_of(place.path) != "path":
        return show(id)
    shown = shown_name(place.path)
    return shown if is_path(shown) else f"./{shown}"


def difference(name: str, wanted: Locked | None, found: Locked, shown: str) -> str:
    """In what a pack is another than the lock file says, in a sentence; empty if in nothing."""
    if wanted is None:
        return f"the pack '{show(name)}' is not in {shown}"
    if wanted.version != found.version:
        return f"this is {show(name)} {show(found.version)}, and {shown} has {show(wanted.version)}"
    if wanted.hash != found.hash:
        return f"this {show(name)} {show(found.version)} has other content than that of {shown}"
    return ""


def verify(path: Path) -> tuple[Diagnostic, ...]:
    """How the packs that are here differ from the lock file: those in it, what they extend, and those of the project.

    Raises NotThere if the lock file is not there, LibraryError if it cannot be used.
    """
    lock = read_lock(path)
    shown = shown_name(path)
    found: list[Diagnostic] = []
    places = _places(lock)
    there = {os.path.realpath(place.path): place for place in places.values() if place is not None}
    packs, faults = locked_packs(there.values())
    for name, wanted in lock.items():
        place = places[name]
        if name not in packs and not (place is not None and _is_told(place, faults)):
            message = f"the pack '{show(name)}' of {shown} is not here"
            found.append(Diagnostic("not-locked", message, None, f"it came from: {show(wanted.source)}"))
    found += faults
    for id, entry in packs.items():
        message = difference(id, lock.get(id), entry, shown)
        if message:
            found.append(Diagnostic("not-locked", message, None, f"it comes from: {entry.source}"))
    return tuple(dict.fromkeys(found))


def _is_told(place: PackPlace, faults: Iterable[Diagnostic]) -> bool:
    """Whether it is said why what lies at a place cannot be read."""
    files = (fault.span.file for fault in faults if fault.span is not None)
    return any(file == place.shown or file.startswith(f"{place.shown}/") for file in files)


def _places(lock: Lock) -> dict[str, PackPlace | None]:
    """Where the packs of a lock file and those of the project are: at its path if one was locked by it, else where its
    name leads; None for one that is nowhere.
    """
    # listed once: to look one name up that nobody has takes as long
    named: dict[str, Named] = {}
    for pack in named_packs():
        named.setdefault(pack.name, pack)
    found: dict[str, PackPlace | None] = {}
    for name, wanted in lock.items():
        path = Path(wanted.source)
        if not wanted.by_name and os.path.lexists(path):
            found[name] = PackPlace(path, shown_name(path))
        else:
            found[name] = named[name].place if name in named else None
    mine = (pack for pack in named.values() if pack.place.path.parent == PROJECT)
    return {**{pack.name: pack.place for pack in mine}, **found}


def _mapping(held: Json) -> dict[str, Json]:
    if not isinstance(held, dict):
        raise ValueError("its packs are no mapping")
    return held


def _entry(name: str, held: Json) -> Locked:
    entry = _mapping(held)
    texts = [entry.get(key) for key in _KEYS]
    if entry.keys() != {*_KEYS} or not all(isinstance(text, str) for text in texts):
        raise ValueError(f"'{show(name)}' needs version, source and hash")
    version, source, content = (str(text) for text in texts)
    if not _HASH.fullmatch(content):
        raise ValueError(f"the hash of '{show(name)}' is none")
    return Locked(version, source, content)
