"""Which rules the cases of packs reach, in text and in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from handhold.golden.coverage import Coverage
from handhold.packs.checks.points import Point
from handhold.report.output import Output
from handhold.report.printable import printable
from handhold.report.values import Json, number_text


def coverage_text(out: Output, by_pack: Mapping[str, Coverage], *, filtered: bool, whole: bool) -> None:
    """For each pack a line for each point that no case reaches, and one of how many are reached; `whole`: before them
    a line for each point that is, or cannot be.
    """
    for pack, found in by_pack.items():
        others = (("reached", found.reached), ("unreachable", found.unreachable)) if whole else ()
        for what, points in (*others, ("never reached", found.missed)):
            for point in points:
                place = f"{point.span.file}:{point.span.line}"
                out.line(f"{printable(place)}: {what}: {point.kind} {printable(point.path)}")
        count = len(found.reached) + len(found.missed)
        some = " (by the cases that were run)" if filtered else ""
        out.line(f"{printable(pack)}: {len(found.reached)} of {count} rules reached, {_percent(found.percent)}{some}")


def _percent(share: Fraction) -> str:
    """A share in percent, to a tenth and never rounded up: only what is whole is 100 %."""
    whole, tenth = divmod(int(share * 10), 10)
    return f"{whole}.{tenth} %" if tenth else f"{whole} %"


def coverage_json(by_pack: Mapping[str, Coverage]) -> Json:
    """The `coverage` of `test/1`."""
    return [
        {
            "pack": pack,
            "percent": number_text(found.percent),
            "reached": [_point(point) for point in found.reached],
            "missed": [_point(point) for point in found.missed],
            "unreachable": [_point(point) for point in found.unreachable],
        }
        for pack, found in by_pack.items()
    ]


def _point(point: Point) -> dict[str, Json]:
    return {"kind": point.kind, "path": point.path, "file": point.span.file, "line": point.span.line}
