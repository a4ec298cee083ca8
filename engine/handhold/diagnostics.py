"""What is wrong with a pack, where, and what to do: an author's faults are data, collected and returned.

Every kind of fault has a stable code in `CODES`; a code that is not there cannot be reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from handhold import limits
from handhold.record import Record
from handhold.source import Span

Severity = Literal["error", "warning"]


class Diagnostic(Record):
    """One fault: `message` is one sentence in the author's words, `hint` says what to do (may be empty).

    `span` is None only where no file could be read at all.
    """

    code: str
    message: str
    span: Span | None
    hint: str = ""
    severity: Severity = "error"

    def __post_init__(self) -> None:
        assert self.code in CODES, f"undeclared diagnostic code {self.code!r}"

    def __str__(self) -> str:
        place = f"{self.span}: " if self.span else ""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{place}{self.severity}[{self.code}]: {self.message}{hint}"


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The diagnostics by file, line and column, each of them once; those without a place come first."""

    def place(found: Diagnostic) -> tuple[str, int, int, str, str]:
        at = found.span
        return (at.file, at.line, at.column, found.code, found.message) if at else ("", 0, 0, found.code, found.message)

    return tuple(sorted(dict.fromkeys(diagnostics), key=place))


def and_more(span: Span | None, severity: Severity = "error") -> Diagnostic:
    """What stands for the faults that are not looked for any more, behind the last one found."""
    message = f"there are more than {limits.FAULTS} faults, and the others were not looked for"
    return Diagnostic("too-big", message, span, "mend these first", severity)


def too_big(found: Iterable[Diagnostic]) -> bool:
    """Whether one of the faults is that a budget is exceeded, so that nothing more is looked for."""
    return any(fault.code == "too-big" and fault.severity == "error" for fault in found)


def not_too_many(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """As many of the errors and of the warnings as are told, and one that stands for the others."""
    told: list[Diagnostic] = []
    number: dict[Severity, int] = {"error": 0, "warning": 0}
    left: dict[Severity, Span | None] = {}
    for fault in found:
        number[fault.severity] += 1
        if number[fault.severity] > limits.FAULTS or fault == and_more(fault.span, fault.severity):
            left.setdefault(fault.severity, fault.span)
        else:
            told.append(fault)
    if left:
        severity: Severity = "error" if "error" in left else "warning"
        told.append(and_more(left[severity], severity))
    return tuple(told)


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """A hint that names the nearest of `choices`, or lists them if they are few; empty if there are none.

    Near is what a slip of the keyboard makes: a letter too many, too few, another or exchanged with its neighbour,
    one such slip for every three letters and five at the most; or what begins alike and goes on differently.
    """
    every = sorted({choice for choice in choices if choice != word})
    short = word[:_LONGEST]
    known = _alike(short, every) if len(every) > _LISTED else every
    near = _nearest(short, known)
    if not near:
        from difflib import get_close_matches

        near = get_close_matches(short, known, n=1, cutoff=0.75)
    near = near or [choice for choice in known if len(min(short, choice, key=len)) >= 3 and _begins(short, choice)]
    if 0 < len(near) <= 3:
        return meant(near)
    if 0 < len(every) <= _LISTED:
        return "choose from: " + ", ".join(every)
    return ""


def meant(choices: Iterable[str]) -> str:
    """A hint that names what may be meant; empty if nothing may."""
    named = " or ".join(f"'{choice}'" for choice in choices)
    return f"did you mean {named}?" if named else ""


def is_slip(word: str, other: str) -> bool:
    """Whether one of two words may be meant where the other is written."""
    return _slips(word[:_LONGEST], other[:_LONGEST], _allowed(word)) <= _allowed(word)


FEW = 40
"""Names among which one that was misspelt is looked for pair by pair."""

_LISTED = 12
"""Choices that are listed where none of them is near."""

_LONGEST = 30
"""Characters of a word that are looked at."""

_SLIPS = 5
"""Slips that are allowed in the longest word."""

_PAIRS = 800
"""Pairs of letters that the search for one word may look at."""


def _alike(word: str, choices: Sequence[str]) -> Sequence[str]:
    """Those of many choices that are about as long as a word, or begin as it does, and share the most letters with it:
    as many as can be looked at letter by letter.
    """
    long, most = _allowed(word), max(3, _PAIRS // max(1, len(word)) ** 2)
    if len(word) == _LONGEST:
        likely = [choice for choice in choices if len(choice) >= _LONGEST - long]
    else:
        likely = [choice for choice in choices if abs(len(choice) - len(word)) <= long or _begins(word, choice)]
    if len(likely) <= most:
        return likely
    letters = frozenset(word)
    return sorted(sorted(likely, key=lambda choice: len(letters.symmetric_difference(choice)))[:most])


def _nearest(word: str, choices: Sequence[str]) -> list[str]:
    """Those of the choices that the fewest slips lead to, if so few are allowed."""
    least, near, letters = _allowed(word), [], frozenset(word)
    for choice in choices:
        # a slip changes two letters at most, and what is further off than the nearest so far is not counted to its end
        if len(letters.symmetric_difference(choice[:_LONGEST])) > 2 * least:
            continue
        slips = _slips(word, choice[:_LONGEST], least)
        if slips < least:
            least, near = slips, [choice]
        elif slips == least:
            near.append(choice)
    return near


def _allowed(word: str) -> int:
    return max(1, min(len(word) // 3, _SLIPS)) if len(word) > 1 else 0


def _begins(word: str, choice: str) -> bool:
    return word.startswith(choice) or choice.startswith(word)


def _without_common_ends(word: str, other: str) -> tuple[str, str]:
    """Two words without the letters in which they begin and end alike."""
    begin, end, short = 0, 0, min(len(word), len(other))
    while begin < short and word[begin] == other[begin]:
        begin += 1
    while end < short - begin and word[-1 - end] == other[-1 - end]:
        end += 1
    return word[begin : len(word) - end], other[begin : len(other) - end]


def _slips(word: str, other: str, most: int) -> int:
    """How many letters must be added, taken away, changed or exchanged with their neighbour to get the other word;
    one more than `most` where they are more than that.
    """
    more = most + 1
    if abs(len(word) - len(other)) > most:
        return more
    word, other = _without_common_ends(word, other)
    if not most or not word or not other:
        return min(more, max(len(word), len(other)))
    width = len(other)
    before: list[int] = []
    above = [min(column, more) for column in range(width + 1)]
    for row, letter in enumerate(word, 1):
        line = [min(row, more)] + [more] * width
        # further from the diagonal than that there are more slips already
        for column in range(max(1, row - most), min(width, row + most) + 1):
            wanted = other[column - 1]
            least = (
                above[column - 1] if letter == wanted else 1 + min(line[column - 1], above[column], above[column - 1])
            )
            if row > 1 < column and letter == other[column - 2] and word[row - 2] == wanted:
                least = min(least, before[column - 2] + 1)
            line[column] = min(least, more)
        if min(line) > most and min(above) > most:
            return more
        before, above = above, line
    return above[-1]


CODES: dict[str, str] = {
    # reading files
    "no-such-pack": "No pack of that name, or nothing at that path.",
    "unreadable": "The file cannot be read as text.",
    "not-a-pack": "The file or folder is not a pack.",
    "not-locked": "The pack is not the one in the lock file.",
    "too-big": "A budget for packs is exceeded.",
    # YAML
    "yaml-syntax": "The file is not YAML.",
    "yaml-feature": "A feature of YAML that packs do not use.",
    "duplicate-key": "The same key stands twice in one mapping.",
    "bad-key": "A key is not an id.",
    "look-alike": "Something that reads differently from what it looks like.",
    "cut-formula": "YAML cut the formula in two.",
    # shape
    "unknown-key": "A key that the pack language does not have.",
    "missing-key": "A key that must be there is missing.",
    "wrong-kind": "A value of the wrong kind.",
    "bad-value": "A value that is not allowed here.",
    "bad-header": "The header of the pack is not right.",
    # variants
    "bad-path": "A path of a variant that leads to no place where it could do something.",
    "no-change": "A change of a variant that changes nothing.",
    # formulas
    "formula-syntax": "The formula cannot be read.",
    "formula-too-big": "The formula is longer or deeper than the budget allows.",
    "bad-dice": "Dice notation that is not allowed.",
    "unknown-name": "A name that is not defined here.",
    "ambiguous-name": "A word that could mean two things.",
    "hidden-name": "A name that would hide another.",
    "wrong-type": "A value of the wrong type.",
    "maybe-none": "A value that may be absent is used as if it were there.",
    "wrong-arguments": "A function, formula or modifier is called with the wrong parts.",
    "missing-need": "Something that is needed is not there by name.",
    "not-ordered": "A table without an order is compared.",
    "gap": "Numbers that can arrive have no row.",
    "overlap": "Two rows claim the same number.",
    "unreachable": "Something that can never be reached.",
    "not-covered": "A case that can come about and is left out.",
    "may-fault": "Something that may go wrong while running.",
    "unused": "Something declared that nothing uses.",
    # events
    "bad-set": "A step changes what cannot be changed.",
    "bad-choice": "A choice that cannot be made.",
    "refusal-too-late": "Something can refuse the event after its first roll or change.",
    "same-place": "One thing is handed over twice.",
    "unbounded-loop": "A loop whose greatest length is not known.",
    "cycle": "Things that are defined by each other.",
    "too-much-work": "An event that may take more work than the budget allows.",
    "bad-text": "A text that names what is not there.",
    # cases and given values
    "bad-case": "A case or with-file that cannot be used.",
    "bad-golden": "Results kept beside cases that cannot be read.",
    "stale-golden": "Results kept beside cases that no case has any more.",
}
