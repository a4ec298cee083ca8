"""Every hostile input with every command that reads it: what is typed, and where."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests import zips
from tests.hostile.child import told_in_turn
from tests.hostile.given import CASES, SCENARIOS, WITH_FILES
from tests.hostile.packs import FAULTY, RUNNABLE
from tests.shell import DEMO, Told

Words = tuple[str, ...]

DEMO_TEXT = Path(DEMO).read_text(encoding="utf-8")
RIGHT_CASE = """
cases:
  first:
    event: climb
    given: {climber: {skill: 14}, wall: high}
    dice: [1, 1]
    expect: {outcome: up}
    authority: By hand.
"""

OF_A_PACK: tuple[str, ...] = (
    "check PACK",
    "check PACK --format json",
    "check PACK --format github --strict",
    "check PACK+PACK",
    "check demo.yaml+PACK",
    "list PACK",
    "show PACK",
    "show PACK e",
    "show PACK events.e",
    "show PACK --readings --format json",
    "show PACK --credits",
    "show PACK --flat",
    "eval PACK 1+1",
    "run PACK e --seed 1",
    "run PACK e --seed 1 --explain",
    "run PACK e --seed 1 --explain --format json",
    "run PACK+PACK e --seed 1",
    "odds PACK e",
    "odds PACK e --format json",
    "odds PACK e --format svg",
    "odds PACK e --samples 20 --seed 1",
    "play of_pack.yaml --seed 1",
    "test PACK --junit junit.xml",
    "test PACK --coverage --format json",
    "test PACK --format github",
    "diff PACK demo.yaml",
    "diff demo.yaml PACK --format json",
    "diff PACK PACK --cases --odds",
    "new mine --extends PACK",
    "schema PACK e",
    "schema --write",
    "pack add PACK",
    "pack build PACK",
    "pack lock PACK",
    "pack verify",
    "pack list",
)
"""Commands that read a pack, which stands for PACK."""

OF_CASES = (
    "check PACK",
    "check PACK --format json",
    "check PACK --format github",
    "test PACK",
    "test PACK --format json",
    "test PACK --format github",
    "test PACK --junit junit.xml",
    "test PACK --coverage",
    "test PACK --failed",
    "test PACK --update no",
    "review PACK",
    "accept PACK",
    "reject PACK",
    "prune PACK",
    "diff PACK demo.yaml --cases --odds",
    "pack build PACK",
    "pack add PACK",
    "list PACK",
)
"""Commands that read what lies beside a pack."""

OF_A_WITH_FILE = (
    "run demo.yaml --with FILE",
    "run demo.yaml --with FILE --format json",
    "run demo.yaml --with FILE --explain",
    "odds demo.yaml --with FILE",
    "odds demo.yaml --with FILE --format svg",
    "play FILE",
    "check FILE",
)
OF_A_LOCK = (
    "check demo.yaml --locked",
    "run demo.yaml climb climber.skill=14 wall=high --locked --seed 1",
    "pack lock",
    "pack lock demo.yaml",
    "pack verify",
    "pack list",
    "list",
)


def _golden(cases: str, reached: str = "", rules: str = "") -> str:
    return f'{{"handhold": "golden/1", "cases": {{{cases}}}, "reached": {{{reached}}}, "rules": [{rules}]}}'


def _lock(packs: str) -> str:
    return f'{{"handhold": "lock/1", "packs": {{{packs}}}}}'


GOLDENS: dict[str, str] = {
    "empty": "",
    "no_json": "{",
    "brackets": "[" * 100_000,
    "braces": '{"a":' * 100_000,
    "number": _golden('"first": {"outcome": ' + "9" * 100_000 + "}"),
    "float": _golden('"first": {"outcome": 1e999}'),
    "not_a_number": _golden('"first": {"outcome": NaN}'),
    "twice": _golden('"first": {}, "first": {}'),
    "deep_value": _golden('"first": {"values": ' + '{"a": ' * 60 + "1" + "}" * 61),
    "others": _golden(", ".join(f'"c{n}": {{}}' for n in range(9000))),
    "numbers": _golden('"first": {}', '"first": "0-99999999999999"'),
    "rules": _golden('"first": {}', '"first": "0-8999"', ", ".join(f'["r{n}", "x"]' for n in range(9000))),
    "ansi": _golden('"first": {"outcome": "\\u001b[31m\\u202e\\u200b"}'),
    "half_a_character": _golden('"\\ud800": {"outcome": "\\ud800"}'),
    "other_kinds": '{"handhold": "golden/1", "cases": [], "reached": 1, "rules": {}}',
    "long_text": _golden('"first": {"outcome": "' + "x" * 900_000 + '"}'),
    "not_utf8": _golden('"\udcff": {}'),
    "planted": _golden('"first": {"outcome": "]]>::error::x%0A|<script>"}'),
}  # fmt: skip
"""By name: what lies beside the cases as `a.golden.json`, and as what is pending."""

LOCKS: dict[str, str] = {
    "empty": "",
    "brackets": "[" * 100_000,
    "list": "[]",
    "other_kinds": '{"handhold": "lock/1", "packs": []}',
    "far_away": _lock('"../../x": {"version": "1.0.0", "source": "/etc/passwd", "hash": "sha256:0"}'),
    "many": _lock(", ".join(f'"p{n}": {{"version": "1.0.0", "source": "x", "hash": "sha256:0"}}' for n in range(9000))),
    "number": _lock('"demo": {"version": ' + "9" * 100_000 + "}"),
    "ansi": _lock('"demo": {"version": "\\u001b[31m", "source": "\\u202e", "hash": "\\u0007"}'),
    "half_a_character": _lock('"\\ud800": {"version": "\\ud800", "source": "", "hash": ""}'),
    "not_utf8": "\udcff\udcfe",
    "zero": "\0" * 1000,
    "too_many_bytes": " " * 2_000_000,
}  # fmt: skip
"""By name: what stands in `handhold.lock`."""

NAMES = (
    "\x1b[31m.yaml",
    "a\nb.yaml",
    "\u202eyaml.yaml",
    "::error::x.yaml",
    "\udcff.yaml",
    "-x.yaml",
    " .yaml",
    "a" * 250 + ".yaml",
)
"""Names of files of a stranger."""

ENVIRON: tuple[dict[str, str], ...] = (
    {"COLUMNS": "9" * 5000},
    {"COLUMNS": "-1", "LINES": "x"},
    {"TERM": "\x1b[31m", "LINES": "9" * 5000},
    {"NO_COLOR": "\x1b[31m", "CI": "\u202e"},
    {"HANDHOLD_LIBRARY": "/dev/null"},
    {"HANDHOLD_LIBRARY": "x" * 5000},
    {"HANDHOLD_LIBRARY": "../../../../../../etc"},
    {"HANDHOLD_LIBRARY": "\udcff\x1b[31m"},
    {"HOME": "", "XDG_DATA_HOME": "\x1b", "XDG_CACHE_HOME": "/dev/null"},
    {"LC_ALL": "\x1b[31m", "TZ": "../../etc/passwd"},
)
"""What the surroundings of a command may hold."""

UNDER_ENVIRON = (
    "check demo.yaml",
    "list",
    "pack list",
    "pack add demo.yaml",
    "run demo.yaml climb climber.skill=14 wall=high --seed 1",
    "odds demo.yaml climb climber.skill=0..9 wall=high",
    "test ./cased",
    "show demo.yaml",
)


@dataclass(frozen=True, slots=True)
class Place:
    """A hostile input: how it is called, what makes its files in a folder, and the commands that read it."""

    name: str
    make: Callable[[Path], None]
    commands: tuple[str, ...]
    environ: dict[str, str] = field(default_factory=dict)

    def typed(self, command: str) -> Words:
        """One of the commands as it is typed."""
        pack = PACK_OF.get(self.name.split(" ")[0], "./h.yaml")
        return tuple(word.replace("PACK", pack).replace("FILE", "h.yaml") for word in command.split(" "))


PACK_OF = {"zip": "./h.zip", "cases": "./h", "golden": "./h", "pending": "./h", "file": "./h"}
"""Where the pack of each kind of input lies."""


def places() -> Iterator[Place]:
    """All hostile inputs."""
    for name, (_, made) in FAULTY.items():
        yield Place(f"faulty {name}", _writing("h.yaml", made), OF_A_PACK)
    for name, (_, _, made) in RUNNABLE.items():
        yield Place(f"runnable {name}", _writing("h.yaml", made), OF_A_PACK)
    for name, (_, _, zipped) in zips.HOSTILE.items():
        yield Place(f"zip {name}", _writing("h.zip", zipped), OF_A_PACK)
    for name, text in CASES.items():
        yield Place(f"cases {name}", _beside("a.yaml", text, ""), OF_CASES)
    for name, text in GOLDENS.items():
        yield Place(f"golden {name}", _beside("a.golden.json", text), OF_CASES)
        yield Place(f"pending {name}", _beside("a.golden.pending.json", text), OF_CASES)
    for number, name in enumerate(NAMES):
        yield Place(f"file {number}", _beside(name, RIGHT_CASE), OF_CASES)
    for name, text in {**WITH_FILES, **{f"scenario_{id}": held for id, held in SCENARIOS.items()}}.items():
        yield Place(f"with {name}", _writing("h.yaml", lambda text=text: text), OF_A_WITH_FILE)
    for name, text in LOCKS.items():
        yield Place(f"lock {name}", _writing("handhold.lock", lambda text=text: text), OF_A_LOCK)
    for number, environ in enumerate(ENVIRON):
        yield Place(f"environ {number}", _beside("a.yaml", RIGHT_CASE, folder="cased"), UNDER_ENVIRON, environ)


def _writing(name: str, made: Callable[[], str | bytes]) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        _write(folder / name, made())

    return make


def _beside(name: str, text: str, right: str = RIGHT_CASE, folder: str = "h") -> Callable[[Path], None]:
    """Beside the pack `demo` with a case that is right (if there is one)."""

    def make(where: Path) -> None:
        _write(where / folder / "pack.yaml", DEMO_TEXT)
        if right:
            _write(where / folder / "tests" / "a.yaml", right)
        _write(where / folder / "tests" / name, text)

    return make


def _write(path: Path, held: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(held if isinstance(held, bytes) else os.fsencode(held))


def surroundings(folder: Path) -> None:
    """What lies beside each hostile input: a pack that is right, and a scenario of the hostile one."""
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / "demo.yaml", DEMO_TEXT)
    _write(folder / "of_pack.yaml", "pack: ./h.yaml\nentries:\n  - {event: e}\n")


def answers(place: Place, commands: tuple[str, ...], folder: Path) -> list[tuple[Told, float]]:
    """What commands say of an input, made in a new folder, and the seconds that each took; see `told_in_turn`."""
    surroundings(folder)
    place.make(folder)
    environ = {"HANDHOLD_LIBRARY": str(folder / "library"), **place.environ}
    return told_in_turn([place.typed(command) for command in commands], folder, environ)
