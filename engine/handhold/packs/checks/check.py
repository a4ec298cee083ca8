"""A pack as written, judged: every diagnostic there is, and what can be run if there is no error."""

from __future__ import annotations

from collections.abc import Sequence

from handhold import limits
from handhold.diagnostics import Diagnostic
from handhold.language.work import Work
from handhold.packs import checked, model
from handhold.packs.checks.chain import linked
from handhold.packs.checks.dice_costs import check_dice
from handhold.packs.checks.events import Events
from handhold.packs.checks.ranges import check_ranges
from handhold.packs.checks.report import Findings, TooManyFaults
from handhold.packs.checks.sound import sound_part
from handhold.packs.checks.unused import check_unused
from handhold.packs.checks.world import PackWorld
from handhold.packs.reading.reader import SECTIONS


def check_pack(
    pack: model.Pack, before: Sequence[Diagnostic] = ()
) -> tuple[checked.Pack | None, tuple[Diagnostic, ...]]:
    """The pack checked, or None if there is an error; and all diagnostics in the order of their places.

    `before` is what was wrong with it before. Where there is an error, what can be said of the functions and events
    that it does not touch is said too; but not what only a whole pack tells, such as that nothing uses a field.
    """
    findings = Findings(pack.lost)
    try:
        found = _judged(pack, findings, [fault for fault in before if fault.severity == "error"])
    except TooManyFaults:
        found = None
    return found, findings.in_order()


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


def _check_empty(pack: model.Pack, findings: Findings) -> None:
    """Warns of a pack that is a header and nothing else."""
    sections = {id: getattr(pack, id) for id in SECTIONS}
    if not any(sections.values()):
        hint = f"write one of: {', '.join(sections)}; a variant says which pack it 'extends'"
        findings.add("missing-key", "the pack holds nothing but its header", pack.header.span, hint, "warning")


def _judged(pack: model.Pack, findings: Findings, before: Sequence[Diagnostic]) -> checked.Pack | None:
    world = PackWorld(pack, findings)
    for id in world.all_ids():
        world.function(id)
    events = Events(pack, world, findings)
    found = {id: events.event(id) for id in events.ids()}
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
    faults = [*before, *findings.errors]
    if faults:
        sound = sound_part(result, [fault.span for fault in faults if fault.span])
        if sound is not None:
            check_ranges(sound, findings, whole=False)
        return None
    if _takes_too_much(result, world, findings):
        return None
    check_ranges(result, findings)
    _check_empty(pack, findings)
    check_unused(result, findings)
    check_dice(result, findings)
    return None if findings.errors else result
