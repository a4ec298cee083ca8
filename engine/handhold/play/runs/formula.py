"""One formula worked out alone, with names that are given: it is made an event of its own, which is run.

It prints nothing; it stands in this room since only what answers a person needs it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from typing import Final, Protocol

from handhold.language.bindings import need_binding
from handhold.language.checker import check
from handhold.language.faults import Fault
from handhold.language.parser import parse
from handhold.language.scope import Scope
from handhold.language.types import DICE, FLAG, INTEGER, NUMBER, UNKNOWN, ListOf, Row, Sheet, Type
from handhold.language.world import SCENE, FieldInfo, is_live
from handhold.packs import checked, model
from handhold.packs.checks.declarations import Declarations
from handhold.packs.checks.report import Findings
from handhold.packs.text import show
from handhold.packs.values import ValueFault, convert, live_value
from handhold.play.asked import mapping, settings_of, text, texts
from handhold.play.chance import InOrder
from handhold.play.inputs import InputError, kinds_of, problem
from handhold.play.odds.event import OddsRunner
from handhold.play.problems import no_pack, sentence
from handhold.play.result import Plain
from handhold.play.run_error import RunError
from handhold.play.runs.run import Runner
from handhold.source import Span, Written

_ASKED: Final = "asked"
_NOWHERE: Final = Span("", 1, 1, 1, 1)


def evaluate(
    pack: checked.Pack,
    formula: str,
    given: Mapping[str, object] | None,
    types: Mapping[str, str] | None,
    settings: Mapping[str, object] | None,
) -> Plain:
    """The value of a formula that can use the names given.

    The type of a name is that of `types`, else the sheet of that name, else what events and formulas of the pack
    need under that name, else what the value looks like. Raises InputError for a formula that cannot be read or a
    value that does not fit, RunError where there is no answer.
    """
    asked, needed = _asking(pack, formula, given, types, thrown=False)
    with _of_no_event():
        return Runner(asked).run(_ASKED, needed, InOrder(()), settings=settings_of(settings)).values["outcome"]


class Pack(Protocol):
    """A pack that can be run, as `handhold.load` gives it."""

    @property
    def checked(self) -> checked.Pack:
        """The pack as it was checked."""


def dice_odds(
    pack: Pack,
    formula: str,
    given: Mapping[str, object] | None = None,
    *,
    types: Mapping[str, str] | None = None,
    settings: Mapping[str, object] | None = None,
) -> Mapping[int, Fraction]:
    """The exact chance of each total of the dice that a formula gives, such as `3d6kh2 + 1`, the least total first.

    What is asked for, and what is raised, is that of `evaluate`; InputError too for a formula that gives no dice.
    """
    if not isinstance(getattr(pack, "checked", None), checked.Pack):
        raise no_pack(pack)
    asked, needed = _asking(pack.checked, formula, given, types, thrown=True)
    with _of_no_event():
        found = OddsRunner(asked).odds(_ASKED, needed, settings=settings_of(settings)).outcomes
    return {total: found[str(total)] for total in sorted(map(int, found))}


@contextmanager
def _of_no_event() -> Iterator[None]:
    """Lets a fault tell of no event: the one that asks is none of the pack's."""
    try:
        yield
    except RunError as fault:
        fault.event = ""
        raise


def _asking(
    pack: checked.Pack,
    written: str,
    given: Mapping[str, object] | None,
    types: Mapping[str, str] | None,
    *,
    thrown: bool,
) -> tuple[checked.Pack, Mapping[str, object]]:
    """The pack with one event more, whose outcome is the value of the formula, or what its dice show if they are
    `thrown`; and what is given of what that event needs.
    """
    given = mapping(given, "given")
    asked = _with_formula(pack, text(written, "a formula"), given, texts(types, "types"), thrown=thrown)
    return asked, {name: value for name, value in given.items() if name in asked.events[_ASKED].needs}


def _with_formula(
    pack: checked.Pack, formula: str, given: Mapping[str, object], types: Mapping[str, str], *, thrown: bool
) -> checked.Pack:
    tree = parse(formula)
    if isinstance(tree, Fault):
        raise InputError(_fault_text(formula, tree))
    needs = {
        name: FieldInfo(name, _type_of(pack, name, value, types)) for name, value in given.items() if name != SCENE
    }
    scope = Scope({name: need_binding(pack, name, known.type) for name, known in needs.items()})
    found = check(tree, scope, pack)
    if found.faults:
        raise InputError(*(_fault_text(formula, fault) for fault in found.faults))
    of = found.core.type
    if thrown and of != DICE:
        raise InputError(f"only dice have odds, and the type of '{show(formula)}' is {of}")
    if found.scene:
        needs[SCENE] = FieldInfo(SCENE, Sheet(SCENE))
    meta = model.Meta()
    asked = checked.Formula(found.core, Written(formula, _NOWHERE))
    site = checked.Site("formula", "outcome", "roll" if thrown else "value", meta, _NOWHERE)
    step = checked.Roll(site, "outcome", asked) if thrown else checked.Let(site, "outcome", asked)
    event = checked.Event(
        id=_ASKED,
        meta=meta,
        needs=needs,
        body=(step,),
        names=(("outcome", INTEGER if thrown else of),),
        reads=found.reads,
        changes=frozenset(),
        refusable=False,
        rolls=thrown,
        work=1,
        says={},
        scope=scope,
        outcome=INTEGER if thrown else of,
        reaches={},
        span=_NOWHERE,
    )
    return replace(pack, events={**pack.events, _ASKED: event})


def _fault_text(formula: str, fault: Fault) -> str:
    return f"'{show(formula)}', character {fault.start + 1}: {sentence(fault)}"


def _type_of(pack: checked.Pack, name: str, value: object, types: Mapping[str, str]) -> Type:
    """The type of a name of a formula, see `evaluate`."""
    if name in types:
        return _written_type(pack, name, types[name])
    if name in pack.sheets:
        return Sheet(name)
    events = (known.needs[name].type for known in pack.events.values() if name in known.needs)
    functions = (known.needs[name] for known in pack.functions.values() if name in known.needs)
    faults: list[ValueFault] = []
    for declared in dict.fromkeys((*events, *functions)):
        fault = _misfit(pack, name, value, declared)
        if fault is None:
            return declared
        faults.append(fault)
    if faults:
        raise InputError(problem(faults[0]))
    for likely in _likely_types(pack, value):
        if _misfit(pack, name, value, likely) is None:
            return likely
    raise InputError(
        f"it is not clear of what type '{show(name)}' is: the pack needs nothing of that name, so say its type"
    )


def _misfit(pack: checked.Pack, name: str, value: object, of: Type) -> ValueFault | None:
    """What is wrong with a value of that type, None if it fits."""
    kinds = kinds_of(pack)
    try:
        if is_live(of, kinds.sheets):
            live_value(value, of, kinds, name, {}, name)
        else:
            convert(value, of, kinds, name)
    except ValueFault as fault:
        return fault
    return None


def _likely_types(pack: checked.Pack, value: object) -> Iterator[Type]:
    tables = [Row(id) for id, table in pack.tables.items() if value in table.rows]
    plain: tuple[Type, ...] = (
        FLAG,
        INTEGER,
        NUMBER,
        *(tables if len(tables) == 1 else ()),
        *(() if tables else (DICE,)),
    )
    yield from plain
    yield from (ListOf(of) for of in (INTEGER, NUMBER, DICE))


def _written_type(pack: checked.Pack, name: str, text: str) -> Type:
    findings = Findings()
    of = Declarations(pack.source, findings).type_of(Written(text, _NOWHERE), _NOWHERE)
    if of == UNKNOWN:
        raise InputError(*(f"the type of '{name}': {found}" for found in map(sentence, findings.in_order())))
    return of
