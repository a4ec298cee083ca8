"""What is different between two packs, what that does to cases and to chances, as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from handhold.golden.changes import CaseChange, alike
from handhold.golden.odds_changes import OUTCOME, Move, OddsChanges
from handhold.packs.model import Header
from handhold.packs.variants.diff import Change, grouped
from handhold.packs.variants.meaning import meaning
from handhold.report import as_json
from handhold.report.output import Output
from handhold.report.values import Json, number_text, value_json


def diff_json(
    out: Output,
    packs: tuple[Header, Header],
    changes: Sequence[Change],
    cases: Sequence[CaseChange] | None,
    odds: OddsChanges | None,
) -> None:
    """`diff/1`. `cases` and `odds` are null where they were not asked for."""
    as_json.write(
        out,
        {
            "handhold": "diff/1",
            "packs": [as_json.pack_name(each) for each in packs],
            "differences": [
                {"way": group.way, "path": ".".join(group.path), "changes": [_change(each) for each in group.changes]}
                for group in grouped(changes)
            ],
            "cases": None if cases is None else [_cases(group) for group in alike(cases)],
            "odds": None if odds is None else _odds(odds),
        },
    )


def _change(change: Change) -> Json:
    moved = change.way == "moved"
    return {
        "path": ".".join(change.path),
        "wording": change.wording,
        "old": None if moved else value_json(meaning(change.old, change.kind)),
        "new": None if moved else value_json(meaning(change.new, change.kind)),
        "behind": [change.before or None, change.after or None] if moved else None,
        "file": change.span.file,
        "line": change.span.line,
    }


def _cases(group: Sequence[CaseChange]) -> Json:
    return [
        {
            "case": each.case.id,
            "file": each.case.span.file,
            "line": each.case.span.line,
            "leaves": [
                {"path": leaf.path, "before": value_json(leaf.before), "now": value_json(leaf.now)}
                for leaf in each.leaves
            ],
        }
        for each in group
    ]


def _odds(odds: OddsChanges) -> Json:
    return {
        "moves": [_move(move) for move in odds.moves],
        "stay": odds.stay,
        "without_dice": odds.without_dice,
        "failed": [{"case": case.id, "reason": reason} for case, reason in odds.failed],
    }


def _move(move: Move) -> Json:
    case = move.cases[0]
    fields: list[Json] = [
        {"name": name, "before": _chances(move.before[name]), "now": _chances(move.now[name])}
        for name in move.moved
        if name != OUTCOME
    ]
    return {
        "event": case.event,
        "cases": [each.id for each in move.cases],
        "distance": number_text(move.distance),
        "before": _chances(move.before[OUTCOME]),
        "now": _chances(move.now[OUTCOME]),
        "fields": fields,
    }


def _chances(chances: Mapping[str, Fraction]) -> dict[str, Json]:
    return {name: number_text(chance) for name, chance in chances.items()}
