"""Runs what a Markdown document shows: commands with their output, Python, and packs.

- A `console` block: each line that begins `$ ` is a command, and what stands below it is what it prints. A line `…`
  stands for any number of lines, a `…` within a line for any text. A command with nothing below has only to succeed.
- A `python` block is executed; what follows `# prints:` in it is what it prints. The blocks of a document share names.
- A `yaml` block that begins `pack:` is written to `ID.yaml` and has to be a pack without a fault.
- A block marked `file=NAME` (after its language) is written to that file and not looked at further.

All happens in one folder that begins with a copy of the packs and examples: later blocks see what earlier ones wrote.
"""

from __future__ import annotations

import contextlib
import difflib
import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

_FENCE = re.compile(r"^(?P<indent> *)```(?P<info>[^\n`]*)\n(?P<text>.*?)^(?P=indent)``` *$", re.MULTILINE | re.DOTALL)
_BROKEN = (4, 126, 127)  # our own bug, and a command that the shell could not run


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: `language`, the `file` it is to be written to (or ""), its text, and the line of its fence."""

    language: str
    file: str
    text: str
    line: int


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a Markdown text, in order."""
    for match in _FENCE.finditer(text):
        language, *marks = match["info"].split() or [""]
        file = next((mark.removeprefix("file=") for mark in marks if mark.startswith("file=")), "")
        body = re.sub(rf"^{match['indent']}", "", match["text"], flags=re.MULTILINE)
        yield Block(language, file, body, text.count("\n", 0, match.start()) + 1)


def commands(text: str) -> Iterator[tuple[str, str]]:
    """The commands of a console block, each with the output shown below it; a `\\` at the end carries a command on."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, output = part.replace("\\\n", " ").partition("\n")
        yield command, output


def matches(shown: str, printed: str) -> bool:
    """Whether the output shown, with its `…`, is what was printed, but for spaces and blank lines at the ends."""
    pattern = ""
    for line in _trimmed(shown):
        pattern += r"(?:.*\n)*?" if line.strip() == "…" else ".*".join(map(re.escape, line.split("…"))) + r"\n"
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in _trimmed(printed))) is not None


def _trimmed(text: str) -> list[str]:
    return [line.rstrip() for line in text.rstrip().splitlines()]


@dataclass(slots=True)
class Runner:
    """Runs the blocks of one document in `folder`; `faults` says what was not as shown, each with its place.

    `installed` is a folder with an installation that is run instead of the checkout, and then nothing is copied.
    """

    document: Path
    folder: Path
    installed: Path | None = None
    faults: list[str] = field(default_factory=list)
    names: dict[str, object] = field(default_factory=dict)

    def run(self) -> list[str]:
        """Runs every block, and gives back the faults."""
        for held in filter(Path.is_dir, (ROOT / "rulepacks", ROOT / "examples") if self.installed is None else ()):
            shutil.copytree(held, self.folder / held.name)
        for block in blocks(self.document.read_text(encoding="utf-8")):
            if block.file:
                (self.folder / block.file).parent.mkdir(parents=True, exist_ok=True)
                (self.folder / block.file).write_text(block.text, encoding="utf-8")
            elif block.language == "console":
                self._console(block)
            elif block.language == "python":
                self._python(block)
            elif block.language == "yaml" and block.text.startswith("pack:"):
                self._pack(block)
        return self.faults

    def _fault(self, block: Block, what: str) -> None:
        self.faults.append(f"{self.document.name}:{block.line}: {what}")

    def _console(self, block: Block) -> None:
        home = self.folder / ".home"
        environment = {
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
            "HOME": str(home),
            "XDG_CACHE_HOME": str(home / "cache"),
            "XDG_DATA_HOME": str(home / "data"),
            "LANG": "C.UTF-8",
            "NO_COLOR": "1",
            "COLUMNS": "120",
        }
        if self.installed is not None:
            environment["PATH"] = os.pathsep.join([str(self.installed / "bin"), environment["PATH"]])
            environment["PYTHONPATH"] = str(self.installed)
        for command, shown in commands(block.text):
            done = subprocess.run(
                ["sh", "-c", command],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                cwd=self.folder,
                env=environment,
                check=False,
            )
            if done.returncode in _BROKEN or (not shown.strip() and done.returncode != 0):
                self._fault(block, f"$ {command}\nended with {done.returncode}:\n{done.stdout}")
            elif shown.strip() and not matches(shown, done.stdout):
                self._fault(block, f"$ {command}\n{_difference(shown, done.stdout)}")

    def _python(self, block: Block) -> None:
        printed = io.StringIO()
        code = compile("\n" * block.line + block.text, str(self.document), "exec")
        with contextlib.redirect_stdout(printed), contextlib.chdir(self.folder):
            exec(code, self.names)
        shown = "".join(f"{line}\n" for line in re.findall(r"# prints: (.*)", block.text))
        if not matches(shown, printed.getvalue()):
            self._fault(block, _difference(shown, printed.getvalue()))

    def _pack(self, block: Block) -> None:
        import handhold

        place = self.folder / f"{block.text.split()[1]}.yaml"
        place.write_text(block.text, encoding="utf-8")
        self.faults += (f"{self.document.name}:{block.line}: {found}" for found in handhold.check(str(place)))


def _difference(shown: str, printed: str) -> str:
    return "\n".join(difflib.unified_diff(_trimmed(shown), _trimmed(printed), "shown", "printed", lineterm=""))
