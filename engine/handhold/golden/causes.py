"""Why a case came out another way: the rules that it came to before against those that it comes to now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from handhold.golden.kept import Rule
from handhold.golden.marks import Mark, Marks
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

    def reworded(self, before: Iterable[Rule]) -> tuple[Cause, ...]:
        """What says something else now or is gone, of the rules that a case came to before."""
        was = dict(before)
        return (*self._reworded(was), *self._gone(was))

    def causes(self, before: Iterable[Rule], now: Iterable[Rule]) -> tuple[Cause, ...]:
        """The causes, those first that say most: what says something else now, what is gone, what applies no longer,
        what applies now.
        """
        was, applied = dict(before), dict(now)
        found = list(self.reworded(was.items()))
        # what only follows from a formula that says something else adds nothing to it
        told = {cause.path for cause in found}
        parted = dict.fromkeys(self._deciding(path for path in was if path not in applied and path in self._marks))
        joined = dict.fromkeys(self._deciding(path for path in applied if path not in was))
        # a condition that goes the other way is one fact, and a line that applies says what its condition does
        told |= {path for path in (*parted, *joined) if path.partition(".when.")[0] in {*parted, *joined} - {path}}
        told |= {path for path in parted if _other_side(path) in joined}
        found += (Cause("before", path, span=self._place(path)) for path in parted if path not in {*joined, *told})
        found += (Cause("now", path, span=self._place(path)) for path in joined if path not in {*parted, *told})
        return tuple(found)

    def _reworded(self, was: Mapping[str, str]) -> Iterator[Cause]:
        for path, text in was.items():
            mark = self._marks.get(path)
            if mark is not None and mark.text != text:
                yield Cause("reworded", path, text, mark.text, mark.span)

    def _gone(self, was: Mapping[str, str]) -> Iterator[Cause]:
        for path, text in was.items():
            if path not in self._marks and text:
                yield Cause("gone", path, text)

    def _deciding(self, paths: Iterable[str]) -> Iterator[str]:
        """The paths of rows, lines, sides, grounds and options among those of marks: what decides, not what follows."""
        for path in paths:
            parts = path.split(".")
            if parts[0] == "tables":
                yield ".".join(parts[:4])
            elif parts[0] == "modifiers" and parts[-1] == "value":
                yield path.removesuffix(".value")
            elif not self._marks[path].text:
                yield path

    def _place(self, path: str) -> Span:
        if path in self._marks:
            return self._marks[path].span
        if path.startswith("modifiers."):
            return self._marks[f"{path}.value"].span
        return next(mark.span for known, mark in self._marks.items() if known.startswith(f"{path}."))


def _other_side(path: str) -> str:
    """The path of the other side of a condition; empty for what has no sides."""
    condition, _, side = path.rpartition(".")
    other = {"true": "false", "false": "true", "then": "else", "else": "then"}.get(side, "")
    return f"{condition}.{other}" if other else ""
