"""Packs of others: what became of them, and which there are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from handhold.diagnostics import Diagnostic
from handhold.library.listing import Listed, Other
from handhold.library.lock import Lock
from handhold.library.parcel import Manifest, Parcel
from handhold.library.store import Added
from handhold.packs.storage.files import shown_name
from handhold.report import as_json
from handhold.report.faults import diagnostic, diagnostic_json
from handhold.report.listing import the_one
from handhold.report.output import Output
from handhold.report.printable import printable, width
from handhold.report.values import Json


def added_text(out: Output, parcel: Parcel, added: Added, *, here: bool, others: Sequence[Other]) -> None:
    """Where a pack is now, and what else there is to know."""
    manifest = parcel.manifest
    if not added.new:
        out.line(printable(f"{manifest.shown} is there already: {shown_name(added.path)}"))
    else:
        out.line(printable(f"{manifest.shown} is added: {shown_name(added.path)}"))
    if added.new and added.before is not None:
        out.line(printable(f"It takes the place of {added.before.shown}."))
    if manifest.extends:
        there = "which is here" if here else "which is not here yet, so it was not checked with it: add that too"
        out.line(printable(f"It extends {manifest.extends}, {there}."))
    for other in others:
        clash = " with other content" if other.clash else ""
        out.line(printable(f"There is another {other.manifest.shown}{clash}, {the_one(other.origin)}."))
    if others:
        out.line(printable(f"'handhold pack list' shows which of them '{manifest.pack}' means."))


def added_json(out: Output, parcel: Parcel, added: Added, *, here: bool, others: Sequence[Other]) -> None:
    """`pack-add/1`."""
    manifest = parcel.manifest
    as_json.write(
        out,
        {
            "handhold": "pack-add/1",
            "pack": _pack(manifest),
            "path": shown_name(added.path),
            "hash": parcel.hash,
            "new": added.new,
            "before": added.before.version if added.new and added.before else None,
            "extends": {"pack": manifest.extends, "here": here} if manifest.extends else None,
            "others": [
                {"from": other.origin, "version": other.manifest.version, "clash": other.clash} for other in others
            ],
        },
    )


def removed_text(out: Output, name: str, path: Path) -> None:
    """That a pack is gone."""
    out.line(printable(f"{name} is removed: {shown_name(path)}"))


def removed_json(out: Output, name: str, path: Path) -> None:
    """`pack-remove/1`."""
    as_json.write(out, {"handhold": "pack-remove/1", "pack": name, "path": shown_name(path)})


def listed_text(out: Output, packs: Sequence[Listed]) -> None:
    """One line for each pack: name, version, licence, where it comes from, and whether another one hides it."""
    if not packs:
        out.line("There are no packs here.")
        return
    rows = [_row(pack) for pack in packs]
    widths = [max(width(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = (f"{cell}{' ' * (most - width(cell))}" for cell, most in zip(row, widths, strict=True))
        out.line("  ".join(cells).rstrip())


def listed_json(out: Output, packs: Sequence[Listed]) -> None:
    """`pack-list/1`."""
    as_json.write(out, {"handhold": "pack-list/1", "packs": [_listed(pack) for pack in packs]})


def locked_text(out: Output, name: str, lock: Lock, gone: Sequence[str]) -> None:
    """What a lock file holds now, and what was taken out of it."""
    for pack in gone:
        out.line(printable(f"{pack} is not here any more, and is taken out of {name}"))
    out.line(printable(f"{name} holds {_several(len(lock), 'pack')}:"))
    for pack, entry in lock.items():
        out.line(printable(f"  {pack} {entry.version}  {entry.source}  {entry.hash}"))


def locked_json(out: Output, name: str, lock: Lock, gone: Sequence[str]) -> None:
    """`pack-lock/1`."""
    held: dict[str, Json] = {
        pack: {"version": entry.version, "source": entry.source, "hash": entry.hash} for pack, entry in lock.items()
    }
    as_json.write(out, {"handhold": "pack-lock/1", "file": name, "packs": held, "gone": list(gone)})


def verified_text(out: Output, name: str, lock: Lock, found: Sequence[Diagnostic]) -> None:
    """Every difference, then how many there are."""
    for each in found:
        diagnostic(out, each)
    if found:
        out.line(printable(f"{_several(len(found), 'difference')} from {name}."))
    else:
        out.line(printable(f"Nothing differs from {name}: {_several(len(lock), 'pack')}."))


def verified_json(out: Output, name: str, lock: Lock, found: Sequence[Diagnostic]) -> None:
    """`pack-verify/1`."""
    as_json.write(
        out,
        {
            "handhold": "pack-verify/1",
            "file": name,
            "packs": len(lock),
            "differences": [diagnostic_json(each) for each in found],
        },
    )


def built_text(out: Output, parcel: Parcel, path: Path, before: Manifest | None) -> None:
    """The zip that was made; `before` is the pack of the same version but other content that was there."""
    files = _several(len(parcel.files) + len(parcel.notices), "file")
    out.line(printable(f"{shown_name(path)}: {parcel.manifest.shown}, {files}, {parcel.manifest.license}"))
    out.line(printable(f"  {parcel.hash}"))
    if before is not None:
        out.line(printable(f"There was another {before.shown}: if somebody has it, give this one a new version."))


def built_json(out: Output, parcel: Parcel, path: Path, before: Manifest | None) -> None:
    """`pack-build/1`."""
    as_json.write(
        out,
        {
            "handhold": "pack-build/1",
            "pack": _pack(parcel.manifest),
            "path": shown_name(path),
            "license": parcel.manifest.license,
            "files": [file.inner for file in (*parcel.files, *parcel.notices)],
            "hash": parcel.hash,
            "same_version_differs": before is not None,
        },
    )


def _row(pack: Listed) -> tuple[str, ...]:
    manifest = pack.manifest
    remark = f"hidden by {the_one(pack.hidden_by)}" if pack.hidden_by else ""
    if pack.hides:
        remark = f"hides {' and '.join(map(the_one, pack.hides))}"
    if manifest is None:
        return printable(pack.name), "", "", pack.origin, "cannot be read: handhold check says why"
    cells = (pack.name, manifest.version, manifest.license, pack.origin, remark)
    return tuple(map(printable, cells))


def _listed(pack: Listed) -> dict[str, Json]:
    manifest = pack.manifest
    return {
        "name": pack.name,
        "version": manifest.version or None if manifest else None,
        "title": manifest.title or None if manifest else None,
        "license": manifest.license or None if manifest else None,
        "extends": manifest.extends or None if manifest else None,
        "from": pack.origin,
        "place": shown_name(pack.place.path),
        "hidden_by": pack.hidden_by or None,
        "hides": list(pack.hides),
    }


def _pack(manifest: Manifest) -> str:
    return f"{manifest.pack}@{manifest.version}"


def _several(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
