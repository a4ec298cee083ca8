"""What does not fit in what a caller gives, in sentences of which there are never too many or too long ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from handhold import limits
from handhold.packs.text import short, show

if TYPE_CHECKING:
    from handhold.diagnostics import Diagnostic
    from handhold.language.faults import Fault

_LONGEST: Final = 1_000
"""Characters of one sentence."""
_NAMED: Final = 3
"""Names that are written out where many are equally wrong."""


def few(problems: Sequence[str]) -> tuple[str, ...]:
    """At most `limits.FAULTS` of the sentences, none of them long, and one more that says how many are left out."""
    told = tuple(show(each, _LONGEST) for each in problems[: limits.FAULTS])
    left = len(problems) - len(told)
    return (*told, f"and {left:,} more of the kind") if left else told


def sentence(fault: Fault | Diagnostic) -> str:
    """A fault of a formula in one sentence, with what to do."""
    return f"{fault.message} ({fault.hint})" if fault.hint else fault.message


def no_pack(given: object) -> TypeError:
    """What is raised where something else is given in the place of a pack."""
    return TypeError(f"this takes a pack as handhold.load gives it, and not {short(given)}")


def listed(names: Sequence[str]) -> str:
    """The first of the names in quotes, and how many more there are."""
    shown = ", ".join(f"'{show(name)}'" for name in names[:_NAMED])
    return shown if len(names) <= _NAMED else f"{shown} and {len(names) - _NAMED:,} more"


def unknown(names: Sequence[str], known: Iterable[str]) -> list[tuple[str, str]]:
    """Names that are not known as they are written in a sentence, each with a hint; those with the same hint as one.

    A hint is looked for as often as faults are told.
    """
    from handhold.diagnostics import did_you_mean

    choices = tuple(known)
    alike: dict[str, list[str]] = {}
    for n, name in enumerate(names):
        alike.setdefault(did_you_mean(name, choices) if n < limits.FAULTS else "", []).append(name)
    return [(listed(several), hint) for hint, several in alike.items()]


def said_of_unknown(names: Sequence[str], known: Iterable[str], sentence: str) -> list[str]:
    """Sentences about names that are not known; `sentence` has {} for the names."""
    return [sentence.format(named) + (f" ({hint})" if hint else "") for named, hint in unknown(names, known)]
