"""The sentences of an event against the outcomes that it can come to."""

from __future__ import annotations

from handhold.language.reaches import Options, Reach
from handhold.language.types import Row, present
from handhold.packs import checked
from handhold.packs.checks.report import Findings


def check_outcomes(event: checked.Event, found: Reach, pack: checked.Pack, findings: Findings) -> None:
    """Adds two warnings, by what is known of the outcome.

    `unreachable`: a sentence stands for an outcome that the event never comes to. `not-covered`: others have a
    sentence, and one that it can come to has none, nor a title; there only its id would be shown.
    """
    keys = pack.source.events[event.id].keys
    if event.outcome is None or not keys:
        return
    of = present(event.outcome)
    rows = pack.source.tables[of.table].rows if isinstance(of, Row) else {}
    names = dict(enumerate(rows)) if rows else {True: "true", False: "false"}
    said = {name for name in event.says if name}
    outcomes = {name for value, name in names.items() if not isinstance(found, Options) or value in found.values}
    for name in said - outcomes:
        message = f"'{event.id}' never comes to the outcome '{name}'"
        findings.add("unreachable", message, keys[name], "delete its sentence", "warning")
    for name in names.values():
        titled = bool(rows) and bool(rows[name].meta.title)
        if name in outcomes - said and not titled and "" not in event.says:
            message = f"'{event.id}' can come to '{name}', and has a sentence for others only"
            hint = "say something for it too" + (", or give the row a 'title'" if rows else "")
            findings.add("not-covered", message, next(iter(keys.values())), hint, "warning")
