"""What stands at a place of a pack, and which packs made it so, in text and in JSON."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import indent
from typing import Final

from handhold.packs.checks.readers import Reader, Readers
from handhold.packs.model import Header
from handhold.packs.stacks.origins import Place, Stage
from handhold.packs.variants.meaning import meaning
from handhold.packs.variants.paths import KINDS, opened
from handhold.packs.variants.writing import written
from handhold.packs.yaml.nodes import Mapping as MappingNode
from handhold.packs.yaml.nodes import Node, Scalar
from handhold.report import as_json
from handhold.report.layout import two_sides
from handhold.report.output import Output
from handhold.report.printable import printable, width
from handhold.report.values import Json, value_json, value_text
from handhold.source import Span

_MOST: Final = 12
"""Readers of a place that are told in text."""


def places_text(out: Output, places: Sequence[Place], readers: Readers) -> None:
    """Each place with what stands there, and what each pack did to it; where the next one has other readers, or there
    is none, who reads it.
    """
    read = [readers.of(place.path) for place in places]
    for n, place in enumerate(places):
        if n:
            out.line()
        _place_text(out, place)
        if read[n : n + 1] != read[n + 1 : n + 2]:
            _readers_text(out, read[n])


def places_json(out: Output, headers: Sequence[Header], places: Sequence[Place], readers: Readers) -> None:
    """`show/1`."""
    as_json.write(
        out,
        {
            "handhold": "show/1",
            "pack": "+".join(map(as_json.pack_name, headers)),
            "places": [
                {
                    "path": ".".join(place.path),
                    "value": value_json(meaning(place.node, place.kind)),
                    "origins": [_stage_json(stage) for stage in place.stages],
                    "readers": [{"path": reader.path, **_place_json(reader.span)} for reader in readers.of(place.path)],
                }
                for place in places
            ],
        },
    )


def place_words(span: Span) -> str:
    """File and line of a place; nothing where there is none."""
    return printable(f"{span.file}:{span.line}") if span.file else ""


def _place_text(out: Output, place: Place) -> None:
    path = printable(".".join(place.path))
    node = place.node
    if isinstance(node, Scalar) and KINDS[place.kind].short:
        node = opened(node, place.kind)
    if isinstance(node, MappingNode):
        out.line(out.paint(path, "strong"))
        for line in indent(written(node, place.kind), "  ").splitlines():
            out.line(printable(line))
    else:
        two_sides(out, f"{path} = {_said(node, place.kind)}", "", hang=4, style="strong")
    names = max((width(printable(stage.pack)) for stage in place.stages), default=0)
    for stage in place.stages:
        name = printable(stage.pack)
        did = _did(stage, place)
        left = f"  {name}{' ' * (names - width(name))}  {did}"
        two_sides(out, left, place_words(stage.span), hang=names + 6)


def _readers_text(out: Output, readers: Sequence[Reader]) -> None:
    for reader in readers[:_MOST]:
        two_sides(out, f"  read by {printable(reader.path)}", place_words(reader.span), hang=6)
    if len(readers) > _MOST:
        out.line(f"  read by {len(readers) - _MOST} more; --format json lists them all")


def _did(stage: Stage, place: Place) -> str:
    """What a pack did, in one line; of a place that holds keys and values it only says that it wrote it."""
    inside = printable(".".join(stage.path[len(place.path) :]))
    lead = f"{inside}: " if inside else ""
    made = f", from {printable(stage.formula)}" if stage.formula else ""
    match stage.way:
        case "wrote" if isinstance(stage.after, MappingNode):
            return "wrote it"
        case "wrote":
            return _said(stage.after, stage.kind)
        case "remove":
            return f"{lead}removed, was {_said(stage.before, stage.kind)}"
        case "add":
            whole = isinstance(stage.after, MappingNode) and not inside
            return "added it" if whole else f"{lead}added {_said(stage.after, stage.kind)}"
        case "change":
            before, after = _said(stage.before, stage.kind), _said(stage.after, stage.kind)
            return f"{lead}{before} → {after}{made}" if before != after else f"{lead}stays {after}{made}"


def _said(node: Node | None, kind: str) -> str:
    return value_text(meaning(node, kind))


def _stage_json(stage: Stage) -> Json:
    return {
        "pack": stage.pack,
        "way": stage.way,
        "path": ".".join(stage.path),
        "formula": stage.formula or None,
        "before": value_json(meaning(stage.before, stage.kind)),
        "after": value_json(meaning(stage.after, stage.kind)),
        **_place_json(stage.span),
    }


def _place_json(span: Span) -> dict[str, Json]:
    return {"file": span.file, "line": span.line, "column": span.column}
