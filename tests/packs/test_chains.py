"""What uses itself, or others too deep or too often, is told with every link of the chain and its place."""

from __future__ import annotations

import pytest

from handhold.diagnostics import Diagnostic
from handhold.packs.checks.chain import Chain, linked
from handhold.packs.checks.check import check_pack
from handhold.packs.stacks.load import model_of
from handhold.packs.storage.files import PackFile
from handhold.source import Span

HEAD = 'pack: demo\nformat: 1\nversion: "1.0.0"\ntitle: Demo\nlicense: CC0-1.0\n'

CIRCLES = [
    (
        "formulas:\n  a: {value: b}\n  b: {value: c + 1}\n  c: {value: a}\n",
        "'a' is defined by itself: a (demo.yaml:7) → b (demo.yaml:8) → c (demo.yaml:9) → a",
    ),
    (
        "sheets:\n  who:\n    left: {value: right}\n    right: {value: left}\n",
        "'who.left' is defined by itself: who.left (demo.yaml:8) → who.right (demo.yaml:9) → who.left",
    ),
    (
        "sheets:\n  who: {rope: rope}\n  rope: {held: optional who}\n",
        "a who would hold itself: who (demo.yaml:7) → rope (demo.yaml:8) → who",
    ),
    (
        "events:\n  a: {steps: {s: {do: b}}}\n  b: {steps: {s: {do: a}}}\n",
        "the event 'a' would do itself: a (demo.yaml:7) → b (demo.yaml:8) → a",
    ),
]


@pytest.mark.parametrize(("body", "message"), CIRCLES, ids=[message for _, message in CIRCLES])
def test_a_circle_is_told_link_by_link(body: str, message: str) -> None:
    assert message in [found.message for found in judged(body) if found.code == "cycle"]


@pytest.mark.parametrize("turned", [False, True])
def test_a_chain_that_is_too_deep_is_told_from_both_sides(turned: bool) -> None:
    lines = [f"  f{n}: {{value: f{n + 1} + 1}}\n" for n in range(45)] + ["  f45: {value: 1}\n"]
    hints = [found.hint for found in judged("formulas:\n" + "".join(lines[::-1] if turned else lines))]
    assert len(hints) == 1
    links = [link.partition(" ")[0] for link in hints[0].partition("formula: ")[2].split(" → ")]
    assert links == (
        ["f15", "f16", "f17", "f18", "…", "f42", "f43", "f44", "f45"]
        if turned
        else ["f0", "f1", "f2", "f3", "…", "f27", "f28", "f29", "f30"]
    )


def test_what_is_used_too_often_is_told_on_its_way_down() -> None:
    body = "formulas:\n" + "".join(f"  f{n}: {{value: g{n % 2} + f{n + 1} + f{n + 1}}}\n" for n in range(16))
    (found,) = judged(body + "  f16: {value: 1}\n  g0: {value: 1}\n  g1: {value: 1}\n")
    way = found.hint.partition(": ")[2].split(" → ")
    assert way[:2] == ["f3 (demo.yaml:10)", "f4 (demo.yaml:11)"]
    assert way[-1] == "f16 (demo.yaml:23)"


def test_steps_past_the_budget_are_told_loop_by_loop() -> None:
    body = """\
events:
  far:
    steps:
      days:
        repeat: 5000
        steps:
          rest: {value: 1}
          climb: {do: hours}
  hours:
    steps:
      none_of_it: 2
      often:
        when: 1 < 2
        steps:
          hold: {repeat: 9000, steps: {again: {each: i in 1..9000, steps: {n: i}}}}
"""
    (found,) = judged(body)
    assert found.hint == (
        "most of them are in days (demo.yaml:9, 5,000 passes) → climb (demo.yaml:13, hours) → "
        "hold (demo.yaml:20, 9,000 passes) → again (demo.yaml:20, 9,000 passes)"
    )


def test_sheets_may_stand_so_deep_and_no_deeper() -> None:
    def sheets(depth: int) -> str:
        inner = "".join(f"  s{n}: {{a: s{n + 1}}}\n" for n in range(depth - 1))
        return f"sheets:\n{inner}  s{depth - 1}: {{a: flag}}\n"

    assert judged(sheets(20)) == []
    (found,) = judged(sheets(21))
    assert (found.code, found.message) == ("too-big", "sheets stand more than 20 deep in one another")
    assert judged(sheets(400))


def test_a_long_chain_is_shortened() -> None:
    def place(id: str) -> Span:
        return Span("some/where/demo.yaml", int(id), 1, int(id), 2)

    assert linked(["3", "4", "3"], place) == "3 (demo.yaml:3) → 4 (demo.yaml:4) → 3"
    assert linked([str(n) for n in range(1, 9)], place).count("→") == 7
    assert linked([str(n) for n in range(1, 10)], place).split(" → ")[3:6] == [
        "4 (demo.yaml:4)",
        "…",
        "6 (demo.yaml:6)",
    ]


def test_the_line_of_a_chain_goes_on_to_what_weighs_most() -> None:
    chain = Chain(10)
    for id, weight in (("light", 1), ("heavy", 4)):
        chain.begin(id, weight)
        chain.end()
    chain.begin("top", 1)
    chain.use("heavy")
    chain.use("light")
    assert chain.line("next") == ["top", "next"]
    chain.end()
    assert chain.line("top") == ["top", "heavy"]


def judged(body: str) -> list[Diagnostic]:
    """What is wrong with a pack of this text, and what is unused left out."""
    model, found = model_of([PackFile("demo.yaml", (HEAD + body).encode())])
    assert model is not None
    assert not found, found
    return [each for each in check_pack(model)[1] if each.code != "unused"]
