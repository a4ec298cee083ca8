"""What a pack declares and nothing uses.

Steps are what an event leaves, events are what is asked for, and what a pack is based on is told to those who are
handed it: these are never unused. A choice is, where nothing depends on the answer; a tally of a loop, where no step
changes it; and options of a setting, where nothing tells them from one another (one may stand for all that is left).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from handhold.language.world import SCENE
from handhold.packs import checked, model
from handhold.packs.checks.report import Findings
from handhold.packs.checks.uses import Uses, every_formula
from handhold.source import Span


def check_unused(pack: checked.Pack, findings: Findings) -> None:
    """Adds a warning `unused` for each setting, table, column, sheet, field, modifier, formula, need, choice and tally
    that nothing uses, and for options of a setting that nothing tells apart.

    Nothing is added for a pack without events, for that one is there to be looked up in.
    """
    if not pack.events:
        return
    uses = Uses(pack)
    for spoken in every_formula(pack):
        uses.add(spoken)
    unused = _Unused(pack, uses)
    for what, id, span in unused.left_over():
        findings.add("unused", f"nothing uses the {what} '{id}'", span, "delete it, or use it", "warning")
    for message, span, hint in (*unused.alike_options(), *unused.idle_steps()):
        findings.add("unused", message, span, hint, "warning")


@dataclass(slots=True)
class _Unused:
    """What is left over of a pack when all its formulas have been gone through."""

    pack: checked.Pack
    uses: Uses

    def left_over(self) -> Iterator[tuple[str, str, Span]]:
        """What is not used: what it is, its id, its place."""
        source = self.pack.source
        types = set(_type_words(source))
        for id, setting in source.settings.items():
            if id not in self.uses.settings:
                yield "setting", id, setting.span
        for id, table in source.tables.items():
            if id not in self.uses.tables | types:
                yield "table", id, table.span
                continue
            for name, column in table.columns.items():
                if (id, name) not in self.uses.columns:
                    yield "column", f"{id}.{name}", column.span
        for id, form in source.sheets.items():
            if id not in types and id != SCENE:
                yield "sheet", id, form.span
                continue
            for name, known in form.fields.items():
                if (id, name) not in self.uses.fields:
                    yield "field", f"{id}.{name}", known.span
        for id, group in source.modifiers.items():
            if group.base is None:
                if id not in self.uses.functions:
                    yield "modifier", id, group.span
                yield from self._needs(f"formulas.{id}", group.needs)
        for id, formula in source.formulas.items():
            if id not in self.uses.functions:
                yield "formula", id, formula.span
            yield from self._needs(f"formulas.{id}", formula.needs)
        for id, event in source.events.items():
            yield from self._needs(f"events.{id}", event.needs)

    def alike_options(self) -> Iterator[tuple[str, Span, str]]:
        """Options of settings that nothing tells apart: what is wrong, its place, what to do."""
        for id, setting in self.pack.source.settings.items():
            alike = [option for option in setting.options if (id, option) not in self.uses.words]
            if id in self.uses.settings and len(alike) > 1:
                shown = " and ".join(f"'{option}'" for option in alike[:3])
                message = f"nothing tells the options {shown} of the setting '{id}' apart"
                yield message, setting.span, f"write 'settings.{id} is {alike[0]}' where it matters, or delete one"

    def idle_steps(self) -> Iterator[tuple[str, Span, str]]:
        """Choices on whose answer nothing depends, and tallies that nothing changes."""
        for event in self.pack.events.values():
            for statement in checked.statements(event.body):
                match statement:
                    case checked.Choose(name=name, site=site) if name not in self.uses.read and name != "outcome":
                        message = f"nothing depends on the choice '{name}'"
                        yield message, site.span, f"use '{name}' in a step that comes after it, or delete it"
                    case checked.Loop(tracks=tracks, body=body, site=site):
                        changed = {each.target for each in checked.statements(body) if isinstance(each, checked.Put)}
                        for track in tracks:
                            if track.name not in changed:
                                message = f"no step of '{site.id}' changes '{track.name}'"
                                yield message, track.start.written.span, f"add a step with 'set: {track.name}'"
                    case _:
                        pass

    def _needs(self, owner: str, needs: Mapping[str, model.Field]) -> Iterator[tuple[str, str, Span]]:
        for need, known in needs.items():
            if (owner, need) not in self.uses.names:
                yield "need", need, known.span


def _type_words(pack: model.Pack) -> Iterator[str]:
    """The words of all types that stand in a pack."""
    fields: list[model.Field] = []
    owners = (pack.formulas, pack.modifiers, pack.events)
    for table in pack.tables.values():
        fields.extend(table.columns.values())
    for form in pack.sheets.values():
        fields.extend(form.fields.values())
    for needs in (known.needs for held in owners for known in held.values()):
        fields.extend(needs.values())
    for known in fields:
        if known.type is not None:
            yield from known.type.text.split()
    for event in pack.events.values():
        yield from _chosen(event.steps)


def _chosen(steps: Mapping[str, model.Step]) -> Iterator[str]:
    for step in steps.values():
        match step:
            case model.ChooseStep(choose=choose):
                yield from choose.text.split()
            case model.LoopStep(steps=inner) | model.BlockStep(steps=inner):
                yield from _chosen(inner)
            case _:
                pass
