"""Runs of events that were compiled before for a pack as it is now: the pack is neither parsed nor checked again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from handhold.library import cache
from handhold.library.seen import are_parents, name_of, opened_now, parents_of
from handhold.play.asked import chance_of
from handhold.play.inputs import Answers, Paths
from handhold.play.keeping.kept import event_of
from handhold.play.runs.running import Running, run_ready

if TYPE_CHECKING:
    import handhold
    from handhold.cli.start import Start
    from handhold.play.result import Result


def run_again(where: str, start: Start) -> Result | None:
    """What the event comes to; None if it is not known.

    Raises what a run raises, and where something was kept that is not what it should be, whatever comes of it.
    """
    if cache.cache_folder() is None:
        return None
    opened = opened_now(where)
    data = cache.read(name_of(opened, _asked(start))) if opened else None
    if data is None:
        return None
    line, _, lines = data.partition(b"\n")
    if not are_parents(line, opened):
        return None
    kept = event_of(lines)
    if Paths(kept.choices).strangers(start.choices):
        return None
    answers = Answers(start.choices, kept.ready.kinds) if start.choices else None
    return run_ready(kept.ready, start.given, chance_of(start.dice, start.seed), answers, "", Running)


def remember(pack: handhold.Pack, start: Start) -> None:
    """Keeps the event of a pack, of which it is known that it can be run."""
    if cache.cache_folder() is None:
        return
    from handhold.play.keeping.codec import NotKept
    from handhold.play.keeping.keeping import kept_event

    try:
        lines = kept_event(pack.checked, pack.checked.events[start.event], start.settings)
    except (NotKept, RecursionError):
        return
    opened = pack.judged.reading.every
    cache.write(name_of(opened, _asked(start)), parents_of(opened) + b"\n" + lines)


def _asked(start: Start) -> tuple[str, ...]:
    """What the compiled event depends on besides the pack."""
    settings = sorted((id, type(value).__name__, repr(value)) for id, value in start.settings.items())
    return (start.event, repr(settings))
