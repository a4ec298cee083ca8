"""Why a case came out another way: the rules that it came to before against those that it comes to now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Final, Literal

from handhold.golden.kept import Rule
from handhold.golden.marks import ORDER, Mark, Marks
from handhold.source import Span

Kind = Literal["reworded", "gone", "before", "now"]


@dataclass(frozen=True, slots=True)
class Cause:
    """One rule that was another one.

    `reworded`: it says `text` and said `was`. `gone`: it is no longer in the pack, and said `was`. `before`: the row,
    line or branch applied before and does not now; `now`: the other way round. `span` is where it is written; of what
    is gone, None.
    """

    kind: Kind
    path: str
    was: str = ""
    text: str = ""
    span: Span | None = field(default=None, compare=False)


class Blame:
    """Finds the causes for cases of one pack."""

    def __init__(self, marks: Marks) -> None:
        self._marks: Mapping[str, Mark] = {mark.path: mark for mark in marks.all}
        every = (*marks.grounds.values(), *marks.refusals.values())
        self._grounds = frozenset(marks.all[number].path for number in every)

    def causes(self, before: Iterable[Rule], now: Iterable[Rule], *, broken: bool = False) -> tuple[Cause, ...]:
        """The causes, those first that say most: what says something else now, what is gone, what applies no longer,
        what applies now. Of a run that was `broken` off nobody knows what would have applied no longer.
        """
        was, applied = dict(before), dict(now)
        found = [*self._reworded(was), *self._gone(was)]
        # what only follows from a formula that says something else adds nothing to it
        told = {cause.path for cause in found}
        left = () if broken else [path for path in was if path not in applied and path in self._marks]
        # a row of which another cell is read applied before and applies now
        both = set(self._deciding(path for path in applied if path in was))
        parted = {path: None for path in self._deciding(left) if path not in both}
        joined = {
            path: None for path in self._deciding(path for path in applied if path not in was) if path not in both
        }
        # a condition that goes the other way is one fact, and a line that applies says what its condition does
        told |= {path for path in (*parted, *joined) if path.partition(".when.")[0] in {*parted, *joined} - {path}}
        told |= {path for path in parted if _other_side(path) in joined}
        # in a formula that says something else, nobody knows which `if` was which
        told |= {path for path in (*parted, *joined) if _formula_of(path) in told}
        if not self._grounds & parted.keys():
            # an event that was refused before goes on to all its steps
            joined |= dict.fromkeys(self._added(was, applied))
        found += (Cause("before", path, span=self._place(path)) for path in parted if path not in {*joined, *told})
        found += (Cause("now", path, span=self._place(path)) for path in joined if path not in {*parted, *told})
        return tuple(found)

    def _reworded(self, was: Mapping[str, str]) -> Iterator[Cause]:
        for path, text in was.items():
            mark = self._marks.get(path)
            if mark is None or mark.text == text or mark.source in was:
                continue
            if not path.endswith(ORDER):
                yield Cause("reworded", path, text, mark.text, mark.span)
            elif moved := _moved(path, text, mark.text):
                yield Cause("reworded", path.removesuffix(ORDER), *moved, mark.span)

    def _gone(self, was: Mapping[str, str]) -> Iterator[Cause]:
        for path, text in was.items():
            # a side goes with its condition, which has a text, and an order with what stood in it
            if path not in self._marks and (text or not _is_side(path)) and not path.endswith(ORDER):
                yield Cause("gone", path, text)

    def _deciding(self, paths: Iterable[str]) -> Iterator[str]:
        """The paths of rows, lines, sides, grounds and options among those of marks: what decides, not what follows."""
        for path in paths:
            parts = path.split(".")
            if path.endswith(ORDER):
                continue
            if parts[0] == "tables":
                if parts[2] == "rows":
                    yield ".".join(parts[:4])
            elif parts[0] == "modifiers" and parts[-1] == "value":
                yield path.removesuffix(".value")
            elif not self._marks[path].text and path.removesuffix(".false") not in self._grounds - {path}:
                yield path

    def _added(self, was: Mapping[str, str], applied: Mapping[str, str]) -> Iterator[str]:
        """The steps that a case comes to now and did not before, though it came to where they stand."""
        stood = {self._marks[path].inside for path in was if path in self._marks}
        for path in applied:
            mark = self._marks[path]
            new = path not in was and mark.text and mark.inside
            # a condition is told by its side, a ground by itself, a target by what is set, an order by what is in it
            by_other = f"{path}.true" in self._marks or path.removesuffix(".when") in self._grounds
            if not new or by_other or path.endswith((".set", ".because", ORDER)):
                continue
            if mark.inside in stood or (_is_side(mark.inside) and mark.inside in was):
                yield path

    def _place(self, path: str) -> Span:
        if path in self._marks:
            return self._marks[path].span
        if path.startswith("modifiers."):
            return self._marks[f"{path}.value"].span
        return next(mark.span for known, mark in self._marks.items() if known.startswith(f"{path}."))


_OTHER: Final = {"true": "false", "false": "true", "then": "else", "else": "then"}


def _moved(path: str, was: str, now: str) -> tuple[str, str] | None:
    """Where two orders differ, as it was and as it is, each with its neighbours; a step that was added or taken away
    is told by itself.
    """
    before, after = was.split(", "), now.split(", ")
    if path.startswith("events."):
        both = {*before} & {*after}
        before, after = [id for id in before if id in both], [id for id in after if id in both]
    if before == after:
        return None
    pairs = enumerate(zip_longest(before, after))
    first = next(number for number, (one, other) in pairs if one != other)
    pairs = enumerate(zip_longest(reversed(before), reversed(after)))
    last = next(number for number, (one, other) in pairs if one != other)
    start = max(first - 1, 0)
    return ", ".join(before[start : len(before) - last + 1]), ", ".join(after[start : len(after) - last + 1])


def _is_side(path: str) -> bool:
    """Whether it is the side of a condition."""
    return path.rpartition(".")[2] in _OTHER


def _formula_of(path: str) -> str:
    """The path of the formula that an `if` or `where` stands in, of the path of one of its sides; else empty."""
    formula, _, number = path.rpartition(".")[0].rpartition(".")
    return formula if number.isdigit() and _is_side(path) else ""


def _other_side(path: str) -> str:
    """The path of the other side of a condition; empty for what has no sides."""
    condition, _, side = path.rpartition(".")
    other = _OTHER.get(side, "")
    return f"{condition}.{other}" if other else ""
