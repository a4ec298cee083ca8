"""Who a pack is owed to: titles, versions, licences and sources of it and of all that it is made from."""

from __future__ import annotations

from handhold.packs.model import Header
from handhold.packs.stacks.flat import licenses
from handhold.report import as_json
from handhold.report.layout import two_sides
from handhold.report.output import Output
from handhold.report.printable import printable
from handhold.report.values import Json


def credits_text(out: Output, header: Header) -> None:
    """Each pack with its licence, and what it is based on."""
    packs = (header, *header.variants)
    for n, each in enumerate(packs):
        if n:
            out.line()
        right = f"{each.pack} {each.version} · {each.license}"
        two_sides(out, printable(each.title), printable(right), style="strong")
        if each.extends:
            out.line(printable(f"  extends {each.extends}"))
        for origin in each.based_on:
            said = ", ".join(part for part in (origin.title, origin.author) if part)
            two_sides(out, printable(f"  after {said}"), "", hang=4)
            if origin.url:
                out.line(printable(f"    {origin.url}"))
            if origin.note:
                two_sides(out, printable(f"    {origin.note}"), "", hang=4)
    if len(packs) > 1:
        out.line()
        out.line(printable(f"All together: {licenses(packs)}"))


def credits_json(out: Output, header: Header) -> None:
    """`credits/1`."""
    packs = (header, *header.variants)
    as_json.write(
        out,
        {
            "handhold": "credits/1",
            "pack": as_json.pack_name(header),
            "license": licenses(packs),
            "packs": [_pack(each) for each in packs],
        },
    )


def _pack(header: Header) -> Json:
    return {
        "pack": header.pack,
        "version": header.version,
        "title": header.title,
        "license": header.license,
        "extends": header.extends or None,
        "based_on": [
            {"title": origin.title, "author": origin.author, "url": origin.url, "note": origin.note}
            for origin in header.based_on
        ],
    }
