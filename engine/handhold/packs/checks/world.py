"""The declarations of a pack, checked: types resolved, cells and defaults converted, formulas and modifiers typed
when first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from handhold import limits
from handhold.diagnostics import did_you_mean
from handhold.language import core
from handhold.language.bindings import hides, need_binding
from handhold.language.checker import Checked, check, least_type
from handhold.language.core import Core, Place
from handhold.language.faults import Fault
from handhold.language.parser import parse
from handhold.language.scope import Binding, Live, Own, Scope, Value
from handhold.language.syntax import Formula, levels
from handhold.language.types import (
    FLAG,
    INTEGER,
    NONE,
    NUMBER,
    UNKNOWN,
    Sheet,
    Type,
    Word,
    is_number,
    optional,
    present,
)
from handhold.language.world import SCENE, SELF, Function, SettingInfo, SheetInfo, TableInfo
from handhold.packs import model
from handhold.packs.checks.chain import Chain, linked
from handhold.packs.checks.declarations import Declarations
from handhold.packs.checks.report import Findings
from handhold.source import Written

WORDS = "write 'settings.… is WORD' where it matters"
"""What to do with a setting's word."""


class PackWorld:
    """What the formulas of one pack see. Functions are checked on demand, so their order in the pack does not
    matter.
    """

    def __init__(self, pack: model.Pack, findings: Findings) -> None:
        declared = Declarations(pack, findings)
        self.settings: Mapping[str, SettingInfo] = declared.settings
        self.tables: Mapping[str, TableInfo] = declared.tables
        self.sheets: Mapping[str, SheetInfo] = declared.sheets
        self.declared = declared
        self.written: dict[str, Written] = {}
        self._pack = pack
        self._findings = findings
        self._ids = (*pack.formulas, *(id for id, known in pack.modifiers.items() if known.base is None))
        self._groups = self._bonus_groups()
        self.bonuses = frozenset(self._groups)
        self._done: dict[str, Function | None] = {}
        self._chain = Chain(limits.CHAIN_LEVELS)
        self._trees: dict[str, Formula | Fault] = {}
        self._own: dict[str, Mapping[str, Own]] = {}

    @property
    def functions(self) -> Mapping[str, Function]:
        """All functions asked for so far."""
        return MappingProxyType({id: known for id, known in self._done.items() if known is not None})

    def function_ids(self) -> tuple[str, ...]:
        """The ids of formulas and modifier groups."""
        return self._ids

    def all_ids(self) -> tuple[str, ...]:
        """The ids of all functions of the pack, computed fields and bonuses too."""
        computed = (f"{sheet.id}.{name}" for sheet in self.sheets.values() for name in sheet.computed)
        return (*self._ids, *computed, *self._groups)

    def function(self, id: str) -> Function | None:
        """The function, checked; None if the pack has none of that id. See `language.world.World`."""
        if id in self._done:
            self._chain.use(id)
            return self._done[id]
        maker = self._maker(id)
        if maker is None:
            self._done[id] = None
            return None
        make, written, formulas = maker
        circle = self._chain.circle(id)
        if circle:
            self._findings.add(
                "cycle",
                f"'{id}' is defined by itself: {linked(circle, lambda link: self.place(link).span)}",
                written.span,
                "one of them must do without the others",
            )
            return _faulty(id)
        if not self._chain.begin(id, 2 + max(map(self._levels, formulas), default=0)):
            return self._too_deep(id, written)
        made = make()
        self._done[id] = made if self._chain.end() else self._too_deep(id, written)
        return self._done[id]

    def _too_deep(self, id: str, written: Written) -> Function:
        message = f"'{id}' uses formulas, fields and modifiers that use others, too many of them in a chain"
        line = linked(self._chain.line(id), lambda link: self.place(link).span)
        hint = f"{limits.CHAIN_LEVELS} levels are allowed, two for each and those inside of each formula: {line}"
        self._findings.add("too-much-work", message, written.span, hint)
        return _faulty(id)

    def _maker(self, id: str) -> tuple[Callable[[], Function], Written, Sequence[Written]] | None:
        """What makes the function, where it is written, and its formulas; None if there is none of that id."""
        sheet, dot, name = id.partition(".")
        if dot:
            if id in self._groups:
                group = self._groups[id]
                assert group.base is not None
                return (lambda: self._bonus(id, sheet, name, group)), group.base, _formulas_of(group)
            form = self._pack.sheets.get(sheet)
            known = form.fields.get(name) if form else None
            if known is None or known.value is None:
                return None
            value = known.value
            return (lambda: self._computed(id, sheet, known, value)), value, (value,)
        if id in self._pack.formulas:
            formula = self._pack.formulas[id]
            return (lambda: self._formula(formula)), formula.value, (formula.value,)
        modifier = self._pack.modifiers.get(id)
        if modifier is None or modifier.base is not None:
            return None
        return (lambda: self._modifier(modifier)), Written("", modifier.span), _formulas_of(modifier)

    # -- kinds of function ------------------------------------------------------------------------

    def _formula(self, formula: model.NamedFormula) -> Function:
        needs, scope = self._needs(formula.id, formula.needs)
        checked = self.checked(formula.value, scope)
        self.written[f"formulas.{formula.id}"] = formula.value
        return self._function(formula.id, needs, checked.core, checked.core.type, [checked])

    def _computed(self, id: str, sheet: str, field: model.Field, value: Written) -> Function:
        slot = None if field.type is None else self.declared.type_of(field.type, field.span)
        checked = self.checked(value, self._own_scope(sheet, raw=""), slot)
        self.written[id] = value
        of = checked.core.type if slot is None or checked.core.type == UNKNOWN else slot
        return self._function(id, {SELF: Sheet(sheet)}, checked.core, of, [checked])

    def _modifier(self, group: model.Modifier) -> Function:
        needs, scope = self._needs(group.id, group.needs)
        stack, parts = self._stack(group, scope, None)
        return self._function(group.id, needs, stack, stack.type, parts)

    def _bonus(self, id: str, sheet: str, name: str, group: model.Modifier) -> Function:
        scope = self._own_scope(sheet, raw=name)
        assert group.base is not None
        base = self.checked(Written(name, group.base.span), scope)
        stack, parts = self._stack(group, scope, base.core)
        return self._function(id, {SELF: Sheet(sheet)}, stack, stack.type, [base, *parts])

    def _function(self, id: str, needs: Mapping[str, Type], body: Core, of: Type, parts: list[Checked]) -> Function:
        reads = frozenset[str]().union(*(part.reads for part in parts))
        if any(part.scene for part in parts):
            needs = {**needs, SCENE: Sheet(SCENE)}
        if isinstance(present(of), Word):
            self._findings.add(
                "wrong-type", f"'{id}' would be {of}, and such a word is only compared", self.place(id).span, WORDS
            )
            of = UNKNOWN
        return Function(id, needs, of, body, reads)

    def place(self, id: str) -> Written:
        """Where the function `id` is written."""
        maker = self._maker(id)
        assert maker is not None
        return maker[1]

    def _stack(self, group: model.Modifier, scope: Scope, base: Core | None) -> tuple[core.Stack, list[Checked]]:
        lines: list[core.StackLine] = []
        parts: list[Checked] = []
        types: list[Type] = [] if base is None else [base.type]
        always = base is not None
        for line in group.lines.values():
            path = f"modifiers.{group.id}.lines.{line.id}"
            when = None
            inner = scope
            if line.when is not None:
                test, inner = self.condition(line.when, scope)
                parts.append(test)
                when = test.core
                self.written[f"{path}.when"] = line.when
            if always and group.take == "first":
                self._findings.add(
                    "unreachable",
                    f"the line '{line.id}' comes after one that always holds",
                    line.span,
                    severity="warning",
                )
            always = always or when is None
            value = self.checked(line.value, inner, self._line_slot(group, types))
            self.written[f"{path}.value"] = line.value
            parts.append(value)
            types.append(value.core.type)
            lines.append(core.StackLine(line.id, when, value.core))
        of = self._stack_type(group, types, always)
        return core.Stack(group.id, group.take, tuple(lines), base, of), parts

    def _line_slot(self, group: model.Modifier, types: list[Type]) -> Type | None:
        if group.take != "first":
            return NUMBER
        known = [of for of in types if of not in (NONE, UNKNOWN)]
        return optional(known[0]) if known and not is_number(present(known[0])) else None

    def _stack_type(self, group: model.Modifier, types: list[Type], always: bool) -> Type:
        if UNKNOWN in types:
            return UNKNOWN
        if group.take != "first":
            of: Type = NUMBER if NUMBER in types else INTEGER
            return of if always or group.take == "sum" else optional(of)
        least = least_type(types)
        if least is None:
            kinds = ", ".join(sorted({str(of) for of in types}))
            self._findings.add("wrong-type", f"the lines of '{group.id}' are of different kinds: {kinds}", group.span)
            return UNKNOWN
        return least if always else optional(least)

    # -- scopes -----------------------------------------------------------------------------------

    def _needs(self, owner: str, needs: Mapping[str, model.Field]) -> tuple[dict[str, Type], Scope]:
        types: dict[str, Type] = {}
        names: dict[str, Binding] = {}
        for need, declared in needs.items():
            what = hides(need, self, ())
            if what:
                self._findings.add("hidden-name", f"'{need}' would hide {what}", declared.span, "choose another name")
            if declared.default is not None or declared.changes or self.declared.limited(declared):
                self._findings.add(
                    "bad-value",
                    f"'{need}' is taken as it is by '{owner}': it has a type, and no default or limits",
                    declared.span,
                    "put default and limits where the value comes from: a field of a sheet, or a need of an event",
                )
            types[need] = self.declared.field(declared).type
            names[need] = (
                need_binding(self, need, types[need]) if types[need] != UNKNOWN else Value(core.Const(None, UNKNOWN))
            )
        return types, Scope(names, owner=owner)

    def _own_scope(self, sheet: str, raw: str) -> Scope:
        if sheet not in self._own:
            info = self.sheets[sheet]
            base: Value | Live = Live(Place(SELF, (), sheet)) if info.live else Value(core.Var(SELF, Sheet(sheet)))
            self._own[sheet] = {name: Own(base, False) for name in (*info.fields, *info.computed)}
        own = self._own[sheet]
        return Scope({**own, raw: replace(own[raw], raw=True)} if raw in own else own)

    # -- formulas ---------------------------------------------------------------------------------

    def parsed(self, written: Written) -> Formula | Fault:
        """The tree of a formula, or the fault in it."""
        tree = self._trees.get(written.text)
        if tree is None:
            tree = self._trees[written.text] = parse(written.text)
        return tree

    def _levels(self, written: Written) -> int:
        tree = self.parsed(written)
        return 0 if isinstance(tree, Fault) else levels(tree)

    def checked(self, written: Written, scope: Scope, slot: Type | None = None) -> Checked:
        """The formula checked in its scope, with faults reported."""
        tree = self.parsed(written)
        if isinstance(tree, Fault):
            self._findings.faults((tree,), written)
            return Checked(core.Const(None, UNKNOWN), (), frozenset(), False, True)
        checked = check(tree, scope, self, slot)
        self._findings.faults(checked.faults, written)
        return checked

    def condition(self, written: Written, scope: Scope) -> tuple[Checked, Scope]:
        """A condition checked, and the scope of what stands under it."""
        from handhold.language.scope import facts_if

        tree = self.parsed(written)
        checked = self.checked(written, scope, FLAG)
        return checked, scope if isinstance(tree, Fault) else scope.knowing(facts_if(tree))

    def _bonus_groups(self) -> dict[str, model.Modifier]:
        groups: dict[str, model.Modifier] = {}
        for group in self._pack.modifiers.values():
            if group.base is None:
                continue
            path = group.base.text.strip()
            sheet, _, name = path.partition(".")
            known = self.sheets[sheet].fields if sheet in self.sheets else {}
            if name not in known or not is_number(known[name].type):
                choices = [
                    f"{id}.{f}" for id, s in self.sheets.items() for f, i in s.fields.items() if is_number(i.type)
                ]
                self._findings.add(
                    "unknown-name",
                    f"'{path}' is no number field of a sheet",
                    group.base.span,
                    did_you_mean(path, choices),
                )
            elif path in groups:
                self._findings.add(
                    "bad-value",
                    f"'{path}' has a second group of modifiers",
                    group.base.span,
                    f"add the lines to '{groups[path].id}'",
                )
            elif group.needs:
                self._findings.add(
                    "bad-value",
                    f"'{group.id}' adds to a field, and needs nothing else",
                    group.span,
                    "its lines see the fields of the sheet",
                )
            else:
                groups[path] = group
        return groups


def _faulty(id: str) -> Function:
    """Stands for a function with a fault that was reported: it fits everywhere."""
    return Function(id, {}, UNKNOWN, core.Const(None, UNKNOWN), frozenset())


def _formulas_of(group: model.Modifier) -> tuple[Written, ...]:
    return tuple(formula for line in group.lines.values() for formula in (line.when, line.value) if formula is not None)
