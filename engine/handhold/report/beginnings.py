"""The files of a pack that somebody begins: a variant of another pack, or a small system of their own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from handhold.packs.checks.first_change import Idea
from handhold.packs.schemas.editor import schema_files, schema_line
from handhold.report.flow import flow
from handhold.report.output import Output
from handhold.report.printable import printable


@dataclass(frozen=True, slots=True)
class Beginning:
    """Who the new pack is: its id, title and licence; of a variant, what it extends (as written), the title of that
    and whether it comes with Handhold.
    """

    id: str
    title: str
    license: str
    extends: str = ""
    parent: str = ""
    shipped: bool = True


def variant_text(new: Beginning, done: Sequence[Idea], others: Sequence[Idea] = ()) -> str:
    """The pack.yaml of a variant that does something, with other things to try as comments."""
    lines = [
        *_header(new),
        f"extends: {new.extends}",
        "",
        "# What is done stands below; a line that begins with '# ' does nothing yet. Take the '# ' away to try it.",
    ]
    for key in ("change", "add", "remove"):
        mine = [idea for idea in done if idea.key == key]
        ideas = [idea for idea in others if idea.key == key]
        off = "" if mine else "# "
        if mine or ideas:
            lines += ["", f"{off}{key}:"]
        lines += [f"  {_entry(idea)}" for idea in mine]
        lines += [f"  # {_entry(idea)}" if mine else f"#   {_entry(idea)}" for idea in ideas]
    return "\n".join(lines) + "\n"


def _entry(idea: Idea) -> str:
    written = f"- {idea.path}" if idea.key == "remove" else f"{idea.path}: {idea.text}"
    return f"{written}  # {printable(idea.meaning)}"


def _header(new: Beginning) -> list[str]:
    return [
        schema_line("pack"),
        f"pack: {new.id}",
        "format: 1",
        'version: "1.0.0"',
        f"title: {flow(new.title)}",
        f"license: {flow(new.license)}",
    ]


def case_text(id: str, case: Mapping[str, object]) -> str:
    """A file with one case."""
    lines = [
        schema_line("withfile", 1),
        "# A case is an event, what it is given, the dice that fall, and what must come of it.",
        "cases:",
        f"  {id}:",
        *(f"    {key}: {flow(value)}" for key, value in case.items()),
    ]
    return "\n".join(lines) + "\n"


def other_files(new: Beginning, case: str) -> dict[str, str]:
    """All files but pack.yaml, by their paths: the cases, a README, what a forge runs, the schemas for an editor."""
    return {
        f"tests/{new.id}.yaml": case,
        "README.md": _readme(new),
        ".gitignore": "*.golden.pending.json\n.failed\n",
        ".github/workflows/handhold.yaml": _workflow(new),
        **schema_files(),
    }


def _readme(new: Beginning) -> str:
    parent = new.extends.partition(" ")[0]
    what = f"A variant of {_markdown(new.parent)}" if new.extends else "A rule pack"
    lines = [
        f"# {_markdown(new.title)}",
        "",
        f"{what} for Handhold. What it does stands in [pack.yaml](pack.yaml), what must come of it in [tests](tests).",
        "",
        "```sh",
        f"handhold check --strict ./{new.id}    # what is wrong, where, and what to do",
        f"handhold test ./{new.id}              # the cases",
        f"handhold list ./{new.id}              # the events, and what they need",
        *([f"handhold diff --odds {parent} ./{new.id}    # what it does to the odds"] if new.extends else []),
        "```",
        "",
        f"Licence of the wording: {_markdown(new.license)}",
    ]
    return "\n".join(lines) + "\n"


def _markdown(text: str) -> str:
    """A text that Markdown shows as it is."""
    return re.sub(r"([\\`*_{}\[\]<>#|&])", r"\\\1", printable(text))


def _workflow(new: Beginning) -> str:
    name = new.extends.partition(" ")[0]
    parent = "" if new.shipped else f"      # {name} must be here too: in rulepacks, or by 'handhold pack add'\n"
    return (
        "name: handhold\n"
        "on: [push, pull_request]\n"
        "jobs:\n"
        "  pack:\n"
        "    runs-on: ubuntu-latest\n"
        "    steps:\n"
        "      - uses: actions/checkout@v4\n"
        "      - uses: actions/setup-python@v5\n"
        '        with: {python-version: "3.12"}\n'
        "      - run: pip install handhold\n"
        f"{parent}"
        "      - run: handhold check --strict .\n"
        "      - run: handhold test .\n"
    )


def system_text(new: Beginning) -> str:
    """The pack.yaml of a system of one event, in thirty lines."""
    return "\n".join(_header(new)) + _SYSTEM


_SYSTEM = """

tables:
  walls:
    columns: {target: integer}
    rows:
      tree: {target: 7}
      cliff: {target: 10}
  ends:
    rows:
      top: {at: 0..}
      stuck: {at: -3..-1}
      fallen: {at: ..-4}
events:
  climb:
    needs:
      skill: {type: integer, min: 0, max: 6}
      wall: walls
      rope: {type: flag, default: false}
    steps:
      roll: {roll: 2d6}
      margin: roll + skill + (if rope then 2 else 0) - wall.target
      outcome: ends(margin)
    says:
      top: You are up, with {margin} to spare.
      stuck: You get no further.
      fallen: You fall.
"""


def begun_text(out: Output, target: Path, files: Sequence[str]) -> None:
    """What was written, and what can be done with it now."""
    path = target.as_posix()
    where = printable(path if path.startswith(("/", ".")) else f"./{path}")
    for name in files:
        if not name.startswith("."):
            out.line(f"{where}/{name}")
    out.line()
    for command in (f"check --strict {where}", f"test {where}"):
        out.line(f"handhold {command}")
