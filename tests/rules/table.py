"""The document `docs/rules.md`: each rule, the part of the pack that holds it, the cases that show it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from handhold.play.runs.run import Runner
from tests.rules.checklist import Rule, rules
from tests.rules.paths import come_to
from tests.shipped import PACKS, ROOT, Shipped, shipped

DOCUMENT = ROOT / "docs" / "rules.md"

PATHS = 3
CASES = 3
LOOKED_AT = 4
"""How many cases of a rule are run to find where it stands."""

_HEAD = """\
<!-- Made by `python -m tests.rules`: change the checklists and cases of the packs, not this. -->

# The rules behind the packs

Each statement of a rule source in our own words, the part of the pack that holds it, and cases that show it. A part is
named by its path. Where the checklist of a pack does not name it, it is found from the cases: what those of the rule
come to, and the others least. Of many cases the first are named.
"""


def document() -> str:
    """The text of the document."""
    return _HEAD + "".join(_section(name) for name in PACKS)


def named(name: str) -> Mapping[str, tuple[str, ...]]:
    """By rule id, the cases of a pack that name it."""
    found: dict[str, list[str]] = {}
    for case in shipped(name).cases.values():
        for rule in dict.fromkeys(case.rules):
            found.setdefault(rule, []).append(case.id)
    return {rule: tuple(cases) for rule, cases in found.items()}


def _section(name: str) -> str:
    held = shipped(name)
    runner = Runner(held.pack)
    by_rule = named(name)
    unplaced = [rule.id for rule in rules(name).values() if not rule.where and not rule.advice]
    looked_at = {id for rule in unplaced for id in _plainest(held, by_rule.get(rule, ()))}
    reached = {id: come_to(runner, case) for id, case in held.cases.items() if id in looked_at}
    lines = [
        f"\n## {held.pack.header.title}\n",
        "| Rule | Statement | In the pack | Cases |",
        "|---|---|---|---|",
    ]
    for rule in rules(name).values():
        cases = by_rule.get(rule.id, ())
        events = list(dict.fromkeys(held.cases[id].event for id in cases))
        lines.append(f"| {rule.id} | {_cell(rule.text)} | {_where(rule, cases, events, reached)} | {_cases(cases)} |")
    return "\n".join(lines) + "\n"


def _plainest(held: Shipped, cases: Sequence[str]) -> list[str]:
    """Cases that change no setting, as far as there are any: each setting costs a program of its own."""
    return sorted(cases, key=lambda id: bool(held.cases[id].settings))[:LOOKED_AT]


def _where(rule: Rule, cases: Sequence[str], events: Sequence[str], reached: Mapping[str, frozenset[str]]) -> str:
    if rule.advice:
        return f"Advice. {_cell(rule.why)}"
    found = rule.where or [*(f"events.{id}" for id in events[:PATHS]), *_nearest(cases, reached)]
    return "<br>".join(f"`{path}`" for path in dict.fromkeys(found))


def _nearest(cases: Sequence[str], reached: Mapping[str, frozenset[str]]) -> Iterator[str]:
    """The paths below events and tables that go best with the cases: those that most of them and few others come to."""
    every: dict[str, int] = {}
    own: dict[str, int] = {}
    for id, paths in reached.items():
        for path in paths:
            every[path] = every.get(path, 0) + 1
            if id in cases:
                own[path] = own.get(path, 0) + 1

    def rank(path: str) -> tuple[float, bool, str]:
        # The measure of Ochiai, squared; of equals, a row, line or ground says more than a step.
        return -(own[path] ** 2) / every[path], ".steps." in path, path

    yield from sorted((path for path in own if path.count(".") > 1), key=rank)[:PATHS]


def _cases(cases: Sequence[str]) -> str:
    more = f" and {len(cases) - CASES} more" if len(cases) > CASES else ""
    return ", ".join(cases[:CASES]) + more


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
