"""A pack as written, judged: every diagnostic there is, and what can be run if there is no error."""

from __future__ import annotations

from contextlib import suppress

from handhold import limits
from handhold.diagnostics import Diagnostic
from handhold.language.work import Work
from handhold.packs import checked, model
from handhold.packs.chain import linked
from handhold.packs.dice_costs import check_dice
from handhold.packs.events import Events
from handhold.packs.ranges import check_ranges
from handhold.packs.report import Findings, TooManyFaults
from handhold.packs.unused import check_unused
from handhold.packs.world import PackWorld


def check_pack(pack: model.Pack, *, whole: bool = True) -> tuple[checked.Pack | None, tuple[Diagnostic, ...]]:
    """The pack checked, or None if there is an error; and all diagnostics in the order of their places.

    What can only be said of a pack that is `whole`, such as that nothing uses a field, is not said of another.
    """
    findings = Findings(pack.lost)
    try:
        found = _judged(pack, findings, whole)
        return found, findings.in_order(usable=found is not None)
    except TooManyFaults:
        return None, findings.in_order()


def _takes_too_much(pack: checked.Pack, world: PackWorld, findings: Findings) -> bool:
    """Whether a function uses others so often that it takes too much, which is reported for the first of them."""
    work = Work(pack)
    for id in pack.functions:
        if work.of_function(id) > limits.FORMULA_WORK:
            way = linked(work.way(id), lambda link: world.place(link).span)
            message = f"'{id}' uses others, and these others, so often that it takes too much to work it out"
            findings.add("too-much-work", message, world.place(id).span, f"use each of them fewer times: {way}")
            return True
    return False


def _judged(pack: model.Pack, findings: Findings, whole: bool) -> checked.Pack | None:
    world = PackWorld(pack, findings)
    for id in world.all_ids():
        world.function(id)
    events = Events(pack, world, findings)
    found = {id: events.event(id) for id in events.ids()}
    if findings.errors:
        return None
    result = checked.Pack(
        pack,
        world.settings,
        world.tables,
        world.sheets,
        world.functions,
        world.written,
        {id: event for id, event in found.items() if event is not None},
        world.bonuses,
    )
    if not whole:
        return result
    if _takes_too_much(result, world, findings):
        return None
    check_ranges(result, findings)
    # what follows are warnings, and no number of these keeps a pack from being used
    with suppress(TooManyFaults):
        check_unused(result, findings)
        check_dice(result, findings)
    return None if findings.errors else result
