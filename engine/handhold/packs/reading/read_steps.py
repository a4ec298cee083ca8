"""The steps of an event, told apart by their keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final, Literal, get_args

from handhold.diagnostics import did_you_mean
from handhold.packs import model
from handhold.packs.reading.slots import Fields, Skip, Slots, key_spans
from handhold.packs.yaml.nodes import Node, Scalar
from handhold.source import Span, Written

_EACH = re.compile(r"\s*([a-z][a-z0-9_]*)\s+in\s+(?=\S)")

Owner = Literal["player", "opponent", "gm"]


def step(slots: Slots, id: str, node: Node, span: Span) -> model.Step:
    """One step: a formula, or a mapping that is told apart by its key. Raises Skip if it cannot be made."""
    if isinstance(node, Scalar):
        return model.ValueStep(id, None, slots.formula(node, id), model.Meta(), span)
    fields = slots.fields(node, "a step", span)
    make = next((make for key, make in _STEPS.items() if key in fields.nodes), None)
    if make is None:
        near = next((hint for key in fields.nodes if (hint := did_you_mean(key, _STEPS)).startswith("did")), "")
        listed = "write 'value', or one of: " + ", ".join(_STEPS)
        slots.report("missing-key", "no key of this step says what it does", span, near or listed)
        raise Skip
    return make(slots, id, fields)


def _value_step(slots: Slots, id: str, fields: Fields) -> model.Step:
    when = slots.maybe_formula(fields, "when")
    return model.ValueStep(id, when, slots.need_formula(fields, "value"), slots.meta(fields), fields.span)


def _roll_step(slots: Slots, id: str, fields: Fields) -> model.Step:
    when = slots.maybe_formula(fields, "when")
    return model.RollStep(id, when, slots.need_formula(fields, "roll"), slots.meta(fields), fields.span)


def _choose_step(slots: Slots, id: str, fields: Fields) -> model.Step:
    by = slots.word(fields, "by", get_args(Owner))
    return model.ChooseStep(
        id,
        when=slots.maybe_formula(fields, "when"),
        choose=slots.written(slots.need(fields, "choose"), "choose"),
        by=next(known for known in get_args(Owner) if known == by),
        default=slots.maybe_formula(fields, "default"),
        among=slots.maybe_formula(fields, "among"),
        refuse=slots.each(fields.nodes.get("refuse"), "refuse", partial(_refusal, slots)),
        meta=slots.meta(fields),
        span=fields.span,
    )


def _set_step(slots: Slots, id: str, fields: Fields) -> model.Step:
    when = slots.maybe_formula(fields, "when")
    path = slots.written(slots.need(fields, "set"), "set")
    return model.SetStep(id, when, path, slots.need_formula(fields, "to"), slots.meta(fields), fields.span)


def _do_step(slots: Slots, id: str, fields: Fields) -> model.Step:
    when = slots.maybe_formula(fields, "when")
    event = slots.written(slots.need(fields, "do"), "do")
    handed = slots.each(fields.nodes.get("with"), "with", lambda name, node, span: slots.formula(node, name))
    go_on = slots.word(fields, "if_refused", ("", "go_on")) == "go_on"
    return model.DoStep(
        id, when, event, handed, key_spans(fields.nodes.get("with")), go_on, slots.meta(fields), fields.span
    )


def _refuse_step(slots: Slots, id: str, fields: Fields) -> model.Step:
    when = slots.maybe_formula(fields, "when")
    grounds = slots.each(slots.need(fields, "refuse"), "refuse", partial(_refusal, slots))
    return model.RefuseStep(id, when, grounds, slots.meta(fields), fields.span)


def _refusal(slots: Slots, id: str, node: Node, span: Span) -> model.RefusalLine:
    fields = slots.fields(node, "a _refusal", span)
    because = slots.text(fields, "because")
    return model.RefusalLine(id, slots.need_formula(fields, "when"), because, slots.meta(fields), span)


def _loop_step(slots: Slots, id: str, fields: Fields) -> model.Step:
    if "each" in fields.nodes:
        variable, source = _loop_head(slots, slots.formula(fields.nodes["each"], "each"))
    else:
        variable, source = "", slots.need_formula(fields, "repeat")
    return model.LoopStep(
        id,
        when=slots.maybe_formula(fields, "when"),
        variable=variable,
        source=source,
        track=slots.each(fields.nodes.get("track"), "track", lambda name, node, span: slots.formula(node, name)),
        until=slots.maybe_formula(fields, "until"),
        steps=slots.each(slots.need(fields, "steps"), "steps", partial(step, slots)),
        meta=slots.meta(fields),
        span=fields.span,
    )


def _loop_head(slots: Slots, written: Written) -> tuple[str, Written]:
    """`h in halvings` as its variable and its list."""
    head = _EACH.match(written.text)
    if head is None:
        message = "'each' is written 'each: NAME in LIST'"
        slots.report("formula-syntax", message, written.span, "such as 'each: h in halvings'")
        raise Skip
    rest = written.text[head.end() :]
    return head.group(1), Written(rest, written.within(head.end(), len(written.text)))


def _block_step(slots: Slots, id: str, fields: Fields) -> model.Step:
    when = slots.need_formula(fields, "when")
    steps = slots.each(slots.need(fields, "steps"), "steps", partial(step, slots))
    return model.BlockStep(id, when, steps, slots.meta(fields), fields.span)


# The first of these keys that a step has says what it is: a choice has a `refuse` too, a loop has `steps` too.
_STEPS: Final[Mapping[str, Callable[[Slots, str, Fields], model.Step]]] = MappingProxyType(
    {
        "roll": _roll_step,
        "choose": _choose_step,
        "set": _set_step,
        "do": _do_step,
        "each": _loop_step,
        "repeat": _loop_step,
        "refuse": _refuse_step,
        "value": _value_step,
        "steps": _block_step,
    }
)
