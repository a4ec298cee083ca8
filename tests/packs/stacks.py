"""A small pack with one of everything, and variants put on it without any file."""

from __future__ import annotations

from handhold.diagnostics import Diagnostic
from handhold.packs.stacks.stack import _over
from handhold.packs.variants.applied import Applied, Layer, apply
from handhold.packs.variants.paths import KINDS, kind_below
from handhold.packs.yaml.document import read_document
from handhold.packs.yaml.nodes import Key, Node, Scalar
from handhold.packs.yaml.nodes import Mapping as MappingNode
from handhold.packs.yaml.nodes import Sequence as SequenceNode

HEADER = 'pack: {}\nformat: 1\nversion: "1.0.0"\ntitle: A pack\nlicense: CC0-1.0\n'

BASE = (
    HEADER.format("base")
    + """\
settings:
  round: {value: up, options: [up, down], question: How?, reading: Up., cite: p. 1}
  step: {value: 1, reading: One.}
  gentle: {value: true, reading: It is.}
tables:
  distances:
    ordered: true
    columns: {goal: integer, dice: dice, extra: {type: integer, default: 2}}
    rows:
      near: {goal: 1, dice: d6}
      far: {goal: 3, dice: 2d6, extra: 5}
  ends:
    columns: {falls: flag}
    rows:
      success: {at: 0.., falls: false}
      slip: {at: [-2..-1, ..-10], falls: false, title: A slip}
      fall: {at: -9..-3, falls: true}
sheets:
  climber:
    dex: integer
    tired: {type: number, min: 0, max: 99, default: 0, changes: true}
    worn_out: {value: tired >= 10}
modifiers:
  climb_tn:
    take: sum
    helps: higher
    needs: {climber: climber}
    lines:
      worn_out: {when: climber.worn_out, value: -4, cite: p. 3}
      steady: {value: settings.step}
  best:
    take: first
    needs: {climber: climber}
    lines:
      strong: {when: climber.dex > 10, value: 3}
      other: {value: 1}
formulas:
  gap_to:
    needs: {climber: climber, total: integer}
    value: climber.dex + climb_tn + best - total
events:
  climb:
    needs: {climber: climber, distance: distances, boost: {type: integer, min: 0, max: 3, default: 0}}
    steps:
      may: {refuse: {tired_out: {when: climber.tired > 50, because: Too tired.}}}
      roll: {roll: distance.dice}
      kind: (if settings.gentle then 1 else 0) + (if settings.round is up then 1 else 0)
      margin: gap_to(total = roll) + boost * kind
      push:
        choose: flag
        by: player
        default: false
        refuse: {too_late: {when: push and margin < -5, because: Too late.}}
      loop:
        repeat: 2
        track: {n: 0}
        steps:
          more: {set: n, to: old + distance.extra}
      deep:
        when: push
        steps:
          tire: {set: climber.tired, to: "min(99, old + distance.goal)"}
      rest: {do: rest, with: {much: n}}
      outcome: ends(margin)
    says:
      success: You make it with {margin} (falls, {outcome.falls}).
      fall: You fall.
  rest:
    needs: {climber: climber, much: {type: integer, min: 0, max: 20}}
    steps:
      eased: {set: climber.tired, to: "max(0, old - much)"}
"""
)


def tree(text: str, file: str = "pack.yaml", id: str = "base", variant: str = "") -> MappingNode:
    """The mapping of a text."""
    node, found = read_document(text.encode(), file, id, variant)
    assert found == ()
    assert isinstance(node, MappingNode)
    return node


def layer(id: str, body: str, parent: str = "base") -> Layer:
    """A variant with that body, in the file `ID.yaml`; its first line is line 7."""
    text = f"{HEADER.format(id)}extends: {parent}\n{body}"
    document = tree(text, f"{id}.yaml", id, id)
    return Layer(id, parent, _over(document), document)


def put(*layers: Layer, base: str = BASE) -> tuple[Applied | None, tuple[Diagnostic, ...]]:
    """The variants on the base."""
    return apply(tree(base), layers)


def whole(*layers: Layer, base: str = BASE) -> MappingNode:
    """The base with variants on it, which have no fault."""
    applied, found = put(*layers, base=base)
    assert applied is not None, found
    assert [fault for fault in found if fault.severity == "error"] == []
    return applied.whole


def said(node: Node | None, kind: str = "pack") -> object:
    """What a pack says, in the long form of everything, formulas with single spaces; order counts."""
    if isinstance(node, Scalar):
        known = KINDS.get(kind)
        if known is not None and known.short:
            return [(known.short, said(node, kind_below(kind, known.short)))]
        return " ".join(node.written.text.split()) if isinstance(node.value, str) else node.value
    if isinstance(node, SequenceNode):
        return [said(item, "data") for item in node.items]
    assert isinstance(node, MappingNode)
    below = [(key, value, kind_below(kind, str(key.value)) if kind else "") for key, value in node.entries]
    return [(_name(key), said(value, inner)) for key, value, inner in below]


def _name(key: Key) -> str:
    return str(key.value)
