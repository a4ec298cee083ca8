"""What is different between two packs, what that does to cases and to chances, in text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final

from handhold.golden.cases import Case
from handhold.golden.changes import ANSWERED, RUN, CaseChange, Leaf, alike
from handhold.golden.odds_changes import OUTCOME, Move, OddsChanges, mean, moving_alike
from handhold.packs.model import Header
from handhold.packs.variants.diff import Change, Group, grouped
from handhold.packs.variants.meaning import Meaning, meaning
from handhold.packs.variants.paths import kind_below
from handhold.packs.yaml.nodes import Node
from handhold.report.layout import two_sides
from handhold.report.output import Output, Style
from handhold.report.printable import printable, width
from handhold.report.values import number_text, percent, value_text
from handhold.source import Span

_SIGNS: Final[Mapping[str, str]] = {"changed": "~", "added": "+", "removed": "-", "moved": "~"}
_STYLES: Final[Mapping[str, Style]] = {"added": "good", "removed": "bad"}
_ITEMS: Final = 12
"""Rows or lines of one group that are shown."""

_MOST: Final = 10
"""Groups of cases or situations that are shown; JSON has them all."""


def packs_text(out: Output, one: Sequence[Header], other: Sequence[Header], changes: Sequence[Change]) -> None:
    """Where two packs differ, by entry: first what is a rule, then what only people read."""
    names = " → ".join(" + ".join(f"{each.pack} {each.version}" for each in headers) for headers in (one, other))
    count = f"{_number(len(changes), 'place')} differ{'s' if len(changes) == 1 else ''}" if changes else "no difference"
    two_sides(out, printable(f"{names}: {count}."), "", hang=2, style="strong")
    for wording in (False, True):
        told = grouped(change for change in changes if change.wording == wording)
        if wording and told:
            out.line()
            out.line("Wording only:")
        for entry, groups in groupby(told, lambda group: group.path[:2]):
            out.line()
            out.line(out.paint(printable(".".join(entry)), "strong"))
            for group in groups:
                _group_text(out, group)


def cases_text(out: Output, pack: str, cases: Sequence[Case], changes: Sequence[CaseChange]) -> None:
    """Which cases come to something else, those that change alike together."""
    out.line()
    if not cases:
        out.line(printable(f"{pack} has no cases."))
        return
    count = f"{len(changes)} of {len(cases)} come{'s' if len(changes) == 1 else ''} to something else."
    out.line(out.paint(printable(f"Cases of {pack}: {count}"), "strong"))
    groups = alike(changes)
    for group in groups[:_MOST]:
        two_sides(out, f"  {_number(len(group), 'case')}: {_ids([each.case for each in group])}", "", hang=4)
        names = max(width(printable(leaf.path)) for leaf in group[0].leaves)
        for leaves in zip(*(each.leaves for each in group), strict=True):
            path = printable(leaves[0].path)
            two_sides(out, f"    {path}{' ' * (names - width(path))}  {_leaf(leaves)}", "", hang=names + 6)
    _more(out, "group", len(groups))


def odds_text(out: Output, pack: str, cases: Sequence[Case], odds: OddsChanges) -> None:
    """How the chances move, the furthest first."""
    out.line()
    if not cases:
        out.line(printable(f"{pack} has no cases whose chances could move."))
        return
    counts = [f"{len(odds.moves)} move", f"{odds.stay} stay"]
    if odds.without_dice:
        counts.append(f"{odds.without_dice} without dice")
    if odds.failed:
        counts.append(f"{len(odds.failed)} that cannot be reckoned")
    total = len(odds.moves) + odds.stay + odds.without_dice + len(odds.failed)
    lead = f"Chances in the {_number(total, 'situation')} of {_number(len(cases), 'case')} of {pack}: "
    two_sides(out, printable(f"{lead}{', '.join(counts)}."), "", hang=2, style="strong")
    groups = moving_alike(odds.moves)
    for group in groups[:_MOST]:
        _move_text(out, group)
    _more(out, "group", len(groups))
    reasons: dict[str, list[Case]] = {}
    for case, reason in odds.failed:
        reasons.setdefault(reason, []).append(case)
    for reason, several in reasons.items():
        two_sides(out, f"  cannot be reckoned: {printable(reason)}", _ids(several), hang=4)


def situation(case: Case) -> str:
    """What is given to the event of a case, as it would be typed."""
    choices = {f"--choose {name}": value for name, value in case.choices.items()}
    settings = {f"--set {name}": value for name, value in case.settings.items()}
    given = dict(_flat("", case.given))
    words = [f"{name}={_typed(value)}" for name, value in given.items()]
    return " ".join(
        [case.event, *words, *(f"{name}={_typed(value)}" for name, value in {**choices, **settings}.items())]
    )


# -- packs -------------------------------------------------------------------------------------------------------------


def _group_text(out: Output, group: Group) -> None:
    first = group.changes[0]
    inner = printable(".".join(group.path[2:]))
    lead = f"{inner}: " if inner else ""
    several = len(group.changes) > 1
    items = list(_items(group.changes)) if several else [_change(first)]
    more = f" and {len(items) - _ITEMS} more" if len(items) > _ITEMS else ""
    said = ", ".join(items[:_ITEMS]) + more
    left, right = f"  {_SIGNS[group.way]} {lead}{said}", _places([change.span for change in group.changes])
    two_sides(out, left, right, hang=6, style=_STYLES.get(group.way))


def _places(spans: Sequence[Span]) -> str:
    """Where several changes are written: in each file the first line and the last."""
    lines: dict[str, list[int]] = {}
    for span in spans:
        lines.setdefault(span.file, []).append(span.line)
    ends = {file: (min(known), max(known)) for file, known in lines.items()}
    return printable(", ".join(f"{file}:{a}{f'-{b}' if b > a else ''}" for file, (a, b) in ends.items()))


def _items(changes: Sequence[Change]) -> Iterable[str]:
    """What happens to several rows or lines: those to which the same happens together."""
    at = next(n for n, parts in enumerate(zip(*(each.path for each in changes), strict=True)) if len({*parts}) > 1)
    together: dict[str, list[str]] = {}
    for change in changes:
        together.setdefault(_change(change), []).append(printable(change.path[at]))
    for said, ids in together.items():
        more = f" and {len(ids) - _ITEMS} more" if len(ids) > _ITEMS else ""
        yield f"{', '.join(ids[:_ITEMS])}{more} {said}"


def _change(change: Change) -> str:
    match change.way:
        case "changed":
            return f"{_said(change.old, change.kind)} → {_said(change.new, change.kind)}"
        case "added":
            return _said(change.new, change.kind)
        case "removed":
            return f"was {_said(change.old, change.kind)}"
        case "moved":
            return f"moved from {_behind(change.before)} to {_behind(change.after)}"


def _behind(id: str) -> str:
    return f"behind {printable(id)}" if id else "the first place"


def _said(node: Node | None, kind: str) -> str:
    said = meaning(node, kind)
    if not isinstance(said, dict):
        return value_text(said)
    rules = {id: value for id, value in said.items() if kind_below(kind, id) != "text"}
    return value_text({id: _brief(value) for id, value in (rules or said).items()})


def _brief(said: Meaning) -> Meaning:
    """What a thing is made of; of several things inside, the names."""
    inside = isinstance(said, dict) and any(isinstance(value, dict) for value in said.values())
    return list(said) if isinstance(said, dict) and inside else said


# -- cases -------------------------------------------------------------------------------------------------------------


def _leaf(leaves: Sequence[Leaf]) -> str:
    """How a leaf changes in all cases of a group."""
    if leaves[0].path == RUN:
        before, now = value_text(leaves[0].before), value_text(leaves[0].now)
        return f"not possible: {now}" if before == ANSWERED else f"possible now, and before: {before}"
    pairs = list(dict.fromkeys(f"{value_text(leaf.before)} → {value_text(leaf.now)}" for leaf in leaves))
    by = leaves[0].difference
    if len(pairs) == 1 or by is None:
        return pairs[0]
    more = ", …" if len(pairs) > 3 else ""
    return f"{'+' if by > 0 else ''}{number_text(by)} ({', '.join(pairs[:3])}{more})"


def _ids(cases: Sequence[Case], most: int = 4) -> str:
    """The ids of the first cases, and how many more there are."""
    more = f" and {len(cases) - most} more" if len(cases) > most else ""
    return printable(", ".join(case.id for case in cases[:most])) + more


def _more(out: Output, what: str, count: int) -> None:
    if count > _MOST:
        out.line(f"  and {_number(count - _MOST, f'more {what}')}; --format json has them all")


def _number(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


# -- chances -----------------------------------------------------------------------------------------------------------


def _move_text(out: Output, group: Sequence[Move]) -> None:
    cases = [case for move in group for case in move.cases]
    two_sides(out, f"  {printable(situation(cases[0]))}", _ids(cases, 2), hang=4)
    first = group[0]
    rows: list[tuple[str, str]] = []
    for name in first.moved:
        before, now = first.before[name], first.now[name]
        if name == OUTCOME:
            rows += [(id, _points(before.get(id), now.get(id))) for id in dict.fromkeys((*before, *now))]
            continue
        means = mean(before), mean(now)
        if means[0] is not None and means[1] is not None and means[0] != means[1]:
            rows.append((name, f"{_decimal(means[0])} → {_decimal(means[1])} on average"))
        else:
            rows.append((name, ", ".join(f"{id} {_points(before.get(id), now.get(id))}" for id in {**before, **now})))
    names = max(width(printable(name)) for name, _ in rows)
    for name, said in rows:
        shown = printable(name)
        two_sides(out, f"    {shown}{' ' * (names - width(shown))}  {printable(said)}", "", hang=names + 6)


def _points(before: Fraction | None, now: Fraction | None) -> str:
    one, other = before or Fraction(0), now or Fraction(0)
    if one == other:
        return f"{percent(one):>6}"
    tenths = round((other - one) * 1000)
    by = f"  {'+' if tenths > 0 else '-'}{abs(tenths) // 10}.{abs(tenths) % 10}" if tenths else ""
    return f"{percent(one):>6} → {percent(other):>6}{by}"


def _decimal(number: Fraction) -> str:
    """A number to a hundredth, without zeros at its end."""
    hundredths = round(abs(number) * 100)
    whole, rest = divmod(hundredths, 100)
    sign = "-" if number < 0 and hundredths else ""
    return f"{sign}{whole}.{rest:02}".rstrip("0").rstrip(".")


def _flat(path: str, given: Mapping[str, object]) -> Iterable[tuple[str, object]]:
    for name, value in given.items():
        inner = f"{path}{name}"
        if isinstance(value, Mapping) and value:
            yield from _flat(f"{inner}.", value)
        else:
            yield inner, value


def _typed(value: object) -> str:
    """A value as it is typed in a command."""
    match value:
        case bool():
            return "true" if value else "false"
        case None:
            return "null"
        case list():
            return "[" + ", ".join(map(_typed, value)) + "]"
        case dict():
            return "{" + ", ".join(f"{name}: {_typed(inner)}" for name, inner in value.items()) + "}"
        case _:
            return str(value)
