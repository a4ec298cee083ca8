"""What stands behind a leaf that a case expects otherwise: the step that gave it, with the rows and lines it used."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from handhold.golden.cases import Case
from handhold.golden.compare import traced
from handhold.packs import checked
from handhold.packs.checks.decided import ground_at
from handhold.play.inputs import statements_below
from handhold.play.result import shown_text
from handhold.play.runs.run import Runner
from handhold.play.trace import Entry, entries
from handhold.source import Span


@dataclass(frozen=True, slots=True)
class Behind:
    """A step, modifier line, table row or ground: its path, what it came to, and where it is written."""

    path: str
    text: str
    span: Span


def behind(runner: Runner, case: Case, path: str) -> tuple[Behind, ...]:
    """What gave the leaf at that path of the result; empty if no step of the event did."""
    section, _, leaf = path.partition(".")
    if section == "refused":
        return tuple(_grounds(runner.pack, case))
    result = traced(runner, case)
    if result is None:
        return ()
    entry = _entry(entries(result), section, leaf)
    if entry is None:
        return ()
    text = f"{entry.filled or entry.formula} → {shown_text(entry.value)}".removeprefix(" → ")
    lines = (Behind(line.path, shown_text(line.value), line.span) for line in entry.lines)
    return (Behind(entry.path, text, entry.span), *lines)


def _entry(every: tuple[Entry, ...], section: str, leaf: str) -> Entry | None:
    """The last step that gave a leaf."""
    for entry in reversed(every):
        if section == "outcome" and entry.path == "outcome":
            return entry
        if section in ("values", "rolls") and (leaf == entry.path or leaf.startswith(f"{entry.path}.")):
            return entry
        if section in ("state", "effects") and entry.kind == "set" and _target(leaf, entry.target):
            return entry
    return None


def _target(leaf: str, target: str) -> bool:
    """Whether a leaf of the state is what a `set` changes, the keys of groups and lists left out."""
    parts, wanted = leaf.split("."), target.split(".")
    return parts[0] == wanted[0] and parts[-1] == wanted[-1] and len(parts) >= len(wanted)


def _grounds(pack: checked.Pack, case: Case) -> Iterator[Behind]:
    """The grounds for a refusal that the event has, those that the case expects."""
    expected = case.expect.get("refused")
    codes = expected if isinstance(expected, list) else []
    for _, statement in statements_below(pack, pack.events[case.event].body):
        grounds = statement.grounds if isinstance(statement, checked.Refuse | checked.Choose) else ()
        for ground in grounds:
            if ground.code in codes:
                yield Behind(ground.path, " ".join(ground.when.written.text.split()), ground_at(pack.source, ground))
