"""The names that a formula can use, and what is known where it stands.

A *guard* is a condition under which a name has a value: the `when` of its step and of the blocks around it. Inside
the same block or step the guard holds (its token is in the scope); elsewhere it holds only if the same condition,
word for word, is known to hold there and reads nothing that can change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from handhold.language import syntax
from handhold.language.core import Core, Place
from handhold.language.printer import show
from handhold.language.types import Names, Type


@dataclass(frozen=True, slots=True)
class Guard:
    """A condition that a name's value depends on: `token` is the step or block, `facts` the parts of its `when` as
    printed.

    `stable` is false where the condition reads state or a track name, so that it may have changed since.
    """

    token: str
    facts: frozenset[str]
    stable: bool


@dataclass(frozen=True, slots=True)
class Value:
    """A name for a value; `changes` marks a track name, `key` is the key of a loop variable over a group."""

    core: Core
    guards: tuple[Guard, ...] = ()
    changes: bool = False
    key: Core | None = None


@dataclass(frozen=True, slots=True)
class Live:
    """A name for a live sheet; `key` is the key of a loop variable over a group."""

    place: Place
    guards: tuple[Guard, ...] = ()
    key: Core | None = None


@dataclass(frozen=True, slots=True)
class Lives:
    """A name for a live list or group; `place` leads to the list (it has no index)."""

    place: Place
    type: Type
    guards: tuple[Guard, ...] = ()


@dataclass(frozen=True, slots=True)
class Done:
    """A name for what a `do` or a pass leaves: read with a dot only.

    Without `base` the names are variables that begin with `prefix`; with it they are parts of the pass `base` of
    the loop `loop`.
    """

    names: Names
    prefix: str
    base: Core | None = None
    loop: str = ""
    maybe: bool = False
    guards: tuple[Guard, ...] = ()


@dataclass(frozen=True, slots=True)
class Own:
    """The bare name of a field, inside a computed field or a bonus; `raw` is the field without its bonus."""

    base: Value | Live
    raw: bool = False


Thing = Value | Live | Lives | Done
"""What a name, once resolved, stands for."""

Binding = Thing | Own
"""What a scope holds under a name."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What a formula can see: `names`, the facts known, the tokens of the steps and blocks it stands in, what `old`
    is.
    """

    names: Mapping[str, Binding]
    facts: frozenset[str] = frozenset()
    tokens: frozenset[str] = frozenset()
    old: Core | None = None
    hidden: Mapping[str, str] = field(default_factory=dict)
    """Names that exist but cannot be used here, with what to do."""
    owner: str = ""
    """The formula, group of modifiers or event whose needs are among the names; empty where there are no needs."""
    ends: bool = False
    """Whether the formula says how an event ends, where words are likely."""

    def with_name(self, name: str, binding: Binding) -> Scope:
        """The scope with one more name."""
        return replace(self, names={**self.names, name: binding})

    def knowing(self, facts: frozenset[str]) -> Scope:
        """The scope with more facts known."""
        return replace(self, facts=self.facts | facts) if facts - self.facts else self

    def present(self, guards: tuple[Guard, ...]) -> bool:
        """Whether a name with these guards is known to have a value here."""
        return all(guard.token in self.tokens or (guard.stable and guard.facts <= self.facts) for guard in guards)


def facts_if(test: syntax.Formula) -> frozenset[str]:
    """What is known, as printed, where `test` holds."""
    match test:
        case syntax.Logic(op="and", parts=parts):
            inner = frozenset[str]().union(*(facts_if(part) for part in parts))
            return inner | {show(test)}
        case syntax.Not(value=value):
            return facts_unless(value) | {show(test)}
        case syntax.Is(left=left, right=right, negated=False) if not isinstance(right, syntax.Nothing):
            return frozenset({show(test), f"{show(left)} is not none"})
        case syntax.OneOf(left=left, negated=False):
            return frozenset({show(test), f"{show(left)} is not none"})
        case _:
            return frozenset({show(test)})


def facts_unless(test: syntax.Formula) -> frozenset[str]:
    """What is known, as printed, where `test` does not hold."""
    match test:
        case syntax.Logic(op="or", parts=parts):
            inner = frozenset[str]().union(*(facts_unless(part) for part in parts))
            return inner | {show(syntax.Not(test))}
        case syntax.Not(value=value):
            return facts_if(value)
        case syntax.Is(left=left, right=right, negated=negated):
            contrary = syntax.Is(left, right, not negated)
            return facts_if(contrary) | {show(syntax.Not(test))}
        case syntax.OneOf(left=left, options=options, negated=negated):
            return facts_if(syntax.OneOf(left, options, not negated)) | {show(syntax.Not(test))}
        case _:
            return frozenset({show(syntax.Not(test))})
