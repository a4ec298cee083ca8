"""Packs that a stranger may send. Each name says what is wrong, the text is the pack."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from handhold import limits

HEAD = 'pack: h\nformat: 1\nversion: "1.0.0"\ntitle: H\nlicense: CC0-1.0\n'


MOST = limits.ENTRIES
"""Entries of one mapping."""
MOST_STEPS = limits.STEPS - 1
"""Steps of an event beside the one for its outcome."""


def formulas(entries: Iterable[str], outcome: str = "1") -> str:
    return (
        f"{HEAD}formulas:\n" + "".join(f"  {entry}\n" for entry in entries) + event(f"outcome: {outcome}")[len(HEAD) :]
    )


def event(*steps: str, needs: str = "{}") -> str:
    return f"{HEAD}events:\n  e:\n    needs: {needs}\n    steps:\n" + "".join(f"      {step}\n" for step in steps)


def formula(text: str) -> str:
    return formulas([f"f: {{value: '{text}'}}"])


def chain(length: int, before: str = "", behind: str = " + 1", backwards: bool = False) -> str:
    """Formulas each of which uses the next."""
    entries = [f"f{n}: {{value: '{before}f{n + 1}{behind}'}}" for n in range(length)] + [f"f{length}: {{value: 1}}"]
    return formulas(reversed(entries) if backwards else entries, "f0")


def events_in_a_row(length: int, backwards: bool = False, times: int = 1) -> str:
    each = [
        f"  e{n}:\n    steps:\n" + "".join(f"      x{time}: {{do: e{n + 1}}}\n" for time in range(times))
        for n in range(length)
    ]
    each.append(f"  e{length}:\n    steps:\n      x: 1\n")
    return f"{HEAD}events:\n" + "".join(reversed(each) if backwards else each)


def nested(levels: int, head: str, inner: str) -> str:
    lines = []
    for level in range(levels):
        indent = " " * 4 * level
        lines += [f"{indent}l{level}:", f"{indent}  {head}", f"{indent}  steps:"]
    return event(*lines, f"{' ' * 4 * levels}x: {inner}", "outcome: 1")


def table(columns: int, rows: int, cell: str = "{}") -> str:
    named = "".join(f"      c{n}: {{type: integer, default: 0}}\n" for n in range(columns))
    return f"{HEAD}tables:\n  t:\n    columns:\n{named}    rows:\n" + "".join(
        f"      r{n}: {cell}\n" for n in range(rows)
    )


def many(entry: str, count: int, section: str = "formulas") -> str:
    return f"{HEAD}{section}:\n" + "".join(f"  {entry.format(n=n)}\n" for n in range(count))


def _all_terms() -> Iterable[str]:
    """Formulas of as many words and signs as a pack may have, each of them another one."""
    for n in range(limits.FORMULAS_WORDS // (2 * _TERMS)):
        yield f"f{n + 1}: {{value: {'1 + ' * (_TERMS - 1)}{n}}}"


_TERMS = limits.FORMULA_TERMS - 5


FAULTY: dict[str, tuple[str, Callable[[], str]]] = {
    # YAML
    "brackets_deep": ("too-big", lambda: f"{HEAD}note: {'[' * 5000}{']' * 5000}\n"),
    "braces_deep": ("too-big", lambda: f"{HEAD}note: {'{a: ' * 5000}{'}' * 5000}\n"),
    "keys_deep": ("too-big", lambda: HEAD + "".join(f"{' ' * n}a:\n" for n in range(1000))),
    "dashes_deep": ("too-big", lambda: f"{HEAD}note:\n  {'- ' * 9000}x\n"),
    "brackets_open": ("too-big", lambda: f"{HEAD}note: {'[a,' * 6000}\n"),
    "aliases": ("yaml-feature", lambda: f"{HEAD}a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n"),
    "merges": (
        "yaml-feature",
        lambda: f"{HEAD}a: &a {{}}\n" + "".join(f"c{n}: {{<<: [*a, *a]}}\n" for n in range(5000)),
    ),
    "object": ("yaml-feature", lambda: f'{HEAD}note: !!python/object/apply:os.system ["id"]\n'),
    "no_character": ("yaml-syntax", lambda: f'{HEAD}note: "\\UFFFFFFFF"\n'),
    "beyond_unicode": ("yaml-syntax", lambda: f'{HEAD}note: "\\U00110000"\n'),
    "lines_only": ("not-a-pack", lambda: "\n" * 900_000),
    "megabyte_line": ("too-big", lambda: f"{HEAD}note: {'x' * 900_000}\n"),
    "megabyte_name": ("too-big", lambda: f"{HEAD}formulas:\n  {'x' * 900_000}: 1\n"),
    "long_name": ("bad-key", lambda: many("x" * 900 + ": {{value: 1}}", 1)),
    "spaces": ("yaml-syntax", lambda: f"{HEAD}a{' ' * 19_000}b\n"),
    "spaces_often": ("too-big", lambda: f"{HEAD}formulas:\n" + f"  a{' ' * 19_000}b\n" * 40),
    "zero": ("unreadable", lambda: f"{HEAD}note: \0\n"),
    "ansi": ("look-alike", lambda: f"{HEAD}note: \x1b[31m\x1b]8;;http://x\x07\n"),
    "bidi": ("look-alike", lambda: f"{HEAD}note: a\u202eb\u2066\n"),
    # too many
    "nodes": ("too-big", lambda: many("f{n}: {{value: 1}}", 25_000)),
    "rows": ("too-big", lambda: table(1, 100_000)[:990_000]),
    "cells": ("too-big", lambda: table(MOST, MOST)),
    "steps": ("too-big", lambda: event(*(f"s{n}: 1" for n in range(limits.STEPS + 1)))),
    "steps_in_blocks": ("too-big", lambda: event(*(f"b{n}: {{when: true, steps: {{s{n}: 1}}}}" for n in range(600)))),
    "formulas": ("too-big", lambda: many("s{n}: {{steps: {{a{n}: 1, b{n}: 1, c{n}: 1, d{n}: 1}}}}", MOST, "events")),
    "long_formulas": ("too-big", lambda: formulas(f"f{n}: {{value: '{'1 + ' * 150}1'}}" for n in range(200))),
    "terms_in_formulas": ("too-big", lambda: formulas(f"f{n}: {{value: {'1 + ' * 390}{n}}}" for n in range(125))),
    "braces_in_texts": (
        "too-big",
        lambda: HEAD + "events:\n" + "".join(f"  e{n}: {{steps: {{a: 1}}, says: '{'{a}' * 999}'}}\n" for n in range(9)),
    ),
    # ten thousand faults
    "unknown_keys": ("too-big", lambda: HEAD + "".join(f"kez{n}: 1\n" for n in range(9000))),
    "unknown_names": ("too-big", lambda: formulas(f"fooba{n}: {{value: nam{n} + fobar{n}}}" for n in range(MOST))),
    "unknown_long_names": (
        "too-big",
        lambda: formulas(f"{'ab' * 28}{n}: {{value: {'ba' * 28}{n}}}" for n in range(MOST)),
    ),
    "unknown_cells": ("too-big", lambda: table(MOST, 1, "{" + ", ".join(f"d{n}: 1" for n in range(MOST)) + "}")),
    "wrong_types": ("too-big", lambda: formulas(f"f{n}: {{value: 1 and {n}}}" for n in range(MOST))),
    "wrong_formulas": ("too-big", lambda: formulas(f"f{n}: {{value: '1 + + {n}'}}" for n in range(MOST))),
    "wrong_ids": ("too-big", lambda: many("F-{n}: {{value: 1}}", 6000)),
    "empty_entries": ("too-big", lambda: many("e{n}:", 9000, "events")),
    "look_alikes": ("too-big", lambda: many("f{n}: 1_000", 9000)),
    "look_alikes_in_entries": (
        "too-big",
        lambda: many("f{n}: {{value: 1_000, cite: 1:30, note: 017, title: 1.10}}", MOST),
    ),
    "unknown_keys_in_entries": (
        "too-big",
        lambda: many("e{n}: {{setps: 1, nedes: 2, cit: 3, tilte: 4, syas: 5, not: 6}}", MOST, "events"),
    ),
    "wrong_kinds_in_entries": (
        "too-big",
        lambda: many("e{n}: {{steps: 1, needs: 2, cite: {{}}, title: [], says: 5}}", MOST, "events"),
    ),
    "unknown_steps": (
        "too-big",
        lambda: many("e{n}: {{steps: {{a: {{rol: d6}}, b: {{chose: flag}}}}}}", MOST, "events"),
    ),
    "unknown_types": ("too-big", lambda: many("s{n}: {{a: intger, b: [x], c: lst of flag}}", MOST, "sheets")),
    "wrong_because": (
        "too-big",
        lambda: event(*(f"r{n}: {{refuse: {{c: {{when: nope{n}, becuse: x}}}}}}" for n in range(MOST_STEPS))),
    ),
    "twice": ("too-big", lambda: many("a: 1", 9000)),
    "anchors": ("too-big", lambda: HEAD + "note:\n" + "".join(f"  a{n}: &a{n} 1\n" for n in range(9000))),
    "overlaps": (
        "overlap",
        lambda: f"{HEAD}tables:\n  t:\n    rows:\n" + "".join(f"      r{n}: {{at: 0..{n}}}\n" for n in range(MOST)),
    ),
    # formulas
    "parentheses": ("formula-too-big", lambda: formula("(" * 1900 + "1" + ")" * 1900)),
    "minus_signs": ("formula-syntax", lambda: formula("-" * 1900 + "1")),
    "minus_20000": ("too-big", lambda: formula("-" * 20_000 + "1")),
    "nots": ("formula-too-big", lambda: formula("not " * 900 + "true")),
    "conditionals": ("formula-too-big", lambda: formula("if true then 1 else " * 180 + "1")),
    "calls": ("formula-too-big", lambda: formula("abs(" * 700 + "1" + ")" * 700)),
    "dots": ("formula-too-big", lambda: formula(".".join(["a"] * 1900))),
    "terms": ("formula-too-big", lambda: formula("+".join(["1"] * 1900))),
    "digits": ("formula-too-big", lambda: formula("9" * 3900)),
    "decimals": ("formula-too-big", lambda: formula("0." + "9" * 3900)),
    "attribute": ("formula-syntax", lambda: formula("(1).__class__")),
    "subscript": ("formula-syntax", lambda: formula("f[0]")),
    "power": ("formula-syntax", lambda: formula("2 ** 9")),
    "full_width": ("formula-syntax", lambda: formula("\uff11 + 1")),
    "digit_of_another_script": ("formula-syntax", lambda: formula("\u0663")),
    "zero_width": ("look-alike", lambda: formula("a\u200bb")),
    # dice
    "dice": ("bad-dice", lambda: event("r: {roll: 9999999d9999999}")),
    "sides": ("bad-dice", lambda: event(f"r: {{roll: d{'9' * 50}}}")),
    "rerolls": ("bad-dice", lambda: event("r: {roll: 100d1000rr<=999}")),
    "rerolls_together": ("bad-dice", lambda: event("r: {roll: 5d1000rr<=999 + 5d1000rr<=999}")),
    "always_again": ("bad-dice", lambda: event("r: {roll: 'd6rr<=6'}")),
    "always_more": ("bad-dice", lambda: event("r: {roll: 'd1!'}")),
    # what uses what
    "formulas_5000": ("too-big", lambda: chain(5000)),
    "formulas_in_a_row": ("too-much-work", lambda: chain(MOST - 1)),
    "formulas_in_a_row_backwards": ("too-much-work", lambda: chain(MOST - 1, backwards=True)),
    "formulas_deep": ("too-much-work", lambda: chain(29, "(2 * " * 28, ")" * 28)),
    "formulas_deep_calls": ("too-much-work", lambda: chain(29, "abs(" * 55, ")" * 55)),
    "formulas_doubled": (
        "too-much-work",
        lambda: formulas(f"f{n}: {{value: f{n + 1} + f{n + 1}}}" for n in range(29)).replace("f29 + f29", "1 + 1"),
    ),
    "formulas_in_circles": ("cycle", lambda: formulas(f"f{n}: {{value: f{(n + 1) % 30} + 1}}" for n in range(30))),
    "formulas_in_a_long_circle": (
        "too-much-work",
        lambda: formulas(f"f{n}: {{value: f{(n + 1) % MOST} + 1}}" for n in range(MOST)),
    ),
    "fields_in_a_row": (
        "too-much-work",
        lambda: (
            many("c{n}: 1", 0, "sheets")
            + "  s:\n    c0: integer\n"
            + "".join(f"    c{n}: {{value: c{n - 1} + 1}}\n" for n in range(1, MOST))
        ),
    ),
    "events_in_a_row": ("too-much-work", lambda: events_in_a_row(MOST - 1)),
    "events_in_a_row_backwards": ("too-much-work", lambda: events_in_a_row(MOST - 1, backwards=True)),
    "events_doubled": ("too-much-work", lambda: events_in_a_row(28, times=2)),
    "events_in_circles": (
        "cycle",
        lambda: f"{HEAD}events:\n" + "".join(f"  e{n}: {{steps: {{x: {{do: e{(n + 1) % 9}}}}}}}\n" for n in range(9)),
    ),
    "loops_9": ("too-big", lambda: nested(9, "repeat: 2", "{roll: d6}")),
    "repeat_without_end": ("too-much-work", lambda: event(f"l: {{repeat: {'9' * 20}, steps: {{x: 1}}}}")),
}
"""By name: the code of a diagnostic that must be among those told, and the pack."""

RUNNABLE: dict[str, tuple[int, int, Callable[[], str]]] = {
    "loops": (3, 0, lambda: nested(8, "repeat: 10", "1")),
    "loops_of_rolls": (3, 0, lambda: nested(8, "repeat: 10", "{roll: d6}")),
    "repeat_a_million": (
        3,
        0,
        lambda: event("l: {repeat: 9999, steps: {k: {repeat: 99, steps: {x: 1 + 1}}}}", "outcome: 1"),
    ),
    "walks": (
        3,
        3,
        lambda: event("outcome: sum(sum(sum(x + y + z for x in 1..9999) for y in 1..9999) for z in 1..9999)"),
    ),
    "squares": (3, 3, lambda: chain(12, "f12 * ", " * 9").replace("f12: {value: 1}", f"f12: {{value: {'9' * 30}}}")),
    "squares_in_steps": (
        3,
        3,
        lambda: event("s0: 7", *(f"s{n}: s{n - 1} * s{n - 1}" for n in range(1, 99)), "outcome: s98"),
    ),
    "squares_in_a_loop": (
        3,
        3,
        lambda: event("l: {repeat: 99, track: {n: 7}, steps: {x: {set: n, to: old * old}}}", "outcome: n"),
    ),
    "rolls": (
        0,
        3,
        lambda: event(
            *(f"r{n}: {{roll: d1000}}" for n in range(30)), f"outcome: {' + '.join(f'r{n}' for n in range(30))}"
        ),
    ),
    "rolls_multiplied": (
        0,
        3,
        lambda: event(
            *(f"r{n}: {{roll: d1000}}" for n in range(15)), f"outcome: {' * '.join(f'r{n}' for n in range(15))}"
        ),
    ),
    "dice": (0, 3, lambda: event(f"r: {{roll: {' + '.join(['100d1000'] * 20)}}}", "outcome: r")),
    "explosions": (0, 3, lambda: event("r: {roll: 100d1000!}", "outcome: r")),
    "best_dice": (0, 3, lambda: event("r: {roll: 100d1000kh50}", "outcome: r")),
    "division_on_one_face": (0, 3, lambda: event("r: {roll: d1000}", "outcome: 9 // (r - 999)")),
    "steps": (0, 0, lambda: event(*(f"s{n}: 1" for n in range(MOST_STEPS)), "outcome: 1")),
    "rolls_unread": (0, 0, lambda: event(*(f"r{n}: {{roll: d6}}" for n in range(MOST_STEPS)), "outcome: 1")),
    "choices": (
        0,
        0,
        lambda: event(*(f"c{n}: {{choose: flag, by: gm, default: false}}" for n in range(MOST_STEPS)), "outcome: 1"),
    ),
    "as_many_terms_as_may_be": (0, 0, lambda: formulas(_all_terms(), "f1")),
    "names_of_python": (
        0,
        0,
        lambda: (
            formulas(
                ("lambda: {value: 1}", "import: {value: lambda}", "exec: {value: import}", "v0: {value: exec}"), "v0"
            )
            + "  def:\n    needs: {yield: integer}\n    steps: {return: yield, async: {roll: d6}}\n"
        ),
    ),
}
"""By name: the exit codes of a run and of the odds of the event `e`, and the pack."""
