"""A pack as a short rule sheet: tables as tables, steps as sentences, the place of each in the source.

Everything is called by the name that is typed and that formulas use; a title stands beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from handhold.packs import checked, model
from handhold.packs.variants.meaning import formula_text
from handhold.play.result import Plain, Shown
from handhold.report.layout import two_sides
from handhold.report.output import Output
from handhold.report.printable import printable, width
from handhold.report.values import value_text

WHO: Mapping[str, str] = {"player": "the player", "opponent": "the opponent", "gm": "the game master"}


def pack_sheet(out: Output, pack: checked.Pack) -> None:
    """The whole pack: who it is, its readings, tables, sheets, modifiers, formulas and events."""
    source = pack.source
    header = source.header
    two_sides(out, printable(header.title), printable(f"{header.shown} · {header.license}"), style="strong")
    for origin in header.based_on:
        said = ", ".join(part for part in (origin.title, origin.author, origin.url) if part)
        two_sides(out, printable(f"after {said}"), "", hang=2)
    if header.note:
        two_sides(out, printable(header.note), "", hang=0)
    if source.settings:
        _heading(out, "Readings")
        for setting in source.settings.values():
            _setting(out, setting)
    for table in source.tables.values():
        _heading(out, _title(table), _cite(table.meta))
        _table(out, pack, table)
    for form in source.sheets.values():
        _heading(out, f"Sheet: {_title(form)}", _cite(form.meta))
        for field in form.fields.values():
            _line(out, _field(field), _cite(field.meta))
    for group in source.modifiers.values():
        _modifier(out, group)
    for formula in source.formulas.values():
        _heading(out, _title(formula), _cite(formula.meta))
        _line(out, f"{formula.id} = {formula_text(formula.value)}", "")
    for event in source.events.values():
        event_sheet(out, pack, event.id)


def one_event(out: Output, pack: checked.Pack, id: str) -> None:
    """An event by itself, under the name of the pack, with the tables, modifiers and formulas that it names."""
    header = pack.source.header
    two_sides(out, printable(header.title), printable(f"{header.shown} · {id}"), style="strong")
    event_sheet(out, pack, id)
    _used_by(out, pack, id)


def event_sheet(out: Output, pack: checked.Pack, id: str) -> None:
    """One event: what it needs and what happens, step by step."""
    event = pack.source.events[id]
    _heading(out, _title(event), _cite(event.meta))
    if event.meta.note:
        _line(out, printable(event.meta.note), "")
    if event.needs:
        _line(out, "needs " + "; ".join(_field(need) for need in event.needs.values()), "")
    for line, right in _steps(event.steps, "  "):
        two_sides(out, printable(line), printable(right), hang=len(line) - len(line.lstrip()) + 4)
    for key, constant in event.says.items():
        _line(out, f"{key}: {constant.value}" if key else str(constant.value), "")


def _used_by(out: Output, pack: checked.Pack, id: str) -> None:
    source = pack.source
    texts = " ".join(_texts(source.events[id].steps)) + " ".join(
        need.type.text for need in source.events[id].needs.values() if need.type
    )
    named = set(texts.replace("(", " ").replace(")", " ").replace(".", " ").replace(",", " ").split())
    for table in source.tables.values():
        if table.id in named:
            _heading(out, _title(table), _cite(table.meta))
            _table(out, pack, table)
    for group in source.modifiers.values():
        if group.id in named:
            _modifier(out, group)
    for formula in source.formulas.values():
        if formula.id in named:
            _heading(out, _title(formula), _cite(formula.meta))
            _line(out, f"{formula.id} = {formula_text(formula.value)}", "")


def readings_sheet(out: Output, pack: checked.Pack) -> None:
    """What the source leaves open, what was chosen and why."""
    for setting in pack.source.settings.values():
        _setting(out, setting)


# -- entries ------------------------------------------------------------------------------------------


def _heading(out: Output, text: str, right: str = "") -> None:
    out.line()
    two_sides(out, printable(text), right, style="strong")


def _line(out: Output, text: str, right: str) -> None:
    two_sides(out, f"  {printable(text)}", right, hang=4)


def _title(entry: model.Table | model.SheetForm | model.Modifier | model.NamedFormula | model.Event) -> str:
    return _named(entry.id, entry.meta)


def _named(id: str, meta: model.Meta) -> str:
    """The name that is typed, and the title if there is one."""
    return f"{id}: {meta.title}" if meta.title else id


def _cite(meta: model.Meta) -> str:
    return printable(meta.cite)


def _setting(out: Output, setting: model.Setting) -> None:
    others = [option for option in setting.options if option != setting.value.value]
    instead = f" (instead of {', '.join(map(str, others))})" if others else ""
    _line(out, f"{setting.id} = {_constant(setting.value)}{instead}", _cite(setting.meta))
    for text in (setting.question, setting.reading):
        if text:
            two_sides(out, f"      {printable(text)}", "", hang=6)


def _constant(constant: model.Constant) -> str:
    value = constant.value
    return value_text(value) if isinstance(value, bool | int | str) or value is None else constant.written.text.strip()


def _table(out: Output, pack: checked.Pack, table: model.Table) -> None:
    shown = Shown(pack)
    info = pack.tables[table.id]
    banded = bool(info.bands)
    head = ["", *(["at"] if banded else []), *table.columns]
    rows = [head]
    for n, row in enumerate(table.rows.values()):
        held = [_cell(shown.value(info.cells[name][n], info.columns[name])) for name in table.columns]
        at = [row.at.written.text.strip()] if banded and row.at is not None else [""] if banded else []
        rows.append([_named(row.id, row.meta), *at, *held])
    printed = [[printable(cell) for cell in each] for each in rows]
    widths = [max(width(each[n]) for each in printed) for n in range(len(head))]
    cites = ["", *(_cite(row.meta) for row in table.rows.values())]
    lines = list(zip(printed, cites, strict=True))
    for cells, cite in lines if len(head) > 1 else lines[1:]:
        line = "  ".join(cell + " " * (room - width(cell)) for cell, room in zip(cells, widths, strict=True))
        two_sides(out, f"  {line.rstrip()}", cite, hang=widths[0] + 4)


def _cell(value: Plain) -> str:
    return (", ".join(map(value_text, value)) or "none") if isinstance(value, list) else value_text(value)


def _modifier(out: Output, group: model.Modifier) -> None:
    take = {"sum": "added up", "first": "the first that holds", "highest": "the highest", "lowest": "the lowest"}[
        group.take
    ]
    _heading(out, f"{_title(group)} ({take})", _cite(group.meta))
    for line in group.lines.values():
        when = f"if {formula_text(line.when)}" if line.when else "always"
        title = f" ({line.meta.title})" if line.meta.title else ""
        _line(out, f"{line.id}{title}: {formula_text(line.value)}, {when}", _cite(line.meta))


def _field(field: model.Field) -> str:
    title = f" ({field.meta.title})" if field.meta.title else ""
    if field.value is not None:
        return f"{field.id}{title} = {formula_text(field.value)}"
    of = field.type.text.strip() if field.type else ""
    limits = [
        f"{name} {_constant(limit)}" for name in ("min", "max", "above", "below") if (limit := getattr(field, name))
    ]
    if field.default is not None:
        limits.append(f"default {_constant(field.default)}")
    if field.changes:
        limits.append("changes")
    return f"{field.id}: {', '.join([of, *limits])}{title}"


# -- steps --------------------------------------------------------------------------------------------


def _steps(steps: Mapping[str, model.Step], indent: str) -> Iterator[tuple[str, str]]:
    for step in steps.values():
        when = f", if {formula_text(step.when)}" if step.when is not None else ""
        name = f"{step.id} ({step.meta.title})" if step.meta.title else step.id
        right = step.meta.cite
        match step:
            case model.ValueStep():
                yield f"{indent}{name} = {formula_text(step.value)}{when}", right
            case model.RollStep():
                yield f"{indent}{name}: roll {formula_text(step.roll)}{when}", right
            case model.ChooseStep():
                yield from _choice(step, indent, name, when)
            case model.SetStep():
                yield f"{indent}{name}: {formula_text(step.set)} becomes {formula_text(step.to)}{when}", right
            case model.DoStep():
                given = ", ".join(f"{need} = {formula_text(value)}" for need, value in step.with_.items())
                anyway = "; a refusal of it changes nothing else" if step.go_on else ""
                yield (
                    f"{indent}{name}: do {step.do.text.strip()}{f' with {given}' if given else ''}{when}{anyway}",
                    right,
                )
            case model.RefuseStep():
                yield f"{indent}{name}: not possible{when}:", right
                yield from _refusals(step.refuse, indent + "  ")
            case model.LoopStep():
                yield from _loop(step, indent, name, when)
            case model.BlockStep():
                yield f"{indent}{name}: if {formula_text(step.when)}:", right
                yield from _steps(step.steps, indent + "  ")


def _choice(step: model.ChooseStep, indent: str, name: str, when: str) -> Iterator[tuple[str, str]]:
    among = f" among {formula_text(step.among)}" if step.among is not None else ""
    default = f", else {formula_text(step.default)}" if step.default is not None else ""
    yield f"{indent}{name}: {WHO[step.by]} chooses {step.choose.text.strip()}{among}{default}{when}", step.meta.cite
    if step.refuse:
        yield f"{indent}  not allowed:", ""
        yield from _refusals(step.refuse, indent + "    ")


def _refusals(lines: Mapping[str, model.RefusalLine], indent: str) -> Iterator[tuple[str, str]]:
    for line in lines.values():
        yield f"{indent}{line.id}: {line.because} ({formula_text(line.when)})", line.meta.cite


def _loop(step: model.LoopStep, indent: str, name: str, when: str) -> Iterator[tuple[str, str]]:
    source = formula_text(step.source)
    head = f"for each {step.variable} in {source}" if step.variable else f"up to {source} times"
    until = f" until {formula_text(step.until)}" if step.until is not None else ""
    yield f"{indent}{name}: {head}{until}{when}:", step.meta.cite
    for track, start in step.track.items():
        yield f"{indent}  {track} starts as {formula_text(start)}", ""
    yield from _steps(step.steps, indent + "  ")


def _texts(steps: Mapping[str, model.Step]) -> Iterator[str]:
    """The text of all formulas of steps."""
    for line, _ in _steps(steps, ""):
        yield line
