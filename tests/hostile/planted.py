"""Texts that something could take for its own signs, in every place of a pack and its cases where text can stand."""

from __future__ import annotations

import json
from pathlib import Path

MARKUP = (
    "<script>alert(1)</script>",
    "]]> <![CDATA[ &lt; & '",
    '"><img src=x onerror=alert(1)>',
    "::stop-commands::x",
    "%0A::error::x%0D",
    '=HYPERLINK("http://x")',
    "@SUM(1) +1 -1",
    "| a | b |",
    "[/b] [fire] [link](http://x)",
    "`code` **bold** ![x](http://x)",
    "${{ secrets.TOKEN }} $(id)",
    "##[error]x ##vso[task.setvariable]y ##teamcity[z]",
)
"""What is markup or a command elsewhere. Each stands in a report as it is, escaped by the rules of its format."""

HIDDEN = ("\x1b[31m", "\x1b]8;;http://x\x07", "\u202e", "\u2066", "\u200b", "\u2028", "\x00", "\x85", "\ud800")
"""What a terminal or a reader would obey, or cannot see. None of it is ever written."""

ALL = " ~ ".join(MARKUP)


def other(folder: Path) -> str:
    """The pack with other texts, and a rule that is otherwise."""
    where = Path(pack(folder)) / "pack.yaml"
    text = (
        where.read_text(encoding="utf-8").replace("::stop-commands::", "::add-mask::").replace("##[error]", "##[debug]")
    )
    where.write_text(text.replace("skill + aid", "skill + aid - 1"), encoding="utf-8")
    return str(folder)


def pack(folder: Path) -> str:
    """A pack that has no fault, with one case that fails and one that passes."""
    text = json.dumps(ALL)
    (folder / "tests").mkdir(parents=True)
    (folder / "pack.yaml").write_text(
        f"""
pack: planted
format: 1
version: "1.0.0"
title: {text}
license: CC0-1.0
note: {json.dumps("First" + chr(10) + "::error::second" + chr(10) + ALL)}
based_on:
  book: {{title: {text}, author: {text}, url: {text}}}
settings:
  house: {{value: a, options: [a, b], question: {text}, reading: {text}, cite: {text}, note: {text}}}
tables:
  ends:
    title: {text}
    cite: {text}
    columns: {{worth: {{type: text, title: {text}, note: {text}}}}}
    rows:
      good: {{worth: {text}, title: {text}, cite: {text}, note: {text}}}
      bad: {{worth: {text}}}
sheets:
  climber:
    name: {{type: text, default: {text}, title: {text}, cite: {text}}}
    hurt: {{type: integer, default: 0, changes: true}}
modifiers:
  aid:
    take: sum
    title: {text}
    lines: {{some: {{when: settings.house is a, value: 1, title: {text}, cite: {text}}}}}
events:
  try:
    title: {text}
    cite: {text}
    note: {text}
    needs: {{climber: climber, skill: {{type: integer, min: 0, max: 9, title: {text}, note: {text}}}}}
    steps:
      may: {{refuse: {{none_left: {{when: skill == 9, because: {text}, cite: {text}}}}}, title: {text}}}
      roll: {{roll: d6, title: {text}, cite: {text}, note: {text}}}
      worth: {{value: ends.bad.worth, title: {text}}}
      helped: {{value: aid, cite: {text}}}
      outcome: if roll <= skill + aid then ends.good else bad
    says: {json.dumps("{climber.name} " + ALL.replace("{", "").replace("}", ""))}
""",
        encoding="utf-8",
    )
    (folder / "tests" / "a.yaml").write_text(
        f"""
cases:
  fails: {{title: {text}, event: try, given: {{skill: 2}}, dice: [6], expect: {{outcome: {text}}}, authority: {text}}}
  passes: {{title: {text}, event: try, given: {{skill: 2}}, dice: [1], expect: {{outcome: good}}, authority: {text}}}
""",
        encoding="utf-8",
    )
    return str(folder)


def faulty(file: Path) -> str:
    """A pack whose faults name the texts: keys, ids, names in formulas, texts of a wrong kind."""
    keys = "".join(f"{json.dumps(each)}: 1\n" for each in MARKUP)
    events = "".join(
        f"  e{n}: {{steps: {{outcome: {json.dumps(each)}, {json.dumps(each + '.')}: 1}}}}\n"
        for n, each in enumerate(MARKUP)
    )
    head = 'pack: planted\nformat: 1\nversion: "1.0.0"\ntitle: Planted\nlicense: CC0-1.0\n'
    file.write_text(f"{head}{keys}events:\n{events}", encoding="utf-8")
    return str(file)


def scenario(file: Path, where: str) -> str:
    """A scenario of the pack."""
    text = json.dumps(ALL)
    entry = f"{{event: try, given: {{skill: 2}}, dice: [1], note: {text}}}"
    file.write_text(f"pack: {where}\ntitle: {text}\nentries: [{entry}]\n", encoding="utf-8")
    return str(file)
