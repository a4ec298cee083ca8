"""One-letter misspellings of a pack: of each key of the language, each use of a name, each definition that is used."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from unittest.mock import patch

from handhold.diagnostics import Diagnostic
from handhold.language.parser import parse
from handhold.language.words import RESERVED
from handhold.packs import model
from handhold.packs.checks import world
from handhold.packs.checks.check import check_pack
from handhold.packs.reading.reader import read_pack
from handhold.packs.stacks import members
from handhold.packs.stacks.load import model_of
from handhold.packs.storage.files import PackFile
from handhold.packs.storage.shelves import open_pack
from handhold.packs.yaml.document import Mapping as MappingNode
from handhold.packs.yaml.document import Node, read_document
from handhold.source import Span, Written
from tests.shipped import ROOT

KINDS = ("key", "use", "definition")
META = {"title", "cite", "note"}
NAME = re.compile(r"(?<![\w.])[a-z][a-z0-9_]*|(?<=[a-z0-9_)]\.)[a-z][a-z0-9_]*")
DICE = re.compile(r"\s*d(?:[0-9]|[%F])")
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Slip:
    """A word written otherwise in one place: `kind` is key, use or definition, `right` the word to be named for it."""

    pack: str
    kind: str
    span: Span
    word: str
    written: str

    @property
    def right(self) -> str:
        return self.written if self.kind == "definition" else self.word

    def __str__(self) -> str:
        return f"{self.span} {self.kind}: '{self.word}' as '{self.written}'"


@cache
def files_of(pack: str) -> tuple[PackFile, ...]:
    return open_pack(str(ROOT / "rulepacks" / pack))[0]


@cache
def _read(data: bytes, name: str, pack: str, variant: str = "") -> tuple[Node | None, tuple[Diagnostic, ...]]:
    return read_document(data, name, pack, variant)


_parsed = cache(parse)


@cache
def documents_of(pack: str) -> tuple[Node, ...]:
    nodes = [read_document(file.data, file.name, pack)[0] for file in files_of(pack)]
    return tuple(node for node in nodes if node is not None)


def slips(pack: str) -> list[Slip]:
    """Every misspelling of a pack that is tried, each place once."""
    source, found = model_of(files_of(pack))
    assert source is not None
    assert not found
    uses = list(_uses(source))
    used = Counter(word for word, _ in uses)
    keys, ids = _keys(documents_of(pack))
    known = {word for word, _ in (*uses, *keys, *ids)} | set(RESERVED)
    defined = [(word, span) for word, span in ids if _is_used(word, span, used, source)]
    made: dict[Span, Slip] = {}
    for kind, places in (("key", keys), ("use", uses), ("definition", defined)):
        for word, span in places:
            made.setdefault(span, Slip(pack, kind, span, word, _misspelt(word, f"{span} {kind}", known)))
    return list(made.values())


def judged(slip: Slip) -> tuple[Diagnostic, ...]:
    """All that is said of the pack with the misspelling in it."""
    files = files_of(slip.pack)
    number = next(n for n, file in enumerate(files) if file.name == slip.span.file)
    changed = PackFile(files[number].name, _changed(files[number].data.decode(), slip).encode())
    # what is as it was, file or formula, is read once for all misspellings
    with patch.object(members, "read_document", _read), patch.object(world, "parse", _parsed):
        return _judged(slip, files, changed, number)


def _judged(slip: Slip, files: tuple[PackFile, ...], changed: PackFile, number: int) -> tuple[Diagnostic, ...]:
    if slip.kind == "key":
        source, found = model_of([*files[:number], changed, *files[number + 1 :]])
        assert source is not None, found
        return (*found, *check_pack(source, found)[1])
    # no other word in place of an id or in a formula is a matter of shape
    node, found = read_document(changed.data, changed.name, slip.pack)
    documents = [*documents_of(slip.pack)]
    assert node is not None, found
    documents[number] = node
    source, more = read_pack(documents)
    assert source is not None, more
    return (*found, *more, *check_pack(source)[1])


def _changed(text: str, slip: Slip) -> str:
    lines = text.split("\n")
    line = lines[slip.span.line - 1]
    start = slip.span.column - 1
    assert line[start : start + len(slip.word)] == slip.word, slip
    lines[slip.span.line - 1] = line[:start] + slip.written + line[start + len(slip.word) :]
    return "\n".join(lines)


def names_the_word(slip: Slip, found: tuple[Diagnostic, ...]) -> bool:
    """Whether a hint says which word is meant: in a question, or as what to write."""
    word = re.compile(rf"(?<![a-z0-9_]){re.escape(slip.right)}(?![a-z0-9_])")
    return any(each.hint.startswith(("did you mean", "write")) and word.search(each.hint) for each in found)


def _misspelt(word: str, place: str, known: set[str]) -> str:
    """The word with a letter left out, doubled, changed or exchanged with the next, so that no known word results."""
    seed = sha256(place.encode()).digest()
    for turn in range(200):
        how, at, letter = (seed[(turn + n) % 32] + turn for n in range(3))
        at %= len(word)
        made = (
            word[:at] + word[at + 1 :],
            word[: at + 1] + word[at:],
            word[:at] + LETTERS[letter % 26] + word[at + 1 :],
            word[:at] + word[at + 1 : at + 2] + word[at : at + 1] + word[at + 2 :],
        )[how % 4]
        if made not in known and re.fullmatch(r"[a-z][a-z0-9_]*", made) and not DICE.match(made):
            return made
    raise AssertionError(f"no misspelling of {word}")


# -- keys and ids ------------------------------------------------------------------------------------------------------

_Places = list[tuple[str, Span]]


def _keys(nodes: Iterable[Node]) -> tuple[_Places, _Places]:
    """The keys of the language in files, and the ids that define something."""
    keys: _Places = []
    ids: _Places = []
    for node in nodes:
        for path, span in _paths(node, ()):
            (keys if _is_key(path) else ids).append((path[-1], span))
    return keys, ids


def _paths(node: Node, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Span]]:
    if isinstance(node, MappingNode):
        for key, value in node.entries:
            inner = (*path, str(key.value))
            if _holds(inner):
                yield inner, key.span
                yield from _paths(value, inner)


def _holds(path: tuple[str, ...]) -> bool:
    """Whether keys here define something or belong to the language: those of cells, `with` and `says` use names."""
    if path[0] == "tables" and len(path) == 5 and path[2] == "rows":
        return path[4] in {*META, "at"}
    return not (path[0] == "events" and len(path) > 3 and ("with" in path[3:-1] or path[2] == "says"))


def _is_key(path: tuple[str, ...]) -> bool:
    section, *rest = path
    if not rest or (section == "sheets" and len(rest) == 2):
        return not rest or rest[1] in META
    below = {"based_on": (), "settings": (), "tables": ("columns", "rows"), "modifiers": ("needs", "lines")}
    holders = below.get(section, ("needs", "steps", "refuse", "track"))
    if section == "sheets":
        return len(rest) == 3
    # keys and ids take turns but below the names of what holds ids
    key = False
    for before, _ in zip([section, *rest], rest, strict=False):
        key = not (before in holders or before == section) if key or before == section else True
    return key


# -- uses --------------------------------------------------------------------------------------------------------------


def _uses(pack: model.Pack) -> Iterator[tuple[str, Span]]:
    """Every word of a formula or type that names something, and its place."""
    for written in _formulas(pack):
        yield from _names(written)
    for written in _types(pack):
        for found in re.finditer(r"[a-z][a-z0-9_]*", written.text):
            if found[0] not in ("optional", "list", "of", "group"):
                yield found[0], written.within(*found.span())


def _names(written: Written) -> Iterator[tuple[str, Span]]:
    text = written.text
    for found in NAME.finditer(text):
        defines = re.search(r"\bfor\s+$", text[: found.start()])
        if found[0] not in RESERVED and not defines and not DICE.match(found[0]):
            yield found[0], written.within(*found.span())


def _formulas(pack: model.Pack) -> Iterator[Written]:
    for form in pack.sheets.values():
        yield from (known.value for known in form.fields.values() if known.value is not None)
    for group in pack.modifiers.values():
        if group.base is not None:
            yield group.base
        for line in group.lines.values():
            yield from (part for part in (line.when, line.value) if part is not None)
    yield from (formula.value for formula in pack.formulas.values())
    for event in pack.events.values():
        yield from _of_steps(event)


def _of_steps(owner: model.Event | model.LoopStep | model.BlockStep) -> Iterator[Written]:
    for step in owner.steps.values():
        if step.when is not None:
            yield step.when
        match step:
            case model.ValueStep(value=value):
                yield value
            case model.RollStep(roll=roll):
                yield roll
            case model.ChooseStep(default=default, among=among, refuse=refuse):
                yield from (part for part in (default, among) if part is not None)
                yield from (line.when for line in refuse.values())
            case model.SetStep(set=target, to=to):
                yield target
                yield to
            case model.DoStep(do=do, with_=handed):
                yield do
                yield from handed.values()
            case model.RefuseStep(refuse=refuse):
                yield from (line.when for line in refuse.values())
            case model.LoopStep(source=source, track=track, until=until):
                yield source
                yield from track.values()
                if until is not None:
                    yield until
                yield from _of_steps(step)
            case model.BlockStep():
                yield from _of_steps(step)


def _types(pack: model.Pack) -> Iterator[Written]:
    fields: list[model.Field] = []
    for table in pack.tables.values():
        fields.extend(table.columns.values())
    for form in pack.sheets.values():
        fields.extend(form.fields.values())
    for formula in pack.formulas.values():
        fields.extend(formula.needs.values())
    for group in pack.modifiers.values():
        fields.extend(group.needs.values())
    for event in pack.events.values():
        fields.extend(event.needs.values())
    yield from (known.type for known in fields if known.type is not None)


def _is_used(word: str, span: Span, used: Counter[str], pack: model.Pack) -> bool:
    """Whether the id that is defined there is the only one of its name, and a formula or type of the pack names it."""
    owners = [
        *pack.settings.items(),
        *pack.tables.items(),
        *pack.sheets.items(),
        *pack.formulas.items(),
        *(pair for pair in pack.modifiers.items() if pair[1].base is None),
        *(pair for form in pack.sheets.values() for pair in form.fields.items()),
        *(pair for table in pack.tables.values() for pair in table.columns.items()),
    ]
    inside = [known.id for event in pack.events.values() for known in (*event.needs.values(), *_all_steps(event))]
    words = [option for setting in pack.settings.values() for option in setting.options]
    rows = [pair for table in pack.tables.values() for pair in table.rows.items()]
    if any(known.span == span for _, known in owners):
        return used[word] > 0 and sum(id == word for id, _ in owners) == 1
    if any(known.span == span for _, known in rows):
        return used[word] > 0 and [*(id for id, _ in (*owners, *rows)), *inside, *words].count(word) == 1
    for event in pack.events.values():
        named = Counter(name for written in _of_steps(event) for name in _first_names(written))
        if any(known.span == span for known in (*event.needs.values(), *_all_steps(event))):
            return named[word] > 0 and word not in (id for id, _ in rows)
    for group in (*pack.formulas.values(), *pack.modifiers.values()):
        if any(known.span == span for known in group.needs.values()):
            texts = [group.value] if isinstance(group, model.NamedFormula) else _of_lines(group)
            return any(word in _first_names(written) for written in texts)
    return False


def _first_names(written: Written) -> list[str]:
    """The names in a formula but for those behind a dot or before '='."""
    return re.findall(r"(?<![\w.])(?<!\. )[a-z][a-z0-9_]*(?![a-z0-9_])(?!\s*=[^=])", written.text)


def _of_lines(group: model.Modifier) -> list[Written]:
    return [part for line in group.lines.values() for part in (line.when, line.value) if part is not None]


def _all_steps(owner: model.Event | model.LoopStep | model.BlockStep) -> Iterator[model.Step]:
    for step in owner.steps.values():
        yield step
        if isinstance(step, model.LoopStep | model.BlockStep):
            yield from _all_steps(step)
