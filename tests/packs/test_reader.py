"""Nodes to the model: every slot of the language, several files, and what is said of each kind of fault."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handhold.diagnostics import Diagnostic
from handhold.packs import model
from handhold.packs.reading.reader import read_pack
from handhold.packs.stacks.load import load_model, model_of
from handhold.packs.storage.files import PackFile
from handhold.packs.storage.shelves import known_packs
from handhold.packs.yaml.document import read_document
from handhold.packs.yaml.echoes import without_echoes
from handhold.source import Span, Written

HEADER = 'pack: demo\nformat: 1\nversion: "1.0.0"\ntitle: Demo\nlicense: CC0-1.0\n'

DEMO = """\
pack: demo
format: 1
version: "1.0.0"
title: Demo
license: CC0-1.0
based_on:
  core: {title: The rulebook, author: Someone, url: "https://example.org", note: Its first printing.}
note: A small pack.
settings:
  round:
    value: up
    options: [up, down]
    question: The text gives no rounding.
    reading: Up, since the only rounding in the text goes up.
    cite: p. 3
  step: {value: 1.5, question: How far is a step?, reading: A pace and a half.}
tables:
  distances:
    title: Distances
    ordered: true
    columns: {goal: integer, dice: dice, extra: {type: integer, default: 0}}
    rows:
      near: {goal: 1, dice: d6}
      far: {goal: 3, dice: 2d6, cite: p. 4}
  ends:
    columns: {falls: flag}
    rows:
      success: {at: 0.., falls: false}
      slip: {at: [-2..-1, ..-10], falls: false}
      fall: {at: -9..-3, falls: true}
sheets:
  scene:
    raining: {type: flag, default: false}
  climber:
    title: A climber
    dex: integer
    tired: {type: number, min: 0, above: -1, max: 99, below: 100, default: 0, changes: true}
    worn_out: {value: tired >= 10, note: Checked often.}
modifiers:
  climb_tn:
    take: sum
    helps: higher
    needs: {climber: climber}
    lines:
      worn_out: {when: climber.worn_out, value: -4, cite: p. 3}
  dex_bonus: {base: climber.dex, take: highest, lines: {gloves: {value: 1}}}
formulas:
  gap_to: {needs: {climber: climber, total: integer}, value: climber.dex + climb_tn - total}
events:
  climb:
    title: Climb
    cite: p. 2
    needs: {climber: climber, boost: {type: integer, min: 0, max: 3, default: 0}}
    steps:
      may: {refuse: {tired_out: {when: climber.tired > 50, because: Too tired., cite: p. 1}}}
      roll: {roll: distance.dice}
      margin: gap_to(total = roll)
      twice:
        value: >-
          margin
          + margin
        when: margin >= 0
      single: 1
      push:
        choose: flag
        by: opponent
        default: false
        among: list(true for x in distances)
        when: margin >= 0
        refuse: {code: {when: push, because: No.}}
      outcome: ends(margin)
      tire: {set: climber.tired, to: old + 1, note: It tires.}
      part: {do: other, with: {height: 3}, if_refused: go_on}
      whole: {do: other}
      loop: {each: "h in halvings", track: {n: 1}, until: n > 5, steps: {inner: h}}
      again: {repeat: 5, steps: {deep: {when: n > 1, steps: {deepest: 2}}}}
    says:
      success: 'You make it, and don''t slip.'
      fall: You fall.
  other: {steps: {x: 1}, says: Done.}
"""


def load(text: str) -> tuple[model.Pack | None, tuple[Diagnostic, ...]]:
    return model_of([PackFile("demo.yaml", text.encode())])


@pytest.fixture(scope="module")
def demo() -> model.Pack:
    pack, found = load(DEMO)
    assert found == ()
    assert pack is not None
    return pack


def letters(written: Written | None) -> str:
    assert written is not None
    return " ".join(written.text.split())


# -- the model ---------------------------------------------------------------------------------------------------------


def test_the_header(demo: model.Pack) -> None:
    origin = model.Origin("core", "The rulebook", "Someone", "https://example.org", "Its first printing.")
    head = demo.header
    assert (head.pack, head.format, head.version, head.title) == ("demo", 1, "1.0.0", "Demo")
    assert (head.license, head.note, head.based_on) == ("CC0-1.0", "A small pack.", (origin,))
    assert str(head.span) == "demo.yaml:1:1"
    assert head.span.pack == "demo"


def test_settings(demo: model.Pack) -> None:
    assert list(demo.settings) == ["round", "step"]
    turn = demo.settings["round"]
    assert (turn.value.value, turn.options, turn.meta.cite) == ("up", ("up", "down"), "p. 3")
    assert turn.question == "The text gives no rounding."
    assert demo.settings["step"].value.value == Fraction(3, 2)


def test_tables(demo: model.Pack) -> None:
    distances, ends = demo.tables["distances"], demo.tables["ends"]
    assert (distances.ordered, ends.ordered, distances.meta.title) == (True, False, "Distances")
    extra = distances.columns["extra"]
    assert extra.default is not None
    assert (letters(extra.type), extra.default.value) == ("integer", 0)
    far = distances.rows["far"]
    assert {name: cell.value for name, cell in far.cells.items()} == {"goal": 3, "dice": "2d6"}
    assert far.meta.cite == "p. 4"
    bands = [row.at for row in ends.rows.values()]
    assert all(band is not None for band in bands)
    values = [band.value for band in bands if band is not None]
    assert values[0] == "0.."
    assert isinstance(values[1], tuple)
    assert [part.value for part in values[1]] == ["-2..-1", "..-10"]


def test_sheets(demo: model.Pack) -> None:
    climber = demo.sheets["climber"]
    assert climber.meta.title == "A climber"
    assert list(climber.fields) == ["dex", "tired", "worn_out"]
    tired = climber.fields["tired"]
    limits = [tired.min, tired.max, tired.above, tired.below, tired.default]
    assert [limit.value if limit else None for limit in limits] == [0, 99, -1, 100, 0]
    assert (letters(tired.type), tired.changes, tired.value) == ("number", True, None)
    worn_out = climber.fields["worn_out"]
    assert (worn_out.type, letters(worn_out.value), worn_out.meta.note) == (None, "tired >= 10", "Checked often.")


def test_modifiers_and_formulas(demo: model.Pack) -> None:
    climb_tn, bonus = demo.modifiers["climb_tn"], demo.modifiers["dex_bonus"]
    assert (climb_tn.take, climb_tn.helps, climb_tn.base, list(climb_tn.needs)) == ("sum", "higher", None, ["climber"])
    line = climb_tn.lines["worn_out"]
    assert (letters(line.when), letters(line.value), line.meta.cite) == ("climber.worn_out", "-4", "p. 3")
    assert (bonus.take, bonus.helps, letters(bonus.base)) == ("highest", "", "climber.dex")
    assert bonus.lines["gloves"].when is None
    gap = demo.formulas["gap_to"]
    assert (list(gap.needs), letters(gap.value)) == (["climber", "total"], "climber.dex + climb_tn - total")


def test_steps(demo: model.Pack) -> None:
    steps = demo.events["climb"].steps
    assert [type(step).__name__ for step in steps.values()] == [
        *("RefuseStep", "RollStep", "ValueStep", "ValueStep", "ValueStep", "ChooseStep", "ValueStep", "SetStep"),
        *("DoStep", "DoStep", "LoopStep", "LoopStep"),
    ]
    may, twice, push = steps["may"], steps["twice"], steps["push"]
    assert isinstance(may, model.RefuseStep)
    ground = may.refuse["tired_out"]
    assert (letters(ground.when), ground.because, ground.meta.cite) == ("climber.tired > 50", "Too tired.", "p. 1")
    assert isinstance(twice, model.ValueStep)
    assert (letters(twice.value), letters(twice.when)) == ("margin + margin", "margin >= 0")
    assert isinstance(push, model.ChooseStep)
    assert (letters(push.choose), push.by, letters(push.default), list(push.refuse)) == (
        "flag",
        "opponent",
        "false",
        ["code"],
    )
    assert letters(push.among) == "list(true for x in distances)"


def test_steps_that_change_or_call(demo: model.Pack) -> None:
    steps = demo.events["climb"].steps
    tire, part, whole = steps["tire"], steps["part"], steps["whole"]
    assert isinstance(tire, model.SetStep)
    assert (letters(tire.set), letters(tire.to), tire.meta.note) == ("climber.tired", "old + 1", "It tires.")
    assert isinstance(part, model.DoStep)
    assert isinstance(whole, model.DoStep)
    assert (letters(part.do), {name: letters(of) for name, of in part.with_.items()}, part.go_on) == (
        "other",
        {"height": "3"},
        True,
    )
    assert (dict(whole.with_), whole.go_on) == ({}, False)


def test_loops_and_blocks(demo: model.Pack) -> None:
    steps = demo.events["climb"].steps
    loop, again = steps["loop"], steps["again"]
    assert isinstance(loop, model.LoopStep)
    assert isinstance(again, model.LoopStep)
    assert (loop.variable, letters(loop.source), letters(loop.track["n"]), letters(loop.until)) == (
        "h",
        "halvings",
        "1",
        "n > 5",
    )
    assert (again.variable, letters(again.source), again.until) == ("", "5", None)
    deep = again.steps["deep"]
    assert isinstance(deep, model.BlockStep)
    assert list(deep.steps) == ["deepest"]


def test_the_list_of_a_loop_is_where_it_says(demo: model.Pack) -> None:
    loop = demo.events["climb"].steps["loop"]
    assert isinstance(loop, model.LoopStep)
    place = loop.source.within(0, len("halvings"))
    assert DEMO.splitlines()[place.line - 1][place.column - 1 : place.end_column - 1] == "halvings"


def test_what_is_said_has_its_words_and_its_place(demo: model.Pack) -> None:
    says = demo.events["climb"].says
    assert says["success"].value == "You make it, and don't slip."
    assert says["success"].written.text == " You make it, and don  t slip. "
    assert demo.events["other"].says[""].value == "Done."


# -- several files -----------------------------------------------------------------------------------------------------


def test_sections_of_several_files_are_one() -> None:
    files = [
        PackFile("pack.yaml", (HEADER + "tables:\n  a: {rows: {x: {}}}\n").encode()),
        PackFile("more.yaml", b"tables:\n  b: {rows: {y: {}}}\nsheets:\n  climber: {dex: integer}\n"),
    ]
    pack, found = model_of(files)
    assert found == ()
    assert pack is not None
    assert list(pack.tables) == ["a", "b"]
    assert pack.tables["b"].span.file == "more.yaml"
    assert pack.tables["b"].span.pack == "demo"
    assert list(pack.sheets) == ["climber"]


def test_an_entry_twice_names_both_places() -> None:
    files = [
        PackFile("pack.yaml", (HEADER + "tables:\n  a: {rows: {x: {}}}\n").encode()),
        PackFile("more.yaml", b"# again\ntables:\n  a: {rows: {y: {}}}\n"),
    ]
    pack, (fault,) = model_of(files)
    assert (fault.code, str(fault.span)) == ("duplicate-key", "more.yaml:3:3")
    assert "pack.yaml:7:3" in fault.hint
    assert pack is not None
    assert list(pack.tables["a"].rows) == ["x"]


def test_the_header_stands_in_one_file() -> None:
    files = [PackFile("pack.yaml", HEADER.encode()), PackFile("more.yaml", b"title: Another\nnote: And more.\n")]
    _, found = model_of(files)
    assert [(fault.code, str(fault.span)) for fault in found] == [
        ("bad-header", "more.yaml:1:1"),
        ("bad-header", "more.yaml:2:1"),
    ]


def test_a_section_that_is_no_mapping_in_one_file() -> None:
    files = [PackFile("pack.yaml", (HEADER + "tables: {}\n").encode()), PackFile("more.yaml", b"tables: none\n")]
    _, found = model_of(files)
    assert [(fault.code, str(fault.span)) for fault in found] == [("wrong-kind", "more.yaml:1:9")]


def test_a_file_that_cannot_be_read_is_no_reason_to_keep_quiet_about_the_others() -> None:
    files = [PackFile("pack.yaml", (HEADER + "note\n").encode()), PackFile("more.yaml", b"tables: @\n")]
    pack, found = model_of(files)
    assert pack is None
    assert [str(fault.span) for fault in found] == ["more.yaml:1:9", "pack.yaml:6:1"]


# -- the reader by itself ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("tables: 3", "wrong-kind"),
        ("tables: {a: 3}", "wrong-kind"),
        ("tables: {a: {}}", "missing-key"),
        ("tables: {a: {ordered: 3, rows: {}}}", "wrong-kind"),
        ("settings: {a: {reading: x}}", "missing-key"),
        ("sheets: {a: {b: [c]}}", "wrong-kind"),
        ("sheets: {a: {b: 3}}", "wrong-kind"),
        ("modifiers: {a: {take: most, lines: {}}}", "bad-value"),
        ("formulas: {a: {value: [b]}}", "wrong-kind"),
        ("events: {a: {steps: {b: {}}}}", "missing-key"),
        ("events: {a: {steps: {b: {set: x}}}}", "missing-key"),
        ("events: {a: {cite: 3, steps: {}}}", "wrong-kind"),
    ],
)
def test_the_reader_needs_no_schema(body: str, code: str) -> None:
    node, found = read_document((HEADER + body).encode(), "demo.yaml")
    assert found == ()
    assert node is not None
    pack, faults = read_pack([node])
    assert pack is not None
    assert [fault.code for fault in faults] == [code]


def test_the_reader_goes_on_after_a_fault() -> None:
    body = "formulas:\n  a: {value: [b]}\n  c: {value: 1}\nevents: {e: {steps: {s: {set: x}, t: 2}}}"
    pack, found = load(HEADER + body)
    assert [fault.code for fault in found] == ["wrong-kind", "missing-key"]
    assert pack is not None
    assert list(pack.formulas) == ["c"]
    assert list(pack.events["e"].steps) == ["t"]


def test_an_echo_is_dropped() -> None:
    def fault(line: int, severity: str = "error") -> Diagnostic:
        return Diagnostic(
            "unused", "x", Span("f", line, 1, line, 2), severity="error" if severity == "error" else "warning"
        )

    assert without_echoes([fault(1), fault(2, "warning")], [fault(1), fault(2), fault(3)]) == (fault(2), fault(3))


# -- the shipped packs, and laws ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name, _ in known_packs()])
def test_a_shipped_pack_has_no_fault_of_shape(name: str) -> None:
    pack, found = load_model(name)
    assert found == ()
    assert pack is not None
    assert pack.header.pack == name


LINES = DEMO.splitlines(keepends=True)


@given(st.data())
def test_a_pack_with_a_line_gone_or_moved_never_raises(data: st.DataObject) -> None:
    lines = list(LINES)
    for _ in range(data.draw(st.integers(1, 4))):
        taken = lines.pop(data.draw(st.integers(0, len(lines) - 1)))
        if data.draw(st.booleans()):
            lines.insert(data.draw(st.integers(0, len(lines))), taken)
    pack, found = load("".join(lines))
    assert pack is not None or found


@given(st.integers(0, len(DEMO) - 1), st.sampled_from(" \n:-?{}[],#&*!|>'\"%@`~()x0"))
def test_a_pack_with_a_letter_changed_never_raises(at: int, letter: str) -> None:
    pack, found = load(DEMO[:at] + letter + DEMO[at + 1 :])
    assert pack is not None or found
