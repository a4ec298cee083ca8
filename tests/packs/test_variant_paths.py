"""Every place of a pack that a variant can touch: the same as editing the file of the pack by hand."""

from __future__ import annotations

import pytest

from handhold.packs.checks.check import check_pack
from handhold.packs.reading.reader import read_merged
from handhold.packs.schemas.schema import validate
from handhold.packs.variants.diff import differences
from handhold.packs.variants.meaning import meaning
from tests.packs.stacks import BASE, layer, put, said, tree, whole

CHANGES: list[tuple[str, list[tuple[str, str]]]] = [
    # what the variant changes, and what a person would put for what in the pack
    (
        "settings.round: {value: down, reading: Down.}",
        [("value: up", "value: down"), ("reading: Up.", "reading: Down.")],
    ),
    (
        "settings.step: {value: {formula: inherited + 1}, reading: Two.}",
        [("value: 1, reading: One.", "value: 2, reading: Two.")],
    ),
    (
        "settings.gentle: {value: {formula: not inherited}, reading: No.}",
        [("value: true, reading: It is.", "value: false, reading: No.")],
    ),
    ("settings.round.options: [up, down, exact]", [("options: [up, down]", "options: [up, down, exact]")]),
    ("settings.round.question: Why?", [("question: How?", "question: Why?")]),
    ("settings.round.cite: p. 2", [("reading: Up., cite: p. 1", "reading: Up., cite: p. 2")]),
    ("tables.distances.ordered: false", [("ordered: true", "ordered: false")]),
    ("tables.distances.columns.goal: number", [("{goal: integer", "{goal: number")]),
    ("tables.distances.columns.goal.type: number", [("{goal: integer", "{goal: number")]),
    ("tables.distances.columns.extra.default: 3", [("default: 2", "default: 3")]),
    ("tables.distances.rows.near.goal: 2", [("near: {goal: 1", "near: {goal: 2")]),
    ("tables.distances.rows.near: {goal: 2, dice: d8}", [("near: {goal: 1, dice: d6", "near: {goal: 2, dice: d8")]),
    ("tables.distances.rows.*.goal: {formula: inherited * 2}", [("goal: 1", "goal: 2"), ("goal: 3", "goal: 6")]),
    (
        "tables.distances.rows.*.dice: {formula: inherited + d4}",
        [("dice: d6", "dice: d6+d4"), ("dice: 2d6,", "dice: 2d6+d4,")],
    ),
    (
        "tables.distances.rows.*.extra: {formula: inherited * 2}",
        [("near: {goal: 1, dice: d6}", "near: {goal: 1, dice: d6, extra: 4}"), ("extra: 5", "extra: 10")],
    ),
    ("tables.ends.rows.success.at: 1..", [("at: 0..", "at: 1..")]),
    ("tables.ends.rows.slip.at: [-2..0, ..-10]", [("[-2..-1, ..-10]", "[-2..0, ..-10]")]),
    (
        "tables.ends.rows.*.falls: {formula: not inherited}",
        [("falls: true", "falls: T"), ("falls: false", "falls: true"), ("falls: T", "falls: false")],
    ),
    ("sheets.climber.dex: number", [("dex: integer", "dex: number")]),
    ("sheets.climber.dex.type: number", [("dex: integer", "dex: number")]),
    ("sheets.climber.tired.max: {formula: inherited - 9}", [("max: 99", "max: 90")]),
    ("sheets.climber.tired: {min: -1, default: 3}", [("min: 0, max: 99, default: 0", "min: -1, max: 99, default: 3")]),
    ("sheets.climber.tired.changes: false", [("changes: true", "changes: false")]),
    ("sheets.climber.worn_out.value: tired >= 5", [("{value: tired >= 10}", "{value: tired >= 5}")]),
    ("sheets.climber.worn_out: {formula: not inherited}", [("{value: tired >= 10}", "{value: not (tired >= 10)}")]),
    ("sheets.climber.worn_out: {type: flag}", [("{value: tired >= 10}", "{type: flag}")]),
    ("modifiers.climb_tn.take: highest", [("take: sum", "take: highest")]),
    ("modifiers.climb_tn.helps: lower", [("helps: higher", "helps: lower")]),
    ("modifiers.climb_tn.lines.worn_out.value: -6", [("value: -4", "value: -6")]),
    ("modifiers.climb_tn.lines.worn_out.value: {formula: inherited * 2}", [("value: -4", "value: (-4) * 2")]),
    ("modifiers.climb_tn.lines.worn_out.value: inherited * 2", [("value: -4", "value: (-4) * 2")]),
    (
        "modifiers.climb_tn.lines.worn_out.when: climber.tired > 3",
        [("when: climber.worn_out", "when: climber.tired > 3")],
    ),
    ("modifiers.climb_tn.lines: {worn_out.value: -6}", [("value: -4", "value: -6")]),
    (
        "modifiers.*.lines.*.value: {formula: inherited + 1}",
        [
            ("value: -4", "value: (-4) + 1"),
            ("{value: settings.step}", "{value: (settings.step) + 1}"),
            ("value: 3}", "value: (3) + 1}"),
            ("other: {value: 1}", "other: {value: (1) + 1}"),
        ],
    ),
    ("formulas.gap_to.value: climber.dex - total", [("climber.dex + climb_tn + best - total", "climber.dex - total")]),
    ("formulas.gap_to.needs.total: number", [("total: integer}", "total: number}")]),
    ("events.climb.needs.boost.max: 5", [("max: 3", "max: 5")]),
    (
        "events.climb.steps.roll.roll: {formula: inherited + 1}",
        [("roll: distance.dice}", "roll: (distance.dice) + 1}")],
    ),
    ("events.climb.steps.roll: {do: rest}", [("roll: {roll: distance.dice}", "roll: {do: rest}")]),
    ("events.climb.steps.outcome: ends(-margin)", [("outcome: ends(margin)", "outcome: ends(-margin)")]),
    ("events.climb.steps.outcome.value: ends(-margin)", [("outcome: ends(margin)", "outcome: ends(-margin)")]),
    ("events.climb.steps.push.by: gm", [("by: player", "by: gm")]),
    ("events.climb.steps.push.default: true", [("default: false", "default: true")]),
    (
        "events.climb.steps.tire.to: {formula: inherited + 1}",
        [('to: "min(99, old + distance.goal)"', 'to: "(min(99, old + distance.goal)) + 1"')],
    ),
    ("events.climb.steps.deep.steps.tire.set: climber.dex", [("tire: {set: climber.tired", "tire: {set: climber.dex")]),
    ("events.climb.steps.deep.when: not push", [("when: push\n", "when: not push\n")]),
    ("events.climb.steps.more.to: old + 1", [("to: old + distance.extra", "to: old + 1")]),
    ("events.climb.steps.loop.repeat: 3", [("repeat: 2", "repeat: 3")]),
    ("events.climb.steps.loop.track.n: 1", [("track: {n: 0}", "track: {n: 1}")]),
    ("events.climb.steps.rest.with.much: n + 1", [("with: {much: n}", "with: {much: n + 1}")]),
    ("events.climb.refuse.tired_out.when: climber.tired > 60", [("climber.tired > 50", "climber.tired > 60")]),
    ("events.climb.refuse.too_late.because: No.", [("because: Too late.", "because: No.")]),
    ("events.climb.steps.may.refuse.tired_out.because: No.", [("because: Too tired.", "because: No.")]),
    (
        "events.climb.refuse.*.because: No.",
        [("because: Too tired.", "because: No."), ("because: Too late.", "because: No.")],
    ),
    ("events.climb.says.fall: Down you go.", [("fall: You fall.", "fall: Down you go.")]),
]

ADDITIONS: list[tuple[str, list[tuple[str, str]]]] = [
    (
        "settings.wet: {value: 1, reading: One.}",
        [
            (
                "  gentle: {value: true, reading: It is.}\n",
                "  gentle: {value: true, reading: It is.}\n  wet: {value: 1, reading: One.}\n",
            )
        ],
    ),
    ("settings.step.note: Hm.", [("reading: One.", "reading: One., note: Hm.")]),
    ("tables.more: {rows: {a: {}}}", [("sheets:\n", "  more: {rows: {a: {}}}\nsheets:\n")]),
    (
        "tables.distances.rows.mid: {goal: 2, dice: d8, before: far}",
        [("      far:", "      mid: {goal: 2, dice: d8}\n      far:")],
    ),
    (
        "tables.distances.rows.mid: {goal: 2, dice: d8, after: near}",
        [("      far:", "      mid: {goal: 2, dice: d8}\n      far:")],
    ),
    ("tables.ends.rows.odd: {at: 0.5, falls: true}", [("sheets:\n", "      odd: {at: 0.5, falls: true}\nsheets:\n")]),
    (
        "tables.ends.columns.hurts: {type: flag, default: false}",
        [("columns: {falls: flag}", "columns: {falls: flag, hurts: {type: flag, default: false}}")],
    ),
    ("tables.ends.rows.fall.note: Ouch.", [("at: -9..-3, falls: true", "at: -9..-3, falls: true, note: Ouch.")]),
    ("tables.distances.rows.near.extra: 7", [("dice: d6}", "dice: d6, extra: 7}")]),
    ("sheets.rope: {length: number}", [("modifiers:\n", "  rope: {length: number}\nmodifiers:\n")]),
    ("sheets.climber.str: integer", [("modifiers:\n", "    str: integer\nmodifiers:\n")]),
    ("sheets.climber.dex.min: 3", [("dex: integer", "dex: {type: integer, min: 3}")]),
    (
        "scene.raining: {type: flag, default: false}",
        [("modifiers:\n", "  scene:\n    raining: {type: flag, default: false}\nmodifiers:\n")],
    ),
    ("modifiers.climb_tn.lines.rain: {value: -1}", [("  best:\n", "      rain: {value: -1}\n  best:\n")]),
    (
        "modifiers.climb_tn.lines.rain: {value: -1, before: steady}",
        [("      steady:", "      rain: {value: -1}\n      steady:")],
    ),
    (
        "modifiers.best.lines.lame: {value: 0, before: strong}",
        [("      strong:", "      lame: {value: 0}\n      strong:")],
    ),
    (
        "modifiers.climb_tn.needs.boost: integer",
        [
            (
                "needs: {climber: climber}\n    lines:\n      worn",
                "needs: {climber: climber, boost: integer}\n    lines:\n      worn",
            )
        ],
    ),
    (
        "modifiers.best.lines.other.when: climber.dex > 3",
        [("other: {value: 1}", "other: {value: 1, when: climber.dex > 3}")],
    ),
    ("formulas.half: {value: 1 / 2}", [("events:\n", "  half: {value: 1 / 2}\nevents:\n")]),
    ("formulas.gap_to.needs.more: integer", [("total: integer}", "total: integer, more: integer}")]),
    ("events.sleep: {steps: {outcome: true}}", [('much)"}\n', 'much)"}\n  sleep: {steps: {outcome: true}}\n')]),
    (
        "events.climb.needs.wet: {type: flag, default: false}",
        [("default: 0}}\n", "default: 0}, wet: {type: flag, default: false}}\n")],
    ),
    ("events.climb.steps.half: margin / 2", [("      outcome:", "      half: margin / 2\n      outcome:")]),
    (
        "events.climb.steps.half: {value: margin / 2, after: outcome}",
        [("    says:", "      half: {value: margin / 2}\n    says:")],
    ),
    (
        "events.climb.steps.half: {value: 1 / 2, before: may}",
        [("      may:", "      half: {value: 1 / 2}\n      may:")],
    ),
    (
        "events.climb.steps.dizzy: {value: 1, before: tire}",
        [("          tire:", "          dizzy: {value: 1}\n          tire:")],
    ),
    ("events.climb.steps.deep.steps.dizzy: 1", [("      rest: {do", "          dizzy: 1\n      rest: {do")]),
    (
        "events.climb.steps.outcome.when: not push",
        [("outcome: ends(margin)", "outcome: {value: ends(margin), when: not push}")],
    ),
    ("events.climb.steps.roll.cite: p. 9", [("{roll: distance.dice}", "{roll: distance.dice, cite: p. 9}")]),
    (
        "events.climb.refuse.afraid: {when: climber.dex < 1, because: Afraid.}",
        [("because: Too tired.}", "because: Too tired.}, afraid: {when: climber.dex < 1, because: Afraid.}")],
    ),
    (
        "events.climb.steps.push.refuse.nay: {when: push, because: No.}",
        [("because: Too late.}", "because: Too late.}, nay: {when: push, because: No.}")],
    ),
    ("events.climb.says.slip: You slip.", [("fall: You fall.", "fall: You fall.\n      slip: You slip.")]),
    ("events.rest.says: You rest.", [('much)"}\n', 'much)"}\n    says: You rest.\n')]),
    ("events.rest.says.slip: You rest.", [('much)"}\n', 'much)"}\n    says: {slip: You rest.}\n')]),
    ("events.rest.title: Rest", [('much)"}\n', 'much)"}\n    title: Rest\n')]),
]

REMOVALS: list[tuple[str, list[tuple[str, str]]]] = [
    ("settings.step", [("  step: {value: 1, reading: One.}\n", "")]),
    ("settings.round.question", [("question: How?, ", "")]),
    ("tables.ends", [(BASE[BASE.index("  ends:") : BASE.index("sheets:")], "")]),
    ("tables.distances.rows.near", [("      near: {goal: 1, dice: d6}\n", "")]),
    ("tables.distances.rows.far.extra", [(", extra: 5", "")]),
    ("tables.distances.columns.extra", [(", extra: {type: integer, default: 2}", ""), (", extra: 5", "")]),
    ("tables.distances.ordered", [("    ordered: true\n", "")]),
    ("sheets.climber.worn_out", [("    worn_out: {value: tired >= 10}\n", "")]),
    ("sheets.climber.tired.max", [("max: 99, ", "")]),
    ("modifiers.best", [(BASE[BASE.index("  best:") : BASE.index("formulas:")], "")]),
    ("modifiers.climb_tn.lines.worn_out", [("      worn_out: {when: climber.worn_out, value: -4, cite: p. 3}\n", "")]),
    ("modifiers.climb_tn.lines.worn_out.when", [("when: climber.worn_out, ", "")]),
    ("modifiers.climb_tn.helps", [("    helps: higher\n", "")]),
    ("formulas.gap_to", [(BASE[BASE.index("formulas:") : BASE.index("events:")], "")]),
    ("formulas.gap_to.needs.total", [(", total: integer", "")]),
    ("events.climb.needs.boost", [(", boost: {type: integer, min: 0, max: 3, default: 0}", "")]),
    (
        "events.climb.steps.tire",
        [('          tire: {set: climber.tired, to: "min(99, old + distance.goal)"}\n', "          {}\n")],
    ),
    (
        "events.climb.steps.deep",
        [
            (
                BASE[BASE.index("      deep:") : BASE.index("      rest:")],
                "",
            )
        ],
    ),
    (
        "events.climb.refuse.too_late",
        [("        refuse: {too_late: {when: push and margin < -5, because: Too late.}}\n", "")],
    ),
    ("events.climb.steps.rest.with.much", [(", with: {much: n}", "")]),
    ("events.climb.says.fall", [("      fall: You fall.\n", "")]),
    ("events.climb.steps.push.default", [("        default: false\n", "")]),
    ("events.rest", [(BASE[BASE.index("  rest:\n    needs") :], "")]),
]


def by_hand(edits: list[tuple[str, str]]) -> object:
    text = BASE
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new)
    return said(tree(text))


def ids(table: list[tuple[str, list[tuple[str, str]]]]) -> list[str]:
    return [body.split(":")[0] for body, _ in table]


@pytest.mark.parametrize(("body", "edits"), CHANGES, ids=ids(CHANGES))
def test_a_change_is_an_edit_by_hand(body: str, edits: list[tuple[str, str]]) -> None:
    assert said(whole(layer("v", f"change:\n  {body}"))) == by_hand(edits)


@pytest.mark.parametrize(("body", "edits"), ADDITIONS, ids=ids(ADDITIONS))
def test_an_addition_is_an_edit_by_hand(body: str, edits: list[tuple[str, str]]) -> None:
    assert said(whole(layer("v", f"add:\n  {body}"))) == by_hand(edits)


@pytest.mark.parametrize(("body", "edits"), REMOVALS, ids=ids(REMOVALS))
def test_a_removal_is_an_edit_by_hand(body: str, edits: list[tuple[str, str]]) -> None:
    assert said(whole(layer("v", f"remove: [{body}]"))) == by_hand(edits)


@pytest.mark.parametrize(("body", "edits"), ADDITIONS, ids=ids(ADDITIONS))
def test_removing_what_was_added_gives_the_parent_back(body: str, edits: list[tuple[str, str]]) -> None:
    path = body.split(":")[0]
    back = whole(layer("v", f"add:\n  {body}"), layer("w", f"remove: [{path}]", parent="v"))
    assert said(back) == said(tree(BASE))


def test_the_pack_of_these_tests_is_right() -> None:
    node = tree(BASE)
    assert validate(node, "pack") == ()
    pack, found = read_merged(node)
    assert (found, check_pack(pack)[1]) == ((), ())


# -- paths that lead nowhere -------------------------------------------------------------------------------------------

WRONG: list[tuple[str, str, str, str, str]] = [
    # body, code, the marked text, a piece of the message, a piece of the hint
    ("change: {table.distances.rows.near.goal: 2}", "bad-path", "table", "no 'table' in the pack", "'tables'"),
    ("change: {tables.distance.rows.near.goal: 2}", "bad-path", "distance", "in tables", "'distances'"),
    ("change: {tables.distances.rows.nera.goal: 2}", "bad-path", "nera", "in tables.distances.rows", "'near'"),
    ("change: {tables.distances.rows.*.gaol: 2}", "bad-path", "gaol", "", "'goal'"),
    ("change: {tables..rows: 2}", "bad-path", "tables..rows", "is no path", "such as"),
    ("change: {events.climb.steps.rol.roll: d6}", "bad-path", "rol", "in events.climb.steps", "'roll'"),
    ("change: {events.climb.refuse.tired.when: d6}", "bad-path", "tired", "", "'tired_out'"),
    ("change: {modifiers.climb_tn.lines.steady.when: true}", "bad-path", "when", "", "under 'add'"),
    ("change: {modifiers.climb_tn.lines.steady: {when: true}}", "bad-path", "when", "lines.steady", "under 'add'"),
    ("change: {tables.distances.rows.near: 3}", "wrong-kind", "3", "holds keys and values", "goal, dice"),
    ("change: {events.climb.steps.roll: d8}", "wrong-kind", "d8", "holds keys and values", "roll"),
    ("change: {tables.distances.rows.near.goal: {a: 3}}", "wrong-kind", "a: 3", "is one value", "{formula: …}"),
    ("change: {sheets.climber.dex.type: {formula: a}}", "wrong-kind", "formula: a", "is a word", ""),
    ("change: {settings.round.value: down}", "missing-key", "settings.round.value", "its reading", "reading: why"),
    ("add: {tables.distance.columns.a: integer}", "bad-path", "distance", "", "'distances'"),
    ("add: {tables: {}}", "bad-path", "tables", "does not say what", ""),
    ("add: {tables.distances.rows.near: {goal: 1}}", "duplicate-key", "near", "already", "under 'change'"),
    ("add: {events.climb.steps.tire: 1}", "duplicate-key", "tire", "already", "another name"),
    ("add: {tables.distances.colums: {}}", "bad-path", "colums", "is no key of a table", "'columns'"),
    ("add: {tables.distances.rows.mid: {goal: 2, dice: d6}}", "missing-key", "mid", "order matters", "before: near"),
    ("add: {modifiers.best.lines.mid: {value: 2}}", "missing-key", "mid", "order matters", "before: strong"),
    ("add: {events.climb.steps.x: {value: 2, before: rol}}", "bad-path", "rol", "could stand before", "'roll'"),
    ("add: {events.rest.refuse.x: {when: true, because: a}}", "bad-path", "events.rest.refuse.x", "which step", "STEP"),
    ("remove: [tables.distances.rows.fra]", "bad-path", "fra", "no 'fra'", "'far'"),
    ("remove: [events.climb.refuse]", "bad-path", "events.climb.refuse", "does not say what goes", ""),
    ("remove: [tables.ends, tables.ends.rows.fall]", "duplicate-key", "tables.ends.rows.fall", "twice", "keep one"),
    (
        "change: {tables.distances.rows.*.goal: 3, tables.distances.rows.near.goal: 4}",
        "duplicate-key",
        "tables.distances.rows.near.goal",
        "tables.distances.rows.near.goal is given twice",
        "v.yaml:7:10",
    ),
    (
        "{add: {events.climb.steps.x: {value: 2, before: tire}}, remove: [events.climb.steps.tire]}",
        "bad-path",
        "events.climb.steps.x",
        "'tire', which 'x' stands before, is removed",
        "",
    ),
    (
        "change: {tables.distances.rows.near.goal: {formula: inherited * dex}}",
        "wrong-type",
        "dex",
        "worked out",
        "once",
    ),
    ("change: {tables.distances.rows.near.goal: {formula: inherited / 0}}", "may-fault", "inherited / 0", "zero", ""),
    ("change: {tables.distances.rows.near.goal: {formula: not inherited}}", "wrong-type", "inherited", "true or", ""),
    ("change: {tables.ends.rows.fall.falls: {formula: inherited + 1}}", "wrong-type", "inherited", "a number", ""),
    ("change: {tables.ends.rows.success.at: {formula: inherited + 1}}", "wrong-type", "inherited", "no dice", ""),
    ("change: {tables.ends.rows.slip.at: {formula: inherited}}", "wrong-type", "inherited", "is no number", "itself"),
    ("change: {tables.distances.rows.far.dice: {formula: inherited * 2}}", "bad-dice", "inherited * 2", "added", ""),
    ("change: {tables.distances.rows.far.goal: {formula: inherited +}}", "formula-syntax", "", "", ""),
    ("change: {tables.distances.rows.far.goal: 3}", "no-change", "tables.distances.rows.far.goal", "nothing", "delete"),
]

NOTHING = [
    # a change that changes nothing, and what of it is told
    ("formulas.gap_to.value: {formula: inherited}", "formulas.gap_to.value"),
    ('formulas.gap_to.value: {formula: "(inherited)"}', "formulas.gap_to.value"),
    ("formulas.gap_to.value: inherited", "formulas.gap_to.value"),
    ("formulas.gap_to: {value: climber.dex+climb_tn  + best-total}", "value"),
    ("events.climb.steps.outcome: ends( margin )", "events.climb.steps.outcome"),
    ("modifiers.best.lines.*.value: {formula: inherited}", "modifiers.best.lines.*.value"),
    ("tables.distances.rows.*.dice: {formula: inherited}", "tables.distances.rows.*.dice"),
    ("tables.distances.rows.near.extra: 2", "tables.distances.rows.near.extra"),
    ("sheets.climber.dex: {type: integer}", "type"),
    ('events.climb.says.fall: "You  fall."', "events.climb.says.fall"),
    ("settings.round.options: [down, up]", "settings.round.options"),
    ("tables.distances.rows.near: {}", "tables.distances.rows.near"),
    ("tables.*.rows.*: {}", "tables.*.rows.*"),
    ("events.climb.steps: {deep: {steps: {}}}", "steps"),
]


@pytest.mark.parametrize(("body", "text"), NOTHING, ids=[body for body, _ in NOTHING])
def test_a_change_that_changes_nothing_is_told_once(body: str, text: str) -> None:
    written = f"change:\n  {body}\n"
    applied, (fault,) = put(layer("v", written))
    assert applied is not None
    assert differences(applied.base, applied.whole) == ()
    assert (fault.code, fault.severity, fault.hint) == ("no-change", "warning", "delete it")
    assert fault.span is not None
    line = written.splitlines()[fault.span.line - 7]
    assert line[fault.span.column - 1 : fault.span.end_column - 1] == text


@pytest.mark.parametrize("body", ["tables.distances.rows.near: {}", "formulas.gap_to.value: inherited"])
def test_what_changes_nothing_keeps_no_other_variant_from_its_work(body: str) -> None:
    goal = "change: {tables.distances.rows.near.goal: 5}"
    layers = layer("u", f"change:\n  {body}"), layer("v", goal, parent="u")
    applied, found = put(*layers)
    assert applied is not None
    assert [fault.code for fault in found] == ["no-change"]
    assert meaning(applied.whole, "pack") == meaning(whole(layer("v", goal)), "pack")


@pytest.mark.parametrize(
    "body",
    [
        "formulas.gap_to.value: total - (climber.dex + climb_tn + best)",
        "formulas.gap_to.value: {formula: inherited * 1}",
        "modifiers.best.lines.*.value: 3",
        "settings.gentle: {value: 1, reading: It is so.}",
    ],
)
def test_a_change_that_changes_something_is_none_that_changes_nothing(body: str) -> None:
    applied, found = put(layer("v", f"change:\n  {body}"))
    assert applied is not None
    assert [fault.code for fault in found] == []
    assert differences(applied.base, applied.whole) != ()


@pytest.mark.parametrize(("body", "code", "text", "message", "hint"), WRONG, ids=[line[0] for line in WRONG])
def test_a_path_that_leads_nowhere_is_told(body: str, code: str, text: str, message: str, hint: str) -> None:
    body = body.strip("{}").replace(", remove:", "\nremove:") if body.startswith("{") else body
    _, (fault,) = put(layer("v", body))
    assert fault.code == code
    assert message in fault.message
    assert hint in fault.hint
    assert fault.span is not None
    assert (fault.span.file, fault.span.pack, fault.span.variant) == ("v.yaml", "v", "v")
    lines = f"\n\n\n\n\n\n{body}".split("\n")
    marked = lines[fault.span.line - 1][fault.span.column - 1 : fault.span.end_column - 1]
    assert not text or marked.strip("{}") == text
