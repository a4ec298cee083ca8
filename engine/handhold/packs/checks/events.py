"""Events checked: steps, from top to bottom, become statements over named variables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from handhold import limits
from handhold.diagnostics import did_you_mean
from handhold.language import core
from handhold.language.bindings import hides, need_binding
from handhold.language.bounds import Reckoner
from handhold.language.scope import Scope, Value
from handhold.language.types import FLAG, INTEGER, UNKNOWN, Row, Sheet, Type, present
from handhold.language.world import SCENE, FieldInfo
from handhold.packs import checked, model
from handhold.packs.checks.chain import Chain, linked
from handhold.packs.checks.report import Findings
from handhold.packs.checks.step_base import Frame
from handhold.packs.checks.steps import StepChecker
from handhold.packs.checks.world import PackWorld
from handhold.packs.text import lone_brace, placeholders, show
from handhold.source import Span, Written


class Events:
    """The events of a pack, checked on demand, so that an event can use one that stands below it."""

    def __init__(self, pack: model.Pack, world: PackWorld, findings: Findings) -> None:
        self._pack = pack
        self.world = world
        self.findings = findings
        self.reckoner = Reckoner(world)
        self._done: dict[str, checked.Event | None] = {}
        self._chain = Chain(limits.CALL_DEPTH)

    def ids(self) -> tuple[str, ...]:
        """The ids of all events."""
        return tuple(self._pack.events)

    def event(self, id: str, written: Written | None = None) -> checked.Event | None:
        """The event, checked; None if there is none or after a fault reported at `written`, where it is used."""
        circle = self._chain.circle(id)
        span = written.span if written else self._pack.events[id].span
        if circle:
            message = f"the event '{id}' would do itself: {linked(circle, lambda link: self._pack.events[link].span)}"
            self.findings.add("cycle", message, span, "one of them must do without the others")
            return None
        if id in self._done:
            self._chain.use(id)
            return self._done[id]
        event = self._pack.events[id]
        if not self._chain.begin(id, 1 + _blocks(event.steps)):
            self._report_depth(id, span)
            return None
        made = self._check(event)
        if not self._chain.end():
            self._report_depth(id, event.span)
            made = None
        self._done[id] = made
        return made

    def _report_depth(self, id: str, span: Span) -> None:
        message = f"events, blocks and loops stand more than {limits.CALL_DEPTH} deep in one another"
        line = linked(self._chain.line(id), lambda link: self._pack.events[link].span)
        self.findings.add("too-much-work", message, span, f"do fewer events in a row: {line}")

    def _check(self, event: model.Event) -> checked.Event | None:
        needs: dict[str, FieldInfo] = {}
        scope = Scope({}, owner=event.id)
        for id, declared in event.needs.items():
            what = hides(id, self.world, scope.names)
            if what:
                self.findings.add("hidden-name", f"'{id}' would hide {what}", declared.span, "choose another name")
            needs[id] = self.world.declared.field(declared)
            unknown = needs[id].type == UNKNOWN
            scope = scope.with_name(
                id, Value(core.Const(None, UNKNOWN)) if unknown else need_binding(self.world, id, needs[id].type)
            )
        scope = replace(
            scope, hidden=dict.fromkeys(_step_ids(event.steps), "a later step makes it: put that one before")
        )
        steps = StepChecker(self, event.id, needs, scope)
        frame = Frame(scope)
        body = steps.steps(event.steps, frame)
        refuse_late(body, False, self)
        if steps.scene:
            needs[SCENE] = FieldInfo(SCENE, Sheet(SCENE))
        names = tuple(frame.names)
        outcome = dict(names).get("outcome")
        if (
            outcome is not None
            and present(outcome) not in (FLAG, INTEGER, UNKNOWN)
            and not isinstance(present(outcome), Row)
        ):
            span = steps.spans["outcome"]
            self.findings.add("wrong-type", f"an outcome is a row, a flag or a whole number, not {outcome}", span)
        says = self._says(event, frame.scope, outcome)
        work = sum(work_of(statement, self) for statement in body)
        if work > limits.EVENT_WORK:
            self.findings.add(
                "too-much-work",
                f"'{event.id}' could take {work:,} steps, more than the {limits.EVENT_WORK:,} allowed",
                event.span,
                f"most of them are in {' → '.join(heaviest(body, self))}",
            )
        return checked.Event(
            event.id,
            event.meta,
            needs,
            body,
            names,
            frozenset(steps.reads),
            frozenset(steps.changes),
            any(refuses(statement, self) for statement in body),
            any(rolls(statement, self) for statement in body),
            work,
            says,
            frame.scope,
            outcome,
            {name: reach for name, reach in steps.reaches.items() if name not in needs},
            event.span,
        )

    def _says(self, event: model.Event, scope: Scope, outcome: Type | None) -> Mapping[str, str]:
        says: dict[str, str] = {}
        if outcome is None and event.keys:
            ids = (id for id in event.steps)
            near = did_you_mean("outcome", ids)
            self.findings.add(
                "bad-text",
                f"the texts of '{event.id}' stand for outcomes, and it has no step 'outcome'",
                next(iter(event.keys.values())),
                near if near.startswith("did") else "name the step so that says how it ends, or write one text for all",
            )
        for key, constant in event.says.items():
            written = constant.written
            says[key] = str(constant.value).strip()
            row = present(outcome) if outcome is not None else None
            legal = (
                self.world.tables[row.table].rows if isinstance(row, Row) else ("true", "false") if row == FLAG else ()
            )
            if key and key not in legal and row not in (None, UNKNOWN):
                self.findings.add(
                    "bad-text", f"'{key}' is no outcome of '{event.id}'", event.keys[key], did_you_mean(key, legal)
                )
            mark = self.findings.mark()
            for start, end in placeholders(written.text):
                self._named(Written(written.text[start:end], written.within(start, end)), event.id, scope)
            lone = lone_brace(written.text)
            if lone is not None and self.findings.mark() == mark:
                message = f"this '{written.text[lone]}' has no other brace that belongs to it"
                hint = "a value stands between two braces: {margin}"
                self.findings.add("bad-text", message, written.within(lone, lone + 1), hint)
        return says

    def _named(self, name: Written, id: str, scope: Scope) -> None:
        """Reports what stands in braces in a text of an event and is no value of it."""
        mark = self.findings.mark()
        self.world.checked(name, scope)
        wrong = self.findings.errors_since(mark)
        if wrong:
            self.findings.forget(mark)
            message = (
                f"'{show(name.text)}' is no value of '{id}'"
                if name.text.strip()
                else "there is no name in these braces"
            )
            hint = (
                wrong[0].hint
                if wrong[0].hint.startswith("did you mean")
                else "name a step's value or a field of a sheet"
            )
            self.findings.add("bad-text", message, name.span, hint)


def _step_ids(steps: Mapping[str, model.Step]) -> Iterator[str]:
    """The ids of steps, those inside blocks and loops too."""
    for id, step in steps.items():
        yield id
        if isinstance(step, model.BlockStep | model.LoopStep):
            yield from _step_ids(step.steps)


def refuses(statement: checked.Statement, events: Events) -> bool:
    """Whether the statement can refuse its event."""
    match statement:
        case checked.Refuse():
            return True
        case checked.Call(event=id, go_on=go_on):
            callee = events.event(id)
            return not go_on and callee is not None and callee.refusable
        case checked.Branch(body=body) | checked.Loop(body=body):
            return any(refuses(inner, events) for inner in body)
        case _:
            return False


def rolls(statement: checked.Statement, events: Events) -> bool:
    """Whether the statement can throw dice."""
    match statement:
        case checked.Roll():
            return True
        case checked.Call(event=id):
            callee = events.event(id)
            return callee is not None and callee.rolls
        case checked.Branch(body=body) | checked.Loop(body=body):
            return any(rolls(inner, events) for inner in body)
        case _:
            return False


def acts(statement: checked.Statement, events: Events) -> bool:
    """Whether the statement can throw dice or change a sheet."""
    match statement:
        case checked.Roll():
            return True
        case checked.Put(target=target):
            return not isinstance(target, str)
        case checked.Call(event=id):
            callee = events.event(id)
            return callee is not None and (callee.rolls or bool(callee.changes))
        case checked.Branch(body=body) | checked.Loop(body=body):
            return any(acts(inner, events) for inner in body)
        case _:
            return False


def refuse_late(body: tuple[checked.Statement, ...], acted: bool, events: Events) -> bool:
    """Reports what can refuse the event after its first roll or change; gives whether the body has acted in the
    end.
    """
    for statement in body:
        match statement:
            case checked.Branch(body=inner):
                acted = refuse_late(inner, acted, events)
            case checked.Loop(body=inner):
                again = any(acts(part, events) for part in inner)
                acted = refuse_late(inner, acted or again, events) or acted
            case _:
                if acted and refuses(statement, events):
                    events.findings.add(
                        "refusal-too-late",
                        f"the step '{statement.site.id}' can refuse the event after something was rolled or changed",
                        statement.site.span,
                        "put it before the first roll and the first change, or write 'if_refused: go_on'",
                    )
                acted = acted or acts(statement, events)
    return acted


def work_of(statement: checked.Statement, events: Events) -> int:
    """The most steps that the statement can take."""
    match statement:
        case checked.Call(event=id):
            callee = events.event(id)
            return 1 + (callee.work if callee is not None else 0)
        case checked.Branch(body=body):
            return 1 + sum(work_of(inner, events) for inner in body)
        case checked.Loop(body=body, most=most):
            return 1 + most * (1 + sum(work_of(inner, events) for inner in body))
        case _:
            return 1


def heaviest(body: tuple[checked.Statement, ...], events: Events) -> Iterator[str]:
    """The loops and events on the way to where most of the steps are, each with its file and line."""
    while body:
        statement = max(body, key=lambda each: work_of(each, events))
        place = f"{statement.site.span.file.rpartition('/')[2]}:{statement.site.span.line}"
        match statement:
            case checked.Loop(name=name, most=most, body=body):
                yield f"{name} ({place}, {most:,} passes)"
            case checked.Call(name=name, event=id):
                callee = events.event(id)
                yield f"{name} ({place}, {id})"
                body = callee.body if callee is not None else ()
            case checked.Branch(body=body):
                pass
            case _:
                return


def _blocks(steps: Mapping[str, model.Step]) -> int:
    """How many blocks and loops stand inside one another."""
    inner = (step.steps for step in steps.values() if isinstance(step, model.BlockStep | model.LoopStep))
    return max((1 + _blocks(body) for body in inner), default=0)
