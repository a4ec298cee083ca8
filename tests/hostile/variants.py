"""Variants that a stranger may send, with the packs that they extend; each name says what is wrong or too much."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from handhold import limits
from tests.hostile.packs import MOST, MOST_STEPS, event, formulas, many

_HEAD = 'pack: {}\nformat: 1\nversion: "1.0.0"\ntitle: V\nlicense: CC0-1.0\nextends: {}\n'


def variant(*lines: str, id: str = "v", parent: str = "h") -> str:
    return _HEAD.format(id, parent) + "".join(f"{line}\n" for line in lines)


def changes(entries: Iterable[str], id: str = "v", parent: str = "h") -> str:
    return variant("change:", *(f"  {entry}" for entry in entries), id=id, parent=parent)


def additions(entries: Iterable[str], id: str = "v", parent: str = "h") -> str:
    return variant("add:", *(f"  {entry}" for entry in entries), id=id, parent=parent)


def steps() -> str:
    """One event with as many steps as there may be."""
    return event(*(f"s{n}: {n}" for n in range(MOST_STEPS)), "outcome: 1")


def cells(rows: int = 300, columns: int = 24) -> str:
    """A table that is all cells."""
    named = "".join(f"      c{n}: integer\n" for n in range(columns))
    row = ", ".join(f"c{n}: {n}" for n in range(columns))
    return (
        event("outcome: 1")
        + f"tables:\n  t:\n    columns:\n{named}    rows:\n"
        + "".join(f"      r{n}: {{{row}}}\n" for n in range(rows))
    )


def lines() -> str:
    return (
        event("outcome: m")
        + "modifiers:\n  m:\n    lines:\n"
        + "".join(f"      l{n}: {{value: {n}}}\n" for n in range(MOST))
    )


@dataclass(frozen=True, slots=True)
class Put:
    """A pack, what is put on it by name, and the codes that are told (none: it can be used)."""

    base: Callable[[], str]
    variants: Callable[[], dict[str, str]]
    codes: frozenset[str] = field(default_factory=frozenset)

    def written(self, folder: Path) -> str:
        """The stack as it is typed, its files made in a folder."""
        folder.mkdir(exist_ok=True)
        (folder / "h.yaml").write_text(self.base(), encoding="utf-8")
        texts = self.variants()
        for name, text in texts.items():
            (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
        return "+".join(f"{folder}/{name}.yaml" for name in texts)


def _one(base: Callable[[], str], made: Callable[[], str], *codes: str) -> Put:
    return Put(base, lambda: {"v": made()}, frozenset(codes))


def _stack(base: Callable[[], str], made: Callable[[int], str], *codes: str, most: int = limits.STACK - 1) -> Put:
    return Put(base, lambda: {f"v{n}": made(n) for n in range(most)}, frozenset(codes))


VARIANTS: dict[str, Put] = {
    "steps_changed": _one(steps, lambda: changes(f"events.e.steps.s{n}.value: {n + 1}" for n in range(MOST_STEPS))),
    "steps_wrong": _one(steps, lambda: changes(f"events.e.steps.x{n}.value: 1" for n in range(6000)), "too-big"),
    "steps_added": _one(
        lambda: event(*(f"s{n}: {n}" for n in range(MOST_STEPS // 2)), "outcome: 1"),
        lambda: additions(f"events.e.steps.x{n}: {{value: 1, before: s{n}}}" for n in range(MOST_STEPS // 2)),
    ),
    "steps_added_at_added": _one(
        lambda: event("s0: 1", "outcome: 1"),
        lambda: additions(f"events.e.steps.s{n + 1}: {{value: 1, after: s{n}}}" for n in range(MOST_STEPS - 1)),
    ),
    "steps_added_nowhere": _one(
        steps, lambda: additions(f"events.e.steps.x{n}: {{value: 1, before: y{n}}}" for n in range(3000)), "too-big"
    ),
    "steps_removed": _one(
        steps, lambda: variant("remove:", *(f"  - events.e.steps.s{n}" for n in range(MOST_STEPS - 1)))
    ),
    "lines_placed": _one(
        lambda: (
            event("outcome: m", needs="{x: integer}")
            + "modifiers:\n  m:\n    needs: {x: integer}\n    take: first\n    lines:\n"
            + "".join(f"      l{n}: {{when: x == {n}, value: {n}}}\n" for n in range(MOST // 2))
        ),
        lambda: additions(
            f"modifiers.m.lines.x{n}: {{when: x == -{n + 1}, value: 1, before: l{n}}}" for n in range(MOST // 2)
        ),
    ),
    "cells_by_name": _one(
        cells, lambda: changes(f"tables.t.rows.r{n % 300}.c{n // 300}: 7" for n in range(7200)), "too-big"
    ),
    "cells_inherited": _one(cells, lambda: changes(["tables.t.rows.*.*: {formula: inherited * 2}"]), "too-big"),
    "as_many_cells_as_may_be": _one(
        lambda: cells(100, 20), lambda: changes(["tables.t.rows.*.*: {formula: inherited * 2 + 1}"])
    ),
    "rows_inherited_often": _one(
        lambda: cells(300, 24),
        lambda: changes(f"tables.t.rows.*.c{n}: {{formula: {' + '.join(['inherited'] * 190)}}}" for n in range(24)),
        "too-big",
    ),
    "rows_in_many_ways": _one(cells, lambda: changes(f"tables.t.rows.*.*.x{n}: 1" for n in range(3000)), "too-big"),
    "stars_that_meet": _one(
        cells, lambda: changes(["tables.*.rows.*.*: 1", "tables.t.rows.*.*: 2", "tables.t: {rows.*.*: 3}"]), "too-big"
    ),
    "added_to_every_row": _one(
        cells,
        lambda: additions(f"tables.t.rows.*.x{n}: {{{', '.join(f'k{i}: 1' for i in range(MOST))}}}" for n in range(30)),
        "too-big",
    ),
    "formulas_grow": _one(
        lambda: formulas(f"f{n}: {{value: {' + '.join(['1'] * 19)}}}" for n in range(MOST)),
        lambda: changes(["formulas.*.value: {formula: " + " + ".join(["inherited"] * 20) + "}"]),
        "too-big",
    ),
    "formulas_that_stay": _one(
        lambda: formulas(f"f{n}: {{value: {' + '.join(['1'] * 19)}}}" for n in range(MOST)),
        lambda: changes(["formulas.*.value: {formula: (inherited)}"]),
        "too-big",
    ),
    "long_paths": _one(steps, lambda: changes(f"{'.'.join(['a'] * 400)}{n}: 1" for n in range(40)), "bad-path"),
    "paths_of_stars": _one(cells, lambda: changes(f"tables.*.rows.*.*{'.x' * n}: 1" for n in range(1, 400)), "too-big"),
    "stars_at_the_top": _one(steps, lambda: changes(f"'*.*.*.s{n}.*': 1" for n in range(900)), "too-big"),
    "deep_changes": _one(steps, lambda: changes(["events: " + "{e: " * 30 + "1" + "}" * 30]), "bad-path"),
    "wrong_formulas": _one(
        lambda: cells(80, 24), lambda: changes(["tables.t.rows.*.*: {formula: inherited / 0}"]), "may-fault"
    ),
    "wrong_formulas_by_name": _one(
        cells,
        lambda: changes(f"tables.t.rows.r{n % 300}.c{n // 300}: {{formula: 1 / 0}}" for n in range(3000)),
        "too-big",
    ),
    "digits": _one(
        lambda: cells(12, 4),
        lambda: changes(["tables.t.rows.*.*: {formula: " + " * ".join(["inherited"] * 300) + "}"]),
        "may-fault",
    ),
    "dice": _one(
        lambda: (
            event("outcome: 1")
            + "tables:\n  t:\n    columns: {d: dice}\n    rows:\n"
            + "".join(f"      r{n}: {{d: 100d1000}}\n" for n in range(MOST))
        ),
        lambda: changes(["tables.t.rows.*.d: {formula: " + " + ".join(["inherited"] * 190) + "}"]),
        "bad-dice",
    ),
    "settings_without_reading": _one(
        lambda: many("s{n}: {{value: 1, reading: x}}", MOST, "settings"),
        lambda: changes(["settings.*.value: 2"]),
        "too-big",
    ),
    "removed_in_use": _one(
        lambda: formulas((f"f{n}: {{value: g + {n}}}" for n in range(MOST - 1)), "f0") + "sheets: {}\n",
        lambda: variant("remove: [" + ", ".join(f"formulas.f{n}" for n in range(0, MOST - 1, 2)) + "]"),
        "unknown-name",
    ),
    "all_in_use_removed": _one(
        lambda: formulas(
            [f"f{n}: {{value: f{n + 100} + {n}}}" for n in range(300)]
            + [f"f{n + 300}: {{value: 1}}" for n in range(100)]
        ),
        lambda: variant("remove: [" + ", ".join(f"formulas.f{n + 300}" for n in range(100)) + "]"),
        "unknown-name",
    ),
    "blamed": _one(
        lambda: formulas(
            [f"f{n}: {{value: {' + '.join(f'g{(n * 7 + i) % 249}' for i in range(3))}}}" for n in range(250)]
            + [f"g{n}: {{value: {n}}}" for n in range(249)]
        ),
        lambda: variant("remove: [" + ", ".join(f"formulas.g{n}" for n in range(249)) + "]"),
        "unknown-name",
    ),
    "over_many": _one(steps, lambda: variant("over:", *(f"  - o{n}" for n in range(4000))), "too-big"),
    "stack_of_cells": _stack(
        lambda: cells(10, 10),
        lambda n: changes([f"tables.t.rows.*.*: {{formula: inherited + {n + 1}}}"], f"v{n}"),
        "duplicate-key",
    ),
    "tower_of_cells": _stack(
        lambda: cells(10, 10),
        lambda n: changes(["tables.t.rows.*.*: {formula: inherited * inherited}"], f"v{n}", f"v{n - 1}" if n else "h"),
        "may-fault",
    ),
    "tower_of_formulas": _stack(
        lambda: formulas(f"f{n}: {{value: {n}}}" for n in range(300)),
        lambda n: changes(["formulas.*.value: {formula: inherited + inherited}"], f"v{n}", f"v{n - 1}" if n else "h"),
        "too-big",
    ),
    "tower_of_one_formula": _stack(
        lambda: formulas(["f0: {value: 1}"], "f0"),
        lambda n: changes(["formulas.f0.value: {formula: inherited * inherited}"], f"v{n}", f"v{n - 1}" if n else "h"),
        "formula-too-big",
    ),
    "stack_of_nodes": _stack(
        lambda: cells(200, 20), lambda n: changes((f"tables.t.rows.r{i}.c{n}: 7" for i in range(100)), f"v{n}")
    ),
    "stack_of_great_packs": _stack(
        lambda: event("outcome: 1"), lambda n: changes((f"events.e{i}: 7" for i in range(9000)), f"v{n}"), "too-big"
    ),
    "stack_of_bytes": _stack(
        lambda: event("outcome: 1"), lambda n: variant("# " + "x" * 10_000 + "\n") + "# x\n" * 200_000, "too-big"
    ),
    "stack_over_one_another": Put(
        lambda: cells(10, 10),
        lambda: {
            f"v{n}": variant(
                f"over: [{', '.join(f'v{i}' for i in range(n))}]",
                "change: {tables.t.rows.*.*: {formula: inherited + 1}}",
                id=f"v{n}",
            )
            for n in range(limits.STACK - 1)
        },
    ),
}
"""By name: hostile variants, each with its pack."""
