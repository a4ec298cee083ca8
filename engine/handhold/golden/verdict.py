"""Whether a case is as expected: against what was written by hand, and against its golden."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from handhold import limits
from handhold.golden.cases import Case
from handhold.golden.causes import Blame, Cause
from handhold.golden.compare import Came, Difference, came_of, differences
from handhold.golden.coverage import Reach
from handhold.golden.kept import Kept, Rule
from handhold.golden.outcome import odds_json, result_json, same
from handhold.golden.watch import Watch
from handhold.packs import checked
from handhold.packs.strict_json import Json
from handhold.play.result import shown_text

_FRACTION = re.compile(r"-?[0-9]+/[1-9][0-9]*")

NOTHING = "nothing of that name"
"""Stands, as text, for a value that is not there."""


@dataclass(frozen=True, slots=True)
class Change:
    """One leaf that came out another way than it is kept: its path, and both values as JSON text.

    `by` is the difference of two numbers (`+5`, `-1/6`), else empty.
    """

    path: str
    before: str
    after: str
    by: str = ""

    @property
    def leaf(self) -> str:
        """The path with `*` for the numbers of passes and of members of lists."""
        return ".".join("*" if part.isdigit() else part for part in self.path.split("."))


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a case went.

    `differences` are from what it expects, `changes` from its golden; `missing` says that it needs a golden and has
    none, `reworded` that its golden has the same result by rules that read or apply otherwise now, which is no
    failure. `causes` say which rules were others when the golden was made. `now` is what came out, as a golden would
    keep it; None if there was no answer. `held` says that it was compared with a golden.
    """

    case: Case
    differences: tuple[Difference, ...]
    changes: tuple[Change, ...] = ()
    missing: bool = False
    causes: tuple[Cause, ...] = ()
    now: Kept | None = None
    reworded: bool = False
    held: bool = False

    @property
    def is_news(self) -> bool:
        """Whether there is something for its golden that is not in it."""
        return self.missing or self.reworded or bool(self.changes)

    @property
    def passed(self) -> bool:
        """Whether all is as expected."""
        return not (self.differences or self.changes or self.missing)


class Judge:
    """Runs cases of one pack and says how they went. Each is judged by itself: the order is nothing."""

    def __init__(self, pack: checked.Pack) -> None:
        self.watch = Watch(pack)
        self.reach = Reach(self.watch.marks)
        """What all cases judged so far have reached; collected with `covers`."""
        self.covers = False
        self._blame = Blame(self.watch.marks)
        # most cases come to the same rules as another one
        self._rules: dict[tuple[int, ...], tuple[Rule, ...]] = {}
        self._compared: dict[tuple[int, int], tuple[tuple[Rule, ...], tuple[Rule, ...], bool]] = {}

    def verdict(self, case: Case, kept: Kept | None, *, keeps: bool) -> Verdict:
        """How a case went. `kept` is its golden, `keeps` says that its file has goldens, so that it needs one."""
        self.watch.begin()
        came = came_of(self.watch, case, self.watch.odds)
        reached = self.watch.reached
        if self.covers:
            self.reach.add(reached, came.result)
            if came.chances is not None:
                self.reach.add_odds(case, came.chances)
        found = differences(case, came)
        rules = self._rules_of(reached)
        if came.fault:
            return Verdict(
                case, found, causes=() if kept is None else self._blame.causes(kept.rules, rules, broken=True)
            )
        now = Kept(_result(came), rules)
        if kept is None:
            return Verdict(case, found, missing=keeps or not case.expect, now=now)
        if self._same_rules(kept.rules, rules) and same(dict(kept.result), dict(now.result)):
            return Verdict(case, found, now=now, held=True)
        changes = tuple(_changes("", kept.result, now.result))
        causes = self._blame.causes(kept.rules, rules)
        return Verdict(case, found, changes, False, causes, now, reworded=not changes, held=True)

    def _rules_of(self, reached: tuple[int, ...]) -> tuple[Rule, ...]:
        if reached not in self._rules:
            every = self.watch.marks.all
            self._rules[reached] = tuple(sorted((every[n].path, every[n].text) for n in reached))
        return self._rules[reached]

    def _same_rules(self, one: tuple[Rule, ...], other: tuple[Rule, ...]) -> bool:
        # the tuples are held, so that no other can come to lie where they are
        key = id(one), id(other)
        if key not in self._compared:
            self._compared[key] = one, other, one == other
        return self._compared[key][2]


def _result(came: Came) -> dict[str, Json]:
    found = result_json(came.result) if came.result is not None else {}
    return found if came.chances is None else {**found, "odds": odds_json(came.chances)}


def _changes(path: str, before: Mapping[str, Json], after: Mapping[str, Json]) -> Iterator[Change]:
    for name in dict.fromkeys((*before, *after)):
        at = f"{path}.{name}" if path else name
        if name not in before or name not in after:
            yield Change(at, shown_text(before[name]) if name in before else NOTHING, _there(after, name))
        else:
            yield from _leaves(at, before[name], after[name])


def _there(held: Mapping[str, Json], name: str) -> str:
    return shown_text(held[name]) if name in held else NOTHING


def _leaves(path: str, before: Json, after: Json) -> Iterator[Change]:
    match before, after:
        case dict(), dict():
            yield from _changes(path, before, after)
        case list(), list() if len(before) == len(after) and any(isinstance(each, dict) for each in after):
            for number, (one, other) in enumerate(zip(before, after, strict=True), 1):
                yield from _leaves(f"{path}.{number}", one, other)
        case _ if not same(before, after):
            yield Change(path, shown_text(before), shown_text(after), _difference(_number(before), _number(after)))


def _number(value: Json) -> Fraction | None:
    """A number as it is kept, of few enough digits to be shown; None for anything else."""
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    short = isinstance(value, str) and len(value) <= 2 * limits.DIGITS and _FRACTION.fullmatch(value)
    return Fraction(value) if isinstance(value, str) and short else None


def _difference(before: Fraction | None, after: Fraction | None) -> str:
    if before is None or after is None:
        return ""
    return f"{'+' if after > before else ''}{after - before}"


def leaves(result: Mapping[str, Json], path: str = "") -> Iterator[tuple[str, str]]:
    """The leaves of a result by path, as text."""
    for name, held in result.items():
        at = f"{path}.{name}" if path else name
        if isinstance(held, dict) and held:
            yield from leaves(held, at)
        else:
            yield at, shown_text(held)


# -- many at once ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Group:
    """Cases that changed in the same way for the same causes: the same leaves, in whatever pass, by equal amounts."""

    verdicts: tuple[Verdict, ...]

    @property
    def first(self) -> Verdict:
        """The one that stands for all."""
        return self.verdicts[0]


def grouped(verdicts: Sequence[Verdict]) -> tuple[Group, ...]:
    """What differs from goldens only, in groups of equal changes: those with the same results last, else the largest
    group first.
    """
    found: dict[object, list[Verdict]] = {}
    for verdict in verdicts:
        if verdict.is_news and not verdict.differences:
            alike = tuple(sorted((each.leaf, each.by or f"{each.before} → {each.after}") for each in verdict.changes))
            found.setdefault((verdict.missing, alike, verdict.causes), []).append(verdict)
    groups = sorted(found.values(), key=lambda of: (of[0].reworded, -len(of)))
    return tuple(Group(tuple(of)) for of in groups)
